"""What limits a kernel's occupancy, and how far the next step is."""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.analysis.figures.descriptor import Resources, resources_of
from isaopt.ir.program import Kernel, Module
from isaopt.target.arch import Arch, get_arch
from isaopt.target.occupancy import Limit, Occupancy, max_vgprs_for, next_step, occupancy, vgpr_budget


@dataclass(frozen=True, slots=True)
class OccupancyLimits:
    """Waves on a SIMD, which resource limits them, and the registers to the next step either way.

    ``by_vgprs`` and ``by_lds`` are the waves that each resource allows alone; ``workgroups`` is how many whole ones fit
    together, None where their size is unknown.  ``vgpr_budget`` is the most VGPRs that keep ``by_vgprs``;
    ``next_step`` the most VGPRs that allow more waves, with their number, None where registers allow all already.
    ``wgp_mode`` says that a workgroup shares the LDS of both CUs.
    """

    waves: int
    limit: Limit
    by_vgprs: int
    by_lds: int
    workgroups: int | None
    vgpr_budget: int
    next_step: tuple[int, int] | None
    wgp_mode: bool


def limits_of(module: Module, kernel: Kernel) -> OccupancyLimits:
    """The occupancy of a kernel from its descriptor and metadata.

    A file may ask for more than the target has (the assembler does not check every count): such a figure is taken as
    the target's limit.
    """
    arch = get_arch(module.arch, module.path)
    res = resources_of(module, kernel)
    vgprs = min(res.vgprs, arch.vgprs_per_wave)
    fit = _fit(arch, kernel, res, vgprs)
    return OccupancyLimits(
        fit.waves,
        fit.limit,
        fit.by_vgprs,
        fit.by_lds,
        fit.workgroups,
        vgpr_budget(arch, vgprs, kernel.wave_size),
        next_step(arch, vgprs, kernel.wave_size),
        res.wgp_mode,
    )


def occupancy_steps(module: Module, kernel: Kernel) -> tuple[int, ...]:
    """The VGPRs, descending, from which on more of the kernel fits on the GPU than now: waves, or whole workgroups
    where their size is known.  Empty where LDS, or how many waves a SIMD takes, is the limit."""
    arch = get_arch(module.arch, module.path)
    res = resources_of(module, kernel)
    most = _fit(arch, kernel, res, min(res.vgprs, arch.vgprs_per_wave))
    steps = []
    for waves in range(most.by_vgprs + 1, arch.waves_per_simd + 1):
        vgprs = max_vgprs_for(arch, waves, kernel.wave_size)
        fit = _fit(arch, kernel, res, vgprs)
        if (fit.workgroups or fit.waves) > (most.workgroups or most.waves):
            steps.append(vgprs)
            most = fit
    return tuple(steps)


def vgprs_in_reach(module: Module, kernel: Kernel) -> int:
    """The most VGPRs at which as much of the kernel is resident as now: waves, or whole workgroups where their size is
    known."""
    arch = get_arch(module.arch, module.path)
    res = resources_of(module, kernel)
    now = _fit(arch, kernel, res, min(res.vgprs, arch.vgprs_per_wave))
    most = 0
    for waves in range(now.by_vgprs, 0, -1):
        vgprs = max_vgprs_for(arch, waves, kernel.wave_size)
        fit = _fit(arch, kernel, res, vgprs)
        if (fit.workgroups or fit.waves) < (now.workgroups or now.waves):
            break
        most = vgprs
    return most


def _fit(arch: Arch, kernel: Kernel, res: Resources, vgprs: int) -> Occupancy:
    size = res.workgroup_size
    if size is not None and not 1 <= size <= arch.workgroup_size_max:
        size = None
    lds = min(res.lds_bytes, arch.lds_bytes_per_workgroup)
    return occupancy(arch, vgprs, lds, size, kernel.wave_size, res.wgp_mode)
