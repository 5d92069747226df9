"""Local search over registers (``runtime/chains.c``): cheap, legal at every step but for rules, proves nothing."""

from __future__ import annotations

import ctypes

import numpy as np

from isaopt.solve.evaluate import blocks_in_order, matrix_cost
from isaopt.solve.pack import Neighbours, library, lists, random_state, structure
from isaopt.solve.problem import FIXED_REGISTER, Assignment, CellRef, Problem
from isaopt.toolchain.native import NativeRecord

#: The levels of ``Objective`` but the last, after the rules that are broken.
_LEVELS = 5
#: Source slots times banks.
_PORTS = 16
#: Reads of one instruction that the C has room for (``MOST_READS``).
_MOST_READS = 16
_SETS = ("reads", "sources", "misses")


def fewer_conflicts(
    problem: Problem,
    adjacent: Neighbours,
    start: Assignment,
    work: int,
    seed: int,
    heat: int,
    thorough: bool = False,
) -> Assignment:
    """The best assignment found from one in which no two live values share a register.

    ``work`` counts evaluated instructions and visited neighbours; ``heat`` is the loss that a step may accept at first,
    where 64 is one unit of the first cost in the hottest block.  A ``thorough`` search goes on for bank reads where no
    conflict is left.
    """
    if not problem.instructions or any(len(instr.reads) > _MOST_READS for instr in problem.instructions):
        return start
    search = prepared(problem, adjacent, start)
    search.random, search.work, search.heat, search.thorough = random_state(seed), work, heat, thorough
    library().solve_chains(ctypes.byref(search))
    return tuple(search.array("best")[:-1].tolist())


def prepared(problem: Problem, adjacent: Neighbours, start: Assignment) -> NativeRecord:
    """The problem as ``Chains`` of ``runtime/chains.c``."""
    groups, count = problem.groups, len(problem.groups)
    blocks = blocks_in_order(problem.instructions)
    instructions = [instr for block in blocks for instr in block]

    def cell(ref: CellRef) -> tuple[int, int]:
        # A plain register is an offset in one additional group, which stands at 0.
        return (count if ref.group == FIXED_REGISTER else problem.position[ref.group]), ref.offset

    readers: list[dict[int, None]] = [{} for _ in range(count + 1)]
    for at, instr in enumerate(instructions):
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
    search.count, search.most = count, problem.max_vgprs
    search.arrays(**dict(zip(("first", "others", "low", "high"), adjacent.ranges, strict=True)))
    search.arrays(
        width=[*(g.width for g in groups), 0],
        limit=[*(g.limit for g in groups), 0],
        fixed=[*(g.fixed for g in groups), True],
    )
    reader_first, readers_of = lists([list(own) for own in readers])
    rule_first, rule_numbers = lists(naming)
    block_first, _ = lists([range(len(block)) for block in blocks])
    reads_first, reads = lists(
        [[n for r in i.reads for n in (*cell(r.cell), r.slot, int(r.accumulator))] for i in instructions]
    )
    search.arrays(reader_first=reader_first, readers=readers_of, rule_first=rule_first, rule_numbers=rule_numbers)
    search.arrays(rules=[n for rule in rules for n in rule], block_first=block_first)
    search.arrays(block_of=[at for at, block in enumerate(blocks) for _ in block])
    search.arrays(reads_first=reads_first // 4, reads=reads, weight=[i.weight for i in instructions])
    search.arrays(matrix=[i.kind == "wmma" for i in instructions], uncached=[i.uncached for i in instructions])
    search.arrays(
        formulas=[
            n
            for cost in problem.costs
            for n in (_SETS.index(cost.counts), cost.reads_per_cycle, cost.adds_banks, matrix_cost(cost))
        ]
    )
    search.arrays(place=[*start, 0], bases=[*start, 0], best=[*start, 0])
    sizes = dict.fromkeys(("value", "best_value"), _LEVELS) | {"block_value": _LEVELS * len(blocks)}
    for size, names in (
        (1, ("changed", "dirty")),
        (_LEVELS, ("paid", "new_paid")),
        (_PORTS, ("held", "new_held")),
    ):
        sizes |= dict.fromkeys(names, size * len(instructions))
    for name, size in sizes.items():
        search.arrays(**{name: np.zeros(size, dtype=np.int64)})
    for name in ("moved", "from", "to"):
        search.arrays(**{name: np.zeros(count, dtype=np.int64)})
    fast = np.zeros(problem.max_vgprs + 1, dtype=np.int64)
    for group in groups:
        if group.fixed:
            fast[group.current + 1 : group.current + group.width + 1] = 1
    search.arrays(held_fast=np.cumsum(fast), parted=np.zeros_like(fast), taken=np.zeros_like(fast))
    search.arrays(mark=np.zeros(count + 1, dtype=np.int64))
    search.arrays(block_mark=np.zeros(len(blocks), dtype=np.int64), touched=np.zeros(len(blocks), dtype=np.int64))
    search.rule_count = len(rules)
    search.blocks = len(blocks)
    return search
