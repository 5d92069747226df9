"""Trip counts of a rewritten kernel's loops, derived from those of the input's loops.

A pass keeps the input line of each instruction. An input loop of T iterations whose lines occur m times in an output
loop therefore runs T / m times there, for each time it is entered: first the loop that does several iterations per
iteration, then the loop for the rest, with one iteration less for each copy of the body around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.loops import Loop, find_loops
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.simulator.classes import LDS, VALU, VMEM, unit_of


@dataclass(frozen=True)
class _Body:
    """A loop of a version, or the code outside all loops (None), with the number of vector and memory instructions of
    each input line in it; other instructions are written anew for copies of a loop."""

    loop: Loop | None
    lines: Counter[int]


def corresponding_trips(
    before: Module,
    old: Kernel,
    after: Module,
    new: Kernel,
    trips: Mapping[str, int],
    only: Container[str] | None = None,
) -> dict[str, int]:
    """Trip counts of the loops of ``after``, by label, given ``trips`` of loops of ``before``. Loops without a
    counterpart are left out, and so are loops that derive from none in ``only``."""
    olds = [body for body in _bodies(before, old) if body.loop is not None]
    news = _bodies(after, new)
    left_of_it = frozenset(line for body in news for line in body.lines)
    totals = _totals([body.loop for body in olds if body.loop is not None], trips)
    olds = [_Body(b.loop, Counter({k: n for k, n in b.lines.items() if k in left_of_it})) for b in olds]
    origins = [_origin(n, olds) for n in news if n.loop is not None]
    found: dict[str, int] = {}
    #: How often each loop of ``after`` is entered, times its iterations; the code round all loops runs once.
    runs: dict[int | None, float] = {None: 1.0}
    # Outer loops come before inner ones, so that it is known how often a loop is entered.
    for outer in (None, *(n.loop.index for n in news if n.loop is not None)):
        around = next(n for n in news if (None if n.loop is None else n.loop.index) == outer)
        inside = [n for n in news if n.loop is not None and n.loop.parent == outer]
        for body in olds:
            assert body.loop is not None
            own = [n for n in inside if n.loop is not None and origins[n.loop.index] is body]
            entered = runs.get(outer)
            total = totals.get(body.loop.index)
            if not own or entered is None or total is None:
                continue
            for label, index, rounds in _shared(own, body, total / entered - _copies(around, body)):
                if only is None or body.loop.label in only:
                    found[label] = rounds
                runs[index] = entered * rounds
    return found


def _totals(loops: Sequence[Loop], trips: Mapping[str, int]) -> dict[int, float]:
    """How often the body of each loop runs in all, where it is known how often it and those round it do."""
    found: dict[int, float] = {}
    for loop in loops:
        count = trips.get(loop.label)
        around = 1.0 if loop.parent is None else found.get(loop.parent)
        if count is not None and around is not None:
            found[loop.index] = around * count
    return found


def _shared(own: Sequence[_Body], body: _Body, total: float) -> Iterator[tuple[str, int, int]]:
    """Label, index and iterations of each of the loops that share the iterations of one: the one with the most
    iterations in a row takes all whole groups but what the others need."""
    left = max(1, round(total))
    for at, n in enumerate(sorted(own, key=lambda n: -_copies(n, body))):
        assert n.loop is not None
        copies = max(1, _copies(n, body))
        reserve = len(own) - 1 - at
        whole = max(1, (left - reserve) // copies)
        yield n.loop.label, n.loop.index, whole if reserve else max(1, round(left / copies))
        left -= whole * copies


def _bodies(module: Module, kernel: Kernel) -> list[_Body]:
    cfg = build_cfg(module, kernel)
    loops = find_loops(module, kernel, cfg)
    inside = frozenset(b for loop in loops for b in loop.blocks)
    bodies = [_Body(loop, _lines(module, cfg, loop.own_blocks, loop.blocks)) for loop in loops]
    return [*bodies, _Body(None, _lines(module, cfg, cfg.reachable - inside, cfg.reachable))]


def _lines(module: Module, cfg: CFG, own: Collection[int], around: Collection[int]) -> Counter[int]:
    """How often each input line stands in blocks of a body, on that way through it on which it stands most often: of
    copies of a block for each outcome of a condition, a wave passes one."""
    places: dict[int, Counter[int]] = {}
    for b in own:
        for i in cfg.blocks[b].instructions:
            item = module.items[i]
            if isinstance(item, Instruction) and unit_of(item.op) in (VALU, LDS, VMEM):
                places.setdefault(item.line, Counter())[b] += 1
    order = [b for b in cfg.reverse_post_order if b in around]
    known: dict[frozenset[tuple[int, int]], int] = {}
    found: Counter[int] = Counter()
    for line, counts in places.items():
        key = frozenset(counts.items())
        if key not in known:
            most: dict[int, int] = {}
            for b in order if len(counts) > 1 else counts:
                most[b] = counts[b] + max((most.get(p, 0) for p in cfg.blocks[b].preds), default=0)
            known[key] = max(most.values())
        found[line] = known[key]
    return found


def _origin(body: _Body, olds: Sequence[_Body]) -> _Body:
    """The input's loop from which most of a loop's instructions come."""
    return max(olds, key=lambda old: sum(n for line, n in body.lines.items() if line in old.lines))


def _copies(body: _Body, old: _Body) -> int:
    """How often most lines of the input's loop that are left stand in the body; those that a pass moved out of the
    loop are outvoted."""
    votes = Counter(body.lines[line] // count for line, count in old.lines.items())
    return max(votes, key=lambda n: (votes[n], n)) if votes else 0
