"""The state of waves and memory."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scripts.litmus.steps import Access, Invalidate, InvalidateScalar, WriteBack

#: Where the arguments point; a region of OUT is the wave's own, which nobody else reads.
KERNARG, OUT, X, Y, Z = 0x1000, 0x10000, 0x20000, 0x30000, 0x40000
POINTERS = (OUT, X, Y, Z)
#: The dwords of global memory that waves share, and the flag that a message sets; each begins as 0.
SHARED = (X, Y, Z, 0)
MESSAGE = 3
Value = int | None
"""None: a register whose load has not been waited for."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a wave runs: compute unit, shader array (the cache of that level), workgroup, number in it; ``host`` is the
    CPU."""

    cu: int
    array: int
    group: int
    wave: int = 0
    host: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """``in_order``: a wave's vector accesses are performed after its earlier loads (CU mode, as other waves of the same
    CU see it); ``lds_any_order``: LDS performs a wave's operations in any order, unlike any GPU; ``host_behind``: the
    host sees and changes memory behind L2 (gfx12's system scope)."""

    in_order: bool = False
    lds_any_order: bool = False
    host_behind: bool = False


@dataclass(frozen=True, slots=True)
class Pending:
    """An operation that was issued and not yet waited for; ``done`` with ``values`` once it was performed."""

    counter: str
    step: Access | WriteBack | Invalidate | InvalidateScalar
    where: tuple[int, ...]
    data: tuple[Value, ...] = ()
    done: bool = False
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Wave:
    pc: int
    registers: tuple[tuple[str, Value], ...]
    pending: tuple[Pending, ...] = ()
    signals: int = 0
    joins: int = 0
    out: tuple[tuple[int, Value], ...] = ()


#: Places in a program: behind its end, and in a circle without memory operations.
ENDED, STUCK = -1, -2


@dataclass(frozen=True, slots=True)
class Memory:
    """``values[a]``: what shared dword a held, in order; ``bounds[c][a]``: the oldest of them that cache c can give."""

    values: tuple[tuple[Value, ...], ...]
    bounds: tuple[tuple[int, ...], ...]
    lds: tuple[tuple[tuple[int, int], Value], ...] = ()

    def bound(self, cache: int | None, place: int, index: int) -> Memory:
        """The cache, if it is one that matters, gives no older value of a place any more than that index."""
        if cache is None:
            return self
        line = self.bounds[cache]
        if line[place] >= index:
            return self
        line = (*line[:place], index, *line[place + 1 :])
        return replace(self, bounds=(*self.bounds[:cache], line, *self.bounds[cache + 1 :]))

    def write(self, place: int, value: Value) -> Memory:
        """One more value of a place; the same value again is not another one."""
        line = self.values[place]
        if line[-1] == value:
            return self
        return replace(self, values=(*self.values[:place], (*line, value), *self.values[place + 1 :]))

    def trimmed(self) -> Memory:
        """Without the values that no cache can give any more."""
        least = [min(line[a] for line in self.bounds) for a in range(len(self.values))]
        if not any(least):
            return self
        values = tuple(line[n:] for line, n in zip(self.values, least, strict=True))
        bounds = tuple(tuple(i - n for i, n in zip(line, least, strict=True)) for line in self.bounds)
        return replace(self, values=values, bounds=bounds)
