"""isaopt: an ISA-level assembler workflow and register-bank optimiser for AMD RDNA3 and RDNA4 GPUs.

Each command is a function here: ``parse``, ``fmt``, ``dump``, ``optimize`` (``opt``), ``passes``, ``report``, ``diff``,
``lint`` (``repair`` for ``--fix``), ``emulate``, ``sim``, ``layout``, ``build``, ``disassemble``, ``doctor``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isaopt.analysis.figures.comparison import Diff
    from isaopt.analysis.figures.matrix_layout import MatrixLayout
    from isaopt.analysis.figures.matrix_layout import matrix_layout as layout
    from isaopt.analysis.figures.picture import Picture
    from isaopt.analysis.figures.read_only import ReadOnlyReport, read_only_report
    from isaopt.analysis.figures.records import InstructionRecord
    from isaopt.api import (
        Report,
        ReportKernel,
        build,
        calibrate,
        diff,
        diff_baseline,
        dump,
        emulate,
        fmt,
        lint,
        lsp,
        opt,
        optimize,
        parse,
        picture,
        repair,
        report,
        sim,
        verify,
    )
    from isaopt.calibration.suite import suite_files as microbench
    from isaopt.disassembly.inputs import disassemble
    from isaopt.hip.hwcheck import hwcheck
    from isaopt.hip.run import bench, launch
    from isaopt.libraries.run import batch
    from isaopt.linting.fixes import Repaired
    from isaopt.linting.model import Finding
    from isaopt.outcome import Options, Result
    from isaopt.toolchain.survey import Findings
    from isaopt.toolchain.survey import survey as doctor
    from isaopt.transform.registry import PassInfo, PassOptions
    from isaopt.transform.registry import pass_infos as passes
    from isaopt.virtual.run import run_program as run
    from isaopt.watching import watch
    from isaopt.wrapper.compile import hipcc
    from isaopt.wrapper.places import cmake
    from isaopt.wrapper.triton import triton

__version__ = "0.1.0"
__all__ = [
    "Diff",
    "Finding",
    "Findings",
    "InstructionRecord",
    "MatrixLayout",
    "Options",
    "PassInfo",
    "PassOptions",
    "Picture",
    "ReadOnlyReport",
    "Repaired",
    "Report",
    "ReportKernel",
    "Result",
    "batch",
    "bench",
    "build",
    "calibrate",
    "cmake",
    "diff",
    "diff_baseline",
    "disassemble",
    "doctor",
    "dump",
    "emulate",
    "fmt",
    "hipcc",
    "hwcheck",
    "launch",
    "layout",
    "lint",
    "lsp",
    "microbench",
    "opt",
    "optimize",
    "parse",
    "passes",
    "picture",
    "read_only_report",
    "repair",
    "report",
    "run",
    "sim",
    "triton",
    "verify",
    "watch",
]


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


if not TYPE_CHECKING:

    def __getattr__(name):
        # Loaded when asked for: the solver takes longer to import than most commands take to run.
        if name in __all__:
            return getattr(import_module("isaopt.api"), name)
        raise AttributeError(f"module 'isaopt' has no attribute '{name}'")
