"""The C of ``runtime/``, compiled once for this host: the event loop, and the following of waves."""

from __future__ import annotations

import ctypes
from functools import cache

from isaopt.simulator.operations import declarations
from isaopt.toolchain.native import NativeRecord, compile_source, record_type, runtime_source

#: One after the other these are one source.
_PARTS = (
    "state", "caches", "wave", "issue", "arbitrate", "run", "values", "vector", "scalar", "accesses", "walk",
)  # fmt: skip


def structure(name: str) -> type[NativeRecord]:
    """The structure of this name in ``runtime/``."""
    return record_type(_source(), name)


@cache
def _source() -> str:
    return declarations() + runtime_source("isaopt.simulator", *_PARTS)


@cache
def library(arch: str) -> ctypes.CDLL:
    """The compiled source, by the clang that assembles for a target.

    Raises:
        MissingTool: there is no clang, or none that compiles for this host.
        IsaoptError: the host is none that compiled C runs on.
    """
    found = compile_source(_source(), arch)
    found.engine_bytes.restype = found.engine_job_bytes.restype = ctypes.c_uint64
    found.follow_accesses.restype = found.follow_walk.restype = found.follow_bytes.restype = ctypes.c_int64
    found.follow_bank_cycles.restype = ctypes.c_int64
    return found
