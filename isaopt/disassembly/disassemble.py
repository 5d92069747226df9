"""Disassembles a code object, and checks the text by assembling and linking it before anything is returned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isaopt.disassembly.code import DecodedInstruction, decode
from isaopt.disassembly.writer import Text, Writer
from isaopt.errors import CheckFailed, InputError
from isaopt.toolchain.assemble import assemble, link
from isaopt.toolchain.codeobject import read_code_object
from isaopt.toolchain.elf import ALLOC
from isaopt.toolchain.find import Toolchain, find_objdump, find_toolchain
from isaopt.toolchain.image import ObjectImage, differences, read_image

_TRIES = 8


@dataclass(frozen=True, slots=True)
class Disassembled:
    """A disassembly that was checked.

    ``words`` counts instructions that are given as words, because the assembler rejects their text or would choose
    other bits; ``unclear`` and ``dropped`` are those of :class:`isaopt.disassembly.writer.Text`. ``options`` are those
    that ld.lld needs to reproduce section addresses that another linker, or other options, chose.
    """

    text: str
    arch: str
    words: int
    unclear: tuple[int, ...]
    dropped: tuple[str, ...]
    options: tuple[str, ...]


def disassemble_code_object(
    data: bytes,
    path: str = "<code object>",
    objdump: str | None = None,
    clang: str | None = None,
    lld: str | None = None,
) -> Disassembled:
    """The assembly of one code object, checked to assemble and link to the same sections, symbols and notes.

    Raises:
        InputError: not a linked code object of a supported GPU, or assembly cannot express it.
        CheckFailed: the text does not reproduce it.
        MissingTool: no llvm-objdump, clang or ld.lld.
    """
    image, facts = read_image(data, path), read_code_object(data, path)
    sizes = {d.wave_size for d in facts.descriptors.values()}
    if len(sizes) > 1:
        raise InputError(
            "the code object mixes wave32 and wave64 kernels, which cannot be assembled from one file", path
        )
    tools = find_toolchain(image.arch, clang, lld)
    sections = [s.name for s in image.sections if s.code]
    wave = sizes.pop() if sizes else 32
    code = decode(data, sections, wave, find_objdump(image.arch, objdump), path) if sections else []
    raw = frozenset(i.at for i in code if not i.text)
    for _ in range(_TRIES):
        written = Writer(image, code, facts, path, raw).text()
        worse, problem, options = _tried(written, data, image, code, path, tools)
        if not problem:
            return Disassembled(written.text, image.arch, len(raw), written.unclear, written.dropped, options)
        if not worse - raw:
            raise problem
        raw |= worse
    raise CheckFailed("the assembler rejects the disassembler's output", path)


def _tried(
    written: Text, data: bytes, image: ObjectImage, code: Sequence[DecodedInstruction], path: str, tools: Toolchain
) -> tuple[frozenset[int], CheckFailed | None, tuple[str, ...]]:
    """The instructions that must be given as words; what else is wrong, if anything; and options for the linker."""
    try:
        assembled = assemble(written.text, image.arch, path=path, toolchain=tools)
        tables = {s.name for s in image.sections} & {".hash", ".gnu.hash"}
        # By default ld.lld writes both.
        options = [] if len(tables) != 1 else ["--hash-style=" + ("sysv" if ".hash" in tables else "gnu")]
        again = link(assembled, arch=image.arch, path=path, toolchain=tools, options=options)
        if found := differences(data, again):
            # The layout is the linker's choice: the text must reproduce everything at the same addresses.
            options += [f"--section-start={s.name}={s.address:#x}" for s in image.sections if s.flags & ALLOC]
            there = link(assembled, arch=image.arch, path=path, toolchain=tools, options=options)
            if len(apart := differences(data, there)) < len(found):
                again, found = there, apart
    except InputError as error:
        problem = CheckFailed(f"its disassembly is rejected: {error.message}", path, source=error.source)
        return _at_line(written.text, error.line, code), problem, ()
    if not found:
        return frozenset(), None, tuple(options)
    problem = CheckFailed(f"its disassembly does not reproduce the code object: {', '.join(found)}", path)
    return _other_words(image, read_image(again, path), code), problem, tuple(options)


def _at_line(text: str, line: int, code: Sequence[DecodedInstruction]) -> frozenset[int]:
    """All instructions with the text of this line."""
    wanted = text.split("\n")[line - 1].strip() if line else ""
    return frozenset(i.at for i in code if i.text == wanted)


def _other_words(image: ObjectImage, again: ObjectImage, code: Sequence[DecodedInstruction]) -> frozenset[int]:
    """The first instruction whose bytes differ, and all with the same text."""
    for section in image.sections:
        twin = next((s for s in again.sections if s.name == section.name), None)
        if not section.code or twin is None or twin.data == section.data:
            continue
        at = next((n for n, (a, b) in enumerate(zip(section.data, twin.data, strict=False)) if a != b), len(twin.data))
        first = next((i for i in code if i.at <= section.address + at < i.end), None)
        if first is not None:
            same = len(section.data) == len(twin.data)
            return frozenset(
                i.at
                for i in code
                if i.text == first.text
                or (same and section.address <= i.at < section.end and _bytes(section.data, section.address, i)
                    != _bytes(twin.data, section.address, i))
            )  # fmt: skip
    return frozenset()


def _bytes(data: bytes, start: int, instruction: DecodedInstruction) -> bytes:
    return data[instruction.at - start : instruction.end - start]
