"""What lanes add to a pointer, under the assumptions about it.

Two assumptions speak of the global accesses of the first kernel, at addresses that are a sum of uniform 64-bit numbers
and of others that differ between lanes, each times a positive factor (the *indices*): 32-bit numbers that are widened,
products of 64-bit numbers with such a number, and pairs of registers, scaled and added to a pointer argument.

* ``nonneg-index``: an index that is widened with its sign, is a pair or has one of these as a factor is not negative;
* ``buffers-under-4gib``, or ``arg:NAME<4GiB`` for a pointer that comes from that argument: the indices, each times its
  factor, add up to less than 2^32.

They hold of the lanes that make the access, and of the numbers whenever those are looked at.  What follows from them
is used in one segment of a proof only, for accesses of lanes that are among those of the access that a fact is
about, be it one of the segment or one that is sure to follow it (:func:`isaopt.proof.walk.ahead.foreseen`):

* The sum is the 32-bit sum of the products, extended by zeros: where the second kernel adds that, it adds the same.
* Of two indices below 2^31, the one is the other plus their 32-bit difference extended by its sign.  So accesses whose
  indices differ by a uniform number have addresses that differ by one, and no sum of 32-bit numbers is taken apart that
  could have wrapped.  And of two such distances, the one is the other plus their difference, extended by its sign.

Nothing is assumed of the second kernel.
"""

from __future__ import annotations

from collections.abc import Iterable

from isaopt.graphs import reachable
from isaopt.proof.semantics.facts import NONNEG, UNDER_4GIB, Index, IndexStep, Part, PointerSum
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.world import World
from isaopt.proof.terms.exact import expanded
from isaopt.proof.terms.products import expanded as multiplied_out
from isaopt.proof.terms.uniform import is_uniform

_MASK32 = 0xFFFFFFFF
_MOST_FACTOR = 1 << 16
#: What an address is made of is not what these are loaded by.
_LOADED = frozenset(("load", "scalar_load", "buffer", "sbuffer", "returned"))


def global_address(run: SideExecution, address: int) -> int:
    """The address of a global access of the run's active lanes, in the form that the assumptions allow; where the
    second kernel makes an access of the first in advance, in the one that it has there."""
    if not run.world.facts.any:
        return expanded(run.world, address)
    own = run.offsets
    for ahead in run.foreseen:
        run.offsets = ahead.offsets
        found = expanded(run.world, _assumed(run, address))
        run.offsets = own
        if found in ahead.addresses:
            return found
    return expanded(run.world, _assumed(run, address))


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
        return n.linear(64, [*rest, *stated.wide, (_sum(run, stated.steps), 1)], constant)
    others, steps = _known(run, varying)
    rest, steps = _gathered(run, rest, steps)
    return n.linear(64, [*rest, *others, (_sum(run, steps), 1)], constant)


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
    """The sum of the steps; of distances that are a constant apart, the first one that was noted stands for all.

    Indices at two known distances from one lead are both below 2^31, so the distances, extended by their signs, are as
    far apart as the indices are: by the 32-bit difference, extended by its sign.
    """
    n = run.integers
    parts: list[Part] = []
    constant = 0
    for step in steps:
        distance = step.distance
        for known, lanes in run.offsets.distances.get(step.lead, ()):
            apart = run.terms.const_value(n.sub(step.distance, known))
            if apart is not None and _within(run, lanes):
                constant += (apart - (apart >> 31 << 32)) * step.factor
                distance = known
                break
        # Both ways to widen a lead that is not negative come to the same; the one of A may be taken apart exactly.
        lead = n.sext(step.lead) if step.signed else n.zext(step.lead)
        parts += [(lead, step.factor), (n.sext(distance), step.factor)]
    return n.linear(64, parts, constant)


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


def _gathered(run: SideExecution, rest: list[Part], steps: list[IndexStep]) -> tuple[list[Part], list[IndexStep]]:
    """The other parts of an address and its steps, with a uniform number that leads from the index of one access to
    that of another added to the former's distance.

    Both indices are below 2^31, so their difference is their 32-bit difference extended by its sign; and so is such a
    number, which is as well above -2^31 and below 2^31.
    """
    n = run.integers
    rest = list(rest)
    found = []
    for step in steps:
        for part in rest:
            way = _way(run, part, step.factor)
            if way is None:
                continue
            distance = n.add(step.distance, multiplied_out(run.integers, way))
            known = run.offsets.distances.get(step.lead, ())
            if any(d == distance and _within(run, lanes) for d, lanes in known):
                rest.remove(part)
                step = IndexStep(step.lead, distance, step.factor, step.signed)
                break
        found.append(step)
    return rest, found


def _way(run: SideExecution, part: Part, factor: int) -> int | None:
    """A part of an address as ``factor`` times a 32-bit number extended by its sign: that number."""
    t, n = run.terms, run.integers
    x, own = part
    times, rest = divmod(own - (own >> 63 << 64), factor)
    if rest or t.op[x] not in ("zext", "sext"):
        return None
    number = t.args[x][0]
    if t.op[x] == "zext" and abs(times) * n.upper(number) < 1 << 31:
        return n.linear(32, [(number, times)])
    return number if t.op[x] == "sext" and times == 1 else None


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
        if origin(world, address, offset):
            return name
    return UNDER_4GIB if UNDER_4GIB in world.facts.names else None


def is_unwritten(world: World, address: int) -> bool:
    """Whether an address is a pointer to memory that nobody writes while the kernel runs, plus other numbers, none of
    them made of another pointer argument."""
    t, facts = world.terms, world.facts
    found = next((x for x in facts.unwritten if origin(world, address, x[0])), None)
    if found is None:
        return False
    made_of = reachable([address], lambda x: () if t.op[x] in _LOADED else t.args[x])
    leaves = [x for x in made_of if t.op[x] in ("argument", "symbol")]
    others = (at for at in facts.pointers if at != found[0])
    if any(stems(world, x, half) for at in others for half in (at, at + 4) for x in leaves):
        return False
    world.used.add(found[1])
    return True


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
