"""Control-flow graph of one kernel: basic blocks, edges, reverse post-order, dominators.

Branch forms: AMD RDNA3/RDNA4 ISA guides, "Program control" (``s_branch``, ``s_cbranch_*``, ``s_endpgm*``).  An indirect
jump (``s_setpc_b64``) ends a block without successors here; :mod:`isaopt.analysis.flow.blockers` refuses the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import compress

from isaopt.graphs import reachable, reverse_post_order
from isaopt.ir.kept import kept
from isaopt.ir.program import Instruction, Kernel, Label, Module, Op

_ENDS = frozenset({"s_endpgm", "s_endpgm_saved", "s_endpgm_ordered_ps_done", "s_setpc_b64", "s_rfe_b64"})


@dataclass(frozen=True, slots=True)
class Block:
    """A basic block.  ``label`` is the name that branches use, or "" for one reached by falling through.

    ``instructions`` are item indices into ``module.items``; ``first`` is the ordinal of the first of them among the
    kernel's instructions in text order.  ``succs`` lists the fall-through successor before the branch target.
    """

    index: int
    label: str
    instructions: tuple[int, ...]
    first: int
    succs: tuple[int, ...]
    preds: tuple[int, ...]
    taken: int | None = None
    fallthrough: int | None = None

    @property
    def end(self) -> int:
        """One past the ordinal of the last instruction."""
        return self.first + len(self.instructions)

    @property
    def ordinals(self) -> range:
        """The ordinals of the instructions."""
        return range(self.first, self.end)


@dataclass(frozen=True)
class CFG:
    """Blocks in layout order; block 0 is the entry.  ``order`` is the item index of each instruction, by ordinal."""

    blocks: tuple[Block, ...]
    order: tuple[int, ...]

    @cached_property
    def block_of(self) -> tuple[int, ...]:
        """The block of each instruction, by ordinal."""
        return tuple(b.index for b in self.blocks for _ in b.instructions)

    @cached_property
    def reverse_post_order(self) -> tuple[int, ...]:
        """Blocks ordered so that a block precedes its successors except along retreating edges; unreachable code comes
        last.

        Each unreachable region is walked from its first block in layout order.
        """
        return reverse_post_order(range(len(self.blocks)), lambda b: reversed(self.blocks[b].succs))

    @cached_property
    def reachable(self) -> frozenset[int]:
        """Blocks that are reachable from the entry."""
        return frozenset(reachable([0] if self.blocks else [], lambda b: self.blocks[b].succs))

    @cached_property
    def idom(self) -> dict[int, int]:
        """Immediate dominator of each reachable block; the entry maps to itself.

        Source: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
        """
        order = [block for block in self.reverse_post_order if block in self.reachable]
        place = {block: n for n, block in enumerate(order)}
        found = dict.fromkeys(order[:1], 0)
        changed = True
        while changed:
            changed = False
            for block in order[1:]:
                # One of them precedes the block in this order, so it has an answer.
                above, *others = (p for p in self.blocks[block].preds if p in found)
                for other in others:
                    while above != other:
                        if place[above] > place[other]:
                            above = found[above]
                        else:
                            other = found[other]
                if found.get(block) != above:
                    found[block], changed = above, True
        return found

    def strictly_dominates(self, a: int, b: int) -> bool:
        """Whether every path from the entry to ``b`` passes through ``a`` and the two differ; False for unreachable
        code."""
        spans = self._dominated
        return a != b and a in spans and b in spans and spans[a][0] < spans[b][0] <= spans[a][1]

    @cached_property
    def _dominated(self) -> dict[int, tuple[int, int]]:
        """For each reachable block, its number in a preorder of the dominator tree and the last number below it."""
        below: dict[int, list[int]] = {b: [] for b in self.idom}
        for block, above in self.idom.items():
            if block != above:
                below[above].append(block)
        preorder, stack = list[int](), [0] if below else []
        while stack:
            preorder.append(stack.pop())
            stack.extend(below[preorder[-1]])
        last = {block: n for n, block in enumerate(preorder)}
        first = dict(last)
        for block in reversed(preorder):
            above = self.idom[block]
            last[above] = max(last[above], last[block])
        return {block: (first[block], last[block]) for block in preorder}

    def dominates(self, a: int, b: int) -> bool:
        return a == b or self.strictly_dominates(a, b)


def is_branch(op: Op) -> bool:
    """Whether the op jumps to a label (taken always or on a condition)."""
    return op.desc.branches


def ends_program(op: Op) -> bool:
    """Whether control continues neither with the next instruction nor at a label."""
    return op.operation in _ENDS


def branch_target(op: Op) -> str:
    """The label that a branch names (its operand text)."""
    return op.operands[-1].text if op.operands else ""


@kept
def build_cfg(module: Module, kernel: Kernel) -> CFG:
    """The kernel's control-flow graph.  Branches to labels outside the kernel get no edge (a blocker reports them)."""
    instructions = module.instructions(kernel)
    order = tuple(i for i, _ in instructions)
    ops = [ins.op for _, ins in instructions]
    branches = [is_branch(op) for op in ops]
    targets = {branch_target(op) for op in compress(ops, branches)}
    starts: dict[int, str] = {0: ""} if ops else {}
    label_at: dict[str, int] = {}
    ordinal = 0
    for item in module.items[kernel.first : kernel.last]:
        if isinstance(item, Instruction):
            ordinal += 1
        elif isinstance(item, Label) and item.name in targets:
            label_at[item.name] = ordinal
            if ordinal < len(ops) and not starts.get(ordinal):
                starts[ordinal] = item.name
    for k, op in enumerate(ops[:-1]):
        if branches[k] or ends_program(op):
            starts.setdefault(k + 1, "")

    heads = sorted(starts)
    block_at = {head: b for b, head in enumerate(heads)}
    edges: list[tuple[int | None, int | None]] = []
    for b in range(len(heads)):
        end = heads[b + 1] if b + 1 < len(heads) else len(ops)
        last = ops[end - 1]
        after = b + 1 if b + 1 < len(heads) else None
        taken = block_at.get(label_at.get(branch_target(last), -1)) if is_branch(last) else None
        if last.operation == "s_branch" or ends_program(last):
            after = None
        edges.append((after, taken))
    succs = [tuple(dict.fromkeys(s for s in pair if s is not None)) for pair in edges]
    preds: list[list[int]] = [[] for _ in heads]
    for b, out in enumerate(succs):
        for s in out:
            preds[s].append(b)
    bounds = [*heads, len(ops)]
    return CFG(
        tuple(
            Block(b, starts[h], order[h : bounds[b + 1]], h, succs[b], tuple(preds[b]), edges[b][1], edges[b][0])
            for b, h in enumerate(heads)
        ),
        order,
    )
