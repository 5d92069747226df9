"""Treats scratch as registers: dwords of private memory at constant offsets.

Each lane has scratch of its own, and no other wave, lane or host can reach it (LLVM AMDGPUUsage, "Address Spaces",
private).  Where every access of a kernel to it has a constant address (its scalar, if it has one, is moved there as a
constant last, whichever way control comes; its VGPR, in the same block under the same EXEC), moves whole aligned dwords
and stays within the
size that the descriptor asks for, a dword is read and written like a VGPR: the lanes that EXEC has on, the others keep
what they had.  Nothing has written it at the start.  In the proof it is one, with a negative number.

That asks for more than the accesses themselves: a flat access may be to scratch, and so may what is computed from
where scratch is.  A kernel that has either, or one access of another form, has no slots; its scratch is memory like any
other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from isaopt.graphs import reachable
from isaopt.ir.program import Instruction, Kernel, Module, Op
from isaopt.isa.meaning import Access, Space
from isaopt.isa.registers import EXEC_HI, EXEC_LO, is_vgpr
from isaopt.isa.types import OperandType
from isaopt.proof.semantics.arrival import early_touches
from isaopt.proof.types import CannotProve
from isaopt.proof.walk.flow import ProofFlow, build_flow

#: Operands that reveal where scratch is: apertures, and the registers that hold its base.
_TELLS = re.compile(r"src_private|src_flat_scratch|flat_scratch|HW_REG_\w*(FLAT_SCR|SH_MEM_BASES|SCRATCH)", re.I)

_MOVES = ("s_mov_b32", "s_movk_i32", "v_mov_b32")
#: Operands that may hold what is added to the offset.
BASES = ("saddr", "vaddr")

Slots = Mapping[int, tuple[int, ...]]
"""By the item of an access, the unit of each dword that it moves."""


def scratch_slots(module: Module, kernel: Kernel, size: int) -> Slots | None:
    """The slots of a kernel with ``size`` bytes of scratch per lane; None if it has no slots and its scratch is treated
    as memory."""
    found: dict[int, tuple[int, ...]] = {}
    moves: _Moves | None = None
    for index, item in module.instructions(kernel):
        base = _base(item.op)
        if base is not None:
            moves = moves or _Moves(module, kernel)
        start = 0 if base is None or moves is None else moves.before(index, base)
        units = None if start is None else _units(item, start, size)
        if units is None:
            return None
        if units:
            found[index] = units
    return found


def is_last_use(op: Op) -> bool:
    """Whether a load may discard the loaded line: memory is undefined after it (RDNA4 ISA guide, temporal hints)."""
    return op.modifier("th") == "TH_LOAD_LU"


def _base(op: Op) -> int | None:
    """The register that an access to scratch adds to its offset."""
    names = zip(op.operands, op.desc.operands, strict=True) if op.pair is None and op.flag("scratch") else ()
    found = [o.reg for o, desc in names if desc.name in BASES and o.reg is not None]
    return found[0].first if found else None


class _Moves:
    """Finds the constants that moves leave in registers."""

    def __init__(self, module: Module, kernel: Kernel) -> None:
        self._module = module
        try:
            flow = build_flow(module, kernel)
        except CannotProve:
            flow = ProofFlow((), frozenset(), frozenset(), frozenset())
        self._blocks = flow.blocks
        #: A move before the wait for a load into the scalar may come first.
        self._early = early_touches(module, flow) if flow.blocks else {}
        #: By item, the number of its block and its place there.
        self._at = {item: (n, k) for n, block in enumerate(self._blocks) for k, item in enumerate(block.body)}
        self._before: dict[int, list[int]] = {}
        for number, block in enumerate(self._blocks):
            for target in block.successors:
                self._before.setdefault(target, []).append(number)

    def before(self, index: int, unit: int) -> int | None:
        """The constant in a register before an item, if a move of it is the last write on every path there; in a VGPR,
        in the lanes that are on."""
        found: set[int | None] = set()

        def last(body: Sequence[int], number: int) -> bool:
            """Note what the last write among some items, or the start of the kernel, leaves in the register; whether
            there is no need to look further up."""
            for item in reversed(body):
                op = self._module.instruction(item).op
                if unit in op.written:
                    found.add(_moved(op) if unit not in self._early.get(item, ()) else None)
                    return True
                if is_vgpr(unit) and not {EXEC_LO, EXEC_HI}.isdisjoint(op.written):
                    break
            if not number or is_vgpr(unit):
                found.add(None)
            return False

        def above(number: int) -> Sequence[int]:
            return () if last(self._blocks[number].body, number) else self._before.get(number, ())

        if index not in self._at:
            return None
        at, place = self._at[index]
        if not last(self._blocks[at].body[:place], at):
            reachable(self._before.get(at, ()), above)
        return found.pop() if len(found) == 1 else None


def _moved(op: Op) -> int | None:
    """The number that a move leaves in its register, if it is one that is not negative."""
    if op.operation not in _MOVES or op.pair is not None or op.modifiers:
        return None
    value = op.constant(1)
    return value if value is None or op.operation != "s_movk_i32" or value < 0x8000 else None


def _units(item: Instruction, start: int, size: int) -> tuple[int, ...] | None:
    """The units of the slots that an instruction accesses, given ``start`` in its base; None if it may do anything
    else to scratch."""
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
    named = {desc.name: o for o, desc in zip(op.operands, op.desc.operands, strict=True)}
    registers = [o.reg for name, o in named.items() if o.reg is not None and name not in BASES]
    bases = [name for name in BASES if name in named and named[name].reg is not None]
    if len(registers) != 1 or len(bases) > 1 or any(o.text != "off" for o in named.values() if o.reg is None):
        return None
    count = moved.count
    try:
        offset = int(op.modifier("offset") or "0", 0)
    except ValueError:
        return None
    address = start + offset
    if min(start, offset) < 0 or address % 4 or address + 4 * count > size or registers[0].count != count:
        return None
    return tuple(-1 - (address // 4 + part) for part in range(count))
