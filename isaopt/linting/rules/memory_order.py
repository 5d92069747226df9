"""Waits and cache control that the memory model requires, apart from any register; and LDS data that a flag in memory
publishes before they are stored.

The text does not say which stores are flags. On gfx11, compilers set GLC on no store except a streaming one, so a plain
GLC store is meant for other waves. Otherwise a flag is a location that the same kernel polls in a loop and reads LDS
afterwards, or a store that follows a write-back of the caches, which is part of a release.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby

from isaopt.linting.declared import one_wave
from isaopt.linting.memory.accesses import GlobalAccess, Overlap, accesses
from isaopt.linting.memory.order import (
    Misordered,
    early_invalidates,
    overtaken_scalar_loads,
    pending,
    stale_scalar_loads,
    unpublished,
)
from isaopt.linting.model import Context, Finding, Severity
from isaopt.linting.waits.analysis import WaitAnalysis, wait_analysis
from isaopt.linting.waits.events import BlockStep
from isaopt.linting.waits.repair import Missing, add_wait
from isaopt.linting.waits.wording import instruction, waits


def unreleased_lds(ctx: Context) -> Iterator[Misordered]:
    """Stores that publish LDS data while an LDS store may be outstanding; ``sure`` if the kernel itself waits for the
    flag before it reads LDS."""
    analysis, found = ctx.fact(wait_analysis), ctx.fact(accesses)
    flags = [a for a in found.values() if a.writes and a.coherent]
    if not flags or not any(step.lds_write and not step.flat for run in analysis.steps for step in run):
        return
    consumers: dict[int, int | None] = {}
    for block, position, step, state in analysis.walk():
        flag = found.get(step.index)
        if flag is None or not (flag.writes and flag.coherent):
            continue
        late = [
            (index, pending(state, index))
            for index in sorted({i for queue in state.values() for i in queue.pending if queue.events[i].lds})
            if analysis.step_at[index].lds_write and not analysis.step_at[index].flat
        ]
        if not late:
            continue
        if step.index not in consumers:
            consumers[step.index] = _consumer(analysis, found, flag)
        reader = consumers[step.index]
        written_back = _write_back(analysis.steps[block][:position])
        if flag.releasing or written_back or reader is not None:
            index, counts = late[-1]
            sure = flag.releasing and reader is not None
            yield Misordered(step.index, index, counts, step.index if reader is None else reader, sure)


def _write_back(before: tuple[BlockStep, ...]) -> bool:
    """Whether a write-back of the caches belongs to the store after these steps: only waits stand between them."""
    for step in reversed(before):
        if step.writes_back:
            return True
        if step.memory or step.barrier_release or step.opaque:
            return False
    return False


def _consumer(analysis: WaitAnalysis, found: dict[int, GlobalAccess], flag: GlobalAccess) -> int | None:
    """The item of an LDS read that waits for the flag: it follows a loop that reads the flag, with no barrier in
    between."""
    for access in found.values():
        polls = access.coherent and access.reads and access.index != flag.index
        polls = polls and access.address.overlap(flag.address) in (Overlap.POSSIBLE, Overlap.CERTAIN)
        reader = _lds_read_behind(analysis, access.index) if polls and _spins(analysis, found, access.index) else None
        if reader is not None:
            return reader
    return None


def _spins(analysis: WaitAnalysis, found: dict[int, GlobalAccess], index: int) -> bool:
    """Whether a path leads from an access back to itself without another write, LDS access or barrier."""
    return any(step.index == index for step in _paths(analysis, index, lambda s: _works(s, found, index)))


def _works(step: BlockStep, found: dict[int, GlobalAccess], index: int) -> bool:
    access = found.get(step.index)
    writes = access is not None and access.writes and step.index != index
    return step.opaque or step.barrier_release or step.lds_read or step.lds_write or writes


def _lds_read_behind(analysis: WaitAnalysis, index: int) -> int | None:
    for step in _paths(analysis, index, lambda s: s.opaque or s.barrier_release):
        if step.lds_read and not step.flat:
            return step.index
    return None


def _paths(analysis: WaitAnalysis, index: int, ends: Callable[[BlockStep], bool]) -> Iterator[BlockStep]:
    """The steps after an item on all paths, each up to a step that ends it."""
    block = analysis.ctx.flow.block_of[index]
    position = next(k for k, step in enumerate(analysis.steps[block]) if step.index == index)
    return (step for step, _ in analysis.ahead(block, position, True, lambda step, _: None if ends(step) else True))


_Search = Callable[[Context], Iterable[Misordered]]
_Say = Callable[[Context, Misordered], str]


def _check(rule: str, search: _Search, say: _Say, ctx: Context) -> Iterator[Finding]:
    """Reports, for each place, the first of the misordered accesses that ``search`` finds there."""
    for index, at in groupby(search(ctx), key=lambda m: m.index):
        here = list(at)
        first = min(here, key=lambda m: (not m.sure, not m.counts, m.producer))
        need = [Missing(m.producer, c, n) for m in here for c, n in m.counts]
        counts = {c: min(n.count for n in need if n.counter == c) for c in dict.fromkeys(n.counter for n in need)}
        missing = f"; {waits(ctx, counts)} is missing" if counts else ""
        # A stale scalar load needs more than a wait.
        fix = add_wait(ctx, index, need) if need and search is not stale_scalar_loads else ()
        severity = Severity.ERROR if first.sure else Severity.WARNING
        yield ctx.finding(rule, index, say(ctx, first) + missing, fix, severity)


def _unpublished(ctx: Context) -> Iterable[Misordered]:
    return () if one_wave(ctx) else unpublished(ctx)


def _unreleased(ctx: Context) -> Iterable[Misordered]:
    return () if one_wave(ctx) else unreleased_lds(ctx)


def _say_unpublished(ctx: Context, m: Misordered) -> str:
    return (
        f"{instruction(ctx, m.producer, m.index)} may be outstanding when other waves pass this barrier, so that "
        f"{instruction(ctx, m.rival, m.index)} could read old data"
    )


def _say_stale(ctx: Context, m: Misordered) -> str:
    store = instruction(ctx, m.producer, m.index)
    if m.counts:
        return f"this may read what {store} writes, before that is done, from a cache that needs s_dcache_inv as well"
    return f"this may read what {store} has written, from a cache that stores do not reach: s_dcache_inv is missing"


def _say_overtaken(ctx: Context, m: Misordered) -> str:
    return f"{instruction(ctx, m.producer, m.index)} may still have to read what this writes"


def _say_release(ctx: Context, m: Misordered) -> str:
    seen = f", which {instruction(ctx, m.rival, m.index)} waits to read" if m.rival != m.index else ""
    return f"this store may tell other waves of LDS data before {instruction(ctx, m.producer, m.index)} is done{seen}"


def _say_invalidate(ctx: Context, m: Misordered) -> str:
    return (
        f"the cache is invalidated before {instruction(ctx, m.producer, m.index)} is known to be done: loads behind "
        "may find older data than it has seen"
    )


CHECKS = {
    "global-barrier-wait": partial(_check, "global-barrier-wait", _unpublished, _say_unpublished),
    "scalar-load-stale": partial(_check, "scalar-load-stale", stale_scalar_loads, _say_stale),
    "scalar-load-overtaken": partial(_check, "scalar-load-overtaken", overtaken_scalar_loads, _say_overtaken),
    "lds-release-wait": partial(_check, "lds-release-wait", _unreleased, _say_release),
    "acquire-invalidate": partial(_check, "acquire-invalidate", early_invalidates, _say_invalidate),
}
