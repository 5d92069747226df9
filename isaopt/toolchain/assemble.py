"""Text to object to code object: clang assembles, ld.lld links, and their errors are reported as ours.

The syntax of newer assemblers is translated for older supported ones; meaning and line numbers stay the same. LLVM's
development branch, and Triton 3.9 with it, names targets ``amdgpu11.00-amd-amdhsa-unknown-gfx1100`` and gives the
instruction prefetch as ``instprefsize(BYTES)``: the number of 128-byte lines that hold so many bytes, or the most that
the descriptor has room for (LLVM AMDGPUMCExpr.cpp, ``evaluateInstPrefSize``; AMDGPUUsage, "compute_pgm_rsrc3"). For
gfx12 they name halves of registers, ``v1.l``, which LLVM 22 reads only with an option.

Files are shown to the assembler before they are rewritten, and so is each rewrite (:func:`accepted_input`).
"""

from __future__ import annotations

import itertools
import re
import struct
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from isaopt.errors import CheckFailed, InputError, IsaoptError, MissingTool
from isaopt.isa.tables import READ_ONLY_ARCHS
from isaopt.target.arch import get_arch
from isaopt.toolchain.elf import read_object
from isaopt.toolchain.expansion import check_expansion
from isaopt.toolchain.find import Toolchain, find_toolchain
from isaopt.toolchain.includes import check_includes, include_folder
from isaopt.toolchain.probe import assemble_command, link_command
from isaopt.toolchain.run import run
from isaopt.toolchain.textfacts import code_object_version_of, retarget, wave_size_of

_TARGET = re.compile(
    r'^(?P<start>[ \t]*\.amdgcn_target[ \t]+")(?:amdgcn|amdgpu[\w.]*)-amd-amdhsa-(?:unknown)?-', re.MULTILINE
)
_PREFETCH = re.compile(r"^[ \t]*\.amdhsa_inst_pref_size\b[^\n]*", re.MULTILINE)
_CALL = "instprefsize("
_LINE_BYTES = 128
_HALF = re.compile(r"^[ \t]*(?:[\w.$]+:[ \t]*)?[vV][\w.]*[ \t][^;/\n]*\b[vV](?:\d+|\[\d+\])\.[lh]\b", re.MULTILINE)


def understood(text: str, arch: str) -> str:
    """The text in a form that every supported assembler reads; unbalanced brackets are left for the assembler to
    report."""
    text = _TARGET.sub(lambda match: f"{match['start']}amdgcn-amd-amdhsa--", text)
    if _CALL not in text:
        return text
    most = int(get_arch(arch).figure("instruction_prefetch_lines").value)
    return _PREFETCH.sub(lambda match: _computed(match[0], most), text)


def needed_options(text: str) -> list[str]:
    """The options that clang needs besides the target to read a text: for halves of registers, if the text names
    any."""
    return ["-Xclangas", "-target-feature", "-Xclangas", "+real-true16"] if _HALF.search(text) else []


def _computed(line: str, most: int) -> str:
    """The line with arithmetic in place of each call; in the assembler a true comparison is -1."""
    start = line.find(_CALL)
    end = _closing(line, start + len(_CALL)) if start >= 0 else -1
    if end < 0:
        return line
    size = line[start + len(_CALL) : end]
    lines = f"((({size})+{_LINE_BYTES - 1})/{_LINE_BYTES})"
    return _computed(f"{line[:start]}({lines}+({lines}>{most})*({lines}-{most})){line[end + 1 :]}", most)


def _closing(line: str, at: int) -> int:
    """The index of the bracket that closes the one opened before ``at``; -1 if there is none."""
    depth = 1
    for index in range(at, len(line)):
        depth += (line[index] == "(") - (line[index] == ")")
        if depth == 0:
            return index
    return -1


_DIAGNOSTIC = re.compile(r"^(?P<file>.*?):(?P<line>\d+):(?P<col>\d+): error: (?P<message>.*)$", re.MULTILINE)
_METADATA = re.compile(r"^[ \t]*\.amdgpu_metadata\b.*$", re.MULTILINE)
_UNDEFINED = re.compile(r"undefined (?:\w+ )?symbol: (\S+)")
_SIZE = re.compile(r"^[ \t]*\.size[ \t]+[^,\n]+,([^\n;]*)", re.MULTILINE)
_DEFINED = re.compile(r"^[ \t]*(?:\.(?:set|equ|equiv)[ \t]+)?([\w.$]+)[ \t]*(?=[:=,])", re.MULTILINE)
_NAME = re.compile(r"(?<![\w.$])[A-Za-z_.$][\w.$]+")
_PLACES = re.compile(r"^(?P<file>[^\n]*?):(?P<line>\d+):(?P<col>\d+): (?P<kind>\w+): ", re.MULTILINE)


