"""The two kernels side by side: from cut point to cut point, until what holds at each no longer changes.

A cut point is a pair of blocks.  From it both kernels run to their next branch that is not decided, join or end; there
they must agree: on the condition (or its opposite), on memory, on what was ordered.  Branches whose condition is
known on the path are followed, and a join that only one kernel has is run through, so blocks may be merged,
split, duplicated or unrolled by a constant without any hint.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, field

from isaopt.ir.program import Kernel, Module
from isaopt.ir.registers import SCC, VCC_LO
from isaopt.proof.arrival import early_touches
from isaopt.proof.execute import execute
from isaopt.proof.explain import explain_memory, explain_terms, suspected_effects
from isaopt.proof.flow import Flow, build_flow
from isaopt.proof.machine import GLOBAL, LDS, SCRATCH, STATE_NAMES, SYSTEM, Run, Side, Sync, World
from isaopt.proof.relation import Join
from isaopt.proof.state import State, entry_state, instruction, mask_units, units_of
from isaopt.proof.terms import FALSE, TRUE
from isaopt.proof.types import CannotProve, Difference

Pair = tuple[int, int]
_MAX_VISITS = 60
_MAX_STEPS = 400_000
_MAX_PAIRS = 4000


@dataclass(frozen=True, slots=True)
class Program:
    """One kernel, ready to be run."""

    module: Module
    kernel: Kernel
    flow: Flow
    early: Mapping[int, frozenset[int]]

    @staticmethod
    def of(module: Module, kernel: Kernel) -> Program:
        flow = build_flow(module, kernel)
        return Program(module, kernel, flow, early_touches(module, flow))


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a run stopped: ``end``, ``join`` (before block ``target``) or ``if``."""

    kind: str
    line: int
    target: int = -1
    other: int = -1
    condition: int = TRUE


@dataclass(slots=True)
class Segment:
    """What running from a cut point gave."""

    edges: dict[tuple[Pair, int], State] = field(default_factory=dict)
    difference: Difference | None = None


