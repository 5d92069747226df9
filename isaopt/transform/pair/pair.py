"""The pass ``pair``: forms as many dual-issue pairs of VALU instructions as possible, on registers that allow them.

Dual instructions of the input are split first, and so are wide LDS loads of the hottest blocks. Then pairs and banks
are chosen together (:mod:`isaopt.solve.pairing`), the halves of each pair are made adjacent, and registers are
allocated in the chosen banks for the new order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from isaopt.analysis.figures.limits import occupancy_steps
from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.liveness import code_of, kernel_ops
from isaopt.analysis.flow.outstanding import Pending
from isaopt.analysis.flow.webs import Webs
from isaopt.asm.resources import highest_vgpr
from isaopt.ir.program import Kernel, Module
from isaopt.rebuild.rewrite import built, stripped
from isaopt.solve.banks import highest_bound
from isaopt.solve.pairing import Whole
from isaopt.solve.problem import BANKS, Problem
from isaopt.target.arch import Arch, get_arch
from isaopt.transform.base import Declined, Part, PartsPass, PassResult, SolverAnswer, block_parts, left_out, unchanged
from isaopt.transform.dual_forms import apart
from isaopt.transform.pair.candidates import Candidates
from isaopt.transform.pair.choice import PairChoice, at_hand, choose
from isaopt.transform.pair.declined import singles_left
from isaopt.transform.pair.fused import accumulating
from isaopt.transform.pair.merge import merged
from isaopt.transform.pair.order import PairOrder
from isaopt.transform.pair.pace import TaskSlack, block_cycles, prompt_blocks
from isaopt.transform.pair.pressure import block_pressures
from isaopt.transform.pair.reads import PairReads
from isaopt.transform.placement import RegisterRequest, load_tie, spread_out, with_registers
from isaopt.transform.reassign import block_weights, build_problem
from isaopt.transform.reorder.scalars import with_separate_scalars
from isaopt.transform.wide_loads import is_wide_load, kept_whole, split_loads, uncounted, valu_of_blocks

#: Registers of each bank to leave free, from attempt to attempt: tuples do not fill every gap.
_SPARE = (0, 1, 2)
_PACK_WORK = 40_000_000


@dataclass(frozen=True, slots=True)
class Pair(PartsPass):
    """``without``: lines of blocks to leave unchanged."""

    name: ClassVar[str] = "pair"
    summary: ClassVar[str] = "issue VALU instructions in pairs, on registers that allow it"
    prompt: ClassVar[bool] = False
    """Whether only pairs are formed that delay nothing."""

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with more pairs, or unchanged."""
        if kernel.wave_size != 32:
            return self.refused(module)
        return PairRun(module, kernel, self).run()

    def refused(self, module: Module) -> PassResult:
        """The result for a kernel that cannot have pairs."""
        why = "dual issue needs wave32"
        return unchanged(module, "not-wave32", f"{why} [not-wave32]", declined=(Declined(0, "not-wave32", why),))

    def untouched(self, module: Module, kernel: Kernel) -> frozenset[int]:
        """The blocks of the bare kernel to leave unchanged."""
        return left_out(module, build_cfg(module, kernel), self.without)


