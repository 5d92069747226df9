"""Registers renamed that are undefined on some ways, and masks that are what they were before a divergent loop."""

from __future__ import annotations

import re

import pytest

from isaopt.proof import verdict
from isaopt.proof.verdict import verify_modules
from tests.renaming import assemble

HEAD = """\ts_load_b128 s[4:7], s[0:1], 0x0
\tv_lshlrev_b32_e32 v1, 2, v0
\tv_mov_b32_e32 v2, 0
\ts_waitcnt lgkmcnt(0)
"""

#: A uniform loop with a strided loader loop in it; what both sides of the test behind it leave in v4 is an index.
LOADER = """\ts_mov_b32 s8, 0
\ts_cmp_gt_i32 s6, 0
\ts_cbranch_scc1 .Lmany
\tv_lshlrev_b32_e32 v4, 3, v0
\ts_branch .Ltest
.Lmany:
\ts_mov_b32 s8, -1
.Ltest:
\ts_and_not1_b32 vcc_lo, exec_lo, s8
\ts_cbranch_vccnz .Lend
\tv_lshlrev_b32_e32 v6, 3, v0
\tv_cmp_gt_u32_e32 vcc_lo, 0x200, v0
\tv_or_b32_e32 v7, 0xffffff00, v0
\ts_mov_b32 s8, s7
\ts_mov_b32 s9, 0
.Lround:
\ts_and_saveexec_b32 s10, vcc_lo
\ts_cbranch_execz .Lloaded
\tv_mov_b32_e32 v4, v1
\tv_mov_b32_e32 v5, v7
\ts_mov_b32 s11, 0
.Lload:
\tv_add_co_u32 v5, s12, 0x100, v5
\tds_store_b32 v4, v5
\tv_add_nc_u32_e32 v4, 0x80, v4
\ts_and_b32 s12, exec_lo, s12
\ts_or_b32 s11, s12, s11
\ts_and_not1_b32 exec_lo, exec_lo, s11
\ts_cbranch_execnz .Lload
.Lloaded:
\ts_or_b32 exec_lo, exec_lo, s10
\ts_waitcnt lgkmcnt(0)
\ts_barrier
\tds_load_b64 v[4:5], v6
\ts_waitcnt lgkmcnt(0)
\tv_add_f32_e32 v2, v2, v4
\tv_add_f32_e32 v2, v2, v5
\ts_barrier
\ts_add_i32 s9, s9, 1
\ts_cmp_lt_i32 s9, s6
\ts_cbranch_scc1 .Lround
\tv_mov_b32_e32 v4, v6
.Lend:
\tglobal_store_b32 v4, v2, s[4:5]
\ts_endpgm
"""

#: Lanes leave a loop one by one, by a flag; behind it all are on again.
FLAGS = """\tv_mov_b32_e32 v3, v0
\tv_mov_b32_e32 v4, 1.0
\ts_mov_b32 s8, 0
.Lloop:
\tv_mov_b32_e32 v2, v4
\ts_or_b32 s9, s9, exec_lo
\ts_mov_b32 s10, exec_lo
\tv_cmpx_gt_i32_e64 s6, v3
\ts_cbranch_execz .Lnext
\ts_and_not1_b32 s9, s9, exec_lo
\tv_add_nc_u32_e32 v3, 32, v3
\tv_add_f32_e32 v4, v2, v2
.Lnext:
\ts_or_b32 exec_lo, exec_lo, s10
\ts_and_b32 s10, exec_lo, s9
\ts_or_b32 s8, s10, s8
\ts_and_not1_b32 exec_lo, exec_lo, s8
\ts_cbranch_execnz .Lloop
\ts_or_b32 exec_lo, exec_lo, s8
"""
AGAIN = FLAGS.replace(".L", ".LL").replace("v4, 1.0", "v4, v2")
LATE = "\tv_add_f32_e32 v4, v2, v2\n" + FLAGS.replace(".L", ".LLL").replace(
    "v_add_f32_e32 v4, v2, v2", "ds_store_b32 v1, v4"
)
STORE = "\tglobal_store_b32 v1, v4, s[4:5]\n\ts_endpgm\n"

#: A loop that tests a count that is known in its first round.
COUNTED = """\ts_mov_b32 s8, 16
.Lloop:
\tv_mov_b32_e32 v3, v2
\ts_cmp_lg_u32 s8, 0
\ts_mov_b32 s9, -1
\ts_cbranch_scc0 .Lout
\ts_lshr_b32 s8, s8, 1
\ts_mov_b32 s9, 0
\tv_add_f32_e32 v2, v3, v0
.Lout:
\ts_and_not1_b32 vcc_lo, exec_lo, s9
\ts_cbranch_vccnz .Lloop
\tglobal_store_b32 v1, v3, s[4:5]
\ts_endpgm
"""


