"""Loops: the nest of natural loops, and trip counts where they are constant.

A natural loop is the header of a back edge (an edge to a dominator) with every block that reaches the back edge
without passing
through the header; loops of one header are one loop.  Cycles without such a header (irreducible) are not reported.
"""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.integers.induction import constant_at, exit_test, trip_count
from isaopt.graphs import reachable
from isaopt.ir.kept import kept
from isaopt.ir.program import Kernel, Module, Op


@dataclass(frozen=True, slots=True)
class Loop:
    """``blocks`` includes inner loops', ``own_blocks`` does not; ``depth`` counts from 1; ``parent`` is an index or
    None.

    ``trip_count`` is how often the body runs each time the loop is entered, where that is a constant.
    """

    index: int
    header: int
    label: str
    blocks: frozenset[int]
    own_blocks: frozenset[int]
    depth: int
    parent: int | None
    trip_count: int | None


def _back_to(cfg: CFG, header: int, end: int) -> set[int]:
    """The blocks from which control comes to the end of an iteration, up to the header."""
    return reachable([end], lambda b: cfg.reachable.intersection(cfg.blocks[b].preds) if b != header else ())


@kept
def find_loops(module: Module, kernel: Kernel, cfg: CFG) -> tuple[Loop, ...]:
    """The loops of a kernel, outer before inner, in layout order of their headers."""
    bodies: dict[int, set[int]] = {}
    for block in cfg.blocks:
        if block.index not in cfg.reachable:
            continue
        for s in block.succs:
            if cfg.dominates(s, block.index):
                bodies.setdefault(s, {s}).update(_back_to(cfg, s, block.index))
    ops = kernel_ops(module, cfg)
    headers = sorted(bodies, key=lambda h: (-len(bodies[h]), h))
    parent_header = {
        h: min((g for g in headers if g != h and h in bodies[g]), key=lambda g: len(bodies[g]), default=None)
        for h in headers
    }
    depth: dict[int, int] = {}
    for h in headers:
        up = parent_header[h]
        depth[h] = 1 if up is None else depth[up] + 1
    order = sorted(headers, key=lambda h: (h, depth[h]))
    order.sort(key=lambda h: _chain(h, parent_header))
    index = {h: i for i, h in enumerate(order)}
    loops: list[Loop] = []
    for h in order:
        inner = set[int]().union(*(bodies[g] for g in headers if parent_header[g] == h))
        up = parent_header[h]
        loops.append(
            Loop(
                index[h],
                h,
                cfg.blocks[h].label,
                frozenset(bodies[h]),
                frozenset(bodies[h] - inner),
                depth[h],
                None if up is None else index[up],
                _trip_count(ops, cfg, h, bodies[h], inner),
            )
        )
    return tuple(loops)


def irreducible_targets(cfg: CFG, block: int) -> tuple[int, ...]:
    """Successors of a block that precede it in a walk from the entry but do not dominate it: a cycle through them has
    no header."""
    if block not in cfg.reachable:
        return ()
    order = {b: n for n, b in enumerate(cfg.reverse_post_order)}
    return tuple(s for s in cfg.blocks[block].succs if order[s] <= order[block] and not cfg.dominates(s, block))


def _chain(header: int, parent: dict[int, int | None]) -> tuple[int, ...]:
    """Headers from the outermost loop to this one."""
    out = [header]
    up = parent[header]
    while up is not None:
        out.append(up)
        up = parent[up]
    return tuple(reversed(out))


def _trip_count(ops: list[Op], cfg: CFG, header: int, body: set[int], inner: set[int]) -> int | None:
    """The trip count of a loop whose only exit compares a scalar counter of constant start, step and bound."""
    test = exit_test(ops, cfg, header, body, inner)
    start = constant_at(ops, cfg, header, test.counter, body) if test is not None else None
    return None if test is None or start is None else trip_count(test, start)
