"""The touches of sectors of memory by all workgroups of a launch, derived from those of the first one and the distances
of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

#: Sectors of a line, and their bytes (``vmem.transaction_bytes`` is what is moved; this is what is counted).
SECTORS, SECTOR_BYTES = 4, 32
LINE_BYTES = SECTORS * SECTOR_BYTES
#: The number of sectors to analyse: in all, and of each stream at least and at most.
_SAMPLES, _FEWEST, _MOST = 96, 6, 16
#: The number of touches to analyse individually: in all, shared out evenly, and of one line. Fewer lines are taken of a
#: stream whose lines are touched more often; a line touched even more often is assumed to be touched steadily.
_TOUCHES, _OF_A_LINE = 40_000, 100_000
_GOLDEN = 0.6180339887498949


@dataclass(frozen=True)
class Stream:
    """Accesses that are analysed together: those of one block with the same distances between workgroups.

    ``lines`` is the number of lines that a workgroup touches, equally often; ``stores`` says whether they bypass L0 and
    L1, ``known`` whether their addresses are known.
    """

    number: int
    ordinals: tuple[int, ...]
    lines: float
    stores: bool
    known: bool


@dataclass(frozen=True)
class Entries:
    """The touches of the first workgroup: for each line its sectors as bits, the time, the half of the waves, and the
    stream and distance class of the instruction."""

    line: np.ndarray
    sectors: np.ndarray
    time: np.ndarray
    part: np.ndarray
    stream: np.ndarray
    distance: np.ndarray

    def chosen(self, which: np.ndarray) -> Entries:
        """The entries selected by a mask."""
        return Entries(*(getattr(self, f.name)[which] for f in fields(self)))


@dataclass(frozen=True)
class Grid:
    """The workgroups to analyse. ``resident`` are on the GPU at once, on ``units``, ``parts`` of which have an L0. Of
    the ``launched`` ones, those from ``first`` on are analysed. ``period`` is the duration of a workgroup."""

    resident: int
    units: int
    parts: int
    launched: int
    first: int
    period: float


@dataclass(frozen=True)
class Touches:
    """The touches of the lines that are looked at, in the order of time; ``sample`` numbers these, ``group`` who
    touches, ``own`` is whether it is by the stream that the line was chosen of, ``same`` whether it is the sector that
    was.  ``steady`` has the stream and the touches of lines with too many, and the time in which those come."""

    streams: tuple[Stream, ...]
    grid: Grid
    whole: bool
    samples: np.ndarray
    sample: np.ndarray
    time: np.ndarray
    group: np.ndarray
    part: np.ndarray
    stream: np.ndarray
    own: np.ndarray
    same: np.ndarray
    steady: tuple[np.ndarray, np.ndarray, float]

    def intervals(self, shared: int, stores: bool, kept: bool) -> TouchIntervals:
        """How far touches lie behind those before by who shares a cache; ``shared`` is how many such caches there are,
        ``stores`` whether stores leave something there, ``kept`` whether what the launch before left is there."""
        grid, loads = self.grid, np.array([not s.stores for s in self.streams])
        chosen = np.arange(len(self.stream)) if stores else np.flatnonzero(loads[self.stream])
        unit = self.group[chosen] % grid.units
        # Workgroups of a CU run apart by more than an L0 holds: each is on its own there.
        place = unit % shared if shared < grid.units else self.group[chosen] * grid.parts + self.part[chosen]
        key = self.sample[chosen] * (grid.launched * grid.parts + shared) + place
        order = np.argsort(key, kind="stable")
        chosen, key = chosen[order], key[order]
        time = self.time[chosen]
        begins = np.flatnonzero(np.diff(key, prepend=-1))
        since = np.diff(time, prepend=0.0)
        again = max(grid.launched / grid.resident, 1.0) * grid.period if kept else np.inf
        if kept and self.whole and len(time):
            last = time[np.append(begins[1:], len(time)) - 1]
            since[begins] = np.maximum(0.0, again - (last - time[begins]))
        else:
            since[begins] = again
        stream, sample, own = self.stream[chosen], self.sample[chosen], self.own[chosen]
        each = 1.0 / np.maximum(1, np.bincount(sample[own], minlength=len(self.samples)))[sample]
        # A sector is there as long as its line was not replaced: the longest time between two touches of the line.
        at = np.flatnonzero(self.same[chosen])
        begin = begins[np.searchsorted(begins, at, "right") - 1]
        begin = np.maximum(begin, np.append(-1, at[:-1])[: len(at)] + 1)
        bounds = np.stack([begin, at + 1], axis=1).ravel()
        longest = np.maximum.reduceat(np.append(since, 0.0), bounds)[::2] if len(at) else since[:0]
        counted = own[at]
        again_each = 1.0 / np.maximum(1, np.bincount(sample[at][counted], minlength=len(self.samples)))[sample[at]]
        often, count, window = self.steady
        gaps = window * shared / count
        return TouchIntervals(
            np.concatenate([since[own], gaps]), np.concatenate([stream[own], often]),
            np.concatenate([each[own], np.ones(len(often))]), np.concatenate([longest[counted], gaps]),
            np.concatenate([stream[at][counted], often]), np.concatenate([again_each[counted], np.ones(len(often))]),
        )  # fmt: skip


@dataclass(frozen=True)
class TouchIntervals:
    """Times between touches of a line, with the stream and the weight of each in it; and the same of touches of a
    sector, where ``sector`` is the longest time that its line was not touched since."""

    line: np.ndarray
    line_stream: np.ndarray
    line_weight: np.ndarray
    sector: np.ndarray
    sector_stream: np.ndarray
    sector_weight: np.ndarray


def touches(streams: Sequence[Stream], entries: Entries, distances: Sequence[np.ndarray], grid: Grid) -> Touches:
    """All touches of some sectors of each stream; ``distances`` are by class, for each workgroup that is looked at, how
    many sectors it lies behind the first one of the grid."""
    groups = len(distances[0]) if distances else 1
    whole = groups >= grid.launched
    # Workgroups before those that are looked at left something, too: the first ones are there for that.
    history = 0 if whole or groups < 2 * grid.resident else grid.resident
    samples, sector = _chosen(streams, entries, distances, history)
    parts = [_candidates(sector, entries, distance, number) for number, distance in enumerate(distances)]
    counts = sum((part.counts(len(sector)) for part in parts), np.zeros(len(sector)))
    kept, many = _affordable(samples, counts, max(1, len(streams)))
    found = [_found(sector, kept, entries, part) for part in parts]
    sample, entry, group, same = (np.concatenate([f[k] for f in found] or [np.zeros(0, "i8")]) for k in range(4))
    # Waves that are older go first, so a CU's workgroups end, and the next ones begin, evenly apart.
    apart = grid.period * grid.units / max(grid.resident, grid.units)
    time = (group + grid.first) // grid.units * apart + entries.time[entry]
    order = np.argsort(time, kind="stable")
    sample, entry, group, same, time = sample[order], entry[order], group[order], same[order] > 0, time[order]
    # What is stored is written back once for all stores until the line is replaced, whoever loads it meanwhile.
    stores = np.array([s.stores for s in streams])
    same &= ~stores[samples[sample]] | stores[entries.stream[entry]]
    own = (entries.stream[entry] == samples[sample]) & (group >= history)
    window = max(1.0, groups / grid.resident) * grid.period
    return Touches(
        tuple(streams), grid, whole, samples, sample, time, group + grid.first, entries.part[entry],
        entries.stream[entry], own, same,
        (samples[many], counts[many], window),
    )  # fmt: skip


def _affordable(samples: np.ndarray, counts: np.ndarray, streams: int) -> tuple[np.ndarray, np.ndarray]:
    """Which sectors are looked at, and which are taken to be touched steadily."""
    kept, many = np.zeros((2, len(samples)), bool)
    for stream in np.unique(samples):
        own = np.flatnonzero(samples == stream)
        fits = np.cumsum(counts[own]) <= _TOUCHES // streams
        fits[0] = counts[own[0]] <= _OF_A_LINE
        kept[own[fits]] = True
        many[own] = not fits.any()
    return kept, many


def _chosen(
    streams: Sequence[Stream], entries: Entries, distances: Sequence[np.ndarray], from_group: int
) -> tuple[np.ndarray, np.ndarray]:
    """The sectors that are looked at: the stream of each, and its number.  They are spread evenly."""
    known = [s for s in streams if s.known]
    each = min(_MOST, max(_FEWEST, _SAMPLES // max(1, len(known))))
    of, sectors = [np.zeros(0, "i8")], [np.zeros(0, "i8")]
    for s in known:
        own = np.flatnonzero(entries.stream == s.number)
        if not len(own):
            continue
        at = own[((np.arange(each) + 0.5) * len(own) / each).astype("i8")]
        distance = distances[entries.distance[at[0]]]
        share = (np.arange(each) + 0.5) * _GOLDEN % 1.0
        group = from_group + (share * (len(distance) - from_group)).astype("i8")
        sectors.append(entries.line[at] * SECTORS + lowest_bit(entries.sectors[at]) + distance[group])
        of.append(np.full(each, s.number))
    return np.concatenate(of), np.concatenate(sectors)


def lowest_bit(bits: np.ndarray) -> np.ndarray:
    """The number of the lowest bit that is set, of four."""
    found: np.ndarray = np.array([0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0])[bits]
    return found


@dataclass(frozen=True)
class _Candidates:
    """For the lines of sectors: ``sample`` and the number ``behind`` of a distance at which some workgroups may touch
    one, with the range of entries, in the order ``own``, that say so of the first workgroup.  By distance: how ``far``
    it is, and which part of ``groups`` has it."""

    sample: np.ndarray
    behind: np.ndarray
    begin: np.ndarray
    end: np.ndarray
    own: np.ndarray
    far: np.ndarray
    first: np.ndarray
    size: np.ndarray
    groups: np.ndarray

    def counts(self, samples: int) -> np.ndarray:
        """Touches of each, at most."""
        return np.bincount(self.sample, (self.end - self.begin) * self.size[self.behind], samples)


def _candidates(sector: np.ndarray, entries: Entries, distance: np.ndarray, number: int) -> _Candidates:
    own = np.flatnonzero(entries.distance == number)
    own = own[np.argsort(entries.line[own], kind="stable")]
    line = entries.line[own]
    groups = np.argsort(distance, kind="stable")
    far, first = np.unique(distance[groups], return_index=True)
    size = np.diff(np.append(first, len(groups)))
    # Only workgroups from which the line lies where the first one touches anything.
    low, high = (line[0] * SECTORS, (line[-1] + 1) * SECTORS) if len(line) else (1, 0)
    begin = np.searchsorted(far, sector - high - SECTORS)
    sample, behind = _ranges(begin, np.searchsorted(far, sector - low + SECTORS, "right"))
    # Where the distance is no whole line, the line has parts of two.
    first_of = _line_start(sector[sample]) - far[behind]
    begin = np.searchsorted(line, first_of // SECTORS)
    end = np.searchsorted(line, (first_of + SECTORS - 1) // SECTORS, "right")
    return _Candidates(sample, behind, begin, end, own, far, first, size, groups)


def _line_start(sector: np.ndarray) -> np.ndarray:
    """The first sector of the line."""
    found: np.ndarray = sector // SECTORS * SECTORS
    return found


def _found(
    sector: np.ndarray, kept: np.ndarray, entries: Entries, candidates: _Candidates
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(sample, entry, workgroup, whether it is the sector) for every touch of the lines that are ``kept``."""
    c, chosen = candidates, kept[candidates.sample]
    sample, behind = c.sample[chosen], c.behind[chosen]
    pair, at = _ranges(c.begin[chosen], c.end[chosen])
    sample, behind, entry = sample[pair], behind[pair], c.own[at]
    first_of = _line_start(sector[sample]) - c.far[behind]
    touched = _shifted_bits(entries.sectors[entry], entries.line[entry] * SECTORS - first_of)
    same = touched >> sector[sample] % SECTORS & 1
    there = touched > 0
    sample, behind, entry, same = sample[there], behind[there], entry[there], same[there]
    pair, at = _ranges(c.first[behind], c.first[behind] + c.size[behind])
    return sample[pair], entry[pair], c.groups[at], same[pair]


def _shifted_bits(bits: np.ndarray, by: np.ndarray) -> np.ndarray:
    """Sectors of a line, as bits, counted from so many sectors before it; only those of a line's length from there."""
    found: np.ndarray = np.where(by >= 0, bits << np.maximum(by, 0), bits >> np.maximum(-by, 0)) & (1 << SECTORS) - 1
    return found


def _ranges(begin: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(which range, number) for all numbers of ranges."""
    count = np.maximum(0, end - begin)
    which = np.repeat(np.arange(len(begin)), count)
    return which, np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count) + begin[which]
