"""The GPU models of the simulator: parameters by dotted name, each with its source and confidence.

The figures are in ``data/gpus/*.json``, one file for each GPU; ``base`` names a file that supplies the figures which
the file lacks. Files of the user have the same form. A parameter may be an open question: ``others`` lists other values
from its sources, ``low`` and ``high`` the range to sweep.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from isaopt.errors import InputError, UsageError
from isaopt.plain import read_as, read_json
from isaopt.plugins import GPUS, plugins
from isaopt.target.arch import get_arch
from isaopt.target.bank_models import bank_models

Value = int | float | str
DEFAULT_GPUS = {
    "gfx1100": "rx7900xtx",
    "gfx1101": "rx7800xt",
    "gfx1102": "rx7600",
    "gfx1103": "strix-halo",
    "gfx1150": "strix-halo",
    "gfx1151": "strix-halo",
    "gfx1152": "strix-halo",
    "gfx1153": "strix-halo",
    "gfx1200": "rx9060xt",
    "gfx1201": "rx9070xt",
}
"""The GPU to model for a target if none is named; the integrated ones stand for their generation."""

#: Rates and counts that are used as divisors.
_DIVISORS = ("_per_cycle", "_per_s", ".mhz", ".cus")


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another value that a source gives for a parameter, besides the default."""

    value: Value
    source: str = ""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One figure of a GPU model.

    ``confidence`` is ``measured``, ``documented``, ``derived`` (computed from other figures) or ``assumed``. ``low``
    and ``high`` bound the plausible values of an open question. ``choices`` lists the values of a parameter that is a
    word.
    """

    name: str
    value: Value
    unit: str
    source: str
    confidence: str
    others: tuple[Alternative, ...] = ()
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gpu:
    """A GPU model. ``changed`` lists the parameters that the user set, by name."""

    name: str
    title: str
    arch: str
    parameters: Mapping[str, Parameter]
    changed: tuple[str, ...] = field(default=())

    def number(self, name: str) -> float:
        """A parameter's number, in its unit; ``KeyError`` for an unknown name."""
        value = self.parameters[name].value
        assert not isinstance(value, str), name
        return value

    def cycles(self, name: str) -> int:
        """The value of a parameter that is a whole number."""
        return round(self.number(name))

    def word(self, name: str) -> str:
        """The value of a parameter that is a choice among words."""
        value = self.parameters[name].value
        assert isinstance(value, str), name
        return value

    def with_values(self, values: Mapping[str, Value | str]) -> Gpu:
        """The model with some parameters set.

        Raises:
            UsageError: there is no such parameter, or it cannot have the value.
        """
        found = dict(self.parameters)
        for name, value in values.items():
            if name not in found:
                raise UsageError(f"{self.name} has no parameter {name!r}", hint=_similar(name, tuple(found)))
            found[name] = replace(found[name], value=_checked(found[name], value))
        return replace(self, parameters=found, changed=tuple(sorted({*self.changed, *values})))


def _similar(name: str, known: Sequence[str]) -> str:
    import difflib

    close = difflib.get_close_matches(name, known, n=3) or [k for k in known if name.split(".")[0] in k][:6]
    return "did you mean " + ", ".join(close) if close else "isaopt sim --parameters lists them"


def _checked(parameter: Parameter, value: Value | str) -> Value:
    if parameter.choices:
        if value in parameter.choices:
            return value
        raise UsageError(f"{parameter.name} is one of {', '.join(parameter.choices)}, not {value!r}")
    try:
        number = float(value)
    except ValueError:
        raise UsageError(f"{parameter.name} is a number of {parameter.unit}, not {value!r}") from None
    if not abs(number) < 1e15:
        raise UsageError(f"{parameter.name}={value}: not a finite number")
    if number < min(0.0, _number(parameter.value), parameter.low or 0.0):
        raise UsageError(f"{parameter.name}={value}: must not be negative")
    if number == 0 and parameter.name.endswith(_DIVISORS):
        raise UsageError(f"{parameter.name}={value}: must be more than 0")
    return int(number) if number.is_integer() else number


def _number(value: Value) -> float:
    return 0.0 if isinstance(value, str) else float(value)


def gpu_names() -> tuple[str, ...]:
    """The models that come with isaopt, then those of other packages, whose entry points name the path of a file."""
    return (*_own_gpus(), *plugins(GPUS, Path, _own_gpus()))


