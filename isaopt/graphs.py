"""Reachability and data-flow fixpoints on graphs that are given by their successor functions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from heapq import heapify, heappop, heappush
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)
State = TypeVar("State")


def reachable(starts: Iterable[Node], successors: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """The nodes that paths lead to from ``starts``, including ``starts``."""
    seen = set(starts)
    todo = list(seen)
    while todo:
        new = set(successors(todo.pop())) - seen
        seen |= new
        todo += new
    return seen


def descendants(start: Node, successors: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """The nodes that non-empty paths lead to from ``start``; ``start`` itself only if it is on a cycle."""
    return reachable(successors(start), successors)


def fixpoint(
    starts: Mapping[int, State],
    successors: Callable[[int], Iterable[int]],
    transfer: Callable[[int, State], State],
    join: Callable[[State, State], State],
    rank: Callable[[int], int] = int,
) -> dict[int, State]:
    """The state on entry to each node that is reachable from ``starts``, at the least fixpoint.

    ``transfer`` takes a state through a node without changing its argument; ``join`` merges the states of two edges.
    Both are monotone in a lattice of finite height. Nodes of lower ``rank`` are processed first. For a backward
    analysis, ``successors`` gives predecessors.
    """
    found, queue = dict(starts), [(rank(node), node) for node in starts]
    heapify(queue)
    queued = set(found)
    while queue:
        _, node = heappop(queue)
        queued.discard(node)
        end = transfer(node, found[node])
        for target in successors(node):
            joined = join(found[target], end) if target in found else end
            if target not in found or joined != found[target]:
                found[target] = joined
                if target not in queued:
                    queued.add(target)
                    heappush(queue, (rank(target), target))
    return found
