"""Pages in headless Chromium: nothing in the console, no wider than a phone, and alive under keys and scrolling."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from html import escape, unescape
from pathlib import Path

import pytest

import isaopt
from isaopt.analysis.figures.comparison import beside
from isaopt.asm.parser import parse_text
from isaopt.reports.html import render_html
from isaopt.reports.kernel import report_page
from isaopt.reports.page import Column, Heading, Page, Table, text
from isaopt.reports.pictures import picture_blocks, source_block

pytestmark = pytest.mark.browser

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
PHONE = 390

#: Waits for the page in the frame, works it, and leaves what it saw as JSON in an element of its own.
DRIVER = """
const seen = {};
const settle = () => new Promise((done) => setTimeout(done, 300));
frame.addEventListener("load", async () => {
  const page = frame.contentDocument, window_ = frame.contentWindow;
  seen.room = page.documentElement.clientWidth;
  seen.width = page.documentElement.scrollWidth;
  seen.dark = window_.getComputedStyle(page.body).backgroundColor;
  const map = page.querySelector(".stage");
  map.focus();
  for (const key of ["ArrowRight", "ArrowUp"])
    map.dispatchEvent(new window_.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  seen.said = map.closest("figure").querySelector("output").textContent;
  page.querySelectorAll("details").forEach((details) => { details.open = true; });
  const [left, right] = page.querySelectorAll("div.side");
  left.scrollTop = 120;
  for (let n = 0; n < 12 && right.scrollTop !== left.scrollTop; n++) await settle();
  seen.together = [left.scrollTop, right.scrollTop];
  // What scrolls, and what stands in it: each can be reached with the tabulator key.
  seen.stuck = [...page.querySelectorAll("*")]
    .filter((e) => ["auto", "scroll"].includes(window_.getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth)
    .filter((e) => e.tabIndex < 0 && !e.querySelector("[tabindex]"))
    .map((e) => e.outerHTML.slice(0, 80));
  const field = page.querySelector("input[type=search]");
  field.value = "V59";
  field.dispatchEvent(new window_.Event("input"));
  field.dispatchEvent(new window_.KeyboardEvent("keydown", { key: "Enter" }));
  seen.hits = [page.querySelectorAll(".hit").length, page.querySelectorAll(".here").length];
  // An instruction's text stands within the width of the screen.
  seen.texts = [...page.querySelectorAll("div.code")].every((code) => code.scrollWidth <= code.clientWidth);
  seen.loops = page.querySelectorAll("td a[href^='#code']").length;
  seen.links = [...page.querySelectorAll("a[href^='#']")].every((a) => page.querySelector(a.getAttribute("href")));
  // A picture's words stand inside of it.
  seen.cut = [...page.querySelectorAll("svg")].flatMap((svg) => {
    const box = svg.getBoundingClientRect();
    return [...svg.querySelectorAll("text")].filter((words) => {
      const at = words.getBoundingClientRect();
      return at.left < box.left - 1 || at.right > box.right + 1 || at.top < box.top - 1 || at.bottom > box.bottom + 1;
    }).map((words) => words.textContent.trim());
  });
  result.textContent = JSON.stringify(seen);
});
frame.srcdoc = source.textContent;
"""

BODY = """\tv_mov_b32_e32 v1, 0
\tv_mov_b32_e32 v5, 1.0
.Lloop_with_a_long_name_of_its_own:
\tv_add_f32_e32 v9, v1, v5
\tv_fma_f32 v1, v1, v5, v9
\ts_cbranch_scc1 .Lloop_with_a_long_name_of_its_own
""" + "\n".join(f"\tv_add_f32_e32 v2, v1, v{n}" for n in range(1, 60))


@pytest.fixture(scope="module")
def document(kernel_text: Callable[..., str]) -> str:
    """A page with everything that moves and everything that is wide."""
    before, after = (
        parse_text(kernel_text(body, vgprs=64), "k.s") for body in (BODY, BODY.replace("v2, v1", "v3, v1"))
    )
    report = report_page(isaopt.report(before))
    wide = Table(tuple(Column(f"a long heading {n}") for n in range(12)), ())
    return render_html(
        Page(
            "everything",
            (
                *report.blocks,
                Heading(3, text("pictures")),
                *picture_blocks([("before", isaopt.picture(before, "k")), ("after", isaopt.picture(after, "k"))]),
                Heading(3, text("more")),
                source_block("a.s", "b.s", beside(before, after, "k")),
                wide,
            ),
        )
    )


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_page_works_on_a_phone(document: str, tmp_path: Path, dark: bool) -> None:
    assert CHROMIUM is not None
    harness = tmp_path / "harness.html"
    harness.write_text(
        f'<!DOCTYPE html><iframe id="frame" width="{PHONE}" height="800" style="border: 0"></iframe>'
        f'<textarea id="source">{escape(document)}</textarea><pre id="result"></pre><script>{DRIVER}</script>'
    )
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"]
    command += ["--blink-settings=preferredColorScheme=0"] if dark else []
    command += [f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=5000", "--dump-dom", harness.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert "CONSOLE" not in done.stderr
    found = re.search(r'<pre id="result">(.+?)</pre>', done.stdout)
    assert found is not None
    seen = json.loads(unescape(found[1]))
    assert seen["width"] <= seen["room"] <= PHONE
    assert seen["dark"] == ("rgb(22, 24, 28)" if dark else "rgb(255, 255, 255)")
    assert seen["said"].startswith("v1, bank 1, ")
    assert seen["together"] == [120, 120]
    # In the table of instructions and in both versions of the source.
    assert (seen["hits"], seen["texts"], seen["loops"]) == ([3, 1], True, 1)
    assert (seen["stuck"], seen["cut"], seen["links"]) == ([], [], True)
