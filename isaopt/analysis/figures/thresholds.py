"""Limits that a user sets on figures: ``conflicts>0``, ``loop.conflicts.article>=1``, ``vgprs>+0``.

Figures are checked against these conditions, which must not hold; waivers name exceptions and give a reason.
"""

from __future__ import annotations

import operator
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Annotated

import msgspec

from isaopt.analysis.figures.metrics import LoopMetrics, Metrics
from isaopt.errors import InputError, UsageError
from isaopt.plain import read_as
from isaopt.target.bank_models import bank_models

_FORM = re.compile(r"(delta\.)?(loop\.)?([a-z_]+)(?:\.([a-z0-9_]+))?(<=|>=|==|!=|<|>)([-+]?\d+(?:\.\d+)?)")
_OPERATORS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_SHORT = {
    "conflicts": "bank_conflicts",
    "bank_reads": "vgpr_bank_reads",
    "operand_reads": "vgpr_operand_reads",
    "waves": "occupancy_waves_per_simd",
    "occupancy": "occupancy_waves_per_simd",
    "cycles": "predicted_cycles",
}
_NOT_NUMBERS = {"loops", "label", "parent", "bank_conflicts_by_model", "predicted_for"}


@dataclass(frozen=True, slots=True)
class Threshold:
    """A condition that must not hold.

    ``figure`` is a field of METRICS; ``model`` names the register-file model for ``bank_conflicts``, empty for the
    chosen one. ``loop`` applies the condition to each loop, otherwise to the whole kernel; ``delta`` compares the
    change from before to after, otherwise the value after.
    """

    text: str
    delta: bool
    loop: bool
    figure: str
    model: str
    relation: str
    limit: Fraction

    @property
    def predicted(self) -> bool:
        """Whether the figure comes from the simulator."""
        return self.figure == "predicted_cycles"


def parse_threshold(text: str, has_before: bool) -> Threshold:
    """Parses ``[delta.][loop.]FIGURE[.MODEL] RELATION NUMBER``; a number with a plus sign also refers to the change.

    Raises:
        UsageError: the text has another form, names no figure or model, or needs a change but there is one version.
    """
    match = _FORM.fullmatch("".join(text.split()))
    if match is None:
        raise UsageError(
            f"--fail-on '{text}': not a condition",
            hint="the form is FIGURE>NUMBER, such as conflicts>0 or delta.vgprs>0",
        )
    delta, loop, name, model, relation, limit = match.groups()
    figure = _SHORT.get(name, name)
    known = figures(bool(loop))
    if figure not in known:
        raise UsageError(f"--fail-on '{text}': no figure is called '{name}'", hint="figures are " + ", ".join(known))
    if model and figure != "bank_conflicts":
        raise UsageError(f"--fail-on '{text}': only conflicts differ between register-file models")
    if model and model not in bank_models():
        raise UsageError(
            f"--fail-on '{text}': no model is called '{model}'", hint="models are " + ", ".join(bank_models())
        )
    change = bool(delta) or limit.startswith("+")
    if change and not has_before:
        raise UsageError(f"--fail-on '{text}': only diff and opt compare two versions")
    return Threshold(text, change, bool(loop), figure, model or "", relation, Fraction(limit))


@dataclass(frozen=True, slots=True)
class ThresholdCrossing:
    """A place where a condition holds: a kernel, or the loop of this label in it.  ``value`` is the figure or its
    change, ``now`` and ``then`` the figure after and before (None where there is no before)."""

    threshold: Threshold
    kernel: str
    loop: str | None
    value: Fraction
    now: Fraction
    then: Fraction | None

    def __str__(self) -> str:
        place = f"kernel '{self.kernel}'" if self.loop is None else f"loop '{self.loop}' of '{self.kernel}'"
        return f"{place}: {_decimal(self.value)}"

    @property
    def message(self) -> str:
        """One sentence that can be understood without context."""
        was = "" if self.then is None or self.then == self.now else f" (was {_decimal(self.then)})"
        figure = self.threshold.figure + (f" under {self.threshold.model}" if self.threshold.model else "")
        where = f"kernel '{self.kernel}'" if self.loop is None else f"loop '{self.loop}' of '{self.kernel}'"
        return f"{where}: {figure} is {_decimal(self.now)}{was}, but '{self.threshold.text}' must not hold"


def _decimal(value: Fraction) -> str:
    return str(int(value) if value.denominator == 1 else float(value))


def figures(loop: bool) -> tuple[str, ...]:
    """The figures of a kernel or of a loop that a threshold can name."""
    return tuple(f.name for f in fields(LoopMetrics if loop else Metrics) if f.name not in _NOT_NUMBERS)


def crossed(
    threshold: Threshold, name: str, after: Metrics, before: Metrics | None = None
) -> Iterator[ThresholdCrossing]:
    """The places at which a kernel meets the condition.

    An unknown figure, such as a trip count, meets none. A loop that only one version has counts as unchanged, and so do
    cycles that were predicted for different launches.
    """
    if threshold.predicted and before is not None and before.predicted_for != after.predicted_for:
        before = None
    earlier = {} if before is None else {loop.label: loop for loop in before.loops}
    pairs: list[tuple[str | None, Metrics | LoopMetrics, Metrics | LoopMetrics | None]]
    if threshold.loop:
        pairs = [(loop.label, loop, earlier.get(loop.label)) for loop in after.loops]
    else:
        pairs = [(None, after, before)]
    for label, now, then in pairs:
        value = _value(threshold, now)
        old = None if then is None else _value(threshold, then)
        if value is None or (threshold.delta and old is None):
            continue
        asked = value - old if threshold.delta and old is not None else value
        if _OPERATORS[threshold.relation](asked, threshold.limit):
            yield ThresholdCrossing(threshold, name, label, asked, value, old)


def _value(threshold: Threshold, metrics: Metrics | LoopMetrics) -> Fraction | None:
    if threshold.model:
        return metrics.bank_conflicts_by_model[threshold.model]
    value = getattr(metrics, threshold.figure)
    return None if value is None else Fraction(value)


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
