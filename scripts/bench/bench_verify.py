"""How long proofs take: each kernel against itself with its VGPRs renamed; seconds, cut points, peak memory.

Usage: ``scripts/bench/bench_verify.py [--grow N] [--reorder] [FILES]`` (default: every kernel of kernels_s/).
``--grow 2000`` repeats the longest run of vector operations of each kernel until it has that many instructions, and
``--reorder`` exchanges independent neighbours of the renamed kernel, as often as it has instructions.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Kernel, Module
from isaopt.proof.verdict import verify_modules
from tests.proof.legal import reordered
from tests.renaming import random_permutation, rename_kernel

_VECTOR = re.compile(r"\s+v_(?!cmp|read|write)")


def grown(module: Module, kernel: Kernel, size: int) -> Module:
    """The module with the longest run of a kernel's vector operations repeated, to so many instructions."""
    lines = module.text().splitlines(keepends=True)
    code = {item.line - 1 for _, item in module.instructions(kernel)}
    best = range(0)
    start = 0
    for number in range(len(lines) + 1):
        if number == len(lines) or number not in code or not _VECTOR.match(lines[number]):
            best, start = max(best, range(start, number), key=len), number + 1
    if not best:
        return module
    run = lines[best.start : best.stop]
    times = max(0, -(-(size - len(code)) // len(run)))
    return parse_text("".join([*lines[: best.stop], *run * times, *lines[best.stop :]]), module.path)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--grow", type=int, default=0, metavar="N", help="instructions of each kernel at least")
    parser.add_argument("--reorder", action="store_true", help="exchange independent instructions too")
    options = parser.parse_args()
    paths = options.files or sorted((ROOT / "kernels_s").glob("*.s"))
    print(f"{'kernel':28} {'instructions':>12} {'cut points':>10} {'status':>10} {'seconds':>8}")
    for path in paths:
        original = parse_text(path.read_text(), path.name)
        for name in [kernel.name for kernel in original.kernels]:
            module = grown(original, original.kernel(name), options.grow)
            kernel = module.kernel(name)
            count = len(module.instructions(kernel))
            renamed = rename_kernel(module, kernel, random_permutation(module, kernel, random.Random(1)))
            if options.reorder:
                renamed = reordered(renamed, renamed.kernel(name), random.Random(1), count)
            start = time.perf_counter()
            proof = verify_modules(module, renamed, kernels=[name]).kernels[0]
            seconds = time.perf_counter() - start
            print(f"{path.stem:28} {count:12} {len(proof.blocks):10} {proof.status:>10} {seconds:8.2f}", flush=True)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
