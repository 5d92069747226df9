"""What dispatching an instruction does to its wave, its SIMD and the memory."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from isaopt.simulator.classes import BRANCH, EXPORT, INTERNAL, LDS, SALU, SMEM, VALU
from isaopt.simulator.hierarchy import Hierarchy
from isaopt.simulator.timing import InstructionTiming, TimedKernel
from isaopt.target.gpus import Gpu
from tests.simulator.oracle.memory import InstructionCache, Lds, ScalarMemory, VectorMemory
from tests.simulator.oracle.wave import (
    BARRIER,
    BRANCH_DELAY,
    LDS_WAIT,
    MEMORY_WAIT,
    REASONS,
    SCALAR_WAIT,
    SEQUENCER,
    STORE_WAIT,
    Group,
    Simd,
    Wave,
)

#: Why a wave waits, by counter.
WAIT_REASON = {
    "vmcnt": MEMORY_WAIT, "loadcnt": MEMORY_WAIT, "samplecnt": MEMORY_WAIT, "bvhcnt": MEMORY_WAIT,
    "vscnt": STORE_WAIT, "storecnt": STORE_WAIT, "lgkmcnt": LDS_WAIT, "dscnt": LDS_WAIT, "kmcnt": SCALAR_WAIT,
    "expcnt": STORE_WAIT,
}  # fmt: skip


@dataclass
class Run:
    """What happened: by instruction ordinal, how often it issued and how long it was held back by each reason (wave
    cycles; ``cold`` at the path positions that were named so); when each wave began and ended; for each wave, (path
    position, cycle) of the marked instructions; if asked for, every issue as (wave, ordinal, cycle); and the bytes that
    passed the L0, by ordinal."""

    cycles: int
    issues: list[int]
    stalls: list[list[int]]
    cold: list[list[int]]
    spans: list[tuple[int, int]]
    marks: list[list[tuple[int, int]]]
    timeline: list[tuple[int, int, int]] = field(default_factory=list)
    beyond: dict[int, int] = field(default_factory=dict)
    accessed: dict[int, int] = field(default_factory=dict)


class Dispatch:
    """The state of a run, and one method for each unit that an instruction can go to."""

    def __init__(
        self,
        program: TimedKernel,
        gpu: Gpu,
        waves: list[Wave],
        simds: list[Simd],
        memory: Hierarchy,
        marked: frozenset[int] = frozenset(),
        record: bool = False,
        cold: bytes = b"",
        resident: int | None = None,
    ) -> None:
        self.timings = program.timings
        self.waves, self.simds = waves, simds
        # Workgroups that wait for the place of another one.
        groups = dict.fromkeys(w.group for w in waves)
        self.later = deque([w for w in waves if w.group is g] for g in list(groups)[resident or len(groups) :])
        self.marked, self.record, self.cold = marked, record, cold
        cus = max(s.cu for s in simds) + 1
        uses_lds = any(t.unit == LDS for t in program.timings)
        self.lds = [Lds(gpu) for _ in range(cus)] if uses_lds else []
        self.vmem = [VectorMemory(gpu, memory) for _ in range(cus)]
        self.smem = ScalarMemory(gpu)
        self.icache = InstructionCache(gpu)
        self.arbitration = gpu.word("issue.arbitration")
        self.greedy = self.arbitration.startswith("greedy")
        c = gpu.cycles
        self.after_wait, self.internal_after = c("issue.after_wait"), c("issue.internal_after_alu")
        self.valu_exec, self.queue = c("valu.exec"), max(1, c("valu.queue"))
        self.to_memory, self.to_salu, self.to_branch = c("valu.to_memory"), c("valu.to_salu"), c("valu.to_branch")
        self.unforwarded, self.scalar_writes = c("valu.unforwarded"), max(1, c("valu.scalar_writes"))
        self.scalar_write_time = c("valu.scalar_write_time")
        self.salu_idle, self.salu_stream = c("salu.exec_idle"), c("salu.exec")
        self.salu_backlog, self.salu_to_memory = c("salu.backlog"), c("salu.to_memory")
        self.salu_to_smem, self.salu_to_branch = c("salu.to_smem"), c("salu.to_branch")
        self.taken, self.not_taken = c("branch.taken"), c("branch.not_taken")
        self.slack = gpu.number("fetch.slack")
        self.lds_depth, self.vmem_depth = max(1, c("lds.queue")), max(1, c("vmem.queue"))
        self.send_overhead = c("store.send_overhead")
        self.release, self.message, self.export = c("barrier.release"), c("message.latency"), c("export.latency")
        # SIMDs meet only in memory, at barriers and where workgroups end, and nothing of that wakes a wave sooner than
        # a barrier's release: until then a SIMD may run ahead of the others.
        self.ahead = max(1, self.release)
        self.started, self.interval = 0, c("launch.wave_interval")
        count = len(self.timings)
        self.out = Run(
            0, [0] * count, [[0] * count for _ in REASONS], [[0] * count for _ in REASONS], [], [[] for _ in waves]
        )
        for w in waves:
            w.book = self.out.stalls
        self.ended = [0] * len(waves)

    def prepare(self, w: Wave) -> None:
        """Finds out when the wave's next instruction can issue."""
        raise NotImplementedError

    def issue(self, w: Wave, now: int) -> None:
        """Dispatches the wave's instruction and moves the wave on."""
        t = self.timings[w.path[w.pos]]
        unit = t.unit
        w.fetch = max(w.fetch, now - self.slack) + t.fetch
        w.base = now + t.after
        if unit == VALU:
            self.issue_valu(w, t, now)
        elif unit == SALU:
            self.issue_salu(w, t, now)
        elif unit == BRANCH:
            following = w.pos + 1
            jumps = following < len(w.path) and w.path[following] != t.ordinal + 1
            w.base = now + (self.taken if jumps else self.not_taken)
            w.book[BRANCH_DELAY][t.ordinal] += w.base - now - 1
            if jumps:
                w.line = -1
        elif unit == INTERNAL:
            if not self.issue_internal(w, t, now):
                return
        else:
            self.issue_memory(w, t, now)
        w.pos += 1
        self.prepare(w)

    def issue_valu(self, w: Wave, t: InstructionTiming, now: int) -> None:
        simd, ready = w.simd, w.ready
        delay = t.exec
        if t.one_source and simd.exec_next > now + 1:
            delay -= 1
        begin = simd.gather if simd.gather > now else now
        simd.gather = begin + t.gather
        at = int(begin + t.gather) - 1 + delay + t.bank_latency
        if at < simd.exec_next:
            at = simd.exec_next
        for u in t.reads:
            if ready[u] > at:
                at = ready[u] + (self.unforwarded if t.collides else 0)
        if t.overwrite:
            at = max([at, *(w.rewrite.get(u, 0) for u, _ in t.writes)])
            w.rewrite.update((u, at + t.overwrite) for u, _ in t.writes)
        if t.matrix:
            at = self.matrix_ready(w, t, now, at, delay)
        if t.trans:
            at = max(at, simd.trans_next)
            simd.trans_next = at + t.amount
        simd.exec_next = at + t.occupies
        for u, latency in t.writes:
            ready[u] = at + latency
        if t.scalar_writes:
            for u in t.scalar_writes:
                w.hold[u] = at
            if t.to_sgpr:
                w.scalars.append(at + self.scalar_write_time)
                if len(w.scalars) > self.scalar_writes:
                    w.scalars.popleft()
        if t.matrix:
            for u, _ in t.writes:
                w.matrix[u] = at + t.amount
        elif w.matrix:
            for u, _ in t.writes:
                w.matrix.pop(u, None)
        done = at + t.latency
        (w.trans_history if t.trans else w.valu_history).append(done)
        if at + t.drain > w.drain:
            w.drain = at + t.drain
        window = simd.window
        window.append(done - 1)
        if len(window) > self.queue:
            window.popleft()
        w.last_alu = now

    def matrix_ready(self, w: Wave, t: InstructionTiming, now: int, at: int, delay: int) -> int:
        """The execution time of a matrix instruction, whose accumulator is forwarded from another's."""
        forwarded = frozenset(t.forwarded)
        at = max(now + delay + t.bank_latency, w.simd.exec_next)
        for u in t.reads:
            at = max(at, w.matrix[u] if u in forwarded and u in w.matrix else w.ready[u])
        return at

    def issue_salu(self, w: Wave, t: InstructionTiming, now: int) -> None:
        ready = w.ready
        at = now + (self.salu_stream if w.salu_exec >= now else self.salu_idle)
        if at <= w.salu_exec:
            at = w.salu_exec + 1
        for u in t.reads:
            if ready[u] > at and u not in w.hold:
                at = ready[u]
        w.salu_exec = at
        for u, latency in t.writes:
            ready[u] = at + latency
            w.hold.pop(u, None)
        w.busy_scalar = at + t.latency
        w.last_alu = now

    def issue_memory(self, w: Wave, t: InstructionTiming, now: int) -> None:
        simd = w.simd
        if t.unit == SMEM:
            back = self.smem.access(t, now)
        elif t.unit == EXPORT:
            back = now + self.export
        else:
            known = w.accesses[w.next_access] if w.next_access < len(w.accesses) else None
            w.next_access += 1
            if t.unit == LDS:
                start, back = self.lds[simd.cu].access(t, now, known)
                queue, depth = simd.lds_queue, self.lds_depth
            else:
                start, back = self.vmem[simd.cu].access(t, now, known)
                queue, depth = simd.vmem_queue, self.vmem_depth
            queue.append(start + 1)
            if len(queue) > depth:
                queue.popleft()
            if t.store:
                simd.send_free = now + self.send_overhead + max(1, t.bytes // 128)
        for counter in t.counters:
            times = w.counters.setdefault(counter, [])
            if times and times[-1] > back and t.unit != SMEM:
                back = times[-1]
            times.append(back)

    def issue_internal(self, w: Wave, t: InstructionTiming, now: int) -> bool:
        """Handles what the sequencer does itself; False where the wave ended or waits at a barrier."""
        kind = t.kind
        if t.waits:
            release, why = now, SEQUENCER
            for counter, allowed in t.waits:
                times = w.counters.get(counter)
                if not times or len(times) <= allowed:
                    continue
                # Scalar loads return in any order, so only the latest counts for a wait for zero.
                needed = max(times) if not allowed else times[len(times) - allowed - 1]
                if needed > release:
                    release, why = needed, WAIT_REASON[counter]
                del times[: len(times) - allowed]
            w.book[why][t.ordinal] += release - now
            w.base = release + self.after_wait
        elif kind == "s_nop":
            w.base = now + t.amount + 1
            w.book[SEQUENCER][t.ordinal] += t.amount
        elif kind in ("s_barrier", "s_barrier_wait"):
            return self.barrier(w, t, now)
        elif kind == "s_barrier_signal":
            w.signal = w.group.generation
            self.arrive(w, now)
        elif kind == "s_setprio":
            w.priority = t.amount & 3
        elif kind == "s_sleep":
            w.base = now + 1 + 64 * (t.amount & 127)
            w.book[SEQUENCER][t.ordinal] += w.base - now - 1
        elif kind == "s_endpgm":
            self.finish(w, now)
            return False
        elif t.counters:
            for counter in t.counters:
                w.counters.setdefault(counter, []).append(now + self.message)
        return True

    def arrive(self, w: Wave, now: int) -> None:
        """Counts an arrival; the last opens the barrier."""
        group = w.group
        group.arrived += 1
        if group.arrived >= group.members:
            self.open_barrier(group, now)

    def open_barrier(self, group: Group, now: int) -> None:
        group.arrived = 0
        group.generation += 1
        group.opened.append(now)
        waiting, group.waiting = group.waiting, []
        for other in waiting:
            self.resume(other, now)

    def resume(self, w: Wave, now: int) -> None:
        ordinal = w.path[w.pos]
        arrived = w.base - 1
        w.base = max(now + self.release, w.base)
        w.book[BARRIER][ordinal] += w.base - arrived - 1
        w.pos += 1
        self.prepare(w)

    def barrier(self, w: Wave, t: InstructionTiming, now: int) -> bool:
        group = w.group
        if t.kind == "s_barrier_wait" and w.signal >= 0:
            opened = group.opened[w.signal] if w.signal < len(group.opened) else -1
            w.signal = -1
            if opened >= 0:
                w.base = max(now + 1, opened + self.release)
                w.book[BARRIER][t.ordinal] += w.base - now - 1
                return True
            group.waiting.append(w)
            return False
        group.waiting.append(w)
        self.arrive(w, now)
        return False

    def finish(self, w: Wave, now: int) -> None:
        """The wave has ended; a barrier no longer waits for it."""
        self.ended[w.index] = now
        group = w.group
        group.members -= 1
        if group.members:
            if group.arrived >= group.members:
                self.open_barrier(group, now)
        elif self.later:
            # The next workgroup takes the place of this one.
            places = [other.simd for other in self.waves if other.group is group]
            at = now + self.ahead
            for k, other in enumerate(self.later.popleft()):
                other.simd = places[k % len(places)]
                at = self.started = max(at, self.started + self.interval)
                other.began = other.base = other.earliest = at
                other.fetch = float(other.base)
                self.prepare(other)
