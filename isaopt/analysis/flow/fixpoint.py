"""The fixed point of a forward data-flow analysis over the blocks of a kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from isaopt.analysis.flow.cfg import CFG

State = TypeVar("State")


class Meeting(Protocol):
    """A state that can be merged with others."""

    def meet(self: Met, other: Met) -> None: ...

    def copy(self: Met) -> Met: ...


Met = TypeVar("Met", bound=Meeting)


def entry_states(
    cfg: CFG,
    join: Callable[[Sequence[State]], State],
    transfer: Callable[[int, State], State],
    key: Callable[[State], object] = lambda state: state,
) -> list[State]:
    """The state on entry to each block, by block index.

    ``join`` makes a new state from those at the ends of the predecessors; from none, at the kernel's entry and in an
    unreachable block. ``transfer`` takes a state through a block without changing its argument. States with equal
    ``key`` are equal. ``transfer`` must be monotone in a lattice of finite height, or the analysis does not end.
    """
    starts = [join(()) for _ in cfg.blocks]
    known: dict[int, object] = {}
    ends: dict[int, State] = {}
    todo = set(cfg.reverse_post_order)
    while todo:
        for b in cfg.reverse_post_order:
            if b not in todo:
                continue
            todo.discard(b)
            start = join([ends[p] for p in cfg.blocks[b].preds if p in ends])
            now = key(start)
            if b in known and known[b] == now:
                continue
            known[b], starts[b] = now, start
            ends[b] = transfer(b, start)
            todo.update(cfg.blocks[b].succs)
    return starts


def met_states(
    cfg: CFG, fresh: Callable[[], Met], step: Callable[[int, Met], object], key: Callable[[Met], object] = lambda s: s
) -> list[Met]:
    """Like :func:`entry_states` for mutable states: ``fresh`` makes a state without any facts, ``step`` takes a state
    through one instruction, given by its ordinal."""

    def join(ends: Sequence[Met]) -> Met:
        into = fresh()
        for end in ends:
            into.meet(end)
        return into

    def transfer(b: int, start: Met) -> Met:
        block, out = cfg.blocks[b], start.copy()
        for k in block.ordinals:
            step(k, out)
        return out

    return entry_states(cfg, join, transfer, key)