def proved(a: str, b: str) -> bool:
    return verify_modules(assemble(HEAD + a), assemble(HEAD + b), by_text=False).proved


def renamed(code: str, **names: str) -> str:
    """The code with other VGPRs."""
    return re.sub(r"\bv\d+\b", lambda m: names.get(m[0], m[0]), code)


def test_a_register_that_is_undefined_on_one_side_may_be_renamed() -> None:
    index = LOADER[LOADER.index("\tv_mov_b32_e32 v4, v6") :]
    b = renamed(LOADER.replace(index, ""), v7="v9").replace("v_lshlrev_b32_e32 v4, 3", "v_lshlrev_b32_e32 v8, 3")
    assert proved(LOADER, b + renamed(index, v4="v8"))
    assert not proved(LOADER, b + renamed(index, v4="v8").replace("v8, v6", "v8, v1"))
    assert not proved(LOADER, b.replace("v8, 3", "v8, 2") + renamed(index, v4="v8"))


def test_a_register_of_a_strided_loop_may_be_renamed() -> None:
    start, end = LOADER.index("\tv_mov_b32_e32 v4, v1"), LOADER.index(".Lloaded:")
    b = LOADER[:start] + renamed(LOADER[start:end], v4="v11", v5="v10") + LOADER[end:]
    assert proved(LOADER, b)
    assert not proved(LOADER, b.replace("v11, 0x80, v11", "v11, 0x84, v11"))


@pytest.mark.slow
def test_behind_a_loop_that_lanes_leave_by_a_flag_all_are_on() -> None:
    a = FLAGS + AGAIN + LATE + STORE
    b = FLAGS + renamed(AGAIN + LATE, v2="v7", v3="v5").replace("v4, v7", "v4, v2", 1) + STORE
    assert proved(a, b)
    assert not proved(a, b.replace("s_or_b32 exec_lo, exec_lo, s8", "s_or_b32 exec_lo, exec_lo, s9", 1))
    assert not proved(a, b.replace("v5, 32, v5", "v5, 64, v5"))


@pytest.mark.slow
def test_a_loop_whose_first_test_is_known_settles() -> None:
    b = COUNTED.replace("\ts_mov_b32 s9, -1\n", "").replace("\ts_mov_b32 s9, 0\n", "")
    b = b.replace("s_cbranch_scc0 .Lout", "s_cbranch_scc0 .Ldone").replace(".Lout:\n", "\ts_branch .Lloop\n.Ldone:\n")
    b = b.replace("\ts_and_not1_b32 vcc_lo, exec_lo, s9\n\ts_cbranch_vccnz .Lloop\n", "")
    assert proved(COUNTED, b)
    assert not proved(COUNTED, b.replace("s8, 16", "s8, 32"))
    assert proved(b, renamed(b, v3="v5"))


#: Lanes take one of two arms, and each arm is branched round if none does; the second one is there twice.
ARMS = """\tds_load_b32 v7, v1
\tv_cmp_gt_i32_e32 vcc_lo, s6, v0
\ts_waitcnt lgkmcnt(0)
\tv_add_f32_e32 v2, v7, v2
\ts_and_saveexec_b32 s9, vcc_lo
\ts_xor_b32 s10, exec_lo, s9
\ts_cbranch_execz .Lnone
\tv_mul_f32_e32 v7, v2, v2
\ts_and_not1_saveexec_b32 s9, s10
\ts_cbranch_execnz .Lother
\ts_branch .Lboth
.Lnone:
\ts_and_not1_saveexec_b32 s9, s10
.Lother:
\tv_max_f32_e32 v7, v2, v0
.Lboth:
\ts_or_b32 exec_lo, exec_lo, s9
\tglobal_store_b32 v1, v7, s[4:5]
\ts_endpgm
"""


def test_a_register_of_both_arms_may_be_renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict, "_WAYS", ((False, False, False),))  # so that arms are joined
    at = ARMS.index("\tv_mul_f32")
    b = ARMS[:at] + renamed(ARMS[at:], v7="v9")
    assert proved(ARMS, b)
    assert not proved(ARMS, b.replace("v_max_f32_e32 v9", "v_max_f32_e32 v7"))
    assert not proved(ARMS, b.replace("v_mul_f32_e32 v9", "v_mul_f32_e32 v7"))
    assert not proved(ARMS, b.replace("exec_lo, exec_lo, s9", "exec_lo, exec_lo, s10"))
