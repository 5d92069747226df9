"""The addresses of a kernel's global accesses, split into a part uniform across the wave and a part per lane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.integers.affine import Affine
from isaopt.analysis.integers.forms import Atoms, LinearForm
from isaopt.analysis.integers.products import factors_of, spread
from isaopt.ir.program import Op
from isaopt.isa.meaning import Space

_MOST_FACTOR = 1 << 16


_NONE = LinearForm()


@dataclass(frozen=True, slots=True)
class LanePart:
    """``factor`` times a 32-bit form, widened with its sign if ``signed``; some of the form's atoms vary by lane.

    Of a 64-bit index, such as a row times a stride of 64 bits, ``wide`` is all of it and ``form`` its lower half;
    ``signed`` if a number that may have a sign is in it.
    """

    factor: int
    signed: bool
    form: LinearForm
    wide: LinearForm = _NONE


@dataclass(frozen=True, slots=True)
class LaneAddress:
    """A global access whose 64-bit address stands in VGPRs: ``uniform`` + the lane parts + the instruction's offset.

    ``reason`` says why it could not be taken apart, or is empty: ``not-affine`` where a lane's part is no sum of
    indices with positive factors, ``not-uniform`` where nothing uniform is in it.
    """

    ordinal: int
    vaddr: int
    offset: int
    form: LinearForm
    uniform: LinearForm
    parts: tuple[LanePart, ...]
    reason: str = ""


def vaddr_of(op: Op) -> int | None:
    """The operand with the 64-bit VGPR address of a global access, None if the op is not one or has another form."""
    if op.desc.memory is None or op.desc.memory.space is not Space.GLOBAL:
        return None
    names = [d.name for d in op.desc.operands]
    if "vaddr" not in names or names[-1] != "off":
        return None
    at = names.index("vaddr")
    reg = op.operands[at].reg
    return at if reg is not None and reg.is_vgpr and reg.count == 2 else None


def global_addresses(ops: list[Op], cfg: CFG, affine: Affine) -> list[LaneAddress]:
    """The accesses through 64-bit VGPR addresses, in the order of the code."""
    found = []
    for block in cfg.blocks:
        here = block.ordinals
        if block.index not in cfg.reachable or all(vaddr_of(ops[k]) is None for k in here):
            continue
        for k, state in zip(here, affine.over(block.index), strict=False):
            at = vaddr_of(ops[k])
            offset = ops[k].number("offset")
            if at is None or offset is None:
                continue
            reg = ops[k].operands[at].reg
            assert reg is not None
            affine.look(state, k)
            form = affine.atoms.wide(affine.read(reg.first), affine.read(reg.first + 1))
            found.append(taken_apart(affine.atoms, k, at, offset, form))
    return found


def varying_terms(atoms: Atoms, form: LinearForm) -> tuple[tuple[int, int], ...]:
    """The terms of a form that differ between lanes."""
    return tuple((a, c) for a, c in form.terms if not atoms.table[a].uniform)


def taken_apart(atoms: Atoms, ordinal: int, vaddr: int, offset: int, form: LinearForm) -> LaneAddress:
    """The access at an address of that 64-bit form."""
    form = spread(atoms, form)
    uniform: list[tuple[int, int]] = []
    wide: list[tuple[int, int]] = []
    parts = []
    reason = ""
    for atom, factor in form.terms:
        kind, inner, *_ = atoms.table[atom].key
        if atoms.table[atom].uniform:
            uniform.append((atom, factor))
        elif not 0 < factor <= _MOST_FACTOR or (kind == "pair" and factor == 1):
            reason = "not-affine"  # two registers may be a pointer of each lane's own, a multiple of them cannot
        elif kind in ("zext", "sext") and isinstance(inner, LinearForm):
            parts.append(LanePart(factor, kind == "sext", inner))
        else:
            wide.append((atom, factor))
    if wide:
        parts.append(_wide_part(atoms, wide))
    if not reason and not uniform:
        reason = "not-uniform"
    parts.sort(key=lambda p: (p.factor, p.signed, varying_terms(atoms, p.form), p.form.terms, p.form.constant))
    return LaneAddress(ordinal, vaddr, offset, form, LinearForm(form.constant, tuple(uniform)), tuple(parts), reason)


def _wide_part(atoms: Atoms, terms: Sequence[tuple[int, int]]) -> LanePart:
    """All 64-bit indices of an access as one part."""
    common = gcd(*(factor for _, factor in terms))
    whole = LinearForm(0, tuple((atom, factor // common) for atom, factor in terms))
    signed = any(atoms.table[f].key[0] != "zext" for atom, _ in terms for f in factors_of(atoms, atom))
    return LanePart(common, signed, atoms.low(whole), whole)
