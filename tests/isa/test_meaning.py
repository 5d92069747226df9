"""What the tables say an instruction is: operation, unit, types, memory, lanes (AMD RDNA3 and RDNA4 ISA guides)."""

from __future__ import annotations

import pytest

from isaopt.isa.instruction import InstrDesc
from isaopt.isa.meaning import Access, CacheDesc, Lanes, MemoryDesc, Space, Unit
from isaopt.isa.tables import ARCHS, READ_ONLY_ARCHS, has_operation, lookup, mnemonics, spelling
from isaopt.isa.types import OperandType as T

ALL = [
    (arch, desc)
    for arch in ("gfx1100", "gfx1201", *READ_ONLY_ARCHS)
    for m in mnemonics(arch)
    for desc in lookup(arch, m)
]


def first(mnemonic: str, arch: str = "gfx1100") -> InstrDesc:
    return lookup(arch, mnemonic)[0]


def types(mnemonic: str, arch: str = "gfx1100") -> list[str]:
    return [str(o.type) for o in first(mnemonic, arch).operands]


@pytest.mark.parametrize(
    ("mnemonic", "arch", "operation"),
    [
        ("v_add_f32_e32", "gfx1100", "v_add_f32"),
        ("v_add_f32_e64_dpp", "gfx1100", "v_add_f32"),
        ("v_dual_add_f32", "gfx1100", "v_add_f32"),
        ("v_dual_max_num_f32", "gfx1201", "v_max_num_f32"),
        ("v_max_num_f32_e32", "gfx1201", "v_max_num_f32"),
        ("s_add_co_u32", "gfx1201", "s_add_u32"),
        ("s_add_co_ci_u32", "gfx1201", "s_addc_u32"),
        ("v_mad_co_u64_u32", "gfx1201", "v_mad_u64_u32"),
        ("global_atomic_sub_clamp_u32", "gfx1201", "global_atomic_sub_clamp_u32"),
        ("global_atomic_csub_u32", "gfx1100", "global_atomic_sub_clamp_u32"),
        ("export", "gfx1201", "exp"),
        ("global_load_dwordx4", "gfx90a", "global_load_b128"),
        ("ds_read2st64_b32", "gfx90a", "ds_load_2addr_stride64_b32"),
        ("ds_cmpst_b32", "gfx90a", "ds_cmpst_b32"),
        ("flat_atomic_smax_x2", "gfx942", "flat_atomic_max_i64"),
        ("v_cvt_pkrtz_f16_f32", "gfx942", "v_cvt_pk_rtz_f16_f32"),
    ],
)
def test_one_operation_has_one_name(mnemonic: str, arch: str, operation: str) -> None:
    assert {desc.operation for desc in lookup(arch, mnemonic)} == {operation}


def test_an_operation_is_spelled_as_the_target_has_it() -> None:
    assert spelling("gfx1100", "s_add_u32") == "s_add_u32"
    assert spelling("gfx1201", "s_add_u32") == "s_add_co_u32"
    assert spelling("gfx1201", "s_waitcnt_depctr") == "s_wait_alu"
    assert not has_operation("gfx1100", "s_add_nc_u64")
    for arch in ARCHS:
        for mnemonic in mnemonics(arch):
            desc = first(mnemonic, arch)
            if desc.vopd is None:
                assert first(spelling(arch, desc.operation), arch).operation == desc.operation


