"""Reading source text: bytes to text without loss, limits on files, where the code of a line ends, and clear messages
for files that are not assembly.
"""

from __future__ import annotations

import codecs
import re
import sys
from pathlib import Path

from isaopt.errors import InputError

#: The most lines of a file, characters of a line, and characters of an instruction.
MAX_LINES, MAX_LINE, MAX_INSTRUCTION = 2_000_000, 4_000_000, 20_000
#: The deepest nesting of collections in the metadata, and the most nodes.
MAX_DEPTH, MAX_NODES = 64, 2_000_000

_INDENTATION = re.compile(rf"[ \t?:-]{{{MAX_DEPTH // 2 - 1}}}")


def plainly_bounded(metadata: str) -> bool:
    """Whether YAML text is certain to keep the bounds, as the output of compilers does; False if only a YAML parser can
    tell.

    Without ``*`` there is no alias. Without brackets each nested collection begins in a column of its own (a list may
    share that of the enclosing mapping), and one character adds at most a mapping, its key and its value.
    """
    return (
        4 * len(metadata) <= MAX_NODES
        and not any(sign in metadata for sign in "&*[{")
        and _INDENTATION.search(metadata) is None
    )


_MAGIC = (
    (b"BC\xc0\xde", "this is LLVM bitcode, not assembly text", "compile it with -S"),
    (b"!<arch>", "this is an archive, not assembly text", "take the object out of it: ar x FILE"),
)
#: The first bytes of files that are, or may contain, code objects.
BINARY = (b"\x7fELF", b"__CLANG_OFFLOAD_BUNDLE__", b"CCOB")
#: The first words that llvm-objdump and objdump print of a file.
_LISTING = re.compile(r"^[^\s#/*;][^\n;\"]*:[ \t]+file format \S+$", re.M)
#: A file with a larger share of null bytes than one in this many is binary.  Text has a few: clang shows the value of a
#: ``.byte`` as a character in its comment, and the assembler reads them there.
_NULS = 64
_TEXT_BUNDLE = "__CLANG_OFFLOAD_BUNDLE____START__"


def is_code_object(path: str) -> bool:
    """Whether a path is a file that is, or may contain, a code object."""
    try:
        with open(path, "rb") as file:
            return file.read(32).startswith(BINARY)
    except OSError:
        return False


def decode(data: bytes, path: str, arch: str | None = None) -> str:
    """The text of a file's bytes; bytes that are not UTF-8 survive a later :func:`encode`. A code object (in a bundle
    or a program, the one for ``arch``) is disassembled, and errors of the disassembler are raised."""
    if data.startswith(BINARY):
        from isaopt.disassembly.inputs import text_of

        return text_of(data, path, arch)
    for magic, message, hint in _MAGIC:
        if data.startswith(magic):
            raise InputError(message, path, hint=hint)
    if not data.strip():
        raise InputError("the file is empty", path)
    if data.count(b"\0") * _NULS > len(data):
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise InputError("this is a binary file, not assembly text", path, line, 1)
    if data.startswith(codecs.BOM_UTF8):
        raise InputError("the file begins with a byte order mark, which the assembler rejects", path, 1, 1)
    text = data.decode("utf-8", errors="surrogateescape")
    listing = _LISTING.search(text)
    if listing is not None:
        raise InputError(
            "this is a disassembler's listing, not assembly text",
            path,
            text.count("\n", 0, listing.start()) + 1,
            1,
            listing.group().strip("\n"),
            "use the .s file that the compiler writes with -S or --save-temps",
        )
    at = text.find(_TEXT_BUNDLE)
    if at >= 0:
        raise InputError(
            "this is a host and device bundle, not one device's assembly",
            path,
            text.count("\n", 0, at) + 1,
            1,
            hint="compile with --offload-device-only, or unbundle it with clang-offload-bundler",
        )
    return text


def encode(text: str) -> bytes:
    """The bytes of a text that :func:`decode` made."""
    return text.encode("utf-8", errors="surrogateescape")


def read_source(path: str, arch: str | None = None) -> str:
    """The text of a ``.s`` path, of standard input for ``-``, or of a code object as from :func:`decode`; raises
    :class:`InputError` if it is neither."""
    return decode(read_bytes(path), "<stdin>" if path == "-" else path, arch)


def read_bytes(path: str) -> bytes:
    """What a path holds, or standard input for ``-``; raises :class:`InputError` if it cannot be read."""
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror or error}", path) from None


#: The characters at which code may end or a string, inside which it does not, may begin.
_STOP = re.compile(r'["\r\n;]|//|/\*')
_STRING = re.compile(r'"(?:\\.|[^"\\])*"', re.S)


def code_end(line: str) -> int:
    """The index at which a line's code ends and its comment or line break begins; block comments inside stay in the
    code."""
    at = 0
    while stop := _STOP.search(line, at):
        what = stop.group()
        if what == '"':
            string = _STRING.match(line, stop.start())
            if string is None:
                return len(line)
            at = string.end()
        elif what == "/*":
            close = line.find("*/", stop.end())
            if close < 0:
                return stop.start()
            at = close + 2
        else:
            return stop.start()
    return len(line)


def blank_comments(code: str) -> str:
    """The line with each ``/* */`` replaced by blanks of the same length, so that columns stay right."""
    return re.sub(r"/\*.*?\*/", lambda m: " " * len(m.group()), code)
