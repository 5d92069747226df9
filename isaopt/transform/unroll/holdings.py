"""What registers of straight-line code are known to hold: numbers, and constant distances from other registers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from isaopt.analysis.integers.linear import Sum
from isaopt.ir.program import Op
from isaopt.isa.registers import NUM_VGPRS, is_sgpr, is_vgpr

_WORD = 1 << 32
_Key = tuple[str, int, tuple[tuple[int, int, int], ...]]


@dataclass(frozen=True, slots=True)
class Base:
    """A register holds what ``unit`` held when it had been written ``version`` times, plus ``distance``."""

    unit: int
    version: int
    distance: int


@dataclass(slots=True)
class Holdings:
    """Kept up to date by :meth:`touch` for every register that an instruction writes.

    ``constant`` says what number a scalar holds where the code starts, if that is known.
    """

    constant: Callable[[int], int | None]
    _version: dict[int, int] = field(default_factory=dict)
    _bases: dict[int, Base] = field(default_factory=dict)
    _numbers: dict[int, int | None] = field(default_factory=dict)
    _made: dict[int, _Key] = field(default_factory=dict)

    def touch(self, unit: int) -> None:
        """The register was written: nothing is known of it."""
        self._version[unit] = self._version.get(unit, 0) + 1
        self._bases.pop(unit, None)
        self._made.pop(unit, None)
        self._numbers[unit] = None

    def step(self, unit: int, by: int) -> None:
        """The register was moved by a constant."""
        number = self.number(unit)
        self.touch(unit)
        self._numbers[unit] = None if number is None else (number + by) % _WORD

    def forget_lanes(self) -> None:
        """EXEC has changed: what one mask's lanes held says nothing of another's."""
        for known in (self._bases, self._made):
            for unit in [u for u in known if u < NUM_VGPRS]:
                del known[unit]

    def number(self, unit: int) -> int | None:
        """The number that a scalar register holds, if that is known."""
        if not is_sgpr(unit):
            return None
        if unit not in self._numbers:
            self._numbers[unit] = self.constant(unit)
        return self._numbers[unit]

    def base(self, unit: int) -> Base | None:
        """The register that this one is a constant away from, if that has not changed since."""
        found = self._bases.get(unit)
        return found if found is not None and self._version.get(found.unit, 0) == found.version else None

    def still_holds(self, op: Op, made: Sum) -> bool:
        """Whether the target of a sum holds it already."""
        return self._made.get(made.target) == self._key(op, made)

    def learn(self, op: Op, made: Sum) -> Callable[[], None]:
        """What a sum's target will hold, worked out before it is written and noted when what is returned is called."""
        target = made.target
        base, number, key = self._base_of(made), self._number_of(made), self._key(op, made)

        def note() -> None:
            if target not in dict(made.terms):
                self._made[target] = key
                if base is not None:
                    self._bases[target] = base
            self._numbers[target] = number

        return note

    def _key(self, op: Op, made: Sum) -> _Key:
        return op.mnemonic, made.constant, tuple((u, f, self._version.get(u, 0)) for u, f in made.terms)

    def _number_of(self, made: Sum) -> int | None:
        if not is_sgpr(made.target):
            return None
        total = made.constant
        for unit, factor in made.terms:
            own = self.number(unit)
            if own is None:
                return None
            total += own * factor
        return total % _WORD

    def _base_of(self, made: Sum) -> Base | None:
        """The one VGPR that a sum is a constant away from, as far back as that goes."""
        if not is_vgpr(made.target):
            return None
        distance, unit = made.constant, -1
        for term, factor in made.terms:
            own = self.number(term)
            if own is not None:
                distance += own * factor
            elif factor == 1 and unit < 0 and is_vgpr(term):
                unit = term
            else:
                return None
        if unit < 0:
            return None
        older = self.base(unit)
        if older is not None:
            return Base(older.unit, older.version, (older.distance + distance) % _WORD)
        return Base(unit, self._version.get(unit, 0), distance % _WORD)
