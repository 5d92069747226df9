"""Reads instruction texts with the Lark grammar, parsing each distinct operand once.

An instruction is a mnemonic and items with commas between them, and the grammar reads an item without regard to its
neighbours: ``items: item (COMMA? item)* COMMA?``, all items alike. So an instruction is split at the commas outside
brackets, Lark reads each piece by itself, and a piece seen before costs a dictionary look-up: kernels have many
distinct lines of few distinct operands. Lark reads a text whole if it cannot be split that way or is not an
instruction, so every error refers to the whole text.

Lark's parse tables take longer to build than a small file takes to parse, so they are cached between processes. Lark
stores them with a digest of the grammar, its own version and Python's, and rebuilds them if one of these has changed or
the file cannot be read. Reading the file executes its content, so it is kept in a directory that belongs to this user
alone (:mod:`isaopt.private`); without such a directory, every process builds its own tables.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lark import Lark
from lark.exceptions import UnexpectedInput

from isaopt.asm.statement import Build, Expr, Half
from isaopt.asm.syntax import StatementError, explain
from isaopt.ir.program import Modifier, Operand
from isaopt.private import private_bytes, private_directory, user_caches

STARTS = ("instruction", "items", "expression")


def grammar_text() -> str:
    """The grammar, from the installed package or, in an editable install, from the project's ``grammars``."""
    package = Path(__file__).parents[1]
    packaged = package / "_grammars" / "gcn.lark"
    path = packaged if packaged.is_file() else package.parent / "grammars" / "gcn.lark"
    return path.read_text(encoding="utf-8")


def make_lark(build: Build) -> Lark:
    """The Lark parser of everything that is read; it calls ``build`` while it reduces."""
    folder = user_caches() / "isaopt-grammar"
    try:
        if not private_directory(folder):
            return _shared(build, folder)
    except OSError:
        pass  # not ours, or nothing can be stored here, or another process is about to
    return Lark(grammar_text(), parser="lalr", start=list(STARTS), transformer=build)


def _shared(build: Build, folder: Path) -> Lark:
    """Lark with the tables in a directory; ``OSError`` if they cannot be stored or read there."""
    path = folder / "tables"
    # Lark writes in place, so only one process may write at a time, and nobody waits for one that was stopped.
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.lexists(path):
            private_bytes(path)
        return Lark(grammar_text(), parser="lalr", start=list(STARTS), transformer=build, cache=str(path))
    finally:
        os.close(lock)


#: The most pieces that are cached; a file with more clears the cache.
_MAX_PIECES = 1 << 16
_DUAL = " :: "


@dataclass(frozen=True, slots=True)
class _Piece:
    """The text between two commas as parsed, and the names in it that have no known value."""

    listed: tuple[Operand | Modifier, ...]
    operands: tuple[Operand, ...]
    modifiers: tuple[Modifier, ...]
    unknown: tuple[str, ...]


class _LarkTables:
    """Lark's tables, the objects that they call while they reduce, and the pieces read so far; shared, because the
    tables take longer to build than a small file takes to parse."""

    def __init__(self) -> None:
        self.build = Build()
        self.lark = make_lark(self.build)
        self.pieces: dict[str, _Piece] = {}
        mnemonic, export = (self.lark.get_terminal(n).pattern.to_regexp() for n in ("MNEMONIC", "EXPORT"))
        # In the grammar an export's target is not an operand, so an export is not split.
        self.head = re.compile(rf"(?!{export})(?P<mnemonic>{mnemonic})[ \t]+(?=\S)")

    def read(self, text: str, start: str, symbols: Mapping[str, int]) -> object:
        """The value of a text parsed from the rule ``start``; afterwards ``build`` says which symbols it used."""
        build = self.build
        build.symbols, build.symbolic, build.unknown = symbols, False, []
        return self.lark.parse(text, start=start)

    def piece(self, text: str, symbols: Mapping[str, int]) -> _Piece | None:
        """The items of one piece; None if they depend on a symbol's present value."""
        known = self.pieces.get(text)
        if known is None:
            listed = self.read(text, "items", symbols)
            assert isinstance(listed, tuple)
            if self.build.symbolic:
                return None
            operands = tuple(n for n in listed if isinstance(n, Operand))
            modifiers = tuple(n for n in listed if isinstance(n, Modifier))
            known = _Piece(listed, operands, modifiers, tuple(self.build.unknown))
            if len(self.pieces) >= _MAX_PIECES:
                self.pieces.clear()
            self.pieces[text] = known
        return None if symbols and not symbols.keys().isdisjoint(known.unknown) else known


