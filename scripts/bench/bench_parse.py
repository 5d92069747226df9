"""Parser speed, as ratios within one run: text to IR against bare Lark on the same distinct lines, and a line seen
before against a new one.

Promise: at most 3 times bare Lark; a repeated line at most a tenth of a new one.  Usage: python
scripts/bench/bench_parse.py [FILE.s ...]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from isaopt.asm.kernels import wave_sizes
from isaopt.asm.parser import target_arch
from isaopt.asm.reader import Reader
from isaopt.asm.source import read_source
from isaopt.asm.statement import bare_parser
from isaopt.ir.program import Instruction

RUNS = 5
REPEATS = 50_000


def median_seconds(action: Callable[[], object]) -> float:
    """Median wall time of several runs."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main(paths: list[str]) -> int:
    kept = True
    print(f"{'file':34} {'lines':>6} {'lark us':>8} {'ours us':>8} {'ratio':>6} {'again us':>9} {'again/new':>9}")
    for path in paths:
        text = read_source(path)
        arch = target_arch(text, path)
        waves = wave_sizes(text)
        wave = 64 if set(waves.values()) == {64} else 32

        def reader() -> Reader:
            return Reader(path, arch, {}, wave)  # noqa: B023

        items = reader().read(text)
        bodies = list(dict.fromkeys(i.text[i.start : i.end] for i in items if isinstance(i, Instruction)))
        lark = bare_parser()
        bare = median_seconds(lambda: [lark.parse(body) for body in bodies])  # noqa: B023
        source = "".join(f"\t{body}\n" for body in bodies)
        fresh = [reader() for _ in range(RUNS)]
        ours = median_seconds(lambda: fresh.pop().read(source))  # noqa: B023
        warm = reader()
        warm.read(source)
        times = max(1, REPEATS // len(bodies))
        repeated = source * times
        again = median_seconds(lambda: warm.read(repeated)) / times  # noqa: B023
        ratio, share = ours / bare, again / ours
        kept &= ratio <= 3 and share <= 0.1
        n = len(bodies)
        print(
            f"{Path(path).name:34} {n:6} {bare / n * 1e6:8.1f} {ours / n * 1e6:8.1f} {ratio:6.2f} "
            f"{again / n * 1e6:9.2f} {share:9.3f}"
        )
    print("promise kept" if kept else "promise NOT kept")
    return 0 if kept else 1


if __name__ == "__main__":
    default = sorted(str(p) for p in (Path(__file__).parents[2] / "kernels_s").glob("*.s"))
    sys.exit(main(sys.argv[1:] or default))
