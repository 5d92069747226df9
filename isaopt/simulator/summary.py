"""Derives the prediction for the launch from a run: extrapolation, and sums over instructions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.loops import Loop
from isaopt.ir.program import Kernel
from isaopt.simulator.classes import LDS, SALU, VALU, VMEM, matrix_kind
from isaopt.simulator.hierarchy import LEVELS, Hierarchy
from isaopt.simulator.path import Trips
from isaopt.simulator.residency import Residency
from isaopt.simulator.results import InstructionTime, KernelTime, LoopTime
from isaopt.simulator.roofline import roofline
from isaopt.simulator.runs import REASONS, Rounds, SimulatedRun
from isaopt.simulator.timing import InstructionTiming, TimedKernel
from isaopt.target.gpus import Gpu

#: The part of all passes, from and to, at whose pace a loop is said to go.  Before it waves start and caches are cold,
#: behind it the first waves have left and the others have the CU for themselves.
_STEADY = (1 / 3, 2 / 3)


def summarize(
    kernel: Kernel,
    cfg: CFG,
    loops: Sequence[Loop],
    program: TimedKernel,
    trips: Trips,
    path: np.ndarray,
    run: SimulatedRun,
    place: Residency,
    rounds: Rounds,
    workgroups: int | None,
    gpu: Gpu,
    memory: Hierarchy,
    assumed: tuple[str, ...],
    cycles: float,
    costs: Sequence[float | None],
) -> KernelTime:
    """The prediction for a launch.

    ``workgroups`` is their number (None: as many as fill the GPU once), ``cycles`` the time of all;
    ``memory`` are the levels that serve L0 misses; ``costs`` is the cost of one more pass of each
    extrapolated loop in a round.
    """
    times = [
        _with_inner(loop, loops, costs, trips)
        or (_pace(loop, cfg, path, run, place.waves) if _is_repeated(loop, cfg, path) else None)
        for loop in loops
    ]
    scale = [_block_scale(b.index, loops, trips) for b in cfg.blocks]
    later = [_block_scale(b.index, loops, trips, first=1) for b in cfg.blocks]
    waves = len(run.spans)
    instructions: list[InstructionTime] = []
    busy = scalar = dual = valu = work = 0.0
    traffic = {"lds": 0.0, "l0": 0.0}
    beyond, accessed = np.zeros((2, len(program.timings)))
    matrix: dict[str, tuple[float, str]] = {}
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
            if t.matrix and issued:
                kind, rate = _matrix_rate(t, gpu)
                matrix[kind] = max(matrix.get(kind, (0.0, "")), rate)
        elif t.unit == SALU:
            scalar += issued
        elif t.unit in (LDS, VMEM):
            traffic["lds" if t.unit == LDS else "l0"] += issued * t.bytes
            beyond[t.ordinal] = run.beyond.get(t.ordinal, 0) * factor
            accessed[t.ordinal] = run.accessed.get(t.ordinal, 0) * factor
        instructions.append(InstructionTime(t.ordinal, t.item, t.line, run.issues[t.ordinal], issued / waves, held))
    behind = memory.traffic(beyond, accessed)
    traffic |= zip(LEVELS, behind.tolist(), strict=True)
    # All workgroups of the launch, or as many as fill every CU (or WGP) once.
    groups = workgroups or len(place.groups) * max(1, gpu.cycles("gpu.cus") // (2 if place.wgp_mode else 1))
    seconds = cycles / (gpu.number("clock.mhz") * 1e6)
    per_simd = max(1, place.waves_per_simd)
    launches = groups / len(place.groups) / rounds.simulated
    moved = {name: count * launches for name, count in traffic.items() if count}
    roofs = roofline(work * launches, seconds, moved, matrix, gpu)
    slots = cycles * place.simds * rounds.simulated / rounds.all
    return KernelTime(
        kernel.name,
        place.waves_per_simd,
        len(place.groups),
        cycles,
        seconds,
        min(1.0, busy / slots) if slots else 0.0,
        min(1.0, scalar / slots) if slots else 0.0,
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
        roofs.flops_per_second,
        tuple(instructions),
        tuple(run.spans),
        tuple(run.timeline),
        assumed,
        roofs,
    )


def _is_repeated(loop: Loop, cfg: CFG, path: np.ndarray) -> bool:
    """Whether a wave begins a loop more than once."""
    return int(np.count_nonzero(path == cfg.blocks[loop.header].first)) > 1


def _pace(loop: Loop, cfg: CFG, path: np.ndarray, run: SimulatedRun, resident: int) -> float | None:
    """The cycles of a pass in the middle of the run, or in the mean."""
    return _steady(loop, cfg, path, run, resident) or _mean_pass(loop, cfg, path, run)


def _steady(loop: Loop, cfg: CFG, path: np.ndarray, run: SimulatedRun, resident: int) -> float | None:
    """Cycles in which all waves together make as many passes of an outermost loop as are ``resident``, in the middle of
    the run; None for another loop and for one that never repeated.

    Where waves go together that is the time of a pass.  Where some are kept out while others go on, no mean of the
    times between a wave's passes shows it.
    """
    if loop.depth > 1:
        return None
    first = cfg.blocks[loop.header].first
    passes = (marks[path[marks[:, 0]] == first, 1] for marks in run.marks)
    times = [at.tolist() for at in passes if len(at) > 1]
    if not times:
        return None
    begin, end = (_when(times, share) for share in _STEADY)
    made = sum(len(at) - 1 for at in times) * (_STEADY[1] - _STEADY[0])
    return resident * (end - begin) / made


def _when(times: Sequence[Sequence[int]], share: float) -> float:
    """The time at which waves had made this share of all passes together; ``times`` are the starts of each wave's
    passes."""
    wanted = share * sum(len(at) - 1 for at in times)
    moments = sorted({time for at in times for time in at})
    low, high = 0, len(moments) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if _made(times, moments[middle]) < wanted:
            low = middle
        else:
            high = middle
    before, behind = _made(times, moments[low]), _made(times, moments[high])
    # Between two moments each wave is in one pass, so all of them together go on evenly.
    return moments[low] + (moments[high] - moments[low]) * (wanted - before) / (behind - before)


def _made(times: Sequence[Sequence[int]], now: int) -> float:
    """Passes that the waves have made at a time, those under way in part."""
    total = 0.0
    for at in times:
        done = bisect_right(at, now) - 1
        if done + 1 >= len(at):
            total += len(at) - 1
        elif done >= 0:
            total += done + (now - at[done]) / (at[done + 1] - at[done])
    return total


def _matrix_rate(t: InstructionTiming, gpu: Gpu) -> tuple[str, tuple[float, str]]:
    """The kind of a matrix instruction, what it does in a cycle, and the figure behind that."""
    kind = matrix_kind(t.op)
    figure, cycles = gpu.parameters[f"matrix.cycles_{kind}"], gpu.number(f"matrix.cycles_{kind}")
    if t.op.desc.is_sparse:
        kind, cycles = f"{kind} sparse", cycles + gpu.number("matrix.sparse_extra")
    return kind, (t.flops / max(1.0, cycles), f"{figure.name} = {figure.value}: {figure.source}")


def entries(loop: Loop, loops: Sequence[Loop], counts: Sequence[int]) -> int:
    """How often the loop is entered: the passes of the loops around it, of which ``counts`` says how many there are."""
    count = 1
    parent = loop.parent
    while parent is not None:
        count *= counts[parent]
        parent = loops[parent].parent
    return count


def _with_inner(loop: Loop, loops: Sequence[Loop], costs: Sequence[float | None], trips: Trips) -> float | None:
    """What a pass of an extrapolated loop costs, with those of the loops in it that were not simulated."""
    total = costs[loop.index]
    if total is None:
        return None
    around = entries(loop, loops, trips.wanted) * trips.wanted[loop.index]
    for inner in loops:
        if inner.index != loop.index and inner.blocks < loop.blocks:
            missing = trips.wanted[inner.index] - trips.simulated[inner.index]
            total += missing * (costs[inner.index] or 0.0) * entries(inner, loops, trips.wanted) / around
    return total


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


def first_passes(path: np.ndarray, cfg: CFG, loops: Sequence[Loop], trips: Trips) -> np.ndarray:
    """By path position, 1 in the first pass of an outermost loop that is extrapolated: its caches are cold."""
    cold = np.zeros(len(path), "u1")
    for loop in loops:
        if loop.depth > 1 or trips.simulated[loop.index] < 2:
            continue
        first = cfg.blocks[loop.header].first
        starts = np.flatnonzero(path == first)[:2]
        if len(starts) == 2:
            cold[starts[0] : starts[1]] = 1
    return cold


def _mean_pass(loop: Loop, cfg: CFG, path: np.ndarray, run: SimulatedRun) -> float | None:
    """The mean time between two passes of a wave; None for a loop that never repeated."""
    first = cfg.blocks[loop.header].first
    inside = np.zeros(len(cfg.order), bool)
    for b in loop.blocks:
        inside[cfg.blocks[b].first : cfg.blocks[b].end] = True
    total = count = 0
    for marks in run.marks:
        at = marks[path[marks[:, 0]] == first]
        again = inside[path[at[1:, 0] - 1]]
        total += int((at[1:, 1] - at[:-1, 1])[again].sum())
        count += int(again.sum())
    return total / count if count else None
