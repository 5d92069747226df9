"""Reads AMDGPU objects and code objects: kernels, code bytes, descriptors, metadata.

Source of the layout: LLVM AMDGPUUsage, "Code Object".
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass

import msgpack
from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from isaopt.errors import InputError
from isaopt.toolchain.descriptor import DESCRIPTOR_BYTES, Descriptor
from isaopt.toolchain.elf import notes

Meta = str | int | float | bool | bytes | None | list["Meta"] | dict[str, "Meta"]
"""A value of the metadata document: anything that msgpack can represent."""

EM_AMDGPU = 224
NT_AMDGPU_METADATA = 32

# e_flags, mask 0xff: the processor (LLVM AMDGPUUsage, "ELF header e_flags", EF_AMDGPU_MACH_*).
MACHINES = {
    0x041: "gfx1100",
    0x046: "gfx1101",
    0x047: "gfx1102",
    0x044: "gfx1103",
    0x043: "gfx1150",
    0x04A: "gfx1151",
    0x055: "gfx1152",
    0x058: "gfx1153",
    0x048: "gfx1200",
    0x04E: "gfx1201",
}


@dataclass(frozen=True, slots=True)
class CodeObject:
    """A code object. ``sections`` are the contents by name; ``metadata`` is the decoded note, empty if there is
    none."""

    arch: str
    sections: Mapping[str, bytes]
    descriptors: Mapping[str, Descriptor]
    metadata: Mapping[str, Meta]

    @property
    def kernels(self) -> tuple[str, ...]:
        """Kernel names, sorted."""
        return tuple(sorted(self.descriptors))

    def kernel_metadata(self, name: str) -> Mapping[str, Meta]:
        """The entry of one kernel in ``amdhsa.kernels``; empty where there is none."""
        kernels = self.metadata.get("amdhsa.kernels")
        if isinstance(kernels, list):
            for entry in kernels:
                if isinstance(entry, dict) and entry.get(".name") == name:
                    return entry
        return {}


def _metadata(elf: ELFFile) -> Mapping[str, Meta]:
    for section in elf.iter_sections():
        for note in notes(section.data()) if section["sh_type"] == "SHT_NOTE" else ():
            if note.owner == b"AMDGPU\0" and note.type == NT_AMDGPU_METADATA:
                decoded: Meta = msgpack.unpackb(note.content)
                return decoded if isinstance(decoded, dict) else {}
    return {}


def _descriptors(elf: ELFFile, arch: str) -> dict[str, Descriptor]:
    found: dict[str, Descriptor] = {}
    for table in elf.iter_sections():
        if not isinstance(table, SymbolTableSection):
            continue
        for symbol in table.iter_symbols():
            index = symbol["st_shndx"]
            if not symbol.name.endswith(".kd") or not isinstance(index, int):
                continue
            section = elf.get_section(index)
            # In an object, values count from the section's start; in a linked file they are addresses.
            offset = symbol["st_value"] - section["sh_addr"]
            raw = section.data()[offset : offset + DESCRIPTOR_BYTES]
            if len(raw) == DESCRIPTOR_BYTES:
                found[symbol.name.removesuffix(".kd")] = Descriptor(bytes(raw), arch)
    return found


def read_code_object(data: bytes, path: str = "<code object>") -> CodeObject:
    """Read an AMDGPU object (``.o``) or code object (``.hsaco``).

    Raises:
        InputError: not ELF, not AMDGPU, or damaged.
    """
    try:
        elf = ELFFile(io.BytesIO(data))
        if elf["e_machine"] not in ("EM_AMDGPU", EM_AMDGPU):
            raise InputError(f"an ELF file for {elf['e_machine']}, not for an AMD GPU", path=path)
        sections = {
            s.name: bytes(s.data()) for s in elf.iter_sections() if s["sh_type"] not in ("SHT_NULL", "SHT_NOBITS")
        }
        arch = MACHINES.get(elf["e_flags"] & 0xFF, "")
        return CodeObject(arch, sections, _descriptors(elf, arch), _metadata(elf))
    except InputError:
        raise
    except (ELFError, ValueError, KeyError, IndexError, OverflowError, AttributeError) as error:
        # pyelftools raises all of these on damaged files, depending on which table is truncated.
        raise InputError(f"not a readable ELF file: {error}", path=path) from error
