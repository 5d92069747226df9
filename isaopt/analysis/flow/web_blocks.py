"""The basic blocks in which each web is named or live, found once for all blocks of a kernel."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.webs import Web, Webs


def blocks_of_webs(found: Webs, cfg: CFG) -> list[list[int]]:
    """For each web, in the order of ``found.webs``, the blocks that name it or in which it is live at some point,
    boundaries included, in ascending order."""
    starts = [2 * block.first for block in cfg.blocks]
    ends = [2 * block.end for block in cfg.blocks]
    ordinal_of = {item: k for k, item in enumerate(cfg.order)}
    rows: list[list[int]] = []
    for web in found.webs:
        own = {cfg.block_of[ordinal_of[ref.item]] for ref in web.refs}
        for start, end in web.segments:
            own.update(range(bisect_left(ends, start), bisect_right(starts, end)))
        rows.append(sorted(own))
    return rows


def webs_by_block(found: Webs, cfg: CFG) -> list[list[Web]]:
    """The inverse: for each block its webs, in the order of ``found.webs``."""
    rows: list[list[Web]] = [[] for _ in cfg.blocks]
    for web, blocks in zip(found.webs, blocks_of_webs(found, cfg), strict=True):
        for b in blocks:
            rows[b].append(web)
    return rows
