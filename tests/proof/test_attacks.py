"""Pairs of programs that differ in effect, each by one thing that a prover can overlook; none may be proved equal."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from tests.kernels import kernel_file

DESCRIPTOR = (
    "group_segment_fixed_size 4096",
    "kernarg_size 64",
    "user_sgpr_count 2",
    "user_sgpr_kernarg_segment_ptr 1",
)
START = """\
s_load_b128 s[4:7], s[0:1], 0x0
s_load_b128 s[8:11], s[0:1], 0x10
{wait}
v_lshlrev_b32_e32 v1, 2, v0
"""
STORE = "global_store_b32 v1, v2, s[4:5]"


SCRATCH = "private_segment_fixed_size 64", "enable_private_segment 1"


def program(code: str, arch: str = "gfx1100", wave: int = 32, after: str = "", scratch: bool = True) -> Module:
    """``scratch``: it has scratch if it accesses it."""
    wait = "s_wait_kmcnt 0x0" if arch.startswith("gfx12") else "s_waitcnt lgkmcnt(0)"
    lines = (START.format(wait=wait) + code.replace("STORE", STORE)).strip().split("\n")
    more = SCRATCH if scratch and "scratch_" in code else ()
    text = kernel_file(lines, *DESCRIPTOR, *more, arch=arch, sgprs=64, wave=wave)
    return parse_text(text + after, "t.s")


#: A lane that may never be launched is written at the end of a round, and read in the next one.
LANE_BY_LANE = """s_mov_b32 s13, 0
s_mov_b32 s12, 0
v_mov_b32_e32 v2, v0
L1:
v_readlane_b32 s14, v2, s9
s_add_i32 s12, s12, s14
v_writelane_b32 v2, s8, 31
s_add_i32 s13, s13, 1
s_cmp_lt_u32 s13, s11
s_cbranch_scc1 L1
v_mov_b32_e32 v2, s12
STORE"""


@dataclass(frozen=True)
class Attack:
    """``b`` is ``a`` with ``old`` replaced by ``new``, or ``new`` itself if ``old`` is empty."""

    name: str
    a: str
    old: str
    new: str
    arch: str = "gfx1100"
    wave: int = 32

    @property
    def b(self) -> str:
        assert self.old in self.a
        return self.a.replace(self.old, self.new, 1) if self.old else self.new


HALF = """v_mov_b32_e32 v3, 5
v_cmpx_gt_u32_e32 5, v0
v_mov_b32_e32 v3, 6
"""
LOOP = """s_mov_b32 s12, 0
v_mov_b32_e32 v2, 0
L1:
v_add_nc_u32_e32 v2, v2, v0
s_add_i32 s12, s12, 1
s_cmp_lt_i32 s12, s10
s_cbranch_scc1 L1
STORE"""
ONE_PATH = """global_load_b32 v2, v1, s[8:9]
s_cmp_eq_u32 s10, 0
s_cbranch_scc1 L1
s_waitcnt vmcnt(0)
v_add_nc_u32_e32 v2, 1, v2
s_branch L2
L1:
s_waitcnt vmcnt(0)
L2:
STORE"""
#: Scalar operations that write SCC, among them one that writes nothing else.
SCC_WRITERS = (
    *("s_and_b32 s13, s9, s10", "s_lshl_b32 s13, s9, s10", "s_min_i32 s13, s9, s10", "s_lshl1_add_u32 s13, s9, s10"),
    *("s_add_i32 s13, s9, s10", "s_absdiff_i32 s13, s9, s10", "s_bfe_u32 s13, s9, 0x40004", "s_bitcmp1_b32 s9, 3"),
    *(f"{name} s13, s9" for name in ("s_abs_i32", "s_bcnt1_i32_b32", "s_not_b32", "s_wqm_b32", "s_quadmask_b32")),
)
COMPARE, SELECT = "s_cmp_eq_u32 s8, 0\n", "s_cselect_b32 s12, s9, s10\nv_mov_b32_e32 v2, s12\nSTORE"
LATE_SET = "s_mov_b32 s12, X\nv_mov_b32_e32 v2, s12\nSTORE\n.set X, 4"
ONE = "v_mov_b32_e32 v2, 1\nSTORE"
FLAG = "STORE\ns_waitcnt_vscnt null, 0x0\nglobal_store_b32 v1, v0, s[6:7]"
SAME_BASE = """v_mov_b32_e32 v1, 0
STORE
s_waitcnt_vscnt null, 0x0
global_store_b32 v1, v0, s[4:5] offset:64"""
TRIED_LOAD = """global_load_b32 v5, v1, s[6:7]
STORE
s_waitcnt vmcnt(0)
s_waitcnt_vscnt null, 0x0
global_store_b32 v1, v0, s[6:7]
s_waitcnt vmcnt(0)
global_store_b32 v1, v5, s[8:9]"""
VOLATILE = """global_load_b32 v2, v1, s[8:9] glc slc dlc
global_load_b32 v3, v1, s[10:11] glc slc dlc
s_waitcnt vmcnt(0)
v_add_nc_u32_e32 v2, v2, v3
STORE"""
BARRIER = """ds_store_b32 v1, v0
s_waitcnt lgkmcnt(0)
s_barrier
ds_load_b32 v2, v1 offset:4
s_waitcnt lgkmcnt(0)
STORE"""
FETCH = "row_mask:0xf bank_mask:0xf fi:1"

ATTACKS = [
    # EXEC, SCC, VCC
    Attack("exec", "v_mov_b32_e32 v2, 1\nv_cmpx_gt_u32_e32 5, v0\ns_mov_b32 exec_lo, -1\nSTORE", "",
           "v_cmpx_gt_u32_e32 5, v0\nv_mov_b32_e32 v2, 1\ns_mov_b32 exec_lo, -1\nSTORE"),
    Attack("scc", "s_cmp_eq_u32 s8, 0\ns_cselect_b32 s12, s9, s10\nv_mov_b32_e32 v2, s12\nSTORE",
           "0\n", "0\ns_and_b32 s13, s9, s9\n"),
    Attack("vcc", "v_cmp_eq_u32_e32 vcc_lo, 0, v0\nv_cndmask_b32_e32 v2, v0, v1, vcc_lo\nSTORE",
           "v0\nv_cnd", "v0\nv_add_co_u32 v4, vcc_lo, v0, v1\nv_cnd"),
    Attack("exec-hi", "s_mov_b32 exec_hi, 0\nv_mov_b32_e32 v2, 1\ns_mov_b64 exec, -1\nSTORE",
           "s_mov_b32 exec_hi, 0\n", "", wave=64),
    Attack("saveexec-half", "v_mov_b32_e32 v2, 0\ns_and_saveexec_b32 s12, s8\nv_mov_b32_e32 v2, 1\n"
           "s_mov_b64 exec, -1\nSTORE", "b32 s12, s8", "b64 s[12:13], s[8:9]", wave=64),
    Attack("saveexec-wide-in-wave32", "s_mov_b32 exec_hi, s9\ns_and_saveexec_b64 s[12:13], s[10:11]\n"
           "v_mov_b32_e32 v2, s13\nSTORE", "exec_hi, s9", "exec_hi, s10"),
    # Pseudo-scalar results are no masks of lanes.
    Attack("pseudo-scalar", "v_s_exp_f32 s12, s8\ns_and_b32 s12, s12, exec_lo\nv_mov_b32_e32 v2, s12\nSTORE",
           "s_and_b32 s12, s12, exec_lo\n", "", "gfx1201"),
    # Lanes that see each other
    Attack("readlane", HALF + "v_readlane_b32 s12, v3, 9\ns_mov_b32 exec_lo, -1\nv_mov_b32_e32 v2, s12\nSTORE",
           "v3, 5", "v3, 8"),
    Attack("readfirstlane", "v_cmpx_lt_u32_e32 5, v0\nv_readfirstlane_b32 s12, v0\ns_mov_b32 exec_lo, -1\n"
           "v_mov_b32_e32 v2, s12\nSTORE", "v_cmpx_lt_u32_e32 5, v0\n", ""),
    *(Attack(f"dpp-{ctrl}", HALF + f"v_mov_b32_dpp v2, v3 {ctrl}:{arg} {'fi:1' if ctrl == 'dpp8' else FETCH}\nSTORE",
             "v3, 5", "v3, 8")
      for ctrl, arg in (("row_shl", "1"), ("quad_perm", "[1,0,3,2]"), ("row_share", "3"), ("row_xmask", "1"),
                        ("dpp8", "[1,0,3,2,5,4,7,6]"))),
    Attack("dpp-old", "v_mov_b32_e32 v2, 5\nv_mov_b32_dpp v2, v3 row_shl:1 row_mask:0xf bank_mask:0xf\nSTORE",
           "v2, 5", "v2, 6"),
    Attack("dpp-accumulator", HALF + f"v_mov_b32_e32 v2, 0\nv_fmac_f32_dpp v2, v3, v1 row_shl:1 {FETCH}\nSTORE",
           "v3, 5", "v3, 8"),
    Attack("dpp-compare", HALF + f"v_cmp_eq_u32_dpp vcc_lo, v3, v1 row_shl:1 {FETCH}\n"
           "v_cndmask_b32_e32 v2, 0, v1, vcc_lo\nSTORE", "v3, 5", "v3, 8"),
    Attack("permlane16", HALF + "v_permlane16_b32 v2, v3, s8, s9 op_sel:[1,0]\nSTORE", "v3, 5", "v3, 8"),
    Attack("bpermute-fetch-inactive", HALF + "v_xor_b32_e32 v4, 64, v1\nds_bpermute_fi_b32 v2, v4, v3\n"
           "s_wait_dscnt 0x0\nSTORE", "v3, 5", "v3, 8", "gfx1201"),
    Attack("permute-exec", "v_cmpx_gt_u32_e32 5, v0\nds_permute_b32 v2, v1, v0\ns_waitcnt lgkmcnt(0)\n"
           "s_mov_b32 exec_lo, -1\nSTORE", "v_cmpx_gt_u32_e32 5, v0\n", ""),
    Attack("writelane-lane", "v_mov_b32_e32 v2, v0\nv_writelane_b32 v2, s8, 3\nSTORE", "s8, 3", "s8, 4"),
    Attack("writelane-order", "v_mov_b32_e32 v2, v0\nv_writelane_b32 v2, s8, s9\nv_writelane_b32 v2, s10, s11\nSTORE",
           "", "v_mov_b32_e32 v2, v0\nv_writelane_b32 v2, s10, s11\nv_writelane_b32 v2, s8, s9\nSTORE"),
    Attack("writelane-wraps", "v_mov_b32_e32 v2, v0\nv_writelane_b32 v2, s8, 1\nv_writelane_b32 v2, s10, 33\nSTORE",
           "", "v_mov_b32_e32 v2, v0\nv_writelane_b32 v2, s10, 33\nv_writelane_b32 v2, s8, 1\nSTORE"),
    Attack("writelane-never-launched", "v_mov_b32_e32 v2, v0\nv_writelane_b32 v2, s8, 31\nv_readlane_b32 s12, v2, s9\n"
           "v_mov_b32_e32 v2, s12\nSTORE", "s8, 31", "s10, 31"),
    Attack("writelane-in-the-round-before", LANE_BY_LANE, "v2, s8, 31", "v2, s10, 31"),
    # MODE
    *(Attack(f"mode-{code.split()[0]}", f"s_denorm_mode 0\n{code}\nSTORE", "", f"{code}\ns_denorm_mode 0\nSTORE")
      for code in ("v_add_f32_e32 v2, v0, v0", "v_cvt_f16_f32_e32 v2, v0", "v_max_f32_e32 v2, v0, v1",
                   "v_cvt_i32_f32_e32 v2, v0", "v_fma_mix_f32 v2, v0, v1, v0", "v_pk_fma_f16 v2, v0, v1, v0",
                   "v_cmp_lt_f32_e32 vcc_lo, v0, v1\nv_cndmask_b32_e32 v2, v0, v1, vcc_lo",
                   "v_ldexp_f32 v2, v0, v1", f"v_add_f32_dpp v2, v0, v1 row_shl:1 {FETCH}",
                   "v_dual_max_f32 v2, v0, v1 :: v_dual_min_f32 v3, v1, v0")),
    Attack("mode-scalar", "s_denorm_mode 0\ns_add_f32 s12, s8, s9\nv_mov_b32_e32 v2, s12\nSTORE", "",
           "s_add_f32 s12, s8, s9\ns_denorm_mode 0\nv_mov_b32_e32 v2, s12\nSTORE", "gfx1201"),
    Attack("mode-field", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 5\n"
           "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 0\nv_add_f32_e32 v2, v0, v0\nSTORE",
           "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 5\n", ""),
    Attack("interlocks-off", ONE, "v_mov", "s_setreg_imm32_b32 hwreg(26, 0, 2), 2\nv_mov", "gfx1201"),
    Attack("interlocks-off-already", "s_setreg_imm32_b32 hwreg(26, 0, 2), 2\nv_mov_b32_e32 v3, 1\n" + ONE,
           "v_mov_b32_e32 v3, 1\n", "", "gfx1201"),
    # LDS
    Attack("lds-2addr", "ds_store_b32 v1, v0 offset:8\nds_store_2addr_b32 v1, v2, v3 offset0:1 offset1:2", "",
           "ds_store_2addr_b32 v1, v2, v3 offset0:1 offset1:2\nds_store_b32 v1, v0 offset:8"),
    Attack("lds-stride64", "v_mov_b32_e32 v1, 0\nds_store_b32 v1, v0 offset:512\n"
           "ds_store_2addr_stride64_b32 v1, v2, v3 offset0:1 offset1:2", "",
           "v_mov_b32_e32 v1, 0\nds_store_2addr_stride64_b32 v1, v2, v3 offset0:1 offset1:2\n"
           "ds_store_b32 v1, v0 offset:512"),
    Attack("lds-stride64-of-8-bytes", "v_mov_b32_e32 v1, 0\n"
           "ds_store_2addr_stride64_b64 v1, v[2:3], v[4:5] offset0:1 offset1:2", "",
           "v_mov_b32_e32 v1, 0\nds_store_b64 v1, v[2:3] offset:256\nds_store_b64 v1, v[4:5] offset:512"),
    Attack("lds-2addr-twice", "ds_store_2addr_b32 v1, v2, v3 offset0:1 offset1:1", "v2, v3", "v3, v2"),
    Attack("lds-bytes", "ds_store_b8 v1, v0 offset:1\nds_store_b32 v1, v2", "",
           "ds_store_b32 v1, v2\nds_store_b8 v1, v0 offset:1"),
    Attack("lds-lanes", "v_lshlrev_b32_e32 v1, 1, v0\nds_store_b32 v1, v0\nds_store_b32 v1, v2 offset:4", "",
           "v_lshlrev_b32_e32 v1, 1, v0\nds_store_b32 v1, v2 offset:4\nds_store_b32 v1, v0"),
    Attack("lds-load", "ds_store_b32 v1, v0\nds_load_b32 v2, v1\ns_waitcnt lgkmcnt(0)\nSTORE", "",
           "ds_load_b32 v2, v1\nds_store_b32 v1, v0\ns_waitcnt lgkmcnt(0)\nSTORE"),
    Attack("lds-m0", "s_mov_b32 m0, 4\nds_load_addtid_b32 v2\ns_waitcnt lgkmcnt(0)\nSTORE", "m0, 4", "m0, 8"),
    # Addresses, partial writes, scratch
    Attack("saddr-wraps", "v_mov_b32_e32 v4, s10\nglobal_load_b32 v2, v4, s[8:9] offset:16\ns_waitcnt vmcnt(0)\nSTORE",
           "global_load_b32 v2, v4, s[8:9] offset:16",
           "v_add_nc_u32_e32 v4, 16, v4\nglobal_load_b32 v2, v4, s[8:9]"),
    Attack("d16", "v_mov_b32_e32 v2, s8\nglobal_load_d16_b16 v2, v1, s[8:9]\ns_waitcnt vmcnt(0)\nSTORE",
           "v2, s8", "v2, s9"),
    Attack("d16-hi", "v_mov_b32_e32 v2, s8\nds_load_u16_d16_hi v2, v1\ns_waitcnt lgkmcnt(0)\nSTORE",
           "v2, s8", "v2, s9"),
    Attack("true16", "v_mov_b32_e32 v2, s8\nv_mov_b16_e32 v2.h, v1.l\nSTORE", "v2.h", "v2.l"),
    Attack("true16-kept", "v_mov_b32_e32 v2, s8\nv_add_f16_e64 v2.h, v1.l, v0.l\nSTORE", "v2, s8", "v2, s9"),
    Attack("scratch", "scratch_store_b32 v1, v0, off offset:4\nscratch_load_b32 v2, off, s8 offset:4\n"
           "s_waitcnt vmcnt(0)\nSTORE", "",
           "scratch_load_b32 v2, off, s8 offset:4\nscratch_store_b32 v1, v0, off offset:4\ns_waitcnt vmcnt(0)\nSTORE"),
    Attack("flat-and-scratch", "flat_store_b32 v[4:5], v0\nscratch_store_b32 off, v1, off", "",
           "scratch_store_b32 off, v1, off\nflat_store_b32 v[4:5], v0"),
    # Atomics, volatile accesses, barriers, releases
    Attack("atomic-twice", "global_atomic_add_u32 v1, v0, s[8:9]", "",
           "global_atomic_add_u32 v1, v0, s[8:9]\nglobal_atomic_add_u32 v1, v0, s[8:9]"),
    Attack("atomic-result", "global_atomic_add_u32 v2, v1, v0, s[8:9] glc\ns_waitcnt vmcnt(0)\nSTORE", "",
           "global_atomic_add_u32 v1, v0, s[8:9]\ns_waitcnt_vscnt null, 0x0\nSTORE"),
    Attack("atomic-exec", "v_cmpx_gt_u32_e32 5, v0\nglobal_atomic_add_u32 v1, v0, s[8:9]",
           "v_cmpx_gt_u32_e32 5, v0\n", ""),
    Attack("atomic-offset", "ds_add_u32 v1, v0 offset:4", " offset:4", ""),
    Attack("atomic-and-load", "ds_add_u32 v1, v0\nds_load_b32 v2, v1\ns_waitcnt lgkmcnt(0)\nSTORE", "",
           "ds_load_b32 v2, v1\nds_add_u32 v1, v0\ns_waitcnt lgkmcnt(0)\nSTORE"),
    Attack("volatile", VOLATILE, "", VOLATILE.replace("v2, v1, s[8:9]", "X").replace("v3, v1, s[10:11]",
           "v2, v1, s[8:9]").replace("X", "v3, v1, s[10:11]")),
    Attack("barrier", BARRIER, "s_barrier\n", ""),
    Attack("barrier-order", BARRIER, "", "ds_store_b32 v1, v0\nds_load_b32 v2, v1 offset:4\ns_waitcnt lgkmcnt(0)\n"
           "s_barrier\nSTORE"),
    Attack("barrier-wait", BARRIER, "s_waitcnt lgkmcnt(0)\n", ""),
    Attack("barrier-wait-for-stores", "STORE\ns_waitcnt_vscnt null, 0x0\ns_barrier", "s_waitcnt_vscnt null, 0x0\n", ""),
    Attack("barrier-wait-plus-register", "STORE\ns_waitcnt_vscnt null, 0x0\ns_barrier", "null", "s8"),
    Attack("release", FLAG, "s_waitcnt_vscnt null, 0x0\n", ""),
    Attack("release-order", SAME_BASE, "", "v_mov_b32_e32 v1, 0\nglobal_store_b32 v1, v0, s[4:5] offset:64\n"
           "s_waitcnt_vscnt null, 0x0\nSTORE"),
    Attack("release-by-lds", "STORE\ns_waitcnt_vscnt null, 0x0\nds_store_b32 v1, v0", "",
           "ds_store_b32 v1, v0\nSTORE\ns_waitcnt_vscnt null, 0x0"),
    Attack("release-of-load", TRIED_LOAD, "s_waitcnt vmcnt(0)\n", ""),
    # Waits
    Attack("wait-on-one-path", ONE_PATH, "L1:\ns_waitcnt vmcnt(0)\n", "L1:\n"),
    Attack("wait-out-of-order", "s_load_b32 s12, s[8:9], 0x0\ns_load_b32 s13, s[8:9], 0x40\ns_waitcnt lgkmcnt(0)\n"
           "v_mov_b32_e32 v2, s12\nSTORE", "lgkmcnt(0)", "lgkmcnt(1)"),
    *(Attack(f"scc-{op.split()[0]}", f"{COMPARE}{op}\n{SELECT}", "", f"{op}\n{COMPARE}{SELECT}") for op in SCC_WRITERS),
    # Loops and ends
    Attack("one-round-more", LOOP, "cmp_lt", "cmp_le"),
    Attack("one-round-less", LOOP, "s12, 0", "s12, 1"),
    Attack("for-ever", LOOP, "s_cbranch_scc1", "s_branch"),
    Attack("registers-given-back-early", ONE + "\ns_nop 0\ns_sendmsg sendmsg(MSG_DEALLOC_VGPRS)", "",
           "v_mov_b32_e32 v2, 1\ns_nop 0\ns_sendmsg sendmsg(MSG_DEALLOC_VGPRS)\nSTORE"),
    Attack("registers-given-back-early-by-number", ONE + "\ns_nop 0\ns_sendmsg 3", "",
           "v_mov_b32_e32 v2, 1\ns_nop 0\ns_sendmsg 3\nSTORE"),
    Attack("registers-given-back-with-scratch-outstanding", "scratch_store_b32 off, v0, off\n" + ONE, "",
           "scratch_store_b32 off, v0, off\n" + ONE + "\ns_nop 0\ns_sendmsg sendmsg(MSG_DEALLOC_VGPRS)"),
    Attack("other-end", ONE, "", ONE + "\ns_endpgm_saved"),
    # What appears between instructions
    Attack("symbol-set-later", LATE_SET, "X, 4", "X, 8"),
    Attack("section", ONE, "STORE", ".section .other\nSTORE"),
    Attack("padding-with-a-value", ONE, "STORE", ".p2align 8, 0\nSTORE"),
    # Hazards that a comment hides from lint
    Attack("allowed-hazard", "v_exp_f32_e32 v2, v0\nv_nop\ns_waitcnt_depctr 0xfff\nv_add_f32_e32 v2, v2, v2\nSTORE", "",
           "v_exp_f32_e32 v2, v0\nv_nop\nv_add_f32_e32 v2, v2, v2 ; isaopt: allow trans-use\nSTORE"),
]  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: a.name)
def test_a_wrong_program_is_not_proved(attack: Attack) -> None:
    before = program(attack.a, attack.arch, attack.wave)
    after = program(attack.b, attack.arch, attack.wave)
    assert before.text() != after.text()
    found = verify_modules(before, after)
    assert not found.proved
    assert found.kernels[0].differences


#: Programs that the model covers whole, so that the test above is not passed by refusing everything.
COVERED = [a for a in ATTACKS if a.name.split("-")[0] not in ("saveexec", "interlocks", "symbol")]


@pytest.mark.parametrize("attack", COVERED, ids=lambda a: a.name)
def test_the_right_program_is_proved(attack: Attack) -> None:
    module = program(attack.a, attack.arch, attack.wave)
    found = verify_modules(module, module, by_text=False)
    assert found.proved, found.kernels[0].differences


DATA = "\t.section .rodata\n\t.globl d\nd:\n\t.fill 4, 4, {value}\n"
LENGTH = "\t.section .rodata\nX:\n\t.fill {value}, 4, 1\nY:\n"


@pytest.mark.parametrize(("operand", "after"), [("X@abs32@lo", DATA), ("Y-X", LENGTH)], ids=["data", "length"])
def test_what_follows_the_kernel_counts(operand: str, after: str) -> None:
    code = f"s_mov_b32 s12, {operand}\nv_mov_b32_e32 v2, s12\nSTORE"
    one, other = (program(code, after=after.format(value=value)) for value in (1, 2))
    assert verify_modules(one, one, by_text=False).proved
    assert not verify_modules(one, other).proved


def test_a_kernel_must_stay_in_its_section() -> None:
    text = program(ONE).text()
    lines = text.splitlines(keepends=True)
    moved = [line for line in lines if "p2align\t8" not in line]
    assert verify_modules(parse_text(text), parse_text(text), by_text=False).proved
    assert not verify_modules(parse_text(text), parse_text("".join(moved))).proved


def test_an_external_name_is_a_value_like_any_other() -> None:
    code = "v_add_nc_u32_e32 v2, X@abs32@lo, v0\nv_and_b32_e32 v2, 15, v2\nSTORE"
    assert verify_modules(program(code), program(code), by_text=False).proved
    assert not verify_modules(program(code), program(code.replace("X", "Y"))).proved
    # The assembler takes a bare name for a distance from where it stands.
    assert not verify_modules(program(code.replace("@abs32@lo", "")), program(code), by_text=False).proved


FEW_LANES = """v_cmpx_gt_i32_e64 s8, v0
s_cbranch_execz L2
v_mov_b32_e32 v4, 1
s_mov_b32 s13, 0
L1:
v_add_nc_u32_e32 v0, 64, v0
ds_add_u32 v1, v4
v_cmp_le_i32_e32 vcc_lo, s8, v0
s_or_b32 s13, vcc_lo, s13
s_and_not1_b32 exec_lo, exec_lo, s13
s_cbranch_execnz L1
L2:"""
ONE_BY_ONE = """v_mov_b32_e32 v3, v0
v_writelane_b32 v5, s8, s9
v_readlane_b32 s12, v3, s9
v_mov_b32_e32 v2, s12
STORE"""

#: A register is read lane by lane before another use of it is written so.
READ_BEFORE = """v_mov_b32_e32 v3, v0
v_readlane_b32 s12, v3, s9
v_writelane_b32 v3, s8, s10
v_add_nc_u32_e32 v2, s12, v3
STORE"""


@pytest.mark.parametrize(
    ("code", "old", "new", "same"),
    [
        (READ_BEFORE, "v3", "v9", True),
        (READ_BEFORE, "v3, s9", "v3, s10", False),
        (FEW_LANES, "v4", "v9", True),
        (FEW_LANES, "v4, 1", "v4, 2", False),
        (ONE_BY_ONE, "v3", "v9", True),
    ],
)
def test_registers_that_few_lanes_define(code: str, old: str, new: str, same: bool) -> None:
    assert verify_modules(program(code), program(code.replace(old, new))).proved == same


#: Both loops are entered in the middle: the block behind the inner one has one way in, from below.
ROTATED = """s_mov_b32 s12, 0
v_mov_b32_e32 v2, 0
s_branch L2
L1:
s_add_i32 s12, s12, 1
s_cmp_eq_u32 s12, 3
s_cbranch_scc1 L5
L2:
s_load_b32 s15, s[4:5], s12
s_mov_b32 s13, 0
s_mov_b32 s16, s10
s_waitcnt lgkmcnt(0)
v_add_nc_u32_e32 v2, s15, v2
s_branch L4
L3:
s_add_i32 s13, s13, 1
s_add_i32 s16, s16, -1
s_cmp_eq_u32 s13, 4
s_cbranch_scc1 L1
L4:
s_cmp_gt_u32 s16, 2
s_cbranch_scc1 L3
s_lshl_b32 s14, s13, 2
s_load_b32 s15, s[4:5], s14
s_waitcnt lgkmcnt(0)
v_add_nc_u32_e32 v2, s15, v2
s_branch L3
L5:
STORE"""


@pytest.mark.parametrize(("old", "new", "same"), [("v2", "v9", True), ("s12, s12, 1", "s12, s12, 2", False)])
def test_loops_that_are_entered_in_the_middle(old: str, new: str, same: bool) -> None:
    other = ROTATED.replace("STORE", STORE).replace(old, new)
    assert verify_modules(program(ROTATED), program(other)).proved == same
