"""Counted loops: counters, tests, numbers of rounds; sums of registers."""

from __future__ import annotations

import pytest

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.exec_masks import exec_masks
from isaopt.analysis.flow.liveness import kernel_ops, liveness
from isaopt.analysis.flow.loops import find_loops
from isaopt.analysis.integers.induction import ExitTest, constant_at, exit_test, trip_count
from isaopt.analysis.integers.linear import LinearSum, WideSum, linear_sum, wide_sums
from isaopt.asm.line import read_op
from isaopt.isa.registers import SGPR_BASE
from tests.renaming import assemble

S = SGPR_BASE


def found(before: str, body: str, branch: str = "s_cbranch_scc1 .Lloop") -> tuple[ExitTest | None, int | None]:
    """The test of a loop and how often it runs."""
    module = assemble(f"\t{before}\n.Lloop:\n" + "".join(f"\t{x}\n" for x in body.split(";")) + f"\t{branch}\n")
    kernel = module.kernels[0]
    cfg = build_cfg(module, kernel)
    (loop,) = find_loops(module, kernel, cfg)
    return exit_test(kernel_ops(module, cfg), cfg, loop.header, loop.blocks), loop.trip_count


@pytest.mark.parametrize(
    ("before", "body", "branch", "rounds"),
    [
        ("s_mov_b32 s8, 0", "s_add_i32 s8, s8, 1;s_cmp_lg_u32 s8, 8", "s_cbranch_scc1 .Lloop", 8),
        ("s_mov_b32 s8, 0", "s_add_i32 s8, s8, 1;s_cmp_eq_u32 s8, 8", "s_cbranch_scc0 .Lloop", 8),
        ("s_mov_b32 s8, 0", "s_add_i32 s8, s8, 3;s_cmp_lt_i32 s8, 8", "s_cbranch_scc1 .Lloop", 3),
        ("s_mov_b32 s8, 0", "s_add_i32 s8, 3, s8;s_cmp_gt_i32 8, s8", "s_cbranch_scc1 .Lloop", 3),
        ("s_mov_b32 s8, 8", "s_add_i32 s8, s8, -1;s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 .Lloop", 8),
        ("s_mov_b32 s8, 8", "s_sub_u32 s8, s8, 2;s_cmp_gt_u32 s8, 3", "s_cbranch_scc1 .Lloop", 3),
        # The 16-bit constants of SOPK instructions carry their sign, however they are written.
        ("s_movk_i32 s8, 0x200", "s_addk_i32 s8, 0xff80;s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 .Lloop", 4),
        ("s_movk_i32 s8, 0xfe00", "s_addk_i32 s8, 0x80;s_cmpk_lg_i32 s8, 0xff80", "s_cbranch_scc1 .Lloop", 3),
        ("s_mov_b32 s8, 0", "s_addk_i32 s8, 0x4000;s_cmpk_lg_u32 s8, 0xc000", "s_cbranch_scc1 .Lloop", 3),
        # Halving and doubling.
        ("s_movk_i32 s8, 0x80", "s_lshr_b32 s8, s8, 1;s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 .Lloop", 8),
        ("s_mov_b32 s8, 1", "s_lshl_b32 s8, s8, 2;s_cmp_lt_u32 s8, 64", "s_cbranch_scc1 .Lloop", 3),
        ("s_mov_b32 s8, 1", "s_lshr_b32 s8, 64, s8;s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 .Lloop", None),
        # Never equal, and after so many rounds that nobody counts them.
        ("s_mov_b32 s8, 0", "s_add_i32 s8, s8, 2;s_cmp_lg_u32 s8, 7", "s_cbranch_scc1 .Lloop", None),
        ("s_mov_b32 s8, s6", "s_add_i32 s8, s8, 1;s_cmp_lg_u32 s8, 8", "s_cbranch_scc1 .Lloop", None),
    ],
)
def test_rounds(before: str, body: str, branch: str, rounds: int | None) -> None:
    assert found(before, body, branch)[1] == rounds


def test_a_64_bit_counter_that_leaves_scc_alone() -> None:
    code = "\ts_mov_b64 s[8:9], 0\n.Lloop:\n{}\ts_cbranch_scc1 .Lloop\n"
    step, compare = "\ts_add_nc_u64 s[8:9], s[8:9], 4\n", "\ts_cmp_lg_u32 s8, 60\n"
    for body, rounds in ((step + compare, 15), (compare + step, 16)):
        module = assemble(code.format(body), "gfx1201")
        (loop,) = find_loops(module, module.kernels[0], build_cfg(module, module.kernels[0]))
        assert loop.trip_count == rounds


