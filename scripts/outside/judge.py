"""What becomes of a change: the prover's verdict, and what the linked files say, which share no code with it.

The two code objects are compared as a loader sees them: loaded sections, dynamic symbols, metadata.  They may differ
in what no result depends on: how many VGPRs a wave gets, if they are enough; how much code is fetched ahead; register
counts that tools are told of.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass

import msgpack
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import NoteSection, SymbolTableSection

from isaopt.asm.parser import parse_text
from isaopt.errors import IsaoptError
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from isaopt.toolchain.assemble import assemble, link

#: ``FALSE`` is what must never be; ``refused`` is an equal or harmless one that is not proved.
OUTCOMES = ("rejected", "caught", "equal", "harmless", "refused", "FALSE")
_COUNTS = (".vgpr_count", ".sgpr_count", ".vgpr_spill_count", ".sgpr_spill_count", ".agpr_count")
_VGPR = re.compile(r"\bv(?:(\d+)|\[\d+:(\d+)\])")
#: Derived from what else is compared, or not loaded.
_LEFT_OUT = (".dynstr", ".hash", ".gnu.hash", ".dynamic", ".dynsym", ".note")


@dataclass(frozen=True)
class Loaded:
    """A code object as a loader sees it, and the same without what may differ."""

    exact: object
    masked: object
    granted: dict[str, int]


def loaded(text: str, arch: str) -> Loaded:
    """The linked file of a text; an error of the assembler or linker goes through."""
    elf = ELFFile(io.BytesIO(link(assemble(text, arch), arch=arch)))
    sections, symbols, notes = {}, {}, []
    for section in elf.iter_sections():
        if isinstance(section, NoteSection):
            notes += [(n["n_name"], n["n_type"], n["n_descdata"]) for n in section.iter_notes()]
        elif isinstance(section, SymbolTableSection) and section.name == ".dynsym":
            for s in section.iter_symbols():
                symbols[s.name] = (s["st_value"], s["st_size"], dict(s["st_info"]), s["st_other"]["visibility"],
                                   str(s["st_shndx"]))  # fmt: skip
        elif section["sh_flags"] & 2 and section.name not in _LEFT_OUT and section["sh_size"]:
            data = b"" if section["sh_type"] == "SHT_NOBITS" else bytes(section.data())
            key = (section.name, section["sh_addr"], section["sh_flags"], section["sh_size"], section["sh_addralign"])
            sections[key] = data
    documents = [msgpack.unpackb(n[2].encode("latin-1") if isinstance(n[2], str) else n[2]) for n in notes]
    shown, granted = {}, {}
    for (name, start, *rest), data in sections.items():
        bytes_ = bytearray(data)
        for symbol, (value, *_) in symbols.items():
            at = value - start
            if symbol.endswith(".kd") and 0 <= at <= len(data) - 64:
                wave32 = data[at + 57] & 4
                granted[symbol] = ((data[at + 48] & 63) + 1) * (8 if wave32 else 4)
                bytes_[at + 48] &= 0xC0
                bytes_[at + 44] &= 0x0F
                bytes_[at + 45] &= 0xF0 if arch.startswith("gfx12") else 0xFC
        shown[name, start, *rest] = bytes(bytes_)
    head = (elf["e_flags"], elf["e_ident"]["EI_ABIVERSION"])
    exact = repr((head, sorted(sections.items()), sorted(symbols.items()), documents))
    masked = repr((head, sorted(shown.items()), sorted(symbols.items()), [_without(d) for d in documents]))
    return Loaded(exact, masked, granted)


def _without(document: object) -> object:
    """The metadata with what is needed of the counts: that they are no less than what is used is asked of the text."""
    if not isinstance(document, dict):
        return document
    kernels = document.get("amdhsa.kernels", [])
    names = [k.get(".name") for k in kernels]
    free = [{key: v for key, v in k.items() if key not in _COUNTS} if names.count(k.get(".name")) == 1 else k
            for k in kernels]  # fmt: skip
    return {**document, "amdhsa.kernels": free}


def used_vgprs(module: Module) -> dict[str, int]:
    """The VGPRs that each kernel's text names, by its descriptor's symbol."""
    return {
        f"{k.name}.kd": max((int(m[1] or m[2]) + 1 for _, i in module.instructions(k)
                             for m in _VGPR.finditer(i.text.split(";")[0])), default=0)
        for k in module.kernels
    }  # fmt: skip


class Judge:
    """Judges changes of one file."""

    def __init__(self, text: str, path: str) -> None:
        self.module = parse_text(text, path)
        self.original = loaded(text, self.module.arch)
        self.used = used_vgprs(self.module)

    def judge(self, text: str) -> str:
        """One of :data:`OUTCOMES`."""
        try:
            changed = parse_text(text, self.module.path, self.module.arch)
            there = loaded(text, self.module.arch)
        except (IsaoptError, ValueError):
            return "rejected"
        proved = verify_modules(self.module, changed).proved
        if there.exact == self.original.exact:
            return "equal" if proved else "refused"
        enough = all(there.granted.get(name, 0) >= count for name, count in self.used.items())
        if there.masked == self.original.masked and enough:
            return "harmless" if proved else "refused"
        return "FALSE" if proved else "caught"
