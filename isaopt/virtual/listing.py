"""Decodes a kernel of a code object for the emulator: its instructions, their addresses, and how it is launched."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from isaopt.asm.parser import parse_text
from isaopt.disassembly.code import DecodedInstruction as Decoded
from isaopt.disassembly.code import Distance, branch_target, decode, distances, with_expression, with_label
from isaopt.disassembly.descriptor import directives
from isaopt.disassembly.metadata import yaml_lines
from isaopt.emulator.image import CodeImage
from isaopt.emulator.metadata import ArgumentLayout, layout_of
from isaopt.errors import InputError
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.toolchain.codeobject import Meta, read_code_object
from isaopt.toolchain.descriptor import Descriptor
from isaopt.toolchain.elf import FUNC
from isaopt.toolchain.find import find_objdump
from isaopt.toolchain.image import read_image

_JUMPS = ("s_swappc_b64", "s_setpc_b64")
#: The symbol for the start of the code object, from which the kernel's text addresses all its data.
IMAGE = "isaopt.image"
#: The limit on distances in the text.
_FAR = 1 << 31


@dataclass(frozen=True, slots=True)
class Listing:
    """A decoded kernel; ``image`` has the addresses of its instructions in the code object, ``functions`` those of the
    functions that it may call.

    ``movable``: whether every address computed from the program counter is written as a symbol, so that the text is
    valid wherever its instructions are placed.
    """

    module: Module
    kernel: Kernel
    layout: ArgumentLayout
    image: CodeImage
    functions: Mapping[str, int]
    movable: bool


@dataclass(slots=True)
class _Function:
    """``code`` is the text, ``literals`` the original literals where it has symbols, by address; ``targets`` are all
    addresses that it computes or branches to."""

    name: str
    address: int
    code: list[Decoded]
    literals: dict[int, int] = field(default_factory=dict)
    targets: set[int] = field(default_factory=set)
    movable: bool = True


class Decoder:
    """The kernels of one code object.

    Raises:
        InputError: not a code object.
    """

    def __init__(self, data: bytes, path: str) -> None:
        self.data, self.path = data, path
        self.object, self.image = read_code_object(data, path), read_image(data, path)
        self.decoded: dict[int, list[Decoded]] = {}

    @cached_property
    def starts(self) -> dict[int, tuple[str, int]]:
        """The symbols of code: name and end, by address; a symbol without a size extends to the next."""
        code = [s for s in self.image.sections if s.code]
        found = {
            s.value: (s.name, s.value + s.size)
            for s in self.image.symbols
            if s.placed and (s.type == FUNC or s.name in self.object.descriptors)
        }
        ends = sorted({*found, *(s.end for s in code)})
        return {
            at: (name, end if end > at else next((e for e in ends if e > at), at))
            for at, (name, end) in found.items()
            if any(s.address <= at < s.end for s in code)
        }

    @cached_property
    def in_data(self) -> frozenset[int]:
        """Addresses of code that the loader writes into data."""
        symbols = {s.name: s.value for s in self.image.exported}
        made = {r.addend + symbols.get(r.symbol, 0) for r in self.image.relocations.values()}
        return frozenset(made & self.starts.keys())

    def _code(self, wave_size: int) -> list[Decoded]:
        if wave_size not in self.decoded:
            sections = [s.name for s in self.image.sections if s.code]
            tool = find_objdump(self.image.arch)
            self.decoded[wave_size] = decode(self.data, sections, wave_size, tool, self.path)
        return self.decoded[wave_size]

    def _function(self, address: int, wave_size: int) -> _Function:
        name, end = self.starts[address]
        every = self._code(wave_size)
        first, last = (bisect.bisect_left(every, a, key=lambda i: i.at) for a in (address, end))
        made = _Function(name, address, every[first:last])
        index = {i.at: k for k, i in enumerate(made.code)}
        for k, instruction in enumerate(made.code):
            if not instruction.text:
                raise InputError(f"the bytes at 0x{instruction.at:x} of '{name}' are not an instruction", self.path)
            target = branch_target(instruction, self.image.arch)
            if target is not None:
                made.targets.add(target)
                made.code[k] = with_label(instruction, f".L{target:x}")
        for distance in distances(list(made.code)):
            if isinstance(distance, int):
                made.movable = False
                continue
            made.targets.add(distance.target)
            symbol = self._symbol(distance)
            made.movable &= symbol is not None
            for place in distance.places if symbol is not None else ():
                half = "lo" if place is distance.places[0] else "hi"
                assert symbol is not None
                expression = f"{symbol[0]}@rel32@{half}+{place.end - 4 - distance.start + symbol[1]}"
                made.code[index[place.at]] = with_expression(place, expression)
                made.literals[place.at] = place.words[1]
        return made

    def _symbol(self, distance: Distance) -> tuple[str, int] | None:
        """The symbol for an address, and what is added to it; None for an address within code."""
        if distance.target in self.starts:
            return self.starts[distance.target][0], 0
        inside = any(s.address <= distance.target < s.end for s in self.image.sections if s.code)
        return None if inside or distance.target >= _FAR else (IMAGE, distance.target)

    def _reached(self, start: int, wave_size: int) -> Iterator[_Function]:
        """The kernel, and the functions that it may call: those whose addresses occur in its code, in theirs, or in
        data."""
        work, seen = [start], {start}
        while work:
            function = self._function(work.pop(), wave_size)
            yield function
            if any(i.text.startswith(_JUMPS) for i in function.code):
                targets = ((function.targets & self.starts.keys()) | self.in_data) - seen
                seen |= targets
                work += sorted(targets)

    def listing(self, name: str) -> Listing:
        """One kernel.

        Raises:
            InputError: there is none of that name, or it cannot be read.
            MissingTool: no llvm-objdump.
        """
        descriptor = self.object.descriptors.get(name)
        start = next((at for at, (known, _) in self.starts.items() if known == name), None)
        if descriptor is None or start is None:
            raise InputError(f"no kernel is called '{name}'", self.path)
        functions = list(self._reached(start, descriptor.wave_size))
        lines = [f'.amdgcn_target "amdgcn-amd-amdhsa--{self.image.arch}"']
        for function in functions:
            label, end = function.name, f".Lfunc_end{function.address:x}"
            if function is functions[0]:
                lines += [f".globl {label}", f".protected {label}"]
            lines += [".text", ".p2align 8", f".type {label},@function", f"{label}:"]
            for instruction in function.code:
                lines += [f".L{instruction.at:x}:"] if instruction.at in function.targets else []
                lines.append(f"\t{instruction.text}")
            lines += [f"{end}:", f".size {label}, {end}-{label}"]
            lines += self._launch(name, descriptor, function) if function is functions[0] else []
        called = {f.name: f.address for f in functions[1:]}
        lines += [".data", *(f"\t.quad {n}" for n, at in sorted(called.items()) if at in self.in_data)]
        entry: Meta = dict(self.object.kernel_metadata(name))
        document: dict[str, Meta] = {"amdhsa.kernels": [entry], "amdhsa.version": [1, 2]}
        lines += [".amdgpu_metadata", *yaml_lines(document), ".end_amdgpu_metadata", ""]
        module = parse_text("\n".join(lines), self.path)
        return self._listing(module, name, functions, called)

    def _launch(self, name: str, descriptor: Descriptor, kernel: _Function) -> Iterator[str]:
        vcc = any("vcc" in i.text for i in kernel.code)
        metadata: Mapping[str, object] = self.object.kernel_metadata(name)
        yield from ('.section .rodata,"a",@progbits', ".p2align 6", f".amdhsa_kernel {name}")
        yield from directives(descriptor.raw, self.image.arch, metadata, name, self.path, vcc)
        yield ".end_amdhsa_kernel"

    def _listing(self, module: Module, name: str, functions: list[_Function], called: Mapping[str, int]) -> Listing:
        code = [i for f in functions for i in f.code]
        items = [k for k, item in enumerate(module.items) if isinstance(item, Instruction)]
        if len(items) != len(code):
            raise InputError("the code does not decode as it was listed", self.path)
        literals = {at: value for f in functions for at, value in f.literals.items()}
        places = list(zip(items, code, strict=True))
        image = CodeImage(
            (),
            {k: i.at for k, i in places},
            {k: i.end - i.at for k, i in places},
            {k: literals[i.at] for k, i in places if i.at in literals},
        )
        kernel = module.kernel(name)
        return Listing(module, kernel, layout_of(module, kernel), image, called, all(f.movable for f in functions))
