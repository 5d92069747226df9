"""The dependence graph of a block in which each pair is one node, and the preferred position of each node."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OrderFreedom:
    """How freely the instructions of a block may be reordered.

    ``window``: of the ready pairs within so many places of the first, the one with the fewest new operands is next.
    ``lead``: an instruction that a pair waits for comes so many places before the pair (None: stays in its own place),
    so that its result does not occupy a register for long. ``by_depth``: pairs are ordered by the longest path to them,
    not by their place in the code.
    """

    window: int
    lead: int | None
    by_depth: bool = False


class Graph:
    """A block's instructions with each pair as one node, named by its first ordinal; pairs on cycles are dropped.
    ``glued`` are neighbours with equal dependences that stay adjacent."""

    def __init__(
        self,
        span: range,
        edges: Sequence[tuple[int, int]],
        pairs: dict[int, tuple[int, int]],
        glued: Mapping[int, tuple[int, int]],
    ) -> None:
        self.span, self.edges, self.pairs, self.glued = span, edges, pairs, glued
        while True:
            self.connect()
            self.topological = self.walk()
            if len(self.topological) == len(self.nodes):
                return
            placed = set(self.topological)
            del self.pairs[next(k for k in self.nodes if k not in placed and k in self.pairs)]

    def connect(self) -> None:
        self.together = self.pairs | dict(self.glued)
        head = {k: k for k in self.span} | {second: first for first, second in self.together.values()}
        found: dict[int, set[int]] = defaultdict(set)
        for before, after in self.edges:
            if head[before] != head[after]:
                found[head[before]].add(head[after])
        self.nodes = sorted(set(head.values()))
        self.followers = {k: sorted(found[k]) for k in self.nodes}
        self.waiting = dict.fromkeys(self.nodes, 0)
        for row in self.followers.values():
            for k in row:
                self.waiting[k] += 1

    def walk(self) -> list[int]:
        waiting = dict(self.waiting)
        out = [k for k in self.nodes if not waiting[k]]
        for k in out:
            for f in self.followers[k]:
                waiting[f] -= 1
                if not waiting[f]:
                    out.append(f)
        return out

    def keys(self, policy: OrderFreedom) -> dict[int, int]:
        """The preferred position of each node."""
        keys = {k: k for k in self.nodes}
        if policy.by_depth:
            depth = dict.fromkeys(self.nodes, 0)
            for k in self.topological:
                for f in self.followers[k]:
                    depth[f] = max(depth[f], depth[k] + 1)
            keys = {k: at for at, k in enumerate(sorted(self.nodes, key=lambda k: (depth[k], k)))}
        if policy.lead is not None:
            for k in reversed(self.topological):
                needed = [keys[f] - (policy.lead if f in self.pairs else 0) for f in self.followers[k]]
                if k not in self.pairs and needed:
                    keys[k] = min(needed) if policy.by_depth else min(keys[k], *needed)
        return keys
