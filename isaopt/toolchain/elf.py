"""An assembled object as plain data (LLVM AMDGPUUsage, "Code Object"; the ELF-64 specification)."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from isaopt.errors import MissingTool

_IDENTITY = b"\x7fELF\x02\x01"
"""What a 64-bit object of little-endian numbers begins with."""
_FILE_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION_HEADER = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
RELA = struct.Struct("<QQq")
_NULL, _SYMTAB, _STRTAB, _RELA, NOTE, NOBITS, _GROUP = 0, 2, 3, 4, 7, 8, 17
WRITE, ALLOC, EXECUTE, MERGE, STRINGS, _LINK_ORDER = 1, 2, 4, 16, 32, 128
UNDEFINED, ABSOLUTE, COMMON, _MORE = 0, 0xFFF1, 0xFFF2, 0xFFFF
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
    """A section. ``data`` is empty if it has no bytes in the file; ``members`` are the contents of a group (COMDAT), or
    the section beside which it is to stand, by name and by number among those of that name."""

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
    """``owner`` with the zero at its end; ``raw``: all bytes of the note, with what pads it."""

    owner: bytes
    type: int
    content: bytes
    raw: bytes


class _SectionHeader(NamedTuple):
    """An entry of the table of sections."""

    name: int
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    align: int
    entry: int

    def content(self, data: bytes) -> bytes:
        """The bytes that the section has in the file."""
        return b"" if self.type == NOBITS else data[self.offset : self.offset + self.size]


def _section_headers(data: bytes) -> tuple[list[_SectionHeader], bytes]:
    """The table of sections, and their names' bytes; numbers too large for the file's header are in the first entry."""
    if not data.startswith(_IDENTITY):
        raise MissingTool("the assembler writes no 64-bit ELF object")
    header = _FILE_HEADER.unpack_from(data)
    start, count, names = header[6], header[12], header[13]
    first = _SectionHeader(*_SECTION_HEADER.unpack_from(data, start))
    end = start + (count or first.size) * _SECTION_HEADER.size
    table = [_SectionHeader(*entry) for entry in _SECTION_HEADER.iter_unpack(data[start:end])]
    return table, table[first.link if names == _MORE else names].content(data)


def read_object(data: bytes) -> Object:
    """Parses an object that the assembler wrote."""
    raw, strings = _section_headers(data)
    names = [_text(strings, header.name) for header in raw]
    symbols: tuple[Symbol, ...] = ()
    for header in raw:
        if header.type == _SYMTAB:
            symbols = tuple(read_symbols(header.content(data), raw[header.link].content(data)))
    relocations: dict[int, tuple[Relocation, ...]] = {}
    for header in raw:
        if header.type == _RELA:
            relocations[header.info] = tuple(
                Relocation(offset, info & 0xFFFFFFFF, symbols[info >> 32], addend)
                for offset, info, addend in RELA.iter_unpack(header.content(data))
            )
    seen = Counter[str]()
    numbered = []
    for name in names:
        numbered.append(f"{name} {seen[name]}")
        seen[name] += 1
    sections = {}
    for index, header in enumerate(raw):
        if header.type in (_NULL, _SYMTAB, _STRTAB, _RELA):
            continue
        content = header.content(data)
        members: tuple[str, ...] = ()
        if header.type == _GROUP:
            indices = [i[0] for i in struct.iter_unpack("<I", content)][1:]
            members = (symbols[header.info].name, *(numbered[i] for i in indices))
            content = content[:4]
        elif header.flags & _LINK_ORDER:
            members = (numbered[header.link],)
        sections[index] = Section(
            index, names[index], header.type, header.flags, header.align, header.entry, header.size,
            content, relocations.get(index, ()), members,
        )  # fmt: skip
    head = (data[7], data[8], int.from_bytes(data[18:20], "little"), int.from_bytes(data[48:52], "little"))
    return Object(head, sections, symbols, {s.name: s for s in symbols if s.name and s.type != SECTION_TYPE})


def _text(names: bytes, at: int) -> str:
    return names[at : names.index(b"\0", at)].decode("utf-8", "surrogateescape")


def read_symbols(table: bytes, names: bytes) -> Iterator[Symbol]:
    """The symbols of a table, with the contents of the section of their names."""
    for name, info, other, section, value, size in _SYMBOL.iter_unpack(table):
        yield Symbol(_text(names, name), value, size, info >> 4, info & 15, other, section)


def notes(content: bytes) -> tuple[Note, ...]:
    """The notes of a section; names and contents are padded to four bytes each.  What is left at the end is no note,
    and has type -1."""
    found, at = [], 0
    while at + 12 <= len(content):
        start = at
        owner, size, kind = struct.unpack_from("<III", content, at)
        at += 12
        name = content[at : at + owner]
        at += (owner + 3) & ~3
        held = content[at : at + size]
        at += (size + 3) & ~3
        found.append(Note(name, kind, held, content[start:at]))
    if at != len(content):
        found.append(Note(b"", -1, b"", content[at:]))
    return tuple(found)
