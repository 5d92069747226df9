"""The facts that an SGPR base requires, and which of them the code shows or the caller states.

An access can use its lanes' part as a zero-extended 32-bit offset if that part is between 0 and 2^32 - 1:

* a 32-bit number that is widened with its sign must not be negative: ``nonneg-index``, if its range does not show it;
* the sum must stay below 4 GiB: ``buffers-under-4gib``, or ``arg:NAME<4GiB`` for the argument that the pointer comes
  from.

An index that is the workgroup's part plus the item's may need neither, with the former in the base
(:func:`separated`). A 32-bit sum that wraps is not the sum of its widened parts. It cannot wrap between the two where

* the uniform terms are multiples of 2^k, and what lanes add (with the constant's lower k bits) is from 0 to 2^k - 1:
  ``256 * group + item`` with an item below 256, whatever the group is;
* or the ranges of all terms keep the whole within 32 bits;
* or it is the item's id in the grid, the workgroup's size times its id plus the item's: a grid has less than 2^32 of
  them.

Two accesses may share the offset, with the difference of their indices in the base, if both indices are below 2^31:
then the index of the one is that of the other plus the difference, exactly.
"""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.analysis.figures.launch_metadata import kernel_arguments
from isaopt.analysis.integers.affine import Affine
from isaopt.analysis.integers.forms import MASK32, MASK64, Atoms, LinearForm
from isaopt.analysis.integers.global_addresses import LaneAddress, LanePart, taken_apart
from isaopt.analysis.integers.origins import Origins
from isaopt.ir.program import Module


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


NONNEG, UNDER_4GIB = "nonneg-index", "buffers-under-4gib"


class Facts:
    """The facts that hold in one kernel, shown by its code or assumed."""

    def __init__(self, module: Module, kernel: str, affine: Affine, assumptions: Sequence[str]) -> None:
        self.affine, self.atoms = affine, affine.atoms
        self.assumptions = frozenset(assumptions)
        self.arguments = kernel_arguments(module, kernel)
        #: The initial value of each atom that stands for a moving base.
        self.starts: dict[int, LinearForm] = {}
        self.pointers = Origins(affine, self.starts).pointers

    def missing(self, address: LaneAddress) -> tuple[str, ...]:
        """The assumptions, by name, that the access needs and that were not given; an argument's where the pointer is
        known."""
        wanted = []
        if any(p.signed for p in address.parts) and NONNEG not in self.assumptions:
            wanted.append(NONNEG)
        if self.most(address.parts) > MASK32 and UNDER_4GIB not in self.assumptions:
            names = self._pointer_facts(address.uniform)
            if not self.assumptions.intersection(names):
                wanted.append(names[0] if names else UNDER_4GIB)
        return tuple(wanted)

    def is_based(self, address: LaneAddress) -> bool:
        """Whether an access is certainly to a pointer plus a per-lane part. Two per-lane registers, times the size of
        an element, count as an index if the address contains a pointer argument."""
        if not any(self.atoms.table[a].key[0] == "pair" for p in address.parts for a, _ in p.wide.terms):
            return True
        pointers = {a.offset for a in self.arguments if a.pointer}
        uniform = (LinearForm(0, (t,)) for t in address.uniform.terms if t[1] == 1)
        return any(self.pointers(form) & pointers for form in uniform)

    def with_fewest(self, address: LaneAddress) -> LaneAddress:
        """Moves the uniform part of an access's indices into its base if the access then needs fewer assumptions.
        Otherwise it stays: a base of its own costs more than a shared offset."""
        missing = () if address.reason else self.missing(address)
        if not missing:
            return address
        form = separated(self.atoms, address.form)
        apart = taken_apart(self.atoms, address.ordinal, address.vaddr, address.offset, form)
        return apart if not apart.reason and len(self.missing(apart)) < len(missing) else address

    def shares(self, one: LanePart, other: LanePart) -> bool:
        """Whether both indices are certainly below 2^31, given that the access itself is allowed, or are the same
        64-bit number."""
        if one.wide.terms:
            return one.wide == other.wide
        if one.form == other.form or one.signed or one.factor > 1:
            return True
        return max(self.atoms.upper(one.form), self.atoms.upper(other.form)) < 1 << 31

    def most(self, parts: Sequence[LanePart]) -> int:
        """An upper bound on the per-lane part, from ranges alone."""
        return sum(p.factor * (MASK64 if p.wide.terms else self.atoms.upper(p.form)) for p in parts)

    def _pointer_facts(self, uniform: LinearForm) -> list[str]:
        """Every spelling of the assumption about the argument that the pointer comes from."""
        offsets = self.pointers(uniform)
        for argument in self.arguments:
            if offsets == {argument.offset} and argument.size == 8:
                return [f"arg:{name}<4GiB" for name in dict.fromkeys((argument.label, str(argument.index)))]
        return []
