"""The other files that the assembler reads for a text: only those in the text's own folder, unless others are allowed.

Whoever assembles somebody else's file does not mean to disclose other files on the machine; ``.incbin`` of a private
file would put it into the output. The assembler itself has no such limit, so the text is checked beforehand. A macro
can assemble a directive from pieces: text that could become one of these two is refused like a file elsewhere.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from isaopt.errors import InputError

ALLOWED = "ISAOPT_ALLOW_INCLUDE"
"""Names folders, as PATH does; ``--allow-include`` adds to them for a command and the processes that it starts."""

#: Directives' names are known in any case (LLVM ``AsmParser::parseStatement``).
_ANY = re.I | re.A
_READS = re.compile(r"(?<![\w$])\.?(?:include|incbin)(?![\w.$])", _ANY)
_PLAIN = re.compile(r'(?P<name>\.(?:include|incbin))[ \t]*"(?P<file>[^"\\]+)"', _ANY)
_COMMENT = re.compile(r"[ \t]*(?:;|//|#)")
#: What ends a line for the assembler (LLVM ``AsmLexer::LexToken``).
_LINE_END = re.compile(r"\r\n?|\n")
#: What precedes a comment at the end of a line, if it holds neither text nor a macro's argument.
_CODE = re.compile(r'[^"\\]*?(?=;|//)')
#: Directives that take text or numbers, as compilers write them for a debugger: a file's path is not read there.
_TEXT_NAME = r"\.(?:file|loc|ident|string|asci[iz])"
_TEXT = re.compile(rf'[ \t]*{_TEXT_NAME}[ \t]+["\d][^\\]*$', _ANY)
#: The beginnings of what reads files, and of what defines macros or has arguments stand where no backslash is.
_BEGINNINGS = {name[:n] for name in (".include", ".incbin", ".macro", ".altmacro") for n in range(2, len(name))}
_BEGINNING = "|".join(re.escape(x) for x in sorted(_BEGINNINGS))
#: A name with a macro's argument in it, after such a beginning.
_MADE = re.compile(rf"(?<![\w.$\\])(?:\.|{_BEGINNING})\\", _ANY)
#: An argument that continues with other text; and an argument that would complete it to a directive.
_JOINED = re.compile(r"\\[\w.$]+(?:\\|\(\))", _ANY)
_PIECE = re.compile(rf"(?<![\w.$\\])(?:\.(?![ \t]*[-+=])|{_BEGINNING})(?![\w.$])", _ANY)
#: What has arguments, without which a backslash is only one of a string.
_SUBSTITUTES = (".macro", ".irp", ".rep")
_DEFINED = re.compile(r"\.macro(?![\w.$])", _ANY)
#: A macro whose name is known, and is not that of a directive that takes text.
_MACRO = re.compile(rf"[ \t]*\.macro[ \t]+(?!{_TEXT_NAME}(?![\w.$]))[\w.$]+(?=[\s,]|$)", _ANY)
_ALTERNATIVE = re.compile(r"\.altmacro(?![\w.$])", _ANY)


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
    found = "include" in lower or "incbin" in lower
    return found and any(_READS.search(code) for _, _, code in _code(text, _names_plainly([text])))


def _substitutes(text: str) -> bool:
    """Whether a text may define anything with arguments."""
    lower = text.lower()
    return any(name in lower for name in _SUBSTITUTES)


def _uncommented(text: str) -> Iterator[tuple[int, str, str]]:
    """The lines of a text with their numbers, whole and without comments.  Where a comment of several lines may end,
    what seems to be one is none."""
    for number, line in enumerate(_LINE_END.split(text), 1):
        code = line
        if "*/" not in line:
            if _COMMENT.match(line):
                continue
            found = _CODE.match(line)
            code = found[0] if found else line
        yield number, line, code


def _code(text: str, plain: bool) -> Iterator[tuple[int, str, str]]:
    """The same without what only names files; ``plain``: no macro may stand for a directive that takes text."""
    for number, line, code in _uncommented(text):
        if not (plain and "*/" not in line and _TEXT.match(line)):
            yield number, line, code


def _names_plainly(texts: Sequence[str]) -> bool:
    """Whether macros are named plainly, and none like a directive that takes text."""
    codes = (code for text in texts if ".macro" in text.lower() for _, _, code in _uncommented(text))
    return all((_MACRO.match(code) and n == 1) or not n for code in codes for n in (len(_DEFINED.findall(code)),))


def check_includes(text: str, path: str) -> bool:
    """Whether the text reads other files at all.

    Raises:
        InputError: a file is neither in the text's folder nor allowed, or its name is made by a macro.
    """
    if not reads_files(text) and not _substitutes(text):
        return False
    included_texts(text, path)
    return reads_files(text)


def included_texts(text: str, path: str) -> tuple[str, ...]:
    """What the files hold that a text includes, and those that these include.  Errors as for :func:`check_includes`."""
    if not reads_files(text) and not _substitutes(text):
        return ()
    folder = include_folder(path)
    texts = {path: text}
    while True:
        # Macros of one file may be called in another one.
        found = {file for name, one in texts.items() for file in _read_by(one, name, folder, list(texts.values()))}
        new = found - {Path(name) for name in texts}
        if not new:
            return tuple(one for name, one in texts.items() if name != path)
        texts |= {str(file): file.read_text(errors="surrogateescape") for file in sorted(new)}


def _read_by(text: str, path: str, folder: Path, texts: Sequence[str]) -> Iterator[Path]:
    """The files that one of several texts includes, each checked; files that are copied (``.incbin``) are also
    checked."""
    folders = _folders(folder)
    everything = Path("/") in folders
    piece = any(_PIECE.search(code) for one in texts if "\\" in text for _, _, code in _uncommented(one))
    checked = not everything and any(map(_substitutes, texts))
    for number, line, code in _code(text, _names_plainly(texts)):
        if checked and (_MADE.search(code) or (piece and _JOINED.search(code)) or _ALTERNATIVE.search(code)):
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


def _refused(what: str, path: str, line: int, column: int, source: str) -> InputError:
    hint = "--allow-include DIR allows files below DIR"
    return InputError(what, path, line, column, source, hint)
