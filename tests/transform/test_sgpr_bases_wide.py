"""SGPR bases for 64-bit indices: rows times strides of 64 bits, and numbers of 64 bits that lanes have."""

from __future__ import annotations

import pytest

from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.base import PassResult
from isaopt.transform.dead import without_dead
from isaopt.transform.sgpr_bases.sgpr_bases import SgprBases
from isaopt.transform.sgpr_bases.tidy import compacted
from tests.transform.test_sgpr_bases import BOTH, accesses, batched, check, code, kernel
from tests.transform.test_sgpr_bases_launch import kernel as launched

#: v[2:3] = v0 * s[8:9], an item's row; then the address of an element of it, s[4:5] + 4 * (v[2:3] + v0).
_ROW = """
    v_mad_u64_u32 v[2:3], null, v0, s8, 0
    v_mul_lo_u32 v4, v0, s9
    v_add_nc_u32_e32 v3, v3, v4
"""
_ADDRESS = """
    v_lshlrev_b64 v[2:3], 2, v[2:3]
    v_add_co_u32 v2, vcc_lo, s4, v2
    v_add_co_ci_u32_e64 v3, null, s5, v3, vcc_lo
    v_add_co_u32 v2, vcc_lo, v2, v5
    v_add_co_ci_u32_e64 v3, null, 0, v3, vcc_lo
"""
_STORE = "v_lshlrev_b32_e32 v7, 2, v0\nglobal_store_b32 v7, v6, s[6:7]\ns_endpgm"


def _text(arch: str, row: str = _ROW, address: str = _ADDRESS) -> str:
    text = f"v_lshlrev_b32_e32 v5, 2, v0\n{row}{address}global_load_b32 v6, v[2:3], off\nWAIT\n{_STORE}"
    if arch == "gfx1100":
        return text.replace("WAIT", "s_waitcnt vmcnt(0)")
    return text.replace("WAIT", "s_wait_loadcnt 0x0").replace("v_mad_u64", "v_mad_co_u64")


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_a_row_times_a_wide_stride_is_an_offset(arch: str) -> None:
    before, result = batched(_text(arch), arch)
    assert accesses(result)[0].endswith(", s[4:5]")
    assert not [t for t in code(result) if "v_add_co" in t or "_u64_" in t or "_b64" in t]
    check(before, result)


@pytest.mark.parametrize("assume", [(), BOTH[:1], BOTH[1:]])
def test_without_the_facts_they_are_named(assume: tuple[str, ...]) -> None:
    before, result = batched(_text("gfx1100"), assume=assume)
    assert result.module is before
    (declined,) = result.declined
    assert declined.code == "needs-assumption"
    for name in BOTH:
        assert (name in declined.message) == (name not in assume)


def test_a_product_without_a_sign_needs_no_fact_about_it() -> None:
    row = "v_mad_u64_u32 v[2:3], null, v0, s8, 0\n"
    before, result = batched(_text("gfx1100", row), assume=BOTH[1:])
    assert result.changed
    check(before, result, BOTH[1:])


def test_a_product_that_is_taken_away_is_no_offset() -> None:
    minus = _ADDRESS.replace("v_add_co_u32 v2, vcc_lo, s4", "v_sub_co_u32 v2, vcc_lo, s4")
    minus = minus.replace("v_add_co_ci_u32_e64 v3, null, s5", "v_sub_co_ci_u32_e64 v3, null, s5")
    assert minus != _ADDRESS
    _, result = batched(_text("gfx1100", address=minus))
    assert {d.code for d in result.declined} == {"not-affine"}


#: The workgroup's rows begin at 16 * s10, in 64 bits: a part of the base that the kernel has not made.
_GROUP = """
    s_mov_b32 s11, 0
    v_and_b32_e32 v9, 15, v0
    s_lshl_b64 s[12:13], s[10:11], 4
    v_or_b32_e32 v8, s12, v9
    v_mad_u64_u32 v[2:3], null, v8, s8, 0
    v_mul_lo_u32 v4, v8, s9
    s_mul_i32 s14, s13, s8
    v_add3_u32 v3, v3, v4, s14
"""


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_the_workgroups_part_of_a_product_goes_to_the_base(arch: str) -> None:
    before, result = batched(_text(arch, _GROUP), arch)
    lines = code(result)
    assert any(t.startswith("s_mul_hi_u32") for t in lines)  # 16 * s10 * s[8:9] by SALU
    assert any(t.startswith("v_mul_lo_u32") for t in lines)  # 4 * (v0 & 15) * s8 + v5: several instructions
    assert accesses(result)[0].split(", ")[-1] not in ("off", "s[4:5]")
    check(before, result)


