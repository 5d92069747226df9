"""isaopt: an ISA-level assembler workflow and register-bank optimiser for AMD RDNA3 and RDNA4 GPUs.

Each command is a function here: ``parse``, ``fmt``, ``dump``, ``optimize`` (``opt``), ``passes``, ``report``, ``diff``,
``lint`` (``repair`` for ``--fix``), ``emulate``, ``sim``, ``layout``, ``build``, ``disassemble``, ``doctor``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isaopt.api import *

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
    "repair",
    "report",
    "run",
    "sim",
    "triton",
    "verify",
    "watch",
]


def __getattr__(name: str) -> object:
    # Loaded when asked for: the solver takes longer to import than most commands take to run.
    if name in __all__:
        return getattr(import_module("isaopt.api"), name)
    raise AttributeError(f"module 'isaopt' has no attribute '{name}'")
