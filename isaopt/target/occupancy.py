"""How many waves fit on a SIMD, and how many registers each of a number of waves may use.

Registers: LLVM AMDGPUBaseInfo.cpp (``getNumWavesPerEUWithNumVGPRs``). LDS: LLVM AMDGPUSubtarget.cpp
(``getOccupancyWithWorkGroupSizes``). SGPRs have a fixed allocation on gfx11 and gfx12 and limit nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from isaopt.errors import UsageError
from isaopt.target.arch import Arch

Limit = Literal["waves", "vgprs", "lds", "workgroups"]


def _round_up(value: int, step: int) -> int:
    return -(-value // step) * step


@dataclass(frozen=True, slots=True)
class Occupancy:
    """Waves resident on one SIMD.

    ``waves`` is the smallest of the bounds by each resource, as in the compiler's ``; Occupancy:`` comment; ``limit``
    names the resource. ``by_vgprs`` and ``by_lds`` are the single bounds (the latter includes the limit on workgroups).
    ``workgroups`` is the number of whole workgroups resident on the CU (CU mode) or WGP together, if their size is
    known: only whole workgroups become resident, so they may hold fewer waves than ``waves`` on each SIMD.
    """

    waves: int
    limit: Limit
    by_vgprs: int
    by_lds: int
    workgroups: int | None


def waves_for_vgprs(arch: Arch, vgprs: int, wave_size: int = 32) -> int:
    """Waves per SIMD for which the register file has room if each uses that many VGPRs (at least one)."""
    if not 0 <= vgprs <= arch.vgprs_per_wave:
        raise UsageError(f"{vgprs} VGPRs: a wave has 0 to {arch.vgprs_per_wave}")
    each = _round_up(max(vgprs, 1), arch.vgpr_granule(wave_size))
    return min(max(arch.vgprs_per_simd(wave_size) // each, 1), arch.waves_per_simd)


def max_vgprs_for(arch: Arch, waves: int, wave_size: int = 32) -> int:
    """The most VGPRs per wave with at least ``waves`` waves on the SIMD."""
    if not 1 <= waves <= arch.waves_per_simd:
        raise UsageError(f"{waves} waves: a SIMD holds 1 to {arch.waves_per_simd}")
    granule = arch.vgpr_granule(wave_size)
    share = arch.vgprs_per_simd(wave_size) // waves // granule * granule
    return min(share, arch.vgprs_per_wave)


def vgpr_budget(arch: Arch, vgprs: int, wave_size: int = 32) -> int:
    """How many VGPRs a kernel that uses ``vgprs`` may use without losing a wave."""
    return max_vgprs_for(arch, waves_for_vgprs(arch, vgprs, wave_size), wave_size)


def next_step(arch: Arch, vgprs: int, wave_size: int = 32) -> tuple[int, int] | None:
    """The next higher occupancy that fewer registers allow, as ``(vgprs, waves)`` with the most VGPRs that reach it;
    None if the SIMD is already full."""
    now = waves_for_vgprs(arch, vgprs, wave_size)
    if now == arch.waves_per_simd:
        return None
    fewer = max_vgprs_for(arch, now + 1, wave_size)
    return fewer, waves_for_vgprs(arch, fewer, wave_size)


def occupancy(
    arch: Arch,
    vgprs: int,
    lds_bytes: int = 0,
    workgroup_size: int | None = None,
    wave_size: int = 32,
    wgp_mode: bool = True,
) -> Occupancy:
    """Waves per SIMD for a kernel's resources.

    ``workgroup_size`` is the largest flat workgroup size in work-items. None means unknown: if LDS makes the size
    matter, the largest that the hardware allows is assumed. ``wgp_mode`` is ``.amdhsa_workgroup_processor_mode``.
    """
    if lds_bytes < 0 or lds_bytes > arch.lds_bytes_per_workgroup:
        raise UsageError(f"{lds_bytes} bytes of LDS: a workgroup has 0 to {arch.lds_bytes_per_workgroup}")
    size = arch.workgroup_size_max if workgroup_size is None else workgroup_size
    if not 1 <= size <= arch.workgroup_size_max:
        raise UsageError(f"workgroup size {size}: a workgroup has 1 to {arch.workgroup_size_max} work-items")
    simds, slots = arch.simds(wgp_mode), arch.waves_per_simd
    by_vgprs = waves_for_vgprs(arch, vgprs, wave_size)
    waves_each = -(-size // wave_size)

    groups = slots * simds // waves_each
    limit: Limit = "waves"
    if waves_each > 1 and arch.workgroups_max(wgp_mode) < groups:
        groups, limit = arch.workgroups_max(wgp_mode), "workgroups"
    if lds_bytes:
        lds_groups = arch.lds_pool(wgp_mode) // _round_up(lds_bytes, arch.lds_granule)
        if lds_groups < groups:
            groups, limit = lds_groups, "lds"
    by_lds = min(max(-(-groups * waves_each // simds), 1), slots) if limit != "waves" else slots

    waves = min(by_vgprs, by_lds)
    if by_vgprs == waves and waves < slots:
        limit = "vgprs"
    elif waves == slots:
        limit = "waves"
    resident = None
    if workgroup_size is not None:
        resident = max(min(groups, by_vgprs * simds // waves_each), 1)
    return Occupancy(waves, limit, by_vgprs, by_lds, resident)
