"""Campaign against the comparison of what surrounds kernels: whatever is no instruction is changed, one at a time.

Usage: ``scripts/surroundings.py [--share N] [--seed N] [--jobs N] [FILES]``.

Without files the small programs of :mod:`scripts.outside.programs` are changed.  Of each file one change in ``--share``
is made, chosen by ``--seed``.  Prints a table by kind of change; the exit code is 1 if something was called proved
that the linked file shows to differ (``FALSE``): see :mod:`scripts.outside.judge`.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.campaigns import every, table
from scripts.outside.changes import Change, changes
from scripts.outside.judge import OUTCOMES, Judge
from scripts.outside.programs import programs

Found = tuple[str, Change, str]


def judged(name: str, text: str, share: int, seed: int) -> Iterator[Found]:
    """The outcome of each chosen change of a file."""
    judge = Judge(text, name)
    rng = random.Random(f"{seed} {name}")
    for change in changes(judge.module):
        if change.text != text and rng.randrange(share) == 0:
            yield name, change, judge.judge(change.text)


def _all(task: tuple[str, str, int, int]) -> list[Found]:
    return list(judged(*task))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--share", type=int, default=1, help="make one change in so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="name every change that is refused")
    options = parser.parse_args()
    os.environ.setdefault("ISAOPT_TOOL_SECONDS", "10")
    texts = {name: Path(name).read_text() for name in options.files} or programs()
    counts: Counter[tuple[str, str]] = Counter()
    tasks = [(name, text, options.share, options.seed) for name, text in texts.items()]
    for found in every(_all, tasks, options.jobs):
        for name, change, outcome in found:
            counts[change.kind, outcome] += 1
            if outcome == "FALSE" or (options.verbose and outcome == "refused"):
                print(f"{outcome}: {name}:{change.line}: {change.kind}")
    print(table(counts, outcomes=OUTCOMES))
    return any(outcome == "FALSE" for _, outcome in counts)


if __name__ == "__main__":
    sys.exit(main())