@cache
def _machine() -> _LarkTables:
    return _LarkTables()


def _cut(text: str) -> list[str] | None:
    """The text between commas outside brackets; None for unbalanced brackets and for strings."""
    if '"' in text:
        return None
    parts: list[str] = []
    depth = 0
    for part in text.split(","):
        if depth:
            parts[-1] += "," + part
        else:
            parts.append(part)
        for opening, closing in ("[]", "()", "{}"):
            if opening in part or closing in part:
                depth += part.count(opening) - part.count(closing)
        if depth < 0:
            return None
    return None if depth else [part.strip(" \t") for part in parts]


def operand_column(text: str, column: int, operand: int | None) -> int:
    """The column of an operand of the half whose mnemonic stands at ``column``; ``column`` itself if that is unknown or
    the operand is None."""
    body = text[column:].split(_DUAL)[0]
    parts = _cut(body)
    if operand is None or parts is None or operand >= len(parts):
        return column
    mnemonic, _, parts[0] = parts[0].replace("\t", " ").partition(" ")
    at = len(mnemonic)
    for part in parts[:operand]:
        at = body.find(part.strip(), at) + len(part.strip())
    return column + body.find(parts[operand].strip(), at)


class StatementParser:
    """Parses instruction texts. ``symbols`` may grow while the parser is in use (absolute ``.set`` values); ``unknown``
    are the names that a text uses as something other than a symbol."""

    def __init__(self, symbols: Mapping[str, int], unknown: set[str] | None = None) -> None:
        self._symbols = symbols
        self.unknown = set[str]() if unknown is None else unknown

    def parse(self, text: str) -> tuple[tuple[Half, ...], bool]:
        """The halves of one instruction, and whether its meaning depends on a symbol's present value."""
        if (halves := self._by_pieces(text)) is not None:
            return halves, False
        return self.parse_whole(text)

    def parse_whole(self, text: str) -> tuple[tuple[Half, ...], bool]:
        """As :meth:`parse`, by Lark alone; raises :class:`StatementError` with the column."""
        machine = _machine()
        try:
            halves = machine.read(text, "instruction", self._symbols)
        except UnexpectedInput as error:
            raise explain(error, text) from None
        self.unknown.update(machine.build.unknown)
        return halves, machine.build.symbolic  # type: ignore[return-value]

    def _by_pieces(self, text: str) -> tuple[Half, ...] | None:
        """The halves, each piece of them read by itself; None for a text that must be read whole."""
        halves = []
        column = 0
        for half in text.split(_DUAL):
            body = half.lstrip(" \t")
            found = self._half(body.rstrip(" \t"), column + len(half) - len(body))
            if found is None:
                return None
            halves.append(found)
            column += len(half) + len(_DUAL)
        return tuple(halves) if len(halves) <= 2 else None

    def _half(self, text: str, column: int) -> Half | None:
        machine = _machine()
        head = machine.head.match(text)
        if head is None or "::" in text or (parts := _cut(text[head.end() :])) is None:
            return None
        pieces = []
        for part in parts:
            try:
                piece = machine.piece(part, self._symbols)
            except (UnexpectedInput, StatementError):
                return None
            if piece is None:
                return None
            if piece.unknown:
                self.unknown.update(piece.unknown)
            pieces.append(piece)
        return Half(
            head["mnemonic"].lower(),
            tuple([o for p in pieces for o in p.operands]),
            tuple([m for p in pieces for m in p.modifiers]),
            column,
            tuple([n for p in pieces for n in p.listed]),
        )

    def value(self, text: str) -> int | None:
        """The integer that an expression has now; None if unknown."""
        try:
            node = _machine().read(text, "expression", self._symbols)
        except (UnexpectedInput, StatementError):
            return None
        return node.value if isinstance(node, Expr) and isinstance(node.value, int) else None
