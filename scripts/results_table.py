"""Makes README's table and docs/reference/results.md: runs ``opt`` on the kernels in ``kernels_s/``.

Usage: python scripts/results_table.py [--jobs N] [--only NAME] [--fresh] [--check]

A run can be stopped and started again: the row of each file is kept in ``.cache/results_table/`` under a key of the
file and of isaopt's own sources, so only what is missing or out of date is computed.  Several runs may share the cache.
The optimised files are there, too: ``python scripts/run_kernels.py --bits --from .cache/results_table`` runs them.
``--only`` (repeatable) computes the rows of these files and leaves README alone.  ``--fresh`` ignores what was kept.
``--check`` compares with both files, seconds aside, and exits 1 if one is out of date.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TypedDict

import isaopt
from isaopt.analysis.figures.metrics import Metrics
from isaopt.outcome import Options
from isaopt.reports.figures import show
from isaopt.reports.markdown import markdown_table
from isaopt.tuning.model import Tuning

ROOT = Path(__file__).parents[1]
CACHE = ROOT / ".cache" / "results_table"
README, RESULTS = ROOT / "README.md", ROOT / "docs" / "reference" / "results.md"
RESULTS_HEAD = """# Results, pass by pass

What `isaopt opt --assume buffers-under-4gib --assume nonneg-index` does to the kernels in `kernels_s/`,
which are unedited compiler output; `wmma_types`, whose kernels are one matrix instruction each, is left out.
Figures are for the whole kernel with each instruction counted once, so that an unrolled loop counts as often
as it was written out. Made by `python scripts/results_table.py`, on two cores that were busy with other work.

