"""Offsets that move round a loop, copies that nothing needs, and sums with their shifts."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.proof.verdict import verify_modules
from isaopt.transform.copies import without_copies
from isaopt.transform.sgpr_bases.tidy import fused
from tests.transform.test_sgpr_bases import BOTH, accesses, batched, check, code, kernel

#: A column of a matrix of rows of s9 elements, s10 rounds; v1 is the index.
_COLUMN = """
    v_mov_b32_e32 v1, v0
    v_mov_b32_e32 v10, 0
    s_mov_b32 s12, 0
    .Lloop:
    v_ashrrev_i32_e32 v2, 31, v1
    {guard}
    v_lshlrev_b64 v[2:3], 2, v[1:2]
    v_add_co_u32 v4, vcc_lo, s4, v2
    v_add_co_ci_u32_e64 v5, null, s5, v3, vcc_lo
    global_load_b32 v6, v[4:5], off
    {rejoin}
    {step}
    s_add_i32 s12, s12, 1
    s_waitcnt vmcnt(0)
    v_add_f32_e32 v10, v10, v6
    s_cmp_lt_i32 s12, s10
    s_cbranch_scc1 .Lloop
    v_lshlrev_b32_e32 v0, 2, v0
    global_store_b32 v0, v10, s[6:7]
    s_endpgm
"""
_BY_ROWS = "v_add_nc_u32_e32 v1, s9, v1"


def column(step: str = _BY_ROWS, guard: str = "", rejoin: str = "") -> str:
    text = _COLUMN.format(step=step, guard=guard, rejoin=rejoin)
    return "\n".join(line for line in text.split("\n") if line.strip())


def test_an_index_that_moves_by_a_scalar_is_an_offset_that_does() -> None:
    before, result = batched(column())
    (load, _) = accesses(result)
    offset = load.split(", ")[1]
    adds = [t for t in code(result) if t.startswith("v_add_nc_u32")]
    assert len(adds) == 1
    _, step, same = adds[0].removeprefix("v_add_nc_u32_e32 ").split(", ")
    assert same == offset
    assert f"s_lshl_b32 {step}, s9, 2" in code(result)
    assert load.endswith("s[4:5]")
    check(before, result)


def test_a_step_that_is_a_constant_needs_no_register() -> None:
    before, result = batched(column("v_add_nc_u32_e32 v1, 64, v1"))
    offset = accesses(result)[0].split(", ")[1]
    assert f"v_add_nc_u32_e32 {offset}, 0x100, {offset}" in code(result)
    check(before, result)


def test_another_distance_is_refused_by_the_proof() -> None:
    before, result = batched(column())
    text = result.module.text()
    wrong = text.replace(", s9, 2", ", s9, 3")
    assert wrong != text
    assert not verify_modules(before, parse_text(wrong, "wrong.s", None), assumptions=BOTH).proved


@pytest.mark.parametrize(
    "step",
    [
        "v_add_nc_u32_e32 v1, v0, v1",  # each lane its own
        "v_lshlrev_b32_e32 v1, 1, v1",  # no sum
        "s_add_i32 s9, s9, 1\nv_add_nc_u32_e32 v1, s9, v1",  # another one each round
    ],
)
def test_what_moves_otherwise_is_computed_in_each_round(step: str) -> None:
    before, result = batched(column(step))
    offset = accesses(result)[0].split(", ")[1]
    assert not any(t.startswith(f"v_add_nc_u32_e32 {offset}, ") and t.endswith(f", {offset}") for t in code(result))
    check(before, result)


def test_an_access_of_some_lanes_moves_with_those_of_the_loop() -> None:
    guard = "v_cmp_gt_i32_e32 vcc_lo, s8, v1\ns_and_saveexec_b32 s13, vcc_lo"
    before, result = batched(column(guard=guard, rejoin="s_mov_b32 exec_lo, s13"))
    assert "off" not in accesses(result)[0].split(", ")
    check(before, result)


def test_lanes_that_come_back_are_not_forgotten() -> None:
    # The index moves in some lanes only: what the others read next is not a step further.
    step = f"v_cmp_gt_i32_e32 vcc_lo, s8, v1\ns_and_saveexec_b32 s13, vcc_lo\n{_BY_ROWS}\ns_mov_b32 exec_lo, s13"
    before, result = batched(column(step))
    offset = accesses(result)[0].split(", ")[1]
    assert not any(t.startswith(f"v_add_nc_u32_e32 {offset}, ") and t.endswith(f", {offset}") for t in code(result))
    check(before, result)


#: A loop that is entered in its middle, falls through to its head, and that lanes leave one by one.
_LEAVING = """
    v_mov_b32_e32 v1, v0
    v_mov_b32_e32 v10, 0
    v_mov_b32_e32 v11, v7
    s_mov_b32 s13, 0
    s_branch .Lhead
    .Lnext:
    v_add_nc_u32_e32 v11, -1, v11
    v_add_nc_u32_e32 v1, s9, v1
    v_cmp_eq_u32_e32 vcc_lo, 0, v11
    s_or_b32 s13, vcc_lo, s13
    s_and_not1_b32 exec_lo, exec_lo, s13
    s_cbranch_execz .Lend
    .Lhead:
    v_ashrrev_i32_e32 v2, 31, v1
    v_lshlrev_b64 v[2:3], 2, v[1:2]
    v_add_co_u32 v4, vcc_lo, s4, v2
    v_add_co_ci_u32_e64 v5, null, s5, v3, vcc_lo
    global_load_b32 v6, v[4:5], off
    s_waitcnt vmcnt(0)
    v_add_f32_e32 v10, v10, v6
    s_branch .Lnext
    .Lend:
    s_or_b32 exec_lo, exec_lo, s13
    v_lshlrev_b32_e32 v0, 2, v0
    global_store_b32 v0, v10, s[6:7]
    s_endpgm
