"""The numbers that a kernel's descriptor and metadata declare, with the place of each so that it can be repaired.

LLVM AMDGPUUsage: ".amdhsa_kernel" directives, and "Code Object Metadata" (block-style YAML, as LLVM prints it).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from isaopt.analysis.figures.descriptor import descriptor_values
from isaopt.asm.resources import kernel_entries
from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Module
from isaopt.isa.registers import NUM_SGPRS, SGPR_BASE, vgpr_number
from isaopt.linting.model import Context, Fix

_KEY = re.compile(r"^(\s*(?:-\s+)?)(\.[\w.]+):[ \t]*([^\s#]*)")
_NUMBER = re.compile(r"(?:0[xX][0-9a-fA-F]+|\d+)$")


@dataclass(frozen=True, slots=True)
class Declared:
    """A declared number: its value and its place.

    ``plain`` is False for an expression, which must not be overwritten.
    """

    value: int
    item: int
    start: int
    end: int
    plain: bool

    def replaced(self, ctx: Context, value: int) -> Fix:
        """The edits that declare ``value`` instead; none for an expression."""
        return ctx.replace_item(self.item, self.start, self.end, str(value)) if self.plain else ()


@dataclass(frozen=True, slots=True)
class Declarations:
    """``descriptor`` by the names after ``.amdhsa_``, ``metadata`` by the keys of the kernel's own entry."""

    descriptor: dict[str, Declared]
    metadata: dict[str, Declared]

    def flag(self, name: str, default: int = 0) -> int:
        """The value of a directive, or its default if it is absent."""
        found = self.descriptor.get(name)
        return default if found is None else found.value


def declarations_of(ctx: Context) -> Declarations:
    """All numbers that the file declares for the kernel; use as ``ctx.fact(declarations_of)``.

    An expression over symbols that the file does not define is left out.
    """
    descriptor, values = {}, descriptor_values(ctx.module, ctx.kernel)
    for name, index in ctx.kernel.descriptor.items():
        item, key = ctx.module.items[index], name.removeprefix(".amdhsa_")
        if isinstance(item, Directive) and key in values:
            plain = bool(_NUMBER.match(item.args.strip()))
            descriptor[key] = Declared(values[key], index, item.start, item.end, plain)
    return Declarations(descriptor, _metadata(ctx.module).get(ctx.kernel.name, {}))


@kept
def _metadata(module: Module) -> dict[str, dict[str, Declared]]:
    """The numbers of each kernel's own entry."""
    found: dict[str, dict[str, Declared]] = {}
    for entry in kernel_entries(module.items):
        numbers: dict[str, Declared] = {}
        name, column = "", -1
        for index in entry:
            match = _KEY.match(module.items[index].text)
            if match is None:
                continue
            if column < 0:
                column = len(match.group(1))
            if len(match.group(1)) != column:
                continue  # deeper: an argument's own keys
            if match.group(2) == ".name":
                name = match.group(3).strip("'\"")
            elif _NUMBER.match(match.group(3)):
                value = int(match.group(3), 0)
                numbers[match.group(2)] = Declared(value, index, match.start(3), match.end(3), True)
        found.setdefault(name, numbers)
    return found


def one_wave(ctx: Context) -> bool:
    """Whether the metadata say that a workgroup is a single wave, which then waits for no other wave and publishes
    nothing."""
    size = ctx.fact(declarations_of).metadata.get(".max_flat_workgroup_size")
    return size is not None and size.value <= ctx.kernel.wave_size


def used_registers(ctx: Context) -> tuple[int, int]:
    """The numbers of VGPRs and SGPRs that the code names, counted from 0 to the highest."""
    vgprs = sgprs = 0
    for _, instruction in ctx.instructions():
        for ref in instruction.op.refs:
            last = ref.reg.first + ref.reg.count
            if ref.reg.is_vgpr:
                vgprs = max(vgprs, vgpr_number(ref.reg.units[-1]) + 1)
            elif ref.reg.first < SGPR_BASE + NUM_SGPRS:
                sgprs = max(sgprs, last - SGPR_BASE)
    return vgprs, sgprs
