"""Lines to items.  The text of the items, joined, is the file: nothing is lost or normalised here.

Block comments, macro bodies, repeat blocks and the YAML metadata are kept verbatim.  Equal lines are parsed once
(unrolled kernels repeat themselves), so a line seen before costs a dictionary look-up and one small object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from isaopt.asm.bind import bind, opaque_op
from isaopt.asm.distances import needs_label
from isaopt.asm.grammar import StatementParser, operand_column
from isaopt.asm.read_lines import ParsedLine, ReadLines
from isaopt.asm.source import MAX_INSTRUCTION, MAX_LINE, blank_comments, code_end, plainly_bounded
from isaopt.asm.statement import Half
from isaopt.asm.symbols import Symbols, opens_condition
from isaopt.asm.syntax import StatementError
from isaopt.errors import Faults, InputError, refuse
from isaopt.ir.program import Directive, Instruction, Item, Label, Verbatim

_LABEL = re.compile(r'[ \t]*(?:[A-Za-z_.$][\w.$@]*|\d+|"(?:\\.|[^"\\])+")[ \t]*:(?!:)')
_ASSIGN = re.compile(r"[ \t]*([A-Za-z_.$][\w.$]*)[ \t]*==?(?!=)[ \t]*")
_DIRECTIVE = re.compile(r"[ \t]*(\.[A-Za-z_][\w.]*)[ \t]*")
_SET = re.compile(r"\s*([A-Za-z_.$][\w.$]*)\s*,\s*(.*)$", re.S)
#: The assembler ends a statement at a carriage return, so code could be hidden after one.
_LONE_RETURN = re.compile(r"\r(?![\r\n]|\Z)")
_PREPROCESSOR = re.compile(r"[ \t]*#(?:include|define|undef|if|ifdef|ifndef|elif|else|endif)\b")
_STRING_OR_OTHER = re.compile(r'"(?:\\.|[^"\\])*"|[^\x00-\x7f]')
_WORD = re.compile(r"[ \t]*([A-Za-z_][\w.]*)")
#: Directives that open a block whose lines are not statements of this file.
_BLOCKS = {
    ".macro": ".endm",
    ".rept": ".endr",
    ".rep": ".endr",
    ".irp": ".endr",
    ".irpc": ".endr",
    ".amdgpu_metadata": ".end_amdgpu_metadata",
    ".amdgpu_pal_metadata": ".end_amdgpu_pal_metadata",
}


#: Other directives, besides those of _BLOCKS, that change the meaning of the lines after them.
_STATEFUL = (".set", ".equ", ".equiv", ".if", ".else", ".endif", ".include", ".purgem")


def _labels(item: Item, line: int) -> bool:
    return isinstance(item, Label) and item.line == line


class Reader:
    """Reads one file into items. ``wave_of`` maps kernel names to their wave size; other code is read as
    ``default_wave``. If there are ``faults``, a line that cannot be read adds its error to them and is kept verbatim,
    and reading continues."""

    def __init__(
        self,
        path: str,
        arch: str,
        wave_of: dict[str, int],
        default_wave: int,
        keep_unknown: bool = False,
        known: ReadLines | None = None,
        faults: Faults | None = None,
    ) -> None:
        self.path, self.arch, self.keep_unknown = path, arch, keep_unknown
        self.wave_of, self.wave, self.faults = wave_of, default_wave, faults
        self.symbols = Symbols()
        self.known = ReadLines() if known is None else known
        self._parser = StatementParser(self.symbols.values, self.known.unknown)
        self._cache, self._plain = self.known.instructions, self.known.directives
        #: Open conditions: the line where each begins, and whether one of its sides has been read.
        self._conditions: list[tuple[Directive, bool]] = []

    def read(self, text: str) -> tuple[Item, ...]:
        """All items of the text. Raises :class:`InputError` at the first line that cannot be read, unless there are
        ``faults``."""
        items: list[Item] = []
        lines = text.split("\n")
        last = len(lines) - 1
        if lone := _LONE_RETURN.search(text):
            start = text.rfind("\n", 0, lone.start()) + 1
            at = text.count("\n", 0, start)
            refuse(self._error("a carriage return inside a line", at + 1, lone.start() - start, lines[at]), self.faults)
        number = 0
        plain, cache, append = self._plain, self._cache[self.wave], items.append
        while number <= last:
            line = lines[number]
            if number < last:
                if not line:
                    number += 1
                    append(Verbatim("\n", number, 1))
                    continue
                known = cache.get(line)
                if known is not None:
                    number += 1
                    append(Instruction(known.text, number, known.start + 1, known.op, known.start, known.end))
                    continue
                seen = plain.get(line)
                if seen is not None:
                    number += 1
                    append(Directive(seen.text, number, seen.col, seen.name, seen.args, seen.start, seen.end))
                    continue
            count = len(items)
            try:
                number = self._read_line(lines, number, items)
            except InputError as error:
                refuse(error, self.faults)
                number += 1
                # The labels before the fault are all that was read of the line.
                del items[next((i for i in range(count, len(items)) if not _labels(items[i], number)), len(items)) :]
                rest = line[sum(len(item.text) for item in items[count:]) :]
                append(Verbatim(rest + ("\n" if number <= last else ""), number, 1))
            cache = self._cache[self.wave]
        if self._conditions:
            opening = self._conditions[-1][0]
            missing = f"'{opening.name}' without '.endif'"
            refuse(self._error(missing, opening.line, opening.col - 1, opening.text), self.faults)
        return tuple(items)

    def _read_line(self, lines: list[str], number: int, items: list[Item]) -> int:
        """Reads the line with this index and the lines that belong to it; returns the index of the next one."""
        last = len(lines) - 1
        line = lines[number] + ("\n" if number < last else "")
        number += 1
        if not line:
            return number
        stripped = line.lstrip()
        if not stripped or stripped[0] in ";#" or stripped.startswith("//"):
            if stripped.startswith("#") and _PREPROCESSOR.match(line):
                at = len(line) - len(stripped)
                raise self._error("a line for the C preprocessor: run it first (clang -E)", number, at, line)
            items.append(Verbatim(line, number, 1))
            return number
        if len(line) > MAX_LINE:
            raise self._error(f"a line of more than {MAX_LINE} characters", number, 0, line)
        taken = self._open_comment(lines, number - 1)
        if taken > 1:
            chunk = "\n".join(lines[number - 1 : number - 1 + taken])
            number += taken - 1
            items.append(Verbatim(chunk + ("\n" if number <= last else ""), number - taken + 1, 1))
            return number
        items.extend(self._line(line, number))
        tail = items[-1]
        if isinstance(tail, Directive):
            if tail.name in _BLOCKS:
                return self._block(lines, number, tail, items)
            if opens_condition(tail.name) or tail.name.startswith((".else", ".endif")):
                return self._condition(lines, number, tail, items)
        return number

    def _open_comment(self, lines: list[str], index: int) -> int:
        """The number of lines of a block comment that is left open on this line; 1 if none is."""
        line = lines[index]
        at = code_end(line) if "/*" in line else len(line)
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
            self._define(re.split(r"[\s,]", opening.args.strip() or " ")[0])
        first, last = number, len(lines) - 1
        while number <= last:
            line = lines[number] + ("\n" if number < last else "")
            number += 1
            word = line.split(None, 1)[0] if line.strip() else ""
            depth += (_BLOCKS.get(word) == closing) - (word == closing)
            if depth == 0:
                if opening.name == ".amdgpu_metadata":
                    self._check_metadata(lines, first, number - 1)
                items += self._line(line, number)
                self.symbols.note_hidden(lines[first:number])
                if closing == ".endr":
                    self.symbols.forget_hidden()
                return number
            items.append(Verbatim(line, number, 1))
        raise self._error(f"'{opening.name}' without '{closing}'", opening.line, opening.col - 1, opening.text)

    def _check_metadata(self, lines: list[str], first: int, end: int) -> None:
        metadata = "\n".join(lines[first:end])
        if plainly_bounded(metadata):
            return
        # Imported here because the YAML library takes longer to import than a small file takes to read.
        from isaopt.asm.metadata import unbounded

        if error := unbounded(metadata):
            at = first + error.line
            raise self._error(str(error), at + 1, error.column, lines[at])

    def _condition(self, lines: list[str], number: int, at: Directive, items: list[Item]) -> int:
        """Continues after a directive of a conditional block: reads the side that is assembled and keeps the others
        verbatim, or all of them if the condition is unknown. Returns the index of the next line."""
        if opens_condition(at.name):
            self._conditions.append((at, False))
        elif not self._conditions:
            raise self._error(f"'{at.name}' without '.if'", at.line, at.col - 1, at.text)
        if at.name == ".endif":
            self._conditions.pop()
            return number
        opening, done = self._conditions[-1]
        holds = not done if at.name == ".else" else self.symbols.holds(at.name, at.args, self._parser.value)
        if holds and not done:
            self._conditions[-1] = (opening, True)
            return number
        first, depth, last = number, 1, len(lines) - 1
        while number <= last:
            word = lines[number].split(None, 1)[0] if lines[number].strip() else ""
            word = word.split(";")[0]
            depth += opens_condition(word) - (word == ".endif")
            if depth == 0 or (depth == 1 and holds is not None and word in (".else", ".elseif")):
                return number  # read as a directive next
            items.append(Verbatim(lines[number] + ("\n" if number < last else ""), number + 1, 1))
            number += 1
            if holds is None:
                self._hide(lines[first:number][-1])
        raise self._error(f"'{opening.name}' without '.endif'", opening.line, opening.col - 1, opening.text)

    def _hide(self, line: str) -> None:
        """Keeps a line that may or may not be assembled."""
        self.symbols.note_hidden([line])
        self.symbols.forget_hidden()
        words = line.split()
        if len(words) > 1 and words[0] == ".macro":
            self._define(words[1].rstrip(","))

    def _define(self, macro: str) -> None:
        """Defines a macro of this name, which hides an instruction of the same name from here on."""
        self.symbols.macros.add(macro)
        self._forget_lines()

    def _assign(self, name: str, text: str) -> None:
        """Gives a symbol a value from here on, which changes lines that were read without one."""
        self.symbols.assign(name, self._parser.value(text))
        if name in self._parser.unknown:
            self._forget_lines()

    def _forget_lines(self) -> None:
        for known in self._cache.values():
            known.clear()

    def _line(self, line: str, number: int) -> Iterator[Item]:
        """The items of a line outside block comments: labels, then a directive or an instruction."""
        code = line[: code_end(line)]
        if "/*" in code:
            code = blank_comments(code)
        if not code.isascii():
            self._check_ascii(code, line, number)
        at = 0
        stop = len(code.rstrip())
        while match := _LABEL.match(code, at):
            name = match.group().strip()[:-1].strip().strip('"')
            text_end = match.end()
            if text_end >= stop:
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
                if assigned := _SET.match(directive.args):
                    self._assign(assigned.group(1), assigned.group(2))
            elif match.group(1) == ".include":
                self.symbols.forget_all()
            elif at == 0 and line.endswith("\n") and not match.group(1).startswith((*_BLOCKS, *_STATEFUL)):
                self._plain[line[:-1]] = directive
            yield directive
            return
        if match := _ASSIGN.match(body):
            args_start = min(match.end(), end)
            args = body[args_start:end]
            self._assign(match.group(1), args)
            yield Directive(rest, number, at + start + 1, "=", args, args_start, end)
            return
        word = _WORD.match(body)
        if word and word.group(1) in self.symbols.macros:
            self.symbols.forget_hidden()
            yield Directive(rest, number, at + start + 1, word.group(1), body[word.end() : end], word.end(), end)
            return
        yield self._instruction(line, at, rest, body[start:end], start, end, number)

    def _check_ascii(self, code: str, line: str, number: int) -> None:
        r"""Refuses other characters than ASCII outside strings, as the assembler does; for example, ``\d`` would match
        the digits of all scripts."""
        for part in _STRING_OR_OTHER.finditer(code):
            if part[0][0] != '"':
                sign = part[0].encode("utf-8", "surrogateescape")
                shown = part[0] if part[0].isprintable() else "".join(f"\\x{byte:02x}" for byte in sign)
                raise self._error(f"'{shown}' is no character of assembly", number, part.start(), line)

    def _instruction(self, line: str, at: int, rest: str, body: str, start: int, end: int, number: int) -> Instruction:
        cache, bare = self._cache[self.wave], rest.removesuffix("\n")
        known = cache.get(bare)
        if known is not None:  # it follows a label here, or ends the last line
            return Instruction(rest, number, at + start + 1, known.op, known.start, known.end)
        if len(body) > MAX_INSTRUCTION:
            raise self._error(f"an instruction of more than {MAX_INSTRUCTION} characters", number, at + start, line)
        try:
            halves, symbolic = self._parser.parse(body)
            op = bind(halves, self.arch, self.wave, self.keep_unknown)
        except StatementError as error:
            if not self.keep_unknown:
                column = at + start + operand_column(body, error.column, error.operand)
                raise self._error(error.message, number, column, line) from None
            op, symbolic = opaque_op(Half(body.split(None, 1)[0], (), (), 0)), False
        self.known.distances |= needs_label(op)
        if not symbolic and bare != rest:
            cache[bare] = ParsedLine(rest, op, start, end)
        return Instruction(rest, number, at + start + 1, op, start, end)

    def _error(self, message: str, line: int, column: int, source: str) -> InputError:
        return InputError(message, self.path, line, column + 1, source)
