"""Which microbenchmarks there are for a target: what ``data/suite.yaml`` describes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from importlib.resources import files
from itertools import product
from typing import cast

import yaml
from jinja2 import Template

from isaopt.calibration.benchmark import Benchmark, Body, Reading, spellings, templates
from isaopt.target.arch import Arch, get_arch
from isaopt.target.vopd import components

Values = Mapping[str, object]
_NUMBERS = tuple(f.name for f in fields(Benchmark) if f.type == "int")


def benchmarks(arch_name: str) -> tuple[Benchmark, ...]:
    """The suite of a target, in the order in which it is worth running it; :class:`isaopt.errors.UsageError` for a
    target that has none."""
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
