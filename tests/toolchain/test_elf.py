"""Objects are read as pyelftools reads them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import SymbolTableSection

from isaopt.errors import MissingTool
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.elf import NOBITS, read_object
from scripts.outside.programs import programs

ROOT = Path(__file__).parents[2]
#: A group, a section without bytes, and a symbol that is defined nowhere.
ODD = """.section .text.f,"axG",@progbits,f,comdat
f:
s_getpc_b64 s[0:1]
s_add_u32 s0, s0, elsewhere@rel32@lo+4
.weak f
.bss
.zero 64
.comm shared, 16, 4
.data
.quad elsewhere + 3, f - 8
.set fixed, 7
"""
#: More sections than the file's header can count.
MANY = 0xFF10


def check(data: bytes) -> None:
    elf, made = ELFFile(io.BytesIO(data)), read_object(data)
    tables, symbols = ("SHT_NULL", "SHT_SYMTAB", "SHT_STRTAB", "SHT_RELA"), []
    raw = list(elf.iter_sections())
    assert list(made.sections) == [n for n, section in enumerate(raw) if section.header.sh_type not in tables]
    for index, section in made.sections.items():
        header = raw[index].header
        assert section.name == raw[index].name
        assert (section.flags, section.align, section.entry, section.size) == (
            header.sh_flags,
            header.sh_addralign,
            header.sh_entsize,
            header.sh_size,
        )
        if section.type != NOBITS and not section.members:
            assert section.data == raw[index].data()
    for table in raw:
        if isinstance(table, SymbolTableSection):
            symbols = [(s.name, s.entry.st_value, s.entry.st_size) for s in table.iter_symbols()]
        if isinstance(table, RelocationSection):
            own = made.sections[table.header.sh_info].relocations
            expected = [
                (r["r_offset"], r["r_info_type"], r["r_info_sym"], r["r_addend"]) for r in table.iter_relocations()
            ]
            assert [(r.offset, r.type, made.symbols.index(r.symbol), r.addend) for r in own] == expected
    assert [(s.name, s.value, s.size) for s in made.symbols] == symbols
    head = elf.header
    assert made.header == (data[7], head.e_ident.EI_ABIVERSION, 0xE0, head.e_flags)


@pytest.mark.parametrize("name", ["sgemm_lds_gfx1201", "triton_gemm_fp16_gfx1100", "wmma_types_w64_gfx1100"])
def test_kernels(name: str) -> None:
    path = ROOT / "kernels_s" / f"{name}.s"
    check(assemble(path.read_text(), name.rsplit("_", 1)[1], path=str(path)))


def test_what_surrounds_kernels() -> None:
    for text in programs().values():
        check(assemble(text, "gfx1201" if "gfx1201" in text else "gfx1100"))


def test_groups_and_sections_without_bytes() -> None:
    data = assemble(ODD, "gfx1100")
    check(data)
    made = read_object(data)
    (group,) = (s for s in made.sections.values() if s.members)
    assert group.members[:2] == ("f", ".text.f 0")
    assert next(s for s in made.sections.values() if s.name == ".bss").data == b""
    assert made.by_name["fixed"].value == 7


@pytest.mark.slow
def test_more_sections_than_the_header_can_count() -> None:
    data = assemble("".join(f'.section .s{n},"",@progbits\n.byte {n % 256}\n' for n in range(MANY)), "gfx1100")
    made = read_object(data)
    assert {f".s{n}": bytes([n % 256]) for n in range(MANY)}.items() <= {
        s.name: s.data for s in made.sections.values()
    }.items()


def test_other_files_are_no_objects() -> None:
    with pytest.raises(MissingTool, match="no 64-bit ELF"):
        read_object(b"\x7fELF\x01\x01" + bytes(64))
