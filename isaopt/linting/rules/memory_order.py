"""Waits and cache control that the memory model asks for, apart from any register."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from isaopt.linting.declared import one_wave
from isaopt.linting.memory.order import (
    Misordered,
    early_invalidates,
    overtaken_scalar_loads,
    stale_scalar_loads,
    unpublished,
)
from isaopt.linting.memory.release import unreleased_lds
from isaopt.linting.model import Context, Finding, Severity
from isaopt.linting.waits.repair import Missing, add_wait
from isaopt.linting.waits.wording import instruction, waits

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
    "global-barrier-wait": _rule("global-barrier-wait", _unpublished, _say_unpublished),
    "scalar-load-stale": _rule("scalar-load-stale", stale_scalar_loads, _say_stale, repaired=False),
    "scalar-load-overtaken": _rule("scalar-load-overtaken", overtaken_scalar_loads, _say_overtaken),
    "lds-release-wait": _rule("lds-release-wait", _unreleased, _say_release),
    "acquire-invalidate": _rule("acquire-invalidate", early_invalidates, _say_invalidate),
}
