"""Extensions that other packages register through entry points: passes, register-file models, GPUs, lint rules."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TypeVar

from isaopt.errors import UsageError

Wanted = TypeVar("Wanted")
PASSES, BANK_MODELS, GPUS, LINT_RULES = "isaopt.passes", "isaopt.bank_models", "isaopt.gpus", "isaopt.lint_rules"


@cache
def extended() -> bool:
    """Whether any package registers an extension: it takes as long to find out as to read a small kernel."""
    return any(entry_points(group=group) for group in (PASSES, BANK_MODELS, GPUS, LINT_RULES))


def plugins(group: str, wanted: type[Wanted], taken: Collection[str] = ()) -> dict[str, Wanted]:
    """The objects of a group of entry points, by name, in the order of names.

    Raises:
        UsageError: one cannot be imported, is no ``wanted``, or has a name that is ``taken`` or registered twice.
    """
    return {point.name: loaded(point, wanted) for point in plugin_points(group, taken)}


def loaded(point: EntryPoint, wanted: type[Wanted]) -> Wanted:
    """The object of an entry point; :class:`UsageError` if it cannot be imported or is no ``wanted``."""
    try:
        made = point.load()
    except Exception as error:
        raise UsageError(f"{_what(point)} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(made, wanted):
        raise UsageError(f"{_what(point)} is a {type(made).__name__}, not a {wanted.__name__}")
    return made


def plugin_points(group: str, taken: Collection[str] = ()) -> list[EntryPoint]:
    """The entry points of a group, by name, not loaded; errors as for :func:`plugins`."""
    known = set(taken)
    points = sorted(entry_points(group=group), key=lambda point: (point.name, point.value))
    for point in points:
        if point.name in known:
            raise UsageError(f"{_what(point)} has a name that is taken")
        known.add(point.name)
    return points


def _what(point: EntryPoint) -> str:
    package = f" of the package {point.dist.name}" if point.dist is not None else ""
    return f"the entry point '{point.name}' in {point.group}{package}"
