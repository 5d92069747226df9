"""The C of ``runtime/``, compiled once for this host: packing of registers, and local search over them."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache

import numpy as np

from isaopt.toolchain.native import NativeRecord, compile_source, record_type, runtime_source

#: Any clang for these GPUs also compiles for the host; the solver itself needs no GPU.
_ANY_ARCH = "gfx1100"
_SEED = 0x9E3779B97F4A7C15


def structure(name: str) -> type[NativeRecord]:
    """The structure of this name in ``runtime/``."""
    return record_type(_source(), name)


@cache
def _source() -> str:
    return runtime_source("isaopt.solve", "graph", "pack", "chains")


@cache
def library() -> ctypes.CDLL:
    """The compiled source.

    Raises:
        MissingTool: there is no clang, or none that compiles for this host.
    """
    found = compile_source(_source(), _ANY_ARCH)
    found.solve_pack.restype, found.solve_chains.restype = ctypes.c_int64, None
    return found


def random_state(seed: int) -> int:
    """A state of the generator that is never 0."""
    return (_SEED + 2 * seed) % 2**64 | 1


def lists(rows: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Rows of numbers one after the other, and where each begins (one more than rows)."""
    first = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=first[1:])
    return first, np.fromiter((n for row in rows for n in row), dtype=np.int64, count=int(first[-1]))
