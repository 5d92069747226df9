"""Computes how many registers of each bank a block needs in a new order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.webs import Webs
from isaopt.solve.problem import BANKS, CellRef
from isaopt.transform.placement import cells_of
from isaopt.transform.reorder.sequencing import webs_by_block

ANY = BANKS
"""The bank of values that may be in any bank."""


@dataclass(frozen=True, slots=True)
class ValueSpan:
    """A value in a block: its bank (``ANY`` if it may be in any), the ordinals of the instructions that touch it, and
    whether it is live at the block's start and end."""

    bank: int
    touches: tuple[int, ...]
    live_in: bool
    live_out: bool


@dataclass(frozen=True)
class BlockPressure:
    """The values of a block; ``room`` is how many registers each bank has, ``steady`` how many values in it live
    throughout the block without being touched."""

    spans: tuple[ValueSpan, ...]
    steady: tuple[int, ...]
    room: tuple[int, ...]

    def excess(self, sequence: Sequence[int]) -> int:
        """By how many registers the fullest bank, or the whole file, overflows in this order; zero or less if all
        values fit."""
        position = {k: at for at, k in enumerate(sequence)}
        changes = [[0] * (2 * len(sequence) + 2) for _ in range(ANY + 1)]
        for span in self.spans:
            at = [position[k] for k in span.touches]
            # The last reader's result may take the register that it reads: results are half a step later.
            start = 0 if span.live_in else 2 * min(at) + 1
            end = 2 * len(sequence) + 1 if span.live_out else max(2 * max(at) + 1, start + 1)
            changes[span.bank][start] += 1
            changes[span.bank][end] -= 1
        loads = [[held + n for n in accumulate(row)] for held, row in zip(self.steady, changes, strict=True)]
        fullest = max(max(row) - room for row, room in zip(loads, self.room, strict=False))
        return max(fullest, max(map(sum, zip(*loads, strict=True))) - sum(self.room))


def block_pressures(
    found: Webs, cfg: CFG, bank: Callable[[CellRef], int], bound: Collection[int], room: Sequence[int]
) -> dict[int, BlockPressure]:
    """The values of every block; cells of ``bound`` groups are in their banks, others in any."""
    cell_of = cells_of(found)
    ordinal_of = {item: k for k, item in enumerate(cfg.order)}
    touches = {web.id: sorted({ordinal_of[ref.item] for ref in web.refs}) for web in found.webs}
    pressures: dict[int, BlockPressure] = {}
    for block, webs in zip(cfg.blocks, webs_by_block(found, cfg), strict=True):
        spans: list[ValueSpan] = []
        steady = [0] * (ANY + 1)
        low, high = block.first, block.end
        for web in webs:
            cell, named = cell_of[web.id], touches[web.id]
            at = bank(cell) if cell.group in bound else ANY
            inside = tuple(named[bisect_left(named, low) : bisect_left(named, high)])
            live_in = any(s <= 2 * low < e for s, e in web.segments)
            live_out = any(s < 2 * high <= e for s, e in web.segments)
            if inside:
                spans.append(ValueSpan(at, inside, live_in, live_out))
            elif live_in:
                steady[at] += 1
        pressures[block.index] = BlockPressure(tuple(spans), tuple(steady), tuple(room))
    return pressures
