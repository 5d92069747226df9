"""C for vector operations that do the same in every lane: operands, modifiers, EXEC, one or both halves of a pair."""

from __future__ import annotations

from dataclasses import dataclass, field

from isaopt.emulator.semantics.base import C_TYPES, Lane, Type, width
from isaopt.emulator.site import Site
from isaopt.ir.program import Op, OperandKind

_LETTERS = "abcefg"
_INTS = ("u32", "i32", "b32")


@dataclass
class _Half:
    """The C of one operation: parameters and arguments of its function, the loop that computes, what it writes."""

    params: list[str] = field(default_factory=list)
    args: list[str] = field(default_factory=list)
    compute: str = ""
    put: str = ""
    masks: list[int] = field(default_factory=list)


def _half_select(site: Site, op: Op, index: int, position: int) -> int:
    """Which half of a register a 16-bit operand is: 0 low, 1 high.  ``position`` is its bit in ``op_sel``."""
    reg = op.operands[index].reg
    if reg is not None and reg.half:
        return int(reg.half == "h")
    value = op.modifier("op_sel")
    if not value:
        return 0
    bits = [int(x) for x in value.strip("[]").split(",")]
    return bits[position] if position < len(bits) else 0


def _raw(kind: Type, letter: str, vector: bool, high: int) -> str:
    """The raw bits of a source in lane ``i``."""
    bits = width(kind)
    if kind == "mask":
        return f"(u32)(m{letter} >> i & 1)"
    if not vector:
        return f"x{letter}" if bits != 16 else f"(u16)(x{letter} >> {16 * high})"
    if bits == 64:
        return f"(w->v[n{letter}][i] | (u64)w->v[n{letter} + 1][i] << 32)"
    if bits == 16:
        return f"(u16)(w->v[n{letter}][i] >> {16 * high})"
    return f"w->v[n{letter}][i]"


def _typed(kind: Type, raw: str) -> str:
    if kind == "f32":
        return f"asf({raw})"
    if kind == "f64":
        return f"asd({raw})"
    return f"({C_TYPES[kind]})({raw})" if kind in ("i32", "i64", "i16") else raw


def _flushed(kind: Type, expr: str, keep32: bool, keep64: bool) -> str:
    if kind == "f32" and not keep32:
        return f"flush32({expr})"
    if kind in ("f16", "f64") and not keep64:
        return f"flush{kind[1:]}({expr})"
    return expr


def _sign_bits(kind: Type) -> tuple[str, str]:
    bits = width(kind)
    suffix = "ull" if bits == 64 else "u"
    return f"0x{1 << bits - 1:x}{suffix}", f"0x{(1 << bits - 1) - 1:x}{suffix}"


def _output(site: Site, op: Op, lane: Lane) -> str:
    """The expression with the output modifiers (RDNA3 ISA guide, "Output modifiers") and flushing."""
    kind, expr, mode = lane.result, lane.expr, site.mode
    floating = kind in ("f32", "f16", "f64")
    clamp = op.modifier("clamp") is not None
    if not floating:
        if not clamp or kind == "mask":
            return expr
        if not lane.clamp:
            raise site.unsupported(f"clamp on '{op.mnemonic}'")
        return lane.clamp
    factor = {"2": "2", "4": "4"}.get(op.modifier("mul") or "", "0.5" if op.modifier("div") else "")
    if factor:
        # Output modifiers are ignored where output denormals are kept (RDNA3 ISA guide 7.2.2).
        keep = mode.out32 if kind == "f32" else mode.out64
        if not keep:
            expr = {"f32": f"MUL({expr}, {factor}f)", "f64": f"MUL64({expr}, {factor})"}.get(
                kind, f"MUL16({expr}, 0x{ {'2': 0x4000, '4': 0x4400, '0.5': 0x3800}[factor]:x})"
            )
    expr = _flushed(kind, expr, mode.out32, mode.out64)
    if clamp:
        expr = f"clamp{kind[1:]}({expr}, {int(mode.dx10_clamp)})"
    return expr


def _sources(site: Site, op: Op, lane: Lane, half: _Half, tag: str) -> tuple[str, list[str]]:
    """Declarations of the source variables in the loop, and the prologue lines (DPP) before it."""
    lines: list[str] = []
    inputs = [k for k, d in enumerate(op.desc.operands) if d.role in ("use", "none", "defuse")]
    for position, kind in enumerate(lane.sources):
        letter = _LETTERS[position] + tag
        if position >= len(inputs):
            if kind != "mask":
                raise site.unsupported(f"'{op.mnemonic}' without its operand {position}")
            half.params.append(f"mask m{letter}")
            half.args.append("get_mask(w, VCC)")
            lines.append(f"u32 {_LETTERS[position]} = {_raw(kind, letter, False, 0)};")
            continue
        index = inputs[position]
        operand = op.operands[index]
        vector = operand.reg is not None and operand.reg.is_vgpr
        sub = Site(op, site.instruction, site.ordinal, site.functions, site.wave_size, site.arch, site.mode, site.path)
        if kind == "mask":
            half.params.append(f"mask m{letter}")
            half.args.append(sub.scalar(index, "mask"))
        elif vector:
            half.params.append(f"u32 n{letter}")
            half.args.append(str(sub.vgpr(index)))
        else:
            half.params.append(f"{'u64' if width(kind) == 64 else 'u32'} x{letter}")
            half.args.append(sub.scalar(index, kind))
        constant = operand.kind in (OperandKind.INT, OperandKind.FLOAT)
        high = _half_select(site, op, index, position) if width(kind) == 16 and not constant else 0
        raw = _raw(kind, letter, vector, high)
        sign, magnitude = _sign_bits(kind)
        if operand.absolute:
            raw = f"({raw} & {magnitude})"
        if operand.neg:
            raw = f"({raw} ^ {sign})"
        value = _flushed(kind, _typed(kind, raw), site.mode.in32, site.mode.in64)
        lines.append(f"{C_TYPES[kind]} {_LETTERS[position]} = {value};")
    return "\n    ".join(lines), []


