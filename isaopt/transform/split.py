"""The pass ``split``: wide LDS loads of the hottest blocks as two narrower ones, where that removes bank conflicts.

``ds_load_b128`` puts four neighbours into four banks.  The pass asks the reassignment what it can reach with these
loads whole and with all of them split; if the second is better, the kernel gets those registers, and every load whose
halves can still be neighbours on the banks that they need stays whole.  An LDS instruction more issues beside the
VALU, and the two halves move as many bytes as the whole, so a conflict in a hot block is worth one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.liveness import code_of, kernel_ops
from isaopt.analysis.flow.outstanding import Pending
from isaopt.analysis.flow.webs import Webs
from isaopt.asm.printer import print_op
from isaopt.ir.program import Kernel, Module
from isaopt.rebuild.rewrite import built, stripped
from isaopt.solve.evaluate import evaluate
from isaopt.solve.problem import BANKS, Problem
from isaopt.solve.reassign import Solution, reassign
from isaopt.target.arch import get_arch
from isaopt.transform.base import Declined, PassResult, SolverAnswer, SolverPass, unchanged
from isaopt.transform.pair.merge import merged
from isaopt.transform.placement import bases_on, cells_of, load_tie, renamed_to
from isaopt.transform.reassign import block_weights, build_problem
from isaopt.transform.wide_loads import is_wide_load, kept_whole, split_loads, uncounted, valu_of_blocks

_PACK_WORK = 10_000_000


@dataclass(frozen=True, slots=True)
class Split(SolverPass):
    """Has no options of its own."""

    name: ClassVar[str] = "split"
    summary: ClassVar[str] = "split wide LDS loads whose registers would cost bank conflicts"

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with fewer conflicts, or as it is."""
        return _SplitRun(module, kernel, self).run()


class _SplitRun:
    def __init__(self, module: Module, kernel: Kernel, options: Split) -> None:
        self.original, self.kernel, self.options = module, kernel, options
        self.arch = get_arch(module.arch)
        self.budget = options.budget(module, kernel)

    def run(self) -> PassResult:
        plain = stripped(self.original, self.kernel)
        kernel = plain.kernel(self.kernel.name)
        cfg, ops = code_of(plain, kernel)
        weights = block_weights(plain, kernel, cfg)
        hot = {b for b, weight in enumerate(weights) if weight == max(weights)}
        loads = [k for k, op in enumerate(ops) if op.mnemonic == "ds_load_b128" and cfg.block_of[k] in hot]
        plain_loads = [k for k in loads if is_wide_load(ops[k])]
        busy = kept_whole(plain, kernel, plain_loads, valu_of_blocks(plain, kernel))
        wide = uncounted(self.arch.name, cfg, ops, [k for k in plain_loads if k not in busy])
        counted = [k for k in plain_loads if k not in busy and k not in wide]

        def declined(ordinals: Sequence[int], code: str, why: str) -> list[Declined]:
            return [Declined(plain.items[cfg.order[k]].line, code, f"{print_op(ops[k])}: {why}") for k in ordinals]

        odd = declined(
            [k for k in loads if k not in plain_loads], "form", "not a plain load with room for a second offset"
        )
        odd += declined(
            sorted(busy), "lds-time", "its halves would conflict in LDS banks, and LDS has no time to spare"
        )
        odd += declined(counted, "wait", "a wait counts it among others that may be outstanding")
        if not wide and busy:
            return self.unchanged("lds-time", "splitting its wide loads would take too much LDS time", None, odd)
        if not wide:
            return self.unchanged("no-candidate", "its hottest blocks have no wide LDS load", None, odd)
        whole = self.solved(plain)[2]
        if not any(whole.after[:2]):
            return self.unchanged("no-gain", "no conflicts remain even without splitting loads", None, odd)
        module, halves = split_loads(plain, kernel, wide)
        problem, found, apart = self.solved(module)
        answer = SolverAnswer(
            "optimal" if apart.levels[0].status == "optimal" else "feasible",
            float(apart.levels[0].value),
            float(apart.levels[0].bound),
            tuple((lv.name, float(lv.value), float(lv.bound), lv.status) for lv in apart.levels[:2]),
        )
        if apart.after[:2] >= whole.after[:2]:
            why = "splitting it leaves as many conflicts"
            odd += declined(wide, "no-gain", why)
            return self.unchanged("no-gain", "splitting loads would not reduce the conflicts", answer, odd)
        placed = self.placed(module, problem, found, apart, halves)
        joined = merged(placed, placed.kernel(self.kernel.name), self.arch, (), halves)
        done = self.complete(joined)
        count = sum(i.op.mnemonic == "ds_load_b64" for _, i in joined.instructions(joined.kernel(self.kernel.name)))
        count -= sum(op.mnemonic == "ds_load_b64" for op in ops)
        kept = [k for k, two in zip(wide, halves, strict=True) if self.is_whole(placed, two)]
        notes = (f"split {count // 2} of {len(wide)} wide loads",)
        why = "its registers fit side by side on the banks that they need"
        stages = (module, placed)
        return PassResult(done, True, answer, notes, stages, tuple(odd + declined(kept, "banks-fit", why)))

    def unchanged(self, reason: str, why: str, answer: SolverAnswer | None, declined: Sequence[Declined]) -> PassResult:
        return unchanged(self.original, reason, why, answer=answer, declined=declined)

    def solved(self, module: Module) -> tuple[Problem, Webs, Solution]:
        """The best registers for the kernel as it stands in ``module``."""
        kernel = module.kernel(self.kernel.name)
        late = Pending.nothing(build_cfg(module, kernel))
        problem, found = build_problem(module, kernel, self.arch, self.budget, late)
        return problem, found, reassign(problem, self.options.effort, self.options.seed)

    def placed(
        self, module: Module, problem: Problem, found: Webs, solution: Solution, halves: Sequence[tuple[int, int]]
    ) -> Module:
        """The kernel with registers on the solution's banks, as many halves as possible being neighbours."""
        kernel = module.kernel(self.kernel.name)
        cfg, cells = build_cfg(module, kernel), cells_of(found)
        ops = kernel_ops(module, cfg)
        bases = problem.by_group(solution.bases)
        ties = [tie for tie in (load_tie(ops, cfg, found, cells, two) for two in halves) if tie is not None]
        fitting = [
            t
            for t in ties
            if (bases[t.low.group] + t.low.offset + t.distance - bases[t.high.group] - t.high.offset) % BANKS == 0
        ]
        highest = max(bases[g.id] + g.width for g in problem.groups)
        banks = {group: base % BANKS for group, base in bases.items()}
        better = bases_on(problem.within(max(highest, self.budget)), banks, _PACK_WORK, self.options.seed, fitting)
        if better is not None:
            # The operand caches of the ``article`` model know registers by their numbers.
            value = evaluate(problem, tuple(better[g.id] for g in problem.groups))
            bases = better if value[:2] <= solution.after[:2] else bases
        return renamed_to(module, kernel, found, bases)

    def is_whole(self, module: Module, halves: tuple[int, int]) -> bool:
        ops = kernel_ops(module, build_cfg(module, module.kernel(self.kernel.name)))
        first, second = (ops[k].operands[0].reg for k in halves)
        return first is not None and second is not None and abs(first.first - second.first) == 2

    def complete(self, module: Module) -> Module:
        """The kernel with its waits and hints, and its resources counted."""
        return built(module, self.original, self.kernel)
