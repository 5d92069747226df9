"""Hand-checked facts of the instruction tables (AMD RDNA3/RDNA4 ISA guides; LLVM's AMDGPU target)."""

from __future__ import annotations

import hashlib
import json
import random
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from isaopt.isa.instruction import InstrDesc
from isaopt.isa.meaning import Lanes
from isaopt.isa.tables import ARCHS, family, fits_modifiers, lookup, mnemonics
from isaopt.isa.types import OperandType
from tests.isa.forms import assemble, line_of

ROOT = Path(__file__).resolve().parents[2]


def one(arch: str, mnemonic: str, count: int | None = None, wave: int = 32, **modifiers: str) -> InstrDesc:
    """The only form with that many operands that takes exactly these modifiers."""
    found = [
        d
        for d in lookup(arch, mnemonic)
        if (count is None or len(d.operands) == count) and d.wave in (0, wave) and fits_modifiers(d, modifiers)
    ]
    assert len(found) == 1, [d.record for d in found]
    return found[0]


def shape(desc: InstrDesc) -> list[str]:
    return [f"{o.role}:{o.kinds}:{o.dwords}" for o in desc.operands]


def roles(desc: InstrDesc) -> list[str]:
    return [o.role for o in desc.operands]


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_compare_writes_the_printed_vcc_and_nothing_else(arch: str) -> None:
    for wave, width in ((32, 1), (64, 2)):
        desc = one(arch, "v_cmp_lt_f32_e32", wave=wave)
        assert next((o.name, o.role, o.dwords) for o in desc.operands) == ("vcc", "def", width)
        assert desc.implicit_defs == ()
        assert desc.implicit_uses == ("exec", "mode")
        assert one(arch, "v_cmp_lt_f32_e64", wave=wave).operands[0].dwords == width
    cmpx = one(arch, "v_cmpx_lt_f32_e32")
    assert roles(cmpx) == ["use", "use"]
    assert cmpx.implicit_defs == ("exec",)
    assert one(arch, "v_cmp_eq_u32_e32").implicit_uses == ("exec",)


def test_carry_is_read_and_written_where_the_text_says_so() -> None:
    e32 = one("gfx1100", "v_add_co_ci_u32_e32")
    assert [o.name for o in e32.operands] == ["vdst", "vcc", "src0", "src1", "vcc_in"]
    assert roles(e32) == ["def", "def", "use", "use", "use"]
    assert e32.implicit_defs == ()
    assert e32.implicit_uses == ("exec",)
    assert one("gfx1100", "v_add_co_ci_u32_e64", wave=64).operands[4].dwords == 2
    assert roles(one("gfx1201", "v_add_co_u32")) == ["def", "def", "use", "use"]
    assert one("gfx1100", "v_cndmask_b32_e32", wave=64).operands[3].dwords == 2
    assert "vcc" in one("gfx1100", "v_div_fmas_f32").implicit_uses


def test_scalar_condition_code() -> None:
    add = one("gfx1100", "s_add_u32")
    assert add.implicit_defs == ("scc",)
    assert add.implicit_uses == ()
    assert one("gfx1201", "s_add_u32").mnemonic == "s_add_co_u32"
    assert one("gfx1100", "s_addc_u32").implicit_uses == ("scc",)
    assert one("gfx1100", "s_cselect_b32").implicit_uses == ("scc",)
    assert one("gfx1100", "s_cmp_lt_i32").implicit_defs == ("scc",)
    assert one("gfx1100", "s_cbranch_scc1").implicit_uses == ("scc",)
    assert one("gfx1100", "s_cbranch_vccnz").implicit_uses == ("vcc",)
    assert one("gfx1100", "s_cbranch_execz").implicit_uses == ("exec",)
    saved = one("gfx1100", "s_and_saveexec_b32")
    assert set(saved.implicit_defs) == {"exec", "scc"}
    assert saved.implicit_uses == ("exec",)


