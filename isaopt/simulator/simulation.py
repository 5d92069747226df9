"""The simulation of a kernel: decode, find the path, run the resident waves, extrapolate, and sum up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.loops import find_loops
from isaopt.errors import InputError, UsageError
from isaopt.ir.choose import chosen_kernels
from isaopt.ir.program import Kernel, Module
from isaopt.simulator.classes import VMEM
from isaopt.simulator.hierarchy import LEVELS, Hierarchy
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import KernelTime, LeftOut, PredictedLaunch, Simulation, Workload
from isaopt.simulator.runs import SimulatedRun
from isaopt.simulator.summary import summarize
from isaopt.target.arch import get_arch
from isaopt.target.gpus import Gpu, get_gpu, gpu_for

__all__ = [
    "KernelTime",
    "Simulation",
    "Workload",
    "each_kernel",
    "plan",
    "simulate_kernel",
    "simulate_module",
]

Answer = TypeVar("Answer")
Ask = Callable[[Module, Kernel, Gpu, Workload], tuple[PredictedLaunch, ...]]


def simulate_module(
    module: Module,
    gpu: str | None = None,
    values: Mapping[str, int | float | str] | None = None,
    workload: Workload | None = None,
    kernels: Sequence[str] = (),
    ask: Ask | None = None,
) -> Simulation:
    """Predicts the kernels of a file on a GPU (default: the model for the file's target), either for the given workload
    or for the launches that ``ask`` derives from it.

    A kernel that the simulator cannot follow is left out, unless it was requested by name or is the only one.

    Raises:
        UsageError: an unknown GPU, parameter, kernel or loop; or a GPU of another target family.
        InputError: the simulator cannot follow one of ``kernels``, or any kernel at all.
    """
    model, chosen = plan(module, gpu, values, workload, kernels)
    predict = ask or _as_given
    found, left_out = each_kernel(chosen, bool(kernels), lambda k, given: predict(module, k, model, given))
    first = [launched[0].time for launched in found]
    assumed = [f"{k.name}: {text}" if len(chosen) > 1 else text for k in first for text in k.assumed]
    return Simulation(
        module.path,
        module.arch,
        model.name,
        model.title,
        model.changed,
        found,
        tuple(dict.fromkeys(assumed)),
        left_out,
    )


def _as_given(module: Module, kernel: Kernel, gpu: Gpu, given: Workload) -> tuple[PredictedLaunch, ...]:
    words = "workgroups that fill the GPU once" if given.groups is None else f"{given.groups:,} workgroups"
    return (PredictedLaunch("given", words, given.groups, simulate_kernel(module, kernel, gpu, given)),)


def each_kernel(
    chosen: Sequence[tuple[Kernel, Workload]], named: bool, ask: Callable[[Kernel, Workload], Answer]
) -> tuple[tuple[Answer, ...], tuple[LeftOut, ...]]:
    """The answer for each kernel that the simulator can follow, and the kernels left out.

    Raises:
        InputError: a kernel that the user ``named`` cannot be followed, or none can be.
    """
    found: list[Answer] = []
    left_out: list[LeftOut] = []
    errors: list[InputError] = []
    for kernel, given in chosen:
        try:
            found.append(ask(kernel, given))
        except InputError as error:
            if named:
                raise
            errors.append(error)
            left_out.append(LeftOut(kernel.name, error.line, error.message))
    if not found:
        raise errors[0]
    return tuple(found), tuple(left_out)


def plan(
    module: Module,
    gpu: str | None = None,
    values: Mapping[str, int | float | str] | None = None,
    workload: Workload | None = None,
    kernels: Sequence[str] = (),
) -> tuple[Gpu, tuple[tuple[Kernel, Workload], ...]]:
    """The GPU model and the kernels to simulate, each with its workload; arguments and errors as for
    :func:`simulate_module`."""
    model = model_for(module, gpu, values)
    chosen = chosen_kernels(module.kernels, kernels)
    if not chosen:
        raise InputError("the file has no kernel", module.path)
    given = workload or Workload()
    if given.launch is not None and len(chosen) > 1:
        raise UsageError("a launch runs one kernel: choose it with --kernel", module.path)
    if len(chosen) == 1 or not given.trips:
        return model, tuple((kernel, given) for kernel in chosen)
    # Each kernel gets the trip counts of its own loops.
    check_trips(module, chosen, given.trips)
    return model, tuple((k, replace(given, trips=own_trips(module, k, given.trips))) for k in chosen)


def model_for(module: Module, gpu: str | None, values: Mapping[str, int | float | str] | None = None) -> Gpu:
    """The model of that name, or the one for the file's target, with other values of some parameters.

    Raises:
        UsageError: there is no model of that name, or it is for another target.
    """
    arch = get_arch(module.arch, module.path)
    model = get_gpu(gpu or gpu_for(arch.name), values)
    if get_arch(model.arch).family != arch.family:
        raise UsageError(f"{model.name} is {model.arch}, but the file is for {arch.name}", module.path)
    return model


def check_trips(module: Module, kernels: Sequence[Kernel], trips: Mapping[str, int]) -> None:
    """Checks trip counts by the labels of loops; :class:`UsageError` for a label that starts no loop of the kernels."""
    labels = {label for kernel in kernels if trips for label in _labels(module, kernel)}
    for label in trips:
        if label not in labels:
            known = ", ".join(sorted(labels)) or "none"
            raise UsageError(f"no loop starts at '{label}' (loops: {known})", module.path)


def own_trips(module: Module, kernel: Kernel, trips: Mapping[str, int]) -> dict[str, int]:
    """The trip counts of a kernel's own loops."""
    own = _labels(module, kernel) if trips else ()
    return {label: count for label, count in trips.items() if label in own}


def _labels(module: Module, kernel: Kernel) -> frozenset[str]:
    return frozenset(loop.label for loop in find_loops(module, kernel, build_cfg(module, kernel)))


def simulate_kernel(
    module: Module, kernel: Kernel, gpu: Gpu, workload: Workload | None = None, kept: Prepared | None = None
) -> KernelTime:
    """Predicts one kernel; see :func:`simulate_module`. ``kept`` is the preparation of an earlier run with the same
    kernel and workload."""
    given = workload or Workload()
    kept = kept or Prepared(module, kernel, given)
    program, found, (place, _) = kept.program(gpu), kept.follow(gpu), kept.place(gpu)
    memory, start = kept.hierarchy(gpu), kept.start
    run = kept.run(gpu)
    assumed = [
        *found.trips.assumed,
        *found.guessed,
        *(found.path.guessed if given.launch is None and given.scalars is None else ()),
        *place.assumed,
        *program.assumed,
    ]
    assumed += start.assumed if found.accesses.rows.size else ()
    if found.unknown:
        assumed.append(
            f"memory instructions whose address is unknown ({found.unknown}) are contiguous, without conflicts"
        )
    if any(t.unit == VMEM and t.bytes for t in program.timings):
        assumed.append(_beyond(gpu, memory, run))
    return summarize(
        kernel, kept.cfg, kept.loops, program, found.trips, found.path.ordinals, run, place, kept.rounds(gpu),
        kept.workgroups, gpu, memory, tuple(assumed), kept.cycles(gpu), kept.passes(gpu),
    )  # fmt: skip


def _beyond(gpu: Gpu, memory: Hierarchy, run: SimulatedRun) -> str:
    """The levels of memory that serve L0 misses, in words."""
    chosen = gpu.word("memory.level")
    if chosen != "auto":
        return f"vector memory beyond the L0 is served by {chosen.upper()}"
    missed, accessed = np.zeros((2, len(memory.latency)))
    for out, moved in ((missed, run.beyond), (accessed, run.accessed)):
        out[list(moved)] = list(moved.values())
    behind = np.maximum.accumulate(memory.traffic(missed, accessed)[::-1])[::-1]
    served = behind - np.append(behind[1:], 0.0)
    shares = ", ".join(
        f"{level.upper()} {part:.0%}" for level, part in zip(LEVELS, served / max(1.0, behind[0]), strict=True)
    )
    assuming = "workgroups of different CUs go in step, launches are repeated"
    return f"vector memory beyond the L0 is served by {shares}: {assuming}"
