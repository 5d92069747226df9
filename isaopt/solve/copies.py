"""Parallel copies in the fewest instructions: what moves values between two mappings of the same webs.

Single instructions need exactly *wrong - cycles* of them, wrong being the registers that do not hold their value and
cycles the demands that close on themselves: ``v_mov_b32`` rights one register, ``v_swap_b32`` splits or ends one
cycle, and neither lowers that number by more than one.  A temporary changes nothing, since a cycle of n takes n - 1
swaps.  With dual moves an instruction rights at most two registers, so ceil(wrong / 2) bounds it from below and a
search closes what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import networkx as nx

Move = tuple[int, int]
"""(destination, source)."""

DualRule = Callable[[Move, Move], bool]
"""Whether two moves make a legal ``v_dual_mov_b32`` pair, in some order of X and Y."""

_NODES = 100_000
_SEARCHED_REGISTERS = 10
"""Beyond this the branching makes a proof by search hopeless; the bound then stays ceil(wrong / 2)."""
_UNNEEDED = -1


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction: a move, a swap of the two registers of its one move, or two moves that read old values."""

    kind: Literal["mov", "swap", "dual"]
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class CopyPlan:
    """Instructions in order, and a proved lower bound on how many any sequence needs."""

    steps: tuple[Step, ...]
    bound: int

    @property
    def proved(self) -> bool:
        return len(self.steps) == self.bound


def parallel_copy(
    moves: Mapping[int, int], temps: Sequence[int] = (), dual: DualRule | None = None, nodes: int = _NODES
) -> CopyPlan:
    """Sequence ``{destination: source}`` so that every destination gets its source's old value.

    Registers that are only read keep their values; ``temps`` may be clobbered and must not occur in the moves
    (``ValueError``).  ``nodes`` limits the search that dual moves need.
    """
    wanted = {dst: src for dst, src in sorted(moves.items()) if dst != src}
    if set(temps) & (set(moves) | set(moves.values())):
        raise ValueError("a temporary register takes part in the copy")
    steps = _singles(wanted)
    if dual is None or not wanted:
        return CopyPlan(tuple(steps), len(steps))
    bound = -(-len(wanted) // 2)
    steps = min(steps, _paired(wanted, dual), key=len)
    search = _Search(wanted, tuple(temps), dual, nodes)
    while bound < len(steps) and len(search.registers) <= _SEARCHED_REGISTERS:
        found = search.within(bound)
        if found is not None:
            return CopyPlan(tuple(found), bound)
        if search.nodes <= 0:
            break
        bound += 1
    return CopyPlan(tuple(steps), bound)


def _singles(wanted: Mapping[int, int]) -> list[Step]:
    left = dict(wanted)
    steps: list[Step] = []
    while left:
        read = set(left.values())
        free = next((dst for dst in left if dst not in read), None)
        if free is not None:
            steps.append(Step("mov", ((free, left.pop(free)),)))
            continue
        # Only cycles are left. The swap rights dst and leaves its old value where the source was.
        dst, src = next(iter(left.items()))
        steps.append(Step("swap", ((dst, src),)))
        del left[dst]
        left = {d: src if s == dst else s for d, s in left.items()}
        left = {d: s for d, s in left.items() if d != s}
    return steps


def _paired(wanted: Mapping[int, int], dual: DualRule) -> list[Step]:
    """Pair the moves whose destinations nobody reads any more, as many as a maximum matching gives; cycles last."""
    left = dict(wanted)
    steps: list[Step] = []
    while left:
        read = set(left.values())
        ready = [(dst, src) for dst, src in left.items() if dst not in read]
        graph: nx.Graph[Move] = nx.Graph()
        graph.add_nodes_from(ready)
        graph.add_edges_from((a, b) for i, a in enumerate(ready) for b in ready[i + 1 :] if dual(a, b))
        matched = sorted(tuple(sorted(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))
        if matched:
            steps += [Step("dual", pair) for pair in matched]
            done = [move for pair in matched for move in pair]
        elif ready:
            steps.append(Step("mov", (ready[0],)))
            done = [ready[0]]
        else:
            return steps + _singles(left)
        for dst, _ in done:
            del left[dst]
    return steps


class _Search:
    """Depth-limited search over the contents of the registers that take part."""

    def __init__(self, wanted: Mapping[int, int], temps: tuple[int, ...], dual: DualRule, nodes: int) -> None:
        self.dual, self.nodes = dual, nodes
        self.registers = sorted(set(wanted) | set(wanted.values()) | set(temps))
        kept = {src: src for src in wanted.values()}
        self.goal = {**kept, **wanted}
        self.needed = frozenset(self.goal.values())
        self.failed: dict[tuple[int, ...], int] = {}

    def within(self, depth: int) -> list[Step] | None:
        """A sequence of at most this many steps, or None if there is none or the nodes ran out."""
        self.failed.clear()
        start = {r: r if r in self.needed else _UNNEEDED for r in self.registers}
        return self._descend(start, depth)

    def _descend(self, held: dict[int, int], depth: int) -> list[Step] | None:
        wrong = sum(held[r] != value for r, value in self.goal.items())
        if not wrong:
            return []
        if 2 * depth < wrong or not self.needed <= set(held.values()):
            return None
        key = tuple(held.values())
        if self.failed.get(key, -1) >= depth or self.nodes <= 0:
            return None
        self.nodes -= 1
        for step in self._steps(held):
            after = dict(held)
            for dst, src in step.moves:
                after[dst] = held[src]
                if step.kind == "swap":
                    after[src] = held[dst]
            rest = self._descend(after, depth - 1)
            if rest is not None:
                return [step, *rest]
        if self.nodes > 0:
            self.failed[key] = depth
        return None

    def _steps(self, held: dict[int, int]) -> Iterator[Step]:
        singles = [
            (dst, src)
            for dst in self.registers
            for src in self.registers
            if held[src] != _UNNEEDED and held[src] != held[dst] and self.goal.get(dst) != held[dst]
        ]
        for i, a in enumerate(singles):
            for b in singles[i + 1 :]:
                if a[0] != b[0] and self.dual(a, b):
                    yield Step("dual", (a, b))
        for dst, src in singles:
            yield Step("swap", ((dst, src),))
            yield Step("mov", ((dst, src),))
