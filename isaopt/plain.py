"""Converts dataclasses to plain data and back, by their annotations."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar, cast

import msgspec

from isaopt.errors import InputError

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]
"""A JSON value."""
Wanted = TypeVar("Wanted")
_FRACTION = "fraction"


def plain(value: object) -> Json:
    """A tree of dataclasses as JSON values; a fraction becomes a whole number where it is one, else a decimal.
    ``TypeError`` for what has no JSON form."""
    return cast("Json", msgspec.to_builtins(value, enc_hook=_shown))


def picked(value: object, *names: str) -> dict[str, Json]:
    """Some attributes of a value, as :func:`plain` has them."""
    return {name: plain(getattr(value, name)) for name in names}


def encode(value: object) -> Json:
    """Like :func:`plain`, but lossless: :func:`decode` restores the value."""
    return cast("Json", msgspec.to_builtins(value, enc_hook=_exact))


def decode(wanted: type[Wanted], value: object) -> Wanted:
    """Builds a value of type ``wanted`` from plain data; a ``ValueError`` with the place if the data do not fit."""
    return msgspec.convert(value, wanted, dec_hook=_fraction)


def read_json(text: str, path: str) -> object:
    """The document of a JSON file; :class:`InputError` with the place if it is not valid JSON."""
    try:
        found: object = json.loads(text)
    except json.JSONDecodeError as error:
        source = text.split("\n")[error.lineno - 1]
        raise InputError(f"not JSON: {error.msg}", path, error.lineno, error.colno, source) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON that can be read: {error}", path) from None
    return found


def entry_places(text: str) -> Iterator[tuple[int, int]]:
    """Line and column of each entry of a JSON list."""
    at, decoder = text.index("[") + 1, json.JSONDecoder()
    while True:
        at += len(text[at:]) - len(text[at:].lstrip(" \t\r\n,"))
        if text[at] == "]":
            return
        yield text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        at = decoder.raw_decode(text, at)[1]


def read_as(wanted: type[Wanted], value: object, what: str, path: str, hint: str = "") -> Wanted:
    """Like :func:`decode`, for data from a file; :class:`InputError` if they are not ``what`` is expected."""
    try:
        return decode(wanted, value)
    except ValueError as error:
        raise InputError(f"not {what}: {error}", path, hint=hint) from None


def _shown(value: object) -> int | float:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    raise TypeError(f"no JSON form for {type(value).__name__}")


def _exact(value: object) -> Mapping[str, str]:
    if isinstance(value, Fraction):
        return {_FRACTION: str(value)}
    raise TypeError(f"no JSON form for {type(value).__name__}")


def _fraction(wanted: type, value: object) -> object:
    if wanted is object:
        return value
    if wanted is not Fraction:
        raise NotImplementedError(wanted)
    if isinstance(value, Mapping):
        return Fraction(str(value.get(_FRACTION)))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("Expected a number")
    return Fraction(str(value))
