"""Hazards that the hardware leaves to software: B must not have one that A has not.

The rules are lint's: they look at one kernel by itself.  What this adds to the proof is that both kernels' instructions
get the operands that the text names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from isaopt.asm.printer import print_op
from isaopt.ir.program import Kernel, Module
from isaopt.linting.model import Finding, Severity
from isaopt.linting.registry import get_rule
from isaopt.linting.run import lint_module
from isaopt.proof.types import Difference

_RULES = (
    "trans-use",
    "wmma-source",
    "vcmpx-permlane",
    "valu-partial-forwarding",
    "valu-mask-write",
    "vopd-interlock",
    "sgpr-read",
    "dst-overlap",
    "dealloc-vgprs",
    "clause-members",
    "buffer-offset",
    "vopd-dst-parity",
    "vopd-src0-bank",
    "vopd-src1-bank",
    "vopd-src2-parity",
    "vopd-scalar-limit",
    "vopd-literal",
    "vopd-operands",
    "vopd-opx",
    "constant-bus",
    "literal-count",
    "barrier-halves",
)


#: What compilers emit: their code has them where another order of instructions or other registers may not.
_EMITTED = frozenset(("vopd-interlock", "sgpr-read"))


def compare_hazards(before: Module, after: Module, kernel: Kernel) -> Iterator[Difference]:
    """A difference for each hazard of B that A has not: not at the same instruction, or, of those that compilers emit,
    not as often."""
    theirs = _errors(after, kernel)
    if not theirs:
        return
    allowed = Counter(_what(before, kernel, f) for f in _errors(before, kernel))
    for finding in theirs:
        what = _what(after, kernel, finding)
        if allowed[what] > 0:
            allowed[what] -= 1
        else:
            yield Difference(f"{finding.message} [{finding.rule}]", 0, finding.line)


def _what(module: Module, kernel: Kernel, finding: Finding) -> tuple[str, str]:
    """The rule and the instruction that breaks it."""
    if finding.rule in _EMITTED:
        return finding.rule, ""
    ops = (i.op for _, i in module.instructions(module.kernel(kernel.name)) if i.line == finding.line)
    return finding.rule, " ".join(print_op(op) for op in ops)


def _errors(module: Module, kernel: Kernel) -> list[Finding]:
    rules = tuple(get_rule(name) for name in _RULES)
    # A comment that allows a finding changes nothing for the hardware.
    found = lint_module(module, rules, [kernel.name], allowances=False)
    return [f for f in found if f.severity is Severity.ERROR]
