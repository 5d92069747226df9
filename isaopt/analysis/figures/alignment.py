"""Aligning two sequences of lines by fewest insertions and deletions.

E. Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1, 1986: the work grows with the number of
differences, not with the product of the lengths, which matters for unrolled kernels of many equal lines.
"""

from __future__ import annotations

from collections.abc import Sequence

Pairs = list[tuple[int, int]]


def align(a: Sequence[str], b: Sequence[str], most: int) -> Pairs | None:
    """Indices of equal elements that correspond, ascending in both, leaving the fewest elements of either side alone;
    None if more than ``most`` would have to be left alone."""
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    middle = _shortest(a[start : len(a) - end], b[start : len(b) - end], most)
    if middle is None:
        return None
    return [
        *((i, i) for i in range(start)),
        *((start + i, start + j) for i, j in middle),
        *((len(a) - end + i, len(b) - end + i) for i in range(end)),
    ]


def _shortest(a: Sequence[str], b: Sequence[str], most: int) -> Pairs | None:
    """The alignment by Myers' greedy search: ``furthest[k]`` is how far into ``a`` diagonal ``k`` was followed."""
    furthest = {1: 0}
    history: list[dict[int, int]] = []
    for edits in range(min(most, len(a) + len(b)) + 1):
        history.append({})
        for k in range(-edits, edits + 1, 2):
            down = k == -edits or (k != edits and furthest[k - 1] < furthest[k + 1])
            x = furthest[k + 1] if down else furthest[k - 1] + 1
            while x < len(a) and x - k < len(b) and a[x] == b[x - k]:
                x += 1
            furthest[k] = history[edits][k] = x
            if x >= len(a) and x - k >= len(b):
                return _walk_back(history, len(a), len(b))
    return None


def _walk_back(history: list[dict[int, int]], x: int, y: int) -> Pairs:
    pairs: Pairs = []
    for edits in range(len(history) - 1, 0, -1):
        before, k = history[edits - 1], x - y
        down = k == -edits or (k != edits and before[k - 1] < before[k + 1])
        from_x = before[k + 1] if down else before[k - 1]
        from_y = from_x - (k + 1 if down else k - 1)
        while x > from_x + (not down) and y > from_y + down:
            x, y = x - 1, y - 1
            pairs.append((x, y))
        x, y = from_x, from_y
    while x > 0 and y > 0:
        x, y = x - 1, y - 1
        pairs.append((x, y))
    return pairs[::-1]
