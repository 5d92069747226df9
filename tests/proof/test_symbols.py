"""Addresses of symbols, relative to the program counter."""

from __future__ import annotations

import pytest

from isaopt.asm.isolate import isolated
from isaopt.asm.parser import parse_text
from isaopt.proof.question import questions
from isaopt.proof.verdict import verify_modules
from tests.kernels import kernel_file

DATA = """\t.type\ttable,@object
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
    return kernel_file(body, vgprs=8, sgprs=20) + DATA


def proved(before: str, after: str) -> bool:
    return verify_modules(parse_text(kernel(before)), parse_text(kernel(after)), by_text=False).proved


OTHER = "\tv_mov_b32_e32 v7, 0\n"


@pytest.mark.parametrize("behind", [0, 4, 64])
def test_a_place_behind_a_symbol_is_followed(behind: int) -> None:
    body = group(behind) + READ.format(offset=0)
    assert proved(body, OTHER + body)


@pytest.mark.parametrize("behind", [0, 4])
def test_whether_the_address_overflows_depends_on_where_the_symbol_is(behind: int) -> None:
    """Data mostly stand in front of code, so the distance is negative, and its sum with the counter carries."""
    chosen = group(behind) + "\ts_cselect_b32 s8, 7, 8\n" + READ.format(offset=0).replace("v1, s6", "v1, {}")
    known = [chosen.format(text) for text in ("s8", "7", "8")]
    assert not proved(known[0], known[1])
    assert not proved(known[0], known[2])
    assert proved(known[1], OTHER + known[1])
    low = GROUP.replace("\ts_addc", "\ts_cselect_b32 s8, 7, 8\n\ts_addc").format(name="table", low=4, high=16)
    carried = low + READ.format(offset=0).replace("v1, s6", "v1, s8")
    assert not proved(carried, OTHER + carried)


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


TABLE = """\t.type\t{name},@object
\t.section\t.rodata,"a",@progbits
\t.p2align\t6, 0x0
{name}:
\t.long\t{first}
\t.long\t2
\t.size\t{name}, 8
"""
ONE, TWO = TABLE.format(name="one", first=1), TABLE.format(name="two", first=5)


def library(tables: str, *names: str) -> str:
    """A file of two kernels that read a table each, in the section of their descriptors."""
    bodies = [OTHER + group(0, name) + READ.format(offset=0) for name in names]
    readers = [kernel_file(body, name=f"k{n}", vgprs=8, sgprs=20) for n, body in enumerate(bodies)]
    return "".join(readers) + tables


def test_a_table_is_the_same_beside_other_kernels() -> None:
    file = parse_text(library(ONE + TWO, "one", "two"), "tables.s")
    asked = questions(file, file, ["k0", "k1"])
    assert all(isinstance(question, str) for question in asked.values())
    for name, question in asked.items():
        own = isolated(file, file.kernel(name)).module
        assert questions(own, own, [name])[name] == question


@pytest.mark.parametrize(
    ("tables", "named"),
    [
        (ONE + TWO, "two"),
        (TWO.replace("5", "1") + ONE.replace("1", "5"), "one"),
        (ONE.replace("1", "5") + TWO, "one"),
        (TWO + ONE, "one"),
        (ONE.replace("\t.long\t2", "inner:\n\t.long\t2") + TWO, "inner"),
    ],
    ids=["the other", "names exchanged", "contents", "order", "inside"],
)
def test_another_table_is_not_the_same(tables: str, named: str) -> None:
    before, after = (parse_text(text) for text in (library(ONE + TWO, "one", "two"), library(tables, named, "two")))
    assert verify_modules(before, before, by_text=False).proved
    assert not verify_modules(before, after, by_text=False).proved


def test_another_number_of_the_same_name_is_another_question() -> None:
    files = [
        parse_text(f"\t.set which, {number}\n" + kernel(f"\ts_mov_b32 s4, which\n\ts_mov_b32 s5, {own}\n"))
        for number, own in ((1, "1"), (1, "which"), (2, "which"))
    ]
    (written,), (named,), (other,) = ([*questions(file, file, ["k"]).values()] for file in files)
    assert isinstance(named, str)
    assert named == written
    assert named != other
