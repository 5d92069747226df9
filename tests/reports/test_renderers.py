"""The printers of pages: what goes in comes out, in every format."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isaopt.reports.html import render_html
from isaopt.reports.markdown import LONGEST, render_markdown
from isaopt.reports.page import Bullets, Column, Heading, Page, Paragraph, Row, Span, Table, Tone, plain, table, text
from isaopt.reports.terminal import render_terminal

TONES: tuple[Tone, ...] = ("", "bad", "warn", "good", "dim", "strong")
SPANS = st.lists(st.builds(Span, st.text("ab |`*_<>&1", max_size=12), st.sampled_from(TONES), st.booleans())).map(tuple)


def page(*blocks: Heading | Paragraph | Bullets | Table) -> Page:
    return Page("title", blocks)


def uncoloured(words: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", words)


@given(SPANS)
def test_a_pipe_gets_the_very_characters(spans: tuple[Span, ...]) -> None:
    assert render_terminal(page(Paragraph(spans))) == plain(spans) + "\n"


@given(SPANS, st.integers(1, 60))
def test_colour_changes_no_character_and_wrapping_loses_none(spans: tuple[Span, ...], width: int) -> None:
    words = plain(spans)
    for blocks in ([Paragraph(spans)], [Bullets((spans,))], [Table((Column("h", flexible=True),), (Row((spans,)),))]):
        bare = render_terminal(page(*blocks), width)
        coloured = uncoloured(render_terminal(page(*blocks), width, colour=True))
        assert [line.rstrip() for line in coloured.splitlines()] == [line.rstrip() for line in bare.splitlines()]
        assert [c for c in bare if c not in "-h \n"] == [c for c in words if c not in "-h \n"]


def test_colour_follows_the_span_over_a_line_break() -> None:
    spans = text("plain ", Span("bad words that are long", "bad"), " and plain")
    lines = render_terminal(page(Paragraph(spans)), 20, colour=True).splitlines()
    assert lines == ["plain \x1b[31m\x1b[1mbad words that\x1b[0m", "\x1b[31m\x1b[1mare long\x1b[0m and plain"]


WIDE = table((Column("name"), Column("n", "right"), Column("text", flexible=True)), [("a", "1", "one two three four")])


def test_columns_are_aligned() -> None:
    block = table((Column("name"), Column("long\nnumber", "right")), [("a", "1"), ("bcd", "234567")])
    assert render_terminal(page(block)) == "        long\nname  number\na          1\nbcd   234567\n"


def test_gaps_shrink_before_text_is_wrapped() -> None:
    assert render_terminal(page(WIDE), 27).splitlines()[1] == "a     1  one two three four"
    assert render_terminal(page(WIDE), 26).splitlines()[1] == "a    1 one two three four"
    long = table(WIDE.columns, [("a", "1", "one two three four five six")])
    assert render_terminal(page(long), 28).splitlines()[1:] == ["a    1 one two three four", "       five six"]


def test_the_narrow_form_is_taken_only_where_the_wide_one_does_not_fit() -> None:
    narrow = table((Column("n"),), [("narrow",)])
    both = Table(WIDE.columns, WIDE.rows, WIDE.title, narrow=narrow)
    assert "narrow" in render_terminal(page(both), 24)
    assert "narrow" not in render_terminal(page(both), 25)
    assert "narrow" not in render_terminal(page(both))


def test_markdown_survives_what_is_special_to_it() -> None:
    block = table((Column("a|b"), Column("n", "right")), [(text(Span("x | `y`", code=True)), "a_b * <c> |")])
    assert render_markdown(page(block)).splitlines() == [
        r"| a\|b | n |",
        "| --- | ---: |",
        r"| `` x \| `y` `` | a\_b \* \<c\> \| |",
    ]


@given(SPANS)
def test_a_markdown_table_keeps_its_columns(spans: tuple[Span, ...]) -> None:
    row = render_markdown(page(Table((Column("a"), Column("b")), (Row((spans, text("x"))),)))).splitlines()[2]
    assert len(re.findall(r"(?<!\\)\|", row.replace(r"\\", ""))) == 3


@given(SPANS)
def test_html_shows_the_very_characters(spans: tuple[Span, ...]) -> None:
    body = render_html(page(Paragraph(spans))).split("<body>")[1]
    assert unescape(re.sub("<[^>]*>", "", body)).strip("\n") == plain(spans)


def test_html_names_the_page_and_marks_tones_and_banners() -> None:
    block = Table(
        (Column("a"), Column("b", "right")), (Row(banner=text("all")), Row((text(Span("x", "bad")), text("1"))))
    )
    document = render_html(Page("a < b", (block,)))
    assert "<title>a &lt; b</title>" in document
    assert '<tr class="banner"><td colspan="2">all</td></tr>' in document
    assert '<tr><td><span class="bad">x</span></td><td class="right">1</td></tr>' in document


def long_table(rows: int) -> Table:
    columns = (Column("line", "right"), Column("instruction"))
    cells = [(text(str(n)), text(Span(f"v_mov_b32 v{n}, 0", code=True))) for n in range(rows)]
    return Table(columns, tuple(map(Row, cells)), text("instructions"), long=True)


def test_a_long_markdown_table_is_folded_and_cut_to_what_a_comment_holds() -> None:
    short, folded, cut = (render_markdown(page(Heading(1, text("t")), long_table(n))) for n in (5, 100, 5000))
    assert "<details>" not in short
    assert "<details><summary>instructions</summary>\n\n| line" in folded
    assert "v_mov_b32 v99, 0" in folded
    assert "more rows" not in folded
    assert LONGEST - 100 < len(cut) <= LONGEST
    shown = cut.count("v_mov_b32")
    assert f"{5000 - shown} more rows do not fit into a comment" in cut


def test_what_is_short_stays_whole_where_long_tables_are_cut() -> None:
    block = table((Column("a"),), [(str(n),) for n in range(50)], "short")
    words = render_markdown(page(long_table(3000), block, Paragraph(text("the end")), long_table(20)))
    assert len(words) <= LONGEST
    assert words.count("\n| 49 |\n") == 1
    assert "the end" in words
    assert words.count("`v_mov_b32 v19, 0`") == 2


def test_contents_name_the_kernels_or_the_sections_of_the_only_one() -> None:
    def entries(*blocks: Heading) -> list[tuple[str, str]]:
        document = render_html(page(Heading(1, text("file")), *blocks))
        found = re.findall(r'<a href="#([^"]+)">(.*?)</a>', document)
        assert all(f'id="{mark}">{name}' in document for mark, name in found)
        return found

    kernel, other = (Heading(2, text(Span(name, code=True), " (wave32)")) for name in "ab")
    parts = Heading(3, text("Figures")), Heading(3, text("Passes"))
    assert [name for _, name in entries(kernel, *parts, other, *parts)] == ["<code>a</code>", "<code>b</code>"]
    assert [name for _, name in entries(kernel, *parts)] == ["Figures", "Passes"]
    assert entries(kernel) == []


def test_long_code_is_lines_of_text_that_scroll_by_themselves() -> None:
    document = render_html(page(long_table(200)))
    assert 'class="code tall" tabindex="0" role="region" aria-label="instructions" style="--cells: 4ch"' in document
    assert '<p class="head"><b>line</b>instruction</p>' in document
    assert "<p><b>   7</b>v_mov_b32 v7, 0</p>" in document
    assert 'class="code tall"' not in render_html(page(long_table(10)))
    # A page of many thousand elements takes seconds to open.
    assert render_html(page(long_table(2000))).count("</") < 2.1 * 2000


def test_a_row_of_code_keeps_its_columns_and_says_what_changed() -> None:
    heads = (Column(""), Column("line", "right"), Column("X0"), Column("X1"), Column("instruction"))
    shown = Row((text("+"), text("12"), text(""), text(Span("R1!", "bad", bank=1)), text("v_nop")), change="new")
    document = render_html(page(Table(heads, (shown,) * 40, long=True)))
    assert '<p class="new"><b>+   12    <span class="bad">R1!</span></b>v_nop</p>' in document


def test_loops_lead_to_their_code_and_back() -> None:
    loops = table((Column("loop"),), [(Span(".L1", code=True, loop=".L1"),), (Span(".L2", code=True, loop=".L2"),)])
    rows = (Row(banner=text("loop .L1"), loop=".L1"), *long_table(40).rows)
    code = Table(long_table(1).columns, rows, long=True)
    document = render_html(page(loops, code))
    assert '<a href="#code0" id="loop0"><code>.L1</code></a>' in document
    assert '<p class="banner"><a href="#loop0" id="code0">loop .L1</a></p>' in document
    assert "<td><code>.L2</code></td>" in document


def test_banks_have_a_colour_in_html_and_text_alone_elsewhere() -> None:
    block = table((Column("X0"),), [(Span("C3", "good", bank=3, cached=True),), (Span("R1", bank=1),)])
    document = render_html(page(block))
    assert '<span class="good bank3 cached">C3</span>' in document
    assert '<span class="bank1">R1</span>' in document
    assert "| R1 |" in render_markdown(page(block))


@pytest.mark.parametrize("render", [render_terminal, render_markdown, render_html])
def test_an_empty_table_is_no_error(render: object) -> None:
    assert callable(render)
    assert "a" in render(page(Table((Column("a"),), ())))
