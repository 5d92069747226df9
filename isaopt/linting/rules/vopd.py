"""Legality of dual instructions: what VOPD cannot encode.  The rules themselves stand in :mod:`isaopt.target.vopd`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from isaopt.ir.program import Op
from isaopt.linting.model import BOTH, Context, Finding, Rule, Severity
from isaopt.target.vopd import Reason, Slot, Violation
from isaopt.target.vopd_ops import check_pair, half_of

_SOURCE = "RDNA3 ISA guide, VOPD; LLVM AMDGPUAsmParser.cpp, checkVOPDRegBankConstraints"

#: Rule id -> (reasons that it reports, summary, help).
_RULES: dict[str, tuple[tuple[Reason, ...], str, str]] = {
    "vopd-dst-parity": (
        ("dst-parity",),
        "both halves of a dual instruction write registers of the same parity",
        "One destination must be an even register, the other an odd one.",
    ),
    "vopd-src0-bank": (
        ("src0-bank",),
        "the src0 registers of a dual instruction lie in the same bank",
        "Their numbers must differ modulo 4. Swapping the sources of a commutative half may help.",
    ),
    "vopd-src1-bank": (
        ("src1-bank",),
        "the src1 registers of a dual instruction lie in the same bank",
        "Their numbers must differ modulo 4. Swapping the sources of a commutative half may help.",
    ),
    "vopd-src2-parity": (
        ("src2-parity",),
        "the src2 registers of a dual instruction have the same parity",
        "The addends, an fmac's destination included, must be one even and one odd register.",
    ),
    "vopd-scalar-limit": (
        ("scalar-limit",),
        "a dual instruction reads too many scalar values",
        "Both halves together read at most two of: SGPRs, VCC as the mask of v_dual_cndmask, one literal.",
    ),
    "vopd-literal": (
        ("literal",),
        "a dual instruction holds two different literals",
        "Both halves share one 32-bit literal: move one constant into a register.",
    ),
    "vopd-operands": (
        ("operand-kind", "modifiers", "not-vopd-component", "not-wave32"),
        "a half of a dual instruction has an operand or a modifier that it cannot take, or stands in a wave64 kernel",
        "vsrc1 is a VGPR; there are no modifiers, no DPP and no negation. Dual instructions exist in wave32 only: "
        "hardware skips them in wave64.",
    ),
    "vopd-opx": (
        ("not-opx",),
        "an opcode stands in X that exists in Y only",
        "Swap the halves: both read the old values, so their order does not matter.",
    ),
}


def _violations(ctx: Context) -> tuple[tuple[int, Violation, bool], ...]:
    """Each violation with its item, and whether newer hardware takes it although assemblers up to LLVM 22 do not."""
    found = []
    for index, instruction in ctx.instructions():
        if instruction.op.pair is not None:
            x, y = instruction.op.pair
            for violation in check_pair(ctx.arch, x, y, ctx.kernel.wave_size):
                found.append((index, violation, _same_register(ctx, violation, x, y)))
    return tuple(found)


def _same_register(ctx: Context, violation: Violation, x: Op, y: Op) -> bool:
    """Whether the two halves clash by reading one and the same register, which one read port serves (LLVM pull request
    196198 allows it from RDNA3.5 on)."""
    slot: Slot | None = {"src0-bank": "src0", "src1-bank": "src1"}.get(violation.reason)  # type: ignore[assignment]
    if slot is None or ctx.arch.generation == "gfx11.0":
        return False
    return half_of(ctx.arch, x).register(slot) == half_of(ctx.arch, y).register(slot)


def _check(rule_id: str, reasons: tuple[Reason, ...]) -> Callable[[Context], Iterator[Finding]]:
    def check(ctx: Context) -> Iterator[Finding]:
        for index, violation, newer in ctx.fact(_violations):
            if violation.reason in reasons:
                message = violation.message + (
                    " (assemblers newer than LLVM 22 take one register twice)" if newer else ""
                )
                severity = Severity.WARNING if newer else None
                yield ctx.finding(rule_id, index, message, severity=severity, half=violation.half)

    return check


RULES = tuple(
    Rule(rule_id, Severity.ERROR, summary, text, _SOURCE, BOTH, _check(rule_id, reasons))
    for rule_id, (reasons, summary, text) in _RULES.items()
)
