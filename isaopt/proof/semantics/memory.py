"""Memory as terms: a state for each space, changed by stores in an order that is canonical up to what commutes.

A state is a chain ``memory(older, store)``.  Stores to addresses that no two lanes can have in common may change
places, and the chain keeps the lexicographically first order, so equal contents reached by either order are equal
terms.  A load forgets the stores that cannot touch it.  Wide accesses are sequences of dwords.  Atomics, barriers,
cache control and accesses with a coherence scope order everything (``fence``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.offsets import is_unwritten
from isaopt.proof.semantics.world import GLOBAL, LDS, SCRATCH, SPACES, SYSTEM, Effect
from isaopt.proof.terms.terms import FALSE, Terms
from isaopt.proof.terms.uniform import is_uniform

#: Loads of one place from one cut point to the next are fewer.
_AGAIN_BITS = 24
_SPACE_NAMES = {LDS: "lds", GLOBAL: "global", SCRATCH: "scratch"}
_Said = tuple[object, ...]
"""What an access says besides its place."""


class MemoryPlace(NamedTuple):
    """Bytes ``address`` .. ``address + size`` of a space, for each lane."""

    space: int
    address: int
    size: int


def place_of(terms: Terms, access: int) -> MemoryPlace | None:
    """Where a store or load term goes; None where that is not an address."""
    if access not in terms.places:
        terms.places[access] = None
        if terms.op[access] in ("store", "load"):
            payload = terms.payload[access]
            assert isinstance(payload, tuple)
            terms.places[access] = MemoryPlace(payload[0], terms.args[access][1], payload[1])
    place: MemoryPlace | None = terms.places[access]
    return place


def commute(run: SideExecution, a: MemoryPlace | None, b: MemoryPlace | None) -> bool:
    """Whether accesses, one of them a store, touch different bytes whichever lanes make them."""
    if a is None or b is None or a.space != b.space:
        return False
    key = (a.address * 16 + a.size, (b.address * 16 + b.size) * 4 + a.space % 4)
    found = run.world.commutes.get(key)
    if found is None:
        found = run.world.commutes[key] = _apart(run, a, b)
    return found


@dataclass(frozen=True, slots=True)
class Shape:
    """An address as a sum: the constant, all other parts, those that every lane has alike, and of the rest for each
    part a number that divides it and an upper bound."""

    constant: int
    parts: tuple[tuple[int, int], ...]
    uniform: tuple[tuple[int, int], ...]
    spans: tuple[tuple[int, int], ...]


def _shape(run: SideExecution, address: int, bits: int) -> Shape:
    key = (address, bits)
    found = run.world.shapes.get(key)
    if found is None:
        constant, parts = run.integers.parts(address, f"lin{bits}")
        uniform = tuple(p for p in parts if is_uniform(run.world, p[0]))
        spans = _spans(run, (p for p in parts if p not in uniform), bits)
        found = run.world.shapes[key] = Shape(constant, parts, uniform, spans)
    return found


def _spans(run: SideExecution, parts: Iterable[tuple[int, int]], bits: int) -> tuple[tuple[int, int], ...]:
    """For each part a number that divides it, and an upper bound (none: as many as there are addresses)."""
    n = run.integers
    return tuple(
        (factor * _step(run, term), factor * min(n.upper(term), n.bits(term)) if bits == 32 else 1 << bits)
        for term, factor in parts
    )


def _apart(run: SideExecution, a: MemoryPlace, b: MemoryPlace) -> bool:
    """Linear forms whose difference is known: by residue, or by range where the varying parts are bounded."""
    bits = 64 if a.space == GLOBAL else 32
    x, y = _shape(run, a.address, bits), _shape(run, b.address, bits)
    difference = (y.constant - x.constant) % (1 << bits)
    alike = len(x.uniform) == len(x.parts)
    if x.parts == y.parts and (a.space == SCRATCH or run.world.lane_race_free or alike):
        # One address for all lanes, or memory that each lane has for itself.
        apart = a.size <= difference <= (1 << bits) - b.size
        if apart and a.space != SCRATCH and not alike:
            run.world.used.add("lane-race-free")
        return apart
    steps = [factor * _step(run, term) for term, factor in _apart_by(x.uniform, y.uniform)]
    spans = (x.spans, y.spans)
    return _distinct(difference, (a.size, b.size), spans, [*steps, 1 << bits]) or (
        not x.uniform and not y.uniform and _bounded(x.constant, y.constant, (a.size, b.size), spans)
    )


def scalar_loads_apart(run: SideExecution, one: int, other: int) -> bool:
    """Whether scalar loads of at most a dword each, given by their terms, access different places.

    The low bits of a dword's address are left out (RDNA3 and RDNA4 ISA guides, "Scalar Memory Operations").
    """
    t = run.terms
    if t.op[one] != "scalar_load" or t.op[other] != "scalar_load":
        return False
    first, second = t.args[one][1], t.args[other][1]
    x, y = _shape(run, first, 64), _shape(run, second, 64)
    if x.parts == y.parts:
        return 4 <= (y.constant - x.constant) % (1 << 64) <= (1 << 64) - 4
    around = (MemoryPlace(GLOBAL, run.integers.offset64(place, -3), 7) for place in (first, second))
    return commute(run, *around)


def apart_in_group(run: SideExecution, a: MemoryPlace, b: MemoryPlace) -> bool:
    """Whether stores to LDS touch different bytes for all lanes of all waves: a value uniform within a wave may still
    differ in another wave."""
    x, y = _shape(run, a.address, 32), _shape(run, b.address, 32)
    spans = ((*x.spans, *_spans(run, x.uniform, 32)), (*y.spans, *_spans(run, y.uniform, 32)))
    sizes, difference = (a.size, b.size), (y.constant - x.constant) % (1 << 32)
    return _distinct(difference, sizes, spans, [1 << 32]) or _bounded(x.constant, y.constant, sizes, spans)


#: For each of two accesses, the parts of its address: what divides them, and their bounds.
_Spans = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]


def _bounded(first: int, second: int, sizes: tuple[int, int], spans: _Spans) -> bool:
    """Whether accesses are known to be apart whose addresses are never carried out of 32 bits: as numbers."""
    tops = [
        start + sum(most for _, most in parts) + size
        for start, parts, size in zip((first, second), spans, sizes, strict=True)
    ]
    return max(tops) <= 1 << 32 and _distinct(second - first, sizes, spans, [])


def _distinct(difference: int, sizes: tuple[int, int], spans: _Spans, steps: list[int]) -> bool:
    """Whether accesses are apart modulo a number that divides the ``steps`` and all larger parts of both addresses; the
    smaller ones make each a range."""
    for least in {step for step, _ in (*spans[0], *spans[1])} | {1 << 64}:
        modulus = math.gcd(*steps, *(step for step, _ in (*spans[0], *spans[1]) if step >= least)) or 1 << 33
        ends = [
            size + sum(most for step, most in parts if step < least) for size, parts in zip(sizes, spans, strict=True)
        ]
        if ends[0] <= difference % modulus <= modulus - ends[1]:
            return True
    return False


def _apart_by(one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """The terms of which two sums have different multiples, with the differences."""
    total = dict(one)
    for term, factor in other:
        total[term] = total.get(term, 0) - factor
    return [(term, factor) for term, factor in total.items() if factor]


def _step(run: SideExecution, term: int) -> int:
    """A power of two that divides the term."""
    if run.terms.op[term] in ("zext", "sext"):
        term = run.terms.args[term][0]
    elif run.terms.op[term] in ("cat", "lo", "hi", "lin64", "mul64", "shl64"):
        return 1
    bits = run.integers.bits(term)
    return bits & -bits if bits else 1 << 32


def _chain(run: SideExecution, memory: int) -> tuple[int, list[int]]:
    """The state below the last fence, and the stores since, oldest first."""
    t = run.terms
    stores: list[int] = []
    while t.op[memory] == "memory":
        memory, store = t.args[memory]
        stores.append(store)
    return memory, stores[::-1]


def _rebuild(run: SideExecution, base: int, stores: list[int]) -> int:
    for store in stores:
        base = run.terms.make("memory", (base, store))
    return base


def append(run: SideExecution, memory: int, store: int) -> int:
    """The state after one more store."""
    t, place = run.terms, place_of(run.terms, store)
    below, above, count = memory, list[int](), 0
    state, apart = memory, dict[MemoryPlace | None, bool]()
    # Nothing moves over stores that are all older terms, as they are unless the other kernel has made it already.
    while store < _newest(run, state):
        state, last = t.args[state]
        own = place_of(t, last)
        if own not in apart:
            apart[own] = commute(run, own, place)
        if not apart[own]:
            break
        above.append(last)
        if store < last:
            below, count = state, len(above)
    return _rebuild(run, below, [store, *reversed(above[:count])])


def _newest(run: SideExecution, memory: int) -> int:
    """The newest term of the stores since the last fence, -1 if there are none."""
    t, known = run.terms, run.world.newest
    states: list[int] = []
    while t.op[memory] == "memory" and memory not in known:
        states.append(memory)
        memory = t.args[memory][0]
    newest = known.get(memory, -1)
    for state in reversed(states):
        newest = known[state] = max(newest, t.args[state][1])
    return newest


def seen_by(run: SideExecution, memory: int, place: MemoryPlace) -> int:
    """The state with only those stores that a load from ``place`` could observe."""
    if run.terms.op[memory] != "memory":
        return memory
    key = (memory, place.space, place.address, place.size)
    found = run.world.seen.get(key)
    if found is None:
        found = run.world.seen[key] = _seen_by(run, memory, place)
    return found


def _seen_by(run: SideExecution, memory: int, place: MemoryPlace) -> int:
    t = run.terms
    base, stores = _chain(run, memory)
    kept: list[int] = []
    touched: dict[MemoryPlace | None, None] = {place: None}
    apart: dict[MemoryPlace | None, bool] = {}
    for store in reversed(stores):
        own = place_of(t, store)
        if own not in apart:
            apart[own] = all(commute(run, own, other) for other in touched)
        if apart[own]:
            continue
        kept.append(store)
        if own not in touched:
            touched[own] = None
            apart.clear()
    if len(kept) == len(stores):
        return memory
    return _rebuild(run, base, kept[::-1])


def together(run: SideExecution, places: Sequence[MemoryPlace]) -> tuple[object, ...]:
    """What tells elements that one instruction stores from those of several: its lanes store in no order, so if one
    lane's element may be where another lane has another one, it is open which of them stays."""
    meet = any(not commute(run, a, b) for a, b in combinations(places, 2))
    return ("together", len(places)) if meet else ()


