"""What an editor is told of a place, as functions of a text and its facts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from lsprotocol import types
from pygls.workspace import PositionCodec

from isaopt.languageserver import completion, diagnostics, marks, outline
from isaopt.languageserver.hover import hover
from isaopt.languageserver.navigation import NamedSpot, definitions, references
from isaopt.languageserver.positions import Positions
from isaopt.languageserver.snapshot import Draft
from isaopt.languageserver.view import TextView
from isaopt.linting.fixes import apply_fixes
from isaopt.linting.run import lint_module
from isaopt.target.banks import bank_of
from tests.languageserver.texts import TEXT, URI, line_of, place, view_of

CODEC = PositionCodec(types.PositionEncodingKind.Utf16)


def lines_of(spots: list[NamedSpot]) -> list[tuple[int, str]]:
    rows = TEXT.split("\n")
    return [(spot.line, rows[spot.line][spot.start : spot.end]) for spot in spots]


def test_hover_tells_what_an_instruction_is_and_what_holds_there() -> None:
    said = hover(view_of(), *place(TEXT, "v_fma_f32", "v_fma"))
    assert "**`v_fma_f32`**" in said
    assert "vector ALU, encoding VOP3, 8 bytes" in said
    assert "| `src0` | `v1` (bank 1 of 4) | read | f32:" in said
    assert "latency 5 cycles" in said
    assert "[AMD RDNA3 ISA guide](https://www.amd.com/" in said
    # v0 the address, v1 and v3 read, v2 written when v1 is dead.
    assert "3 VGPRs live here, at most 3" in said
    assert "12 allocated, 16 of 16 waves on a SIMD (limit: waves)" in said


def test_hover_on_a_register_tells_from_where_to_where_its_value_lives() -> None:
    load, fma, add = (line_of(TEXT, part) + 1 for part in ("global_load", "v_fma", "v_add_f32"))
    said = hover(view_of(), *place(TEXT, "v_fma_f32", "v1"))
    assert said.startswith(
        f"**`v1`** in bank 1: live from line {load} to line {fma}; written in line {load}, read in line {fma}"
    )
    first = line_of(TEXT, "v_mov_b32") + 1
    assert f"written in lines {first}, {add}" in hover(view_of(), *place(TEXT, "v_fma_f32", "v3"))
    shift = line_of(TEXT, "v_lshlrev")
    said = hover(view_of(), shift, TEXT.split("\n")[shift].rindex("v0"))
    assert said.startswith(f"**`v0`** in bank 0: live from the start of the kernel to line {shift + 1}")


def test_hover_tells_of_labels_and_of_what_lint_finds() -> None:
    assert "loop of depth 1, 8 times" in hover(view_of(), line_of(TEXT, ".LBB0_1:"), 1)
    kernel = hover(view_of(), line_of(TEXT, "scale:"), 1)
    assert "kernel, wave32, gfx1100" in kernel
    assert "peak 3 live" in kernel
    text = TEXT.replace("\ts_waitcnt vmcnt(0)\n", "")
    assert "**read-before-wait**" in hover(view_of(text), *place(text, "v_fma_f32", "v_fma"))
    assert hover(view_of(), 2, 3) == ""


def test_definitions_are_those_that_reach_the_use() -> None:
    view = view_of()
    fma, add, mov = (line_of(TEXT, part) for part in ("v_fma", "v_add_f32", "v_mov_b32"))
    assert lines_of(definitions(view, *place(TEXT, "v_fma_f32", "v3"))) == [(mov, "v3"), (add, "v3")]
    assert lines_of(definitions(view, *place(TEXT, "v_mul_f32", "v3"))) == [(add, "v3")]
    assert lines_of(definitions(view, *place(TEXT, "v_add_f32", "v2"))) == [(fma, "v2")]
    assert lines_of(definitions(view, *place(TEXT, "global_store", "s[6:7]"))) == [(line_of(TEXT, "s_load"), "s[4:7]")]
    counter, step = line_of(TEXT, "s_mov_b32"), line_of(TEXT, "s_add_i32")
    assert [line for line, _ in lines_of(definitions(view, step, TEXT.split("\n")[step].rindex("s2")))] == [
        counter,
        step,
    ]
    assert lines_of(definitions(view, *place(TEXT, "s_cbranch", ".LBB0_1"))) == [(line_of(TEXT, ".LBB0_1:"), ".LBB0_1")]
    assert definitions(view, *place(TEXT, "s_load", "s[0:1]")) == []
    assert definitions(view, 0, 0) == []


def test_a_write_of_some_lanes_does_not_hide_the_one_before() -> None:
    body = """\tv_mov_b32_e32 v3, 0
