"""The parts of a prediction that precede the run; they can be kept and reused with other parameters."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.loops import Loop, find_loops
from isaopt.errors import InputError
from isaopt.ir.kept import kept
from isaopt.ir.program import Kernel, Module
from isaopt.simulator.classes import VALU, VMEM
from isaopt.simulator.encode import Encoded, encode
from isaopt.simulator.engine import Engine, InstructionTable, Waves
from isaopt.simulator.extrapolation import without_passes
from isaopt.simulator.follower import Accesses
from isaopt.simulator.hierarchy import Hierarchy, nothing, one_level, served
from isaopt.simulator.kept import Kept
from isaopt.simulator.launching import SCALAR_ARGUMENT, LaunchStart, launch_start, resident_accesses
from isaopt.simulator.path import (
    BUDGET,
    DEFAULT_TRIPS,
    WAVE_BUDGET,
    BranchTurns,
    Path,
    Trips,
    follow,
    lane_branches,
    observe_workgroup,
    trip_counts,
)
from isaopt.simulator.residency import Residency, residency, spread, units_of
from isaopt.simulator.results import Workload
from isaopt.simulator.reuse import caches, reach
from isaopt.simulator.runs import Rounds, SimulatedRun
from isaopt.simulator.shared_counts import shared_counts
from isaopt.simulator.streams import WorkgroupPlacement, launch_touches
from isaopt.simulator.summary import entries, first_passes
from isaopt.simulator.timing import TimedKernel, decode, without_conflicts
from isaopt.target.arch import Arch, get_arch
from isaopt.target.gpus import Gpu

#: From this many rounds of workgroups on, the last one, which may be smaller, is not simulated separately.
_MANY_ROUNDS = 16
#: How many rounds are simulated of a launch with more: each further one takes what the third one takes. Waves begin
#: together, and only after two rounds are as spread over their way as they stay; at the end they have the CU more and
#: more for themselves.
_ROUNDS = 3.5
#: From this many passes on, a quarter of them shows how a loop goes.
_MANY_PASSES = 12


@dataclass(frozen=True)
class _Followed:
    """The paths of the waves and the addresses of their memory accesses. ``at_once``: the lanes leave some loop in the
    first pass."""

    trips: Trips
    guessed: tuple[str, ...]
    turns: BranchTurns
    path: Path
    at_once: bool
    accesses: Accesses
    unknown: int


@dataclass(frozen=True)
class _Decoded:
    """The program as decoded by the model, and as encoded for the compiled code."""

    program: TimedKernel
    encoded: Encoded
    table: InstructionTable

    @cached_property
    def clean(self) -> InstructionTable:
        """The instructions without register-bank conflicts."""
        return self.table.with_times([without_conflicts(t) for t in self.program.timings])


@dataclass(slots=True)
class _Programs:
    """A kernel's programs, which are the same under every workload: on a GPU, and one that estimates a gain. How waves
    are followed is the same on any."""

    decoded: Kept[_Decoded] = field(default_factory=lambda: Kept(2))
    encoded: Encoded | None = None


@dataclass(frozen=True, slots=True)
class _RunVariant:
    """What a run differs in from that of the launch: without the instructions of the ordinals ``spared``, with no
    register-bank conflicts (``clean``), of one round of workgroups (``one``), or without some passes of a ``loop``."""

    spared: tuple[int, ...] = ()
    clean: bool = False
    one: bool = False
    loop: int | None = None


_AS_IS = _RunVariant()


@dataclass
class Prepared:
    """Everything in a prediction that precedes the run. It can be kept for the same kernel and workload with other
    parameters; what depends on a changed parameter is computed again."""

    module: Module
    kernel: Kernel
    given: Workload
    followed: Kept[_Followed] = field(default_factory=Kept)
    reached: Kept[tuple[np.ndarray, np.ndarray]] = field(default_factory=Kept)
    timed: dict[_RunVariant, Kept[np.ndarray]] = field(default_factory=dict)
    spare: Kept[SimulatedRun] = field(default_factory=Kept)
    """A run that was only asked for its times so far."""

    def __post_init__(self) -> None:
        module, kernel, given, launch = self.module, self.kernel, self.given, self.given.launch
        self.cfg, self.programs = build_cfg(module, kernel), _programs(module, kernel)
        if not self.cfg.blocks:
            raise InputError(f"kernel '{kernel.name}' has no instructions", module.path)
        self.loops = find_loops(module, kernel, self.cfg)
        size = launch.geometry.threads if launch else given.workgroup_size
        lds = given.dynamic_lds + (launch.dynamic_lds if launch else 0)
        self.size, self.lds = size, lds
        waves = self.full(get_arch(module.arch, module.path)).workgroup_waves
        grid = launch.geometry.grid if launch else None
        self.workgroups = given.workgroups if grid is None else grid[0] * grid[1] * grid[2]
        scalars = SCALAR_ARGUMENT if given.scalars is None else given.scalars
        self.start = launch_start(module, kernel, launch, waves, scalars, self.workgroups, given.masks)
        self.places: Kept[tuple[Residency, int]] = Kept()

    def _decoded(self, gpu: Gpu) -> _Decoded:
        programs = self.programs

        def ask(noted: Gpu) -> _Decoded:
            program = decode(self.module, self.kernel, self.cfg, noted)
            programs.encoded = programs.encoded or encode(program.timings)
            return _Decoded(program, programs.encoded, InstructionTable(program.timings))

        return programs.decoded.get(gpu, ask)

    def program(self, gpu: Gpu) -> TimedKernel:
        """The kernel decoded for a GPU."""
        return self._decoded(gpu).program

    def encoded(self, gpu: Gpu) -> Encoded:
        """The instructions through which its waves are followed."""
        return self._decoded(gpu).encoded

    def full(self, arch: Arch) -> Residency:
        """The residency of a CU (or WGP) that has as many workgroups as fit."""
        return residency(self.module, self.kernel, arch, self.given.waves_per_simd, self.size, self.lds)

    def place(self, gpu: Gpu) -> tuple[Residency, int]:
        """The residency of the launch, and the number of workgroups of the fullest CU (or WGP)."""
        return self.places.get(gpu, lambda noted: spread(self.full(get_arch(gpu.arch)), self.workgroups, noted))

    def follow(self, gpu: Gpu) -> _Followed:
        """The paths of the resident waves, which do not depend on timing."""
        decoded = self._decoded(gpu)
        return self.followed.get(gpu, lambda noted: self._follow(decoded, noted))

    def _follow(self, decoded: _Decoded, gpu: Gpu) -> _Followed:
        place, _ = self.place(gpu)
        budget = min(WAVE_BUDGET, (self.given.budget or BUDGET) / max(1, place.waves))
        if self.given.whole:
            budget = math.inf
        encoded = decoded.encoded
        control = _control(self.module, self.cfg, self.loops, encoded, self.given, self.start, budget)
        trips, turns, guessed, at_once = control
        path = follow(self.module, self.cfg, self.loops, trips.simulated, turns, self.given.whole)
        found = resident_accesses(decoded.program, encoded, self.start, place, path.ordinals, gpu)
        return _Followed(trips, guessed, turns, path, at_once, *found)

    def hierarchy(self, gpu: Gpu) -> Hierarchy:
        """The levels of memory that serve L0 misses."""
        timings, level = self.program(gpu).timings, gpu.word("memory.level")
        if not any(t.unit == VMEM and t.bytes for t in timings):
            return nothing(len(timings))
        if level != "auto":
            return one_level(level, len(timings), gpu)
        units = units_of(self.place(gpu)[0], gpu)
        # In the last round of workgroups, the working units also use the shares of the idle ones.
        count = self._launched(gpu)
        active = count / -(-count // units) * gpu.number("gpu.cus") / units
        return served(*self.reached.get(gpu, self._reach), gpu, active)

    def _launched(self, gpu: Gpu) -> int:
        """The number of workgroups; if unknown, that of the grid that was made up, or more if more fit."""
        x, y, z = self.start.grid
        place, each = self.place(gpu)
        return max(1, self.workgroups or max(x * y * z, units_of(place, gpu) * each))

    def _reach(self, gpu: Gpu) -> tuple[np.ndarray, np.ndarray]:
        """By level and instruction, the share of the bytes accessed that reaches the level, and the share of the L0
        misses."""
        found, decoded, (place, _) = self.follow(gpu), self._decoded(gpu), self.place(gpu)
        timings, units = decoded.program.timings, units_of(place, gpu)
        launched = WorkgroupPlacement(self._launched(gpu), units, place)
        seen = launch_touches(
            timings, decoded.encoded, self.cfg, self.loops, found.trips, found.path.ordinals, found.accesses,
            self.start, launched,
        )  # fmt: skip
        shares = one_level(self.start.holding(gpu), len(timings), gpu).of_missed
        shares = np.maximum.accumulate(shares[::-1])[::-1].copy()
        waiting = shares.copy()
        if seen is not None:
            for out, found_share in zip((shares, waiting), reach(seen, caches(gpu)), strict=True):
                for stream in seen.streams:
                    if stream.known:
                        out[:, list(stream.ordinals)] = found_share[:, [stream.number]]
        return shares, waiting

    def run(self, gpu: Gpu) -> SimulatedRun:
        """Runs the waves, each with its own accesses: the resident ones, and later ones that take their place."""
        run = self.spare.get(gpu, self._whole)
        read, _ = self.spare.held.pop()
        self.timed.setdefault(_AS_IS, Kept()).held[:] = [(read, self._told(gpu, run, _AS_IS))]
        return run

    def _whole(self, gpu: Gpu) -> SimulatedRun:
        found = self.follow(gpu)
        return self._run(gpu, _AS_IS, found.path.ordinals, found.accesses, self.given.record)

    def later(self, gpu: Gpu) -> int:
        """The number of workgroups in a run that take the place of others: all of the fullest CU (or WGP) if it is
        filled few times, else some rounds of them and what the last round has."""
        place, each = self.place(gpu)
        held = len(place.groups)
        rest = 0 if each >= _MANY_ROUNDS * held else each % held
        return min(each - held, math.ceil((_ROUNDS - 1) * held) + rest)

    def rounds(self, gpu: Gpu) -> Rounds:
        """The rounds of workgroups in the launch."""
        place, each = self.place(gpu)
        simulated = 1 + self.later(gpu) / len(place.groups)
        return Rounds(simulated, each / len(place.groups) - simulated)

    def cycles(self, gpu: Gpu) -> float:
        """The time of the launch, its rounds of workgroups and the passes of loops extrapolated; at least that for
        which a unit is taken."""
        rounds = self.rounds(gpu)
        first, again, *taken = self._extrapolated(gpu, _AS_IS)
        busiest = max(taken)
        return max(first, busiest) + rounds.further * max(again, busiest / rounds.simulated)

    def estimate(self, gpu: Gpu, spared: Collection[int] = (), clean: bool = False) -> float:
        """About the time of a round of workgroups, to compare with another estimate: that of a wave beside those that
        begin with it. The time of the launch if no workgroup begins later.

        It may be of a kernel that does not exist: without the instructions of the ordinals ``spared``, or with no
        register-bank conflicts (``clean``).
        """
        one = self.later(gpu) > 0
        first, again, *taken = self._extrapolated(gpu, _RunVariant(tuple(sorted(spared)), clean, one))
        return max(again if one else first, *taken)

    def _extrapolated(self, gpu: Gpu, asked: _RunVariant) -> list[float]:
        """What :meth:`_times` says, with all passes of loops."""
        trips, times = self.follow(gpu).trips, self._times(gpu, asked)
        for loop, cost in zip(self.loops, self._costs(gpu, asked), strict=True):
            missing = trips.wanted[loop.index] - trips.simulated[loop.index]
            if cost is not None:
                # The extrapolated passes of an outer loop hold only the simulated passes of this one.
                times = times + missing * entries(loop, self.loops, trips.wanted) * cost
        found: list[float] = times.tolist()
        return found

    def passes(self, gpu: Gpu) -> tuple[float | None, ...]:
        """By loop, the cycles that one more pass costs the waves of a round together, with inner loops as they were
        simulated; None for a loop whose passes were all simulated."""
        simulated, further = self.rounds(gpu).simulated, self.rounds(gpu).further
        costs = self._costs(gpu, _AS_IS)
        return tuple(None if c is None else float(c[1] if further else c[0] / simulated) for c in costs)

    def _costs(self, gpu: Gpu, asked: _RunVariant) -> list[np.ndarray | None]:
        """By loop, what one more pass adds to the times of :meth:`_times`."""
        trips = self.follow(gpu).trips
        costs: list[np.ndarray | None] = []
        for loop, wanted, count in zip(self.loops, trips.wanted, trips.simulated, strict=True):
            less = _fewer(count)
            if wanted == count or less < 1:
                costs.append(None)
            else:
                saved = self._times(gpu, asked) - self._times(gpu, replace(asked, loop=loop.index))
                costs.append(np.maximum(0.0, saved / (less * entries(loop, self.loops, trips.simulated))))
        return costs

    def _times(self, gpu: Gpu, asked: _RunVariant) -> np.ndarray:
        """What :meth:`_told` says of a run, with its passes as they were simulated."""

        def ask(noted: Gpu) -> np.ndarray:
            if asked == _AS_IS:
                return self._told(noted, self.spare.get(noted, self._whole), asked)
            found, encoded = self.follow(noted), self.encoded(noted)
            path = found.path.ordinals
            kept = ~np.isin(path, asked.spared)
            if asked.loop is not None:
                less = _fewer(found.trips.simulated[asked.loop])
                kept &= without_passes(path, self.cfg, self.loops[asked.loop], less)
            accesses = found.accesses.chosen(kept[encoded.memory[path]])
            return self._told(noted, self._run(noted, asked, path[kept], accesses, False), asked)

        return self.timed.setdefault(asked, Kept()).get(gpu, ask)

    def _told(self, gpu: Gpu, run: SimulatedRun, asked: _RunVariant) -> np.ndarray:
        """The times of a run: its own, that of a further round, and those for which each unit is taken."""
        place, memory = self.place(gpu)[0], self.hierarchy(gpu)
        rows, held, again = self._table(gpu, asked.clean).rows, place.waves, 0.0
        if asked.one:
            again = sum(end - start for start, end in run.spans) / held
        elif self.rounds(gpu).further:
            ends = sorted(end for _, end in run.spans)
            again = (sum(ends[2 * held : 3 * held]) - sum(ends[held : 2 * held])) / held
        moved = np.zeros((2, len(rows)))
        for out, known in zip(moved, (run.beyond, run.accessed), strict=True):
            out[list(known)] = list(known.values())
        busy = np.where(rows["unit"] == VALU, rows["occupies"], 0.0) @ run.issues / place.simds
        return np.array([run.cycles, again, busy, *memory.taken(moved[0], moved[1], place.simds)])

    def _table(self, gpu: Gpu, clean: bool) -> InstructionTable:
        decoded = self._decoded(gpu)
        return decoded.clean if clean else decoded.table

    def _run(
        self,
        gpu: Gpu,
        asked: _RunVariant,
        path: np.ndarray,
        accesses: Accesses,
        record: bool,
    ) -> SimulatedRun:
        place, _ = self.place(gpu)
        headers = frozenset(self.cfg.blocks[loop.header].first for loop in self.loops)
        engine = Engine(self._table(gpu, asked.clean), gpu, self.hierarchy(gpu), headers)
        cold = first_passes(path, self.cfg, self.loops, self.follow(gpu).trips)
        interval = gpu.cycles("launch.wave_interval")
        held = len(place.groups)
        sizes = [place.groups[k % held] for k in range(held + (0 if asked.one else self.later(gpu)))]
        groups = [number for number, size in enumerate(sizes) for _ in range(size)]
        simds, starts = zip(*((k % place.simds, k * interval) for k in range(len(groups))), strict=True)
        waves = Waves(simds, groups, starts, place.simds, held)
        return engine.run(waves, path, accesses.again(len(groups)), record, cold)


def _fewer(passes: int) -> int:
    """How many passes of so many are left out, to see what one costs: most of them, since times scatter, but for some
    that are as those before and behind."""
    return min(passes * 3 // 4 if passes >= _MANY_PASSES else passes // 2, passes - 2)


@kept
def _programs(_module: Module, _kernel: Kernel) -> _Programs:
    """A kernel's programs."""
    return _Programs()


