"""Two versions of a kernel in the simulator, side by side; formats only, computes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from isaopt.plain import Json
from isaopt.reports.figures import count, speed_change
from isaopt.reports.page import Block, Bullets, Heading, Paragraph, Span, Table, table, text
from isaopt.reports.simulation import kernel_time_document
from isaopt.reports.simulation_blocks import Code, simulation_blocks

if TYPE_CHECKING:
    from isaopt.simulator.results import KernelTime
    from isaopt.tuning.replay import Replay


@dataclass(frozen=True, slots=True)
class SimulatedVersions:
    """The simulation of a kernel before and after: the run, or why there is none.

    ``before`` and ``after`` are the instructions of each version by their ordinals.
    """

    played: Replay | str
    before: Code
    after: Code


def replay_blocks(found: SimulatedVersions, full: bool = True) -> Iterator[Block]:
    """The section on the simulation: both versions in figures; ``full`` adds the plots and instructions of each."""
    yield Heading(3, text("Simulation"))
    played = found.played
    if isinstance(played, str):
        yield Paragraph(text(Span("Not simulated", "warn"), f": {played}."))
        return
    yield Paragraph(text(f"Predicted by isaopt sim for {played.gpu.title}, {played.setting.description}."))
    if played.doubt:
        yield Paragraph(text(Span("The two versions do not compare", "warn"), f": after, {played.doubt}."))
    yield _figures(played.before, played.after)
    if played.before.assumed:
        yield Bullets(tuple(text(f"assumed: {line}") for line in played.before.assumed))
    versions = (("before", played.before, found.before), ("after", played.after, found.after))
    for title, time, code in versions if full else ():
        yield Heading(4, text(f"Simulation of the version {title}"))
        yield from simulation_blocks(time, code)


def _figures(before: KernelTime, after: KernelTime) -> Table:
    rows: list[tuple[str | Span, ...]] = [
        ("cycles", count(before.cycles), count(after.cycles), speed_change(before.cycles, after.cycles)),
        ("waves/SIMD", str(before.waves_per_simd), str(after.waves_per_simd), ""),
        ("VALU utilisation", f"{before.valu_utilisation:.1%}", f"{after.valu_utilisation:.1%}", ""),
        ("dual issue", f"{before.dual_issue_rate:.1%}", f"{after.dual_issue_rate:.1%}", ""),
        ("TFLOPS", _tera(before), _tera(after), _change(before.flops_per_second, after.flops_per_second, 1)),
    ]
    reasons = sorted(before.stalls.keys() | after.stalls.keys(), key=lambda reason: -before.stalls.get(reason, 0))
    for reason in reasons:
        old, new = before.stalls.get(reason, 0.0), after.stalls.get(reason, 0.0)
        if round(old) or round(new):
            rows.append((f"stall: {reason}", count(old), count(new), _change(old, new, -1)))
    columns = ("figure", ">before", ">after", ">change")
    return table(columns, rows, "predicted for the launch; stalls in cycles, on average per wave")


def _tera(time: KernelTime) -> str:
    return f"{time.flops_per_second / 1e12:.3g}"


def _change(before: float, after: float, better: int) -> Span:
    if not before or before == after:
        return Span("")
    share = after / before - 1
    return Span(f"{share:+.1%}", "good" if share * better > 0 else "bad")


def with_replays(document: Mapping[str, Json], found: Mapping[str, SimulatedVersions]) -> dict[str, Json]:
    """The document of ``opt --report x.json``: that of the run, with the ``simulation`` of each kernel; None for an
    unchanged one."""
    kernels = document["kernels"]
    assert isinstance(kernels, Sequence)
    return {**document, "kernels": [_with_replay(kernel, found) for kernel in kernels]}


def _with_replay(kernel: Json, found: Mapping[str, SimulatedVersions]) -> Json:
    assert isinstance(kernel, Mapping)
    versions = found.get(str(kernel["name"]))
    return {**kernel, "simulation": None if versions is None else _replay_document(versions.played)}


def _replay_document(played: Replay | str) -> Json:
    if isinstance(played, str):
        return {"left_out": played}
    return {
        "gpu": played.gpu.title,
        "workload": played.setting.description,
        "not_comparable": played.doubt or None,
        "before": kernel_time_document(played.before),
        "after": kernel_time_document(played.after),
    }
