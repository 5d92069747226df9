"""Whether a kernel may ask for more LDS without having fewer waves resident."""

from __future__ import annotations

from isaopt.analysis.figures.limits import limits_of
from isaopt.asm.resources import with_lds_size
from isaopt.ir.program import Kernel, Module
from isaopt.target.arch import get_arch


def lost_room(module: Module, kernel: Kernel, size: int) -> str:
    """What ``size`` bytes of LDS for each workgroup would cost, in words; empty if nothing."""
    most = get_arch(module.arch).lds_bytes_per_workgroup
    if size > most:
        return f"it takes {size} bytes of LDS, and a workgroup has at most {most}"
    before, larger = limits_of(module, kernel), with_lds_size(module, kernel, size)
    after = limits_of(larger, larger.kernel(kernel.name))
    one, other = (x.workgroups or x.waves for x in (before, after))
    what = "workgroups" if before.workgroups else "waves on a SIMD"
    return f"with {size} bytes of LDS, {other} instead of {one} {what} are resident" if other < one else ""