\tv_cmp_eq_u32_e32 vcc_lo, 0, v0
\ts_and_saveexec_b32 s2, vcc_lo
\tv_mov_b32_e32 v3, 1
\ts_or_b32 exec_lo, exec_lo, s2
\tv_mul_f32_e32 v5, 2.0, v3
"""
    start, end = TEXT.index("\tv_lshlrev"), TEXT.index("\tglobal_store")
    text = TEXT[:start] + "\tv_lshlrev_b32_e32 v0, 2, v0\n\ts_waitcnt lgkmcnt(0)\n" + body + TEXT[end:]
    found = definitions(view_of(text), *place(text, "v_mul_f32", "v3"))
    assert [text.split("\n")[spot.line].strip() for spot in found] == ["v_mov_b32_e32 v3, 0", "v_mov_b32_e32 v3, 1"]


def test_references_are_the_places_of_the_value() -> None:
    view = view_of()
    mov, fma, add, mul = (line_of(TEXT, part) for part in ("v_mov_b32", "v_fma", "v_add_f32", "v_mul_f32"))
    for part in ("v_fma_f32", "v_mul_f32"):
        found = references(view, *place(TEXT, part, "v3"))
        assert [(s.line, s.writes) for s in found] == [
            (mov, True), (fma, False), (add, True), (add, False), (mul, False),
        ]  # fmt: skip
    counter, step, test = (line_of(TEXT, part) for part in ("s_mov_b32", "s_add_i32", "s_cmp"))
    found = references(view, *place(TEXT, "s_cmp", "s2"))
    assert [(s.line, s.writes) for s in found] == [(counter, True), (step, True), (step, False), (test, False)]
    assert len(references(view, *place(TEXT, "s_cbranch", ".LBB0_1"))) == 2


def test_facts_of_the_version_before_are_carried_over() -> None:
    before = view_of()
    text = TEXT.replace("\ts_mov_b32 s2, 0\n", "\ts_mov_b32 s2, 0\n\tv_ad\n\n")
    view = TextView(Draft("scale.s").read(text), before.then, before.facts)
    assert not view.fresh
    assert "live from line 15 to line 17" in hover(view, *place(text, "v_fma_f32", "v1"))
    assert view.unit(line_of(text, "v_ad")) is None
    late = [f for f in view_of(TEXT.replace("\ts_waitcnt vmcnt(0)\n", "")).findings() if f.rule == "read-before-wait"]
    assert [f.line for f in late] == [line_of(TEXT, "v_fma_f32")]


def test_diagnostics_come_for_what_cannot_be_read_and_for_what_lint_finds() -> None:
    text = TEXT.replace("\ts_waitcnt vmcnt(0)\n", "").replace("\ts_nop 0\n", "\ts_nop 0\n\tv_mul_f32 v5, v3\n")
    view = view_of(text)
    found = diagnostics.diagnostics(view, Positions(view.now, CODEC))
    assert found[0].message.startswith("'v_mul_f32' takes 3 operands")
    assert found[0].range.start == types.Position(line_of(text, "v_mul_f32 v5, v3"), 15)
    assert found[0].severity is types.DiagnosticSeverity.Error
    late = next(d for d in found if d.code == "read-before-wait")
    row = text.split("\n")[late.range.start.line]
    assert row[late.range.start.character : late.range.end.character] == "v_fma_f32 v2, v1, v1, v3"


def test_repairs_are_lint_s() -> None:
    text = TEXT.replace("\ts_waitcnt vmcnt(0)\n", "")
    view = view_of(text)
    positions = Positions(view.now, CODEC)
    line = line_of(text, "v_fma_f32")
    asked = types.CodeActionParams(
        types.TextDocumentIdentifier(URI), positions.lines(line, line), types.CodeActionContext([])
    )
    repair, allow, *rest = diagnostics.actions(view, positions, URI, asked)
    assert repair.edit is not None
    assert repair.edit.changes == {URI: [types.TextEdit(positions.range(line, 1, 1), "s_waitcnt vmcnt(0)\n\t")]}
    assert allow.title == "Allow read-before-wait in this line"
    assert allow.edit is not None
    assert allow.edit.changes is not None
    assert allow.edit.changes[URI][0].new_text == " ; isaopt: allow read-before-wait"
    everything = rest[-1]
    assert everything.kind == "source.fixAll.isaopt"
    fixed, _ = apply_fixes(text, view.findings())
    assert view.now.module is not None
    assert any(f.fix for f in lint_module(view.now.module))
    assert everything.edit is not None
    assert everything.edit.changes is not None
    assert applied(text, everything.edit.changes[URI]) == fixed
    asked.context.only = ["source.fixAll"]
    assert [a.kind for a in diagnostics.actions(view, positions, URI, asked)] == ["source.fixAll.isaopt"]


@pytest.mark.parametrize("other", ["s_load_b128", "s_nop 0"])
def test_a_repair_is_offered_at_once_after_an_edit_elsewhere(other: str) -> None:
    """With the facts of the version before: for what is as it was, at the place where it is now."""
    before = view_of(TEXT.replace("\ts_waitcnt vmcnt(0)\n", ""))
    text = before.now.text.replace(f"\t{other}", f"\tv_ad\n\t{other}")
    view = TextView(Draft("scale.s").read(text), before.then, before.facts)
    positions = Positions(view.now, CODEC)
    line = line_of(text, "v_fma_f32")
    asked = types.CodeActionParams(
        types.TextDocumentIdentifier(URI), positions.lines(line, line), types.CodeActionContext([])
    )
    repair, _ = diagnostics.actions(view, positions, URI, asked)
    assert repair.edit is not None
    assert repair.edit.changes == {URI: [types.TextEdit(positions.range(line, 1, 1), "s_waitcnt vmcnt(0)\n\t")]}


def applied(text: str, edits: Sequence[types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit]) -> str:
    """The text with the edits, as a client applies them."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for edit in reversed(edits):
        first, last = (starts[p.line] + p.character for p in (edit.range.start, edit.range.end))
        assert isinstance(edit, types.TextEdit)
        text = text[:first] + edit.new_text + text[last:]
    return text