@pytest.mark.parametrize(
    "mnemonic",
    [
        "v_fmac_f32_e32", "v_fmac_f32_e64", "v_dot2acc_f32_f16", "v_pk_fmac_f16", "v_writelane_b32",
        "v_permlane16_b32", "v_permlanex16_b32", "v_add_f16_e32", "v_cvt_f16_f32_e32", "v_add_nc_u16",
        "v_fma_mixlo_f16", "v_fma_mixhi_f16", "global_load_d16_hi_b16", "ds_load_u8_d16_hi", "buffer_load_d16_b16",
        "scratch_load_d16_u8", "flat_load_d16_b16", "s_cmov_b32", "s_cmovk_i32", "s_bitset1_b32", "s_addk_i32",
        "s_mulk_i32", "v_mov_b32_dpp", "v_add_f32_e64_dpp", "v_wmma_f16_16x16x16_f16", "v_dual_fmac_f32",
        "v_dual_dot2acc_f32_f16",
    ],
)  # fmt: skip
def test_destination_keeps_what_is_not_written(mnemonic: str) -> None:
    forms = lookup("gfx1100", mnemonic)
    assert forms
    assert all(d.partial for d in forms)


@pytest.mark.parametrize("mnemonic", ["v_cvt_pk_fp8_f32", "v_cvt_sr_bf8_f32", "v_swmmac_f32_16x16x32_f16"])
def test_destination_keeps_what_is_not_written_on_gfx12(mnemonic: str) -> None:
    forms = lookup("gfx1201", mnemonic)
    assert forms
    assert all(d.partial for d in forms)


@pytest.mark.parametrize(
    "mnemonic",
    ["v_fma_f32", "v_mov_b32_e32", "v_pk_fma_f16", "global_load_b32", "ds_load_u16", "s_mov_b32", "v_cvt_f32_f16_e32",
     "v_cvt_pkrtz_f16_f32", "v_wmma_f32_16x16x16_f16", "v_dual_mov_b32", "v_readlane_b32"],
)  # fmt: skip
def test_whole_destination_is_written(mnemonic: str) -> None:
    forms = [d for d in lookup("gfx1100", mnemonic) if "dpp" not in d.flags]
    assert forms
    assert not any(d.partial for d in forms)


def test_widths_in_bits() -> None:
    assert [o.bits for o in one("gfx1100", "v_cvt_f32_f16_e32").operands] == [32, 16]
    assert [o.bits for o in one("gfx1100", "v_cvt_f16_f32_e32").operands] == [16, 32]
    assert [o.bits for o in one("gfx1100", "v_fma_mixlo_f16").operands] == [16, 32, 32, 32]
    assert [o.bits for o in one("gfx1100", "v_pk_add_f16").operands] == [32, 32, 32]
    assert [o.bits for o in one("gfx1100", "v_alignbit_b32").operands] == [32, 32, 32, 16]
    assert [o.bits for o in one("gfx1100", "v_lshlrev_b64").operands] == [64, 32, 64]
    for arch in ("gfx1100", "gfx1201"):
        assert [o.bits for o in one(arch, "v_mov_b16_e32").operands] == [16, 16]
        assert [o.bits for o in one(arch, "v_interp_p10_f16_f32").operands][:4] == [32, 16, 32, 16]
        assert [(o.bits, o.role) for o in one(arch, "v_swap_b16").operands] == [(16, "defuse"), (16, "defuse")]
    assert [o.bits for o in lookup("gfx1201", "v_cvt_pk_f32_fp8")[0].operands] == [64, 16]
    assert [o.bits for o in one("gfx1201", "v_cvt_pk_bf8_f32").operands] == [16, 32, 32]


def test_lanes_and_exec() -> None:
    for name in ("v_readlane_b32", "v_writelane_b32"):
        desc = one("gfx1100", name)
        assert {"lane_access", "ignores_exec"} <= desc.flags
        assert "exec" not in desc.implicit_uses
    first = one("gfx1100", "v_readfirstlane_b32")
    assert "ignores_exec" not in first.flags
    assert first.implicit_uses == ("exec",)
    assert one("gfx1100", "v_readlane_b32").operands[0].kinds == "sn"
    for name in ("ds_bpermute_b32", "ds_swizzle_b32", "v_permlane64_b32", "v_mov_b32_dpp"):
        assert all("lane_access" in d.flags for d in lookup("gfx1100", name))
    assert not any("lane_access" in d.flags for d in lookup("gfx1100", "v_mov_b32_e32"))


def test_swap_reads_and_writes_both() -> None:
    assert roles(one("gfx1100", "v_swap_b32")) == ["defuse", "defuse"]


