"""The addresses of a kernel's global accesses, taken apart into what is the same for a wave and what each lane adds."""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.analysis.affine import Affine
from isaopt.analysis.cfg import CFG
from isaopt.analysis.exec_masks import ExecMasks
from isaopt.analysis.forms import Atoms, Form
from isaopt.ir.program import Op

_MOST_FACTOR = 1 << 16


@dataclass(frozen=True, slots=True)
class LanePart:
    """``factor`` times a 32-bit form, widened with its sign if ``signed``; some of the form's atoms vary by lane."""

    factor: int
    signed: bool
    form: Form


@dataclass(frozen=True, slots=True)
class Address:
    """A global access whose 64-bit address stands in VGPRs: ``uniform`` + the lane parts + the instruction's offset.

    ``reason`` says why it could not be taken apart, or is empty: ``not-affine`` where a lane's part is no sum of
    widened 32-bit numbers with positive factors, ``not-uniform`` where nothing uniform is in it.
    """

    ordinal: int
    vaddr: int
    offset: int
    form: Form
    uniform: Form
    parts: tuple[LanePart, ...]
    reason: str = ""


def vaddr_of(op: Op) -> int | None:
    """The operand with the 64-bit VGPR address of a global access, None if the op is none or has another form."""
    if not op.mnemonic.startswith("global_") or op.pair is not None:
        return None
    names = [d.name for d in op.desc.operands]
    if "vaddr" not in names or names[-1] != "off":
        return None
    at = names.index("vaddr")
    reg = op.operands[at].reg
    return at if reg is not None and reg.is_vgpr and reg.count == 2 else None


def global_addresses(ops: list[Op], cfg: CFG, masks: ExecMasks, affine: Affine) -> list[Address]:
    """The accesses through 64-bit VGPR addresses, in the order of the code."""
    found = []
    for block in cfg.blocks:
        here = range(block.first, block.first + len(block.instructions))
        if block.index not in cfg.reachable or all(vaddr_of(ops[k]) is None for k in here):
            continue
        for k, state in zip(here, affine.states(block.index), strict=False):
            at = vaddr_of(ops[k])
            offset = _offset(ops[k])
            if at is None or offset is None:
                continue
            reg = ops[k].operands[at].reg
            assert reg is not None
            affine.look(state, k)
            form = affine.atoms.wide(affine.read(reg.first), affine.read(reg.first + 1))
            found.append(taken_apart(affine.atoms, k, at, offset, form))
    return found


def _offset(op: Op) -> int | None:
    try:
        return int(op.modifier("offset") or "0", 0)
    except ValueError:
        return None


def varying_terms(atoms: Atoms, form: Form) -> tuple[tuple[int, int], ...]:
    """The terms of a form that differ between lanes."""
    return tuple((a, c) for a, c in form.terms if not atoms.table[a].uniform)


def taken_apart(atoms: Atoms, ordinal: int, vaddr: int, offset: int, form: Form) -> Address:
    """The access at an address of that 64-bit form."""
    uniform: list[tuple[int, int]] = []
    parts = []
    reason = ""
    for atom, factor in form.terms:
        if atoms.table[atom].uniform:
            uniform.append((atom, factor))
            continue
        kind, inner, *_ = atoms.table[atom].key
        if kind == "pair" or not isinstance(inner, Form) or not 0 < factor <= _MOST_FACTOR:
            reason = "not-affine"
            continue
        parts.append(LanePart(factor, kind == "sext", inner))
    if not reason and not uniform:
        reason = "not-uniform"
    parts.sort(key=lambda p: (p.factor, p.signed, varying_terms(atoms, p.form), p.form.terms, p.form.constant))
    return Address(ordinal, vaddr, offset, form, Form(form.constant, tuple(uniform)), tuple(parts), reason)