def decoded(data: list[int]) -> list[tuple[int, int, int, str, set[str]]]:
    out = []
    line = column = 0
    for at in range(0, len(data), 5):
        down, right, length, kind, marked = data[at : at + 5]
        line, column = line + down, right if down else column + right
        names = {name for bit, name in enumerate(marks.TOKEN_MODIFIERS) if marked >> bit & 1}
        out.append((line, column, length, marks.TOKEN_TYPES[kind], names))
    return out


def test_tokens_colour_banks_and_mark_where_values_begin_and_end() -> None:
    view = view_of()
    found = decoded(marks.tokens(view, Positions(view.now, CODEC)))
    fma = line_of(TEXT, "v_fma_f32")
    row = TEXT.split("\n")[fma]
    here = {row[c : c + n]: (kind, names) for line, c, n, kind, names in found if line == fma}
    assert here["v2"] == ("bank2", {"definition"})
    assert here["v1"] == ("bank1", {"lastUse"})
    assert here["v3"] == ("bank3", set())
    whole = [t for t in found if fma <= t[0] <= fma + 3]
    assert decoded(marks.tokens(view, Positions(view.now, CODEC), fma, fma + 3)) == whole
    for line, column, length, kind, _ in found:
        text = TEXT.split("\n")[line][column : column + length]
        assert kind == f"bank{bank_of(int(text.strip('v')))}"


