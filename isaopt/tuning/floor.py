"""Lower bounds on the time of any choice of passes, which let a search skip plans.

Every version does the input's arithmetic, at most two operations of a lane per cycle, and moves its bytes (the roofs of
the input's prediction). And after passes that only order, pair and rename, the vector instructions of a version take
the ALU for at least their time without conflicts, or half of it for those that may be halves of pairs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from isaopt.errors import IsaoptError
from isaopt.ir.program import Module
from isaopt.simulator.classes import VALU
from isaopt.simulator.limits import ISSUE, shares
from isaopt.simulator.results import KernelTime
from isaopt.target.arch import get_arch
from isaopt.target.vopd_ops import component_name
from isaopt.tuning.model import Plan
from isaopt.tuning.prediction import WorkloadPredictor
from isaopt.tuning.tree import Tree
from isaopt.tuning.workloads import Setting

#: Passes that may remove instructions other than by pairing.
_FEWER = frozenset({"sgpr-bases", "unroll", "jump-threading"})
#: The share by which the work, and so the roof, of comparable versions may differ.
_TOLERANCE = 0.02


@dataclass(frozen=True)
class Floor:
    """Answers for versions of one kernel, as shares of the input's time: the geometric mean over its workloads."""

    predictor: WorkloadPredictor
    tree: Tree
    known: dict[str, float] = field(default_factory=dict)

    def below(self, plan: Plan) -> float:
        """A lower bound on the time of any version that the plan leads to, from the steps made so far; 0 if none is
        known. The empty plan stands for all plans."""
        if not plan:
            return float(math.prod(map(roof, self.predictor.settings)) ** (1 / len(self.predictor.settings)))
        end = max((k + 1 for k, step in enumerate(plan) if step.name in _FEWER), default=0)
        if end == len(plan) or any(branch.steps for branch in self.tree.missing([plan[:end]])):
            return 0.0
        module = self.tree.versions(plan[:end])[-1]
        if module is self.tree.original:
            return 0.0
        if module.text() not in self.known:
            self.known[module.text()] = self._issue(module)
        return self.known[module.text()]

    def _issue(self, module: Module) -> float:
        """The time for which the vector instructions of a version take its ALU."""
        found = 1.0
        for setting in self.predictor.settings:
            try:
                new = self._taken(module, setting, self.predictor.simulated(module, setting), pairs=True)
                old = self._taken(self.predictor.original, setting, setting.before, pairs=False)
            except IsaoptError:
                return 0.0
            found *= setting.before.valu_utilisation * new / old if old else 0.0
        return float(found ** (1 / len(self.predictor.settings)) * (1 - _TOLERANCE))

    def _taken(self, module: Module, setting: Setting, time: KernelTime, pairs: bool) -> float:
        """The cycles for which a wave takes the ALU; with ``pairs``, if everything is paired that might be."""
        arch = get_arch(module.arch)
        timings = self.predictor.prepared(module, setting).program(self.predictor.gpu).timings
        total = 0.0
        for i in time.instructions:
            timing = timings[i.ordinal]
            if timing.unit == VALU:
                halved = pairs and not timing.dual and component_name(arch, timing.op) is not None
                total += i.times * timing.occupies / (2 if halved else 1)
        return total


def roof(setting: Setting) -> float:
    """The share of a launch's time that its work takes under the lowest roof."""
    time = setting.before
    line = time.roofline
    work = line.flops_per_second / max(c.flops_per_second for c in line.ceilings) if line is not None else 0.0
    return max(work, *(share for unit, share in shares(time) if unit not in ISSUE), 0.0) * (1 - _TOLERANCE)