@pytest.mark.parametrize(
    ("mnemonic", "expected"),
    [
        ("v_lshlrev_b64", ["b64", "u32", "b64"]),
        ("v_ashrrev_i64", ["i64", "u32", "i64"]),
        ("v_mad_i64_i32", ["i64", "mask", "i32", "i32", "i64"]),
        ("v_ldexp_f64", ["f64", "f64", "i32"]),
        ("v_cvt_f64_i32_e32", ["f64", "i32"]),
        ("v_cvt_i32_f64_e32", ["i32", "f64"]),
        ("v_div_scale_f64", ["f64", "mask", "f64", "f64", "f64"]),
        ("v_cmp_class_f64_e64", ["mask", "f64", "b32"]),
        ("v_cndmask_b32_e64", ["b32", "b32", "b32", "mask"]),
        ("v_add_co_ci_u32_e32", ["u32", "mask", "u32", "u32", "mask"]),
        ("v_pk_fma_f16", ["pk_f16"] * 4),
        ("v_pk_ashrrev_i16", ["pk_i16", "pk_u16", "pk_i16"]),
        ("v_dot2_f32_bf16", ["f32", "pk_bf16", "pk_bf16", "f32"]),
        ("v_dot4_i32_iu8", ["i32", "iu8x4", "iu8x4", "i32"]),
        ("v_fma_mix_f32", ["f32", "mix", "mix", "mix"]),
        ("v_mul_u32_u24_e32", ["u32", "u32", "u32"]),
        ("v_mbcnt_lo_u32_b32", ["u32", "b32", "u32"]),
        ("v_readlane_b32", ["b32", "b32", "lane"]),
        ("v_fmaak_f32", ["f32"] * 4),
        ("s_bfe_i64", ["i64", "i64", "u32"]),
        ("s_bcnt1_i32_b64", ["i32", "b64"]),
        ("s_cmpk_lt_i32", ["i32", "imm_i16"]),
        ("s_cbranch_scc0", ["branch_target"]),
        ("s_delay_alu", ["delay"]),
        ("s_getreg_b32", ["b32", "hardware_register"]),
        ("s_setpc_b64", ["code_address"]),
        ("ds_load_u16", ["u32", "lds_address"]),
        ("s_load_b64", ["b32", "global_address", "imm_offset"]),
        ("buffer_load_b32", ["b32", "buffer_index", "buffer", "offset"]),
    ],
)
def test_operands_have_the_type_of_the_operation(mnemonic: str, expected: list[str]) -> None:
    assert types(mnemonic) == expected


def test_every_operand_and_form_says_what_it_is() -> None:
    lane_units = {Unit.VALU, Unit.TRANS, Unit.MATRIX}
    for arch, desc in ALL:
        where = (arch, desc.record or desc.mnemonic)
        assert desc.operation, where
        for operand in desc.operands:
            if operand.type is T.MASK:
                assert operand.dwords == (2 if desc.wave == 64 else 1), where
            elif operand.type.is_number and operand.type.width and operand.role != "none":
                # 64-bit types fill pairs; a half has no more than a register.
                assert operand.type.width <= 32 * operand.dwords, where
                assert (32 * operand.dwords) % min(operand.type.width, 32) == 0, where
        vector = "valu" in desc.flags or (desc.mnemonic.startswith("v_") and desc.mnemonic != "v_illegal")
        assert (desc.unit in lane_units) == vector, where
        assert (desc.unit is Unit.TRANS) == ("trans" in desc.flags), where
        if "dpp" in desc.flags and desc.unit in lane_units:
            assert desc.lanes is Lanes.CROSS, where
        assert (desc.memory is not None and desc.memory.is_atomic) >= ("atomic" in desc.flags), where
        if desc.memory is not None and desc.memory.access is Access.STORE:
            assert "maystore" in desc.flags, where


@pytest.mark.parametrize(
    ("mnemonic", "memory"),
    [
        ("global_load_b128", MemoryDesc(Space.GLOBAL, Access.LOAD, T.B32, 4)),
        ("global_load_i8", MemoryDesc(Space.GLOBAL, Access.LOAD, T.I8)),
        ("global_load_d16_hi_u8", MemoryDesc(Space.GLOBAL, Access.LOAD, T.U8, half="h")),
        ("flat_store_b16", MemoryDesc(Space.FLAT, Access.STORE, T.B16)),
        ("ds_store_b8_d16_hi", MemoryDesc(Space.LDS, Access.STORE, T.B8, half="h")),
        ("ds_load_2addr_stride64_b64", MemoryDesc(Space.LDS, Access.LOAD, T.B32, 2, addresses=2, stride=512)),
        ("ds_add_f32", MemoryDesc(Space.LDS, Access.ATOMIC, T.F32)),
        ("ds_add_rtn_u64", MemoryDesc(Space.LDS, Access.ATOMIC_RETURN, T.U64)),
        ("s_load_b512", MemoryDesc(Space.SCALAR, Access.LOAD, T.B32, 16)),
        ("s_buffer_load_b32", MemoryDesc(Space.SCALAR_BUFFER, Access.LOAD, T.B32)),
        ("buffer_load_format_xyz", MemoryDesc(Space.BUFFER, Access.LOAD, T.B32, 3, formatted=True)),
        ("scratch_store_b96", MemoryDesc(Space.SCRATCH, Access.STORE, T.B32, 3)),
        ("ds_permute_b32", None),
        ("ds_swizzle_b32", None),
        ("v_mov_b32_e32", None),
        ("buffer_gl0_inv", None),
    ],
)
def test_memory_is_described(mnemonic: str, memory: MemoryDesc | None) -> None:
    assert first(mnemonic).memory == memory


