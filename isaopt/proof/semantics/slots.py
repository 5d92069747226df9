"""Scratch as registers: dwords of private memory at constant offsets.

Each lane has scratch of its own, and no other wave, lane or host can reach it (LLVM AMDGPUUsage, "Address Spaces",
private).  Where every access of a kernel to it has a constant address, moves whole aligned dwords and stays within the
size that the descriptor asks for, a dword is read and written like a VGPR: the lanes that EXEC has on, the others keep
what they had.  Nothing has written it at the start.  In the proof it is one, with a negative number.

That asks for more than the accesses themselves: a flat access may be to scratch, and so may what is computed from
where scratch is.  A kernel that has either, or one access of another form, has no slots; its scratch is memory like any
other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from isaopt.ir.program import Instruction, Kernel, Module, Op
from isaopt.isa.meaning import Access, Space
from isaopt.isa.types import OperandType

#: What tells where scratch is: apertures, and the registers that hold its base.
_TELLS = re.compile(r"src_private|src_flat_scratch|flat_scratch|HW_REG_\w*(FLAT_SCR|SH_MEM_BASES|SCRATCH)", re.I)

Slots = Mapping[int, tuple[int, ...]]
"""By the item of an access, the unit of each dword that it moves."""


def scratch_slots(module: Module, kernel: Kernel, size: int) -> Slots | None:
    """The slots of a kernel whose lanes have so many bytes of scratch each; None where it has none,
    and its scratch is followed as memory."""
    found: dict[int, tuple[int, ...]] = {}
    for index, item in module.instructions(kernel):
        units = _units(item, size)
        if units is None:
            return None
        if units:
            found[index] = units
    return found


def is_last_use(op: Op) -> bool:
    """Whether a load may drop what it loaded: memory holds anything behind it (RDNA4 ISA guide, temporal hints)."""
    return op.modifier("th") == "TH_LOAD_LU"


def _units(item: Instruction, size: int) -> tuple[int, ...] | None:
    """What an instruction does to slots; None for one that may do more to scratch."""
    op = item.op
    if any(_TELLS.search(operand.text) for half in op.halves for operand in half.operands):
        return None
    moved = op.desc.memory
    if moved is None or moved.space not in (Space.FLAT, Space.SCRATCH):
        return ()
    whole = moved.element is OperandType.B32 and not moved.half and moved.addresses == 1 and not moved.is_block
    plain = whole and not moved.to_lds and moved.access in (Access.LOAD, Access.STORE)
    if moved.space is Space.FLAT or not plain or {m.name for m in op.modifiers} - {"offset", "th"}:
        return None
    if op.modifier("th") is not None and not is_last_use(op):
        return None
    registers = [o.reg for o in op.operands if o.reg is not None]
    if len(registers) != 1 or sorted(o.text for o in op.operands if o.reg is None) != ["off", "off"]:
        return None
    count = moved.count
    try:
        offset = int(op.modifier("offset") or "0", 0)
    except ValueError:
        return None
    if offset < 0 or offset % 4 or offset + 4 * count > size or registers[0].count != count:
        return None
    return tuple(-1 - (offset // 4 + part) for part in range(count))
