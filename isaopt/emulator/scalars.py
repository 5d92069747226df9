"""Emits C for scalar ALU operations."""

from __future__ import annotations

import re

from isaopt.emulator.semantics.base import Scalar, c_type, width
from isaopt.emulator.site import Site
from isaopt.emulator.sources import flushed


def _mentions(expr: str, name: str) -> bool:
    return re.search(rf"\b{name}\b", expr) is not None


def emit_scalar(site: Site, scalar: Scalar) -> str:
    """The C of a scalar operation: the result first, then SCC, both from the old values."""
    site.functions.use(scalar.runtime)
    op = site.op
    inputs = [k for k, d in enumerate(op.desc.operands) if d.role in ("use", "none", "defuse")]
    if len(inputs) < len(scalar.sources):
        raise site.unsupported(f"the operands of '{op.mnemonic}'")
    for modifier in ("clamp", "mul", "div"):
        if op.modifier(modifier) is not None:
            raise site.unsupported(f"'{modifier}' on '{op.mnemonic}'")
    out: list[str] = []
    shadows: list[tuple[str, str]] = []
    if site.mode.round32 or site.mode.round64 or (site.mode.ieee and "_num" in scalar.expr):
        out.append(site.mode.constants)
    for letter, kind, index in zip("abc", scalar.sources, inputs, strict=False):
        raw = site.scalar(index, kind)
        operand = op.operands[index]
        sign, value = ("u", raw) if kind != "f32" else ("u", f"asf({raw})")
        if operand.neg or operand.absolute:
            if kind != "f32":
                raise site.unsupported(f"the modifier on '{operand.text}'")
            raw = f"({raw} & 0x7fffffff{sign})" if operand.absolute else raw
            value = f"asf({raw} ^ 0x80000000{sign})" if operand.neg else f"asf({raw})"
        value = flushed(kind, f"({c_type(kind)}){value}", site.mode.in32, site.mode.in64)
        out.append(f"{c_type(kind)} {letter} = {value};")
        shadows.append((letter.upper(), site.shadow(index, 2 if width(kind) == 64 else 1)))
    exprs = scalar.expr + scalar.scc_expr
    if _mentions(exprs, "scc"):
        out.append("u32 scc = w->s[SCC];")
        shadows.append(("Q", "all_if(w->scalar_shadow[SCC])"))
    result = scalar.result
    if result:
        wide = width(result) == 64
        place = site.sgpr(0)
        if _mentions(exprs, "d"):
            old = "0" if place is None else f"get64(w, {place})" if wide else f"w->s[{place}]"
            out.append(f"{c_type(result)} d = {f'asf({old})' if result == 'f32' else old};")
            shadows.append(("D", "0" if place is None else _shadow_of(place, wide)))
        out.append(f"{c_type(result)} r = {flushed(result, scalar.expr, site.mode.out32, site.mode.out64)};")
        bits = "asu(r)" if result == "f32" else "(u64)r" if wide else "(u32)r"
    if site.track:
        out += [f"u64 {name} = {expr};" for name, expr in shadows]
        spoilt = " | ".join(name for name, _ in shadows) or "0"
        out.append(f"u64 U = {scalar.defined or f'all_if({spoilt})'};")
    if result:
        out.append(site.set_scalar(0, bits, 2 if wide else 1))
        if site.track and place is not None:
            out.append(f"set_shadow64(w, {place}, U);" if wide else f"w->scalar_shadow[{place}] = (u32)U;")
            if 126 in (place, place + wide):
                out.append(site.defined_exec("(u32)U" if place == 127 or not wide else "U"))
    if scalar.scc_expr:
        out.append(f"w->s[SCC] = ({scalar.scc_expr}) ? 1 : 0;")
        if site.track:
            # One defined 1 bit decides "not zero", whatever the undefined bits are.
            decided = " && !(r & ~U)" if scalar.scc_expr == "r != 0" else ""
            out.append(f"w->scalar_shadow[SCC] = U{decided} ? 1 : 0;")
    return "{ " + " ".join(out) + " }"


def _shadow_of(place: int, wide: bool) -> str:
    return f"shadow64(w, {place})" if wide else f"w->scalar_shadow[{place}]"