def test_bytes_of_an_access() -> None:
    memory = first("global_load_b96").memory
    assert memory is not None
    assert memory.bytes == 12
    assert memory.loads
    assert not memory.stores


def test_returning_atomics_are_forms_of_their_own() -> None:
    found = {d.memory.access for d in lookup("gfx1201", "global_atomic_add_u32") if d.memory is not None}
    assert found == {Access.ATOMIC, Access.ATOMIC_RETURN}


@pytest.mark.parametrize(
    ("mnemonic", "arch", "lanes"),
    [
        ("v_add_f32_e32", "gfx1100", Lanes.LANEWISE),
        ("v_add_f32_dpp", "gfx1100", Lanes.CROSS),
        ("v_cndmask_b32_e64", "gfx1100", Lanes.LANEWISE),
        ("v_permlane16_b32", "gfx1100", Lanes.CROSS),
        ("v_permlane64_b32", "gfx1100", Lanes.CROSS),
        ("ds_bpermute_b32", "gfx1100", Lanes.CROSS),
        ("ds_swizzle_b32", "gfx1100", Lanes.CROSS),
        ("v_wmma_f32_16x16x16_f16", "gfx1100", Lanes.CROSS),
        ("global_load_tr_b64", "gfx1201", Lanes.CROSS),
        ("v_readlane_b32", "gfx1100", Lanes.UNIFORM),
        ("v_readfirstlane_b32", "gfx1100", Lanes.UNIFORM),
        ("v_s_exp_f32", "gfx1201", Lanes.UNIFORM),
        ("ds_append", "gfx1100", Lanes.UNIFORM),
        ("v_writelane_b32", "gfx1100", Lanes.WRITES_LANE),
        ("v_mbcnt_hi_u32_b32", "gfx1100", Lanes.LANE_ID),
        ("s_and_b64", "gfx1100", Lanes.SCALAR),
        ("s_load_b32", "gfx1100", Lanes.SCALAR),
        ("global_load_b32", "gfx1100", Lanes.LANEWISE),
    ],
)
def test_how_lanes_meet(mnemonic: str, arch: str, lanes: Lanes) -> None:
    plain = [d for d in lookup(arch, mnemonic) if mnemonic.endswith("_dpp") or "dpp" not in d.flags]
    assert {d.lanes for d in plain} == {lanes}


def test_masks_that_lanes_read_are_named() -> None:
    assert first("v_cndmask_b32_e64").masks_read == (3,)
    assert first("v_cndmask_b32_e32").masks_read == (3,)
    assert first("v_cndmask_b16").masks_read == (3,)
    assert first("v_add_co_ci_u32_e64").masks_read == (4,)
    assert first("v_cmp_lt_f32_e64").masks_read == ()
    for mnemonic in ("v_div_fmas_f32", "v_div_fmas_f64", "v_dual_cndmask_b32"):
        assert first(mnemonic).reads_vcc_mask, mnemonic
    assert not first("s_cbranch_vccz").reads_vcc_mask