class Walk:
    """Proves two kernels equal, or finds where they are not shown to be."""

    def __init__(self, world: World, programs: tuple[Program, Program], shared: bool = False) -> None:
        self.world, self.programs, self.shared = world, programs, shared
        self.pairs: dict[Pair, int] = {}
        self.segments: dict[Pair, Segment] = {}
        self._entering: dict[Pair, dict[tuple[Pair, int], State]] = {}
        self._states: dict[Pair, State] = {}
        self._visits: dict[Pair, int] = {}
        self._steps = 0
        #: Terms that would have to be equal for the difference that was found to go away.
        self.suspects: list[tuple[int, int]] = []
        a = programs[0]
        self._masks = mask_units(a.module, a.kernel)

    # -- fixed point

    def run(self) -> None:
        """Iterate until nothing changes; results are in ``segments``."""
        units = {i: units_of(p.module, p.kernel) for i, p in enumerate(self.programs)}
        start = entry_state(self.world, self.programs[0].module, self.programs[0].kernel, units, self.shared)
        entry = (0, 0)
        self._number(entry)
        self._entering[entry] = {((-1, -1), 0): start}
        todo = [entry]
        while todo:
            pair = heapq.heappop(todo)
            if not self._update(pair):
                continue
            self._visits[pair] = self._visits.get(pair, 0) + 1
            if self._visits[pair] > _MAX_VISITS:
                raise CannotProve("what holds at a block did not settle", self.programs[0].flow.blocks[pair[0]].line)
            segment = self._segment(pair)
            old = self.segments.get(pair)
            self.segments[pair] = segment
            if segment.difference is not None:
                return  # what holds is only ever weakened, so the difference would stay
            for key in old.edges.keys() - segment.edges.keys() if old is not None else ():
                self._entering[key[0]].pop((pair, key[1]), None)
                self._push(todo, key[0])
            for (target, way), state in segment.edges.items():
                self._number(target)
                self._entering.setdefault(target, {})[pair, way] = state
                self._push(todo, target)

    def _push(self, todo: list[Pair], pair: Pair) -> None:
        if pair not in todo:
            heapq.heappush(todo, pair)

    def _number(self, pair: Pair) -> None:
        if pair not in self.pairs:
            if len(self.pairs) >= _MAX_PAIRS:
                raise CannotProve("the kernels meet in too many combinations of blocks")
            self.pairs[pair] = len(self.pairs)

    def _update(self, pair: Pair) -> bool:
        """Join what enters; whether that changed."""
        ways = [state for _, state in sorted(self._entering[pair].items())]
        if not ways:
            self._states.pop(pair, None)
            self.segments.pop(pair, None)
            return False
        known = self._states.get(pair)
        state = ways[0]
        if len(ways) > 1:
            state = Join(self.world, self.pairs[pair], ways, self._masks, known, self._visits.get(pair, 0)).result()
        if known is not None and state.same(known):
            return False
        self._states[pair] = state
        return True

    # -- one segment

    def _segment(self, pair: Pair) -> Segment:
        state = self._states[pair]
        runs = tuple(Run(self.world, side.copy(), state.care, state.nonempty) for side in state.sides)
        stops = [self._advance(runs[i], i, pair[i]) for i in (0, 1)]
        while stops[0].kind != stops[1].kind and "join" in (stops[0].kind, stops[1].kind):
            mover = 0 if stops[0].kind == "join" else 1
            stops[mover] = self._advance(runs[mover], mover, stops[mover].target)
        segment = Segment()
        a, b = stops
        segment.difference = self._compare(runs, state, a, b)
        if segment.difference is not None or a.kind == "end":
            return segment
        if a.kind == "join":
            self._leave(segment, (a.target, b.target), 0, runs, TRUE)
            return segment
        same = a.condition == b.condition or (a.condition, b.condition) in self.world.equal_facts
        targets = (b.target, b.other) if same else (b.other, b.target)
        self._leave(segment, (a.target, targets[0]), 1, runs, a.condition)
        self._leave(segment, (a.other, targets[1]), 2, runs, self.world.decisions.not_(a.condition))
        return segment

    def _leave(self, segment: Segment, pair: Pair, way: int, runs: tuple[Run, ...], condition: int) -> None:
        """An edge, with what the branch tells along it."""
        d, t = self.world.decisions, self.world.terms
        care = d.and_(runs[0].care, condition)
        nonempty = runs[0].nonempty
        if t.op[condition] == "ite":
            atom, high, low = t.args[condition]
            if t.op[atom] == "zero" and {high, low} == {TRUE, FALSE}:
                word = t.args[atom][0]
                lanes = self.world.masks.lanes(word)
                if high == TRUE:
                    care = d.and_(care, d.not_(lanes))
                else:
                    nonempty |= {lanes}
        if care != FALSE:
            sides = (runs[0].side.copy(), runs[1].side.copy())
            segment.edges[pair, way] = State(sides, care, nonempty)

    def _advance(self, run: Run, number: int, block_number: int) -> Stop:
        """Run from the start of a block to a stop."""
        program = self.programs[number]
        blocks, module = program.flow.blocks, program.module
        while True:
            block = blocks[block_number]
            try:
                for position, index in enumerate(block.body):
                    self._steps += 1
                    execute(run, module, index, program.early.get(index, frozenset()))
                    self._check_tail(program, block_number, position)
            except CannotProve as error:
                raise CannotProve(error.message, error.line or run.line, number) from None
            if self._steps > _MAX_STEPS:
                raise CannotProve("the kernels are too long, or a loop does not end", run.line, number)
            out = block.exit
            line = instruction(module, block.last).line if block.last >= 0 else block.line
            if out.kind == "end":
                return Stop("end", line)
            if out.kind == "off":
                raise CannotProve("control can run past the end of the kernel", line, number)
            target = out.target
            if out.kind == "if":
                run.line, run.early = line, program.early.get(block.last, frozenset())
                condition = self._condition(run, out.mask)
                if not out.sense:
                    condition = self.world.decisions.not_(condition)
                condition = self.world.decisions.constrain(condition, run.care)
                if condition not in (TRUE, FALSE):
                    return Stop("if", line, out.target, out.fallthrough, condition)
                target = out.target if condition == TRUE else out.fallthrough
            if target in program.flow.joins:
                return Stop("join", line, target)
            block_number = target

    def _check_tail(self, program: Program, block_number: int, position: int) -> None:
        """Nothing but the end may follow the message that gives the registers back."""
        block = program.flow.blocks[block_number]
        item = instruction(program.module, block.body[position])
        if "DEALLOC_VGPRS" not in item.text:
            return
        rest = [instruction(program.module, i).op.mnemonic for i in block.body[position + 1 :]]
        if block.exit.kind != "end" or any(name != "s_nop" for name in rest):
            raise CannotProve("something follows the message that gives the VGPRs back", item.line)

    def _condition(self, run: Run, mask: str) -> int:
        if mask == "scc":
            return run.scalar(SCC)
        return run.any_lane(run.mask_at(VCC_LO) if mask == "vcc" else run.exec_word())

    # -- what must agree

    def _compare(self, runs: tuple[Run, ...], state: State, a: Stop, b: Stop) -> Difference | None:
        ra, rb = runs
        spaces = (LDS, GLOBAL, SYSTEM) if a.kind == "end" else (LDS, GLOBAL, SCRATCH, SYSTEM)
        for space in spaces:
            if ra.regs[space] != rb.regs[space]:
                self.suspects = suspected_effects(ra.side, rb.side)
                return explain_memory(self.world, STATE_NAMES[space], ra.side, rb.side, space)
        difference = self._compare_syncs(ra.side, rb.side) or self._compare_loads(ra.side, rb.side)
        if difference is not None:
            return difference
        if a.kind != b.kind:
            return Difference(f"A comes to {_KINDS[a.kind]}, B to {_KINDS[b.kind]}", a.line, b.line)
        opposite = self.world.decisions.not_(b.condition) if a.kind == "if" else TRUE
        if a.kind == "if" and not any(
            a.condition == c or (a.condition, c) in self.world.equal_facts for c in (b.condition, opposite)
        ):
            self.suspects = [(a.condition, b.condition), (a.condition, opposite)]
            return explain_terms(
                self.world, "the branches depend on different conditions", a.line, b.line, a.condition, b.condition
            )
        return None

    def _compare_syncs(self, a: Side, b: Side) -> Difference | None:
        for mine, other in zip(a.syncs, b.syncs, strict=False):
            if mine.text != other.text:
                return Difference(f"'{mine.text}' in A, '{other.text}' in B", mine.line, other.line)
            extra = self._outstanding(other) - self._outstanding(mine)
            if extra:
                t = self.world.terms
                return Difference(
                    f"an access may be outstanding at '{other.text}' in B that A has waited for",
                    mine.line,
                    other.line,
                    "",
                    t.show(min(extra)),
                )
        if len(a.syncs) != len(b.syncs):
            return Difference(f"{len(a.syncs)} synchronising instructions in A, {len(b.syncs)} in B")
        return None

    def _outstanding(self, sync: Sync) -> frozenset[int]:
        return frozenset(k for k in sync.outstanding if self.world.terms.op[k] != "no_event")

    def _compare_loads(self, a: Side, b: Side) -> Difference | None:
        """B must not read where A does not: such a load could fault."""
        known = {e.term for e in a.loads}
        for effect in b.loads:
            if effect.term not in known:
                theirs = {e.term for e in b.loads}
                self.suspects = [(e.term, effect.term) for e in a.loads if e.term not in theirs][:8]
                return Difference(
                    "B reads memory where A does not", 0, effect.line, "", self.world.terms.show(effect.term)
                )
        return None


_KINDS = {"end": "its end", "if": "a branch", "join": "a join"}
