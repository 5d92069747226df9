"""The event loop of ``runtime/`` in Python: which wave issues what when, and why not earlier.

Waves issue in order, one instruction a cycle each; a SIMD issues at most one instruction of a unit a cycle, from
different waves (public SQTT traces).  Vector instructions enter an in-order queue that all waves of the SIMD share:
a dependent one that is dispatched too early blocks it for all of them, so ``s_delay_alu`` matters (captures of 16 waves
of dependent additions run at 5 cycles each without it).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import ceil

from isaopt.simulator.classes import BRANCH, EXPORT, INTERNAL, LDS, SALU, SMEM, UNITS, VALU, VMEM
from isaopt.simulator.timing import InstructionTiming
from tests.simulator.oracle.dispatch import Dispatch, Run
from tests.simulator.oracle.wave import (
    ARBITRATION,
    FETCH,
    LDS_QUEUE,
    MEMORY_QUEUE,
    SCALAR_DEPENDENCY,
    SEQUENCER,
    VALU_DEPENDENCY,
    VALU_DRAIN,
    VALU_QUEUE,
    Simd,
    Wave,
)

_NEVER = 1 << 62


class Engine(Dispatch):
    """One CU or WGP with its waves.  Call :meth:`run` once."""

    def run(self) -> Run:
        """Runs all waves to their ends."""
        waiting = {w for group in self.later for w in group}
        for w in self.waves:
            if w not in waiting:
                self.started = w.began
                self.prepare(w)
        simds = self.simds
        while True:
            now, simd = _NEVER, simds[0]
            for candidate in simds:
                at = candidate.next()
                if at < now:
                    now, simd = at, candidate
            if now == _NEVER:
                break
            events = simd.events
            while events and events[0][0] <= now:
                w = self.waves[heappop(events)[1]]
                simd.pools[w.unit].append(w)
            simd.look = self.step(simd, now, now + self.ahead)
        for memory in self.vmem:
            for found, out in ((memory.beyond, self.out.beyond), (memory.accessed, self.out.accessed)):
                for ordinal, moved in found.items():
                    if moved:
                        out[ordinal] = out.get(ordinal, 0) + moved
        starts = [w.began for w in self.waves]
        self.out.cycles = max(self.ended) - min(starts)
        self.out.spans = list(zip(starts, self.ended, strict=True))
        return self.out

    def step(self, simd: Simd, now: int, limit: int) -> int:
        """Issues what the SIMD can this cycle, and the vector instructions that follow at once; returns when to look
        again at what still waits."""
        again = _NEVER
        for unit, pool in enumerate(simd.pools):
            if not pool:
                continue
            free, blocked = self.port(simd, unit, now)
            if free > now:
                for w in pool:
                    w.blocked = blocked
            elif unit in (INTERNAL, BRANCH):
                chosen = pool[:]
                pool.clear()
                for w in chosen:
                    self.account(w, now)
                    self.issue(w, now)
            else:
                w = pool[0] if len(pool) == 1 else self.choose(simd, unit, pool)
                pool.remove(w)
                simd.last[unit] = w
                self.account(w, now)
                self.issue(w, now)
                free = now + 1
                if unit == VALU and self.greedy and w.unit == VALU:
                    free = self.burst(simd, w, free, limit)
            if pool and free < again:
                again = free
        return again

    def burst(self, simd: Simd, w: Wave, now: int, limit: int) -> int:
        """Lets a wave that keeps the vector port issue on while nothing else of the SIMD can happen; returns when the
        port is free."""
        for unit, pool in enumerate(simd.pools):
            if pool and unit != VALU:
                limit = min(limit, self.port(simd, unit, now)[0])
        events, window, depth, rivals = simd.events, simd.window, self.queue, simd.pools[VALU]
        while w.unit == VALU and events:
            at = w.earliest
            if at > now and rivals:
                break
            start = max(at, now)
            if len(window) >= depth and window[0] > start:
                # Whoever waits for the port waits for the queue now.
                start = window[0]
                w.blocked = VALU_QUEUE
                for other in rivals:
                    other.blocked = VALU_QUEUE
            # The wave's own event has to be the only one until then, else the others are looked at first.
            if start >= limit or events[0] != (at, w.index):
                break
            heappop(events)
            if events and events[0][0] <= start:
                heappush(events, (at, w.index))
                break
            self.account(w, start)
            self.issue(w, start)
            now = start + 1
        return now

    def port(self, simd: Simd, unit: int, now: int) -> tuple[int, int]:
        """When the SIMD can dispatch to a unit, and what it waits for."""
        if unit == VALU:
            window = simd.window
            return (window[0], VALU_QUEUE) if len(window) >= self.queue else (now, -1)
        if unit == LDS:
            queue = simd.lds_queue
            return (queue[0], LDS_QUEUE) if len(queue) >= self.lds_depth else (now, -1)
        if unit in (VMEM, EXPORT):
            queue = simd.vmem_queue
            return (queue[0], MEMORY_QUEUE) if len(queue) >= self.vmem_depth else (now, -1)
        return now, -1

    def choose(self, simd: Simd, unit: int, pool: Sequence[Wave]) -> Wave:
        """Which of the ready waves issues: by priority, then as ``issue.arbitration`` says."""
        last = simd.last[unit]
        if self.arbitration == "oldest" or last is None:
            return min(pool, key=lambda w: (-w.priority, w.index))
        if self.arbitration == "greedy-oldest":
            return min(pool, key=lambda w: (-w.priority, w is not last, w.index))
        # In turn: the last one comes first if it keeps the port, else last.
        count, start = len(self.waves), last.index + (0 if self.greedy else 1)
        return min(pool, key=lambda w: (-w.priority, (w.index - start) % count))

    def account(self, w: Wave, now: int) -> None:
        """Books how long the instruction was held back."""
        ordinal = w.path[w.pos]
        out = self.out
        out.issues[ordinal] += 1
        held = w.earliest - w.base
        if held > 0:
            w.book[w.reason][ordinal] += held
        if now > w.earliest:
            w.book[w.blocked][ordinal] += now - w.earliest
            w.blocked = ARBITRATION
        if ordinal in self.marked:
            out.marks[w.index].append((w.pos, now))
        if self.record:
            out.timeline.append((w.index, ordinal, now))

    def prepare(self, w: Wave) -> None:
        """Finds out when the wave's next instruction can issue, and puts it among the events then."""
        path, timings = w.path, self.timings
        if w.pos >= len(path):
            self.finish(w, w.base)
            return
        t = timings[path[w.pos]]
        if self.cold:
            w.book = self.out.cold if self.cold[w.pos] else self.out.stalls
        while t.kind == "s_delay_alu":
            # A hint costs nothing but its bytes of code (no packet in the traces).
            self.out.issues[t.ordinal] += 1
            if t.ordinal in self.marked:
                self.out.marks[w.index].append((w.pos, w.base))
            w.fetch = max(w.fetch, w.base - self.slack) + t.fetch
            for ahead, unit, distance in t.hint:
                # A skip counts instructions other than hints; hints cannot stand in between in what compilers emit.
                w.hints.setdefault(w.pos + 1 + ahead, []).append((unit, distance))
            w.pos += 1
            if w.pos >= len(path):
                self.finish(w, w.base)
                return
            t = timings[path[w.pos]]
        at, why = w.base, SEQUENCER
        if t.cache_line != w.line:
            w.line = t.cache_line
            there = self.icache.fetch(t.cache_line, at)
            if there > at:
                at, why = there, FETCH
        if w.fetch > at:
            at, why = ceil(w.fetch), FETCH
        held, reason = self.hinted(w) if t.unit == VALU else self.dependences(w, t)
        if t.to_sgpr and len(w.scalars) >= self.scalar_writes and w.scalars[0] > held:
            held = w.scalars[0]
        if held > at:
            at, why = held, reason
        w.earliest, w.reason, w.unit = at, why, t.unit
        heappush(w.simd.events, (at, w.index))

    def hinted(self, w: Wave) -> tuple[int, int]:
        """When a vector instruction may be dispatched for all that ``s_delay_alu`` says, and why not earlier."""
        held = 0
        for unit, distance in w.hints.pop(w.pos, ()) if w.hints else ():
            if unit == "SALU_CYCLE":
                held = max(held, w.last_alu + 1 + distance)
                continue
            history = w.trans_history if unit == "TRANS32_DEP" else w.valu_history
            if distance <= len(history):
                held = max(held, history[-distance] - self.valu_exec)
        return held, VALU_DEPENDENCY

    def dependences(self, w: Wave, t: InstructionTiming) -> tuple[int, int]:
        """(when an instruction that is not vector ALU may be dispatched, why not earlier)."""
        unit, ready, hold = t.unit, w.ready, w.hold
        at, why = 0, SCALAR_DEPENDENCY
        if unit == SALU:
            at = w.salu_exec - self.salu_backlog
            if hold:
                for u in t.reads:
                    if u in hold and hold[u] + self.to_salu > at:
                        at = hold[u] + self.to_salu
        elif unit == BRANCH:
            for u in t.reads:
                at = max(at, ready[u] + self.salu_to_branch)
                if u in hold:
                    at = max(at, hold[u] + self.to_branch)
        elif unit == SMEM:
            for u in t.scalar_reads:
                at = max(at, ready[u] + self.salu_to_smem)
                if u in hold:
                    at = max(at, hold[u] + self.to_salu)
        elif unit == INTERNAL:
            at, why = w.last_alu + self.internal_after, SEQUENCER
            if t.kind == "s_waitcnt_depctr" and t.amount:
                at = max(at, w.drain - 1)
        else:
            if w.drain:
                at, why = w.drain + self.to_memory, VALU_DRAIN
            scalar = w.busy_scalar + self.salu_to_memory
            if w.busy_scalar and scalar > at:
                at, why = scalar, SCALAR_DEPENDENCY
            if t.store and w.simd.send_free > at:
                at, why = w.simd.send_free, MEMORY_QUEUE
        return at, why


def make_simds(count: int, per_cu: int) -> list[Simd]:
    """The SIMDs of a CU or WGP."""
    return [Simd(k, k // per_cu, len(UNITS)) for k in range(count)]
