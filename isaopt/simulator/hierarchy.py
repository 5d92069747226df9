"""What serves vector memory that misses the L0, by instruction: the levels behind it with their latencies, and what a
byte costs each of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from isaopt.target.gpus import Gpu

#: The levels behind the L0, as numbered in ``runtime/caches.c``.
LEVELS = ("l1", "l2", "ic", "vram")


@dataclass(frozen=True)
class Hierarchy:
    """What gets to each level, by level and ordinal: ``of_missed`` is which share of the bytes that miss the L0,
    ``of_accessed`` which of all that are accessed, whether the L0 has them or not.  ``latency`` is that of loads that
    miss the L0, by ordinal; ``rates`` the bytes a cycle of a CU's share of each level.  ``all_hit`` says that nothing
    misses the L0."""

    of_missed: np.ndarray
    of_accessed: np.ndarray
    latency: np.ndarray
    rates: np.ndarray
    all_hit: bool = False

    def traffic(self, missed: np.ndarray, accessed: np.ndarray) -> np.ndarray:
        """Bytes moved at each level, by ordinal, given the bytes that miss the L0 and the bytes accessed."""
        found: np.ndarray = self.of_missed @ missed + self.of_accessed @ accessed
        return found

    def pace(self) -> np.ndarray:
        """By ordinal, for each level and for bytes missed before bytes accessed: how many a cycle of it lasts for, 0
        where none gets there."""
        shares = np.stack([self.of_missed, self.of_accessed])
        rates = np.broadcast_to(self.rates[:, None], shares.shape)
        pace = np.divide(rates, shares, out=np.zeros_like(shares), where=shares > 0)
        return np.ascontiguousarray(pace.reshape(-1, shares.shape[2]).T)


def nothing(count: int) -> Hierarchy:
    """A hierarchy in which each of ``count`` instructions hits the L0."""
    none = np.zeros((len(LEVELS), count))
    return Hierarchy(none, none, np.zeros(count, "i8"), np.ones(len(LEVELS)), True)


def one_level(level: str, count: int, gpu: Gpu) -> Hierarchy:
    """Serves all L0 misses from one level, of which each CU has its share; the levels before it cost nothing."""
    found = nothing(count)
    if level == "l0":
        return found
    shares, rates, at = found.of_missed.copy(), found.rates.copy(), LEVELS.index(level)
    shares[at], rates[at] = 1.0, share(level, gpu)
    return Hierarchy(shares, found.of_accessed, np.full(count, gpu.cycles(f"{level}.latency")), rates)


def served(reach: np.ndarray, waiting: np.ndarray, gpu: Gpu, active: float) -> Hierarchy:
    """All levels: ``reach`` is the share of the bytes accessed that gets to each, but for the first, which has what
    misses the L0; ``waiting`` which share of the loads that miss the L0 waits for it.  Where only so many CUs work,
    they have what the others do not take."""
    rates = [share(level, gpu) * (1.0 if level == "l1" else gpu.number("gpu.cus") / active) for level in LEVELS]
    first = np.arange(len(LEVELS))[:, None] == 0
    stops = waiting - np.append(waiting[1:], np.zeros((1, waiting.shape[1])), axis=0)
    latency = np.array([gpu.number(f"{level}.latency") for level in LEVELS]) @ stops
    return Hierarchy(reach * first, reach * ~first, np.rint(latency).astype("i8"), np.array(rates))


def share(level: str, gpu: Gpu) -> float:
    """The bytes a cycle that a level has for each CU where all of them work."""
    if level == "vram":
        return gpu.number("vram.gb_per_s") * 1e3 / gpu.number("clock.mhz") / gpu.number("gpu.cus")
    return gpu.number(f"{level}.bytes_per_cycle")
