"""The pages and documents of ``sim``: predicted cycles, stalls, parameters and their sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from isaopt.plain import Json, picked, plain
from isaopt.reports.figures import count
from isaopt.reports.page import Block, Bullets, Heading, Page, Paragraph, Span, table, text
from isaopt.reports.simulation_blocks import Code, simulation_blocks
from isaopt.simulator.limits import limit_of

if TYPE_CHECKING:
    from isaopt.simulator.results import KernelTime, LeftOut, PredictedLaunch, Simulation
    from isaopt.simulator.roofline import Roofline
    from isaopt.simulator.sensitivity import Sensitivity
    from isaopt.target.gpus import Gpu, Parameter


def simulation_document(simulation: Simulation) -> dict[str, Json]:
    """The document of ``sim --json``."""
    return {
        **picked(simulation, "gpu", "arch"),
        "set": list(simulation.changed),
        "kernels": [
            {**kernel_time_document(launched[0].time), "launches": [_launch_document(each) for each in launched]}
            for launched in simulation.launches
        ],
        "assumed": list(simulation.assumed),
        "left_out": _left_out_document(simulation.left_out),
    }


def _launch_document(launched: PredictedLaunch) -> Json:
    """One launch for which a kernel was predicted."""
    cycles = round(launched.time.cycles, 1)
    return {
        **picked(launched, "name", "description", "workgroups"),
        "cycles": cycles,
        **picked(launched.time, "seconds"),
    }


def _left_out_document(left_out: Sequence[LeftOut]) -> Json:
    """Kernels without figures, and why."""
    return [{"name": k.name, "line": k.line or None, "reason": k.reason} for k in left_out]


def _left_out_blocks(left_out: Sequence[LeftOut]) -> Iterator[Block]:
    for kernel in left_out:
        yield Heading(2, text(Span(kernel.name, code=True), ": left out"))
        yield Paragraph(text(kernel.reason + (f" (line {kernel.line})" if kernel.line else "")))


def kernel_time_document(kernel: KernelTime) -> dict[str, Json]:
    """A kernel's time in ``sim --json``."""
    loop = ("label", "cycles_per_iteration", "simd_cycles_per_iteration", "iterations", "simulated")
    return {
        **picked(kernel, "name", "waves_per_simd", "workgroups", "seconds", "stalls", "flops_per_second"),
        "cycles": round(kernel.cycles, 1),
        "valu_utilisation": round(kernel.valu_utilisation, 6),
        "dual_issue_rate": round(kernel.dual_issue_rate, 6),
        "limit": plain(limit_of(kernel)),
        "loops": [picked(each, *loop) for each in kernel.loops],
        "roofline": None if kernel.roofline is None else _roofline_document(kernel.roofline),
    }


def _roofline_document(roofline: Roofline) -> Json:
    level = ("name", "bytes", "flops_per_byte", "bytes_per_second", "source")
    return {
        **picked(roofline, "flops", "flops_per_second", "bound"),
        "attainable_flops_per_second": roofline.attainable,
        "ceilings": [picked(each, "name", "flops_per_second", "source") for each in roofline.ceilings],
        "levels": [picked(each, *level) for each in roofline.levels],
    }


def simulation_page(simulation: Simulation, code: Mapping[str, Code] | None = None) -> Page:
    """The page of a simulation; ``code`` are the instructions of each kernel, for a format that has room for plots
    and for what each instruction costs."""
    title = f"{simulation.path} on {simulation.title}"
    blocks: list[Block] = [Heading(1, text(Span(simulation.path, code=True), f" on {simulation.title}"))]
    if simulation.changed:
        blocks.append(Paragraph(text("parameters set: " + ", ".join(simulation.changed))))
    for launched in simulation.launches:
        kernel = launched[0].time
        blocks += _kernel_blocks(kernel, launched)
        if code is not None:
            blocks += simulation_blocks(kernel, code[kernel.name])
    blocks += _left_out_blocks(simulation.left_out)
    if simulation.assumed:
        blocks.append(Heading(2, text("Assumed")))
        blocks.append(Bullets(tuple(text(line) for line in simulation.assumed)))
    return Page(title, tuple(blocks))


