"""The event loop compiled: the C of ``runtime/`` for a run that :class:`isaopt.simulator.engine.Engine` describes.

It gives what the engine gives, cycle for cycle, some hundred times as fast.  Without a compiler for this host the
engine runs itself.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

import numpy as np

from isaopt.errors import IsaoptError
from isaopt.simulator.classes import INTERNAL, LDS
from isaopt.simulator.dispatch import WAIT_REASON, Dispatch, Run
from isaopt.simulator.memory import BANKS_BYTES, Access
from isaopt.simulator.timing import UNIT_COUNT, Timing
from isaopt.simulator.wave import REASONS
from isaopt.toolchain.native import compile_source

#: One after the other these are one source.
_PARTS = ("state", "caches", "wave", "issue", "arbitrate", "run")
#: What the C has room for: a wave's number in an event, and the waves of a workgroup at a barrier.
_WAVES, _GROUP = 1024, 128
_KINDS = {
    "s_delay_alu": 1, "s_nop": 2, "s_barrier": 3, "s_barrier_wait": 4, "s_barrier_signal": 5, "s_setprio": 6,
    "s_sleep": 7, "s_endpgm": 8, "s_waitcnt_depctr": 9,
}  # fmt: skip
_HINTS = {"SALU_CYCLE": 0, "TRANS32_DEP": 1}
_OTHER_HINT = 2
_ARBITRATIONS = {"oldest": 0, "greedy-oldest": 1}
_IN_TURN = 2

_TIMING = np.dtype(
    [("fetch", "f8"), ("gather", "f8")]
    + [
        (name, "i8")
        for name in (
            "unit", "kind", "cache_line", "exec", "one_source", "latency", "occupies", "bank_latency", "drain", "trans",
            "matrix", "amount", "bytes", "store", "atomic", "overwrite", "collides", "to_sgpr", "after", "ideal",
            "marked",
        )
    ]
    + [
        (f"{name}_{part}", "i8")
        for name in (
            "reads", "writes", "scalar_writes", "scalar_reads", "forwarded", "waits", "counters", "hints",
        )
        for part in ("first", "count")
    ]
)  # fmt: skip
_UNKNOWN = (0, 0, 0, 0, 0)

_DOUBLES = ("slack", "lds_rate", "l0_rate", "level_rate")
_FIGURES = (
    "greedy", "arbitration", "after_wait", "internal_after", "valu_exec", "queue", "to_memory", "to_salu", "to_branch",
    "unforwarded", "scalar_writes", "scalar_write_time", "salu_idle", "salu_stream", "salu_backlog", "salu_to_memory",
    "salu_to_smem", "salu_to_branch", "taken", "not_taken", "lds_depth", "vmem_depth", "send_overhead", "release",
    "message", "export", "banks_bytes", "lds_overhead", "lds_latency", "lds_store_latency", "lds_extra0", "lds_extra1",
    "lds_extra2", "lds_extra3", "lds_extra4", "level_is_l0", "l0_latency", "level_latency", "vmem_store_latency",
    "line", "l0_room", "transaction", "smem_latency", "smem_miss", "smem_wide", "smem_widest", "icache_room",
    "fetch_miss", "prefetch",
)  # fmt: skip
_COUNTS = (
    "timings", "waves", "simds", "cus", "groups", "units", "counters", "reasons", "cache_lines", "opened", "record",
)  # fmt: skip
_POINTERS = (
    "timing", "numbers", "path", "cold", "wave", "simd_cu", "group_size", "counter_reason", "counter_room", "access",
    "lines", "issues", "stalls", "cold_stalls", "ended", "marks", "timeline", "beyond",
)  # fmt: skip


class _Job(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_double) for name in _DOUBLES),
        *((name, ctypes.c_int64) for name in _FIGURES),
        *((f"count_{name}", ctypes.c_int64) for name in _COUNTS),
        *((name, ctypes.c_void_p) for name in _POINTERS),
        ("timeline_count", ctypes.c_int64),
    )


def _part(name: str) -> str:
    return files("isaopt.simulator").joinpath(f"runtime/{name}.c").read_text("utf-8")


@cache
def _library(arch: str) -> ctypes.CDLL | None:
    try:
        library = compile_source("".join(_part(name) for name in _PARTS), arch)
    except IsaoptError:
        return None
    library.engine_bytes.restype = library.engine_job_bytes.restype = ctypes.c_uint64
    assert library.engine_job_bytes() == ctypes.sizeof(_Job)
    return library


def run(engine: Dispatch, arch: str) -> Run | None:
    """What :meth:`isaopt.simulator.engine.Engine.run` would give; None where that has to do it.

    The engine must not have run, and must not run afterwards.
    """
    if len(engine.waves) >= _WAVES or any(w.group.members > _GROUP for w in engine.waves):
        return None
    library = _library(arch)
    return None if library is None else _Marshalled(engine).run(library)


class _Marshalled:
    """The engine's run as numbers in memory; the arrays live as long as this does."""

    def __init__(self, engine: Dispatch) -> None:
        self.engine = engine
        self.numbers: list[int] = []
        self.counters = {name: k for k, name in enumerate(WAIT_REASON)}
        self.job = _Job()
        self.held: list[np.ndarray] = []
        timings = engine.timings
        self._figures()
        timing = np.zeros(len(timings), _TIMING)
        for k, t in enumerate(timings):
            timing[k] = self._timing(t, k in engine.marked)
        self._array("timing", timing)
        self._waves()
        self._array("numbers", np.array(self.numbers or [0], "i8"))
        self._array("simd_cu", np.array([s.cu for s in engine.simds], "i8"))
        self._array("counter_reason", np.array([WAIT_REASON[name] for name in self.counters], "i8"))
        job, count = self.job, len(timings)
        job.count_timings, job.count_waves, job.count_simds = count, len(engine.waves), len(engine.simds)
        job.count_cus, job.count_units = max(s.cu for s in engine.simds) + 1, UNIT_COUNT
        job.count_counters, job.count_reasons = len(self.counters), len(REASONS)
        job.count_cache_lines = max((t.cache_line for t in timings), default=0) + 1
        self.issues = self._array("issues", np.zeros(count, "i8"))
        self.stalls = self._array("stalls", np.zeros((len(REASONS), count), "i8"))
        self.cold_stalls = self._array("cold_stalls", np.zeros((len(REASONS), count), "i8"))
        self.ended = self._array("ended", np.zeros(len(engine.waves), "i8"))
        self.beyond = self._array("beyond", np.zeros(count, "i8"))

    def _array(self, name: str, values: np.ndarray) -> np.ndarray:
        self.held.append(values)
        setattr(self.job, name, values.ctypes.data)
        return values

    def _list(self, values: Iterable[int], parts: int = 1) -> tuple[int, int]:
        first = len(self.numbers)
        self.numbers.extend(values)
        return first, (len(self.numbers) - first) // parts

    def _figures(self) -> None:
        engine, job = self.engine, self.job
        for name in (*_DOUBLES, *_FIGURES):
            value = getattr(engine, name, None)
            if isinstance(value, (int, float)):
                setattr(job, name, value)
        job.arbitration = _ARBITRATIONS.get(engine.arbitration, _IN_TURN)
        job.banks_bytes = BANKS_BYTES
        if engine.lds:
            lds = engine.lds[0]
            job.lds_rate, job.lds_overhead, job.lds_latency = lds.rate, lds.overhead, lds.latency
            job.lds_store_latency = lds.store_latency
            for k, extra in enumerate(lds.extra):
                setattr(job, f"lds_extra{k}", extra)
        vmem, smem, icache = engine.vmem[0], engine.smem, engine.icache
        job.level_is_l0 = vmem.level == "l0"
        job.l0_rate, job.level_rate = vmem.rate["l0"], vmem.rate[vmem.level]
        job.l0_latency, job.level_latency = vmem.latency["l0"], vmem.latency[vmem.level]
        job.vmem_store_latency, job.line, job.l0_room = vmem.store_latency, vmem.line, vmem.l0.room
        job.transaction = vmem.transaction
        job.smem_latency, job.smem_miss = smem.latency, smem.miss
        job.smem_wide, job.smem_widest = smem.wide, smem.widest
        job.icache_room, job.fetch_miss, job.prefetch = icache.room, icache.miss, icache.prefetch

    def _timing(self, t: Timing, marked: bool) -> tuple[float | int, ...]:
        kind = _KINDS.get(t.kind, 0)
        ideal = self.engine.lds[0].ideal(t) if t.unit == LDS else 0
        lists = (
            self._list(t.reads),
            self._list((n for write in t.writes for n in write), 2),
            self._list(t.scalar_writes),
            self._list(t.scalar_reads),
            self._list(dict.fromkeys(t.forwarded)),
            self._list((n for name, allowed in t.waits for n in (self.counters[name], allowed)), 2),
            self._list(self.counters[name] for name in t.counters),
            self._list((n for ahead, unit, far in t.hint for n in (ahead, _HINTS.get(unit, _OTHER_HINT), far)), 3),
        )
        plain = (
            t.fetch, t.gather, t.unit, kind, t.cache_line, t.exec, t.one_source, t.latency, t.occupies, t.bank_latency,
            t.drain, t.trans, t.matrix, t.amount, t.bytes, t.store, t.atomic, t.overwrite, t.collides, t.to_sgpr,
            t.after, ideal, marked,
        )  # fmt: skip
        return (*plain, *(n for pair in lists for n in pair))

    def _waves(self) -> None:
        """Waves, and room for what is noted of each."""
        engine, job = self.engine, self.job
        groups = list({id(w.group): w.group for w in engine.waves}.values())
        number = {id(group): k for k, group in enumerate(groups)}
        paths, accesses = _Paths(engine, tuple(self.counters)), _Accesses()
        rows: list[tuple[int, ...]] = []
        marks = 0
        for w in engine.waves:
            at, marked, returns = paths.add(w.path)
            first, count = accesses.add(w.accesses)
            group = number[id(w.group)]
            rows.append((w.simd.index, group, at, len(w.path), first, count, w.base, marks, marked, returns))
            marks += marked
        self.rows = self._array("wave", np.array(rows, "i8"))
        self._array("path", np.concatenate(paths.joined))
        self._array("counter_room", np.array(paths.returns, "i8"))
        self._array("access", np.array(accesses.rows, "i8"))
        self._array("lines", np.array(accesses.lines, "i8"))
        self._array("group_size", np.array([group.members for group in groups], "i8"))
        self.marks = self._array("marks", np.zeros((max(1, marks), 2), "i8"))
        if engine.cold:
            self._array("cold", np.frombuffer(engine.cold, "u1"))
        issues = sum(len(w.path) for w in engine.waves) if engine.record else 0
        self.timeline = self._array("timeline", np.zeros((max(1, issues), 3), "i8"))
        job.count_groups, job.count_record = len(groups), engine.record
        job.count_opened = max(group.members for group in groups) * (paths.internal + 1) + 1

    def run(self, library: ctypes.CDLL) -> Run:
        job, engine = self.job, self.engine
        arena = np.empty(library.engine_bytes(ctypes.byref(job)), "u1")
        library.engine_run(ctypes.byref(job), ctypes.c_void_p(arena.ctypes.data))
        starts, ended = [w.base for w in engine.waves], self.ended.tolist()
        marks = [[(pos, at) for pos, at in self.marks[row[7] : row[7] + row[8]].tolist()] for row in self.rows.tolist()]
        return Run(
            max(ended) - min(starts),
            self.issues.tolist(),
            self.stalls.tolist(),
            self.cold_stalls.tolist(),
            list(zip(starts, ended, strict=True)),
            marks,
            [(wave, ordinal, at) for wave, ordinal, at in self.timeline[: job.timeline_count].tolist()],
            {k: moved for k, moved in enumerate(self.beyond.tolist()) if moved},
        )


