"""Orders of a block by the reads that the operand caches serve, as plain data.

A *port* is one source slot of one bank; its cache keeps the value that it delivered last (the register-file model
``article``: seb-v, "Deep dive into matrix optimization on AMD GPUs", kernel 6). An instruction reads some values
through some ports, in one of several *ways*: its operands may be commuted. A read that its port does not hold is a read
of the bank; two of them in one bank clash.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from ortools.sat.python import cp_model

from isaopt.solve.cpsat import SearchLimits, run
from isaopt.solve.problem import BANKS

#: The most states to keep while the ways of an order are chosen.
_WAYS_KEPT = 24

Way = tuple[tuple[int, int], ...]
"""(port, value) of each read; a port is ``slot * BANKS + bank``."""

Caches = tuple[int, ...]
"""The value in each port, ``EMPTY`` before its first read."""

EMPTY = -1


class Cost(NamedTuple):
    """Clashes, then bank reads: one clash counts more than any number of bank reads."""

    clashes: int
    reads: int


@dataclass(frozen=True)
class Readers:
    """The instructions of a block that read through ports, in their present order: the ways of each (at least one), and
    which must precede which (direct or transitive)."""

    ways: tuple[tuple[Way, ...], ...]
    before: tuple[tuple[int, int], ...]

    @cached_property
    def ports(self) -> int:
        """One more than the highest port."""
        return 1 + max((port for ways in self.ways for way in ways for port, _ in way), default=-1)

    def allows(self, order: Sequence[int]) -> bool:
        """Whether every instruction follows all that it must follow."""
        position = {k: at for at, k in enumerate(order)}
        return all(position[a] < position[b] for a, b in self.before)


@dataclass(frozen=True, slots=True)
class Served:
    """An order with the encoding chosen for each instruction, by instruction, and its cost."""

    order: tuple[int, ...]
    ways: tuple[int, ...]
    cost: Cost


def step(caches: Caches, way: Way) -> Cost:
    """The clashes and bank reads of an instruction."""
    missed = {(port % BANKS, value) for port, value in way if caches[port] != value}
    reads = sum(caches[port] != value for port, value in way)
    if len(missed) < 2:
        return Cost(0, reads)
    return Cost(len(missed) - len({bank for bank, _ in missed}), reads)


def after(caches: Caches, way: Way) -> Caches:
    """The values in the ports after an instruction."""
    held = list(caches)
    for port, value in way:
        held[port] = value
    return tuple(held)


def served(problem: Readers, order: Sequence[int]) -> Served:
    """The order with ways that read little: the cheapest states so far are followed side by side."""
    # A state's last number ranks it by the ways that led to it, so that those break ties between equal costs.
    states: dict[Caches, tuple[int, int, int]] = {(EMPTY,) * problem.ports: (0, 0, 0)}
    history: list[list[tuple[int, int]]] = []
    for k in order:
        ways = problem.ways[k]
        found: dict[Caches, tuple[int, int, int]] = {}
        for caches, (clashes, reads, rank) in states.items():
            for number, way in enumerate(ways):
                more, missed = step(caches, way)
                entry = (clashes + more, reads + missed, rank * len(ways) + number)
                held = after(caches, way) if missed else caches
                if held not in found or entry < found[held]:
                    found[held] = entry
        if len(found) > _WAYS_KEPT:
            found = dict(heapq.nsmallest(_WAYS_KEPT, found.items(), key=lambda item: item[1]))
        led = sorted(entry[2] for entry in found.values())
        rank_of = {lead: rank for rank, lead in enumerate(led)}
        states = {held: (clashes, reads, rank_of[lead]) for held, (clashes, reads, lead) in found.items()}
        history.append([divmod(lead, len(ways)) for lead in led])
    clashes, reads, rank = min(states.values())
    chosen = [0] * len(problem.ways)
    for k, steps in zip(reversed(order), reversed(history), strict=True):
        rank, chosen[k] = steps[rank]
    return Served(tuple(order), tuple(chosen), Cost(clashes, reads))


def closed(before: Iterable[tuple[int, int]], wanted: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The order of the ``wanted`` nodes of a graph whose edges lead to higher numbers, paths through others included:
    as pairs of places in ``wanted``, without those that follow from others."""
    place = {k: at for at, k in enumerate(wanted)}
    followers: dict[int, list[int]] = {}
    for a, b in before:
        followers.setdefault(a, []).append(b)
    nodes = sorted({*wanted, *followers, *(b for row in followers.values() for b in row)}, reverse=True)
    # Of each node: the wanted ones that come next after it, and all that come after it.
    near: dict[int, int] = {}
    below: dict[int, int] = {}
    found: list[tuple[int, int]] = []
    for k in nodes:
        near[k] = 0
        for b in followers.get(k, ()):
            near[k] |= 1 << place[b] if b in place else near[b]
        through = 0
        for at in _bits(near[k]):
            through |= below[wanted[at]]
        below[k] = near[k] | through
        if k in place:
            found += [(place[k], at) for at in _bits(near[k] & ~through)]
    return tuple(sorted(found))


def _bits(mask: int) -> Iterable[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


#: The slots that can be commuted.
_SLOTS = 2


def first_reads(problem: Readers) -> int:
    """The values read in every encoding; no order has fewer bank reads."""
    return len({value for ways in problem.ways for value in _always(ways)})


def read_bound(problem: Readers, limits: SearchLimits) -> int:
    """A lower bound on the bank reads of any order; never less than :func:`first_reads`.

    The first time that a value is read it is read from its bank. And where an instruction reads two values through two
    slots, both are in their ports at once, from the later one's read on. One read of a value fills one port, and of
    each bank there is one value in the other slot's port at that time: so a value that is used with n values of one
    bank is read n times, or those are. Which of both is chosen for every two values, with the fewest reads in total: a
    small model, whose bound holds for every order, every way to write the instructions and whatever stands between
    them.
    """
    values = {value for ways in problem.ways for value in _always(ways)}
    met: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    bank = {value: port % BANKS for ways in problem.ways for way in ways for port, value in way}
    for ways in problem.ways:
        for a, b in set.intersection(*(_meetings(way) for way in ways)):
            met[a][bank[b]].add(b)
            met[b][bank[a]].add(a)
    crowded = [u for u, banks in met.items() if any(len(others) > 1 for others in banks.values())]
    if not crowded:
        return len(values)
    model = cp_model.CpModel()
    reads = {u: model.new_int_var(1, max(map(len, banks.values())), "") for u, banks in met.items()}
    later: dict[tuple[int, int], cp_model.LinearExprT] = {}
    for u, banks in met.items():
        for others in banks.values():
            for v in others:
                if u < v:
                    bit = model.new_bool_var("")
                    later[u, v], later[v, u] = bit, 1 - bit
    for u, banks in met.items():
        for others in banks.values():
            model.add(reads[u] >= cp_model.LinearExpr.sum([later[u, v] for v in sorted(others)]))
    model.minimize(cp_model.LinearExpr.sum(list(reads.values())))
    outcome = run(model, limits)
    return len(values - met.keys()) + max(outcome.bound if outcome.found else 0, len(met))


def _always(ways: tuple[Way, ...]) -> set[int]:
    """The values that an instruction reads in every encoding."""
    return set.intersection(*({value for _, value in way} for way in ways))


def _meetings(way: Way) -> set[tuple[int, int]]:
    """Values that are read through both of the first two slots at once."""
    found = set()
    for (port, a), (other, b) in combinations(sorted(way), 2):
        if a != b and port // BANKS < other // BANKS < _SLOTS:
            found.add((min(a, b), max(a, b)))
    return found
