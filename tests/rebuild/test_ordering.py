"""What waits of the input order stays in order, whatever a pass moves: releases, acquires, and what is no business of
others."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.dependence import dependences
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.asm.parser import parse_text
from isaopt.ir.edit import spliced
from isaopt.ir.program import Module
from isaopt.rebuild.rewrite import finished, stripped
from isaopt.transform.registry import PassOptions, make_pass, pass_names
from tests.kernels import block, entry, kernel_file
from tests.rebuild.guarantees import Guarantees, is_place

START = ["s_load_b128 s[4:7], s[0:1], 0x0", "v_lshlrev_b32_e32 v1, 2, v0", "WAIT0"]


def kernel(lines: Sequence[str], arch: str = "gfx1100", size: int = 256, cu_mode: bool = False) -> Module:
    """``WAIT0`` stands for a wait for scalar loads."""
    scalar = "s_wait_kmcnt 0x0" if arch.startswith("gfx12") else "s_waitcnt lgkmcnt(0)"
    descriptor = ("user_sgpr_kernarg_segment_ptr 1", "group_segment_fixed_size 8192")
    mode = f"workgroup_processor_mode {int(not cu_mode)}"
    code = [line.replace("WAIT0", scalar) for line in lines]
    text = kernel_file(code, *descriptor, mode, arch=arch, vgprs=96)
    return parse_text(text + block(entry([f".max_flat_workgroup_size: {size}"])))


def lines_of(module: Module) -> list[str]:
    return [item.text.strip() for _, item in module.instructions(module.kernels[0])]


def again(module: Module) -> list[str]:
    """The code with its waits taken out and put back."""
    bare = stripped(module, module.kernels[0])
    return lines_of(finished(bare, bare.kernel(module.kernels[0].name)))


def shuffled(module: Module, seed: int) -> list[str]:
    """The code in some order that its dependences allow, with its waits derived anew; in some orders memory comes as
    early, in others as late as it can."""
    bare = stripped(module, module.kernels[0])
    cfg = build_cfg(bare, bare.kernels[0])
    ops = kernel_ops(bare, cfg)
    assert len(cfg.blocks) == 1
    before: dict[int, set[int]] = {k: set() for k in range(len(ops))}
    for d in dependences(ops):
        before[d.after].add(d.before)
    choice = random.Random(seed)
    order: list[int] = []
    while before:
        ready = [k for k, needs in before.items() if not needs]
        wanted = [k for k in ready if bool(ops[k].flag("valu")) is (seed % 3 == 0)] if seed % 3 < 2 else ready
        k = choice.choice(wanted or ready)
        order.append(k)
        del before[k]
        for needs in before.values():
            needs.discard(k)
    first, last = cfg.order[0], cfg.order[-1] + 1
    moved = spliced(bare, {(first, last): [bare.items[cfg.order[k]] for k in order]})
    return lines_of(finished(moved, moved.kernel(bare.kernels[0].name)))


def moves(module: Module) -> list[tuple[str, list[str]]]:
    """The code as each pass, all of them, and dependences alone may change it, by what did it."""
    found = [("again", again(module)), *((f"order {seed}", shuffled(module, seed)) for seed in range(20))]
    for name in pass_names():
        found.append((name, lines_of(make_pass(name, PassOptions()).apply(module, module.kernels[0]).module)))
    every = module
    for name in pass_names():
        every = make_pass(name, PassOptions()).apply(every, every.kernels[0]).module
    return [*found, ("all", lines_of(every))]


def check(module: Module, lines: Sequence[str], by: str, loads: Sequence[str] = ()) -> None:
    """Before all that others can notice, and before the loads of these keys, as much is done as in the input."""
    gfx12 = module.arch.startswith("gfx12")
    given, found = (Guarantees(gfx12).run(code).done for code in (lines_of(module), lines))
    assert given.keys() == found.keys(), by
    for key, done in given.items():
        if "store" in key or "atomic" in key or is_place(key) or key in loads:
            assert found[key] >= done, (by, key)


def work(first: int, last: int, source: str = "v2") -> list[str]:
    return [f"v_mul_f32_e32 v{k}, {source}, {source}" for k in range(first, last)]


def result(first: int, last: int) -> list[str]:
    return [f"global_store_b32 v1, v{k}, s[4:5] offset:{4 * k - 2048}" for k in range(first, last)]


def spelled(lines: Sequence[str], arch: str) -> list[str]:
    """``LDS n`` and ``MEM n`` are waits, ``RET`` is what makes an atomic return, ``GLC`` a load coherent."""
    gfx12 = arch.startswith("gfx12")
    out = []
    for line in lines:
        kind, _, count = line.partition(" ")
        if kind == "LDS":
            line = f"s_wait_dscnt {count}" if gfx12 else f"s_waitcnt lgkmcnt({count})"
        elif kind == "MEM":
            line = f"s_wait_loadcnt {count}" if gfx12 else f"s_waitcnt vmcnt({count})"
        line = line.replace(" RET", " th:TH_ATOMIC_RETURN" if gfx12 else " glc")
        out.append(line.replace(" GLC", " scope:SCOPE_DEV" if gfx12 else " glc"))
    return out


UNLOCK = "global_store_b32 v1, v0, s[6:7] offset:100"
RELEASES = {
    "loads from LDS, lock in memory": (
        ["ds_load_b32 v2, v1 offset:4", "ds_load_b32 v3, v1 offset:8", "LDS 0", *work(8, 20, "v3"), *work(20, 22)],
        UNLOCK,
    ),
    "loads from memory, lock in LDS": (
        ["global_load_b32 v2, v1, s[4:5] offset:4", "MEM 0", *work(8, 20)],
        "ds_store_b32 v1, v0 offset:100",
    ),
    "loads from memory, lock in memory": (["global_load_b32 v2, v1, s[4:5] offset:4", "MEM 0", *work(8, 20)], UNLOCK),
    "one of two loads": (
        ["global_load_b32 v2, v1, s[4:5] offset:4", "global_load_b32 v3, v1, s[4:5]", "MEM 1", *work(8, 20)],
        UNLOCK,
    ),
    "a store to LDS": (["ds_store_b32 v1, v0 offset:4", "LDS 0", *work(8, 20, "v1")], UNLOCK),
    "an atomic that returns": (
        ["global_atomic_add_u32 v2, v1, v0, s[6:7] offset:4 RET", "MEM 0", *work(8, 20)],
        UNLOCK,
    ),
    "a scalar load": (["s_load_b32 s8, s[6:7], 0x4", "WAIT0", "v_mov_b32_e32 v2, s8", *work(8, 20)], UNLOCK),
    "a message": (
        ["global_load_b32 v2, v1, s[4:5] offset:4", "MEM 0", *work(8, 20)],
        "s_sendmsg sendmsg(MSG_INTERRUPT)",
    ),
}


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize("name", RELEASES)
def test_what_was_waited_for_is_done_before_others_can_notice_what_follows(name: str, arch: str) -> None:
    begin, release = RELEASES[name]
    module = kernel([*START, *spelled([*begin, release], arch), *result(8, 20)], arch)
    for by, lines in moves(module):
        check(module, lines, by)


FLAG, DATA = "v_mul_lo_u32 v4, v2, v2", "v_mul_lo_u32 v5, v3, v4"
ACQUIRES = {
    "a coherent load": ("global_load_b32 v2, v1, s[6:7] offset:4 GLC", "MEM 0"),
    "an atomic that returns": ("global_atomic_add_u32 v2, v1, v0, s[6:7] offset:4 RET", "MEM 0"),
    "an atomic on LDS": ("ds_add_rtn_u32 v2, v1, v0 offset:4", "LDS 0"),
}


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize("name", ACQUIRES)
def test_no_load_comes_before_an_acquire_is_done(name: str, arch: str) -> None:
    acquire, wait = ACQUIRES[name]
    loads = ["global_load_b32 v3, v1, s[4:5] offset:8", "ds_load_b32 v6, v1 offset:8"]
    uses = ["MEM 0", "LDS 0", DATA, "v_add_f32_e32 v7, v6, v5"]
    lines = [*START, acquire, wait, FLAG, *work(8, 20, "v4"), *loads, *uses, *work(20, 24, "v7"), *result(7, 24)]
    module = kernel(spelled(lines, arch), arch)
    for by, found in moves(module):
        check(module, found, by, ("global_load_b32 8", "ds_load_b32 8"))


def test_a_load_of_one_cu_may_acquire() -> None:
    loads = ["global_load_b32 v2, v1, s[6:7] offset:4", "MEM 0", FLAG, "global_load_b32 v3, v1, s[4:5] offset:8"]
    lines = [*START, *loads, *work(8, 12, "v4"), "MEM 0", DATA, *work(12, 16, "v5"), *result(8, 16)]
    module = kernel(spelled(lines, "gfx1100"), cu_mode=True)
    for by, found in moves(module):
        check(module, found, by, ["global_load_b32 8"])
    # On different CUs an acquire has a cache bit, and a workgroup of one wave has none to hear of.
    for free in (kernel(spelled(lines, "gfx1100")), kernel(spelled(lines, "gfx1100"), size=32, cu_mode=True)):
        assert swapped(free, FLAG, loads[3])


def swapped(module: Module, first: str, second: str) -> bool:
    """Whether what stands second comes first in some order, and what it waited for in the input is not done."""
    found = [shuffled(module, seed) for seed in range(20)]
    return any(lines.index(second) < lines.index(first) for lines in found)


TILE = "global_load_b32 v2, v1, s[4:5] offset:4"


BARRIERS = {"gfx1100": ["s_barrier"], "gfx1201": ["s_barrier_signal -1", "s_barrier_wait -1"]}


@pytest.mark.parametrize("arch", BARRIERS)
def test_lds_between_barriers_is_no_flag(arch: str) -> None:
    """Stores that no wave reads before the next barrier, and loads while no wave stores, as for a matrix product."""
    store, load = "ds_store_b32 v1, v1 offset:16", "ds_load_b32 v3, v0 offset:64"
    fill = [TILE, "MEM 0", *work(8, 16), store]
    use = ["ds_load_b32 v5, v0 offset:32", "LDS 0", *work(16, 24, "v5"), load, "LDS 0", *work(24, 28, "v3")]
    barrier = ["LDS 0", *BARRIERS[arch]]
    module = kernel(spelled([*START, *fill, *barrier, *use, *barrier, *result(8, 28)], arch), arch)
    assert swapped(module, "v_mul_f32_e32 v8, v2, v2", store)
    assert swapped(module, "v_mul_f32_e32 v16, v5, v5", load)
    # A wave may read what is stored before the next barrier, and store where others read.
    module = kernel(spelled([*START, *fill, "LDS 0", *use, *barrier, *result(8, 28)], arch), arch)
    for seed in range(20):
        found = shuffled(module, seed)
        check(module, found, f"order {seed}")
        assert [line for line in found if line.startswith("ds_")] == [x for x in lines_of(module) if x[:3] == "ds_"]


def test_other_loads_wait_for_a_flag_in_lds() -> None:
    flag, data = "ds_load_b32 v2, v1 offset:4", "global_load_b32 v3, v1, s[4:5] offset:8"
    uses = ["MEM 0", DATA, *work(12, 16, "v5"), *result(8, 16)]
    module = kernel(spelled([*START, flag, "LDS 0", FLAG, *work(8, 12, "v4"), data, *uses], "gfx1100"), cu_mode=True)
    for by, found in moves(module):
        check(module, found, by, ["global_load_b32 8"])


def test_an_access_that_may_pass_its_barrier_is_behind_it_too() -> None:
    store = "ds_store_b32 v1, v1 offset:16"
    lines = [*START, TILE, "MEM 0", *work(8, 16), store, "s_barrier", "ds_load_b32 v3, v0 offset:64", "LDS 0"]
    module = kernel(spelled([*lines, *work(16, 20, "v3"), "s_barrier", *result(8, 20)], "gfx1100"))
    for seed in range(20):
        assert "global_load_b32 4" in Guarantees(False).run(shuffled(module, seed)).done["ds_store_b32 16"]


def test_a_cu_performs_accesses_behind_a_load_in_order() -> None:
    flag, data = "global_load_b32 v2, v1, s[6:7] offset:4", "global_load_b32 v3, v1, s[4:5] offset:8"
    lines = spelled([*START, flag, data, "MEM 0", *work(8, 12), *work(12, 16, "v3"), *result(8, 16)], "gfx1100")
    assert not swapped(kernel(lines, cu_mode=True), flag, data)
    assert swapped(kernel(lines), flag, data)


def test_two_loads_of_one_place_keep_their_order() -> None:
    first, second = (f"global_load_b32 v{k}, v1, s[4:5] offset:8" for k in (2, 3))
    other = "global_load_b32 v4, v1, s[4:5] offset:16"
    lines = [*START, first, second, other, "MEM 0", *work(8, 12), *work(12, 16, "v3"), *work(16, 20, "v4")]
    module = kernel(spelled([*lines, *result(8, 20)], "gfx1100"))
    assert not swapped(module, first, second)
    assert swapped(module, first, other)
