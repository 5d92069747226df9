"""The pass ``lds-layout``: rows in LDS with padding, proved and run; and where they stay."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.base import PassResult
from isaopt.transform.lds_layout import LdsLayout
from isaopt.transform.wide_loads import lds_cycles
from tests.emulator.running import text_of
from tests.transform.soundness import assert_sound

#: v1: a column of rows of 256 bytes; v0: 4 times the work-item's number.
COLUMN = """v_bfe_u32 v1, v0, 2, 4
v_lshrrev_b32_e32 v2, 6, v0
v_lshlrev_b32_e32 v1, 8, v1
v_lshl_add_u32 v1, v2, 2, v1
"""
GET = "global_load_b32 v3, v0, s[4:5]\nWAIT\n"
PUT = "ds_store_b32 v1, v3\nWAIT\nBARRIER\n"
USE = "ds_load_b32 v4, v0\nWAIT\n"
END = "global_store_b32 v0, v4, s[2:3]"
LOOP = (
    "s_mov_b32 s8, 0\n.Lloop:\n"
    + (GET + PUT + USE + END + "\nWAIT\nBARRIER\n")
    + "s_add_i32 s8, s8, 1\ns_cmp_lt_i32 s8, 3\ns_cbranch_scc1 .Lloop\ns_nop 0"
)
WIDE = "v_and_b32_e32 v5, 0x7f, v0\nv_lshlrev_b32_e32 v5, 1, v5\nds_load_b64 v[4:5], v5 offset:512\nWAIT\n"
TWO = "v_and_b32_e32 v5, 0xfc, v0\nds_load_2addr_stride64_b32 v[4:5], v5 offset0:1 offset1:3\nWAIT\n"
SECOND = "ds_store_b32 v0, v3\nds_store_b32 v1, v3 offset:4096\nWAIT\nBARRIER\nds_load_b32 v4, v0 offset:4096\nWAIT\n"

SHAPES = {
    "once": (COLUMN + GET + PUT + USE + END, 4096),
    "in a loop": (COLUMN + LOOP, 4096),
    "wide loads": (COLUMN + GET + PUT + WIDE + END, 4096),
    "two addresses": (COLUMN + GET + PUT + TWO + END, 4096),
    "a second array": (COLUMN + GET + SECOND + END, 8192),
    "an address that is kept": (
        (COLUMN + "v_add_nc_u32_e32 v6, 1, v1\n" + GET + PUT + "v_and_b32_e32 v5, 0xffc, v0\n")
        + "ds_load_b32 v4, v5\nds_load_b32 v7, v1\nWAIT\nv_add3_u32 v4, v4, v6, v7\n"
        + END,
        4096,
    ),
    "in two ways": (
        "s_cmp_lg_u32 s4, 0\ns_cbranch_scc1 .Lother\n"
        + (COLUMN + "s_branch .Lput\n.Lother:\n" + COLUMN.replace("8, v1", "9, v1").replace(", 2, 4", ", 2, 3"))
        + (".Lput:\n" + GET + PUT + USE + END),
        4096,
    ),
}


def kernel(code: str, arch: str = "gfx1100", lds: int = 4096) -> Module:
    old = arch == "gfx1100"
    code = code.replace("WAIT", "s_waitcnt vmcnt(0) lgkmcnt(0)" if old else "s_wait_loadcnt_dscnt 0x0")
    code = code.replace("BARRIER", "s_barrier" if old else "s_barrier_signal -1\ns_barrier_wait -1")
    text = text_of(code, arch, lds=lds)
    size = ".max_flat_workgroup_size: 1024"
    return parse_text(text.replace(size, f"{size}\n    .reqd_workgroup_size: [1024, 1, 1]"), "k.s")


def padded(module: Module, **options: int) -> PassResult:
    return LdsLayout(**options).apply(module, module.kernels[0])


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize("shape", [name for name in SHAPES if name != "in two ways"])
def test_lanes_meet_less_in_banks(shape: str, arch: str) -> None:
    code, size = SHAPES[shape]
    module = kernel(code, arch, size)
    result = padded(module)
    assert result.changed, result.notes
    before, after = (sum(lds_cycles(m, m.kernels[0]).values()) for m in (module, result.module))
    assert after <= before / 2
    assert_sound(module, result.module, 4)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["once", "in a loop", "a second array"])
def test_with_one_thing_wrong_nothing_is_proved(shape: str) -> None:
    code, size = SHAPES[shape]
    module = kernel(code, lds=size)
    right = padded(module).module.text()
    lines = right.splitlines(keepends=True)
    moves = [k for k, line in enumerate(lines) if line.strip().startswith(("v_lshl_add_u32", "v_lshrrev_b32"))]
    moves = [k for k in moves if lines[k] not in module.text()]
    assert len(moves) >= 2
    wrong = ["".join(lines[:k] + lines[k + 1 :]) for k in moves]
    grown = next(line for line in lines if ".amdhsa_group_segment_fixed_size" in line).split()[-1]
    wrong += [right.replace(f"fixed_size {grown}", f"fixed_size {size}").replace(f"size: {grown}", f"size: {size}")]
    less = str(int(grown) - 4)
    wrong += [right.replace(f"fixed_size {grown}", f"fixed_size {less}").replace(f"size: {grown}", f"size: {less}")]
    for text in wrong:
        assert text != right
        assert not verify_modules(module, parse_text(text, "k.s")).proved, text


@pytest.mark.parametrize(
    ("code", "lds", "reason"),
    [
        (COLUMN + GET + END.replace("v4", "v3"), 4096, "no-candidate"),
        (SHAPES["once"][0], 0, "dynamic-lds"),
        (SHAPES["once"][0].replace("ds_store_b32", "ds_add_u32"), 4096, "form"),
        (SHAPES["once"][0].replace("v1, v3", "v0, v3"), 4096, "no-candidate"),
        (SHAPES["once"][0], 4092, "bounds"),
        (SHAPES["in two ways"][0], 4096, "bounds"),
        (SHAPES["once"][0].replace("ds_load_b32 v4, v0", "ds_load_b32 v4, v0 offset:4"), 4100, "addresses"),
        (SHAPES["once"][0], 65536, "occupancy"),
    ],
    ids=["none", "dynamic", "atomic", "no-conflict", "beyond", "unknown", "carried", "room"],
)
def test_rows_stay_for_a_reason(code: str, lds: int, reason: str) -> None:
    result = padded(kernel(code, lds=lds))
    assert (result.changed, result.reason) == (False, reason), result.notes


def test_rows_stay_where_no_register_is_left() -> None:
    assert padded(kernel(SHAPES["once"][0]), max_vgprs=5).reason == "register-limit"
