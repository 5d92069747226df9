"""Pairs and banks improved piece by piece: what stays holds, whether or not what asks the same is one term."""

from __future__ import annotations

import pytest

from isaopt.solve import pair_search
from isaopt.solve.cpsat import SearchLimits
from isaopt.solve.pair_search import PairSearch
from isaopt.solve.pairing import Option
from isaopt.solve.problem import BANKS, Cell, CellRef, Problem, RegisterGroup

#: The group that all pairs read.
HOT = CellRef(0, 0)


def pair(first: int, other: CellRef) -> Option:
    """Two instructions whose sources, the hot one and another, must be in different banks."""
    return Option(((first, first + 1),), ((HOT, other, BANKS),), (HOT, other), (), 1)


def search(banks: list[int]) -> tuple[PairSearch, list[Option]]:
    """A search with a pair that stays for each bank given; the last group is that of a pair to choose."""
    count = len(banks) + 2
    groups = tuple(RegisterGroup(k, 1, k, cells=(Cell(0, ((2 * k, 2 * k + 2),)),)) for k in range(count))
    stay = [pair(10 * k, CellRef(k, 0)) for k in range(1, count - 1)]
    return PairSearch(Problem(groups, max_vgprs=32), [0, *banks, 0], stay), [pair(1000, CellRef(count - 1, 0))]


@pytest.mark.parametrize("banks", [[1, 1, 2, 2, 1], [1, 2, 3, 3], [3]])
def test_pairs_that_ask_the_same_may_be_one_term_of_a_model(monkeypatch: pytest.MonkeyPatch, banks: list[int]) -> None:
    sizes = []
    for most in (pair_search._MANY, 0):
        monkeypatch.setattr(pair_search, "_MANY", most)
        found, offered = search(banks)
        stay = list(found.taken)
        sizes.append(len(pair_search._StepModel(found, offered, stay).terms))
        assert found.improve([1000, 1001], [], offered, SearchLimits(0.1, 0, 1))
        assert list(found.taken) == [*stay, *offered]
        assert all(found.holds(option.differ) for option in found.taken)
    assert sizes[0] - sizes[1] == len(banks) - len(set(banks))


def test_the_registers_of_a_pair_that_was_never_taken_apart_keep_their_parity() -> None:
    groups = tuple(RegisterGroup(k, 1, k, cells=(Cell(0, ((0, 2),)),)) for k in range(3))
    rules = ((CellRef(0, 0), CellRef(1, 0)),)
    found = PairSearch(Problem(groups, must_differ_mod2=rules, max_vgprs=32), [0, 1, 1], ())
    # The pair would rather have all three apart than the first two of unlike parity.
    offered = [Option(((5, 6),), ((HOT, CellRef(2, 0), 2), (CellRef(1, 0), CellRef(2, 0), 2)), (), (), 1)]
    found.improve([5, 6], [], offered, SearchLimits(0.1, 0, 1))
    assert found.bank(HOT) % 2 != found.bank(CellRef(1, 0)) % 2
    assert not found.taken
