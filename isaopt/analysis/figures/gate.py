"""Checks figures against conditions that must not hold; waivers name exceptions and give a reason."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Annotated

import msgspec

from isaopt.analysis.figures.metrics import Metrics
from isaopt.analysis.figures.thresholds import Threshold, ThresholdCrossing, crossed, parse_threshold
from isaopt.errors import InputError
from isaopt.plain import read_as


@dataclass(frozen=True, slots=True)
class Waiver:
    """A condition that may hold for the kernels (and loops) that match a name pattern, with the reason."""

    kernel: str
    condition: Threshold
    reason: str
    loop: str = ""

    def covers(self, crossing: ThresholdCrossing) -> bool:
        return (
            self.condition == crossing.threshold
            and fnmatchcase(crossing.kernel, self.kernel)
            and (not self.loop or (crossing.loop is not None and fnmatchcase(crossing.loop, self.loop)))
        )


@dataclass(frozen=True, slots=True)
class Judgement:
    """``violations`` fail the gate; ``waived`` ones are excused by the waiver next to them; ``unused`` waivers excused
    nothing."""

    violations: tuple[ThresholdCrossing, ...]
    waived: tuple[tuple[ThresholdCrossing, Waiver], ...]
    unused: tuple[Waiver, ...]


_Text = Annotated[str, msgspec.Meta(pattern=r"\S", description="a string that says something")]


class _Waiver(msgspec.Struct, forbid_unknown_fields=True):
    kernel: _Text
    condition: _Text
    reason: _Text
    loop: str = ""


class _Waivers(msgspec.Struct, forbid_unknown_fields=True):
    exception: tuple[_Waiver, ...] = ()


def read_waivers(text: str, path: str) -> tuple[Waiver, ...]:
    """The ``[[exception]]`` tables of a TOML file: ``kernel``, ``condition``, ``reason``, and optionally ``loop``.

    Raises:
        InputError: the file is not of this form.
        UsageError: a condition is invalid.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not a TOML file: {error}", path) from None
    rows = read_as(_Waivers, document, "a file of [[exception]] tables", path).exception
    return tuple(Waiver(r.kernel, parse_threshold(r.condition, True), r.reason.strip(), r.loop) for r in rows)


def judge(
    thresholds: Sequence[Threshold],
    kernels: Iterable[tuple[str, Metrics | None, Metrics]],
    waivers: Sequence[Waiver] = (),
) -> Judgement:
    """All places at which a condition holds, by condition and then by kernel (name, figures before and after)."""
    kernels = tuple(kernels)
    violations: list[ThresholdCrossing] = []
    waived: list[tuple[ThresholdCrossing, Waiver]] = []
    for threshold in thresholds:
        for name, before, after in kernels:
            for crossing in crossed(threshold, name, after, before):
                waiver = next((w for w in waivers if w.covers(crossing)), None)
                if waiver is None:
                    violations.append(crossing)
                else:
                    waived.append((crossing, waiver))
    used = {id(waiver) for _, waiver in waived}
    return Judgement(tuple(violations), tuple(waived), tuple(w for w in waivers if id(w) not in used))
