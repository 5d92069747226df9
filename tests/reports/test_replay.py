"""Two versions of a kernel in the simulator: what a page and a document say of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from isaopt.analysis.figures.comparison import KernelComparison
from isaopt.analysis.figures.metrics import kernel_metrics
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.reports.page import Bullets, Heading, Paragraph, Table, plain
from isaopt.reports.replay import SimulatedVersions, replay_blocks, with_replays
from isaopt.reports.verdict import diff_verdict
from isaopt.tuning.model import Aim
from isaopt.tuning.replay import Replay, replay

SLOW = (
    "\ts_nop 15\n" * 200
    + """\ts_nop 15
\ts_nop 15
\tv_exp_f32_e32 v1, v1
\ts_delay_alu instid0(TRANS32_DEP_1)
\tv_add_f32_e32 v1, v1, v1
\tglobal_store_b32 v0, v1, s[0:1]"""
)
QUICK = SLOW.replace("\ts_nop 15\n", "")
CALL = "\ts_swappc_b64 s[30:31], s[4:5]"


def versions(before: Module, after: Module) -> SimulatedVersions:
    return SimulatedVersions(
        replay(before, after, "k", Aim()),
        *([i for _, i in m.instructions(m.kernels[0])] for m in (before, after)),
    )


def test_both_versions_are_shown_in_figures_and_plots(kernel_text: Callable[..., str]) -> None:
    found = versions(parse_text(kernel_text(SLOW), "a.s"), parse_text(kernel_text(QUICK), "b.s"))
    assert isinstance(found.played, Replay)
    blocks = list(replay_blocks(found))
    headings = [plain(block.text) for block in blocks if isinstance(block, Heading)]
    assert headings == ["Simulation", "Simulation of the version before", "Simulation of the version after"]
    short = list(replay_blocks(found, full=False))
    assert short == blocks[: len(short)]
    assert [type(block) for block in short] == [Heading, Paragraph, Table, Bullets]
    figures = next(block for block in blocks if isinstance(block, Table))
    cells = {plain(row.cells[0]): row.cells for row in figures.rows}
    assert cells["cycles"][3][0].tone == "good"
    assert plain(cells["cycles"][3]).endswith("× faster")
    metrics = kernel_metrics(*(m := parse_text(kernel_text(SLOW), "a.s"), m.kernels[0]))
    before, after = found.played.seen(metrics, metrics)
    assert before.predicted_cycles == Fraction(str(round(found.played.before.cycles, 1)))
    assert after.predicted_cycles is not None
    assert before.predicted_cycles > after.predicted_cycles
    assert before.predicted_for == after.predicted_for
    verdict = diff_verdict(KernelComparison("k", before, after, ()), found)
    assert re.match(
        r"\d\.\d\d× faster predicted on RX 7900 XTX \(23,040 workgroups\); (?:was|still) limited by ", verdict
    )
    assert re.search(r"at \d+ % of its roof$", verdict)
    slower = replace(found.played, before=found.played.after, after=found.played.after)
    assert "× faster" not in diff_verdict(KernelComparison("k", after, before, ()), replace(found, played=slower))


def test_versions_of_different_work_are_not_compared(kernel_text: Callable[..., str]) -> None:
    more = SLOW + SLOW[SLOW.rindex("\n") :].replace("v1", "v0")
    found = versions(parse_text(kernel_text(SLOW), "a.s"), parse_text(kernel_text(more), "b.s"))
    assert isinstance(found.played, Replay)
    assert "global memory work" in found.played.doubt
    a, b = (kernel_metrics(m, m.kernels[0]) for m in (parse_text(kernel_text(t), "a.s") for t in (SLOW, more)))
    assert found.played.seen(a, b) == (a, b)
    assert "predictions are not comparable: on the simulated path" in diff_verdict(
        KernelComparison("k", a, b, ()), found
    )
    assert any("do not compare" in plain(b.text) for b in replay_blocks(found) if isinstance(b, Paragraph))


def test_a_kernel_that_cannot_be_followed_has_a_reason(kernel_text: Callable[..., str]) -> None:
    simple, calls = parse_text(kernel_text(SLOW), "a.s"), parse_text(kernel_text(SLOW + "\n" + CALL), "b.s")
    for before, after, start in ((calls, simple, "the simulator"), (simple, calls, "the version after: the simulator")):
        found = versions(before, after)
        assert isinstance(found.played, str)
        assert found.played.startswith(start)
        assert "s_swappc_b64" in found.played
        _, reason = replay_blocks(found)
        assert isinstance(reason, Paragraph)
        assert found.played in plain(reason.text)
        a, b = (kernel_metrics(m, m.kernels[0]) for m in (before, after))
        assert diff_verdict(KernelComparison("k", a, b, ()), found) == f"changed, not predicted: {found.played}"
        document = with_replays({"kernels": [{"name": "k"}, {"name": "other"}]}, {"k": found})
        assert document["kernels"] == [
            {"name": "k", "simulation": {"left_out": found.played}},
            {"name": "other", "simulation": None},
        ]


def test_what_was_assumed_is_listed(kernel_text: Callable[..., str]) -> None:
    module = parse_text(kernel_text(SLOW), "a.s")
    found = versions(module, module)
    assert isinstance(found.played, Replay)
    listed = [plain(item) for block in replay_blocks(found) if isinstance(block, Bullets) for item in block.items]
    assert listed == [f"assumed: {line}" for line in found.played.before.assumed] != []
