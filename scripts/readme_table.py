"""Makes README's before/after table: runs ``opt`` on every kernel in ``kernels_s/`` and writes the table.

Usage: python scripts/readme_table.py [--jobs N] [--only NAME] [--fresh] [--check]

A run can be stopped and started again: the row of each file is kept in ``.cache/readme_table/`` under a key of the
file and of isaopt's own sources, so only what is missing or out of date is computed.  Several runs may share the cache.
``--only`` (repeatable) computes the rows of these files and leaves README alone.  ``--fresh`` ignores what was kept.
``--check`` compares with README, seconds aside, and exits 1 if it is out of date.
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

import isaopt
from isaopt.analysis.metrics import Metrics
from isaopt.reports.figures import show
from isaopt.reports.markdown import markdown_table

ROOT = Path(__file__).parents[1]
CACHE = ROOT / ".cache" / "readme_table"
BEGIN, END = "<!-- table: scripts/readme_table.py -->", "<!-- end of table -->"
HEADINGS = (
    "kernel",
    "VALU",
    "dual",
    "conflicts `gather2`",
    "conflicts `article`",
    "bank reads",
    "VGPRs",
    "waves/SIMD",
    "solver",
    "verify",
    "seconds",
)

Rows = list[list[str]]


def _change(before: object, after: object) -> str:
    return show(before) if before == after else f"{show(before)} → **{show(after)}**"


def _by_model(metrics: Metrics, model: str) -> object:
    return metrics.bank_conflicts_by_model[model]


def rows_of(path: Path) -> Rows:
    """One row for each kernel of a file."""
    result = isaopt.optimize(isaopt.parse(path))
    rows = []
    for kernel in result.kernels:
        a, b = kernel.before, kernel.after
        solvers = [ran.solver.status for ran in kernel.passes if ran.solver is not None]
        name = path.stem if len(result.kernels) == 1 else f"{path.stem}: {kernel.name}"
        rows.append(
            [
                name,
                _change(a.valu, b.valu),
                _change(a.dual, b.dual),
                *(_change(_by_model(a, m), _by_model(b, m)) for m in ("gather2", "article")),
                _change(a.vgpr_bank_reads, b.vgpr_bank_reads),
                _change(a.vgprs, b.vgprs),
                _change(a.occupancy_waves_per_simd, b.occupancy_waves_per_simd),
                ", ".join(solvers) or "not run",
                kernel.verify,
                f"{result.seconds:.0f}",
            ]
        )
    return rows


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


def kept(path: Path, sources: str) -> Rows | None:
    """The rows that an earlier run computed with these sources, or None."""
    try:
        found: Rows = json.loads(_entry(path, sources).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found


def keep(path: Path, sources: str, rows: Rows) -> None:
    """Keep the rows for later runs: written aside and renamed, so that no run ever reads half of them."""
    CACHE.mkdir(parents=True, exist_ok=True)
    entry = _entry(path, sources)
    temporary = entry.with_suffix(f".{os.getpid()}.tmp")
    temporary.write_text(json.dumps(rows), encoding="utf-8")
    temporary.replace(entry)


def table_rows(paths: Sequence[Path], jobs: int, fresh: bool) -> Rows:
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
            print(f"{path.stem}: {rows[0][-1]} s", file=sys.stderr)
    return [row for path in paths for row in found[path] or []]


def _without_seconds(text: str) -> str:
    return re.sub(r"\| \d+ \|$", "| |", text, flags=re.M)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--only", action="append", metavar="NAME", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    paths = sorted((ROOT / "kernels_s").glob("*.s"))
    unknown = set(options.only) - {path.stem for path in paths}
    if unknown:
        parser.error(f"no kernel file is called {', '.join(sorted(unknown))}")
    chosen = [path for path in paths if path.stem in options.only] if options.only else paths
    rows = table_rows(chosen, max(1, options.jobs), options.fresh)
    if options.only:
        print(markdown_table(HEADINGS, rows))
        return 0
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    new = f"{text[:begin]}\n{markdown_table(HEADINGS, rows)}\n{text[end:]}"
    if options.check:
        return int(_without_seconds(new) != _without_seconds(text))
    readme.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
