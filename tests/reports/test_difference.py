"""Figures of two versions: what is judged, and what is only said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

import isaopt
from isaopt.analysis.figures.comparison import KernelComparison
from isaopt.asm.parser import parse_text
from isaopt.reports.difference import figures_blocks, headline
from isaopt.reports.page import Paragraph, Span, Table, plain

STEP = "\tv_add_f32_e32 v2, v1, v{n}\n"
LOOP = "\ts_mov_b32 s4, 8\n.Lloop:\n{body}\ts_sub_u32 s4, s4, {step}\n\ts_cmp_lg_u32 s4, 0\n\ts_cbranch_scc1 .Lloop"


@pytest.fixture
def compared(kernel_text: Callable[..., str]) -> Callable[[int, int], KernelComparison]:
    """A loop with that many additions before and after."""

    def make(before: int, after: int) -> KernelComparison:
        a, b = (
            parse_text(kernel_text(LOOP.format(body="".join(STEP.format(n=n) for n in range(3, 3 + k)), step=1)), "k.s")
            for k in (before, after)
        )
        return isaopt.diff(a, b).kernels[0]

    return make


def tones(found: KernelComparison) -> dict[str, str]:
    figures = next(iter(figures_blocks(found.before, found.after)))
    assert isinstance(figures, Table)
    return {plain(row.cells[0]): "".join(span.tone for span in row.cells[3]) for row in figures.rows}


def test_more_cycles_are_worse_for_the_same_work_only(compared: Callable[[int, int], KernelComparison]) -> None:
    slower, unrolled = compared(8, 9), compared(2, 5)
    assert tones(slower)["issue cycles"] == tones(slower)["bank reads"] == "bad"
    assert tones(unrolled)["issue cycles"] == tones(unrolled)["bank reads"] == ""
    for found, said in ((slower, False), (unrolled, True)):
        words = [plain(b.text) for b in figures_blocks(found.before, found.after) if isinstance(b, Paragraph)]
        assert any("loops were unrolled" in line for line in words) == said
        loops = list(figures_blocks(found.before, found.after))[-1]
        assert isinstance(loops, Table)
        cells = {column.label: cell for column, cell in zip(loops.columns, loops.rows[0].cells, strict=True)}
        assert "".join(span.tone for span in cells["issue cycles"]) == ("" if said else "bad")


def test_the_headline_has_a_row_a_kernel_and_judges_the_dual_share(
    compared: Callable[[int, int], KernelComparison],
) -> None:
    before = compared(4, 4).before
    better = replace(before, dual=2, occupancy_waves_per_simd=before.occupancy_waves_per_simd - 1)
    verdict = Span("proved", "good")
    rows = (("a", verdict, before, better), ("b", verdict, better, before), ("c", Span(""), before, before))
    found = headline(rows)
    assert [column.label for column in found.columns][:2] == ["kernel", "predicted cycles"]
    assert [plain(row.cells[2]) for row in found.rows] == ["0% → 50%", "50% → 0%", "0%"]
    assert [row.cells[2][0].tone for row in found.rows] == ["good", "bad", ""]
    assert [row.cells[5][0].tone for row in found.rows] == ["bad", "good", ""]
    assert [plain(row.cells[1]) for row in found.rows] == ["–"] * 3
    old, new = (replace(m, predicted_cycles=Fraction(n)) for m, n in ((before, 12000), (better, 8000)))
    (cell,) = headline([("a", verdict, old, new)]).rows[0].cells[1]
    assert cell == Span("12,000 → 8,000", "good")
