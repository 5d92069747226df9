"""``dump`` on hand-written lines against hand-written answers, taken from AMD's RDNA3 and RDNA4 ISA guides.

Each case is the instruction, then the registers it writes, reads, and writes and reads without saying so.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import isaopt
from isaopt.asm.parser import parse_text
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import find_toolchain

Case = tuple[str, str, str, str, str]
Maker = Callable[..., str]

VMEM = "exec_lo"
FLOAT = "exec_lo mode"

#: The same on gfx11 and gfx12, in wave32.
BOTH: tuple[Case, ...] = (
    # Accumulators: the destination is a source that the text names once.
    ("v_fmac_f32_e32 v1, v2, v3", "v1", "v1 v2 v3", "", FLOAT),
    ("v_fmac_f32_e64 v1, -v2, s3", "v1", "v1 v2 s3", "", FLOAT),
    ("v_fmac_f16_e32 v1, v2, v3", "v1", "v1 v2 v3", "", FLOAT),
    ("v_dual_fmac_f32 v12, v4, v8 :: v_dual_fmac_f32 v13, v1, v5", "v12 v13", "v12 v4 v8 v13 v1 v5", "", FLOAT),
    ("v_fma_f32 v1, v2, v3, v4", "v1", "v2 v3 v4", "", FLOAT),
    ("v_fmaak_f32 v0, v1, v2, 0x41200000", "v0", "v1 v2", "", FLOAT),
    ("v_fmamk_f32 v0, v1, 0x41200000, v2", "v0", "v1 v2", "", FLOAT),
    # Half results leave the other half of the register.
    ("v_fma_mixlo_f16 v1, v2, v3, v4", "v1", "v1 v2 v3 v4", "", FLOAT),
    ("v_fma_mixhi_f16 v1, v2, v3, v4", "v1", "v1 v2 v3 v4", "", FLOAT),
    ("v_fma_mix_f32 v1, v2, v3, v4", "v1", "v2 v3 v4", "", FLOAT),
    ("v_add_f16_e64 v1, v2, v3 op_sel:[0,0,1]", "v1", "v1 v2 v3", "", FLOAT),
    ("v_mad_u16 v1, v2, v3, v4 op_sel:[0,0,0,1]", "v1", "v1 v2 v3 v4", "", "exec_lo"),
    ("v_cvt_f16_f32_e32 v1, v2", "v1", "v1 v2", "", FLOAT),
    ("v_cvt_f32_f16_e32 v1, v2", "v1", "v2", "", FLOAT),
    ("v_pk_add_f16 v1, v2, v3", "v1", "v2 v3", "", FLOAT),
    ("v_pk_fma_f16 v1, v2, v3, v4", "v1", "v2 v3 v4", "", FLOAT),
    ("v_add_f16_e32 v5.l, v6.h, v7.l", "v5", "v5 v6 v7", "", FLOAT),
    ("v_cvt_f32_f16_e32 v1, v2.h", "v1", "v2", "", FLOAT),
    # 16-bit loads.
    ("global_load_d16_hi_b16 v1, v[2:3], off", "v1", "v1 v2 v3", "", VMEM),
    ("global_load_d16_b16 v1, v2, s[0:1]", "v1", "v1 v2 s0 s1", "", VMEM),
    ("global_load_u16 v1, v2, s[0:1]", "v1", "v2 s0 s1", "", VMEM),
    ("flat_load_d16_hi_u8 v1, v[2:3]", "v1", "v1 v2 v3", "", VMEM),
    ("scratch_load_d16_hi_i8 v1, v2, off", "v1", "v1 v2", "", VMEM),
    ("ds_load_u16_d16_hi v1, v2", "v1", "v1 v2", "", VMEM),
    ("ds_load_i8_d16 v1, v2", "v1", "v1 v2", "", VMEM),
    ("ds_load_u16 v1, v2", "v1", "v2", "", VMEM),
    ("ds_store_b16_d16_hi v1, v2", "", "v1 v2", "", VMEM),
    # DPP: lanes whose source is invalid keep the old value.
    ("v_mov_b32_dpp v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf", "v1", "v1 v2", "", "exec_lo"),
    ("v_add_f32_dpp v1, v2, v3 quad_perm:[1,0,3,2] row_mask:0xa bank_mask:0xf", "v1", "v1 v2 v3", "", FLOAT),
    ("v_permlane16_b32 v1, v2, s0, s1", "v1", "v1 v2 s0 s1", "", "exec_lo"),
    # Carries, and VCC spelled out or not.
    ("v_add_co_u32 v1, vcc_lo, v2, v3", "v1 vcc_lo", "v2 v3", "", "exec_lo"),
    ("v_add_co_u32 v1, s5, v2, v3", "v1 s5", "v2 v3", "", "exec_lo"),
    ("v_add_co_u32 v1, null, v2, v3", "v1", "v2 v3", "", "exec_lo"),
    ("v_add_co_ci_u32_e32 v1, vcc_lo, v2, v3, vcc_lo", "v1 vcc_lo", "v2 v3 vcc_lo", "", "exec_lo"),
    ("v_sub_co_ci_u32_e64 v1, s5, v2, v3, s6", "v1 s5", "v2 v3 s6", "", "exec_lo"),
    ("v_cndmask_b32_e32 v1, v2, v3, vcc_lo", "v1", "v2 v3 vcc_lo", "", "exec_lo"),
    ("v_cndmask_b32_e64 v1, v2, v3, s6", "v1", "v2 v3 s6", "", "exec_lo"),
    ("v_dual_cndmask_b32 v1, v2, v3 :: v_dual_mov_b32 v4, v5", "v1 v4", "v2 v3 v5", "", "exec_lo vcc_lo"),
    ("v_div_scale_f32 v1, vcc_lo, v2, v3, v4", "v1 vcc_lo", "v2 v3 v4", "", FLOAT),
    ("v_div_fmas_f32 v1, v2, v3, v4", "v1", "v2 v3 v4", "", "exec_lo mode vcc_lo"),
    ("v_mad_u64_u32 v[0:1], s5, v2, v3, v[4:5]", "v0 v1 s5", "v2 v3 v4 v5", "", "exec_lo"),
    # Comparisons.
    ("v_cmp_gt_i32_e32 vcc_lo, s8, v0", "vcc_lo", "s8 v0", "", "exec_lo"),
    ("v_cmp_gt_i32_e64 s3, s8, v0", "s3", "s8 v0", "", "exec_lo"),
    ("v_cmpx_gt_i32_e32 s8, v0", "", "s8 v0", "exec_lo", "exec_lo"),
    ("v_cmpx_gt_i32_e64 s8, v0", "", "s8 v0", "exec_lo", "exec_lo"),
    # Across lanes.
    ("v_readlane_b32 s0, v1, s2", "s0", "v1 s2", "", ""),
    ("v_readlane_b32 s0, v1, 7", "s0", "v1", "", ""),
    ("v_readfirstlane_b32 s0, v1", "s0", "v1", "", "exec_lo"),
    ("v_writelane_b32 v1, s0, 3", "v1", "v1 s0", "", ""),
    ("ds_bpermute_b32 v1, v2, v3", "v1", "v2 v3", "", VMEM),
    ("v_swap_b32 v1, v2", "v1 v2", "v1 v2", "", "exec_lo"),
    # Scalar: SCC, EXEC, M0, MODE.
    ("s_add_u32 s0, s1, s2", "s0", "s1 s2", "scc", ""),
    ("s_addc_u32 s0, s1, s2", "s0", "s1 s2", "scc", "scc"),
    ("s_mul_i32 s0, s1, s2", "s0", "s1 s2", "", ""),
    ("s_lshl_b64 s[0:1], s[2:3], s4", "s0 s1", "s2 s3 s4", "scc", ""),
    ("s_cselect_b32 s0, s1, 0", "s0", "s1", "", "scc"),
    ("s_cmp_eq_u32 s0, 5", "", "s0", "scc", ""),
    ("s_bitcmp1_b32 s0, 3", "", "s0", "scc", ""),
    ("s_cmov_b32 s0, s1", "s0", "s0 s1", "", "scc"),
    ("s_bitset1_b32 s0, 3", "s0", "s0", "", ""),
    ("s_addk_i32 s0, 0x5", "s0", "s0", "scc", ""),
    ("s_mulk_i32 s0, 0x5", "s0", "s0", "", ""),
    ("s_movk_i32 s0, 0x5", "s0", "", "", ""),
    ("s_cbranch_scc1 .Lx", "", "", "", "scc"),
    ("s_cbranch_vccz .Lx", "", "", "", "vcc_lo"),
    ("s_cbranch_execz .Lx", "", "", "", "exec_lo"),
    ("s_and_saveexec_b32 s0, s1", "s0", "s1", "exec_lo scc", "exec_lo"),
    ("s_and_not1_wrexec_b32 s0, s1", "s0", "s1", "exec_lo scc", "exec_lo"),
    ("s_mov_b32 exec_lo, s1", "exec_lo", "s1", "", ""),
    ("s_or_b32 exec_lo, exec_lo, s1", "exec_lo", "exec_lo s1", "scc", ""),
    ("s_mov_b32 m0, s1", "m0", "s1", "", ""),
    ("s_movrels_b32 s0, s1", "s0", "s1", "", "m0"),
    ("s_getpc_b64 s[0:1]", "s0 s1", "", "", ""),
    ("s_load_b64 s[0:1], s[2:3], s4", "s0 s1", "s2 s3 s4", "", ""),
    ("s_buffer_load_b32 s0, s[4:7], 0x10", "s0", "s4 s5 s6 s7", "", ""),
    ("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 5", "", "", "mode", "mode"),
    ("s_getreg_b32 s0, hwreg(HW_REG_MODE)", "s0", "", "", "mode"),
    ("s_nop 0", "", "", "", ""),
    ("s_endpgm", "", "", "", ""),
    # Memory.
    ("global_load_b96 v[0:2], v3, s[0:1] offset:16", "v0 v1 v2", "v3 s0 s1", "", VMEM),
    ("global_store_b64 v[0:1], v[2:3], off", "", "v0 v1 v2 v3", "", VMEM),
    ("flat_store_b128 v[0:1], v[2:5]", "", "v0 v1 v2 v3 v4 v5", "", VMEM),
    ("scratch_load_b32 v1, off, s0", "v1", "s0", "", VMEM),
    ("buffer_store_b32 v1, v2, s[0:3], s4 offen offset:4", "", "v1 v2 s0 s1 s2 s3 s4", "", VMEM),
    ("ds_load_2addr_b32 v[0:1], v2 offset1:1", "v0 v1", "v2", "", VMEM),
    ("ds_store_2addr_b64 v0, v[1:2], v[3:4] offset1:1", "", "v0 v1 v2 v3 v4", "", VMEM),
    # Atomics, with and without the old value.
    ("global_atomic_add_u32 v[2:3], v4, off", "", "v2 v3 v4", "", VMEM),
    ("ds_add_u32 v1, v2", "", "v1 v2", "", VMEM),
    ("ds_add_rtn_u32 v1, v2, v3", "v1", "v2 v3", "", VMEM),
    ("ds_cmpstore_rtn_b32 v1, v2, v3, v4", "v1", "v2 v3 v4", "", VMEM),
    ("buffer_atomic_add_u32 v1, v2, s[0:3], s4 offen", "", "v1 v2 s0 s1 s2 s3 s4", "", VMEM),
    # Image addresses in registers that do not follow each other.
    (
        "image_sample v[0:3], [v4, v9, v2], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_3D",
        "v0 v1 v2 v3",
        "v4 v9 v2 s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11",
        "",
        VMEM,
    ),
    ("image_load v7, [v9, v5], s[0:7] dmask:0x4 dim:SQ_RSRC_IMG_2D", "v7", "v9 v5 s0 s1 s2 s3 s4 s5 s6 s7", "", VMEM),
)

GFX11: tuple[Case, ...] = (
    ("v_dot2acc_f32_f16_e32 v1, v2, v3", "v1", "v1 v2 v3", "", FLOAT),
    ("v_mov_b16_e32 v5.h, v6.l", "v5", "v5 v6", "", "exec_lo"),
    ("v_mov_b32_dpp v1, v2 dpp8:[7,6,5,4,3,2,1,0]", "v1", "v1 v2", "", "exec_lo"),
    ("global_atomic_add_u32 v1, v[2:3], v4, off glc", "v1", "v2 v3 v4", "", VMEM),
    ("global_atomic_cmpswap_b64 v[8:9], v[2:3], v[4:7], off glc", "v8 v9", "v2 v3 v4 v5 v6 v7", "", VMEM),
    ("flat_atomic_swap_b32 v1, v[2:3], v4 glc", "v1", "v2 v3 v4", "", VMEM),
    ("buffer_atomic_swap_b32 v1, v2, s[0:3], 0 offen glc", "v1", "v1 v2 s0 s1 s2 s3", "", VMEM),
    ("image_sample v1, v[2:3], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D", "v1",
     "v2 v3 s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11", "", VMEM),
    ("v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], v[24:31]", " ".join(f"v{i}" for i in range(8)),
     " ".join(f"v{i}" for i in range(8, 32)), "", "exec_lo"),
    ("lds_direct_load v1", "v1", "", "", "exec_lo m0"),
    ("v_movrels_b32_e32 v1, v2", "v1", "v2", "", "exec_lo m0"),
    ("s_cmpk_eq_i32 s0, 0x5", "", "s0", "scc", ""),
    ("s_waitcnt_vscnt null, 0x0", "", "", "", ""),
)  # fmt: skip

GFX12: tuple[Case, ...] = (
    ("global_atomic_add_u32 v1, v[2:3], v4, off th:TH_ATOMIC_RETURN", "v1", "v2 v3 v4", "", VMEM),
    ("buffer_atomic_swap_b32 v1, v2, s[0:3], null offen th:TH_ATOMIC_RETURN", "v1", "v1 v2 s0 s1 s2 s3", "", VMEM),
    ("global_atomic_pk_add_bf16 v[2:3], v4, off", "", "v2 v3 v4", "", VMEM),
    ("v_wmma_f32_16x16x16_f16 v[0:7], v[8:11], v[12:15], v[16:23]", " ".join(f"v{i}" for i in range(8)),
     " ".join(f"v{i}" for i in range(8, 24)), "", "exec_lo"),
    ("v_swmmac_f32_16x16x32_f16 v[0:7], v[8:11], v[12:19], v20", " ".join(f"v{i}" for i in range(8)),
     " ".join(f"v{i}" for i in range(21)), "", "exec_lo"),
    ("v_dual_max_num_f32 v1, v2, v3 :: v_dual_mov_b32 v4, v5", "v1 v4", "v2 v3 v5", "", FLOAT),
    ("v_permlane16_var_b32 v1, v2, v3", "v1", "v1 v2 v3", "", "exec_lo"),
    ("v_cvt_pk_fp8_f32 v1, v2, v3", "v1", "v1 v2 v3", "", FLOAT),
    ("s_add_f32 s0, s1, s2", "s0", "s1 s2", "", "mode"),
    ("s_fmac_f32 s0, s1, s2", "s0", "s0 s1 s2", "", "mode"),
    ("s_cmp_lt_f32 s0, s1", "", "s0 s1", "scc", "mode"),
    ("s_add_co_ci_u32 s0, s1, s2", "s0", "s1 s2", "scc", "scc"),
    ("s_barrier_signal m0", "", "m0", "", ""),
    ("s_barrier_signal_isfirst -1", "", "", "scc", ""),
    ("s_wait_loadcnt 0x0", "", "", "", ""),
)  # fmt: skip

#: Masks are twice as wide in wave64.
WAVE64: tuple[Case, ...] = (
    ("v_cmp_gt_i32_e32 vcc, s8, v0", "vcc_lo vcc_hi", "s8 v0", "", "exec_lo exec_hi"),
    ("v_cmpx_gt_i32_e32 s8, v0", "", "s8 v0", "exec_lo exec_hi", "exec_lo exec_hi"),
    ("v_add_co_ci_u32_e32 v1, vcc, v2, v3, vcc", "v1 vcc_lo vcc_hi", "v2 v3 vcc_lo vcc_hi", "", "exec_lo exec_hi"),
    ("v_cndmask_b32_e64 v1, v2, v3, s[4:5]", "v1", "v2 v3 s4 s5", "", "exec_lo exec_hi"),
    ("v_div_fmas_f32 v1, v2, v3, v4", "v1", "v2 v3 v4", "", "exec_lo exec_hi mode vcc_lo vcc_hi"),
    ("s_and_saveexec_b64 s[0:1], s[2:3]", "s0 s1", "s2 s3", "exec_lo exec_hi scc", "exec_lo exec_hi"),
    ("s_cbranch_vccnz .Lx", "", "", "", "vcc_lo vcc_hi"),
    ("s_cbranch_execnz .Lx", "", "", "", "exec_lo exec_hi"),
)


CASES = {
    (arch, wave): (*BOTH, *own) if wave == 32 else WAVE64
    for arch, own in (("gfx1100", GFX11), ("gfx1151", GFX11), ("gfx1201", GFX12))
    for wave in (32, 64)
}


@pytest.mark.parametrize(("arch", "wave"), CASES)
def test_what_dump_says_of_each_instruction(arch: str, wave: int, kernel_text: Maker) -> None:
    cases = CASES[arch, wave]
    body = "".join(f"\t{text}\n" for text, *_ in cases) + ".Lx:"
    records = isaopt.dump(parse_text(kernel_text(body, arch=arch, wave_size=wave)))
    wrong = []
    for record, (text, *wanted) in zip(records, cases, strict=False):
        found = (record.defs, record.uses, record.implicit_defs, record.implicit_uses)
        assert record.text == text
        if [sorted(registers) for registers in found] != [sorted(registers.split()) for registers in wanted]:
            wrong.append((text, found))
    assert wrong == []
    assert len(records) == len(cases) + 1  # the kernel's s_endpgm


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_flags_and_encodings(arch: str, kernel_text: Maker) -> None:
    wanted = {
        "v_exp_f32_e32 v1, v2": ("VOP1", {"valu", "trans"}),
        "v_add_f32_e64 v1, v2, v3": ("VOP3", {"valu"}),
        "v_dual_mov_b32 v1, v2 :: v_dual_mov_b32 v4, v5": ("VOPD", {"valu"}),
        "ds_load_b32 v1, v2": ("DS", {"ds", "mayload"}),
        "global_store_b32 v0, v1, s[0:1]": ("GLOBAL", {"maystore"}),
        "s_add_u32 s0, s1, s2": ("SOP2", {"salu"}),
        "s_branch .Lx": ("SOPP", {"branch"}),
    }
    records = isaopt.dump(parse_text(kernel_text("".join(f"\t{text}\n" for text in wanted) + ".Lx:", arch=arch)))
    for record, (encoding, flags) in zip(records, wanted.values(), strict=False):
        assert (record.encoding, flags - set(record.flags)) == (encoding, set())


def _spelling_of_this_assembler(arch: str, text: str) -> bool:
    """Whether clang 22 takes the spelling of a 16-bit operand that older ones write, or the other way round: it wants
    ``v1.l`` on gfx11 and ``v1`` on gfx12, and ``op_sel`` of such an instruction on neither (feature real-true16)."""
    halves = ".l" in text or ".h" in text
    sixteen = re.match(r"v_(add|fmac|mad|cvt|mov|dot2acc)_.*16", text) is not None
    if sixteen and "op_sel" in text:
        return False
    return halves if arch == "gfx1100" and sixteen else not halves


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize("wave", [32, 64])
def test_the_instructions_exist(arch: str, wave: int, kernel_text: Maker) -> None:
    lines = CASES[arch, wave]
    texts = [text for text, *_ in lines if _spelling_of_this_assembler(arch, text)]
    assert len(texts) > 0.85 * len(lines)
    body = "".join(f"\t{text}\n" for text in texts) + ".Lx:"
    assemble(kernel_text(body, arch=arch, wave_size=wave), arch, path="k.s", toolchain=find_toolchain(arch))
