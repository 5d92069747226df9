"""The loaded code object, for kernels that use addresses: where code, constants and data are.

The file is assembled and linked with a symbol before each instruction that the emulator runs; symbols add no bytes, so
code and data are laid out as in the original file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import SymbolTableSection

from isaopt.emulator.launch import IMAGE_BASE
from isaopt.errors import InputError
from isaopt.ir.program import Module
from isaopt.toolchain.assemble import build
from isaopt.toolchain.find import Toolchain

_PREFIX = "isaopt.at."
#: The metadata note, which only the host's runtime reads; the emulator takes metadata from the text.
_METADATA = re.compile(r"^[ \t]*\.amdgpu_metadata\b.*?^[ \t]*\.end_amdgpu_metadata\b", re.MULTILINE | re.DOTALL)
_WRITABLE = 2
#: Relocations that are left to the loader (LLVM AMDGPUUsage, "Relocation Records").
_ABS64, _RELATIVE64 = 3, 13


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
    return _load(ELFFile(io.BytesIO(data)), set(items), module)


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


def places(elf: ELFFile, items: Collection[int]) -> tuple[dict[int, int], dict[int, int]]:
    """The address and the size of each marked instruction."""
    symbols: dict[int, int] = {}
    for table in elf.iter_sections():
        if isinstance(table, SymbolTableSection):
            for symbol in table.iter_symbols():
                if symbol.name.startswith(_PREFIX):
                    symbols[int(symbol.name.removeprefix(_PREFIX))] = symbol["st_value"]
    return {k: symbols[k] for k in items}, {k: symbols[k + 1] - symbols[k] for k in items}


def _load(elf: ELFFile, wanted: set[int], module: Module) -> CodeImage:
    memory: list[tuple[int, bytearray, bool]] = []
    for header in elf.iter_segments():
        if header["p_type"] == "PT_LOAD" and header["p_memsz"]:
            content = bytearray(header.data().ljust(header["p_memsz"], b"\0"))
            memory.append((header["p_vaddr"], content, bool(header["p_flags"] & _WRITABLE)))
    _relocate(elf, memory, module)
    segments = tuple(LoadSegment(IMAGE_BASE + at, bytes(content), writable) for at, content, writable in memory)
    return CodeImage(segments, *places(elf, wanted))


def _relocate(elf: ELFFile, memory: list[tuple[int, bytearray, bool]], module: Module) -> None:
    """Applies the loader's relocations."""
    for section in elf.iter_sections():
        if not isinstance(section, RelocationSection) or section["sh_flags"] == 0:
            continue
        table = elf.get_section(section["sh_link"])
        assert isinstance(table, SymbolTableSection)
        for entry in section.iter_relocations():
            kind, symbol = entry["r_info_type"], table.get_symbol(entry["r_info_sym"])
            if kind == _ABS64 and symbol["st_shndx"] == "SHN_UNDEF":
                raise InputError(f"the symbol '{symbol.name}' is defined in no section of the file", module.path)
            if kind not in (_ABS64, _RELATIVE64):
                raise InputError(f"the emulator does not support relocation {kind} of the code object", module.path)
            value = IMAGE_BASE + entry["r_addend"] + (symbol["st_value"] if kind == _ABS64 else 0)
            for at, content, _ in memory:
                if at <= entry["r_offset"] < at + len(content):
                    start = entry["r_offset"] - at
                    content[start : start + 8] = value.to_bytes(8, "little")
