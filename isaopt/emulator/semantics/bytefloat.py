"""Dot products of eight-bit floats of gfx12 (RDNA4 ISA guide, VOP3P)."""

from __future__ import annotations

from isaopt.emulator.lanes import emit_lanes
from isaopt.emulator.semantics.base import Emitter, Lane, emitter
from isaopt.emulator.site import Site

RUNTIME = ("float", "half", "bytefloat")


@emitter
def _dot(site: Site, a: str, b: str) -> str:
    """Products are exact in single precision; sums are rounded one after the other, to nearest."""
    low, high = site.bits("neg_lo", 3), site.bits("neg_hi", 3)
    if any(low[:2]) or any(high[:2]):
        raise site.unsupported(f"a modifier on a packed operand of '{site.op.mnemonic}'")
    total = "c"
    if high[2]:
        total = f"asf(asu({total}) & 0x7fffffff)"
    if low[2]:
        total = f"asf(asu({total}) ^ 0x80000000)"
    for shift in (0, 8, 16, 24):
        total = f"add_rm({total}, mul_rm({a}_float(a >> {shift} & 255), {b}_float(b >> {shift} & 255), 0), 0)"
    return emit_lanes(site, [(site.op, Lane("f32", ("b32", "b32", "f32"), total, runtime=RUNTIME))])


CUSTOM: dict[str, Emitter] = {f"v_dot4_f32_{_a}_{_b}": _dot(_a, _b) for _a in ("fp8", "bf8") for _b in ("fp8", "bf8")}
SELF_TRACKING = tuple(CUSTOM)
