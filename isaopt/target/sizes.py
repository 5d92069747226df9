"""How many bytes an instruction takes.

The tables' encodings; a source that is no inline constant adds one 32-bit literal (RDNA3 ISA guide, "literal
constant"; LLVM AMDGPUBaseInfo.cpp, ``isInlinableLiteral32`` and its siblings).
"""

from __future__ import annotations

from isaopt.ir.program import Op, Operand, OperandKind
from isaopt.isa.constants import NumberType, encode32
from isaopt.isa.instruction import OperandDesc

_INLINE_FLOATS = (0.0, 0.5, 1.0, 2.0, 4.0)


def is_literal(operand: Operand, desc: OperandDesc, mnemonic: str) -> bool:
    """Whether a source operand needs the 32-bit literal behind the instruction."""
    if "l" not in desc.kinds or operand.kind in (OperandKind.REG, OperandKind.REGLIST, OperandKind.KEYWORD):
        return False
    if desc.role == "none":
        return True
    if operand.value is None:
        return True
    if desc.bits == 64 and desc.dwords == 2:
        value = operand.value
        inline = -16 <= value <= 64 if isinstance(value, int) else abs(value) in _INLINE_FLOATS
        return not inline and not (isinstance(value, float) and abs(value - 0.15915494309189532) < 1e-9)
    kind: NumberType = "b32"
    if "bf16" in mnemonic:
        kind = "bf16"
    elif "f16" in mnemonic and desc.bits == 16:
        kind = "f16"
    try:
        return not encode32(operand.value, kind).inline
    except OverflowError:
        return True


def size_of(op: Op) -> int:
    """Bytes of the encoded instruction; for an image address of several registers at least as many."""
    literal = any(
        is_literal(operand, desc, half.mnemonic)
        for half in op.halves
        for operand, desc in zip(half.operands, half.desc.operands, strict=False)
        if op.pair is not None or desc.role != "none"
    )
    return op.desc.size + 4 * literal
