"""The exact value of an assignment under the objectives of the reassignment, without any solver.

The formulas of the problem give the cost of conflicts (:class:`isaopt.target.bank_models.BankCost`). A test compares
these figures with those of reports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from isaopt.solve.problem import BANKS, Assignment, CellRef, InstrReads, Problem
from isaopt.target.bank_models import BankCost

WMMA_COLLISION_CYCLES = 2
"""34 instead of 32 cycles when two of the A, B, C tuples start in one bank (LLVM issue 204254, gfx1151)."""


Conflicts = tuple[int, int, int]
"""The objectives that cost cycles: the first three of an ``Objective``."""


class Objective(NamedTuple):
    """The minimised quantities, in lexicographic order; all but the last are weighted sums over the instructions.

    ``first`` and ``second`` are the costs of two register-file models, each in its own fraction of a cycle
    (``reads_per_cycle``); ``source_clashes`` counts the sources of a VALU instruction
    beyond the first in the bank that most of them come from, accumulators left out, ``bank_reads`` operands;
    ``highest_vgpr`` is an index (-1 without any register).
    """

    first: int
    second: int
    source_clashes: int
    bank_reads: int
    highest_vgpr: int

    @property
    def conflicts(self) -> Conflicts:
        return self[:3]


def matrix_cost(cost: BankCost) -> int:
    """The cost of a matrix instruction whose tuples collide, in the formula's own fraction of a cycle; its sources
    alone do not show this."""
    return 0 if cost.counts == "sources" else WMMA_COLLISION_CYCLES * cost.reads_per_cycle


def _in_banks(registers: Iterable[int]) -> Iterable[int]:
    return Counter(register % BANKS for register in registers).values()


def _tuples_collide(starts: Iterable[int]) -> bool:
    return max(_in_banks(set(starts)), default=0) > 1


def blocks_in_order(instructions: Iterable[InstrReads]) -> list[list[InstrReads]]:
    """Instructions by block, each block in execution order; operand caches are taken as cold at its start."""
    blocks: dict[int, list[InstrReads]] = {}
    for instr in instructions:
        blocks.setdefault(instr.block, []).append(instr)
    return [sorted(blocks[block], key=lambda i: i.index) for block in sorted(blocks)]


def per_instruction(
    problem: Problem, bases: Assignment, instructions: Iterable[InstrReads]
) -> Iterator[tuple[InstrReads, tuple[int, int, int, int]]]:
    """Each instruction of whole blocks with its conflicts and bank reads, not weighted."""
    first, second, third = problem.costs
    for block in blocks_in_order(instructions):
        cache: dict[tuple[int, int], int | CellRef] = {}
        for instr in block:
            registers = [problem.register(read.cell, bases) for read in instr.reads]
            if instr.kind == "wmma":
                # A WMMA streams whole tuples through every bank, so nothing cached before it is taken to survive.
                cache.clear()
                collide = _tuples_collide(registers)
                each = (collide * matrix_cost(first), collide * matrix_cost(second), collide * matrix_cost(third))
                yield instr, (*each, instr.uncached)
                continue
            sources: set[int] = set()
            missed: set[int] = set()
            bank_reads = 0
            kept: list[tuple[tuple[int, int], int]] = []
            for read, register in zip(instr.reads, registers, strict=True):
                if read.accumulator:
                    continue
                sources.add(register)
                port = (read.slot, register % BANKS)
                kept.append((port, register))
                if cache.get(port) != register:
                    missed.add(register)
                    bank_reads += 1
            cache.update(kept)
            counted = {"reads": _in_banks(set(registers)), "sources": _in_banks(sources), "misses": _in_banks(missed)}
            each = (
                first.beyond(counted[first.counts]),
                second.beyond(counted[second.counts]),
                third.beyond(counted[third.counts]),
            )
            yield instr, (*each, bank_reads)


def evaluate(problem: Problem, bases: Assignment, instructions: Iterable[InstrReads] | None = None) -> Objective:
    """The exact objective of an assignment, over all instructions or over whole blocks given."""
    first = second = source_clashes = bank_reads = 0
    scope = problem.instructions if instructions is None else instructions
    for instr, cost in per_instruction(problem, bases, scope):
        first += instr.weight * cost[0]
        second += instr.weight * cost[1]
        source_clashes += instr.weight * cost[2]
        bank_reads += instr.weight * cost[3]
    highest = max((base + group.width - 1 for group, base in zip(problem.groups, bases, strict=True)), default=-1)
    return Objective(first, second, source_clashes, bank_reads, highest)
