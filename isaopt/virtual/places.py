"""Maps addresses to source: of kernel instructions and of calls in the program, by debug information if there is any,
otherwise by symbols."""

from __future__ import annotations

import bisect
import io
import os
from functools import cache
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.dwarf.dwarfinfo import DWARFInfo
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from isaopt.ir.program import Op
from isaopt.virtual.findings import SourcePlace
from isaopt.virtual.listing import Listing

_Line = tuple[int, str, int]


def _lines(dwarf: DWARFInfo) -> list[_Line]:
    """Addresses where a source line begins, with file and line; an empty file ends a sequence."""
    out: list[_Line] = []
    for unit in dwarf.iter_CUs():
        program = dwarf.line_program_for_CU(unit)
        if program is None:
            continue
        files, folders = program["file_entry"], program["include_directory"]
        base = unit.get_top_DIE().attributes.get("DW_AT_comp_dir")
        start = os.fsdecode(base.value) if base is not None else ""
        first = 0 if program["version"] >= 5 else 1
        for entry in program.get_entries():
            state = entry.state
            if state is None:
                continue
            index = state.file - first
            name = ""
            if not state.end_sequence and 0 <= index < len(files):
                file = files[index]
                folder = file.dir_index - first
                name = os.fsdecode(file.name)
                if 0 <= folder < len(folders):
                    name = os.path.join(os.fsdecode(folders[folder]), name)
                name = os.path.normpath(os.path.join(start, name))
            out.append((state.address, name, state.line))
    return sorted(out)


class SourceMap:
    """Lines and functions of a binary, by address in it."""

    def __init__(self, data: bytes) -> None:
        elf = ELFFile(io.BytesIO(data))
        self.absolute = elf["e_type"] == "ET_EXEC"
        self.lines = _lines(elf.get_dwarf_info()) if elf.has_dwarf_info() else []
        functions: dict[int, str] = {}
        for section in elf.iter_sections():
            if isinstance(section, SymbolTableSection):
                for symbol in section.iter_symbols():
                    if symbol["st_info"]["type"] == "STT_FUNC" and symbol["st_value"]:
                        functions[symbol["st_value"]] = symbol.name
        self.functions = sorted(functions.items())

    def line(self, address: int) -> tuple[str, int] | None:
        k = bisect.bisect_right(self.lines, address, key=lambda line: line[0]) - 1
        if k < 0 or not self.lines[k][1] or not self.lines[k][2]:
            return None
        return self.lines[k][1], self.lines[k][2]

    def function(self, address: int) -> str:
        k = bisect.bisect_right(self.functions, address, key=lambda f: f[0]) - 1
        return self.functions[k][1] if k >= 0 else ""


@cache
def _map(path: str) -> SourceMap | None:
    try:
        return SourceMap(Path(path).read_bytes())
    except (OSError, ELFError):
        return None


def host_place(path: str, offset: int) -> SourcePlace:
    """The source place of an address of the process, given its distance from where the file was loaded."""
    known = _map(path)
    if known is None:
        return SourcePlace(f"{path}+0x{offset:x}", 0)
    line, function = known.line(offset), known.function(offset)
    return SourcePlace(*line, function) if line else SourcePlace(f"{path}+0x{offset:x}", 0, function)


class KernelLines:
    """The source places of a kernel's instructions, by the emulator's ordinals."""

    def __init__(self, data: bytes, listing: Listing) -> None:
        from isaopt.emulator.flow import KernelCode

        self.code = KernelCode(listing.module, listing.kernel, None, listing.image)
        self.map, self.image, self.path = SourceMap(data), listing.image, listing.module.path

    def op(self, site: int) -> Op | None:
        return self.code.instructions[site].op if site < len(self.code.instructions) else None

    def text(self, site: int) -> str:
        return self.code.instructions[site].text.strip() if site < len(self.code.instructions) else "?"

    def place(self, site: int) -> SourcePlace:
        address = self.image.address[self.code.items[site]]
        line = self.map.line(address)  # none for rewritten code, which lies beyond the code object
        return SourcePlace(*line) if line else SourcePlace(f"{self.path}+0x{address:x}", 0)
