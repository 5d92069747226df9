"""What the barriers of a kernel are for that fills LDS with tiles and reads them.

Waves store a tile, meet at a barrier, which *publishes* it, and load.  A barrier before the next stores *frees* the
place: it keeps them from what other waves still load.  Between the two no other memory is accessed but by loads of what
nobody writes, so that the second barrier orders nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from isaopt.analysis.flow.accesses import UNWRITTEN, byte_ranges, is_cache_control, touches_memory
from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.fixpoint import entry_states
from isaopt.graphs import reachable
from isaopt.ir.program import Op
from isaopt.isa.meaning import Access, Space
from isaopt.transform.lds_change import LdsKept, reaches_lds


class _TilePhase(Enum):
    EMPTY = "nothing is stored"
    FILLING = "waves store"
    READING = "waves load"


class _TilePlace(NamedTuple):
    """Where a wave may be: the phase; whether a barrier has freed the place since the last tile was published, None
    before the first; and whether other memory was accessed since then."""

    phase: _TilePhase
    freed: bool | None
    elsewhere: bool


@dataclass(slots=True)
class TileBarriers:
    """Ordinals of the barriers that publish a tile, and of those that only free its place."""

    ops: Sequence[Op]
    cfg: CFG
    publishing: set[int] = field(default_factory=set)
    freeing: set[int] = field(default_factory=set)

    def belonging(self, k: int) -> Iterator[int]:
        """What goes with a barrier that frees: its second half, and the cache control behind it if there is the same
        behind every barrier that publishes."""
        for other in self.followers(k):
            op = self.ops[other]
            before = ([self.ops[n] for n in self.followers(p)] for p in self.publishing)
            if not is_cache_control(op) or all(any(_same(op, x) for x in found) for found in before):
                yield other

    def followers(self, k: int) -> Iterator[int]:
        """The second half of a barrier, which arithmetic may stand in front of, and cache control directly behind."""
        halved = self.ops[k].operation != "s_barrier"
        for other in range(k + 1, self.cfg.blocks[self.cfg.block_of[k]].end):
            op = self.ops[other]
            if op.operation == "s_barrier_wait" or is_cache_control(op):
                halved = False
                yield other
            elif not halved or touches_memory(op) or op.flag("sideeffects"):
                return


def _same(one: Op, other: Op) -> bool:
    return (one.mnemonic, one.operands, one.modifiers) == (other.mnemonic, other.operands, other.modifiers)


def tile_barriers(ops: Sequence[Op], cfg: CFG) -> TileBarriers:
    """What the barriers are for.

    Raises:
        LdsKept: the code does not take turns, or a barrier has several purposes.
    """
    found = TileBarriers(ops, cfg)
    start = frozenset({_TilePlace(_TilePhase.EMPTY, None, _skips_tiles(ops, cfg))})

    def over(b: int, turns: frozenset[_TilePlace]) -> frozenset[_TilePlace]:
        parts: set[int] = set()
        for k in cfg.blocks[b].ordinals:
            if is_barrier(ops[k]):
                turns, parts = _met(k, turns, found), set(found.followers(k))
            elif k not in parts:
                turns = _behind(k, ops[k], turns)
        return turns

    def join(ends: Sequence[frozenset[_TilePlace]]) -> frozenset[_TilePlace]:
        return frozenset[_TilePlace]().union(*ends) if ends else start

    entry_states(cfg, join, over)
    if both := found.publishing & found.freeing:
        raise LdsKept("barriers", "a barrier publishes a tile on one way and frees its place on another", min(both))
    return found


def _skips_tiles(ops: Sequence[Op], cfg: CFG) -> bool:
    """Whether memory is accessed on a way to the end without tiles: the first barrier may wait for a wave that goes
    there, so that it orders that, too."""
    blocks = cfg.blocks
    tiled = {cfg.block_of[k] for k, op in enumerate(ops) if is_barrier(op) or reaches_lds(op)}
    ahead = {b: blocks[b].succs if b not in tiled else () for b in range(len(blocks))}
    ways = {b: reachable([b], ahead.__getitem__) for b in reachable([0], ahead.__getitem__)}
    ending = (b for b, way in ways.items() if tiled.isdisjoint(way))
    return any(touches_memory(ops[k]) or is_cache_control(ops[k]) for b in ending for k in blocks[b].ordinals)


def _met(k: int, turns: frozenset[_TilePlace], found: TileBarriers) -> frozenset[_TilePlace]:
    """Where waves may be behind a barrier."""
    filling = {turn for turn in turns if turn.phase is _TilePhase.FILLING}
    others = turns - filling
    if filling:
        found.publishing.add(k)
    if others:
        found.freeing.add(k)
    if any(turn.freed for turn in others):
        raise LdsKept("barriers", "a place in LDS is freed twice", k)
    if any(turn.elsewhere for turn in others):
        raise LdsKept("memory-order", "other memory is accessed in front of a barrier that frees a place in LDS", k)
    rest = {_TilePlace(_TilePhase.EMPTY, None if turn.freed is None else True, False) for turn in others}
    return frozenset(rest | ({_TilePlace(_TilePhase.READING, False, False)} if filling else set()))


def _behind(k: int, op: Op, turns: frozenset[_TilePlace]) -> frozenset[_TilePlace]:
    """Where waves may be behind another instruction."""
    if not reaches_lds(op):
        # Compilers load by scalar instructions only what nobody writes while the kernel runs.
        harmless = op.flag("lane_access") or op.flag(UNWRITTEN) or op.desc.loads_scalar_words
        other = (touches_memory(op) and not harmless) or op.sends
        return frozenset(turn._replace(elsewhere=True) for turn in turns) if other or is_cache_control(op) else turns
    memory = op.desc.memory
    if memory is None or memory.space is not Space.LDS or byte_ranges(op) is None:
        raise LdsKept("form", "an access to LDS is no plain load or store", k)
    phases = {turn.phase for turn in turns}
    if memory.access is Access.LOAD:
        if phases - {_TilePhase.READING}:
            raise LdsKept("barriers", "it loads from LDS what no barrier has published", k)
        return turns
    if _TilePhase.READING in phases:
        raise LdsKept("barriers", "it stores to LDS between the loads of a tile", k)
    return frozenset(turn._replace(phase=_TilePhase.FILLING) for turn in turns)


def is_barrier(op: Op) -> bool:
    """Whether it is a barrier, or the first half of one."""
    return op.flag("barrier") and op.operation != "s_barrier_wait"
