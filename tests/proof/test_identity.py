"""Kernels that are the same bytes: what cannot be followed is proved too, unless it reaches something that differs."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.proof.verdict import verify_modules
from tests.kernels import kernel_file

HEAD = '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\n\t.text\n'
FUNCTION = "\t.type\tf,@function\nf:\n\tv_mov_b32_e32 v0, {value}\n\ts_setpc_b64 s[30:31]\n"
CALL = """\ts_getpc_b64 s[4:5]
\ts_add_u32 s4, s4, {name}@rel32@lo+4
\ts_addc_u32 s5, s5, {name}@rel32@hi+12
\ts_swappc_b64 s[30:31], s[4:5]
"""


def kernel(name: str, body: str, vgprs: int = 8) -> str:
    return kernel_file(body, name=name, vgprs=vgprs, sgprs=40) + "\t.text\n"


def text(
    call: str = CALL.format(name="f"), other: str = "\ts_nop 0\n", value: int = 1, vgprs: int = 8, more: str = ""
) -> str:
    return HEAD + FUNCTION.format(value=value) + kernel("k", call, vgprs) + kernel("other", other) + more


def status(before: str, after: str) -> list[str]:
    return [k.status for k in verify_modules(parse_text(before), parse_text(after)).kernels]


def test_a_kernel_with_calls_equals_itself() -> None:
    assert status(text(), text()) == ["proved", "proved"]
    alone = verify_modules(parse_text(text()), parse_text(text()), by_text=False)
    assert [k.status for k in alone.kernels] == ["not-proved", "proved"]


def test_comments_and_blanks_say_nothing() -> None:
    spaced = text().replace("\ts_swappc_b64 s", "  s_swappc_b64   s").replace("s_endpgm", "s_endpgm ; done")
    assert status(text(), spaced) == ["proved", "proved"]


def test_another_kernel_may_be_rewritten() -> None:
    assert status(text(), text(other="\ts_nop 1\n\ts_nop 2\n"))[0] == "proved"


@pytest.mark.parametrize(
    "after",
    [
        text(value=2),  # the callee
        text(vgprs=16),  # what the callee may use
        text(call=CALL.format(name="f") + "\ts_nop 0\n"),
        text(call=CALL.format(name="other")),
    ],
)
def test_what_the_kernel_reaches_differs(after: str) -> None:
    assert status(text(), after)[0] == "not-proved"


@pytest.mark.parametrize(
    ("call", "more"),
    [
        (CALL.format(name="other"), ""),  # into the kernel that changed
        (CALL.format(name="f"), "\t.data\n\t.quad\tother\n"),  # its address is taken
        (
            "\ts_getpc_b64 s[4:5]\n\ts_add_u32 s4, s4, 0x100\n\ts_swappc_b64 s[30:31], s[4:5]\n\ts_nop 0\n\ts_nop 0\n",
            "",
        ),
        ("\ts_setpc_b64 s[4:5]\n\ts_branch 40\n", ""),  # over it, maybe
        # The symbol is another address's.
        (
            "\ts_getpc_b64 s[4:5]\n\ts_add_u32 s6, s4, f@rel32@lo+4\n\ts_addc_u32 s7, s5, f@rel32@hi+12\n"
            "\ts_add_u32 s4, s4, 0x100\n\ts_swappc_b64 s[30:31], s[4:5]\n",
            "",
        ),
        ("\ts_getpc_b64 s[4:5]\n\ts_load_b32 s6, s[4:5], 0x100\n", ""),  # what its code is, as data
        # Written as data: s_getpc_b64 s[4:5], s_add_u32 s4, s4, 0x100, s_setpc_b64 s[4:5].
        (CALL.format(name="raw"), "raw:\n\t.long 0xbe844700, 0x8004ff04, 0x100, 0xbe804804\n"),
    ],
)
def test_the_kernel_may_lead_into_one_that_was_rewritten(call: str, more: str) -> None:
    before = text(call=call, more=more)
    assert status(before, before)[0] == "proved"
    assert status(before, text(call=call, other="\ts_nop 1\n", more=more))[0] == "not-proved"


def test_a_macro_is_what_it_expands_to() -> None:
    macro = "\t.macro\tM\n\ts_nop {}\n\t.endm\n"
    for use, same in (("", "proved"), ("\tM\n", "not-proved")):
        before, after = (macro.format(n) + text(call=CALL.format(name="f") + use) for n in (0, 1))
        assert status(before, after)[0] == same
        assert status(before, before) == ["proved", "proved"]


def test_a_rewritten_kernel_sets_what_others_use() -> None:
    other = "\t.set\tX, {0}\n\ts_nop {0}\n"
    call = CALL.format(name="f")
    before, after = (text(call=call, other=other.format(n)) for n in (0, 1))
    assert status(before, after)[0] == "not-proved"


def test_an_included_function_may_lead_into_a_rewritten_kernel(tmp_path: Path) -> None:
    leads = "\ts_getpc_b64 s[4:5]\n.Lpc:\n\ts_add_u32 s4, s4, .Lin-.Lpc\n\ts_setpc_b64 s[4:5]\n"
    (tmp_path / "f.inc").write_text(f"\t.type\tf,@function\nf:\n{leads}")
    moves = ("\tv_mov_b32_e32 v1, 1\n", ".Lin:\n\tv_mov_b32_e32 v2, 0\n")
    other, swapped = moves[0] + moves[1], ".Lin:\n".join(["\tv_mov_b32_e32 v2, 0\n", moves[0]])
    path = str(tmp_path / "a.s")
    (tmp_path / "a.s").write_text("")
    before, after = (
        parse_text(HEAD + '\t.include "f.inc"\n' + kernel("k", CALL.format(name="f")) + kernel("other", code), path)
        for code in (other, swapped)
    )
    assert verify_modules(before, before).proved
    assert [k.status for k in verify_modules(before, after).kernels] == ["not-proved", "not-proved"]


def test_what_runs_into_another_kernel_is_part_of_it() -> None:
    def falling(text: str) -> str:
        return text.replace("\ts_endpgm\n.Lk_end:", ".Lk_end:")

    assert status(falling(text()), falling(text())) == ["proved", "proved"]
    assert status(falling(text()), falling(text(other="\ts_nop 1\n")))[0] == "not-proved"


@pytest.mark.parametrize(
    ("call", "more"),
    [
        ("\ts_getpc_b64 s[4:5]\n.Lpc:\n\ts_add_u32 s4, s4, far-.Lpc{}\n\ts_swappc_b64 s[30:31], s[4:5]\n", ""),
        (
            "\ts_getpc_b64 s[4:5]\n.Lpc:\n\ts_add_u32 s4, s4, way\n\ts_swappc_b64 s[30:31], s[4:5]\n",
            ".set way, far-.Lpc{}\n",
        ),
        (CALL.format(name="f"), "\t.section .rodata\n\t.long far-f{}\n"),
    ],
    ids=["code", "symbol", "data"],
)
def test_a_distance_over_a_rewritten_kernel_may_be_another_one(call: str, more: str) -> None:
    far = "far:\n\ts_setpc_b64 s[30:31]\n"
    before = text(call.format(""), "\ts_nop 1\n\ts_nop 1\n", more=far + more.format(""))
    # The same number, one instruction behind the function.
    after = text(call.format("+4"), "\ts_nop 1\n", more=far + more.format("+4"))
    assert status(before, before)[0] == "proved"
    assert status(before, after)[0] == "not-proved"


@pytest.mark.parametrize("branch", ["s_branch", "s_cbranch_scc1", "s_call_b64 s[30:31],"])
def test_a_branch_over_a_rewritten_kernel_may_lead_elsewhere(branch: str) -> None:
    far = "far:\n\ts_setpc_b64 s[30:31]\n.Lz:\n\ts_nop 3\n\ts_setpc_b64 s[30:31]\n"
    before = text(f"\ts_swappc_b64 s[30:31], s[4:5]\n\t{branch} far\n", "\ts_nop 1\n\ts_nop 1\n", more=far)
    after = text(f"\ts_swappc_b64 s[30:31], s[4:5]\n\t{branch} .Lz\n", "\ts_nop 1\n", more=far)
    assert status(before, before)[0] == "proved"
    assert status(before, after)[0] == "not-proved"


def between(other: str, more: str = "", call: str = CALL.format(name="f")) -> str:
    """A kernel, a function behind it, and a kernel with calls behind that."""
    function = FUNCTION.format(value=1) + ".Lf_end:\n\t.size\tf, .Lf_end-f\n"
    return kernel("other", other) + function + more + kernel("k", call)


def test_what_nothing_reads_may_tell_how_long_code_is() -> None:
    far = '\t.section .debug_info,"",@progbits\n\t.long .Lother_end-other\n\t.asciz "other(int)"\n'
    sizes = '\t.section .stack_sizes,"o",@progbits,.text\n\t.quad other\n\t.byte 0\n'
    names = '\t.section .rodata\n\t.asciz "other"\n'
    before, after = (between(one, f"{far}{sizes}{names}\t.text\n") for one in ("\ts_nop 1\n", "\ts_nop 1\n\ts_nop 2\n"))
    assert status(before, after) == ["proved", "proved"]
    # Code that reads it may compute with it.
    reads = CALL.format(name=".Linfo")
    before, after = (
        between(one, f"{far.replace('.long', '.Linfo: .long')}\t.text\n", reads)
        for one in ("\ts_nop 1\n", "\ts_nop 1\n\ts_nop 2\n")
    )
    assert status(before, after) == ["not-proved", "not-proved"]


def test_what_fills_up_between_functions_may_be_more() -> None:
    # The callee is where it was among what stays.
    assert status(between("\ts_nop 1\n"), between("\ts_nop 1\n\ts_nop 2\n")) == ["proved", "proved"]
    plain = "\tv_mov_b32_e32 v1, v0\n"
    for one, two in (("\ts_nop 1\n", "\ts_nop 1\n" * 2), ("\ts_nop 1\n" * 70, "\ts_nop 1\n")):
        assert status(between(one, call=plain), between(two, call=plain)) == ["proved", "proved"]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("", "\ts_nop 0\n\ts_nop 1\n"),
        ("\t.long 0xbf800000\n", "\t.long 0xbf800000\n\t.long 0xbf800000\n\t.p2align 2\n\t.long 1\n"),
        # It can be come to.
        ("\ts_nop 0\n\ts_nop 0\n", "\ts_branch 1\n"),
        (
            "\t.type g,@function\ng:\n\ts_nop 0\n\t.size g, .-g\n",
            "\t.type g,@function\ng:\n\ts_nop 0\n\ts_nop 0\n\t.size g, .-g\n",
        ),
    ],
)
def test_what_is_no_padding_stays(one: str, two: str) -> None:
    plain = "\tv_mov_b32_e32 v1, v0\n"
    before, after = between("\ts_nop 1\n", one, plain), between("\ts_nop 1\n\ts_nop 2\n", two, plain)
    assert status(before, after) == ["not-proved", "not-proved"]


@pytest.mark.parametrize(
    "data",
    ["\t.long {}\n", "\t.data\n\t.globl tab\ntab:\n\t.long 1\n\t.size tab, 4\n\t.long {}\n"],
    ids=["behind code", "beyond what is said to be the size"],
)
def test_data_that_look_like_padding_are_data(data: str) -> None:
    words = ("0xbf800000", "0xbf9f0000")  # -1.0, -1.24
    before, after = (text("\ts_getpc_b64 s[4:5]\n", more=data.format(word)) for word in words)
    assert status(before, before) == ["proved", "proved"]
    assert status(before, after) == ["not-proved", "not-proved"]


def test_data_behind_a_function_are_data() -> None:
    call = CALL.format(name="f").replace("lo+4", "lo+12").replace("hi+12", "hi+20")
    one, two = (f"\t.long 1\n\t.long 0xbf800000\n\t.long {word}\n" for word in ("0xbf800000", "0xbf9f0000"))
    before, same, after = (
        between(other, data, call).replace("\t.type\tf,", "\t.globl\tf\n\t.type\tf,")
        for other, data in (("\ts_nop 1\n", one), ("\ts_nop 2\n", one), ("\ts_nop 2\n", two))
    )
    assert status(before, same) == ["proved", "proved"]
    assert status(before, after) == ["not-proved", "not-proved"]


def test_a_call_of_another_function_at_the_same_place_is_another_one() -> None:
    code = FUNCTION.format(value=2).replace("f,", "g,").replace("f:", "g:")
    more = "\t.p2align 4\n" + code + ".Lg:\n\t.size\tg, .Lg-g\n"
    for one, two in (("\ts_nop 1\n", "\ts_nop 2\n"), ("\ts_nop 1\n" * 3, "\ts_nop 1\n")):
        before = between(one, more)
        assert status(before, between(two, more)) == ["proved", "proved"]
        assert status(before, between(two, more, CALL.format(name="g")))[1] == "not-proved"
