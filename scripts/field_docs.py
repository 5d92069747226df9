#!/usr/bin/env python3
"""Writes docs/reference/field.md, the account of kernels of public projects, from what ``scripts/field.py`` found.

    field_docs.py OUT [OUT ...] [--to FILE]

``OUT`` are directories that ``field.py --out`` wrote; what they hold is put together.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.campaigns import read
from scripts.fieldwork.entries import FileLine, KernelLine
from scripts.fieldwork.table import sections

DOCS = Path(__file__).resolve().parent.parent / "docs" / "reference" / "field.md"
HEAD = """# Kernels of public projects

Kernels as people build them: {kernels} of {projects}, compiled by clang 22 at `-O3` for the device only
(Triton's by Triton 3.6), and optimised by `isaopt opt --level 3` without assumptions, each with its proof.
Kernels are drawn at random from all of a project's for a target (`scripts/field_sample.py`), at most {most} of each;
the column "optimised" has how many. `scripts/field.py` did the work, `scripts/field_docs.py` wrote this page.

The gain is what is predicted of a launch of many workgroups on the GPU that stands for the target. Processor seconds
are those of `opt` for one kernel in a process of its own; those of the compiler are a kernel's share of its file's, by
instructions. Other work ran on the same processor. "conflicts" adds up what `isaopt report` gives.
"""
#: The tables that the page has.
SHOWN = (
    "Projects",
    "Why kernels are left as they are",
    "What passes change, and why they do not",
    "Where the time goes",
    "Faults",
)


def page(files: Sequence[FileLine], kernels: Sequence[KernelLine]) -> str:
    """The page: of the files, those of which a kernel was optimised."""
    done = {line.file for line in kernels}
    files = [line for line in files if line.file in done]
    by_suite: defaultdict[str, int] = defaultdict(int)
    for line in kernels:
        by_suite[line.suite] += 1
    projects = sorted({suite.split("/")[0] for suite in by_suite})
    head = HEAD.format(
        kernels=f"{len(kernels)} kernels", projects=", ".join(projects), most=max(by_suite.values(), default=0)
    )
    parts = [f"## {title}\n\n{text}" for title, text in sections(files, kernels) if title in SHOWN]
    return "\n".join([head, "\n\n".join(parts), ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outs", nargs="+", type=Path, metavar="OUT")
    parser.add_argument("--to", type=Path, default=DOCS, metavar="FILE", help="instead of docs/reference/field.md")
    asked = parser.parse_args()
    files = [line for out in asked.outs for line in read(out / "files.jsonl", FileLine)]
    kernels = [line for out in asked.outs for line in read(out / "kernels.jsonl", KernelLine)]
    asked.to.write_text(page(files, kernels))


if __name__ == "__main__":
    main()
