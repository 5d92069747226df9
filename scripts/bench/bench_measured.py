"""How near ``opt --objective measured`` comes to the best version in 60 launches, on GPUs with hidden parameters.

    python scripts/bench/bench_measured.py NAME,NAME SEED,SEED

Kernels of kernels_s/ (gfx1100) in the large launch of launches.json; the simulator answers for a GPU with six open
questions of the model answered otherwise, with noise of 1 %.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import isaopt
from isaopt.hip.hwcheck import read_launches
from isaopt.transform.registry import LEVELS
from isaopt.tuning import run
from isaopt.tuning.measured import fastest
from tests.tuning.test_measured import Simulated, hidden, tuned


def main() -> None:
    names, seeds = sys.argv[1].split(","), [int(seed) for seed in sys.argv[2].split(",")]
    texts: set[str] = set()

    def noted(search: Any, *others: Any) -> Any:
        """The versions that were tried, beside what is answered."""
        texts.update(search.tree.versions(plan)[-1].text() for plan in search.tried)
        return fastest(search, *others)

    for asked in read_launches(ROOT / "kernels_s", "gfx1100"):
        if asked.path.name.removesuffix("_gfx1100.s") not in names:
            continue
        module = isaopt.parse(asked.path)
        for seed in seeds:
            texts.clear()
            bench = Simulated(hidden(seed), random.Random(seed), asked.large)
            with patch.object(run, "fastest", noted):
                after = bench.seconds(tuned(module, bench, LEVELS[3]).text())
            best = min(bench.seconds(text) for text in {module.text(), *texts})
            print(
                f"{asked.path.name} {seed}: {len(texts)} versions, {bench.launches} launches, "
                f"{bench.seconds(module.text()) / after:.3f}× as fast, {after / best - 1:.2%} slower than the best",
                flush=True,
            )


if __name__ == "__main__":
    main()
