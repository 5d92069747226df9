"""Waits and cache control that the memory model asks for, apart from any register."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from isaopt.linting.declared import declarations_of
from isaopt.linting.memory.order import (
    Misordered,
    early_invalidates,
    overtaken_scalar_loads,
    stale_scalar_loads,
    unpublished,
)
from isaopt.linting.memory.release import unreleased_lds
from isaopt.linting.model import BOTH, Context, Finding, Rule, Severity
from isaopt.linting.waits.repair import Missing, add_wait
from isaopt.linting.waits.wording import instruction, waits

_MODELS = "LLVM AMDGPUUsage, memory models of gfx10-gfx11 and gfx12; AMD RDNA3/RDNA4 ISA guides, "
_Search = Callable[[Context], Iterable[Misordered]]
_Say = Callable[[Context, Misordered], str]


def _rule(rule: str, search: _Search, say: _Say, repaired: bool = True) -> Callable[[Context], Iterator[Finding]]:
    """A check that reports, for each place, the first of the misordered accesses that ``search`` finds there.

    ``repaired``: the wait is all that is missing.
    """

    def check(ctx: Context) -> Iterator[Finding]:
        for index, at in groupby(search(ctx), key=lambda m: m.index):
            here = list(at)
            first = min(here, key=lambda m: (not m.sure, not m.counts, m.producer))
            need = [Missing(m.producer, c, n) for m in here for c, n in m.counts]
            counts = {c: min(n.count for n in need if n.counter == c) for c in dict.fromkeys(n.counter for n in need)}
            missing = f"; {waits(ctx, counts)} is missing" if counts else ""
            fix = add_wait(ctx, index, need) if need and repaired else ()
            severity = Severity.ERROR if first.sure else Severity.WARNING
            yield ctx.finding(rule, index, say(ctx, first) + missing, fix, severity)

    return check


def _one_wave(ctx: Context) -> bool:
    """Whether the metadata say that a workgroup is one wave, which then publishes nothing to others."""
    size = ctx.fact(declarations_of).metadata.get(".max_flat_workgroup_size")
    return size is not None and size.value <= ctx.kernel.wave_size


def _unpublished(ctx: Context) -> Iterable[Misordered]:
    return () if _one_wave(ctx) else unpublished(ctx)


def _unreleased(ctx: Context) -> Iterable[Misordered]:
    return () if _one_wave(ctx) else unreleased_lds(ctx)


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


RULES: tuple[Rule, ...] = (
    Rule(
        "global-barrier-wait",
        Severity.ERROR,
        "a store to memory is not waited for before a barrier behind which it is read",
        "Wait for stores (vscnt on gfx11, storecnt on gfx12) before the barrier: barriers wait for no memory "
        "instruction. It is an error where the reader is coherent or a cache is invalidated behind the barrier, so "
        "that data of other waves are meant; else a warning, for a lane may read what it has stored itself.",
        _MODELS + "S_BARRIER",
        BOTH,
        _rule("global-barrier-wait", _unpublished, _say_unpublished),
    ),
    Rule(
        "scalar-load-stale",
        Severity.ERROR,
        "a scalar load may read what a vector store wrote before",
        "Use a vector load; or wait for the store and put s_dcache_inv behind the wait. Scalar loads have a cache of "
        "their own, which stores do not update. It is an error where the bytes are the same for certain and the store "
        "is not waited for.",
        _MODELS + "Scalar memory operations",
        BOTH,
        _rule("scalar-load-stale", stale_scalar_loads, _say_stale, repaired=False),
    ),
    Rule(
        "scalar-load-overtaken",
        Severity.ERROR,
        "a vector store may overtake a scalar load of the same bytes",
        "Wait for scalar loads (lgkmcnt on gfx11, kmcnt on gfx12) before the store: the two go different ways, and "
        "nothing keeps their order. It is a warning where the bytes may differ.",
        "LLVM SIInsertWaitcnts.cpp (SLoadAddresses); AMD RDNA3/RDNA4 ISA guides, Scalar memory operations",
        BOTH,
        _rule("scalar-load-overtaken", overtaken_scalar_loads, _say_overtaken),
    ),
    Rule(
        "lds-release-wait",
        Severity.ERROR,
        "an LDS store is not waited for before a store to memory that publishes it",
        "Wait for LDS (lgkmcnt on gfx11, dscnt on gfx12) before the flag is stored. It is an error where the kernel "
        "itself waits for the flag before it reads LDS.",
        _MODELS + "Memory scopes",
        BOTH,
        _rule("lds-release-wait", _unreleased, _say_release),
    ),
    Rule(
        "acquire-invalidate",
        Severity.ERROR,
        "a cache is invalidated before the load that acquires is done",
        "Put the wait for the load between it and the invalidation: data that come into the cache before the load is "
        "done may be older than what it saw. It is a warning for LDS and for atomics that return nothing.",
        _MODELS + "BUFFER_GL0_INV, GLOBAL_INV",
        BOTH,
        _rule("acquire-invalidate", early_invalidates, _say_invalidate),
    ),
)