class _Paths:
    """The paths of all waves in a row, each once for waves that share it."""

    def __init__(self, engine: Dispatch, counters: Sequence[str]) -> None:
        self.timings, self.marked, self.counters = engine.timings, sorted(engine.marked), counters
        self.joined = [np.zeros(0, "i8")]
        #: For each path and counter, how many results can be on their way at most.
        self.returns: list[int] = []
        #: Instructions of the sequencer in any path, so no fewer than there are barriers.
        self.internal = 0
        self.length = 0
        self.known: dict[int, tuple[int, int, int]] = {}

    def add(self, path: Sequence[int]) -> tuple[int, int, int]:
        """(where the path stands, how many marked instructions it has, where its part of ``returns`` begins)."""
        if id(path) in self.known:
            return self.known[id(path)]
        ordinals = np.array(path, "i8")
        executed = np.bincount(ordinals, minlength=len(self.timings)).tolist()
        found = self.length, sum(executed[k] for k in self.marked), len(self.returns)
        users = [t for t in self.timings if t.counters and executed[t.ordinal]]
        self.returns += [sum(executed[t.ordinal] * t.counters.count(name) for t in users) for name in self.counters]
        self.internal = max(self.internal, sum(executed[t.ordinal] for t in self.timings if t.unit == INTERNAL))
        self.joined.append(ordinals)
        self.length += len(ordinals)
        self.known[id(path)] = found
        return found


class _Accesses:
    """The accesses of all waves in a row: known or not, cycles, bytes, where its lines begin, how many there are.  A
    line stands with its sectors."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, int, int, int, int]] = [_UNKNOWN]
        self.lines: list[int] = [0]
        self.known: dict[int, tuple[int, int]] = {}

    def add(self, accesses: Sequence[Access | None]) -> tuple[int, int]:
        """(where the wave's accesses begin, how many there are)."""
        if id(accesses) not in self.known:
            self.known[id(accesses)] = len(self.rows), len(accesses)
            for access in accesses:
                if access is None:
                    self.rows.append(_UNKNOWN)
                    continue
                self.rows.append((1, access.cycles, access.bytes, len(self.lines), len(access.lines)))
                self.lines.extend(n for pair in zip(access.lines, access.sectors, strict=True) for n in pair)
        return self.known[id(accesses)]
