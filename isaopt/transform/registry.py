"""Which passes exist, and which of them a level runs.  Modules are imported when asked for, so that start-up stays
fast.  ``pass_infos``: the passes as data, the content of ``passes``.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module

from isaopt.errors import UsageError
from isaopt.target.bank_models import DEFAULT_MODEL
from isaopt.transform.base import Pass

#: Pass name -> module and class.
_PASSES = {
    "batch": ("isaopt.transform.batch.batch", "Batch"),
    "split": ("isaopt.transform.split", "Split"),
    "pair": ("isaopt.transform.pair.pair", "Pair"),
    "reassign": ("isaopt.transform.reassign", "Reassign"),
    "unroll": ("isaopt.transform.unroll.unroll", "Unroll"),
    "thread": ("isaopt.transform.jump_threading.jump_threading", "Thread"),
    "pair-rounds": ("isaopt.transform.pair.rounds", "PairRounds"),
    "pipeline": ("isaopt.transform.pipeline.pipeline", "Pipeline"),
    "spread": ("isaopt.transform.reorder.spread", "Spread"),
    "schedule": ("isaopt.transform.reorder.schedule", "Schedule"),
}

#: What each ``--level`` runs, in order.
LEVELS: dict[int, tuple[str, ...]] = {
    0: (),
    1: ("reassign",),
    2: ("pair", "reassign"),
    3: ("batch", "pair", "reassign", "unroll", "thread", "pair-rounds", "pipeline", "spread", "schedule"),
}


#: Passes that have something to do only where one of others changed the kernel before them.
FOLLOWS: Mapping[str, frozenset[str]] = {"pair-rounds": frozenset({"unroll", "thread"})}


@dataclass(frozen=True, slots=True)
class PassOptions:
    """What can be said to a pass; each pass takes the ones that it has.  ``without`` are the lines of parts that it
    shall leave as they are (:class:`isaopt.transform.base.Part`)."""

    max_vgprs: int | None = None
    effort: float = 1
    seed: int = 0
    assumptions: tuple[str, ...] = ()
    without: tuple[int, ...] = ()
    factor: int | None = None
    group: int = 2
    setprio: bool = False
    bank_model: str = DEFAULT_MODEL


def pass_names() -> tuple[str, ...]:
    """Every pass by name, in pipeline order."""
    return tuple(_PASSES)


def make_pass(name: str, options: PassOptions) -> Pass:
    """The pass of that name with these options; :class:`UsageError` if there is none."""
    if name not in _PASSES:
        close = difflib.get_close_matches(name, _PASSES, n=1)
        asked = f", did you mean '{close[0]}'?" if close else ""
        raise UsageError(f"no pass is called '{name}'{asked} (passes: {', '.join(_PASSES)})")
    module, cls = _PASSES[name]
    wanted = getattr(import_module(module), cls)
    has = {field.name for field in fields(wanted)}
    made: Pass = wanted(**{f.name: getattr(options, f.name) for f in fields(options) if f.name in has})
    return made


def pass_summary(name: str) -> str:
    """The one-line description that ``isaopt passes`` prints."""
    module, cls = _PASSES[name]
    summary: str = getattr(import_module(module), cls).summary
    return summary


@dataclass(frozen=True, slots=True)
class PassInfo:
    """A pass: its name, a line on what it does, the levels that run it, and its options with their defaults."""

    name: str
    summary: str
    levels: tuple[int, ...]
    options: dict[str, int | str | bool | None]


def pass_infos() -> tuple[PassInfo, ...]:
    """Every pass, in pipeline order."""
    return tuple(
        PassInfo(
            name,
            pass_summary(name),
            tuple(level for level, names in LEVELS.items() if name in names),
            _options(name),
        )
        for name in pass_names()
    )


def _options(name: str) -> dict[str, int | str | bool | None]:
    """A pass's fields are its options."""
    made = make_pass(name, PassOptions())
    assert is_dataclass(made)
    return {f.name: getattr(made, f.name) for f in fields(made)}
