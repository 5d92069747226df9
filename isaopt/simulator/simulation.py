"""The simulation of a kernel: decode, find the path, run the resident waves, extrapolate, and sum up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from isaopt.analysis.cfg import CFG, build_cfg
from isaopt.analysis.loops import Loop, find_loops
from isaopt.errors import InputError, UsageError
from isaopt.ir.program import Kernel, Module
from isaopt.simulator.addresses import Follower, start_values
from isaopt.simulator.classes import VALU, VMEM
from isaopt.simulator.engine import Engine, Run, make_simds
from isaopt.simulator.launching import LaunchStart, launch_start, resident_accesses
from isaopt.simulator.memory import Access
from isaopt.simulator.path import BUDGET, Trips, follow, observe, trip_counts
from isaopt.simulator.residency import Residency, residency
from isaopt.simulator.timing import Program, decode
from isaopt.simulator.wave import REASONS, Group, Wave
from isaopt.target.arch import get_arch
from isaopt.target.gpus import Gpu, get_gpu, gpu_for

if TYPE_CHECKING:
    from isaopt.emulator.launches import Launch


@dataclass(frozen=True, slots=True)
class InstructionTime:
    """What one instruction cost a wave on average, in the iterations that were simulated.

    ``issues`` is how often all waves executed it; ``stalls`` are cycles by reason, summed over them; ``times`` is how
    often a wave of the real launch executes it.
    """

    ordinal: int
    item: int
    line: int
    issues: int
    times: float
    stalls: dict[str, int]


@dataclass(frozen=True, slots=True)
class LoopTime:
    """A loop in its steady state.

    ``cycles_per_iteration`` is the time that a wave takes for one pass, inner loops included, beside the other waves;
    ``simd_cycles_per_iteration`` is that divided by the waves on the SIMD, which is what one pass costs the SIMD.
    ``iterations`` is how often the body runs each time the loop is entered, ``simulated`` how many of those were
    simulated.
    """

    label: str
    cycles_per_iteration: float | None
    simd_cycles_per_iteration: float | None
    iterations: int
    simulated: int


@dataclass(frozen=True, slots=True)
class KernelTime:
    """The prediction for one kernel.

    ``cycles`` is the time of the launch, or of the workgroups that fill the GPU once where its size is unknown.
    ``stalls`` are cycles that a wave is held back, by reason, on average.  ``valu_utilisation`` is the share of cycles
    in which a SIMD's vector ALU is taken; ``dual_issue_rate`` that of dual instructions among vector instructions.
    ``timeline`` has (wave, ordinal, cycle) of every issue where it was asked for.
    """

    name: str
    waves_per_simd: int
    workgroups: int
    cycles: float
    seconds: float
    valu_utilisation: float
    dual_issue_rate: float
    stalls: dict[str, float]
    loops: tuple[LoopTime, ...]
    flops_per_second: float
    instructions: tuple[InstructionTime, ...]
    spans: tuple[tuple[int, int], ...] = ()
    timeline: tuple[tuple[int, int, int], ...] = ()
    assumed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Simulation:
    """The prediction for a file: which GPU, what was assumed, and each kernel."""

    path: str
    arch: str
    gpu: str
    title: str
    changed: tuple[str, ...]
    kernels: tuple[KernelTime, ...]
    assumed: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Workload:
    """What is known of the launch.

    ``trips`` are loop counts by label; ``workgroups`` how many are launched, None for enough to fill the GPU.
    ``waves_per_simd`` overrides what the resources allow; ``workgroup_size`` is in work-items; ``dynamic_lds`` is LDS
    given at launch; ``launch`` has all of that and the arguments.  ``record`` keeps the timeline.
    """

    trips: Mapping[str, int] = field(default_factory=dict)
    workgroups: int | None = None
    waves_per_simd: int | None = None
    workgroup_size: int | None = None
    dynamic_lds: int = 0
    launch: Launch | None = None
    record: bool = False


def simulate_module(
    module: Module,
    gpu: str | None = None,
    values: Mapping[str, int | float | str] | None = None,
    workload: Workload | None = None,
    kernels: Sequence[str] = (),
) -> Simulation:
    """Predicts the kernels of a file on a GPU (default: the one that stands for the file's target).

    Raises:
        UsageError: an unknown GPU, parameter, kernel or loop; or a GPU of another target family.
        InputError: a kernel that the simulator cannot follow.
    """
    model, chosen = plan(module, gpu, values, workload, kernels)
    found = tuple(simulate_kernel(module, kernel, model, given) for kernel, given in chosen)
    assumed = [f"{k.name}: {text}" if len(found) > 1 else text for k in found for text in k.assumed]
    return Simulation(
        module.path, module.arch, model.name, model.title, model.changed, found, tuple(dict.fromkeys(assumed))
    )


def plan(
    module: Module,
    gpu: str | None = None,
    values: Mapping[str, int | float | str] | None = None,
    workload: Workload | None = None,
    kernels: Sequence[str] = (),
) -> tuple[Gpu, tuple[tuple[Kernel, Workload], ...]]:
    """The GPU model and the kernels to simulate, each with its workload; arguments and errors as for
    :func:`simulate_module`."""
    arch = get_arch(module.arch, module.path)
    model = get_gpu(gpu or gpu_for(arch.name), values)
    if get_arch(model.arch).family != arch.family:
        raise UsageError(f"{model.name} is {model.arch}, but the file is for {arch.name}", module.path)
    known = {k.name for k in module.kernels}
    for name in kernels:
        if name not in known:
            raise UsageError(f"no kernel is called '{name}' (kernels: {', '.join(sorted(known)) or 'none'})")
    chosen = [k for k in module.kernels if not kernels or k.name in kernels]
    if not chosen:
        raise InputError("the file has no kernel", module.path)
    given = workload or Workload()
    if given.launch is not None and len(chosen) > 1:
        raise UsageError("a launch is of one kernel: choose one with --kernel", module.path)
    return model, tuple((k, _for_kernel(module, k, given, len(chosen) > 1)) for k in chosen)


def _for_kernel(module: Module, kernel: Kernel, workload: Workload, several: bool) -> Workload:
    """The workload with the trip counts of this kernel's loops, where a file has several kernels."""
    if not several or not workload.trips:
        return workload
    labels = {loop.label for loop in find_loops(module, kernel, build_cfg(module, kernel))}
    return replace(workload, trips={k: v for k, v in workload.trips.items() if k in labels})


def simulate_kernel(module: Module, kernel: Kernel, gpu: Gpu, workload: Workload | None = None) -> KernelTime:
    """Predicts one kernel; see :func:`simulate_module`."""
    given = workload or Workload()
    cfg = build_cfg(module, kernel)
    if not cfg.blocks:
        raise InputError(f"kernel '{kernel.name}' has no instructions", module.path)
    loops = find_loops(module, kernel, cfg)
    program = decode(module, kernel, cfg, gpu)
    launch = given.launch
    size = launch.geometry.threads if launch else given.workgroup_size
    lds = given.dynamic_lds + (launch.dynamic_lds if launch else 0)
    place = residency(module, kernel, given.waves_per_simd, size, lds)
    grid = launch.geometry.grid if launch else None
    workgroups = given.workgroups if grid is None else grid[0] * grid[1] * grid[2]
    place, share = _spread(place, workgroups, gpu)
    start = launch_start(module, kernel, launch, place.workgroup_waves)
    budget = BUDGET / max(1, place.waves)
    trips, turns, guessed = _control(module, cfg, loops, program, given, start, budget)
    path = follow(module, cfg, loops, trips.simulated, turns)
    accesses, unknown = resident_accesses(program, start, place, path.ordinals, gpu)
    level = start.level(gpu)
    headers = frozenset(cfg.blocks[loop.header].first for loop in loops)
    cold = _first_passes(path.ordinals, cfg, loops, trips)
    run = _run(program, gpu, place, path.ordinals, accesses, level, headers, given.record, cold)
    assumed = [*trips.assumed, *guessed, *(path.guessed if launch is None else ()), *place.assumed, *program.assumed]
    assumed += start.assumed if any(accesses) else ()
    if unknown:
        assumed.append(f"memory instructions whose address is unknown ({unknown}) are contiguous, without conflicts")
    if any(t.unit == VMEM and t.bytes for t in program.timings):
        assumed.append(f"vector memory beyond the L0 is served by {level.upper()}")
    return _summary(
        kernel, cfg, loops, program, trips, path.ordinals, run, place, share, workgroups, gpu, tuple(assumed)
    )


def _control(
    module: Module,
    cfg: CFG,
    loops: Sequence[Loop],
    program: Program,
    given: Workload,
    start: LaunchStart,
    budget: float,
) -> tuple[Trips, Mapping[int, int], tuple[str, ...]]:
    """Trip counts, turns of branches, and what was guessed: from the arguments of the launch where there is one."""
    trips = trip_counts(loops, cfg, given.trips, module.path, budget)
    if given.launch is None:
        return trips, {}, ()
    follower = Follower(start.start, start_values(start.start, (0, 0, 0), 0))
    seen = observe(module, cfg, loops, trips.wanted, follower, program.timings)
    known = {
        loop.label: count
        for loop, count in zip(loops, seen.trips, strict=True)
        if count is not None and loop.label not in given.trips
    }
    return trip_counts(loops, cfg, {**known, **given.trips}, module.path, budget), seen.turns, seen.guessed


def _spread(place: Residency, workgroups: int | None, gpu: Gpu) -> tuple[Residency, float]:
    """The residency of a launch of so many workgroups, and how often a CU (or WGP) is filled so."""
    units = max(1, gpu.cycles("gpu.cus") // (2 if place.wgp_mode else 1))
    if workgroups is None:
        return place, 1.0
    each = -(-workgroups // units)
    fits = len(place.groups)
    if each <= fits:
        return replace(place, groups=place.groups[: max(1, each)]), 1.0
    return place, each / fits


def _run(
    program: Program,
    gpu: Gpu,
    place: Residency,
    path: Sequence[int],
    accesses: Sequence[Sequence[Access | None]],
    level: str,
    headers: frozenset[int],
    record: bool,
    cold: bytes,
) -> Run:
    """Runs the resident waves, each with its own accesses."""
    simds = make_simds(place.simds, 2)
    interval = gpu.cycles("launch.wave_interval")
    waves: list[Wave] = []
    for size in place.groups:
        group = Group(size)
        for _ in range(size):
            k = len(waves)
            waves.append(Wave(k, simds[k % len(simds)], group, path, accesses[k], k * interval))
    return Engine(program, gpu, waves, simds, level, headers, record, cold).run()


def _summary(
    kernel: Kernel,
    cfg: CFG,
    loops: Sequence[Loop],
    program: Program,
    trips: Trips,
    path: Sequence[int],
    run: Run,
    place: Residency,
    share: float,
    workgroups: int | None,
    gpu: Gpu,
    assumed: tuple[str, ...],
) -> KernelTime:
    times = [_iteration_cycles(loop, cfg, path, run) for loop in loops]
    scale = [_block_scale(b.index, loops, trips) for b in cfg.blocks]
    later = [_block_scale(b.index, loops, trips, first=1) for b in cfg.blocks]
    cycles = float(run.cycles)
    for loop in loops:
        missing = trips.wanted[loop.index] - trips.simulated[loop.index]
        each = times[loop.index]
        if missing and each is not None:
            cycles += missing * each * _entries(loop, loops, trips)
    waves = len(run.spans)
    instructions: list[InstructionTime] = []
    busy = dual = valu = work = 0.0
    stalls = dict.fromkeys(REASONS, 0.0)
    for t in program.timings:
        block = cfg.block_of[t.ordinal]
        factor = scale[block]
        issued = run.issues[t.ordinal] * factor
        held: dict[str, int] = {}
        for name, warm, cold in zip(REASONS, run.stalls, run.cold, strict=True):
            count = warm[t.ordinal] + cold[t.ordinal]
            if count:
                held[name] = count
                stalls[name] += (warm[t.ordinal] * later[block] + cold[t.ordinal]) / waves
        if t.unit == VALU:
            valu += issued
            dual += issued * t.dual
            busy += issued * t.occupies
            work += issued * t.flops
        instructions.append(InstructionTime(t.ordinal, t.item, t.line, run.issues[t.ordinal], issued / waves, held))
    # All workgroups of the launch, or as many as fill every CU (or WGP) once.
    groups = workgroups or len(place.groups) * max(1, gpu.cycles("gpu.cus") // (2 if place.wgp_mode else 1))
    seconds = cycles * share / (gpu.number("clock.mhz") * 1e6)
    per_simd = max(1, place.waves_per_simd)
    return KernelTime(
        kernel.name,
        place.waves_per_simd,
        len(place.groups),
        cycles * share,
        seconds,
        min(1.0, busy / (cycles * place.simds)) if cycles else 0.0,
        dual / valu if valu else 0.0,
        {name: round(count, 1) for name, count in stalls.items() if count},
        tuple(
            LoopTime(
                loop.label,
                None if each is None else round(each, 3),
                None if each is None else round(each / per_simd, 3),
                trips.wanted[loop.index],
                trips.simulated[loop.index],
            )
            for loop, each in zip(loops, times, strict=True)
        ),
        work / len(place.groups) * groups / seconds if seconds else 0.0,
        tuple(instructions),
        tuple(run.spans),
        tuple(run.timeline),
        assumed,
    )


def _entries(loop: Loop, loops: Sequence[Loop], trips: Trips) -> int:
    """How often the loop is entered: the passes of the loops around it."""
    count = 1
    parent = loop.parent
    while parent is not None:
        # The extrapolated passes of the outer loop hold only the simulated passes of this one.
        count *= trips.wanted[parent]
        parent = loops[parent].parent
    return count


def _block_scale(block: int, loops: Sequence[Loop], trips: Trips, first: int = 0) -> float:
    """How many real executions one simulated execution of the block stands for; ``first`` passes of an outermost loop
    left out."""
    factor = 1.0
    for loop in loops:
        if block in loop.blocks:
            wanted, simulated = trips.wanted[loop.index], trips.simulated[loop.index]
            skipped = first if loop.depth == 1 and simulated > first else 0
            factor *= (wanted - skipped) / (simulated - skipped)
    return factor


def _first_passes(path: Sequence[int], cfg: CFG, loops: Sequence[Loop], trips: Trips) -> bytes:
    """By path position, 1 in the first pass of an outermost loop that is extrapolated: its caches are cold."""
    cold = bytearray(len(path))
    for loop in loops:
        if loop.depth > 1 or trips.simulated[loop.index] < 2:
            continue
        first = cfg.blocks[loop.header].first
        starts = [pos for pos, ordinal in enumerate(path) if ordinal == first][:2]
        if len(starts) == 2:
            cold[starts[0] : starts[1]] = b"\1" * (starts[1] - starts[0])
    return bytes(cold)


def _iteration_cycles(loop: Loop, cfg: CFG, path: Sequence[int], run: Run) -> float | None:
    """The mean time between two passes of a wave, the first and the last of each entry left out where there are
    enough; None for a loop that never repeated."""
    first = cfg.blocks[loop.header].first
    inside = frozenset(
        k
        for b in loop.blocks
        for k in range(cfg.blocks[b].first, cfg.blocks[b].first + len(cfg.blocks[b].instructions))
    )
    total = count = 0
    for marks in run.marks:
        at = [(pos, time) for pos, time in marks if path[pos] == first]
        gaps: list[int] = []
        for (_, before), (pos, after) in pairwise(at):
            if path[pos - 1] in inside:
                gaps.append(after - before)
        if loop.depth == 1 and len(gaps) >= 4:
            gaps = gaps[1:-1]
        total += sum(gaps)
        count += len(gaps)
    return total / count if count else None