def _half(site: Site, op: Op, lane: Lane, tag: str) -> _Half:
    out = _Half()
    defs = [k for k, d in enumerate(op.desc.operands) if d.role in ("def", "defuse")]
    vector = [k for k in defs if op.operands[k].reg is not None and op.operands[k].reg.is_vgpr]  # type: ignore[union-attr]
    out.masks = [k for k in defs if k not in vector]
    result = lane.result
    bits = width(result)
    high = 0
    if result != "mask":
        if len(vector) != 1:
            raise site.unsupported(f"the destinations of '{op.mnemonic}'")
        out.params.append(f"u32 nd{tag}")
        reg = op.operands[vector[0]].reg
        assert reg is not None
        out.args.append(str(reg.first))
        if bits == 16:
            high = _half_select(site, op, vector[0], len(lane.sources))
    declarations, prologue = _sources(site, op, lane, out, tag)
    loop = [declarations]
    uses_old = _mentions(lane.expr, "d")
    if uses_old:
        old = _raw(result, "d" + tag, True, high)
        value = _flushed(result, _typed(result, old), site.mode.in32, site.mode.in64)
        loop.append(f"{C_TYPES[result]} d = {value};")
    expr = _output(site, op, lane)
    arrays, tail = [], ""
    if result == "mask":
        loop.append(f"k{tag} |= (mask)(({expr}) ? 1 : 0) << i;")
        arrays.append(f"mask k{tag} = 0;")
    else:
        loop.append(f"{C_TYPES[result]} r = {expr};")
        arrays.append(f"u32 low{tag}[WAVE];")
        if bits == 64:
            arrays.append(f"u32 high{tag}[WAVE];")
            loop.append(f"u64 q = {'asq(r)' if result == 'f64' else '(u64)r'};")
            loop.append(f"low{tag}[i] = (u32)q; high{tag}[i] = (u32)(q >> 32);")
            tail = f"  put_where(w, nd{tag}, low{tag}, x); put_where(w, nd{tag} + 1, high{tag}, x);\n"
        elif bits == 16:
            loop.append(f"low{tag}[i] = (u16)r;")
            tail = f"  put_half(w, nd{tag}, low{tag}, x, {high});\n"
        else:
            loop.append(f"low{tag}[i] = {'asu(r)' if result == 'f32' else '(u32)r'};")
            tail = f"  put_where(w, nd{tag}, low{tag}, x);\n"
        if lane.mask:
            loop.append(f"k{tag} |= (mask)(({lane.mask}) ? 1 : 0) << i;")
            arrays.append(f"mask k{tag} = 0;")
    body = "\n    ".join(line for line in loop if line)
    out.compute = (
        "".join(f"  {a}\n" for a in [*arrays, *prologue]) + f"  for (u32 i = 0; i < WAVE; i++) {{\n    {body}\n  }}\n"
    )
    out.put = tail
    return out


def _mentions(expr: str, name: str) -> bool:
    import re

    return re.search(rf"\b{name}\b", expr) is not None


def emit_lanes(site: Site, pairs: list[tuple[Op, Lane]]) -> str:
    """The statements of a vector instruction: one operation, or the two of a dual one (both read before either
    writes)."""
    halves = []
    for number, (op, lane) in enumerate(pairs):
        site.functions.use(lane.runtime)
        halves.append(_half(site, op, lane, "01"[number] if len(pairs) > 1 else ""))
    mode = site.mode
    prefix = "  mask x = exec_of(w);\n"
    if mode.round32 or mode.round64:
        prefix = f"  enum {{ RM = {mode.round32}, RM64 = {mode.round64} }};\n" + prefix
    body = prefix + "".join(h.compute for h in halves) + "".join(h.put for h in halves)
    params = [p for h in halves for p in h.params]
    args = [a for h in halves for a in h.args]
    op, lane = pairs[0]
    if lane.result != "mask" and not lane.mask:
        return site.call(params, args, body) + ";"
    call = site.call(params, args, body + "  return k & x;\n", "mask")
    if "exec" in op.desc.implicit_defs:
        return f"set_mask(w, EXEC, {call});"
    return site.set_mask(halves[0].masks[0], call)