def test_a_row_that_is_gone_is_kept_from_where_it_was() -> None:
    """Neither v9 nor s12 nor s10, of which the row is made, are left where the stride is loaded."""
    gone = "v_mov_b32_e32 v9, 0\ns_mov_b32 s12, s13\ns_mov_b32 s10, 0\ns_load_b64 s[8:9], s[0:1], 0x0\n"
    before, result = batched(_text("gfx1100", _GROUP.replace("v_mad", f"{gone}s_waitcnt lgkmcnt(0)\nv_mad")))
    assert not result.declined
    assert accesses(result)[0].split(", ")[-1] not in ("off", "s[4:5]")
    check(before, result)


def test_rows_of_a_wide_stride_share_the_offset() -> None:
    """Rows v0, v0 + 8 and v0 + 24 of s[8:9] elements each: their distances are multiples of the stride."""
    item = "v_and_b32_e32 v0, 0xff, v0\nv_lshlrev_b32_e32 v5, 2, v0\n"
    loads = []
    for row, to in ((0, 20), (8, 21), (24, 22)):
        moved = _ROW.replace("v0, s", "v10, s")
        loads.append(f"v_add_nc_u32_e32 v10, {row}, v0\n{moved}{_ADDRESS}global_load_b32 v{to}, v[2:3], off\n")
    end = "s_waitcnt vmcnt(0)\nv_add_f32_e32 v6, v20, v21\nv_add_f32_e32 v6, v6, v22\n"
    before, result = batched(f"{item}{''.join(loads)}{end}{_STORE}")
    assert not result.declined
    offsets, bases = zip(*(a.split(", ")[1:3] for a in accesses(result)[:3]), strict=True)
    assert len(set(offsets)) == 1
    assert len(set(bases)) == 3
    check(before, result)


@pytest.mark.parametrize(("low", "high"), [("s11", "s12"), ("s13", "s9")])
def test_a_pointer_in_any_two_registers_is_a_base(low: str, high: str) -> None:
    """Halves at an odd place, or far from each other."""
    address = _ADDRESS.replace("s4", low).replace("s5", high)
    before, result = batched(_text("gfx1100", "v_mul_lo_u32 v2, v0, s8\nv_mov_b32_e32 v3, 0\n", address))
    lines = code(result)
    moves = [t for t in lines if t.startswith("s_mov_b32")]
    assert [t.split(", ")[1] for t in moves] == [low, high]
    first, second = (t.split()[1].rstrip(",") for t in moves)
    assert accesses(result)[0].endswith(f"s[{first[1:]}:{second[1:]}]")
    assert int(first[1:]) % 2 == 0
    check(before, result)


_LOADED = """
    s_load_b128 s[4:7], s[0:1], 0x0
    v_lshlrev_b32_e32 v3, 3, v0
    s_waitcnt lgkmcnt(0)
    global_load_b64 v[4:5], v3, s[6:7]
    s_waitcnt vmcnt(0)
    v_lshlrev_b64 v[4:5], {}, v[4:5]
    v_add_co_u32 v4, vcc_lo, s4, v4
    v_add_co_ci_u32_e64 v5, null, s5, v5, vcc_lo
    global_load_b32 v6, v[4:5], off
    s_waitcnt vmcnt(0)
    global_store_b32 v3, v6, s[6:7]
"""


def _loaded(kind: str, shift: int) -> tuple[Module, PassResult]:
    arguments = "\n".join(f"  - .offset: {8 * k}\n    .size: 8\n    .value_kind: {kind}" for k in range(2))
    text = "\n".join(line.strip() for line in _LOADED.format(shift).strip().split("\n"))
    before = launched(text, f".max_flat_workgroup_size: 256\n.args:\n{arguments}")
    return before, SgprBases(BOTH).apply(before, before.kernels[0])


def test_an_access_in_front_of_another_takes_its_offset() -> None:
    """A row before: the address less a stride of 64 bits."""
    before_it = "s_lshl_b64 s[12:13], s[8:9], 2\nv_sub_co_u32 v8, vcc_lo, v2, s12\n"
    before_it += "v_sub_co_ci_u32_e64 v9, null, v3, s13, vcc_lo\nglobal_load_b32 v10, v[8:9], off\n"
    load = "global_load_b32 v6, v[2:3], off\n"
    text = (
        _text("gfx1100")
        .replace(load, f"{load}{before_it}")
        .replace("v_lshlrev_b32_e32 v7", "v_add_f32_e32 v6, v6, v10\nv_lshlrev_b32_e32 v7")
    )
    before, result = batched(text)
    assert not result.declined
    one, other = (a.split(", ")[1:] for a in accesses(result)[:2])
    assert one[0] == other[0]
    assert one[1] == "s[4:5]" != other[1]
    check(before, result)


