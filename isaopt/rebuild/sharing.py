"""The accesses of a kernel that other waves can observe, and the loads by which it may observe theirs.

A relaxed atomic store is a plain store to LDS, and to memory on gfx11; so is a relaxed atomic load from LDS, and from
memory between waves of one CU (LLVM AMDGPUUsage, memory models gfx10-gfx11 and gfx12). So a plain store may release a
lock and a plain load may acquire one, unless there is no other wave, or none can be at the other end of it:

* Only the waves of a workgroup access its LDS, and barriers keep them in step. While no wave stores to a location, its
  content is constant, and loading it says nothing of other waves. A store, and which of two waves stored last, is seen
  after the next barrier at the latest.
* A load from memory by which a wave learns of another on a different CU has a cache bit (``glc``, ``scope``).

Nothing is concluded for a load before the first barrier or in a kernel that stores nothing to LDS: the storing wave is
unknown.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

from isaopt.analysis.figures.descriptor import resources_of
from isaopt.analysis.flow.accesses import UNWRITTEN, is_cache_control, is_coherent
from isaopt.analysis.flow.cfg import CFG, ends_program
from isaopt.ir.program import Kernel, Module, Op

#: The most pairs of barriers, at which two waves may be, to examine.
_MOST_PAIRS = 20_000
_ENTRY = -1


@dataclass(frozen=True, slots=True)
class SharingPoints:
    """By ordinal: accesses that others can notice (``observed``); loads by which the wave may learn that others have
    reached some point, or that it need no longer read old copies (``acquires``); and accesses performed in the wave's
    order where others can tell (``ordered``)."""

    observed: frozenset[int] = frozenset()
    acquires: frozenset[int] = frozenset()
    ordered: frozenset[int] = frozenset()


def sharing(module: Module, kernel: Kernel, cfg: CFG, ops: Sequence[Op], leaking: Collection[int]) -> SharingPoints:
    """The sharing points of a kernel. ``leaking``: ordinals of barriers that an access to LDS may pass, since nothing
    waits for it before them."""
    given = resources_of(module, kernel)
    alone = given.workgroup_size is not None and given.workgroup_size <= kernel.wave_size
    lds = frozenset(k for k, op in enumerate(ops) if op.flag("ds") and (op.flag("mayload") or op.flag("maystore")))
    silent = lds if alone else _silent(cfg, ops, leaking)
    same_cu = not given.wgp_mode and not alone
    visible = {k for k, op in enumerate(ops) if not alone and op.flag("flat")} | (lds - silent)
    if same_cu:
        visible |= {k for k, op in enumerate(ops) if _is_vector_load(op)}
    return SharingPoints(
        frozenset(k for k, op in enumerate(ops) if _is_observed(op) and k not in silent),
        frozenset(k for k, op in enumerate(ops) if _is_acquire(op, same_cu) and k not in silent),
        frozenset(visible),
    )


def _is_vector_load(op: Op) -> bool:
    return op.flag("mayload") and not any(map(op.flag, ("ds", "smem", "scratch", UNWRITTEN)))


def _is_observed(op: Op) -> bool:
    """Whether the op's effect can be noticed outside of its wave."""
    if op.flag("maystore"):
        return not op.flag("scratch")
    if op.flag("barrier") or op.flag("exp") or ends_program(op) or is_cache_control(op):
        return True
    return op.flag("sideeffects") and (bool(op.desc.counters) or op.flag("ds") or op.mnemonic in ("s_trap", "s_wakeup"))


def _is_acquire(op: Op, same_cu: bool) -> bool:
    """Whether, once the op has completed, the wave may rely on what others did before some point."""
    if is_cache_control(op) or op.flag("atomic_ret"):
        return True
    if not op.flag("mayload") or any(map(op.flag, ("smem", "scratch", UNWRITTEN))):
        return False
    return op.flag("ds") or op.flag("flat") or same_cu or is_coherent(op)


# -- LDS between barriers


class _Barrier(Enum):
    WHOLE = "comes and waits"
    SIGNAL = "says that it has come"
    WAIT = "waits for the others"


_BARRIERS = {"s_barrier": _Barrier.WHOLE, "s_barrier_signal": _Barrier.SIGNAL, "s_barrier_wait": _Barrier.WAIT}


