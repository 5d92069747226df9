"""C for scalar ALU operations, written where they stand."""

from __future__ import annotations

import re

from isaopt.emulator.semantics.base import C_TYPES, Scalar, width
from isaopt.emulator.site import Site


def emit_scalar(site: Site, scalar: Scalar) -> str:
    """The statements of a scalar operation: result first, then SCC, both from the old values."""
    site.functions.use(scalar.runtime)
    op = site.op
    inputs = [k for k, d in enumerate(op.desc.operands) if d.role in ("use", "none", "defuse")]
    out = []
    if len(inputs) < len(scalar.sources):
        raise site.unsupported(f"the operands of '{op.mnemonic}'")
    for letter, kind, index in zip("abc", scalar.sources, inputs, strict=False):
        raw = site.scalar(index, kind)
        operand = op.operands[index]
        if operand.neg or operand.absolute:
            raise site.unsupported(f"the modifier on '{operand.text}'")
        if kind == "f32":
            raw = f"asf({raw})"
        out.append(f"{C_TYPES[kind]} {letter} = ({C_TYPES[kind]}){raw};")
    if re.search(r"\bscc\b", scalar.expr + scalar.scc_expr):
        out.append("u32 scc = w->s[SCC];")
    if scalar.result:
        kind = scalar.result
        wide = width(kind) == 64
        if re.search(r"\bd\b", scalar.expr + scalar.scc_expr):
            out.append(f"{C_TYPES[kind]} d = {_old(site, kind, wide)};")
        out.append(f"{C_TYPES[kind]} r = {scalar.expr};")
        bits = "asu(r)" if kind == "f32" else "(u64)r" if wide else "(u32)r"
        out.append(site.set_scalar(0, bits, 2 if wide else 1))
    if scalar.scc_expr:
        out.append(f"w->s[SCC] = ({scalar.scc_expr}) ? 1 : 0;")
    return "{ " + " ".join(out) + " }"


def _old(site: Site, kind: str, wide: bool) -> str:
    place = site.sgpr(0)
    if place is None:
        return "0"
    raw = f"get64(w, {place})" if wide else f"w->s[{place}]"
    return f"asf({raw})" if kind == "f32" else raw
