"""List schedules of a block: legal, within their window, and quick where a long path has company."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from isaopt.solve.order import Sequencing, Task
from isaopt.solve.stalls import makespan, quick_order, tails

VALU, LOAD = Task(5, valu=True), Task(40, 1, "lds", drains=True)


@st.composite
def problems(draw: st.DrawFn) -> Sequencing:
    count = draw(st.integers(1, 8))
    tasks = tuple(draw(st.sampled_from((Task(1), VALU, LOAD))) for _ in range(count))
    pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=10)) if pairs else []
    return Sequencing(tasks, tuple((a, b, draw(st.booleans())) for a, b in sorted(chosen)), (), 4)


@given(problems(), st.integers(0, 8))
def test_an_order_keeps_the_edges_and_passes_few(problem: Sequencing, window: int) -> None:
    order = quick_order(problem, window)
    assert sorted(order) == list(range(len(problem.tasks)))
    place = {k: at for at, k in enumerate(order)}
    assert all(place[a] < place[b] for a, b, _ in problem.edges)
    for at, k in enumerate(order):
        assert k <= min(order[at:]) + window


@given(problems())
def test_a_window_of_nothing_is_the_present_order(problem: Sequencing) -> None:
    assert quick_order(problem, 0) == list(range(len(problem.tasks)))


def test_what_nothing_waits_for_fills_the_wait_for_a_load() -> None:
    """A load, what needs it, and independent work behind: the work goes in front of what waits."""
    edges = ((0, 1, True), (1, 2, True))
    problem = Sequencing((LOAD, VALU, VALU, *(VALU,) * 10), edges, (), 4)
    order = quick_order(problem, 100)
    assert order[0] == 0
    assert order[-2:] == [1, 2]
    assert makespan(problem, order) < makespan(problem, range(13))


def test_a_chain_that_a_load_ends_goes_first() -> None:
    """The address of a load comes before work that nothing waits for."""
    problem = Sequencing((VALU, VALU, VALU, LOAD, VALU), ((2, 3, True), (3, 4, True)), (), 4)
    assert quick_order(problem, 100)[:1] == [2]


def test_a_tail_counts_the_way_to_the_end() -> None:
    problem = Sequencing((LOAD, VALU, VALU), ((0, 1, True), (0, 2, False)), (), 4)
    assert tails(problem) == [41, 1, 1]


def test_a_task_may_wait_for_one_of_a_greater_number() -> None:
    problem = Sequencing((VALU, VALU, VALU), ((2, 0, True), (0, 1, True)), (), 4)
    assert quick_order(problem, 0) == [2, 0, 1]
