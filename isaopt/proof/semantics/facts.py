"""Assumptions about the first kernel's global accesses and the facts that a segment of a proof derives from them: plain
data for :mod:`isaopt.proof.semantics.offsets`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from isaopt.analysis.figures.launch_metadata import Argument

NONNEG, UNDER_4GIB = "nonneg-index", "buffers-under-4gib"
#: That A accesses no LDS beyond what it asks for.
IN_BOUNDS = "lds-in-bounds"
READ_ONLY = "read-only-arguments"
#: ``arg:NAME<4GiB`` and ``arg:NAME=read-only``, the argument by its name or its number from 0 on.
_ARGUMENT = re.compile(r"arg:([^<=\s]+)(<4GiB|=read-only)$")

Part = tuple[int, int]  # term, factor


@dataclass(frozen=True, slots=True)
class Index:
    """A 32-bit term with a bound, and the lanes (a diagram) for which that is known; ``signed`` if A sign-extends
    it."""

    term: int
    upper: int
    lanes: int
    signed: bool


@dataclass(frozen=True, slots=True)
class IndexStep:
    """``factor`` times an index that is the term ``lead`` plus ``distance`` (a 32-bit term); ``signed`` if A widens the
    lead so."""

    lead: int
    distance: int
    factor: int
    signed: bool


@dataclass(frozen=True, slots=True)
class PointerSum:
    """What an access adds to its pointer, as steps from leads and 64-bit indices times their factors, and the lanes."""

    steps: tuple[IndexStep, ...]
    lanes: int
    wide: tuple[Part, ...] = ()


@dataclass(slots=True)
class Offsets:
    """What the accesses of the first kernel in a segment say of their indices, and what else it has done there."""

    #: By the sum modulo 2^32 of the products.
    sums: dict[int, list[PointerSum]] = field(default_factory=dict)
    indices: dict[int, list[Index]] = field(default_factory=dict)
    #: The index that others are written as a distance from, by what varies in it.
    leads: dict[tuple[Part, ...], list[Index]] = field(default_factory=dict)
    #: By lead: the distances that accesses have from it, with their lanes.
    distances: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    #: What it has stored to LDS, where kernels take turns with it: lanes, address, size and data.
    elements: list[tuple[int, int, int, int]] = field(default_factory=list)
    #: Its results, each with the hazards that may spoil it wherever it is made; None where it is made without.
    results: dict[int, frozenset[tuple[str, int]] | None] = field(default_factory=dict)
    #: The products of matrices that it has made with lanes off, or may have.
    matrices: set[int] = field(default_factory=set)

    def copy(self) -> Offsets:
        return Offsets(
            {k: list(v) for k, v in self.sums.items()},
            {k: list(v) for k, v in self.indices.items()},
            {k: list(v) for k, v in self.leads.items()},
            {k: list(v) for k, v in self.distances.items()},
            list(self.elements),
            dict(self.results),
            set(self.matrices),
        )


@dataclass(frozen=True, slots=True)
class OffsetFacts:
    """The assumptions in force: by name, and those about arguments by their byte offset among the arguments.
    ``pointers``: the offsets of those that are addresses; ``unwritten``: of those among them to memory that
    nobody writes while the kernel runs, and by which assumption."""

    names: frozenset[str] = frozenset()
    arguments: tuple[tuple[int, str], ...] = ()
    pointers: tuple[int, ...] = ()
    unwritten: tuple[tuple[int, str], ...] = ()

    @property
    def any(self) -> bool:
        return bool(self.arguments or self.names & {NONNEG, UNDER_4GIB})

    @property
    def traced(self) -> bool:
        """Whether it matters if an address is made of one pointer argument alone."""
        return bool(self.arguments or self.unwritten)

    @property
    def origins(self) -> tuple[int, ...]:
        """The offsets of the arguments for which the origin of an address matters."""
        named = (offset for offset, _ in self.arguments)
        return tuple(dict.fromkeys((*named, *self.pointers))) if self.any or self.unwritten else ()


def argument_named(assumption: str) -> str | None:
    """The argument that an assumption refers to; None for other kinds of assumption."""
    match = _ARGUMENT.match(assumption)
    return match[1] if match else None


def offset_facts(arguments: Sequence[Argument], assumptions: Collection[str]) -> OffsetFacts:
    """The assumptions as they apply to a kernel with these arguments, hidden ones among them, about which there are
    none; those about others do not."""
    found, unwritten = [], []
    passed = [a for a in arguments if not a.hidden]
    for assumption in sorted(assumptions):
        name = argument_named(assumption)
        about = [(a.offset, assumption) for a in passed if name in (a.name, str(a.index)) and a.size == 8]
        if is_read_only(assumption):
            declared = [(a.offset, assumption) for a in passed if a.read_only and a.size == 8]
            unwritten += declared if assumption == READ_ONLY else about
        else:
            found += about
    pointers = tuple(a.offset for a in arguments if a.leads_to_memory)
    return OffsetFacts(frozenset(assumptions), tuple(found), pointers, tuple(unwritten))


def is_read_only(assumption: str) -> bool:
    """Whether an assumption says that nobody writes what arguments point to."""
    return assumption == READ_ONLY or assumption.endswith("=read-only")
