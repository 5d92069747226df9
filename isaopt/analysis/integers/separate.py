"""Splits widened sums into a uniform part and a part per lane, where the split is exact.

A 32-bit sum that wraps is not the sum of its widened parts.  It cannot wrap between the two parts where

* the uniform terms are multiples of 2^k, and what lanes add (with the constant's lower k bits) is from 0 to 2^k - 1:
  ``256 * group + item`` with an item below 256, whatever the group is;
* or the ranges of all terms keep the whole within 32 bits;
* or it is the item's id in the grid, the workgroup's size times its id plus the item's: a grid has less than 2^32 of
  them.
"""

from __future__ import annotations

from isaopt.analysis.integers.forms import MASK32, Atoms, LinearForm


def separated(atoms: Atoms, form: LinearForm) -> LinearForm:
    """A 64-bit form with its widened sums split, where that is exact."""
    pieces = []
    for atom, factor in form.terms:
        apart = None if atoms.table[atom].uniform else _apart(atoms, atom)
        pieces.append((LinearForm(0, ((atom, 1),)) if apart is None else apart, factor))
    return atoms.sum(64, pieces, form.constant)


def _apart(atoms: Atoms, atom: int) -> LinearForm | None:
    kind, inner, *_ = atoms.table[atom].key
    if kind not in ("sext", "zext") or not isinstance(inner, LinearForm):
        return None
    lanes = LinearForm(0, tuple(t for t in inner.terms if not atoms.table[t[0]].uniform))
    uniform = tuple(t for t in inner.terms if atoms.table[t[0]].uniform)
    low, high = atoms.span(lanes)
    lowest, highest = atoms.span(inner)
    bottom, top = (-(1 << 31), (1 << 31) - 1) if kind == "sext" else (0, MASK32)
    if (bottom <= lowest and highest <= top) or (kind == "zext" and _is_grid_id(atoms, inner)):
        kept = -low
    else:
        step = 1 << min(atoms.trailing_zeros(LinearForm(0, uniform)), 31)
        rest = inner.constant % step
        if not uniform or low + rest < 0 or high + rest >= step:
            return None
        if low >= 0:  # then the constant may go to the offset field
            base = atoms.widened(str(kind), LinearForm(inner.constant - rest, uniform))
            return atoms.sum(64, ((base, 1), (atoms.widened("zext", lanes), 1)), rest)
        kept = rest
    if high + kept > MASK32:
        return None
    base = atoms.widened(str(kind), atoms.sum(32, ((LinearForm(inner.constant, uniform), 1),), -kept))
    return atoms.sum(64, ((base, 1), (atoms.widened("zext", atoms.sum(32, ((lanes, 1),), kept)), 1)))


def _is_grid_id(atoms: Atoms, form: LinearForm) -> bool:
    """Whether a form is the work-item's id in the grid, in some dimension."""
    if form.constant or len(form.terms) != 2 or any(c != 1 for _, c in form.terms):
        return False
    for (product, _), (item, _) in (form.terms, form.terms[::-1]):
        kind, *factors = atoms.table[product].key
        own = atoms.slice_of(item)
        if kind == "mul" and own is not None and own.what == "item":
            found = [atoms.slice_of(a) for a in factors if isinstance(a, int)]
            return {(s.what, s.axis) for s in found if s is not None} == {("size", own.axis), ("group", own.axis)}
    return False
