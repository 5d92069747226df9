"""How many VGPRs a kernel may use: at its present occupancy, and at lower ones."""

from __future__ import annotations

from isaopt.analysis.figures.descriptor import resources_of
from isaopt.ir.program import Kernel, Module
from isaopt.target.arch import get_arch
from isaopt.target.occupancy import max_vgprs_for, occupancy, vgpr_budget, waves_for_vgprs


def vgpr_limits(module: Module, kernel: Kernel, declared: int) -> list[int]:
    """The most VGPRs that preserve the number of waves; then the most that the largest workgroup allows, if that is
    more."""
    arch = get_arch(module.arch, module.path)
    res = resources_of(module, kernel)
    vgprs = min(declared, arch.vgprs_per_wave)
    size = min(res.workgroup_size or arch.workgroup_size_max, arch.workgroup_size_max)
    lds = min(res.lds_bytes, arch.lds_bytes_per_workgroup)
    limits = [vgpr_budget(arch, vgprs, kernel.wave_size)]
    for waves in range(1, waves_for_vgprs(arch, vgprs, kernel.wave_size)):
        most = max_vgprs_for(arch, waves, kernel.wave_size)
        if occupancy(arch, most, lds, size, kernel.wave_size, res.wgp_mode).workgroups and most > limits[0]:
            limits.append(most)
            break
    return limits
