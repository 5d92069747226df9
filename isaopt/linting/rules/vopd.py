"""Legality of dual instructions: what VOPD cannot encode.  The rules themselves stand in :mod:`isaopt.target.vopd`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from isaopt.ir.program import Op
from isaopt.linting.model import Context, Finding, Severity
from isaopt.target.vopd import Reason, Slot, Violation
from isaopt.target.vopd_ops import check_pair, half_of

_REASONS: dict[str, tuple[Reason, ...]] = {
    "vopd-dst-parity": ("dst-parity",),
    "vopd-src0-bank": ("src0-bank",),
    "vopd-src1-bank": ("src1-bank",),
    "vopd-src2-parity": ("src2-parity",),
    "vopd-scalar-limit": ("scalar-limit",),
    "vopd-literal": ("literal",),
    "vopd-operands": ("operand-kind", "modifiers", "not-vopd-component", "not-wave32"),
    "vopd-opx": ("not-opx",),
}
"""The faults that each rule reports."""


def _violations(ctx: Context) -> tuple[tuple[int, Violation, bool], ...]:
    """Each violation with its item, and whether newer hardware accepts it although assemblers up to LLVM 22 do not."""
    found = []
    for index, instruction in ctx.instructions():
        if instruction.op.pair is not None:
            x, y = instruction.op.pair
            for violation in check_pair(ctx.arch, x, y, ctx.kernel.wave_size):
                found.append((index, violation, _same_register(ctx, violation, x, y)))
    return tuple(found)


_SLOTS: Mapping[str, Slot] = {"src0-bank": "src0", "src1-bank": "src1"}


def _same_register(ctx: Context, violation: Violation, x: Op, y: Op) -> bool:
    """Whether the two halves clash only by reading the same register, which one read port serves (LLVM pull request
    196198 allows it from RDNA3.5 on)."""
    slot = _SLOTS.get(violation.reason)
    if slot is None or ctx.arch.generation == "gfx11.0":
        return False
    return half_of(ctx.arch, x).register(slot) == half_of(ctx.arch, y).register(slot)


def _check(ctx: Context, rule: str, reasons: tuple[Reason, ...]) -> Iterator[Finding]:
    for index, violation, newer in ctx.fact(_violations):
        if violation.reason in reasons:
            message = violation.message + (" (assemblers newer than LLVM 22 take one register twice)" if newer else "")
            severity = Severity.WARNING if newer else None
            yield ctx.finding(rule, index, message, severity=severity, half=violation.half)


CHECKS = {rule: partial(_check, rule=rule, reasons=reasons) for rule, reasons in _REASONS.items()}
