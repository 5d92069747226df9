"""What can be reached in a graph, and what holds there: walks that all parts share, as they would a library's."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from heapq import heapify, heappop, heappush
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)
State = TypeVar("State")


def reached(starts: Iterable[Node], ahead: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """The nodes to which edges lead from these; they themselves are among them."""
    seen = set(starts)
    todo = list(seen)
    while todo:
        new = set(ahead(todo.pop())) - seen
        seen |= new
        todo += new
    return seen


def behind(start: Node, ahead: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """The nodes to which edges lead from this one; it is among them only if they come back to it."""
    return reached(ahead(start), ahead)


def settled(
    starts: Mapping[int, State],
    ahead: Callable[[int], Iterable[int]],
    over: Callable[[int, State], State],
    join: Callable[[State, State], State],
    rank: Callable[[int], int] = int,
) -> dict[int, State]:
    """The state before every node that edges lead to from ``starts``, at the fixed point.

    ``over`` takes a state over a node and leaves its argument as it was, ``join`` merges two ways; both are monotone in
    a lattice of finite height.  Nodes of the least ``rank`` come first.  Edges lead back where an analysis looks back.
    """
    found, queue = dict(starts), [(rank(node), node) for node in starts]
    heapify(queue)
    queued = set(found)
    while queue:
        _, node = heappop(queue)
        queued.discard(node)
        end = over(node, found[node])
        for target in ahead(node):
            joined = join(found[target], end) if target in found else end
            if target not in found or joined != found[target]:
                found[target] = joined
                if target not in queued:
                    queued.add(target)
                    heappush(queue, (rank(target), target))
    return found
