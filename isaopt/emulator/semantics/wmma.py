"""Matrix multiply-accumulate of both generations (RDNA3 and RDNA4 ISA guides, "WMMA").

Layouts: on gfx11 the rows of A and the columns of B stand in lanes 0 to 15 and again in the others, the rows of C and D
are dealt out to the groups of 16 lanes in turn; on gfx12 each group holds the next share of k, and a block of rows.
"""

from __future__ import annotations

from isaopt.emulator.semantics.base import Emitter
from isaopt.emulator.site import Site

RUNTIME = ("float", "half", "bfloat", "bytefloat", "wmma")


def _bits(site: Site, name: str) -> list[int]:
    value = site.op.modifier(name)
    bits = [int(x) for x in value.strip("[]").split(",")] if value else []
    return [*bits, 0, 0, 0][:3]


def _accumulator(site: Site) -> tuple[str, str]:
    """Whether C is a register, and its number or constant."""
    return ("1", str(site.vgpr(3))) if site.is_vgpr(3) else ("0", site.scalar(3))


def _signs(site: Site) -> list[int]:
    """For A and B: negate even elements, odd elements; for C: negate, make positive."""
    return [a | b << 1 for a, b in zip(_bits(site, "neg_lo"), _bits(site, "neg_hi"), strict=True)]


def _float(kind_a: str, kind_b: str) -> Emitter:
    def emit(site: Site) -> str:
        signs = _signs(site)
        vector, c = _accumulator(site)
        body = (
            f"  wmma_f32(w, nd, na, nb, {vector}, nc, {kind_a}, {kind_b}, {signs[0]}, {signs[1]}, {signs[2]}, "
            f"{int(not site.gfx12)});\n"
        )
        args = [*(str(site.vgpr(k)) for k in range(3)), c]
        return site.call(["u32 nd", "u32 na", "u32 nb", "u32 nc"], args, body) + ";"

    return emit


def _half(kind: str, constant: str) -> Emitter:
    def emit(site: Site) -> str:
        signs = _signs(site)
        vector, c = ("1", str(site.vgpr(3))) if site.is_vgpr(3) else ("0", site.scalar(3, constant))
        body = (
            f"  wmma_16(w, nd, na, nb, {vector}, nc, {kind}, {signs[0]}, {signs[1]}, {signs[2]}, "
            f"{int(not site.gfx12)}, {_bits(site, 'op_sel')[2]});\n"
        )
        args = [*(str(site.vgpr(k)) for k in range(3)), c]
        return site.call(["u32 nd", "u32 na", "u32 nb", "u32 nc"], args, body) + ";"

    return emit


def _integer(bits: int, size_k: int) -> Emitter:
    def emit(site: Site) -> str:
        signed = _bits(site, "neg_lo")
        types = [f"W_{'I' if s else 'U'}{bits}" for s in signed[:2]]
        vector, c = _accumulator(site)
        body = (
            f"  wmma_i32(w, nd, na, nb, {vector}, nc, {types[0]}, {types[1]}, {size_k}, {int(site.flag('clamp'))}, "
            f"{int(not site.gfx12)});\n"
        )
        args = [*(str(site.vgpr(k)) for k in range(3)), c]
        return site.call(["u32 nd", "u32 na", "u32 nb", "u32 nc"], args, body) + ";"

    return emit


CUSTOM: dict[str, Emitter] = {
    "v_wmma_f32_16x16x16_f16": _float("W_F16", "W_F16"),
    "v_wmma_f32_16x16x16_bf16": _float("W_BF16", "W_BF16"),
    "v_wmma_f16_16x16x16_f16": _half("W_F16", "f16"),
    "v_wmma_bf16_16x16x16_bf16": _half("W_BF16", "bf16"),
    "v_wmma_i32_16x16x16_iu8": _integer(8, 16),
    "v_wmma_i32_16x16x16_iu4": _integer(4, 16),
    "v_wmma_i32_16x16x32_iu4": _integer(4, 32),
}
for _a in ("fp8", "bf8"):
    for _b in ("fp8", "bf8"):
        CUSTOM[f"v_wmma_f32_16x16x16_{_a}_{_b}"] = _float(f"W_{_a.upper()}", f"W_{_b.upper()}")
