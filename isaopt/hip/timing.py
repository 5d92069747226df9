"""Times of launches, measured by events on the device, with versions in turns."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from isaopt.hip.library import Hip
from isaopt.hip.session import LaunchSession


@dataclass(frozen=True, slots=True)
class TimingPlan:
    """``repeats`` samples of each version after ``warmup`` launches of each; a sample is the mean of ``inner`` launches
    in a row.  ``seed`` draws which version comes first in each round."""

    repeats: int = 50
    warmup: int = 10
    inner: int = 1
    seed: int = 0


def engine_clock_mhz(hip: Hip) -> float:
    """The present engine clock according to the kernel driver; 0 if unknown.

    Source: Linux ``amdgpu``, "pp_dpm_sclk": one level a line, the current one with a star.
    """
    import ctypes

    name = ctypes.create_string_buffer(64)
    try:
        hip.call("hipDeviceGetPCIBusId", name, len(name), hip.device.index)
        text = (Path("/sys/bus/pci/devices") / name.value.decode().lower() / "pp_dpm_sclk").read_text()
    except Exception:
        return 0.0  # A missing figure is no reason to stop: the runtime may lack the call, the driver the file.
    for line in text.splitlines():
        if line.rstrip().endswith("*"):
            digits = "".join(c for c in line.partition(":")[2] if c.isdigit() or c == ".")
            return float(digits or 0)
    return 0.0


def measure(sessions: Sequence[LaunchSession], plan: TimingPlan) -> list[list[float]]:
    """Seconds of a launch: one list of samples for each session. Samples with the same index were taken in the same
    round."""
    if not sessions:
        return []
    hip = sessions[0].hip
    start, stop = hip.event(), hip.event()
    try:
        for session in sessions:
            for _ in range(plan.warmup):
                session.start()
        hip.synchronize()
        times: list[list[float]] = [[] for _ in sessions]
        order = list(range(len(sessions)))
        draw = random.Random(plan.seed)
        for _ in range(plan.repeats):
            # The first version in a round finds another clock and another cache than the next.
            draw.shuffle(order)
            for index in order:
                hip.record(start)
                for _ in range(plan.inner):
                    sessions[index].start()
                hip.record(stop)
                times[index].append(hip.elapsed_ms(start, stop) / 1000 / plan.inner)
        return times
    finally:
        hip.destroy_event(start)
        hip.destroy_event(stop)
