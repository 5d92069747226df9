"""Undefined registers: an error where they reach memory or control flow, and none where their bits do not matter."""

from __future__ import annotations

import numpy as np
import pytest

from isaopt.emulator.emulation import EmulationOptions
from isaopt.errors import CheckFailed
from tests.emulator.running import lanes

U = np.uint32
A = np.arange(32, dtype=U) + U(1)


@pytest.mark.parametrize(
    ("body", "register"),
    [
        ("v_add_f32_e32 v10, v20, v1", "v10"),
        ("v_mov_b32_e32 v10, s40", "v10"),
        ("v_add_nc_u32_e32 v20, v0, v20\nv_mov_b32_e32 v10, 0\nglobal_load_b32 v3, v20, s[4:5]", "v20"),
        ("global_load_b32 v10, v0, s[40:41]", "s40"),
        ("v_mov_b32_e32 v10, 0\ns_cmp_eq_u32 s40, 0\ns_cbranch_scc1 out\nout:", "scc"),
        ("v_mov_b32_e32 v10, 0\nv_cmp_eq_u32_e32 vcc_lo, 0, v20\ns_cbranch_vccnz out\nout:", "vcc_lo"),
        ("v_mov_b32_e32 v10, 0\nv_cmpx_eq_u32_e32 0, v20", "exec_lo"),
        ("v_mov_b32_e32 v10, 0\ns_and_saveexec_b32 s10, s40", "exec_lo"),
        ("v_cndmask_b32_e64 v10, 0, 1, s40", "v10"),
        ("v_and_b32_e32 v10, 0xff, v20", "v10"),
        ("v_mov_b32_dpp v10, v1 row_shl:1 row_mask:0xf bank_mask:0xf", "v10"),
        ("v_readfirstlane_b32 s10, v20\nv_mov_b32_e32 v10, s10", "v10"),
        ("s_lshl_b32 s10, s40, 1\nv_mov_b32_e32 v10, s10", "v10"),
        # Half of a register is defined, the whole is stored.
        ("v_cvt_f16_f32_e32 v10, v1", "v10"),
        ("v_cvt_f16_f32_e32 v20, v1\nv_bfe_i32 v10, v20, 9, 8", "v10"),
        # The other lanes have nothing.
        ("s_mov_b32 s10, exec_lo\nv_cmpx_eq_u32_e32 0, v0\nv_mov_b32_e32 v10, 1\ns_mov_b32 exec_lo, s10", "v10"),
    ],
)
def test_undefined_is_found(body: str, register: str) -> None:
    with pytest.raises(CheckFailed) as caught:
        lanes(body, A)
    assert f"undefined register '{register}'" in caught.value.message
    assert lanes(body.replace("s[40:41]", "s[4:5]").replace("v20, s[4:5]", "v0, s[4:5]"), A,
                 options=EmulationOptions(check_undefined=False)).shape == (1, 32)  # fmt: skip


