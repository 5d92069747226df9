"""Positions in two objects whose kernels may differ in length.

The code (and the descriptor) of a kernel that differs is a *hole* in its section.  Between holes, what is not padding
must be the same in both objects; a place is named by the hole or the gap that it is in, so that places of two objects
can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from isaopt.graphs import reachable
from isaopt.proof.surroundings.harmless import PADDING, is_unread
from isaopt.toolchain.elf import EXECUTE, FUNC, LOCAL, Object, Relocation, Section

#: Relocations relative to the program counter of an s_getpc_b64 before them, by type: what they are of, and which half
#: (LLVM AMDGPUUsage, "Relocation Records").
PC_HALVES = {8: ("gotpcrel32", "lo"), 9: ("gotpcrel32", "hi"), 10: ("rel32", "lo"), 11: ("rel32", "hi")}
ABSOLUTE_HALVES = {1: "abs32 lo", 2: "abs32 hi", 6: "abs32"}
#: A distance in 64 bits, by which a descriptor leads to its kernel.
DISTANCE = 5
#: How far after s_getpc_b64 its distance may be added, in words.
_NEAR = 16

_ALIGNED = 256
#: Types of sections that a loader does not look into: plain contents, and LLVM's list of symbols whose address matters.
_PLAIN_TYPES = frozenset((1, 0x6FFF4C03))

#: Section number, gap (-1: a hole), offset in it, and the name of the hole.
Place = tuple[int, int, int, str]


@dataclass(frozen=True, slots=True)
class Hole:
    name: str
    section: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Gap:
    """The bytes between holes of a section: ``first`` to ``last`` are its core, surrounded by padding; ``fills`` are
    paddings in the core, each from one byte to another."""

    start: int
    end: int
    first: int
    last: int
    fills: tuple[tuple[int, int], ...] = ()

    @property
    def padding(self) -> int:
        """How many bytes of padding are at the end."""
        return self.end - (self.last if self.first < self.last else self.start)

    def offset(self, place: int) -> int:
        """The offset of a place from the start of the core, without padding."""
        return place - self.first - sum(b - a for a, b in self.fills if b <= place)

    def core(self, data: bytes) -> list[bytes]:
        """The contents without padding."""
        edges = [self.first, *(edge for fill in self.fills for edge in fill), self.last]
        return [data[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]

    def aligned_as(self, other: Gap) -> bool:
        """Whether what follows padding in the core begins where a kernel may begin, if it does in the other one (LLVM
        AMDGPUUsage, "Kernel Descriptor")."""
        ends = zip(self.fills, other.fills, strict=True)
        return not any(mine % _ALIGNED and not theirs % _ALIGNED for (_, mine), (_, theirs) in ends)


def reads_counter(word: bytes) -> bool:
    """Whether a word is s_getpc_b64: 0xbe80'4700, destination in bits 22:16."""
    return int.from_bytes(word, "little") & 0xFF80FF00 == 0xBE804700


