"""The HIP toolchain that ``scripts/fetch_hip.py`` lays out in ``.venv/hip``, for the tests that compile for real."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from scripts.fetch_hip import offloading_clang, unpacked_clang

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Hip:
    """``usr`` is the unpacked tree; ``flags`` point a clang at it, ``environment`` lets its programs run."""

    usr: Path
    clang: str

    @property
    def libraries(self) -> Path:
        return next(self.usr.glob("lib/*-linux-gnu"))

    @property
    def bitcode(self) -> Path:
        return self.libraries / "amdgcn" / "bitcode"

    @property
    def runtime(self) -> Path:
        return self.libraries / "libamdhip64.so.5"

    @property
    def flags(self) -> list[str]:
        # The headers are older than the compiler, which no longer defines the size of a wave.
        return [
            f"--rocm-path={self.usr}",
            f"--rocm-device-lib-path={self.bitcode}",
            "-D__AMDGCN_WAVEFRONT_SIZE=32",
            "-Wno-unused-value",
            "-O2",
        ]

    @property
    def link_flags(self) -> list[str]:
        return [f"-L{self.libraries}", f"-Wl,-rpath-link,{self.libraries}", "-lamdhip64"]

    @property
    def library_path(self) -> str:
        return os.pathsep.join(str(p) for p in (self.libraries, *self.usr.glob("lib/llvm-*/lib")))

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "LD_LIBRARY_PATH": self.library_path}


def find_hip() -> Hip:
    """The installation; skips the test where there is none."""
    root = Path(sys.prefix) / "hip"
    if not (root / "complete").is_file():
        pytest.skip("needs HIP, which `make hip` lays out where apt-get has Debian's packages")
    clang = offloading_clang() or unpacked_clang(root)
    if not clang:
        pytest.skip("needs a clang with clang-offload-bundler and lld beside it")
    return Hip(root / "usr", clang)
