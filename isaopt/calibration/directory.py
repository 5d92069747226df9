"""A suite as a directory: an ``.s`` file for each benchmark, and a manifest that says how to run them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from isaopt.calibration.benchmark import Benchmark, assembly, kernel_names
from isaopt.calibration.suite import benchmarks
from isaopt.errors import InputError, UsageError

MANIFEST = "manifest.json"


def suite_files(arch: str) -> dict[str, str]:
    """Every file of the suite of a target, by name: the sources and the manifest."""
    suite = benchmarks(arch)
    sources = {f"{b.name}.s": assembly(b, arch) for b in suite}
    document = {"arch": arch, "benchmarks": [_entry(b) for b in suite]}
    return {**sources, MANIFEST: json.dumps(document, indent=2) + "\n"}


def _entry(benchmark: Benchmark) -> Mapping[str, object]:
    short, long = kernel_names(benchmark)
    return {
        "name": benchmark.name,
        "title": benchmark.title,
        "file": f"{benchmark.name}.s",
        "kernels": {short: benchmark.short, long: benchmark.long},
        "waves": benchmark.waves,
        "workgroup_size": benchmark.waves * benchmark.wave_size,
        "data_bytes": benchmark.data_bytes,
        "parameters": list(benchmark.parameters),
    }


def read_suite(directory: str) -> tuple[str, tuple[Benchmark, ...]]:
    """The target of a suite directory and its benchmarks.

    Raises:
        UsageError: it is no directory with a suite.
        InputError: its manifest is none, or was written by a version that had other benchmarks.
    """
    path = Path(directory) / MANIFEST
    if not path.is_file():
        raise UsageError(f"has no {MANIFEST}", directory, hint="isaopt microbench -o DIR --arch GFX writes a suite")
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        arch, entries = document["arch"], document["benchmarks"]
        names = [entry["name"] for entry in entries]
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"not the manifest of a suite: {error}", str(path)) from None
    known = {b.name: b for b in benchmarks(arch)}
    for name, entry in zip(names, entries, strict=True):
        if name not in known or _entry(known[name]) != entry:
            raise InputError(f"benchmark '{name}' is not one of this version", str(path), hint="write the suite again")
    return arch, tuple(known[name] for name in names)
