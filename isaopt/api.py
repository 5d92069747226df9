"""Every command as a typed function: takes and returns dataclasses, raises ``isaopt.errors``, prints nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from isaopt.analysis.comparison import KernelComparison, compare
from isaopt.analysis.metrics import Metrics, kernel_metrics
from isaopt.analysis.operand_table import Row, operand_table
from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_module
from isaopt.asm.source import read_source
from isaopt.errors import UsageError
from isaopt.ir.program import Module
from isaopt.pipeline import Options, Result, optimize_module
from isaopt.target.banks import get_model


@dataclass(frozen=True, slots=True)
class ReportKernel:
    """One kernel's figures and its operand table."""

    name: str
    wave_size: int
    metrics: Metrics
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Report:
    path: str
    arch: str
    bank_model: str
    kernels: tuple[ReportKernel, ...]


@dataclass(frozen=True, slots=True)
class Diff:
    before: str
    after: str
    arch: str
    bank_model: str
    kernels: tuple[KernelComparison, ...]


def parse(path: str | Path, arch: str | None = None, keep_unknown: bool = False) -> Module:
    """Reads a ``.s`` file (or ``-``); raises :class:`isaopt.errors.InputError` with the position of what cannot be
    read."""
    return parse_text(read_source(str(path)), str(path), arch, keep_unknown)


def fmt(module: Module, normalize: bool = False) -> str:
    """The file's text: byte for byte, or with every instruction printed from the IR."""
    return print_module(module, normalize)


def optimize(module: Module, options: Options | None = None) -> Result:
    """Runs the passes, proves the result; see :func:`isaopt.pipeline.optimize_module`."""
    return optimize_module(module, options)


opt = optimize


def report(module: Module, bank_model: str = "gather2", kernels: Sequence[str] = ()) -> Report:
    """Figures and operand tables; raises :class:`isaopt.errors.UsageError` for an unknown model or kernel."""
    get_model(bank_model)
    known = {k.name for k in module.kernels}
    for name in kernels:
        if name not in known:
            raise UsageError(f"no kernel is called '{name}' (kernels: {', '.join(sorted(known)) or 'none'})")
    return Report(
        module.path,
        module.arch,
        bank_model,
        tuple(
            ReportKernel(
                k.name,
                k.wave_size,
                kernel_metrics(module, k, bank_model=bank_model),
                operand_table(module, k, bank_model),
            )
            for k in module.kernels
            if not kernels or k.name in kernels
        ),
    )


def diff(before: Module, after: Module, bank_model: str = "gather2") -> Diff:
    """The figures of two versions side by side; raises for files with no kernel in common or of different targets."""
    get_model(bank_model)
    return Diff(before.path, after.path, before.arch, bank_model, compare(before, after, bank_model))


def build(module: Module) -> bytes:
    """The code object (``.hsaco``) of a module; raises :class:`isaopt.errors.MissingTool` without clang and ld.lld."""
    from isaopt.toolchain.assemble import assemble, link
    from isaopt.toolchain.find import find_toolchain

    toolchain = find_toolchain(module.arch)
    obj = assemble(module.text(), module.arch, path=module.path, toolchain=toolchain)
    return link(obj, arch=module.arch, path=module.path, toolchain=toolchain)