class _UnknownBarriers(Exception):
    """Barriers whose synchronisation of the waves is not understood."""


def _barrier(op: Op) -> _Barrier | None:
    if not op.flag("barrier"):
        return None
    found = _BARRIERS.get(op.mnemonic)
    # -1 is the barrier of the workgroup (RDNA4 ISA guide, S_BARRIER_SIGNAL); others are for some of its waves.
    if found is None or (op.operands and op.operands[0].value not in (-1, 0xFFFF)):
        raise _UnknownBarriers
    return found


def _silent(cfg: CFG, ops: Sequence[Op], leaking: Collection[int]) -> frozenset[int]:
    """Plain loads from LDS that reveal nothing of other waves: none of them stores to it between the same barriers."""
    reads = {k for k, op in enumerate(ops) if (op.flag("ds") or op.flag("flat")) and op.flag("mayload")}
    writes = {k for k, op in enumerate(ops) if (op.flag("ds") or op.flag("flat")) and op.flag("maystore")}
    plain = {k for k in reads - writes if ops[k].flag("ds") and not ops[k].flag("sideeffects")}
    if not plain or not writes:
        return frozenset()
    try:
        steps = _Steps(cfg, ops)
        if any(steps.kind[k] is not _Barrier.WAIT for k in leaking):
            raise _UnknownBarriers
        together = steps.together()
    except _UnknownBarriers:
        return frozenset()
    met = set(steps.region[_ENTRY])
    for a, b in together:
        if steps.region[b] & writes:
            met |= steps.region[a]
    return frozenset(plain - met)


class _Steps:
    """The stretches of a kernel from one barrier to the next, by the ordinal of the first one (-1: the entry).

    Between the two halves of a split barrier a wave is in the stretch before it and in the one after it: others may
    have gone on already, or not have come yet.
    """

    def __init__(self, cfg: CFG, ops: Sequence[Op]) -> None:
        self.cfg, self.ops = cfg, ops
        self.kind = {k: found for k, op in enumerate(ops) if (found := _barrier(op)) is not None}
        self.region: dict[int, set[int]] = {}
        self.next: dict[int, set[int]] = {}
        todo = [_ENTRY]
        while todo:
            start = todo.pop()
            if start not in self.region:
                self.follow(start)
                todo += self.next[start]

    def follow(self, start: int) -> None:
        """The barriers reachable from a barrier before the one after the next."""
        region = self.region[start] = set[int]()
        following = self.next[start] = set[int]()
        # Behind the first half of a split barrier its second half comes first.
        halfway = start != _ENTRY and self.kind[start] is _Barrier.SIGNAL
        todo = [(0, "first")] if start == _ENTRY else self.after(start, "opened" if halfway else "first")
        seen: set[tuple[int, str]] = set()
        while todo:
            k, mode = todo.pop()
            if (k, mode) in seen:
                continue
            seen.add((k, mode))
            kind = self.kind.get(k)
            if kind is None:
                region.add(k)
                todo += self.after(k, mode)
            elif kind is _Barrier.WAIT and mode == "opened":
                todo += self.after(k, "first")
            elif kind is _Barrier.WAIT and mode == "closing":
                continue
            elif mode == "first" and kind is not _Barrier.WAIT:
                following.add(k)
                todo += self.after(k, "closing") if kind is _Barrier.SIGNAL else []
            else:
                raise _UnknownBarriers

    def after(self, k: int, mode: str) -> list[tuple[int, str]]:
        block = self.cfg.blocks[self.cfg.block_of[k]]
        if k + 1 < block.end:
            return [(k + 1, mode)]
        return [(self.cfg.blocks[b].first, mode) for b in block.succs]

    def together(self) -> set[tuple[int, int]]:
        """The stretches in which two waves of a workgroup may be at the same time: both have passed the same number of
        barriers."""
        found = {(_ENTRY, _ENTRY)}
        todo = [(_ENTRY, _ENTRY)]
        while todo:
            a, b = todo.pop()
            new = {(c, d) for c in self.next[a] for d in self.next[b]} - found
            found |= new
            todo += new
            if len(found) > _MOST_PAIRS:
                raise _UnknownBarriers
        return found
