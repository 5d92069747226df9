"""How many scalar values and literals one instruction can read."""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.ir.program import Op, Operand
from isaopt.isa.constants import encode
from isaopt.isa.instruction import OperandDesc
from isaopt.isa.registers import VCC_HI, VCC_LO
from isaopt.linting.model import Context, Finding
from isaopt.target.sizes import is_literal

_BUS_LIMIT, _SHIFT_LIMIT = 2, 1
_SHIFTS = ("v_lshlrev_b64", "v_lshrrev_b64", "v_ashrrev_i64")
_SPECIAL = ("src_scc", "src_shared_base", "src_shared_limit", "src_private_base", "src_private_limit")


def _literals(op: Op) -> dict[object, str]:
    """The operands that need a literal, keyed by its word, or by the operand itself if only the assembler can evaluate
    it."""
    found: dict[object, str] = {}
    for operand, desc in zip(op.operands, op.desc.operands, strict=False):
        if is_literal(operand, desc):
            found[_word(operand, desc)] = operand.text
    return found


def _word(operand: Operand, desc: OperandDesc) -> object:
    try:
        return operand if operand.value is None else encode(operand.value, desc.written).literal
    except OverflowError:
        return operand.text


def _scalar_values(op: Op) -> set[str]:
    """The distinct scalar values that the op reads over the constant bus, by name, without literals."""
    found = {str(ref.reg) for ref in op.refs if ref.reads and not ref.reg.is_vgpr}
    found |= {o.text for o in op.operands if o.text in _SPECIAL}
    if VCC_LO in op.implicit_uses or VCC_HI in op.implicit_uses:
        found.add("vcc" if VCC_HI in op.implicit_uses else "vcc_lo")
    return found


def _bus(ctx: Context) -> Iterator[Finding]:
    for index, instruction in ctx.instructions():
        op = instruction.op
        if op.pair is not None or not op.flag("valu") or op.flag("unknown"):
            continue
        limit = _SHIFT_LIMIT if op.operation in _SHIFTS else _BUS_LIMIT
        names = sorted(_scalar_values(op))
        literals = len(_literals(op))
        if len(names) + literals > limit:
            names += ["a literal"] if literals else []
            yield ctx.finding(
                "constant-bus", index, f"{op.mnemonic} reads {', '.join(names)} over a constant bus that takes {limit}"
            )


def _one_literal(ctx: Context) -> Iterator[Finding]:
    for index, instruction in ctx.instructions():
        op = instruction.op
        if op.pair is not None or not (op.flag("valu") or op.flag("salu")):
            continue
        found = _literals(op)
        if len(found) > 1:
            yield ctx.finding(
                "literal-count",
                index,
                f"{op.mnemonic} holds {len(found)} different literals: {', '.join(found.values())}",
            )


CHECKS = {
    "constant-bus": _bus,
    "literal-count": _one_literal,
}
