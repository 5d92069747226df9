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

import yaml
from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import SymbolTableSection

from isaopt.asm.parser import parse_text
from isaopt.emulator.flow import BRANCHES
from isaopt.emulator.image import Image
from isaopt.emulator.metadata import Layout, layout_of_entry
from isaopt.errors import InputError
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.target.arch import features_of
from isaopt.toolchain.codeobject import CodeObject, Descriptor, read_code_object
from isaopt.virtual.llvm import decode

_JUMPS = ("s_swappc_b64", "s_setpc_b64")
_GETPC = re.compile(r"s_getpc_b64 s\[(\d+):\d+\]")
_LOW = re.compile(r"(s_add_(?:co_)?u32 s(\d+), s\2), (0x[0-9a-f]+|-?\d+)")
_HIGH = re.compile(r"(s_add(?:_co_ci|c)_u32 s(\d+), s\2), (0x[0-9a-f]+|-?\d+)")
_BRANCH = re.compile(rf"({'|'.join(BRANCHES)}) (\d+)")
_LITERAL = 8
#: The start of the code object, as the text of a kernel calls it: all its data lie at a distance from there.
IMAGE = "isaopt.image"

#: Bits of COMPUTE_PGM_RSRC1, COMPUTE_PGM_RSRC2 and the code properties: directive, first bit, width.
_RSRC1 = (
    ("float_round_mode_32", 12, 2), ("float_round_mode_16_64", 14, 2), ("float_denorm_mode_32", 16, 2),
    ("float_denorm_mode_16_64", 18, 2), ("dx10_clamp", 21, 1), ("ieee_mode", 23, 1), ("fp16_overflow", 26, 1),
    ("workgroup_processor_mode", 29, 1), ("memory_ordered", 30, 1), ("forward_progress", 31, 1),
)  # fmt: skip
_RSRC2 = (
    ("enable_private_segment", 0, 1), ("user_sgpr_count", 1, 5), ("system_sgpr_workgroup_id_x", 7, 1),
    ("system_sgpr_workgroup_id_y", 8, 1), ("system_sgpr_workgroup_id_z", 9, 1), ("system_vgpr_workitem_id", 11, 2),
)  # fmt: skip
_PROPERTIES = (
    ("user_sgpr_dispatch_ptr", 1, 1), ("user_sgpr_queue_ptr", 2, 1), ("user_sgpr_kernarg_segment_ptr", 3, 1),
    ("user_sgpr_dispatch_id", 4, 1), ("user_sgpr_private_segment_size", 6, 1), ("wavefront_size32", 10, 1),
    ("uses_dynamic_stack", 11, 1),
)  # fmt: skip


def directives(descriptor: Descriptor) -> dict[str, int]:
    """The ``.amdhsa_`` directives that a kernel's descriptor says, by the name after the prefix."""
    properties = int.from_bytes(descriptor.raw[56:58], "little")
    words = ((_RSRC1, descriptor.rsrc1), (_RSRC2, descriptor.rsrc2), (_PROPERTIES, properties))
    found = {name: word >> bit & (1 << width) - 1 for table, word in words for name, bit, width in table}
    return {
        **found,
        "next_free_vgpr": descriptor.vgprs_requested,
        "next_free_sgpr": 106,
        "reserve_vcc": 0,
        "group_segment_fixed_size": descriptor.group_segment_bytes,
        "private_segment_fixed_size": descriptor.private_segment_bytes,
        "kernarg_size": descriptor.kernarg_bytes,
    }


@dataclass(frozen=True, slots=True)
class Listing:
    """A kernel that was decoded; ``image`` tells where its instructions stand in the code object, ``functions`` where
    those start that it may call.  ``movable`` says that each address which the code makes of the program counter is
    written as a symbol, so that the text is right wherever its instructions stand."""

    module: Module
    kernel: Kernel
    layout: Layout
    image: Image
    functions: Mapping[str, int]
    movable: bool


@dataclass(frozen=True, slots=True)
class _Function:
    name: str
    address: int
    size: int


