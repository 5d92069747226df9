"""Kernels that are the same bytes: what cannot be followed is proved too, unless it reaches something that differs."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.proof.verdict import verify_modules

HEAD = '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\n\t.text\n'
KERNEL = """
\t.globl\t{name}
\t.p2align\t8
\t.type\t{name},@function
{name}:
{body}\ts_endpgm
.Lend_{name}:
\t.size\t{name}, .Lend_{name}-{name}
\t.section\t.rodata,"a",@progbits
\t.amdhsa_kernel {name}
\t\t.amdhsa_next_free_vgpr {vgprs}
\t\t.amdhsa_next_free_sgpr 40
\t.end_amdhsa_kernel
\t.text
"""
FUNCTION = "\t.type\tf,@function\nf:\n\tv_mov_b32_e32 v0, {value}\n\ts_setpc_b64 s[30:31]\n"
CALL = """\ts_getpc_b64 s[4:5]
\ts_add_u32 s4, s4, {name}@rel32@lo+4
\ts_addc_u32 s5, s5, {name}@rel32@hi+12
\ts_swappc_b64 s[30:31], s[4:5]
"""


def text(
    call: str = CALL.format(name="f"), other: str = "\ts_nop 0\n", value: int = 1, vgprs: int = 8, more: str = ""
) -> str:
    kernels = KERNEL.format(name="k", body=call, vgprs=vgprs) + KERNEL.format(name="other", body=other, vgprs=8)
    return HEAD + FUNCTION.format(value=value) + kernels + more


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


def test_what_runs_into_another_kernel_is_part_of_it() -> None:
    def falling(text: str) -> str:
        return text.replace("\ts_endpgm\n.Lend_k:", ".Lend_k:")

    assert status(falling(text()), falling(text())) == ["proved", "proved"]
    assert status(falling(text()), falling(text(other="\ts_nop 1\n")))[0] == "not-proved"
