"""EXEC versions: which mask of lanes is active at each instruction, and which masks provably contain which.

Every VGPR write is predicated by EXEC (AMD RDNA3 ISA guide, "EXEC mask"), so liveness needs to know, for two points,
whether the lanes of one are a subset of the lanes of the other.  Each instruction that changes EXEC, and each join at
which different masks meet, creates a *version*, named like a value in SSA form: it is only ever referred to at points
that its creation dominates, so it denotes its latest dynamic instance.  ``parent`` is a version that provably contains
it.

Scalar registers are followed symbolically (:class:`Mask`), so that the ``saveexec`` patterns of compilers restore the
version that they saved.  Anything that is not recognised becomes a fresh version without provable parent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.lane_sets import ALL, EMPTY, ENTRY, UNKNOWN, LaneVersions, Mask, MaskAlgebra
from isaopt.ir.kept import kept, kept_in_op
from isaopt.ir.program import Kernel, Module, Op, Operand
from isaopt.isa.meaning import Lanes
from isaopt.isa.registers import EXEC_HI, EXEC_LO, SGPR_BASE, VCC_HI, VCC_LO, is_vgpr

_MAX_ROUNDS = 200
_WIDTHS = (32, 64)
#: The effect on EXEC of the instructions that combine it with a mask and store the old one in a register.
_SAVES = {f"s_{form}_saveexec_b{n}": form for form in ("and", "or", "xor", "and_not1", "and_not0") for n in _WIDTHS}
#: The same for those that store the new one there.
_WRITES = {f"s_{form}_wrexec_b{n}": form for form in ("and_not1", "and_not0") for n in _WIDTHS}
_SCALARS = {f"s_{form}_b{n}": form for form in ("mov", "and", "or", "xor", "and_not1", "cselect") for n in _WIDTHS}


@dataclass(frozen=True, slots=True)
class ExecMasks:
    """EXEC at every instruction of a kernel.

    ``before[k]`` is the version at the instruction of ordinal ``k``; ``created[k]`` the version that it creates, if
    any; ``joins`` maps a block to the version made at its start; ``at_end[b]`` is the version at a block's end.
    ``cross_lane`` is the version that stands for the lanes a cross-lane reader may look at.
    """

    versions: LaneVersions
    before: tuple[int, ...]
    created: tuple[int | None, ...]
    joins: dict[int, int]
    at_end: tuple[int, ...]
    cross_lane: int


@dataclass(slots=True)
class _ExecState:
    exec: int
    masks: dict[int, Mask]


@kept
def exec_masks(module: Module, kernel: Kernel, cfg: CFG) -> ExecMasks:
    """Find the EXEC versions of a kernel (optimistic fixpoint; falls back to knowing nothing if there is none)."""
    ops = [instruction.op for _, instruction in module.instructions(kernel)]
    joins: set[int] = {b.index for b in cfg.blocks if b.index not in cfg.reachable}
    for _ in range(len(cfg.blocks) + 2):
        walk = _MaskWalk(ops, cfg, kernel.wave_size, joins)
        if not walk.run():
            break
        if walk.wanted_joins <= joins:
            return walk.result()
        joins |= walk.wanted_joins
    walk = _MaskWalk(
        ops, cfg, kernel.wave_size, {b.index for b in cfg.blocks if b.index != 0 or b.preds}, pessimistic=True
    )
    walk.run()
    return walk.result()


@kept_in_op
def _scalars_written(op: Op) -> tuple[int, ...]:
    return tuple(u for u in op.written if not is_vgpr(u))


class _MaskWalk:
    """One fixpoint over the blocks with a given set of join blocks."""

    def __init__(self, ops: list[Op], cfg: CFG, wave: int, joins: set[int], pessimistic: bool = False) -> None:
        self.ops, self.cfg, self.joins, self.pessimistic = ops, cfg, joins, pessimistic
        self.width = wave // 32
        self.versions = LaneVersions()
        self.algebra = MaskAlgebra(self.versions)
        self.wanted_joins: set[int] = set()
        self.out: dict[int, _ExecState] = {}
        self.before = [ENTRY] * len(ops)
        self.created: list[int | None] = [None] * len(ops)
        self.scalar_defs = [_scalars_written(op) for op in ops]
        self.future_execs = frozenset(self._future_execs())

    def run(self) -> bool:
        """Iterate until nothing changes; False if there is no fixpoint."""
        for _ in range(_MAX_ROUNDS):
            changed = False
            for b in self.cfg.reverse_post_order:
                state = self.enter(b)
                block = self.cfg.blocks[b]
                for k in block.ordinals:
                    changed |= self.before[k] != state.exec
                    self.before[k] = state.exec
                    if self.scalar_defs[k]:
                        changed |= self.step(k, state)
                if self.out.get(b) != state:
                    self.out[b] = state
                    changed = True
            if not changed:
                return True
        return False

    def declare(self, version: int, parent: int, block: int) -> bool:
        changed = self.versions.parent.get(version) != parent
        self.versions.parent[version] = parent
        self.versions.site[version] = block
        if changed:
            self.versions._minus.clear()
        return changed

    def in_scope(self, version: int, block: int) -> bool:
        """Whether the version's creation dominates the start of the block."""
        site = self.versions.site[version]
        return site == -1 or self.cfg.strictly_dominates(site, block)

    def lift(self, version: int, block: int) -> int:
        while not self.in_scope(version, block):
            version = self.versions.parent[version]
        return version

    def enter(self, b: int) -> _ExecState:
        if b not in self.cfg.reachable or (self.pessimistic and b in self.joins):
            phi = self.versions.intern("join", b)
            self.declare(phi, ALL, b)
            return _ExecState(phi, {})
        live = self.cfg.reachable
        incoming = [self.out[p] for p in self.cfg.blocks[b].preds if p in self.out and p in live]
        if b == 0:
            incoming.append(_ExecState(ENTRY, {}))
        execs = {s.exec for s in incoming}
        if b not in self.joins and len(execs) == 1 and self.in_scope(incoming[0].exec, b):
            return self.meet(incoming, b, None)
        self.wanted_joins.add(b)
        phi = self.versions.intern("join", b)
        parent = -1
        for e in execs:
            outer = self.lift(e, b)
            parent = outer if parent == -1 else self.versions.common(parent, outer)
        self.declare(phi, parent, b)
        # Several ways out of a branch may lead here with the same lanes: those that did not take it.
        rests = {self.versions.complement.get(e) for e in execs}
        rest = rests.pop() if len(rests) == 1 else None
        if rest is not None and all(self.in_scope(v, b) for v in rest):
            self.versions.complement[phi] = rest
        else:
            self.versions.complement.pop(phi, None)
        return self.meet(incoming, b, phi)

    def meet(self, incoming: list[_ExecState], b: int, phi: int | None) -> _ExecState:
        keys = set(incoming[0].masks).intersection(*(s.masks for s in incoming))
        masks: dict[int, Mask] = {}
        for key in keys:
            value = self.join_values([(self.at_entry(s.masks[key], s.exec, b, phi), s.exec) for s in incoming], phi)
            if value != UNKNOWN:
                masks[key] = value
        return _ExecState(incoming[0].exec if phi is None else phi, masks)

    def at_entry(self, m: Mask, at: int, b: int, phi: int | None) -> Mask:
        """A predecessor's value expressed in the versions visible in block ``b``; ``at`` is EXEC on that edge."""
        if m.kind == "empty":
            return m
        if m.kind == "co" and m.b == at and phi is not None and self.in_scope(m.a, b):
            return Mask("co", m.a, phi)
        if self.in_scope(m.a, b) and (m.kind in ("is", "sub") or self.in_scope(m.b, b)):
            return m
        return Mask("sub", self.lift(m.a, b))

    def join_values(self, values: list[tuple[Mask, int]], phi: int | None) -> Mask:
        distinct = {m for m, _ in values}
        if len(distinct) == 1:
            return distinct.pop()
        cos = [m for m in distinct if m.kind == "co"]
        if phi is not None and len(cos) == 1:
            target = cos[0]
            # An empty register covers version a together with EXEC on an edge where EXEC is a itself.
            if target.b == phi and all(m == target or (m.kind == "empty" and at == target.a) for m, at in values):
                return target
        bound = -1
        for m in distinct:
            if m.kind != "empty":
                bound = m.a if bound == -1 else self.versions.common(bound, m.a)
        return Mask("sub", bound)

    def value(self, operand: Operand, state: _ExecState) -> Mask:
        reg = operand.reg
        if reg is not None:
            if reg.count != self.width:
                return UNKNOWN
            if reg.first == EXEC_LO:
                return Mask("is", state.exec)
            return state.masks.get(reg.first, UNKNOWN)
        if operand.value == 0 and isinstance(operand.value, int):
            return EMPTY
        if operand.value == -1 or (self.width == 1 and operand.value == 0xFFFFFFFF):
            return Mask("is", ALL)
        return UNKNOWN

    def step(self, k: int, state: _ExecState) -> bool:
        """Transfer of an instruction that writes scalar registers; whether a version changed."""
        op, defs = self.ops[k], self.scalar_defs[k]
        writes_exec = EXEC_LO in defs or EXEC_HI in defs
        result: Mask | None = None
        saved: int | None = None
        if not self.pessimistic:
            result = self.exec_form(op, state) or self.scalar_form(op, state)
            saved = self.destination(op) if op.operation in _SAVES else None
        lane_compare = op.desc.compares_lanes and not op.modifiers
        old = state.exec
        for u in defs:
            state.masks.pop(u, None)
            if self.width == 2:
                state.masks.pop(u - 1, None)
        if saved is not None:
            state.masks[saved] = Mask("is", old)
        if writes_exec:
            if result is None:
                narrows = op.desc.compares_lanes and "exec" in op.desc.implicit_defs and not self.pessimistic
                result = Mask("sub", old) if narrows else UNKNOWN
            if op.operation in _WRITES and (d := self.destination(op)) is not None:
                changed = self.set_exec(k, result, state)
                state.masks[d] = Mask("is", state.exec)
                return changed
            return self.set_exec(k, result, state)
        if lane_compare and not self.pessimistic:
            dest = self.compare_destination(defs)
            if dest is not None:
                state.masks[dest] = Mask("sub", old)
        elif result is not None and (dest := self.destination(op)) is not None:
            if k in self.future_execs and result.kind == "sub":
                return self.name_set(k, result, dest, state)
            if result != UNKNOWN:
                state.masks[dest] = result
        return False

    def name_set(self, k: int, m: Mask, dest: int, state: _ExecState) -> bool:
        """Make a version of a set that becomes EXEC later: what is worked out from it in between is known by it."""
        n = self.versions.intern("at", k)
        changed = self.declare(n, m.a, self.cfg.block_of[k]) | (self.created[k] != n)
        self.created[k] = n
        state.masks[dest] = Mask("is", n)
        return changed

    def _future_execs(self) -> Iterator[int]:
        """The instructions whose scalar result ``s_mov`` makes EXEC later in the same block."""
        for block in self.cfg.blocks:
            written: dict[int, int] = {}
            for k in block.ordinals:
                op = self.ops[k]
                reg = op.operands[1].reg if _SCALARS.get(op.operation) == "mov" and EXEC_LO in op.defs else None
                if reg is not None and reg.count == self.width and reg.first in written:
                    yield written[reg.first]
                written.update((u, k) for u in self.scalar_defs[k])

    def compare_destination(self, defs: tuple[int, ...]) -> int | None:
        units = [u for u in defs if SGPR_BASE <= u <= VCC_HI]
        if self.width == 1:
            units = [u for u in units if u != VCC_HI or VCC_LO not in units]
        return min(units) if len(units) == self.width else None

    def destination(self, op: Op) -> int | None:
        reg = op.operands[0].reg if op.operands else None
        return reg.first if reg is not None and reg.count == self.width else None

    def exec_form(self, op: Op, state: _ExecState) -> Mask | None:
        """EXEC after ``s_*_saveexec`` and ``s_*_wrexec`` (RDNA3 ISA guide, SOP1 opcodes)."""
        form = _SAVES.get(op.operation) or _WRITES.get(op.operation)
        if form is None or self.destination(op) is None:
            return None
        x, e, alg = self.value(op.operands[1], state), Mask("is", state.exec), self.algebra
        match form:
            case "and":
                return alg.and_(e, x)
            case "or":
                return alg.or_(e, x)
            case "xor":
                return alg.xor(e, x)
            case "and_not1":  # S0 & ~EXEC
                return alg.andn(x, e)
            case "and_not0":  # ~S0 & EXEC
                return alg.andn(e, x)
        return None

    def scalar_form(self, op: Op, state: _ExecState) -> Mask | None:
        """The value that a plain scalar instruction writes to its first operand."""
        form = _SCALARS.get(op.operation)
        if form is None or self.destination(op) is None:
            return None
        args = [self.value(o, state) for o in op.operands[1:]]
        alg = self.algebra
        match form, args:
            case "mov", [x]:
                return x
            case "and", [x, y]:
                return alg.and_(x, y)
            case "or", [x, y]:
                return alg.or_(x, y)
            case "xor", [x, y]:
                return alg.xor(x, y)
            case "and_not1", [x, y]:
                return alg.andn(x, y)
            case "cselect", [x, y]:
                return Mask("sub", self.versions.common(x.a, y.a))
        return None

    def set_exec(self, k: int, m: Mask, state: _ExecState) -> bool:
        """Make ``m`` the current EXEC: an existing version if it is one, else the version that belongs to this
        instruction."""
        old = state.exec
        if m.kind == "is":
            changed = self.created[k] is not None
            self.created[k] = None
            state.exec = m.a
            return changed
        n = self.versions.intern("at", k)
        parent = old if m.kind == "empty" else m.a
        if m.kind == "rest":
            changed = self.versions.complement.get(n) != (m.a, m.b)
            self.versions.complement[n] = (m.a, m.b)
        else:
            changed = self.versions.complement.pop(n, None) is not None
        changed |= self.declare(n, parent, self.cfg.block_of[k])
        changed |= self.created[k] != n
        self.created[k] = n
        state.exec = n
        if _SCALARS.get(self.ops[k].operation) == "and_not1":
            self.note_left_lanes(k, old, n, state)
        return changed

    def note_left_lanes(self, k: int, old: int, n: int, state: _ExecState) -> None:
        """After ``exec = exec & ~s``: ``s`` and the new EXEC together cover what ``s`` and the old one covered."""
        _, kept, gone = self.ops[k].operands
        if kept.reg is None or kept.reg.first != EXEC_LO or gone.reg is None or gone.reg.count != self.width:
            return
        s = state.masks.get(gone.reg.first, UNKNOWN)
        if s.kind == "co" and s.b == old:
            state.masks[gone.reg.first] = Mask("co", s.a, n)
        elif s.kind == "sub" and self.versions.leq(s.a, old):
            state.masks[gone.reg.first] = Mask("co", old, n)

    def result(self) -> ExecMasks:
        at_end = tuple(self.out[b.index].exec for b in self.cfg.blocks)
        live = [self.cfg.blocks[b] for b in self.cfg.reachable]
        used = {self.before[k] for b in live for k in b.ordinals}
        used |= {at_end[b.index] for b in live}
        wide = any(not self.versions.leq(v, ENTRY) for v in used)
        wide |= any(op.desc.lanes is Lanes.WRITES_LANE for op in self.ops)
        joins = {
            b: self.versions.intern("join", b)
            for b in sorted(self.joins)
            if ("join", b, 0) in self.versions._ids and self.before_first(b) == self.versions.intern("join", b)
        }
        return ExecMasks(self.versions, tuple(self.before), tuple(self.created), joins, at_end, ALL if wide else ENTRY)

    def before_first(self, b: int) -> int:
        return self.before[self.cfg.blocks[b].first]
