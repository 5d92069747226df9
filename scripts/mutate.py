"""Mutation campaign against the prover: it must not call a changed kernel proved unless the change has no effect.

Usage: ``scripts/mutate.py [--count N] [--seed N] [--emulate] [--jobs N] [--out DIR] [--verbose] FILES``.

Each mutation changes one or two lines of a kernel (:mod:`scripts.mutation.kinds`).  ``--emulate`` looks at every
mutant that is proved without the prover: the assembler may give the bytes of the original or refuse it, and the
emulator runs both; one that differs there is a false proof, and makes the exit code 1.  With ``--out`` each result is
a line of ``DIR/KERNEL.jsonl`` at once, and a campaign that was stopped goes on where it was; ``--summary`` prints the
table of what is there.  Prints a table by kind:

* caught: ``not read`` (no instruction any more), ``lint`` (a rule of legality or a hazard), ``not proved``;
* proved, and then: ``rejected`` by the assembler, ``same bytes``, ``time only`` (delays and counts), ``agrees`` in the
  emulator on launches that execute the change, ``open`` (the emulator cannot say), ``FALSE``.

What has been proved and is no single obvious no-effect, looked at by hand: results that nothing reads (EXEC saved
before the last block), registers set to what they hold already (accumulators zeroed twice), EXEC restored twice, waits
made stronger by a swap with a barrier half, waits weakened to a count that still covers the load, neighbouring scalar
loads of kernel arguments.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.campaigns import append, read, table
from scripts.mutation.judge import OUTCOMES, Judge, Judgement
from scripts.mutation.kinds import KINDS, mutants

#: Mutants whose proofs share what they have in common.
_BATCH = 200


@dataclass(frozen=True, slots=True)
class Record:
    """What became of the mutant of that number and seed; ``lines`` as in :class:`.kinds.Mutant`."""

    kernel: str
    seed: int
    number: int
    kind: str
    outcome: str
    why: str
    seconds: float
    lines: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class Task:
    """Mutants ``first``, ``first + step``, ... of a file; ``known`` are the results that there are already."""

    path: str
    count: int
    seed: int
    emulate: bool
    known: dict[int, Record]
    first: int = 0
    step: int = 1


def results(task: Task) -> Iterator[Record]:
    """The results that are missing, one by one."""
    name = Path(task.path).stem
    done = {n for n, r in task.known.items() if r.outcome != "proved" or not task.emulate}
    if len(done) >= task.count:
        return
    judge = Judge(task.path)
    every = enumerate(mutants(judge.module, task.count, task.seed))
    missing = ((n, m) for n, m in every if n not in done and n % task.step == task.first)
    while batch := dict(islice(missing, _BATCH)):
        start = time.monotonic()
        # What is known to be proved is not proved again.
        proved = {n: Judgement("proved", task.known[n].why) for n in batch if n in task.known}
        for number, found in chain(proved.items(), judge.verdicts([x for x in batch.items() if x[0] not in proved])):
            mutant = batch[number]
            if found.outcome == "proved" and task.emulate:
                found = judge.second(mutant)
            seconds, start = round(time.monotonic() - start, 3), time.monotonic()
            yield Record(name, task.seed, number, mutant.kind, found.outcome, found.why, seconds, mutant.lines)


def _worker(task: Task, queue: multiprocessing.Queue[Record | None]) -> None:
    try:
        for record in results(task):
            queue.put(record)
    finally:
        queue.put(None)


def parallel(task: Task, jobs: int) -> Iterator[Record]:
    """The same from several processes, each with its share of the mutants."""
    queue: multiprocessing.Queue[Record | None] = multiprocessing.Queue()
    parts = [Task(task.path, task.count, task.seed, task.emulate, task.known, k, jobs) for k in range(jobs)]
    workers = [multiprocessing.Process(target=_worker, args=(part, queue)) for part in parts]
    for worker in workers:
        worker.start()
    left = jobs
    while left:
        record = queue.get()
        if record is None:
            left -= 1
        else:
            yield record
    for worker in workers:
        worker.join()
        if worker.exitcode:
            raise SystemExit(f"a worker failed on {task.path}")


def _campaign(path: str, options: argparse.Namespace) -> list[Record]:
    store = Path(options.out) / f"{Path(path).stem}.jsonl" if options.out else None
    found = read(store, Record) if store else []
    known = {r.number: r for r in found if r.seed == options.seed and r.number < options.count}
    if options.summary:
        return list(known.values())
    task = Task(path, options.count, options.seed, options.emulate, known)
    for record in parallel(task, options.jobs) if options.jobs > 1 else results(task):
        known[record.number] = record
        if store:
            append(store, record)
        if record.outcome in ("proved", "open", "FALSE", "rejected") or options.verbose:
            print(f"{path}: {record.kind}: {record.outcome}: {record.why}")
            for number, old, new in record.lines:
                print(f"    {number}: {old or '(nothing)'}  ->  {new or '(nothing)'}", flush=True)
    return list(known.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--count", type=int, default=100, help="mutants of each file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", help="folder for results; a campaign goes on with what is there")
    parser.add_argument("--summary", action="store_true", help="only print the table of what is in --out")
    parser.add_argument("--verbose", action="store_true", help="print every mutant")
    parser.add_argument("--emulate", action="store_true", help="assemble and run what is proved")
    options = parser.parse_args()
    if options.out:
        Path(options.out).mkdir(parents=True, exist_ok=True)
    # Small files first: what comes early says most about the rest.
    found = [
        r for path in sorted(options.files, key=lambda p: Path(p).stat().st_size) for r in _campaign(path, options)
    ]
    # A proved mutant that was not looked at further counts as "proved".
    print(table(Counter((r.kind, r.outcome) for r in found), KINDS, (*OUTCOMES[:3], "proved", *OUTCOMES[3:])))
    return 1 if any(r.outcome == "FALSE" for r in found) else 0


if __name__ == "__main__":
    raise SystemExit(main())
