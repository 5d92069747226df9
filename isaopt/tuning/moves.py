"""The changes that a search may make to a level's plan, and its budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from isaopt.analysis.figures.limits import limits_of, occupancy_steps
from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.loops import find_loops
from isaopt.ir.program import Kernel, Module
from isaopt.isa.meaning import Space
from isaopt.isa.registers import is_sgpr
from isaopt.tuning.model import PassStep, Plan
from isaopt.tuning.tree import Branch, Tree

_FACTORS = (2, 4, 8)
_GROUPS = (1, 4, 8)
#: Work of a pass per instruction of the kernel, in about milliseconds; that of a prediction besides its run; and the
#: instructions that a run simulates in that time. The plans tried depend on these figures and not on a clock.
_WORK: Mapping[str, int] = {
    "unspill": 2,
    "pair": 30,
    "pair-rounds": 15,
    "reassign": 17,
    "split": 10,
    "sgpr-bases": 15,
    "lds-offsets": 6,
    "lds-layout": 6,
    "widen": 3,
    "widen-rounds": 1,
    "coalesce": 2,
    "double-buffer": 2,
    "pipeline": 6,
    "spread": 3,
    "schedule": 12,
}
_LEAST_WORK, _PREDICTION, _SIMULATED = 1, 80, 3_000
#: The cost of such a unit to an account, since passes became that much cheaper.
_PRICE = 40
_MOST_WORK = 45_000
_STEP = "v_add_nc_u32"
#: Reductions to less than this share of the present registers are not tried for more waves.
_SHRINKS = 0.75


def pass_price(step: PassStep, instructions: int) -> int:
    """The cost of a pass over this many instructions, in units of :class:`isaopt.account.WorkAccount`."""
    return _PRICE * _WORK.get(step.name, _LEAST_WORK) * instructions


def stepped_offsets(module: Module) -> int:
    """The largest number of instructions in one loop that only add something uniform to the offset of an access with an
    SGPR base; accesses through bases of their own would need none of them."""
    found = 0
    for kernel in module.kernels:
        cfg = build_cfg(module, kernel)
        for loop in find_loops(module, kernel, cfg):
            ops = [module.instruction(i).op for b in loop.own_blocks for i in cfg.blocks[b].instructions]
            units = [
                {u for o in op.operands for reg in o.regs for u in reg.units}
                for op in ops
                if op.desc.memory is not None and op.desc.memory.space is Space.GLOBAL
            ]
            based = set().union(*(used for used in units if any(map(is_sgpr, used))))
            steps = (op for op in ops if op.operation == _STEP and based.issuperset(op.defs))
            found = max(found, sum(sum(o.reg is not None and o.reg.is_vgpr for o in op.operands) == 2 for op in steps))
    return found


def variants(default: Plan) -> dict[PassStep, Sequence[PassStep]]:
    """Other choices for the steps of a plan."""
    found: dict[PassStep, Sequence[PassStep]] = {}
    for step in default:
        match step.name:
            case "unroll" | "pipeline":
                found[step] = tuple(replace(step, factor=factor) for factor in _FACTORS)
            case "spread":
                groups = tuple(replace(step, group=group) for group in _GROUPS)
                found[step] = (*groups, replace(step, setprio=True), replace(step, late=True))
            case "sgpr-bases":
                found[step] = (replace(step, late=True),)
            case "pair":
                found[step] = (replace(step, late=True), replace(step, name="split"))
    return found


def more_waves(module: Module, kernel: Kernel, default: Plan) -> list[Plan]:
    """The plan within the VGPR limits that allow more waves on a SIMD, one occupancy step each; none where VGPRs are
    not the limit or would have to shrink by too much."""
    limits = limits_of(module, kernel)
    if limits.limit != "vgprs":
        return []
    steps = [vgprs for vgprs in occupancy_steps(module, kernel) if vgprs >= _SHRINKS * limits.vgpr_budget]
    return [tuple(replace(step, max_vgprs=vgprs) for step in default) for vgprs in steps]


@dataclass
class Work:
    """The budget left for a search on one kernel, besides its level's own passes. Prices depend only on the plans
    paid for so far, not on what other processes computed in advance. ``simulated``: how many instructions a
    prediction simulates."""

    tree: Tree
    kernel: str
    simulated: int
    effort: float = 1
    spent: int = 0
    short: bool = False
    """Whether something could not be paid for."""
    paid: set[Plan] = field(default_factory=lambda: {()})
    predicted: set[str] = field(default_factory=set)

    @property
    def most(self) -> int:
        """The whole budget, in about milliseconds."""
        return round(_MOST_WORK * self.effort)

    def pays(self, plan: Plan) -> bool:
        """Pays for a plan's passes if the budget allows: for those that have not run on their input version and were
        not paid for as the beginning of another plan."""
        branch = next(iter(self.tree.missing([plan])), Branch(self.tree.original, ()))
        known = max(len(plan) - len(branch.steps), *(k for k in range(len(plan) + 1) if plan[:k] in self.paid))
        price = self.size(branch.start) * sum(_WORK.get(step.name, _LEAST_WORK) for step in plan[known:])
        if self.spent + price > self.most:
            self.short = True
            return False
        self.spent += price
        self.given(plan)
        return True

    def predicts(self, plan: Plan) -> None:
        """Pays for a plan's prediction, unless it ends with the same version as another plan."""
        text = self.tree.versions(plan)[-1].text()
        if text not in self.predicted:
            self.predicted.add(text)
            self.spent += _PREDICTION + self.simulated // _SIMULATED

    def given(self, plan: Plan) -> None:
        """Registers a plan that costs nothing, since a run without predictions would also execute it."""
        self.paid.update(plan[:k] for k in range(len(plan) + 1))

    def size(self, module: Module) -> int:
        return len(module.instructions(module.kernel(self.kernel)))
