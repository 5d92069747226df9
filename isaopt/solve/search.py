"""Searches for an assignment within a number of registers: chooses banks, packs registers, improves the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isaopt.solve.banks import BankChoice, choose_banks
from isaopt.solve.chains import fewer_conflicts
from isaopt.solve.costs import LEVELS
from isaopt.solve.cpsat import SearchLimits
from isaopt.solve.evaluate import Conflicts, evaluate
from isaopt.solve.pack import Neighbours, neighbours, pack
from isaopt.solve.problem import BANKS, Assignment, InstrReads, Problem, violations

_MODEL_TIME = 2.5
_PACK_PASSES = 200
"""Work of a packing search, in visits of every interference of the problem."""
_PACK_LARGEST = 100_000_000
SPARING = 0.5
"""Below this effort registers are searched locally, and no model chooses banks."""
_CHAIN_WORK = 100_000_000
_LEAST_CHAINS, _LEAST_CLASHES = 0.25, 0.05
"""The share of that work which no kernel is spared.  Less where no bank model sees a conflict."""
_CHAIN_VISITS = 20_000
"""What a sparing local search takes at most for each instruction and group: what it has not found by then, it hardly
finds in a hundred times the work."""
_READS_WORK = 20_000_000
"""Work for bank reads once no conflict is left."""
_HEATS = (32, 288, 8)
"""What it may lose at first, each time that it begins anew from the best: less than a read too many of a bank, as much
as two tuples of a WMMA in one bank, next to nothing."""
_MODEL_INSTRUCTIONS = 1_600
_MODEL_GROUPS = 1_500


@dataclass(frozen=True)
class Blocks:
    """What the bank models look at: the whole blocks that hold an instruction of the highest weight, and all blocks,
    each as far as the model takes them.  ``whole`` says that nothing was left out."""

    hot: list[InstrReads]
    modelled: list[InstrReads]
    whole: bool
    adjacent: Neighbours

    @staticmethod
    def of(problem: Problem, effort: float) -> Blocks:
        weights: dict[int, int] = {}
        sizes: dict[int, int] = {}
        for instr in problem.instructions:
            weights[instr.block] = max(weights.get(instr.block, 0), instr.weight)
            sizes[instr.block] = sizes.get(instr.block, 0) + 1
        top = max(weights.values(), default=0)
        hot: set[int] = set()
        modelled: set[int] = set()
        room = round(_MODEL_INSTRUCTIONS * max(1, effort))
        for block in sorted(weights, key=lambda b: (-weights[b], b)):
            if sizes[block] > room or (weights[block] < top and len(problem.groups) > _MODEL_GROUPS):
                continue
            room -= sizes[block]
            modelled.add(block)
            if weights[block] == top:
                hot.add(block)
        chosen = [instr for instr in problem.instructions if instr.block in modelled]
        return Blocks(
            [instr for instr in chosen if instr.block in hot],
            chosen,
            len(chosen) == len(problem.instructions),
            neighbours(problem),
        )


class AssignmentSearch:
    """Holds the best assignment found; work is limited by ``effort``, and that on banks to a ``share`` of it."""

    def __init__(
        self,
        problem: Problem,
        start: Assignment,
        blocks: Blocks,
        effort: float,
        seed: int,
        share: float = 1.0,
    ) -> None:
        self.problem, self.blocks, self.adjacent = problem, blocks, blocks.adjacent
        self.effort, self.seed, self.share = effort, seed, share
        self.best = start
        self.value = evaluate(problem, start)
        self.wanted = (0, 0, 0)

    def limits(self, time: float) -> SearchLimits:
        return SearchLimits(time * self.effort, self.seed)

    def offer(self, bases: Assignment | None) -> bool:
        """Accepts an assignment if it is legal and better."""
        if bases is None or violations(self.problem, bases):
            return False
        value = evaluate(self.problem, bases)
        if value >= self.value:
            return False
        self.best, self.value = bases, value
        return True

    @property
    def costly(self) -> bool:
        """Whether a conflict remains that costs time under a bank model."""
        *by_model, _ = self.value.conflicts
        return any(by_model)

    def done(self) -> bool:
        """Whether the conflicts are as low as any known choice of banks allows."""
        return self.value.conflicts <= self.wanted

    def banks(self) -> tuple[int, ...]:
        return tuple(base % BANKS for base in self.best)

    def run(self, below: Conflicts | None = None) -> None:
        """Improves the assignment: by local search, then on banks that a model chooses.

        With ``below``, only results with fewer conflicts than that count.
        """
        self.chains()
        if self.effort < SPARING:
            return
        if not any(self.value.conflicts):
            # A model of all banks takes longer, and over kernels of many kinds it found more reads than this mostly.
            work = round(_READS_WORK * self.effort)
            self.offer(fewer_conflicts(self.problem, self.adjacent, self.best, work, self.seed, _HEATS[-1], True))
            return
        choice = self.choose(below)
        first, second, clashes, _ = choice.values
        if self.blocks.whole and first is not None and second is not None and clashes is not None:
            self.wanted = (first, second, clashes)
        if not self.done():
            self.chains()

    def chains(self) -> None:
        """Local search from the best assignment; sources that clash under no model are not worth a second one to a
        search that is sparing."""
        for turn, heat in enumerate(_HEATS):
            if not any(self.value.conflicts) or (turn and self.effort < SPARING and not self.costly):
                break
            self.offer(self.chained(self.problem, self.best, turn, heat))

    def chained(self, problem: Problem, start: Assignment, turn: int, heat: int) -> Assignment:
        work = round(_CHAIN_WORK * max(_LEAST_CHAINS if self.costly else _LEAST_CLASHES, self.effort))
        if self.effort < SPARING:
            work = min(work, _CHAIN_VISITS * (len(problem.instructions) + len(problem.groups)))
        return fewer_conflicts(problem, self.adjacent, start, work, self.seed + turn, heat)

    def anywhere_below(self, top: int) -> Assignment | None:
        """Registers below ``top`` in any banks, with as few conflicts as local search then finds."""
        allowed = [
            [b for b in self.allowed(i) if group.fixed or b + group.width <= top]
            for i, group in enumerate(self.problem.groups)
        ]
        packed = pack(self.problem, self.adjacent, allowed, self.best, self.pack_work(), self.seed)
        if packed is None:
            return None
        return self.chained(self.problem.within(top), packed, 0, _HEATS[0])

    def choose(self, below: Conflicts | None) -> BankChoice:
        """Chooses banks of the blocks that a model takes, and packs the choice into registers."""
        modelled = self.blocks.modelled
        if not modelled:
            # Local improvement is left.
            return BankChoice(self.banks(), (None,) * LEVELS)
        choice = choose_banks(self.problem, modelled, self.banks(), self.limits(_MODEL_TIME * self.share), below)
        self.offer(self.registers(choice.banks, modelled))
        return choice

    def registers(self, banks: Sequence[int], scored: Sequence[InstrReads]) -> Assignment | None:
        """Packs with these banks; if that fails, frees the banks that no objective and no rule requires."""
        bound = {ref.group for pair in self.problem.must_differ_mod4 + self.problem.must_differ_mod2 for ref in pair}
        bound |= {read.cell.group for instr in scored for read in instr.reads}
        tried: list[list[int]] = []
        for loose in (False, True):
            allowed = [
                [
                    base
                    for base in self.allowed(i)
                    if base % BANKS == banks[i] or (loose and group.id not in bound) or group.fixed
                ]
                for i, group in enumerate(self.problem.groups)
            ]
            if all(allowed) and allowed != tried:
                tried = allowed
                packed = pack(self.problem, self.adjacent, allowed, self.best, self.pack_work(), self.seed)
                if packed is not None:
                    return packed
        return None

    def allowed(self, i: int) -> Sequence[int]:
        group = self.problem.groups[i]
        if group.fixed:
            return (group.current,)
        return range(min(group.limit, self.problem.max_vgprs) - group.width + 1)

    def pack_work(self) -> int:
        degrees = self.adjacent.degrees
        edges = sum(degrees) + sum(len(self.allowed(i)) for i in range(len(degrees)))
        return round(min(_PACK_PASSES * edges, _PACK_LARGEST))

    def packed_below(self, banks: Sequence[int], top: int) -> Assignment | None:
        """A packing with these banks that leaves the registers from ``top`` on unused."""
        allowed = [
            [b for b in self.allowed(i) if group.fixed or (b % BANKS == banks[i] and b + group.width <= top)]
            for i, group in enumerate(self.problem.groups)
        ]
        if not all(allowed):
            return None
        return pack(self.problem, self.adjacent, allowed, self.best, self.pack_work() // 8, self.seed)

    def squeeze(self, wide: AssignmentSearch, wanted: Conflicts) -> bool:
        """Whether the conflicts of a wider assignment were reached in these registers, on its banks or others."""
        top = self.problem.max_vgprs
        found = self.packed_below(wide.banks(), top) or self.anywhere_below(top)
        return self.offer(found) and self.value.conflicts <= wanted

    def fits(self, top: int, more_reads: float) -> bool:
        """Whether the assignment was brought into the registers below ``top`` with no more conflicts, and at most that
        share more of bank reads; it is taken then, better or not."""
        value, banks = self.value, self.banks()
        found = self.packed_below(banks, top)
        if found is None:
            found = self.anywhere_below(top)
        if found is None or violations(self.problem, found):
            return False
        lower = evaluate(self.problem, found)
        if lower.conflicts > value.conflicts or lower.bank_reads > value.bank_reads * (1 + more_reads):
            return False
        self.best, self.value = found, lower
        return True

    def lower_highest(self, floor: int) -> None:
        """Uses as few registers as the chosen banks allow, by bisection."""
        least, banks = floor, self.banks()
        while least < self.value.highest_vgpr:
            tried = (least + self.value.highest_vgpr) // 2
            if not self.offer(self.packed_below(banks, tried + 1)):
                least = tried + 1
