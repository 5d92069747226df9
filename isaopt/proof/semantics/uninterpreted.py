"""Vector operations that the proof treats as uninterpreted functions: equal inputs give equal results.

RDNA3 and RDNA4 ISA guides, VOP1, VOP2, VOP3, VOP3P: the arguments are all that the operation reads, with commuting
sources in canonical order.
"""

from __future__ import annotations

import re

from isaopt.ir.program import Op
from isaopt.isa.registers import MODE
from isaopt.isa.types import OperandType
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.modelled import destinations, sources
from isaopt.proof.semantics.vector import FUSED, put_condition

#: Operations of two sources whose order IEEE 754 or modular arithmetic makes irrelevant (NaN payloads aside).
_COMMUTATIVE = re.compile(
    r"v_(add|mul|max|min|max_num|min_num|maximum|minimum)_(f16|f32|f64)$|v_mul_dx9_zero_f32$"
    r"|v_(max|min)_[iu](16|32)$|v_mul_(hi_[iu]32|i32_i24|u32_u24|hi_[iu]32_[iu]24|lo_u16)$|v_add_nc_[ui]16$"
    r"|v_pk_(add|mul|max|min|max_num|min_num)_(f16|u16|i16)$|v_xnor_b32$"
)


def generic_vector(run: SideExecution, op: Op, name: str) -> None:
    """Any other lane-wise operation: an uninterpreted function of its inputs."""
    mixed, whole = is_mixed(op), takes_registers(op)
    low, high = _selection(op, "op_sel"), _selection(op, "op_sel_hi")
    packed = _is_packed(op)
    groups: list[tuple[int, ...]] = []
    for position, index in enumerate(sources(op)):
        operand = op.operands[index]
        if whole and operand.reg is not None and operand.reg.count == 1:
            value = run.read(operand.reg.first)
            # op_sel selects the half of a source; v_fma_mix reads a half only where op_sel_hi is set.
            if position in high if mixed else op.desc.operands[index].bits == 16:
                value = run.integers.half(value, operand.reg.half == "h" or position in low)
            groups.append((run.signed(operand, value, 16),))
        else:
            groups.append(run.source(op, index))
        upper = position in high or op.modifier("op_sel_hi") is None
        if packed and upper == (position in low) and operand.reg is not None and operand.reg.is_vgpr:
            # Neither result reads the other half: the same comes of it if it is zero.
            (value,), zero = groups[-1], run.terms.const(0)
            half = run.integers.half(value, upper)
            groups[-1] = (run.integers.cat16(zero, half) if upper else run.integers.cat16(half, zero),)
    commutes = (_COMMUTATIVE.match(name) and len(groups) == 2) or (FUSED.match(name) and len(groups) == 3)
    if commutes and not whole and not any(m.name in ("op_sel_hi", "neg_lo", "neg_hi") for m in op.modifiers):
        groups[:2] = sorted(groups[:2])
    inputs = [term for group in groups for term in group]
    if op.desc.partial:
        for index in destinations(op):
            if whole or op.desc.operands[index].bits != 16 or _accumulates(name):
                inputs += old_result(run, op, index, whole)
    inputs += run.implicit(op)
    finish(run, op, name, tuple(inputs), whole)


def old_result(run: SideExecution, op: Op, index: int, whole: bool) -> list[int]:
    """The old value of a destination, as far as the operation may read it: the half that its operand names, unless it
    takes the registers as a ``whole``."""
    reg = op.operands[index].reg
    if reg is None:
        return []
    if op.desc.operands[index].bits == 16 and reg.is_vgpr and not whole:
        return [run.integers.half(run.lane(reg.first), reg.half == "h")]
    return [run.read(u) for u in reg.units]


def is_mixed(op: Op) -> bool:
    """Whether ``op_sel_hi`` decides for each source whether it is a word or a half (``v_fma_mix_f32`` and its like)."""
    return any(operand.type is OperandType.MIX for operand in op.desc.operands)


def _is_packed(op: Op) -> bool:
    """Whether an operation is two of 16 bits: for the lower result ``op_sel`` picks the half of each source, for the
    upper one ``op_sel_hi``, which is set by default (RDNA3 and RDNA4 ISA guides, VOP3P)."""
    described = op.desc.operands
    return op.desc.encoding == "VOP3P" and all(d.type.is_packed and d.bits == 32 for d in described)


def takes_registers(op: Op) -> bool:
    """Whether modifiers, or the operation itself, say which halves of registers are read and written: then it is a
    function of the whole registers, its destination's old value among them."""
    return is_mixed(op) or any(m.name == "op_sel" for m in op.modifiers)


def _selection(op: Op, name: str) -> frozenset[int]:
    """The positions that ``op_sel`` or ``op_sel_hi`` sets."""
    text = op.modifier(name) or ""
    return frozenset(i for i, bit in enumerate(text.strip("[]").split(",")) if bit.strip() == "1")


def _accumulates(name: str) -> bool:
    return "fmac" in name or "dot" in name or "mix" in name


def finish(run: SideExecution, op: Op, name: str, inputs: tuple[int, ...], whole: bool = False) -> None:
    """Writes the results of an uninterpreted vector operation: registers, masks, EXEC."""
    t = run.terms
    if MODE not in op.implicit_uses:
        inputs = (*inputs, run.regs[MODE])  # the tables do not mark every operation that depends on MODE
    modifiers = run.modifiers(op)
    if name.startswith("v_cmp"):
        put_condition(run, op, name, run.decisions.var(t.make(name.replace("cmpx", "cmp"), inputs, modifiers)))
        return
    for position, index in enumerate(destinations(op)):
        reg = op.operands[index].reg
        if reg is None:
            continue
        if name.startswith("v_s_"):
            # A transcendental of one scalar, whatever EXEC is (RDNA4 ISA guide, VOP3, V_S_EXP_F32).
            run.put(op, index, t.make(name, inputs, (modifiers, position)))
            continue
        if not reg.is_vgpr:
            fact = run.decisions.var(t.make(name, inputs, (modifiers, position, "lane")))
            run.put_mask(op, index, fact)
            continue
        for part in range(reg.count):
            value = t.make(name, inputs, (modifiers, position, part))
            if whole:
                run.write(reg.first + part, value)
            else:
                run.put(op, index, value, part)
