"""Which pairs of blocks control still comes to, as far as a proof in the making knows."""

from __future__ import annotations

from collections.abc import Collection, Mapping

Pair = tuple[int, int]
#: The pair that an edge leaves, and which of its edges it is; (-1, -1) stands for the start of the kernel.
Source = tuple[Pair, int]
START: Pair = (-1, -1)


def unreached(entering: Mapping[Pair, Collection[Source]]) -> list[tuple[Pair, Source]]:
    """Edges that lead on only from themselves: those of loops into which no way leads any more."""
    leading: dict[Pair, set[Pair]] = {}
    for target, sources in entering.items():
        for source, _ in sources:
            leading.setdefault(source, set()).add(target)
    reached = {START}
    todo = [START]
    while todo:
        for target in leading.get(todo.pop(), set()) - reached:
            reached.add(target)
            todo.append(target)
    return [(target, s) for target, sources in entering.items() for s in sources if s[0] not in reached]
