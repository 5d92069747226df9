"""Matrix multiply-accumulate of both generations (RDNA3 and RDNA4 ISA guides, "WMMA").

Element positions come from :mod:`isaopt.target.matrix_layouts` and reach the C as tables.
"""

from __future__ import annotations

from itertools import product

from isaopt.emulator.semantics.base import Emitter, emitter
from isaopt.emulator.site import Site
from isaopt.isa.tables import family
from isaopt.target.matrix import LayoutChoice, MatrixOp, OperandLayout
from isaopt.target.matrix_layouts import layout_of
from isaopt.target.matrix_ops import index_keys, matrix_ops

RUNTIME = ("float", "half", "bfloat", "bytefloat", "wmma")


def _signs(site: Site) -> list[int]:
    """For A and B: negate lower, upper halves; for C: negate, make positive."""
    return [a | b << 1 for a, b in zip(site.bits("neg_lo", 3), site.bits("neg_hi", 3), strict=True)]


def _table(name: str, layout: OperandLayout) -> str:
    """The C array of an operand's element positions, by rows for A, C and D, by columns for B; the first of several
    copies counts."""
    sizes = [size for _, size in layout.shape]
    swapped = layout.operand == "B"
    out = []
    for outer, inner in product(range(sizes[swapped]), range(sizes[not swapped])):
        place = layout.places((inner, outer) if swapped else (outer, inner))[0]
        out.append(place.register << 11 | place.lane << 5 | place.bit)
    return f"  static const u16 {name}[] = {{{','.join(map(str, out))}}};\n"


def _input_type(name: str, signed: int) -> str:
    """The C name of the type of A's or B's elements."""
    return f"W_{'I' if signed else 'U'}{name[2:]}" if name.startswith("iu") else f"W_{name.upper()}"


@emitter
def _emitter(site: Site, families: dict[str, MatrixOp]) -> str:
    op = families[family(site.arch)]
    high = site.bits("op_sel", 3)[2]
    key = site.number("index_key")
    if key >= index_keys(op, site.wave_size):
        raise site.unsupported(f"index_key:{key} here")
    tables = [
        _table(name.lower(), layout_of(op, name, site.wave_size, LayoutChoice(high=high, index_key=key)))
        for name in op.operands
        if name != "D"
    ]
    signed = site.bits("neg_lo", 3)
    signs = [0, 0, 0] if op.c == "i32" else _signs(site)
    inner = op.k // 2 if op.sparse else op.k
    if op.sparse:
        vector, c, index = "1", str(site.vgpr(0)), str(site.vgpr(3))
    elif site.is_vgpr(3):
        vector, c, index = "1", str(site.vgpr(3)), "0"
    else:
        vector, c, index = "0", site.scalar(3, op.c if op.c in ("f16", "bf16") else "u32"), "0"
    types = [_input_type(op.a, signed[0]), _input_type(op.b, signed[1]), f"W_{op.c.upper()}"]
    body = "".join(tables) + (
        f"  Matrix x = {{a, b, c, {'index' if op.sparse else '0'}, {op.k}, {inner}}};\n"
        f"  wmma(w, x, nd, na, nb, {vector}, nc, ni, {', '.join(types)}, {signs[0]}, {signs[1]}, {signs[2]}, "
        f"{int(site.flag('clamp'))});\n"
    )
    args = [*(str(site.vgpr(k)) for k in range(3)), c, index]
    return site.call(["u32 nd", "u32 na", "u32 nb", "u32 nc", "u32 ni"], args, body) + ";"


def _custom() -> dict[str, Emitter]:
    families: dict[str, dict[str, MatrixOp]] = {}
    for tables in ("gfx11", "gfx12"):
        for name, op in matrix_ops(tables).items():
            families.setdefault(name, {})[tables] = op
    return {name: _emitter(ops) for name, ops in families.items()}


CUSTOM: dict[str, Emitter] = _custom()
