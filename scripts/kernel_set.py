#!/usr/bin/env python3
"""Compiles the kernels of kernels_s/set, optimises each, compares it with its input in the emulator, and writes the
table of them all.

    kernel_set.py [--out DIR] [--page FILE] [--only NAME_TARGET ...] [--known]

``kinds.json`` there says of each kernel what it is and how the emulator launches it: ``grid``, ``block``, and ``args``,
one word each, ``NAME:TYPE[COUNT]`` for a buffer of random values and ``NAME:TYPE=VALUE`` for a scalar; ``also`` has
other words for further launches, ``why`` says what keeps the kernel from gaining. The compiler is the first with HIP
that ``isaopt run`` finds (``make hip`` lays one out). ``DIR`` (``out/set``) gets input and output of each kernel and
``rows.jsonl``, a line for each as soon as it is known; what has a line for the same input is not done again, so a run
that was ended goes on where it stood. ``--page`` writes the page of docs, with ``--known`` from the lines alone. Exit
code 1 if a result is slower than its input, or the emulator found a difference.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import isaopt
from isaopt.asm.isolate import isolated
from isaopt.emulator.agreement import MODES, pair, unreached
from isaopt.emulator.launch import Geometry
from isaopt.emulator.launches import Launch, given_launch
from isaopt.errors import MissingTool
from isaopt.ir.program import Module
from isaopt.outcome import Options
from isaopt.plain import decode
from isaopt.reports.markdown import markdown_table
from isaopt.simulator.limits import Limit
from isaopt.toolchain.probe import version_of
from isaopt.virtual.compile import hip_compilers
from scripts.campaigns import append, read
from scripts.fieldwork.limited import Limits, limited

SET = Path(__file__).resolve().parent.parent / "kernels_s" / "set"
TARGETS = ("gfx1100", "gfx1201")
FLAGS = ("-x", "hip", "--offload-device-only", "-S", "-O3", "-fuse-cuid=none", "-Wno-unused-value")
#: A word that describes an argument.
_ARGUMENT = re.compile(r"(?P<name>\w+):(?P<dtype>\w+)(?:\[(?P<count>\d+)\]|=(?P<value>\S+))")
#: Facts about the launches of these kernels, which every one of them meets.
ASSUMED = ("buffers-under-4gib", "nonneg-index")
#: How many of the least improved kernels are explained one by one.
LEAST = 10
#: What counts as slower: predictions below it are losses and not scatter.
SLOWER = 0.995
LIMITS = Limits(900, 6000)
HEADINGS = (
    "kernel",
    "what it is",
    "target",
    "cycles before",
    "cycles after",
    "predicted speed",
    "limited by, afterwards",
    "passes that changed it",
    "emulator",
)
LEAST_HEADINGS = ("kernel", "target", "predicted speed", "limited by, before", "limited by, afterwards", "why")
HEAD = """# A set of kernels of all kinds

{kernels} kernels in HIP (`kernels_s/set`; {compiler}, `-O3`) for two targets: what
`isaopt opt --assume buffers-under-4gib --assume nonneg-index` makes of them, each result proved. The median of the
predicted speed on a full GPU is **{median:.2f}×**; {tenth} of {known} gain at least 10 % there, {either} there or on a
small launch, {slower} lose on either. {equal} of {changed} that changed computed the same bytes in the emulator as
their input; where lines were not reached there, the table says so. From the sources,
`scripts/kernel_set.py --page docs/reference/kernel-set.md` makes all of it, after `make hip`. Kernels of Triton, which
is no dependency of the project, are in `kernels_s/` alone.

*Cycles* are those of a launch that fills the GPU, *predicted speed* is against the input, first for such a launch, then
for a small one, both by [`isaopt sim`](../explanation/sim.md). A share is that of the roof of the unit that is busiest.
"""
LEAST_HEAD = """## The least improved

