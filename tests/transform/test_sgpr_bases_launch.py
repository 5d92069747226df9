"""SGPR bases for indices that are the workgroup's part plus the item's: where nothing is carried from one to the other,
no assumption is needed."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.transform.base import PassResult
from isaopt.transform.sgpr_bases.sgpr_bases import SgprBases
from tests.kernels import block, entry, kernel_file
from tests.transform.soundness import applied
from tests.transform.test_sgpr_bases import BOTH, accesses, code

_DESCRIPTOR = ("kernarg_size 32", "user_sgpr_count 2", "user_sgpr_kernarg_segment_ptr 1")
_POINTER = "v_add_co_u32 v4, vcc_lo, s4, v4\nv_add_co_ci_u32_e64 v5, null, s5, v5, vcc_lo\n"
_WIDE = f"v_ashrrev_i32_e32 v5, 31, v4\nv_lshlrev_b64 v[4:5], 2, v[4:5]\n{_POINTER}"
_LOAD = "s_load_b128 s[4:7], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n"
_STORE = "global_store_b32 v[4:5], v0, off\n"
_INDEX = "v_lshl_add_u32 v4, s2, 8, v0\n"


def kernel(text: str, metadata: str = ".max_flat_workgroup_size: 256", ids: int = 0, y: int = 0) -> Module:
    more = (f"system_sgpr_workgroup_id_y {y}", f"system_vgpr_workitem_id {ids}")
    file = kernel_file(text.strip().split("\n"), *_DESCRIPTOR, *more, vgprs=32)
    return parse_text(file + block(entry(metadata.split("\n"))), "k.s")


def batched(before: Module, assume: tuple[str, ...] = ()) -> PassResult:
    return applied(SgprBases(assume), before, assume)


def test_the_part_of_the_workgroup_goes_to_the_base() -> None:
    result = batched(kernel(f"{_LOAD}{_INDEX}{_WIDE}{_STORE}"))
    assert not result.declined
    (access,) = accesses(result)
    assert access.startswith("global_store_b32 v")
    assert ", v0, s[" in access
    assert [t for t in code(result) if t.startswith("v_")] == [f"v_lshlrev_b32_e32 {access.split()[1]} 2, v0"]


@pytest.mark.parametrize(
    ("metadata", "rewritten"),
    [
        (".max_flat_workgroup_size: 257", False),
        (".max_flat_workgroup_size: 1024", False),
        (".max_flat_workgroup_size: 1024\n.reqd_workgroup_size: [256, 1, 1]", True),
        (".max_flat_workgroup_size: 1024\n.reqd_workgroup_size: [0, 0, 0]", False),
        (".max_flat_workgroup_size: 1024\n.max_num_workgroups_x: 1048576", True),
        (".max_flat_workgroup_size: 1024\n.max_num_workgroups_y: 1048576", False),
        (".kind: x", False),
    ],
)
def test_it_takes_a_promise_of_the_metadata(metadata: str, rewritten: bool) -> None:
    before = kernel(f"{_LOAD}{_INDEX}{_WIDE}{_STORE}", metadata)
    result = batched(before)
    assert result.changed is rewritten
    assert [d.code for d in result.declined] == ([] if rewritten else ["needs-assumption"])


def test_with_the_assumptions_the_pointer_itself_is_the_base() -> None:
    """A base for the workgroup's part costs SALU instructions and registers."""
    result = batched(kernel(f"{_LOAD}{_INDEX}{_WIDE}{_STORE}"), BOTH)
    assert accesses(result)[0].endswith("s[4:5]")


def test_items_of_two_dimensions() -> None:
    """Rows of 64: the ids are fields of v0, and a workgroup is 16 by 8."""
    index = (
        "v_bfe_u32 v3, v0, 10, 10\nv_and_b32_e32 v2, 0x3ff, v0\nv_lshl_add_u32 v3, v3, 6, v2\n"
        "s_lshl_b32 s8, s3, 9\ns_lshl_b32 s9, s2, 4\ns_add_i32 s8, s8, s9\nv_add_nc_u32_e32 v4, s8, v3\n"
    )
    # The item's part has bits above those of the workgroup's, so only few workgroups keep the sum from wrapping.
    text = f"{_LOAD}{index}{_WIDE}{_STORE}"
    sizes = ".reqd_workgroup_size: [16, 8, 1]"
    few = ".max_num_workgroups_x: 4\n.max_num_workgroups_y: 1024"
    assert not batched(kernel(text, sizes, 1, 1)).changed
    assert batched(kernel(text, f"{sizes}\n{few}", 1, 1)).changed


def test_an_item_below_a_constant() -> None:
    result = batched(kernel(f"{_LOAD}v_add_nc_u32_e32 v4, -4, v0\n{_WIDE}{_STORE}"))
    assert offset(accesses(result)[0]) == -16


@pytest.mark.parametrize(("size", "fits"), [(256, True), (257, False)])
def test_an_item_that_counts_down(size: int, fits: bool) -> None:
    wide = _WIDE.replace("v_ashrrev_i32_e32 v5, 31, v4", "v_mov_b32_e32 v5, 0")
    text = f"{_LOAD}v_sub_nc_u32_e32 v4, 0xff, v0\n{wide}{_STORE}"
    assert batched(kernel(text, f".max_flat_workgroup_size: {size}")).changed is fits


def offset(access: str) -> int:
    return int(access.partition("offset:")[2] or "0")