def store(run: SideExecution, space: int, address: int, size: int, data: int, extra: _Said = ()) -> int:
    """Executes one element of a store by the active lanes."""
    run.work += 1
    if space == LDS and run.world.buffers is not None and run.active != FALSE:
        address = run.world.buffers.store(run, _active(run), address, size, data)
    term = run.terms.make("store", (_active(run), address, data), (space, size, *extra))
    if run.active == FALSE:
        return term
    run.regs[space] = append(run, run.regs[space], term)
    run.side.effects.append(Effect(run.line, term))
    return term


def load(run: SideExecution, space: int, address: int, size: int, hints: _Said = (), cut: _Said = ()) -> int:
    """The value of one element of a load; ``hints``: its cache bits; ``cut``: what tells a wide load from others."""
    run.work += 1
    if space == LDS and run.world.buffers is not None:
        address = run.world.buffers.load(run, address, size)
    place = MemoryPlace(space, address, size)
    quiet = space == GLOBAL and is_unwritten(run.world, address)
    state = run.terms.make("unwritten") if quiet else seen_by(run, run.regs[space], place)
    term = read(run, "load", (state, address), (space, size, *cut))
    hints = ("unwritten", *hints) if quiet else hints
    if space != LDS and run.active != FALSE:
        run.side.loads.append(Effect(run.line, run.terms.make("touch", (address, _active(run)), (space, size, *hints))))
    return term


