"""The loaded code object, for kernels that use addresses: where code, constants and data are.

The file is assembled and linked with a symbol before each instruction that the emulator runs; symbols add no bytes, so
code and data are laid out as in the original file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from elftools.elf.elffile import ELFFile

from isaopt.emulator.launch import IMAGE_BASE
from isaopt.errors import InputError
from isaopt.ir.program import Module
from isaopt.toolchain.assemble import build
from isaopt.toolchain.elf import Symbol
from isaopt.toolchain.find import Toolchain
from isaopt.toolchain.image import ABS64, RELATIVE64, ObjectImage, read_image

_PREFIX = "isaopt.at."
#: The metadata note, which only the host's runtime reads; the emulator takes metadata from the text.
_METADATA = re.compile(r"^[ \t]*\.amdgpu_metadata\b.*?^[ \t]*\.end_amdgpu_metadata\b", re.MULTILINE | re.DOTALL)
_WRITABLE = 2


@dataclass(frozen=True, slots=True)
class LoadSegment:
    """Bytes that the loader places at an address."""

    address: int
    data: bytes
    writable: bool


@dataclass(frozen=True, slots=True)
class CodeImage:
    """``address`` and ``size`` are those of each instruction in the file, in bytes, by item index; ``segments`` are as
    loaded. ``literals`` are known literal constants; ``entries`` are further addresses that lead to an instruction:
    function addresses in data, if the functions were moved."""

    segments: tuple[LoadSegment, ...]
    address: Mapping[int, int]
    size: Mapping[int, int]
    literals: Mapping[int, int] = field(default_factory=dict)
    entries: Mapping[int, int] = field(default_factory=dict)

    def literal(self, item: int) -> int:
        """The last 32 bits of an instruction, which are its literal constant if it has one."""
        if item in self.literals:
            return self.literals[item]
        end = IMAGE_BASE + self.address[item] + self.size[item]
        for segment in self.segments:
            if segment.address < end <= segment.address + len(segment.data):
                return int.from_bytes(segment.data[: end - segment.address][-4:], "little")
        raise AssertionError("code outside all segments")


def load_image(module: Module, items: Collection[int], toolchain: Toolchain | None = None) -> CodeImage:
    """Assembles and links the module, and loads it.

    Args:
        items: indices of the instructions whose addresses are wanted.

    Raises:
        InputError: the file cannot be assembled or linked, or needs another file.
        MissingTool: no clang or ld.lld.
    """
    text = marked(module, items)
    try:
        data = build(text, module.arch, path=module.path, toolchain=toolchain)
    except InputError as error:
        # Lines match the file's, columns do not.
        source = module.text().splitlines()[error.line - 1] if error.line else ""
        raise InputError(error.message, module.path, error.line, 1 if error.line else 0, source) from None
    image = read_image(data, module.path)
    return CodeImage(_loaded(data, image, module.path), *places(image.symbols, items))


def marked(module: Module, items: Collection[int]) -> str:
    """The text with a symbol before and after each of these instructions (:func:`places`), and without metadata."""
    wanted = set(items)
    parts: list[str] = []
    after: set[int] = set()
    for index, item in enumerate(module.items):
        if index in wanted or index in after:
            parts.append(f"{_PREFIX}{index}:")
        parts.append(item.text)
        if index in wanted:
            after.add(index + 1)
    if len(module.items) in after:
        parts.append(f"{_PREFIX}{len(module.items)}:\n")
    return _METADATA.sub(lambda match: "\n" * match[0].count("\n"), "".join(parts))


def places(symbols: Iterable[Symbol], items: Collection[int]) -> tuple[dict[int, int], dict[int, int]]:
    """The address and the size of each marked instruction."""
    at = {int(s.name.removeprefix(_PREFIX)): s.value for s in symbols if s.name.startswith(_PREFIX)}
    return {k: at[k] for k in items}, {k: at[k + 1] - at[k] for k in items}


def _loaded(data: bytes, image: ObjectImage, path: str) -> tuple[LoadSegment, ...]:
    """The segments, with the loader's relocations applied."""
    headers = [h for h in ELFFile(io.BytesIO(data)).iter_segments() if h["p_type"] == "PT_LOAD" and h["p_memsz"]]
    memory = {h["p_vaddr"]: bytearray(h.data().ljust(h["p_memsz"], b"\0")) for h in headers}
    symbols = {s.name: s for s in image.exported}
    for place, relocation in image.relocations.items():
        if relocation.type not in (ABS64, RELATIVE64):
            raise InputError(f"the emulator does not support relocation {relocation.type} of the code object", path)
        value = IMAGE_BASE + relocation.addend
        if relocation.type == ABS64:
            symbol = symbols.get(relocation.symbol)
            if symbol is None or not symbol.section:
                raise InputError(f"the symbol '{relocation.symbol}' is defined in no section of the file", path)
            value += symbol.value
        for at, content in memory.items():
            if at <= place < at + len(content):
                content[place - at : place - at + 8] = value.to_bytes(8, "little")
    writable = {h["p_vaddr"]: bool(h["p_flags"] & _WRITABLE) for h in headers}
    return tuple(LoadSegment(IMAGE_BASE + at, bytes(content), writable[at]) for at, content in memory.items())