@pytest.mark.parametrize(
    ("mnemonic", "arch", "unit"),
    [
        ("v_exp_f32_e32", "gfx1100", Unit.TRANS),
        ("v_s_rcp_f32", "gfx1201", Unit.TRANS),
        ("v_swmmac_f32_16x16x32_f16", "gfx1201", Unit.MATRIX),
        ("v_mfma_f32_32x32x1f32", "gfx90a", Unit.MATRIX),
        ("ds_load_b32", "gfx1100", Unit.LDS),
        ("lds_direct_load", "gfx1100", Unit.LDS_DIRECT),
        ("flat_load_b32", "gfx1100", Unit.VMEM),
        ("image_sample", "gfx1201", Unit.VMEM),
        ("s_dcache_inv", "gfx1100", Unit.SMEM),
        ("exp", "gfx1100", Unit.EXPORT),
        ("s_cbranch_execz", "gfx1100", Unit.BRANCH),
        ("s_setpc_b64", "gfx1100", Unit.BRANCH),
        ("s_sendmsg", "gfx1100", Unit.MESSAGE),
        ("s_waitcnt", "gfx1100", Unit.INTERNAL),
        ("s_waitcnt_vscnt", "gfx1100", Unit.INTERNAL),
        ("s_barrier_signal", "gfx1201", Unit.INTERNAL),
        ("s_endpgm", "gfx1100", Unit.INTERNAL),
        ("s_addk_i32", "gfx1100", Unit.SALU),
    ],
)
def test_units(mnemonic: str, arch: str, unit: Unit) -> None:
    assert {d.unit for d in lookup(arch, mnemonic)} == {unit}


def test_cache_operations() -> None:
    assert first("buffer_gl0_inv").cache == CacheDesc("l0")
    assert first("s_dcache_inv").cache == CacheDesc("scalar")
    assert first("global_wbinv", "gfx1201").cache == CacheDesc("scope", True, True)
    assert first("global_wb", "gfx1201").cache == CacheDesc("scope", False, True)
    assert all((d.cache is None) or (d.memory is None) for _, d in ALL)


def test_a_destination_that_is_added_to_need_not_be_repeated() -> None:
    for arch, desc in ALL:
        if desc.accumulates:
            assert desc.partial, (arch, desc.mnemonic)
            assert all(o.role != "use" or o.name not in ("src2", "vsrc2") or desc.is_sparse for o in desc.operands)
    assert first("v_dual_fmac_f32").accumulates
    assert first("v_fmac_f32_e64_dpp").accumulates
    assert first("v_swmmac_f32_16x16x32_f16", "gfx1201").accumulates
    assert first("v_smfmac_f32_16x16x32_f16", "gfx942").is_sparse
    assert not first("v_fma_f32").accumulates
    assert not first("v_wmma_f32_16x16x16_f16").accumulates


@pytest.mark.parametrize(
    ("mnemonic", "path"),
    [
        ("global_load_b32", "load"),
        ("image_load", "load"),
        ("image_sample", "sampler"),
        ("image_gather4_c", "sampler"),
        ("image_get_lod", "sampler"),
        ("image_msaa_load", "sampler"),
        ("image_bvh64_intersect_ray", "ray"),
    ],
)
def test_loads_return_on_one_of_three_paths(mnemonic: str, path: str) -> None:
    for arch in ("gfx1100", "gfx1201"):
        assert {desc.return_path for desc in lookup(arch, mnemonic)} == {path}


def test_each_path_has_a_counter_where_counters_are_separate() -> None:
    counters = {"loadcnt": "load", "samplecnt": "sampler", "bvhcnt": "ray"}
    for mnemonic in mnemonics("gfx1201"):
        for desc in lookup("gfx1201", mnemonic):
            for counter in counters.keys() & set(desc.counters):
                assert desc.return_path == counters[counter], mnemonic


def test_scalar_loads_of_words_and_block_accesses() -> None:
    words = {desc.operation for _, desc in ALL if desc.loads_scalar_words}
    assert {"s_load_b32", "s_load_b512"} <= words
    assert not words & {"s_load_u8", "s_buffer_load_b32", "s_prefetch_data", "s_memtime"}
    blocks = {desc.operation for _, desc in ALL if desc.memory is not None and desc.memory.is_block}
    assert blocks == {f"{space}_{what}_block" for space in ("global", "scratch") for what in ("load", "store")}