@pytest.mark.parametrize("arch", ARCHS)
def test_a_destination_that_m0_chooses_is_written_and_kept(arch: str) -> None:
    names = (
        "v_movreld_b32",
        "v_movrelsd_b32",
        "v_movrelsd_2_b32",
        "s_movreld_b32",
        "s_movreld_b64",
        "s_movrelsd_2_b32",
    )
    for name in names:
        forms = lookup(arch, name)
        assert forms
        for desc in forms:
            assert roles(desc) == ["def", "use"], desc.record
            assert desc.partial, desc.record
            assert "m0" in desc.implicit_uses, desc.record
            assert "movrel" in desc.flags, desc.record


def test_cdna_control_and_indices() -> None:
    for arch in ("gfx90a", "gfx942"):
        assert roles(lookup(arch, "s_movreld_b32")[0]) == ["def", "use"]
        assert lookup(arch, "s_movreld_b32")[0].partial
        assert {"return", "terminator"} <= lookup(arch, "s_rfe_restore_b64")[0].flags
    index = lookup("gfx942", "v_smfmac_f32_16x16x32_f16")[0].operands[-1]
    assert (index.name, index.type) == ("idx", OperandType.B32)


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_the_classes_of_a_half_are_bits(arch: str) -> None:
    for name in ("v_cmp_class_f16", "v_cmpx_class_f16"):
        for desc in lookup(arch, name):
            assert [o.type for o in desc.operands[-2:]] == [OperandType.F16, OperandType.B16], desc.record
            # By which the assembler chooses the encoding of a number.
            assert desc.operands[-1].written is OperandType.F16, desc.record


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_addresses_by_the_number_of_the_lane(arch: str) -> None:
    for space in ("global_load", "global_store", "ds_load", "ds_store"):
        assert {d.lanes for d in lookup(arch, f"{space}_addtid_b32")} == {Lanes.LANE_ID}


def test_m0_only_where_it_is_read() -> None:
    for name in ("ds_load_b32", "ds_store_b128", "ds_add_u32", "ds_load_2addr_b64"):
        assert all("m0" not in d.implicit_uses for d in lookup("gfx1100", name)), name
    for name in (
        "ds_append",
        "ds_load_addtid_b32",
        "lds_direct_load",
        "s_sendmsg",
        "v_movrels_b32_e32",
        "s_movrels_b32",
    ):
        assert all("m0" in d.implicit_uses for d in lookup("gfx1100", name)), name


def test_scalar_loads() -> None:
    assert shape(one("gfx1100", "s_load_b64", 3, offset="0x4")) == ["def:sn:2", "use:sn:2", "use:sn:1"]
    kinds = [shape(d)[2] for d in lookup("gfx1100", "s_load_b64") if fits_modifiers(d, {})]
    assert kinds == ["none:x:0", "use:sn:1"]
    assert one("gfx1201", "s_load_b96", 3, offset="0").operands[0].dwords == 3
    assert lookup("gfx1100", "s_load_b96") == ()
    assert lookup("gfx1100", "s_load_b32")[0].counters == ("lgkmcnt",)
    assert lookup("gfx1201", "s_load_b32")[0].counters == ("kmcnt",)


def test_global_address_forms() -> None:
    loads = {tuple(shape(d)) for d in lookup("gfx1100", "global_load_b128")}
    assert loads == {("def:v:4", "use:v:1", "use:sn:2"), ("def:v:4", "use:v:2", "none:o:0")}
    stores = {tuple(shape(d)) for d in lookup("gfx1201", "global_store_b32")}
    assert stores == {("use:v:1", "use:v:1", "use:sn:2"), ("use:v:2", "use:v:1", "none:o:0")}
    scratch = {tuple(o.kinds for o in d.operands) for d in lookup("gfx1100", "scratch_load_b32")}
    assert scratch == {("v", "v", "o"), ("v", "v", "sn"), ("v", "o", "sn"), ("v", "o", "o")}
    assert all("glc" in d.modifiers for d in lookup("gfx1100", "global_load_b32"))
    assert all({"th", "scope"} <= d.modifiers for d in lookup("gfx1201", "global_load_b32"))


def test_lds_forms() -> None:
    two = one("gfx1100", "ds_load_2addr_b64", offset0="1", offset1="2")
    assert shape(two) == ["def:v:4", "use:v:1"]
    assert shape(one("gfx1100", "ds_store_2addr_b32", 3)) == ["use:v:1", "use:v:1", "use:v:1"]
    assert shape(one("gfx1100", "ds_store_b128", 2)) == ["use:v:1", "use:v:4"]
    assert one("gfx1201", "ds_load_b32", 2).counters == ("dscnt",)
    assert "gds" in one("gfx1100", "ds_load_b32", 2).modifiers


