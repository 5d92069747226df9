"""The passes as data: the content of ``passes``."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass

from isaopt.transform.registry import LEVELS, PassOptions, make_pass, pass_names, pass_summary


@dataclass(frozen=True, slots=True)
class PassInfo:
    """A pass: its name, one line of what it does, the levels that run it, and its options with their defaults."""

    name: str
    summary: str
    levels: tuple[int, ...]
    options: dict[str, int | str | bool | None]


def pass_infos() -> tuple[PassInfo, ...]:
    """Every pass, in pipeline order."""
    return tuple(
        PassInfo(
            name,
            pass_summary(name),
            tuple(level for level, names in LEVELS.items() if name in names),
            _options(name),
        )
        for name in pass_names()
    )


def _options(name: str) -> dict[str, int | str | bool | None]:
    """A pass's fields are its options."""
    made = make_pass(name, PassOptions())
    assert is_dataclass(made)
    return {f.name: getattr(made, f.name) for f in fields(made)}
