"""Every outcome of a few waves under the documented memory system, by exploring each order of what may happen.

What a wave computes and issues happens at once: only when its memory operations are *performed* is open, which is what
the exploration branches on.
"""

from __future__ import annotations

from dataclasses import replace

from scripts.litmus.memory import System
from scripts.litmus.state import (
    ENDED,
    KERNARG,
    OUT,
    POINTERS,
    SHARED,
    STUCK,
    Memory,
    Pending,
    Place,
    Rules,
    Value,
    Wave,
    X,
)
from scripts.litmus.steps import (
    LDS,
    LOADS,
    SCALAR,
    STORES,
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

State = tuple[tuple[Wave, ...], Memory]
Outcome = object
#: Local steps of one wave in a row, after which it is taken to turn in a circle.
_CIRCLE = 400


class TooLarge(Exception):
    """More states than asked for."""


class Machine:
    """Waves that run ``programs`` at ``places``."""

    def __init__(
        self, programs: tuple[tuple[Step, ...], ...], places: tuple[Place, ...], rules: Rules, limit: int = 200_000
    ) -> None:
        self.programs, self.places, self.limit = programs, places, limit
        self.system = System(programs, places, rules)

    def outcomes(self) -> frozenset[Outcome]:
        """What the waves wrote out and left in memory; ``"stuck"`` where they can come to a state with no end."""
        start: State = (
            tuple(Wave(0, (("exec_lo", 1), ("s0", KERNARG), ("s1", 0), ("v0", 32 * p.wave))) for p in self.places),
            self.system.empty(),
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
        return all(w.pc == ENDED and all(p.done for p in w.pending) for w in state[0])

    @staticmethod
    def _outcome(state: State) -> Outcome:
        return tuple(w.out for w in state[0]), tuple(line[-1] for line in state[1].values), state[1].lds

    def _following(self, state: State) -> list[State]:
        out = []
        waves, memory = state
        for n, wave in enumerate(waves):
            for k, pending in enumerate(wave.pending):
                if not pending.done:
                    for done, after in self.system.performed(n, wave, k, memory):
                        changed = replace(wave, pending=(*wave.pending[:k], done, *wave.pending[k + 1 :]))
                        out.append(self._settled(((*waves[:n], changed, *waves[n + 1 :]), after)))
        return out

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
                    return replace(wave, pc=ENDED, registers=(), out=((-1, None),)), memory
                if step.register is None or bool(held) == step.when:
                    wave = replace(wave, pc=step.target - 1)
            elif isinstance(step, Wait):
                pending = self._retired(wave.pending, step, registers)
                if pending is None:
                    break
                wave = replace(wave, pending=pending)
            elif isinstance(step, Join):
                others = (w for w, p in zip(waves, self.places, strict=True) if p.group == self.places[n].group)
                if any(w.pc != ENDED and w.signals <= wave.joins and w is not began for w in others):
                    break
                if wave.signals <= wave.joins:
                    break
                wave = replace(wave, joins=wave.joins + 1)
            elif isinstance(step, End):
                return replace(wave, pc=ENDED, registers=()), memory
            else:
                wave, memory = self._issued(n, wave, step, registers, memory)
            wave = replace(wave, pc=wave.pc + 1)
        else:
            return replace(wave, pc=STUCK, registers=()), memory
        wave = replace(wave, registers=tuple(sorted(registers.items(), key=lambda x: x[0])))
        return (began if wave == began else wave), memory

    def _issued(
        self, n: int, wave: Wave, step: Step, registers: dict[str, Value], memory: Memory
    ) -> tuple[Wave, Memory]:
        if isinstance(step, Signal):
            return replace(wave, signals=wave.signals + 1), memory
        if isinstance(step, Message):
            return wave, self.system.told(memory)
        if isinstance(step, Invalidate):
            # At once is the earliest, which leaves the most to later loads; it counts as a load.
            done = Pending(LOADS, step, (), done=True)
            return replace(wave, pending=(*wave.pending, done)), self.system.invalidated(n, memory, step)
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
