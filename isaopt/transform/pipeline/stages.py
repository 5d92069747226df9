"""Assigns the instructions of a loop body to stages, so that several iterations can be in flight at a time.

The first stage computes which lanes run another iteration and issues the loads; each load whose address comes from
another one begins a further stage, and what needs the last results is the last one. Iterations may then run stage by
stage: all of them their first one, then all their second one. No stage of an iteration may therefore need what a later
stage of the one before it computes or stores: no order shortens a recurrence through a load.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from isaopt.analysis.flow.accesses import release_flag
from isaopt.analysis.flow.dependence import Kind, dependences
from isaopt.analysis.flow.register_access import is_cross_lane
from isaopt.ir.program import Op
from isaopt.isa.meaning import Space, Unit
from isaopt.isa.registers import NUM_VGPRS
from isaopt.solve.order import Sequencing
from isaopt.solve.stalls import stall_cycles
from isaopt.target.arch import Arch
from isaopt.target.counters import counters_emptied, counters_left, is_wait
from isaopt.target.depctr import depctr_counts
from isaopt.transform.base import LoopRefused
from isaopt.transform.pipeline.ahead import LANES
from isaopt.transform.reorder.sequencing import is_load
from isaopt.transform.tasks import task_of

_ORS, _ANDS = frozenset({"s_or_b32", "s_or_b64"}), frozenset({"s_and_b32", "s_and_b64"})


@dataclass(frozen=True, slots=True)
class _Edge:
    """What an instruction of a body needs or must follow, renaming aside; ``carried``: from the iteration before;
    ``stages``: by how many stages."""

    before: int
    after: int
    kind: Kind
    carried: bool
    stages: int


@dataclass(frozen=True)
class StagedBody:
    """The ``body`` of a loop of one block up to the instructions at its end that disable lanes, ``switches``, which
    scalar ones may stand among; without its branch."""

    body: tuple[Op, ...]
    switches: tuple[Op, ...]

    @cached_property
    def stages(self) -> tuple[int, ...] | LoopRefused:
        """The stage of each instruction: the first possible one for loads, the last possible one for others, so that
        few values last from one stage to the next."""
        if refused := self._unsuitable():
            return refused
        if self._earliest({Kind.RAW}) is None:
            return LoopRefused("recurrence", "an iteration needs what the one before has loaded")
        earliest = self._earliest({Kind.RAW, Kind.ORDER})
        if earliest is None:
            return LoopRefused("memory-order", "its loads must follow accesses of the iteration before")
        told, last = self._told(), max(earliest)
        if any(earliest[k] for k in told):
            return LoopRefused("exit", "the loaded values decide which lanes run another iteration")
        if not last:
            return LoopRefused("no-gain", "an iteration does not use what it loads")
        pinned = told | {k for k, op in enumerate(self.body) if loads_global(op)}
        stages = [earliest[k] if k in pinned else last for k in range(len(self.body))]
        changed = True
        while changed:
            changed = False
            for edge in self._edges:
                most = stages[edge.after] - edge.stages
                if edge.before not in pinned and most < stages[edge.before]:
                    stages[edge.before], changed = most, True
        following = 0
        for k in reversed(range(len(stages))):
            following = stages[k] = following if depctr_counts(self.body[k]) else stages[k]
        return tuple(stages)

    def _unsuitable(self) -> LoopRefused | None:
        """Why its iterations cannot run beside each other at all."""
        if not any(map(loads_global, self.body)):
            return LoopRefused("no-gain", "it has no loads from global memory")
        events = {counter for op in self.body if not is_wait(op) for counter in op.desc.counters}
        for op in self.body:
            left, emptied = counters_left(op).keys(), counters_emptied(op)
            met = left if release_flag(op) else left | emptied or events
            if is_wait(op) and not events.isdisjoint(met):
                return LoopRefused("memory-order", f"'{op.mnemonic}' orders accesses of an iteration")
            if not is_wait(op) and not depctr_counts(op) and not _is_by_lane(op):
                return LoopRefused("dependence", f"'{op.mnemonic}' may do something in an iteration that has no lane")
        return None

    def _told(self) -> frozenset[int]:
        """The instructions that compute the operands of the switches."""
        wanted = {u for op in self.switches for u in op.read} - LANES
        found = set()
        for k in reversed(range(len(self.body))):
            if not wanted.isdisjoint(self.body[k].written):
                found.add(k)
                wanted.difference_update(self.body[k].written)
        return frozenset(found)

    @cached_property
    def _edges(self) -> tuple[_Edge, ...]:
        # What a wait for the ALUs guards against says nothing of the order of others.
        places = [k for k, op in enumerate(self.body) if not depctr_counts(op)]
        found = dependences([self.body[k] for k in (*places, *places)])
        return tuple(
            _Edge(
                places[d.before],
                places[d.after % len(places)],
                d.kind,
                d.after >= len(places),
                int(d.kind is Kind.RAW and loads_global(self.body[places[d.before]])),
            )
            for d in found
            if d.before < len(places) and d.kind in (Kind.RAW, Kind.ORDER)
        )

    def _earliest(self, kinds: Collection[Kind]) -> list[int] | None:
        """The first possible stage of each instruction; None if there is none."""
        found = [0] * len(self.body)
        most, changed = sum(map(loads_global, self.body)), True
        while changed:
            changed = False
            for edge in self._edges:
                least = found[edge.before] + edge.stages
                if edge.kind in kinds and least > found[edge.after]:
                    found[edge.after], changed = least, True
                    if least > most:
                        return None
        return found

    @cached_property
    def lasting_scalars(self) -> frozenset[int]:
        """The scalars that an iteration without lanes leaves as they are: masks that gain only lanes that run it."""
        held: dict[int, str] = {}

        def empty(op: Op, operand: int) -> bool:
            reg = op.operands[operand].reg
            return reg is not None and all(u in LANES or held.get(u) == "empty" for u in reg.units)

        def same(op: Op, operand: int) -> bool:
            reg = op.operands[operand].reg
            return (
                reg is not None and reg == op.operands[0].reg and all(held.get(u, "same") == "same" for u in reg.units)
            )

        for op in (*self.body, *self.switches):
            kind = "other"
            anded, ored = op.operation in _ANDS, op.operation in _ORS
            none = [n for n in (1, 2) if (anded or ored) and empty(op, n)]
            if op.desc.compares_lanes or (anded and none) or (ored and len(none) == 2):
                kind = "empty"
            elif ored and any(same(op, 3 - n) for n in none):
                kind = "same"
            held.update(dict.fromkeys(op.written, kind))
        return frozenset(u for u, kind in held.items() if kind == "same")

    def crosses(self, live: int) -> bool:
        """Whether a scalar is needed in another stage than the one that computes it, so that iterations would need one
        each; ``live``: the units that are live at the end of an iteration, as bits."""
        assert not isinstance(self.stages, LoopRefused)
        ops = [*zip(self.stages, self.body, strict=True), *((0, op) for op in self.switches)]
        for unit in {u for _, op in ops for u in op.written if u >= NUM_VGPRS} - LANES:
            spans: list[set[int]] = [set()]
            for stage, op in ops:
                if unit in op.read:
                    spans[-1].add(stage)
                if unit in op.written:
                    spans.append({stage})
            # What it holds at the end is what the next iteration begins with.
            if len(set[int]().union(*spans) if live >> unit & 1 else max(spans, key=len)) > 1:
                return True
        return False

    def bounds(self, arch: Arch, wave_size: int) -> tuple[int, int]:
        """The cycles that a wave needs for an iteration at least, however iterations overlap: to issue it, and from an
        iteration to the next one by what that needs of it."""
        tasks = [task_of(op, arch, wave_size) for op in self.body]
        longest = 0
        for start in {edge.after for edge in self._edges if edge.carried and edge.kind is Kind.RAW}:
            at = {start: 0}
            for edge in self._edges:  # in order of what they lead to
                if not edge.carried and edge.kind is Kind.RAW and edge.before in at:
                    at[edge.after] = max(at.get(edge.after, 0), at[edge.before] + tasks[edge.before].latency)
            ends = (e.before for e in self._edges if e.carried and e.kind is Kind.RAW and e.after == start)
            longest = max([longest, *(at[end] + tasks[end].latency for end in ends if end in at)])
        return sum(task.busy if task.valu else 1 for task in tasks) + len(self.switches) + 1, longest


def cycles(ops: tuple[Op, ...], arch: Arch, wave_size: int) -> int:
    """The cycles of a wave that runs these instructions alone."""
    tasks = tuple(task_of(op, arch, wave_size) for op in ops)
    edges = tuple((d.before, d.after, d.kind is Kind.RAW) for d in dependences(ops))
    problem = Sequencing(tasks, edges, (), arch.valu_to_memory_cycles)
    return len(ops) + stall_cycles(problem, range(len(ops)))


def loads_global(op: Op) -> bool:
    """Whether an op loads whole registers from global memory."""
    memory = op.desc.memory
    whole = memory is not None and memory.space is Space.GLOBAL and not op.desc.partial
    return whole and is_load(op) and op.desc.unit is Unit.VMEM


def _is_by_lane(op: Op) -> bool:
    """Whether an instruction does nothing where EXEC has no lane, but for what it writes to scalars."""
    if op.flag("sideeffects") or is_cross_lane(op) or not LANES.isdisjoint(op.written):
        return False
    vector = {Unit.VALU, Unit.TRANS, Unit.SALU, Unit.VMEM, Unit.LDS}
    return all(half.desc.unit in vector and not half.flag("branch") for half in op.halves)
