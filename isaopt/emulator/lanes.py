"""Emits C for ALU operations: scalar ones, and those that do the same in every lane, one or the two halves of a dual
instruction.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from isaopt.emulator.semantics.base import Lane, Scalar, c_type, width
from isaopt.emulator.site import Site
from isaopt.emulator.sources import HalfSource, flushed, half_select, make_source, raw_bits, read_bits, typed
from isaopt.ir.program import Op

#: Rare paths are not worth the compiler's time.
_SLOW_LOOP = "#pragma clang loop vectorize(disable)\n"
_HALF_FACTORS = {"2": "0x4000", "4": "0x4400", "0.5": "0x3800"}


@dataclass
class _LaneFunction:
    """The C of one operation: parameters and arguments of its function, the loop that computes, and what it writes."""

    params: list[str] = field(default_factory=list)
    args: list[str] = field(default_factory=list)
    compute: str = ""
    shadow: str = ""
    put: str = ""
    masks: list[int] = field(default_factory=list)


def _output(site: Site, op: Op, lane: Lane) -> str:
    """The expression with output modifiers (RDNA3 ISA guide, "Output modifiers") and flushing applied."""
    kind, expr, mode = lane.result, lane.expr, site.mode
    clamp = op.modifier("clamp") is not None
    if kind not in ("f32", "f16", "f64"):
        if op.modifier("mul") is not None or op.modifier("div") is not None:
            raise site.unsupported(f"an output modifier on '{op.mnemonic}'")
        if not clamp or kind == "mask":
            return expr
        if not lane.clamp:
            raise site.unsupported(f"clamp on '{op.mnemonic}'")
        return lane.clamp
    factor = {"2": "2", "4": "4"}.get(op.modifier("mul") or "", "0.5" if op.modifier("div") else "")
    # Output modifiers are ignored where output denormals are kept (RDNA3 ISA guide, "Output modifiers").
    if factor and not (mode.out32 if kind == "f32" else mode.out64):
        expr = {
            "f32": f"MUL({expr}, {float(factor)}f)",
            "f64": f"MUL64({expr}, {factor})",
            "f16": f"MUL16({expr}, {_HALF_FACTORS[factor]})",
        }[kind]
    expr = flushed(kind, expr, mode.out32, mode.out64)
    return f"clamp{kind[1:]}({expr}, {int(mode.dx10_clamp)})" if clamp else expr


def _mentions(expr: str, name: str) -> bool:
    return re.search(rf"\b{name}\b", expr) is not None


def _shadow(
    site: Site, lane: Lane, sources: list[HalfSource], tag: str, loop: str, old: list[str], high: int
) -> _LaneFunction:
    """C that propagates undefined bits from the sources to the result: ``shadow`` computes them, ``put`` stores
    them."""
    out = _LaneFunction()
    register = f"nd{tag}"
    targets = [] if lane.result == "mask" else [register]
    if width(lane.result) == 64:
        targets.append(f"{register} + 1")
    spoilt = list(
        dict.fromkeys([s for source in sources for s in source.spoilt] + [f"w->spoilt[{n}]" for n in targets])
    )
    arrays = [f"und{tag}"]
    if lane.defined:
        names = "".join(
            f" u{width(kind) if kind != 'mask' else 32} {k} = {s.shadow};"
            for k, s, kind in zip("ABCEFG", sources, lane.sources, strict=False)
        )
        store = f"und{tag}[i] = {lane.defined};"
        if width(lane.result) == 64:
            arrays.append(f"unh{tag}")
            store = f"u64 U = {lane.defined}; und{tag}[i] = (u32)U; unh{tag}[i] = (u32)(U >> 32);"
        fill = f"{{\n{_SLOW_LOOP}for (u32 i = 0; i < WAVE; i++) {{\n    {loop}\n   {names} {store}\n  }} }}"
    else:
        shadows = [s for source in sources for s in source.shadows]
        shadows += [(f"w->shadow[{n}]", read_bits(lane.result, high)) for n in old]
        scalars = " | ".join(s.scalar for s in sources if s.scalar) or "0"
        masks = " | ".join(s.mask for s in sources if s.mask) or "0"
        pointers, bits = ", ".join(p for p, _ in shadows) or "0", ", ".join(b for _, b in shadows) or "0"
        fill = (
            f"{{ const u32 *p[] = {{{pointers}}}; const u32 b[] = {{{bits}}}; "
            f"spoil(und{tag}, p, b, {len(shadows)}, {scalars}, {masks}); }}"
        )
    declared = ", ".join(f"{a}[WAVE]" for a in arrays)
    out.shadow = f"  u32 {declared}, bad{tag} = {' | '.join(spoilt) or '0'};\n  if (RARE(bad{tag})) {fill}\n"
    written = read_bits(lane.result, high)
    marks = "".join(f" mark(w, {n}, {arrays[min(k, len(arrays) - 1)]}, x, {written});" for k, n in enumerate(targets))
    if marks:
        out.put += f"  if (RARE(bad{tag})) {{{marks} }}\n"
    if lane.result == "mask" or lane.mask:
        out.put += f"  w->mask_shadow = RARE(bad{tag}) ? undefined_lanes(und{tag}, x) : 0;\n"
    return out


def _half(site: Site, op: Op, lane: Lane, tag: str) -> _LaneFunction:
    out = _LaneFunction()
    if _mentions(lane.expr, "BYTE"):
        if op.modifier("op_sel") is not None:
            raise site.unsupported(f"'op_sel' on '{op.mnemonic}'")
        lane = replace(lane, expr=re.sub(r"\bBYTE\b", op.modifier("byte_sel") or "0", lane.expr))
    defs = [k for k, d in enumerate(op.desc.operands) if d.role in ("def", "defuse")]
    vector = [r.first for k in defs if (r := op.operands[k].reg) is not None and r.is_vgpr]
    places = [k for k in defs if (r := op.operands[k].reg) is not None and r.is_vgpr]
    out.masks = [k for k in defs if k not in places]
    result, bits, high = lane.result, width(lane.result), 0
    if lane.nearest and (site.mode.round64 or (result == "f32" and site.mode.round32)):
        raise site.unsupported(f"'{op.mnemonic}' in a rounding mode other than to nearest")
    if result != "mask":
        if len(vector) != 1:
            raise site.unsupported(f"the destinations of '{op.mnemonic}'")
        out.params.append(f"u32 nd{tag}")
        out.args.append(str(vector[0]))
        if bits == 16:
            high = 1 if lane.high else half_select(op, places[0], len(lane.sources))
    inputs = [k for k, d in enumerate(op.desc.operands) if d.role in ("use", "none", "defuse")]
    sources = [
        make_source(site, op, lane, k, inputs[k] if k < len(inputs) else None, tag) for k in range(len(lane.sources))
    ]
    for source in sources:
        out.params += source.params
        out.args += source.args
    loop = [s.declaration for s in sources]
    expr = _output(site, op, lane)
    old: list[str] = []
    if _mentions(expr, "d"):
        value = flushed(result, typed(result, raw_bits(result, f"nd{tag}", high)), site.mode.in32, site.mode.in64)
        loop.append(f"{c_type(result)} d = {value};")
        old = [f"nd{tag}"] + [f"nd{tag} + 1"] * (bits == 64)
    if _mentions(lane.mask, "flag"):
        loop.append("u32 flag;")
    head = "\n    ".join(loop)
    arrays, body = [], []
    if result == "mask":
        body.append(f"k{tag} |= (mask)(({expr}) ? 1 : 0) << i;")
    else:
        body.append(f"{c_type(result)} r = {expr};")
        arrays.append(f"u32 low{tag}[WAVE];")
        if bits == 64:
            arrays.append(f"u32 high{tag}[WAVE];")
            body.append(f"u64 q = {'asq(r)' if result == 'f64' else '(u64)r'};")
            body.append(f"low{tag}[i] = (u32)q; high{tag}[i] = (u32)(q >> 32);")
            out.put = f"  put_where(w, nd{tag}, low{tag}, x); put_where(w, nd{tag} + 1, high{tag}, x);\n"
        elif bits == 16:
            body.append(f"low{tag}[i] = (u16)r;")
            out.put = f"  put_half(w, nd{tag}, low{tag}, x, {high});\n"
        else:
            body.append(f"low{tag}[i] = {'asu(r)' if result == 'f32' else '(u32)r'};")
            out.put = f"  put_where(w, nd{tag}, low{tag}, x);\n"
        if lane.mask:
            body.append(f"k{tag} |= (mask)(({lane.mask}) ? 1 : 0) << i;")
    if result == "mask" or lane.mask:
        arrays.append(f"mask k{tag} = 0;")
    prologue = "".join(s.prologue for s in sources)
    if prologue:
        site.functions.use(("dpp",))
    out.compute = (
        "".join(f"  {a}\n" for a in arrays)
        + prologue
        + f"  for (u32 i = 0; i < WAVE; i++) {{\n    {head}\n    "
        + "\n    ".join(body)
        + "\n  }\n"
    )
    if site.track:
        shadow = _shadow(site, lane, sources, tag, head, old, high)
        out.compute += shadow.shadow
        out.put += shadow.put
    return out


def emit_lanes(site: Site, pairs: list[tuple[Op, Lane]]) -> str:
    """The C of a vector instruction: one operation, or the two halves of a dual one, which both read before either
    writes."""
    halves = []
    for number, (op, lane) in enumerate(pairs):
        site.functions.use(lane.runtime)
        halves.append(_half(site, op, lane, "01"[number] if len(pairs) > 1 else ""))
    mode = site.mode
    prefix = "  mask x = exec_of(w);\n"
    if mode.round32 or mode.round64 or (mode.ieee and any("_num" in lane.expr for _, lane in pairs)):
        prefix = f"  {mode.constants}\n" + prefix
    body = prefix + "".join(h.compute for h in halves) + "".join(h.put for h in halves)
    params = [p for h in halves for p in h.params]
    args = [a for h in halves for a in h.args]
    op, lane = pairs[0]
    if lane.result != "mask" and not lane.mask:
        return site.call(params, args, body) + ";"
    call = site.call(params, args, body + "  return k & x;\n", "mask")
    if "exec" in op.desc.implicit_defs:
        return f"set_mask(w, EXEC, {call});" + (site.defined_exec("w->mask_shadow") if site.track else "")
    text = site.set_mask(halves[0].masks[0], call)
    place = site.sgpr(halves[0].masks[0])
    if site.track and place is not None:
        text += f" set_shadow_mask(w, {place}, w->mask_shadow);"
        if place == 126:
            text += site.defined_exec("w->mask_shadow")
    return text


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
