"""Replaces the registers of ops; every pass that changes an operand's register uses this."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from isaopt.ir.program import Op, RegUse
from isaopt.isa.registers import RegRef


def _unique(units: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(units))


def rename_registers(op: Op, new_register: Callable[[RegUse], RegRef]) -> Op:
    """The op with each register reference replaced by ``new_register`` of it (of the same width; also for SGPRs if the
    function changes them); the same object if nothing changes.

    A partial write still uses its destination: units that the op uses only because it writes them partly follow the new
    register.
    """
    if op.pair is not None:
        x, y = (rename_registers(half, new_register) for half in op.pair)
        if x is op.pair[0] and y is op.pair[1]:
            return op
        return replace(
            op,
            pair=(x, y),
            refs=x.refs + y.refs,
            defs=_unique(x.defs + y.defs),
            uses=_unique(x.uses + y.uses),
        )
    registers = [new_register(ref) for ref in op.refs]
    if all(new == ref.reg for new, ref in zip(registers, op.refs, strict=True)):
        return op
    operands = list(op.operands)
    refs: list[RegUse] = []
    read_back: list[int] = []
    reads: list[int] = []
    for ref, register in zip(op.refs, registers, strict=True):
        assert (register.count, register.is_vgpr) == (ref.reg.count, ref.reg.is_vgpr)
        refs.append(RegUse(ref.component, ref.operand, ref.entry, register, ref.desc))
        if ref.reads:
            reads += register.units
        elif set(ref.reg.units) <= set(op.uses) and (op.desc.partial or ref.reg.half):
            read_back += register.units
        if register != ref.reg:
            operand = operands[ref.operand]
            regs = (*operand.regs[: ref.entry], register, *operand.regs[ref.entry + 1 :])
            text = str(register) if len(regs) == 1 and not operand.text.startswith("[") else operand.text
            operands[ref.operand] = replace(operand, regs=regs, text=text)
    return replace(
        op,
        operands=tuple(operands),
        refs=tuple(refs),
        defs=_unique(u for r in refs if r.writes for u in r.reg.units),
        uses=_unique(reads + read_back),
    )
