"""Every command as a typed function that takes and returns dataclasses, raises ``isaopt.errors`` and prints nothing.

A function imports what it runs when it is called, and names defined in other modules are looked up on first use: the
solver and the prover take longer to import than most commands take to run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_module
from isaopt.asm.source import read_source
from isaopt.errors import MissingTool, UsageError
from isaopt.ir.choose import chosen_kernels
from isaopt.ir.program import Kernel, Module
from isaopt.target.bank_models import DEFAULT_MODEL, get_model

if TYPE_CHECKING:
    from isaopt.analysis.figures.comparison import Diff
    from isaopt.analysis.figures.limits import OccupancyLimits
    from isaopt.analysis.figures.metrics import Metrics
    from isaopt.analysis.figures.operand_table import OperandRow
    from isaopt.analysis.figures.picture import Picture
    from isaopt.analysis.figures.records import InstructionRecord
    from isaopt.calibration.fit import Calibration
    from isaopt.calibration.measurement import Results
    from isaopt.certificate import Certificate
    from isaopt.emulator.arguments import Arg
    from isaopt.emulator.emulation import Emulation
    from isaopt.emulator.emulation import EmulationOptions as EmulatorOptions
    from isaopt.linting.fixes import Repaired
    from isaopt.linting.model import Finding
    from isaopt.outcome import Options, Progress, Result
    from isaopt.proof.verdict import Verification, WitnessSearch
    from isaopt.simulator.simulation import Simulation, Workload
    from isaopt.toolchain.find import Toolchain

#: Public names defined in other modules: the module, and the name there if it differs.
_ELSEWHERE = {
    "Diff": "analysis.figures.comparison",
    "ReadOnlyReport": "analysis.figures.read_only",
    "Finding": "linting.model",
    "Findings": "toolchain.survey",
    "MatrixLayout": "analysis.figures.matrix_layout",
    "Options": "outcome",
    "PassInfo": "transform.registry",
    "PassOptions": "transform.registry",
    "Picture": "analysis.figures.picture",
    "InstructionRecord": "analysis.figures.records",
    "Repaired": "linting.fixes",
    "Result": "outcome",
    "batch": "libraries.run",
    "bench": "hip.run",
    "read_only_report": "analysis.figures.read_only",
    "cmake": "wrapper.places",
    "disassemble": "disassembly.inputs",
    "hipcc": "wrapper.compile",
    "hwcheck": "hip.hwcheck",
    "launch": "hip.run",
    "run": "virtual.run:run_program",
    "triton": "wrapper.triton",
    "microbench": "calibration.suite:suite_files",
    "layout": "analysis.figures.matrix_layout:matrix_layout",
    "doctor": "toolchain.survey:survey",
    "passes": "transform.registry:pass_infos",
    "watch": "watching",
}


if not TYPE_CHECKING:

    def __getattr__(name):
        if name not in _ELSEWHERE:
            raise AttributeError(f"module 'isaopt.api' has no attribute '{name}'")
        module, _, own = _ELSEWHERE[name].partition(":")
        return getattr(import_module(f"isaopt.{module}"), own or name)


@dataclass(frozen=True, slots=True)
class ReportKernel:
    """A kernel's figures, what limits its occupancy, and its instruction table.

    ``blocked`` says why ``opt`` leaves the kernel unchanged; it is empty if it does not.
    """

    name: str
    wave_size: int
    metrics: Metrics
    limits: OccupancyLimits
    blocked: tuple[str, ...]
    rows: tuple[OperandRow, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of a file under a register-file model."""

    path: str
    arch: str
    bank_model: str
    kernels: tuple[ReportKernel, ...]


def parse(path: str | Path, arch: str | None = None, keep_unknown: bool = False, read_only: bool = False) -> Module:
    """Reads a ``.s`` file (or ``-``) or a code object (see :func:`disassemble`); raises
    :class:`isaopt.errors.InputError` with the position of the fault. ``read_only`` also accepts read-only targets,
    which only ``fmt``, ``dump``, ``lint`` and ``read_only_report`` support."""
    return parse_text(read_source(str(path), arch), str(path), arch, keep_unknown, read_only)


def fmt(module: Module, normalize: bool = False) -> str:
    """The file's text: byte for byte, or with every instruction printed from the IR."""
    return print_module(module, normalize)


def dump(module: Module) -> tuple[InstructionRecord, ...]:
    """What the IR knows of every instruction of the file."""
    from isaopt.analysis.figures.records import instruction_records

    return tuple(instruction_records(module))