def loads_unwritten(terms: Terms, term: int) -> bool:
    """Whether a load, or the term of what one reads, is of memory that nobody writes while the kernel runs."""
    if terms.op[term] == "touch":
        payload = terms.payload[term]
        return isinstance(payload, tuple) and "unwritten" in payload
    return terms.op[term] == "load" and terms.op[terms.args[term][0]] == "unwritten"


def read(run: SideExecution, kind: str, args: tuple[int, ...], payload: tuple[object, ...]) -> int:
    """The value that a load gives, distinct from that of the same one before where both kernels make it again.

    Another wave may write between two loads of one place, and the later one is never the older.  What a cut point tells
    from loads before it is made anew each time that control comes there, and changes its meaning there like a symbol.
    """
    t = run.terms
    term = t.make(kind, args, payload)
    if term not in run.world.repeated:
        return term
    again = run.repeats[term]
    run.repeats[term] += 1
    point = again >> _AGAIN_BITS
    return t.make(kind, args, (*payload, again), 1 << point - 1 if point else 0) if again else term


def again_at(point: int) -> int:
    """The number of the first load after a cut point that is distinguished from those before it."""
    return (point + 1) << _AGAIN_BITS


def newer_loads(run: SideExecution, remade: frozenset[int], point: int, made: frozenset[int]) -> frozenset[int]:
    """The loads of which a side has made another than the first since a cut point, or one that overlaps one of those
    ``made``; ``remade``: those that are told there from loads before it."""
    first = again_at(point)
    mine = {p.term for p in run.side.order.points if p.load}
    overlap = {x for x, others in overlapping(run, mine | made).items() if x in made and not others.isdisjoint(mine)}
    return frozenset(t for t, count in run.repeats.items() if count > (first if t in remade else 1)) | overlap