def test_buffer_forms_ask_for_their_modifiers() -> None:
    offen = one("gfx1100", "buffer_load_b32", 4, offen="")
    assert shape(offen) == ["def:v:1", "use:v:1", "use:sn:4", "use:sni:1"]
    both = one("gfx1201", "buffer_load_b32", 4, offen="", idxen="")
    assert shape(both) == ["def:v:1", "use:v:2", "use:sn:4", "use:sn:1"]
    assert shape(one("gfx1100", "buffer_store_b64", 4)) == ["use:v:2", "none:o:0", "use:sn:4", "use:sni:1"]
    tfe = one("gfx1100", "buffer_load_b32", 4, offen="", tfe="")
    assert tfe.operands[0].dwords == 2
    assert tfe.partial


def test_atomics_with_and_without_result() -> None:
    for arch, back, counter, other in (
        ("gfx1100", {"glc": ""}, "vmcnt", "vscnt"),
        ("gfx1201", {"th": "TH_ATOMIC_RETURN"}, "loadcnt", "storecnt"),
    ):
        forms = [d for d in lookup(arch, "buffer_atomic_add_u32") if d.operands[1].kinds == "o"]
        (result,) = [d for d in forms if fits_modifiers(d, back)]
        (none,) = [d for d in forms if fits_modifiers(d, {})]
        assert result.operands[0].role == "defuse"
        assert result.counters == (counter,)
        assert "atomic_ret" in result.flags
        assert none.operands[0].role == "use"
        assert none.counters == (other,)
        assert "atomic_ret" not in none.flags
        for desc in lookup(arch, "global_atomic_add_u32"):
            assert (len(desc.operands) == 4) == ("atomic_ret" in desc.flags) == (desc.operands[0].role == "def")
    assert one("gfx1100", "ds_add_rtn_u32").operands[0].role == "def"
    assert "atomic_ret" not in one("gfx1100", "ds_add_u32").flags


@pytest.mark.parametrize(
    ("arch", "mnemonic", "counters"),
    [
        ("gfx1100", "flat_load_b32", ("vmcnt", "lgkmcnt")),
        ("gfx1100", "flat_store_b32", ("vscnt", "lgkmcnt")),
        ("gfx1201", "flat_load_b32", ("loadcnt", "dscnt")),
        ("gfx1201", "flat_store_b32", ("storecnt", "dscnt")),
        ("gfx1100", "global_store_b32", ("vscnt",)),
        ("gfx1201", "scratch_store_b32", ("storecnt",)),
        ("gfx1100", "image_sample", ("vmcnt",)),
        ("gfx1201", "image_sample", ("samplecnt",)),
        ("gfx1201", "image_load", ("loadcnt",)),
        ("gfx1201", "image_bvh64_intersect_ray", ("bvhcnt",)),
        ("gfx1100", "image_store", ("vscnt",)),
        ("gfx1100", "buffer_gl0_inv", ()),
        ("gfx1100", "s_sendmsg_rtn_b32", ("lgkmcnt",)),
        ("gfx1201", "s_sendmsg_rtn_b32", ("kmcnt",)),
        ("gfx1100", "lds_param_load", ("expcnt",)),
        ("gfx1100", "exp", ("expcnt",)),
        ("gfx1100", "v_add_f32", ()),
        ("gfx1201", "global_wb", ("storecnt",)),
    ],
)
def test_counters(arch: str, mnemonic: str, counters: tuple[str, ...]) -> None:
    forms = lookup(arch, mnemonic)
    assert forms
    assert {d.counters for d in forms} == {counters}


def test_image_addresses() -> None:
    forms = lookup("gfx1100", "image_sample")
    assert any(o.kinds == "m" and o.dwords == 3 for d in forms for o in d.operands)
    assert any(o.kinds == "v" and o.name == "vaddr0" and o.dwords == 3 for d in forms for o in d.operands)


def test_early_clobber() -> None:
    assert one("gfx1100", "v_mad_u64_u32").early_clobber == ("vdst",)
    assert one("gfx1150", "v_mad_u64_u32").early_clobber == ()
    assert one("gfx1201", "v_mad_u64_u32").early_clobber == ()
    assert one("gfx1100", "v_wmma_f32_16x16x16_f16").early_clobber == ("vdst",)
    assert one("gfx1100", "v_mqsad_u32_u8").early_clobber == ("vdst",)
    assert one("gfx1100", "s_load_b64", 3, offset="0").early_clobber == ()


