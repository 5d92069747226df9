"""The facts that an SGPR base requires, and which of them the code shows or the caller states.

An access can use its lanes' part as a zero-extended 32-bit offset if that part is between 0 and 2^32 - 1:

* a 32-bit number that is widened with its sign must not be negative: ``nonneg-index``, if its range does not show it;
* the sum must stay below 4 GiB: ``buffers-under-4gib``, or ``arg:NAME<4GiB`` for the argument that the pointer comes
  from.

An index that is the workgroup's part plus the item's may need neither, with the former in the base:
:mod:`isaopt.analysis.integers.separate`.

Two accesses may share the offset, with the difference of their indices in the base, if both indices are below 2^31:
then the index of the one is that of the other plus the difference, exactly.
"""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.analysis.figures.launch_metadata import kernel_arguments
from isaopt.analysis.integers.affine import Affine
from isaopt.analysis.integers.forms import MASK32, MASK64, LinearForm
from isaopt.analysis.integers.global_addresses import LaneAddress, LanePart, taken_apart
from isaopt.analysis.integers.origins import Origins
from isaopt.analysis.integers.separate import separated
from isaopt.ir.program import Module

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