def optimize(module: Module, options: Options | None = None, progress: Progress = lambda _: None) -> Result:
    """Runs the passes and proves the result; see :func:`isaopt.pipeline.optimize_module`."""
    from isaopt.pipeline import optimize_module

    return optimize_module(module, options, progress)


opt = optimize


def report(module: Module, bank_model: str = DEFAULT_MODEL, kernels: Sequence[str] = ()) -> Report:
    """Figures and operand tables. Raises :class:`isaopt.errors.UsageError` for an unknown model or kernel, and
    :class:`isaopt.errors.InputError` for a read-only target, whose figures :func:`read_only_report` returns."""
    get_model(bank_model)
    chosen = chosen_kernels(module.kernels, kernels)
    return Report(
        module.path, module.arch, bank_model, tuple(_report_kernel(module, kernel, bank_model) for kernel in chosen)
    )


def _report_kernel(module: Module, kernel: Kernel, bank_model: str) -> ReportKernel:
    from isaopt.analysis.figures.limits import limits_of
    from isaopt.analysis.figures.metrics import kernel_metrics
    from isaopt.analysis.figures.operand_table import operand_table
    from isaopt.analysis.flow.blockers import blockers

    return ReportKernel(
        kernel.name,
        kernel.wave_size,
        kernel_metrics(module, kernel, bank_model=bank_model, addresses=True),
        limits_of(module, kernel),
        tuple(dict.fromkeys(f"{b.message} (line {module.items[b.item].line})" for b in blockers(module, kernel))),
        operand_table(module, kernel),
    )


def picture(module: Module, kernel: str) -> Picture:
    """Register pressure, the register map and the bank reads over time, as reports draw them; ``KeyError`` for an
    unknown kernel."""
    from isaopt.analysis.figures.metrics import kernel_metrics
    from isaopt.analysis.figures.picture import kernel_picture

    found = module.kernel(kernel)
    return kernel_picture(module, found, kernel_metrics(module, found).vgprs)


def diff(before: Module, after: Module, bank_model: str = DEFAULT_MODEL) -> Diff:
    """The figures of two versions side by side, with kernels matched by name.

    Raises:
        UsageError: unknown register-file model.
        InputError: the files have no kernel in common, or have different targets.
    """
    from isaopt.analysis.figures.comparison import compare

    get_model(bank_model)
    return compare(before, after, bank_model)


def diff_baseline(baseline: str, path: str, after: Module, bank_model: str = DEFAULT_MODEL) -> Diff:
    """Compares a file with the figures of an earlier version, as ``report --json`` wrote them (the text ``baseline``,
    read from ``path``); kernels are matched by name.

    Raises:
        UsageError: unknown register-file model.
        InputError: the text is not a baseline, or has none of the file's kernels.
    """
    from isaopt.analysis.figures.comparison import compare_with_baseline, read_baseline

    get_model(bank_model)
    return compare_with_baseline(read_baseline(baseline, path, bank_model), path, after, bank_model)


def lint(
    module: Module, enable: Sequence[str] = (), disable: Sequence[str] = (), kernels: Sequence[str] = ()
) -> tuple[Finding, ...]:
    """Findings of the static checks, by line. ``enable`` names the rules to run (all if None), ``disable`` those to
    leave out.

    Raises :class:`isaopt.errors.UsageError` for an unknown rule or kernel.
    """
    from isaopt.linting.registry import choose_rules
    from isaopt.linting.run import lint_module

    return lint_module(module, choose_rules(enable, disable), kernels)


def lsp(arch: str | None = None) -> None:
    """Serves an editor on standard input and output until it disconnects; ``arch`` is the target of texts that name
    none.

    Raises :class:`isaopt.errors.MissingTool` without pygls.
    """
    try:
        from isaopt.languageserver.server import serve
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        raise MissingTool("the language server needs pygls", hint="pip install 'isaopt[lsp]'") from None
    serve(arch)


def repair(
    module: Module,
    enable: Sequence[str] = (),
    disable: Sequence[str] = (),
    kernels: Sequence[str] = (),
    keep_unknown: bool = False,
) -> Repaired:
    """Makes the mechanical repairs of ``lint --fix`` and returns the findings that remain; arguments as for
    :func:`lint`."""
    from isaopt.linting.fixes import repair_module
    from isaopt.linting.registry import choose_rules

    return repair_module(module, choose_rules(enable, disable), kernels, keep_unknown)


