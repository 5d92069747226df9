"""Another register for a value: with all its places, proved, and refused where it is not the same kernel."""

from __future__ import annotations

import pytest

from isaopt.errors import UsageError
from isaopt.languageserver.renaming import Refused, RegisterEdit, Renaming, rename, value_at
from isaopt.languageserver.snapshot import Draft
from tests.languageserver.texts import TEXT, line_of, place

TUPLE = TEXT.replace("global_load_b32 v1, v0", "global_load_b64 v[6:7], v0").replace(
    "v_fma_f32 v2, v1, v1, v3", "v_fma_f32 v2, v6, v7, v3"
)


def renamed(text: str, where: tuple[int, int], name: str) -> str | Refused:
    found = rename(Renaming("scale.s", text, *where, name))
    if isinstance(found, Refused):
        return found
    lines = text.split("\n")
    for change in sorted(found, key=lambda c: (c.line, c.start), reverse=True):
        row = lines[change.line]
        lines[change.line] = row[: change.start] + change.text + row[change.end :]
    return "\n".join(lines)


def test_every_place_of_the_value_is_renamed_and_no_other() -> None:
    wanted = TEXT.replace("global_load_b32 v1,", "global_load_b32 v7,").replace("v1, v1, v3", "v7, v7, v3")
    assert renamed(TEXT, place(TEXT, "v_fma_f32", "v1"), "v7") == wanted
    wanted = TEXT.replace("v_mov_b32_e32 v3", "v_mov_b32_e32 v8")
    wanted = wanted.replace("v1, v3\n", "v1, v8\n").replace("v3, v2, v3", "v8, v2, v8").replace("2.0, v3", "2.0, v8")
    assert renamed(TEXT, place(TEXT, "v_mul_f32", "v3"), " v8 ") == wanted


def test_the_registers_of_a_tuple_move_together() -> None:
    wanted = TUPLE.replace("v[6:7]", "v[10:11]").replace("v6, v7, v3", "v10, v11, v3")
    assert renamed(TUPLE, place(TUPLE, "v_fma_f32", "v7"), "v11") == wanted
    assert renamed(TUPLE, place(TUPLE, "global_load", "v[6:7]"), "v[10:11]") == wanted


def test_nothing_changes_where_the_name_stays() -> None:
    assert rename(Renaming("scale.s", TEXT, *place(TEXT, "v_fma_f32", "v1"), "v1")) == ()


@pytest.mark.parametrize(
    ("part", "word", "name", "why"),
    [
        ("v_fma_f32", "v1", "v3", "v3 holds another value in line 13"),
        ("v_fma_f32", "v1", "v12", "the kernel declares 12 VGPRs, and v12 would be needed"),
        ("v_fma_f32", "v1", "s3", "'s3' is not a VGPR"),
        ("v_fma_f32", "v1", "sum", "'sum' is not a VGPR"),
        ("v_fma_f32", "v1", "v[4:5]", "v1 cannot become v[4:5]"),
        ("v_lshlrev", "v_lsh", "v4", "only a register of an instruction can be renamed"),
        ("s_cmp", "s2", "s9", "only VGPRs can be renamed, and s2 is not one"),
        (".amdhsa_next_free_vgpr", "12", "v9", "only a register of an instruction can be renamed"),
    ],
)
def test_what_would_not_be_the_same_is_refused(part: str, word: str, name: str, why: str) -> None:
    found = renamed(TEXT, place(TEXT, part, word), name)
    assert isinstance(found, Refused)
    assert found.why.startswith(why)


def test_what_is_there_at_the_start_of_the_kernel_stays() -> None:
    shift = line_of(TEXT, "v_lshlrev")
    with pytest.raises(UsageError, match="v0 holds what is there when the kernel starts"):
        value_at(Draft("scale.s").read(TEXT), shift, TEXT.split("\n")[shift].rindex("v0"))


@pytest.mark.parametrize(
    ("there", "instead", "why"),
    [
        ("s_nop 0", "v_ad", "line 22 cannot be read"),
        ("s_nop 0", "s_setpc_b64 s[0:1]", "the kernel s_setpc_b64 jumps to a computed address"),
        (".LBB0_1\n", ".Lelsewhere\n", "the kernel s_cbranch_scc1 to '.Lelsewhere'"),
    ],
)
def test_a_kernel_that_is_not_understood_is_left_alone(there: str, instead: str, why: str) -> None:
    text = TEXT.replace(there, instead)
    found = renamed(text, place(text, "v_fma_f32", "v1"), "v7")
    assert isinstance(found, Refused)
    assert found.why.startswith(why)


def test_lint_and_the_prover_have_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the analysis wrong, the change would still be refused."""
    text = TEXT
    line, column = place(text, "v_fma_f32", "v1")
    wrong = (RegisterEdit(line, column, column + 2, "v3"),)
    monkeypatch.setattr("isaopt.languageserver.renaming._changes", lambda *_: wrong)
    found = rename(Renaming("scale.s", text, line, column, "v7"))
    assert isinstance(found, Refused)
    assert "not shown to be equivalent" in found.why
    unwritten = (RegisterEdit(line, column, column + 2, "v9"),)
    monkeypatch.setattr("isaopt.languageserver.renaming._changes", lambda *_: unwritten)
    assert isinstance(rename(Renaming("scale.s", text, line, column, "v7")), Refused)
    unreadable = (RegisterEdit(line, column, column + 2, "v900"),)
    monkeypatch.setattr("isaopt.languageserver.renaming._changes", lambda *_: unreadable)
    found = rename(Renaming("scale.s", text, line, column, "v7"))
    assert isinstance(found, Refused)
    assert found.why.startswith("the assembler would not take it")
