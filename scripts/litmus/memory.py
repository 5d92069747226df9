"""How memory operations are performed: what a load can return now, and what a store changes.

A cache is a bound: which value of a place (in the order in which memory took them) the oldest line can still hold that
some wave of the same cache may have brought in since the cache was last invalidated.  So no line has to be filled or
evicted explicitly; a load that hits takes any value from the bound on and raises it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from scripts.litmus.state import MESSAGE, SHARED, Memory, Pending, Place, Rules, Value, Wave
from scripts.litmus.steps import CU, LDS, LOADS, STORES, SYSTEM, Access, Invalidate, InvalidateScalar, Step, WriteBack


class System:
    """The caches, LDS and memory that waves at ``places`` use, and how operations are performed there."""

    def __init__(self, programs: tuple[tuple[Step, ...], ...], places: tuple[Place, ...], rules: Rules) -> None:
        self.places, self.rules = places, rules
        units = {("cu", p.cu) for p in places} | {("array", p.array) for p in places} | {("l2", 0)}
        for program, place in zip(programs, places, strict=True):
            units |= {("scalar", place.array) for step in program if self._reads_shared_scalars(step)}
        if any(place.host for place in places):
            units.add(("memory", 0))
        self.caches = {name: n for n, name in enumerate(sorted(units))}
        self.memory = self.caches.get(("memory", 0))

    @staticmethod
    def _reads_shared_scalars(step: Step) -> bool:
        return isinstance(step, Access) and step.space == "scalar" and step.base != ("s0",)

    # The caches that a wave's accesses pass, nearest first.
    def _path(self, wave: int) -> tuple[int, int, int]:
        place = self.places[wave]
        return self.caches["cu", place.cu], self.caches["array", place.array], self.caches["l2", 0]

    def _scalar_cache(self, wave: int) -> int | None:
        return self.caches.get(("scalar", self.places[wave].array))

    def empty(self) -> Memory:
        """All zero, and nothing older in any cache."""
        return Memory(tuple((0,) for _ in SHARED), tuple((0,) * len(SHARED) for _ in self.caches))

    def invalidated(self, n: int, memory: Memory, step: Invalidate) -> Memory:
        """After a wave's vector caches dropped their lines."""
        path = (*self._path(n), None)
        return self._dropped(memory, tuple((path[k], path[k + 1]) for k in step.scopes))

    def told(self, memory: Memory) -> Memory:
        """After a message, which the host knows of at once."""
        memory = memory.write(MESSAGE, 1)
        return memory.bound(self.memory, MESSAGE, len(memory.values[MESSAGE]) - 1)

    def performed(self, n: int, wave: Wave, k: int, memory: Memory) -> list[tuple[Pending, Memory]]:
        """The ways in which operation k of a wave can be performed now; none if something has to be before it."""
        pending = wave.pending[k]
        step = pending.step
        earlier = [p for p in wave.pending[:k] if not p.done]
        if self.places[n].host and earlier:
            return []
        done = replace(pending, done=True)
        if isinstance(step, InvalidateScalar):
            return [(done, self._dropped(memory, ((self._scalar_cache(n), self._path(n)[1]),)))]
        if isinstance(step, WriteBack):
            if any(p.counter == STORES for p in earlier):
                return []
            if step.scope == SYSTEM:
                for place, line in enumerate(memory.values):
                    memory = memory.bound(self.memory, place, len(line) - 1)
            return [(done, memory)]
        if not isinstance(step, Access):
            return []
        if step.space == "lds":
            first = [p for p in earlier if p.counter == LDS]
            if self.rules.lds_any_order:
                first = [p for p in first if set(p.where) & set(pending.where)]
            return [] if first else [self._lds(n, done, step, memory)]
        if step.space == "scalar":
            cache = self._scalar_cache(n)
            return self._loaded(done, memory, (*(() if cache is None else (cache,)), *self._path(n)[1:]))
        return self._vector(n, done, step, memory, earlier)

    def _vector(
        self, n: int, done: Pending, step: Access, memory: Memory, earlier: list[Pending]
    ) -> list[tuple[Pending, Memory]]:
        same = [p for p in earlier if isinstance(p.step, Access) and p.step.space == "global"]
        if self.rules.in_order and any(p.counter == LOADS for p in same):
            return []
        same = [p for p in same if set(p.where) & set(done.where)]
        if same and step.dsts and not step.data and step.scope == CU:
            # An own store that is on its way answers.
            latest = same[-1]
            if isinstance(latest.step, Access) and not latest.step.dsts and not latest.step.work:
                return [(replace(done, values=latest.data), memory)] if latest.where == done.where else []
        if same:
            return []
        path = self._path(n)
        if self.places[n].host:
            return self._host(done, step, memory)
        if not step.data:
            return self._loaded(done, memory, path[step.scope :])
        old = tuple(memory.values[a][-1] for a in done.where)
        memory = self._stored(n, done.where, self._new(done, step, old), memory, step)
        return [(replace(done, values=old if step.dsts else ()), memory)]

    @staticmethod
    def _new(done: Pending, step: Access, old: tuple[Value, ...]) -> tuple[Value, ...]:
        if step.work is None:
            return done.data
        known = [v for v in (old[0], *done.data) if v is not None]
        return (step.work(*known),) if len(known) == 1 + len(done.data) else (None,)

    def _stored(
        self, n: int, where: tuple[int, ...], values: tuple[Value, ...], memory: Memory, step: Access
    ) -> Memory:
        for place, value in zip(where, values, strict=True):
            memory = memory.write(place, value)
            last = len(memory.values[place]) - 1
            for cache in self._path(n):
                memory = memory.bound(cache, place, last)
            if step.scope == SYSTEM or not self.rules.host_behind:
                memory = memory.bound(self.memory, place, last)
        return memory.trimmed()

    def _host(self, done: Pending, step: Access, memory: Memory) -> list[tuple[Pending, Memory]]:
        """The host reads and writes behind every cache."""
        behind = self.memory
        assert behind is not None
        if not step.data:
            return self._loaded(done, memory, (behind,))
        for place, value in zip(done.where, done.data, strict=True):
            memory = memory.write(place, value)
            last = len(memory.values[place]) - 1
            memory = memory.bound(behind, place, last)
            if not self.rules.host_behind:
                memory = memory.bound(self.caches["l2", 0], place, last)
        return [(done, memory.trimmed())]

    def _loaded(self, done: Pending, memory: Memory, path: tuple[int, ...]) -> list[tuple[Pending, Memory]]:
        """A load that is answered by the first cache of ``path``, or through it from behind; where there is none, from
        memory itself.  Whether nearer caches keep an older line is not said anywhere, so they may."""
        out = []
        choices = []
        for place in done.where:
            last = len(memory.values[place]) - 1
            choices.append(range(memory.bounds[path[0]][place] if path else last, last + 1))
        for picks in product(*choices):
            after = memory
            for place, index in zip(done.where, picks, strict=True):
                for cache in path:
                    after = after.bound(cache, place, index)
            values = tuple(memory.values[a][i] for a, i in zip(done.where, picks, strict=True))
            out.append((replace(done, values=values), after.trimmed()))
        return out

    def _lds(self, n: int, done: Pending, step: Access, memory: Memory) -> tuple[Pending, Memory]:
        group = self.places[n].group
        held = dict(memory.lds)
        old = tuple(held.get((group, a), 0) for a in done.where)
        if step.data:
            for a, value in zip(done.where, self._new(done, step, old), strict=True):
                held[group, a] = value
            memory = replace(memory, lds=tuple(sorted(held.items(), key=lambda x: x[0])))
        return replace(done, values=old if step.dsts else ()), memory

    @staticmethod
    def _dropped(memory: Memory, caches: tuple[tuple[int | None, int | None], ...]) -> Memory:
        """Lines come again from the next cache (the second of each pair), which may be as old as it is."""
        for cache, source in caches:
            for place, line in enumerate(memory.values):
                index = len(line) - 1 if source is None else memory.bounds[source][place]
                memory = memory.bound(cache, place, index)
        return memory.trimmed()
