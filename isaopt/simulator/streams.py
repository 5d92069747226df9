"""The accesses of a launch's workgroups: those of the first one, and their distances from those of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.loops import Loop
from isaopt.simulator.classes import VMEM
from isaopt.simulator.encode import Encoded
from isaopt.simulator.extrapolation import pass_starts, within, without_passes
from isaopt.simulator.follower import Accesses, wave_accesses
from isaopt.simulator.launching import LaunchStart
from isaopt.simulator.path import Trips
from isaopt.simulator.residency import Residency
from isaopt.simulator.timing import InstructionTiming
from isaopt.simulator.touches import LINE_BYTES, SECTORS, Entries, Grid, Stream, Touches, lowest_bit, touches

#: The most lines of the first workgroup to analyse. Passes of its loops are left out to stay below this, as long as
#: enough passes remain: more than touch any one line of 4-byte words.
_LINES, _PASSES = 8192, 36
#: The most workgroups to analyse: the middle ones if there are more, and fewer if their distances follow no grid, since
#: each must then be followed.
_GROUPS, _FOLLOWED = 8192, 512


@dataclass(frozen=True)
class WorkgroupPlacement:
    """The number of workgroups of a launch, and the number of units (CUs or WGPs) on which they run."""

    count: int
    units: int
    place: Residency


def launch_touches(
    timings: Sequence[InstructionTiming],
    encoded: Encoded,
    cfg: CFG,
    loops: Sequence[Loop],
    trips: Trips,
    path: np.ndarray,
    accesses: Accesses,
    start: LaunchStart,
    launched: WorkgroupPlacement,
) -> Touches | None:
    """The touches of a launch, None if nothing touches vector memory; ``accesses`` are those of resident waves along
    the path, the first workgroup's first."""
    place = launched.place
    rows = accesses.rows[: place.groups[0]]
    vmem = np.array([t.unit == VMEM and t.bytes > 0 for t in timings])
    kept = _shortened(path, encoded, cfg, loops, rows)
    rows, path = rows[:, kept[encoded.memory[path]]], path[kept]
    position = np.flatnonzero(encoded.memory[path])
    chosen = vmem[path[position]]
    rows, position = rows[:, chosen], position[chosen]
    if not len(position):
        return None
    time, weight, period = _times(path, cfg, loops, trips.wanted, vmem)
    resident = max(1, min(launched.count, launched.units * len(place.groups)))
    ordinals = np.unique(path[position])
    distance, distances, begin = _distances(path, ordinals, encoded, cfg, loops, start, launched.count, resident)
    parts = 2 if place.wgp_mode else 1
    grid = Grid(resident, launched.units, parts, launched.count, begin, period)
    # An unknown address is assumed to touch only what its lanes move, without gaps.
    count = np.maximum(rows[:, :, 1], 0)
    unknown = np.array([-(-t.bytes // LINE_BYTES) for t in timings])[path[position]] * (rows[0, :, 1] < 0) * len(rows)
    total = int(count.sum())
    line = accesses.lines[
        np.repeat(rows[:, :, 0].ravel() - np.cumsum(count) + count.ravel(), count.ravel()) + np.arange(total)
    ]
    at = np.repeat(np.tile(np.arange(len(position)), len(rows)), count.ravel())
    wave = np.repeat(np.repeat(np.arange(len(rows)), len(position)), count.ravel())
    bits = line & (1 << SECTORS) - 1
    moved = np.bincount(at, minlength=len(position)) + unknown
    of, streams = _streams(timings, cfg, ordinals, distance, path[position], moved * weight[position])
    stream = of[path[position]][at]
    known = np.array([s.known for s in streams])[stream]
    entries = Entries(
        line >> SECTORS, bits, time[position][at], wave % place.simds // 2 % parts, stream, distance[path[position]][at]
    )
    return touches(streams, entries.chosen(known), distances, grid)


def _streams(
    timings: Sequence[InstructionTiming],
    cfg: CFG,
    ordinals: np.ndarray,
    distance: np.ndarray,
    where: np.ndarray,
    moved: np.ndarray,
) -> tuple[np.ndarray, tuple[Stream, ...]]:
    """(by ordinal the number of its stream, the streams); ``moved`` are lines by executed access, ``where`` its
    ordinal."""
    total = np.bincount(where, moved, len(timings))
    members: dict[tuple[int, int, bool], list[int]] = {}
    for k in ordinals.tolist():
        t = timings[k]
        members.setdefault((int(distance[k]), cfg.block_of[k], t.store or t.atomic), []).append(k)
    of = np.full(len(timings), -1)
    streams = []
    for number, ((far, _, stores), own) in enumerate(members.items()):
        of[own] = number
        streams.append(Stream(number, tuple(own), float(total[own].sum()), stores, far >= 0))
    return of, tuple(streams)


def _shortened(path: np.ndarray, encoded: Encoded, cfg: CFG, loops: Sequence[Loop], rows: np.ndarray) -> np.ndarray:
    """The positions of the path to keep, so that the number of lines to analyse is limited."""
    kept = np.ones(len(path), bool)
    touched = np.zeros(len(path), "i8")
    touched[encoded.memory[path]] = np.maximum(rows[:, :, 1], 0).sum(axis=0)
    for _ in loops:
        count = touched[kept].sum()
        if count <= _LINES:
            break
        heaviest, most, passes = None, 0, 0
        for loop in loops:
            entries = pass_starts(path[kept], cfg, loop)
            own = int(touched[kept][within(loop, cfg, len(cfg.order))[path[kept]]].sum())
            longest = max(map(len, entries), default=0)
            # Of nested loops the inner one, which makes more of its lines.
            if longest > _PASSES and own * loop.depth > most:
                heaviest, most, passes = loop, own * loop.depth, longest
        if heaviest is None:
            break
        less = passes - max(_PASSES, int(passes * _LINES / count))
        kept[np.flatnonzero(kept)[~without_passes(path[kept], cfg, heaviest, less)]] = False
    return kept


def _times(
    path: np.ndarray, cfg: CFG, loops: Sequence[Loop], wanted: Sequence[int], counted: np.ndarray
) -> tuple[np.ndarray, np.ndarray, float]:
    """(when each position of the path comes, how many of the whole path it stands for, when that ends), in accesses of
    vector memory.  Passes of loops that were left out lie behind the first one."""
    step, weight = counted[path].astype("f8"), np.ones(len(path))
    for loop in sorted(loops, key=lambda loop: loop.depth, reverse=True):
        entries = pass_starts(path, cfg, loop)
        passes = sum(map(len, entries))
        if not passes:
            continue
        inside = within(loop, cfg, len(cfg.order))[path]
        each, missing = step[inside].sum() / passes, wanted[loop.index] - passes / len(entries)
        if missing > 0:
            weight[inside] *= wanted[loop.index] * len(entries) / passes
            for begins in entries:
                step[begins[min(1, len(begins) - 1)]] += missing * each
    time = np.cumsum(step)
    return time, weight, max(1.0, float(time[-1]))


def _distances(
    path: np.ndarray,
    ordinals: np.ndarray,
    encoded: Encoded,
    cfg: CFG,
    loops: Sequence[Loop],
    start: LaunchStart,
    count: int,
    resident: int,
) -> tuple[np.ndarray, list[np.ndarray], int]:
    """(by ordinal the class of its distances or -1; for each class how many sectors each workgroup lies behind the
    first of the grid; the first that is looked at)."""
    for loop in loops:
        longest = max(map(len, pass_starts(path, cfg, loop)), default=0)
        if longest > 2:
            path = path[without_passes(path, cfg, loop, longest - 2)]
    axes = [axis for axis, size in enumerate(start.grid) if size > 1]
    checks = [_place(k, start.grid) for k in sorted({count - 1, int(count * 0.382), int(count * 0.764)} - {0})]
    # The far end of each axis, for sectors round what is less than one.
    ends = [_place_on(axis, start.grid) for axis in axes]
    bases = _bases(path, ordinals, encoded, start, [(0, 0, 0), *ends, *checks])
    known = (bases >= 0).all(axis=0)
    sizes = np.array([start.grid[axis] - 1 for axis in axes], "f8")
    slope = (bases[1 : 1 + len(axes)] - bases[0]) / sizes[:, None]
    off = np.array(checks or [(0, 0, 0)])[:, axes] @ slope - (bases[1 + len(axes) :] - bases[0])
    irregular = known & (abs(off) > 1).any(axis=0)
    groups = min(count, max(2 * resident, _GROUPS), _FOLLOWED if irregular.any() else count)
    begin = 0 if groups >= count else (count - groups) // 2 // resident * resident
    spots = [_place(k, start.grid) for k in range(begin, begin + groups)] if irregular.any() else []
    followed = _bases(path, ordinals, encoded, start, spots) if spots else None
    numbers = begin + np.arange(groups)
    grid = np.stack([numbers % start.grid[0], numbers // start.grid[0] % start.grid[1],
                     numbers // start.grid[0] // start.grid[1]], axis=1)[:, axes]  # fmt: skip
    classes: dict[bytes, int] = {}
    arrays: list[np.ndarray] = []
    distance = np.full(int(encoded.memory.size), -1)
    for at in np.flatnonzero(known).tolist():
        own = slope[:, at] if followed is None or not irregular[at] else followed[:, at] - bases[0, at]
        key = own.tobytes()
        if key not in classes:
            classes[key] = len(arrays)
            arrays.append(np.rint(grid @ own).astype("i8") if own.dtype.kind == "f" else own)
        distance[ordinals[at]] = classes[key]
    return distance, arrays, begin


def _place_on(axis: int, grid: tuple[int, int, int]) -> tuple[int, int, int]:
    x, y, z = (size - 1 if k == axis else 0 for k, size in enumerate(grid))
    return x, y, z


def _place(number: int, grid: tuple[int, int, int]) -> tuple[int, int, int]:
    return number % grid[0], number // grid[0] % grid[1], number // grid[0] // grid[1]


def _bases(
    path: np.ndarray,
    ordinals: np.ndarray,
    encoded: Encoded,
    start: LaunchStart,
    groups: Sequence[tuple[int, int, int]],
) -> np.ndarray:
    """By workgroup and ordinal, the first sector that the first wave touches there first; -1 if unknown."""
    rows, lines = wave_accesses(encoded, start.start, path, [(group, 0) for group in groups])
    moved = path[encoded.memory[path]]
    seen, first = np.unique(moved, return_index=True)
    # What only passes in the middle come to is not known.
    place = np.minimum(np.searchsorted(seen, ordinals), len(seen) - 1)
    first = first[place]
    at, count = rows[:, first, 0], rows[:, first, 1]
    line = lines[np.where(count > 0, at, 0)]
    lowest = (line >> SECTORS) * SECTORS + lowest_bit(line & (1 << SECTORS) - 1)
    found: np.ndarray = np.where((count > 0) & (seen[place] == ordinals), lowest, -1)
    return found
