"""The size of an instruction in bytes.

The encoding comes from the tables; a source that is not an inline constant adds one 32-bit literal (RDNA3 ISA guide,
"literal constant"; LLVM AMDGPUBaseInfo.cpp, ``isInlinableLiteral32`` and its siblings).
"""

from __future__ import annotations

from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Op, Operand, OperandKind
from isaopt.isa.constants import encode
from isaopt.isa.instruction import OperandDesc


def is_literal(operand: Operand, desc: OperandDesc) -> bool:
    """Whether a source operand needs a 32-bit literal after the instruction."""
    if "l" not in desc.kinds or operand.kind in (OperandKind.REG, OperandKind.REGLIST, OperandKind.KEYWORD):
        return False
    if desc.role == "none" or operand.value is None:
        return True
    try:
        return encode(operand.value, desc.written).literal is not None
    except OverflowError:
        return True


@kept_in_op
def size_of(op: Op) -> int:
    """Bytes of the encoded instruction; a lower bound if an image address has several registers."""
    literal = any(
        is_literal(operand, desc)
        for half in op.halves
        for operand, desc in zip(half.operands, half.desc.operands, strict=False)
        if op.pair is not None or desc.role != "none"
    )
    return op.desc.size + 4 * literal
