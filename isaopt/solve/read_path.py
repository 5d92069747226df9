"""The order of a block in which its instructions read the banks least, as paths that a CP-SAT model finds.

What an instruction finds in a port is what the last instruction before it read through that port.  So the instructions
that read through one port form a path, a step from one to the next costs a read where their values differ, and all
these paths (one circuit for ports with the same instructions) go through one order.  A block that is too long for one
model is gone through in windows, what comes before and after being held.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ortools.sat.python import cp_model

from isaopt.solve.cpsat import SearchLimits, run
from isaopt.solve.reads import EMPTY, Caches, Readers, Served, Way, after, served, step

#: Runs of one model, or ways of all of them together where all are offered: a step from each to each is a Boolean.
_VARIANTS = 64
_RUNS = 40


@dataclass(frozen=True, slots=True)
class _ServedRun:
    """Neighbours of which all but the first find everything in the ports, and the ways of the first for which that is
    so: one node of a path."""

    members: tuple[int, ...]
    ways: tuple[Way, ...]
    present: int
    """The way that the first has now, among ``ways``."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """The best order found, and the number of windows used for it."""

    served: Served
    windows: int


def improved(problem: Readers, start: Served, limits: SearchLimits, windows: int) -> Ordered:
    """An order that costs no more than ``start``, after at most ``windows`` windows of ``limits`` each."""
    best = start
    used = 0
    at = 0
    while used < windows and best.cost.reads:
        runs = list(_runs(problem, best))
        window = range(at, min(len(runs), at + _RUNS))
        if len(window) > 1:
            used += 1
            order = _solved(problem, best, runs, window, limits)
            if order is not None:
                other = served(problem, order)
                if other.cost < best.cost:
                    best = other
        if window.stop >= len(runs):
            break
        at += _RUNS // 2
    return Ordered(best, used)


def _runs(problem: Readers, now: Served) -> Iterator[_ServedRun]:
    """The order as runs."""
    caches: Caches = (EMPTY,) * problem.ports
    members: list[int] = []
    for k in now.order:
        way = problem.ways[k][now.ways[k]]
        if members and step(caches, way).reads:
            yield _run(problem, now, members)
            members = []
        members.append(k)
        caches = after(caches, way)
    if members:
        yield _run(problem, now, members)


def _run(problem: Readers, now: Served, members: Sequence[int]) -> _ServedRun:
    first = members[0]
    ways = []
    for way in problem.ways[first]:
        caches = after((EMPTY,) * problem.ports, way)
        rest = members[1:]
        if all(any(not step(caches, other).reads for other in problem.ways[k]) for k in rest):
            ways.append(way)
    chosen = problem.ways[first][now.ways[first]]
    if chosen not in ways:
        # Its followers find values that were there before it, too: the run holds only where it stands.
        ways = [chosen, *ways]
    return _ServedRun(tuple(members), tuple(ways), ways.index(chosen))


class _Paths:
    """The model of a window: ``entry`` is what the ports hold before it, ``leave`` what is read through them first
    after it."""

    def __init__(
        self, runs: Sequence[_ServedRun], before: Sequence[tuple[int, int]], entry: Caches, leave: Mapping[int, int]
    ) -> None:
        self.runs = runs
        self.model = cp_model.CpModel()
        all_ways = sum(len(run.ways) for run in runs) <= _VARIANTS
        self.ways = [run.ways if all_ways else (run.ways[run.present],) for run in runs]
        count = len(runs)
        self.place = [self.model.new_int_var(0, count - 1, "") for _ in runs]
        self.hints: list[tuple[cp_model.IntVar, int]] = [(place, at) for at, place in enumerate(self.place)]
        for a, b in before:
            self.model.add(self.place[a] < self.place[b])
        self.taken: dict[tuple[int, int], cp_model.IntVar] = {}
        self.present: list[int] = []
        for r, ways in enumerate(self.ways):
            bits = [self.model.new_bool_var("") for _ in ways]
            self.model.add_exactly_one(bits)
            self.taken.update({(r, w): bit for w, bit in enumerate(bits)})
            present = runs[r].present if all_ways else 0
            self.hints += [(bit, int(w == present)) for w, bit in enumerate(bits)]
            self.present.append(present)
        touching: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for r, ways in enumerate(self.ways):
            for w, way in enumerate(ways):
                for port in sorted({port for port, _ in way}):
                    touching[port].append((r, w))
        together: dict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
        for port, readers in sorted(touching.items()):
            together[tuple(readers)].append(port)
        self.terms: list[cp_model.LinearExprT] = []
        self.steps: list[tuple[int, int, cp_model.IntVar]] = []
        # One path of all that nothing else orders needs no places.
        self.placed = bool(before) or [len({r for r, _ in nodes}) for nodes in together] != [count]
        for nodes, ports in together.items():
            self.circuit(nodes, ports, entry, leave)
        self.model.minimize(cp_model.LinearExpr.sum(self.terms))

    def circuit(
        self, nodes: Sequence[tuple[int, int]], ports: Sequence[int], entry: Caches, leave: Mapping[int, int]
    ) -> None:
        """The path of the runs that read through these ports, from the state before the window to the reads after
        it."""
        values = [dict(self.ways[r][w]) for r, w in nodes]
        now = [i for i, (r, w) in enumerate(nodes) if self.present[r] == w]
        follows = dict(pairwise([-1, *now, -1])) if now else {-1: -1}
        arcs: list[tuple[int, int, cp_model.LiteralT]] = []

        def arc(i: int, j: int, reads: int) -> cp_model.IntVar:
            bit = self.model.new_bool_var("")
            arcs.append((i + 1, j + 1, bit))
            self.hints.append((bit, int(follows.get(i) == j)))
            if reads:
                self.terms.append(reads * bit)
            return bit

        idle = arc(-1, -1, sum(port in leave and entry[port] != leave[port] for port in ports))
        for i, (r, w) in enumerate(nodes):
            self.model.add_implication(self.taken[r, w], idle.negated())
            arcs.append((i + 1, i + 1, self.taken[r, w].negated()))
            first = arc(-1, i, sum(entry[port] != values[i][port] for port in ports))
            arc(i, -1, sum(leave.get(port, values[i][port]) != values[i][port] for port in ports))
            self.steps.append((-1, r, first))
            for j, (other, _) in enumerate(nodes):
                if other != r:
                    bit = arc(i, j, sum(values[i][port] != values[j][port] for port in ports))
                    self.steps.append((r, other, bit))
                    if self.placed:
                        self.model.add(self.place[other] > self.place[r]).only_enforce_if(bit)
        self.model.add_circuit(arcs)

    def solved(self, limits: SearchLimits) -> list[int] | None:
        """The runs in the best order found."""
        outcome = run(self.model, limits, self.hints)
        if not outcome.found:
            return None
        if self.placed:
            return sorted(range(len(self.runs)), key=lambda r: (outcome.value(self.place[r]), r))
        follows = {r: other for r, other, bit in self.steps if outcome.value(bit)}
        order: list[int] = []
        while len(order) < len(follows):
            order.append(follows[order[-1] if order else -1])
        return order


def _solved(
    problem: Readers, now: Served, runs: Sequence[_ServedRun], window: range, limits: SearchLimits
) -> list[int] | None:
    """All instructions with the window's in a better order."""
    entry: Caches = (EMPTY,) * problem.ports
    head = [k for r in runs[: window.start] for k in r.members]
    for k in head:
        entry = after(entry, problem.ways[k][now.ways[k]])
    tail = [k for r in runs[window.stop :] for k in r.members]
    leave: dict[int, int] = {}
    for k in reversed(tail):
        leave.update(problem.ways[k][now.ways[k]])
    inside = [runs[r] for r in window]
    of = {k: r for r, one in enumerate(inside) for k in one.members}
    before = sorted({(of[a], of[b]) for a, b in problem.before if a in of and b in of and of[a] != of[b]})
    # Ways through instructions outside of the window lead through earlier or later ones only, never back into it.
    order = _Paths(inside, before, entry, leave).solved(limits)
    if order is None:
        return None
    result = [*head, *(k for r in order for k in inside[r].members), *tail]
    return result if problem.allows(result) else None
