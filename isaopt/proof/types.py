"""What the parts of the proof share: why it stops, and where two kernels differ."""

from __future__ import annotations

from dataclasses import dataclass


class CannotProve(Exception):
    """Something that the model does not cover, or a limit of the proof's work; ``side`` is 0 for A, 1 for B."""

    def __init__(self, message: str, line: int = 0, side: int = 0) -> None:
        super().__init__(message)
        self.message, self.line, self.side = message, line, side


@dataclass(frozen=True, slots=True)
class Difference:
    """What could not be shown: lines in A and B (0: none), and the two terms as text."""

    message: str
    line_a: int = 0
    line_b: int = 0
    term_a: str = ""
    term_b: str = ""

    def __str__(self) -> str:
        where = " and ".join(f"{name} line {line}" for name, line in (("A", self.line_a), ("B", self.line_b)) if line)
        text = f"{where}: {self.message}" if where else self.message
        if self.term_a or self.term_b:
            text += f"\n  A: {self.term_a or '(nothing)'}\n  B: {self.term_b or '(nothing)'}"
        return text
