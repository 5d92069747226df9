"""Programs that nobody captured, with cycles that the published captures leave no doubt about.

By hand, with the rules that reproduce all captures of 2187Nick/tinygrad on the RX 7900 XTX: the k-th instruction behind
the wait is dispatched in cycle k (s_nop N takes N + 1 cycles, three more behind an ALU instruction), executes 8 cycles
later (6 without a VGPR source, 7 with one source in a running stream), one more where two sources share a bank, not
before the one before it has left the unit nor before its operands are there; the store goes four cycles after the last
result.  Results take 5 cycles, those of integer multiplications 8, of transcendental functions 10, of lane reads 6; a
multiplication takes the unit for 4, a transcendental function its own pipe for 4.
"""

from __future__ import annotations

import pytest

from tests.simulator.programs import moves, run_alone

ADD = "v_add_f32_e32 v4, v4, v5"
SAME_BANK = "v_add_f32_e32 v4, v4, v8"
MUL = "v_mul_lo_u32 v4, v4, v5"
EXP = "v_exp_f32_e32 v4, v4"
PAIR = "v_dual_add_f32 v4, v4, v5 :: v_dual_mul_f32 v7, v6, v11"
CROSSED = "v_dual_add_f32 v4, v7, v9 :: v_dual_mul_f32 v7, v4, v10"
HINT = "s_delay_alu instid0(VALU_DEP_1)"


def independent(op: str, count: int) -> list[str]:
    return [f"{op} v{20 + k}, v4, v5" for k in range(count)]


