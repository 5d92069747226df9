#!/usr/bin/env python3
"""Run the pass `pair` on kernels and print how many pairs it finds, what is proved about that, and what it takes.

Usage: bench_pair.py [KERNEL.s ...] [--effort N] [--phases]

Without kernels: all of kernels_s/ that are wave32. CPU seconds are of this process, which other work on the machine
disturbs least. `--phases` adds the seconds of each step of the pass.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from pathlib import Path

import isaopt
from isaopt.analysis.figures.metrics import Metrics, kernel_metrics
from isaopt.ir.program import Kernel, Module
from isaopt.transform.base import PassResult
from isaopt.transform.pair.pair import Pair

KERNELS = Path(__file__).resolve().parents[2] / "kernels_s"
#: Functions whose time is a step of the pass, by file.
PHASES = {
    "pair_candidates.py": ("__init__", "outer_products", "bound", "more"),
    "pairing.py": ("choose_products",),
    "pair_search.py": ("improve",),
    "pair_order.py": ("__init__", "improve"),
    "pair_merge.py": ("merged",),
    "placement.py": ("with_registers", "completed"),
}


def phases(profile: cProfile.Profile) -> str:
    """Seconds of the steps."""
    found = []
    for (file, _, name), entry in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        if name in PHASES.get(Path(file).name, ()) and entry[3] > 0.05:
            found.append((entry[3], f"{Path(file).stem}.{name} {entry[3]:.1f} s"))
    return ", ".join(text for _, text in sorted(found, reverse=True))


def figures(metrics: Metrics) -> str:
    """The figures that the pass is about."""
    conflicts = ", ".join(f"{name} {float(n):g}" for name, n in metrics.bank_conflicts_by_model.items())
    return f"{metrics.dual}/{metrics.valu} dual, conflicts {conflicts}, {metrics.vgprs} VGPRs"


def measure(module: Module, kernel: Kernel, effort: int, with_phases: bool) -> None:
    """Run the pass on one kernel and print its figures."""
    profile = cProfile.Profile(time.process_time)
    begun = time.process_time()
    if with_phases:
        result: PassResult = profile.runcall(Pair(effort=effort).apply, module, kernel)
    else:
        result = Pair(effort=effort).apply(module, kernel)
    seconds = time.process_time() - begun
    before, after = kernel_metrics(module, kernel), kernel_metrics(result.module, result.module.kernel(kernel.name))
    print(
        f"{Path(module.path).stem} {kernel.name}: {seconds:.1f} s CPU, {'changed' if result.changed else 'unchanged'}"
    )
    print(f"  {figures(before)}\n  {figures(after)}")
    if result.solver is not None:
        answer = result.solver
        print(f"  weighted pairs {answer.objective:.0f}, bound {answer.bound:.0f}, {answer.status}")
    for old, new in zip(before.loops, after.loops, strict=True):
        reads = f"{new.vgpr_bank_reads / new.valu:.2f} bank reads each" if new.valu else "no VALU"
        print(
            f"  {new.label}: {old.dual}/{old.valu} -> {new.dual}/{new.valu} dual, {new.single_pairable} single that "
            f"could be paired, {float(new.bank_conflicts):g} conflicts, {reads}"
        )
    if with_phases:
        print(f"  {phases(profile)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="*", type=Path)
    parser.add_argument("--effort", type=int, default=1)
    parser.add_argument("--phases", action="store_true")
    options = parser.parse_args()
    for path in options.kernels or sorted(KERNELS.glob("*.s")):
        module = isaopt.parse(path)
        for kernel in module.kernels:
            if kernel.wave_size == 32:
                measure(module, kernel, options.effort, options.phases)


if __name__ == "__main__":
    main()
