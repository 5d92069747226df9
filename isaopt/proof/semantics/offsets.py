"""What lanes add to a pointer, under the assumptions about it.

Two assumptions speak of the global accesses of the first kernel, at addresses that are a sum of uniform 64-bit numbers
and of others that differ between lanes, each times a positive factor (the *indices*): 32-bit numbers that are widened,
products of 64-bit numbers with such a number, and pairs of registers, scaled and added to a pointer argument.

* ``nonneg-index``: an index that is widened with its sign, is a pair or has one of these as a factor is not negative;
* ``buffers-under-4gib``, or ``arg:NAME<4GiB`` for a pointer that comes from that argument: the indices, each times its
  factor, add up to less than 2^32.

They hold of the lanes that make the access, and of the numbers whenever those are looked at.  What follows from them
is used in one segment of a proof only, for accesses of lanes that are among those of the access that a fact is
about, be it one of the segment or one that is sure to follow it (:func:`isaopt.proof.walk.upcoming.name_as`):

* The sum is the 32-bit sum of the products, extended by zeros: where the second kernel adds that, it adds the same.
* Of two indices below 2^31, the one is the other plus their 32-bit difference extended by its sign.  So accesses whose
  indices differ by a uniform number have addresses that differ by one, and no sum of 32-bit numbers is taken apart that
  could have wrapped.  And of two such distances, the one is the other plus their difference, extended by its sign.

Nothing is assumed of the second kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from isaopt.proof.semantics.facts import NONNEG, UNDER_4GIB, Index, IndexStep, Part, PointerSum
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.world import World
from isaopt.proof.terms.exact import expanded
from isaopt.proof.terms.products import expanded as multiplied_out
from isaopt.proof.terms.uniform import is_uniform

_MASK32 = 0xFFFFFFFF
#: A number as a constant plus multiples of 32-bit numbers extended by their signs.
_Distance = tuple[int, tuple[Part, ...]]
_MOST_FACTOR = 1 << 16
#: What an address is made of is not what these are loaded by.
_LOADED = frozenset(("load", "scalar_load", "buffer", "sbuffer", "returned"))


def global_address(run: SideExecution, address: int) -> int:
    """The address of a global access of the run's active lanes, in the form that the assumptions allow."""
    world = run.world
    found = _assumed(run, address) if world.facts.any else address
    whole = expanded(world, found)
    if found == address:
        world.folded.setdefault(whole, address)
    return whole


def _assumed(run: SideExecution, address: int) -> int:
    n = run.integers
    constant, parts = n.parts(address, "lin64")
    varying = [p for p in parts if not is_uniform(run.world, p[0])]
    rest = [p for p in parts if p not in varying]
    pointer = any(factor == 1 and run.terms.op[x] not in ("zext", "sext", "mul64") for x, factor in rest)
    if not varying or not pointer or any(not _is_index(run, address, *p) for p in varying):
        return address
    if run.side.number == 0:
        stated = _stated(run, address, varying)
        if stated is None:
            return address
        others, steps = list(stated.wide), list(stated.steps)
    else:
        others, steps = _known(run, varying)
    rest, more = _gathered(run, rest, steps)
    return n.linear(64, [*rest, *others, (_sum(run, steps), 1)], constant + more)


def _is_index(run: SideExecution, address: int, term: int, factor: int) -> bool:
    """Whether a term of an address may be an index, times the size of its element.  Two registers of each lane's own
    may be a pointer, but not a multiple of them where a pointer argument is in the address."""
    op = run.terms.op[term]
    if not 0 < factor <= _MOST_FACTOR or op not in ("zext", "sext", "mul64", "cat"):
        return False
    return op != "cat" or (factor > 1 and any(origin(run.world, address, p) for p in run.world.facts.pointers))


