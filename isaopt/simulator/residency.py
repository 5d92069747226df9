"""The resident waves: their number, workgroups and SIMDs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from isaopt.analysis.figures.descriptor import resources_of
from isaopt.analysis.figures.limits import limits_of
from isaopt.errors import UsageError
from isaopt.ir.program import Kernel, Module
from isaopt.target.arch import Arch
from isaopt.target.gpus import Gpu
from isaopt.target.occupancy import occupancy

DEFAULT_WORKGROUP = 256


@dataclass(frozen=True)
class Residency:
    """Waves on a CU (CU mode) or WGP. ``groups`` lists the number of resident waves of each workgroup; SIMDs are filled
    in turn. Pairs of ``simds`` share LDS."""

    simds: int
    groups: tuple[int, ...]
    workgroup_waves: int
    wgp_mode: bool
    assumed: tuple[str, ...]

    @property
    def waves(self) -> int:
        return sum(self.groups)

    @property
    def waves_per_simd(self) -> int:
        """The number of waves on the fullest SIMD."""
        return -(-self.waves // self.simds)


def residency(
    module: Module,
    kernel: Kernel,
    arch: Arch,
    waves_per_simd: int | None = None,
    workgroup_size: int | None = None,
    dynamic_lds: int = 0,
) -> Residency:
    """The waves that the kernel's registers, LDS and workgroup size allow on a target, or the requested number.

    Raises:
        UsageError: no SIMD holds that many waves.
    """
    limits, declared = limits_of(module, kernel), resources_of(module, kernel)
    assumed: list[str] = []
    simds = arch.simds(limits.wgp_mode)
    size = workgroup_size or declared.workgroup_size
    if size is None or not 1 <= size <= arch.workgroup_size_max:
        size = DEFAULT_WORKGROUP
        assumed.append(f"workgroup of {size} work-items")
    each = -(-size // kernel.wave_size)
    if waves_per_simd is not None:
        if not 1 <= waves_per_simd <= arch.waves_per_simd:
            raise UsageError(f"--waves-per-simd {waves_per_simd}: a SIMD holds 1 to {arch.waves_per_simd}")
        total = waves_per_simd * simds
        groups = [each] * (total // each) + ([total % each] if total % each else [])
    else:
        lds = min(declared.lds_bytes + dynamic_lds, arch.lds_bytes_per_workgroup)
        vgprs = min(declared.vgprs, arch.vgprs_per_wave)
        if any(op.mnemonic == "s_alloc_vgpr" for _, i in module.instructions(kernel) for op in i.op.halves):
            assumed.append(f"{vgprs} VGPRs a wave, as declared: s_alloc_vgpr changes their number while it runs")
        fit = occupancy(arch, vgprs, lds, size, kernel.wave_size, limits.wgp_mode)
        groups = [each] * (fit.workgroups or 1)
        while len(groups) > 1 and sum(groups) > arch.waves_per_simd * simds:
            groups.pop()
    return Residency(simds, tuple(groups), each, limits.wgp_mode, tuple(assumed))


def units_of(place: Residency, gpu: Gpu) -> int:
    """The number of CUs, or of WGPs if workgroups run on those."""
    return max(1, gpu.cycles("gpu.cus") // (2 if place.wgp_mode else 1))


def spread(place: Residency, workgroups: int | None, gpu: Gpu) -> tuple[Residency, int]:
    """The residency of a launch with that many workgroups, and the number that the fullest CU (or WGP) receives."""
    if workgroups is None:
        return place, len(place.groups)
    each = max(1, -(-workgroups // units_of(place, gpu)))
    return replace(place, groups=place.groups[:each]), each
