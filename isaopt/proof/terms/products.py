"""64-bit products in normal form, recognised from the halves that compilers compute.

No VALU instruction multiplies 64-bit numbers. The lower half of a product comes from the lower halves of the factors,
by ``v_mad_u64_u32`` or ``s_mul_i32`` with ``s_mul_hi_u32``; to the upper half of that, the products of each lower half
with the other's upper half are added, modulo 2^32 (LLVM ``TargetLowering.cpp``, ``expandMUL``). Combined, both halves
are the product again: everything here is an identity modulo 2^64.
"""

from __future__ import annotations

from functools import reduce
from itertools import permutations
from typing import TYPE_CHECKING

from isaopt.proof.terms.ranges import MASK32

if TYPE_CHECKING:
    from isaopt.proof.terms.integers import Integers

#: Products with more terms or factors are not expanded.
_MOST_TERMS = 24
_MOST_FACTORS = 4

Part = tuple[int, int]  # term, factor


def product(n: Integers, a: int, b: int) -> int:
    """The product of two 64-bit numbers modulo 2^64; a product of sums is expanded."""
    (plus_a, parts_a), (plus_b, parts_b) = (n.parts(x, "lin64") for x in (a, b))
    if (len(parts_a) + 1) * (len(parts_b) + 1) > _MOST_TERMS:
        return n.terms.make("mul64", tuple(sorted((a, b))))
    found = [(x, f * plus_b) for x, f in parts_a] + [(y, g * plus_a) for y, g in parts_b]
    for x, f in parts_a:
        for y, g in parts_b:
            factor = f * g
            single = _single(n, x, y)
            if factor & MASK32:
                found.append((single, factor))
            else:
                found.append((raised(n, n.low(single)), factor >> 32))
    return n.linear(64, found, plus_a * plus_b)


def _single(n: Integers, x: int, y: int) -> int:
    """The product of two terms that are not sums."""
    t = n.terms
    if t.op[x] == t.op[y] == "zext":
        low, other = t.args[x][0], t.args[y][0]
        if n.upper(low) * n.upper(other) <= MASK32:
            return n.zext(n.mul(low, other))
    factors: list[int] = []
    for term in (x, y):
        factors += t.args[term] if t.op[term] == "mul64" else (term,)
    if len(factors) > _MOST_FACTORS:
        factors = [x, y]
    return t.make("mul64", tuple(sorted(factors)))


def raised(n: Integers, term: int) -> int:
    """A 32-bit number times 2^32, modulo 2^64, distributed over the terms of a sum."""
    constant, parts = n.parts(term, "lin32")
    return n.linear(64, [(n.zext(x), f << 32) for x, f in parts], constant << 32)


def expanded(n: Integers, term: int) -> int:
    """A 32-bit sum with its products of sums expanded, which is exact modulo 2^32."""
    found = n.multiplied_out.get(term)
    if found is None:
        constant, parts = n.parts(term, "lin32")
        items = [(_multiplied_out(n, x) if n.terms.op[x] == "mul" else x, f) for x, f in parts]
        found = n.multiplied_out[term] = n.linear(32, items, constant)
    return found


def _multiplied_out(n: Integers, term: int) -> int:
    (plus_a, a), (plus_b, b) = (n.parts(expanded(n, x), "lin32") for x in n.terms.args[term])
    if (len(a) + 1) * (len(b) + 1) > _MOST_TERMS:
        return term
    found = [(x, f * plus_b) for x, f in a] + [(y, g * plus_a) for y, g in b]
    for x, f in a:
        for y, g in b:
            factors = sorted(z for w in (x, y) for z in _scalars(n, w))
            found.append((reduce(n.mul, factors) if len(factors) <= _MOST_FACTORS else n.mul(x, y), f * g))
    return n.linear(32, found, plus_a * plus_b)


def _scalars(n: Integers, term: int) -> list[int]:
    """The factors of a 32-bit product."""
    found: list[int] = []
    todo = [term]
    while todo:
        node = todo.pop()
        if n.terms.op[node] == "mul" and len(found) + len(todo) < _MOST_FACTORS:
            todo += n.terms.args[node]
        else:
            found.append(node)
    return found


