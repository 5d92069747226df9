"""What a kernel's descriptor and metadata declare, with the place of each number so that it can be repaired.

LLVM AMDGPUUsage: ".amdhsa_kernel" directives, and "Code Object Metadata" (block-style YAML, as LLVM prints it).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from isaopt.analysis.figures.descriptor import evaluate, symbols_of
from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Item, Module, Verbatim
from isaopt.isa.registers import NUM_SGPRS, SGPR_BASE, vgpr_number
from isaopt.linting.model import Context, Fix

_ENTRY = re.compile(r"^(\s*)-\s+\S")
_KEY = re.compile(r"^(\s*(?:-\s+)?)(\.[\w.]+):[ \t]*([^\s#]*)")
_NUMBER = re.compile(r"(?:0[xX][0-9a-fA-F]+|\d+)$")


@dataclass(frozen=True, slots=True)
class Declared:
    """A declared number: its value, and where it stands.

    ``plain`` is False for an expression, which is not to be overwritten.
    """

    value: int
    item: int
    start: int
    end: int
    plain: bool

    def replaced(self, ctx: Context, value: int) -> Fix:
        """The repair that declares ``value`` instead; none for an expression."""
        return ctx.replace_item(self.item, self.start, self.end, str(value)) if self.plain else ()


@dataclass(frozen=True, slots=True)
class Declarations:
    """``descriptor`` by the names behind ``.amdhsa_``, ``metadata`` by the keys of the kernel's own entry."""

    descriptor: dict[str, Declared]
    metadata: dict[str, Declared]

    def flag(self, name: str, default: int = 0) -> int:
        """The value of a directive, or what holds where it is not given."""
        found = self.descriptor.get(name)
        return default if found is None else found.value


def declarations_of(ctx: Context) -> Declarations:
    """All numbers that the file declares for the kernel; use as ``ctx.fact(declarations_of)``.

    An expression over symbols that the file does not define is left out.
    """
    symbols = symbols_of(ctx.module)
    descriptor = {}
    for name, index in ctx.kernel.descriptor.items():
        item = ctx.module.items[index]
        value = evaluate(item.args, symbols) if isinstance(item, Directive) else None
        if isinstance(item, Directive) and value is not None:
            plain = bool(_NUMBER.match(item.args.strip()))
            descriptor[name.removeprefix(".amdhsa_")] = Declared(value, index, item.start, item.end, plain)
    return Declarations(descriptor, _metadata(ctx.module).get(ctx.kernel.name, {}))


@kept
def _metadata(module: Module) -> dict[str, dict[str, Declared]]:
    """The numbers of each kernel's own entry."""
    found: dict[str, dict[str, Declared]] = {}
    for entry in _entries(module.items):
        numbers: dict[str, Declared] = {}
        name, column = "", -1
        for index in entry:
            match = _KEY.match(module.items[index].text)
            if match is None:
                continue
            if column < 0:
                column = len(match.group(1))
            if len(match.group(1)) != column:
                continue  # deeper in: an argument's own keys
            if match.group(2) == ".name":
                name = match.group(3).strip("'\"")
            elif _NUMBER.match(match.group(3)):
                value = int(match.group(3), 0)
                numbers[match.group(2)] = Declared(value, index, match.start(3), match.end(3), True)
        found.setdefault(name, numbers)
    return found


def _entries(items: tuple[Item, ...]) -> Iterator[list[int]]:
    """The item indices of each entry of ``amdhsa.kernels``."""
    inside = listed = False
    indent, entry = -1, list[int]()
    for index, item in enumerate(items):
        if isinstance(item, Directive):
            inside = item.name == ".amdgpu_metadata" or (inside and item.name != ".end_amdgpu_metadata")
            listed = False
        elif inside and isinstance(item, Verbatim):
            match = _ENTRY.match(item.text)
            if item.text.startswith("amdhsa.kernels:"):
                listed, indent = True, -1
            elif listed and match and indent in (-1, len(match.group(1))):
                indent = len(match.group(1))
                yield from [entry] if entry else []
                entry = [index]
            elif listed and item.text.strip() and not item.text[0].isspace():
                listed = False
            elif listed and entry:
                entry.append(index)
    if entry:
        yield entry


def one_wave(ctx: Context) -> bool:
    """Whether the metadata say that a workgroup is one wave, which then waits for nobody and publishes nothing."""
    size = ctx.fact(declarations_of).metadata.get(".max_flat_workgroup_size")
    return size is not None and size.value <= ctx.kernel.wave_size


def used_registers(ctx: Context) -> tuple[int, int]:
    """How many VGPRs and SGPRs the code names, counted from 0 to the highest."""
    vgprs = sgprs = 0
    for _, instruction in ctx.instructions():
        for ref in instruction.op.refs:
            last = ref.reg.first + ref.reg.count
            if ref.reg.is_vgpr:
                vgprs = max(vgprs, vgpr_number(ref.reg.units[-1]) + 1)
            elif ref.reg.first < SGPR_BASE + NUM_SGPRS:
                sgprs = max(sgprs, last - SGPR_BASE)
    return vgprs, sgprs
