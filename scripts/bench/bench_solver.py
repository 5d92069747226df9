#!/usr/bin/env python3
"""Run `isaopt opt` on real kernels and print what the solver promises next to what was measured.

Usage: bench_solver.py [KERNEL.s ...] [--effort N]

Without kernels: those of kernels_s/ that have a promise, and a kernel of about 10,000 instructions that clang makes of
kernels_s/src/nbody.hip by unrolling its loop (left out where there is no clang). CPU seconds are user and system time
of the whole command, which other work on the machine disturbs least; the promises are for its wall time on two idle
cores.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KERNELS = ROOT / "kernels_s"
PROMISED_SECONDS = {
    "sgemm_gfx1100": 60,
    "nbody_gfx1100": 20,
    "triton_gemm_fp32_gfx1100": 60,
    "triton_gemm_fp32_gfx1201": 60,
    "nbody_unrolled": 300,
}
UNROLL = 512


def unrolled(folder: Path) -> Path | None:
    """An n-body kernel of about 10,000 instructions; None without clang."""
    clang = shutil.which("clang-22") or shutil.which("clang")
    if clang is None:
        return None
    source, output = folder / "nbody_unrolled.hip", folder / "nbody_unrolled.s"
    text = (KERNELS / "src" / "nbody.hip").read_text()
    source.write_text(text.replace("THREADS = 256", "THREADS = 1024").replace("_count(8)", f"_count({UNROLL})"))
    flags = ["-x", "hip", "--offload-device-only", "--offload-arch=gfx1100", "-nogpuinc", "-nogpulib", "-O3", "-S"]
    include = ["-I", str(KERNELS / "src"), "-std=c++20"]
    subprocess.run([clang, *flags, *include, str(source), "-o", str(output)], check=True)
    return output


def measure(path: Path, effort: int, folder: Path) -> None:
    """Optimise one file in a process of its own and print its figures."""
    command = [sys.executable, "-m", "isaopt", "opt", str(path), "-o", str(folder / "out.s"), "--json"]
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([*command, "--effort", str(effort)], capture_output=True, text=True, check=False)
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - begun
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    promise = PROMISED_SECONDS.get(path.stem)
    promised = "" if promise is None else f", promised {promise} s"
    print(f"{path.stem}: {cpu:.0f} s CPU, {wall:.0f} s wall{promised}")
    if done.returncode:
        print(f"  exit {done.returncode}: {done.stderr.strip()}")
        return
    for kernel in json.loads(done.stdout)["kernels"]:
        old, new = kernel["before"], kernel["after"]
        print(
            f"  {old['instructions']} instructions, VGPRs {old['vgprs']} -> {new['vgprs']}, "
            f"waves {old['occupancy_waves_per_simd']} -> {new['occupancy_waves_per_simd']}, {kernel['verify']}"
        )
        for item in kernel["passes"]:
            for level in (item["solver"] or {}).get("levels", []):
                gap = f"{level['objective']:10.0f}  bound {level['bound']:10.0f}  {level['status']}"
                print(f"  {level['name']:24} {gap}")
            for note in item["notes"]:
                print(f"  {note}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="*", type=Path)
    parser.add_argument("--effort", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        kernels: list[Path] = options.kernels
        if not kernels:
            made = unrolled(folder)
            kernels = [KERNELS / f"{name}.s" for name in PROMISED_SECONDS if (KERNELS / f"{name}.s").exists()]
            kernels += [] if made is None else [made]
        for path in kernels:
            measure(path, options.effort, folder)


if __name__ == "__main__":
    main()
