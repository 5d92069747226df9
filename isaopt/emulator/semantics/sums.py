"""Sums of absolute differences with a result of four registers (RDNA3 ISA guide, VOP3)."""

from __future__ import annotations

from dataclasses import replace

from isaopt.emulator.lanes import emit_lanes
from isaopt.emulator.semantics.base import Emitter, Lane
from isaopt.emulator.site import Site
from isaopt.ir.program import Op, Operand
from isaopt.isa.registers import RegRef

RUNTIME = ("integer",)


def _half(operand: Operand, upper: int) -> Operand:
    """Two of an operand's four registers."""
    reg = operand.reg
    assert reg is not None
    return replace(operand, regs=(RegRef(reg.first + 2 * upper, 2),))


def _mqsad(site: Site) -> str:
    """Masked sums of the bytes k ... k + 3 of the first source: two of them at a time, all read before any is
    written."""
    parts: list[tuple[Op, Lane]] = []
    target, bytes_, reference, addend = site.op.operands[:4]
    for upper in (0, 1):
        op = replace(site.op, operands=(_half(target, upper), bytes_, reference, _half(addend, upper)))
        lane = Lane("b64", ("b64", "b32", "b64"), f"mqsad_wide(a >> {16 * upper}, b, c)", runtime=RUNTIME)
        parts.append((op, lane))
    return emit_lanes(site, parts)


CUSTOM: dict[str, Emitter] = {"v_mqsad_u32_u8": _mqsad}
SELF_TRACKING = tuple(CUSTOM)
