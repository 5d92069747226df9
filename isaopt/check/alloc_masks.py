"""Lane masks of one lane, as Boolean functions of the bits that this lane has in EXEC, VCC and the scalar registers.

A small reduced ordered binary decision diagram (Bryant, 1986); nodes are integers, 0 is false and 1 is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from isaopt.check.alloc_types import CannotCheck
from isaopt.ir.program import Op, Operand, OperandKind
from isaopt.isa.registers import EXEC_LO, NUM_VGPRS, VCC_LO

#: Keys of two variables that are no registers: a scratch bit, and whether the lane was launched at all.
TEMPORARY, LAUNCHED = -1, -2

Boolean = Callable[[int, int], int]
Assignment = tuple[int, tuple[int, ...]]  # variable key, the functions one of which is its new value

_ALIASES = {
    "andn2": "and_not1",
    "orn2": "or_not1",
    "andn1_saveexec": "and_not0_saveexec",
    "andn2_saveexec": "and_not1_saveexec",
    "orn1_saveexec": "or_not0_saveexec",
    "orn2_saveexec": "or_not1_saveexec",
    "andn1_wrexec": "and_not0_wrexec",
    "andn2_wrexec": "and_not1_wrexec",
}


class Bdd:
    """Hash-consed diagrams over variables 0, 1, 2, ...; a smaller variable stands nearer the root."""

    def __init__(self, limit: int = 2_000_000) -> None:
        self._var: list[int] = [1 << 30, 1 << 30]
        self._low: list[int] = [0, 1]
        self._high: list[int] = [0, 1]
        self._unique: dict[tuple[int, int, int], int] = {}
        self._ite: dict[tuple[int, int, int], int] = {}
        self._limit = limit

    def _node(self, var: int, low: int, high: int) -> int:
        if low == high:
            return low
        key = (var, low, high)
        node = self._unique.get(key)
        if node is None:
            node = len(self._var)
            if node > self._limit:
                raise CannotCheck("the lane masks of this kernel are too complex to follow")
            self._var.append(var)
            self._low.append(low)
            self._high.append(high)
            self._unique[key] = node
        return node

    def variable(self, var: int) -> int:
        return self._node(var, 0, 1)

    def ite(self, f: int, g: int, h: int) -> int:
        """``f ? g : h``."""
        if f < 2:
            return g if f else h
        if g == h:
            return g
        if g == 1 and h == 0:
            return f
        key = (f, g, h)
        found = self._ite.get(key)
        if found is None:
            var = min(self._var[f], self._var[g], self._var[h])
            lows, highs = zip(*(self._split(x, var) for x in (f, g, h)), strict=True)
            found = self._ite[key] = self._node(var, self.ite(*lows), self.ite(*highs))
        return found

    def _split(self, f: int, var: int) -> tuple[int, int]:
        return (self._low[f], self._high[f]) if self._var[f] == var else (f, f)

    def not_(self, f: int) -> int:
        return self.ite(f, 0, 1)

    def and_(self, f: int, g: int) -> int:
        return self.ite(f, g, 0)

    def or_(self, f: int, g: int) -> int:
        return self.ite(f, 1, g)

    def xor(self, f: int, g: int) -> int:
        return self.ite(f, self.not_(g), g)

    def minus(self, f: int, g: int) -> int:
        return self.ite(g, 0, f)

    def cofactor(self, f: int, var: int, value: bool) -> int:
        """``f`` with the variable fixed."""
        literal = self.variable(var)
        return self._cofactor(f, var, value, literal, {})

    def _cofactor(self, f: int, var: int, value: bool, literal: int, memo: dict[int, int]) -> int:
        if self._var[f] > var:
            return f
        if self._var[f] == var:
            return self._high[f] if value else self._low[f]
        if f not in memo:
            low = self._cofactor(self._low[f], var, value, literal, memo)
            memo[f] = self._node(self._var[f], low, self._cofactor(self._high[f], var, value, literal, memo))
        return memo[f]


class Masks:
    """The mask variables of one kernel and what its instructions do to them.

    Only registers that can flow into EXEC or a ``vcc`` branch are followed; every other scalar is unknown.
    """

    def __init__(self, ops: Iterable[Op], wave: int) -> None:
        self.bdd = Bdd()
        self.width = wave // 32
        self.suffix = "_b32" if wave == 32 else "_b64"
        self._index: dict[int, int] = {EXEC_LO: 0, LAUNCHED: 1, TEMPORARY: 2}
        self._effects: dict[int, tuple[Assignment, ...]] = {}
        self._collect(list({id(op): op for op in ops}.values()))

    def _collect(self, ops: list[Op]) -> None:
        followed = {EXEC_LO}
        if any(op.mnemonic.startswith("s_cbranch_vcc") for op in ops):
            followed.add(VCC_LO)
        writers = [(op, {self._key(u) for u in self._scalar_defs(op)}) for op in ops if self._is_mask_op(op)]
        grew = True
        while grew:
            grew = False
            for op, targets in writers:
                if followed.isdisjoint(targets):
                    continue
                sources = {self._key(o.reg.first) for o in op.operands if o.reg is not None and not o.reg.is_vgpr}
                grew |= not sources <= followed
                followed |= sources
        for key in sorted(followed - {EXEC_LO}):
            self._index[key] = len(self._index)

    def _key(self, unit: int) -> int:
        return unit - unit % self.width

    @staticmethod
    def _scalar_defs(op: Op) -> list[int]:
        units = [u for u in (*op.defs, *op.implicit_defs) if u >= NUM_VGPRS]
        # Said by the name, so that an omission in the tables cannot hide a write of EXEC.
        writes_exec = op.mnemonic.startswith("v_cmpx") or "_saveexec" in op.mnemonic or "_wrexec" in op.mnemonic
        return [*units, EXEC_LO] if writes_exec else units

    def _is_mask_op(self, op: Op) -> bool:
        return op.mnemonic.startswith("s_") and op.mnemonic.endswith(self.suffix)

    def function(self, key: int) -> int:
        """The diagram of a followed variable."""
        return self.bdd.variable(self._index[key])

    def index(self, key: int) -> int:
        return self._index[key]

    def followed(self, key: int) -> bool:
        return key in self._index

    def effects(self, op: Op) -> tuple[Assignment, ...]:
        """What an instruction assigns to followed variables, in order; two values mean either of them, lane by lane."""
        found = self._effects.get(id(op))
        if found is None:
            found = self._effects[id(op)] = self._work_out(op)
        return found

    def _work_out(self, op: Op) -> tuple[Assignment, ...]:
        targets = dict.fromkeys(self._key(u) for u in self._scalar_defs(op))
        changed = [k for k in targets if k in self._index]
        if not changed:
            return ()
        if op.mnemonic.startswith("v_cmp"):
            # A compare leaves 0 in the bits of inactive lanes (RDNA3 ISA guide, vector compare operations).
            return tuple((k, (0, self.function(EXEC_LO))) for k in changed)
        known = self._boolean(op) if self._is_mask_op(op) else None
        if known is not None:
            covered = {k for k, _ in known}
            if covered.issuperset(changed):
                return tuple(a for a in known if a[0] in self._index)
        return tuple((k, (0, 1)) for k in changed)

    def _boolean(self, op: Op) -> tuple[Assignment, ...] | None:
        name = op.mnemonic.removeprefix("s_").removesuffix(self.suffix)
        name = _ALIASES.get(name, name)
        operands = op.operands
        target = operands[0].reg if operands else None
        if target is None or target.count != self.width or target.first % self.width:
            return None
        key = target.first
        bdd = self.bdd
        sources = [self._values(o) for o in operands[1:]]
        if name == "mov" and len(sources) == 1:
            return ((key, sources[0]),)
        if name == "not" and len(sources) == 1:
            return ((key, tuple(bdd.not_(a) for a in sources[0])),)
        if name == "cselect" and len(sources) == 2:
            return ((key, sources[0] + sources[1]),)
        if name == "cmov" and len(sources) == 1 and key in self._index:
            return ((key, (*sources[0], self.function(key))),)
        two = self._two_operand(name.removesuffix("_saveexec").removesuffix("_wrexec"))
        if two is None:
            return None
        if name.endswith("_saveexec") and len(sources) == 1:
            exec_, scratch = self.function(EXEC_LO), self.function(TEMPORARY)
            saved = ((key, (exec_,)),) if key in self._index else ()
            return (
                (TEMPORARY, sources[0]),
                *saved,
                (EXEC_LO, (two(scratch, exec_),)),
                (TEMPORARY, (0,)),
            )
        if name.endswith("_wrexec") and len(sources) == 1:
            exec_ = self.function(EXEC_LO)
            new = tuple(two(a, exec_) for a in sources[0])
            return ((EXEC_LO, new), *(((key, (exec_,)),) if key in self._index else ()))
        if name.endswith(("_saveexec", "_wrexec")) or len(sources) != 2:
            return None
        return ((key, tuple(dict.fromkeys(two(a, b) for a in sources[0] for b in sources[1]))),)

    def _two_operand(self, name: str) -> Boolean | None:
        bdd = self.bdd
        table: dict[str, Boolean] = {
            "and": bdd.and_,
            "or": bdd.or_,
            "xor": bdd.xor,
            "nand": lambda a, b: bdd.not_(bdd.and_(a, b)),
            "nor": lambda a, b: bdd.not_(bdd.or_(a, b)),
            "xnor": lambda a, b: bdd.not_(bdd.xor(a, b)),
            "and_not1": bdd.minus,
            "or_not1": lambda a, b: bdd.or_(a, bdd.not_(b)),
            # _not0 negates the first source (S0), RDNA3 ISA guide, S_AND_NOT0_SAVEEXEC.
            "and_not0": lambda a, b: bdd.minus(b, a),
            "or_not0": lambda a, b: bdd.or_(b, bdd.not_(a)),
        }
        return table.get(name)

    def _values(self, operand: Operand) -> tuple[int, ...]:
        """What this lane's bit of a scalar operand may be."""
        reg = operand.reg
        if reg is not None and reg.count == self.width and reg.first in self._index:
            return (self.function(reg.first),)
        if operand.kind is OperandKind.INT and not operand.neg:
            if operand.value == 0:
                return (0,)
            if operand.value == -1 or operand.value == (1 << 32 * self.width) - 1:
                return (1,)
        return (0, 1)
