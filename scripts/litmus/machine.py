"""Every outcome of a few waves under the documented memory system, by exploring each order of what may happen.

What a wave computes and issues happens at once: only when its memory operations are *performed* is open, which is what
the exploration branches on.  A cache is a bound: which value of a place (in the order in which memory took them) the
oldest line can still hold that some wave of the same cache may have brought in since the cache was last invalidated.
So no line has to be filled or evicted explicitly; a load that hits takes any value from the bound on and raises it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from scripts.litmus.code import (
    CU,
    LDS,
    LOADS,
    SCALAR,
    STORES,
    SYSTEM,
    Access,
    Branch,
    Compute,
    End,
    Invalidate,
    InvalidateScalar,
    Join,
    Message,
    Signal,
    Step,
    Unreadable,
    Wait,
    WriteBack,
)

#: Where the arguments point; a region of OUT is the wave's own, which nobody else reads.
KERNARG, OUT, X, Y, Z = 0x1000, 0x10000, 0x20000, 0x30000, 0x40000
POINTERS = (OUT, X, Y, Z)
#: The dwords of global memory that waves share, and the flag that a message sets; each begins as 0.
SHARED = (X, Y, Z, 0)
MESSAGE = 3
#: Local steps of one wave in a row, after which it is taken to turn in a circle.
_CIRCLE = 400

Value = int | None
"""None: a register whose load has not been waited for."""


class TooLarge(Exception):
    """More states than asked for."""


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


_ENDED, _STUCK = -1, -2


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


State = tuple[tuple[Wave, ...], Memory]
Outcome = object


class Machine:
    """Waves that run ``programs`` at ``places``."""

    def __init__(
        self, programs: tuple[tuple[Step, ...], ...], places: tuple[Place, ...], rules: Rules, limit: int = 200_000
    ) -> None:
        self.programs, self.places, self.rules, self.limit = programs, places, rules, limit
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

    def outcomes(self) -> frozenset[Outcome]:
        """What the waves wrote out and left in memory; ``"stuck"`` where they can come to a state with no end."""
        start: State = (
            tuple(Wave(0, (("exec_lo", 1), ("s0", KERNARG), ("s1", 0), ("v0", 32 * p.wave))) for p in self.places),
            Memory(tuple((0,) for _ in SHARED), tuple((0,) * len(SHARED) for _ in self.caches)),
        )
        start = self._settled(start)
        before: dict[State, list[State]] = {start: []}
        todo = [start]
        ends: list[State] = []
        while todo:
            state = todo.pop()
            if self._over(state):
                ends.append(state)
                continue
            for following in self._following(state):
                if following in before:
                    before[following].append(state)
                else:
                    if len(before) >= self.limit:
                        raise TooLarge
                    before[following] = [state]
                    todo.append(following)
        found: set[Outcome] = {self._outcome(state) for state in ends}
        reached = set(ends)
        todo = list(ends)
        while todo:
            for earlier in before[todo.pop()]:
                if earlier not in reached:
                    reached.add(earlier)
                    todo.append(earlier)
        if len(reached) < len(before):
            found.add("stuck")
        return frozenset(found)

    @staticmethod
    def _over(state: State) -> bool:
        return all(w.pc == _ENDED and all(p.done for p in w.pending) for w in state[0])

    @staticmethod
    def _outcome(state: State) -> Outcome:
        return tuple(w.out for w in state[0]), tuple(line[-1] for line in state[1].values), state[1].lds

    def _following(self, state: State) -> list[State]:
        out = []
        waves, memory = state
        for n, wave in enumerate(waves):
            for k, pending in enumerate(wave.pending):
                if not pending.done:
                    for done, after in self._performed(n, wave, k, memory):
                        changed = replace(wave, pending=(*wave.pending[:k], done, *wave.pending[k + 1 :]))
                        out.append(self._settled(((*waves[:n], changed, *waves[n + 1 :]), after)))
        return out

    # --- performing an operation

    def _performed(self, n: int, wave: Wave, k: int, memory: Memory) -> list[tuple[Pending, Memory]]:
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

    # --- what a wave does by itself

    def _settled(self, state: State) -> State:
        """Each wave as far as it comes without another operation being performed."""
        waves, memory = list(state[0]), state[1]
        moved = True
        while moved:
            moved = False
            for n in range(len(waves)):
                wave, memory = self._run(n, waves, memory)
                moved |= wave is not waves[n]
                waves[n] = wave
        return tuple(waves), memory

    def _run(self, n: int, waves: list[Wave], memory: Memory) -> tuple[Wave, Memory]:
        wave = waves[n]
        if wave.pc < 0:
            return wave, memory
        program = self.programs[n]
        registers = dict(wave.registers)
        began = wave
        for _ in range(_CIRCLE):
            step = program[wave.pc]
            if isinstance(step, Compute):
                values = [registers.get(s) if isinstance(s, str) else s for s in step.sources]
                known = [v for v in values if v is not None]
                registers[step.dst] = step.work(*known) if len(known) == len(values) else None
            elif isinstance(step, Branch):
                held = 1 if step.register is None else registers.get(step.register)
                if held is None:
                    return replace(wave, pc=_ENDED, registers=(), out=((-1, None),)), memory
                if step.register is None or bool(held) == step.when:
                    wave = replace(wave, pc=step.target - 1)
            elif isinstance(step, Wait):
                pending = self._retired(wave.pending, step, registers)
                if pending is None:
                    break
                wave = replace(wave, pending=pending)
            elif isinstance(step, Join):
                others = (w for w, p in zip(waves, self.places, strict=True) if p.group == self.places[n].group)
                if any(w.pc != _ENDED and w.signals <= wave.joins and w is not began for w in others):
                    break
                if wave.signals <= wave.joins:
                    break
                wave = replace(wave, joins=wave.joins + 1)
            elif isinstance(step, End):
                return replace(wave, pc=_ENDED, registers=()), memory
            else:
                wave, memory = self._issued(n, wave, step, registers, memory)
            wave = replace(wave, pc=wave.pc + 1)
        else:
            return replace(wave, pc=_STUCK, registers=()), memory
        wave = replace(wave, registers=tuple(sorted(registers.items(), key=lambda x: x[0])))
        return (began if wave == began else wave), memory

    def _issued(
        self, n: int, wave: Wave, step: Step, registers: dict[str, Value], memory: Memory
    ) -> tuple[Wave, Memory]:
        if isinstance(step, Signal):
            return replace(wave, signals=wave.signals + 1), memory
        if isinstance(step, Message):
            memory = memory.write(MESSAGE, 1)
            return wave, memory.bound(self.memory, MESSAGE, len(memory.values[MESSAGE]) - 1)
        if isinstance(step, Invalidate):
            # At once is the earliest, which leaves the most to later loads; it counts as a load.
            done = Pending(LOADS, step, (), done=True)
            path = (*self._path(n), None)
            memory = self._dropped(memory, tuple((path[k], path[k + 1]) for k in step.scopes))
            return replace(wave, pending=(*wave.pending, done)), memory
        if isinstance(step, InvalidateScalar):
            return replace(wave, pending=(*wave.pending, Pending(SCALAR, step, ()))), memory
        if isinstance(step, WriteBack):
            return replace(wave, pending=(*wave.pending, Pending(STORES, step, ()))), memory
        assert isinstance(step, Access)
        base = [registers.get(b) if isinstance(b, str) else b for b in step.base]
        data = tuple(registers.get(d) if isinstance(d, str) else d for d in step.data)
        if any(b is None for b in base):
            raise Unreadable("an address that no wait covers")
        where = tuple((sum(b for b in base if b is not None) + o) & 0xFFFFFFFF for o in step.offsets)
        for dst in step.dsts:
            registers[dst] = None
        if step.space == "lds":
            return replace(wave, pending=(*wave.pending, Pending(LDS, step, where, data))), memory
        if step.space == "scalar" and all(KERNARG <= a < KERNARG + 64 for a in where):
            words = tuple(POINTERS[(a - KERNARG) // 8 % len(POINTERS)] if a % 8 == 0 else 0 for a in where)
            return replace(wave, pending=(*wave.pending, Pending(SCALAR, step, where, (), True, words))), memory
        if step.data and not step.dsts and all(OUT <= a < X for a in where):
            out = dict(wave.out) | dict(zip((a - OUT for a in where), data, strict=True))
            done = Pending(STORES, step, where, data, True)
            return replace(wave, pending=(*wave.pending, done), out=tuple(sorted(out.items()))), memory
        if any(a not in SHARED for a in where):
            raise Unreadable(f"an address that is nobody's: {where}")
        places = tuple(SHARED.index(a) for a in where)
        return replace(wave, pending=(*wave.pending, Pending(step.counter, step, places, data))), memory

    @staticmethod
    def _retired(pending: tuple[Pending, ...], wait: Wait, registers: dict[str, Value]) -> tuple[Pending, ...] | None:
        """What is still outstanding behind a wait, with the registers of the rest written; None: it has to wait.

        Loads, stores and LDS operations count down in order; with scalar loads among them a count says nothing of
        which, so that only a wait for all retires them.
        """
        mine = [k for k, p in enumerate(pending) if p.counter in wait.counters]
        if any(pending[k].counter == SCALAR for k in mine) and wait.left:
            return pending if sum(not pending[k].done for k in mine) <= wait.left else None
        retired = mine[: max(0, len(mine) - wait.left)]
        if not all(pending[k].done for k in retired):
            return None
        for k in retired:
            step = pending[k].step
            if isinstance(step, Access):
                registers.update(zip(step.dsts, pending[k].values, strict=True))
        return tuple(p for k, p in enumerate(pending) if k not in set(retired))


__all__ = ["Machine", "Memory", "Place", "Rules", "TooLarge"]