def test_columns_are_in_the_client_s_units() -> None:
    text = TEXT.replace("\tv_fma_f32", "/* 😀 é */ v_fma_f32")
    view = view_of(text)
    line = line_of(text, "v_fma_f32")
    column = text.split("\n")[line].index("v2")
    for encoding, wide in ((types.PositionEncodingKind.Utf16, 1), (types.PositionEncodingKind.Utf8, 4)):
        positions = Positions(view.now, PositionCodec(encoding))
        assert positions.position(line, column).character == column + wide
        assert positions.column(types.Position(line, column + wide)) == column
        tokens = decoded(marks.tokens(view, positions, line, line))
        assert tokens[0][1] == column + wide


def test_hints_tell_conflicts_pressure_and_ranges() -> None:
    text = TEXT.replace("v_fma_f32 v2, v1, v1, v3", "v_fma_f32 v2, v3, v7, v11")
    view = view_of(text)
    positions = Positions(view.now, CODEC)
    last = len(view.now.lines)
    labels = {h.position.line: str(h.label) for h in marks.hints(view, positions, 0, last)}
    assert labels[line_of(text, "v_fma")] == "+0.5 cycle (bank 3: v3 v7 v11)"
    assert "VGPRs live" in labels[line_of(text, ".LBB0_1:")]
    ranges = {h.position.line: str(h.label) for h in marks.hints(view, positions, 0, last, ("ranges",))}
    mul = line_of(text, "v_mul_f32")
    assert ranges[mul] == f"v5 to line {mul + 2}"
    assert marks.hints(view, positions, 0, 2) == []
    (lens,) = marks.lenses(view)
    assert lens.command is not None
    assert "0.5 bank conflict cycles in 1 lines" in lens.command.title


def test_the_outline_has_kernels_loops_and_descriptors() -> None:
    kernel, descriptor = outline.parts(view_of().now)
    assert (kernel.name, kernel.kind, kernel.first) == ("scale", "kernel", line_of(TEXT, "scale:"))
    assert [(p.name, p.kind, p.detail) for p in kernel.inner] == [(".LBB0_1", "loop", "depth 1, 8 times")]
    assert kernel.inner[0].last == line_of(TEXT, "s_cbranch")
    assert descriptor.name == ".amdhsa_kernel scale"
    text = "; one\n; two\n" + TEXT
    assert (0, 1, True) in outline.folds(view_of(text).now)
    assert (line_of(text, ".LBB0_1:"), line_of(text, "s_cbranch"), False) in outline.folds(view_of(text).now)


@pytest.mark.parametrize(
    ("typed", "wanted", "unwanted"),
    [
        ("\tv_fma", "v_fma_f32", "v_fmaak_f32_e64"),
        ("\tv_fmac_f32_", "v_fmac_f32_e64", "v_fmac_f16"),
        ("next: s_wait", "s_waitcnt", "s_wait_loadcnt"),
        ("\tv_dual_mov_b32 v1, v2 :: v_dual_f", "v_dual_fmac_f32", "v_fmac_f32"),
        ("\tglobal_load_b32 v1, v0, s[4:5] o", "offset:", "offen"),
        ("\tbuffer_load_b32 v1, v0, s[4:7], 0 o", "offen", "op_sel:"),
        ("\ts_branch .L", ".LBB0_1", "scale"),
        ("\t\t.amdhsa_wave", ".amdhsa_wavefront_size32", ".amdhsa_accum_offset"),
        ("\t.amdhsa_", ".amdhsa_ieee_mode", ".amdhsa_round_robin_scheduling"),
    ],
)
def test_completion_goes_by_the_tables(typed: str, wanted: str, unwanted: str) -> None:
    text = TEXT.replace("\ts_nop 0", typed)
    line = line_of(text, typed)
    found = {s.text: s for s in completion.complete(view_of(text).now, line, len(typed))}
    assert wanted in found
    assert unwanted not in found
    chosen = found[wanted]
    assert wanted.startswith(typed[chosen.start : chosen.end])


def test_completion_says_nothing_in_comments() -> None:
    text = TEXT.replace("\ts_nop 0", "\ts_nop 0 ; v_f")
    line = line_of(text, "s_nop")
    assert completion.complete(view_of(text).now, line, len(text.split("\n")[line])) == []
