"""Control flow for lint, and work-list solvers over it.

Lint must cope with any file, so nothing is refused here; what cannot be followed is marked instead. An item that may
emit code unseen (a macro call, a repeat block, data) and an instruction whose effect is unknown (a call, an instruction
that the tables lack) are *opaque*, and a block from which control may go to an unknown place ``escapes``. Branch forms:
AMD RDNA3/RDNA4 ISA guides, "Program control".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from isaopt.graphs import fixpoint, reverse_post_order
from isaopt.ir.program import Directive, Instruction, Item, Kernel, Label, Module, Op, Verbatim

State = TypeVar("State")

_FROM_TRAP_HANDLER = ("s_rfe_b64", "s_rfe_restore_b64")
#: Directives that put no code between two instructions (alignment pads with ``s_nop``).
_SILENT = re.compile(
    r"\.(p2alignl?|p2alignw|align|balignl?|balignw|loc|file|line|cfi_\w+|set|equ|equiv|size|type|globl|global|weak|"
    r"protected|hidden|internal|local|text|section|ident|addrsig\w*|amdgpu_lds|previous|pushsection|popsection)$"
)
_COMMENT = re.compile(r"/\*.*?\*/|(;|//|^\s*#).*?$", re.S | re.M)
_SYMBOL = re.compile(r"[A-Za-z_.$][\w.$@]*")


@dataclass(frozen=True, slots=True)
class LintBlock:
    """A basic block: item indices of its instructions and opaque items, in order; blocks are numbered in text order.

    ``escapes`` means that control may also continue outside of the known blocks.
    """

    index: int
    items: tuple[int, ...]
    succs: tuple[int, ...]
    preds: tuple[int, ...]
    escapes: bool


@dataclass(frozen=True)
class LintFlow:
    """A kernel's blocks; block 0 is the entry. ``opaque`` holds the item indices of opaque items."""

    blocks: tuple[LintBlock, ...]
    opaque: frozenset[int]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The blocks that a path from the entry reaches, in reverse post-order."""
        return reverse_post_order(range(min(1, len(self.blocks))), lambda b: self.blocks[b].succs)

    @cached_property
    def rank(self) -> dict[int, int]:
        """The position of each block in ``order``."""
        return {b: n for n, b in enumerate(self.order)}

    @cached_property
    def reachable(self) -> frozenset[int]:
        return frozenset(self.order)

    @cached_property
    def block_of(self) -> dict[int, int]:
        """The block that contains each item."""
        return {i: b.index for b in self.blocks for i in b.items}


def is_branch(op: Op) -> bool:
    """Whether the op may jump to the label that it names."""
    return op.flag("branch") and not op.flag("return")


def is_call(op: Op) -> bool:
    """Whether the op calls a function that returns to the next instruction."""
    return op.flag("call")


def ends_wave(op: Op) -> bool:
    """Whether the op ends the wave."""
    return op.flag("terminator") and not op.flag("branch")


def is_opaque(op: Op) -> bool:
    """Whether the op's effect on registers and counters is unknown: a call, or missing from the tables."""
    return is_call(op) or op.flag("unknown") or op.desc.encoding == "unknown"


def build_flow(module: Module, kernel: Kernel) -> LintFlow:
    """The control flow of a kernel's code."""
    runs: list[list[int]] = [[]]
    labels: dict[str, int] = {}
    opaque: set[int] = set()
    named: set[str] = set()
    defining = False
    for index in range(kernel.first, kernel.last):
        item = module.items[index]
        if isinstance(item, Label):
            if runs[-1]:
                runs.append([])
            labels[item.name] = len(runs) - 1
        elif isinstance(item, Instruction):
            runs[-1].append(index)
            if is_opaque(item.op):
                opaque.add(index)
            if item.op.flag("terminator") or item.op.operation in _FROM_TRAP_HANDLER:
                runs.append([])
            elif not is_call(item.op):
                for operand in item.op.operands:
                    named.update(_SYMBOL.findall(operand.text))
        elif isinstance(item, Directive) and item.name in (".macro", ".endm"):
            # A macro definition emits nothing; a macro call does.
            defining = item.name == ".macro"
        elif not defining and not _silent(item):
            runs[-1].append(index)
            opaque.add(index)
    # A computed jump may reach a label that is used in arithmetic (LLVM's long branches: AMDGPU BranchRelax).
    computed = tuple(sorted({labels[name] for name in named if name in labels}))
    if len(runs) > 1 and not runs[-1] and len(runs) - 1 not in labels.values():
        runs.pop()
    outs = [_leave(module, runs, n, labels, computed) for n in range(len(runs))]
    preds: list[list[int]] = [[] for _ in runs]
    for n, (succs, _) in enumerate(outs):
        for s in succs:
            preds[s].append(n)
    blocks = tuple(LintBlock(n, tuple(run), outs[n][0], tuple(preds[n]), outs[n][1]) for n, run in enumerate(runs))
    return LintFlow(blocks, frozenset(opaque))


def _silent(item: Item) -> bool:
    if isinstance(item, Directive):
        return bool(_SILENT.match(item.name)) or item.name == "="
    return isinstance(item, Verbatim) and not _COMMENT.sub("", item.text).strip()


def _leave(
    module: Module, runs: list[list[int]], n: int, labels: dict[str, int], computed: tuple[int, ...]
) -> tuple[tuple[int, ...], bool]:
    """Successors of a run, fall-through first, and whether control may go to an unknown place."""
    follows = (n + 1,) if n + 1 < len(runs) else ()
    last = module.items[runs[n][-1]] if runs[n] else None
    if not isinstance(last, Instruction):
        return follows, not follows
    op = last.op
    if ends_wave(op):
        return (), False
    if op.operation == "s_setpc_b64":
        return computed, not computed
    if op.operation in _FROM_TRAP_HANDLER:
        return (), True
    if not is_branch(op):
        return follows, not follows
    text = op.operands[-1].text if op.operands else ""
    target = labels.get(text)
    taken = () if target is None else (target,)
    if op.operation == "s_branch":
        return taken, target is None
    return tuple(dict.fromkeys((*follows, *taken))), target is None or not follows


def solve_forward(
    flow: LintFlow,
    entry: State,
    transfer: Callable[[int, State], State],
    join: Callable[[State, State], State],
) -> dict[int, State]:
    """The state at the start of every reachable block, at the fixed point.

    ``transfer(block, state)`` returns the state at the block's end and must not change its argument. ``join`` merges
    two paths and must be monotone in a lattice of finite height.
    """
    start = {0: entry} if flow.blocks else {}
    return fixpoint(start, lambda b: flow.blocks[b].succs, transfer, join, flow.rank.__getitem__)


def solve_backward(
    flow: LintFlow,
    leaving: Callable[[LintBlock], State],
    transfer: Callable[[int, State], State],
    join: Callable[[State, State], State],
) -> dict[int, State]:
    """The state at the end of every reachable block, at the fixed point; ``leaving(block)`` is the part of it that does
    not come from successors."""
    ends = {b: leaving(flow.blocks[b]) for b in flow.order}
    back = [[p for p in block.preds if p in ends] for block in flow.blocks]
    return fixpoint(ends, back.__getitem__, transfer, join, lambda b: -flow.rank[b])
