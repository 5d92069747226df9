"""Local search over registers by Kempe chains (``runtime/chains.c``): cheap, legal at every step, proves nothing."""

from __future__ import annotations

import ctypes

import numpy as np

from isaopt.solve.evaluate import blocks_in_order, matrix_cost
from isaopt.solve.pack import Neighbours, library, lists, random_state, structure
from isaopt.solve.problem import FIXED_REGISTER, Assignment, CellRef, Problem
from isaopt.toolchain.native import NativeRecord

#: The levels of ``Objective`` but the last, after the rules that are broken.
_LEVELS = 5
#: Groups of one chain (``LONGEST``), and reads of one instruction (``MOST_READS``) that the C has room for.
_LONGEST, _MOST_READS = 48, 16
_SETS = ("reads", "sources", "misses")


def fewer_conflicts(
    problem: Problem, adjacent: Neighbours, start: Assignment, work: int, seed: int, heat: int
) -> Assignment:
    """The best assignment found from one in which no two live values share a register.

    ``work`` counts evaluated instructions and visited neighbours; ``heat`` is the loss that a step may accept at first,
    where 64 is one unit of the first cost in the hottest block.
    """
    if not problem.instructions or any(len(instr.reads) > _MOST_READS for instr in problem.instructions):
        return start
    search = prepared(problem, adjacent, start)
    search.random, search.work, search.heat = random_state(seed), work, heat
    library().solve_chains(ctypes.byref(search))
    return tuple(search.array("best")[:-1].tolist())


def prepared(problem: Problem, adjacent: Neighbours, start: Assignment) -> NativeRecord:
    """The problem as ``Chains`` of ``runtime/chains.c``; the ``owner`` of its graph lives as long as it does."""
    groups, count = problem.groups, len(problem.groups)
    blocks = blocks_in_order(problem.instructions)
    instructions = [instr for block in blocks for instr in block]

    def cell(ref: CellRef) -> tuple[int, int]:
        # A plain register is an offset in one additional group, which stands at 0.
        return (count if ref.group == FIXED_REGISTER else problem.position[ref.group]), ref.offset

    readers: list[dict[int, None]] = [{} for _ in range(count + 1)]
    for at, block in enumerate(blocks):
        for instr in block:
            for read in instr.reads:
                readers[cell(read.cell)[0]][at] = None
    rules = [
        (*cell(a), *cell(b), modulus)
        for modulus, pairs in ((4, problem.must_differ_mod4), (2, problem.must_differ_mod2))
        for a, b in dict.fromkeys(pairs)
    ]
    naming: list[list[int]] = [[] for _ in range(count + 1)]
    for number, rule in enumerate(rules):
        for g in {rule[0], rule[2]}:
            naming[g].append(number)
    search = structure("Chains")()
    search.graph, search.most, search.owner = adjacent.record, problem.max_vgprs, adjacent
    search.arrays(
        width=[*(g.width for g in groups), 0],
        limit=[*(g.limit for g in groups), 0],
        fixed=[*(g.fixed for g in groups), True],
    )
    read_first, read_blocks = lists([list(own) for own in readers])
    rule_first, rule_numbers = lists(naming)
    block_first, _ = lists(blocks_of := [range(len(block)) for block in blocks])
    reads_first, reads = lists(
        [[n for r in i.reads for n in (*cell(r.cell), r.slot, int(r.accumulator))] for i in instructions]
    )
    search.arrays(read_first=read_first, read_blocks=read_blocks, rule_first=rule_first, rule_numbers=rule_numbers)
    search.arrays(rules=[n for rule in rules for n in rule], block_first=block_first)
    search.arrays(reads_first=reads_first // 4, reads=reads, weight=[i.weight for i in instructions])
    search.arrays(matrix=[i.kind == "wmma" for i in instructions], uncached=[i.uncached for i in instructions])
    search.arrays(
        formulas=[
            n
            for cost in problem.costs
            for n in (_SETS.index(cost.counts), cost.reads_per_cycle, cost.adds_banks, matrix_cost(cost))
        ]
    )
    search.arrays(bases=[*start, 0], best=[*start, 0])
    for name in ("value", "best_value"):
        search.arrays(**{name: np.zeros(_LEVELS, dtype=np.int64)})
    for name in ("block_value", "scratch_value"):
        search.arrays(**{name: np.zeros(_LEVELS * len(blocks_of), dtype=np.int64)})
    for name in ("moved", "from", "to"):
        search.arrays(**{name: np.zeros(_LONGEST, dtype=np.int64)})
    search.arrays(mark=np.zeros(count + 1, dtype=np.int64), costly=np.zeros(len(instructions), dtype=np.int64))
    search.arrays(block_mark=np.zeros(len(blocks), dtype=np.int64), touched=np.zeros(len(blocks), dtype=np.int64))
    search.rule_count = len(rules)
    search.blocks = len(blocks)
    return search
