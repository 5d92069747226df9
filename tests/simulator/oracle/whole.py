"""A prediction's path, accesses and run in Python, from what :class:`isaopt.simulator.prepared.Prepared` is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from isaopt.simulator.classes import LDS, VMEM
from isaopt.simulator.follower import Accesses
from isaopt.simulator.launching import FOLLOWED_WAVES
from isaopt.simulator.path import Path
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.summary import first_passes
from isaopt.target.gpus import Gpu
from tests.simulator.oracle.dispatch import Run
from tests.simulator.oracle.engine import Engine, make_simds
from tests.simulator.oracle.follower import Follower
from tests.simulator.oracle.memory import Access
from tests.simulator.oracle.recorder import Recorder
from tests.simulator.oracle.start import start_values
from tests.simulator.oracle.walker import observe
from tests.simulator.oracle.wave import Group, Wave

Row = Sequence[Access | None]


def observed(prepared: Prepared, gpu: Gpu, counts: Sequence[int]) -> Path:
    """How the first wave goes."""
    start = prepared.start.start
    follower = Follower(start, start_values(start, (0, 0, 0), 0))
    timings = prepared.program(gpu).timings
    return observe(prepared.module, prepared.cfg, prepared.loops, counts, follower, timings)


def accesses(prepared: Prepared, gpu: Gpu, path: Sequence[int]) -> list[Row]:
    """Those of each resident wave."""
    timings, (place, _) = prepared.program(gpu).timings, prepared.place(gpu)
    if not any(t.bytes and t.unit in (LDS, VMEM) for t in timings):
        return [()] * place.waves
    recorder = Recorder(timings, prepared.start.start)
    units = gpu.cycles("gpu.cus") // (2 if place.wgp_mode else 1)
    x, y, z = prepared.start.grid
    found: list[Row] = []
    followed = 0
    for number, size in enumerate(place.groups):
        linear = number * units % (x * y * z)
        if len(found) < FOLLOWED_WAVES:
            found += recorder.accesses(path, (linear % x, linear // x % y, linear // x // y), size)
            followed = len(found)
        else:
            found += [_shifted(found[k % followed], k // followed << 44) for k in range(len(found), len(found) + size)]
    return found


def _shifted(row: Row, shift: int) -> Row:
    return [a and replace(a, lines=tuple(line + shift for line in a.lines)) for a in row]


def unpacked(found: Accesses, moved: Sequence[int]) -> list[Row]:
    """What was found compiled, in the oracle's form; ``moved`` are the bytes of each access on the path, those of the
    LDS negative."""
    lines = found.lines.tolist()
    rows: list[Row] = []
    for owner, shift in zip(found.owner.tolist(), found.shift.tolist(), strict=True):
        row: list[Access | None] = []
        for (first, count), size in zip(found.rows[owner].tolist(), moved, strict=True):
            if count < 0:
                row.append(None)
            elif size < 0:
                row.append(Access((), first, -size))
            else:
                own = lines[first : first + count]
                row.append(Access(tuple((n >> 4) + shift for n in own), 0, size, tuple(n & 15 for n in own)))
        rows.append(row)
    return rows


def run(prepared: Prepared, gpu: Gpu, path: Sequence[int], rows: Sequence[Row], record: bool) -> Run:
    """The waves to their ends."""
    place, _ = prepared.place(gpu)
    simds, interval = make_simds(place.simds, 2), gpu.cycles("launch.wave_interval")
    waves: list[Wave] = []
    for number in range(len(place.groups) + prepared.later(gpu)):
        group = Group(size := place.groups[number % len(place.groups)])
        for k in range(len(waves), len(waves) + size):
            row = _shifted(rows[k % place.waves], k // place.waves << 54)
            waves.append(Wave(k, simds[k % len(simds)], group, path, row, k * interval))
    found = prepared.follow(gpu)
    headers = frozenset(prepared.cfg.blocks[loop.header].first for loop in prepared.loops)
    cold = first_passes(found.path.ordinals, prepared.cfg, prepared.loops, found.trips).tobytes()
    memory = prepared.hierarchy(gpu)
    return Engine(prepared.program(gpu), gpu, waves, simds, memory, headers, record, cold, len(place.groups)).run()