def build(module: Module) -> bytes:
    """The code object (``.hsaco``) of a module; raises :class:`isaopt.errors.MissingTool` without clang and ld.lld."""
    from isaopt.toolchain.assemble import assemble, link
    from isaopt.toolchain.find import find_toolchain

    toolchain = find_toolchain(module.arch)
    obj = assemble(module.text(), module.arch, path=module.path, toolchain=toolchain)
    return link(obj, arch=module.arch, path=module.path, toolchain=toolchain)


def emulate(
    module: Module,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    args: Sequence[Arg] = (),
    *,
    kernel: str | None = None,
    options: EmulatorOptions | None = None,
    toolchain: Toolchain | None = None,
) -> Emulation:
    """Runs a kernel on the CPU, bit-exactly. ``grid`` counts workgroups, ``block`` the work-items of one.

    Changes the buffers of ``args`` in place.

    Raises:
        InputError: an instruction is not supported.
        CheckFailed: the kernel does something illegal; the message names the instruction, wave and lane.
        UsageError: the arguments do not fit the kernel.
        MissingTool: there is no clang.
    """
    from isaopt.emulator.emulation import compile_kernel, pick_kernel
    from isaopt.emulator.launch import Geometry

    compiled = compile_kernel(module, pick_kernel(module, kernel), options, toolchain)
    return compiled.launch(Geometry(grid, block), args)


def sim(
    module: Module,
    gpu: str | None = None,
    values: Mapping[str, int | float | str] | None = None,
    workload: Workload | None = None,
    kernels: Sequence[str] = (),
) -> Simulation:
    """Predicts cycles on a modelled GPU. ``gpu`` is its name or a JSON file (None: the model for the file's target),
    and ``values`` sets parameters by their dotted names. ``workload`` is the launch to predict for; without one, a
    large and a small launch are made up, the same as for ``optimize``.

    Raises :class:`isaopt.errors.UsageError` for an unknown GPU, parameter, kernel or loop and for a launch that does
    not fit, and :class:`isaopt.errors.InputError` for a kernel whose path cannot be followed.
    """
    from isaopt.simulator.simulation import simulate_module
    from isaopt.tuning.workloads import launches

    return simulate_module(module, gpu, values, workload, kernels, launches if workload is None else None)


def calibrate(
    results: Results, gpu: str | None = None, only: Sequence[str] = (), progress: Progress = lambda _: None
) -> Calibration:
    """Fits a GPU model (default: the one for the target) to the results of a suite.

    Raises:
        UsageError: unknown GPU or benchmark, or results without any benchmark of this version.
    """
    from isaopt.calibration.fit import fit
    from isaopt.calibration.measurement import pace
    from isaopt.calibration.prediction import BenchmarkPredictor
    from isaopt.calibration.suite import benchmarks
    from isaopt.target.gpus import get_gpu, gpu_for

    suite = benchmarks(results.arch)
    known = {b.name for b in suite}
    for name in only:
        if name not in known:
            raise UsageError(f"no benchmark is called '{name}'", hint="isaopt microbench --list lists them")
    paces = {b.name: pace(b, results) for b in suite if not only or b.name in only}
    measured = {name: found for name, found in paces.items() if found is not None}
    if not measured:
        raise UsageError("the results have no benchmark of this version of the suite")
    return fit(get_gpu(gpu or gpu_for(results.arch)), suite, measured, BenchmarkPredictor(results.arch), progress)


def verify(
    before: Module,
    after: Module,
    kernels: Sequence[str] = (),
    assumptions: Sequence[str] = (),
    witness: WitnessSearch | None = None,
    search: bool = True,
    certificate: Certificate | None = None,
) -> Verification:
    """Proves the kernels of ``after`` equal to those of ``before``; see :func:`isaopt.proof.verdict.verify_modules`.

    ``certificate`` supplies the versions between the two (:func:`isaopt.certificate.verify_certified`). If a proof
    fails and ``search`` is set, a launch that shows a difference is searched for: with ``witness``, or in the emulator
    on launches made up from the metadata.
    """
    from isaopt.certificate import verify_certified
    from isaopt.proof.verdict import verify_modules

    if search and witness is None:
        from isaopt.emulator.witness import EmulatedWitness

        witness = EmulatedWitness()
    searched = witness if search else None
    if certificate is not None:
        return verify_certified(before, after, certificate, kernels, assumptions, searched)
    return verify_modules(before, after, kernels, assumptions, searched)