DERIVED: dict[str, tuple[list[str], int]] = {
    # Streams: one a cycle behind the first.
    "v_mov x2": (moves(2), 16 + 1),
    "v_mov x13": (moves(13), 16 + 12),
    "v_add x5, independent": (independent("v_add_f32_e32", 5), 18 + 4),
    "v_add x9, independent": (independent("v_add_f32_e32", 9), 18 + 8),
    "v_mul_lo_u32 x3, independent": (independent("v_mul_lo_u32", 3), 21 + 2 * 4),
    "v_exp x3, independent": ([f"v_exp_f32_e32 v{20 + k}, v4" for k in range(3)], 23 + 2 * 4),
    # Chains: the latency a link.
    "v_add RAW x6": ([ADD] * 6, 13 + 5 * 6),
    "v_add RAW x24": ([ADD] * 24, 13 + 5 * 24),
    "v_fma RAW x4": (["v_fma_f32 v4, v5, v6, v4"] * 4, 13 + 5 * 4),
    "v_mul_lo_u32 RAW x2": ([MUL] * 2, 13 + 8 * 2),
    "v_mul_lo_u32 RAW x3": ([MUL] * 3, 13 + 8 * 3),
    "v_exp RAW x5": ([EXP] * 5, 13 + 10 * 5),
    "v_xor, v_and, v_or RAW": (
        ["v_xor_b32_e32 v4, v4, v5", "v_and_b32_e32 v4, v4, v6", "v_or_b32_e32 v4, v4, v7"],
        13 + 5 * 3,
    ),
    "v_pk_fma_f16 RAW x3": (["v_pk_fma_f16 v4, v4, v5, v6"] * 3, 13 + 5 * 3),
    # Chains of mixed classes: the sum of the latencies.
    "v_add, v_exp, v_add RAW": ([ADD, EXP, ADD], 13 + 5 + 10 + 5),
    "v_exp, v_mul_lo_u32 RAW": ([EXP, MUL], 13 + 10 + 8),
    "v_mul_lo_u32, v_exp RAW": ([MUL, EXP], 13 + 8 + 10),
    "v_rcp, v_add, v_sqrt RAW": (["v_rcp_f32_e32 v4, v4", ADD, "v_sqrt_f32_e32 v4, v4"], 13 + 10 + 5 + 10),
    # What is beside a longer latency is hidden by it.
    "v_exp, 3 independent v_add": ([EXP, *(f"v_add_f32_e32 v{20 + k}, v6, v5" for k in range(3))], 23),
    "v_exp, 8 independent v_add": ([EXP, *(f"v_add_f32_e32 v{20 + k}, v6, v5" for k in range(8))], 18 + 8),
    "v_exp, v_mul_lo_u32, independent": ([EXP, "v_mul_lo_u32 v6, v6, v5"], 23),
    "v_mul_lo_u32, independent v_add": ([MUL, "v_add_f32_e32 v6, v6, v5"], 9 + 4 + 5 + 4),
    "2 interleaved v_add chains x4": ([ADD, "v_add_f32_e32 v6, v6, v7"] * 4, 13 + 5 * 4 + 1),
    "3 interleaved v_add chains x2": ([ADD, "v_add_f32_e32 v6, v6, v7", "v_add_f32_e32 v10, v10, v11"] * 2, 23 + 2),
    "5 interleaved v_add chains x2": ([f"v_add_f32_e32 v{k}, v{k}, v5" for k in (4, 6, 7, 8, 10)] * 2, 18 + 9),
    # A bank read twice costs its latency once.
    "same bank x1": ([SAME_BANK], 18 + 1),
    "same bank RAW x4": ([SAME_BANK] * 4, 33 + 1),
    "VOPD RAW x3, one source of a bank beside another": (
        ["v_dual_add_f32 v4, v7, v9 :: v_dual_mul_f32 v7, v4, v11"] * 3,
        13 + 5 * 3 + 1,
    ),
    "one register twice x1": (["v_add_f32_e32 v4, v5, v5"], 18),
    "one register twice RAW x4": (["v_add_f32_e32 v4, v4, v4"] * 4, 33),
    # Dual instructions.
    "VOPD x1": ([PAIR], 18),
    "VOPD RAW x3": ([PAIR] * 3, 13 + 5 * 3),
    "VOPD RAW crosswise x3": ([CROSSED] * 3, 13 + 5 * 3),
    "VOPD, v_add that reads both": ([PAIR, "v_add_f32_e32 v8, v4, v7"], 23),
    "VOPD, v_exp that reads Y": ([PAIR, "v_exp_f32_e32 v8, v7"], 13 + 5 + 10),
    "VOPD of constants": (["v_dual_mov_b32 v4, 1.0 :: v_dual_mov_b32 v5, 2.0"], 16),
    # Hints cost nothing where the chain waits anyway.
    "v_add RAW x4, hinted": ([ADD, *[HINT, ADD] * 3], 33),
    "v_exp RAW x2, hinted": ([EXP, "s_delay_alu instid0(TRANS32_DEP_1)", EXP], 33),
    "VOPD RAW x3, hinted": ([PAIR, *[HINT, PAIR] * 2], 13 + 5 * 3),
    # Lane reads, masks and idle cycles.
    "v_add, dependent v_readlane": ([ADD, "v_readlane_b32 s4, v4, 0"], 13 + 5 + 6),
    "v_readlane x2": (["v_readlane_b32 s4, v4, 0", "v_readlane_b32 s5, v4, 1"], 19 + 1),
    "v_cmp / v_cndmask x2": (["v_cmp_gt_f32_e32 vcc_lo, v4, v5", "v_cndmask_b32_e32 v6, v8, v9, vcc_lo"], 18 + 1),
    "s_nop 3, v_exp": (["s_nop 3", EXP], 23 + 4),
    "v_add, s_nop 0, v_add": ([ADD, "s_nop 0", "v_add_f32_e32 v6, v6, v7"], 18 + 3 + 1),
    "v_add, s_nop 7, v_add": ([ADD, "s_nop 7", "v_add_f32_e32 v6, v6, v7"], 18 + 3 + 8),
}
"""Name to the lines of the program and the cycles from the wait's release to the store."""


@pytest.mark.parametrize("name", DERIVED)
def test_derived_cycles(name: str) -> None:
    lines, expected = DERIVED[name]
    times, release = run_alone(lines, {})
    assert times[-2] - release == expected