def _control(
    module: Module,
    cfg: CFG,
    loops: Sequence[Loop],
    encoded: Encoded,
    given: Workload,
    start: LaunchStart,
    budget: float,
) -> tuple[Trips, BranchTurns, tuple[str, ...], bool]:
    """Trip counts, turns of branches, the guesses made, and whether lanes leave a loop at once; taken from the launch's
    arguments if there is a launch."""
    assumed = {**shared_counts(module, cfg, loops, DEFAULT_TRIPS), **given.assumed_trips}
    trips = trip_counts(loops, cfg, given.trips, module.path, budget, assumed)
    if given.launch is None and given.scalars is None:
        return trips, BranchTurns(), (), False
    seen = observe_workgroup(module, cfg, loops, trips.wanted, encoded, start.start)
    known = {
        loop.label: count
        for loop, count in zip(loops, seen.trips, strict=True)
        if count is not None and loop.label not in given.trips
    }
    trips = trip_counts(loops, cfg, {**known, **given.trips}, module.path, budget, assumed)
    entered = frozenset(loop.header for loop in loops if loop.label in given.trips)
    ends = lane_branches(module, cfg).keys()
    at_once = any(
        count == 1
        and loop.label not in given.trips
        and any(not loop.blocks.issuperset(cfg.blocks[b].succs) for b in loop.blocks & ends)
        for loop, count in zip(loops, seen.trips, strict=True)
    )
    return trips, replace(seen.turns, entered=entered), seen.guessed, at_once
