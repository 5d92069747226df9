"""An assembled object as plain data (LLVM AMDGPUUsage, "Code Object"; the ELF-64 specification)."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from elftools.elf.elffile import ELFFile

_SYMBOL = struct.Struct("<IBBHQQ")
RELA = struct.Struct("<QQq")
NOTE, NOBITS, _GROUP = 7, 8, 17
WRITE, ALLOC, EXECUTE, MERGE, STRINGS = 1, 2, 4, 16, 32
UNDEFINED, ABSOLUTE, COMMON = 0, 0xFFF1, 0xFFF2
LOCAL, GLOBAL, WEAK = 0, 1, 2
OBJECT, FUNC, SECTION_TYPE = 1, 2, 3
DEFAULT = 0
"""The default visibility: other libraries see the symbol and may define another one in its place."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """``section`` is an index, or :data:`UNDEFINED`, :data:`ABSOLUTE`, :data:`COMMON`; ``other`` the visibility."""

    name: str
    value: int
    size: int
    binding: int
    type: int
    other: int
    section: int

    @property
    def placed(self) -> bool:
        """Whether the symbol stands for a place in a section of this object."""
        return 0 < self.section < 0xFF00

    @property
    def fixed(self) -> bool:
        """Whether the distance to the symbol is known when a library is linked, because no other library can replace
        it."""
        return self.placed and (self.binding == LOCAL or self.other != DEFAULT)


@dataclass(frozen=True, slots=True)
class Relocation:
    """A value that the linker or loader adds at ``offset`` of a section; ``type`` says how."""

    offset: int
    type: int
    symbol: Symbol
    addend: int


@dataclass(frozen=True, slots=True)
class Section:
    """A section. ``data`` is empty if it has no bytes in the file; ``members`` are the contents of a group (COMDAT), by
    name."""

    index: int
    name: str
    type: int
    flags: int
    align: int
    entry: int
    size: int
    data: bytes
    relocations: tuple[Relocation, ...]
    members: tuple[str, ...] = ()

    @property
    def loaded(self) -> bool:
        return bool(self.flags & ALLOC)


@dataclass(frozen=True, slots=True)
class Object:
    """``header``: ABI, its version, machine and processor flags. ``sections`` by index, without tables."""

    header: tuple[int, ...]
    sections: dict[int, Section]
    symbols: tuple[Symbol, ...]
    by_name: dict[str, Symbol]


@dataclass(frozen=True, slots=True)
class Note:
    owner: bytes
    type: int
    content: bytes


def read_object(data: bytes) -> Object:
    """Parses an object that the assembler wrote."""
    elf = ELFFile(io.BytesIO(data))
    raw = list(elf.iter_sections())
    symbols: tuple[Symbol, ...] = ()
    for table in raw:
        if table.header.sh_type == "SHT_SYMTAB":
            names = raw[table.header.sh_link].data()
            symbols = tuple(read_symbols(table.data(), names))
    relocations: dict[int, tuple[Relocation, ...]] = {}
    for table in raw:
        if table.header.sh_type == "SHT_RELA":
            relocations[table.header.sh_info] = tuple(
                Relocation(offset, info & 0xFFFFFFFF, symbols[info >> 32], addend)
                for offset, info, addend in RELA.iter_unpack(table.data())
            )
    sections = {}
    types = {"SHT_NULL", "SHT_SYMTAB", "SHT_STRTAB", "SHT_RELA"}
    for index, section in enumerate(raw):
        header = section.header
        if header.sh_type in types:
            continue
        number = section_type(data, elf, index)
        content = b"" if number == NOBITS else bytes(section.data())
        members: tuple[str, ...] = ()
        if number == _GROUP:
            indices = [i[0] for i in struct.iter_unpack("<I", content)][1:]
            members = (symbols[header.sh_info].name, *(raw[i].name for i in indices))
            content = content[:4]
        sections[index] = Section(
            index, section.name, number, header.sh_flags, header.sh_addralign, header.sh_entsize, header.sh_size,
            content, relocations.get(index, ()), members,
        )  # fmt: skip
    head = (data[7], data[8], int.from_bytes(data[18:20], "little"), int.from_bytes(data[48:52], "little"))
    return Object(head, sections, symbols, {s.name: s for s in symbols if s.name and s.type != SECTION_TYPE})


def section_type(data: bytes, elf: ELFFile, index: int) -> int:
    """The number of a section's type, which pyelftools may give as a name."""
    at = elf.header.e_shoff + index * elf.header.e_shentsize + 4
    return int.from_bytes(data[at : at + 4], "little")


def read_symbols(table: bytes, names: bytes) -> Iterator[Symbol]:
    """The symbols of a table, with the contents of the section of their names."""
    for name, info, other, section, value, size in _SYMBOL.iter_unpack(table):
        text = names[name : names.index(b"\0", name)].decode("utf-8", "surrogateescape")
        yield Symbol(text, value, size, info >> 4, info & 15, other, section)


def notes(content: bytes) -> tuple[Note, ...]:
    """The notes of a section; names and contents are padded to four bytes each."""
    found, at = [], 0
    while at + 12 <= len(content):
        owner, size, kind = struct.unpack_from("<III", content, at)
        at += 12
        name = content[at : at + owner].rstrip(b"\0")
        at += (owner + 3) & ~3
        found.append(Note(name, kind, content[at : at + size]))
        at += (size + 3) & ~3
    return tuple(found)
