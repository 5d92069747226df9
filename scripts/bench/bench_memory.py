"""Throughput against size: where the levels of the memory hierarchy end, as predicted.

python scripts/bench/bench_memory.py [GPU ...]

A kernel that reads, one that copies, one whose lanes lie 128 bytes apart, a transpose, a stencil of three rows (GB/s of
what lanes need), and an SGEMM (TFLOPS).
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from isaopt.target.gpus import get_gpu
from tests.simulator.memory_kernels import (
    COPY,
    READ,
    STENCIL,
    TRANSPOSE,
    flat,
    matrices,
    predicted,
    rows,
    strided,
)

MB = 1 << 20
SIZES = (1, 2, 4, 6, 8, 16, 32, 64, 96, 128, 192, 256, 512)
WIDTHS = (256, 512, 1024, 2048, 4096, 8192)


def curves(gpu: str) -> None:
    target = get_gpu(gpu).arch
    print(f"{gpu}\n{'MB':>6} {'read':>7} {'copy':>7} {'strided':>7}")
    for size in SIZES:
        row = (flat(READ, size * MB, gpu), flat(COPY, size * MB, gpu), strided(size * MB, 128, gpu))
        print(f"{size:6} " + " ".join(f"{rate / 1e9:7.0f}" for rate in row))
    print(f"{'width':>6} {'transp.':>7} {'stencil':>7} {'sgemm':>7}")
    for width in WIDTHS:
        cells = [f"{rows(lines, width, width, gpu) / 1e9:7.0f}" for lines in (TRANSPOSE, STENCIL)]
        module, launch = matrices(f"sgemm_{'gfx1201' if target.startswith('gfx12') else 'gfx1100'}", width)
        cells.append(f"{2 * width**3 / predicted(module, launch, gpu).seconds / 1e12:7.1f}")
        print(f"{width:6} " + " ".join(cells))


if __name__ == "__main__":
    for name in sys.argv[1:] or ["rx7900xtx"]:
        curves(name)