- *Conflicts* are extra cycles of operand gathering that a [register-file model](../explanation/banks.md) charges.
- *Bank reads* are source reads that the operand caches of the `article` model do not serve.
- *Address VALU* counts the VALU instructions in outermost loops that an address depends on.
- *Predicted speed* is against the input, by [`isaopt sim`](../explanation/sim.md): `1.41×` is 1.41× faster; first
  for a launch that fills the GPU, then for [a small one](../explanation/tuning.md#workloads).
- *Solver* is `optimal` where every objective is proved to be at its best, `feasible` where one of them has a gap
  to its bound (`opt` prints each), `unchanged` where nothing better was found.
"""
BEGIN, END = "<!-- table: scripts/results_table.py -->", "<!-- end of table -->"
HEADINGS = (
    "kernel",
    "VALU",
    "dual",
    "conflicts `gather2`",
    "conflicts `article`",
    "bank reads",
    "address VALU",
    "VGPRs",
    "waves/SIMD",
    "predicted speed",
    "solver",
    "verify",
    "seconds",
)
#: README's table: these rows, and these columns.
SELECTED = (
    "sgemm_gfx1100",
    "sgemm_lds_gfx1201",
    "nbody_gfx1201",
    "triton_gemm_fp32_gfx1100",
    "conv3x3_gfx1201",
    "layernorm_gfx1100",
)
SELECTED_HEADINGS = ("kernel", "predicted speed-up", "dual-issued", "bank conflicts", "proof")
STEP_HEADINGS = ("step", *HEADINGS[1:9], "solver", "seconds")

#: Dozens of kernels of one matrix instruction each, in which there is nothing to choose.
LEFT_OUT = "wmma_types"

#: Facts about the launches of these kernels, which every one of them meets.
ASSUMED = ("buffers-under-4gib", "nonneg-index")


class Step(TypedDict):
    """What a pass did: the figures behind it (None where it changed nothing), its solver's status, seconds."""

    name: str
    figures: list[str] | None
    solver: str
    seconds: str


class Row(TypedDict):
    """What ``opt`` did to a kernel; ``predicted`` is its speed against the input, for each workload."""

    name: str
    input: list[str]
    output: list[str]
    steps: list[Step]
    predicted: list[str]
    verify: str
    assumed: list[str]
    seconds: str


def _figures(metrics: Metrics) -> list[str]:
    """The figures in the order of the headings, from VALU to waves."""
    # Not counted behind each pass.
    work = [loop.address_valu for loop in metrics.loops if loop.depth == 1]
    known = [count for count in work if count is not None]
    return [
        show(metrics.valu),
        show(metrics.dual),
        *(show(metrics.bank_conflicts_by_model[model]) for model in ("gather2", "article")),
        show(metrics.vgpr_bank_reads),
        show(sum(known)) if len(known) == len(work) else "",
        show(metrics.vgprs),
        show(metrics.occupancy_waves_per_simd),
    ]


def _predicted(tuning: Tuning | None) -> list[str]:
    """The speed against the input; nothing where it cannot be predicted or nothing changed."""
    return [f"{w.before / w.after:.2f}×" for w in tuning.workloads if w.after] if tuning is not None else []


def rows_of(path: Path) -> list[Row]:
    """What ``opt`` did to each kernel of a file."""
    result = isaopt.optimize(isaopt.parse(path), Options(assumptions=ASSUMED))
    CACHE.mkdir(parents=True, exist_ok=True)
    (CACHE / path.name).write_text(result.module.text(), encoding="utf-8")
    return [
        {
            "name": path.stem if len(result.kernels) == 1 else f"{path.stem}: {kernel.name}",
            "input": _figures(kernel.before),
            "output": _figures(kernel.after),
            "steps": [
                {
                    "name": ran.name,
                    "figures": None if ran.after is None else _figures(ran.after),
                    "solver": "" if ran.solver is None else ran.solver.status,
                    "seconds": f"{ran.seconds:.0f}",
                }
                for ran in kernel.passes
            ],
            "predicted": _predicted(kernel.tuning),
            "verify": kernel.verify if any(ran.changed for ran in kernel.passes) else "unchanged",
            "assumed": sorted(result.assumptions),
            "seconds": f"{result.seconds:.0f}",
        }
        for kernel in result.kernels
    ]


def selected(rows: Sequence[Row]) -> str:
    """README's table: six kernels, of each what a reader looks for first."""
    by_name = {row["name"]: row for row in rows}
    cells = []
    for row in (by_name[name] for name in SELECTED):
        share = [
            f"{100 * int(dual) / int(valu):.0f} %"
            for valu, dual in (side[:2] for side in (row["input"], row["output"]))
        ]
        conflicts = [side[HEADINGS.index("conflicts `gather2`") - 1] for side in (row["input"], row["output"])]
        speed = next(iter(row["predicted"]), "not predicted")
        cells.append([row["name"], speed, _change(*share), _change(*conflicts), row["verify"]])
    return markdown_table(SELECTED_HEADINGS, cells)


def _change(before: str, after: str) -> str:
    return before if before == after else f"{before} → **{after}**"


def summary(rows: Sequence[Row]) -> str:
    """The table of all kernels: a row a kernel, before and after."""
    cells = []
    for row in rows:
        solvers = [step["solver"] for step in row["steps"] if step["solver"]]
        figures = [_change(a, b) for a, b in zip(row["input"], row["output"], strict=True)]
        end = [", ".join(row["predicted"]), ", ".join(solvers) or "not run", row["verify"], row["seconds"]]
        cells.append([row["name"], *figures, *end])
    return markdown_table(HEADINGS, cells)


def steps(rows: Sequence[Row]) -> str:
    """The page of all steps: a table a kernel, a row a pass."""
    parts = []
    for row in rows:
        cells = [["input", *row["input"], "", ""]]
        for step in row["steps"]:
            figures = step["figures"] or ["" for _ in row["input"]]
            name = step["name"] if step["figures"] else f"{step['name']} (changed nothing)"
            cells.append([name, *figures, step["solver"], step["seconds"]])
        predicted = f"predicted speed: {', '.join(row['predicted'])}; " if row["predicted"] else ""
        proved = f"{predicted}{row['verify']}; whole run {row['seconds']} s"
        assumed = f"; assumed: {', '.join(row['assumed'])}" if row["assumed"] else ""
        parts.append(f"## {row['name']}\n\n{markdown_table(STEP_HEADINGS, cells)}\n\n{proved}{assumed}\n")
    return "\n".join(parts)


def version_of_sources() -> str:
    """A digest of everything of isaopt that a result can depend on: all but how it is asked for and printed."""
    digest = hashlib.sha256((ROOT / "pyproject.toml").read_bytes())
    files = [p for folder in ("isaopt", "grammars") for p in (ROOT / folder).rglob("*") if p.is_file()]
    shown = (ROOT / "isaopt" / "cli", ROOT / "isaopt" / "reports")
    for path in sorted(p for p in files if p.suffix != ".pyc" and not any(p.is_relative_to(d) for d in shown)):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _entry(path: Path, sources: str) -> Path:
    key = hashlib.sha256(sources.encode() + path.read_bytes()).hexdigest()[:24]
    return CACHE / f"{path.stem}.{key}.json"


def kept(path: Path, sources: str) -> list[Row] | None:
    """The rows that an earlier run computed with these sources, or None."""
    try:
        found: list[Row] = json.loads(_entry(path, sources).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found


def keep(path: Path, sources: str, rows: list[Row]) -> None:
    """Keep the rows for later runs: written aside and renamed, so that no run ever reads half of them."""
    CACHE.mkdir(parents=True, exist_ok=True)
    entry = _entry(path, sources)
    temporary = entry.with_suffix(f".{os.getpid()}.tmp")
    temporary.write_text(json.dumps(rows), encoding="utf-8")
    temporary.replace(entry)


def table_rows(paths: Sequence[Path], jobs: int, fresh: bool) -> list[Row]:
    """The rows of all files in their order; tells on standard error which are done."""
    sources = version_of_sources()
    found = {path: None if fresh else kept(path, sources) for path in paths}
    # The largest first: they take longest, and one that starts last would keep a process alone.
    todo = sorted((path for path in paths if found[path] is None), key=lambda path: -path.stat().st_size)
    print(f"{len(paths) - len(todo)} of {len(paths)} files kept from earlier runs", file=sys.stderr)
    with ProcessPoolExecutor(jobs) as pool:
        running = {pool.submit(rows_of, path): path for path in todo}
        for done in as_completed(running):
            path = running[done]
            found[path] = rows = done.result()
            keep(path, sources, rows)
            print(f"{path.stem}: {rows[0]['seconds'] if rows else 0} s", file=sys.stderr)
    return [row for path in paths for row in found[path] or []]


def _without_seconds(text: str) -> str:
    return re.sub(r"whole run \d+ s", "", re.sub(r"\| \d+ \|$", "| |", text, flags=re.M))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--only", action="append", metavar="NAME", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    paths = sorted(p for p in (ROOT / "kernels_s").glob("*.s") if not p.stem.startswith(LEFT_OUT))
    unknown = set(options.only) - {path.stem for path in paths}
    if unknown:
        parser.error(f"no kernel file is called {', '.join(sorted(unknown))}")
    chosen = [path for path in paths if path.stem in options.only] if options.only else paths
    rows = table_rows(chosen, max(1, options.jobs), options.fresh)
    if options.only:
        print(f"{summary(rows)}\n\n{steps(rows)}")
        return 0
    readme = README.read_text(encoding="utf-8")
    begin, end = readme.index(BEGIN) + len(BEGIN), readme.index(END)
    results = f"{RESULTS_HEAD}\n{summary(rows)}\n\n{steps(rows)}"
    new = {README: f"{readme[:begin]}\n{selected(rows)}\n{readme[end:]}", RESULTS: results}
    if options.check:
        old = {path: path.read_text(encoding="utf-8") if path.exists() else "" for path in new}
        return int(any(_without_seconds(new[path]) != _without_seconds(old[path]) for path in new))
    for path, text in new.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
