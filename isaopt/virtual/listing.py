"""A kernel of a code object as the emulator takes it: its instructions, where each stands, and how it is launched.

Descriptor and metadata: LLVM AMDGPUUsage, "Kernel Descriptor" and "Code Object Metadata".
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import SymbolTableSection

from isaopt.asm.parser import parse_text
from isaopt.emulator.flow import BRANCHES
from isaopt.emulator.image import Image
from isaopt.emulator.metadata import Layout, layout_of_entry
from isaopt.errors import InputError
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.toolchain.codeobject import CodeObject, Descriptor, read_code_object
from isaopt.virtual.llvm import decode

_JUMPS = ("s_swappc_b64", "s_setpc_b64")
_GETPC = re.compile(r"s_getpc_b64 s\[(\d+):\d+\]")
_ADD = re.compile(r"s_add_(?:co_)?u32 s(\d+), s\1, (0x[0-9a-f]+|-?\d+)")

#: Bits of COMPUTE_PGM_RSRC1, COMPUTE_PGM_RSRC2 and the code properties: directive, first bit, width.
_RSRC1 = (
    ("float_round_mode_32", 12, 2), ("float_round_mode_16_64", 14, 2), ("float_denorm_mode_32", 16, 2),
    ("float_denorm_mode_16_64", 18, 2), ("dx10_clamp", 21, 1), ("ieee_mode", 23, 1), ("fp16_overflow", 26, 1),
)  # fmt: skip
_RSRC2 = (
    ("user_sgpr_count", 1, 5), ("system_sgpr_workgroup_id_x", 7, 1), ("system_sgpr_workgroup_id_y", 8, 1),
    ("system_sgpr_workgroup_id_z", 9, 1), ("system_vgpr_workitem_id", 11, 2),
)  # fmt: skip
_PROPERTIES = (
    ("user_sgpr_private_segment_buffer", 0, 1), ("user_sgpr_dispatch_ptr", 1, 1), ("user_sgpr_queue_ptr", 2, 1),
    ("user_sgpr_kernarg_segment_ptr", 3, 1), ("user_sgpr_dispatch_id", 4, 1), ("user_sgpr_flat_scratch_init", 5, 1),
    ("user_sgpr_private_segment_size", 6, 1), ("wavefront_size32", 10, 1), ("uses_dynamic_stack", 11, 1),
)  # fmt: skip


def directives(descriptor: Descriptor) -> dict[str, int]:
    """The ``.amdhsa_`` directives that a kernel's descriptor says, by the name after the prefix."""
    properties = int.from_bytes(descriptor.raw[56:58], "little")
    words = ((_RSRC1, descriptor.rsrc1), (_RSRC2, descriptor.rsrc2), (_PROPERTIES, properties))
    found = {name: word >> bit & (1 << width) - 1 for table, word in words for name, bit, width in table}
    return {
        **found,
        "next_free_vgpr": descriptor.vgprs_requested,
        "group_segment_fixed_size": descriptor.group_segment_bytes,
        "private_segment_fixed_size": descriptor.private_segment_bytes,
        "kernarg_size": descriptor.kernarg_bytes,
    }


@dataclass(frozen=True, slots=True)
class Listing:
    """A kernel that was decoded; ``image`` tells where its instructions stand in the code object."""

    module: Module
    kernel: Kernel
    layout: Layout
    image: Image


@dataclass(frozen=True, slots=True)
class _Function:
    name: str
    address: int
    size: int


