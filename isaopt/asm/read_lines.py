"""What was read of lines: equal ones are read once, in a file and in the versions of a text."""

from __future__ import annotations

from dataclasses import dataclass, field

from isaopt.ir.program import Directive, Op


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """What a line's body says, apart from where it stands: built once per distinct text."""

    text: str
    op: Op
    start: int
    end: int


@dataclass(slots=True)
class ReadLines:
    """What was read of lines without their line ends, and of what stands behind labels.

    It may be handed on from one version of a text to the next, of the same target: what a line means hangs on symbols
    and macros besides, and whoever defines one forgets the lines.  ``unknown`` are names in them that were no symbols,
    ``distances`` says that a branch is given as a distance (:mod:`isaopt.asm.distances`).
    """

    instructions: dict[int, dict[str, ParsedLine]] = field(default_factory=lambda: {32: {}, 64: {}})
    directives: dict[str, Directive] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    distances: bool = False

    def __len__(self) -> int:
        return sum(map(len, self.instructions.values())) + len(self.directives)
