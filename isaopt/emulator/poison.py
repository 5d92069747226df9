"""Fills a kernel's undefined registers with values other than zero, to see whether their contents matter."""

from __future__ import annotations

from isaopt.asm.parser import parse_text
from isaopt.emulator.launch import start_registers
from isaopt.emulator.metadata import layout_of
from isaopt.emulator.site import SCALAR_OFFSET
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.isa.registers import NUM_SGPRS


def poisoned(module: Module, kernel: Kernel) -> Module:
    """The module with moves of unusual values into every register that the launch leaves undefined, at the kernel's
    entry.

    This shifts the lines after the entry.
    """
    layout = layout_of(module, kernel)
    values, ids = start_registers(layout, module.arch, 0, 0, 0)
    defined = {*range(len(values)), *ids}
    vector, scalar = set(), set()
    for _, instruction in module.instructions(kernel):
        for ref in instruction.op.refs:
            for unit in ref.reg.units:
                if ref.reg.is_vgpr:
                    vector.add(unit)
                elif 0 <= unit - SCALAR_OFFSET < NUM_SGPRS and unit - SCALAR_OFFSET not in defined:
                    scalar.add(unit - SCALAR_OFFSET)
    moves = [f"\tv_mov_b32_e32 v{n}, 0x{_odd(n):x}\n" for n in sorted(vector - {0})]
    moves += [f"\ts_mov_b32 s{n}, 0x{_odd(n + 300):x}\n" for n in sorted(scalar)]
    lines = module.text().splitlines(keepends=True)
    first = next(i for i in module.items[kernel.first : kernel.last] if isinstance(i, Instruction))
    lines.insert(first.line - 1, "".join(moves))
    return parse_text("".join(lines), module.path, module.arch)


def _odd(number: int) -> int:
    """A value that a kernel is unlikely to start with; as a float, neither tiny nor a NaN."""
    return 0x41000000 | (number * 0x9E3779B1 & 0x7FFFFF) | 1
