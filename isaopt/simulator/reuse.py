"""How much of what misses the L0 gets to each level of memory behind it: reuse by other workgroups, counted.

The workgroups of different CUs are taken to go in step, those of one CU evenly apart, since older waves go first; and
all are followed by the next ones in the order of dispatch.  What they touch is known from the first workgroup, whose
waves are followed, and from how far the others lie behind it.  Of each stream of accesses some sectors are looked at:
every touch of their lines by any workgroup is found, so the time between two touches is exact and only the choice of
sectors is a sample.  An access hits a cache where less than the cache holds was touched meanwhile (P. J. Denning, S. C.
Schwartz, "Properties of the working-set model", CACM 15 (3), 1972: the mean working set of a window follows from the
times between touches), with the chance that a set of few ways gives it (A. J. Smith, "A comparative study of set
associative memory mapping algorithms", IEEE TSE 4 (2), 1978).

L0 and L1 begin empty; L2 and Infinity Cache hold what the same launch left there before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from isaopt.simulator.touches import LINE_BYTES, Touches, TouchIntervals
from isaopt.target.arch import get_arch
from isaopt.target.gpus import Gpu


@dataclass(frozen=True)
class Cache:
    """A kind of cache: the number on the GPU, the bytes and the ways per set of one. ``stores`` says whether it takes
    stored data, ``kept`` whether it holds data of the previous launch."""

    count: float
    bytes: float
    ways: int
    stores: bool
    kept: bool


def caches(gpu: Gpu) -> tuple[Cache, Cache, Cache, Cache]:
    """L0, L1, L2 and Infinity Cache."""
    cus = gpu.number("gpu.cus")

    def cache(name: str, count: float, stores: bool) -> Cache:
        return Cache(count, gpu.number(f"{name}.bytes"), gpu.cycles(f"{name}.ways"), stores, stores)

    l0_bytes = get_arch(gpu.arch).figure("l0_cache_bytes").value
    return (
        Cache(cus, l0_bytes, gpu.cycles("l0.ways"), False, False),
        cache("l1", max(1.0, cus / gpu.number("gpu.cus_per_array")), False),
        cache("l2", 1.0, True),
        cache("ic", 1.0, True),
    )


def reach(found: Touches, levels: Sequence[Cache]) -> tuple[np.ndarray, np.ndarray]:
    """By level after the first one, memory last, and stream: the share of the bytes accessed that reaches it, and the
    share of the first level's misses that does."""
    seen: dict[tuple[int, bool, bool], TouchIntervals] = {}
    missed = []
    for cache in levels:
        shared = round(cache.count), cache.stores, cache.kept
        if cache.bytes and shared not in seen:
            seen[shared] = found.intervals(*shared)
        missed.append(_missed(found, seen[shared], cache) if cache.bytes else np.ones(len(found.streams)))
    first = np.maximum(missed[0], 1e-9)
    return _falling(found, missed, levels), _falling(found, [m / first for m in missed], levels)


def _falling(found: Touches, missed: Sequence[np.ndarray], levels: Sequence[Cache]) -> np.ndarray:
    """What gets to each level behind the first: no more than gets to the one before.  Stores leave nothing in a cache
    that does not take them, and find nothing there."""
    stores = np.array([s.stores for s in found.streams])
    ways = [np.ones(len(stores))]
    for level, cache in zip(missed[1:], levels[1:], strict=True):
        passed = np.minimum(ways[-1], level)
        ways.append(passed if cache.stores else np.where(stores, ways[-1], passed))
    return np.array(ways)


def _missed(found: Touches, seen: TouchIntervals, cache: Cache) -> np.ndarray:
    """By stream, the share of touches that miss the cache; ``seen`` are the touches of all its sharers."""
    missed = np.ones(len(found.streams))
    # What a stream touches in a unit of time, all who share the cache together; its touches have parts of that.
    sharing = found.grid.resident / found.grid.period / cache.count * LINE_BYTES
    lines = np.array([s.lines for s in found.streams]) * sharing
    rate = lines / np.maximum(np.bincount(seen.line_stream, seen.line_weight, len(missed)), 1e-9)
    # Data at unknown addresses are assumed to be new each time.
    unknown = sum(lines[s.number] for s in found.streams if not s.known and (cache.stores or not s.stores))
    window = _WorkingSet(seen.line, rate[seen.line_stream] * seen.line_weight, unknown)
    weight, stream = seen.sector_weight, seen.sector_stream
    chance = _miss_chance(window.bytes(seen.sector) / cache.bytes, cache.ways)
    total = np.bincount(stream, weight, len(missed))
    some = total > 0
    missed[some] = np.bincount(stream, weight * chance, len(missed))[some] / total[some]
    return missed


class _WorkingSet:
    """Bytes that are touched in a window of time, on average: every touch adds its rate for as much of the window as it
    is new in, which is until the touch ``since`` before."""

    def __init__(self, since: np.ndarray, rate: np.ndarray, always: float) -> None:
        order = np.argsort(since, kind="stable")
        self.since, rate = since[order], rate[order]
        self.near = np.concatenate([[0.0], np.cumsum(np.where(np.isfinite(self.since), self.since, 0.0) * rate)])
        self.far = np.concatenate([[0.0], np.cumsum(rate)])
        self.always = always

    def bytes(self, window: np.ndarray) -> np.ndarray:
        """For windows.  All that was ever touched lies in one without end: more than any cache holds."""
        at, finite = np.searchsorted(self.since, window, "right"), np.isfinite(window)
        beyond = np.maximum(0.0, self.far[-1] - self.far[at] + self.always)
        found: np.ndarray = np.where(finite, self.near[at] + np.where(finite, window, 0.0) * beyond, np.inf)
        return found


def _miss_chance(filled: np.ndarray, ways: int) -> np.ndarray:
    """The chance that a line is gone after so much, as a share of the cache, was touched: that at least as many lines
    of that as a set has ways fell into its set."""
    mean = np.minimum(filled, 40.0) * ways
    term = np.exp(-mean)
    stays = term.copy()
    for k in range(1, ways):
        term = term * mean / k
        stays += term
    found: np.ndarray = np.clip(1.0 - stays, 0.0, 1.0)
    return found
