"""Trees of dataclasses to JSON and back, driven by their type annotations."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, Union, get_args, get_origin, get_type_hints

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]

_FRACTION = "fraction"


def encode(value: object) -> Json:
    """A tree of dataclasses, tuples, mappings, numbers and text as JSON; ``TypeError`` for anything else."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Fraction):
        return {_FRACTION: str(value)}
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: encode(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(k): encode(v) for k, v in value.items()}
    if isinstance(value, Sequence):
        return [encode(v) for v in value]
    raise TypeError(f"no JSON form for {type(value).__name__}")


@lru_cache(maxsize=256)
def _hints(cls: type) -> dict[str, object]:
    return get_type_hints(cls)


def decode(wanted: object, value: Json) -> object:
    """The value of type ``wanted`` that :func:`encode` wrote as ``value``; ``ValueError`` if it is none."""
    if isinstance(value, Mapping) and _FRACTION in value:
        return Fraction(str(value[_FRACTION]))
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return _decode_union(wanted, value)
    if origin is tuple:
        return _decode_tuple(wanted, value)
    if origin in (dict, Mapping):
        _, kind = get_args(wanted)
        if not isinstance(value, Mapping):
            raise ValueError(f"not a mapping: {value!r}")
        return {k: decode(kind, v) for k, v in value.items()}
    if origin is Literal:
        if value not in get_args(wanted):
            raise ValueError(f"not one of {get_args(wanted)}: {value!r}")
        return value
    if isinstance(wanted, type) and is_dataclass(wanted):
        if not isinstance(value, Mapping) or set(value) != {f.name for f in fields(wanted)}:
            raise ValueError(f"not the fields of {wanted.__name__}")
        hints = _hints(wanted)
        return wanted(**{name: decode(hints[name], v) for name, v in value.items()})
    if wanted is float and isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if isinstance(wanted, type) and isinstance(value, wanted) and isinstance(value, bool) == (wanted is bool):
        return value
    raise ValueError(f"not a {wanted}: {value!r}")


def _decode_union(wanted: object, value: Json) -> object:
    for kind in get_args(wanted):
        if kind is type(None):
            if value is None:
                return None
            continue
        try:
            return decode(kind, value)
        except ValueError:
            continue
    raise ValueError(f"not a {wanted}: {value!r}")


def _decode_tuple(wanted: object, value: Json) -> tuple[object, ...]:
    kinds = get_args(wanted)
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise ValueError(f"not a list: {value!r}")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(decode(kinds[0], v) for v in value)
    if len(kinds) != len(value):
        raise ValueError(f"{len(value)} values, not {len(kinds)}")
    return tuple(decode(kind, v) for kind, v in zip(kinds, value, strict=True))
