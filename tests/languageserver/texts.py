"""A kernel with a loop, values that end, a bank conflict and a mistake that lint repairs."""

from __future__ import annotations

from isaopt.languageserver.facts import facts_of
from isaopt.languageserver.snapshot import Draft
from isaopt.languageserver.view import TextView

TEXT = """\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
\t.text
\t.globl\tscale
\t.p2align\t8
\t.type\tscale,@function
scale:
\ts_load_b128 s[4:7], s[0:1], 0x0
\tv_lshlrev_b32_e32 v0, 2, v0
\tv_mov_b32_e32 v3, 0
\ts_mov_b32 s2, 0
\ts_waitcnt lgkmcnt(0)
.LBB0_1:
\tglobal_load_b32 v1, v0, s[4:5]
\ts_waitcnt vmcnt(0)
\tv_fma_f32 v2, v1, v1, v3
\tv_add_f32_e32 v3, v2, v3 ; é sum
\ts_add_i32 s2, s2, 1
\ts_cmp_lg_u32 s2, 8
\ts_cbranch_scc1 .LBB0_1
\tv_mul_f32_e32 v5, 2.0, v3
\tglobal_store_b32 v0, v5, s[6:7]
\ts_nop 0
\ts_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
\ts_endpgm
.Lfunc_end0:
\t.size\tscale, .Lfunc_end0-scale
\t.section\t.rodata,"a",@progbits
\t.p2align\t6
\t.amdhsa_kernel scale
\t\t.amdhsa_next_free_vgpr 12
\t\t.amdhsa_next_free_sgpr 8
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t.end_amdhsa_kernel
"""
URI = "file:///scale.s"


def line_of(text: str, part: str) -> int:
    """The first line, from 0, that has this part."""
    return next(n for n, line in enumerate(text.split("\n")) if part in line)


def place(text: str, part: str, word: str) -> tuple[int, int]:
    """Line and column, from 0, of a word in the first line that has this part."""
    line = line_of(text, part)
    return line, text.split("\n")[line].index(word)


def view_of(text: str = TEXT) -> TextView:
    """The text with its facts."""
    snapshot = Draft("scale.s").read(text)
    return TextView(snapshot, snapshot, facts_of(snapshot))