def test_the_test_of_a_loop() -> None:
    test, rounds = found("s_mov_b32 s8, 0", "s_add_i32 s8, s8, 4;s_cmp_lt_i32 s8, s6")
    assert test == ExitTest(S + 8, 4, "lt", True, None, S + 6, 2, 1, True, True)
    assert rounds is None
    assert trip_count(test, 0) is None
    # The bound may stand first, and the branch may say when to go on or when to leave.
    for body, branch in (("s_cmp_gt_i32 s6, s8", "scc1"), ("s_cmp_le_i32 s6, s8", "scc0")):
        again, _ = found("s_mov_b32 s8, 0", f"s_add_i32 s8, s8, 4;{body}", f"s_cbranch_{branch} .Lloop")
        assert again == test


@pytest.mark.parametrize(
    "body",
    [
        "s_add_i32 s8, s8, s7;s_cmp_lt_i32 s8, s6",
        "s_add_i32 s8, s8, 1;s_add_i32 s8, s8, 1;s_cmp_lt_i32 s8, s6",
        "s_add_i32 s8, s8, 1;s_add_i32 s6, s6, 1;s_cmp_lt_i32 s8, s6",
        "s_add_i32 s8, s8, 1;s_cmp_lt_i32 s8, s6;s_and_b32 s9, s8, 1",
        "s_mul_i32 s8, s8, 3;s_cmp_lt_i32 s8, s6",
        "s_add_i32 s8, s8, 1;s_bitcmp1_b32 s8, 3",
    ],
)
def test_loops_that_are_not_counted(body: str) -> None:
    assert found("s_mov_b32 s8, 0", body)[0] is None


def test_constants_at_a_block() -> None:
    module = assemble("\ts_mov_b64 s[8:9], 7\n\ts_mov_b32 s10, s6\n.Lloop:\n\ts_nop 0\n\ts_cbranch_scc1 .Lloop\n")
    cfg = build_cfg(module, module.kernels[0])
    ops = kernel_ops(module, cfg)
    loop = find_loops(module, module.kernels[0], cfg)[0]
    assert [constant_at(ops, cfg, loop.header, S + n, loop.blocks) for n in (8, 9, 10, 11)] == [7, 0, None, None]
    assert constant_at(ops, cfg, loop.header, S + 8) == 7  # two ways in, one definition


def test_an_inner_loop_starts_from_a_copy_of_an_outer_constant() -> None:
    inner = "\ts_add_i32 s9, s9, 4\n\ts_cmp_lg_u32 s9, 20\n\ts_cbranch_scc1 .Linner\n"
    outer = "\ts_add_i32 s10, s10, 1\n\ts_cmp_lt_i32 s10, s6\n\ts_cbranch_scc1 .Louter\n"
    for more, rounds in (("", 5), ("\ts_add_i32 s8, s8, s7\n", None)):
        start = "\ts_mov_b32 s8, 0\n\ts_mov_b32 s10, 0\n.Louter:\n\ts_mov_b32 s9, s8\n.Linner:\n"
        module = assemble(start + inner + more + outer)
        loops = find_loops(module, module.kernels[0], build_cfg(module, module.kernels[0]))
        assert [loop.trip_count for loop in loops] == [None, rounds]


@pytest.mark.parametrize(
    ("text", "sum_"),
    [
        ("v_add_nc_u32_e32 v1, s2, v3", LinearSum(1, ((3, 1), (S + 2, 1)), 0)),
        ("v_add_nc_u32_e32 v1, 0x210, v1", LinearSum(1, ((1, 1),), 0x210)),
        ("v_sub_nc_u32_e32 v1, v2, v3", LinearSum(1, ((2, 1), (3, (1 << 32) - 1)), 0)),
        ("v_subrev_nc_u32_e32 v1, 4, v2", LinearSum(1, ((2, 1),), (1 << 32) - 4)),
        ("v_lshl_add_u32 v1, s2, 2, v1", LinearSum(1, ((1, 1), (S + 2, 4)), 0)),
        ("v_add_lshl_u32 v1, v2, 3, 2", LinearSum(1, ((2, 4),), 12)),
        ("v_lshlrev_b32_e32 v1, 2, v2", LinearSum(1, ((2, 4),), 0)),
        ("v_add3_u32 v1, v2, v2, 5", LinearSum(1, ((2, 2),), 5)),
        ("v_mov_b32_e32 v1, 1.0", LinearSum(1, (), 0x3F800000)),
        ("v_mul_lo_u32 v1, v2, 12", LinearSum(1, ((2, 12),), 0)),
        ("s_addk_i32 s1, 0xff80", LinearSum(S + 1, ((S + 1, 1),), (1 << 32) - 128)),
        ("s_lshl2_add_u32 s1, s2, s3", LinearSum(S + 1, ((S + 2, 4), (S + 3, 1)), 0)),
        ("s_movk_i32 s1, 0x200", LinearSum(S + 1, (), 0x200)),
        ("v_add_nc_u32_e64 v1, v2, v3 clamp", None),
        ("v_lshlrev_b32_e32 v1, v2, v3", None),
        ("v_add_f32_e32 v1, v2, v3", None),
        ("v_mul_lo_u32 v1, v2, v3", None),
        ("v_add_nc_u16 v1, v2, v3", None),
    ],
)
def test_sums(text: str, sum_: LinearSum | None) -> None:
    assert linear_sum(read_op(text, "gfx1100", 32)) == sum_


