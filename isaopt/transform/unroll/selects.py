"""Decides selections by iteration number in straight-line code where that number is known.

A loop over a small array in registers compares its counter with every index, and selects by lane masks that are all
ones or all zeros (``s_cmp``, ``s_cselect``, ``v_cndmask``). Once the loop is unrolled, each selection is a copy or
nothing, and registers that values are copied between become one. Masks are read for the active lanes only, and a copy
runs under the same EXEC as its selection did.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from isaopt.analysis.integers.conditions import ScalarFacts
from isaopt.analysis.integers.forms import Atoms, LinearForm, Value
from isaopt.asm.line import read_op
from isaopt.asm.printer import print_op
from isaopt.ir.program import Op, Operand
from isaopt.isa.registers import EXEC_HI, EXEC_LO, SCC, VCC_LO, is_sgpr, is_vgpr, unit_name
from isaopt.transform.unroll.fold import StraightLine

_ALL = (1 << 32) - 1
_EXEC = {EXEC_LO, EXEC_HI}
_COPY = "v_mov_b32_e32"


def selected(block: StraightLine) -> list[Op | None]:
    """The ops of a block with decided selections as copies; None for a selection that copies a register to itself."""
    if block.wave != 32:
        return list(block.ops)
    read = {u for op in block.ops for u in op.read if is_sgpr(u) or u == VCC_LO}
    held: dict[int, Value] = {u: LinearForm(number) for u in read if (number := block.constant(u)) is not None}
    state = ScalarFacts(Atoms(), "block", held)
    out: list[Op | None] = []
    for at, op in enumerate(block.ops):
        made: Op | None = op
        scc = state.number(SCC)
        if op.operation == "s_cselect_b32" and scc is not None:
            made = _copy("s_mov_b32", op, op.operands[1 if scc else 2], block)
        elif op.pair is None and op.operation == "v_cndmask_b32" and not op.modifiers:
            made = _chosen(op, state.number(_mask(op)), block)
        state.step(op, at)
        out.append(made)
    return out


def _mask(op: Op) -> int:
    """The register that holds a selection's lane mask."""
    reg = op.operands[3].reg if len(op.operands) > 3 else None
    return VCC_LO if reg is None else reg.first


def _chosen(op: Op, mask: int | None, block: StraightLine) -> Op | None:
    """The copy that a selection with this mask performs: of the first source where a bit is 0, of the second where it
    is 1 (RDNA3 ISA guide, V_CNDMASK_B32); the selection itself if the mask is neither all zeros nor all ones."""
    if mask not in (0, _ALL):
        return op
    source = op.operands[2 if mask else 1]
    if source.neg or source.absolute:
        return op
    if source.reg is not None and source.reg == op.operands[0].reg:
        return None
    return _copy(_COPY, op, source, block)


def _copy(name: str, op: Op, source: Operand, block: StraightLine) -> Op:
    return read_op(f"{name} {op.operands[0].text}, {source.text}", block.arch, block.wave)


def merged_copies(block: StraightLine) -> list[Op | None]:
    """The ops without copies whose two registers can be one: the copied value dies in the copy, and nothing names the
    destination from where that value begins."""
    out: list[Op | None] = list(block.ops)
    for at in range(len(out)):
        copied = _copied(out[at])
        if copied is None or block.live_out[at] >> copied[1] & 1:
            continue
        target, source = copied
        begin = _beginning(out, at, target, source)
        # No older value may survive where the value begins, as one does in inactive lanes.
        if not begin or block.live_out[begin - 1] >> source & 1:
            continue
        for k in range(begin, at):
            here = out[k]
            if here is None or not _names(here, source):
                continue
            renamed = _renamed(here, source, target, block)
            own = _copied(renamed)
            out[k] = None if own is not None and own[0] == own[1] else renamed
        out[at] = None
    return out


def _copied(op: Op | None) -> tuple[int, int] | None:
    """Destination and source of a copy between VGPRs."""
    if op is None or op.pair is not None or op.mnemonic != _COPY or op.modifiers:
        return None
    regs = [operand.reg for operand in op.operands]
    if any(r is None or r.count != 1 or r.half or not is_vgpr(r.first) for r in regs):
        return None
    target, source = (r.first for r in regs if r is not None)
    return target, source


def _beginning(ops: Sequence[Op | None], at: int, target: int, source: int) -> int | None:
    """Where the value copied at ``at`` begins, if it can live in the destination from there on."""
    for k in range(at - 1, -1, -1):
        op = ops[k]
        if op is None:
            continue
        if _EXEC & set(op.written):
            return None
        if not _names(op, source):
            if _names(op, target):
                return None
            continue
        if any(source in ref.reg.units and (ref.reg.count != 1 or ref.reg.half) for ref in op.refs):
            return None
        begins = source in op.defs and source not in op.uses
        if begins and op.flag("valu") and not op.desc.partial and target not in op.defs:
            return k
        if _names(op, target):
            return None
    return None


def _names(op: Op, unit: int) -> bool:
    return unit in op.defs or unit in op.uses or unit in op.implicit_defs or unit in op.implicit_uses


def _renamed(op: Op, old: int, new: int, block: StraightLine) -> Op:
    text = re.sub(rf"\b{unit_name(old)}\b", unit_name(new), print_op(op))
    return read_op(text, block.arch, block.wave)
