"""What people write by hand: symbols as registers, macros, repeats, conditions, odd line ends."""

from __future__ import annotations

import pytest

from isaopt.analysis.flow.blockers import blockers
from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_op
from isaopt.errors import InputError
from isaopt.ir.program import Instruction, Module

HEAD = '.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\n'


def read(text: str) -> Module:
    module = parse_text(HEAD + text, "k.s")
    assert module.text() == HEAD + text
    return module


def code(text: str) -> list[str]:
    return [print_op(i.op) for i in read(text).items if isinstance(i, Instruction)]


def error(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read(text)
    return str(caught.value).splitlines()[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".set vA, 1+2*3\n.set vB, vA+4\nv_mov_b32 v[vA], v[vB-1]\n", ["v_mov_b32 v7, v10"]),
        ("vA = 010\nv_mov_b32 v[vA:vA], v0\n", ["v_mov_b32 v8, v0"]),
        (".equ sA, 2\ns_mov_b64 s[sA:sA+1], s[ 4 : 5 ]\n", ["s_mov_b64 s[2:3], s[4:5]"]),
        (".set a, 7/2\nv_mov_b32 v[a], v[7%4]\n", ["v_mov_b32 v3, v3"]),
        ("O = 8\nds_load_b32 v1, v2 offset:O*2+010\n", ["ds_load_b32 v1, v2 offset:24"]),
        ("O = 1\nv_pk_add_f16 v0, v1, v2 op_sel:[0,O]\n", ["v_pk_add_f16 v0, v1, v2 op_sel:[0,1]"]),
        ('s_add_u32 s0, s0, "a b;c"@rel32@lo+4\n', ['s_add_u32 s0, s0, "a b;c"@rel32@lo+4']),
        ("A: B: s_nop 1\nC: s_nop 1 ; twice\n1: s_branch 1b\n", ["s_nop 1", "s_nop 1", "s_branch 1b"]),
        ("S_MOV_B32 s0, s1\nV_Add_F32 v0, v1, v2\n", ["s_mov_b32 s0, s1", "v_add_f32 v0, v1, v2"]),
        (".macro two a\n v_nonsense \\a\n.endm\n two v0\ns_nop 0\n", ["s_nop 0"]),
        ("s_nop 0 /* a */ /* b */ // c\ns_nop /* 1 */ 2\n", ["s_nop 0", "s_nop 2"]),
        ("s_nop 0\r\ns_nop 1\r\n", ["s_nop 0", "s_nop 1"]),
        ('# 1 "x.cpp"\n# define it\ns_nop 0\n', ["s_nop 0"]),
    ],
)
def test_reads(text: str, expected: list[str]) -> None:
    assert code(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".set A, 1\n.if A == 1\na = 2\n.else\na = 3\nv_bogus\n.endif\nv_mov_b32 v[a], v0\n", ["v_mov_b32 v2, v0"]),
        (".if 0\nv_bogus\n.elseif 1\ns_nop 1\n.else\nv_bogus\n.endif\n", ["s_nop 1"]),
        (".if 0\n.if 1\nv_bogus\n.else\nv_bogus\n.endif\n.else\ns_nop 1\n.endif\n", ["s_nop 1"]),
        (".if 1\n.if 0\nv_bogus\n.endif\ns_nop 1\n.else\nv_bogus\n.endif\ns_nop 2\n", ["s_nop 1", "s_nop 2"]),
        (".ifdef X\nv_bogus\n.endif\n.ifndef X\ns_nop 1\n.endif\n", ["s_nop 1"]),
        (".set X, 3\n.ifdef X\ns_nop 1\n.endif\n.ifgt X-3\nv_bogus\n.endif\n", ["s_nop 1"]),
        (".if a_label\nv_bogus\n.else\nv_bogus\n.endif\ns_nop 1\n", ["s_nop 1"]),
    ],
)  # fmt: skip
def test_conditions_are_followed_where_they_are_known(text: str, expected: list[str]) -> None:
    assert code(text) == expected