@cache
def _own_gpus() -> tuple[str, ...]:
    found = files("isaopt.target").joinpath("data/gpus").iterdir()
    return tuple(sorted(f.name.removesuffix(".json") for f in found if not f.name.startswith("_")))


def get_gpu(name: str, values: Mapping[str, Value | str] | None = None) -> Gpu:
    """The GPU model of that name, or in the JSON file of that path, with some parameters set.

    Raises:
        UsageError: no model has that name, there is no such parameter, or it cannot have the value.
        InputError: the file is not a GPU model.
    """
    if name in _own_gpus():
        gpu = _shipped(name)
    elif name in gpu_names():
        gpu = replace(_from_file(str(plugins(GPUS, Path)[name])), name=name)
    elif name.endswith(".json") or "/" in name:
        gpu = _from_file(name)
    else:
        raise UsageError(
            f"no GPU model is called {name!r}", hint="models are " + ", ".join(gpu_names()) + ", or a .json file"
        )
    return gpu.with_values(values) if values else gpu


def gpu_for(arch: str) -> str:
    """The name of the default model of a target."""
    return DEFAULT_GPUS[get_arch(arch).name]


@cache
def _shipped(name: str) -> Gpu:
    text = files("isaopt.target").joinpath(f"data/gpus/{name}.json").read_text(encoding="utf-8")
    return _gpu(name, json.loads(text), f"{name}.json")


@cache
def _base(name: str) -> Mapping[str, Parameter]:
    text = files("isaopt.target").joinpath(f"data/gpus/_{name}.json").read_text(encoding="utf-8")
    return _parameters(read_as(_GpuFile, json.loads(text), "a GPU model", f"_{name}.json"), f"_{name}.json")


#: The entries that each GPU's own file must have.
_OWN = ("clock.mhz", "gpu.cus", "l2.bytes", "ic.bytes", "vram.gb_per_s")


def _from_file(path: str) -> Gpu:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror}", path) from None
    except ValueError as error:
        raise InputError(f"not a GPU model: {error}", path) from None
    return _gpu(Path(path).stem, read_json(text, path), path)


@dataclass(frozen=True, slots=True)
class _ParameterRow:
    """A parameter as it is written in a file."""

    value: Value
    unit: str | None = None
    source: str = ""
    confidence: Literal["measured", "documented", "derived", "assumed"] = "assumed"
    others: tuple[Alternative, ...] = ()
    range: tuple[int | float | None, int | float | None] | None = None
    choices: tuple[str, ...] | Literal["bank models"] = ()


@dataclass(frozen=True, slots=True)
class _GpuFile:
    arch: str = ""
    title: str | None = None
    base: Literal["rdna3", "rdna4"] | None = None
    parameters: Mapping[str, _ParameterRow] = field(default_factory=dict)


def _gpu(name: str, document: object, path: str) -> Gpu:
    file = read_as(_GpuFile, document, "a GPU model", path)
    arch = get_arch(file.arch, path).name
    parameters = _parameters(file, path)
    missing = sorted({*_base("rdna3"), *_OWN} - set(parameters))
    if missing:
        raise InputError(
            f"the GPU model lacks {', '.join(missing[:4])}" + (", ..." if len(missing) > 4 else ""),
            path,
            hint='"base": "rdna3" or "rdna4" supplies what the file leaves out',
        )
    return Gpu(name, file.title or name, arch, parameters)


def _parameters(file: _GpuFile, path: str) -> Mapping[str, Parameter]:
    found = dict(_base(file.base)) if file.base else {}
    return {**found, **{name: _parameter(name, row, found.get(name), path) for name, row in file.parameters.items()}}


def _parameter(name: str, row: _ParameterRow, old: Parameter | None, path: str) -> Parameter:
    low, high = row.range or ((old.low, old.high) if old else (None, None))
    unit = row.unit if row.unit is not None else old.unit if old else ""
    own = tuple(bank_models()) if isinstance(row.choices, str) else row.choices
    choices = own or (old.choices if old else ())
    if isinstance(row.value, str) != bool(choices):
        raise InputError(f"parameter {name!r}: {row.value!r} is not one of its values", path)
    return Parameter(name, row.value, unit, row.source, row.confidence, row.others, low, high, choices)