def _source_line(text: str, line: int) -> str:
    lines = text.split("\n")
    return lines[line - 1].rstrip("\r") if 0 < line <= len(lines) else ""


def _column(source: str, byte_col: int) -> int:
    """clang counts columns in bytes of UTF-8; people and editors count characters."""
    return len(source.encode("utf-8", "surrogateescape")[: byte_col - 1].decode("utf-8", "ignore")) + 1


def diagnostic(stderr: str, text: str, path: str) -> InputError | None:
    """The first error that clang reports, placed in the user's file; None if it reports no position."""
    errors = list(_DIAGNOSTIC.finditer(stderr))
    if not errors:
        return None
    first: re.Match[str] = errors[0]
    place = first
    if first["file"] == "<instantiation>":  # of a macro: the last of its notes gives the place of use in the file
        used = itertools.takewhile(lambda m: m["kind"] == "note", _PLACES.finditer(stderr, first.end()))
        place = next((m for m in used if m["file"] == "<stdin>"), first)
    more = f" (and {len(errors) - 1 if len(errors) <= 100 else 'many'} more)" if len(errors) > 1 else ""
    if place["file"] != "<stdin>":  # a line marker renamed the file: this place is not in our input
        where = f" at {first['file']}:{first['line']}:{first['col']}"
        blocks = _METADATA.findall(text) if first["file"] == "YAML" else []
        at = text.count("\n", 0, text.index(blocks[0])) + 1 if len(blocks) == 1 else 0
        if included := re.search(rf'^[ \t]*\.include[ \t]+"[^"\n]*{re.escape(Path(first["file"]).name)}"', text, re.M):
            at = text.count("\n", 0, included.start()) + 1
        message = f"assembler: {first['message']}{where}{more}"
        return InputError(message, path, at, 1, _source_line(text, at) if at else "")
    line = int(place["line"])
    source = _source_line(text, line)
    return InputError(
        f"assembler: {first['message']}{more}",
        path=path,
        line=line,
        col=_column(source, int(place["col"])),
        source=source,
    )


def _size(stderr: str, text: str, path: str) -> InputError | None:
    """The line of the ``.size`` that has no value; clang reports only that there is one."""
    if "Size expression must be absolute" not in stderr:
        return None
    known = set(_DEFINED.findall(text))
    for match in _SIZE.finditer(text):
        missing = next((name for name in _NAME.findall(match[1]) if name not in known), None)
        if missing is not None:
            line = text.count("\n", 0, match.start()) + 1
            said = f"assembler: the size has no value: '{missing}' is defined nowhere"
            source = _source_line(text, line)
            return InputError(said, path, line, source.find(missing) + 1, source)
    return None


def _died(tool: str, status: int, complaint: str, path: str) -> IsaoptError:
    if status in (126, 127):
        return MissingTool(f"{tool}: {complaint}", path=path)
    return InputError(f"{tool} failed: {complaint}", path=path)


def assemble(
    text: str, arch: str, *, path: str = "<stdin>", wave_size: int | None = None, toolchain: Toolchain | None = None
) -> bytes:
    """Assemble a ``.s`` file into an AMDGPU object.

    Args:
        text: the whole file; line ends of any kind.
        arch: processor name, such as ``gfx1100``.
        path: what errors call the file.
        wave_size: 32 or 64 to overrule what the kernel descriptors say.
        toolchain: tools to use; found by :func:`find_toolchain` otherwise.

    Raises:
        InputError: the assembler rejects the text (position in ``path``), or it mixes wave sizes, or reads a file that
            it may not (:mod:`isaopt.toolchain.includes`).
        MissingTool: no working clang.
    """
    size = wave_size if wave_size is not None else wave_size_of(text, path)
    text = understood(text, arch)
    includes = check_includes(text, path)
    check_expansion(text, path)
    tools = toolchain or find_toolchain(arch)
    with tempfile.TemporaryDirectory(prefix="isaopt-") as directory:
        output = Path(directory) / "kernel.o"
        command = assemble_command(tools.clang.command, arch, str(output))
        if includes:
            command.append(f"-I{include_folder(path)}")
        if size == 64:
            command.append("-mwavefrontsize64")
        command += needed_options(text)
        version = code_object_version_of(text)
        if version is not None:
            command.append(f"-mcode-object-version={version}")
        done = run(command, text.encode("utf-8", "surrogateescape"), cwd=directory)
        if not done.ok or not output.is_file():
            found = diagnostic(done.stderr, text, path) or _size(done.stderr, text, path)
            raise found or _died("clang", done.status, done.complaint(), path)
        return output.read_bytes()


