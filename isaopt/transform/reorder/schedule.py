"""The pass ``schedule``: hoists loads to hide their latency, within the registers that the occupancy leaves.

ALU instructions keep their order, so that dual pairs still find their operands in the operand caches; except matrix
instructions: those that depend on one another get others between them. Each load moves up, with what computes its
address, until its result is there when it is needed. It never crosses what it depends on, a barrier, or a store that
may alias it, and never leaves its block. Waits, clauses and delays are placed anew, so each wait stands where its
result is used.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from typing import ClassVar

import numpy as np

from isaopt.analysis.flow.accesses import is_full_fence, is_memory_fence
from isaopt.graphs import descendants
from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Kernel, Module, Op
from isaopt.rebuild.delays import unit_of
from isaopt.solve.order import ANY_BANK, arranged, pressure, spans
from isaopt.solve.stalls import spaced, stall_cycles, timing
from isaopt.target.reads import is_matrix
from isaopt.transform.base import PartsPass, PassResult, SolverAnswer
from isaopt.transform.reorder.filling import filled
from isaopt.transform.reorder.gathering import gathered
from isaopt.transform.reorder.rearrange import Proposal, Rearrangement, RegisterLimit, RegisterRoom, held_by
from isaopt.transform.reorder.sequencing import View, as_ordered, is_load, is_vector_memory, without_memory
from isaopt.transform.reorder.settling import settled

#: How far ahead loads are issued, as multiples of the idle latency, the most first: the LDS takes 44 to 80 cycles
#: instead of 31 when eight waves load from it (``machine.json``, ``memory_latency``).
_LEADS = (2.0, 1.0)
#: Loads whose preferred places are this close are issued together: memory instructions wait for the ALU to drain. Which
#: distance is best depends on the block and its registers, so each is tried.
_TOGETHER = (64, 32, 16, 0)
#: The most ALU instructions that move up with a load because it needs them.
_SLICE = 6
#: A load that waits fewer cycles than this is not listed as declined.
_WORTH_SAYING = 4


@dataclass(frozen=True, slots=True)
class Schedule(PartsPass):
    """``without``: lines of blocks to leave unchanged."""

    name: ClassVar[str] = "schedule"
    summary: ClassVar[str] = "issue loads early enough for their latency, and wait as late as possible"

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with its loads hoisted, or unchanged."""
        work = Rearrangement(module, kernel, self)
        done = work.run(Hoisting())
        value, bound = float(done.after), float(done.bound)
        status = "optimal" if done.after <= done.bound else "feasible"
        answer = SolverAnswer(status, value, bound, (("cycles that a wave waits", value, bound, status),))
        if done.module is None:
            return replace(work.unchanged(done), solver=answer)
        note = f"{len(done.blocks)} blocks reordered: a single wave waits {done.after} cycles instead of {done.before}"
        return PassResult(done.module, True, answer, (note,), (), done.declined, work.parts(done))


class Hoisting:
    """Hoists loads to hide their latency, and spreads matrix instructions so that none waits."""

    def propose(self, view: View, limit: RegisterLimit) -> Proposal:
        """The present order with loads hoisted and matrix instructions apart; None if no cycle is gained."""
        present = list(range(len(view.ops)))
        least, most = view.waits, stall_cycles(view.cold, present)
        bound = view.least_waits
        loads = [k for k, op in enumerate(view.ops) if is_load(op)]
        order, best = present, _ScheduleSearch(view, present, loads, limit)
        tried = {tuple(present)}
        for base in (present, *_apart(view, limit)) if least > bound else ():
            search = best
            if base is not present:
                search = _ScheduleSearch(as_ordered(view, base), base, sorted(base.index(k) for k in loads), limit)
            for together in _TOGETHER if loads else (0,):
                if least <= bound:
                    break
                trial = search.anew(together)
                found = [base[at] for at in trial.run()]
                if tuple(found) in tried:
                    continue
                tried.add(tuple(found))
                cycles = stall_cycles(view.problem, found)
                # The first wave may lose less than later ones, with warm caches, gain.
                if cycles < least and stall_cycles(view.cold, found) - most < least - cycles:
                    least, order, best = cycles, found, trial
        busy = settled(view, gathered(view, filled(view, order, limit), limit))
        # That the order is the present one tells below that nothing moved.
        order = order if busy == order else busy
        place = {k: at for at, k in enumerate(best.base)}
        declined = [(best.base[at], code, why) for at, code, why in best.declined([place[k] for k in order])]
        return Proposal(None if order is present else order, tuple(declined))


