"""Calibrates against GPUs made up for it: the simulator with hidden parameters stands in for the hardware.

    python scripts/calibration_check.py [--arch gfx1100] [--sets 3] [--noise 0.002]

Each set moves every number that the suite is about by a random part of a fifth to a half, and takes each open choice at
random.  The whole suite is "measured" (nine launches with noise), fitted, and what was found is set beside what was
hidden.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Mapping

from isaopt.calibration.benchmark import Benchmark
from isaopt.calibration.fit import Calibration, fit
from isaopt.calibration.measurement import Results, pace
from isaopt.calibration.prediction import BenchmarkPredictor
from isaopt.calibration.suite import benchmarks
from isaopt.target.gpus import Gpu, Value, get_gpu, gpu_for

LAUNCHES = 9
#: A hidden value counts as found if it is that close.
SHARE = 0.05


def hidden_values(gpu: Gpu, suite: tuple[Benchmark, ...], seed: int) -> dict[str, Value]:
    """Another value for each parameter that the suite is about."""
    chance = random.Random(seed)
    found: dict[str, Value] = {}
    for name in sorted({name for b in suite for name in b.parameters}):
        parameter = gpu.parameters[name]
        if parameter.choices:
            found[name] = chance.choice(parameter.choices)
            continue
        old = gpu.number(name)
        factor = 1 + chance.uniform(0.2, 0.5) * chance.choice((-1, 1))
        whole = isinstance(parameter.value, int)
        new = old * factor
        if whole:
            new = round(new) if round(new) != old else old + 1
        found[name] = round(new, 3)
    return found


def measured(gpu: Gpu, suite: tuple[Benchmark, ...], noise: float, seed: int) -> Results:
    """What the launches of the suite on that GPU read, with noise and one launch that was disturbed."""
    predictor, chance = BenchmarkPredictor(gpu.arch), random.Random(seed)
    cycles = {}
    for benchmark in suite:
        for name, (readings,) in predictor.cycles(benchmark, gpu).items():
            launches = [[_disturbed(c, noise, chance) for c in readings] for _ in range(LAUNCHES)]
            launches[4] = [c + 500 for c in launches[4]]
            cycles[name] = launches
    return Results(gpu.arch, "hidden", cycles)


def _disturbed(cycles: int, noise: float, chance: random.Random) -> int:
    """A reading: a little more than what it would be undisturbed."""
    return round(cycles * (1 + abs(chance.gauss(0, noise)))) + chance.choice((0, 0, 1))


def compare(found: Calibration, hidden: Mapping[str, Value]) -> tuple[int, int, int]:
    """Prints what was found beside what was hidden; how many numbers are bounded on both sides, how many of these are
    right, and how many of all lie in their intervals."""
    bounded = right = inside = 0
    for f in found.fitted:
        value = hidden[f.name]
        assert not isinstance(value, str)
        sides = f.low is not None and f.high is not None
        close = abs(f.value - value) <= SHARE * abs(value)
        covered = (f.low is None or f.low <= value) and (f.high is None or value <= f.high)
        bounded += sides
        right += close and sides
        inside += covered
        if not covered or (sides and not close):
            where = f"{f.value:g} [{f.low}, {f.high}], by {', '.join(f.benchmarks)}"
            print(f"  {f.name}: hidden {value:g}, found {where}")
    for h in found.hypotheses:
        mark = "hidden" if hidden[h.name] == h.value else "wrong"
        print(f"  {h.name} = {h.value} ({mark}): misfit {h.misfit:.1f}, {'excluded' if h.excluded else 'not excluded'}")
    print(f"  undetermined: {', '.join(found.undetermined) or 'none'}")
    return bounded, right, inside


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arch", default="gfx1100")
    parser.add_argument("--sets", type=int, default=3)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--noise", type=float, default=0.0)
    given = parser.parse_args()
    gpu, suite = get_gpu(gpu_for(given.arch)), benchmarks(given.arch)
    failed = 0
    for seed in range(given.first, given.first + given.sets):
        hidden = hidden_values(gpu, suite, seed)
        results = measured(gpu.with_values(hidden), suite, given.noise, seed)
        paces = {b.name: known for b in suite if (known := pace(b, results)) is not None}
        began = time.process_time()
        found = fit(gpu, suite, paces, BenchmarkPredictor(given.arch), lambda text: print(f"  {text}", file=sys.stderr))
        took = time.process_time() - began
        bounded, right, inside = compare(found, hidden)
        worst = max(abs(r.predicted - r.measured) / max(r.measured, 0.1) for r in found.residuals)
        print(
            f"set {seed}: {right} of {bounded} numbers within {SHARE:.0%}, "
            f"{inside} of {len(found.fitted)} inside their intervals ({len(found.fitted) - bounded} with one bound), "
            f"largest residual {worst:.1%}, {took:.0f} s of CPU"
        )
        failed += right < bounded
    return min(1, failed)


if __name__ == "__main__":
    sys.exit(main())
