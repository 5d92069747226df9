"""Checks that the user's description of launches fits the file, and selects what concerns one kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from isaopt.errors import UsageError
from isaopt.ir.program import Kernel, Module
from isaopt.simulator.simulation import check_trips, model_for, own_trips
from isaopt.target.arch import get_arch
from isaopt.tuning.model import Aim


def check_aim(module: Module, kernels: Sequence[Kernel], aim: Aim) -> None:
    """Checks that the aim fits the file that contains these kernels.

    Raises:
        UsageError: an unknown GPU or loop, an invalid number of waves, or one launch for several kernels.
    """
    model_for(module, aim.gpu)
    if aim.launch is not None and len(kernels) > 1:
        raise UsageError("a launch runs one kernel: choose it with --kernel", module.path)
    most = get_arch(module.arch).waves_per_simd
    if aim.waves_per_simd is not None and not 1 <= aim.waves_per_simd <= most:
        raise UsageError(f"--waves-per-simd {aim.waves_per_simd}: a SIMD holds 1 to {most}")
    check_trips(module, module.kernels, aim.trips)
    for label, count in aim.trips.items():
        if count < 1:
            raise UsageError(f"a loop runs at least once, not {count} times ('{label}')", module.path)


def aim_for(module: Module, kernel: Kernel, aim: Aim) -> Aim:
    """The aim without the trip counts of other kernels' loops."""
    return replace(aim, trips=own_trips(module, kernel, aim.trips)) if aim.trips else aim
