"""Whether two instruction sequences have the same data-flow graph, as a plain equality of sets.

Weaker and simpler than :mod:`.allocation`, for property tests: every use is linked to the definitions of its register
that reach it along control flow.  EXEC is not looked at, so a definition under a partial mask hides an earlier one
here.
"""

from __future__ import annotations

from isaopt.check._flow import build_blocks
from isaopt.check.alloc_types import accesses
from isaopt.ir.program import Instruction, Module

#: (defining item or -1 for the entry, which of its written units) -> (using item, which of its read units).
DataflowEdge = tuple[tuple[int, int], tuple[int, int]]


def dataflow(module: Module, kernel: str) -> frozenset[DataflowEdge]:
    """Def-use edges of the kernel's VGPRs, within straight lines exactly and across blocks by reaching definitions."""
    blocks = build_blocks(module, module.kernel(kernel))
    edges: set[DataflowEdge] = set()
    reaching: list[dict[int, frozenset[tuple[int, int]]]] = [{} for _ in blocks]
    reaching[0] = {0: frozenset({(-1, 0)})}
    todo = [*range(len(blocks))]
    while todo:
        number = todo.pop(0)
        live = dict(reaching[number])
        for index in blocks[number].body:
            item = module.items[index]
            assert isinstance(item, Instruction)
            regs = accesses(item.op, item.op)
            for place, (unit, _) in enumerate((*regs.reads, *regs.kept)):
                edges |= {(source, (index, place)) for source in live.get(unit, frozenset())}
            for place, (unit, _) in enumerate(regs.writes):
                live[unit] = frozenset({(index, place)})
        for edge in blocks[number].edges:
            target = reaching[edge.target]
            merged = {u: target.get(u, frozenset()) | live.get(u, frozenset()) for u in {**target, **live}}
            if merged != target:
                reaching[edge.target] = merged
                todo.append(edge.target)
    return frozenset(edges)


def same_dataflow(before: Module, after: Module, kernel: str) -> bool:
    """Whether both kernels have the same def-use edges, as they must if one is a renaming of the other."""
    return dataflow(before, kernel) == dataflow(after, kernel)
