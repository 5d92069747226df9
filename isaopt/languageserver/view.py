"""A version of a text with facts that may be of the version before: they are carried over to its lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from isaopt.languageserver.facts import Conflict, TextFacts, UnitFacts, Value
from isaopt.languageserver.snapshot import Snapshot
from isaopt.linting.model import Edit, Finding


@dataclass(frozen=True)
class TextView:
    """``facts`` are of ``then``, which may be ``now`` itself; None before there are any."""

    now: Snapshot
    then: Snapshot | None = None
    facts: TextFacts | None = None

    @property
    def fresh(self) -> bool:
        """Whether the facts are of the text as it is."""
        return self.facts is not None and self.then is not None and self.then.text == self.now.text

    @cached_property
    def _same(self) -> tuple[int, int]:
        """How many lines are unchanged at the beginning, and how many of the others at the end."""
        old, new = (self.then.lines if self.then is not None else ()), self.now.lines
        most = min(len(old), len(new))
        start = next((i for i in range(most) if old[i] != new[i]), most)
        end = next((i for i in range(most - start) if old[-1 - i] != new[-1 - i]), most - start)
        return start, end

    def then_line(self, line: int) -> int | None:
        """The corresponding line in the facts' version; None for a line that was changed since."""
        return self._moved(line, len(self.now.lines), len(self.then.lines) if self.then is not None else 0)

    def now_line(self, line: int) -> int | None:
        """The present line for a line of the facts' version; None for one that was changed since."""
        return self._moved(line, len(self.then.lines) if self.then is not None else 0, len(self.now.lines))

    def _moved(self, line: int, count: int, other: int) -> int | None:
        start, end = self._same
        if line < start:
            return line
        return line + other - count if line >= count - end else None

    def shown(self, line: int) -> int:
        """A line of the facts' version in words, counted from 1; approximate if it was changed."""
        at = self.now_line(line)
        return (line if at is None else at) + 1

    @property
    def units(self) -> tuple[UnitFacts, ...]:
        return self.facts.units if self.facts is not None else ()

    def unit(self, line: int) -> tuple[UnitFacts, int] | None:
        """The facts of the kernel that a line is in, and the line as they know it."""
        at = self.then_line(line)
        if at is None:
            return None
        return next(((unit, at) for unit in self.units if unit.first <= at <= unit.last), None)

    def values(self, line: int, ref: int) -> tuple[Value, ...]:
        """The values of a reference, lowest register first."""
        found = self.unit(line)
        if found is None:
            return ()
        unit, at = found
        return tuple(unit.values[web] for web in unit.value_at.get((at, ref), ()))

    def conflict(self, line: int) -> Conflict | None:
        found = self.unit(line)
        return None if found is None else found[0].conflicts.get(found[1])

    def findings(self) -> Iterator[Finding]:
        """Lint's findings at present lines, without those in changed lines."""
        for finding in self.facts.findings if self.facts is not None else ():
            at = self.now_line(finding.line - 1)
            if at is not None:
                yield finding if self.fresh else replace(finding, line=at + 1, fix=self._moved_edits(finding.fix))

    def _moved_edits(self, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
        """A repair moved to the present places of its text; empty if some of that was changed since."""
        if self.then is None or not edits:
            return ()
        start, end = self._same
        head = sum(len(line) + 1 for line in self.now.text.split("\n")[:start])
        tail = sum(len(line) + 1 for line in self.now.text.split("\n")[len(self.now.lines) - end :]) - 1
        by = len(self.now.text) - len(self.then.text)
        moved = []
        for edit in edits:
            if edit.end < head:
                moved.append(edit)
            elif edit.start >= len(self.then.text) - tail:
                moved.append(replace(edit, start=edit.start + by, end=edit.end + by))
            else:
                return ()
        return tuple(moved)