@dataclass(slots=True)
class _Line:
    """An instruction; ``to`` is the address that it goes to or makes, ``literal`` its literal constant where ``text``
    has a symbol for it."""

    at: int
    size: int
    text: str
    to: int | None = None
    literal: int | None = None


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

    def _decoded(self, function: _Function, wave_size: int) -> tuple[list[_Line], bool]:
        """The instructions of a function, and whether all addresses in them are symbols."""
        at = function.address - self.text["sh_addr"]
        code = self.text.data()[at : at + function.size]
        lines = [_Line(*found) for found in decode(code, function.address, self.object.arch, wave_size)]
        bases: dict[int, int] = {}
        lows: dict[int, _Line] = {}
        movable = True
        for line in lines:
            if match := _BRANCH.fullmatch(line.text):
                distance = int(match[2])
                line.to = line.at + 4 + 4 * (distance - 0x10000 if distance >= 0x8000 else distance)
                line.text = f"{match[1]} .L{line.to:x}"
            elif match := _GETPC.fullmatch(line.text):
                movable &= not bases
                bases = {int(match[1]): line.at + line.size}
            elif (match := _LOW.fullmatch(line.text)) and int(match[2]) in bases and line.size == _LITERAL:
                line.literal = int(match[3], 0) & 0xFFFFFFFF
                lows = {int(match[2]): line}
            elif (match := _HIGH.fullmatch(line.text)) and int(match[2]) - 1 in lows and line.size == _LITERAL:
                line.literal = int(match[3], 0) & 0xFFFFFFFF
                low = lows.pop(int(match[2]) - 1)
                base = bases.pop(int(match[2]) - 1)
                assert low.literal is not None
                low.to = (base + low.literal + (line.literal << 32)) & (1 << 64) - 1
                movable &= self._name_address(low, line, base)
        for low in lows.values():
            low.literal = None
        return lines, movable and not bases

    def _name_address(self, low: _Line, high: _Line, base: int) -> bool:
        """Writes the two halves of a distance as the compiler does; whether it leads to data or a function."""
        assert low.to is not None
        function = self.functions.get(low.to)
        inside = self.text["sh_addr"] <= low.to < self.text["sh_addr"] + self.text["sh_size"]
        if function is None and (inside or low.to >= 1 << 31):
            low.literal = high.literal = None
            return False
        name, offset = (IMAGE, low.to) if function is None else (function.name, 0)
        for line, half in ((low, "lo"), (high, "hi")):
            stem = line.text.rpartition(",")[0]
            line.text = f"{stem}, {name}@rel32@{half}+{line.at + 4 - base + offset}"
        return True

    def _reached(self, kernel: _Function, wave_size: int) -> Iterator[tuple[_Function, list[_Line], bool]]:
        """The kernel's code, and that of the functions that it may call: whose addresses code or data holds."""
        work, seen = [kernel], {kernel.address}
        while work:
            function = work.pop()
            code, movable = self._decoded(function, wave_size)
            yield function, code, movable
            if any(line.text.startswith(_JUMPS) for line in code):
                made = {line.to for line in code if line.to is not None} | self._in_data
                targets = (made & self.functions.keys()) - seen
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
        if features_of(self.object.arch).ieee_mode is False:
            values = {k: v for k, v in values.items() if k not in ("ieee_mode", "dx10_clamp")}
        entry = self.object.kernel_metadata(name)
        lines = [f'.amdgcn_target "amdgcn-amd-amdhsa--{self.object.arch}"']
        code: list[_Line] = []
        functions: dict[str, int] = {}
        all_movable = True
        for function, found, movable in self._reached(start, descriptor.wave_size):
            label = function.name
            visible = [f".globl {label}", f".protected {label}"] if function is start else []
            lines += [".text", *visible, ".p2align 8", f".type {label},@function", f"{label}:"]
            targets = {line.to for line in found}
            for line in found:
                lines += [f".L{line.at:x}:"] if line.at in targets else []
                lines.append(f"\t{line.text}")
            end = f".Lfunc_end{function.address:x}"
            lines += [f"{end}:", f".size {label}, {end}-{label}"]
            if function is start:
                lines += ['.section .rodata,"a",@progbits', ".p2align 6", f".amdhsa_kernel {name}"]
                lines += [*(f"\t.amdhsa_{k} {v}" for k, v in values.items()), ".end_amdhsa_kernel"]
            else:
                functions[label] = function.address
            code += found
            all_movable &= movable
        pointed = sorted(n for n, at in functions.items() if at in self._in_data)
        lines += [".data", *(f"\t.quad {n}" for n in pointed)]
        document = {"amdhsa.kernels": [dict(entry)], "amdhsa.version": [1, 2]}
        metadata = yaml.safe_dump(document, sort_keys=False, width=1 << 30)
        text = "\n".join([*lines, ".amdgpu_metadata", f"---\n{metadata}...", ".end_amdgpu_metadata", ""])
        module = parse_text(text, self.path)
        items = [k for k, item in enumerate(module.items) if isinstance(item, Instruction)]
        if len(items) != len(code):
            raise InputError("the code was not read as it was decoded", self.path)
        at = list(zip(items, code, strict=True))
        image = Image(
            (),
            {k: line.at for k, line in at},
            {k: line.size for k, line in at},
            {k: line.literal for k, line in at if line.literal is not None},
        )
        return Listing(module, module.kernel(name), layout_of_entry(entry, values), image, functions, all_movable)
