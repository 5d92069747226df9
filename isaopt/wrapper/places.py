"""Where the files for other build systems are."""

from __future__ import annotations

from pathlib import Path


def cmake() -> Path:
    """The directory of the CMake package: what ``isaopt_DIR`` is to be set to."""
    return Path(__file__).resolve().parent.parent / "_cmake"
