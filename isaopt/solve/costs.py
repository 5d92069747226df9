"""The objectives as CP-SAT expressions over the bank of each cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from ortools.sat.python import cp_model

from isaopt.solve.cpsat import Bit, forbid, total
from isaopt.solve.evaluate import matrix_cost
from isaopt.solve.problem import BANKS, FIXED_REGISTER, CellRef, InstrReads, Problem
from isaopt.solve.reuse import Plan, SourceRead

BANK_READS = 3
LEVELS = 4
"""Objectives in the model, in the order of ``Objective``."""

BankBit = Callable[[CellRef, int], Bit]
"""Whether a cell is in a bank: a literal of the model, or a constant for a cell that does not move."""


@dataclass
class Costs:
    """Weighted terms of the objectives that banks decide, to be minimised in order.

    ``constant`` is the part of each level that no assignment changes.
    """

    terms: tuple[list[tuple[cp_model.IntVar, int]], ...] = field(default_factory=lambda: ([], [], [], []))
    constant: list[int] = field(default_factory=lambda: [0] * LEVELS)

    def expression(self, level: int) -> cp_model.LinearExprT:
        """The model's value of a level (in the order of ``Objective``), without its constant."""
        variables = [variable for variable, _ in self.terms[level]]
        weights = [weight for _, weight in self.terms[level]]
        return cp_model.LinearExpr.weighted_sum(variables, weights)


def add_legality(model: cp_model.CpModel, problem: Problem, bit: BankBit, movable: Callable[[CellRef], bool]) -> None:
    """The VOPD rules on banks and parities, for pairs of which at least one side can move."""
    for a, b in sorted(set(problem.must_differ_mod4)):
        if movable(a) or movable(b):
            for bank in range(BANKS):
                forbid(model, (bit(a, bank), bit(b, bank)))
    for a, b in sorted(set(problem.must_differ_mod2)):
        if movable(a) or movable(b):
            odd = [bit(ref, bank) for ref in (a, b) for bank in (1, 3)]
            model.add(total(odd) == 1)


def add_costs(
    model: cp_model.CpModel,
    problem: Problem,
    instructions: Sequence[InstrReads],
    plan: Plan,
    bit: BankBit,
) -> Costs:
    """Builds the cost terms of the given instructions; the plan covers the whole blocks that contain them.

    Reads that another web in the same register would serve count as served wherever the banks allow it.
    """
    builder = _CostBuilder(model, problem, bit)
    builder.registers(instructions)
    builder.sources(instructions, plan)
    return builder.costs


