"""Control flow of a kernel as the proof sees it: blocks with their exits and conditions; and the pairs of blocks still
reachable, as far as an unfinished proof knows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import TypeVar

from isaopt.graphs import descendants, fixpoint, reachable, reverse_post_order
from isaopt.ir.program import Directive, Instruction, Item, Kernel, Label, Module, Op, OperandKind, Verbatim
from isaopt.proof.semantics.modelled import CONDITIONS, Treatment, check_instruction, treatment_of
from isaopt.proof.types import CannotProve
from isaopt.target.arch import get_arch

Pair = tuple[int, int]
#: The pair that an edge leaves, and which of its edges it is; (-1, -1) stands for the start of the kernel.
Source = tuple[Pair, int]
START: Pair = (-1, -1)
Node = TypeVar("Node", int, Pair)
State = TypeVar("State")


_SILENT = re.compile(
    r"\.(p2align|align|balign|loc|file|cfi_\w+|set|size|type|globl|global|weak|protected|hidden|local|ident)$"
)
#: Without a value they fill with s_nop.
_ALIGN = frozenset([".p2align", ".align", ".balign"])
_COMMENT = re.compile(r"/\*.*?\*/|(;|//|^\s*#).*?$", re.S | re.M)


@dataclass(frozen=True, slots=True)
class Exit:
    """How a block ends.

    ``kind``: ``end``, ``go`` (to ``target``) or ``if``: to ``target`` if ``mask`` (``scc``, ``vcc``, ``exec``) is
    nonzero and ``sense`` is true, or zero and it is false, else to ``fallthrough``.
    """

    kind: str
    target: int = -1
    fallthrough: int = -1
    mask: str = ""
    sense: bool = True


@dataclass(frozen=True, slots=True)
class ProofBlock:
    """``body``: item indices without the branch; ``line``: of the first item; ``last``: item index of the branch."""

    label: str
    line: int
    body: tuple[int, ...]
    exit: Exit
    last: int
    successors: frozenset[int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "successors", frozenset((self.exit.target, self.exit.fallthrough)) - {-1})


@dataclass(frozen=True, slots=True)
class ProofFlow:
    """Blocks of a kernel, entry first.

    ``joins`` are those with several ways in.  ``loops`` are those that an edge leads to from a block that a search in
    depth from the entry leaves earlier: every cycle has one, and where it has one way in, that is it, wherever the text
    has it.  ``heads`` are joins that control may come to again: a loop may be entered in its middle, and go round by
    falling through.
    """

    blocks: tuple[ProofBlock, ...]
    joins: frozenset[int]
    loops: frozenset[int]
    heads: frozenset[int]

    def states(
        self, start: State, transfer: Callable[[int, State], State], join: Callable[[State, State], State]
    ) -> dict[int, State]:
        """The state on entry to each reachable block, by number; see :func:`isaopt.graphs.fixpoint`."""
        return fixpoint({0: start}, lambda number: self.blocks[number].successors, transfer, join)

    def innermost(self) -> Iterator[set[int]]:
        """The blocks of each loop that has no other one in it."""
        ahead = [block.successors for block in self.blocks]
        before: dict[int, set[int]] = {number: set() for number in range(len(ahead))}
        for number, targets in enumerate(ahead):
            for target in targets:
                before[target].add(number)
        order = {number: place for place, number in enumerate(reverse_post_order([0], ahead.__getitem__))}
        for head in sorted(self.loops):
            ends = {n for n in before[head] if n in order and order[n] > order[head]}
            body = {head} | reachable(ends, {**before, head: set()}.__getitem__)
            if body & self.loops == {head}:
                yield body


def build_flow(module: Module, kernel: Kernel) -> ProofFlow:
    """The blocks of a kernel; raises :class:`CannotProve` for control flow outside the model."""
    runs: list[list[int]] = [[]]
    labels: dict[str, int] = {}
    names: dict[int, str] = {}
    for index in range(kernel.first, kernel.last):
        item = module.items[index]
        if isinstance(item, Label):
            if runs[-1]:
                runs.append([])
            labels[item.name] = len(runs) - 1
            names.setdefault(len(runs) - 1, item.name)
        elif isinstance(item, Instruction):
            check_instruction(item, get_arch(module.arch).family)
            if runs[-1] and _grouped(module.instruction(runs[-1][-1]).op, item.op):
                raise CannotProve("a scalar cache is invalidated beside another scalar access", item.line)
            runs[-1].append(index)
            if treatment_of(item.op) in (Treatment.BRANCH, Treatment.END):
                runs.append([])
        else:
            _check_silent(item)
    blocks = []
    for number, run in enumerate(runs):
        line = module.items[run[0]].line if run else 0
        if run and module.instruction(run[-1]).op.aborts and not any(runs[number + 1 :]):
            blocks.append(ProofBlock(names.get(number, f"line {line}"), line, tuple(run), Exit("end"), run[-1]))
            continue
        out = _exit(module, run, number, len(runs), labels)
        branch = out.kind != "go" or (bool(run) and module.instruction(run[-1]).op.mnemonic == "s_branch")
        body = tuple(run[:-1] if branch else run)
        blocks.append(ProofBlock(names.get(number, f"line {line}"), line, body, out, run[-1] if run else -1))
    targets = [block.successors for block in blocks]
    order = {n: place for place, n in enumerate(reverse_post_order([0], targets.__getitem__))}
    loops = (t for n, place in order.items() for t in targets[n] if order[t] <= place)
    joins = _joins(targets)
    heads = frozenset(join for join in joins if join in descendants(join, targets.__getitem__))
    return ProofFlow(tuple(blocks), joins, frozenset(loops), heads)


def numbered(flow: ProofFlow, counts: Mapping[int, int], times: int) -> ProofFlow:
    """The same control flow with ``times`` copies of every block, which tell how often something has happened, modulo
    that number; ``counts``: how often it happens in a block."""
    size = len(flow.blocks)

    def moved(block: ProofBlock, copy: int) -> ProofBlock:
        target, other = (n + size * copy if n >= 0 else n for n in (block.exit.target, block.exit.fallthrough))
        return replace(block, exit=replace(block.exit, target=target, fallthrough=other))

    blocks = [
        moved(block, (copy + counts.get(number, 0)) % times)
        for copy in range(times)
        for number, block in enumerate(flow.blocks)
    ]

    def copies(numbers: frozenset[int]) -> frozenset[int]:
        return frozenset(number + size * copy for number in numbers for copy in range(times))

    return ProofFlow(tuple(blocks), copies(flow.joins), copies(flow.loops), copies(flow.heads))


def unreached(entering: Mapping[Pair, Collection[Source]]) -> list[tuple[Pair, Source]]:
    """Edges that lead on only from themselves: those of loops into which no way leads any more."""
    leading: dict[Pair, set[Pair]] = {}
    for target, sources in entering.items():
        for source, _ in sources:
            leading.setdefault(source, set()).add(target)
    known = reachable([START], lambda pair: leading.get(pair, ()))
    return [(target, s) for target, sources in entering.items() for s in sources if s[0] not in known]


def _joins(targets: Sequence[Set[int]]) -> frozenset[int]:
    ways = Counter(target for number in reachable([0], targets.__getitem__) for target in targets[number])
    return frozenset(target for target, count in ways.items() if count > 1) | ({0} & ways.keys())


def _grouped(*ops: Op) -> bool:
    """Whether neighbours are one group of accesses by the scalar cache with an invalidate among them, which must be in
    one by itself (RDNA3 ISA guide, 8.3)."""
    return all(op.flag("smem") for op in ops) and any(op.desc.cache is not None for op in ops)


def _check_silent(item: Item) -> None:
    if isinstance(item, Directive):
        if not _SILENT.match(item.name) or (item.name in _ALIGN and "".join(item.args.split(",")[1:2]).strip()):
            raise CannotProve(f"directive '{item.name}' appears between instructions", item.line)
    elif isinstance(item, Verbatim) and _COMMENT.sub("", item.text).strip():
        raise CannotProve("text that is no instruction appears between instructions", item.line)


def _exit(module: Module, run: list[int], position: int, count: int, labels: dict[str, int]) -> Exit:
    following = position + 1
    if not run:
        return Exit("go", following) if following < count else Exit("off")
    last = module.instruction(run[-1])
    name = last.op.mnemonic
    if treatment_of(last.op) is Treatment.END:
        return Exit("end")
    if name == "s_branch":
        return Exit("go", _target(last, labels))
    if following >= count:
        raise CannotProve("control can run past the end of the kernel", last.line)
    if name in CONDITIONS:
        mask, sense = CONDITIONS[name]
        return Exit("if", _target(last, labels), following, mask, sense)
    return Exit("go", following)


def _target(item: Instruction, labels: dict[str, int]) -> int:
    operand = item.op.operands[0]
    if operand.kind is not OperandKind.EXPR or operand.text not in labels:
        raise CannotProve(f"branch target '{operand.text}' is not a label of this kernel", item.line)
    return labels[operand.text]
