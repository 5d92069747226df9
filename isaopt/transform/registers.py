"""Writes a register assignment into a kernel."""

from __future__ import annotations

from collections.abc import Mapping

from isaopt.analysis.flow.webs import Webs
from isaopt.asm.printer import print_op
from isaopt.ir.program import Kernel, Module, Op, RegUse
from isaopt.ir.rename import rename_registers
from isaopt.isa.registers import RegRef
from isaopt.solve.problem import CellRef


def renamed_to(module: Module, kernel: Kernel, found: Webs, base_of: Mapping[int, int]) -> Module:
    """The kernel with each group of webs at its new base register; ``base_of`` is by group id.

    Unreachable code keeps its registers: nothing is known of them and nothing runs.
    """
    register_of = {web: base_of[group.id] + offset for group in found.groups for web, offset in group.members}
    ops: dict[int, Op] = {}
    for item, instruction in module.instructions(kernel):
        if not any(ref.reg.is_vgpr for ref in instruction.op.refs):
            continue
        ordinal = {id(ref): i for i, ref in enumerate(instruction.op.refs)}

        def new_register(ref: RegUse, item: int = item, ordinal: dict[int, int] = ordinal) -> RegRef:
            web = found.web_at.get((item, ordinal[id(ref)], 0)) if ref.reg.is_vgpr else None
            return ref.reg if web is None else RegRef(register_of[web], ref.reg.count, ref.reg.half)

        ops[item] = rename_registers(instruction.op, new_register)
    return module.with_ops(ops, print_op)


def cells_of(found: Webs) -> dict[int, CellRef]:
    """The cell of each web in a problem that was built from these webs."""
    return {web: CellRef(group.id, offset) for group in found.groups for web, offset in group.members}
