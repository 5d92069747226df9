"""Emits C for the sources of a vector operation: registers, scalars and constants with their modifiers, halves and
DPP."""

from __future__ import annotations

from dataclasses import dataclass, replace

from isaopt.emulator.crosslane import dpp_table
from isaopt.emulator.semantics.base import Lane, Type, c_type, width
from isaopt.emulator.site import Site
from isaopt.ir.program import Op, OperandKind
from isaopt.isa.registers import SCC

LETTERS = "abcefg"


@dataclass
class HalfSource:
    """One source of one half.  ``declaration`` stands in the loop over the lanes, ``prologue`` before it.

    The rest is for the shadows of undefined bits: ``shadows`` are (array, bits read) of vector registers, ``spoilt``
    the expressions that decide whether to check them, ``scalar`` the parameter with a scalar's undefined bits, ``mask``
    that of a lane mask; ``shadow`` is the undefined bits in lane ``i`` (not of 16-bit sources).
    """

    params: list[str]
    args: list[str]
    declaration: str
    prologue: str = ""
    shadows: tuple[tuple[str, str], ...] = ()
    spoilt: tuple[str, ...] = ()
    scalar: str = ""
    mask: str = ""
    shadow: str = "0u"


def half_select(op: Op, index: int, position: int) -> int:
    """Which half of a register a 16-bit operand is: 0 low, 1 high.  ``position`` is its bit in ``op_sel``."""
    reg = op.operands[index].reg
    if reg is not None and reg.half:
        return int(reg.half == "h")
    value = op.modifier("op_sel")
    if not value:
        return 0
    bits = [int(x) for x in value.strip("[]").split(",")]
    return bits[position] if position < len(bits) else 0


def raw_bits(kind: Type, register: str, high: int) -> str:
    """C for the raw bits of a type in lane ``i`` of ``w->v[register]``."""
    if width(kind) == 64:
        return f"(w->v[{register}][i] | (u64)w->v[{register} + 1][i] << 32)"
    if width(kind) == 16:
        return f"(u16)(w->v[{register}][i] >> {16 * high})"
    return f"w->v[{register}][i]"


def typed(kind: Type, raw: str) -> str:
    """C for raw bits as a value of the type."""
    if kind == "f32":
        return f"asf({raw})"
    if kind == "f64":
        return f"asd({raw})"
    return f"({c_type(kind)})({raw})" if kind in ("i32", "i64", "i16") else raw


def flushed(kind: Type, expr: str, keep32: bool, keep64: bool) -> str:
    """The expression with denormals flushed to zero if the mode does not keep them."""
    if kind == "f32" and not keep32:
        return f"flush32({expr})"
    if kind in ("f16", "f64") and not keep64:
        return f"flush{kind[1:]}({expr})"
    return expr


def _sign_bits(kind: Type) -> tuple[str, str]:
    bits = width(kind)
    suffix = "ull" if bits == 64 else "u"
    return f"0x{1 << bits - 1:x}{suffix}", f"0x{(1 << bits - 1) - 1:x}{suffix}"


def read_bits(kind: Type, high: int) -> str:
    """The bits of each register that a source of the type reads."""
    return "0xffffffff" if width(kind) != 16 else "0xffff0000" if high else "0xffff"


def _mask_source(site: Site, op: Op, index: int | None, letter: str, name: str) -> HalfSource:
    sub = replace(site, op=op)
    value = "get_mask(w, VCC)" if index is None else sub.scalar(index, "mask")
    source = HalfSource([f"mask m{letter}"], [value], f"u32 {name} = (u32)(m{letter} >> i & 1);")
    place = 106 if index is None else None if op.operands[index].reg is None else sub.sgpr(index)
    if site.track and place is not None:
        source.params.append(f"mask u{letter}")
        source.args.append(f"shadow_mask(w, {place})")
        source.spoilt, source.mask = (f"(u{letter} != 0)",), f"u{letter}"
        source.shadow = f"(u{letter} >> i & 1 ? 0xffffffff : 0)"
    return source


def _scalar_source(site: Site, op: Op, index: int, kind: Type, letter: str) -> tuple[HalfSource, str]:
    sub = replace(site, op=op)
    bits = width(kind)
    source = HalfSource([f"{'u64' if bits == 64 else 'u32'} x{letter}"], [sub.scalar(index, kind)], "")
    reg = op.operands[index].reg
    if site.track and reg is not None and reg.first != SCC:
        place = sub.sgpr(index)
        pair = bits == 64 and reg.count > 1
        source.params.append(f"{'u64' if pair else 'u32'} u{letter}")
        source.args.append(f"shadow64(w, {place})" if pair else f"w->scalar_shadow[{place}]")
        source.shadow = f"u{letter}"
        source.scalar = f"(u{letter} != 0)" if pair else f"u{letter}"
        source.spoilt = (source.scalar,)
    return source, f"x{letter}"


def make_source(site: Site, op: Op, lane: Lane, position: int, index: int | None, tag: str) -> HalfSource:
    """The source at a position of ``lane.sources``; ``index`` is its operand, or None for VCC that is not written."""
    kind, name = lane.sources[position], LETTERS[position]
    letter = name + tag
    if kind == "mask":
        return _mask_source(site, op, index, letter, name)
    if index is None:
        raise site.unsupported(f"'{op.mnemonic}' without its operand {position}")
    operand = op.operands[index]
    constant = operand.kind in (OperandKind.INT, OperandKind.FLOAT)
    high = half_select(op, index, position) if width(kind) == 16 and not constant else 0
    table = dpp_table(op, site.wave_size) if position == 0 else None
    if operand.reg is None or not operand.reg.is_vgpr:
        source, raw = _scalar_source(site, op, index, kind, letter)
        if width(kind) == 16:
            raw = f"(u16)({raw} >> {16 * high})"
    else:
        source = HalfSource([f"u32 n{letter}"], [str(operand.reg.first)], "")
        raw = raw_bits(kind, f"n{letter}", high)
        registers = [f"n{letter}"] if width(kind) != 64 else [f"n{letter}", f"n{letter} + 1"]
        if table is not None:
            if width(kind) == 64:
                raise site.unsupported("DPP on 64-bit operands")
            source.prologue = f"  u32 t{tag}[WAVE];\n  x &= dpp(w, t{tag}, w->v[n{letter}], {table});\n"
            raw = raw.replace(f"w->v[n{letter}]", f"t{tag}")
        if site.track:
            arrays = [f"w->shadow[{n}]" for n in registers]
            if table is not None:
                arrays = [f"h{tag}"]
                source.prologue += f"  u32 h{tag}[WAVE];\n  dpp(w, h{tag}, w->shadow[n{letter}], {table});\n"
            source.shadows = tuple((a, read_bits(kind, high)) for a in arrays)
            source.spoilt = tuple(f"w->spoilt[{n}]" for n in registers)
            source.shadow = f"{arrays[0]}[i]"
            if width(kind) == 64:
                source.shadow = f"({arrays[0]}[i] | (u64){arrays[1]}[i] << 32)"
    sign, magnitude = _sign_bits(kind)
    if operand.absolute:
        raw = f"({raw} & {magnitude})"
    if operand.neg:
        raw = f"({raw} ^ {sign})"
    value = flushed(kind, typed(kind, raw), site.mode.in32, site.mode.in64)
    source.declaration = f"{c_type(kind)} {name} = {value};"
    return source
