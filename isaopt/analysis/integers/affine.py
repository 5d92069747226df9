"""What every register of a kernel holds at every instruction, as affine forms of the kernel's inputs.

A forward analysis over the control-flow graph: a register has the same form on every way into a block, or becomes an
unknown of that block.  A form speaks of the lanes that were active when it was written; read under another EXEC it is
an unknown.  Unknowns of a loop mean something else in each round: forms of the old ones are dropped where a new one
comes into being.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.exec_masks import ExecMasks
from isaopt.analysis.flow.lane_sets import ALL
from isaopt.analysis.integers.forms import MASK32, Atoms, Carry, Key, LinearForm, Slice, Value
from isaopt.analysis.integers.operations import results
from isaopt.ir.program import Op
from isaopt.isa.meaning import Access, Space
from isaopt.isa.registers import NUM_VGPRS, SCC
from isaopt.isa.types import OperandType

_MOST_ROUNDS = 40
#: How often a value that seems not to change in a loop is taken for what it is in front of it.
_MOST_PATIENCE = 4


@dataclass(slots=True)
class EntryState:
    """Facts that hold at kernel entry. ``kernarg``: the first SGPR unit of the pointer to the arguments, -1 if there is
    none; ``arguments``: their size in bytes; ``slices``: the known bits of registers, by unit; ``sizes``: those of
    argument dwords, by offset."""

    kernarg: int = -1
    arguments: int = 0
    slices: Mapping[int, tuple[Slice, ...]] = field(default_factory=dict)
    sizes: Mapping[int, tuple[Slice, ...]] = field(default_factory=dict)


@dataclass(slots=True)
class AffineState:
    """Values by unit; ``lanes`` the EXEC version under which a VGPR, or a mask of carries, was written."""

    values: dict[int, Value] = field(default_factory=dict)
    lanes: dict[int, int] = field(default_factory=dict)

    def copy(self) -> AffineState:
        return AffineState(dict(self.values), dict(self.lanes))


class Affine:
    """The forms of one kernel."""

    def __init__(self, ops: list[Op], cfg: CFG, masks: ExecMasks, entry: EntryState) -> None:
        self.ops, self.cfg, self.masks, self.entry = ops, cfg, masks, entry
        self.atoms = Atoms()
        self.ordinal = 0
        self.state = AffineState()
        self._starts: dict[int, AffineState] = {}
        self._ends: dict[int, AffineState] = {}
        self._patience: dict[Key, int] = {}
        self._renewed: set[Key] = set()
        self._holders: dict[Key, set[int]] = {}
        self.converged = self._solve()

    # -- fixed point

    def _solve(self) -> bool:
        order = [b for b in self.cfg.reverse_post_order if b in self.cfg.reachable]
        todo = set(order)
        for _ in range(_MOST_ROUNDS):
            for b in order:
                if b not in todo:
                    continue
                todo.discard(b)
                start = self._join(b)
                if b in self._ends and start == self._starts[b]:
                    continue
                self._starts[b] = start
                *_, self._ends[b] = self.over(b)
                todo.update(self.cfg.blocks[b].succs)
            if not todo:
                return True
        return False

    def _join(self, b: int) -> AffineState:
        ways = [self._ends[p] for p in self.cfg.blocks[b].preds if p in self._ends]
        if b == 0:
            if not self.cfg.blocks[0].preds:
                return AffineState()
            ways.append(AffineState())
        units = set[int]().union(*(w.values for w in ways))
        joined = AffineState()
        for unit in units:
            phi: Key = ("phi", b, unit)
            found = [(w.values.get(unit) or self.initial(unit), w.lanes.get(unit, ALL)) for w in ways]
            if any(f != found[0] for f in found) and self._patience.get(phi, 0) < _MOST_PATIENCE:
                # A way on which nothing wrote it since the last round says nothing of its own.
                own = self.unknown(phi, unit)
                others = [f for f in found if f[0] != own]
                if 0 < len(others) < len(found):
                    self._patience[phi] = self._patience.get(phi, 0) + 1
                    found = others
            same = all(f == found[0] for f in found) and not any(
                s[0] == "phi" and s[1] == b for s in self.atoms.sources(found[0][0])
            )
            if same:
                joined.values[unit], joined.lanes[unit] = found[0]
            else:
                joined.values[unit] = self.unknown(phi, unit)
                joined.lanes[unit] = ALL
                self._holders.setdefault(phi, set()).add(unit)
        return joined

    def unknown(self, key: Key, unit: int) -> LinearForm:
        return self.atoms.single(key, unit >= NUM_VGPRS, 1 if unit == SCC else MASK32, frozenset((key,)))

    def initial(self, unit: int) -> LinearForm:
        slices = self.entry.slices.get(unit, ())
        upper = min([1 if unit == SCC else MASK32, *(s.most for s in slices if s.count == 32)])
        form = self.atoms.single(("start", unit), unit >= NUM_VGPRS, upper)
        if slices:
            self.atoms.slices[form.terms[0][0]] = slices
        return form

    # -- one instruction

    def _step(self, k: int) -> None:
        self.ordinal = k
        self._renewed = set()
        op, state = self.ops[k], self.state
        writes: dict[int, Value] = {}
        for half in op.halves:
            memory = half.desc.memory
            if memory is not None and memory.space is Space.SCALAR and memory.access is Access.LOAD:
                writes |= self._load(half)
            else:
                writes |= results(self.atoms, half, self.read)
        defined = {u for half in op.halves for u in half.written} | set(op.defs)
        for unit in defined - writes.keys():
            writes[unit] = self._renew("def", unit)
        if self._renewed:
            held = set[int]().union(*(self._holders.get(key, ()) for key in self._renewed))
            for unit in sorted(held - defined):
                value = state.values.get(unit)
                if value is not None and not self._renewed.isdisjoint(self.atoms.sources(value)):
                    state.values[unit] = self._hold(unit, self.unknown(("stale", k, unit), unit))
        for unit, value in writes.items():
            state.values[unit] = self._hold(unit, value)
            if unit < NUM_VGPRS or (isinstance(value, Carry) and unit != SCC):
                state.lanes[unit] = self.masks.before[k]
            else:
                state.lanes.pop(unit, None)

    def _hold(self, unit: int, value: Value) -> Value:
        """Notes that the register holds the value at some time, for what it depends on."""
        for key in self.atoms.sources(value):
            self._holders.setdefault(key, set()).add(unit)
        return value

    def _renew(self, kind: str, unit: int) -> LinearForm:
        """An unknown value of the current instruction, a new one each time it runs."""
        key: Key = (kind, self.ordinal, unit)
        if self.atoms.known(key) is not None:
            self._renewed.add(key)
        return self.unknown(key, unit)

    def read(self, unit: int) -> Value:
        """What the current instruction reads there."""
        value = self.state.values.get(unit)
        if value is None:
            return self.initial(unit)
        written = self.state.lanes.get(unit, ALL)
        if written != ALL and not self.masks.versions.leq(self.masks.before[self.ordinal], written):
            return self._renew("mixed", unit)
        return value

    def _load(self, op: Op) -> dict[int, Value]:
        """A scalar load of kernel arguments."""
        target, base, offset = op.operands[0].reg, op.operands[1].reg, op.operands[-1].value
        memory = op.desc.memory
        if target is None or base is None or memory is None or memory.element is not OperandType.B32:
            return {}
        if base.count != 2 or not isinstance(offset, int) or op.modifiers:
            return {}
        start = self.atoms.wide(self.read(base.first), self.read(base.first + 1))
        dwords = (self._argument(self.atoms.sum(64, ((start, 1),), offset + 4 * k)) for k in range(target.count))
        return {unit: form for unit, form in zip(target.units, dwords, strict=True) if form is not None}

    def _argument(self, address: LinearForm) -> LinearForm | None:
        """The dword of the kernel's arguments at an address."""
        first = self.entry.kernarg
        if first < 0:
            return None
        low, high = self.initial(first), self.initial(first + 1)
        offset = self.atoms.sum(64, ((address, 1), (self.atoms.wide(low, high), -1)))
        if offset.terms or offset.constant + 4 > self.entry.arguments:
            return None
        form = self.atoms.single(("argument", offset.constant), True)
        if offset.constant in self.entry.sizes:
            self.atoms.slices[form.terms[0][0]] = self.entry.sizes[offset.constant]
        return form

    # -- questions

    def look(self, state: AffineState, ordinal: int) -> None:
        """Makes :meth:`read` refer to the state before the instruction with that ordinal."""
        self.state, self.ordinal = state, ordinal

    def states(self, block: int) -> list[AffineState]:
        """The state before each instruction of a block, and after the last one."""
        return [state.copy() for state in self.over(block)]

    def over(self, block: int) -> Iterator[AffineState]:
        """The state before each instruction of a block and after the last one; one object that changes."""
        at = self.cfg.blocks[block]
        self.state = self._starts[block].copy()
        for k in at.ordinals:
            yield self.state
            self._step(k)
        yield self.state

    def incoming(self, block: int) -> list[AffineState]:
        """The states that arrive at a block."""
        return [self._ends[p] for p in self.cfg.blocks[block].preds if p in self._ends]
