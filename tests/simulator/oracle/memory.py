"""The memory side of a compute unit: LDS, vector caches, scalar cache, instruction cache.

Each is a server: an access starts when the one before it has been taken, and returns a latency later.  What lies
behind the L0 are levels, each with a share of bandwidth for the share of the bytes that gets there.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from isaopt.simulator.hierarchy import Hierarchy
from isaopt.simulator.timing import InstructionTiming
from isaopt.target.arch import get_arch
from isaopt.target.gpus import Gpu

#: What the banks of a CU's half deliver each time that they are read (RDNA3 ISA guide: 32 of 4 bytes).
BANKS_BYTES = 128
#: What a line consists of: the least that is moved at once (see ``vmem.transaction_bytes``).
SECTOR_BYTES, SECTORS = 32, 4
#: L1 and L2 come before the others.
_NEAR = 2


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

    def ideal(self, t: InstructionTiming) -> int:
        """Cycles that an access takes without conflicts."""
        return max(1, -int(-t.bytes // self.rate))

    def access(self, t: InstructionTiming, now: int, known: Access | None) -> tuple[int, int]:
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
    """A CU's path to global memory: the L0 with its throughput, and the share of each level behind it."""

    def __init__(self, gpu: Gpu, behind: Hierarchy) -> None:
        self.free = 0.0
        self.all_hit = behind.all_hit
        self.latency, self.pace = behind.latency.tolist(), behind.pace().tolist()
        self.busy = [0.0] * len(behind.rates)
        self.rate, self.hit = gpu.number("l0.bytes_per_cycle"), gpu.cycles("l0.latency")
        self.store_latency = gpu.cycles("vmem.store_latency")
        arch = get_arch(gpu.arch)
        self.line = arch.icache_line_bytes
        self.l0 = Lines(arch.figure("l0_cache_bytes").value, self.line)
        # How many sectors come at once.
        self.transaction = min(SECTORS, max(1, ceil(gpu.number("vmem.transaction_bytes") / SECTOR_BYTES)))
        self.coming = tuple(together(bits, self.transaction) for bits in range(1 << SECTORS))
        # Bytes that had to come from or go to what is behind the L0, by instruction ordinal.
        self.beyond: dict[int, int] = {}
        self.accessed: dict[int, int] = {}

    def access(self, t: InstructionTiming, now: int, known: Access | None) -> tuple[int, int]:
        """(when the access is taken, when it returns)."""
        moved = known.bytes if known else t.bytes
        count = len(known.lines) if known else -(-t.bytes // self.line)
        start = max(float(now), self.free)
        self.free = start + max(count, moved / self.rate, 1.0)
        hit = self.all_hit
        missing = accessed = count * self.line
        if known and not hit:
            coming = self.coming
            wanted = [coming[bits] for bits in known.sectors]
            accessed = SECTOR_BYTES * sum(bits.bit_count() for bits in wanted)
            if not (t.store or t.atomic):
                wanted = [self.l0.touch(line, bits) for line, bits in zip(known.lines, wanted, strict=True)]
            missing = SECTOR_BYTES * sum(bits.bit_count() for bits in wanted)
            hit = not missing
        done = gone = start
        self.accessed[t.ordinal] = self.accessed.get(t.ordinal, 0) + accessed
        if not self.all_hit and accessed:
            served = self.served(t.ordinal, start, missing, accessed)
            # Nobody waits for what the L0 has.
            if missing:
                done, gone = served
        latency = self.store_latency if t.store else self.hit if hit else self.latency[t.ordinal]
        # What misses keeps its place in the queue until the path to the L2 takes it.
        return int(gone), int(done) + latency

    def served(self, ordinal: int, start: float, missing: int, accessed: int) -> tuple[float, float]:
        """When the levels behind the L0 serve an access, each the share that gets there, and when it leaves the compute
        unit: what waits for a level behind the L2 waits there."""
        self.beyond[ordinal] = self.beyond.get(ordinal, 0) + missing
        pace, done, near = self.pace[ordinal], start, start
        for level in range(len(self.busy)):
            shares = ((missing, pace[level]), (accessed, pace[len(self.busy) + level]))
            cost = sum((moved / each for moved, each in shares if each), 0.0)
            if cost:
                taken = max(start, self.busy[level])
                self.busy[level] = taken + cost
                done = max(done, taken)
                near = max(near, taken) if level < _NEAR else near
        return done, near


class ScalarMemory:
    """The scalar cache: the first load of an instruction misses, later ones hit."""

    def __init__(self, gpu: Gpu) -> None:
        self.seen: dict[int, int] = {}
        self.latency = gpu.cycles("smem.latency")
        self.miss = gpu.cycles("smem.miss")
        self.wide, self.widest = gpu.cycles("smem.latency_b128"), gpu.cycles("smem.latency_b512")

    def access(self, t: InstructionTiming, now: int) -> int:
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
