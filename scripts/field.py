#!/usr/bin/env python3
"""Runs every command over a directory of ``.s`` files, as compilers write them, and says what came of each kernel.

    field.py DIR [--out OUT] [--jobs N] [--optimize all|none|N] [--seed N] [--largest N] [--table]

``DIR`` holds ``PROJECT/ARCH/*.s``, where ``times.json`` may give the seconds that the compiler took for each file by
its name without ``.s``; folders of any other form are one project.  Each file is parsed, given back (``fmt``, whose
normalized text must assemble to the same bytes), reported on and linted.  Kernels are optimised one by one: all, none,
or a seeded sample of N that is spread evenly over the projects.  What comes out is proved as ``isaopt verify`` does,
assembled, and linted against the input; beside the proof, ``--emulate`` runs both versions, and ``--again`` optimises
the output once more.

Every piece of work has a process of its own with limits on processor time and memory, so nothing stops the rest.
``OUT/files.jsonl`` and ``OUT/kernels.jsonl`` get a line each as soon as it is known; what has a line there is not done
again, so a run that was ended goes on where it stood.  Texts with a fault are kept in ``OUT/faulty``.  The table
is printed as Markdown at the end, or alone with ``--table``.  Exit code 1 if anything is wrong: a traceback, a rewrite
that is not proved, does not assemble or has an error of lint that its input had not, or a kernel that is left as it
was without a reason.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from isaopt.asm.parser import parse_text
from isaopt.asm.source import read_source
from isaopt.collector import collect_rarely
from isaopt.ir.program import Module
from isaopt.linting.registry import all_rules
from isaopt.outcome import Options
from isaopt.transform.registry import LEVELS, PassOptions, make_pass
from scripts.campaigns import append, read
from scripts.fieldwork import steps
from scripts.fieldwork.entries import Cost, Figures, FileLine, KernelLine, faults
from scripts.fieldwork.limited import Account, Limits, limited
from scripts.fieldwork.table import table

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Work:
    """A run: from the directory ``root`` to ``out``.  ``limits`` are those of one step of a file, ``kernel`` those of
    one kernel."""

    root: Path
    out: Path
    limits: Limits
    kernel: Limits
    request: steps.Request

    @property
    def files(self) -> Path:
        return self.out / "files.jsonl"

    @property
    def kernels(self) -> Path:
        return self.out / "kernels.jsonl"


def cost_of(found: Account[Made]) -> Cost:
    return Cost(found.seconds, found.megabytes, found.status, found.why)


def described(work: Work, path: Path) -> None:
    """Does everything to a file but optimise it, and writes its line; ends with the process that it has for itself."""
    where = str(path)
    parsed = limited(lambda: len(parse_text(read_source(where), where).kernels), work.limits)
    cost = {"parse": cost_of(parsed)}
    figures: dict[str, Figures] = {}
    findings: dict[str, dict[str, int]] = {}
    length = 0
    if not parsed.status:
        text = read_source(where)
        module, length = parse_text(text, where), text.count("\n")
        for name, check in (("fmt", lambda: steps.check_fmt(text, module)), ("dump", lambda: steps.check_dump(module))):
            cost[name] = cost_of(limited(check, work.limits))
        reported = limited(lambda: steps.check_report(module), work.limits)
        linted = limited(lambda: steps.lint_counts(module), work.limits)
        cost |= {"report": cost_of(reported), "lint": cost_of(linted)}
        figures, findings = reported.value or {}, linted.value or {}
    shown = str(path.relative_to(work.root))
    append(work.files, FileLine(shown, compiler_seconds(path), length, cost, figures, findings))


def compiler_seconds(path: Path) -> float | None:
    times = path.parent / "times.json"
    return json.loads(times.read_text()).get(path.stem) if times.exists() else None


def kernels_of(work: Work, path: str, names: Sequence[str]) -> None:
    """Optimises the named kernels of a file, each in a process that shares the file as it was parsed here."""
    where = str(work.root / path)
    module = parse_text(read_source(where), where)
    gc.freeze()
    for name in names:
        append(work.kernels, of_kernel(work, module, path, name))


def of_kernel(work: Work, module: Module, path: str, name: str) -> KernelLine:
    """The line of a kernel.  An internal error that ``opt`` outlived is provoked again, for its traceback."""
    request = replace(work.request, options=replace(work.request.options, kernels=(name,)))
    found = limited(lambda: steps.optimized(module, module.kernel(name), request), work.kernel)
    line = KernelLine(path, name, cost_of(found), found.places, None)
    if found.value is None:
        return line
    outcome = found.value.outcome
    if outcome.faults:
        kept = work.out / "faulty" / f"{path.replace('/', '_').removesuffix('.s')}.{name[:80]}.s"
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(found.value.text)

    def raised() -> None:
        os.environ["ISAOPT_DEBUG"] = "1"
        steps.optimized(module, module.kernel(name), request)

    why = limited(raised, work.kernel).why if outcome.internal else ""
    return replace(line, found=outcome, traceback=why)


def prepare() -> None:
    """Imports once what every kernel needs, as one process does that optimises a library, and has Python look for
    garbage as seldom as ``isaopt opt`` does."""
    for step in LEVELS[max(LEVELS)]:
        make_pass(step, PassOptions())
    all_rules()
    collect_rarely()


def sample(files: Sequence[FileLine], wanted: str, seed: int, largest: int) -> list[tuple[str, str]]:
    """Kernels to optimise, as (file, name): all, or so many, taken at random from each project and target in turn."""
    by_suite: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for line in sorted(files, key=lambda f: f.file):
        for name, figures in line.kernels.items():
            if not largest or figures.instructions <= largest:
                by_suite[line.suite].append((line.file, name))
    if wanted == "all":
        return [kernel for kernels in by_suite.values() for kernel in kernels]
    for suite, kernels in by_suite.items():
        random.Random(f"{seed} {suite}").shuffle(kernels)
    in_turn = chain.from_iterable(zip_longest(*by_suite.values()))
    return [kernel for kernel in in_turn if kernel is not None][: int(wanted)]


def share_out(pieces: Sequence[tuple[str, Callable[[], None]]], jobs: int, what: str) -> None:
    """Does each (name, call) in a fork, ``jobs`` of them at once."""
    running: dict[int, str] = {}
    waiting = list(reversed(pieces))
    while waiting or running:
        while waiting and len(running) < jobs:
            name, work = waiting.pop()
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    work()
                    code = 0
                except BaseException as error:
                    print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
                finally:
                    os._exit(code)
            running[child] = name
        child, _ = os.wait()
        running.pop(child, None)
        done = len(pieces) - len(waiting) - len(running)
        print(f"\r{done} of {len(pieces)} {what}", end="", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=Path, metavar="DIR")
    parser.add_argument("--out", type=Path, default=Path("field"), help="directory of the results (default: field)")
    parser.add_argument("--jobs", type=int, default=1, help="files at once (default: 1)")
    parser.add_argument("--only", default="**/*.s", help="which files, as a pattern (default: **/*.s)")
    parser.add_argument("--optimize", default="all", metavar="all|none|N", help="kernels to optimise (default: all)")
    parser.add_argument("--level", type=int, default=3, help="level of isaopt opt (default: 3)")
    parser.add_argument("--passes", help="passes, instead of a level's")
    parser.add_argument("--assume", action="append", default=[], help="a fact about launches, as for isaopt opt")
    parser.add_argument("--seed", type=int, default=0, help="of the sample (default: 0)")
    parser.add_argument("--largest", type=int, default=0, help="most instructions of a kernel in the sample")
    parser.add_argument("--seconds", type=float, default=120, help="processor time for a kernel (default: 120)")
    parser.add_argument("--file-seconds", type=float, default=600, help="and for a step of a file (default: 600)")
    parser.add_argument("--megabytes", type=int, default=4096, help="memory of a process (default: 4096)")
    parser.add_argument("--rename", action="store_true", help="prove each kernel with its registers renamed, too")
    parser.add_argument("--emulate", action="store_true", help="a second judge beside the proof")
    parser.add_argument("--again", action="store_true", help="optimise what came out, too")
    parser.add_argument("--table", action="store_true", help="print the table of what is known and do nothing")
    asked = parser.parse_args()
    if not asked.directory.is_dir():
        parser.error(f"{asked.directory} is no directory")
    if asked.optimize not in ("all", "none") and not asked.optimize.isdecimal():
        parser.error("--optimize takes all, none or a number")
    asked.out.mkdir(parents=True, exist_ok=True)
    passes = tuple(asked.passes.split(",")) if asked.passes else None
    options = Options(level=asked.level, passes=passes, assumptions=tuple(asked.assume))
    request = steps.Request(options, asked.rename, asked.emulate, asked.again)
    limits = [Limits(seconds, asked.megabytes) for seconds in (asked.file_seconds, asked.seconds)]
    work = Work(asked.directory, asked.out, limits[0], limits[1], request)
    if not asked.table:
        prepare()
        run(work, asked.only, asked.jobs, (asked.optimize, asked.seed, asked.largest))
    files, kernels = read(work.files, FileLine), read(work.kernels, KernelLine)
    print(table(files, kernels))
    return 1 if any(faults(files, kernels)) else 0


def run(work: Work, only: str, jobs: int, wanted: tuple[str, int, int]) -> None:
    """Every file that has no line yet, then every kernel of the sample that has none."""
    known = {line.file for line in read(work.files, FileLine)}
    paths = [p for p in sorted(work.root.glob(only)) if str(p.relative_to(work.root)) not in known]
    share_out([(str(p), partial(described, work, p)) for p in paths], jobs, "files")
    if wanted[0] == "none":
        return
    finished = {(line.file, line.kernel) for line in read(work.kernels, KernelLine)}
    by_file: defaultdict[str, list[str]] = defaultdict(list)
    for path, name in sample(read(work.files, FileLine), *wanted):
        if (path, name) not in finished:
            by_file[path].append(name)
    pieces = [(path, partial(kernels_of, work, path, names)) for path, names in by_file.items()]
    share_out(pieces, jobs, "files with kernels")


if __name__ == "__main__":
    sys.exit(main())