def test_an_index_of_two_registers_needs_a_pointer_argument() -> None:
    before, result = _loaded("global_buffer", 2)
    assert accesses(result)[1].endswith("s[4:5]")
    check(before, result)
    for kind, shift in (("by_value", 2), ("global_buffer", 0)):  # a pointer of each lane's own, perhaps
        _, other = _loaded(kind, shift)
        assert {d.code for d in other.declined} == {"not-affine"}


def test_a_loop_with_64_bit_rows_keeps_its_address_in_sgprs() -> None:
    text = f"""
        v_lshlrev_b32_e32 v5, 2, v0
        {_ROW}
        {_ADDRESS}
        v_mov_b32_e32 v6, 0
        s_lshl_b64 s[12:13], s[8:9], 5
        .LBB0_1:
        global_load_b32 v8, v[2:3], off
        v_add_co_u32 v2, vcc_lo, v2, s12
        v_add_co_ci_u32_e64 v3, null, s13, v3, vcc_lo
        s_add_i32 s10, s10, -1
        s_cmp_lg_u32 s10, 0
        s_waitcnt vmcnt(0)
        v_add_f32_e32 v6, v6, v8
        s_cbranch_scc1 .LBB0_1
        {_STORE}
    """
    before = kernel(text)
    result = SgprBases(BOTH).apply(before, before.kernels[0])
    lines = code(result)
    body = lines[lines.index(next(t for t in lines if t.startswith("global_load"))) :]
    assert not [t for t in body if t.startswith("v_add_co")]
    check(before, result)


_LOOP = f"""
    v_lshlrev_b32_e32 v5, 2, v0
    {_ROW}
    {_ADDRESS}
    v_mov_b32_e32 v6, 0
    s_lshl_b64 s[12:13], s[8:9], 5
    .LBB0_1:
    global_load_b32 v8, v[2:3], off
    s_add_i32 s10, s10, -1
    MOVE
    v_add_co_u32 v2, vcc_lo, v2, s12
    v_add_co_ci_u32_e64 v3, null, s13, v3, vcc_lo
    s_cmp_lg_u32 s10, 0
    s_waitcnt vmcnt(0)
    v_add_f32_e32 v6, v6, v8
    s_cbranch_scc1 .LBB0_1
    {_STORE}
"""


def test_pairs_that_move_alike_a_constant_apart_have_one_base() -> None:
    second = "v_add_co_u32 v10, vcc_lo, v2, 16\nv_add_co_ci_u32_e64 v11, null, 0, v3, vcc_lo\n"
    load = "global_load_b32 v9, v[10:11], off\n"
    move = "v_add_co_u32 v10, vcc_lo, v10, s12\nv_add_co_ci_u32_e64 v11, null, s13, v11, vcc_lo\n"
    text = _LOOP.replace("    .LBB0_1:\n", f"{second}.LBB0_1:\n{load}")
    before = kernel(text.replace("    MOVE\n", f"{move}s_waitcnt vmcnt(1)\nv_add_f32_e32 v6, v6, v9\n"))
    result = SgprBases(BOTH).apply(before, before.kernels[0])
    loads = [a.split(", ", 1)[1] for a in accesses(result) if a.startswith("global_load")]
    assert not result.declined
    assert loads[1] == f"{loads[0]} offset:-16"
    lines = code(result)
    body = lines[lines.index(next(t for t in lines if t.startswith("global_load"))) :]
    assert len([t for t in body if t.startswith("s_addc_u32")]) == 1
    check(before, result)


def test_the_base_of_an_inner_loop_starts_from_that_of_the_outer_one() -> None:
    text = f"""
        v_lshlrev_b32_e32 v5, 2, v0
        {_ROW}
        {_ADDRESS}
        v_mov_b32_e32 v6, 0
        s_lshl_b64 s[12:13], s[8:9], 5
        .LBB0_1:
        v_mov_b32_e32 v10, v2
        v_mov_b32_e32 v11, v3
        s_mov_b32 s14, s11
        .LBB0_2:
        global_load_b32 v8, v[10:11], off
        v_add_co_u32 v10, vcc_lo, v10, 4
        v_add_co_ci_u32_e64 v11, null, 0, v11, vcc_lo
        s_add_i32 s14, s14, -1
        s_cmp_lg_u32 s14, 0
        s_waitcnt vmcnt(0)
        v_add_f32_e32 v6, v6, v8
        s_cbranch_scc1 .LBB0_2
        v_add_co_u32 v2, vcc_lo, v2, s12
        v_add_co_ci_u32_e64 v3, null, s13, v3, vcc_lo
        s_add_i32 s10, s10, -1
        s_cmp_lg_u32 s10, 0
        s_cbranch_scc1 .LBB0_1
        {_STORE}
    """
    before = kernel(text)
    result = SgprBases(BOTH).apply(before, before.kernels[0])
    assert not result.declined
    assert not [t for t in code(result) if t.startswith("v_add_co")]
    check(before, result)


