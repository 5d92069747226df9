"""The pass ``coalesce``: removes copies between VGPRs by giving both values one register.

A loop that keeps a window of loaded values, or swaps two halves of a state, moves registers at the end of each
iteration. Once the loop is unrolled, the next iteration can read each value where it already is; other values could
have been computed where they are copied to, which compilers miss. Registers connected by a copy are merged if no other
value is written to one of them while both are live, and the copy is deleted. All values are then allocated anew by the
code that ``unspill`` uses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from isaopt.ir.program import Kernel, Module
from isaopt.rebuild.rewrite import built
from isaopt.target.reads import is_valu
from isaopt.transform.base import PassResult, SolverAnswer, SolverPass, unchanged
from isaopt.transform.dual_forms import paired_again
from isaopt.transform.unspill.coalesce import Coalescing
from isaopt.transform.unspill.versions import KernelForm, coalesced, in_registers

_PACK_WORK = 2_000_000
#: The pass runs only if at least one in this many VALU instructions, weighted by loops, might go.
_WORTH = 64


@dataclass(frozen=True, slots=True)
class Coalesce(SolverPass):
    """No options of its own."""

    name: ClassVar[str] = "coalesce"
    summary: ClassVar[str] = "drop copies between VGPRs where both can be one register"

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with fewer copies between VGPRs, or unchanged."""
        plain = KernelForm.of(module, kernel)
        if not plain.copied:
            return unchanged(module, "no-candidate", "no VGPR is copied to another")
        seldom = f"of {len(plain.copied)} copies between VGPRs, those that could go are rarely executed"
        worth = _work(plain)
        # All registers are allocated anew, which takes freedom from the order: only a loop makes up for that.
        weights = [plain.weight(copy) for copy in plain.copied]
        if max(weights) == 1 or sum(weights) * _WORTH < worth:
            return unchanged(module, "no-gain", seldom)
        copies = plain.copies
        merging = Coalescing(plain.webs, plain.cfg, copies)
        if merging.most_saved(copies) * _WORTH < worth:
            return unchanged(module, "no-gain", seldom)
        joined = coalesced(plain, merging)
        if joined is None:
            return unchanged(module, "register-limit", "there are too few virtual registers for its values")
        saved = sum(c.weight for c in copies) - sum(c.weight for c in joined.copies)
        if saved * _WORTH < worth:
            return unchanged(module, "no-gain", seldom)
        budget, work = self.budget(module, kernel), round(_PACK_WORK * max(self.effort, 0.1))
        placed = in_registers(joined, budget, work, self.seed)
        if placed is None:
            return unchanged(module, "register-limit", f"no registers were found for its values among {budget}")
        gone = len(copies) - len(joined.copies)
        note = f"{gone} of {len(copies)} copies between VGPRs are gone, {saved} weighted by loops"
        answer = SolverAnswer("feasible", float(sum(c.weight for c in joined.copies)), 0.0)
        return PassResult(built(paired_again(placed, kernel), module, kernel), True, answer, (note,))


def _work(form: KernelForm) -> int:
    """VALU instructions of the kernel, weighted by loops."""
    return sum(form.weight(i) for i in form.cfg.order if is_valu(form.module.instruction(i).op))
