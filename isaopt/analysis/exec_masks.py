"""EXEC versions: which mask of lanes is active at each instruction, and which masks provably contain which.

Every VGPR write is predicated by EXEC (AMD RDNA3 ISA guide, "EXEC mask"; isa-facts 0.1), so liveness needs to know,
for two points,
whether the lanes of one are a subset of the lanes of the other.  Each instruction that changes EXEC, and each join at
which different masks meet, creates a *version*, named like a value in SSA form: it is only ever referred to at points
that
its creation dominates, so it denotes its latest dynamic instance.  ``parent`` is a version that provably contains it.

Scalar registers are followed symbolically (:class:`Mask`), so that the ``saveexec`` patterns of compilers restore the
version that they saved.  Anything that is not recognised becomes a fresh version without provable parent.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from isaopt.analysis.cfg import CFG
from isaopt.ir.program import Instruction, Kernel, Module, Op, Operand
from isaopt.ir.registers import EXEC_HI, EXEC_LO, NUM_VGPRS, SGPR_BASE, VCC_HI, VCC_LO

ALL = 0
"""Every lane of the wave, active at entry or not."""
ENTRY = 1
"""The lanes that are active when the kernel starts."""

_MAX_ROUNDS = 200


@dataclass(slots=True)
class Versions:
    """The versions of one kernel, and *rests* ``p & ~c`` of two versions, which liveness uses as further sets of lanes.

    Ids are small integers.  ``parent`` and ``site`` (the block of creation) exist for versions only; ``complement[r]
    = (p, c)`` says that
    version ``r`` is exactly ``p & ~c``; ``rests[r] = (p, c)`` that id ``r`` is the pure set ``p & ~c``.
    """

    parent: dict[int, int] = field(default_factory=dict)
    site: dict[int, int] = field(default_factory=dict)
    complement: dict[int, tuple[int, int]] = field(default_factory=dict)
    rests: dict[int, tuple[int, int]] = field(default_factory=dict)
    _ids: dict[tuple[str, int, int], int] = field(default_factory=dict)
    _minus: dict[tuple[int, int], int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.parent = {ALL: -1, ENTRY: ALL}
        self.site = {ALL: -1, ENTRY: -1}

    def intern(self, kind: str, a: int, b: int = 0) -> int:
        """The id of the version or rest of that key, made on first use."""
        return self._ids.setdefault((kind, a, b), len(self._ids) + 2)

    def leq(self, a: int, b: int) -> bool:
        """Whether version ``a`` is provably a subset of (or the same as) version ``b``."""
        while a != -1:
            if a == b:
                return True
            a = self.parent[a]
        return False

    def common(self, a: int, b: int) -> int:
        """The nearest version that provably contains both."""
        while not self.leq(b, a):
            a = self.parent[a]
        return a

    def rest(self, p: int, c: int) -> int | None:
        """The id for lanes ``p & ~c`` where ``c`` is within ``p``: a known complement version, a rest, or None if
        empty."""
        if p == c:
            return None
        known = self.complement.get(c)
        if known is not None and known[0] == p:
            return known[1]
        r = self.intern("rest", p, c)
        self.rests[r] = (p, c)
        return r

    def minus(self, w: int, d: int) -> int | None:
        """A set that contains every lane of ``w`` outside version ``d``: None if provably empty, ``w`` itself if
        nothing is provable."""
        key = (w, d)
        if key not in self._minus:
            self._minus[key] = self._compute_minus(w, d)
        return self._minus[key]

    def _compute_minus(self, w: int, d: int) -> int | None:
        pair = self.rests.get(w)
        if pair is None:
            if self.leq(w, d):
                return None
            return self.rest(w, d) if self.leq(d, w) else w
        p, c = pair
        if self.leq(p, d):
            return None
        known = self.complement.get(d)
        if known is not None and self.leq(p, known[0]) and self.leq(known[1], c):
            return None
        if self.leq(c, d) and self.leq(d, p):
            return self.rest(p, d)
        return w

    def before_creation(self, w: int, n: int) -> tuple[int, ...]:
        """Sets that exist before version ``n`` is created and together contain the lanes of ``w``."""
        q = self.parent[n]
        comp = self.complement.get(n)
        if w == n:
            if comp is not None:
                r = self.rest(*comp)
                return () if r is None else (r,) if r != n else (q,)
            return (q,)
        pair = self.rests.get(w)
        if pair is None or n not in pair:
            return (w,)
        p, c = pair
        if c != n or not self.leq(q, p):
            return (p if p != n else q,)
        outer = self.rest(p, q)
        inner = comp[1] if comp is not None and comp[0] == q else q
        return (inner,) if outer is None else (outer, inner)

    def before_join(self, w: int, phi: int, incoming: int) -> tuple[int, ...]:
        """As :meth:`before_creation`, for the join version ``phi`` that takes the value of ``incoming`` on this
        edge."""
        if w == phi:
            return (incoming,)
        pair = self.rests.get(w)
        if pair is None or phi not in pair:
            return (w,)
        p, c = pair
        if c != phi:
            return (incoming,)
        if self.leq(p, incoming):
            return ()
        if self.leq(incoming, p):
            r = self.rest(p, incoming)
            return () if r is None else (r,)
        return (p,)


@dataclass(frozen=True, slots=True)
class Mask:
    """What is known of a scalar register (pair) as a set of lanes.

    ``kind`` is ``is`` (exactly version ``a``), ``rest`` (exactly ``a & ~b``), ``sub`` (some subset of ``a``), ``co``
    (a subset of ``a`` that
    together with version ``b`` covers ``a``: the lanes that have left a divergent loop) or ``empty``.
    """

    kind: str
    a: int = ALL
    b: int = ALL


EMPTY = Mask("empty")
UNKNOWN = Mask("sub", ALL)


class MaskAlgebra:
    """Boolean operations on :class:`Mask` values, exact where provable, else the smallest version known to contain
    the result."""

    def __init__(self, versions: Versions) -> None:
        self.v = versions

    def exactly_rest(self, p: int, c: int) -> Mask:
        known = self.v.complement.get(c)
        if p == c:
            return EMPTY
        return Mask("is", known[1]) if known is not None and known[0] == p else Mask("rest", p, c)

    def as_rest(self, m: Mask) -> tuple[int, int] | None:
        """(p, c) if the mask is exactly ``p & ~c``."""
        if m.kind == "rest":
            return m.a, m.b
        return self.v.complement.get(m.a) if m.kind == "is" else None

    def leq(self, x: Mask, y: Mask) -> bool:
        """Whether ``x`` is provably a subset of ``y``."""
        if x.kind == "empty":
            return True
        if y.kind == "is" and self.v.leq(x.a, y.a):
            return True
        rx, ry = self.as_rest(x), self.as_rest(y)
        return rx is not None and ry is not None and self.v.leq(rx[0], ry[0]) and self.v.leq(ry[1], rx[1])

    def disjoint(self, x: Mask, y: Mask) -> bool:
        """Whether no lane is in both, provably."""
        if "empty" in (x.kind, y.kind):
            return True
        rx, ry = self.as_rest(x), self.as_rest(y)
        return (rx is not None and self.v.leq(y.a, rx[1])) or (ry is not None and self.v.leq(x.a, ry[1]))

    def and_(self, x: Mask, y: Mask) -> Mask:
        if self.leq(x, y):
            return x
        if self.leq(y, x):
            return y
        if self.disjoint(x, y):
            return EMPTY
        return Mask("sub", y.a if self.v.leq(y.a, x.a) else x.a)

    def or_(self, x: Mask, y: Mask) -> Mask:
        if self.leq(x, y):
            return y
        if self.leq(y, x):
            return x
        for s, t in ((x, y), (y, x)):
            pair = self.as_rest(s)
            if pair is not None and t.kind == "is" and self.v.leq(pair[1], t.a) and self.v.leq(t.a, pair[0]):
                return Mask("is", pair[0])
            if s.kind == "co":
                if t.kind == "is" and self.v.leq(s.b, t.a) and self.v.leq(t.a, s.a):
                    return Mask("is", s.a)
                if self.v.leq(t.a, s.a):
                    return s
        return Mask("sub", self.v.common(x.a, y.a))

    def andn(self, x: Mask, y: Mask) -> Mask:
        """``x & ~y``."""
        if self.leq(x, y):
            return EMPTY
        if self.disjoint(x, y):
            return x
        if x.kind == "is" and y.kind == "is" and self.v.leq(y.a, x.a):
            return self.exactly_rest(x.a, y.a)
        pair = self.as_rest(y)
        if x.kind == "is" and pair is not None and x.a == pair[0]:
            return Mask("is", pair[1])
        return Mask("sub", x.a)

    def xor(self, x: Mask, y: Mask) -> Mask:
        if self.leq(y, x):
            return self.andn(x, y)
        if self.leq(x, y):
            return self.andn(y, x)
        return self.or_(x, y) if self.disjoint(x, y) else Mask("sub", self.v.common(x.a, y.a))


@dataclass(frozen=True, slots=True)
class ExecMasks:
    """EXEC at every instruction of a kernel.

    ``before[k]`` is the version at the instruction of ordinal ``k``; ``created[k]`` the version that it creates, if
    any; ``joins`` maps
    a block to the version made at its start; ``at_end[b]`` is the version at a block's end.  ``cross_lane`` is the
    version that stands
    for the lanes a cross-lane reader may look at.
    """

    versions: Versions
    before: tuple[int, ...]
    created: tuple[int | None, ...]
    joins: dict[int, int]
    at_end: tuple[int, ...]
    cross_lane: int


@dataclass(slots=True)
class _State:
    exec: int
    masks: dict[int, Mask]

    def copy(self) -> _State:
        return _State(self.exec, dict(self.masks))


def exec_masks(module: Module, kernel: Kernel, cfg: CFG) -> ExecMasks:
    """Find the EXEC versions of a kernel (optimistic fixpoint; falls back to knowing nothing if it does not settle)."""
    ops: list[Op] = []
    for i in cfg.order:
        item = module.items[i]
        assert isinstance(item, Instruction)
        ops.append(item.op)
    joins: set[int] = {b.index for b in cfg.blocks if b.index not in cfg.reachable}
    for _ in range(len(cfg.blocks) + 2):
        walk = _Walk(ops, cfg, kernel.wave_size, joins)
        if not walk.run():
            break
        if walk.wanted_joins <= joins:
            return walk.result()
        joins |= walk.wanted_joins
    walk = _Walk(ops, cfg, kernel.wave_size, {b.index for b in cfg.blocks if b.index != 0 or b.preds}, pessimistic=True)
    walk.run()
    return walk.result()


class _Walk:
    """One fixpoint over the blocks with a given set of join blocks."""

    def __init__(self, ops: list[Op], cfg: CFG, wave: int, joins: set[int], pessimistic: bool = False) -> None:
        self.ops, self.cfg, self.joins, self.pessimistic = ops, cfg, joins, pessimistic
        self.width = wave // 32
        self.suffix = "_b32" if wave == 32 else "_b64"
        self.versions = Versions()
        self.algebra = MaskAlgebra(self.versions)
        self.wanted_joins: set[int] = set()
        self.out: dict[int, _State] = {}
        self.before = [ENTRY] * len(ops)
        self.created: list[int | None] = [None] * len(ops)
        self.scalar_defs = [tuple(u for u in op.defs + op.implicit_defs if u >= NUM_VGPRS) for op in ops]

    def run(self) -> bool:
        """Iterate until nothing changes; False if it did not settle."""
        for _ in range(_MAX_ROUNDS):
            changed = False
            for b in self.cfg.reverse_post_order:
                state = self.enter(b)
                block = self.cfg.blocks[b]
                for k in range(block.first, block.first + len(block.instructions)):
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

    def enter(self, b: int) -> _State:
        if b not in self.cfg.reachable or (self.pessimistic and b in self.joins):
            phi = self.versions.intern("join", b)
            self.declare(phi, ALL, b)
            return _State(phi, {})
        live = self.cfg.reachable
        incoming = [self.out[p] for p in self.cfg.blocks[b].preds if p in self.out and p in live]
        if b == 0:
            incoming.append(_State(ENTRY, {}))
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
        return self.meet(incoming, b, phi)

    def meet(self, incoming: list[_State], b: int, phi: int | None) -> _State:
        keys = set(incoming[0].masks).intersection(*(s.masks for s in incoming))
        masks: dict[int, Mask] = {}
        for key in keys:
            value = self.join_values([(self.at_entry(s.masks[key], s.exec, b, phi), s.exec) for s in incoming], b, phi)
            if value != UNKNOWN:
                masks[key] = value
        return _State(incoming[0].exec if phi is None else phi, masks)

    def at_entry(self, m: Mask, at: int, b: int, phi: int | None) -> Mask:
        """A predecessor's value in terms of what is in scope in block ``b``; ``at`` is EXEC on that edge."""
        if m.kind == "empty":
            return m
        if m.kind == "co" and m.b == at and phi is not None and self.in_scope(m.a, b):
            return Mask("co", m.a, phi)
        if self.in_scope(m.a, b) and (m.kind in ("is", "sub") or self.in_scope(m.b, b)):
            return m
        return Mask("sub", self.lift(m.a, b))

    def join_values(self, values: list[tuple[Mask, int]], b: int, phi: int | None) -> Mask:
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

    def value(self, operand: Operand, state: _State) -> Mask:
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

    def step(self, k: int, state: _State) -> bool:
        """Transfer of an instruction that writes scalar registers; whether a version changed."""
        op, defs = self.ops[k], self.scalar_defs[k]
        writes_exec = EXEC_LO in defs or EXEC_HI in defs
        name = op.mnemonic.removesuffix("_e32").removesuffix("_e64")
        result: Mask | None = None
        saved: int | None = None
        if name.endswith(self.suffix) and not self.pessimistic:
            base = name.removesuffix(self.suffix)
            if base.endswith(("_saveexec", "_wrexec")):
                result = self.exec_form(base, op, state)
                if base.endswith("_saveexec"):
                    saved = self.destination(op)
            else:
                result = self.scalar_form(base, op, state)
        lane_compare = name.startswith("v_cmp") and not op.modifiers and "dpp" not in op.mnemonic
        old = state.exec
        for u in defs:
            state.masks.pop(u, None)
            if self.width == 2:
                state.masks.pop(u - 1, None)
        if saved is not None:
            state.masks[saved] = Mask("is", old)
        if writes_exec:
            if result is None:
                result = Mask("sub", old) if name.startswith("v_cmpx") and not self.pessimistic else UNKNOWN
            if base_is_wrexec(name) and (d := self.destination(op)) is not None:
                changed = self.set_exec(k, result, state)
                state.masks[d] = Mask("is", state.exec)
                return changed
            return self.set_exec(k, result, state)
        if lane_compare and not self.pessimistic:
            dest = self.compare_destination(defs)
            if dest is not None:
                state.masks[dest] = Mask("sub", old)
        elif result is not None and result != UNKNOWN and (dest := self.destination(op)) is not None:
            state.masks[dest] = result
        return False

    def compare_destination(self, defs: tuple[int, ...]) -> int | None:
        units = [u for u in defs if SGPR_BASE <= u <= VCC_HI]
        if self.width == 1:
            units = [u for u in units if u != VCC_HI or VCC_LO not in units]
        return min(units) if len(units) == self.width else None

    def destination(self, op: Op) -> int | None:
        reg = op.operands[0].reg if op.operands else None
        return reg.first if reg is not None and reg.count == self.width else None

    def exec_form(self, base: str, op: Op, state: _State) -> Mask | None:
        """EXEC after ``s_*_saveexec`` and ``s_*_wrexec`` (RDNA3 ISA guide, SOP1 opcodes)."""
        if len(op.operands) != 2 or self.destination(op) is None:
            return None
        x, e, alg = self.value(op.operands[1], state), Mask("is", state.exec), self.algebra
        match base.removesuffix("_saveexec").removesuffix("_wrexec"):
            case "s_and":
                return alg.and_(e, x)
            case "s_or":
                return alg.or_(e, x)
            case "s_xor":
                return alg.xor(e, x)
            case "s_and_not1" | "s_andn2":  # S0 & ~EXEC
                return alg.andn(x, e)
            case "s_and_not0" | "s_andn1":  # ~S0 & EXEC
                return alg.andn(e, x)
        return None

    def scalar_form(self, base: str, op: Op, state: _State) -> Mask | None:
        """The value that a plain scalar instruction writes to its first operand."""
        if self.destination(op) is None:
            return None
        args = [self.value(o, state) for o in op.operands[1:]]
        alg = self.algebra
        match base, args:
            case "s_mov", [x]:
                return x
            case "s_and", [x, y]:
                return alg.and_(x, y)
            case "s_or", [x, y]:
                return alg.or_(x, y)
            case "s_xor", [x, y]:
                return alg.xor(x, y)
            case (("s_and_not1" | "s_andn2"), [x, y]):
                return alg.andn(x, y)
            case "s_cselect", [x, y]:
                return Mask("sub", self.versions.common(x.a, y.a))
        return None

    def set_exec(self, k: int, m: Mask, state: _State) -> bool:
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
        if self.ops[k].mnemonic.startswith(("s_and_not1", "s_andn2")) and len(self.ops[k].operands) == 3:
            self.note_left_lanes(k, old, n, state)
        return changed

    def note_left_lanes(self, k: int, old: int, n: int, state: _State) -> None:
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
        used = {self.before[k] for b in live for k in range(b.first, b.first + len(b.instructions))}
        used |= {at_end[b.index] for b in live}
        wide = any(not self.versions.leq(v, ENTRY) for v in used)
        wide |= any("v_writelane" in op.mnemonic for op in self.ops)
        joins = {
            b: self.versions.intern("join", b)
            for b in sorted(self.joins)
            if ("join", b, 0) in self.versions._ids and self.before_first(b) == self.versions.intern("join", b)
        }
        return ExecMasks(self.versions, tuple(self.before), tuple(self.created), joins, at_end, ALL if wide else ENTRY)

    def before_first(self, b: int) -> int:
        return self.before[self.cfg.blocks[b].first]


def base_is_wrexec(name: str) -> bool:
    """``s_and_not0_wrexec`` and kin also copy the new EXEC to their destination."""
    return "_wrexec_" in name
