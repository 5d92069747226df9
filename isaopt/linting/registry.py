"""The registry of rules: ``rules.toml`` describes them; the modules of :mod:`isaopt.linting.rules` implement them, each
with a mapping ``CHECKS`` from a rule's id. Other packages add rules through entry points."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.resources import files

from isaopt.errors import UsageError
from isaopt.linting.model import Rule, Severity
from isaopt.plugins import LINT_RULES, plugins


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule by its id, in the order in which ``lint --rules`` lists them."""
    families = tomllib.loads(files("isaopt.linting").joinpath("rules.toml").read_text(encoding="utf-8"))
    found: dict[str, Rule] = {}
    for family, rules in families.items():
        checks = import_module(f"isaopt.linting.rules.{family}").CHECKS
        assert checks.keys() == rules.keys(), f"{family} does not check what rules.toml has"
        for name, row in rules.items():
            summary, advice, source = (" ".join(row[key].split()) for key in ("summary", "help", "source"))
            targets = frozenset(row.get("families", ("gfx11", "gfx12")))
            found[name] = Rule(name, Severity(row["severity"]), summary, advice, source, targets, checks[name])
    outside = plugins(LINT_RULES, Rule, found)
    return {**found, **{name: replace(rule, id=name) for name, rule in outside.items()}}


def get_rule(rule_id: str) -> Rule:
    """The rule of that id; :class:`UsageError` for an unknown one."""
    rules = all_rules()
    if rule_id not in rules:
        close = difflib.get_close_matches(rule_id, rules, n=1)
        asked = f", did you mean '{close[0]}'?" if close else ""
        raise UsageError(f"no lint rule is called '{rule_id}'{asked}", hint="isaopt lint --rules lists them")
    return rules[rule_id]


def choose_rules(enable: Iterable[str] = (), disable: Iterable[str] = ()) -> tuple[Rule, ...]:
    """The rules named in ``enable``, or all if there are none, without those in ``disable``; in listing order.

    Raises :class:`UsageError` for an unknown rule, or if no rule remains.
    """
    wanted = {get_rule(name).id for name in enable}
    unwanted = {get_rule(name).id for name in disable}
    chosen = tuple(r for r in all_rules().values() if (not wanted or r.id in wanted) and r.id not in unwanted)
    if not chosen:
        raise UsageError("no lint rule is left to run")
    return chosen
