"""Which halves of its registers a memory instruction reads or writes."""

from __future__ import annotations

import re

from isaopt.emulator.site import Site
from isaopt.ir.program import RegUse

_LOW, _HIGH, _BOTH = "0xffff", "0xffff0000", "0xffffffff"
_COMPONENTS = re.compile(r"d16_format_(x|xy|xyz|xyzw)$")


def touched(site: Site, ref: RegUse) -> tuple[str, str]:
    """The bits, in C, that an instruction with 16-bit data touches of each register of a tuple, and of the last one."""
    if ref.reg.half:
        bits = _HIGH if ref.reg.half == "h" else _LOW
        return bits, bits
    if "d16" not in site.name:
        return _BOTH, _BOTH
    packed = _COMPONENTS.search(site.name)
    if packed is not None:
        last = _LOW if len(packed[1]) % 2 else _BOTH
        return last if len(packed[1]) == 1 else _BOTH, last
    bits = _HIGH if "hi" in site.name.split("_") else _LOW
    return bits, bits
