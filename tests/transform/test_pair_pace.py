"""Pairs keep nothing that is needed soon behind a result that is late."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt.analysis.figures.metrics import kernel_metrics
from isaopt.approval import approve
from isaopt.asm.line import read_op
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.target.arch import get_arch
from isaopt.transform.pair.pace import BlockPace, block_cycles
from isaopt.transform.pair.pair import Pair
from tests.kernels import ARGUMENTS, kernel_file


def accumulation(arch: str) -> Module:
    """A loop that adds products of two loads; its counter and its two addresses do not wait for them."""
    wait = "s_wait_loadcnt 0x0" if arch.startswith("gfx12") else "s_waitcnt vmcnt(0)"
    lines = [
        "v_dual_mov_b32 v4, 0 :: v_dual_mov_b32 v5, 0",
        "v_lshlrev_b32_e32 v6, 2, v0",
        "v_mov_b32_e32 v7, v6",
        "v_mov_b32_e32 v10, v6",
        "s_mov_b32 s4, 0",
        ".LOOP:",
        "global_load_b32 v8, v6, s[0:1]",
        "global_load_b32 v9, v7, s[2:3]",
        "v_add_nc_u32_e32 v10, 1, v10",
        "s_add_i32 s4, s4, 1",
        "v_mad_u32_u24 v6, v10, 4, v6",
        "v_mad_u32_u24 v7, v6, 2, v7",
        wait,
        "v_fmac_f32_e32 v4, v8, v9",
        "v_add_f32_e32 v5, v5, v8",
        "s_cmp_lg_u32 s4, s5",
        "s_cbranch_scc1 .LOOP",
        "v_add_f32_e32 v4, v4, v5",
        "v_lshlrev_b32_e32 v6, 2, v0",
        "global_store_b32 v6, v4, s[0:1]",
    ]
    return parse_text(kernel_file(lines, ARGUMENTS, arch=arch, vgprs=11))


@pytest.mark.parametrize("arch", ["gfx1100"])
def test_addresses_stay_ahead_of_the_wait(arch: str) -> None:
    module = accumulation(arch)
    result = Pair().apply(module, module.kernels[0])
    assert result.changed
    names = [i.op.mnemonic for _, i in result.module.instructions(result.module.kernels[0])]
    loop = names[names.index("global_load_b32") : names.index("s_cbranch_scc1")]
    dual = next(at for at, name in enumerate(loop) if name.startswith("v_dual"))
    assert "v_mad_u32_u24" not in loop[dual:]
    assert approve(module, result.module, module.kernels[0]).verdict == "proved"


def pace(
    lines: list[str], together: dict[int, tuple[int, int]], repeats: bool = False, once: bool = False
) -> BlockPace:
    return BlockPace([read_op(line, "gfx1100", 32) for line in lines], together, get_arch("gfx1100"), repeats, once)


LATE = ["global_load_b32 v1, v0, s[0:1]", "v_add_f32_e32 v2, v1, v1", "v_add_nc_u32_e32 v3, 1, v3"]


def test_an_order_is_replaced_only_if_it_is_too_slow() -> None:
    block = pace([*LATE, "v_mul_lo_u32 v4, v3, v3", "v_mul_lo_u32 v4, v4, v4"], {})
    present = [0, 1, 2, 3, 4]
    assert block.better(present, block.cycles(present), lambda _: True) is present
    better = block.better(present, 0, lambda _: True)
    assert better[-1] == 1
    assert block.cycles(better) < block.cycles(present)
    assert block.better(present, 0, lambda _: False) is present


def test_what_issues_together_waits_for_both() -> None:
    alone, paired = pace(LATE, {}), pace(LATE, {1: (1, 2)})
    assert paired.cycles([0, 1, 2]) == alone.cycles([0, 2, 1])
    chain = [*LATE, "v_mul_lo_u32 v4, v3, v3"]
    assert pace(chain, {1: (1, 2)}).cycles([0, 1, 2, 3]) > pace(chain, {}).cycles([0, 2, 3, 1])


def test_a_loop_waits_for_what_its_last_round_left() -> None:
    lines = ["v_mul_lo_u32 v1, v2, v3", "v_mul_lo_u32 v2, v4, v5"]
    kept, turned = pace(lines, {}, repeats=True), pace(lines, {})
    assert kept.cycles([0, 1]) > 2 * turned.cycles([0, 1])


def test_scalar_loads_outside_loops_are_cold_for_the_first_wave() -> None:
    lines = ["s_load_b32 s4, s[0:1], 0x0", "s_add_i32 s5, s4, 1"]
    assert pace(lines, {}, once=True).cycles([0, 1]) > pace(lines, {}).cycles([0, 1])


def test_every_block_has_its_time() -> None:
    module = accumulation("gfx1100")
    before, loop, after = block_cycles(module, module.kernels[0], get_arch("gfx1100"))
    assert loop > after > before > 0


REDUCTION = Path(__file__).parents[2] / "kernels_s" / "reduction_gfx1100.s"


def test_a_loop_that_waits_for_memory_keeps_no_pair_that_makes_it_wait_longer() -> None:
    module = parse_text(REDUCTION.read_text(), str(REDUCTION), None)
    # The only pair of its loop would count up when the load has returned, and the next load waits for the count.
    result = Pair().apply(module, module.kernels[0])
    loop = kernel_metrics(result.module, result.module.kernels[0]).loops[0]
    assert loop.dual == 0


def test_a_pair_that_no_load_waits_for_is_kept_in_such_a_loop() -> None:
    module = accumulation("gfx1100")
    paired = Pair().apply(module, module.kernels[0]).module
    assert kernel_metrics(paired, paired.kernels[0]).loops[0].dual == 1


def test_work_does_not_go_behind_a_barrier() -> None:
    """One wave alone would be at its next loads sooner; the waves of a workgroup would all load, then all work."""
    work = [f"v_fmac_f32_e32 v{10 + k % 2}, v{2 + k}, v{2 + k}" for k in range(8)]
    loads = [f"ds_load_b32 v{2 + k}, v0 offset:{4 * k}" for k in range(8)]
    end = ["s_waitcnt lgkmcnt(0)", "s_barrier", "global_load_b32 v12, v0, s[0:1]", "v_add_f32_e32 v13, v12, v12"]
    block = pace([*loads, *work, *end], {8: (8, 11)}, repeats=True)
    order = block.better([*range(9), 11, 9, 10, *range(12, 20)], 0, lambda o: True)
    wait = order.index(16)
    assert sorted(order[wait:]) == [16, 17, 18, 19]
