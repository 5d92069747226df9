"""Waits that memory ordering may need, apart from any register: they are never called too strict.

Such waits stand before barriers, releases and calls, before and after cache control, and next to accesses with cache
bits or scope (LLVM ``AMDGPUUsage``, memory models of gfx11 and gfx12; ``SIMemoryLegalizer.cpp``).
"""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.judge.waits import is_wait
from isaopt.linting.model import Context
from isaopt.linting.waits.events import Step, kernel_steps

_CACHE_BITS = frozenset({"glc", "dlc", "slc", "scope", "th"})
_FILLERS = frozenset({"s_nop", "s_delay_alu", "s_clause", "s_set_inst_prefetch_distance", "s_sleep", "s_sleep_var"})
_ORDERED = frozenset({"s_setpc_b64", "s_endpgm_saved", "s_endpgm_ordered_ps_done"})


def kept_for_order(ctx: Context, block: int, position: int, counter: str) -> bool:
    """Whether memory ordering may be why the wait at ``position`` of ``block`` is there.

    What a barrier needs of LDS accesses is known exactly (:mod:`isaopt.linting.waits.lds`), so a barrier ahead says
    nothing for their counters.
    """
    return _ahead(ctx, block, position, counter in ("lgkmcnt", "dscnt")) or _behind(ctx, block, position)


def _ahead(ctx: Context, block: int, position: int, lds: bool) -> bool:
    """Whether a store comes directly behind the wait on some path, or something that orders memory is the first memory
    instruction behind it."""
    steps = ctx.fact(kernel_steps)
    todo, seen = [(block, position + 1, True)], set()
    while todo:
        b, start, adjacent = todo.pop()
        for step in steps[b][start:]:
            if lds and step.barrier_release:
                break
            if _orders(step) or (adjacent and step.op is not None and "maystore" in step.op.desc.flags):
                return True
            if step.memory:
                break
            adjacent = adjacent and _filler(step)
        else:
            if ctx.blocks[b].escapes:
                return True
            for s in ctx.blocks[b].succs:
                if (s, adjacent) not in seen:
                    seen.add((s, adjacent))
                    todo.append((s, 0, adjacent))
    return False


def _behind(ctx: Context, block: int, position: int) -> bool:
    """Whether something that orders memory is directly in front of the wait on some path."""
    steps = ctx.fact(kernel_steps)
    todo: list[tuple[int, Iterator[Step]]] = [(block, reversed(steps[block][:position]))]
    seen: set[int] = set()
    while todo:
        b, run = todo.pop()
        for step in run:
            if _orders(step):
                return True
            if not _filler(step):
                break
        else:
            for p in ctx.blocks[b].preds:
                if p not in seen:
                    seen.add(p)
                    todo.append((p, reversed(steps[p])))
    return False


def _filler(step: Step) -> bool:
    return step.op is not None and (is_wait(step.op) or step.operation in _FILLERS)


def _orders(step: Step) -> bool:
    if step.op is None or step.opaque or step.cache_control or step.sends_message or step.op.flag("barrier"):
        return True
    if step.operation in _ORDERED:
        return True
    if not step.memory:
        return False
    return "atomic" in step.op.desc.flags or any(m.name in _CACHE_BITS for m in step.op.modifiers)
