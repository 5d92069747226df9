"""Makes README's before/after table: runs ``opt`` on every kernel in ``kernels_s/`` and writes the table.

Usage: python scripts/readme_table.py [--check] [--jobs N].  ``--check`` compares and exits 1 if README is out of
date (seconds aside).
"""

from __future__ import annotations

import argparse
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import isaopt
from isaopt.analysis.metrics import Metrics
from isaopt.reports.figures import show
from isaopt.reports.markdown import markdown_table

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- table: scripts/readme_table.py -->", "<!-- end of table -->"
HEADINGS = (
    "kernel",
    "dual / VALU",
    "conflicts `gather2`",
    "conflicts `article`",
    "bank reads",
    "VGPRs",
    "waves/SIMD",
    "solver",
    "verify",
    "seconds",
)


def _change(before: object, after: object) -> str:
    return show(before) if before == after else f"{show(before)} → **{show(after)}**"


def _by_model(metrics: Metrics, model: str) -> object:
    return metrics.bank_conflicts_by_model[model]


def rows_of(path: Path) -> list[list[str]]:
    """One row for each kernel of a file."""
    result = isaopt.optimize(isaopt.parse(path))
    rows = []
    for kernel in result.kernels:
        a, b = kernel.before, kernel.after
        solver = kernel.passes[0].solver
        name = path.stem if len(result.kernels) == 1 else f"{path.stem}: {kernel.name}"
        rows.append(
            [
                name,
                f"{b.dual} / {b.valu}",
                *(_change(_by_model(a, m), _by_model(b, m)) for m in ("gather2", "article")),
                _change(a.vgpr_bank_reads, b.vgpr_bank_reads),
                _change(a.vgprs, b.vgprs),
                _change(a.occupancy_waves_per_simd, b.occupancy_waves_per_simd),
                solver.status if solver else "not run",
                kernel.verify,
                f"{result.seconds:.0f}",
            ]
        )
    return rows


def _without_seconds(text: str) -> str:
    return re.sub(r"\| \d+ \|$", "| |", text, flags=re.M)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    paths = sorted((ROOT / "kernels_s").glob("*.s"))
    with ProcessPoolExecutor(options.jobs) as pool:
        rows = [row for each in pool.map(rows_of, paths) for row in each]
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