@lru_cache(maxsize=16)
def _words(text: str, arch: str, section: str, path: str) -> tuple[int, ...]:
    sections = read_object(assemble(text, arch, path=path)).sections.values()
    data = next((found.data for found in sections if found.name == section), b"")
    return struct.unpack(f"<{len(data) // 4}i", data)


def assemble_words(text: str, arch: str, words: Sequence[str], section: str, path: str = "<stdin>") -> tuple[int, ...]:
    """The values, as signed 32-bit numbers, of expressions at the end of a text.

    ``section`` is a name that the text does not use. Errors as for :func:`assemble`; their places refer to ``text``.
    """
    asked = "".join(f".long {word}\n" for word in words)
    return _words(f'{text}\n.section {section},"",@progbits\n{asked}', arch, section, path)


def link(
    obj: bytes, *, arch: str, path: str = "<stdin>", toolchain: Toolchain | None = None, options: Sequence[str] = ()
) -> bytes:
    """Link one object into a code object (``.hsaco``) that the HIP runtime loads.

    Raises:
        InputError: the linker rejects the object, such as for an undefined symbol.
        MissingTool: no working ld.lld.
    """
    tools = toolchain or find_toolchain(arch)
    with tempfile.TemporaryDirectory(prefix="isaopt-") as directory:
        source, output = Path(directory) / "kernel.o", Path(directory) / "kernel.hsaco"
        source.write_bytes(obj)
        # Relative names, since the linker may record them: the result must not depend on the place of the temporary
        # files.
        done = run([*link_command(tools.lld.command, [source.name], output.name), *options], cwd=directory)
        if not done.ok or not output.is_file():
            raise _died("ld.lld", done.status, done.complaint(), path)
        return output.read_bytes()


def build(text: str, arch: str, *, path: str = "<stdin>", toolchain: Toolchain | None = None) -> bytes:
    """Assembles and links. Errors as for :func:`assemble` and :func:`link`, with the first line that names what the
    linker misses."""
    tools = toolchain or find_toolchain(arch)
    obj = assemble(text, arch, path=path, toolchain=tools)
    try:
        return link(obj, arch=arch, path=path, toolchain=tools)
    except InputError as error:
        if missing := _UNDEFINED.search(error.message):
            name = re.compile(rf"(?<![\w.$]){re.escape(missing[1])}(?![\w.$])")
            for number, line in enumerate(text.split("\n"), 1):
                if found := name.search(line):
                    raise InputError(error.message, path, number, found.start() + 1, line) from None
        raise


def accepted_input(
    text: str, arch: str, path: str, clang: str | None = None, lld: str | None = None
) -> Toolchain | None:
    """The tools that accept this text, checked before any work: nothing can be said of a file that is not a program.
    None if there are no tools, or none for this target because it is read-only.

    Raises:
        InputError: the assembler refuses the text; the message and the place are the assembler's.
        MissingTool: the tools that were named do not work.
    """
    if arch in READ_ONLY_ARCHS:
        return None
    try:
        toolchain = find_toolchain(arch, clang=clang, lld=lld)
    except MissingTool:
        if clang is not None or lld is not None:
            raise
        return None
    assemble(retarget(text, arch), arch, path=path, toolchain=toolchain)
    return toolchain


def accept_output(text: str, arch: str, path: str, toolchain: Toolchain) -> None:
    """Raises :class:`CheckFailed` if the assembler refuses the rewrite of a text that it accepted."""
    try:
        assemble(retarget(text, arch), arch, path=path, toolchain=toolchain)
    except InputError as error:
        why = f"the rewritten file does not assemble, nothing written: {error.message}"
        raise CheckFailed(why, path, error.line, error.col, error.source) from None
