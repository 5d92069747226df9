"""A linked code object as plain data: sections by address, symbols, what the loader relocates (the ELF-64
specification; LLVM AMDGPUUsage, "Code Object")."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable
from dataclasses import dataclass

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from isaopt.errors import InputError
from isaopt.toolchain.codeobject import EM_AMDGPU, MACHINES
from isaopt.toolchain.elf import ALLOC, EXECUTE, NOBITS, NOTE, RELA, SECTION_TYPE, Symbol, read_symbols

PROGBITS, _INIT, _FINI = 1, 14, 15
_LINKED, _VISIBILITIES = 3, 3
#: What the linker makes of the rest.
LINKER_SECTIONS = frozenset({".got", ".relro_padding", ".got.plt"})
_LINKER_SYMBOLS = frozenset({"_DYNAMIC", "_GLOBAL_OFFSET_TABLE_"})
ABS64, RELATIVE64 = 3, 13
"""Relocations that are left to the loader (LLVM AMDGPUUsage, "Relocation Records")."""


@dataclass(frozen=True, slots=True)
class LoadedSection:
    """``type`` and ``flags`` by their ELF numbers; ``data`` is empty for one without bytes in the file."""

    index: int
    name: str
    type: int
    flags: int
    address: int
    size: int
    align: int
    entry: int
    data: bytes

    @property
    def end(self) -> int:
        return self.address + self.size

    @property
    def loaded(self) -> bool:
        """Whether it is there at run time, and not made by the linker."""
        kinds = (PROGBITS, NOBITS, _INIT, _FINI)
        return bool(self.flags & ALLOC) and self.type in kinds and self.name not in LINKER_SECTIONS

    @property
    def code(self) -> bool:
        return self.loaded and bool(self.flags & EXECUTE) and self.type != NOBITS


@dataclass(frozen=True, slots=True)
class LoaderRelocation:
    """An address of 64 bits that the loader writes: that of ``symbol``, of the file's beginning where that is empty."""

    type: int
    symbol: str
    addend: int


@dataclass(frozen=True, slots=True)
class ObjectImage:
    """``header``: ABI, its version, flags.  ``relocations`` by the address where they are.  ``named`` is whether there
    are symbols that other files need not see."""

    arch: str
    header: tuple[int, int, int]
    sections: tuple[LoadedSection, ...]
    symbols: tuple[Symbol, ...]
    exported: tuple[Symbol, ...]
    relocations: dict[int, LoaderRelocation]
    named: bool

    @property
    def loaded(self) -> tuple[LoadedSection, ...]:
        return tuple(s for s in self.sections if s.loaded and (s.size or s.code))

    def section(self, address: int) -> LoadedSection | None:
        """The loaded section that holds an address; its end, too, where no other begins."""
        inside = [s for s in self.sections if s.flags & ALLOC and s.address <= address <= s.end]
        return next((s for s in inside if address < s.end), inside[0] if inside else None)

    def bytes_at(self, address: int, size: int) -> bytes:
        found = self.section(address)
        return found.data[address - found.address :][:size] if found else b""


def read_image(data: bytes, path: str) -> ObjectImage:
    """Reads a linked code object; :class:`InputError` if it is not one, or is for an unknown GPU."""
    try:
        return _read(ELFFile(io.BytesIO(data)), data, path)
    except (ELFError, ValueError, KeyError, IndexError, OverflowError, AttributeError, struct.error) as error:
        raise InputError(f"not a readable ELF file: {error}", path) from error


