"""Lines to items.  The text of the items, joined, is the file: nothing is lost or normalised here.

Block comments, macro bodies, repeat blocks and the YAML metadata are kept verbatim.  Equal lines are parsed once
(unrolled kernels repeat themselves), so a line seen before costs a dictionary look-up and one small object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from isaopt.asm.bind import bind
from isaopt.asm.statement import StatementError, StatementParser
from isaopt.errors import InputError
from isaopt.ir.program import Directive, Instruction, Item, Label, Op, Verbatim

_LABEL = re.compile(r'[ \t]*(?:[A-Za-z_.$][\w.$@]*|\d+|"(?:\\.|[^"\\])+")[ \t]*:(?!:)')
_ASSIGN = re.compile(r"[ \t]*([A-Za-z_.$][\w.$]*)[ \t]*==?(?!=)[ \t]*")
_DIRECTIVE = re.compile(r"[ \t]*(\.[A-Za-z_][\w.]*)[ \t]*")
_SET = re.compile(r"\s*([A-Za-z_.$][\w.$]*)\s*,\s*(-?(?:0[xX][0-9a-fA-F]+|\d+))\s*$")
_NUMBER = re.compile(r"\s*(-?(?:0[xX][0-9a-fA-F]+|\d+))\s*$")
_WORD = re.compile(r"[ \t]*([A-Za-z_][\w.]*)")
#: Directives whose lines up to the closing one are not statements of this file.
_BLOCKS = {
    ".macro": ".endm",
    ".rept": ".endr",
    ".rep": ".endr",
    ".irp": ".endr",
    ".irpc": ".endr",
    ".amdgpu_metadata": ".end_amdgpu_metadata",
    ".amd_amdgpu_pal_metadata": ".end_amd_amdgpu_pal_metadata",
}


@dataclass(frozen=True, slots=True)
class _Parsed:
    """What a line's body says, apart from where it stands: built once per distinct text."""

    op: Op
    start: int
    end: int


def _code_end(line: str) -> int:
    """Where a line's code ends and its comment, or line break, begins; block comments inside stay in the code."""
    i, n = 0, len(line)
    while i < n:
        c = line[i]
        if c == '"':
            i += 1
            while i < n and line[i] != '"':
                i += 2 if line[i] == "\\" else 1
        elif c == ";" or c in "\r\n":
            return i
        elif c == "/" and i + 1 < n:
            if line[i + 1] == "/":
                return i
            if line[i + 1] == "*":
                close = line.find("*/", i + 2)
                if close < 0:
                    return i
                i = close + 1
        i += 1
    return n


def _blank_comments(code: str) -> str:
    """``/* */`` inside a line as blanks of the same length, so that columns stay right."""
    return re.sub(r"/\*.*?\*/", lambda m: " " * len(m.group()), code)


