"""Exact value of an assignment under the objectives of the reassignment, without any solver.

The register-file models are those of the interface contract.  ``gather2``: a bank delivers two VGPRs per lane and
cycle, so n distinct VGPRs in the fullest bank cost max(0, n - 2) extra half cycles (fitted to public hardware traces
of gfx1100 and gfx1201).  ``article``: an operand cache per bank with a port per source slot keeps the last VGPR read;
source reads that it does not serve and that share a bank cost one extra cycle each after the first (seb-v, "Deep dive
into matrix optimization on AMD GPUs", kernel 6).  *Source clashes* are what may cost time beyond both: sources in
one bank, whatever a cache holds (``simulator/timing.py`` charges them).  A test
holds these figures to those of the models themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from isaopt.solve.problem import BANKS, Assignment, CellRef, InstrReads, Problem

WMMA_COLLISION_CYCLES = 2
"""34 instead of 32 cycles when two of the A, B, C tuples start in one bank (LLVM issue 204254, gfx1151)."""


Conflicts = tuple[int, int, int]
"""The objectives that cost cycles: ``gather2``, ``article`` and ``source_clashes`` of an ``Objective``."""


class Objective(NamedTuple):
    """What is minimised, in order; all but the last are weighted sums over the instructions.

    ``gather2`` is in half cycles, ``article`` in cycles; ``source_clashes`` counts the sources of a VALU instruction
    beyond the first in the bank that most of them come from, accumulators left out, ``bank_reads`` operands;
    ``highest_vgpr`` is an index (-1 without any register).
    """

    gather2: int
    article: int
    source_clashes: int
    bank_reads: int
    highest_vgpr: int

    @property
    def conflicts(self) -> Conflicts:
        return self[:3]


class InstructionObjectives(NamedTuple):
    """The first objectives of one instruction, not weighted."""

    gather2: int
    article: int
    source_clashes: int
    bank_reads: int


def gather2_half_cycles(registers: Iterable[int]) -> int:
    """Extra half cycles of one VALU instruction that reads these VGPRs, accumulators included."""
    return max(0, _fullest(set(registers)) - 2)


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
) -> Iterator[tuple[InstrReads, InstructionObjectives]]:
    """Each instruction of whole blocks with its costs."""
    for block in blocks_in_order(instructions):
        cache: dict[tuple[int, int], int | CellRef] = {}
        for instr in block:
            registers = [problem.register(read.cell, bases) for read in instr.reads]
            if instr.kind == "wmma":
                # A WMMA streams whole tuples through every bank, so nothing cached before it is taken to survive.
                cache.clear()
                collision = WMMA_COLLISION_CYCLES * _tuples_collide(registers)
                yield instr, InstructionObjectives(2 * collision, collision, 0, instr.uncached)
                continue
            sources: set[int] = set()
            missed: set[int] = set()
            bank_reads = 0
            kept: list[tuple[tuple[int, int], int | CellRef]] = []
            for read, register in zip(instr.reads, registers, strict=True):
                if read.accumulator:
                    continue
                sources.add(register)
                port = (read.slot, register % BANKS)
                held = register if problem.reuse == "register" else read.cell
                kept.append((port, held))
                if cache.get(port) != held:
                    missed.add(register)
                    bank_reads += 1
            cache.update(kept)
            article = len(missed) - len({register % BANKS for register in missed})
            clashes = max(0, _fullest(sources) - 1)
            yield instr, InstructionObjectives(gather2_half_cycles(registers), article, clashes, bank_reads)


def _fullest(registers: Iterable[int]) -> int:
    return max(Counter(register % BANKS for register in registers).values(), default=0)


def evaluate(problem: Problem, bases: Assignment, instructions: Iterable[InstrReads] | None = None) -> Objective:
    """The exact objective of an assignment, over all instructions or over whole blocks given."""
    gather2 = article = source_clashes = bank_reads = 0
    scope = problem.instructions if instructions is None else instructions
    for instr, cost in per_instruction(problem, bases, scope):
        gather2 += instr.weight * cost.gather2
        article += instr.weight * cost.article
        source_clashes += instr.weight * cost.source_clashes
        bank_reads += instr.weight * cost.bank_reads
    highest = max((base + group.width - 1 for group, base in zip(problem.groups, bases, strict=True)), default=-1)
    return Objective(gather2, article, source_clashes, bank_reads, highest)