def joined(n: Integers, low: int, high: int) -> int | None:
    """Combines two halves into a number when the upper one is the upper half of another number plus a term, and the
    lower one adds nothing to that number's lower half that may be carried; else None."""
    t = n.terms
    if t.op[low] == t.op[high] == "mul":
        return _bit_times(n, low, high)
    constant, parts = n.parts(high, "lin32")
    for half, factor in parts:
        if t.op[half] != "hi" or factor != 1:
            continue
        whole = t.args[half][0]
        base = n.low(whole)
        rest = expanded(n, n.sub(low, base))
        if n.bits(rest) & n.bits(base):
            continue  # something may be carried into the upper half
        more = n.linear(32, [p for p in parts if p[0] != half], constant)
        return _with_upper(n, n.linear(64, ((whole, 1), (n.zext(rest), 1))), more)
    return None


def _bit_times(n: Integers, low: int, high: int) -> int | None:
    """A product with a factor of 0 or 1, from halves that are each multiplied by it."""
    for x, y in permutations(n.terms.args[low]):
        if n.upper(x) <= 1 and x in n.terms.args[high]:
            one, two = n.terms.args[high]
            return product(n, n.zext(x), n.cat(y, two if one == x else one))
    return None


def _with_upper(n: Integers, whole: int, more: int) -> int:
    """A 64-bit number plus a 32-bit one times 2^32; what is a multiple of a lower half in the number takes the same
    multiple of an upper half."""
    constant, parts = n.parts(more, "lin32")
    left = []
    for term, factor in parts:
        found = _completed(n, whole, term, factor)
        if found is None:
            left.append((term, factor))
        else:
            whole = found
    return n.linear(64, ((whole, 1), (raised(n, n.linear(32, left, constant)), 1)))


def _completed(n: Integers, whole: int, term: int, factor: int) -> int | None:
    """A 64-bit number plus a 32-bit term times a factor and 2^32, where that is what its numbers with one lower half
    lack for having the whole of it."""
    t = n.terms
    splits: list[tuple[int, int]] = []  # an upper half, and what it is multiplied by
    if t.op[term] == "mul":
        one, two = t.args[term]
        splits = [(two, n.linear(32, ((one, factor),))), (one, n.linear(32, ((two, factor),)))]
    splits.append((term, t.const(factor)))
    found = None
    parts = n.parts(whole, "lin64")[1]
    for upper, multiple in splits:
        for lower in dict.fromkeys(x for p in parts for x in _factors(n, p[0]) if t.op[x] == "zext"):
            complete = n.cat(t.args[lower][0], upper)
            if (t.op[complete] != "cat" or found is None) and (taken := _multiples(n, parts, lower, multiple)):
                items = [(whole, 1)]
                for part, cofactor in taken:
                    items += [(part[0], -part[1]), (product(n, cofactor, complete), part[1])]
                found = n.linear(64, items)
                if t.op[complete] != "cat":
                    return found
    return found


def _factors(n: Integers, term: int) -> tuple[int, ...]:
    return n.terms.args[term] if n.terms.op[term] == "mul64" else (term,)


def _multiples(n: Integers, parts: tuple[Part, ...], lower: int, multiple: int) -> list[tuple[Part, int]]:
    """The parts with that factor that add up to the multiple of it modulo 2^32, each with its other factors."""
    constant, items = n.parts(multiple, "lin32")
    wanted = dict(items)
    taken: list[tuple[Part, int]] = []
    for part in parts:
        factors = list(_factors(n, part[0]))
        if lower not in factors:
            continue
        factors.remove(lower)
        cofactor = reduce(lambda a, b: product(n, a, b), factors, n.terms.const64(1))
        own, mine = n.parts(n.linear(32, ((n.low(cofactor), part[1]),)), "lin32")
        if own in (0, constant) and all(wanted.get(x) == f for x, f in mine) and (own or mine):
            constant -= own
            for x, _ in mine:
                del wanted[x]
            taken.append((part, cofactor))
    return taken if not wanted and not constant else []
