"""What can be reached in a graph: a walk that all parts share, as they would a library's."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


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
