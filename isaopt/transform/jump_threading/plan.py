"""Plans a threaded loop: copies of its blocks for each outcome of one branch.

The loop is interpreted symbolically from its header. At the chosen branch the path splits in two, and from there on
every block has a copy for each outcome, until control returns to the header or leaves the loop. A branch that the
outcome decides keeps one successor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG, is_branch
from isaopt.analysis.flow.loops import Loop
from isaopt.analysis.integers.conditions import ScalarFacts
from isaopt.analysis.integers.forms import Atoms
from isaopt.graphs import reachable
from isaopt.ir.program import Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO

Node = tuple[int, bool | None]
"""A block, and the outcome of the chosen branch on the path to it; None before that branch."""

_MAX_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Edges:
    """The successors of a copy: ``taken`` by its branch, and ``after`` it by falling through; None where there is none.
    Blocks outside the loop, and the header, have the outcome None."""

    taken: Node | None
    after: Node | None


@dataclass(frozen=True)
class SplitPlan:
    """The copies of a loop split at block ``at`` (None: not split), with the conditional branches that are decided."""

    at: int | None
    edges: dict[Node, Edges]
    decided: frozenset[Node]


class Follower:
    """Interprets one loop of a kernel symbolically."""

    def __init__(self, cfg: CFG, ops: Sequence[Op], loop: Loop, wave_size: int) -> None:
        self.cfg, self.ops, self.loop, self.wave_size = cfg, ops, loop, wave_size
        self.atoms = Atoms()
        self.has_lane = has_lane(cfg, ops, loop.header)

    def plan(self, at: int | None) -> SplitPlan | None:
        """The loop split at the branch of that block; None if the facts that hold in it reach no fixpoint."""
        start = ScalarFacts(self.atoms, self.loop.header)
        if self.has_lane:
            start.learn(start.nonzero([EXEC_LO + i for i in range(self.wave_size // 32)]), True)
        first: Node = (self.loop.header, None)
        entering: dict[Node, dict[Node, ScalarFacts]] = {first: {first: start}}
        known: dict[Node, ScalarFacts] = {}
        edges: dict[Node, Edges] = {}
        decided: set[Node] = set()
        order = {b: i for i, b in enumerate(self.cfg.reverse_post_order)}
        todo = {first}
        rounds: dict[Node, int] = {}
        while todo:
            node = min(todo, key=lambda n: (order[n[0]], str(n[1])))
            todo.discard(node)
            ways = list(entering[node].values())
            state = ways[0].copy()
            for way in ways[1:]:
                state = state.joined(way, node)
            if known.get(node) == state:
                continue
            known[node] = state
            rounds[node] = rounds.get(node, 0) + 1
            if rounds[node] > _MAX_ROUNDS:
                return None
            decided.discard(node)
            for old in self.inside(edges.get(node)):
                entering.get(old, {}).pop(node, None)
            edges[node] = self.leave(node, state.copy(), at, entering, todo, decided)
        inside = reachable([first], lambda node: self.inside(edges.get(node)))
        return SplitPlan(at, {n: e for n, e in edges.items() if n in inside}, frozenset(decided & inside))

    def leave(
        self,
        node: Node,
        state: ScalarFacts,
        at: int | None,
        entering: dict[Node, dict[Node, ScalarFacts]],
        todo: set[Node],
        decided: set[Node],
    ) -> Edges:
        block = self.cfg.blocks[node[0]]
        last = block.end - 1
        for k in range(block.first, last + 1):
            state.step(self.ops[k], (k, node[1]))
        op = self.ops[last]
        conditional = is_branch(op) and op.mnemonic != "s_branch"
        condition = state.branch(op, self.wave_size) if conditional else None
        outcome = None if condition is None else state.holds(condition)
        if outcome is not None:
            decided.add(node)
        found: list[Node | None] = []
        for target, holds in ((block.taken, True), (block.fallthrough, False)):
            if target is None or (outcome is not None and outcome is not holds):
                found.append(None)
                continue
            context = holds if node[0] == at and conditional else node[1]
            inside = target in self.loop.blocks and target != self.loop.header
            to: Node = (target, context if inside else None)
            found.append(to)
            if inside:
                way = state.copy()
                if condition is not None:
                    way.learn(condition, holds)
                entering.setdefault(to, {})[node] = way
                todo.add(to)
        return Edges(found[0], found[1])

    def inside(self, edges: Edges | None) -> Iterator[Node]:
        """The copies that the edges lead to."""
        for to in (edges.taken, edges.after) if edges is not None else ():
            if to is not None and to[0] in self.loop.blocks and to[0] != self.loop.header:
                yield to


def writes_exec(op: Op) -> bool:
    """Whether the op may change EXEC."""
    return not {EXEC_LO, EXEC_HI}.isdisjoint(op.written)


def has_lane(cfg: CFG, ops: Sequence[Op], block: int) -> bool:
    """Whether some lane is always active when control reaches the block.

    The hardware starts no wave without an active lane; on the fall-through side of a branch taken when EXEC is zero
    there is one until EXEC changes.
    """
    changing = {b.index for b in cfg.blocks if any(writes_exec(op) for op in ops[b.first : b.end])}
    behind = reachable([block], lambda b: cfg.blocks[b].preds) & cfg.reachable
    if not behind & changing:
        return True
    at = block
    while at != 0:
        above = cfg.idom[at]
        last = ops[cfg.blocks[above].end - 1]
        if last.operation in ("s_cbranch_execz", "s_cbranch_execnz"):
            either = cfg.blocks[above]
            side = either.fallthrough if last.operation == "s_cbranch_execz" else either.taken
            guards = side is not None and cfg.blocks[side].preds == (above,) and cfg.dominates(side, block)
            if side is not None and guards and not _without(cfg, above, side) & behind & changing:
                return True
        at = above
    return False


def _without(cfg: CFG, block: int, side: int) -> set[int]:
    """The blocks to which control comes from ``side`` without passing through ``block``."""
    return reachable([side], lambda b: [s for s in cfg.blocks[b].succs if s != block])
