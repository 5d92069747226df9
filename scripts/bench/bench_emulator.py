"""The emulator's speed: one 128x128 tile of the SGEMM at K = 4096, on one core.

Promise: cold (Python's start, parsing, translating, compiling, running; nothing cached) under 4 s of processor time,
and at least 10 million wave instructions a second once compiled.  Times are of the processor, so that a busy machine
does not count against them; the elapsed time is printed beside.

Usage: python scripts/bench/bench_emulator.py [FILE.s ...]
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from isaopt.asm.parser import parse_text
from isaopt.asm.source import read_source
from isaopt.emulator.arguments import BufferArg, scalar
from isaopt.emulator.emulation import EmulationOptions, compile_kernel
from isaopt.emulator.launch import Geometry

SIZE = 4096
RUNS = 5
COLD_SECONDS, RATE = 4.0, 10e6
GRID, BLOCK = (1, 1, 1), (128, 1, 1)


def one_core() -> None:
    """Keeps this process, and what it starts, to one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def cold(path: str) -> tuple[float, float, int]:
    """Processor seconds, elapsed seconds and instructions of the whole command."""
    buffers = [
        {"kind": "buffer", "name": name, "dtype": "f32", "shape": [SIZE, SIZE], "init": init, "out": name == "c"}
        for name, init in (("a", "random:1"), ("b", "random:2"), ("c", "zeros"))
    ]
    scalars = [
        {"kind": "scalar", "name": name, "dtype": kind, "value": value}
        for name, kind, value in (("n", "i32", SIZE), ("alpha", "f32", 1), ("beta", "f32", 0))
    ]
    with tempfile.TemporaryDirectory() as directory:
        args = Path(directory) / "args.json"
        args.write_text(json.dumps(buffers + scalars))
        command = [sys.executable, "-m", "isaopt", "emulate", path, "--grid", "1", "--block", "128", "--json"]
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(
            [*command, "--args", str(args)],
            env={**os.environ, "ISAOPT_CACHE": str(Path(directory) / "cache")},
            capture_output=True,
            text=True,
            check=True,
        )
        elapsed, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, elapsed, json.loads(done.stdout)["instructions_executed"]


def warm(path: str, late: bool) -> float:
    """Wave instructions a processor second of the compiled kernel; the best of several runs."""
    module = parse_text(read_source(str(path)), str(path), None)
    compiled = compile_kernel(module, module.kernels[0], EmulationOptions(late=late))
    a, b, c = (np.ones((SIZE, SIZE), np.float32) for _ in range(3))
    args = (
        BufferArg("a", a),
        BufferArg("b", b),
        BufferArg("c", c, out=True),
        scalar("n", "i32", SIZE),
        scalar("alpha", "f32", 1),
        scalar("beta", "f32", 0),
    )
    best = 0.0
    for _ in range(RUNS):
        start = time.process_time()
        result = compiled.launch(Geometry(GRID, BLOCK), args)
        best = max(best, result.instructions_executed / (time.process_time() - start))
    return best


def main(paths: list[str]) -> int:
    one_core()
    kept = True
    print(f"{'file':24} {'instructions':>12} {'cold s':>7} {'elapsed s':>9} {'M/s':>7} {'M/s --late':>10}")
    for path in paths:
        seconds, elapsed, count = cold(path)
        rate, late = warm(path, False), warm(path, True)
        kept &= seconds < COLD_SECONDS and rate >= RATE
        print(f"{Path(path).name:24} {count:12} {seconds:7.2f} {elapsed:9.2f} {rate / 1e6:7.1f} {late / 1e6:10.1f}")
    print("promise kept" if kept else "promise NOT kept")
    return 0 if kept else 1


if __name__ == "__main__":
    kernels = Path(__file__).parents[2] / "kernels_s"
    sys.exit(main(sys.argv[1:] or [str(kernels / f"sgemm_{arch}.s") for arch in ("gfx1100", "gfx1201")]))
