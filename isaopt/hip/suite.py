"""Runs a suite of microbenchmarks on a GPU, in a separate process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from isaopt.calibration.benchmark import kernel_names
from isaopt.calibration.measurement import Results
from isaopt.calibration.suite import benchmarks, read_suite
from isaopt.emulator.arguments import BufferArg
from isaopt.emulator.launch import Geometry
from isaopt.errors import IsaoptError, UsageError
from isaopt.hip.library import DEVICE_TO_HOST, Hip, HipError
from isaopt.hip.program import load_program
from isaopt.hip.session import opened
from isaopt.workers import Lost, run_tasks

#: The time limit of a benchmark in seconds: its launches take milliseconds.
_PATIENCE = 180.0


@dataclass(frozen=True, slots=True)
class _SuiteTask:
    directory: str
    arch: str
    name: str
    repeats: int
    device: int


def run_suite(
    directory: str,
    repeats: int = 25,
    device: int = 0,
    progress: Callable[[str], None] = lambda _: None,
    left_out: Callable[[str, str], None] = lambda name, why: None,
    only: Sequence[str] = (),
) -> Results:
    """Launches every benchmark of a suite (those whose names begin with one of ``only``) ``repeats`` times, after one
    launch that does not count. A benchmark that hangs or faults is left out; ``left_out`` gets its name and the reason.

    Raises:
        MissingTool: no runtime, no GPU, or no assembler.
        UsageError: the directory is not a suite, or the suite is for another target than the GPU.
        HipError: no benchmark could be run.
    """
    arch, suite = read_suite(directory)
    chosen = [b for b in suite if not only or b.name.startswith(tuple(only))]
    tasks = [_SuiteTask(directory, arch, benchmark.name, repeats, device) for benchmark in chosen]
    cycles: dict[str, list[list[int]]] = {}
    name = "a GPU"
    why = "the suite has no benchmark"
    for at, answer in run_tasks(_run, tasks, 1, _PATIENCE):
        progress(chosen[at].name)
        if not isinstance(answer, Lost):
            name, found = answer
            cycles |= found
            continue
        if isinstance(answer.error, IsaoptError) and not isinstance(answer.error, HipError):
            raise answer.error
        why = answer.error.message if isinstance(answer.error, HipError) else answer.why
        left_out(chosen[at].name, why)
    if not cycles:
        raise HipError(f"no benchmark ran: {why}", directory)
    return Results(arch, name, cycles)


def _run(task: _SuiteTask) -> tuple[str, dict[str, list[list[int]]]]:
    """The GPU, and each wave's cycles in each launch of both kernels of a benchmark."""
    hip = Hip(task.device)
    benchmark = next(b for b in benchmarks(task.arch) if b.name == task.name)
    if hip.device.arch != task.arch:
        raise UsageError(
            f"the suite is for {task.arch}, the GPU is {hip.device.arch} ({hip.device.name})", task.directory
        )
    cycles: dict[str, list[list[int]]] = {}
    program = load_program(str(Path(task.directory) / f"{benchmark.name}.s"))
    geometry = Geometry((1, 1, 1), (benchmark.waves * benchmark.wave_size, 1, 1))
    for kernel in kernel_names(benchmark):
        out = np.zeros(benchmark.waves, np.uint32)
        data = np.zeros(benchmark.data_bytes // 4, np.uint32)
        args = (BufferArg("out", out, True, "u32"), BufferArg("data", data, False, "u32"))
        launches: list[list[int]] = []
        with opened(hip, program, kernel, geometry, args) as session:
            address, _ = session.memory.addresses[0]
            for turn in range(task.repeats + 1):
                session.start()
                hip.synchronize()
                # The data stay on the device: they may be hundreds of megabytes.
                hip.copy(out.ctypes.data, address, out.nbytes, DEVICE_TO_HOST)
                if turn:
                    launches.append([int(c) for c in out])
        cycles[kernel] = launches
    return hip.device.name, cycles
