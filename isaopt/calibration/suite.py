"""The microbenchmarks of a target, as ``data/suite.yaml`` describes them.

A suite as a directory: an ``.s`` file for each benchmark, and a manifest that says how to run them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import cast

import yaml
from jinja2 import Template

from isaopt.calibration.benchmark import Benchmark, Body, Reading, assembly, kernel_names, spellings, templates
from isaopt.errors import InputError, UsageError
from isaopt.target.arch import Arch, get_arch
from isaopt.target.vopd import components

Values = Mapping[str, object]
_NUMBERS = tuple(f.name for f in fields(Benchmark) if f.type == "int")


def benchmarks(arch_name: str) -> tuple[Benchmark, ...]:
    """The suite of a target, most useful benchmarks first; :class:`isaopt.errors.UsageError` for a target without a
    suite."""
    arch = get_arch(arch_name)
    given = _given(arch)
    rows = (
        {**given, **entry, **one, **other}
        for entry in _entries()
        for one, other in product(_rows(entry, "each", given), _rows(entry, "by", given))
    )
    return tuple(_benchmark(row) for row in rows if _rendered(row, "when") != "False")


@cache
def _entries() -> list[Values]:
    text = files("isaopt.calibration").joinpath("data/suite.yaml").read_text(encoding="utf-8")
    return cast("list[Values]", yaml.safe_load(text))


def _rows(entry: Values, key: str, given: Values) -> list[Values]:
    """The rows of an entry; a name stands for rows that the target gives."""
    rows = entry.get(key, [{}])
    return cast("list[Values]", given[rows] if isinstance(rows, str) else rows)


def _given(arch: Arch) -> Values:
    """What the templates may use beside the keys of their entry."""
    known = sorted((name, component.x) for name, component in components(arch.family).items() if component.creatable)
    return {
        **spellings(arch.name),
        "gfx12": arch.generation == "gfx12",
        "gfx11_0": arch.generation == "gfx11.0",
        "opcodes": [{"opcode": name, "side": side} for name, x in known for side in ("xy" if x else "y")],
        "v": lambda first, count: f"v{first}" if count == 1 else f"v[{first}:{first + count - 1}]",
        "of_bank": lambda bank, turn: 8 + bank + 4 * (turn % 8),
    }


def _benchmark(row: Values) -> Benchmark:
    beside = row.get("beside", ())
    return Benchmark(
        _rendered(row, "name"),
        _rendered(row, "title"),
        _body(row),
        tuple(_words(row.get("shows", ()))),
        _lines(row, "setup"),
        level=str(row.get("level", "auto")),
        reading=cast("Reading", row.get("reading", "slowest")),
        beside=tuple(_words(row[beside] if isinstance(beside, str) else beside)),
        **{name: cast("int", row[name]) for name in _NUMBERS if name in row},
    )


def _body(row: Values) -> Body:
    loop = f"{{% for k in range(count) %}}\n{str(row['body']).rstrip()}\n\n{{% endfor %}}"
    return lambda count: [
        *_lines(row, "first"),
        *_lines({**row, "loop": loop, "count": count}, "loop"),
        *_lines({**row, "count": count}, "last"),
    ]


def _words(listed: object) -> Iterator[str]:
    """The words of lists that may hold others."""
    if isinstance(listed, str):
        yield listed
    else:
        for each in cast("list[object]", listed):
            yield from _words(each)


@cache
def _template(text: str) -> Template:
    return templates().from_string(text)


def _rendered(row: Values, key: str) -> str:
    return _template(str(row.get(key, ""))).render(row)


def _lines(row: Values, key: str) -> tuple[str, ...]:
    return tuple(line for line in _rendered(row, key).split("\n") if line.strip())


MANIFEST = "manifest.json"


def suite_files(arch: str) -> dict[str, str]:
    """The files of a target's microbenchmark suite by name: sources and manifest."""
    suite = benchmarks(arch)
    sources = {f"{b.name}.s": assembly(b, arch) for b in suite}
    document = {"arch": arch, "benchmarks": [_entry(b) for b in suite]}
    return {**sources, MANIFEST: json.dumps(document, indent=2) + "\n"}


def _entry(benchmark: Benchmark) -> Mapping[str, object]:
    short, long = kernel_names(benchmark)
    return {
        "name": benchmark.name,
        "title": benchmark.title,
        "file": f"{benchmark.name}.s",
        "kernels": {short: benchmark.short, long: benchmark.long},
        "waves": benchmark.waves,
        "workgroup_size": benchmark.waves * benchmark.wave_size,
        "data_bytes": benchmark.data_bytes,
        "parameters": list(benchmark.parameters),
    }


def read_suite(directory: str) -> tuple[str, tuple[Benchmark, ...]]:
    """The target of a suite directory and its benchmarks.

    Raises:
        UsageError: the directory does not contain a suite.
        InputError: its manifest is invalid, or was written by a version that had other benchmarks.
    """
    path = Path(directory) / MANIFEST
    if not path.is_file():
        raise UsageError(f"has no {MANIFEST}", directory, hint="isaopt microbench -o DIR --arch GFX writes a suite")
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        arch, entries = document["arch"], document["benchmarks"]
        names = [entry["name"] for entry in entries]
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"not a suite manifest: {error}", str(path)) from None
    known = {b.name: b for b in benchmarks(arch)}
    for name, entry in zip(names, entries, strict=True):
        if name not in known or _entry(known[name]) != entry:
            raise InputError(
                f"benchmark '{name}' is not one of this version",
                str(path),
                hint="write the suite again with isaopt microbench",
            )
    return arch, tuple(known[name] for name in names)
