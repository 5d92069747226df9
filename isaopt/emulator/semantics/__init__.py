"""What every instruction does, one file a family; looked up by operation."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from isaopt.emulator.semantics.base import Emitter, Lane, Scalar

#: Files of this package; a later one may replace an earlier one's entries.
FAMILIES = (
    "valu_int",
    "sums",
    "valu_f32",
    "valu_f64",
    "valu_16",
    "packed",
    "convert",
    "bytefloat",
    "trans",
    "salu",
    "salu_float",
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


@cache
def _tables() -> tuple[dict[str, Lane], dict[str, Scalar], dict[str, tuple[Emitter, tuple[str, ...]]]]:
    lanes: dict[str, Lane] = {}
    scalars: dict[str, Scalar] = {}
    custom: dict[str, tuple[Emitter, tuple[str, ...]]] = {}
    for name in FAMILIES:
        family = import_module(f"isaopt.emulator.semantics.{name}")
        lanes.update(getattr(family, "LANES", {}))
        scalars.update(getattr(family, "SCALARS", {}))
        runtime = getattr(family, "RUNTIME", ())
        custom.update({key: (emit, runtime) for key, emit in getattr(family, "CUSTOM", {}).items()})
    return lanes, scalars, custom


def lane(name: str) -> Lane | None:
    """The per-lane meaning of an operation, if it has one."""
    return _tables()[0].get(name)


def scalar(name: str) -> Scalar | None:
    return _tables()[1].get(name)


def custom(name: str) -> tuple[Emitter, tuple[str, ...]] | None:
    """The emitter of an operation and the runtime files that it needs."""
    return _tables()[2].get(name)


def supported() -> frozenset[str]:
    """Every operation that some family knows."""
    return frozenset().union(*_tables())


@cache
def self_tracking() -> frozenset[str]:
    """Custom operations that track undefined bits themselves (``SELF_TRACKING`` of a family)."""
    names: set[str] = set()
    for name in FAMILIES:
        names |= set(getattr(import_module(f"isaopt.emulator.semantics.{name}"), "SELF_TRACKING", ()))
    return frozenset(names)