Kernels at the roof of their memory cannot gain on a full GPU, whatever becomes of their instructions.
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a kernel is, how it is launched, and why it does not gain; see above."""

    what: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    args: str
    also: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class SetRow:
    """What became of a file.  ``speeds`` are against the input, one for each workload; ``before`` and ``after`` are
    predicted cycles of the first one, ``limits`` what limits them, in words.  ``emulator`` says how the versions
    compare."""

    file: str
    text: str
    seconds: float
    speeds: tuple[float, ...] = ()
    before: float = 0
    after: float = 0
    limits: tuple[str, str] = ("", "")
    passes: tuple[str, ...] = ()
    verify: str = ""
    emulator: str = ""
    failed: str = ""

    @property
    def parts(self) -> tuple[str, str]:
        name, target = Path(self.file).stem.rsplit("_", 1)
        return name, target

    @property
    def least(self) -> float:
        return min(self.speeds, default=1.0)


def compared(before: Module, after: Module, launches: Sequence[Launch]) -> str:
    """What the emulator says of both versions on these launches: ``equal``, or what is not."""
    versions = pair(before, after, before.kernels[0].name)
    found = []
    for launch in launches:
        versions.given = launch
        # Nothing is found where the input itself writes nothing.
        found += [trial for trial in (versions.trial(launch, mode) for mode in MODES) if trial is not None]
    if not found:
        return "not run"
    different = next((trial for trial in found if trial.status != "same"), None)
    if different is not None:
        return different.why
    missed = unreached(versions)
    return f"equal, but line {missed} was never reached" if missed else "equal"


def entry_of(word: str, seed: int) -> dict[str, object]:
    """An entry of ``ARGS.json`` from a word of ``kinds.json``."""
    found = _ARGUMENT.fullmatch(word)
    if found is None:
        raise ValueError(f"no argument: {word!r}")
    name, dtype, count, value = found.group("name", "dtype", "count", "value")
    if count is None:
        return {"kind": "scalar", "name": name, "dtype": dtype, "value": json.loads(value)}
    return {"kind": "buffer", "name": name, "dtype": dtype, "shape": [int(count)], "init": f"random:{seed}"}


def launches_of(kind: Kind) -> list[Launch]:
    """The launches in which a kernel is compared with its input."""
    x, y, z = [*kind.grid, 1, 1][:3]
    width, height, depth = [*kind.block, 1, 1][:3]
    found = []
    for changed in ("", *kind.also.split()):
        own = changed.partition("=")[0]
        words = (changed if own and word.startswith(f"{own}=") else word for word in kind.args.split())
        args = json.dumps([entry_of(word, seed) for seed, word in enumerate(words, 1)])
        found.append(given_launch(Geometry((x, y, z), (width, height, depth)), args, "kinds.json"))
    return found


def kinds_of() -> dict[str, Kind]:
    """What ``kinds.json`` says, by kernel."""
    document = json.loads((SET / "kinds.json").read_text(encoding="utf-8"))
    return {name: decode(Kind, entry) for name, entry in document.items()}


def compile_set(out: Path) -> tuple[list[Path], str]:
    """Writes each kernel as a file ``NAME_TARGET.s`` of its own; returns these, and the compiler's version."""
    made = []
    compiler = next(hip_compilers(), None)
    if compiler is None:
        raise MissingTool("no clang with HIP found", hint="make hip")
    whole = out / "whole.s"
    for source in sorted(SET.glob("*.hip")):
        for target in TARGETS:
            command = [*compiler, *FLAGS, f"--offload-arch={target}", source.name, "-o", str(whole.absolute())]
            subprocess.run(command, cwd=SET, check=True)
            module = isaopt.parse(whole)
            for kernel in module.kernels:
                made.append(out / f"{kernel.name}_{target}.s")
                made[-1].write_text(isolated(module, kernel).module.text(), encoding="utf-8")
    whole.unlink()
    return made, version_of(compiler[:1]).text


