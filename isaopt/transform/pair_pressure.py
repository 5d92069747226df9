"""How many registers of each bank a block needs in a new order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from isaopt.analysis.cfg import CFG
from isaopt.analysis.webs import Webs
from isaopt.solve.problem import BANKS, CellRef


@dataclass(frozen=True, slots=True)
class Span:
    """A register that holds one value in a block: its bank, the instructions (ordinals) that touch it, and whether it
    holds the value at the block's start and end."""

    bank: int
    touches: tuple[int, ...]
    live_in: bool
    live_out: bool


@dataclass(frozen=True)
class Pressure:
    """The registers of a block; ``room`` is how many each bank has, ``steady`` how many of them are held all through
    without being touched."""

    spans: tuple[Span, ...]
    steady: tuple[int, ...]
    room: tuple[int, ...]

    def excess(self, sequence: Sequence[int]) -> int:
        """By how many registers the fullest bank overflows if the instructions are in this order; zero or less if all
        fit."""
        position = {k: at for at, k in enumerate(sequence)}
        changes = [[0] * (2 * len(sequence) + 2) for _ in range(BANKS)]
        for span in self.spans:
            at = [position[k] for k in span.touches]
            # A register is free for the result of the instruction that reads it last: results come half a step later.
            start = 0 if span.live_in else 2 * min(at) + 1
            end = 2 * len(sequence) + 1 if span.live_out else max(2 * max(at) + 1, start + 1)
            changes[span.bank][start] += 1
            changes[span.bank][end] -= 1
        banks = zip(self.steady, changes, self.room, strict=True)
        return max(held + max(accumulate(row)) - room for held, row, room in banks)


def block_pressures(
    found: Webs, cfg: CFG, bank: Callable[[CellRef], int], room: Sequence[int], blocks: Iterable[int]
) -> dict[int, Pressure]:
    """The registers of these blocks, with every cell in its bank."""
    wanted = [cfg.blocks[b] for b in blocks]
    offset = {web: at for group in found.groups for web, at in group.members}
    ordinal_of = {item: k for k, item in enumerate(cfg.order)}
    spans: dict[int, list[Span]] = {b.index: [] for b in wanted}
    steady = {b.index: [0] * BANKS for b in wanted}
    for web in found.webs:
        at = bank(CellRef(found.group_of[web.id], offset[web.id]))
        touches = sorted({ordinal_of[ref.item] for ref in web.refs})
        for block in wanted:
            low, high = block.first, block.first + len(block.instructions)
            inside = tuple(k for k in touches if low <= k < high)
            live_in = any(s <= 2 * low < e for s, e in web.segments)
            live_out = any(s < 2 * high <= e for s, e in web.segments)
            if inside:
                spans[block.index].append(Span(at, inside, live_in, live_out))
            elif live_in:
                steady[block.index][at] += 1
    return {b.index: Pressure(tuple(spans[b.index]), tuple(steady[b.index]), tuple(room)) for b in wanted}
