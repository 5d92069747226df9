"""Orders of a block: what they cost, the bound that no order beats, and which registers they occupy."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from isaopt.solve.order import ANY_BANK, BlockValue, Sequencing, Task, arranged, pressure, renumbered
from isaopt.solve.stalls import spaced, stall_bound, stall_cycles, timing


def legal(problem: Sequencing, order: tuple[int, ...]) -> bool:
    return all(order.index(a) < order.index(b) for a, b, _ in problem.edges)


@st.composite
def problems(draw: st.DrawFn) -> Sequencing:
    count = draw(st.integers(1, 6))
    kinds = (
        Task(1),
        Task(5, valu=True),
        Task(9, 1, "lds", drains=True),
        Task(12, 2, "lds", drains=True),
        Task(7, 1, "lds", unordered=True),
        Task(11, valu=True, busy=6),
    )
    tasks = tuple(draw(st.sampled_from(kinds)) for _ in range(count))
    pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=6)) if pairs else []
    edges = tuple((a, b, draw(st.booleans())) for a, b in sorted(chosen))
    delays = {(a, b): 8 for a, b, _ in edges if draw(st.booleans()) and tasks[a].valu}
    return Sequencing(tasks, edges, (), 4, delays)


@given(problems())
def test_no_order_beats_the_bound(problem: Sequencing) -> None:
    every = [o for o in permutations(range(len(problem.tasks))) if legal(problem, o)]
    assert 0 <= stall_bound(problem) <= min(stall_cycles(problem, o) for o in every)


@given(problems(), st.lists(st.integers(0, 9), min_size=6, max_size=6))
def test_an_arrangement_keeps_the_edges_and_follows_the_keys(problem: Sequencing, keys: list[int]) -> None:
    order = tuple(arranged(problem, keys))
    assert sorted(order) == list(range(len(problem.tasks)))
    assert legal(problem, order)
    for at, k in enumerate(order):
        ready = [r for r in order[at:] if all(a in order[:at] for a, b, _ in problem.edges if b == r)]
        assert (keys[k], k) == min((keys[r], r) for r in ready)


@given(problems(), st.sets(st.integers(0, 5)))
def test_tasks_that_are_not_free_keep_their_order(problem: Sequencing, free: set[int]) -> None:
    free &= set(range(len(problem.tasks)))
    order = spaced(problem, free)
    assert legal(problem, tuple(order))
    assert [k for k in order if k not in free] == [k for k in range(len(problem.tasks)) if k not in free]


@given(problems())
def test_a_new_numbering_costs_the_same(problem: Sequencing) -> None:
    order = spaced(problem, range(len(problem.tasks)))
    again = renumbered(problem, order)
    assert stall_cycles(again, range(len(order))) == stall_cycles(problem, order)
    assert stall_bound(again) == stall_bound(problem)


def test_matrix_instructions_that_add_to_one_sum_have_others_between_them() -> None:
    matrix = Task(21, valu=True, busy=16)
    edges = tuple((a, a + 1, True) for a in (0, 1, 3, 4))
    # Two sums of three matrices each: 4 cycles from the end of one to one that adds to it.
    problem = Sequencing((matrix,) * 6, edges, (), 9, {(a, b): 20 for a, b, _ in edges})
    present = range(6)
    assert timing(problem, present).issue == (0, 20, 40, 56, 76, 96)
    order = spaced(problem, present)
    assert order == [0, 3, 1, 4, 2, 5]
    assert stall_cycles(problem, order) == stall_bound(problem) == 5 * 15


LOAD = Task(31, 1, "lds", drains=True)
ALU = Task(5, valu=True)


def test_a_load_ahead_of_other_work_is_waited_for_less() -> None:
    tasks = (*[ALU] * 20, LOAD, ALU)
    problem = Sequencing(tasks, ((20, 21, True),), (), 9)
    late = timing(problem, range(22))
    assert late.issue[20] == 19 + 9
    assert late.waited == {20: 30}
    assert stall_cycles(problem, range(22)) == 8 + 30
    assert stall_cycles(problem, [20, *range(20), 21]) == 31 - 21
    assert stall_bound(problem) == 31 - 21


def test_an_unordered_return_makes_its_users_wait_for_all() -> None:
    lds, scalar, use = Task(10, 1, "lgkm"), Task(29, 1, "lgkm", unordered=True), Task()
    ordered = Sequencing((lds, lds, use), ((0, 2, True),))
    mixed = Sequencing((lds, scalar, use), ((0, 2, True),))
    assert timing(ordered, range(3)).issue[2] == 10
    assert timing(mixed, range(3)).issue[2] == 30


def test_pressure_counts_each_bank_and_all() -> None:
    values = (
        BlockValue((0,), (2,), bank=1),
        BlockValue((1,), (3,), bank=1),
        BlockValue((), (1,), live_in=True),
        BlockValue((), (), live_in=True, live_out=True, bank=0),
        BlockValue((2,), ()),
    )
    problem = Sequencing((Task(),) * 4, (), values)
    found = pressure(problem, [0, 1, 2, 3])
    assert found[1] == [1, 2, 1, 0]
    assert found[0] == [1, 1, 1, 1]
    assert found[ANY_BANK] == [3, 3, 3, 1]
    assert pressure(problem, [0, 2, 1, 3])[1] == [1, 0, 1, 0]
