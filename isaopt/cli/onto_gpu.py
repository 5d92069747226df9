"""What ``launch`` and ``bench`` share: the launch, the timing, and how times are shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import grouped
from isaopt.cli.launches import ONE_LAUNCH, LaunchOptions, kernel_option
from isaopt.plain import Json, picked, plain

if TYPE_CHECKING:
    from isaopt.hip.checking import Tolerance
    from isaopt.hip.library import Device
    from isaopt.hip.statistics import Times


@dataclass(frozen=True, slots=True)
class OnGpu(LaunchOptions):
    """What is launched where, and how close the results must be: the options as given."""

    name: str | None
    device: int
    arch: str | None
    rtol: float
    atol: float

    def tolerance(self) -> Tolerance:
        """How close the results must be."""
        from isaopt.hip.checking import Tolerance

        return Tolerance(self.rtol, self.atol)


gpu_options = grouped(
    "on",
    OnGpu,
    *ONE_LAUNCH,
    kernel_option,
    click.option("--device", default=0, type=click.IntRange(min=0), metavar="N", help="Which GPU."),
    click.option("--arch", metavar="GFX", help="Target of a .s file; overrides the one in the file."),
    click.option(
        "--rtol",
        default=0.0,
        type=click.FloatRange(min=0),
        help="Relative tolerance; by default results must agree bit for bit.",
    ),
    click.option("--atol", default=0.0, type=click.FloatRange(min=0), help="Absolute tolerance."),
)
"""The options ``--grid`` to ``--atol``."""


def times_json(times: Times | None) -> Json:
    """The times as JSON, in seconds."""
    if times is None:
        return None
    return {
        "samples": times.samples,
        "median_seconds": plain(times.median),
        "mean_seconds": times.mean,
        "minimum_seconds": times.minimum,
        "deviation_seconds": times.deviation,
    }


def device_json(device: Device) -> Json:
    """The GPU as JSON."""
    found = picked(device, "index", "name", "arch", "compute_units")
    return {**found, "clock_mhz": device.clock_mhz or None, "hip": device.runtime}


def device_line(device: Device) -> str:
    """The GPU in one line of text."""
    clock = f", up to {device.clock_mhz:g} MHz" if device.clock_mhz else ""
    return f"{device.name} ({device.arch}, {device.compute_units} compute units{clock}), HIP {device.runtime}"


def times_line(times: Times) -> str:
    """The times in one line of text, in microseconds."""
    median, low, high = (f"{s * 1e6:.2f}" for s in (times.median.value, times.median.low, times.median.high))
    return f"{median} us (95 % between {low} and {high}; best {times.minimum * 1e6:.2f}, {times.samples} samples)"
