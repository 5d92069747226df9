"""Plots: well-formed, the same on every run, in the page's colours, and said in words beside."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace

import pytest

import isaopt
from isaopt.analysis.figures.comparison import beside
from isaopt.analysis.figures.picture import Picture
from isaopt.asm.parser import parse_text
from isaopt.reports.charts import bank_map, box, pressure_chart, register_map
from isaopt.reports.html import render_html
from isaopt.reports.markdown import render_markdown
from isaopt.reports.page import Drawing, Page
from isaopt.reports.pictures import picture_blocks, source_block
from isaopt.reports.terminal import render_terminal

BODY = """\tv_mov_b32_e32 v1, 0
\tv_mov_b32_e32 v5, 1.0
.Lloop:
\tv_add_f32_e32 v9, v1, v5
\tv_fma_f32 v1, v1, v5, v9
\ts_cbranch_scc1 .Lloop
\tv_mov_b32_e32 v2, v1"""

CHARTS: list[Callable[[Picture], str]] = [
    lambda picture: pressure_chart([("", picture)]),
    lambda picture: pressure_chart([("before", picture), ("after", picture)]),
    lambda picture: bank_map(picture, 7),
    lambda picture: register_map(picture, 10, 7),
]


@pytest.fixture
def picture(kernel_text: Callable[..., str]) -> Picture:
    return isaopt.picture(parse_text(kernel_text(BODY, vgprs=10), "k.s"), "k")


def test_the_picture_has_the_values_where_they_live(picture: Picture) -> None:
    assert picture.texts[2] == "v_add_f32_e32 v9, v1, v5"
    (loop,) = picture.loops
    assert (loop.label, loop.first, loop.last) == (".Lloop", 2, 4)
    # v1 and v5 go round the loop; v9 only from the addition to the multiplication.
    assert max(picture.pressure) == 3
    (nine,) = [stay for stay in picture.stays if stay.unit == 9]
    assert (nine.start, nine.end) == (5, 7)
    fma = next(use for use in picture.banks if use.ordinal == 3)
    # v1, v5 and v9 all stand in bank 1; the operand cache of a source slot may still hold what the addition read.
    assert [a + b for a, b in zip(fma.reads, fma.served, strict=True)] == [0, 3, 0, 0]
    assert fma.extra["gather2"] > 0
    assert picture.steps[0][0] < picture.steps[-1][0]
    assert picture.steps[0][1] > picture.steps[-1][1]


def test_a_kernel_that_cannot_be_analysed_has_a_reason_instead(kernel_text: Callable[..., str]) -> None:
    module = parse_text(kernel_text("\ts_setpc_b64 s[4:5]"), "k.s")
    found = isaopt.picture(module, "k")
    assert found.blocked
    assert found.stays == ()
    assert found.pressure == ()
    page = Page("t", tuple(picture_blocks([("", found)])))
    assert "No register picture" in render_terminal(page)
    assert "<svg" not in render_html(page)


@pytest.mark.parametrize("chart", CHARTS, ids=["pressure", "versions", "banks", "registers"])
def test_a_plot_is_one_well_formed_element_in_the_pages_colours(
    picture: Picture, chart: Callable[[Picture], str]
) -> None:
    svg = chart(picture)
    assert svg == chart(picture)
    root = ET.fromstring(svg)
    assert root.tag.endswith("svg")
    assert root.get("aria-label")
    assert root.get("viewBox")
    assert "width" not in root.attrib
    assert not re.search(r"#0[1-4]0[1-4]0[1-4]", svg)
    assert "var(--fg)" in svg
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg)) <= set(ids)


def test_ids_of_plots_on_one_page_are_distinct(picture: Picture) -> None:
    html = render_html(Page("t", tuple(picture_blocks([("", picture)]))))
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids)) > 0


def test_the_map_can_be_read_by_pointing(picture: Picture) -> None:
    html = render_html(Page("t", tuple(picture_blocks([("", picture)]))))
    (area,) = re.findall(r'data-area="([^"]+)"', html)
    left, top, width, height = map(float, area.split())
    assert (left, top, width, height) == pytest.approx(box(4.6), rel=1e-4)
    assert 0 < left < left + width <= 1
    assert 0 < top < top + height < 1
    (data,) = re.findall(r'<script type="application/json">(.*?)</script>', html)
    found = json.loads(data)
    assert found["rows"] == 10
    assert [9, 5, 7] in found["stays"]
    assert len(found["lines"]) == len(found["texts"]) == len(picture.lines)
    assert html.count('tabindex="0"') >= 3


def test_versions_have_the_same_axes(picture: Picture) -> None:
    longer = replace(picture, lines=(*picture.lines, 15, 16, 17), texts=(*picture.texts, "a", "b", "c"))
    higher = replace(longer, stays=(*picture.stays, replace(picture.stays[0], unit=12)))
    html = render_html(Page("t", tuple(picture_blocks([("before", picture), ("after", higher)]))))
    found = [json.loads(data) for data in re.findall(r'<script type="application/json">(.*?)</script>', html)]
    assert [(data["rows"], data["points"]) for data in found] == [(13, 20), (13, 20)]


def test_what_a_plot_shows_is_said_in_words_too(picture: Picture) -> None:
    page = Page("t", tuple(picture_blocks([("before", picture), ("after", picture)])))
    assert all(isinstance(block, Drawing) for block in page.blocks)
    for words in (render_terminal(page), render_markdown(page)):
        assert "<svg" not in words
        assert re.search(r"at\s+most\s+3\s+VGPRs\s+hold\s+a\s+value\s+at\s+once", words)
        assert "2 instructions take part in a collision" in words.replace("\n", " ")


def test_a_map_that_can_only_be_pointed_at_is_for_html(picture: Picture) -> None:
    page = Page("t", tuple(picture_blocks([("", picture)])))
    assert "VGPR map" in render_html(page)
    for words in (render_terminal(page), render_markdown(page)):
        assert "VGPR map" not in words
        assert "register pressure" in words


@pytest.mark.parametrize(
    ("peak", "drawn", "named"),
    [
        # A step that is near is drawn in, with the steps below; the curve would lie flat under one that is far.
        (51, ["16 waves: 96"], []),
        (100, ["16 waves: 96", "12 waves: 120"], []),
        (10, [], ["16 waves: 96 ↑"]),
    ],
)
def test_the_next_step_of_occupancy_is_always_to_be_seen(
    picture: Picture, peak: int, drawn: list[str], named: list[str]
) -> None:
    steps = ((96, 16), (120, 12), (144, 10), (168, 9))
    svg = pressure_chart([("", replace(picture, pressure=(1, peak, 2), steps=steps))])
    assert re.findall(r"\d+ waves: \d+(?: ↑)?", re.sub("<!--.*?-->", "", svg)) == drawn + named
    # matplotlib writes a dashed line for each step that is drawn in.
    assert svg.count("stroke-dasharray") == len(drawn)


def test_sources_stand_side_by_side(kernel_text: Callable[..., str]) -> None:
    before = parse_text(kernel_text(BODY), "a.s")
    after = parse_text(kernel_text(BODY.replace("v2, v1", "v3, v1").replace("\tv_mov_b32_e32 v5, 1.0\n", "")), "b.s")
    lines = beside(before, after, "k")
    texts = [(a and a[1].strip(), b and b[1].strip()) for a, b in lines]
    assert ("v_mov_b32_e32 v5, 1.0", None) in texts
    assert ("v_mov_b32_e32 v2, v1", "v_mov_b32_e32 v3, v1") in texts
    numbered = before.text().splitlines()
    assert all(numbered[a[0] - 1] == a[1] for a, _ in lines if a is not None)
    html = render_html(Page("t", (source_block("a<b.s", "b.s", lines),)))
    assert "a&lt;b.s" in html
    assert html.count('class="old"') == 2
    assert html.count('class="new"') == html.count('class="gone"') == 1
