"""A text that is typed: always read as far as it goes, never an error, and as if it had been read in one piece."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isaopt.asm.parser import parse_text
from isaopt.languageserver.describing import instruction_words
from isaopt.languageserver.facts import facts_of
from isaopt.languageserver.snapshot import Draft, Snapshot
from tests.languageserver.texts import TEXT

#: What may stand in a line besides: what changes the lines behind it, and what leaves something open.
PIECES = (
    "", "\tv_mov_b32 v7, v9", "\tv_mo", ".macro twice a", "\tv_mov_b32 \\a, \\a", ".endm", "\ttwice v5", ".set base, 4",
    "base = 5", "\tv_mov_b32 v[base], v[base+1]", "\tv_mov_b32 v[other], v1", ".set other, 3", ".if base == 4", ".else",
    ".endif", "/* open", "close */", ".rept 2", ".endr", "new: v_add_f32 v1, v2,", ".amdhsa_kernel second",
    "\t.end_amdhsa_kernel", "\t.amdhsa_kernel scale", "#define N", "\ts_branch 4", "\tv_add_f32 v300, v1, v2", '"',
    "\tv_mov_b32 v1, é", "\r x", "second:", "\t.type second,@function", ".amdgpu_metadata", ".end_amdgpu_metadata",
)  # fmt: skip


def shape(snapshot: Snapshot) -> object:
    module = snapshot.module
    found = {(e.line, e.col, e.message) for e in snapshot.faults}
    return found if module is None else (module.items, module.kernels, found)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 40), st.booleans(), st.sampled_from(PIECES)), min_size=1, max_size=8))
def test_every_version_is_read_as_if_it_were_the_first(edits: list[tuple[int, bool, str]]) -> None:
    draft = Draft("scale.s", "gfx1100")
    lines = TEXT.split("\n")
    draft.read(TEXT)
    for at, replaces, piece in edits:
        lines[at : at + replaces] = [piece]
        text = "\n".join(lines)
        read = draft.read(text)
        assert shape(read) == shape(Draft("scale.s", "gfx1100").read(text))
        assert read.module is not None
        assert read.module.text() == text
    facts_of(read)


def test_a_text_without_mistakes_is_read_as_everybody_reads_it() -> None:
    read = Draft("scale.s").read(TEXT)
    assert read.faults == ()
    assert read.module == parse_text(TEXT, "scale.s")


def test_every_beginning_of_every_line_can_be_typed() -> None:
    draft = Draft("scale.s")
    lines = TEXT.split("\n")
    for number, line in enumerate(lines[5:], 5):
        for end in range(len(line)):
            typed = "\n".join([*lines[:number], line[:end], *lines[number + 1 :]])
            read = draft.read(typed)
            assert read.module is not None
            assert read.module.text() == typed


def test_a_line_that_cannot_be_read_keeps_the_label_in_front() -> None:
    text = TEXT.replace(".LBB0_1:\n\tglobal_load_b32", ".LBB0_1: global_loa_b32")
    read = Draft("scale.s").read(text)
    assert [(e.line, e.message.split(" on ")[0]) for e in read.faults] == [(12, "unknown instruction 'global_loa_b32'")]
    assert read.label_lines[".LBB0_1"] == 11
    assert [loop.label for loop in read.loops(read.units[0])] == [".LBB0_1"]


def test_a_file_without_target_says_so_unless_the_editor_gives_one() -> None:
    text = TEXT.split("\n", 1)[1]
    unknown = Draft("scale.s").read(text)
    assert unknown.module is None
    assert "names no target" in unknown.faults[0].message
    known = Draft("scale.s", "gfx1201").read(text)
    assert known.arch == "gfx1201"
    other = Draft("scale.s", "gfx1201").read(TEXT.replace("gfx1100", "gfx1030"))
    assert "'gfx1030' is not supported" in other.faults[0].message


def test_a_read_only_target_is_linted_and_nothing_more() -> None:
    text = '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx942"\nk:\n\tv_mov_b32 v1, v2\n\ts_endpgm\n'
    read = Draft("k.s").read(text)
    assert read.read_only
    assert facts_of(read).units == ()


def test_a_register_above_255_is_shown_where_its_low_bits_stand() -> None:
    text = '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1250"\nk:\n\ts_set_vgpr_msb 0x40\n\tv_mov_b32 v1, v2\n\ts_endpgm\n'
    read = Draft("k.s").read(text)
    found = read.instruction_at(3)
    assert found is not None
    words = "\n".join(instruction_words(found[1], read.arch))
    assert "| `v1` (`v257`) | written |" in words
    assert "| `v2` | read |" in words
    assert "bank" not in words
