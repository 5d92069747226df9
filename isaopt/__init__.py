"""isaopt: an ISA-level assembler workflow and register-bank optimiser for AMD RDNA3 and RDNA4 GPUs.

Each command is a function here: ``parse``, ``fmt``, ``dump``, ``optimize`` (``opt``), ``passes``, ``report``, ``diff``,
``lint`` (``repair`` for ``--fix``), ``emulate``, ``sim``, ``layout``, ``build``, ``disassemble``, ``doctor``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isaopt.api import batch as batch
    from isaopt.api import build as build
    from isaopt.api import calibrate as calibrate
    from isaopt.api import cdna_report as cdna_report
    from isaopt.api import cmake as cmake
    from isaopt.api import diff as diff
    from isaopt.api import diff_baseline as diff_baseline
    from isaopt.api import disassemble as disassemble
    from isaopt.api import doctor as doctor
    from isaopt.api import dump as dump
    from isaopt.api import emulate as emulate
    from isaopt.api import fmt as fmt
    from isaopt.api import hipcc as hipcc
    from isaopt.api import layout as layout
    from isaopt.api import lint as lint
    from isaopt.api import microbench as microbench
    from isaopt.api import opt as opt
    from isaopt.api import optimize as optimize
    from isaopt.api import parse as parse
    from isaopt.api import passes as passes
    from isaopt.api import picture as picture
    from isaopt.api import repair as repair
    from isaopt.api import report as report
    from isaopt.api import sim as sim
    from isaopt.api import triton as triton
    from isaopt.api import verify as verify

__version__ = "0.1.0"
__all__ = [
    "batch",
    "bench",
    "build",
    "calibrate",
    "cdna_report",
    "cmake",
    "diff",
    "diff_baseline",
    "disassemble",
    "doctor",
    "dump",
    "emulate",
    "fmt",
    "hipcc",
    "launch",
    "layout",
    "lint",
    "microbench",
    "opt",
    "optimize",
    "parse",
    "passes",
    "picture",
    "repair",
    "report",
    "sim",
    "triton",
    "verify",
]


def __getattr__(name: str) -> object:
    # Loaded when asked for: the solver takes longer to import than most commands take to run.
    if name in __all__:
        return getattr(import_module("isaopt.api"), name)
    raise AttributeError(f"module 'isaopt' has no attribute '{name}'")
