"""The first line of a report: how fast, where, whether that is proved, and what limits the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from isaopt.reports.figures import conflicts, show, speed
from isaopt.reports.page import Block, Paragraph, Span, Tone, text

if TYPE_CHECKING:
    from isaopt.analysis.figures.comparison import KernelComparison
    from isaopt.analysis.figures.metrics import Metrics
    from isaopt.outcome import KernelReport
    from isaopt.reports.replay import SimulatedVersions
    from isaopt.tuning.model import Tuning, WorkloadFigure

UNCHANGED = "left unchanged"
_NO_PREDICTIONS = "--objective conflicts, the default with --passes and below level 3, makes no predictions"
_PROOFS = {
    "proved": "proved",
    "emulated": "not proved, agrees with the input in the emulator",
    "failed": "NOT proved",
    "skipped": "not proved: --no-verify",
}


def opt_verdict(kernel: KernelReport, written: str = "") -> str:
    """The verdict on an ``opt`` run; ``written`` is where the result went."""
    if not any(ran.changed for ran in kernel.passes):
        return f"{UNCHANGED}: {_reason(kernel)}"
    tuning, proof = kernel.tuning, _PROOFS.get(kernel.verify, kernel.verify)
    if tuning is not None and tuning.workloads:
        figure = tuning.workloads[0]
        parts = [f"{_measured(tuning)}{_speed(figure, tuning.title)}, {proof}", _limits(figure)]
    else:
        why = tuning.why if tuning is not None else _NO_PREDICTIONS
        parts = [f"changed, {proof}", f"not predicted: {why}"]
    return "; ".join(parts + ([f"written to {written}"] if written else []))


def diff_verdict(kernel: KernelComparison, found: SimulatedVersions | None) -> str:
    """The verdict on two versions; ``found`` is their simulation, of which a baseline has only the figures."""
    if not kernel.changed:
        return "no change"
    if found is None:
        old, new = kernel.before, kernel.after
        if not old.predicted_cycles or not new.predicted_cycles or old.predicted_for != new.predicted_for:
            return "changed, not predicted"
        return f"{speed(float(old.predicted_cycles / new.predicted_cycles))} predicted on {new.predicted_for}"
    played = found.played
    if isinstance(played, str):
        return f"changed, not predicted: {played}"
    if played.doubt:
        return f"changed, predictions are not comparable: {played.doubt}"
    return f"{_speed(played.figure, played.gpu.title)}; {_limits(played.figure)}"


def report_verdict(metrics: Metrics, limit: str, model: str) -> str:
    """The verdict on a single version of a kernel: its time, the cost of its banks, and its ``limit`` or why that is
    unknown."""
    said = f"not predicted: {limit}"
    if metrics.predicted_cycles is not None:
        said = f"{float(metrics.predicted_cycles):,.0f} cycles predicted on {metrics.predicted_for}; limited by {limit}"
    cost = conflicts(model)[model].value(metrics)
    if metrics.valu:
        said += f"; {metrics.dual / metrics.valu:.0%} of its VALU instructions are dual".replace("%", " %")
    return f"{said}; bank conflicts cost {show(cost)} cycles ({model})"


def verdicts(lines: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """A line for each kernel of a file, given as its name and verdict; the name is left out where there is one only."""
    each = tuple(lines)
    return tuple(line if len(each) == 1 else f"{name}: {line}" for name, line in each)


def verdict_blocks(lines: Iterable[tuple[str, str]]) -> Iterator[Block]:
    """The verdicts as the first blocks of a page."""
    for line in verdicts(lines):
        bad: Tone = "bad" if "NOT proved" in line else "strong"
        yield Paragraph(text(Span(line, bad)))


def _speed(figure: WorkloadFigure, gpu: str) -> str:
    launch = "a full GPU" if figure.workgroups is None else f"{figure.workgroups:,} workgroups"
    said = speed(figure.before / figure.after) if figure.after else "no time"
    # "Radeon RX 7900 XTX (Navi 31)" is called RX 7900 XTX.
    return f"{said} predicted on {gpu.split(' (')[0].removeprefix('Radeon ')} ({launch})"


def _measured(tuning: Tuning) -> str:
    """The GPU's measurement of the chosen version; empty if there is none."""
    found = next((c.measured for c in tuning.candidates if c.outcome == "chosen"), None)
    if found is None or tuning.measured is None:
        return ""
    return f"{speed(found.value)} measured on {tuning.measured.device} (95 % {found.low:.3f} to {found.high:.3f}), "


def _limits(figure: WorkloadFigure) -> str:
    before, after = figure.limit_before, figure.limit_after
    if before.cause == after.cause:
        return f"still limited by {after.detail}"
    return f"was limited by {before.cause}, now by {after.detail}"


def _reason(kernel: KernelReport) -> str:
    """Why no pass changed the kernel: what the tuning says, or the pass whose code says most."""
    if kernel.tuning is not None and kernel.tuning.why:
        return kernel.tuning.why
    telling = (ran for ran in kernel.passes if ran.reason == kernel.reason)
    notes = (note for ran in telling for note in ran.notes if note.startswith(UNCHANGED))
    return next(notes, "no pass was run").removeprefix(f"{UNCHANGED}: ")
