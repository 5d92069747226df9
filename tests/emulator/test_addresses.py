"""Addresses in the code object: constants, data, jumps to addresses, calls of functions in the file."""

from __future__ import annotations

import numpy as np
import pytest

from isaopt.emulator.emulation import EmulationOptions
from isaopt.errors import CheckFailed, InputError
from tests.emulator.running import lanes, launch, text_of

LANES = np.arange(32, dtype=np.uint32)
WAITS = {"gfx1100": "s_waitcnt lgkmcnt(0)", "gfx1201": "s_wait_kmcnt 0x0"}
ADDS = {"gfx1100": ("s_add_u32", "s_addc_u32"), "gfx1201": ("s_add_co_u32", "s_add_co_ci_u32")}


def address(pair: int, symbol: str, arch: str) -> str:
    """The address of a symbol to a pair of scalar registers, as compilers write it."""
    low, high = ADDS[arch]
    return (
        f"s_getpc_b64 s[{pair}:{pair + 1}]\n{low} s{pair}, s{pair}, {symbol}@rel32@lo+4\n"
        f"{high} s{pair + 1}, s{pair + 1}, {symbol}@rel32@hi+12\n"
    )


def with_data(body: str, data: str, arch: str = "gfx1100") -> str:
    """A kernel that stores v10, with sections after it."""
    text = text_of(f"{body}\nglobal_store_b32 v0, v10, s[2:3]", arch)
    return text.replace("\t.amdgpu_metadata", data + "\n\t.amdgpu_metadata", 1)


CONSTANTS = """\t.section .rodata,"a",@progbits
\t.p2align 4
table:
\t.long 7, 0x80000001
\t.quad 0x1122334455667788
\t.byte 1, 2
\t.short 0xbeef
\t.zero 4
\t.fill 2, 2, 0x55aa
\t.asciz "abc"
"""


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize(
    ("offset", "expected"),
    [(0, 7), (4, 0x80000001), (8, 0x55667788), (12, 0x11223344), (16, 0xBEEF0201), (20, 0), (24, 0x55AA55AA),
     (28, 0x00636261)],
)  # fmt: skip
def test_constants(arch: str, offset: int, expected: int) -> None:
    body = address(8, "table", arch) + f"s_load_b32 s10, s[8:9], {offset}\n{WAITS[arch]}\nv_mov_b32 v10, s10"
    out = np.zeros(32, np.uint32)
    launch(with_data(body, CONSTANTS, arch), out)
    assert (out == expected).all()


def test_each_lane_reads_its_constant() -> None:
    data = '\t.section .rodata,"a",@progbits\n\t.p2align 2\nsquares:\n\t.long ' + ", ".join(
        str(k * k) for k in range(32)
    )
    body = address(8, "squares", "gfx1100") + "global_load_b32 v10, v0, s[8:9]\ns_waitcnt vmcnt(0)"
    out = np.zeros(32, np.uint32)
    launch(with_data(body, data), out)
    assert (out == LANES * LANES).all()


def test_data_may_be_changed_and_starts_anew_in_each_launch() -> None:
    data = '\t.data\n\t.p2align 2\ncounter:\n\t.long 5\n\t.section .bss,"aw",@nobits\nempty:\n\t.zero 4'
    body = (
        address(8, "counter", "gfx1100")
        + "v_mov_b32 v1, 0\nv_mov_b32 v2, 1\nglobal_atomic_add_u32 v10, v1, v2, s[8:9] glc\ns_waitcnt vmcnt(0)"
    )
    for _ in range(2):
        out = np.zeros(32, np.uint32)
        launch(with_data(body, data), out)
        assert (out == 5 + LANES).all()


def test_constants_are_read_only() -> None:
    body = address(8, "table", "gfx1100") + "v_mov_b32 v10, 0\nglobal_store_b32 v0, v10, s[8:9]"
    with pytest.raises(CheckFailed, match="store to read-only memory"):
        launch(with_data(body, CONSTANTS), np.zeros(32, np.uint32))


def test_access_past_the_code_object_says_so() -> None:
    body = address(8, "table", "gfx1100") + "s_load_b32 s10, s[8:9], 0x10000\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v10, s10"
    with pytest.raises(CheckFailed, match="bytes past the end of 'the code object'"):
        launch(with_data(body, CONSTANTS), np.zeros(32, np.uint32))


def test_pointers_in_data() -> None:
    data = CONSTANTS + "\t.data\n\t.p2align 3\npointer:\n\t.quad table+4\n"
    body = (
        address(8, "pointer", "gfx1100")
        + "s_load_b64 s[10:11], s[8:9], 0\ns_waitcnt lgkmcnt(0)\ns_load_b32 s12, s[10:11], 0\ns_waitcnt lgkmcnt(0)\n"
        + "v_mov_b32 v10, s12"
    )
    out = np.zeros(32, np.uint32)
    launch(with_data(body, data), out)
    assert (out == 0x80000001).all()


def test_long_branch_skips_what_lies_between() -> None:
    body = """v_mov_b32 v10, 1
s_getpc_b64 s[8:9]
.Lafter:
s_add_u32 s8, s8, (.Lfar-.Lafter)&4294967295
s_addc_u32 s9, s9, (.Lfar-.Lafter)>>32
s_setpc_b64 s[8:9]
v_mov_b32 v10, 2
.Lfar:
v_add_nc_u32 v10, v10, 4"""
    assert (lanes(body) == 5).all()


