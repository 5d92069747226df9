"""Inspects a command line without loading anything: most files of a build do not concern isaopt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

_OPTIONS = ("--offload", "--cuda-gpu-arch", "--cuda-device-only", "--genco", "-xhip", "-fgpu-rdc", "@", "--config")


def may_offload(command: Sequence[str]) -> bool:
    """Whether the compiler may be asked for GPU code; a wrong True only costs time."""
    if "hipcc" in PurePath(command[0]).name:
        return True
    for before, argument in zip(("", *command), command, strict=False):
        if argument.startswith(_OPTIONS) or argument.endswith((".hip", ".cu")):
            return True
        if argument == "hip" and before == "-x":
            return True
    return False
