"""Matrix instructions as data: shapes, element types, and which bits of which lane's registers hold which element.

The emulator computes with this definition and ``isaopt layout`` prints it.  Every layout is a list of digits: a
coordinate of the matrix (row ``i``, column ``j``, inner index ``k``, ``block``) is cut into digits, and the digits
make up the number of the lane and the number of the item within the lane.

Sources: RDNA3 ISA guide 7.9 ("WMMA") and GPUOpen's "How to accelerate AI applications on RDNA 3 using WMMA" for
gfx11; RDNA4 ISA guide, "WMMA", and GPUOpen's "Using the Matrix Cores of AMD RDNA 4 architecture GPUs" for gfx12.
Those publish gfx12 in wave32.  Its wave64 layouts and those of SWMMAC follow the same rule with the register counts of
the instruction tables; see :attr:`MatrixOp.confidence`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import prod
from typing import Literal

from isaopt.target.arch import Confidence

OperandName = Literal["A", "B", "C", "D", "index"]
Coordinate = Literal["i", "j", "k", "block", "copy"]
#: Bits of an element, by the type's name in mnemonics.
ELEMENT_BITS: dict[str, int] = {
    "f64": 64, "f32": 32, "xf32": 32, "i32": 32, "f16": 16, "bf16": 16, "i8": 8, "iu8": 8, "fp8": 8, "bf8": 8,
    "iu4": 4, "index": 2,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Digit:
    """One digit of a coordinate: ``coordinate // stride % size``. The coordinate ``copy`` counts copies of the whole
    matrix."""

    coordinate: Coordinate
    size: int
    stride: int = 1


@dataclass(frozen=True, slots=True)
class ElementPlace:
    """The place of an element: ``bits`` bits from ``bit`` on, in a lane's register counted from the operand's first; an
    f64 also takes the next register."""

    lane: int
    register: int
    bit: int
    bits: int


@dataclass(frozen=True)
class OperandLayout:
    """The layout of one operand of a matrix instruction; ``shape`` gives its coordinates with their sizes, rows first.

    ``lane`` and ``item`` are digits, lowest first. Items of ``type`` fill consecutive registers in slots of
    ``slot_bits``, from bit ``offset`` on of the first register, or of each register if a slot is wider than its item.
    """

    operand: OperandName
    type: str
    shape: tuple[tuple[Coordinate, int], ...]
    lane: tuple[Digit, ...]
    item: tuple[Digit, ...]
    wave_size: int
    slot_bits: int
    offset: int = 0
    source_block: tuple[int, ...] = ()
    """The block that replaces each block (``cbsz`` and ``abid`` of an MFMA); empty if none is replaced."""
    source_lane: tuple[int, ...] = ()
    """The lane whose data replace those of each lane (``blgp`` of an MFMA); empty if none are replaced."""

    @property
    def bits(self) -> int:
        """Bits of an element."""
        return ELEMENT_BITS[self.type]

    @property
    def items(self) -> int:
        """Elements that a lane holds."""
        return prod(d.size for d in self.item)

    @property
    def registers(self) -> int:
        """32-bit registers of the operand."""
        return max(1, -(-(self.items * self.slot_bits) // 32))

    def coordinates(self) -> Iterator[tuple[int, ...]]:
        """Every element, in the order of ``shape``."""
        return product(*(range(size) for _, size in self.shape))

    def places(self, element: tuple[int, ...]) -> tuple[ElementPlace, ...]:
        """All places that hold an element, by lane; ``element`` gives the coordinates in the order of ``shape``."""
        return _places(self)[element]

    def element(self, register: int, lane: int, bit: int) -> tuple[tuple[int, ...], ...]:
        """The elements to which a bit of a lane's register belongs; empty if it is unused."""
        return _elements(self).get((register, lane, bit), ())


def _number(digits: tuple[Digit, ...], values: dict[Coordinate, int]) -> int:
    number, weight = 0, 1
    for digit in digits:
        number += weight * (values.get(digit.coordinate, 0) // digit.stride % digit.size)
        weight *= digit.size
    return number


def _placed(layout: OperandLayout, values: dict[Coordinate, int]) -> ElementPlace:
    item, lane = _number(layout.item, values), _number(layout.lane, values)
    if layout.source_lane:
        lane = layout.source_lane[lane]
    start = item * layout.slot_bits
    return ElementPlace(lane, start // 32, start % 32 + layout.offset, layout.bits)


@cache
def _places(layout: OperandLayout) -> dict[tuple[int, ...], tuple[ElementPlace, ...]]:
    copies = prod(d.size for d in layout.lane if d.coordinate == "copy")
    out = {}
    for element in layout.coordinates():
        values: dict[Coordinate, int] = {name: n for (name, _), n in zip(layout.shape, element, strict=True)}
        if layout.source_block:
            values["block"] = layout.source_block[values["block"]]
        found = (_placed(layout, {**values, "copy": copy}) for copy in range(copies))
        out[element] = tuple(sorted(set(found), key=lambda p: (p.lane, p.register, p.bit)))
    return out


@cache
def _elements(layout: OperandLayout) -> dict[tuple[int, int, int], tuple[tuple[int, ...], ...]]:
    out: dict[tuple[int, int, int], list[tuple[int, ...]]] = {}
    for element in layout.coordinates():
        for place in layout.places(element):
            for n in range(place.bits):
                register, bit = place.register + (place.bit + n) // 32, (place.bit + n) % 32
                out.setdefault((register, place.lane, bit), []).append(element)
    return {key: tuple(elements) for key, elements in out.items()}


@dataclass(frozen=True)
class LayoutChoice:
    """Modifiers that choose among an instruction's layouts; those that an instruction lacks are 0.

    ``high``: 16-bit C and D are in the upper halves (``op_sel:[0,0,1]`` on gfx11). ``index_key``: the part of the index
    register that is used. ``cbsz``, ``abid``, ``blgp``: MFMA's broadcasts of A and lane patterns of B.
    """

    high: int = 0
    index_key: int = 0
    cbsz: int = 0
    abid: int = 0
    blgp: int = 0


NO_CHOICE = LayoutChoice()


@dataclass(frozen=True)
class MatrixOp:
    """D = A (m by k) * B (k by n) + C, ``blocks`` times. If ``sparse``, A holds two of every four values of k, an index
    register says which, and C is D's old value."""

    mnemonic: str
    family: str
    m: int
    n: int
    k: int
    a: str
    b: str
    c: str
    blocks: int = 1
    sparse: bool = False
    wave_sizes: tuple[int, ...] = (32, 64)
    modifiers: frozenset[str] = field(default_factory=frozenset)

    @property
    def operands(self) -> tuple[OperandName, ...]:
        return ("A", "B", "C", "D", "index") if self.sparse else ("A", "B", "C", "D")

    def confidence(self, wave_size: int) -> Confidence:
        """``documented``, or ``assumed`` if AMD's guides omit the layout and the rule of related instructions is
        applied."""
        return "assumed" if self.sparse or (self.family == "gfx12" and wave_size == 64) else "documented"
