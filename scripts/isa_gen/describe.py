"""Adds to a form what its name and its operands' classes tell: types, operation, unit, memory, lanes."""

from __future__ import annotations

import re
from dataclasses import replace

from isaopt.isa.meaning import MemoryDesc
from isaopt.isa.types import OperandType as T
from scripts.isa_gen import meaning
from scripts.isa_gen.build import Form, Operand
from scripts.isa_gen.records import CDNA_ARCHS
from scripts.isa_gen.types import (
    NEWLY_TYPED,
    READ_AS_HALF,
    WRITTEN_OTHERWISE,
    alu_operand,
    constant_class,
    memory_operand,
)

_ROOT = re.compile(r"[A-Z0-9]+")


def described(form: Form) -> Form:
    """The form with everything that :class:`isaopt.isa.instruction.InstrDesc` says of it."""
    operation = meaning.operation(form.base)
    owner = meaning.unit(form.base, form.flags, form.encoding)
    returns = any(o.role in ("def", "defuse") for o in form.operands if o.name != "vaddr")
    memory = meaning.memory(form.base, form.flags, returns)
    if memory is not None and "lds" in form.required:
        memory = replace(memory, to_lds=True)
    operands = tuple(_typed(form, operation, memory, operand) for operand in form.operands)
    return replace(
        form,
        operands=operands,
        operation=operation,
        unit=owner,
        lanes=meaning.lanes(form.base, form.flags, owner),
        memory=memory,
        cache=meaning.cache(form.base),
    )


def _typed(form: Form, operation: str, memory: MemoryDesc | None, operand: Operand) -> Operand:
    kind = _type(form, operation, memory, operand)
    written = operand.written or kind
    where = f"{operation} {operand.name}"
    if READ_AS_HALF.fullmatch(where) and kind.width == 16:
        return replace(operand, type=kind, written=T.F16)
    alike = constant_class(written) == constant_class(kind) or not set(operand.kinds) & set("il")
    if alike or NEWLY_TYPED.fullmatch(where):
        written = kind
    elif not WRITTEN_OTHERWISE.fullmatch(where):
        raise ValueError(f"{form.record}: {operand.name} is {kind}, TableGen says {written}")
    return replace(operand, type=kind, written=written)


def _type(form: Form, operation: str, memory: MemoryDesc | None, operand: Operand) -> T:
    if operand.kinds == "o":
        return T.KEYWORD
    if operand.role == "none" and operand.kinds == "x":
        return _immediate(form.base, operand)
    if operand.role == "none" and operand.written is not None:
        return operand.written
    if form.encoding.startswith(("VOP", "VINTERP", "SOP")):
        return _alu(form, operation, operand)
    known = memory_operand(_encoding(form), operand.name, operand.dwords)
    if known is T.LDS_ADDRESS and memory is None:
        return T.B32  # four times a lane's number; what is exchanged
    return known or _data(memory, operand)


def _encoding(form: Form) -> str:
    found = _ROOT.match(form.encoding)
    assert found is not None
    return found[0]


def _alu(form: Form, operation: str, operand: Operand) -> T:
    kind = alu_operand(operation, operand.name, operand.role)
    if operation == "v_pk_fmac_f16" and operand.name == "src0" and not set(form.archs) <= set(CDNA_ARCHS):
        return T.SPLAT_F16  # since gfx11
    # An alignment of 16 bits, a type of 32 elsewhere.
    return T.B16 if operand.bits == 16 and kind.width == 32 else kind


def _immediate(base: str, operand: Operand) -> T:
    if operand.type not in (None, T.IMMEDIATE):
        return operand.type
    if base == "s_setreg_imm32_b32" and operand.name == "imm":
        return T.B32
    if re.match(r"s_(addk|mulk|movk|cmovk|cmpk_\w+_i32)", base):
        return T.IMMEDIATE_I16
    if base.startswith("s_cmpk_"):
        return T.IMMEDIATE_U16
    if re.match(r"s_wait(cnt)?_\w+cnt", base):
        return T.WAIT
    return T.BARRIER if base.startswith("s_barrier_") else T.IMMEDIATE


def _data(memory: MemoryDesc | None, operand: Operand) -> T:
    """The type of a register that is loaded, stored or exchanged."""
    if memory is None:
        return T.B32
    element = memory.element
    if element.width >= 32:
        return element if element.width <= 32 * operand.dwords else T.B32
    if memory.half:
        return T.B16
    if memory.formatted:
        return T.PK_B16 if element.width == 16 else T.B32
    return T.I32 if element.is_signed else T.U32 if element in (T.U8, T.U16) else T.B32
