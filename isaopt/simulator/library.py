"""The C of ``runtime/``, compiled once for this host: the event loop, and the following of waves."""

from __future__ import annotations

import ctypes
from functools import cache

from isaopt.simulator.operations import declarations
from isaopt.toolchain.native import compile_source, runtime_source

#: One after the other these are one source.
_PARTS = (
    "state", "caches", "wave", "issue", "arbitrate", "run", "values", "vector", "scalar", "accesses", "walk",
)  # fmt: skip


@cache
def library(arch: str) -> ctypes.CDLL:
    """The compiled source, by the clang that assembles for a target.

    Raises:
        MissingTool: there is no clang, or none that compiles for this host.
        IsaoptError: the host is none that compiled C runs on.
    """
    found = compile_source(declarations() + runtime_source("isaopt.simulator", *_PARTS), arch)
    found.engine_bytes.restype = found.engine_job_bytes.restype = ctypes.c_uint64
    found.follow_accesses.restype = found.follow_walk.restype = found.follow_bytes.restype = ctypes.c_int64
    return found
