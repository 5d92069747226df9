"""The published micro captures, to the cycle."""

from __future__ import annotations

import pytest

from isaopt.target.gpus import get_gpu
from tests.simulator.programs import PROGRAMS, run_alone


def cycles(lines: list[str], **settings: int) -> int:
    """From the wait's release to the store's dispatch of one wave alone."""
    times, release = run_alone(lines, settings)
    return times[-2] - release


@pytest.mark.parametrize("name", PROGRAMS)
def test_hardware_s_cycles(name: str) -> None:
    lines, measured = PROGRAMS[name]
    assert cycles(lines) == measured


def test_branches() -> None:
    # The captures have 13 for a branch that is not taken (above), 20 or 21 for a taken one: 10 until the branch issues
    # behind its compare, 10 or 11 from there to the target.
    assert cycles(["s_mov_b32 s4, 1", "s_cmp_eq_u32 s5, 2", "s_branch .L1", "s_nop 0", ".L1:"]) == 3 + 10
    behind = cycles(["s_mov_b32 s4, 1", "s_cmp_eq_u32 s5, 2", "s_cbranch_scc1 .L1", ".L1:"])
    taken = int(get_gpu("rx7900xtx").number("branch.taken"))
    assert behind - 3 + taken in (20, 21)


def test_the_queue_holds_thirteen() -> None:
    # Dispatch is one a cycle up to the 14th of a dependent chain, then as results are written.
    times, release = run_alone(["v_add_f32_e32 v4, v4, v5"] * 17, {})
    assert [t - release for t in times[1:18]] == [*range(1, 15), 18, 23, 28]
