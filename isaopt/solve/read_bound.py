"""A lower bound on the bank reads of a block in any order.

The first time that a value is read it is read from its bank.  And where an instruction reads two values through two
slots, both are in their ports at once, from the later one's read on.  One read of a value fills one port, and of each
bank there is one value in the other slot's port at that time: so a value that is used with n values of one bank is read
n times, or those are.  Which of both is chosen for every two values, with the fewest reads in total: a small model,
whose bound holds for every order, every way to write the instructions and whatever stands between them.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

from ortools.sat.python import cp_model

from isaopt.solve.cpsat import SearchLimits, run
from isaopt.solve.problem import BANKS
from isaopt.solve.reads import Readers, Way

#: The slots that can be commuted.
_SLOTS = 2


def first_reads(problem: Readers) -> int:
    """The values read in every encoding; no order has fewer bank reads."""
    return len({value for ways in problem.ways for value in _always(ways)})


def read_bound(problem: Readers, limits: SearchLimits) -> int:
    """A lower bound on the bank reads of any order; never less than :func:`first_reads`."""
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