def _apart(view: View, limit: RegisterLimit) -> Iterator[list[int]]:
    """The block with its matrix instructions where they wait least, if there are registers for it.

    None crosses a barrier: what it waits for must have arrived on the same side of it.
    """
    matrix = [k for k, op in enumerate(view.ops) if is_matrix(op)]
    if len(matrix) < 2:
        return
    fences = [k for k, op in enumerate(view.ops) if is_memory_fence(op) or is_full_fence(op)]
    held = [(min(k, fence), max(k, fence), False) for k in matrix for fence in fences]
    problem = replace(view.problem, edges=(*view.problem.edges, *held))
    order = spaced(problem, set(matrix))
    if order != sorted(order):
        room = RegisterRoom(limit, pressure(view.problem, range(len(view.ops))))
        if room.holds(pressure(view.problem, order)):
            yield order


class _ScheduleSearch:
    """The loads of a block in the order ``base``, by which the view is numbered, before any is moved."""

    def __init__(self, view: View, base: Sequence[int], loads: Sequence[int], limit: RegisterLimit) -> None:
        self.view, self.problem, self.base, self.together = view, view.problem, base, 0
        self.present = range(len(view.ops))
        self.room = RegisterRoom(limit, pressure(self.problem, self.present))
        self.loads = list(loads)
        self.level = dict.fromkeys(loads, 0)
        self.first_use = dict.fromkeys(loads, -1)
        self.before: list[set[int]] = [set() for _ in view.ops]
        for before, after, result in self.problem.edges:
            self.before[after].add(before)
            if result and before in self.first_use:
                known = self.first_use[before]
                self.first_use[before] = after if known < 0 else min(known, after)
        self.time = timing(without_memory(self.problem), self.present).issue if loads else ()
        self.light = [_moves_along(op) for op in view.ops] if loads else []
        self.results: dict[int, list[int]] = {k: [] for k in loads}
        for number, value in enumerate(self.problem.values) if loads else ():
            for k in value.writers:
                if k in self.results:
                    self.results[k].append(number)
        self.reached: dict[tuple[int, float], float] = {}

    def anew(self, together: int) -> _ScheduleSearch:
        """The search from the start; loads whose preferred places are this close are issued ``together``."""
        other = copy(self)
        other.together, other.level = together, dict.fromkeys(self.loads, 0)
        return other

    def run(self) -> list[int]:
        """The order with every load as early as preferred, or later where registers are short."""
        while True:
            order = arranged(self.problem, self.keys())
            if not self.relieve(order):
                return order

    def keys(self) -> list[float]:
        keys = [float(k) for k in self.present]
        wanted = sorted((self.wanted(k), k) for k in self.loads if self.level[k] < len(_LEADS))
        leader = wanted[0][0] if wanted else 0.0
        for key, k in wanted:
            if key - leader > self.together:
                leader = key
            at = min(float(k), self.reachable(k, leader))
            if at < k:
                for member in self.slice_above(k, at):
                    # Before all loads at that place: an ALU instruction between two loads would drain once more.
                    keys[member] = min(keys[member], at if member in self.level else at - 0.25)
                # Loads at the same place are ordered by first use.
                keys[k] = at + self.first_use[k] / (4.0 * len(self.present))
        return keys

    def wanted(self, k: int) -> float:
        """The instruction before which the load must be issued for its result to arrive in time."""
        use = self.first_use[k]
        if use < 0:
            return float(k)
        # The latency of vector memory is that of a cache with few others queuing; ``spread`` relies on it as well.
        lead = 1.0 if is_vector_memory(self.view.ops[k]) else _LEADS[self.level[k]]
        due = self.time[use] - lead * self.view.cold.tasks[k].latency
        return min(float(k), bisect_left(self.time, due) - 0.5)

    def slice_above(self, k: int, at: float) -> set[int]:
        """The instructions that the load depends on among those that it should pass, without the load itself."""
        return descendants(k, lambda m: [before for before in self.before[m] if before > at])

    def reachable(self, k: int, at: float) -> float:
        """The earliest place from ``at`` on for the load, with a few ALU instructions moved along."""
        if (k, at) not in self.reached:
            self.reached[k, at] = self._reachable(k, at)
        return self.reached[k, at]

    def _reachable(self, k: int, at: float) -> float:
        # Its inputs precede it, so the nearest is found by walking up from one to the next.
        nearest, seen = [-before for before in self.before[k]], set(self.before[k])
        heapify(nearest)
        members = 0
        while nearest and -nearest[0] > at:
            m = -heappop(nearest)
            members += 1
            if members > _SLICE or not (self.light[m] or m in self.level):
                return m + 0.5
            for before in self.before[m] - seen:
                seen.add(before)
                heappush(nearest, -before)
        return at

    def relieve(self, order: Sequence[int]) -> bool:
        """Moves loads back where too many registers are occupied; returns whether there were any."""
        profiles = pressure(self.problem, order)
        if self.room.holds(profiles):
            return False
        self.room.decides()
        starts, ends = (places.tolist() for places in spans(self.problem, order))
        banks = [value.bank for value in self.problem.values]
        held = {k: [(starts[n], ends[n], banks[n]) for n in numbers] for k, numbers in self.results.items()}
        position = {k: at for at, k in enumerate(order)}
        moved = [k for k in self.loads if self.level[k] < len(_LEADS) and position[k] < k]
        # The load whose result is needed last is moved back first.
        moved.sort(key=lambda k: (-self.first_use[k], k))
        changed = False
        left = {bank: np.array(profile) for bank, profile in profiles.items()}
        for bank, profile in left.items():
            for at in np.flatnonzero(profile > self.room.most[bank]).tolist():
                while profile[at] > self.room.most[bank]:
                    k = next((k for k in moved if any(_holds(span, at, bank) for span in held[k])), -1)
                    if k < 0:
                        break
                    moved.remove(k)
                    self.level[k] += 1
                    changed = True
                    for start, end, own in held[k]:
                        for other in {own, ANY_BANK}:
                            left[other][start:end] -= 1
        if not changed:
            # Longer-lived values hold the registers: give up all hoisting here.
            for k in self.loads:
                changed |= self.level[k] < len(_LEADS)
                self.level[k] = len(_LEADS)
        return changed

    def declined(self, order: Sequence[int]) -> list[tuple[int, str, str]]:
        """The loads that wait in this order, each with what keeps it from being earlier."""
        waited = timing(self.problem, order).waited
        found = []
        for k in self.loads:
            waits = waited.get(k, 0)
            if waits < _WORTH_SAYING:
                continue
            if self.level[k] > 0:
                found.append((k, "register-limit", f"no registers are left to load it earlier ({waits} cycles waited)"))
                continue
            _, code, why = next(held_by(self.view, k), (0, "block-start", "it is at the start of its block"))
            found.append((k, code, f"{why} ({waits} cycles waited)"))
        return found


@kept_in_op
def _moves_along(op: Op) -> bool:
    """Whether an instruction may move up with a load that needs it; dual instructions keep their chosen order."""
    return op.pair is None and unit_of(op) in ("valu", "salu") and not op.flag("sideeffects")


def _holds(span: tuple[int, int, int], at: int, bank: int) -> bool:
    start, end, own = span
    return start <= at < end and bank in (own, ANY_BANK)