@pytest.mark.parametrize(
    "change",
    [
        ".set a, a_label",
        ".macro m\n.set a, a+1\n.endm\nm",
        ".macro m n\n.set \\n, 1\n.endm\nm a",
        ".rept 2\na = a+1\n.endr",
        ".irp r, 1, 2\n.set a, \\r\n.endr",
        '.include "other.s"',
        ".if a_label\n.set a, 2\n.endif",
        ".if a_label\nm = 2\n.else\n.set a, 3\n.endif",
    ],
)
def test_a_symbol_that_may_have_changed_is_no_register_index(change: str) -> None:
    """The value that it had before would be a wrong register, silently."""
    lines = HEAD.count("\n") + change.count("\n") + 3
    assert error(f".set a, 4\n{change}\nv_mov_b32 v[a], v0\n") == (
        f"k.s:{lines}:11: error: register index 'a' is not a known constant"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s_nop 0\rs_endpgm\n", "k.s:2:8: error: a carriage return inside a line"),
        ("  #define vA 5\n", "k.s:2:3: error: a line for the C preprocessor: run it first (clang -E)"),
        (".if 1\ns_nop 0\n", "k.s:2:1: error: '.if' without '.endif'"),
        (".if 0\ns_nop 0\n", "k.s:2:1: error: '.if' without '.endif'"),
        (".else\n", "k.s:2:1: error: '.else' without '.if'"),
        ("\ts_mov_b32 s0, " + "1+" * 20_000 + "1\n", "k.s:2:2: error: an instruction of more than 20000 characters"),
        ("/*\n", "k.s:2:1: error: comment is never closed"),
        (".macro m\n", "k.s:2:1: error: '.macro' without '.endm'"),
        ("s_nop 0\n\xa0\u0663v_mov_b32 v0, v1\n", "k.s:3:1: error: '\\xc2\\xa0' is no character of assembly"),
    ],
)
def test_errors_have_a_place(text: str, expected: str) -> None:
    assert error(text) == expected


KERNEL = """.text
k:
{before}
 v_mov_b32_e32 v1, v0
 s_cbranch_scc0 L
 s_endpgm
L:
{after}
.rodata
.amdhsa_kernel k
 .amdhsa_next_free_vgpr 8
 .amdhsa_next_free_sgpr 8
{directive}
.end_amdhsa_kernel
"""


def test_a_plain_kernel_is_not_blocked() -> None:
    module = read(KERNEL.format(before="", after="s_endpgm", directive=" .amdhsa_wavefront_size32 1"))
    assert not blockers(module, module.kernels[0])


@pytest.mark.parametrize(
    ("before", "after", "directive", "reason"),
    [
        (".macro m\n v_mov_b32 v5, 0\n.endm\n m", "s_endpgm", "", "'m' in line"),
        ("", ".macro m\n s_endpgm\n.endm\n m", "", "'m' in line"),
        (".rept 3\n v_nop\n.endr", "s_endpgm", "", "'.rept' in line"),
        ("s_nop 0\n.pushsection .words\n .long 5\n.popsection", "s_endpgm", "", "'.pushsection' in line"),
        ("", '.include "end.s"', "", "'.include' in line"),
        (".if a_label\n v_mov_b32 v5, 0\n.endif", "s_endpgm", "", "'.if' in line"),
        ("", "s_endpgm", " .amdhsa_wavefront_size32 WAVE32", "wave size 'WAVE32'"),
    ],
)
def test_code_that_is_not_read_blocks_its_kernel(before: str, after: str, directive: str, reason: str) -> None:
    module = read(KERNEL.format(before=before, after=after, directive=directive))
    assert reason in blockers(module, module.kernels[0])[0].message


def test_a_kernel_of_which_the_compiler_left_nothing_is_left_out() -> None:
    descriptor = "\t.section\t.rodata\n\t.amdhsa_kernel {0}\n\t\t.amdhsa_next_free_vgpr 1\n\t.end_amdhsa_kernel\n"
    nothing = "none:\n; %bb.0:\n\t.cfi_endproc\n.Lfunc_end0:\n\t.size\tnone, .Lfunc_end0-none\n"
    text = HEAD + "\t.text\n" + nothing + "some:\n\ts_endpgm\n" + descriptor.format("none") + descriptor.format("some")
    for given in (text, text.replace(nothing, "none:\n\t.globl\tsome\n\t.type\tsome,@function\n")):
        module = parse_text(given, "k.s")
        assert [k.name for k in module.kernels] == ["some"]
        assert module.text() == given
    with pytest.raises(InputError, match="kernel 'none' has no instructions"):
        parse_text(text.replace("; %bb.0:", "\t.long 0xbfb00000"), "k.s")
