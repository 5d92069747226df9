"""Pointer provenance of values: the pointer that a register holds, and its offset.

A pointer keeps its origin through copies, sums, and masks; every other operation makes a plain number. Sums of an
origin and an unknown number are distinguished from those at a known distance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from isaopt.ir.program import Op, Operand, OperandKind, RegUse

_SYMBOL = re.compile(r"([A-Za-z_.$][\w.$]*)@")
_FULL = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Origin:
    """The start of a pointer: the value of register ``unit`` at the entry, a dword in memory, or a symbol.

    A dword in memory is identified by its address, ``base`` and ``offset``, so that loading it twice gives one origin,
    or by the item and position of its load if the address is unknown.
    """

    kind: str
    name: int | str
    base: Origin | None = None
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class OriginValue:
    """A register's 32 bits: ``distance`` bytes, if known, beyond one of its possible origins.

    A number has no origins; an unknown value has neither origins nor a distance.
    """

    origins: frozenset[Origin] = frozenset()
    distance: int | None = None

    def plus(self, other: OriginValue) -> OriginValue:
        if len(self.origins) + len(other.origins) > 1 or self.distance is None or other.distance is None:
            return OriginValue(self.origins | other.origins)
        return OriginValue(self.origins | other.origins, self.distance + other.distance)

    def minus(self, other: OriginValue) -> OriginValue:
        known = self.distance is not None and other.distance is not None and not other.origins
        return OriginValue(self.origins, (self.distance or 0) - (other.distance or 0) if known else None)

    def or_other(self, other: OriginValue) -> OriginValue:
        """Either of the two values."""
        return OriginValue(self.origins | other.origins, self.distance if self.distance == other.distance else None)

    @property
    def blurred(self) -> OriginValue:
        """The same origins at an unknown distance."""
        return OriginValue(self.origins)


UNKNOWN = OriginValue()


@dataclass(slots=True)
class Registers:
    """Values by register unit; if ``from_entry``, units that are not in ``values`` hold their value at the entry."""

    values: dict[int, OriginValue] = field(default_factory=dict)
    from_entry: bool = True

    def copy(self) -> Registers:
        return Registers(dict(self.values), self.from_entry)

    def of(self, unit: int) -> OriginValue:
        found = self.values.get(unit)
        if found is None:
            return OriginValue(frozenset((Origin("entry", unit),)), 0) if self.from_entry else UNKNOWN
        return found

    def merged(self, other: Registers) -> Registers:
        units = self.values.keys() | other.values.keys()
        both = {unit: self.of(unit).or_other(other.of(unit)) for unit in units}
        return Registers(both, self.from_entry and other.from_entry)


#: How results depend on sources: the operands whose sum each result is.
_SUMS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("s_mov_b32", "s_mov_b64", "v_mov_b32"), ("src0",)),
    **dict.fromkeys(("v_readfirstlane_b32", "v_readlane_b32"), ("src0",)),
    **dict.fromkeys(
        (
            "s_add_u32",
            "s_add_i32",
            "s_addc_u32",
            "s_add_nc_u64",
            "v_add_co_u32",
            "v_add_co_ci_u32",
            "v_add_nc_u32",
            "v_add_nc_i32",
        ),
        ("src0", "src1"),
    ),
    "v_add3_u32": ("src0", "src1", "src2"),
}
#: Operations that add a product or a shifted value, taken as unknown, to one operand.
_ADDED_TO = {
    **dict.fromkeys(("s_lshl1_add_u32", "s_lshl2_add_u32", "s_lshl3_add_u32", "s_lshl4_add_u32"), "src1"),
    **dict.fromkeys(
        ("v_lshl_add_u32", "v_lshl_or_b32", "v_and_or_b32", "v_mad_u32_u24", "v_mad_i32_i24", "v_xad_u32"), "src2"
    ),
    **dict.fromkeys(("v_mad_u64_u32", "v_mad_i64_i32"), "src2"),
}
_DIFFERENCES = frozenset(
    {"s_sub_u32", "s_sub_i32", "s_subb_u32", "s_sub_nc_u64", "v_sub_co_u32", "v_sub_co_ci_u32", "v_sub_nc_u32"}
)
#: Operations that mask or mark bits of a pointer; the remaining distance is unknown.
_MASKS = frozenset({"s_and_b32", "s_and_b64", "s_or_b32", "s_or_b64", "v_and_b32", "v_or_b32"})
_SELECTS = frozenset({"s_cselect_b32", "s_cselect_b64", "v_cndmask_b32"})


def advance(registers: Registers, op: Op, index: int) -> None:
    """Advances ``registers`` over an instruction, item ``index`` of the module, in place.

    Inactive lanes are not distinguished: a register holds what was last written to it.
    """
    written = dict.fromkeys(op.written, UNKNOWN)
    if not written:
        return
    for half in op.halves:
        target = next((ref for ref in half.refs if ref.writes), None)
        if target is not None:
            for n, unit in enumerate(target.reg.units):
                written[unit] = _result(half, index, n, registers)
    registers.values.update(written)


def _result(op: Op, index: int, n: int, before: Registers) -> OriginValue:
    """Dword ``n`` of an op's first result."""
    if "mayload" in op.desc.flags:
        return OriginValue(frozenset((loaded(op, index, n, before),)), 0)
    name = op.operation
    # VOPD calls its second source vsrc1.
    sources = {"src1" if d.name == "vsrc1" else d.name: o for d, o in zip(op.desc.operands, op.operands, strict=False)}

    def value(operand: str) -> OriginValue:
        return _value(sources.get(operand), n, op, before)

    if name in _SUMS:
        total = OriginValue(distance=0)
        for operand in _SUMS[name]:
            total = total.plus(value(operand))
        return total
    if name in _ADDED_TO:
        return value(_ADDED_TO[name]).blurred
    first, second = value("src0"), value("src1")
    if name in _DIFFERENCES:
        return first.minus(second)
    if name in _MASKS:
        return OriginValue(first.origins | second.origins)
    return first.or_other(second) if name in _SELECTS else UNKNOWN