def row_of(path: Path, kind: Kind, digest: str) -> SetRow:
    """Optimises a file of one kernel and has the emulator compare both versions."""
    start = time.process_time()
    before = isaopt.parse(path)
    result = isaopt.optimize(before, Options(assumptions=ASSUMED))
    path.with_suffix(".opt.s").write_text(result.module.text(), encoding="utf-8")
    seconds = round(time.process_time() - start, 1)
    (kernel,) = result.kernels
    figures = kernel.tuning.workloads if kernel.tuning is not None else ()
    return SetRow(
        path.name,
        digest,
        seconds,
        tuple(f.before / f.after for f in figures if f.after),
        figures[0].before if figures else 0,
        figures[0].after if figures else 0,
        (_words(figures[0].limit_before), _words(figures[0].limit_after)) if figures else ("", ""),
        tuple(ran.name for ran in kernel.passes if ran.changed),
        kernel.verify,
        compared(before, result.module, launches_of(kind)) if result.changed else "unchanged",
    )


def _words(limit: Limit) -> str:
    return limit.detail.removesuffix(" of its roof")


def page(rows: Sequence[SetRow], kinds: Mapping[str, Kind], compiler: str) -> str:
    """The page: the median, the table, and the least improved kernels with what limits them."""
    known = sorted((row for row in rows if row.speeds), key=lambda row: row.least)
    speeds = [row.speeds[0] for row in known]
    head = HEAD.format(
        compiler=compiler,
        kernels=len({row.parts[0] for row in rows}),
        median=statistics.median(speeds),
        tenth=sum(speed >= 1.1 for speed in speeds),
        known=len(speeds),
        either=sum(max(row.speeds) >= 1.1 for row in known),
        slower=sum(row.least < SLOWER for row in known),
        equal=sum(row.emulator.startswith("equal") for row in rows),
        changed=sum(row.emulator not in ("", "unchanged") for row in rows),
    )
    cells = [
        [
            row.parts[0],
            kinds[row.parts[0]].what,
            row.parts[1],
            f"{row.before:,.0f}",
            f"{row.after:,.0f}",
            ", ".join(f"{speed:.2f}×" for speed in row.speeds) or row.failed.split(":")[0] or "not predicted",
            row.limits[1],
            ", ".join(row.passes) or "none",
            row.emulator,
        ]
        for row in sorted(rows, key=lambda row: row.parts)
    ]
    # One row for each kernel: that of the target where it gains least.
    by_kernel = {row.parts[0]: row for row in sorted(known, key=lambda row: -row.speeds[0])}
    least = [
        [row.parts[0], row.parts[1], f"{row.speeds[0]:.3f}×", *row.limits, kinds[row.parts[0]].why]
        for row in sorted(by_kernel.values(), key=lambda row: row.speeds[0])[:LEAST]
    ]
    return f"{head}\n{markdown_table(HEADINGS, cells)}\n\n{LEAST_HEAD}\n{markdown_table(LEAST_HEADINGS, least)}\n"


def run(paths: Sequence[Path], kinds: Mapping[str, Kind], store: Path, compute: bool) -> list[SetRow]:
    """The rows of all files; those that ``store`` does not have are computed, small files first, or left out."""
    known = {(row.file, row.text): row for row in read(store, SetRow)}
    rows = []
    for path in sorted(paths, key=lambda path: (path.stat().st_size, path.name)):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        row = known.get((path.name, digest))
        if row is None and not compute:
            continue
        if row is None:
            kind = kinds[path.stem.rsplit("_", 1)[0]]
            account = limited(partial(row_of, path, kind, digest), LIMITS)
            row = account.value or SetRow(path.name, digest, account.seconds, failed=f"{account.status}: {account.why}")
            append(store, row)
            print(row.file, *(f"{s:.2f}" for s in row.speeds), row.verify, row.emulator, row.failed, flush=True)
        rows.append(row)
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=SET.parent.parent / "out" / "set")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--known", action="store_true")
    parser.add_argument("--only", action="append", metavar="NAME_TARGET", default=[])
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    kinds = kinds_of()
    made, compiler = compile_set(options.out)
    wanted = [path for path in made if not options.only or path.stem in options.only]
    rows = run(wanted, kinds, options.out / "rows.jsonl", not options.known)
    if options.page is not None:
        options.page.write_text(page(rows, kinds, compiler), encoding="utf-8")
    return int(
        any(row.failed or row.least < SLOWER or not row.emulator.startswith(("equal", "unchanged")) for row in rows)
    )


if __name__ == "__main__":
    sys.exit(main())
