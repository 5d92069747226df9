"""The places of the files for other build systems."""

from __future__ import annotations

from pathlib import Path


def cmake() -> Path:
    """The directory of the CMake package, for ``isaopt_DIR``."""
    return Path(__file__).resolve().parent.parent / "_cmake"
