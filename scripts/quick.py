#!/usr/bin/env python3
"""The fast tests of what was changed since the branch left main, and of the main path in any case.

Usage: quick.py [PYTEST OPTIONS]

A folder of the package has its tests in the folder of the same name, a module of its own in ``tests/test_NAME.py``.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ALWAYS = (
    "test_pipeline.py",
    "asm",
    "cli/test_contract.py",
    "cli/test_errors.py",
    "linting/test_examples.py",
    "proof/test_verify.py",
)
FAST = "not slow and not browser and not hip and not campaign"


def changed() -> set[str]:
    """Paths that differ from where the branch left main, whether committed or not."""

    def git(*command: str) -> list[str]:
        done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False)
        return done.stdout.splitlines()

    bases = (git("merge-base", "HEAD", name) for name in ("main", "origin/main"))
    base = next((found[0] for found in bases if found), "HEAD")
    return {*git("diff", "--name-only", base), *git("ls-files", "--others", "--exclude-standard")}


def concerned(paths: Iterable[str]) -> Iterator[Path]:
    """The test files and folders that changes of these paths concern."""
    for path in map(Path, paths):
        match path.parts:
            case ("tests", folder, *inner):
                own = path.name.startswith("test_")
                if own or inner:
                    yield ROOT / path if own else ROOT / "tests" / folder
            case ("isaopt", module):
                yield ROOT / "tests" / f"test_{module}"
            case ("isaopt", folder, *_):
                yield ROOT / "tests" / folder
            case (("docs" | "editors" | "kernels_s") as folder, *_):
                yield ROOT / "tests" / folder


def main() -> int:
    """Pytest's exit code."""
    asked = {*filter(Path.exists, concerned(changed())), *(ROOT / "tests" / name for name in ALWAYS)}
    chosen = sorted(str(path) for path in asked if not asked & set(path.parents))
    return pytest.main(["-m", FAST, *sys.argv[1:], *chosen])


if __name__ == "__main__":
    sys.exit(main())