class Reader:
    """Reads one file into items.  ``wave_of`` maps kernel names to their wave size; other code is read as
    ``default_wave``."""

    def __init__(
        self, path: str, arch: str, wave_of: dict[str, int], default_wave: int, keep_unknown: bool = False
    ) -> None:
        self.path, self.arch, self.keep_unknown = path, arch, keep_unknown
        self.wave_of, self.wave = wave_of, default_wave
        self.symbols: dict[str, int] = {}
        self.macros: set[str] = set()
        self._parser = StatementParser(self.symbols)
        self._cache: dict[tuple[str, int], _Parsed] = {}

    def read(self, text: str) -> tuple[Item, ...]:
        """Every item of the text; :class:`InputError` at the first line that cannot be read."""
        items: list[Item] = []
        lines = text.split("\n")
        last = len(lines) - 1
        number = 0
        cache, wave = self._cache, self.wave
        while number <= last:
            line = lines[number] + ("\n" if number < last else "")
            number += 1
            known = cache.get((line, wave))
            if known is not None:
                items.append(Instruction(line, number, known.start + 1, known.op, known.start, known.end))
                continue
            if not line:
                continue
            stripped = line.lstrip()
            if not stripped or stripped[0] in ";#" or stripped.startswith("//"):
                items.append(Verbatim(line, number, 1))
                continue
            taken = self._open_comment(lines, number - 1)
            if taken > 1:
                chunk = "\n".join(lines[number - 1 : number - 1 + taken])
                number += taken - 1
                items.append(Verbatim(chunk + ("\n" if number <= last else ""), number - taken + 1, 1))
                continue
            for item in self._line(line, number):
                items.append(item)
            wave = self.wave
            tail = items[-1]
            if isinstance(tail, Directive) and tail.name in _BLOCKS:
                number = self._block(lines, number, tail, items)
        return tuple(items)

    def _open_comment(self, lines: list[str], index: int) -> int:
        """How many lines a block comment that is left open on this line takes; 1 if none is."""
        line = lines[index]
        at = _code_end(line)
        if not line.startswith("/*", at):
            return 1
        if line[:at].strip():
            raise self._error(
                "a comment that goes on over the line end must start on a line of its own", index + 1, at, line
            )
        for end in range(index + 1, len(lines)):
            close = lines[end].find("*/")
            if close >= 0:
                if lines[end][close + 2 :].strip():
                    raise self._error("code after a comment of several lines", end + 1, close + 2, lines[end])
                return end - index + 1
        raise self._error("comment is never closed", index + 1, at, line)

    def _block(self, lines: list[str], number: int, opening: Directive, items: list[Item]) -> int:
        """Keeps the lines of a macro, repeat or metadata block; returns the next line's index."""
        closing, depth = _BLOCKS[opening.name], 1
        if opening.name == ".macro":
            self.macros.add(re.split(r"[\s,]", opening.args.strip() or " ")[0].lower())
        last = len(lines) - 1
        while number <= last:
            line = lines[number] + ("\n" if number < last else "")
            number += 1
            word = line.split(None, 1)[0] if line.strip() else ""
            depth += (_BLOCKS.get(word) == closing) - (word == closing)
            if depth == 0:
                items += self._line(line, number)
                return number
            items.append(Verbatim(line, number, 1))
        raise self._error(f"'{opening.name}' without '{closing}'", opening.line, opening.col - 1, opening.text)

    def _line(self, line: str, number: int) -> Iterator[Item]:
        """The items of one line with no block comment left open: labels, then a directive or an instruction."""
        code_end = _code_end(line)
        code = line[:code_end]
        if "/*" in code:
            code = _blank_comments(code)
        at = 0
        while match := _LABEL.match(code, at):
            name = match.group().strip()[:-1].strip().strip('"')
            text_end = match.end()
            if not code[text_end:].strip():
                text_end = len(line)
            yield Label(line[at:text_end], number, at + 1, name)
            at = text_end
            if name in self.wave_of:
                self.wave = self.wave_of[name]
            if at == len(line):
                return
        body = code[at:]
        if not body.strip():
            yield Verbatim(line[at:], number, at + 1)
            return
        start = len(body) - len(body.lstrip())
        end = len(body.rstrip())
        rest = line[at:]
        if match := _DIRECTIVE.match(body):
            args_start = min(match.end(), end)
            directive = Directive(rest, number, at + start + 1, match.group(1), body[args_start:end], args_start, end)
            if match.group(1) in (".set", ".equ", ".equiv"):
                self._define(_SET.match(directive.args))
            yield directive
            return
        if match := _ASSIGN.match(body):
            args_start = min(match.end(), end)
            args = body[args_start:end]
            value = _NUMBER.match(args)
            if value:
                self.symbols[match.group(1)] = int(value.group(1), 0)
            else:
                self.symbols.pop(match.group(1), None)
            yield Directive(rest, number, at + start + 1, "=", args, args_start, end)
            return
        word = _WORD.match(body)
        if word and word.group(1).lower() in self.macros:
            yield Directive(rest, number, at + start + 1, word.group(1), body[word.end() : end], word.end(), end)
            return
        yield self._instruction(line, at, rest, body[start:end], start, end, number)

    def _instruction(self, line: str, at: int, rest: str, body: str, start: int, end: int, number: int) -> Instruction:
        try:
            halves, symbolic = self._parser.parse(body)
            op = bind(halves, self.arch, self.wave, self.keep_unknown)
        except StatementError as error:
            raise self._error(error.message, number, at + start + error.column, line) from None
        if at == 0 and not symbolic:
            self._cache[line, self.wave] = _Parsed(op, start, end)
        return Instruction(rest, number, at + start + 1, op, start, end)

    def _define(self, match: re.Match[str] | None) -> None:
        if match:
            self.symbols[match.group(1)] = int(match.group(2), 0)

    def _error(self, message: str, line: int, column: int, source: str) -> InputError:
        return InputError(message, self.path, line, column + 1, source)
