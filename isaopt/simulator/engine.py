"""The compiled event loop: which wave issues what when, and why not earlier.

Waves issue in order, one instruction a cycle each; a SIMD issues at most one instruction of a unit a cycle, from
different waves (public SQTT traces). Vector instructions enter an in-order queue that all waves of the SIMD share: a
dependent one that is dispatched too early blocks it for all of them, so ``s_delay_alu`` matters (captures of 16 waves
of dependent additions run at 5 cycles each without it). The rules are in ``runtime/``.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from math import ceil

import numpy as np

from isaopt.errors import UsageError
from isaopt.simulator.classes import INTERNAL, LDS
from isaopt.simulator.follower import Accesses
from isaopt.simulator.hierarchy import LEVELS, Hierarchy
from isaopt.simulator.library import library, structure
from isaopt.simulator.runs import REASONS, WAIT_REASON, SimulatedRun
from isaopt.simulator.timing import UNIT_COUNT, InstructionTiming
from isaopt.target.arch import get_arch
from isaopt.target.gpus import Gpu
from isaopt.toolchain.native import NativeRecord

#: Limits of the C code: the number of a wave in an event, and the waves of a workgroup at a barrier.
_WAVES, _GROUP = 1024, 128
#: Bytes that the banks of a CU's half deliver per read (RDNA3 ISA guide: 32 of 4 bytes).
_BANKS_BYTES = 128
#: What a line consists of: the least that is moved at once (see ``vmem.transaction_bytes``).
_SECTOR_BYTES, _SECTORS = 32, 4
_KINDS = {
    "s_delay_alu": 1, "s_nop": 2, "s_barrier": 3, "s_barrier_wait": 4, "s_barrier_signal": 5, "s_setprio": 6,
    "s_sleep": 7, "s_endpgm": 8, "s_waitcnt_depctr": 9,
}  # fmt: skip
_HINTS = {"SALU_CYCLE": 0, "TRANS32_DEP": 1}
_OTHER_HINT = 2
_ARBITRATIONS = {"oldest": 0, "greedy-oldest": 1}
_IN_TURN = 2
#: What differs between an instruction and the same one without register-bank conflicts.
_TIMES = ("bank_latency", "collides", "gather", "occupies", "amount", "latency", "drain")
_COUNTERS = {name: k for k, name in enumerate(WAIT_REASON)}

#: Figures of the job that are a parameter each: cycles, and those that are at least 1.
_CYCLES = {
    "after_wait": "issue.after_wait", "internal_after": "issue.internal_after_alu", "valu_exec": "valu.exec",
    "to_memory": "valu.to_memory", "to_salu": "valu.to_salu", "to_branch": "valu.to_branch",
    "unforwarded": "valu.unforwarded", "scalar_write_time": "valu.scalar_write_time", "salu_idle": "salu.exec_idle",
    "salu_stream": "salu.exec", "salu_backlog": "salu.backlog", "salu_to_memory": "salu.to_memory",
    "salu_to_smem": "salu.to_smem", "salu_to_branch": "salu.to_branch", "taken": "branch.taken",
    "not_taken": "branch.not_taken", "send_overhead": "store.send_overhead", "release": "barrier.release",
    "message": "message.latency", "export_latency": "export.latency", "l0_latency": "l0.latency",
    "vmem_store_latency": "vmem.store_latency", "smem_latency": "smem.latency", "smem_miss": "smem.miss",
    "smem_wide": "smem.latency_b128", "smem_widest": "smem.latency_b512", "fetch_miss": "fetch.miss",
    "prefetch": "fetch.prefetch", "interval": "launch.wave_interval",
}  # fmt: skip
_AT_LEAST_ONE = {
    "queue": "valu.queue", "scalar_writes": "valu.scalar_writes", "lds_depth": "lds.queue", "vmem_depth": "vmem.queue",
}  # fmt: skip
_LDS_CYCLES = {
    "lds_overhead": "lds.overhead", "lds_latency": "lds.latency", "lds_store_latency": "lds.store_latency",
}  # fmt: skip
#: What an access of so many dwords takes longer.
_LDS_EXTRA = {2: "lds.latency_b64", 3: "lds.latency_b96", 4: "lds.latency_b128"}


@dataclass(frozen=True)
class Waves:
    """The waves: for each its SIMD, its workgroup and its start time; a CU has ``per_cu`` SIMDs. The first ``resident``
    workgroups (None: all) start like this; each of the others takes the place of one that has ended."""

    simds: Sequence[int]
    groups: Sequence[int]
    starts: Sequence[int]
    simd_count: int
    resident: int | None = None
    per_cu: int = 2


class InstructionTable:
    """The instructions of a program as the C reads them."""

    def __init__(self, timings: Sequence[InstructionTiming]) -> None:
        self.timings = timings
        self.numbers: list[int] = []
        self.known: dict[tuple[int, str], tuple[int, int]] = {}
        self.rows = np.array([self._timing(t) for t in timings], np.dtype(structure("Timing")))
        self.joined = np.array(self.numbers or [0], "i8")
        self.internal = self.rows["unit"] == INTERNAL
        #: By counter and ordinal, how many results may be outstanding at an issue.
        self.returns = np.array([[t.counters.count(name) for t in timings] for name in _COUNTERS], "i8")

    def with_times(self, timings: Sequence[InstructionTiming]) -> InstructionTable:
        """The same instructions with other figures; what they read, write and wait for is the same."""
        made = copy(self)
        made.timings, made.rows = timings, self.rows.copy()
        for name in _TIMES:
            made.rows[name] = [getattr(t, name) for t in timings]
        return made

    def _list(self, of: object, name: str, values: Iterable[int], parts: int = 1) -> tuple[int, int]:
        if not of:
            return 0, 0
        # Timings that were made from one op share their tuples.
        found = self.known.get((id(of), name))
        if found is None:
            first = len(self.numbers)
            self.numbers.extend(values)
            found = self.known[id(of), name] = first, (len(self.numbers) - first) // parts
        return found

    def _timing(self, t: InstructionTiming) -> tuple[float | tuple[int, int], ...]:
        return (
            t.fetch, t.gather, t.unit, _KINDS.get(t.kind, 0), t.cache_line, t.exec, t.one_source, t.latency, t.occupies,
            t.bank_latency, t.drain, t.trans, t.matrix, t.amount, t.bytes, t.store, t.atomic, t.overwrite, t.collides,
            t.to_sgpr, t.after,
            self._list(t.reads, "", t.reads),
            self._list(t.writes, "", (n for write in t.writes for n in write), 2),
            self._list(t.scalar_writes, "", t.scalar_writes),
            self._list(t.scalar_reads, "", t.scalar_reads),
            self._list(t.forwarded, "once", dict.fromkeys(t.forwarded)),
            self._list(t.waits, "", (n for name, allowed in t.waits for n in (_COUNTERS[name], allowed)), 2),
            self._list(t.counters, "", (_COUNTERS[name] for name in t.counters)),
            self._list(
                t.hint, "", (n for ahead, unit, far in t.hint for n in (ahead, _HINTS.get(unit, _OTHER_HINT), far)), 3
            ),
        )  # fmt: skip


class Engine:
    """One CU or WGP of a GPU with a program. Every issue of the ordinals ``marked`` is recorded; ``memory`` are the
    levels that serve L0 misses."""

    def __init__(
        self, table: InstructionTable, gpu: Gpu, memory: Hierarchy, marked: frozenset[int] = frozenset()
    ) -> None:
        self.table, self.gpu, self.memory = table, gpu, memory
        self.marked = np.zeros(len(table.timings), "u1")
        self.marked[list(marked)] = 1
        self.figures = _figures(gpu)
        self.figures["all_hit"] = memory.all_hit
        self.pace = memory.pace()
        self.lds_extra = [0] * (max(_LDS_EXTRA) + 1)
        # A figure without accesses is not read, so that no result is said to depend on it.
        self.ideal = np.zeros(len(table.timings), "i8")
        if any(t.unit == LDS for t in table.timings):
            rate = self.figures["lds_rate"] = gpu.number("lds.bytes_per_cycle")
            self.figures |= {name: gpu.cycles(figure) for name, figure in _LDS_CYCLES.items()}
            for dwords, figure in _LDS_EXTRA.items():
                self.lds_extra[dwords] = gpu.cycles(figure)
            # Cycles of an access without conflicts.
            self.ideal[:] = [max(1, -int(-moved // rate)) for moved in table.rows["bytes"].tolist()]

    def run(
        self, waves: Waves, path: np.ndarray, accesses: Accesses, record: bool = False, cold: np.ndarray | None = None
    ) -> SimulatedRun:
        """Runs waves along a path of ordinals to their ends. ``cold`` is 1 at positions of the path whose stalls are
        counted separately; ``record`` keeps the timeline.

        Raises:
            UsageError: there are more waves than one CU or WGP can hold.
            MissingTool: there is no compiler for this host.
        """
        groups, held = np.bincount(waves.groups), len(waves.starts)
        if held >= _WAVES or groups.max() > _GROUP:
            raise UsageError(f"{held} waves in workgroups of {groups.max()} do not fit into a compute unit")
        job, count = structure("Job")(), len(self.table.timings)
        executed = np.bincount(path, minlength=count)
        marks = int(executed[self.marked > 0].sum())
        issues, beyond, accessed = (job.hold(name, np.zeros(count, "i8")) for name in ("issues", "beyond", "accessed"))
        stalls, late = (job.hold(name, np.zeros((len(REASONS), count), "i8")) for name in ("stalls", "cold_stalls"))
        began, ended = (job.hold(name, np.zeros(held, "i8")) for name in ("began", "ended"))
        noted = job.hold("marks", np.zeros((held, marks, 2), "i8"))
        timeline = job.hold("timeline", np.zeros((len(path) * held if record else 1, 3), "i8"))
        job.record = record
        self._hold(job, waves, path, accesses, executed, groups)
        job.hold("wave", _rows(waves, accesses, marks))
        if cold is not None:
            job.hold("cold", cold)
        found = library(self.gpu.arch)
        assert found.engine_job_bytes() == ctypes.sizeof(job)
        arena = np.empty(found.engine_bytes(ctypes.byref(job)), "u1")
        found.engine_run(ctypes.byref(job), ctypes.c_void_p(arena.ctypes.data))
        return SimulatedRun(
            int(ended.max() - began.min()),
            issues.tolist(),
            stalls.tolist(),
            late.tolist(),
            list(zip(began.tolist(), ended.tolist(), strict=True)),
            list(noted),
            list(map(tuple, timeline[: job.timeline_count].tolist())),
            *({int(k): int(moved[k]) for k in np.flatnonzero(moved)} for moved in (beyond, accessed)),
        )

    def _hold(
        self,
        job: NativeRecord,
        waves: Waves,
        path: np.ndarray,
        accesses: Accesses,
        executed: np.ndarray,
        groups: np.ndarray,
    ) -> None:
        """Gives the job what it reads, and how much of each there is."""
        table = self.table
        for name, value in self.figures.items():
            setattr(job.figures, name, value)
        job.figures.lds_extra = tuple(self.lds_extra)
        for name, array in (
            ("path", path),
            ("timing", table.rows),
            ("numbers", table.joined),
            ("marked", self.marked),
            ("ideal", self.ideal),
            ("latency", self.memory.latency),
            ("pace", self.pace),
            ("access", accesses.rows),
            ("lines", accesses.lines),
            ("counter_room", table.returns @ executed),
            ("group_size", groups.astype("i8")),
            ("simd_cu", np.arange(waves.simd_count, dtype="i8") // waves.per_cu),
            ("counter_reason", np.array(list(WAIT_REASON.values()), "i8")),
        ):
            job.hold(name, array)
        for name, count in (
            ("timings", len(table.timings)),
            ("waves", len(waves.starts)),
            ("simds", waves.simd_count),
            ("cus", (waves.simd_count - 1) // waves.per_cu + 1),
            ("groups", len(groups)),
            ("resident", waves.resident or len(groups)),
            ("units", UNIT_COUNT),
            ("counters", len(WAIT_REASON)),
            ("reasons", len(REASONS)),
            ("cache_lines", int(table.rows["cache_line"].max(initial=0)) + 1),
            # A barrier opens at most as often as its waves come to an instruction of the sequencer, or end.
            ("opened", int(groups.max()) * (int(executed[table.internal].sum()) + 1) + 1),
            ("length", len(path)),
            ("levels", len(LEVELS)),
        ):
            setattr(job, name, count)


def _rows(waves: Waves, accesses: Accesses, marks: int) -> np.ndarray:
    """``WaveJob`` in ``runtime/state.c`` of each wave, with room for so many marks."""
    rows = np.zeros((len(waves.starts), 7), "i8")
    count = accesses.rows.shape[1]
    rows[:, 0], rows[:, 1], rows[:, 5] = waves.simds, waves.groups, waves.starts
    rows[:, 2], rows[:, 3], rows[:, 4] = accesses.owner * count, count, accesses.shift
    rows[:, 6] = np.arange(len(rows)) * marks
    return rows


def _figures(gpu: Gpu) -> dict[str, float]:
    """The figures of the job by name, except those of the LDS."""
    found: dict[str, float] = {}
    arbitration = gpu.word("issue.arbitration")
    found["arbitration"] = _ARBITRATIONS.get(arbitration, _IN_TURN)
    found["greedy"] = arbitration.startswith("greedy")
    found["slack"], found["banks_bytes"] = gpu.number("fetch.slack"), _BANKS_BYTES
    found |= {name: gpu.cycles(figure) for name, figure in _CYCLES.items()}
    found |= {name: max(1, gpu.cycles(figure)) for name, figure in _AT_LEAST_ONE.items()}
    arch = get_arch(gpu.arch)
    found["l0_rate"] = gpu.number("l0.bytes_per_cycle")
    found["line"] = arch.icache_line_bytes
    found["l0_room"] = max(1, arch.figure("l0_cache_bytes").value // arch.icache_line_bytes)
    # How many sectors come at once.
    found["transaction"] = min(_SECTORS, max(1, ceil(gpu.number("vmem.transaction_bytes") / _SECTOR_BYTES)))
    found["icache_room"] = arch.icache_bytes // arch.icache_line_bytes
    return found
