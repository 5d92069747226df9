"""Tells which halves of its registers a memory instruction reads or writes."""

from __future__ import annotations

from isaopt.emulator.site import Site
from isaopt.ir.program import RegUse

_HALVES, _BOTH = {"l": "0xffff", "h": "0xffff0000"}, "0xffffffff"


def touched(site: Site, ref: RegUse) -> tuple[str, str]:
    """C expressions for the bits that an instruction with 16-bit data touches in each register of a tuple, and in the
    last one."""
    memory = site.op.desc.memory
    half = ref.reg.half or (memory.half if memory is not None else "")
    if half:
        return _HALVES[half], _HALVES[half]
    odd = memory is not None and memory.formatted and memory.element.width == 16 and memory.count % 2
    return _BOTH, _HALVES["l"] if odd else _BOTH
