"""What ``schedule`` does to an order once its loads are hoisted: waits filled, loads together, scalar arithmetic behind
accesses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import isaopt
from isaopt.ir.program import Module
from isaopt.solve.order import pressure
from isaopt.solve.stalls import stall_cycles
from isaopt.target.counters import is_wait
from isaopt.transform.reorder.filling import filled
from isaopt.transform.reorder.gathering import gathered
from isaopt.transform.reorder.rearrange import Rearrangement, RegisterLimit
from isaopt.transform.reorder.schedule import Hoisting, Schedule
from isaopt.transform.reorder.sequencing import View
from isaopt.transform.reorder.settling import settled
from tests.transform.test_schedule import START, kernel, scheduled

KERNELS = Path(__file__).parents[2] / "kernels_s"
POINTERS = [
    line
    for i in range(3)
    for line in (f"s_add_u32 s{6 + 2 * i}, s4, s12", f"s_addc_u32 s{7 + 2 * i}, s5, s13")
]  # fmt: skip


def work(count: int, first: int = 16) -> list[str]:
    return [f"v_add_f32_e32 v{first + i % 24}, 1.0, v{first + i % 24}" for i in range(count)]


def loads(count: int) -> list[str]:
    return [f"ds_load_b32 v{4 + i}, v1 offset:{128 * i}" for i in range(count)]


def addressed(pointers: list[str], apart: int = 20) -> list[str]:
    """Scalar arithmetic in front, and accesses with work between them, of which the last ones need its results."""
    lines = [*START, "s_waitcnt lgkmcnt(0)", *pointers, *work(apart), *loads(2), *work(apart)]
    for i in range(3):
        lines += [f"global_load_b32 v{8 + i}, v1, s[{6 + 2 * i}:{7 + 2 * i}]", *work(apart)]
    lines += ["s_waitcnt vmcnt(0) lgkmcnt(0)"]
    return [*lines, *(f"global_store_b32 v1, v{4 + i}, s[4:5] offset:{64 * i}" for i in range(36))]


def view_of(module: Module) -> View:
    (view,) = Rearrangement(module, module.kernels[0], Schedule()).views
    return view


def names(view: View, order: list[int]) -> list[str]:
    return [view.ops[k].mnemonic for k in order]


def behind(found: list[str], pointer: int) -> int:
    """How many accesses come before a pair of scalar additions."""
    at = [k for k, name in enumerate(found) if name == "s_addc_u32"][pointer]
    return sum(name.startswith(("ds_load", "global_load")) for name in found[:at])


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_an_address_is_computed_behind_the_access_before_the_one_that_needs_it(arch: str) -> None:
    lines = addressed(POINTERS)
    if arch == "gfx1201":
        waits = {
            "s_waitcnt lgkmcnt(0)": "s_wait_kmcnt 0x0",
            "s_waitcnt vmcnt(0) lgkmcnt(0)": "s_wait_loadcnt_dscnt 0x0",
        }
        lines = [waits.get(line, line) for line in lines]
    view = view_of(kernel(lines, arch=arch))
    present = list(range(len(view.ops)))
    found = names(view, settled(view, present))
    assert [behind(names(view, present), pair) for pair in range(3)] == [0, 0, 0]
    assert [behind(found, pair) for pair in range(3)] == [2, 3, 4]
    # What goes through SCC stays together.
    assert all(found[k + 1] == "s_addc_u32" for k, name in enumerate(found) if name == "s_add_u32")
    scheduled(kernel(lines, arch=arch))  # proved


@pytest.mark.parametrize(
    ("change", "places"),
    [
        (lambda lines: [*lines[:-37], "v_mov_b32_e32 v15, s8", *lines[-37:]], [2, 3, 4]),
        (lambda lines: [*lines[:11], "v_mov_b32_e32 v15, s11", *lines[11:]], [0, 0, 0]),
        (lambda lines: [*lines[:11], "s_mov_b32 s4, 0", *lines[11:]], [2, 3, 4]),
    ],
    ids=["used-later", "used-by-arithmetic", "overwritten-behind"],
)
def test_what_else_needs_it_decides(change: Callable[[list[str]], list[str]], places: list[int]) -> None:
    view = view_of(kernel(change(addressed(POINTERS))))
    order = settled(view, list(range(len(view.ops))))
    if "s_mov_b32" in names(view, order):
        # It gives way to all that read what it overwrites.
        assert names(view, order).index("s_mov_b32") > max(
            k for k, n in enumerate(names(view, order)) if n == "s_addc_u32"
        )
    assert [behind(names(view, order), pair) for pair in range(3)] == places


def test_an_address_with_little_work_in_front_of_its_access_stays() -> None:
    view = view_of(kernel(addressed(POINTERS, 2)))
    present = list(range(len(view.ops)))
    assert settled(view, present) == present


def test_loads_a_few_instructions_apart_are_issued_together() -> None:
    lines = [*START, "s_waitcnt lgkmcnt(0)", *work(20), *loads(2), *work(3)]
    lines += ["ds_load_b32 v6, v1 offset:256", *work(20), "s_waitcnt lgkmcnt(0)"]
    lines += ["v_add_f32_e32 v7, v4, v6", "v_add_f32_e32 v8, v5, v7"]
    view = view_of(kernel([*lines, *(f"global_store_b32 v1, v{7 + i}, s[4:5] offset:{128 * i}" for i in range(33))]))
    present = list(range(len(view.ops)))
    order = gathered(view, present, RegisterLimit(64))
    at = [k for k, name in enumerate(names(view, order)) if name == "ds_load_b32"]
    assert at == [at[0], at[0] + 1, at[0] + 2]
    assert stall_cycles(view.problem, order) < stall_cycles(view.problem, present)
    # With the registers of the present order only, where one that the last load overwrites is free.
    tight = max(pressure(view.problem, present)[-1])
    assert max(pressure(view.problem, gathered(view, present, RegisterLimit(tight)))[-1]) <= tight


def test_vector_memory_loads_stay_apart() -> None:
    lines = [*START, "s_waitcnt lgkmcnt(0)", *work(20), *loads(2), *work(3)]
    lines = [line.replace("ds_load_b32", "global_load_b32").replace("v1 offset", "v1, s[4:5] offset") for line in lines]
    lines += ["global_load_b32 v6, v1, s[4:5] offset:256", *work(20), "s_waitcnt vmcnt(0)"]
    view = view_of(kernel([*lines, *(f"global_store_b32 v1, v{4 + i}, s[4:5] offset:{64 * i}" for i in range(36))]))
    present = list(range(len(view.ops)))
    assert gathered(view, present, RegisterLimit(64)) == present


def test_loads_stay_apart_where_one_needs_what_is_between_them() -> None:
    lines = [
        *START,
        "s_waitcnt lgkmcnt(0)",
        *work(20),
        *loads(2),
        "s_waitcnt lgkmcnt(1)",
        "v_add_nc_u32_e32 v3, v1, v4",
    ]
    lines += ["ds_load_b32 v6, v3", *work(20), "v_add_f32_e32 v7, v5, v6", "global_store_b32 v1, v7, s[4:5]"]
    view = view_of(kernel(lines))
    present = list(range(len(view.ops)))
    assert gathered(view, present, RegisterLimit(64)) == present


def test_the_wait_for_all_is_filled_though_another_load_is_issued_last_than_in_the_text() -> None:
    lines = [*START, "s_waitcnt lgkmcnt(0)", *loads(2), *work(60), "s_waitcnt lgkmcnt(0)", "s_barrier"]
    lines += ["v_add_f32_e32 v7, v4, v5", "global_store_b32 v1, v7, s[4:5]"]
    view = view_of(kernel(lines))
    first = names(view, list(range(len(view.ops)))).index("ds_load_b32")
    late = [k for k in range(len(view.ops)) if k != first]
    late.insert(late.index(max(k for k in late if is_wait(view.ops[k]))), first)
    order = filled(view, late, RegisterLimit(64))
    wait = max(at for at, k in enumerate(order) if is_wait(view.ops[k]))
    assert wait - order.index(first) > 16
    assert [k for k in order if view.ops[k].mnemonic == "v_add_f32_e32"] == sorted(
        k for k in order if view.ops[k].mnemonic == "v_add_f32_e32"
    )


def test_a_block_whose_registers_suffice_has_the_same_order_with_fewer() -> None:
    module = isaopt.parse(KERNELS / "sgemm_lds_gfx1100.s")
    work = Rearrangement(module, module.kernels[0], Schedule())
    tight = 0
    for view in work.views:
        limit = RegisterLimit(work.budget)
        order = Hoisting().propose(view, limit)
        assert 0 <= limit.needed <= work.budget
        for fewer in {limit.needed, work.budget - 8, work.budget - 24}:
            if fewer >= limit.needed:
                assert Hoisting().propose(view, RegisterLimit(fewer)) == order
            else:
                tight += Hoisting().propose(view, RegisterLimit(fewer)) != order
    assert tight
