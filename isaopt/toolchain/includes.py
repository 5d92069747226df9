"""The other files that the assembler reads for a text: only those in the text's own folder, unless others are allowed.

Whoever assembles somebody else's file does not mean to disclose other files on the machine; ``.incbin`` of a private
file would put it into the output. The assembler itself has no such limit, so the text is checked beforehand. A macro
can assemble a directive from pieces: text that could become one of these two is refused like a file elsewhere.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from isaopt.errors import InputError

ALLOWED = "ISAOPT_ALLOW_INCLUDE"
"""Names folders, as PATH does; ``--allow-include`` adds to them for a command and the processes that it starts."""

#: The assembler knows directives in any case (LLVM ``AsmParser::parseStatement``).
_READS = re.compile(r"(?<![\w$])\.?(?:include|incbin)(?![\w.$])", re.I)
_PLAIN = re.compile(r'(?P<name>\.(?:include|incbin))[ \t]*"(?P<file>[^"\\]+)"', re.I)
_COMMENT = re.compile(r"[ \t]*(?:;|//|#)")
#: What ends a line for the assembler (LLVM ``AsmLexer::LexToken``).
_LINE_END = re.compile(r"\r\n?|\n")
#: What precedes a comment at the end of a line, if it holds neither text nor a macro's argument.
_CODE = re.compile(r'[^"\\]*?(?=;|//)')
#: Directives that take text or numbers, as compilers write them for a debugger: a file's path is not read there.
_TEXT = re.compile(r"[ \t]*(\.(?:file|loc|ident|string|asciz?))[ \t]+[^\\]*$", re.I)
_LABELS = r"[ \t]*(?:[\w.$]+:[ \t]*)*"
#: A directive's name that contains a macro's argument.
_MADE = re.compile(_LABELS + r"\.[\w.$]*\\")
#: A name that begins with an argument and continues with other text; and an argument that would complete it to a
#: directive.
_JOINED = re.compile(_LABELS + r"\\[\w.$]+(?:\\|\(\))")
_PIECE = re.compile(r"(?<![\w.$\\])\.(?:i|in|inc|incl|inclu|includ|incb|incbi)?(?![\w.$])", re.I)
_MACRO = re.compile(r"[ \t]*\.macro[ \t]+([\w.$]+)", re.I)


def _folders(folder: Path) -> tuple[Path, ...]:
    allowed = [Path(name) for name in os.environ.get(ALLOWED, "").split(os.pathsep) if name]
    return tuple(Path(os.path.realpath(p)) for p in (folder, *allowed))


def include_folder(path: str) -> Path:
    """The folder to which file names in a text are relative: that of its path, or the current one for standard
    input."""
    return Path(os.path.realpath(path)).parent if os.path.isfile(path) else Path.cwd()


def reads_files(text: str) -> bool:
    """Whether the assembly of a text depends on other files, unless a macro makes the directive that reads them."""
    lower = text.lower()  # far sooner done than to look for names in any case
    return ("include" in lower or "incbin" in lower) and any(_READS.search(code) for _, _, code in _code(text))


def _code(text: str) -> Iterator[tuple[int, str, str]]:
    """The lines of a text with their numbers, whole and without comments and without what only names files."""
    lines = _LINE_END.split(text)
    macros = {m[1].lower() for line in lines if (m := _MACRO.match(line))}
    for number, line in enumerate(lines, 1):
        said = _TEXT.match(line)
        if _COMMENT.match(line) or (said and said[1].lower() not in macros):
            continue
        code = _CODE.match(line)
        yield number, line, code[0] if code else line


def check_includes(text: str, path: str) -> bool:
    """Whether the text reads other files at all.

    Raises:
        InputError: a file is neither in the text's folder nor allowed, or its name is made by a macro.
    """
    if not reads_files(text) and "\\" not in text:
        return False
    folder = include_folder(path)
    seen: set[Path] = set()
    pending = [(text, path)]
    while pending:
        one, name = pending.pop()
        for found in _read_by(one, name, folder):
            if found not in seen:
                seen.add(found)
                pending.append((found.read_text(errors="surrogateescape"), str(found)))
    return reads_files(text)


def _read_by(text: str, path: str, folder: Path) -> Iterator[Path]:
    """The files that a text includes, each checked; files that are copied (``.incbin``) are also checked."""
    folders = _folders(folder)
    everything = Path("/") in folders
    piece = _is_in_pieces(_LINE_END.split(text))
    for number, line, code in _code(text):
        if (_MADE.match(line) or (piece and _JOINED.match(line))) and not everything:
            raise _refused("a directive whose name is built by a macro may read any file", path, number, 1, line)
        for match in _READS.finditer(code):
            plain = _PLAIN.match(line, match.start())
            if plain is None:
                if not everything:
                    raise _refused(
                        "the name of the included file is not a plain string", path, number, match.end(), line
                    )
                continue
            file = Path(os.path.realpath(folder / plain["file"]))
            if not any(file.is_relative_to(each) for each in folders):
                what = f"{plain['name']} of a file outside of this one's folder: {plain['file']}"
                raise _refused(what, path, number, plain.start("file") + 1, line)
            if plain["name"].lower() == ".include" and file.is_file():
                yield file


def _is_in_pieces(lines: list[str]) -> bool:
    """Whether a macro is passed the beginning of such a directive."""
    macros = {m[1] for line in lines if (m := _MACRO.match(line))} | {".irp", ".irpc", ".macro"}
    return any(_PIECE.search(line) for line in lines if (words := line.split(None, 1)) and words[0] in macros)


def _refused(what: str, path: str, line: int, column: int, source: str) -> InputError:
    hint = "--allow-include DIR allows files below DIR"
    return InputError(what, path, line, column, source, hint)