def test_matrix_widths_follow_the_wave() -> None:
    def widths(arch: str, name: str, wave: int) -> list[int]:
        return [o.dwords for o in one(arch, name, wave=wave).operands]

    assert widths("gfx1100", "v_wmma_f32_16x16x16_f16", 32) == [8, 8, 8, 8]
    assert widths("gfx1100", "v_wmma_f32_16x16x16_f16", 64) == [4, 8, 8, 4]
    assert widths("gfx1201", "v_wmma_f32_16x16x16_f16", 32) == [8, 4, 4, 8]
    assert widths("gfx1201", "v_wmma_i32_16x16x16_iu4", 64) == [4, 1, 1, 4]
    assert "wmma" in one("gfx1201", "v_wmma_f32_16x16x16_f16").flags
    assert "swmmac" in one("gfx1201", "v_swmmac_f32_16x16x32_f16").flags


def vopd_components(arch: str) -> dict[str, InstrDesc]:
    return {name: lookup(arch, name)[0] for name in sorted(mnemonics(arch)) if name.startswith("v_dual_")}


def test_vopd_components() -> None:
    x_and_y = {n: d.vopd.x for n, d in vopd_components("gfx1100").items() if d.vopd}
    assert [n for n, x in x_and_y.items() if not x] == ["v_dual_add_nc_u32", "v_dual_and_b32", "v_dual_lshlrev_b32"]
    assert len(x_and_y) == 17
    assert "v_dual_max_num_f32" in vopd_components("gfx1201")
    assert "v_dual_max_f32" not in vopd_components("gfx1201")
    names = [o.name for o in vopd_components("gfx1100")["v_dual_fmamk_f32"].operands]
    assert names == ["vdst", "src0", "imm", "vsrc1"]
    assert vopd_components("gfx1100")["v_dual_cndmask_b32"].implicit_uses == ("exec", "vcc")
    opcodes = {n: d.vopd.op for n, d in vopd_components("gfx1201").items() if d.vopd}
    assert opcodes["v_dual_fmac_f32"] == 0
    assert opcodes["v_dual_mov_b32"] == 8
    assert opcodes["v_dual_and_b32"] == 18
    assert lookup("gfx1100", "v_dual_mov_b32")[0].wave == 32


def test_what_a_target_does_not_have() -> None:
    assert lookup("gfx1100", "s_add_f32") == ()
    assert len(lookup("gfx1150", "s_add_f32")) == 1
    assert len(lookup("gfx1201", "s_add_f32")) == 1
    assert mnemonics("gfx1153") == mnemonics("gfx1152")
    assert lookup("gfx1201", "s_cmpk_eq_i32") == ()
    assert lookup("gfx1201", "s_barrier") == ()
    assert lookup("gfx1100", "v_bogus_f32") == ()
    assert lookup("gfx1100", "") == ()
    with pytest.raises(KeyError):
        lookup("gfx1251", "v_add_f32")
    assert "i" not in lookup("gfx1100", "v_add_f32_e64_dpp")[0].operands[2].kinds
    assert "s" in lookup("gfx1150", "v_add_f32_e64_dpp")[0].operands[2].kinds


def test_names_suffixes_and_aliases() -> None:
    encodings = [d.encoding for d in lookup("gfx1100", "v_add_f32")]
    assert encodings == ["VOP2", "VOP3", "VOP2_DPP8", "VOP2_DPP16", "VOP3_DPP8", "VOP3_DPP16"]
    assert {d.mnemonic for d in lookup("gfx1201", "v_max_f32_e32")} == {"v_max_num_f32_e32"}
    assert {d.mnemonic for d in lookup("gfx1100", "global_load_dword")} == {"global_load_b32"}
    assert {d.mnemonic for d in lookup("gfx1100", "v_fma_f32_e64")} == {"v_fma_f32"}
    assert roles(one("gfx1100", "s_endpgm", 0)) == []
    assert "terminator" in one("gfx1100", "s_endpgm", 0).flags
    for name in ("s_nop", "s_waitcnt", "s_delay_alu", "s_clause", "s_branch", "s_sendmsg"):
        assert shape(lookup("gfx1100", name)[0]) == ["none:x:0"], name