def _kernel_blocks(kernel: KernelTime, launches: Sequence[PredictedLaunch]) -> list[Block]:
    others = [(f"cycles, {x.name}", count(x.time.cycles), x.description) for x in launches[1:]]
    figures = [
        ("cycles", count(kernel.cycles), f"{launches[0].name}: {launches[0].description}"),
        ("limit", limit_of(kernel).detail, ""),
        *others,
        ("seconds", _seconds(kernel.seconds), "at the model's clock"),
        ("waves/SIMD", str(kernel.waves_per_simd), f"{kernel.workgroups} workgroups on a CU or WGP"),
        ("VALU utilisation", f"{kernel.valu_utilisation:.1%}", "cycles in which a SIMD's vector ALU is busy"),
        ("dual issue", f"{kernel.dual_issue_rate:.1%}", "of vector instructions"),
        ("TFLOPS", f"{kernel.flops_per_second / 1e12:.3g}", "of the GPU"),
    ]
    blocks: list[Block] = [
        Heading(2, text(Span(kernel.name, code=True))),
        table(("figure", ">value", "~"), figures),
    ]
    if kernel.loops:
        rows = [
            (
                Span(loop.label, code=True),
                f"{loop.iterations}",
                _decimal(loop.cycles_per_iteration),
                _decimal(loop.simd_cycles_per_iteration),
            )
            for loop in kernel.loops
        ]
        columns = ("loop", ">iterations", ">cycles per\niteration", ">of the\nSIMD")
        blocks.append(
            table(columns, rows, "loops: time of an iteration with the other waves running, and its share of the SIMD")
        )
    if kernel.stalls:
        total = sum(kernel.stalls.values())
        reasons = [
            (reason, count(cycles), f"{cycles / total:.1%}")
            for reason, cycles in sorted(kernel.stalls.items(), key=lambda item: -item[1])
        ]
        held = ("held back by", ">cycles", ">share")
        blocks.append(table(held, reasons, "stalls of a wave, on average"))
    return blocks


def _decimal(number: float | None) -> str:
    return "–" if number is None else f"{number:.1f}"


def _seconds(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.4g} {unit}"
    return f"{seconds * 1e9:.4g} ns"


def _others(parameter: Parameter) -> str:
    return "; ".join(f"{o.value} ({o.source})" for o in parameter.others)


def parameters_page(gpu: Gpu) -> Page:
    """Every parameter of a model with its source."""
    rows = [
        (Span(p.name, code=True), str(p.value), p.confidence, _words(p.unit, p.source, _others(p)))
        for _, p in sorted(gpu.parameters.items())
    ]
    columns = ("parameter", ">value", "confidence", "~meaning")
    blocks = (Heading(1, text(f"{gpu.title}, {gpu.arch}")), table(columns, rows))
    return Page(f"parameters of {gpu.name}", blocks)


def _words(unit: str, source: str, others: str) -> str:
    return f"{unit}. {source}" + (f". Other: {others}" if others else "")


def parameters_document(gpu: Gpu) -> dict[str, Json]:
    """The parameters as JSON: a GPU model that ``--gpu FILE.json`` reads."""
    parameters = {name: parameter_document(p) for name, p in sorted(gpu.parameters.items())}
    return {**picked(gpu, "title", "arch"), "parameters": parameters}


def parameter_document(parameter: Parameter) -> dict[str, Json]:
    """A parameter as it is written in the file of a GPU model."""
    found = picked(parameter, "value", "unit", "source", "confidence")
    if parameter.choices:
        found["choices"] = list(parameter.choices)
    if parameter.low is not None and parameter.high is not None:
        found["range"] = [parameter.low, parameter.high]
    if parameter.others:
        found["others"] = plain(parameter.others)
    return found


def sensitivity_page(
    path: str, gpu: str, kernels: Mapping[str, Sequence[Sensitivity]], left_out: Sequence[LeftOut] = ()
) -> Page:
    """How the cycles of each kernel change with the open parameters."""
    blocks: list[Block] = [Heading(1, text(Span(path, code=True), f" on {gpu}: sensitivity"))]
    for name, rows in kernels.items():
        blocks.append(Heading(2, text(Span(name, code=True))))
        columns = ("parameter", ">default", "confidence", "~cycles at another value")
        shown = [
            (
                Span(row.name, code=True),
                str(row.default),
                row.confidence,
                ", ".join(f"{value}: {ratio - 1:+.1%}" for value, ratio in row.results.items()),
            )
            for row in rows
        ]
        blocks.append(table(columns, shown))
    blocks += _left_out_blocks(left_out)
    return Page(f"{path}: sensitivity", tuple(blocks))


def sensitivity_document(
    gpu: str, kernels: Mapping[str, Sequence[Sensitivity]], left_out: Sequence[LeftOut] = ()
) -> dict[str, Json]:
    """The same as JSON."""
    return {
        "gpu": gpu,
        "kernels": [
            {
                "name": name,
                "parameters": [
                    {**picked(r, "name", "default", "confidence"), "cycles": plain(r.results)} for r in rows
                ],
            }
            for name, rows in kernels.items()
        ],
        "left_out": _left_out_document(left_out),
    }
