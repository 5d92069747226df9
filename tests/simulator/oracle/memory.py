"""The memory side of a compute unit: LDS, vector caches, scalar cache, instruction cache.

Each is a server: an access starts when the one before it has been taken, and returns a latency later.  What lies
behind the L0 is a latency and a share of bandwidth, by the level that holds the data.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from isaopt.simulator.timing import Timing
from isaopt.target.arch import get_arch
from isaopt.target.gpus import Gpu

#: What the banks of a CU's half deliver each time that they are read (RDNA3 ISA guide: 32 of 4 bytes).
BANKS_BYTES = 128
#: What a line consists of: the least that is moved at once (see ``vmem.transaction_bytes``).
SECTOR_BYTES, SECTORS = 32, 4
LEVELS = ("l0", "l1", "l2", "ic", "vram")


@dataclass(frozen=True, slots=True)
class Access:
    """What the addresses of one executed memory instruction come to.

    ``lines`` are the numbers of the 128-byte lines that it touches (vector memory), ``sectors`` which 32 bytes of each,
    as bits; ``cycles`` how often the banks of the LDS are read for it, conflicts included; ``bytes`` what the active
    lanes move.
    """

    lines: tuple[int, ...] = ()
    cycles: int = 0
    bytes: int = 0
    sectors: tuple[int, ...] = ()


def together(sectors: int, count: int) -> int:
    """The sectors of a line that come with these where ``count`` neighbours come at once, as bits."""
    found = 0
    for first in range(0, SECTORS, count):
        group = (1 << count) - 1 << first & (1 << SECTORS) - 1
        if sectors & group:
            found |= group
    return found


class Lines:
    """A cache of lines with the least recently used replaced, of which each sector is there or not; sets are not
    modelled."""

    def __init__(self, size: int, line: int) -> None:
        self.room = max(1, size // line)
        self.held: dict[int, int] = {}

    def touch(self, line: int, sectors: int) -> int:
        """Those of the line's sectors that were not there; they are afterwards."""
        held = self.held
        there = held.pop(line, 0)
        if not there and len(held) >= self.room:
            del held[next(iter(held))]
        held[line] = there | sectors
        return sectors & ~there


class Lds:
    """One CU's half of the LDS, shared by its two SIMDs."""

    def __init__(self, gpu: Gpu) -> None:
        self.free = 0
        self.rate = gpu.number("lds.bytes_per_cycle")
        self.overhead = gpu.cycles("lds.overhead")
        self.latency = gpu.cycles("lds.latency")
        self.store_latency = gpu.cycles("lds.store_latency")
        extra = [gpu.cycles(f"lds.latency_b{bits}") for bits in (64, 96, 128)]
        self.extra = (0, 0, *extra)

    def ideal(self, t: Timing) -> int:
        """Cycles that an access takes without conflicts."""
        return max(1, -int(-t.bytes // self.rate))

    def access(self, t: Timing, now: int, known: Access | None) -> tuple[int, int]:
        """(when the access is taken, when it returns)."""
        dwords = min(4, max(1, t.bytes // 128))
        ideal = self.ideal(t)
        service = ceil(known.cycles * BANKS_BYTES / self.rate) if known else ideal
        service += self.overhead
        if t.atomic:
            service *= 2
        start = max(now, self.free)
        self.free = start + service
        latency = self.store_latency if t.store else self.latency
        return start, start + latency + self.extra[dwords] + max(0, service - ideal)


class VectorMemory:
    """A CU's path to global memory: the L0 with its throughput, and the share of what is behind it."""

    def __init__(self, gpu: Gpu, level: str) -> None:
        self.level = level
        self.free = 0.0
        self.behind = dict.fromkeys(LEVELS, 0.0)
        # What no access comes to is not read, so that no result is said to depend on it.
        used = ("l0", level)
        self.rate = {name: _bytes_per_cycle(name, gpu) for name in used}
        self.latency = {name: gpu.cycles(f"{name}.latency") for name in used}
        self.store_latency = gpu.cycles("vmem.store_latency")
        arch = get_arch(gpu.arch)
        self.line = arch.icache_line_bytes
        self.l0 = Lines(arch.figure("l0_cache_bytes").value, self.line)
        # How many sectors come at once.
        self.transaction = min(SECTORS, max(1, ceil(gpu.number("vmem.transaction_bytes") / SECTOR_BYTES)))
        self.coming = tuple(together(bits, self.transaction) for bits in range(1 << SECTORS))
        # Bytes that had to come from or go to what is behind the L0, by instruction ordinal.
        self.beyond: dict[int, int] = {}

    def access(self, t: Timing, now: int, known: Access | None) -> tuple[int, int]:
        """(when the access is taken, when it returns)."""
        moved = known.bytes if known else t.bytes
        count = len(known.lines) if known else -(-t.bytes // self.line)
        start = max(float(now), self.free)
        self.free = start + max(count, moved / self.rate["l0"], 1.0)
        level = self.level
        missing = count * self.line
        if known and level != "l0":
            coming = self.coming
            wanted = [coming[bits] for bits in known.sectors]
            if not t.store:
                wanted = [self.l0.touch(line, bits) for line, bits in zip(known.lines, wanted, strict=True)]
            missing = SECTOR_BYTES * sum(bits.bit_count() for bits in wanted)
            if not missing:
                level = "l0"
        done = start
        if level != "l0" and missing:
            self.beyond[t.ordinal] = self.beyond.get(t.ordinal, 0) + missing
            done = max(start, self.behind[level])
            self.behind[level] = done + missing / self.rate[level]
        latency = self.store_latency if t.store else self.latency[level]
        # What misses keeps its place in the queue until the path behind the L0 takes it.
        return int(done), int(done) + latency


def _bytes_per_cycle(level: str, gpu: Gpu) -> float:
    if level == "vram":
        return gpu.number("vram.gb_per_s") * 1e3 / gpu.number("clock.mhz") / gpu.number("gpu.cus")
    return gpu.number(f"{'l0' if level == 'l1' else level}.bytes_per_cycle")


class ScalarMemory:
    """The scalar cache: the first load of an instruction misses, later ones hit."""

    def __init__(self, gpu: Gpu) -> None:
        self.seen: dict[int, int] = {}
        self.latency = gpu.cycles("smem.latency")
        self.miss = gpu.cycles("smem.miss")
        self.wide, self.widest = gpu.cycles("smem.latency_b128"), gpu.cycles("smem.latency_b512")

    def access(self, t: Timing, now: int) -> int:
        """When the load returns."""
        extra = self.widest if t.bytes >= 64 else self.wide if t.bytes >= 16 else 0
        there = self.seen.setdefault(t.ordinal, now + self.miss)
        return max(now + self.latency, there) + extra


class InstructionCache:
    """The instruction cache that the waves of a WGP share."""

    def __init__(self, gpu: Gpu) -> None:
        arch = get_arch(gpu.arch)
        self.room = arch.icache_bytes // arch.icache_line_bytes
        self.miss, self.prefetch = gpu.cycles("fetch.miss"), gpu.cycles("fetch.prefetch")
        self.arrival: dict[int, int] = {}

    def fetch(self, line: int, now: int) -> int:
        """When the line is there."""
        arrival = self.arrival
        if line in arrival:
            there = arrival.pop(line)
            arrival[line] = there
            return there
        for wanted in range(line, line + 1 + self.prefetch):
            if wanted not in arrival:
                if len(arrival) >= self.room:
                    del arrival[next(iter(arrival))]
                arrival[wanted] = now + self.miss
        return arrival[line]
