"""Reports as they are shown, in every form; ``pytest --update-golden`` writes them anew."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import isaopt
from isaopt.analysis.figures.comparison import compare
from isaopt.analysis.figures.metrics import kernel_metrics
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.outcome import KernelReport, LintCounts, PassReport, Result
from isaopt.plain import Json
from isaopt.reports.difference import diff_page
from isaopt.reports.document import diff_document, opt_document, report_document
from isaopt.reports.html import render_html
from isaopt.reports.kernel import report_page
from isaopt.reports.markdown import render_markdown
from isaopt.reports.optimization import opt_page
from isaopt.reports.page import Page
from isaopt.reports.terminal import render_terminal
from isaopt.transform.base import SolverAnswer

HERE = Path(__file__).parent

FORMS: dict[str, Callable[[Page], str]] = {
    "80.txt": lambda page: render_terminal(page, 80),
    "120.txt": lambda page: render_terminal(page, 120),
    "pipe.txt": render_terminal,
    "colour.txt": lambda page: render_terminal(page, 120, colour=True),
    "md": render_markdown,
    "html": render_html,
}


def module(name: str) -> Module:
    return parse_text((HERE / "inputs" / name).read_text(encoding="utf-8"), name)


def report(name: str, **options: Any) -> tuple[Page, Json]:
    found = isaopt.report(module(name))
    return report_page(found, **options), report_document(found)


def diff() -> tuple[Page, Json]:
    found = isaopt.diff(module("before.s"), module("after.s"))
    return diff_page(found), diff_document(found)


def opt() -> tuple[Page, Json]:
    """A run as a solver might have made it: one kernel rewritten, one left alone."""
    before, after = module("before.s"), module("after.s")
    kernel, other = before.kernels
    metrics = kernel_metrics(before, other)
    answer = SolverAnswer(
        "feasible",
        0.0,
        0.0,
        (
            ("gather2", 0.0, 0.0, "optimal"),
            ("article", 128.0, 120.5, "feasible"),
            ("bank_reads", 40.0, 0.0, "feasible"),
            ("highest_vgpr", 40.0, 40.0, "optimal"),
            ("hot-loop gather2", 0.0, 0.0, "optimal"),
            ("a_level_of_tomorrow", 1.0, 1.0, "optimal"),
        ),
    )
    result = Result(
        after,
        True,
        LintCounts(0, 2),
        (
            KernelReport(
                kernel.name,
                32,
                kernel_metrics(before, kernel),
                kernel_metrics(after, after.kernels[0]),
                "proved",
                (PassReport("reassign", True, 1.25, answer, ("moved 3 of 11 register groups",)),),
            ),
            KernelReport(
                other.name,
                32,
                metrics,
                metrics,
                "proved",
                (
                    PassReport(
                        "reassign",
                        False,
                        0.5,
                        None,
                        ("left unchanged: s_swappc_b64 calls a function [call] (line 50)",),
                        reason="call",
                    ),
                ),
            ),
        ),
        1.75,
    )
    changes = [c for c in compare(before, after, "gather2").kernels if c.name == kernel.name]
    page = opt_page(result, "before.s", explain=True, changes=changes)
    given, written = ({"path": name, "sha256": "0" * 64} for name in ("before.s", "after.s"))
    return page, opt_document(result, given, written, [])


PAGES: dict[str, Callable[[], tuple[Page, Json]]] = {
    "report": lambda: report("before.s"),
    "report-hot": lambda: report("before.s", hot=True),
    "matrix": lambda: report("matrix.s"),
    "diff": diff,
    "opt": opt,
}


#: What is shown in colour or to a pipe is what a terminal gets (see below); a choice of loops changes no document.
COLOURED = [(name, form) for name in ("report", "opt") for form in (*FORMS, "json") if form != "120.txt"]
PLAIN = [
    (name, form) for name in ("report-hot", "matrix", "diff") for form in ("80.txt", "120.txt", "md", "html", "json")
]
GOLDEN = [case for case in COLOURED + PLAIN if case != ("report-hot", "json")]


@pytest.mark.parametrize(("name", "form"), GOLDEN)
def test_golden(name: str, form: str, update_golden: bool) -> None:
    page, document = PAGES[name]()
    text = json.dumps(document, indent=2) + "\n" if form == "json" else FORMS[form](page)
    # Style and script are files of their own.
    text = re.sub(r"(<(style|script)>).*?(</\2>)", r"\1\3", text, flags=re.S)
    expected = HERE / "expected" / f"{name}.{form}"
    if update_golden:
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")


def test_a_choice_of_loops_changes_no_document() -> None:
    assert PAGES["report"]()[1] == PAGES["report-hot"]()[1]


def colourless(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.parametrize("name", PAGES)
def test_colour_changes_no_letter(name: str) -> None:
    page, _ = PAGES[name]()
    shown = colourless(FORMS["colour.txt"](page)).splitlines()
    assert [line.rstrip() for line in shown] == FORMS["120.txt"](page).splitlines()


def words(text: str) -> set[str]:
    """The words of a page without colour and without the lines under headings."""
    return {w for w in colourless(text).split() if set(w) - set("=-")}


@pytest.mark.parametrize("form", ["80.txt", "120.txt", "colour.txt"])
@pytest.mark.parametrize("name", PAGES)
def test_a_terminal_is_shown_all_that_a_pipe_gets(name: str, form: str) -> None:
    page, _ = PAGES[name]()
    narrow_headings = {half + slot for half in "XY" for slot in "d012"}
    assert words(render_terminal(page)) - words(FORMS[form](page)) <= narrow_headings


@pytest.mark.parametrize(("form", "width"), [("80.txt", 80), ("120.txt", 120)])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_the_terminal(name: str, form: str, width: int) -> None:
    assert max(map(len, FORMS[form](PAGES[name]()[0]).splitlines())) <= width


class _Tags(HTMLParser):
    """Checks that elements nest, and remembers what would be fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.fetched += [
            value or "" for name, value in attrs if name in ("src", "href") and not (value or "").startswith("#")
        ]
        assert tag not in ("link", "img")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", PAGES)
def test_html_is_well_formed_and_stands_alone(name: str) -> None:
    checker = _Tags()
    checker.feed(render_html(PAGES[name]()[0]))
    assert (checker.open, checker.fetched) == ([], [])