def _value(operand: Operand | None, n: int, op: Op, before: Registers) -> OriginValue:
    if operand is None or operand.neg or operand.absolute:
        return UNKNOWN
    if operand.reg is not None:
        units = operand.reg.units
        return before.of(units[n]) if n < len(units) else OriginValue(distance=0)
    if operand.kind is OperandKind.INT and isinstance(operand.value, int):
        return OriginValue(distance=_signed(operand.value) if not n else -(operand.value < 0))
    symbol = _SYMBOL.match(operand.text) if operand.kind is OperandKind.EXPR else None
    return OriginValue(frozenset((Origin("symbol", symbol[1]),))) if symbol else UNKNOWN


def _signed(value: int) -> int:
    value &= _FULL
    return value - (1 << 32) if value >> 31 else value


def loaded(op: Op, index: int, n: int, before: Registers) -> Origin:
    """The value of dword ``n`` of a load's result."""
    base = next((ref for ref in op.refs if ref.reads and ref.desc.name == "sbase"), None)
    offset = scalar_offset(op, before)
    if base is not None and "smem" in op.desc.flags:
        pointer = before.of(base.reg.first)
        start = next(iter(pointer.origins)) if len(pointer.origins) == 1 else None
        # Origins are not followed through more than one load, so that their number is finite.
        if start is not None and start.kind != "memory":
            known = None if offset is None or pointer.distance is None else offset + pointer.distance + 4 * n
            return Origin("memory", n if known is None else 0, start, known)
    return Origin("memory", f"{index}.{n}")


def scalar_offset(op: Op, before: Registers) -> int | None:
    """The bytes that a scalar load adds to its base, or None."""
    total = op.number("offset")
    for desc, operand in zip(op.desc.operands, op.operands, strict=False):
        if desc.name in ("sdst", "sdata", "sbase"):
            continue
        if operand.reg is not None:
            value = before.of(operand.reg.first)
            step = value.distance if not value.origins else None
        elif operand.text == "null":
            step = 0
        else:
            step = operand.value if isinstance(operand.value, int) else None
        total = None if total is None or step is None else total + step
    return total


def reads(op: Op, *names: str) -> RegUse | None:
    """The register operand that the op reads under the first of these names that it has."""
    found: Iterable[RegUse] = (ref for name in names for ref in op.refs if ref.reads and ref.desc.name == name)
    return next(iter(found), None)
