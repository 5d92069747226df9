"""The distances between the accesses of a group: the part for SGPR bases, and the part for the offset field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from isaopt.analysis.integers.forms import MASK32, LinearForm
from isaopt.analysis.integers.global_addresses import LaneAddress, LanePart, varying_terms
from isaopt.target.arch import get_arch
from isaopt.target.offsets import offset_range
from isaopt.transform.sgpr_bases.plan import InsertionPlaces, Spot


@dataclass(slots=True)
class Distances:
    """The distances within one group of accesses whose indices are all below 2^31."""

    places: InsertionPlaces
    arch: str
    #: By kind of index and terms: distances from the first index of the group.
    _known: dict[tuple[object, ...], list[tuple[LinearForm, Spot]]] = field(default_factory=dict)

    @property
    def limits(self) -> tuple[int, int]:
        """The range of the offset field, in bytes."""
        offsets = offset_range(get_arch(self.arch), "global")
        return offsets.least, offsets.most

    def base(self, address: LaneAddress, shared: Sequence[LanePart]) -> tuple[LinearForm, int, bool]:
        """The value for the SGPR pair, the constant for the offset field, and whether the whole constant fits there,
        if the lanes add the ``shared`` parts."""
        atoms = self.places.affine.atoms
        pieces = [(address.uniform, 1)]
        constant = address.offset
        for mine, other in zip(address.parts, shared, strict=True):
            difference = atoms.sub(mine.form, other.form)
            value = difference.constant
            if difference.terms:
                known = self._alike(address, mine, difference)
                pieces.append((atoms.widened("sext", known), mine.factor))
                value = (value - known.constant) & MASK32
            constant += mine.factor * (value - (value >> 31 << 32))
        total = atoms.sum(64, pieces, constant)
        least, most = self.limits
        signed = total.constant - (total.constant >> 63 << 64)
        if least <= signed <= most:
            return LinearForm(0, total.terms), signed, True
        kept = signed & (most >> 1)
        return atoms.sum(64, ((total, 1),), -kept), kept, False

    def _alike(self, address: LaneAddress, part: LanePart, difference: LinearForm) -> LinearForm:
        """The first known distance that differs from this one by a constant.

        Both are distances between indices below 2^31, so the constant can be moved out of the extension.
        """
        atoms = self.places.affine.atoms
        spot = self.places.spot(address.ordinal)
        key = (part.factor, part.signed, varying_terms(atoms, part.form), difference.terms)
        alike = self._known.setdefault(key, [])
        known = next((d for d, where in alike if self.places.within(spot, where)), None)
        if known is None:
            alike.append((difference, spot))
        return known or difference
