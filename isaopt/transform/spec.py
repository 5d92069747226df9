"""Passes as text: ``sgpr-bases,unroll{factor=4},reassign{seed=1 bank-model=article}``, in the syntax of MLIR's
pipelines."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from isaopt.errors import UsageError
from isaopt.transform.registry import (
    PassOptions,
    PassValue,
    Settings,
    current_name,
    make_pass,
    option_types,
    pass_class,
)

_NAME = re.compile(r"[A-Za-z][\w-]*")
_VALUE = re.compile(r"[^\s,{}=]+")


@dataclass(frozen=True, slots=True)
class PassSpec:
    """A pass and the options set for it, by name; ``column`` is its place in the text."""

    name: str
    options: tuple[tuple[str, PassValue], ...] = ()
    column: int = 0

    def __str__(self) -> str:
        options = " ".join(f"{name}={str(value).lower()}" for name, value in self.options)
        return f"{self.name}{{{options}}}" if options else self.name


def parse_passes(text: str) -> tuple[PassSpec, ...]:
    """The passes named in a text, in order; :class:`UsageError` with the column of an unknown pass, option or value."""
    return _PassReader(text).passes()


def settings_of(specs: Iterable[PassSpec], text: str) -> Settings:
    """The options by pass name; :class:`UsageError` if a pass is named twice with different options."""
    found: dict[str, PassSpec] = {}
    for spec in specs:
        if found.setdefault(spec.name, spec).options != spec.options:
            message = f"{spec.name} is named twice, with other options"
            raise UsageError(message, "--passes", 1, spec.column, text)
    return tuple((s.name, s.options) for s in found.values() if s.options)


class _PassReader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def error(self, message: str, at: int, hint: str = "") -> UsageError:
        return UsageError(message, "--passes", 1, at + 1, self.text, hint)

    def skip(self, signs: str = " \t") -> None:
        while self.at < len(self.text) and self.text[self.at] in signs:
            self.at += 1

    def taken(self, sign: str) -> bool:
        self.skip()
        found = self.text.startswith(sign, self.at)
        self.at += found
        return found

    def word(self, pattern: re.Pattern[str], what: str) -> tuple[str, int]:
        self.skip()
        found = pattern.match(self.text, self.at)
        if found is None:
            there = repr(self.text[self.at]) if self.at < len(self.text) else "the end"
            raise self.error(f"{what} expected, not {there}", self.at)
        self.at = found.end()
        return found.group(), found.start()

    def passes(self) -> tuple[PassSpec, ...]:
        found = []
        self.skip(" \t,")
        while self.at < len(self.text):
            given, start = self.word(_NAME, "the name of a pass")
            name = current_name(given)
            try:
                pass_class(name)
            except UsageError as error:
                raise self.error(error.message, start, error.hint) from None
            found.append(PassSpec(name, tuple(self.options(name)) if self.taken("{") else (), start + 1))
            self.skip()
            if self.at < len(self.text) and not self.taken(","):
                raise self.error(f"',' expected after {name}, not {self.text[self.at]!r}", self.at)
            self.skip(" \t,")
        return tuple(found)

    def options(self, name: str) -> Sequence[tuple[str, PassValue]]:
        found: dict[str, PassValue] = {}
        types = option_types(name)
        self.skip(" \t,")
        while not self.taken("}"):
            key, start = self.word(_NAME, "an option or '}'")
            key = key.replace("_", "-")
            if key not in types:
                known = f"options are {', '.join(types)}" if types else "it has none"
                close = difflib.get_close_matches(key, types, n=1)
                suggestion = f", did you mean '{close[0]}'?" if close else ""
                raise self.error(f"{name} has no option '{key}'{suggestion}", start, known)
            if key in found:
                raise self.error(f"{key} is set twice", start)
            word, at = self.word(_VALUE, "a value") if self.taken("=") else ("true", start)
            try:
                found[key] = msgspec.convert(word, types[key], strict=False)
                make_pass(name, PassOptions(settings=((name, ((key, found[key]),)),)))
            except msgspec.ValidationError as error:
                raise self.error(f"{key} of {name}: {error}, not '{word}'", at) from None
            except UsageError as error:
                raise self.error(f"{key} of {name}: {error.message}", at, error.hint) from None
            self.skip(" \t,")
        return sorted(found.items())
