#!/usr/bin/env python3
"""Draws kernels from a directory of ``.s`` files, each into a file of its own, as ``scripts/field.py`` reads them.

    field_sample.py DIR OUT [--kernels N] [--seed N]

``DIR`` holds ``PROJECT/ARCH/*.s``, where ``times.json`` may give the seconds that the compiler took for each file by
its name without ``.s``.  Of each project and target N kernels are drawn at random from all of its files alike (all, if
there are no more), and written with what they share with others to ``OUT/PROJECT/ARCH/NUMBER.s``.  The ``times.json``
there gives each its share of the compiler's seconds, by instructions.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from isaopt.asm.isolate import isolated
from isaopt.asm.parser import parse_text
from isaopt.asm.source import read_source
from isaopt.errors import IsaoptError

_KERNEL = re.compile(r"^\s*\.amdhsa_kernel\s+(\S+)", re.MULTILINE)


def draw(suite: Path, out: Path, wanted: int, seed: str) -> int:
    """Draws from one project and target; how many there are to draw from."""
    names = [(path, name) for path in sorted(suite.glob("*.s")) for name in _KERNEL.findall(read_source(str(path)))]
    random.Random(seed).shuffle(names)
    by_file: defaultdict[Path, list[tuple[int, str]]] = defaultdict(list)
    for number, (path, name) in enumerate(names[:wanted]):
        by_file[path].append((number, name))
    times = suite / "times.json"
    known = json.loads(times.read_text()) if times.exists() else {}
    shares: dict[str, float] = {}
    out.mkdir(parents=True, exist_ok=True)
    for path, kernels in by_file.items():
        try:
            for stem, text, share in alone(path, kernels):
                (out / f"{stem}.s").write_text(text)
                if path.stem in known:
                    shares[stem] = round(known[path.stem] * share, 4)
        except IsaoptError as error:
            print(f"{path}: {error.message}", file=sys.stderr)
    (out / "times.json").write_text(json.dumps(shares, indent=0, sort_keys=True))
    return len(names)


def alone(path: Path, kernels: list[tuple[int, str]]) -> Iterator[tuple[str, str, float]]:
    """The name, the text and the share of each kernel."""
    module = parse_text(read_source(str(path)), str(path))
    sizes = {kernel.name: len(module.instructions(kernel)) for kernel in module.kernels}
    for number, name in kernels:
        text = isolated(module, module.kernel(name)).module.text()
        yield f"{number:04}", text, sizes[name] / max(1, sum(sizes.values()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=Path, metavar="DIR")
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--kernels", type=int, default=40, metavar="N", help="of each project and target (default: 40)")
    parser.add_argument("--seed", default="0", help="of the sample (default: 0)")
    asked = parser.parse_args()
    for suite in sorted({path.parent for path in asked.directory.glob("*/*/*.s")}):
        name = suite.relative_to(asked.directory)
        print(f"{name}: {draw(suite, asked.out / name, asked.kernels, f'{asked.seed} {name}')} kernels")


if __name__ == "__main__":
    main()
