"""How long proofs take: each kernel against itself with its VGPRs renamed; seconds, cut points, peak memory.

Usage: ``scripts/bench/bench_verify.py [FILES]`` (default: every kernel of kernels_s/).
"""

from __future__ import annotations

import random
import resource
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from isaopt.asm.parser import parse_text  # noqa: E402
from isaopt.proof.verdict import verify_modules  # noqa: E402
from tests.check.renaming import random_permutation, rename_kernel  # noqa: E402


def main() -> int:
    paths = [Path(p) for p in sys.argv[1:]] or sorted((ROOT / "kernels_s").glob("*.s"))
    print(f"{'kernel':28} {'instructions':>12} {'cut points':>10} {'status':>10} {'seconds':>8}")
    for path in paths:
        module = parse_text(path.read_text(), path.name)
        for kernel in module.kernels:
            renamed = rename_kernel(module, kernel, random_permutation(module, kernel, random.Random(1)))
            start = time.perf_counter()
            proof = verify_modules(module, renamed, kernels=[kernel.name]).kernels[0]
            seconds = time.perf_counter() - start
            count = len(module.instructions(kernel))
            print(f"{path.stem:28} {count:12} {len(proof.blocks):10} {proof.status:>10} {seconds:8.2f}", flush=True)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