def test_workgroup_ids_of_gfx12_are_scalars_like_others() -> None:
    """16 * workgroup * stride, where no SGPR has the workgroup's number any more."""
    row = _GROUP.replace("s_mov_b32 s11, 0", "s_mov_b32 s10, ttmp9\ns_mov_b32 s11, 0") + "s_mov_b32 s10, 0\n"
    text = _text("gfx1201", f"{row}s_mov_b32 s12, 0\n")
    before, result = batched(text, "gfx1201")
    assert not result.declined
    assert any("ttmp9" in t for t in code(result)[1:])
    check(before, result)


def test_offsets_take_registers_that_became_free() -> None:
    """v3 is an offset, v0 and v1 are needed as long as it is, and nothing needs v2 any more."""
    module = kernel(
        "v_add_nc_u32_e32 v1, 1, v0\nv_lshlrev_b32_e32 v3, 2, v0\nglobal_store_b32 v3, v1, s[4:5]\n"
        "global_store_b32 v3, v0, s[4:5]\ns_endpgm"
    )
    done = compacted(module, module.kernels[0], 3)
    texts = [i.text.strip() for _, i in done.instructions(done.kernels[0])]
    assert texts[1:3] == ["v_lshlrev_b32_e32 v2, 2, v0", "global_store_b32 v2, v1, s[4:5]"]


#: Lanes leave one by one, each with its own v1; the first write of a round is overwritten in the same round.
_LEAVING = """
    s_mov_b32 s0, 0
    v_mov_b32_e32 v2, 0
    .LBB0_1:
    v_add_nc_u32_e32 v1, 4, v0
    {between}
    v_add_nc_u32_e32 v1, v0, v2
    v_add_nc_u32_e32 v2, 1, v2
    v_cmp_gt_u32_e32 vcc_lo, v2, v0
    s_or_b32 s0, vcc_lo, s0
    s_and_not1_b32 exec_lo, exec_lo, s0
    s_cbranch_execnz .LBB0_1
    s_or_b32 exec_lo, exec_lo, s0
    global_store_b32 v0, v1, s[2:3]
    s_endpgm
"""


@pytest.mark.parametrize(
    ("between", "left"),
    [
        ("s_nop 0", False),
        ("v_cmpx_gt_u32_e32 7, v0", True),  # fewer lanes write v1 again
        ("v_mov_b32_dpp v3, v1 row_ror:1 row_mask:0xf bank_mask:0xf\nglobal_store_b32 v0, v3, s[4:5]", True),
    ],
)
def test_what_the_same_lanes_write_again_is_dead_though_others_have_left_with_theirs(between: str, left: bool) -> None:
    module = kernel(_LEAVING.format(between=between))
    done = without_dead(module, module.kernels[0])
    assert ("v_add_nc_u32_e32 v1, 4, v0" in done.text()) is left
    assert verify_modules(module, done).proved


_OFFSET = "v_lshlrev_b32_e32 v3, 2, v2"
_USED = "s_waitcnt vmcnt(0)\nglobal_store_b32 v0, v1, s[4:5]"


@pytest.mark.parametrize(
    ("text", "free"),
    [
        (f"{_OFFSET}\nglobal_load_b32 v1, v3, s[4:5]\n{_USED}\nglobal_store_b32 v2, v1, s[6:7]\ns_endpgm", "v1"),
        (f"v_mov_b32_e32 v1, v0\n{_OFFSET}\nglobal_store_b32 v3, v1, s[4:5]\n{_USED}\ns_endpgm", "v2"),
        (f"v_mov_b32_e32 v1, v0\n{_OFFSET}\nglobal_store_b32 v3, v2, s[4:5]\n{_USED}\ns_endpgm", "v3"),
    ],
    ids=["what-is-loaded", "its-source", "neither"],
)
def test_an_offset_takes_the_place_of_its_source_or_of_what_is_loaded_by_it(text: str, free: str) -> None:
    """Where v2 and v1 are not needed otherwise."""
    module = kernel("v_add_nc_u32_e32 v2, 1, v0\n" + text)
    done = compacted(module, module.kernels[0], 3)
    assert _OFFSET.replace("v3", free) in done.text()
    assert verify_modules(module, done).proved