def _stated(run: SideExecution, address: int, varying: list[Part]) -> PointerSum | None:
    """What an access of the first kernel adds to its pointer, once what is assumed of its indices is noted.

    An access before it with the same 32-bit sum says what that is the whole of for both of them.  Behind a message,
    which may halt the wave, it is not sure that the access is made.
    """
    world, t, n = run.world, run.terms, run.integers
    if run.side.stops:
        return None
    wanted = []
    if any(_may_have_sign(run, x) for x, _ in varying):
        if NONNEG not in world.facts.names:
            return None
        wanted.append(NONNEG)
    wide = tuple(p for p in varying if t.op[p[0]] not in ("zext", "sext"))
    narrow = [p for p in varying if p not in wide]
    if wide or sum(f * n.upper(t.args[x][0]) for x, f in narrow) > _MASK32:
        fact = _bound(world, address)
        if fact is None:
            return None
        wanted.append(fact)
    world.used.update(wanted)
    steps = []
    for x, factor in narrow:
        most = (1 << 31) - 1 if t.op[x] == "sext" else _MASK32
        term = t.args[x][0]
        index = Index(term, min(most, _MASK32 // factor, n.upper(term)), run.active, t.op[x] == "sext")
        run.offsets.indices.setdefault(term, []).append(index)
        step = _from_lead(run, index, factor)
        run.offsets.distances.setdefault(step.lead, []).append((step.distance, run.active))
        steps.append(step)
    low = multiplied_out(run.integers, n.linear(32, [(n.low(x), f) for x, f in varying]))
    own = PointerSum(tuple(steps), run.active, wide)
    run.offsets.sums.setdefault(low, []).append(own)
    known = _whole(run, low)
    if known is not None and known is not own:
        return known
    finer: list[IndexStep] = []
    for (x, factor), step in zip(narrow, steps, strict=True):
        whole = _whole(run, t.args[x][0]) if t.op[x] == "zext" else None
        finer += [step] if whole is None or whole.wide else _times(whole, factor)
    return PointerSum(tuple(finer), run.active, wide)


def _may_have_sign(run: SideExecution, term: int) -> bool:
    """Whether an index may be negative: it is widened with its sign, or has 64 bits, or is a product with such a
    number."""
    t = run.terms
    return t.op[term] != "zext" and (t.op[term] != "mul64" or any(t.op[x] != "zext" for x in t.args[term]))


def _times(whole: PointerSum, factor: int) -> list[IndexStep]:
    return [IndexStep(s.lead, s.distance, s.factor * factor, s.signed) for s in whole.steps]


def _whole(run: SideExecution, term: int) -> PointerSum | None:
    """What a 32-bit sum is the whole of, by some access; rather a sum of products than the term itself."""
    found = [s for s in run.offsets.sums.get(multiplied_out(run.integers, term), ()) if _within(run, s.lanes)]
    return next((s for s in found if not s.steps or s.steps[0].lead != term), found[0] if found else None)


def _sum(run: SideExecution, steps: Iterable[IndexStep]) -> int:
    """The sum of the steps, with their distances as :func:`_apart` has them."""
    n = run.integers
    parts: list[Part] = []
    constant = 0
    for step in steps:
        more, distances = _apart(run, step.lead, step.distance) or (0, ((step.distance, 1),))
        constant += more * step.factor
        # Both ways to widen a lead that is not negative come to the same; the one of A may be taken apart exactly.
        lead = n.sext(step.lead) if step.signed else n.zext(step.lead)
        parts += [(lead, step.factor), *((n.sext(x), times * step.factor) for x, times in distances)]
    return n.linear(64, parts, constant)


def _apart(run: SideExecution, lead: int, distance: int) -> _Distance | None:
    """A number by which two accesses are apart that are made from a lead, extended by its sign: as a sum of as few of
    these as can be, the plainest ones; None if no two are known to be as far apart.

    Indices at two known distances from one lead are both below 2^31, so the distances, extended by their signs, are as
    far apart as the indices are: by the 32-bit difference, extended by its sign.
    """
    n, world = run.integers, run.world
    noted = {d for d, lanes in run.offsets.distances.get(lead, ()) if _within(run, lanes)}
    key = tuple(sorted(noted, key=lambda d: (*_plainness(run, d), d)))
    found = world.distances.get(key)
    if found is None:
        found = world.distances[key] = {}
        plain: dict[tuple[Part, ...], int] = {}
        for one in key:
            like = plain.setdefault(n.parts(one, "lin32")[1], one)
            others = plain.values() if like == one else (like,)
            ways = ((other, _difference(run, found, n.sub(one, other))) for other in others if other != one)
            whole = next((_added(found[other], way, 1) for other, way in ways if way is not None), None)
            found[one] = whole or _number(run, one) or (0, ((one, 1),))
    return found.get(distance) or _difference(run, found, distance)


def _difference(run: SideExecution, known: Mapping[int, _Distance], distance: int) -> _Distance | None:
    """A number, or the difference of two distances of which it is known."""
    number = _number(run, distance)
    if number is not None:
        return number
    pairs = ((one, run.integers.sub(one, distance)) for one in known)
    return next((_added(known[one], known[other], -1) for one, other in pairs if other in known), None)


def _number(run: SideExecution, distance: int) -> _Distance | None:
    value = run.terms.const_value(distance)
    return None if value is None else (value - (value >> 31 << 32), ())


def _plainness(run: SideExecution, distance: int) -> tuple[int, int]:
    """How many parts a distance has, and how often it has them."""
    parts = run.integers.parts(distance, "lin32")[1]
    return len(parts), sum(min(f, (1 << 32) - f) for _, f in parts)


def _added(one: _Distance, other: _Distance, times: int) -> _Distance:
    total = dict(one[1])
    for x, factor in other[1]:
        total[x] = total.get(x, 0) + times * factor
    return one[0] + times * other[0], tuple(sorted((x, f) for x, f in total.items() if f))


def _known(run: SideExecution, varying: list[Part]) -> tuple[list[Part], list[IndexStep]]:
    """The indices of an access of the second kernel: as steps, where those of the first say something of them."""
    t = run.terms
    others: list[Part] = []
    steps: list[IndexStep] = []
    for x, factor in varying:
        if t.op[x] not in ("zext", "sext"):
            others.append((x, factor))
            continue
        term = t.args[x][0]
        whole = _whole(run, term)
        most = (1 << 31) - 1 if t.op[x] == "sext" else _MASK32
        index = next((i for i in run.offsets.indices.get(term, ()) if i.upper <= most and _within(run, i.lanes)), None)
        if t.op[x] == "zext" and whole is not None:
            steps += _times(whole, factor)
            others += [(w, f * factor) for w, f in whole.wide]
        elif index is not None:
            steps.append(_from_lead(run, index, factor))
        else:
            others.append((x, factor))
    return others, steps


def _gathered(run: SideExecution, rest: list[Part], steps: Sequence[IndexStep]) -> tuple[list[Part], int]:
    """The other parts of an address, with uniform numbers that lead from the index of one access to that of another as
    :func:`_apart` has these, and the constant that comes of it."""
    n = run.integers
    found: list[Part] = []
    constant = 0
    for part in rest:
        for step in steps:
            way = _way(run, part, step.factor)
            known = None if way is None else _apart(run, step.lead, multiplied_out(run.integers, way[0]))
            if way is not None and known is not None:
                constant += known[0] * way[1]
                found += [(n.sext(x), times * way[1]) for x, times in known[1]]
                break
        else:
            found.append(part)
    return found, constant


def _way(run: SideExecution, part: Part, factor: int) -> Part | None:
    """A part of an address as a 32-bit number extended by its sign, and the factor of that."""
    t, n = run.terms, run.integers
    x, own = part
    own -= own >> 63 << 64
    if t.op[x] == "sext":
        return t.args[x][0], own
    times, rest = divmod(own, factor)
    if rest or t.op[x] != "zext" or abs(times) * n.upper(t.args[x][0]) >= 1 << 31:
        return None
    return n.linear(32, [(t.args[x][0], times)]), factor


def _within(run: SideExecution, lanes: int) -> bool:
    return run.decisions.implies(run.active, lanes)


def _from_lead(run: SideExecution, index: Index, factor: int) -> IndexStep:
    """Index times factor, as the leading index and a uniform distance where that is exact."""
    n = run.integers
    zero = run.terms.const(0)
    flat = multiplied_out(run.integers, index.term)
    _, terms = n.parts(flat, "lin32")
    key = tuple(p for p in terms if not is_uniform(run.world, p[0]))
    if index.upper < 1 << 31:
        leads = run.offsets.leads.setdefault(key, [])
        for lead in leads:
            distance = n.sub(flat, multiplied_out(run.integers, lead.term))
            if _within(run, lead.lanes) and is_uniform(run.world, distance):
                return IndexStep(lead.term, distance, factor, lead.signed)
        if run.side.number == 0:
            leads.append(index)
    return IndexStep(index.term, zero, factor, index.signed)


def _bound(world: World, address: int) -> str | None:
    """The assumption that bounds what lanes add at an address; an argument's rather than the one for all."""
    for offset, name in world.facts.arguments:
        if origin(world, address, offset) and not pointers_in(world, address) - {offset}:
            return name
    return UNDER_4GIB if UNDER_4GIB in world.facts.names else None


def is_unwritten(world: World, address: int) -> bool:
    """Whether an address is a pointer to memory that nobody writes while the kernel runs, plus other numbers, none of
    them made of another pointer argument."""
    facts = world.facts
    found = next((x for x in facts.unwritten if origin(world, address, x[0])), None)
    if found is None:
        return False
    if pointers_in(world, address) - {found[0]}:
        return False
    world.used.add(found[1])
    return True


def pointers_in(world: World, term: int) -> frozenset[int]:
    """The pointer arguments, by their offsets, of which a term is made; symbols of cut points say what their values on
    the ways in are made of."""
    t, known = world.terms, world.pointers
    todo = [term]
    while todo:
        node = todo[-1]
        parts = () if t.op[node] in _LOADED else t.args[node]
        if left := [x for x in parts if x not in known]:
            todo += left
            continue
        found = frozenset[int]().union(*(known[x] for x in parts))
        match t.op[node], t.payload[node]:
            case "argument", (int(first), int(size)):
                found |= {at for at in world.facts.pointers if at < first + size and first < at + 8}
            case "symbol" | "fact" | "vsymbol", (_, _, frozenset() as made_of):
                found |= made_of
        known[todo.pop()] = found
    return known[term]


def origin(world: World, term: int, offset: int) -> bool:
    """Whether a 64-bit term is the pointer argument at that offset plus other numbers."""
    t = world.terms
    if t.op[term] == "cat":
        low, high = t.args[term]
        return stems(world, low, offset) and stems(world, high, offset + 4)
    if t.op[term] == "lin64":
        _, parts = world.integers.parts(term, "lin64")
        return sum(f == 1 and origin(world, x, offset) for x, f in parts) == 1
    return False


def stems(world: World, term: int, offset: int) -> bool:
    """Whether a 32-bit term is the half of a pointer argument that is at that offset, plus other numbers."""
    t = world.terms
    op, payload = t.op[term], t.payload[term]
    if op == "argument":
        return bool(payload == (offset, 4))
    if op == "symbol" and isinstance(payload, tuple):
        return bool(payload[1][3:] == (offset,))
    if op == "lin32":
        _, parts = world.integers.parts(term, op)
        return sum(f == 1 and stems(world, x, offset) for x, f in parts) == 1
    if op in ("lo", "hi"):
        return origin(world, t.args[term][0], offset - 4 * (op == "hi"))
    return False