class _CostBuilder:
    def __init__(self, model: cp_model.CpModel, problem: Problem, bit: BankBit) -> None:
        self.model, self.problem, self.bit = model, problem, bit
        self.costs = Costs()
        self.differ: dict[tuple[CellRef, CellRef], Bit] = {}
        self.served: dict[SourceRead, Bit] = {}

    def registers(self, instructions: Sequence[InstrReads]) -> None:
        """The terms of the levels that no cache affects, and of matrix instructions in all levels."""
        levels = [level for level, cost in enumerate(self.problem.costs) if not cost.caches]
        for level in levels:
            cost = self.problem.costs[level]
            weights: dict[tuple[tuple[CellRef, ...], str], int] = {}
            for instr in instructions:
                if instr.kind == "valu" or level == levels[0]:
                    every = instr.kind == "wmma" or cost.counts == "reads"
                    cells = self.problem.distinct(r.cell for r in instr.reads if every or not r.accumulator)
                    weights[cells, instr.kind] = weights.get((cells, instr.kind), 0) + instr.weight
            for (cells, kind), weight in weights.items():
                if kind == "wmma":
                    self.wmma(cells, weight)
                else:
                    self.beyond(level, len(cells), partial(self.bits, cells), weight)

    def beyond(self, level: int, count: int, counted: Callable[[int], Sequence[Bit]], weight: int) -> None:
        """The number by which the ``counted`` cells of each bank exceed what it delivers in a cycle: in the fullest
        bank, or summed over banks."""
        cost = self.problem.costs[level]
        if count <= cost.reads_per_cycle:
            return
        common = None if cost.adds_banks else self.model.new_int_var(0, count - cost.reads_per_cycle, "")
        for bank in range(BANKS):
            bits = counted(bank)
            most = sum(bit is not False for bit in bits) - cost.reads_per_cycle
            if common is not None:
                self.model.add(total(bits) <= common + cost.reads_per_cycle)
            elif most > 0:
                extra = self.model.new_int_var(0, most, "")
                self.model.add(total(bits) <= extra + cost.reads_per_cycle)
                self.costs.terms[level].append((extra, weight))
        if common is not None:
            self.costs.terms[level].append((common, weight))

    def wmma(self, cells: tuple[CellRef, ...], weight: int) -> None:
        if len(cells) < 2:
            return
        collide = self.model.new_bool_var("")
        for bank in range(BANKS):
            self.model.add(total(self.bit(cell, bank) for cell in cells) <= 1 + (len(cells) - 1) * collide)
        for level, cost in enumerate(self.problem.costs):
            if matrix_cost(cost):
                self.costs.terms[level].append((collide, weight * matrix_cost(cost)))

    def sources(self, instructions: Iterable[InstrReads], plan: Plan) -> None:
        for instr in instructions:
            if instr.kind == "wmma":
                self.costs.constant[BANK_READS] += instr.weight * instr.uncached
                continue
            missed: dict[CellRef, list[Bit]] = {}
            for read in plan[instr.block, instr.index]:
                served = self.served_bit(read)
                missed.setdefault(read.cell, []).append(served)
                if isinstance(served, bool):
                    self.costs.constant[BANK_READS] += instr.weight * (not served)
                else:
                    self.costs.constant[BANK_READS] += instr.weight
                    self.costs.terms[BANK_READS].append((served, -instr.weight))
            cells = self.problem.distinct(missed)
            cells = tuple(cell for cell in cells if not all(served is True for served in missed[cell]))
            for level, cost in enumerate(self.problem.costs):
                if cost.caches:
                    self.beyond(level, len(cells), partial(self.read_bits, cells, missed), instr.weight)

    def bits(self, cells: Sequence[CellRef], bank: int) -> list[Bit]:
        return [self.bit(cell, bank) for cell in cells]

    def read_bits(self, cells: Sequence[CellRef], missed: Mapping[CellRef, list[Bit]], bank: int) -> list[Bit]:
        return [self.read_bit(cell, bank, missed[cell]) for cell in cells]

    def read_bit(self, cell: CellRef, bank: int, served: list[Bit]) -> Bit:
        """Whether the bank is read for this cell: it is there and some slot is not served."""
        here = self.bit(cell, bank)
        if here is False or any(s is False for s in served):
            return here
        read = self.model.new_bool_var("")
        for s in served:
            if not isinstance(s, bool):
                self.model.add_bool_or([read, s] if here is True else [read, s, _not(here)])
        return read

    def served_bit(self, read: SourceRead) -> Bit:
        """True only if the slot's last read in the cell's bank was of the cell, or of one that could share its
        register."""
        if read not in self.served:
            self.served[read] = self._any(self._servers(read))
        return self.served[read]

    def _servers(self, read: SourceRead) -> list[Bit]:
        found: list[Bit] = []
        alive: Bit = True
        for other in read.before:
            if self.may_share(read.cell, other):
                found.append(self._all([alive, self.same_bit(read.cell, other)]))
            alive = self._all([alive, self.differ_bit(read.cell, other)])
            if alive is False:
                return found
        if read.seen or read.far:
            found.append(alive)
        return found

    def may_share(self, a: CellRef, b: CellRef) -> bool:
        return a.group != b.group and not self.problem.interfere(a, b)

    def same_bit(self, a: CellRef, b: CellRef) -> Bit:
        """True only if both are in one bank."""
        same = self.model.new_bool_var("")
        for bank in range(BANKS):
            other = self.bit(b, bank)
            if other is False:
                forbid(self.model, (same, self.bit(a, bank)))
            elif other is not True:
                here = self.bit(a, bank)
                if here is not False:
                    self.model.add_bool_or([_not(same), other] if here is True else [_not(same), _not(here), other])
        return same

    def _all(self, bits: Sequence[Bit]) -> Bit:
        """True only if all literals are."""
        if any(bit is False for bit in bits):
            return False
        free = [bit for bit in bits if not isinstance(bit, bool)]
        if len(free) < 2:
            return free[0] if free else True
        result = self.model.new_bool_var("")
        for bit in free:
            self.model.add_implication(result, bit)
        return result

    def _any(self, bits: Sequence[Bit]) -> Bit:
        """True only if one of the literals is."""
        if any(bit is True for bit in bits):
            return True
        free = [bit for bit in bits if not isinstance(bit, bool)]
        if not free:
            return False
        result = self.model.new_bool_var("")
        self.model.add_bool_or([*free, result.negated()])
        return result

    def differ_bit(self, a: CellRef, b: CellRef) -> Bit:
        key = (min(a, b), max(a, b))
        if key not in self.differ:
            if a.group == b.group and (a.group != FIXED_REGISTER):
                self.differ[key] = (a.offset - b.offset) % BANKS != 0
            elif all(isinstance(self.bit(ref, bank), bool) for ref in key for bank in range(BANKS)):
                self.differ[key] = not any(self.bit(a, bank) and self.bit(b, bank) for bank in range(BANKS))
            else:
                differ = self.model.new_bool_var("")
                for bank in range(BANKS):
                    forbid(self.model, (differ, self.bit(a, bank), self.bit(b, bank)))
                self.differ[key] = differ
        return self.differ[key]


def _not(bit: Bit) -> cp_model.LiteralT:
    if isinstance(bit, bool):
        raise TypeError("a constant has no literal")
    return bit.negated()