def wide(code: str, size: int = 32) -> list[WideSum]:
    module = assemble("".join(f"\t{x}\n" for x in code.split(";")), wave=size)
    kernel = module.kernels[0]
    cfg = build_cfg(module, kernel)
    live = liveness(module, kernel, cfg, exec_masks(module, kernel, cfg))
    return wide_sums(kernel_ops(module, cfg), live.live_out)


LOW, HIGH = "v_add_co_u32 v2, vcc_lo, v2, 64", "v_add_co_ci_u32_e64 v3, null, 0, v3, vcc_lo"
END = "global_store_b32 v[2:3], v4, off"


def test_sums_of_two_words() -> None:
    assert wide(f"{LOW};{HIGH};{END}") == [WideSum(0, 1, 2, (2,), 64)]
    assert wide(f"{LOW};s_nop 0;{HIGH};{END}") == [WideSum(0, 2, 2, (2,), 64)]
    two = "v_add_co_u32 v2, vcc_lo, s4, v6;v_add_co_ci_u32_e64 v3, null, s5, v7, vcc_lo"
    assert wide(f"{two};{END}") == [WideSum(0, 1, 2, (S + 4, 6), 0)]
    scalar = "s_add_u32 s4, s4, 32;s_addc_u32 s5, s5, 0;s_load_b32 s6, s[4:5], 0x0"
    assert wide(scalar) == [WideSum(0, 1, S + 4, (S + 4,), 32)]
    carries_of_64_lanes = f"{LOW};{HIGH};{END}".replace("vcc_lo", "vcc")
    assert wide(carries_of_64_lanes, 64) == [WideSum(0, 1, 2, (2,), 64)]
    read_half = carries_of_64_lanes + ";s_mov_b32 s8, vcc_hi;v_mov_b32_e32 v4, s8;global_store_b32 v[2:3], v4, off"
    assert wide(read_half, 64) == []
    down = "v_add_co_u32 v2, vcc_lo, v2, -64;v_add_co_ci_u32_e64 v3, null, -1, v3, vcc_lo"
    assert wide(f"{down};{END}") == [WideSum(0, 1, 2, (2,), (1 << 64) - 64)]


@pytest.mark.parametrize(
    "code",
    [
        f"{LOW};{HIGH};{END};v_cndmask_b32_e32 v4, v2, v3, vcc_lo;global_store_b32 v[2:3], v4, off",
        f"{LOW};v_mov_b32_e32 v5, v2;{HIGH};{END};global_store_b32 v[2:3], v5, off",
        f"{LOW};s_mov_b32 exec_lo, s4;{HIGH};{END}",
        f"{LOW};v_mov_b32_e32 v3, 0;{HIGH};{END}",
        f"{LOW};s_mov_b32 vcc_lo, 0;{HIGH};{END}",
        "v_add_co_u32 v2, vcc_lo, v2, 64;v_add_co_ci_u32_e64 v4, null, 0, v3, vcc_lo;global_store_b32 v[4:5], v2, off",
        f"v_add_co_u32 v2, vcc_lo, s4, v6;v_add_co_ci_u32_e64 v3, null, s6, v7, vcc_lo;{END}",
        f"v_add_co_u32 v2, vcc_lo, 4, v1;v_add_co_ci_u32_e64 v3, null, 0, v2, vcc_lo;{END}",
    ],
)
def test_carries_that_go_elsewhere_make_no_sum(code: str) -> None:
    assert wide(code) == []
