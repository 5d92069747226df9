"""Binds a parsed statement to its instruction form in the tables and determines the registers that it reads and
writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from isaopt.asm.statement import Half
from isaopt.asm.syntax import StatementError, no_such, unfit
from isaopt.ir.program import Modifier, Op, Operand, OperandKind, RegUse
from isaopt.isa.instruction import InstrDesc, OperandDesc
from isaopt.isa.registers import (
    EXEC_HI,
    EXEC_LO,
    M0,
    MODE,
    NUM_HIGH,
    NUM_VGPRS,
    SCC,
    SGPR_BASE,
    VCC_HI,
    VCC_LO,
    RegRef,
    is_agpr,
)
from isaopt.isa.tables import fits_modifiers, lookup
from isaopt.isa.types import OperandType
from isaopt.target.arch import read_only_row

_IMPLICIT = {"scc": (SCC,), "m0": (M0,), "mode": (MODE,)}
_MASKS = {"exec": (EXEC_LO, EXEC_HI), "vcc": (VCC_LO, VCC_HI)}
#: With these an image load leaves part of its result registers as they were: the status of sparse textures says that
#: nothing was fetched, or an odd number of halves is (LLVM ties the result to its old value, SIISelLowering.cpp,
#: AddMemOpInit).
_PARTIAL_LOADS = frozenset({"tfe", "lwe", "d16"})
_IMAGE = frozenset({"mimg", "vimage", "vsample"})
#: An operand of these kinds is one message or counter list, even if it contains commas.
_LIST_OPERAND = frozenset({"s_waitcnt", "s_waitcnt_depctr", "s_wait_alu", "s_delay_alu"})


def _unique(units: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(units))


@cache
def _implicit(names: tuple[str, ...], wave: int) -> tuple[int, ...]:
    out: list[int] = []
    for name in names:
        if name in _MASKS:
            out += _MASKS[name][: 1 if wave == 32 else 2]
        else:
            out += _IMPLICIT[name]
    return _unique(out)


def _register_fits(ref: RegRef, desc: OperandDesc) -> bool:
    if ref.half and desc.bits != 16:
        return False
    kind = "v" if ref.is_vgpr else "a" if is_agpr(ref.first) else "s"
    return kind in desc.kinds and (ref.count == desc.dwords or (not ref.is_vgpr and ref.first == SCC))


def _fits(operand: Operand, desc: OperandDesc) -> bool:
    kind = operand.kind
    if kind is OperandKind.REG:
        return _register_fits(operand.regs[0], desc)
    if kind is OperandKind.REGLIST:
        if "m" in desc.kinds:
            return all(r.is_vgpr for r in operand.regs)
        joined = _joined(operand)
        return joined is not None and _register_fits(joined, desc)
    if kind is OperandKind.KEYWORD:
        if operand.text == "off":
            return "o" in desc.kinds
        if operand.text == "null":
            return "n" in desc.kinds or "s" in desc.kinds
        return "s" in desc.kinds and desc.role == "use"
    return any(k in desc.kinds for k in "ilx")


def _joined(operand: Operand) -> RegRef | None:
    """A register list that names consecutive registers, as one run."""
    first = operand.regs[0].first
    unit = first
    for ref in operand.regs:
        if ref.first != unit:
            return None
        unit += ref.count
    return RegRef(first, unit - first)


def _joins(half: Half, form: InstrDesc) -> bool:
    """Whether a register list is taken as one run: an image address in brackets is the NSA form even if its registers
    are consecutive."""
    for operand, desc in zip(half.operands, form.operands, strict=True):
        if operand.kind is OperandKind.REGLIST and "m" not in desc.kinds:
            return True
    return False


def _all_fit(half: Half, form: InstrDesc) -> bool:
    return len(form.operands) == len(half.operands) and all(map(_fits, half.operands, form.operands))


def _choose(half: Half, forms: tuple[InstrDesc, ...], wave: int) -> InstrDesc | None:
    """The first form whose operands fit, preferably one that also accepts the modifiers."""
    values = {m.name: m.value for m in half.modifiers}
    names = set(values)
    best: tuple[int, InstrDesc] | None = None
    for form in forms:
        if form.wave not in (0, wave) or not _all_fit(half, form):
            continue
        missing = len(names - form.modifiers) + (not fits_modifiers(form, values)) + _joins(half, form)
        if best is None or missing < best[0]:
            best = (missing, form)
        if missing == 0:
            break
    return best[1] if best else None


def _left_out(desc: OperandDesc, wave: int) -> Operand | None:
    """The implied value of an operand that the text may omit: VCC if an encoding has no field for another mask, and the
    offset of a scalar load; None for any other."""
    if desc.name in ("vcc", "vcc_in"):
        ref = RegRef(VCC_LO, 1 if wave == 32 else 2)
        return Operand(OperandKind.REG, str(ref), (ref,))
    return Operand(OperandKind.INT, "0", value=0) if desc.type is OperandType.IMMEDIATE_OFFSET else None


def _completed(half: Half, form: InstrDesc, wave: int) -> Half | None:
    """The half with all omitted operands of a form filled in; None if a mandatory one is missing."""
    rest = iter(half.operands)
    operands = [_left_out(o, wave) or next(rest, None) for o in form.operands]
    full = tuple(o for o in operands if o is not None)
    return replace(half, operands=full) if len(full) == len(operands) and next(rest, None) is None else None


def _with_flags(half: Half, forms: tuple[InstrDesc, ...]) -> Half:
    """The half with words in operand position turned into modifiers: ``ds_gws_sema_v gds``."""
    known = frozenset[str]().union(*(form.modifiers for form in forms))
    listed = [
        Modifier(o.text.lower())
        if isinstance(o, Operand) and o.kind is OperandKind.EXPR and o.text.lower() in known
        else o
        for o in half.listed
    ]
    operands = tuple(o for o in listed if isinstance(o, Operand))
    return replace(half, operands=operands, modifiers=tuple(m for m in listed if isinstance(m, Modifier)))


def _chosen(half: Half, forms: tuple[InstrDesc, ...], wave: int) -> tuple[Half, InstrDesc] | None:
    """The form that a half matches, and the half in the terms of that form."""
    return _chosen_as_spelled(half, forms, wave) or _chosen_as_spelled(_with_flags(half, forms), forms, wave)


def _chosen_as_spelled(half: Half, forms: tuple[InstrDesc, ...], wave: int) -> tuple[Half, InstrDesc] | None:
    if (found := _choose(half, forms, wave)) is not None:
        return half, found
    for form in forms:
        full = _completed(half, form, wave)
        if full is None or not fits_modifiers(form, {m.name: m.value for m in full.modifiers}):
            continue
        if (found := _choose(full, (form,), wave)) is not None:
            return full, found
    return None


def _merge_list(half: Half) -> Half:
    if half.mnemonic in _LIST_OPERAND and len(half.operands) > 1:
        joined = Operand(OperandKind.EXPR, " ".join(o.text for o in half.operands))
        return Half(half.mnemonic, (joined,), half.modifiers, half.column)
    return half


def refs_of(operands: tuple[Operand, ...], desc: InstrDesc, component: int) -> list[RegUse]:
    """Every register reference of one half, in text order."""
    out = []
    for index, (operand, odesc) in enumerate(zip(operands, desc.operands, strict=True)):
        if operand.regs and odesc.role != "none":
            out += [RegUse(component, index, entry, ref, odesc) for entry, ref in enumerate(operand.regs)]
    return out


def regs_of_refs(refs: Iterable[RegUse], partial: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The units written and read; ``partial`` means that the written units keep part of their old value."""
    defs: list[int] = []
    uses: list[int] = []
    kept: list[int] = []
    for use in refs:
        role, ref = use.desc.role, use.reg
        if role != "use":
            defs += ref.units
            # A half-register write leaves the other half in place, whatever the form says.
            if partial or ref.half:
                kept += ref.units
        if role != "def":
            uses += ref.units
    return _unique(defs), _unique(uses + kept)


