"""Exact value of an assignment under the objectives of the reassignment, without any solver.

The register-file models are those of the interface contract.  ``gather2``: a bank delivers two VGPRs per lane and
cycle, so n distinct VGPRs in the fullest bank cost max(0, n - 2) extra half cycles (fitted to public hardware traces
of gfx1100 and gfx1201).  ``article``: an operand cache per bank with a port per source slot keeps the last VGPR read;
source reads that it does not serve and that share a bank cost one extra cycle each after the first (seb-v, "Deep dive
into matrix optimization on AMD GPUs", kernel 6).  A test holds these figures to those of the models themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from isaopt.solve.problem import BANKS, Assignment, CellRef, InstrReads, Problem

WMMA_COLLISION_CYCLES = 2
"""34 instead of 32 cycles when two of the A, B, C tuples start in one bank (LLVM issue 204254, gfx1151)."""


class Objective(NamedTuple):
    """What is minimised, in order; the first three are weighted sums over the instructions.

    ``gather2`` is in half cycles, ``article`` in cycles, ``bank_reads`` counts operands, ``highest_vgpr`` is an index
    (-1 without any register).
    """

    gather2: int
    article: int
    bank_reads: int
    highest_vgpr: int


def gather2_half_cycles(registers: Iterable[int]) -> int:
    """Extra half cycles of one VALU instruction that reads these VGPRs, accumulators included."""
    fullest = Counter(register % BANKS for register in set(registers))
    return max(0, max(fullest.values(), default=0) - 2)


def instruction_costs(problem: Problem, instr: InstrReads, bases: Assignment) -> int:
    """``gather2`` half cycles of one instruction, not weighted."""
    registers = [problem.register(read.cell, bases) for read in instr.reads]
    if instr.kind == "wmma":
        return 2 * WMMA_COLLISION_CYCLES * _tuples_collide(registers)
    return gather2_half_cycles(registers)


def _tuples_collide(starts: Iterable[int]) -> bool:
    distinct = set(starts)
    return len({start % BANKS for start in distinct}) < len(distinct)


def blocks_in_order(instructions: Iterable[InstrReads]) -> list[list[InstrReads]]:
    """Instructions by block, each block in execution order; operand caches are taken as cold at its start."""
    blocks: dict[int, list[InstrReads]] = {}
    for instr in instructions:
        blocks.setdefault(instr.block, []).append(instr)
    return [sorted(blocks[block], key=lambda i: i.index) for block in sorted(blocks)]


def per_instruction(
    problem: Problem, bases: Assignment, instructions: Iterable[InstrReads]
) -> Iterator[tuple[InstrReads, int, int, int]]:
    """Each instruction of whole blocks with its gather2 half cycles, article cycles and bank reads, not weighted."""
    for block in blocks_in_order(instructions):
        cache: dict[tuple[int, int], int | CellRef] = {}
        for instr in block:
            gather2 = instruction_costs(problem, instr, bases)
            if instr.kind == "wmma":
                registers = [problem.register(read.cell, bases) for read in instr.reads]
                # A WMMA streams whole tuples through every bank, so nothing cached before it is taken to survive.
                cache.clear()
                yield instr, gather2, WMMA_COLLISION_CYCLES * _tuples_collide(registers), instr.uncached
                continue
            missed: set[int] = set()
            bank_reads = 0
            kept: list[tuple[tuple[int, int], int | CellRef]] = []
            for read in instr.reads:
                if read.accumulator:
                    continue
                register = problem.register(read.cell, bases)
                port = (read.slot, register % BANKS)
                held = register if problem.reuse == "register" else read.cell
                kept.append((port, held))
                if cache.get(port) != held:
                    missed.add(register)
                    bank_reads += 1
            cache.update(kept)
            per_bank = Counter(register % BANKS for register in missed)
            yield instr, gather2, sum(count - 1 for count in per_bank.values()), bank_reads


def evaluate(problem: Problem, bases: Assignment, instructions: Iterable[InstrReads] | None = None) -> Objective:
    """The exact objective of an assignment, over all instructions or over whole blocks given."""
    gather2 = article = bank_reads = 0
    scope = problem.instructions if instructions is None else instructions
    for instr, halves, cycles, reads in per_instruction(problem, bases, scope):
        gather2 += instr.weight * halves
        article += instr.weight * cycles
        bank_reads += instr.weight * reads
    highest = max((base + group.width - 1 for group, base in zip(problem.groups, bases, strict=True)), default=-1)
    return Objective(gather2, article, bank_reads, highest)
