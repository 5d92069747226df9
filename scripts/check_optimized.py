#!/usr/bin/env python3
"""Checks what the optimiser makes of every ``.s`` file of some folders.

    check_optimized.py DIR... [--level N] [--assume FACT] [--again] [--no-emulate] [--seconds N] [--table OUT.jsonl]

For each kernel: the result is proved; no pass was dropped because it was not; no wave, scratch byte or share of dual
instructions is lost; and beside the proof, both versions agree in the emulator wherever it can run them with made-up
arguments.  ``--again`` optimises the output as well: it must be proved and not get worse.  A line is printed for each
kernel with something to say, and ``--table`` appends one JSON object a file and skips the files that it has.  Exit code
1 if anything is wrong, 0 if passes were merely dropped.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from isaopt.analysis.figures.metrics import Metrics
from isaopt.asm.parser import parse_text
from isaopt.asm.source import read_source
from isaopt.emulator.agreement import agree, pair
from isaopt.errors import IsaoptError
from isaopt.ir.program import Module
from isaopt.outcome import KernelReport, Options
from isaopt.pipeline import optimize_module
from isaopt.reports.document import plain_json

#: What is wrong, and what is merely worth knowing.
WRONG = ("crashed", "unproved", "differs", "waves", "scratch", "again")
NOTED = ("refused", "late", "dropped", "left out", "duals", "conflicts", "not emulated")
TRIALS = 4


class Late(BaseException):
    """The time of a file is over; no handler of exceptions of the program may take it."""


@dataclass
class Entry:
    """What became of one file: findings as (kernel, kind, text), figures by kernel."""

    file: str
    seconds: float = 0.0
    megabytes: int = 0
    findings: list[tuple[str, str, str]] = field(default_factory=list)
    kernels: dict[str, dict[str, object]] = field(default_factory=dict)

    def say(self, kernel: str, kind: str, text: str) -> None:
        self.findings.append((kernel, kind, text))


def share(metrics: Metrics) -> float:
    """The part of the VALU instructions that are dual."""
    return metrics.dual / max(1, metrics.valu)


def judge_figures(entry: Entry, report: KernelReport) -> None:
    """What the rewrite lost."""
    a, b = report.before, report.after
    for kind, before, after in (
        ("waves", -a.occupancy_waves_per_simd, -b.occupancy_waves_per_simd),
        ("scratch", a.scratch_bytes, b.scratch_bytes),
        ("conflicts", a.bank_conflicts, b.bank_conflicts),
    ):
        if after > before:
            entry.say(report.name, kind, f"{abs(before)} before, {abs(after)} after")
    if share(b) < share(a):
        entry.say(report.name, "duals", f"{a.dual} of {a.valu} before, {b.dual} of {b.valu} after")


def judge_passes(entry: Entry, report: KernelReport) -> None:
    """Passes that were not proved, in whole or in part, or that failed."""
    for ran in report.passes:
        for note in ran.notes:
            text = note.removeprefix("left unchanged: ")
            if text.startswith("internal error"):
                entry.say(report.name, "crashed", f"{ran.name}: {text}")
            elif text.startswith(("the rewrite ", "all passes together")):
                entry.say(report.name, "dropped", f"{ran.name}: {text}")
            elif text.startswith("left out: "):
                entry.say(report.name, "left out", f"{ran.name}: {text}")


def emulated(entry: Entry, before: Module, after: Module, name: str) -> str:
    """A second judge beside the proof; how many trials agreed, in words."""
    try:
        found = agree(pair(before, after, name), TRIALS)
    except IsaoptError as error:
        entry.say(name, "not emulated", str(error).splitlines()[0])
        return "no"
    if found.found is not None and found.found.comparison.status == "different":
        entry.say(name, "differs", f"line {found.line}: {found.why}")
        return "differs"
    if not found.agrees:
        entry.say(name, "not emulated", found.why)
        return "no"
    return f"{found.trials} trials"


def figures(metrics: Metrics) -> dict[str, object]:
    names = ("instructions", "valu", "dual", "vgprs", "occupancy_waves_per_simd", "bank_conflicts")
    addresses = sum(loop.address_valu or 0 for loop in metrics.loops if loop.depth == 1)
    return {**{name: plain_json(getattr(metrics, name)) for name in names}, "address_valu": addresses}


def check(path: Path, options: Options, emulate: bool, again: bool) -> Entry:
    """Every finding of one file."""
    entry = Entry(str(path))
    start = time.process_time()
    try:
        module = parse_text(read_source(str(path)), str(path))
        result = optimize_module(module, options)
        for report in result.kernels:
            if report.verify != "proved":
                entry.say(report.name, "unproved", report.verify)
            judge_figures(entry, report)
            judge_passes(entry, report)
            changed = any(ran.changed for ran in report.passes)
            entry.kernels[report.name] = {
                "before": figures(report.before),
                "after": figures(report.after),
                "changed": [ran.name for ran in report.passes if ran.changed],
                "seconds": {ran.name: round(ran.seconds, 1) for ran in report.passes},
                "emulated": emulated(entry, module, result.module, report.name) if changed and emulate else "",
            }
        if again and result.changed:
            second = optimize_module(parse_text(result.module.text(), str(path)), options)
            for report in second.kernels:
                worse = Entry(entry.file)
                judge_figures(worse, report)
                judge_passes(worse, report)
                for _, kind, text in worse.findings:
                    entry.say(report.name, "again" if kind in WRONG else kind, f"of the output: {kind}: {text}")
    except IsaoptError as error:
        entry.say("", "refused", str(error).splitlines()[0])
    except Late:
        entry.say("", "late", "took too long")
    except Exception as error:
        entry.say("", "crashed", f"{type(error).__name__}: {error}")
    entry.seconds = round(time.process_time() - start, 1)
    entry.megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return entry


def _late(_signal: int, _frame: FrameType | None) -> None:
    raise Late


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="folders, searched through, or single .s files")
    parser.add_argument("--level", type=int, default=3, help="level of isaopt opt (default: 3)")
    parser.add_argument("--passes", help="passes, instead of a level")
    parser.add_argument("--assume", action="append", default=[], help="a fact, as for isaopt opt")
    parser.add_argument("--again", action="store_true", help="also optimise what came out")
    parser.add_argument("--no-emulate", action="store_true", help="leave out the second judge")
    parser.add_argument("--seconds", type=float, default=600, help="processor time for one file (default: 600)")
    parser.add_argument("--table", type=Path, help="append a JSON object a file; files that are in it are skipped")
    asked = parser.parse_args()
    passes = tuple(asked.passes.split(",")) if asked.passes else None
    options = Options(level=asked.level, passes=passes, assumptions=tuple(asked.assume))
    known = set()
    if asked.table is not None and asked.table.exists():
        known = {json.loads(line)["file"] for line in asked.table.read_text().splitlines()}
    signal.signal(signal.SIGVTALRM, _late)
    counts: Counter[str] = Counter()
    done = 0
    for path in dict.fromkeys(p for f in asked.folders for p in ([f] if f.is_file() else sorted(f.rglob("*.s")))):
        if str(path) in known:
            continue
        signal.setitimer(signal.ITIMER_VIRTUAL, asked.seconds)
        entry = check(path, options, not asked.no_emulate, asked.again)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        done += 1
        for kernel, kind, text in entry.findings:
            counts[kind] += 1
            print(f"{path}: {kernel or 'file'}: {kind}: {text}", flush=True)
        if asked.table is not None:
            with asked.table.open("a") as table:
                table.write(json.dumps(asdict(entry)) + os.linesep)
    print(f"{done} files")
    for kind in (*WRONG, *NOTED):
        print(f"{kind:<14}{counts[kind]:>6}")
    return 1 if any(counts[kind] for kind in WRONG) else 0


if __name__ == "__main__":
    sys.exit(main())
