"""The pass ``spread``: spreads vector memory loads in small groups over the arithmetic of their block, instead of all
at its start.

A run of loads fills the queues of the memory system and stalls the wave until they drain; a few loads at a time, each
group after some ALU work, do not. What computes an address moves down with its load. The last group stays far enough
ahead of the first use of any result; waits stand where results are used, mostly before they are stored to LDS.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from msgspec import Meta

from isaopt.analysis.flow.liveness import code_of
from isaopt.asm.line import read_op
from isaopt.asm.printer import new_instruction
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Kernel, Module
from isaopt.rebuild.delays import unit_of
from isaopt.solve.order import arranged, pressure
from isaopt.solve.stalls import timing
from isaopt.transform.base import PartsPass, PassResult
from isaopt.transform.reorder.rearrange import Proposal, Rearrangement, RegisterLimit, RegisterRoom
from isaopt.transform.reorder.sequencing import View, is_load, is_vector_memory, without_memory

#: Fewer ALU instructions than this between two groups are not worth draining for.
_LEAST_WORK = 8
#: Runs of at least this many ALU instructions get priority, if requested.
_DENSE = 16
#: The offset of an address computation before its load, as a sort key: less than one instruction, however long the
#: chain.
_STEP = 2.0**-10


@dataclass(frozen=True, slots=True)
class Spread(PartsPass):
    """``group``: how many loads stay together; ``setprio``: raise the wave's priority in dense runs of ALU work;
    ``without``: lines of blocks to leave unchanged."""

    name: ClassVar[str] = "spread"
    summary: ClassVar[str] = "spread vector memory loads in small groups over the work of their block"

    group: Annotated[int, Meta(ge=1)] = 2
    setprio: bool = False

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with its loads spread, or unchanged."""
        work = Rearrangement(module, kernel, self)
        policy = Spreading(self.group)
        finish = _with_priority if self.setprio else None
        done = work.run(policy, finish)
        if done.module is None:
            return work.unchanged(done)
        notes = tuple(policy.notes[b] for b in done.blocks)
        return PassResult(done.module, True, None, notes, (), done.declined, work.parts(done))


class Spreading:
    """Moves loads down, a few at a time."""

    def __init__(self, group: int) -> None:
        self.group = max(group, 1)
        self.notes: dict[int, str] = {}

    def propose(self, view: View, limit: RegisterLimit) -> Proposal:
        """The present order with its vector memory loads apart; None if they are few or their results are needed
        soon."""
        loads = [k for k, op in enumerate(view.ops) if is_load(op) and is_vector_memory(op)]
        if len(loads) <= self.group:
            return Proposal(None)
        present = range(len(view.ops))
        time = timing(without_memory(view.problem), present).issue
        places, declined = self.places(view, loads, time)
        if not places:
            return Proposal(None, tuple(declined))
        order = arranged(view.problem, _keys(view, places))
        if order == list(present):
            return Proposal(None, tuple(declined))
        room = RegisterRoom(limit, pressure(view.problem, present))
        if not room.holds(pressure(view.problem, order)):
            reasons = ((k, "register-limit", "the registers of its address are needed earlier") for k in places)
            return Proposal(None, (*declined, *reasons))
        before, after = timing(view.problem, present).waited, timing(view.problem, order).waited
        if any(after.get(k, 0) > before.get(k, 0) for k in loads):
            reasons = ((k, "latency", "its result would be waited for longer") for k in places)
            return Proposal(None, (*declined, *reasons))
        groups = len(set(places.values()))
        self.notes[view.block.index] = f"{len(places)} loads in {groups} groups"
        return Proposal(order, tuple(declined))

    def places(
        self, view: View, loads: Sequence[int], time: Sequence[int]
    ) -> tuple[dict[int, float], list[tuple[int, str, str]]]:
        """The instruction before which each load goes, and the loads that stay."""
        due = dict.fromkeys(loads, len(view.ops) - 1)
        # Loads keep their order, so one is due when those after it are.
        for before, after, _ in sorted(view.problem.edges, key=lambda edge: -edge[0]):
            if before in due:
                due[before] = min(due[before], due.get(after, after))
        declined = []
        free = []
        for k in loads:
            slack = time[due[k]] - view.problem.tasks[k].latency - time[k]
            if slack > 0:
                free.append(k)
            else:
                why = f"{view.ops[due[k]].mnemonic} needs it or comes after it in less than its latency"
                declined.append((k, "no-stretch", why))
        if len(free) <= self.group:
            return {}, declined
        last = min(time[due[k]] - view.problem.tasks[k].latency for k in free)
        work = [k for k in range(free[0], len(view.ops)) if view.problem.tasks[k].valu and time[k] < last]
        own = _addresses(view, free)
        work = [k for k in work if k not in own]
        groups = -(-len(free) // self.group)
        if len(work) < _LEAST_WORK * groups:
            why = f"{len(work)} ALU instructions do not suffice for {groups} groups"
            return {}, [*declined, *((k, "no-stretch", why) for k in free)]
        places: dict[int, float] = {}
        for at, k in enumerate(free):
            place = work[at // self.group * len(work) // groups] - 0.5
            places[k] = max(place, float(k))
        return places, declined


def _addresses(view: View, loads: Sequence[int]) -> set[int]:
    """ALU instructions whose results only these loads need, and what only those need."""
    users: dict[int, set[int]] = {}
    for before, after, result in view.problem.edges:
        if result:
            users.setdefault(before, set()).add(after)
    lasting = {k for value in view.problem.values if value.live_out for k in value.writers}
    found = set(loads)
    for k in reversed(range(len(view.ops))):
        op = view.ops[k]
        light = op.pair is None and unit_of(op) == "valu" and not op.flag("sideeffects")
        if light and k in users and users[k] <= found and k not in lasting:
            found.add(k)
    return found - set(loads)


def _keys(view: View, places: dict[int, float]) -> list[float]:
    keys = [float(k) for k in range(len(view.ops))]
    for k, place in places.items():
        keys[k] = place
    needed: dict[int, list[int]] = {}
    for before, after, result in view.problem.edges:
        if result:
            needed.setdefault(before, []).append(after)
    for k in sorted(_addresses(view, list(places)), reverse=True):
        # Before all loads at that place: an ALU instruction between two loads would drain once more.
        keys[k] = max(keys[k], min(keys[user] for user in needed[k]) - _STEP)
    return keys


def _with_priority(module: Module, kernel: Kernel, blocks: Sequence[range]) -> Module:
    """The kernel with raised priority in dense runs of ALU work in these blocks, given as ordinals."""
    cfg, ops = code_of(module, kernel)
    changes: dict[tuple[int, int], Sequence[Item]] = {}

    def put(k: int, level: int) -> None:
        op = read_op(f"s_setprio {level}", module.arch, kernel.wave_size)
        index = cfg.order[k]
        changes[index, index] = [new_instruction(op, module.items[index].line)]

    for span in blocks:
        start = span.start
        for k in span:
            dense = unit_of(ops[k]) in ("valu", "trans")
            if not dense:
                if k - start >= _DENSE:
                    put(start, 1)
                    put(k, 0)
                start = k + 1
    return spliced(module, changes)
