"""A cache of parsed lines: equal lines are read once, within a file and across versions of a text."""

from __future__ import annotations

from dataclasses import dataclass, field

from isaopt.ir.program import Directive, Op


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """The content of a line's body, apart from its place: built once per distinct text."""

    text: str
    op: Op
    start: int
    end: int


@dataclass(slots=True)
class ReadLines:
    """Parsed lines by their text without line ends, and the parsed remainders of lines after labels.

    The cache may be passed on from one version of a text to the next if the target is the same. A line's meaning also
    depends on symbols and macros, so whoever defines one clears the affected lines. ``unknown`` are names in the lines
    that were not symbols; ``distances`` says that a branch is given as a distance (:mod:`isaopt.asm.distances`).
    """

    instructions: dict[int, dict[str, ParsedLine]] = field(default_factory=lambda: {32: {}, 64: {}})
    directives: dict[str, Directive] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    distances: bool = False

    def __len__(self) -> int:
        return sum(map(len, self.instructions.values())) + len(self.directives)