def test_modifiers_of_forms() -> None:
    assert lookup("gfx1100", "v_fma_f32")[0].modifiers == {"clamp", "mul", "div"}
    assert lookup("gfx1100", "v_pk_fma_f16")[0].modifiers == {"op_sel", "op_sel_hi", "neg_lo", "neg_hi", "clamp"}
    assert "op_sel" in one("gfx1100", "v_add_f16_e64").modifiers
    dpp = next(d for d in lookup("gfx1100", "v_mov_b32_dpp") if d.encoding == "VOP1_DPP16")
    assert {"quad_perm", "row_shl", "row_xmask", "row_mask", "bank_mask", "bound_ctrl", "fi"} <= dpp.modifiers
    assert not fits_modifiers(dpp, {"row_mask": "0xf"})
    assert fits_modifiers(dpp, {"row_ror": "1", "fi": "1"})


def test_every_form_is_well_formed() -> None:
    names = {"exec", "vcc", "scc", "m0", "mode"}
    for arch in ARCHS:
        assert family(arch) == arch[:5]
        for mnemonic in mnemonics(arch):
            for desc in lookup(arch, mnemonic):
                assert desc.required <= desc.modifiers
                assert names >= {*desc.implicit_defs, *desc.implicit_uses}
                for operand in desc.operands:
                    assert operand.role in ("def", "use", "defuse", "none")
                    assert operand.kinds
                    assert (operand.role == "none") or operand.dwords > 0, desc


def test_data_files_are_the_ones_of_the_provenance_note() -> None:
    data = files("isaopt.isa").joinpath("data")
    note = json.loads(data.joinpath("isa_provenance.json").read_text())
    for name, facts in note["files"].items():
        blob = data.joinpath(name).read_bytes()
        assert hashlib.sha256(blob).hexdigest() == facts["sha256"]
        assert len(blob) < 200_000


def _assembler() -> str | None:
    """An llvm-mc that is no older than the sources of the tables."""
    for name in ("llvm-mc-22", "llvm-mc"):
        path = shutil.which(name)
        said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout if path else ""
        version = re.search(r"LLVM version (\d+)", said)
        if version and int(version[1]) >= 22 and "amdgcn" in said:
            return path
    return None


@pytest.mark.skipif(_assembler() is None, reason="no llvm-mc 22 with the AMDGPU target")
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1151", "gfx1201"])
@pytest.mark.parametrize("wave", [32, 64])
def test_assembler_takes_a_sample_of_every_encoding(arch: str, wave: int) -> None:
    forms = [
        d
        for name in sorted(mnemonics(arch))
        for d in lookup(arch, name)
        # Which widths of image data and address go together is left to the assembler.
        if d.wave in (0, wave)
        and d.encoding not in ("VOPD", "MIMG", "VIMAGE", "VSAMPLE")
        and d.mnemonic != "v_nop"
        # On gfx12 these need -mattr=+real-true16, with which every other 16-bit operand needs a half in its name.
        and not (arch == "gfx1201" and name in ("v_mov_b16", "v_swap_b16"))
    ]
    sample = random.Random(11).sample(forms, 700)
    mc = _assembler()
    assert mc is not None
    errors, good = assemble(mc, arch, wave, [line_of(d) for d in sample])
    assert {line_of(sample[i]): text for i, text in errors.items()} == {}
    assert [text.split()[0] for text, _ in good] == [d.mnemonic for d in sample]


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_plain_lds_stores_are_no_atomics_and_exchanges_are(arch: str) -> None:
    for name in ("ds_store_b8", "ds_store_b32", "ds_store_b128", "ds_store_2addr_b64", "ds_store_b8_d16_hi"):
        for form in lookup(arch, name):
            assert "maystore" in form.flags
            assert not {"atomic", "mayload"} & form.flags, name
    for name in ("ds_storexchg_rtn_b32", "ds_storexchg_2addr_rtn_b32", "ds_add_u32", "ds_cmpstore_rtn_b32"):
        for form in lookup(arch, name):
            assert {"atomic", "mayload", "maystore"} <= form.flags, name


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_moves_have_no_side_effects(arch: str) -> None:
    for name in ("s_mov_b32", "s_mov_b64", "v_mov_b32_e32"):
        assert all("sideeffects" not in form.flags for form in lookup(arch, name)), name
    assert "sideeffects" in lookup(arch, "s_setreg_b32")[0].flags
