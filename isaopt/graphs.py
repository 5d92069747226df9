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


def reverse_post_order(roots: Iterable[Node], successors: Callable[[Node], Iterable[Node]]) -> tuple[Node, ...]:
    """The nodes that paths lead to from ``roots``, each before its successors except along retreating edges; those of
    the first root come first."""
    seen = set[Node]()
    out: list[Node] = []
    for root in roots:
        post: list[Node] = []
        stack = [] if root in seen else [(root, iter(successors(root)))]
        seen.add(root)
        while stack:
            node, left = stack[-1]
            new = next((s for s in left if s not in seen), None)
            if new is None:
                post.append(node)
                stack.pop()
            else:
                seen.add(new)
                stack.append((new, iter(successors(new))))
        out += reversed(post)
    return tuple(out)


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
