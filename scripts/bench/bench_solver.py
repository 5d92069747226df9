#!/usr/bin/env python3
"""Run the reassignment solver on synthetic kernels and print what it reached and how long it took.

``sgemm``: an outer-product loop body (16 x 8 accumulators, A and B loaded as 128-bit tuples, dual FMAs) with a
prologue and an epilogue.  ``large``: a straight 10,000-instruction kernel with a few loops and short-lived webs.
Usage: bench_solver.py [sgemm|large ...] [--effort N]
"""

from __future__ import annotations

import argparse
import random
import time
from functools import partial

from isaopt.solve.problem import Cell, CellRef, Group, InstrReads, Problem, Read
from isaopt.solve.reassign import reassign


class Builder:
    """Collects groups with first-fit registers, so that the start is legal and careless about banks."""

    def __init__(self, max_vgprs: int) -> None:
        self.max_vgprs = max_vgprs
        self.groups: list[Group] = []
        self.busy: list[list[tuple[int, int]]] = [[] for _ in range(max_vgprs)]

    def group(self, width: int, start: int, end: int, fixed: bool = False, parity: int | None = None) -> int:
        for base in range(self.max_vgprs - width + 1):
            spots = self.busy[base : base + width]
            if parity in (None, base % 2) and all(e <= start or s >= end for spot in spots for s, e in spot):
                for spot in spots:
                    spot.append((start, end))
                cells = tuple(Cell(offset, ((start, end),)) for offset in range(width))
                self.groups.append(Group(len(self.groups), width, base, fixed, cells=cells))
                return len(self.groups) - 1
        raise RuntimeError("no room for a group: raise max_vgprs")


def sgemm(unroll: int = 8, rows: int = 16, cols: int = 8, max_vgprs: int = 216, others: int = 30) -> Problem:
    """The hot loop of an FP32 SGEMM: C[i][j] += A[i] * B[j] in dual FMAs that pair (i, j) with (i + 1, j + 1)."""
    build = Builder(max_vgprs)
    body = 1000
    span = body * unroll
    for _ in range(others):
        build.group(1, 0, span + 2000)
    acc = [[build.group(1, 50, span + 1500) for _ in range(cols)] for _ in range(rows)]
    instructions: list[InstrReads] = []
    mod4: list[tuple[CellRef, CellRef]] = []
    mod2: list[tuple[CellRef, CellRef]] = []
    for k in range(unroll):
        start = 100 + body * k
        # Loaded a step ahead: two sets of fragments are live at once.
        a = [build.group(4, start - 30, start + body - 40) for _ in range(rows // 4)]
        b = [build.group(4, start - 30, start + body - 40) for _ in range(cols // 4)]
        at = start
        for i in range(0, rows, 2):
            for j in range(0, cols, 2):
                for dj in (0, 1):
                    reads = []
                    cells: list[list[CellRef]] = [[], []]
                    for component, (row, col) in enumerate(((i, j + dj), (i + 1, j + 1 - dj))):
                        sources = (CellRef(a[row // 4], row % 4), CellRef(b[col // 4], col % 4))
                        dst = CellRef(acc[row][col], 0)
                        reads += [Read(cell, slot, component) for slot, cell in enumerate(sources)]
                        reads.append(Read(dst, 2, component, accumulator=True))
                        cells[component] = [*sources, dst]
                    mod4 += [(cells[0][slot], cells[1][slot]) for slot in (0, 1)]
                    mod2.append((cells[0][2], cells[1][2]))
                    instructions.append(InstrReads(at, 1, 256, tuple(reads)))
                    at += 1
    return legal(Problem(tuple(build.groups), tuple(instructions), tuple(mod4), tuple(mod2), max_vgprs, "value"))


def legal(problem: Problem) -> Problem:
    """Drop the pair rules that the careless start breaks (such a pair would not have been formed)."""
    bases = problem.current
    keep4 = [p for p in problem.must_differ_mod4 if len({problem.register(r, bases) % 4 for r in p}) == 2]
    keep2 = [p for p in problem.must_differ_mod2 if len({problem.register(r, bases) % 2 for r in p}) == 2]
    return Problem(problem.groups, problem.instructions, tuple(keep4), tuple(keep2), problem.max_vgprs, problem.reuse)


def large(count: int = 10_000, max_vgprs: int = 128, seed: int = 1) -> Problem:
    """A long kernel: each instruction reads up to three recent webs and now and then a tuple's cell."""
    rng = random.Random(seed)
    build = Builder(max_vgprs)
    instructions: list[InstrReads] = []
    webs: list[tuple[CellRef, int]] = []
    for at in range(count):
        if at % 5 == 0:
            width = rng.choice((1, 1, 1, 2, 4))
            end = at + rng.randint(20, 300)
            group = build.group(width, at, end)
            webs += [(CellRef(group, offset), end) for offset in range(width)]
        webs = [(ref, end) for ref, end in webs if end > at]
        picked = rng.sample(webs, min(len(webs), rng.choice((2, 3, 3))))
        reads = tuple(Read(ref, slot, 0, accumulator=slot == 2) for slot, (ref, _) in enumerate(picked))
        block = at // 250
        instructions.append(InstrReads(at, block, 16 if block % 8 == 3 else 1, reads))
    return Problem(tuple(build.groups), tuple(instructions), (), (), max_vgprs)


SHAPES = {"sgemm": sgemm, "sgemm1": lambda: sgemm(unroll=1), "large": large}


def show(begun: float, text: str) -> None:
    print(f"  {time.perf_counter() - begun:7.1f} s  {text}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shapes", nargs="*", default=["sgemm", "large"])
    parser.add_argument("--effort", type=int, default=1)
    options = parser.parse_args()
    for name in options.shapes:
        problem = SHAPES[name]()
        begun = time.perf_counter()
        solution = reassign(problem, options.effort, progress=partial(show, begun))
        print(f"{name}: {len(problem.groups)} groups, {len(problem.instructions)} instructions")
        print(f"  {time.perf_counter() - begun:.1f} s, {solution.status}")
        print(f"  before {tuple(solution.before)} after {tuple(solution.after)}")
        for title, levels in (("kernel", solution.levels), ("hot", solution.hot)):
            for level in levels:
                print(f"  {title:6} {level.name:13} {level.value:8} bound {level.bound:8} {level.status}")


if __name__ == "__main__":
    main()
