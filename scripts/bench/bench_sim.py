"""How long a simulation takes: the k-loop of an SGEMM with 12 waves on a CU, 16 iterations, no extrapolation.

python scripts/bench/bench_sim.py [KERNEL.s] [--iterations 16]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import isaopt
from isaopt.simulator.results import Workload

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kernel", nargs="?", default=str(ROOT / "kernels_s" / "sgemm_gfx1100.s"))
    parser.add_argument("--loop", default=".LBB0_3", help="label of the k-loop")
    parser.add_argument("--iterations", type=int, default=16)
    args = parser.parse_args()
    module = isaopt.parse(args.kernel)
    began, used = time.perf_counter(), time.process_time()
    found = isaopt.sim(module, workload=Workload(trips={args.loop: args.iterations})).kernels[0]
    seconds, processor = time.perf_counter() - began, time.process_time() - used
    waves = len(found.spans)
    issued = sum(i.issues for i in found.instructions)
    simulated = {loop.label: loop.simulated for loop in found.loops}
    print(f"{waves} waves, {simulated[args.loop]} iterations, {issued} instructions: {processor:.2f} s of CPU")
    print(f"{seconds:.2f} s on the clock")


if __name__ == "__main__":
    main()
