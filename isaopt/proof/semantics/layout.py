"""LDS with padding in B: what is at byte ``a`` in A is at ``a + pad * ((a - start) >> row)``, from ``start`` on.

B's LDS is looked at through this map, as if each of its accesses had A's address.  Why that is sound:

* The map is strictly monotone, so different bytes of A are different bytes of B.
* Every access of A is shown to lie within what its descriptor asks for, by the ranges of what its address is made of;
  B has room for the image of all of that.  So no access of either is beyond the end, where loads and stores do nothing.
* An access of B is one to an address ``a`` of A only if its own address is the image of ``a`` as a term, hence for
  every lane, wave and launch; and an access that has no such ``a`` is not proved.
* Wide accesses are looked at dword by dword.  One of these, or a smaller one, is aligned to its size, and rows begin at
  multiples of 16 bytes from ``start`` on, so that its bytes stay side by side.
* Nothing else of either kernel touches LDS or tells where in it something is (:mod:`isaopt.proof.walk.layouts`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.types import CannotProve

#: What rows begin at multiples of, and their least size in bits.
_GRANULE, _LEAST_ROW = 16, 4


@dataclass(frozen=True, slots=True)
class LdsPadding:
    """``start``: the first byte that may move; ``row``: the bits of a row's size; ``pad``: the bytes between two rows;
    ``size``: the bytes of LDS that A asks for."""

    start: int
    row: int
    pad: int
    size: int
    #: By its image, an address of A.
    _addresses: dict[int, int] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.start % _GRANULE or self.row < _LEAST_ROW or self.pad <= 0 or self.pad % 4:
            raise ValueError("no such layout")

    def moved(self, byte: int) -> int:
        """The place in B of a byte of A."""
        return byte + self.pad * (max(byte - self.start, 0) >> self.row)

    @property
    def extent(self) -> int:
        """The bytes that the image of A's LDS takes."""
        return self.moved(self.size - 1) + 1

    def image(self, run: SideExecution, address: int, size: int) -> int:
        """Where in B an element of A is."""
        n = run.integers
        first, end = span(run, address, size)
        if end > self.size:
            raise CannotProve("an access may be beyond the end of LDS", run.line)
        if end <= self.start:
            return address
        if first < self.start:
            raise CannotProve("an access may be where LDS is padded, or in front of it", run.line)
        if n.bits(address) & (size - 1):
            raise CannotProve("an access to padded LDS may not be aligned", run.line)
        row = n.lshr(n.offset(address, -self.start), run.terms.const(self.row))
        return n.linear(32, ((address, 1), (row, self.pad)))

    def place(self, run: SideExecution, address: int, size: int) -> int:
        """The address in A of an element that is accessed."""
        if run.side.number == 0:
            self._addresses.setdefault(self.image(run, address, size), address)
            return address
        own = self._addresses.get(address)
        if own is None or self.image(run, own, size) != address:
            raise CannotProve("A accesses nothing that B has here in LDS", run.line)
        return own

    def check_width(self, run: SideExecution, address: int, size: int) -> None:
        """Refuses an access whose alignment the padding changes: not one in front of it, where turns move none."""
        in_front = run.world.buffers is None and span(run, address, size)[1] <= self.start
        if not in_front and self.pad % (1 << (size - 1).bit_length()):
            raise CannotProve("the padding of LDS changes the alignment of a wide access", run.line)


def span(run: SideExecution, address: int, size: int) -> tuple[int, int]:
    """Between which bytes an access to LDS is, as sums tell; beyond the end of LDS, the addresses may wrap."""
    n = run.integers
    constant, parts = n.parts(address, "lin32")
    return constant, constant + sum(factor * min(n.upper(term), n.bits(term)) for term, factor in parts) + size
