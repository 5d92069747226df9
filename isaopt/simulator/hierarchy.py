"""The levels of memory that serve L0 misses, by instruction, with their latencies and the cost of a byte at each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from isaopt.simulator.roofline import SIMDS_PER_CU
from isaopt.target.gpus import Gpu

#: The levels after the L0, as numbered in ``runtime/caches.c``.
LEVELS = ("l1", "l2", "ic", "vram")


@dataclass(frozen=True)
class Hierarchy:
    """The traffic of each level, by level and ordinal: ``of_missed`` is the share of the bytes that miss the L0,
    ``of_accessed`` the share of all bytes accessed, whether they hit the L0 or not. ``latency`` is that of loads that
    miss the L0, by ordinal; ``rates`` are the bytes per cycle of a CU's share of each level. ``all_hit`` says that
    nothing misses the L0."""

    of_missed: np.ndarray
    of_accessed: np.ndarray
    latency: np.ndarray
    rates: np.ndarray
    all_hit: bool = False

    def traffic(self, missed: np.ndarray, accessed: np.ndarray) -> np.ndarray:
        """Bytes moved at each level, by ordinal, given the bytes that miss the L0 and the bytes accessed."""
        found: np.ndarray = self.of_missed @ missed + self.of_accessed @ accessed
        return found

    def taken(self, missed: np.ndarray, accessed: np.ndarray, simds: int) -> list[float]:
        """The cycles for which the share of so many SIMDs in each level is taken."""
        found: list[float] = (self.traffic(missed, accessed) / self.rates * SIMDS_PER_CU / simds).tolist()
        return found

    def pace(self) -> np.ndarray:
        """By ordinal, for each level and for bytes missed before bytes accessed: the number of bytes that take one of
        its cycles, 0 if none reach it."""
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
    """All levels. ``reach`` is the share of the bytes accessed that reaches each level, except the first, which gets
    the L0 misses; ``waiting`` is the share of the loads missing the L0 that waits for it. If only some CUs work, they
    also use the bandwidth of the others."""
    rates = [share(level, gpu) * (1.0 if level == "l1" else gpu.number("gpu.cus") / active) for level in LEVELS]
    first = np.arange(len(LEVELS))[:, None] == 0
    stops = waiting - np.append(waiting[1:], np.zeros((1, waiting.shape[1])), axis=0)
    latency = np.array([gpu.number(f"{level}.latency") for level in LEVELS]) @ stops
    return Hierarchy(reach * first, reach * ~first, np.rint(latency).astype("i8"), np.array(rates))


def share(level: str, gpu: Gpu) -> float:
    """The bytes per cycle of a level for each CU if all of them work."""
    if level == "vram":
        return gpu.number("vram.gb_per_s") * 1e3 / gpu.number("clock.mhz") / gpu.number("gpu.cus")
    return gpu.number(f"{level}.bytes_per_cycle")