def _read(elf: ELFFile, data: bytes, path: str) -> ObjectImage:
    machine, kind = struct.unpack_from("<H", data, 18)[0], struct.unpack_from("<H", data, 16)[0]
    if machine != EM_AMDGPU:
        raise InputError(f"an ELF file for {elf['e_machine']}, not for an AMD GPU", path)
    if kind != _LINKED:
        raise InputError("the object is not linked", path, hint="ld.lld -shared FILE -o FILE.hsaco links it")
    arch = MACHINES.get(elf["e_flags"] & 0xFF, "")
    if not arch or elf["e_flags"] & ~0xFF:
        known = ", ".join(MACHINES.values())
        raise InputError(f"the GPU of the code object (flags {elf['e_flags']:#x}) is none of {known}", path)
    raw = list(elf.iter_sections())
    numbers = [struct.unpack_from("<I", data, elf["e_shoff"] + i * elf["e_shentsize"] + 4)[0] for i in range(len(raw))]
    sections = tuple(
        LoadedSection(
            i, s.name, n, s["sh_flags"], s["sh_addr"], s["sh_size"], s["sh_addralign"], s["sh_entsize"],
            b"" if n in (0, NOBITS) else bytes(s.data()),
        )
        for i, (s, n) in enumerate(zip(raw, numbers, strict=True))
    )  # fmt: skip
    if cut := [s.name for s in sections if s.type not in (0, NOBITS) and len(s.data) != s.size]:
        raise InputError(f"section {cut[0]} is cut short", path)
    tables = {s["sh_type"]: i for i, s in enumerate(raw) if s["sh_type"] in ("SHT_SYMTAB", "SHT_DYNSYM")}
    read = {
        name: tuple(read_symbols(sections[at].data, sections[raw[at]["sh_link"]].data)) for name, at in tables.items()
    }
    exported = read.get("SHT_DYNSYM", ())
    symbols = read.get("SHT_SYMTAB") or exported
    relocations = {}
    for section in raw:
        if section["sh_type"] == "SHT_RELA" and section["sh_flags"] & ALLOC:
            for offset, info, addend in RELA.iter_unpack(section.data()):
                name = exported[info >> 32].name if info >> 32 else ""
                relocations[offset] = LoaderRelocation(info & 0xFFFFFFFF, name, addend)
    named = [s for s in symbols if s.name and s.name not in _LINKER_SYMBOLS]
    if odd := [s.name for s in named if s.other > _VISIBILITIES]:
        raise InputError(f"symbol {odd[0]} has unknown flags", path)
    head = (data[7], data[8], elf["e_flags"])
    return ObjectImage(arch, head, sections, _without_copies(named), exported, relocations, "SHT_SYMTAB" in read)


def _without_copies(symbols: Iterable[Symbol]) -> tuple[Symbol, ...]:
    """Each symbol once, without those of whole sections."""
    return tuple(dict.fromkeys(s for s in symbols if s.type != SECTION_TYPE))


def differences(first: bytes, second: bytes) -> tuple[str, ...]:
    """In what two code objects differ that anybody could see who loads them: nothing, for the same.

    Compared are the header, every loaded section by its bytes and address, the metadata, the symbols by name, and the
    relocations.  The linker's own tables (hashes, the order of names in them) follow from these.
    """
    if first == second:
        return ()
    a, b = read_image(first, "first"), read_image(second, "second")
    found = [] if a.header == b.header else ["header"]
    left, right = ({s.name: s for s in image.loaded} for image in (a, b))
    for name in sorted(left.keys() | right.keys()):
        one, other = left.get(name), right.get(name)
        if one is None or other is None:
            found.append(f"{name} is missing")
        elif one.data != other.data or one.size != other.size:
            found.append(f"bytes of {name}")
        elif one.address != other.address:
            found.append(f"address of {name} ({one.address:#x}, now {other.address:#x})")
    if _notes(a) != _notes(b):
        found.append(".note")
    for what, one_table, other_table in (
        ("symbols", a.symbols, b.symbols if a.named else b.exported),
        ("dynamic symbols", a.exported, b.exported),
    ):
        if apart := _by_name(a, one_table) ^ _by_name(b, other_table):
            found.append(f"{what} ({', '.join(sorted({str(s[0]) for s in apart})[:3])})")
    if a.relocations != b.relocations:
        found.append("relocations")
    return tuple(found)


def _notes(image: ObjectImage) -> list[bytes]:
    return [s.data for s in image.sections if s.type == NOTE]


def _by_name(image: ObjectImage, symbols: Iterable[Symbol]) -> set[tuple[str | int, ...]]:
    """Symbols without the numbers of sections, which depend on what else is in the file."""
    names = {s.index: s.name for s in image.sections}
    return {
        (s.name, s.value, s.size, s.binding, s.type, s.other, names.get(s.section, s.section))
        for s in symbols
        if s.name and s.name not in _LINKER_SYMBOLS and s.type != SECTION_TYPE
    }
