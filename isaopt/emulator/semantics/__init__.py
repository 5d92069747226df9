"""The meaning of every instruction, by operation: from the tables in ``isaopt/emulator/data``, and from the files of
this package, one for each family, for instructions that need C of their own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TypeVar

from isaopt.emulator.semantics.base import Emitter, Lane, Scalar
from isaopt.plain import decode

Operation = TypeVar("Operation", Lane, Scalar)

#: Files of this package; a later one may replace an earlier one's entries.
FAMILIES = (
    "sums",
    "packed",
    "bytefloat",
    "salu",
    "memory",
    "space",
    "typed",
    "texture",
    "blocks",
    "counters",
    "exchange",
    "wmma",
    "hardware",
    "barriers",
    "control",
)


@dataclass(frozen=True, slots=True)
class _DataFamily:
    """A part of a data file: operations by their types, each as its expression or as its fields."""

    runtime: tuple[str, ...]
    operations: Mapping[str, Mapping[str, str | Mapping[str, str | bool]]]


def _from_data(name: str, made: type[Operation]) -> dict[str, Operation]:
    """The operations of a file in ``isaopt/emulator/data``."""
    document = tomllib.loads(files("isaopt.emulator").joinpath("data", name).read_text(encoding="utf-8"))
    like = decode(dict[str, str], document.pop("like"))
    found: dict[str, Operation] = {}
    for family in decode(dict[str, _DataFamily], document).values():
        for heading, rows in family.operations.items():
            types, _, letters = heading.partition(", ")
            letter, _, texts = letters.partition(" = ")
            for text in texts.split() or [letter]:
                result, _, sources = types.replace(letter, text).partition(": ")
                compares = result == "scc"
                known = {"result": "" if compares else result, "sources": sources.split(), "runtime": family.runtime}
                for operation, row in rows.items():
                    fields = row if isinstance(row, Mapping) else {"scc_expr" if compares else "expr": row}
                    found[operation.replace(letter, text)] = decode(made, {"expr": "", **known, **fields})
    like |= {name.replace("v_cmp_", "v_cmpx_"): name for name in found if name.startswith("v_cmp_")}
    return found | {operation: found[other] for operation, other in like.items()}


@cache
def _tables() -> tuple[dict[str, Lane], dict[str, Scalar], dict[str, tuple[Emitter, tuple[str, ...]]]]:
    custom: dict[str, tuple[Emitter, tuple[str, ...]]] = {}
    for name in FAMILIES:
        family = import_module(f"isaopt.emulator.semantics.{name}")
        runtime = getattr(family, "RUNTIME", ())
        custom.update({key: (emit, runtime) for key, emit in family.CUSTOM.items()})
    return _from_data("vector.toml", Lane), _from_data("scalar.toml", Scalar), custom


def lane(name: str) -> Lane | None:
    """The per-lane semantics of an operation, if it has any."""
    return _tables()[0].get(name)


def scalar(name: str) -> Scalar | None:
    return _tables()[1].get(name)


def custom(name: str) -> tuple[Emitter, tuple[str, ...]] | None:
    """The emitter of an operation and the runtime files that it needs."""
    return _tables()[2].get(name)


def supported() -> frozenset[str]:
    """Every supported operation."""
    return frozenset().union(*_tables())


@cache
def self_tracking() -> frozenset[str]:
    """Custom operations that track undefined bits themselves (``SELF_TRACKING`` of a family)."""
    names: set[str] = set()
    for name in FAMILIES:
        names |= set(getattr(import_module(f"isaopt.emulator.semantics.{name}"), "SELF_TRACKING", ()))
    return frozenset(names)