@pytest.mark.parametrize(
    "body",
    [
        "v_and_b32_e32 v10, 0, v20",
        "v_or_b32_e32 v10, -1, v20",
        "v_mov_b32_e32 v10, v20\nv_mov_b32_e32 v10, 3",
        # The upper half of an addend does not reach the lower half of the sum.
        "v_mov_b32_e32 v20, 1\nv_mad_u64_u32 v[22:23], null, v1, 3, v[20:21]\nv_mov_b32_e32 v10, v22",
        "v_lshlrev_b32_e32 v20, 16, v20\nv_lshlrev_b32_e32 v21, 16, v1\nv_perm_b32 v10, v20, v21, 0x03020302",
        "v_cvt_f16_f32_e32 v20, v1\nv_cvt_f32_f16_e32 v10, v20",
        "v_cvt_f16_f32_e32 v20, v1\nv_bfe_i32 v10, v20, 9, 7",
        "v_cvt_f16_f32_e32 v20, v1\nv_mov_b32_e32 v10, 0\nglobal_store_b16 v0, v20, s[2:3]",
        "s_mov_b32 s10, 0\ns_and_b32 s40, s40, 0\ns_cmp_eq_u32 s40, 0\nv_mov_b32_e32 v10, s40",
        "s_or_b32 s10, s40, 1\ns_cbranch_scc1 out\nout:\nv_mov_b32_e32 v10, 0",
        # A select does not look at what it does not take.
        "v_cmp_lt_u32_e32 vcc_lo, 0, v1\nv_cndmask_b32_e32 v10, v20, v1, vcc_lo",
        "s_mov_b32 s10, 0\ns_cmp_eq_u32 s10, 0\ns_cselect_b32 s11, 5, s40\nv_mov_b32_e32 v10, s11",
        # Lanes that do not run are not asked.
        "v_mov_b32_e32 v10, 0\nv_cmpx_eq_u32_e32 0, v0\nv_mov_b32_e32 v20, v0\nglobal_load_b32 v3, v20, s[4:5]\n"
        "s_waitcnt vmcnt(0)\ns_mov_b32 exec_lo, -1",
        "v_writelane_b32 v20, 7, 3\nv_readlane_b32 s10, v20, 3\nv_mov_b32_e32 v10, s10",
        "v_mov_b32_e32 v21, v1\nv_swap_b32 v20, v21\nv_mov_b32_e32 v10, v20",
    ],
)
def test_what_does_not_matter_is_no_error(body: str) -> None:
    lanes(body, A)


SPILL = """v_cvt_f16_f32_e32 v20, v1
scratch_store_b32 off, v20, off offset:4
s_waitcnt_vscnt null, 0x0
scratch_load_b32 v21, off, off offset:4
s_waitcnt vmcnt(0)
"""


@pytest.mark.parametrize("late", [False, True])
def test_a_spilled_register_comes_back_as_it_was(late: bool) -> None:
    options = EmulationOptions(late=late)
    with pytest.raises(CheckFailed, match="undefined register 'v10'"):
        lanes(SPILL.replace("s_waitcnt_vscnt null, 0x0", "") + "v_mov_b32 v10, v21", A, scratch=16, options=options)
    half = lanes(SPILL + "v_cvt_f32_f16_e32 v10, v21", A.astype(np.float32).view(U), scratch=16, options=options)
    assert (half.view(np.float32) == A).all()


def test_a_part_of_scratch_is_defined_again() -> None:
    body = "v_mov_b32 v22, 0\nscratch_store_b16 off, v22, off offset:6\ns_waitcnt_vscnt null, 0x0\n"
    text = SPILL.replace("s_waitcnt vmcnt(0)\n", body)
    text += "scratch_load_b32 v10, off, off offset:4\ns_waitcnt vmcnt(0)"
    out = lanes(text, A.astype(np.float32).view(U), scratch=16)
    assert (out == A.astype(np.float16).view(np.uint16)).all()


@pytest.mark.parametrize(
    ("op_sel", "move"),
    [("", "v_and_b32 v10, 0xffff, v40"), (" op_sel:[0,0,1]", "v_lshrrev_b32 v10, 16, v40")],
)
def test_wmma_of_halves_looks_at_its_own_half(op_sel: str, move: str) -> None:
    zero = "".join(f"v_mov_b32 v{n}, 0\n" for n in range(24, 40))
    halves = "".join(
        (f"v_cvt_f16_f32_e32 v{n}, v1\n" + (f"v_lshlrev_b32 v{n}, 16, v{n}\n" if op_sel else "")) for n in range(40, 48)
    )
    if op_sel:  # the lower halves are defined by the shift, so take that away
        halves += "".join(f"v_mov_b16_e32 v{n}.l, v60.l\n" for n in range(40, 48))
    body = zero + halves + f"v_wmma_f16_16x16x16_f16 v[40:47], v[24:31], v[32:39], v[40:47]{op_sel}\n"
    out = lanes(body + move, A.astype(np.float32).view(U))
    assert (out == A.astype(np.float16).view(np.uint16)).all()
    with pytest.raises(CheckFailed, match="undefined register 'v10'"):
        lanes(body + "v_mov_b32 v10, v40", A)