def make_op(
    mnemonic: str,
    operands: tuple[Operand, ...],
    modifiers: tuple[Modifier, ...],
    desc: InstrDesc,
    wave: int,
    component: int = 0,
) -> Op:
    """A single op with the reads and writes that follow from its form."""
    refs = tuple(refs_of(operands, desc, component))
    defs, uses = regs_of_refs(refs, desc.partial)
    return Op(
        mnemonic,
        operands,
        modifiers,
        desc,
        None,
        refs,
        defs,
        uses,
        _implicit(desc.implicit_defs, wave),
        _implicit(desc.implicit_uses, wave),
    )


def make_pair(x: Op, y: Op) -> Op:
    """A dual op of two component ops (OPX, OPY), each made by :func:`make_op` with its component number."""
    return Op(
        f"{x.mnemonic} :: {y.mnemonic}",
        (),
        (),
        x.desc,
        (x, y),
        x.refs + y.refs,
        _unique(x.defs + y.defs),
        _unique(x.uses + y.uses),
        _unique(x.implicit_defs + y.implicit_defs),
        _unique(x.implicit_uses + y.implicit_uses),
    )


def opaque_op(half: Half) -> Op:
    """An instruction that cannot be read, kept as a barrier that nothing crosses (``--keep-unknown``)."""
    desc = InstrDesc(
        half.mnemonic,
        "",
        "unknown",
        tuple(OperandDesc(f"op{i}", "none", "vsilxonm", 0) for i in range(len(half.operands))),
        flags=frozenset({"unknown", "sideeffects"}),
    )
    return Op(half.mnemonic, half.operands, half.modifiers, desc)


