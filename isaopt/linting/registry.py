"""Which rules exist: one module a family in :mod:`isaopt.linting.rules`, each with a tuple ``RULES``."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache
from importlib import import_module

from isaopt.errors import UsageError
from isaopt.linting.model import Rule

#: Modules of :mod:`isaopt.linting.rules`, in the order in which ``lint --rules`` lists them.
FAMILIES: tuple[str, ...] = (
    "waits",
    "calls",
    "lds_barriers",
    "memory_order",
    "wait_economy",
    "hazards_valu",
    "hazards_vopd",
    "hazards_sgpr",
    "hazards_lds",
    "hazards_program",
    "vopd",
    "constant_bus",
    "operands",
    "matrix",
    "mfma",
    "resources",
    "segments",
    "control",
    "undefined",
    "values",
)


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule by its id."""
    found: dict[str, Rule] = {}
    for family in FAMILIES:
        rules: tuple[Rule, ...] = import_module(f"isaopt.linting.rules.{family}").RULES
        for rule in rules:
            assert rule.id not in found, f"two rules are called {rule.id}"
            found[rule.id] = rule
    return found


def get_rule(rule_id: str) -> Rule:
    """The rule of that id; :class:`UsageError` if there is none."""
    rules = all_rules()
    if rule_id not in rules:
        close = difflib.get_close_matches(rule_id, rules, n=1)
        asked = f", did you mean '{close[0]}'?" if close else ""
        raise UsageError(f"no lint rule is called '{rule_id}'{asked}", hint="isaopt lint --rules lists them")
    return rules[rule_id]


def choose_rules(enable: Iterable[str] = (), disable: Iterable[str] = ()) -> tuple[Rule, ...]:
    """The rules named in ``enable``, or all if there are none, without those in ``disable``; in listing order.

    Raises :class:`UsageError` for a name that is no rule, or if nothing is left.
    """
    wanted = {get_rule(name).id for name in enable}
    unwanted = {get_rule(name).id for name in disable}
    chosen = tuple(r for r in all_rules().values() if (not wanted or r.id in wanted) and r.id not in unwanted)
    if not chosen:
        raise UsageError("no lint rule is left to run")
    return chosen