@pytest.mark.parametrize(
    ("shift", "rewritten"),
    [("v_ashrrev_i64 v[4:5], 30, v[3:4]", True), ("v_lshrrev_b64 v[4:5], 30, v[3:4]", True),
     ("v_ashrrev_i64 v[4:5], 33, v[3:4]", False)],
)  # fmt: skip
def test_an_index_that_is_widened_by_shifting_it_down_from_the_upper_half(shift: str, rewritten: bool) -> None:
    """What LLVM makes of an OpenCL index: 32 bits up and 30 down."""
    text = f"{_LOAD}v_mov_b32_e32 v3, 0\n{_INDEX}{shift}\n{_POINTER}{_STORE}"
    assert batched(kernel(text)).changed is rewritten
    assert not batched(kernel(text.replace("v_mov_b32_e32 v3, 0", "v_mov_b32_e32 v3, 1"))).changed


_SIZES = """.max_flat_workgroup_size: 1024
.args:
  - {.offset: 16, .size: 2, .value_kind: hidden_group_size_x}
  - {.offset: 18, .size: 2, .value_kind: hidden_group_size_y}"""


@pytest.mark.parametrize(
    ("mask", "item", "ids", "rewritten"),
    [
        ("s_and_b32 s8, s8, 0xffff\ns_mul_i32 s9, s2, s8", "v_mov_b32_e32 v3, v0", 0, True),
        ("s_and_b32 s8, s8, 0xffff\ns_mul_i32 s9, s2, s8", "v_and_b32_e32 v3, 0x3ff, v0", 1, True),
        ("s_lshr_b32 s8, s8, 16\ns_mul_i32 s9, s3, s8", "v_bfe_u32 v3, v0, 10, 10", 1, True),
        ("s_lshr_b32 s8, s8, 16\ns_mul_i32 s9, s2, s8", "v_bfe_u32 v3, v0, 10, 10", 1, False),
        ("s_lshr_b32 s8, s8, 16\ns_mul_i32 s9, s3, s8", "v_bfe_u32 v3, v0, 9, 10", 1, False),
        ("s_lshr_b32 s8, s8, 16\ns_mul_i32 s9, s3, s8", "v_and_b32_e32 v3, 0x3ff, v0", 1, False),
        ("s_and_b32 s8, s8, 0xffff\ns_mul_i32 s9, s2, s8", "v_mov_b32_e32 v3, v0", 1, False),
    ],
)
def test_the_id_of_an_item_in_the_grid(mask: str, item: str, ids: int, rewritten: bool) -> None:
    """``size * group + item`` without a sign: no grid has 2^32 items."""
    wide = _WIDE.replace("v_ashrrev_i32_e32 v5, 31, v4", "v_mov_b32_e32 v5, 0")
    load = f"s_load_b32 s8, s[0:1], 0x10\n{_LOAD}"
    text = f"{load}{mask}\n{item}\nv_add_nc_u32_e32 v4, s9, v3\n{wide}{_STORE}"
    assert batched(kernel(text, _SIZES, ids, int(ids > 0))).changed is rewritten
    assert not batched(kernel(text, ".max_flat_workgroup_size: 1024", ids, int(ids > 0))).changed


_LOOP = f"""{_LOAD}{_INDEX}{_WIDE}s_mov_b32 s8, 16
v_mov_b32_e32 v6, 0
L0:
global_load_b32 v7, v[4:5], off
v_add_co_u32 v4, vcc_lo, v4, s6
v_add_co_ci_u32_e64 v5, null, s7, v5, vcc_lo
s_sub_i32 s8, s8, 1
s_cmp_lg_u32 s8, 0
s_waitcnt vmcnt(0)
v_add_f32_e32 v6, v6, v7
s_cbranch_scc1 L0
v_lshlrev_b32_e32 v0, 2, v0
global_store_b32 v0, v6, s[4:5]
"""


def test_a_moving_base_starts_at_the_part_of_the_workgroup() -> None:
    result = batched(kernel(_LOOP))
    assert result.changed
    assert all("off" not in a.split(", ")[-1] for a in accesses(result))
    assert not batched(kernel(_LOOP, ".max_flat_workgroup_size: 512")).changed


#: Two accesses, and no register that is free from the one to the other.
_FIRST = """v_ashrrev_i32_e32 v2, 31, v1
v_lshlrev_b64 v[2:3], 2, v[1:2]
v_add_co_u32 v2, vcc_lo, s4, v2
v_add_co_ci_u32_e64 v3, null, s5, v3, vcc_lo
global_load_b32 v2, v[2:3], off
v_add_f32_e32 v3, v4, v5
"""
_SECOND = f"v_mov_b32_e32 v4, v1\n{_WIDE}global_load_b32 v5, v[4:5], off offset:64\nv_mov_b32_e32 v4, 0\n"
_FILLED = "".join(f"v_mov_b32_e32 v{n}, {n % 64}\n" for n in range(4, 96))
_READ = "".join(f"v_add_f32_e32 v2, v2, v{n}\n" for n in (0, *range(3, 96)))
_FULL = (
    f"{_LOAD}v_mul_lo_u32 v1, v0, s6\n{_FILLED}{_FIRST}{_SECOND}s_waitcnt vmcnt(0)\n{_READ}"
    "v_lshlrev_b32_e32 v0, 2, v1\nglobal_store_b32 v0, v2, s[4:5]\n"
)


@pytest.mark.parametrize(("lds", "rewritten"), [(0, False), (65536, True)])
def test_an_offset_may_cost_waves_that_lds_does_not_allow_anyway(lds: int, rewritten: bool) -> None:
    """96 VGPRs let 16 waves run on a SIMD; two workgroups of 8 waves on four SIMDs are 4."""
    text = kernel(_FULL).text().replace("free_vgpr 32", f"free_vgpr 96\n\t\t.amdhsa_group_segment_fixed_size {lds}")
    result = batched(parse_text(text, "k.s"), BOTH)
    assert result.changed is rewritten
    assert {d.code for d in result.declined} == (set() if rewritten else {"vgpr-limit"})
