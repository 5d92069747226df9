"""Static legality of dual instructions: what the encoding forbids (error) and the gfx11 interlock erratum (warning)."""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.ir.program import Kernel, Module
from isaopt.target.arch import get_arch
from isaopt.target.vopd import interlock_risk
from isaopt.target.vopd_ops import check_pair, half_of


@dataclass(frozen=True, slots=True)
class LegalityFinding:
    """``severity`` is ``error`` or ``warning``; ``line`` counts from 1."""

    rule: str
    severity: str
    line: int
    kernel: str
    message: str


def check_legality(module: Module, kernel: Kernel) -> tuple[LegalityFinding, ...]:
    """Every dual instruction of a kernel that cannot be encoded, or that gfx11 hardware may execute wrongly."""
    arch = get_arch(module.arch)
    found = []
    for _, instruction in module.instructions(kernel):
        if instruction.op.pair is None:
            continue
        x, y = instruction.op.pair
        for violation in check_pair(arch, x, y, kernel.wave_size):
            found.append(
                LegalityFinding(f"vopd-{violation.reason}", "error", instruction.line, kernel.name, violation.message)
            )
        for slot in interlock_risk(arch, half_of(arch, x), half_of(arch, y)):
            found.append(
                LegalityFinding(
                    "vopd-interlock",
                    "warning",
                    instruction.line,
                    kernel.name,
                    f"{slot} registers of X and Y have equal parity: gfx11 can lose the producers' interlock",
                )
            )
    return tuple(found)