class PairRun:
    """One kernel while pairs are formed: ``bare`` is the kernel without waits and hints, ``untouched`` the blocks that
    keep their instructions, ``limits`` the numbers of VGPRs to try: with which more waves fit than now, if that may be
    enough, then all that cost no wave."""

    def __init__(self, module: Module, kernel: Kernel, options: Pair) -> None:
        self.original, self.kernel, self.options = module, kernel, options
        self.arch: Arch = get_arch(module.arch)
        self.budget = options.budget(module, kernel)
        self.present = _weighted_duals(module, kernel)
        self.limits: tuple[int, ...] = (self.budget,)
        bare = stripped(module, kernel)
        own = bare.kernel(kernel.name)
        self.allowed = block_cycles(bare, own, self.arch)
        cfg = build_cfg(bare, own)
        apart = with_separate_scalars(bare, own, cfg, tuple(sorted(cfg.reachable)))
        self.untouched = options.untouched(apart, apart.kernel(kernel.name))
        self.bare = with_separate_scalars(bare, own, cfg, tuple(sorted(cfg.reachable - self.untouched)))

    def unchanged(
        self, reason: str, why: str, answer: SolverAnswer | None = None, declined: tuple[Declined, ...] = ()
    ) -> PassResult:
        return unchanged(self.original, reason, why, answer=answer, declined=declined)

    def problem_of(self, module: Module, cfg: CFG) -> tuple[Problem, Webs]:
        kernel = module.kernel(self.kernel.name)
        problem, found = build_problem(module, kernel, self.arch, self.budget, Pending.nothing(cfg))
        # An intermediate version may use more registers than the budget.
        return problem.within(self.budget), found

    def run(self) -> PassResult:
        bare, halves = self.plain()
        kernel = bare.kernel(self.kernel.name)
        cfg = build_cfg(bare, kernel)
        problem, found = self.problem_of(bare, cfg)
        step = next(iter(occupancy_steps(self.original, self.kernel)), self.budget)
        if highest_bound(problem) < step < self.budget:
            self.limits = step, self.budget
        fused = accumulating(bare, kernel, problem, found, block_weights(bare, kernel, cfg))
        if fused is not None:
            result = self.attempts((bare, fused), *self.problem_of(fused, cfg), halves)
            if result is not None and result.changed:
                return result
        result = self.attempts((bare,), problem, found, halves)
        if result is not None:
            return result
        return self.unchanged("register-limit", "no choice of pairs can be allocated [register-limit]")

    def attempts(
        self, versions: tuple[Module, ...], problem: Problem, found: Webs, halves: Sequence[tuple[int, int]]
    ) -> PassResult | None:
        """Forms pairs in the last of these versions, first with registers that leave its order as free as possible;
        None if no registers can be allocated for the pairs chosen."""
        plain = versions[-1]
        free = spread_out(plain, plain.kernel(self.kernel.name), problem, found)
        if free is not None:
            result = self.attempt((*versions, free), problem, found, halves)
            if result is not None:
                return result
        return self.attempt(versions, problem, found, halves)

    def attempt(
        self, versions: tuple[Module, ...], problem: Problem, found: Webs, halves: Sequence[tuple[int, int]]
    ) -> PassResult | None:
        """Forms pairs in the last of these versions; None if no registers can be allocated for the pairs chosen."""
        plain, free = versions[0], versions[-1]
        cfg = build_cfg(free, free.kernel(self.kernel.name))
        weights = block_weights(free, free.kernel(self.kernel.name), cfg)
        allowed: Sequence[int] = self.allowed
        slacks: dict[int, TaskSlack] = {}
        if self.options.prompt:
            allowed, slacks = prompt_blocks(free, cfg, self.arch, weights, self.untouched, self.allowed)
        candidates = Candidates(free, cfg, self.arch, found, weights, self.untouched, self.options.effort, slacks)
        hot = [b for b, weight in enumerate(weights) if weight == max(weights)]
        if candidates.bound() + candidates.whole() <= self.present:
            return self.without_gain(plain, candidates, at_hand(problem, candidates), hot)
        wholes = self.wholes(candidates, halves)
        choice = choose(problem.within(self.limits[0]), candidates, wholes, self.options.effort, self.options.seed)
        bank = choice.bank
        bound = self.bound_banks(problem, choice)
        full = 0
        tried: set[tuple[int, ...]] = set()
        for limit, spare in product(self.limits, _SPARE):
            if limit == full:
                continue
            room = [(limit - bank + BANKS - 1) // BANKS for bank in range(BANKS)]
            pressures = block_pressures(found, cfg, bank, bound, room)
            order = PairOrder(free, cfg, choice, candidates.reads, pressures, weights, allowed, spare)
            if order.excess > 0:
                full = limit
                continue
            begun = limit, *order.sequence
            if begun in tried:  # no registers were found for this order
                continue
            tried.add(begun)
            reads = order.improve(self.options.effort, self.options.seed)
            ordered = order.result()
            position = {old: new for new, old in enumerate(order.sequence)}
            loads = [(position[a], position[b]) for a, b in choice.whole]
            origin = [cfg.order[k] for k in order.sequence]
            placed = self.placed(ordered, RegisterRequest(origin, found, bank, choice.bound_groups, loads), limit)
            if placed is not None:
                neighbouring = [(position[a], position[b]) for a, b in order.kept]
                paired = merged(placed, placed.kernel(self.kernel.name), self.arch, neighbouring, loads)
                stages = (*versions, ordered, placed)
                declined = singles_left(plain, candidates, choice, set(order.kept), hot)
                made = {cfg.block_of[k] for pair in (*order.kept, *halves) for k in pair}
                answer = _answer(choice, reads)
                return self.result(paired, answer, stages, tuple(declined), block_parts(free, cfg, made))
        return None

    def without_gain(
        self, plain: Module, candidates: Candidates, choice: PairChoice, blocks: Sequence[int]
    ) -> PassResult:
        """The kernel as it is, since dependences and opcodes allow no more pairs than it has."""
        level = ("pairs", float(self.present), float(self.present), "optimal")
        answer = SolverAnswer("optimal", float(self.present), float(self.present), (level,))
        declined = singles_left(plain, candidates, choice, set(choice.pairs), blocks)
        return self.unchanged("no-gain", "no better choice of pairs found", answer, tuple(declined))

    def bound_banks(self, problem: Problem, choice: PairChoice) -> set[int]:
        """The groups whose bank is fixed: those that a pair constrains, that fill all banks, or that cannot move."""
        return choice.bound_groups | {g.id for g in problem.groups if g.fixed or g.width >= BANKS}

    def plain(self) -> tuple[Module, list[tuple[int, int]]]:
        """The bare kernel with its dual instructions split, and wide LDS loads split where that is allowed; the
        ordinals of the halves of these loads."""
        own = self.bare.kernel(self.kernel.name)
        valu = valu_of_blocks(self.bare, own)
        module = unpaired(self.bare, own, self.untouched)
        kernel = module.kernel(self.kernel.name)
        cfg, ops = code_of(module, kernel)
        wide = [k for k, op in enumerate(ops) if is_wide_load(op) and cfg.block_of[k] not in self.untouched]
        wide = uncounted(self.arch.name, cfg, ops, wide)
        whole = kept_whole(module, kernel, wide, valu)
        return split_loads(module, kernel, [k for k in wide if k not in whole])

    def wholes(self, candidates: Candidates, halves: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Whole]:
        """The wide loads, by their halves, as the model takes them."""
        found: dict[tuple[int, int], Whole] = {}
        for two in halves:
            tie = load_tie(candidates.ops, candidates.cfg, candidates.found, candidates.pairs.cell_of, two)
            if tie is not None:
                found[two] = Whole(tie, candidates.weights[candidates.cfg.block_of[two[0]]])
        return found

    def placed(self, module: Module, request: RegisterRequest, limit: int) -> Module | None:
        """The kernel in its new order (``module``), with up to ``limit`` registers in the chosen banks."""
        kernel = module.kernel(self.kernel.name)
        problem, webs = self.problem_of(module, build_cfg(module, kernel))
        return with_registers(module, kernel, problem.within(limit), webs, request, _PACK_WORK, self.options.seed)

    def complete(self, module: Module) -> Module:
        """The kernel with its waits and hints, and its resources counted."""
        return built(module, self.original, self.kernel)

    def result(
        self,
        paired: Module,
        answer: SolverAnswer,
        stages: tuple[Module, ...],
        declined: tuple[Declined, ...],
        parts: tuple[Part, ...],
    ) -> PassResult:
        name = self.kernel.name
        done = self.complete(paired)
        after = _weighted_duals(done, done.kernel(name))
        needed = highest_vgpr(done, done.kernel(name)) + 1
        limit = self.options.max_vgprs
        if limit is not None and needed > limit:
            why = f"the result needs {needed} VGPRs, but max-vgprs is {limit}"
            return self.unchanged("max-vgprs", why, answer)
        if after <= self.present:
            return self.unchanged("no-gain", "no better choice of pairs found", answer, declined)
        note = _note(self.original, done, self.kernel)
        return PassResult(done, True, answer, (note,), stages, declined, parts)


def _note(before: Module, after: Module, kernel: Kernel) -> str:
    """How many dual instructions there are."""
    name = kernel.name
    counts = [sum(i.op.pair is not None for _, i in m.instructions(m.kernel(name))) for m in (before, after)]
    return f"{counts[1]} dual instructions, {counts[0]} before"


def _answer(choice: PairChoice, reads: PairReads) -> SolverAnswer:
    levels = (
        ("pairs", float(choice.value), float(choice.bound), choice.status),
        ("dual_reads", float(reads.value), float(reads.bound), reads.status),
    )
    status = "optimal" if choice.status == reads.status == "optimal" else "feasible"
    return SolverAnswer(status, float(choice.value), float(choice.bound), levels)


def _weighted_duals(module: Module, kernel: Kernel) -> int:
    cfg = build_cfg(module, kernel)
    weights = block_weights(module, kernel, cfg)
    ops = kernel_ops(module, cfg)
    return sum(weights[b.index] * (ops[k].pair is not None) for b in cfg.blocks for k in b.ordinals)


def unpaired(module: Module, kernel: Kernel, untouched: frozenset[int]) -> Module:
    """The kernel with its dual instructions split where possible, except in the ``untouched`` blocks."""
    cfg = build_cfg(module, kernel)
    return apart(module, [index for k, index in enumerate(cfg.order) if cfg.block_of[k] not in untouched])