def test_loop_by_long_branch_can_be_stopped() -> None:
    body = """v_mov_b32 v10, 1
.Lfar:
s_getpc_b64 s[8:9]
.Lafter:
s_add_u32 s8, s8, (.Lfar-.Lafter)&4294967295
s_addc_u32 s9, s9, (.Lfar-.Lafter)>>32
s_setpc_b64 s[8:9]"""
    with pytest.raises(CheckFailed, match="more than 10000 instructions"):
        lanes(body, options=EmulationOptions(limit=10_000))


def test_jump_between_instructions_is_a_fault() -> None:
    with pytest.raises(CheckFailed, match="jump to where no instruction is"):
        lanes("s_getpc_b64 s[8:9]\ns_add_u32 s8, s8, 2\ns_setpc_b64 s[8:9]\nv_mov_b32 v10, 1")


def test_jump_to_undefined_address() -> None:
    with pytest.raises(CheckFailed, match=r"undefined register 's20'"):
        lanes("s_setpc_b64 s[20:21]\nv_mov_b32 v10, 1")


TWICE = """\t.text
\t.p2align 2
\t.type twice,@function
twice:
\tv_lshlrev_b32 v10, 1, v10
\ts_setpc_b64 s[30:31]
.Lend_twice:
\t.type fourfold,@function
fourfold:
\ts_mov_b64 s[28:29], s[30:31]
\ts_getpc_b64 s[20:21]
\ts_add_u32 s20, s20, twice@rel32@lo+4
\ts_addc_u32 s21, s21, twice@rel32@hi+12
\ts_swappc_b64 s[30:31], s[20:21]
\ts_swappc_b64 s[30:31], s[20:21]
\ts_setpc_b64 s[28:29]
.Lend_fourfold:
\t.type unused,@function
unused:
\ts_sendmsg sendmsg(MSG_INTERRUPT)
\ts_setpc_b64 s[30:31]
"""


@pytest.mark.parametrize("late", [False, True])
def test_calls(late: bool) -> None:
    body = "v_lshrrev_b32 v10, 2, v0\n" + address(8, "fourfold", "gfx1100") + "s_swappc_b64 s[30:31], s[8:9]"
    out = np.zeros(32, np.uint32)
    launch(with_data(body, TWICE), out, options=EmulationOptions(late=late))
    assert (out == 4 * LANES).all()


def test_call_of_a_label() -> None:
    body = "v_mov_b32 v10, 3\ns_call_b64 s[30:31], .Lsub\ns_branch .Lout\n.Lsub:\nv_add_nc_u32 v10, v10, v10\n"
    assert (lanes(body + "s_setpc_b64 s[30:31]\n.Lout:") == 6).all()


def test_call_through_a_pointer_in_data() -> None:
    data = TWICE.replace("fourfold", "other") + "\t.data\n\t.p2align 3\npointers:\n\t.quad twice\n"
    body = (
        "v_mov_b32 v10, 3\n"
        + address(8, "pointers", "gfx1100")
        + "s_load_b64 s[10:11], s[8:9], 0\ns_waitcnt lgkmcnt(0)\ns_swappc_b64 s[30:31], s[10:11]"
    )
    out = np.zeros(32, np.uint32)
    launch(with_data(body, data), out)
    assert (out == 6).all()


def test_recursion_with_a_stack_in_scratch() -> None:
    data = """\t.text
\t.type count,@function
count:
\ts_cmp_eq_u32 s20, 0
\ts_cbranch_scc1 .Lleaf
\tv_mov_b32 v3, s30
\tv_mov_b32 v4, s31
\tscratch_store_b64 off, v[3:4], s32
\ts_add_u32 s32, s32, 8
\ts_sub_u32 s20, s20, 1
\ts_swappc_b64 s[30:31], s[8:9]
\tv_add_nc_u32 v10, v10, 5
\ts_sub_u32 s32, s32, 8
\tscratch_load_b64 v[3:4], off, s32
\ts_waitcnt vmcnt(0)
\tv_readfirstlane_b32 s30, v3
\tv_readfirstlane_b32 s31, v4
.Lleaf:
\ts_setpc_b64 s[30:31]
"""
    body = "v_mov_b32 v10, 1\ns_mov_b32 s32, 0\ns_mov_b32 s20, 6\n" + address(8, "count", "gfx1100")
    text = with_data(body + "s_swappc_b64 s[30:31], s[8:9]", data)
    text = text.replace(".amdhsa_private_segment_fixed_size 0", ".amdhsa_private_segment_fixed_size 64")
    out = np.zeros(32, np.uint32)
    launch(text, out)
    assert (out == 31).all()


def test_symbol_of_another_file() -> None:
    data = "\t.data\n\t.p2align 3\npointer:\n\t.quad elsewhere\n"
    body = address(8, "pointer", "gfx1100") + "s_load_b32 s10, s[8:9], 0\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v10, s10"
    with pytest.raises(InputError, match="elsewhere"):
        launch(with_data(body, data), np.zeros(32, np.uint32))


def test_file_that_cannot_be_assembled() -> None:
    body = address(8, "table", "gfx1100") + "s_load_b32 s10, s[8:9], 0x100000\nv_mov_b32 v10, s10"
    with pytest.raises(InputError, match=r"k.s:14:1: error: assembler: expected a 21-bit signed offset") as caught:
        launch(with_data(body, CONSTANTS), np.zeros(32, np.uint32))
    assert caught.value.source.strip() == "s_load_b32 s10, s[8:9], 0x100000"
