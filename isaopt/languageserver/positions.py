"""Places in a text as the client counts them: lines from 0, columns in the units of the encoding agreed upon."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types
from pygls.workspace import PositionCodec

from isaopt.languageserver.snapshot import Snapshot


@dataclass(frozen=True)
class Positions:
    """Converts between columns of a snapshot's lines, in characters, and what the client means by them."""

    snapshot: Snapshot
    codec: PositionCodec

    def column(self, position: types.Position) -> int:
        """The character that a position of the client's is before."""
        lines = self.snapshot.lines
        line = lines[position.line] if position.line < len(lines) else ""
        if line.isascii():
            return min(position.character, len(line))
        taken = 0
        for column, character in enumerate(line):
            if taken >= position.character:
                return column
            taken += self.codec.client_num_units(character)
        return len(line)

    def units(self, line: int, column: int) -> int:
        """What the client calls a column of a line."""
        lines = self.snapshot.lines
        text = lines[line] if line < len(lines) else ""
        return column if text.isascii() else int(self.codec.client_num_units(text[:column]))

    def position(self, line: int, column: int) -> types.Position:
        return types.Position(line, self.units(line, column))

    def range(self, line: int, start: int, end: int) -> types.Range:
        """Characters ``start``:``end`` of a line."""
        return types.Range(self.position(line, start), self.position(line, end))

    def lines(self, first: int, last: int) -> types.Range:
        """Whole lines, without the last one's end."""
        return types.Range(types.Position(first, 0), self.position(last, len(self.snapshot.lines[last])))

    def offsets(self, start: int, end: int) -> types.Range:
        """Characters ``start``:``end`` of the whole text."""
        return types.Range(self._at(start), self._at(end))

    def _at(self, offset: int) -> types.Position:
        text = self.snapshot.text
        return self.position(text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset) - 1)
