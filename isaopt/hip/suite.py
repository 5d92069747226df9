"""Runs a suite of microbenchmarks on a GPU."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from isaopt.calibration.benchmark import kernel_names
from isaopt.calibration.measurement import Results
from isaopt.calibration.suite import read_suite
from isaopt.emulator.arguments import BufferArg
from isaopt.emulator.launch import Geometry
from isaopt.errors import UsageError
from isaopt.hip.library import DEVICE_TO_HOST, Hip
from isaopt.hip.program import load_program
from isaopt.hip.session import opened


def run_suite(
    directory: str, repeats: int = 25, device: int = 0, progress: Callable[[str], None] = lambda _: None
) -> Results:
    """Launches every benchmark of a suite ``repeats`` times, after one launch that does not count.

    Raises:
        MissingTool: no runtime, no GPU, or no assembler.
        UsageError: the suite is for another target than the GPU, or is none.
    """
    arch, suite = read_suite(directory)
    hip = Hip(device)
    if hip.device.arch != arch:
        raise UsageError(f"the suite is for {arch}, the GPU is {hip.device.arch} ({hip.device.name})", directory)
    cycles: dict[str, list[list[int]]] = {}
    for benchmark in suite:
        progress(benchmark.name)
        program = load_program(str(Path(directory) / f"{benchmark.name}.s"))
        geometry = Geometry((1, 1, 1), (benchmark.waves * benchmark.wave_size, 1, 1))
        for kernel in kernel_names(benchmark):
            out = np.zeros(benchmark.waves, np.uint32)
            data = np.zeros(benchmark.data_bytes // 4, np.uint32)
            args = (BufferArg("out", out, True, "u32"), BufferArg("data", data, False, "u32"))
            launches: list[list[int]] = []
            with opened(hip, program, kernel, geometry, args) as session:
                address, _ = session.memory.addresses[0]
                for turn in range(repeats + 1):
                    session.start()
                    hip.synchronize()
                    # The data stay on the device: they may be hundreds of megabytes.
                    hip.copy(out.ctypes.data, address, out.nbytes, DEVICE_TO_HOST)
                    if turn:
                        launches.append([int(c) for c in out])
            cycles[kernel] = launches
    return Results(arch, hip.device.name, cycles)
