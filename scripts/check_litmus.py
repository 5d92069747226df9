"""Litmus campaign: no forbidden change of a wave's memory order may be proved, and no pass may make one.

Usage: ``scripts/check_litmus.py [--out DIR] [--jobs N] [--sample N] [--seed N] [--refused] [--only TEXT]``.

Each role of each shape (:mod:`scripts.litmus.shapes`) is a real kernel, for gfx1100 and gfx1201, in WGP and CU mode.
Every single move of one or two instructions, every wait, cache control or cache bit dropped or weakened is put to the
prover; what it proves is judged by an exhaustive model of the documented memory system
(``docs/explanation/memory-model.md``).
Then each pass runs on the kernel with nothing proved behind it, and the model judges what came out.  ``FALSE`` and
``MISCOMPILED`` are defects and make the exit code 1; those ``in order`` show only to a wave of the same CU, if accesses
of a wave are performed there in the order in which they were issued, which is what LLVM relies on in CU mode.

With ``--out`` each role's results are a file at once, and a campaign that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import difflib
import random
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.campaigns import append, every, read, table
from scripts.litmus.campaign import DEFECTS, Found, Role, cases, roles, run


@dataclass(frozen=True, slots=True)
class Task:
    """The numbers of a role's cases that are to be run; None: all."""

    role: Role
    numbers: tuple[int, ...] | None
    refused: bool


def sampled(every: list[Role], count: int, seed: int, refused: bool = False) -> list[Task]:
    """``count`` cases drawn from those of all roles."""
    chosen = random.Random(seed).sample(
        [(n, k) for n, role in enumerate(every) for k, _ in enumerate(cases(role))], count
    )
    wanted: dict[int, list[int]] = {}
    for n, k in sorted(chosen):
        wanted.setdefault(n, []).append(k)
    return [Task(every[n], tuple(numbers), refused) for n, numbers in wanted.items()]


def results(task: Task) -> list[Found]:
    """What becomes of a task's cases."""
    return list(run(task.role, task.numbers, task.refused))


def shown(found: Found, before: tuple[str, ...]) -> list[str]:
    """A changed body, with what went and what came."""
    if found.outcome.startswith("MISCOMPILED"):
        return [f"    {line}" for line in found.after]
    return [f"    {line}" for line in difflib.ndiff(before, found.after) if not line.startswith("?")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="folder for results; a campaign goes on with what is there")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--sample", type=int, help="only so many cases, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--refused", action="store_true", help="judge what is not proved, too: how much is refused in vain"
    )
    parser.add_argument("--only", default="", help="roles whose name has this text")
    options = parser.parse_args()
    chosen = [role for role in roles() if options.only in role.name]
    bodies = {role.name: role.body for role in chosen}
    known: list[Found] = []
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        known = [f for role in chosen for f in read(options.out / f"{role.name}.jsonl", Found)]
        done = {f.role for f in known}
        chosen = [role for role in chosen if role.name not in done]
    tasks = [Task(role, None, options.refused) for role in chosen]
    if options.sample is not None:
        tasks = sampled(chosen, options.sample, options.seed, options.refused)
    for found in every(results, tasks, options.jobs):
        known += found
        if options.out and options.sample is None:
            append(options.out / f"{found[0].role}.jsonl", *found)
        for f in found:
            if f.outcome in DEFECTS:
                print(f"{f.role}: {f.kind}: {f.outcome}: {f.why}", *shown(f, bodies[f.role]), sep="\n", flush=True)
    print(table(Counter((f.kind, f.outcome) for f in known)))
    return 1 if any(f.outcome in DEFECTS for f in known) else 0


if __name__ == "__main__":
    raise SystemExit(main())