@cache
def _partial(desc: InstrDesc) -> InstrDesc:
    return replace(desc, partial=True)


@cache
def _scalar_names(arch: str) -> dict[str, RegRef]:
    """Names of pairs of scalar registers that exist only on this target."""
    row = read_only_row(arch)
    return {
        name + suffix: RegRef(SGPR_BASE + encoding + offset, count)
        for name, encoding in (row.get("scalars", {}) if row else {}).items()
        for suffix, offset, count in (("", 0, 2), ("_lo", 0, 1), ("_hi", 1, 1))
    }


@cache
def _accumulates(arch: str) -> bool:
    """Whether a target has accumulation registers, and thus the other features of CDNA."""
    row = read_only_row(arch)
    return row is not None and row.get("accumulation", False)


@cache
def _vgprs_end(arch: str) -> int:
    """How many VGPRs a target has."""
    row = read_only_row(arch)
    return NUM_VGPRS + (NUM_HIGH if row and "high_vgprs" in row else 0)


def _native(half: Half, arch: str) -> Half:
    """The half with the register names that are specific to its target; raises :class:`StatementError` for registers
    that the target lacks."""
    names = _scalar_names(arch)
    if names and any(o.text in names and not o.regs for o in half.operands):
        half = replace(half, operands=tuple(
            replace(o, kind=OperandKind.REG, regs=(names[o.text],)) if o.text in names else o for o in half.operands
        ))  # fmt: skip
    end = _vgprs_end(arch)
    for ref in (ref for operand in half.operands for ref in operand.regs):
        if ref.first < NUM_VGPRS and ref.first + ref.count > end:
            raise StatementError(f"register index out of range in {ref}", half.column)
    if _accumulates(arch):
        return half
    for operand in half.operands:
        if operand.text.startswith("sext("):
            raise StatementError(f"sext() exists only with SDWA, which {arch} does not have", half.column)
        for ref in operand.regs:
            if is_agpr(ref.first):
                raise StatementError(f"accumulation registers do not exist on {arch}", half.column)
    return half


def _bind_half(half: Half, arch: str, wave: int, component: int, keep_unknown: bool) -> Op:
    half = _native(_merge_list(half), arch)
    forms = lookup(arch, half.mnemonic)
    if not forms:
        if keep_unknown:
            return opaque_op(half)
        raise no_such(half.mnemonic, arch, half.column)
    chosen = _chosen(half, forms, wave)
    if chosen is None:
        if keep_unknown:
            return opaque_op(half)
        raise unfit(half, forms, arch, wave, _fits)
    half, desc = chosen
    if desc.flags & _IMAGE and any(m.name in _PARTIAL_LOADS for m in half.modifiers):
        desc = _partial(desc)
    operands = half.operands
    if _joins(half, desc):
        operands = tuple(
            replace(o, kind=OperandKind.REG, text=str(joined), regs=(joined,))
            if o.kind is OperandKind.REGLIST and "m" not in d.kinds and (joined := _joined(o)) is not None
            else o
            for o, d in zip(operands, desc.operands, strict=True)
        )
    return make_op(half.mnemonic, operands, half.modifiers, desc, wave, component)


@cache
def _is_component(mnemonic: str, arch: str) -> bool:
    """Whether the mnemonic is that of half of a dual instruction."""
    return any(form.vopd is not None for form in lookup(arch, mnemonic))


def bind(halves: tuple[Half, ...], arch: str, wave: int, keep_unknown: bool = False) -> Op:
    """The op that a statement stands for on ``arch``.

    Raises :class:`StatementError` for a mnemonic or operand pattern that the tables lack, unless ``keep_unknown``.
    """
    if len(halves) == 1:
        half = halves[0]
        if _is_component(half.mnemonic, arch):
            raise StatementError(f"'{half.mnemonic}' needs a second half after '::'", half.column)
        return _bind_half(half, arch, wave, 0, keep_unknown)
    for half in halves:
        if lookup(arch, half.mnemonic) and not _is_component(half.mnemonic, arch):
            raise StatementError(f"'{half.mnemonic}' cannot be part of a dual instruction", half.column)
    x, y = (_bind_half(h, arch, wave, i, keep_unknown) for i, h in enumerate(halves))
    return make_pair(x, y)
