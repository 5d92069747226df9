"""Pairs and banks by local search (``runtime/pairs.c``): cheap, legal at every step, proves nothing."""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby

import numpy as np

from isaopt.solve.pack import library, lists, random_state, structure
from isaopt.solve.pairing import CLEAN, MOST_STEPS, PLAIN, WHOLE, Option, Whole
from isaopt.solve.problem import BANKS, CellRef, Problem
from isaopt.toolchain.native import NativeRecord

Rule = tuple[CellRef, CellRef, int]

Successors = Sequence[Collection[int]]
"""Of each instruction of a kernel those of its block that depend on it directly."""

#: As in ``runtime/pairs.c``.
_FREE, _LOCKED = -1, -2
#: Changes of one step that there is room for.
_MOST_LOGGED = 1_024
#: What the first steps may lose, in pairs of the heaviest block.
_HEAT = 0.5


class PairSearch:
    """Options that are taken, and the bank of every group's base (in the problem's order)."""

    def __init__(
        self, problem: Problem, banks: Sequence[int], taken: Iterable[Option], wholes: Sequence[Whole] = ()
    ) -> None:
        self.problem, self.banks, self.wholes = problem, list(banks), wholes
        self.taken: dict[Option, None] = dict.fromkeys(taken)

    def bank(self, cell: CellRef) -> int:
        """Where a cell is."""
        return (self.banks[self.problem.position[cell.group]] + cell.offset) % BANKS

    def improve(
        self, options: Iterable[Option], after: Successors, weights: Mapping[int, int], work: int, seed: int
    ) -> None:
        """Exchanges the pairs that are taken, other than those of outer products, for better ones of them and of these
        options, and moves registers to other banks for it.

        ``weights``: of each instruction that has an option how often it is looked at. ``work`` counts visited options
        and instructions.
        """
        own = [option for option in self.taken if not option.structured]
        held = [option for option in self.taken if option.structured]
        busy = {op for option in held for pair in option.pairs for op in pair}
        offered = dict.fromkeys((*own, *options))
        every = [option for option in offered if busy.isdisjoint(option.pairs[0])]
        if not every:
            return
        search = self.prepared(every, held, after, weights)
        search.random, search.work = random_state(seed), work
        search.heat = round(_HEAT * CLEAN * max(option.weight for option in every))
        library().solve_pairs(ctypes.byref(search), ctypes.c_int64(len(own)))
        self.banks = search.array("best_bank").tolist()
        chosen = dict.fromkeys(n for n in search.array("best_holder").tolist() if n >= 0)
        self.taken = dict.fromkeys((*held, *(every[n] for n in chosen)))

    def prepared(
        self, options: Sequence[Option], held: Sequence[Option], after: Successors, weights: Mapping[int, int]
    ) -> NativeRecord:
        """The state as ``Pairs`` of ``runtime/pairs.c``."""
        problem, size = self.problem, len(after)

        def flat(rules: Iterable[Rule]) -> list[int]:
            return [n for a, b, m in rules for n in (*self._cell(a), *self._cell(b), m)]

        search = structure("Pairs")()
        search.count, search.size, search.groups = len(options), size, len(problem.groups)
        search.arrays(ops=[op for option in options for op in option.pairs[0]])
        search.arrays(worth=[(PLAIN - min(o.steps, MOST_STEPS)) * o.weight for o in options])
        search.arrays(bonus=[(CLEAN - PLAIN) * o.weight for o in options])
        _rows(search, "rule_first", "rules", [flat(o.differ) for o in options], 5)
        sources = [[n for cell in dict.fromkeys(o.sources) for n in self._cell(cell)] for o in options]
        _rows(search, "source_first", "sources", sources, 2)
        named = [list(dict.fromkeys(self._cell(c)[0] for c in _cells(o))) for o in options]
        _rows(search, "name_first", "names", named)
        _rows(search, "after_first", "after", [list(own) for own in after])
        _rows(search, "own_first", "own", _holders(size, (option.pairs[0] for option in options)))
        draw = sorted({op for option in options for op in option.pairs[0]})
        search.drawn = len(draw)
        search.arrays(draw=draw, weights=np.cumsum([weights[op] for op in draw]))
        hard = [
            *((a, b, 4) for a, b in problem.must_differ_mod4),
            *((a, b, 2) for a, b in problem.must_differ_mod2),
            *(rule for option in held for rule in (*option.differ, *_apart(option))),
        ]
        hard = list(dict.fromkeys(hard))
        count = len(problem.groups)
        _rows(search, "user_first", "users", _holders(count, named))
        _rows(
            search,
            "hard_first",
            "hard_numbers",
            _holders(count, ({self._cell(a)[0], self._cell(b)[0]} for a, b, _ in hard)),
        )
        search.arrays(hard=flat(hard))
        ties = [whole.tie for whole in self.wholes]
        _rows(
            search,
            "tie_first",
            "tie_numbers",
            _holders(count, ({self._cell(t.low)[0], self._cell(t.high)[0]} for t in ties)),
        )
        search.arrays(
            ties=[
                n
                for whole in self.wholes
                for n in (
                    *self._cell(whole.tie.low),
                    *self._cell(whole.tie.high),
                    whole.tie.distance,
                    WHOLE * whole.weight,
                )
            ]
        )
        bound = {self._cell(c)[0] for o in held for c in _cells(o)} | {
            self._cell(c)[0] for a, b, _ in hard for c in (a, b)
        }
        always = [g.fixed or g.width >= BANKS or i in bound for i, g in enumerate(problem.groups)]
        search.arrays(fixed=[g.fixed for g in problem.groups], always=always)
        self._add_room(search, {i for own in named for i in own} | {i for i, counted in enumerate(always) if counted})
        search.arrays(bank=self.banks, best_bank=self.banks, references=np.zeros(count, dtype=np.int64))
        holder, mate = [_FREE] * size, [_FREE] * size
        for a, b in (pair for option in held for pair in option.pairs):
            holder[a] = holder[b] = _LOCKED
            mate[a], mate[b] = b, a
        search.arrays(holder=holder, mate=mate, best_holder=holder)
        search.arrays(
            mark=np.zeros(size, dtype=np.int64), stack=np.zeros(2 * size + 2 * sum(map(len, after)) + 2, dtype=np.int64)
        )
        search.arrays(log=np.zeros(3 * _MOST_LOGGED, dtype=np.int64))
        return search

    def _add_room(self, search: NativeRecord, counted: Iterable[int]) -> None:
        """The points at which the cells of these groups are live, and the registers of each bank."""
        problem = self.problem
        cells: list[list[int]] = [[] for _ in problem.groups]
        runs: list[int] = []
        for i in sorted(counted):
            group = problem.groups[i]
            for cell in group.cells:
                first = len(runs) // 2
                runs += _runs(problem.points.get(CellRef(group.id, cell.offset), ()))
                cells[i] += (cell.offset, first, len(runs) // 2)
        _rows(search, "cell_first", "cells", cells, 3)
        search.points = len(problem.live_sets)
        room = [(problem.max_vgprs - bank + BANKS - 1) // BANKS for bank in range(BANKS)]
        search.arrays(runs=runs, left=np.repeat(np.array(room, dtype=np.int64), search.points))

    def _cell(self, cell: CellRef) -> tuple[int, int]:
        return self.problem.position[cell.group], cell.offset


def _rows(search: NativeRecord, first: str, values: str, rows: Sequence[Sequence[int]], stride: int = 1) -> None:
    """Sets two fields: rows of numbers one after the other, and where each begins, in units of ``stride``."""
    starts, numbers = lists(rows)
    search.arrays(**{first: starts // stride, values: numbers})


def _holders(count: int, named: Iterable[Iterable[int]]) -> list[list[int]]:
    """For each of so many things the numbers of those that name it."""
    found: list[list[int]] = [[] for _ in range(count)]
    for number, things in enumerate(named):
        for thing in things:
            found[thing].append(number)
    return found


def _runs(points: Sequence[int]) -> Iterator[int]:
    """Ascending numbers as half-open runs: the start and the end of each."""
    for _, run in groupby(enumerate(points), lambda at: at[1] - at[0]):
        numbers = [number for _, number in run]
        yield numbers[0]
        yield numbers[-1] + 1


def _cells(option: Option) -> Iterator[CellRef]:
    yield from option.sources
    for a, b, _ in option.differ:
        yield a
        yield b


def _apart(option: Option) -> list[Rule]:
    """What makes the sources of a pair be in different banks."""
    return [(a, b, BANKS) for a, b in combinations(dict.fromkeys(option.sources), 2)]
