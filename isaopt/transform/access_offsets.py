"""Rewrites memory accesses with another address register and a larger constant offset, for the same address.

LDS: register plus offset modulo 2^32 (LLVM folds constants into it for any register since GFX7: AMDGPUISelDAGToDAG.cpp,
isDSOffsetLegal, hasUsableDSOffset). Global: a 64-bit base plus the sign-extended offset, modulo 2^64; a 32-bit VGPR
offset beside an SGPR base is zero-extended first, so no constant can move out of it. Scalar loads: base plus
sign-extended offset. Other accesses check ranges or apertures and are left alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from isaopt.analysis.flow.accesses import access_bytes, noted_like
from isaopt.asm.line import read_op
from isaopt.asm.printer import print_op
from isaopt.asm.syntax import StatementError
from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Modifier, Op, Operand, OperandKind
from isaopt.isa.meaning import MemoryDesc, Space
from isaopt.isa.registers import RegRef
from isaopt.target.arch import Arch, get_arch
from isaopt.target.offsets import offset_range

#: The two encodings of an LDS access at two addresses, whose offsets count elements, or 64 of them.
_FORMS = [
    (f"ds_{access}_2addr_b{bits}", f"ds_{access}_2addr_stride64_b{bits}")
    for access in ("load", "store")
    for bits in (32, 64)
]
_STRIDED = {operation: forms for forms in _FORMS for operation in forms}
_STRIDE = 64


@dataclass(frozen=True, slots=True)
class AccessBase:
    """The base of an access: ``operand`` holds one register of ``words`` units, which is all of the address except for
    a constant."""

    operand: int
    words: int


@kept_in_op
def address_of(op: Op) -> AccessBase | None:
    """The foldable base of an access; None for an op that has none."""
    if op.pair is not None or any(m.name in ("gds", "tfe", "lds") for m in op.modifiers):
        return None
    names = [d.name for d in op.desc.operands]
    memory, plain = op.desc.memory, access_bytes(op) is not None
    match memory.space if memory is not None else None:
        case Space.LDS if plain:
            wanted, words = "addr", 1
        case Space.GLOBAL if plain or op.flag("atomic"):
            wanted, words = ("saddr" if "saddr" in names else "vaddr"), 2
        case Space.SCALAR if op.desc.operands[0].role == "def" and "soffset" not in names:
            wanted, words = "sbase", 2
        case _:
            return None
    if wanted not in names:
        return None
    index = names.index(wanted)
    reg = op.operands[index].reg
    return AccessBase(index, words) if reg is not None and reg.count == words else None


def moved(op: Op, base: int, extra: int, arch: str, wave: int) -> Op | None:
    """The access at base register ``base`` (its first unit) with ``extra`` added to its offset; None if it cannot be
    encoded. ``extra`` is taken modulo the size of an address."""
    where = address_of(op)
    if where is None:
        return None
    old = op.operands[where.operand]
    operands = list(op.operands)
    operands[where.operand] = replace(old, regs=(RegRef(base, where.words),), text=str(RegRef(base, where.words)))
    changed = replace(op, operands=tuple(operands))
    target = get_arch(arch)
    memory = op.desc.memory
    assert memory is not None
    if memory.addresses == 2:
        made = _pair_offsets(changed, memory, extra, target)
    elif memory.space is Space.LDS:
        made = _offset(changed, extra % (1 << 32), target, "lds")
    elif memory.space is Space.SCALAR:
        made = _scalar_offset(changed, _signed64(extra), target)
    else:
        made = _offset(changed, _signed64(extra), target, "global")
    if made is None:
        return None
    try:
        return noted_like(read_op(print_op(made), arch, wave), op)
    except StatementError:
        return None


def _signed64(value: int) -> int:
    value %= 1 << 64
    return value - (1 << 64) if value >> 63 else value


def _with_modifiers(op: Op, values: dict[str, int]) -> Op:
    """The op with these offsets instead of its own; zeros are omitted."""
    kept = tuple(m for m in op.modifiers if m.name not in values)
    new = tuple(Modifier(name, str(value)) for name, value in values.items() if value)
    return replace(op, modifiers=(*new, *kept))


def _offset(op: Op, extra: int, arch: Arch, field: str) -> Op | None:
    own = op.number("offset")
    if own is None:
        return None
    total = (own + extra) % (1 << 32) if field == "lds" else own + extra
    allowed = offset_range(arch, "lds" if field == "lds" else "global")
    return _with_modifiers(op, {"offset": total}) if total in allowed else None


def _pair_offsets(op: Op, memory: MemoryDesc, extra: int, arch: Arch) -> Op | None:
    """Both offsets of a ``2addr`` access, in elements or in 64 of them, whichever fits; its own unit is preferred."""
    own = [op.number(name) for name in ("offset0", "offset1")]
    if own[0] is None or own[1] is None:
        return None
    places = [(o * memory.stride + extra) % (1 << 32) for o in own if o is not None]
    near, far = _STRIDED[op.operation]
    for name, unit in ((op.mnemonic, memory.stride), (near, memory.bytes), (far, memory.bytes * _STRIDE)):
        if all(p % unit == 0 and p // unit in offset_range(arch, "lds_pair") for p in places):
            values = {"offset0": places[0] // unit, "offset1": places[1] // unit}
            return _with_modifiers(replace(op, mnemonic=name), values)
    return None


def _scalar_offset(op: Op, extra: int, arch: Arch) -> Op | None:
    last = op.operands[-1]
    if last.reg is not None or not isinstance(last.value, int):
        return None
    total = last.value + extra
    if total not in offset_range(arch, "smem") or total % 4:
        return None
    text = hex(total)
    return replace(op, operands=(*op.operands[:-1], Operand(OperandKind.INT, text, value=total)))