"""


def test_lanes_that_leave_take_their_step_before() -> None:
    before, result = batched(_LEAVING)
    offset = accesses(result)[0].split(", ")[1]
    lines = code(result)
    step = next(k for k, t in enumerate(lines) if t.startswith(f"v_add_nc_u32_e32 {offset}, ") and t.endswith(offset))
    assert step < lines.index("s_and_not1_b32 exec_lo, exec_lo, s13")
    check(before, result)


_STORE = "global_store_b32 v0, v3, s[6:7]\ns_endpgm"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("v_mov_b32_e32 v9, v1\nglobal_load_b32 v3, v9, s[4:5]\ns_waitcnt vmcnt(0)\n", 0),
        ("v_mov_b32_e32 v9, v1\nglobal_load_b32 v9, v9, s[4:5]\ns_waitcnt vmcnt(0)\nv_mov_b32_e32 v3, v9\n", 0),
        ("v_mov_b32_e32 v9, v1\nv_mov_b32_e32 v1, 0\nv_add_nc_u32_e32 v3, v9, v1\n", 2),
        ("v_mov_b32_e32 v9, v1\nv_add_nc_u32_e32 v1, v9, v9\nv_mov_b32_e32 v3, v1\n", 0),
        ("v_mov_b32_e32 v9, v1\nv_mov_b32_e32 v10, v9\nv_add_nc_u32_e32 v3, v9, v10\n", 0),
        ("v_mov_b32_e32 v9, s9\nv_add_nc_u32_e32 v3, v9, v1\n", 1),
        ("v_mov_b32_e32 v9, v1\ns_cbranch_scc1 .Lx\n.Lx:\nv_add_nc_u32_e32 v3, v9, v1\n", 0),
        ("v_mov_b32_e32 v9, v1\ns_cbranch_scc1 .Lx\nv_mov_b32_e32 v1, 0\n.Lx:\nv_add_nc_u32_e32 v3, v9, v1\n", 2),
        ("v_mov_b32_e32 v9, v1\ns_cbranch_scc1 .Lx\nv_mov_b32_e32 v9, 0\n.Lx:\nv_add_nc_u32_e32 v3, v9, v1\n", 2),
        ("v_mov_b32_e32 v9, v1\nv_mov_b32_e32 v10, v2\nglobal_load_b32 v3, v[9:10], off\ns_waitcnt vmcnt(0)\n", 2),
        ("v_mov_b32_e32 v9, v1\nv_dual_mov_b32 v3, v9 :: v_dual_mov_b32 v4, v2\n", 0),
        ("v_mov_b32_e32 v8, v5\nv_dual_mov_b32 v3, v8 :: v_dual_mov_b32 v4, v1\n", 1),
        ("v_mov_b32_e32 v9, v1\nv_mov_b32_dpp v3, v9 row_shr:1 row_mask:0xf bank_mask:0xf\n", 0),
        ("v_mov_b32_e32 v9, v1\nv_mad_u64_u32 v[1:2], null, v9, v5, v[6:7]\nv_add_nc_u32_e32 v3, v2, v1\n", 1),
        (
            "s_branch .La\n.Lb:\nv_mov_b32_e32 v9, v10\nv_not_b32_e32 v3, v9\ns_branch .Lc\n"
            ".La:\nv_mov_b32_e32 v10, v1\ns_branch .Lb\n.Lc:\n",
            1,
        ),
        (
            ".Lx:\nv_mov_b32_e32 v9, v1\nv_not_b32_e32 v1, v9\ns_cbranch_scc1 .Lx\nv_add_nc_u32_e32 v3, v9, v1\n",
            1,
        ),
    ],
)
def test_a_copy_goes_where_the_register_keeps_its_content(text: str, left: int) -> None:
    before = kernel(text + _STORE)
    after = without_copies(before, before.kernels[0])
    ops = [i.op.mnemonic for _, i in after.instructions(after.kernels[0])]
    assert ops.count("v_mov_b32_e32") == left
    assert verify_modules(before, after).proved


_SHIFTED = "v_lshlrev_b32_e32 v3, 2, v2"


@pytest.mark.parametrize(
    ("text", "made"),
    [
        (f"v_add_nc_u32_e32 v2, s8, v1\n{_SHIFTED}\n", "v_add_lshl_u32 v3, s8, v1, 2"),
        ("v_lshlrev_b32_e32 v2, 2, v1\nv_add_nc_u32_e32 v3, s8, v2\n", "v_lshl_add_u32 v3, v1, 2, s8"),
        ("v_lshlrev_b32_e32 v2, 2, v1\nv_add_nc_u32_e32 v3, v2, v0\n", "v_lshl_add_u32 v3, v1, 2, v0"),
        # A source is gone by the second, so both go to the first's place.
        (f"v_add_nc_u32_e32 v2, s8, v1\nv_mov_b32_e32 v1, v0\n{_SHIFTED}\n", "v_add_lshl_u32 v3, s8, v1, 2"),
        # The sum is needed besides, or twice, or other lanes are on.
        (f"v_add_nc_u32_e32 v2, s8, v1\n{_SHIFTED}\nv_xor_b32_e32 v3, v2, v3\n", ""),
        ("v_lshlrev_b32_e32 v2, 2, v1\nv_add_nc_u32_e32 v3, v2, v2\n", ""),
        (f"v_add_nc_u32_e32 v2, s8, v1\ns_mov_b32 exec_lo, s9\n{_SHIFTED}\n", ""),
        # Nowhere do both hold.
        (f"v_add_nc_u32_e32 v2, s8, v1\nv_mov_b32_e32 v1, v3\n{_SHIFTED}\n", ""),
    ],
)
def test_a_sum_and_its_shift_are_one_instruction(text: str, made: str) -> None:
    before = kernel("v_mov_b32_e32 v3, v0\n" + text + _STORE)
    after = fused(before, before.kernels[0])
    lines = [i.text.strip() for _, i in after.instructions(after.kernels[0])]
    assert [t for t in lines if t.startswith(("v_add_lshl", "v_lshl_add"))] == ([made] if made else [])
    assert verify_modules(before, after).proved
