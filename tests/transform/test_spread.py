"""The pass ``spread``: vector memory loads a few at a time among the work, proved; those that stay, and why."""

from __future__ import annotations

from itertools import groupby

import pytest

from isaopt.ir.program import Module
from isaopt.transform.base import PassResult
from isaopt.transform.registry import PassOptions, make_pass
from isaopt.transform.reorder.schedule import Schedule
from isaopt.transform.reorder.spread import Spread
from tests.transform.soundness import applied
from tests.transform.test_schedule import START, kernel, order


def block(work: int = 600, loads: int = 8, end: str = "s_barrier", between: str = "") -> Module:
    """Loads at the start, much work, and at the end the stores of what was loaded to LDS."""
    lines = [*START, "s_waitcnt lgkmcnt(0)", *(f"v_mov_b32_e32 v{20 + i}, v0" for i in range(20))]
    lines += [f"global_load_b32 v{4 + i}, v1, s[4:5] offset:{4 * i}" for i in range(loads)]
    for i in range(work):
        lines += [between] if between and i == 10 else []
        lines += [f"v_fmac_f32_e32 v{20 + i % 20}, v2, v{20 + (i + 7) % 20}"]
    lines += ["s_waitcnt vmcnt(0)", end, *(f"ds_store_b32 v1, v{4 + i} offset:{128 * i}" for i in range(loads))]
    return kernel([*lines, *(f"global_store_b32 v1, v{20 + i}, s[4:5] offset:{4 * i}" for i in range(20))])


def spread(module: Module, group: int = 2, setprio: bool = False) -> PassResult:
    return applied(Spread(group=group, setprio=setprio), module)


def runs(module: Module, name: str = "global_load") -> list[int]:
    """How many of these instructions stand together, run by run."""
    names = [n for n in order(module) if not n.startswith(("s_clause", "s_delay"))]
    return [len(list(items)) for found, items in groupby(names, lambda n: n.startswith(name)) if found]


@pytest.mark.slow
def test_loads_stand_in_groups_among_the_work() -> None:
    module = block()
    assert runs(module) == [8]
    result = spread(module)
    assert runs(result.module) == [2, 2, 2, 2]
    assert result.notes == ("8 loads in 4 groups",)
    assert runs(spread(module, 3).module) == [3, 3, 2]
    assert runs(spread(module, 1).module) == [1] * 8


def test_the_last_group_is_a_latency_ahead_of_the_wait() -> None:
    names = order(spread(block()).module)
    last = max(k for k, n in enumerate(names) if n.startswith("global_load"))
    wait = next(k for k in range(last, len(names)) if names[k] == "s_barrier")
    assert names[last:wait].count("v_fmac_f32_e32") >= 320


def test_schedule_leaves_them_where_they_are() -> None:
    spreaded = spread(block()).module
    after = Schedule().apply(spreaded, spreaded.kernels[0]).module
    assert runs(after) == [2, 2, 2, 2]


def test_short_work_and_few_loads_are_left_alone() -> None:
    short = spread(block(work=100))
    assert not short.changed
    assert {d.code for d in short.declined} == {"no-stretch"}
    assert not spread(block(loads=2)).changed


def test_no_load_moves_below_what_must_follow_it() -> None:
    for between in ("s_barrier", "global_store_b32 v1, v20, s[4:5]", "s_mov_b32 exec_lo, s2"):
        result = spread(block(between=between))
        assert runs(result.module) == [8], between


def test_addresses_move_along() -> None:
    lines = [*START, "s_waitcnt lgkmcnt(0)", *(f"v_mov_b32_e32 v{20 + i}, v0" for i in range(20))]
    for i in range(8):
        lines += [f"v_add_co_u32 v{40 + 2 * i}, vcc_lo, s4, v{20 + i}"]
        lines += [f"v_add_co_ci_u32_e64 v{41 + 2 * i}, null, s5, v{21 + i}, vcc_lo"]
    lines += [f"global_load_b32 v{4 + i}, v[{40 + 2 * i}:{41 + 2 * i}], off" for i in range(8)]
    lines += [f"v_mul_f32_e32 v{60 + i % 20}, v2, v{20 + i % 20}" for i in range(600)]
    lines += ["s_waitcnt vmcnt(0)", "s_barrier", *(f"ds_store_b32 v1, v{4 + i} offset:{128 * i}" for i in range(8))]
    module = kernel([*lines, *(f"global_store_b32 v1, v{60 + i}, s[4:5] offset:{4 * i}" for i in range(20))], 80)
    result = spread(module)
    assert runs(result.module) == [2, 2, 2, 2]
    assert runs(result.module, "v_add_co") == [4, 4, 4, 4]


def test_priority_is_raised_round_dense_work_where_asked() -> None:
    module = block()
    assert "s_setprio" not in order(spread(module).module)
    raised = order(spread(module, setprio=True).module)
    assert raised.count("s_setprio") >= 2
    assert raised.count("s_setprio") % 2 == 0


def test_options_come_from_the_registry() -> None:
    assert make_pass("spread", PassOptions()) == Spread()
