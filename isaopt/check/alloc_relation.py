"""Which original VGPR equals which rewritten VGPR, lane by lane: the state of the checker's data flow and its steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from isaopt.check._flow import Edge
from isaopt.check.alloc_masks import LAUNCHED, Masks
from isaopt.check.alloc_types import WHOLE_WAVE, Accesses
from isaopt.ir.program import Op
from isaopt.isa.registers import EXEC_LO, NUM_VGPRS, unit_name


@dataclass(slots=True)
class State:
    """What holds before an instruction, for one arbitrary lane.

    ``possible``: a mask diagram that is true of the lane's mask bits.  ``undefined[u]``: of the lanes in which the
    original never wrote ``u`` and never read it.  ``equal[u][w]``: of the lanes in which ``u`` of the original and
    ``w`` of the rewritten kernel hold the same value.  ``sources[w]``: the ``u`` with an entry ``equal[u][w]``.
    Diagrams imply ``possible``; ``equal[u]`` excludes ``undefined[u]``.  ``nonempty``: masks known to have a lane.
    """

    possible: int
    undefined: list[int]
    equal: list[dict[int, int]]
    sources: list[set[int]]
    nonempty: frozenset[int]

    def copy(self) -> State:
        return State(
            self.possible,
            self.undefined.copy(),
            [d.copy() for d in self.equal],
            [s.copy() for s in self.sources],
            self.nonempty,
        )

    def same(self, other: State) -> bool:
        return (
            self.possible == other.possible
            and self.nonempty == other.nonempty
            and self.undefined == other.undefined
            and self.equal == other.equal
        )


class Relation:
    """The transfer functions over :class:`State` for one kernel."""

    def __init__(self, masks: Masks) -> None:
        self.masks = masks
        self.bdd = masks.bdd
        #: Set once it is proved that lanes which the launch left inactive never become active.
        self.dormant = False

    def entry(self) -> State:
        """Kernel entry: launched lanes are active, v0 is the work-item id, no other VGPR is defined (AMDGPUUsage)."""
        bdd = self.bdd
        launched = bdd.not_(bdd.xor(self.masks.function(LAUNCHED), self.masks.function(EXEC_LO)))
        equal: list[dict[int, int]] = [{} for _ in range(NUM_VGPRS)]
        sources: list[set[int]] = [set() for _ in range(NUM_VGPRS)]
        # Lanes beyond the end of a partial workgroup get no work-item id: their v0 is as undefined as the rest.
        equal[0][0] = bdd.and_(launched, self.masks.function(LAUNCHED))
        sources[0].add(0)
        unset = bdd.minus(launched, equal[0][0])
        return State(launched, [unset, *[launched] * (NUM_VGPRS - 1)], equal, sources, frozenset({EXEC_LO, LAUNCHED}))

    def _set(self, state: State, old: int, new: int, lanes: int) -> None:
        if lanes:
            state.equal[old][new] = lanes
            state.sources[new].add(old)
        elif new in state.equal[old]:
            del state.equal[old][new]
            state.sources[new].discard(old)

    # -- instructions

    def _read(self, state: State, old: int, new: int, lanes: int) -> bool:
        """Whether the two are equal in ``lanes``; an undefined original takes the value that the other reads."""
        bdd = self.bdd
        held = state.equal[old].get(new, 0)
        chosen = bdd.and_(lanes, state.undefined[old])
        if chosen:
            held = bdd.or_(held, chosen)
            self._set(state, old, new, held)
            state.undefined[old] = bdd.minus(state.undefined[old], chosen)
        return bdd.minus(lanes, held) == 0

    def _write(self, state: State, old: int, new: int, lanes: int) -> None:
        bdd = self.bdd
        state.undefined[old] = bdd.minus(state.undefined[old], lanes)
        for other in [w for w in state.equal[old] if w != new]:
            self._set(state, old, other, bdd.minus(state.equal[old][other], lanes))
        for other in [u for u in state.sources[new] if u != old]:
            self._set(state, other, new, bdd.minus(state.equal[other][new], lanes))
        self._set(state, old, new, bdd.or_(state.equal[old].get(new, 0), lanes))

    def _write_some(self, state: State, old: int, new: int, surely: int) -> None:
        """A write of unknown lanes, ``surely`` among them: ``(old, new)`` survives in a lane, written or not."""
        bdd = self.bdd
        kept = bdd.or_(state.equal[old].get(new, 0), state.undefined[old])
        state.undefined[old] = 0
        for other in list(state.equal[old]):
            self._set(state, old, other, 0)
        for other in list(state.sources[new]):
            self._set(state, other, new, 0)
        self._set(state, old, new, bdd.or_(kept, surely))

    def stays_dormant(self, state: State, op: Op, regs: Accesses) -> bool:
        """Whether lanes that were not launched are inactive here, and the instruction does not write past EXEC.

        A matrix instruction needs every lane active (RDNA3 ISA guide, WMMA): if one runs, all were launched.
        """
        past_exec = regs.lane_unknown and not op.mnemonic.startswith(WHOLE_WAVE)
        return not past_exec and self.bdd.minus(self._active(state), self.masks.function(LAUNCHED)) == 0

    def _everywhere(self, state: State) -> int:
        """The lanes that a cross-lane read may reach and whose value the original defines."""
        if not self.dormant:
            return state.possible
        return self.bdd.and_(state.possible, self.masks.function(LAUNCHED))

    def _active(self, state: State) -> int:
        return self.bdd.and_(state.possible, self.masks.function(EXEC_LO))

    def _has_lane(self, state: State, key: int) -> bool:
        if key in state.nonempty:
            return True
        launched = self.bdd.and_(state.possible, self.masks.function(LAUNCHED))
        return self.bdd.minus(launched, self.masks.function(key)) == 0

    def step(self, state: State, op: Op, regs: Accesses) -> list[str]:
        """Executes one instruction pair on the state; returns what its reads violate."""
        problems: list[str] = []
        if regs.reads or regs.writes:
            active = self._active(state)
            for old, new in regs.reads:
                lanes = self._everywhere(state) if regs.cross_lane else active
                if regs.first_lane and self._has_lane(state, EXEC_LO):
                    lanes = active
                if not self._read(state, old, new, lanes):
                    problems.append(self._describe(state, old, new, lanes))
            for old, new in regs.kept:
                if not self._read(state, old, new, active):
                    problems.append(self._describe(state, old, new, active))
            for old, new in regs.writes:
                if regs.lane_unknown:
                    self._write_some(state, old, new, 0 if op.mnemonic.startswith("v_writelane") else active)
                else:
                    self._write(state, old, new, active)
        self._assign_masks(state, op)
        return problems

    def _describe(self, state: State, old: int, new: int, lanes: int) -> str:
        where = "any lane" if self.bdd.and_(lanes, state.equal[old].get(new, 0)) == 0 else "every lane that is read"
        return f"reads {unit_name(new)} for the original's {unit_name(old)}; they are not proved equal in {where}"

    # -- masks

    def _assign_masks(self, state: State, op: Op) -> None:
        effects = self.masks.effects(op)
        if not effects:
            return
        for key, values in effects:
            self._assign(state, key, values)
        written = {key for key, _ in effects}
        state.nonempty = frozenset(
            (state.nonempty - written) | {key for key in self._still_nonempty(state, op) if self.masks.followed(key)}
        )

    def _still_nonempty(self, state: State, op: Op) -> set[int]:
        """Masks that the instruction leaves with a lane, by what it copies or widens."""
        name = op.mnemonic
        if not name.endswith(self.masks.suffix):
            return set()
        keys = [o.reg.first if o.reg is not None else None for o in op.operands]
        if name.startswith("s_mov_b") and len(keys) == 2 and keys[0] is not None and keys[1] in state.nonempty:
            return {keys[0]}
        if name.startswith("s_or_b") and keys[0] is not None and not state.nonempty.isdisjoint(keys[1:]):
            return {keys[0]}
        if "_saveexec" in name and keys[0] is not None and EXEC_LO in state.nonempty:
            return {keys[0], EXEC_LO} if name.startswith("s_or_saveexec") else {keys[0]}
        return set()

    def _image(self, lanes: int, var: int, values: tuple[int, ...]) -> int:
        """Lanes after the variable took one of ``values``."""
        bdd = self.bdd
        result = 0
        literal = bdd.variable(var)
        for value in values:
            for bit in (False, True):
                now = bdd.cofactor(lanes, var, bit)
                new = bdd.not_(bdd.xor(literal, bdd.cofactor(value, var, bit)))
                result = bdd.or_(result, bdd.and_(now, new))
        return result

    def _assign(self, state: State, key: int, values: tuple[int, ...]) -> None:
        bdd, var = self.bdd, self.masks.index(key)
        before = state.possible
        after = self._image(before, var, values)
        memo: dict[int, int] = {0: 0, before: after}

        def surely(lanes: int) -> int:
            # What holds in `lanes` still holds where no bit pattern outside `lanes` can have led.
            if lanes not in memo:
                memo[lanes] = bdd.minus(after, self._image(bdd.minus(before, lanes), var, values))
            return memo[lanes]

        self._map(state, after, surely)

    def _map(self, state: State, possible: int, change: Callable[[int], int]) -> None:
        state.possible = possible
        for old in range(NUM_VGPRS):
            held = state.equal[old]
            before = state.undefined[old]
            state.undefined[old] = undefined = change(before)
            for new in list(held):
                # Together first: a lane may hold by either of the two, and which one must not cost it the fact.
                both = change(self.bdd.or_(held[new], before))
                self._set(state, old, new, self.bdd.minus(both, undefined))

    # -- control flow

    def along(self, state: State, edge: Edge) -> State | None:
        """The state that an edge carries, or None if no lane could be in it."""
        if edge.fact is None or not self.masks.followed(edge.mask):
            return state.copy()
        out = state.copy()
        if edge.fact == "nonzero":
            out.nonempty |= {edge.mask}
            return out
        possible = self.bdd.minus(state.possible, self.masks.function(edge.mask))
        if not possible:
            return None
        self._map(out, possible, lambda lanes: self.bdd.and_(lanes, possible))
        out.nonempty -= {edge.mask}
        return out

    def join(self, a: State, b: State) -> State:
        """What holds whichever of the two the kernel came from."""
        bdd = self.bdd
        possible = bdd.or_(a.possible, b.possible)
        memo: dict[tuple[int, int], int] = {}

        def both(x: int, y: int) -> int:
            if (x, y) not in memo:
                outside = bdd.or_(bdd.minus(a.possible, x), bdd.minus(b.possible, y))
                memo[x, y] = bdd.minus(possible, outside)
            return memo[x, y]

        out = State(
            possible,
            [both(x, y) for x, y in zip(a.undefined, b.undefined, strict=True)],
            [{} for _ in range(NUM_VGPRS)],
            [set() for _ in range(NUM_VGPRS)],
            a.nonempty & b.nonempty,
        )
        for old in range(NUM_VGPRS):
            ea, eb = a.equal[old], b.equal[old]
            ua, ub = a.undefined[old], b.undefined[old]
            for new in {**ea, **eb}:
                held = both(bdd.or_(ea.get(new, 0), ua), bdd.or_(eb.get(new, 0), ub))
                self._set(out, old, new, bdd.minus(held, out.undefined[old]))
        return out
