"""Checks that the user's description of launches fits the file, and selects what concerns one kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.loops import find_loops
from isaopt.errors import UsageError
from isaopt.ir.program import Kernel, Module
from isaopt.target.arch import get_arch
from isaopt.target.gpus import Gpu, get_gpu, gpu_for
from isaopt.tuning.model import Aim


def gpu_of(module: Module, aim: Aim) -> Gpu:
    """The model of the GPU to tune for.

    Raises:
        UsageError: there is no model of that name, or it is for another target.
    """
    arch = get_arch(module.arch, module.path)
    gpu = get_gpu(aim.gpu or gpu_for(arch.name))
    if get_arch(gpu.arch).family != arch.family:
        raise UsageError(f"{gpu.name} is {gpu.arch}, but the file is for {arch.name}", module.path)
    return gpu


def check_aim(module: Module, kernels: Sequence[Kernel], aim: Aim) -> None:
    """Checks that the aim fits the file that contains these kernels.

    Raises:
        UsageError: an unknown GPU or loop, an invalid number of waves, or one launch for several kernels.
    """
    gpu_of(module, aim)
    if aim.launch is not None and len(kernels) > 1:
        raise UsageError("a launch runs one kernel: choose it with --kernel", module.path)
    most = get_arch(module.arch).waves_per_simd
    if aim.waves_per_simd is not None and not 1 <= aim.waves_per_simd <= most:
        raise UsageError(f"--waves-per-simd {aim.waves_per_simd}: a SIMD holds 1 to {most}")
    labels = {label for kernel in module.kernels for label in _labels(module, kernel)} if aim.trips else set()
    for label, count in aim.trips.items():
        if label not in labels:
            known = ", ".join(sorted(labels)) or "none"
            raise UsageError(f"no loop starts at '{label}' (loops: {known})", module.path)
        if count < 1:
            raise UsageError(f"a loop runs at least once, not {count} times ('{label}')", module.path)


def aim_for(module: Module, kernel: Kernel, aim: Aim) -> Aim:
    """The aim without the trip counts of other kernels' loops."""
    if not aim.trips:
        return aim
    own = _labels(module, kernel)
    return replace(aim, trips={label: count for label, count in aim.trips.items() if label in own})


def _labels(module: Module, kernel: Kernel) -> frozenset[str]:
    return frozenset(loop.label for loop in find_loops(module, kernel, build_cfg(module, kernel)))
