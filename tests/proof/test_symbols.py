"""Addresses of symbols, relative to the program counter."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.proof.verdict import verify_modules

HEAD = '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\n\t.text\n\t.globl\tk\n\t.type\tk,@function\nk:\n'
TAIL = """\ts_endpgm
.Lend:
\t.size\tk, .Lend-k
\t.section\t.rodata,"a",@progbits
\t.amdhsa_kernel k
\t\t.amdhsa_next_free_vgpr 8
\t\t.amdhsa_next_free_sgpr 20
\t.end_amdhsa_kernel
\t.type\ttable,@object
\t.section\t.rodata,"a",@progbits
table:
\t.long\t1
\t.long\t2
"""
GROUP = """\ts_getpc_b64 s[4:5]
\ts_add_u32 s4, s4, {name}@rel32@lo+{low}
\ts_addc_u32 s5, s5, {name}@rel32@hi+{high}
"""
READ = """\ts_load_b32 s6, s[4:5], 0x{offset:x}
\tv_lshlrev_b32_e32 v0, 2, v0
\ts_waitcnt lgkmcnt(0)
\tv_mov_b32_e32 v1, s6
\tglobal_store_b32 v0, v1, s[2:3]
"""


def group(behind: int, name: str = "table") -> str:
    return GROUP.format(name=name, low=4 + behind, high=12 + behind)


def kernel(body: str) -> str:
    return HEAD + body + TAIL


def proved(before: str, after: str) -> bool:
    return verify_modules(parse_text(kernel(before)), parse_text(kernel(after)), by_text=False).proved


OTHER = "\tv_mov_b32_e32 v7, 0\n"


@pytest.mark.parametrize("behind", [0, 4, 64])
def test_a_place_behind_a_symbol_is_followed(behind: int) -> None:
    body = group(behind) + READ.format(offset=0)
    assert proved(body, OTHER + body)


def test_another_place_is_another_address() -> None:
    one, two = (group(behind) + READ.format(offset=0) for behind in (0, 4))
    assert not proved(one, two)
    assert not proved(one, group(0, "other") + READ.format(offset=0))


@pytest.mark.parametrize(
    "body",
    [
        # The halves speak of different places, or the lower one's carry is gone.
        GROUP.format(name="table", low=8, high=12),
        group(0).replace("\ts_addc", "\ts_add_u32 s8, s8, s9\n\ts_addc").replace("hi+12", "hi+16"),
        # Code is another in each version.
        group(4, "k"),
        "\t.set\tother, k\n" + group(4, "other"),
    ],
)
def test_what_is_no_address_of_an_object_is_not_followed(body: str) -> None:
    text = body + READ.format(offset=0)
    assert not proved(text, OTHER + text)


def test_code_between_needs_other_distances() -> None:
    body = group(4) + READ.format(offset=0)
    moved = body.replace("\ts_addc", "\ts_nop 0\n\ts_addc")
    # Four bytes more than the upper half allows for: its place is not the lower one's.
    assert not proved(body, moved)
    assert proved(body, moved.replace("hi+16", "hi+20"))
