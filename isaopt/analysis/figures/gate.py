"""Judges figures against conditions that must not hold, but for named exceptions that say why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from isaopt.analysis.figures.metrics import Metrics
from isaopt.analysis.figures.thresholds import Crossing, Threshold, crossed, parse_threshold
from isaopt.errors import InputError


@dataclass(frozen=True, slots=True)
class Waiver:
    """A condition that may hold for the kernels (and loops) of a name pattern, and why."""

    kernel: str
    condition: Threshold
    reason: str
    loop: str = ""

    def covers(self, crossing: Crossing) -> bool:
        return (
            self.condition == crossing.threshold
            and fnmatchcase(crossing.kernel, self.kernel)
            and (not self.loop or (crossing.loop is not None and fnmatchcase(crossing.loop, self.loop)))
        )


@dataclass(frozen=True, slots=True)
class Judgement:
    """``violations`` fail the gate; ``waived`` would, but for the waiver beside; ``unused`` waivers covered nothing."""

    violations: tuple[Crossing, ...]
    waived: tuple[tuple[Crossing, Waiver], ...]
    unused: tuple[Waiver, ...]


def read_waivers(text: str, path: str) -> tuple[Waiver, ...]:
    """The ``[[exception]]`` tables of a TOML file: ``kernel``, ``condition``, ``reason``, and ``loop`` if wanted.

    Raises:
        InputError: it is no TOML, or a table lacks one of them, has another key, or gives an empty reason.
    """
    import tomllib

    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not a TOML file: {error}", path) from None
    tables = document.get("exception", [])
    if set(document) - {"exception"} or not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        raise InputError("only [[exception]] tables may stand in a file of exceptions", path)
    return tuple(_waiver(table, number, path) for number, table in enumerate(tables, 1))


def _waiver(table: dict[str, object], number: int, path: str) -> Waiver:
    for key, value in table.items():
        if key not in ("kernel", "condition", "reason", "loop"):
            raise InputError(f"exception {number}: no key is called '{key}'", path)
        if not isinstance(value, str) or not value.strip():
            raise InputError(f"exception {number}: '{key}' must be a string that says something", path)
    for key in ("kernel", "condition", "reason"):
        if key not in table:
            raise InputError(f"exception {number}: '{key}' is missing", path)
    condition = parse_threshold(str(table["condition"]), has_before=True)
    return Waiver(str(table["kernel"]), condition, str(table["reason"]).strip(), str(table.get("loop", "")))


def judge(
    thresholds: Sequence[Threshold],
    kernels: Iterable[tuple[str, Metrics | None, Metrics]],
    waivers: Sequence[Waiver] = (),
) -> Judgement:
    """Every place where a condition holds, by condition and then by kernel (name, figures before and after)."""
    kernels = tuple(kernels)
    violations: list[Crossing] = []
    waived: list[tuple[Crossing, Waiver]] = []
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