def overlapping(run: SideExecution, loads: Iterable[int]) -> dict[int, set[int]]:
    """Loads by vector instructions that are known to read some bytes of each other's, but are not of the same ones."""
    found: dict[int, set[int]] = {}
    near: dict[tuple[object, ...], list[tuple[int, int, int]]] = {}
    for load in loads:
        place = _bytes_of(run, load)
        if place is not None:
            near.setdefault(place[0], []).append((*place[1:], load))
    for same in near.values():
        if all(run.terms.op[x] == "load" and n == 4 and (at - same[0][0]) % 4 == 0 for at, n, x in same):
            continue
        for (start, size, one), (other, length, two) in combinations(same, 2):
            apart = size <= (other - start) % (1 << 64) <= (1 << 64) - length
            if not apart and ((start, size) != (other, length) or not _repeats(run.terms, one, two)):
                found.setdefault(one, set()).add(two)
                found.setdefault(two, set()).add(one)
    return found


def _bytes_of(run: SideExecution, load: int) -> tuple[tuple[object, ...], int, int] | None:
    """What the address of a load from global memory is the sum of, with the constant and the size; for a buffer what
    it is found by."""
    t = run.terms
    place = place_of(t, load) if t.op[load] == "load" else None
    if place is not None and place.space == GLOBAL and not loads_unwritten(t, load):
        shape = _shape(run, place.address, 64)
        return shape.parts, shape.constant, place.size
    if t.op[load] != "buffer":
        return None
    name, *modifiers = _unnumbered(t, load)
    bits = re.search(r"_[bui](\d+)$", name)
    *inputs, last = t.args[load][1:-1] if "d16" in name else t.args[load][1:]
    asked = dict(modifiers)
    fixed = t.const_value(last)
    offset = int(asked.pop("offset", "0"), 0) + (fixed or 0)
    return (*inputs, last if fixed is None else -1, *sorted(asked.items())), offset, int(bits[1]) // 8 if bits else 16


def _repeats(terms: Terms, one: int, two: int) -> bool:
    """Whether :func:`read` distinguishes loads of the same bytes."""
    if terms.op[one] == "load":
        return True
    return terms.args[one] == terms.args[two] and _unnumbered(terms, one) == _unnumbered(terms, two)


def _unnumbered(terms: Terms, load: int) -> tuple[Any, ...]:
    """The name and the modifiers of a load from a buffer."""
    payload = terms.payload[load]
    assert isinstance(payload, tuple)
    return tuple(x for x in payload if not isinstance(x, int))


def _active(run: SideExecution) -> int:
    return run.terms.make("lanes", (run.decisions.constrain(run.exec, run.care),))


def fence(run: SideExecution, name: str, inputs: tuple[int, ...] = ()) -> int:
    """An event that no access may cross; its term also represents the value that it returns."""
    t = run.terms
    states = tuple(run.regs[s] for s in SPACES)
    event = t.make("fence", (*states, run.regs[SYSTEM], *inputs), name)
    for space in SPACES:
        run.regs[space] = t.make("after", (event,), _SPACE_NAMES[space])
    run.side.effects.append(Effect(run.line, event))
    run.side.fences.append(len(run.side.loads))
    return event