class ObjectPlaces:
    """The places of one object."""

    def __init__(self, made: Object, holes: Sequence[Hole], apart: bool = False) -> None:
        """``apart``: functions may stand at any distance from each other
        (:func:`isaopt.proof.surroundings.reach.pieces_apart`), so that what fills up between them is padding."""
        self.object, self.apart = made, apart
        #: The sections that count, in order.
        read = self._read()
        named = {r.symbol.section for i in read for r in made.sections[i].relocations}
        counted = (s for s in made.sections.values() if s.size or s.index in named or self._has_symbols(s))
        self.sections = [s for s in counted if s.index in read]
        self.numbers = {s.index: n for n, s in enumerate(self.sections)}
        self.holes: dict[int, list[Hole]] = {}
        for hole in sorted(holes, key=lambda h: h.start):
            self.holes.setdefault(hole.section, []).append(hole)
        self._anchors = self._find_anchors()
        self.gaps = {s.index: [self._gap(s, a, b) for a, b in self.spans(s)] for s in self.sections}

    def _read(self) -> set[int]:
        """The sections that something may read: all but those that have a name by which tools alone know them, which
        no symbol shows to others, and to which no section that is read refers."""
        sections = self.object.sections
        tools = {i for i, s in sections.items() if is_unread(s.name) and s.type in _PLAIN_TYPES}
        read = [i for i, s in sections.items() if i not in tools or self._has_symbols(s)]
        return reachable(read, lambda i: {r.symbol.section for r in sections[i].relocations} & sections.keys())

    def _has_symbols(self, section: Section) -> bool:
        return any(s.section == section.index and s.binding != LOCAL for s in self.object.symbols)

    def spans(self, section: Section) -> Iterator[tuple[int, int]]:
        """The start and end of each gap of a section."""
        start = 0
        for hole in self.holes.get(section.index, ()):
            yield start, hole.start
            start = hole.end
        yield start, max(section.size, start)

    @property
    def overlap(self) -> bool:
        """Whether holes overlap each other or the end of their section."""
        return any(b < a or b > s.size for s in self.sections for a, b in self.spans(s))

    def target(self, section: Section, relocation: Relocation) -> tuple[int, int] | None:
        """The section and offset that a relocation refers to; None if it is in another object."""
        symbol = relocation.symbol
        if not symbol.placed or symbol.section not in self.numbers:
            return None
        return symbol.section, symbol.value + relocation.addend - self.behind_counter(section, relocation)

    def behind_counter(self, section: Section, relocation: Relocation) -> int:
        """How many bytes a relocated place in code is after the program counter that its value is added to; 0 for one
        that is not added to it."""
        if relocation.type not in PC_HALVES:
            return 0
        for back in range(4, 4 * _NEAR, 4):
            if back <= relocation.offset and reads_counter(section.data[relocation.offset - back :][:4]):
                return back - 4
        return 0

    def _find_anchors(self) -> dict[int, list[tuple[int, int]]]:
        """By section: where something is that others may name, and where it ends (-1: not known)."""
        found: dict[int, list[tuple[int, int]]] = {}
        # Of functions alone: what is said of data's size keeps nobody from reading beyond it.
        functions = (s for s in self.object.symbols if s.placed and s.size and s.type == FUNC)
        sizes = {(s.section, s.value): s.value + s.size for s in functions}
        for symbol in self.object.symbols:
            if symbol.placed and symbol.binding != LOCAL:
                end = sizes.get((symbol.section, symbol.value), -1)
                found.setdefault(symbol.section, []).append((symbol.value, end))
        for section in self.sections:
            for relocation in section.relocations:
                found.setdefault(section.index, []).append((relocation.offset, relocation.offset + 8))
                target = self.target(section, relocation)
                if target is not None and (relocation.symbol.binding == LOCAL or relocation.type != DISTANCE):
                    found.setdefault(target[0], []).append((target[1], sizes.get(target, -1)))
        return found

    def _gap(self, section: Section, start: int, end: int) -> Gap:
        """The bytes between two holes; where no code has changed, nothing that looks like padding is any."""
        if section.index not in self.holes or not section.flags & EXECUTE:
            return Gap(start, end, start, end)
        anchors = [(a, b) for a, b in self._anchors.get(section.index, ()) if start <= a < end]
        first, last = start, end
        while first + 4 <= min([end, *(a for a, _ in anchors)]) and section.data[first : first + 4] in PADDING:
            first += 4
        solid = max([first, *(b if b >= 0 else end for _, b in anchors)])
        while last - 4 >= solid and section.data[last - 4 : last] in PADDING:
            last -= 4
        return Gap(start, end, first, last, tuple(self._fills(section, first, last)) if self.apart else ())

    def _fills(self, section: Section, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Padding before functions in the core of a gap, where there may be some: no symbol covers it, and nothing
        names it."""
        anchors = self._anchors.get(section.index, ())
        if not section.flags & EXECUTE:
            return
        covered = [(s.value, s.value + s.size) for s in self.object.symbols if s.section == section.index and s.size]
        entries = {s.value for s in self.object.symbols if s.section == section.index and s.type == FUNC and s.size}
        for b in sorted(at for at in entries if first < at < last):
            a = b
            while a - 4 >= first and section.data[a - 4 : a] in PADDING:
                a -= 4
            named = any(first <= p < b and (end < 0 or end > a) for p, end in anchors)
            if not named and not any(p < b and end > a for p, end in covered):
                yield a, b

    def place(self, section: int, offset: int, whole: bool = False) -> Place:
        """The name of a place; ``whole`` counts from the start of gaps that are the same with their padding."""
        number = self.numbers[section]
        for hole in self.holes.get(section, ()):
            if hole.start <= offset < hole.end:
                return number, -1, offset - hole.start, hole.name
        for index, gap in enumerate(self.gaps[section]):
            if offset <= gap.end or index == len(self.gaps[section]) - 1:
                return number, index, offset - gap.start if whole else gap.offset(offset), ""
        raise AssertionError("a section ends in a gap")
