"""Rewrites single VALU instructions as halves of dual instructions, and dual instructions as singles.

Which opcodes have a dual form, and which operands it takes, is decided by :mod:`isaopt.target.vopd`. The rewrites here
keep the result bit for bit: commuted operands, a reversed subtraction, a fused multiply-add that accumulates in place,
a move as an addition of zero, a subtracted constant as the addition of its negative (RDNA3 ISA guide, VOPD and opcode
descriptions).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from isaopt.analysis.flow.liveness import code_of
from isaopt.asm.line import read_op
from isaopt.asm.printer import new_instruction, print_op, print_operand, with_instructions
from isaopt.asm.syntax import StatementError
from isaopt.ir.edit import spliced
from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Item, Kernel, Module, Op, Operand, OperandKind
from isaopt.isa.tables import has_operation, lookup, spelling
from isaopt.target.arch import Arch, get_arch
from isaopt.target.vopd import PairHalf, check_halves, components, interlock_risk, make_half, overwrites_source
from isaopt.target.vopd_ops import check_pair, component_name, half_of, source_of

_COMMUTES = frozenset(
    {"add_f32", "mul_f32", "mul_dx9_zero_f32", "max_f32", "min_f32", "max_num_f32", "min_num_f32",
     "add_nc_u32", "and_b32", "dot2acc_f32_f16"}
)  # fmt: skip
_REVERSED = {"sub_f32": "subrev_f32", "subrev_f32": "sub_f32"}
_SLOTS = {"dst": "dst", "src0": "src0", "vsrc1": "src1", "vsrc2": "src2"}
_ZERO = Operand(OperandKind.INT, "0", value=0)

_Placed = tuple[int, Operand]
"""An operand with its index in the single op, -1 if it is new."""


@dataclass(frozen=True, slots=True)
class DualForm:
    """One way to encode an op as half of a dual instruction.

    ``text`` is the text after ``v_dual_``; ``half`` is the view for the rules; ``slots`` gives for each VGPR slot
    (``dst``, ``src0``, ``src1``, ``src2``) the operand of the single op.
    """

    text: str
    half: PairHalf
    slots: tuple[tuple[str, int], ...]
    opx: bool


def forms(arch: Arch, op: Op) -> tuple[DualForm, ...]:
    """Every dual form that computes the same as a single op, the closest to its own spelling first; empty if there is
    none."""
    if op.pair is not None or not op.operands or op.modifiers or any(o.neg or o.absolute for o in op.operands):
        return ()
    found: dict[str, DualForm] = {}
    for name, placed in _spellings(arch, op):
        form = _form(arch, name, placed)
        if form is not None:
            found.setdefault(form.text, form)
    return tuple(found.values())


@kept_in_op
def dual_sides(op: Op, arch: Arch) -> tuple[bool, bool]:
    """Whether a single op can be half of a dual instruction, with other registers if need be, and whether it can be X;
    Y takes them all."""
    found = forms(arch, op)
    return bool(found), any(form.opx for form in found)


def _spellings(arch: Arch, op: Op) -> list[tuple[str, tuple[_Placed, ...]]]:
    placed: list[_Placed] = list(enumerate(op.operands))
    bare = op.operation
    if bare == "v_fmac_f32" and len(placed) == 3:
        return _fused(placed[0], placed[1], placed[2], placed[0])
    if bare in ("v_fma_f32", "v_fmaak_f32", "v_fmamk_f32") and len(placed) == 4:
        return _fused(*placed)
    if bare in ("v_sub_nc_u32", "v_subrev_nc_u32") and len(placed) == 3:
        return _difference(arch, op, *placed)
    name = component_name(arch, op)
    if name is None or not components(arch.family)[name].creatable:
        return []
    if components(arch.family)[name].reads_vcc:
        if str(placed[-1][1].reg) != "vcc_lo":
            return []
        placed = placed[:-1]
    out: list[tuple[str, tuple[_Placed, ...]]] = [(name, tuple(placed))]
    if len(placed) == 3:
        swapped = (placed[0], placed[2], placed[1])
        if name in _COMMUTES:
            out.append((name, swapped))
        elif name in _REVERSED:
            out.append((_REVERSED[name], swapped))
    if name == "mov_b32" and _is_vgpr(placed[1][1]):
        out.append(("add_nc_u32", (placed[0], (-1, _ZERO), placed[1])))
    return out


def _fused(dst: _Placed, a: _Placed, b: _Placed, c: _Placed) -> list[tuple[str, tuple[_Placed, ...]]]:
    """Every spelling of ``a * b + c``."""
    out: list[tuple[str, tuple[_Placed, ...]]] = []
    if c[1].reg is not None and c[1].reg == dst[1].reg:
        out += [("fmac_f32", (dst, a, b)), ("fmac_f32", (dst, b, a))]
    if _is_number(c[1]):
        out += [("fmaak_f32", (dst, a, b, c)), ("fmaak_f32", (dst, b, a, c))]
    if _is_vgpr(c[1]):
        if _is_number(b[1]):
            out.append(("fmamk_f32", (dst, a, b, c)))
        if _is_number(a[1]):
            out.append(("fmamk_f32", (dst, b, a, c)))
    return out


def _difference(arch: Arch, op: Op, dst: _Placed, a: _Placed, b: _Placed) -> list[tuple[str, tuple[_Placed, ...]]]:
    """``x - constant`` as ``x + -constant``, modulo 2^32."""
    from_, less = (b, a) if op.operation == "v_subrev_nc_u32" else (a, b)
    value = less[1].value
    if less[1].kind is not OperandKind.INT or not isinstance(value, int) or not _is_vgpr(from_[1]):
        return []
    negative = -value & 0xFFFFFFFF
    text = str(negative) if negative <= 64 else str(negative - 2**32) if negative >= 2**32 - 16 else hex(negative)
    more = read_op(f"v_add_nc_u32_e32 v0, {text}, v0", arch.name, 32).operands[1]
    return [("add_nc_u32", (dst, (-1, more), from_))]


def _form(arch: Arch, name: str, placed: tuple[_Placed, ...]) -> DualForm | None:
    component = components(arch.family)[name]
    dst = placed[0][1].reg
    if dst is None or not dst.is_vgpr:
        return None
    half = make_half(arch, name, dst.first, tuple(source_of(o) for _, o in placed[1:]))
    if half.faults:
        return None
    text = f"{name} " + ", ".join(print_operand(o) for _, o in placed)
    fields = [f for f in component.layout if f not in ("acc", "vcc")]
    slots = [(_SLOTS[f], i) for f, (i, o) in zip(fields, placed, strict=True) if f in _SLOTS and _is_vgpr(o)]
    if component.accumulates:
        slots.append(("src2", placed[0][0]))
    return DualForm(text, half, tuple(slots), component.x)


def dual_op(arch: str, x: str, y: str) -> Op:
    """The dual op with these halves, each as :attr:`DualForm.text`."""
    return read_op(f"v_dual_{x} :: v_dual_{y}", arch, 32)


def in_reading_order(arch: Arch, op: Op) -> Op:
    """A dual op with its halves exchanged if as they are X overwrites what Y reads, and exchanged they are a legal pair
    that does not; otherwise the op."""
    if op.pair is None:
        return op
    x, y = (half_of(arch, half) for half in op.pair)
    if not overwrites_source(arch, x, y) or overwrites_source(arch, y, x) or check_halves(arch, y, x):
        return op
    return read_op(" :: ".join(reversed(print_op(op).split(" :: "))), arch.name, 32)


@cache
def legal_halves(arch: Arch, a: Op, b: Op) -> tuple[tuple[DualForm, DualForm], ...]:
    """The halves, X first, of the dual instructions that two ops can form without triggering an erratum, or reading a
    new value for an old one; whether one op reads the other's result is not checked."""
    found = []
    for fa, fb in product(forms(arch, a), forms(arch, b)):
        for x, y in ((fa, fb), (fb, fa)):
            risky = interlock_risk(arch, x.half, y.half) or overwrites_source(arch, x.half, y.half)
            if x.opx and not risky and not check_halves(arch, x.half, y.half):
                found.append((x, y))
    return tuple(found)