class Decoder:
    """The kernels of one code object.

    Raises:
        InputError: not a code object.
    """

    def __init__(self, data: bytes, path: str) -> None:
        self.path = path
        self.object: CodeObject = read_code_object(data, path)
        self.elf = ELFFile(io.BytesIO(data))
        text = self.elf.get_section_by_name(".text")
        if text is None:
            raise InputError("the code object has no code", path)
        self.text = text

    @cached_property
    def functions(self) -> dict[int, _Function]:
        """Everything that starts code, by address; what has no size lasts up to the next."""
        symbols: dict[int, tuple[str, int]] = {}
        start, end = self.text["sh_addr"], self.text["sh_addr"] + self.text["sh_size"]
        for table in self.elf.iter_sections():
            if isinstance(table, SymbolTableSection):
                for s in table.iter_symbols():
                    kernel = s.name in self.object.descriptors
                    code = s["st_info"]["type"] == "STT_FUNC" or kernel
                    if code and start <= s["st_value"] < end:
                        symbols[s["st_value"]] = s.name, s["st_size"]
        starts = [*sorted(symbols), end]
        return {at: _Function(symbols[at][0], at, symbols[at][1] or after - at) for at, after in pairwise(starts)}

    @cached_property
    def _in_data(self) -> set[int]:
        """Addresses that the loader writes into data."""
        found = set()
        for section in self.elf.iter_sections():
            if isinstance(section, RelocationSection) and section["sh_flags"]:
                table = self.elf.get_section(section["sh_link"])
                assert isinstance(table, SymbolTableSection)
                for entry in section.iter_relocations():
                    symbol = entry["r_info_sym"]
                    value = table.get_symbol(symbol)["st_value"] if symbol else 0
                    found.add(value + entry["r_addend"])
        return found

    def _decoded(self, function: _Function, wave_size: int) -> list[tuple[int, int, str]]:
        at = function.address - self.text["sh_addr"]
        code = self.text.data()[at : at + function.size]
        return list(decode(code, function.address, self.object.arch, wave_size))

    def _reached(self, kernel: _Function, wave_size: int) -> Iterator[tuple[_Function, list[tuple[int, int, str]]]]:
        """The kernel's code, and that of the functions that it may call: whose addresses code or data holds."""
        work, seen = [kernel], {kernel.address}
        while work:
            function = work.pop()
            code = self._decoded(function, wave_size)
            yield function, code
            if any(text.startswith(_JUMPS) for _, _, text in code):
                targets = {a for a in (*_addresses(code), *self._in_data) if a in self.functions} - seen
                seen |= targets
                work += [self.functions[a] for a in sorted(targets)]

    def listing(self, name: str) -> Listing:
        """One kernel.

        Raises:
            InputError: there is none of that name, or it cannot be read.
            MissingTool: LLVM's library is not there.
        """
        descriptor = self.object.descriptors.get(name)
        start = next((f for f in self.functions.values() if f.name == name), None)
        if descriptor is None or start is None:
            raise InputError(f"no kernel is called '{name}'", self.path)
        values = directives(descriptor)
        lines = [f'.amdgcn_target "amdgcn-amd-amdhsa--{self.object.arch}"', ".text"]
        places: list[tuple[int, int]] = []
        others = []
        for function, code in self._reached(start, descriptor.wave_size):
            lines += [f".type {function.name},@function", f"{function.name}:"]
            if function is not start:
                others.append(function.name)
            targets = {_target(at, text) for at, _, text in code}
            for at, size, text in code:
                if at in targets:
                    lines.append(f".L{at:x}:")
                target = _target(at, text)
                lines.append(text if target is None else f"{text.split()[0]} .L{target:x}")
                places.append((at, size))
            lines.append(f".Lfunc_end{function.address:x}:")
        lines += [".data", *(f".quad {other}" for other in others)]
        lines += [f".amdhsa_kernel {name}", *(f".amdhsa_{k} {v}" for k, v in values.items()), ".end_amdhsa_kernel", ""]
        module = parse_text("\n".join(lines), self.path)
        items = [k for k, item in enumerate(module.items) if isinstance(item, Instruction)]
        if len(items) != len(places):
            raise InputError("the code was not read as it was decoded", self.path)
        image = Image((), {k: at for k, (at, _) in zip(items, places, strict=True)},
                      {k: size for k, (_, size) in zip(items, places, strict=True)})  # fmt: skip
        entry: Mapping[str, object] = self.object.kernel_metadata(name)
        return Listing(module, module.kernel(name), layout_of_entry(entry, values), image)


def _target(at: int, text: str) -> int | None:
    """The address that a branch goes to: its operand counts dwords from the instruction after it."""
    name, _, operand = text.partition(" ")
    if name not in BRANCHES or not operand.strip().isdigit():
        return None
    distance = int(operand)
    return at + 4 + 4 * (distance - 0x10000 if distance >= 0x8000 else distance)


def _addresses(code: list[tuple[int, int, str]]) -> Iterator[int]:
    """Addresses that the code makes of the program counter's (``s_getpc_b64``, then an addition to its low half)."""
    bases: dict[str, int] = {}
    for at, size, text in code:
        if match := _GETPC.match(text):
            bases[match[1]] = at + size
        elif (match := _ADD.match(text)) and match[1] in bases:
            distance = int(match[2], 0)
            yield bases.pop(match[1]) + ((distance & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000
