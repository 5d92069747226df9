"""Conversions and dot products of eight-bit floats of gfx12 (RDNA4 ISA guide, VOP1, VOP3 and VOP3P).

``v_cvt_sr_*`` follow AMD's pseudo-code to the letter: as many random bits as the narrow format drops are added to the
fraction, which wraps, and the sum is rounded to nearest.
"""

from __future__ import annotations

from isaopt.emulator.lanes import emit_lanes
from isaopt.emulator.semantics.base import Emitter, Lane
from isaopt.emulator.site import Site

RUNTIME = ("float", "half", "bytefloat")
_NEGATE = ("neg_lo", "neg_hi")


def _dot(a: str, b: str) -> Emitter:
    """Products are exact in single precision; sums are rounded one after the other, to nearest."""

    def emit(site: Site) -> str:
        low, high = ([int(x) for x in (site.op.modifier(m) or "[0,0,0]").strip("[]").split(",")] for m in _NEGATE)
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

    return emit


LANES: dict[str, Lane] = {}
for _a in ("fp8", "bf8"):
    LANES[f"v_cvt_f32_{_a}"] = Lane("f32", ("b32",), f"{_a}_float(a >> 8 * BYTE & 255)", runtime=RUNTIME)
    LANES[f"v_cvt_pk_f32_{_a}"] = Lane(
        "b64", ("b16",), f"asu({_a}_float(a & 255)) | (u64)asu({_a}_float(a >> 8)) << 32", runtime=RUNTIME
    )
    _fraction = {"fp8": 3, "bf8": 2}[_a]
    LANES[f"v_cvt_sr_{_a}_f32"] = Lane(
        "b32",
        ("f32", "b32"),
        f"(d & ~(255u << 8 * BYTE)) | {_a}_round(add_random(a, b, {23 - _fraction})) << 8 * BYTE",
        runtime=RUNTIME,
    )
    LANES[f"v_cvt_pk_{_a}_f32"] = Lane("b16", ("f32", "f32"), f"{_a}_round(a) | {_a}_round(b) << 8", runtime=RUNTIME)

CUSTOM: dict[str, Emitter] = {f"v_dot4_f32_{_a}_{_b}": _dot(_a, _b) for _a in ("fp8", "bf8") for _b in ("fp8", "bf8")}
SELF_TRACKING = tuple(CUSTOM)
