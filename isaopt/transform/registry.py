"""The passes, by name, and the levels that run them. A pass's module is imported only when the pass is asked for, which
keeps start-up fast."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from typing import cast, get_type_hints

from isaopt.errors import UsageError
from isaopt.plugins import PASSES, loaded, plugin_points
from isaopt.target.bank_models import DEFAULT_MODEL
from isaopt.transform.base import Pass

PassValue = int | float | str | bool | None
Settings = tuple[tuple[str, tuple[tuple[str, PassValue], ...]], ...]
"""By pass name: its options, named as on the command line, with their values."""
#: Pass name -> module and class.
_PASSES = {
    "unspill": ("isaopt.transform.unspill.unspill", "Unspill"),
    "sgpr-bases": ("isaopt.transform.sgpr_bases.sgpr_bases", "SgprBases"),
    "lds-offsets": ("isaopt.transform.lds_offsets", "LdsOffsets"),
    "lds-layout": ("isaopt.transform.lds_layout", "LdsLayout"),
    "widen": ("isaopt.transform.widen", "Widen"),
    "pack": ("isaopt.transform.pack", "Pack"),
    "inline-zeros": ("isaopt.transform.inline_zeros", "InlineZeros"),
    "split": ("isaopt.transform.split", "Split"),
    "pair": ("isaopt.transform.pair.pair", "Pair"),
    "reassign": ("isaopt.transform.reassign", "Reassign"),
    "unroll": ("isaopt.transform.unroll.unroll", "Unroll"),
    "jump-threading": ("isaopt.transform.jump_threading.jump_threading", "JumpThreading"),
    "coalesce": ("isaopt.transform.coalesce", "Coalesce"),
    "widen-rounds": ("isaopt.transform.widen", "WidenRounds"),
    "pair-rounds": ("isaopt.transform.pair.rounds", "PairRounds"),
    "double-buffer": ("isaopt.transform.double_buffer.double_buffer", "DoubleBuffer"),
    "pipeline": ("isaopt.transform.pipeline.pipeline", "Pipeline"),
    "spread": ("isaopt.transform.reorder.spread", "Spread"),
    "schedule": ("isaopt.transform.reorder.schedule", "Schedule"),
    "merge-waits": ("isaopt.transform.merge_waits", "MergeWaits"),
}

#: What each ``--level`` runs, in order.
LEVELS: dict[int, tuple[str, ...]] = {
    0: (),
    1: ("reassign",),
    2: ("pair", "reassign"),
    3: (
        "unspill",
        "sgpr-bases",
        "lds-offsets",
        "lds-layout",
        "widen",
        "pack",
        "inline-zeros",
        "pair",
        "reassign",
        "unroll",
        "jump-threading",
        "coalesce",
        "widen-rounds",
        "pair-rounds",
        "double-buffer",
        "pipeline",
        "spread",
        "schedule",
        "merge-waits",
    ),
}


#: Passes that can only do something if one of these passes changed the kernel first.
FOLLOWS: Mapping[str, frozenset[str]] = {
    "widen-rounds": frozenset({"unroll", "coalesce"}),
    "pair-rounds": frozenset({"unroll", "jump-threading", "coalesce", "widen-rounds"}),
}


#: Fields of passes that the pipeline sets; they are no options of the user's.
_INTERNAL = frozenset({"assumptions", "without"})

#: Former names of passes, which scripts may still use.
_FORMER = {"batch": "sgpr-bases", "thread": "jump-threading"}


@dataclass(frozen=True, slots=True)
class PassOptions:
    """The options of passes; each pass takes the ones that it has. ``without`` holds the lines of parts to leave
    unchanged (:class:`isaopt.transform.base.Part`). ``settings`` apply to one pass each and take precedence."""

    max_vgprs: int | None = None
    effort: float = 1
    seed: int = 0
    assumptions: tuple[str, ...] = ()
    without: tuple[int, ...] = ()
    factor: int | None = None
    group: int = 2
    setprio: bool = False
    bank_model: str = DEFAULT_MODEL
    settings: Settings = ()

    def of(self, name: str) -> PassOptions:
        """These options with the settings of one pass applied; settings that only that pass has stay in
        ``settings``."""
        own = dict(dict(self.settings).get(name, ()))
        said = {f.name: own.pop(_spelled(f.name), getattr(self, f.name)) for f in fields(self)}
        return PassOptions(**{**said, "settings": ((name, tuple(own.items())),)})


def _spelled(name: str) -> str:
    return name.replace("_", "-")


@cache
def _outside() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in plugin_points(PASSES, (*_PASSES, *_FORMER))}


def current_name(name: str) -> str:
    """The current name of a pass, given its current or former name."""
    return _FORMER.get(name, name)


def pass_names() -> tuple[str, ...]:
    """The names of all passes in pipeline order, then those of other packages."""
    return (*_PASSES, *_outside())


@cache
def pass_class(name: str) -> type[Pass]:
    """The class of a pass by name; :class:`UsageError` if it does not exist or cannot be loaded."""
    if name in _PASSES:
        module, cls = _PASSES[name]
        return cast("type[Pass]", getattr(import_module(module), cls))
    if name not in _outside():
        close = difflib.get_close_matches(name, pass_names(), n=1)
        asked = f", did you mean '{close[0]}'?" if close else ""
        raise UsageError(f"no pass is called '{name}'{asked}", hint=f"passes are {', '.join(pass_names())}")
    found = loaded(_outside()[name], type)
    if not is_dataclass(found) or getattr(found, "name", None) != name or not hasattr(found, "apply"):
        raise UsageError(f"{found.__module__}.{found.__name__} is not a dataclass with apply and the name '{name}'")
    return cast("type[Pass]", found)


@cache
def option_types(name: str) -> Mapping[str, object]:
    """The options of a pass that a user can set, by name, with their types."""
    hints = get_type_hints(pass_class(name), include_extras=True)
    return {_spelled(field): hints[field] for field in _fields(name) if field not in _INTERNAL}


def _fields(name: str) -> tuple[str, ...]:
    wanted = pass_class(name)
    assert is_dataclass(wanted)
    return tuple(field.name for field in fields(wanted))


def make_pass(name: str, options: PassOptions | None = None) -> Pass:
    """A pass by name with these options; :class:`UsageError` for an unknown pass or an invalid value."""
    said = (options or PassOptions()).of(name)
    own = {key.replace("-", "_"): value for key, value in dict(said.settings)[name]}
    common = {f.name: getattr(said, f.name) for f in fields(said) if f.name in _fields(name)}
    wanted: Callable[..., Pass] = pass_class(name)
    return wanted(**{**common, **own})


@dataclass(frozen=True, slots=True)
class PassInfo:
    """A pass: its name, a one-line description, the levels that run it, and its options with their defaults."""

    name: str
    summary: str
    levels: tuple[int, ...]
    options: dict[str, PassValue]


def pass_infos() -> tuple[PassInfo, ...]:
    """All passes in pipeline order, then those of other packages."""
    return tuple(
        PassInfo(
            name,
            pass_class(name).summary,
            tuple(level for level, names in LEVELS.items() if name in names),
            {field: getattr(make_pass(name), field) for field in _fields(name) if field not in _INTERNAL},
        )
        for name in pass_names()
    )