def dual_of(arch: Arch, x: DualForm, y: DualForm) -> Op | None:
    """The dual op with these halves; None if there is none."""
    try:
        op = dual_op(arch.name, x.text, y.text)
    except StatementError:
        return None
    return op if op.pair is not None and not check_pair(arch, *op.pair) else None


def legal_dual(arch: Arch, a: Op, b: Op) -> Op | None:
    """The first of the dual instructions that two ops can form, see :func:`legal_halves`."""
    found = (dual_of(arch, x, y) for x, y in legal_halves(arch, a, b))
    return next((op for op in found if op is not None), None)


def _is_vgpr(operand: Operand) -> bool:
    return operand.reg is not None and operand.reg.is_vgpr


def _is_number(operand: Operand) -> bool:
    return operand.kind in (OperandKind.INT, OperandKind.FLOAT)


def singles(arch: Arch, op: Op) -> tuple[Op, Op] | None:
    """Two single ops that, in this order, compute the same as a dual op; None if there is no such order or opcode. Both
    halves of a dual op read before either writes, so the half whose result the other one reads comes second."""
    if op.pair is None:
        return None
    x, y = op.pair
    if not set(x.defs) & set(y.uses):
        order = (x, y)
    elif not set(y.defs) & set(x.uses):
        order = (y, x)
    else:
        return None
    if not all(has_operation(arch.name, half.operation) for half in order):
        return None
    try:
        first, second = (_single(arch, half) for half in order)
    except StatementError:
        return None
    return first, second


def apart(module: Module, indices: Iterable[int]) -> Module:
    """The module with the dual instructions among these items split into two singles each, where possible."""
    arch = get_arch(module.arch)
    found = ((index, singles(arch, module.instruction(index).op)) for index in indices)
    return with_instructions(module, {index: two for index, two in found if two is not None})


def _single(arch: Arch, half: Op) -> Op:
    operands = [print_operand(o) for o in half.operands]
    if half.desc.reads_vcc_mask:
        operands.append("vcc_lo")
    shortest = lookup(arch.name, spelling(arch.name, half.operation))[0]
    return read_op(f"{shortest.mnemonic} " + ", ".join(operands), arch.name, 32)


def paired_again(module: Module, kernel: Kernel) -> Module:
    """The kernel of that name with neighbours merged into dual instructions wherever their registers allow it."""
    if kernel.wave_size != 32:
        return module
    arch = get_arch(module.arch)
    cfg, ops = code_of(module, kernel)
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    for block in cfg.blocks:
        k, end = block.first, block.end - 1
        while k < end:
            made = _pair(arch, ops[k], ops[k + 1])
            if made is not None:
                first, second = cfg.order[k], cfg.order[k + 1]
                changes[first, second + 1] = [new_instruction(made, module.items[first].line)]
            k += 1 if made is None else 2
    return spliced(module, changes)


def _pair(arch: Arch, one: Op, two: Op) -> Op | None:
    if not (one.flag("valu") and two.flag("valu")) or set(one.defs) & {*two.uses, *two.defs}:
        return None
    return legal_dual(arch, one, two)
