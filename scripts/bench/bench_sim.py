"""What predictions cost: the command on an SGEMM, and the predictions that tuning asks for.

python scripts/bench/bench_sim.py [KERNEL.s ...] [--passes 512]

The bars: `isaopt sim` simulates 3 million wave instructions for each second of CPU of the whole process, and a
prediction costs a fifth of what following the same waves in Python does (tests/simulator/oracle).
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import isaopt
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import KernelTime, Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import get_gpu, gpu_for
from tests.simulator.oracle import whole

KERNELS = ROOT / "kernels_s"
SGEMM, LOOP = KERNELS / "sgemm_gfx1100.s", ".LBB0_3"
#: What tuning asks of a kernel first.
TUNING = (
    Workload(scalars=1024, workgroups=11520, budget=1_500_000),
    Workload(scalars=128, workgroups=48, budget=1_500_000),
)
RATE, CHEAPER = 3e6, 5.0


def command(passes: int, *flags: str) -> float:
    """CPU seconds of the whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    line = [sys.executable, "-m", "isaopt", "sim", str(SGEMM), "--trip", f"{LOOP}={passes}", *flags]
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def one(passes: int, whole_run: bool) -> KernelTime:
    workload = Workload(trips={LOOP: passes}, scalars=1024, workgroups=23040, whole=whole_run)
    return isaopt.sim(isaopt.parse(SGEMM), workload=workload).kernels[0]


def following(path: Path) -> tuple[float, float]:
    """CPU seconds of predictions for tuning, and of following the same waves in Python."""
    module = isaopt.parse(path)
    gpu = get_gpu(gpu_for(module.arch))
    cost = python = 0.0
    for kernel in module.kernels[:1]:
        for workload in TUNING:
            began = time.process_time()
            simulate_kernel(module, kernel, gpu, workload)
            cost += time.process_time() - began
            prepared = Prepared(module, kernel, workload)
            found = prepared.follow(gpu)
            began = time.process_time()
            whole.observed(prepared, gpu, found.trips.wanted)
            whole.accesses(prepared, gpu, found.path.ordinals.tolist())
            python += time.process_time() - began
    return cost, python


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="*", type=Path, help="predictions of these; default: all of kernels_s")
    parser.add_argument("--passes", type=int, default=512, help="of the SGEMM's loop over k")
    args = parser.parse_args()
    every, cut = one(args.passes, True), one(args.passes, False)
    count = sum(i.issues for i in every.instructions)
    done = sum(i.issues for i in cut.instructions)
    for name, flags in (("whole", ("--whole",)), ("extrapolated", ())):
        seconds = min(command(args.passes, *flags) for _ in range(3))
        print(f"sim {SGEMM.name}, {args.passes} passes, {name}: {count / 1e6:.2f} million wave instructions, "
              f"{seconds:.2f} s of CPU, {count / seconds / 1e6:.2f} million/s (bar: {RATE / 1e6:.0f})")  # fmt: skip
    print(f"extrapolated from {done / 1e6:.2f} million: {cut.cycles / every.cycles - 1:+.2%} cycles")
    total = reference = 0.0
    for path in args.kernels or sorted(KERNELS.glob("*.s")):
        cost, python = following(path)
        total, reference = total + cost, reference + python
        print(f"{path.name}: {cost:.3f} s of CPU, followed in Python alone {python:.3f} s")
    print(f"together {total:.2f} s, {reference / total:.1f} times less than following in Python (bar: {CHEAPER:.0f})")


if __name__ == "__main__":
    main()
