"""64-bit products of affine forms, and the halves that compilers make of them.

No instruction of the vector ALU multiplies 64-bit numbers.  The lower half of a product comes from the lower halves of
the factors, ``v_mad_u64_u32`` or ``s_mul_i32`` with ``s_mul_hi_u32``; and to the upper half of that, the products of
each lower half with the other's upper one are added, modulo 2^32 (LLVM ``TargetLowering.cpp``, ``expandMUL``).  Put
together, both are the product again: everything here is an identity modulo 2^64.
"""

from __future__ import annotations

from functools import reduce
from itertools import product as pairs
from typing import TYPE_CHECKING

from isaopt.analysis.integers.atoms import MASK32, Key, LinearForm

if TYPE_CHECKING:
    from isaopt.analysis.integers.forms import Atoms

MASK64 = 0xFFFFFFFFFFFFFFFF
#: A product with more terms or factors than this is not multiplied out.
_MOST_TERMS = 16
_MOST_FACTORS = 4


def product(atoms: Atoms, a: LinearForm, b: LinearForm) -> LinearForm:
    """The product of two 64-bit forms modulo 2^64; a product of sums is the sum of the products."""
    if (len(a.terms) + 1) * (len(b.terms) + 1) > _MOST_TERMS:
        return _kept(atoms, a, b)
    parts = [(LinearForm(0, b.terms), a.constant), (LinearForm(0, a.terms), b.constant)]
    for (x, c), (y, d) in pairs(a.terms, b.terms):
        single = _single(atoms, x, y)
        if c * d & MASK32:
            parts.append((single, c * d))
        else:
            parts.append((raised(atoms, atoms.low(single)), c * d >> 32))
    return atoms.sum(64, parts, a.constant * b.constant)


def _kept(atoms: Atoms, a: LinearForm, b: LinearForm) -> LinearForm:
    """A product that is not multiplied out, as a pair of halves."""
    both = (a, b) if a.terms <= b.terms else (b, a)
    low, high = atoms.mul(atoms.low(a), atoms.low(b)), atoms.operation("product_high", both)
    sources = atoms.sources(a) | atoms.sources(b)
    return atoms.single(("pair", low, high), atoms.is_uniform(a) and atoms.is_uniform(b), MASK64, sources)


def _single(atoms: Atoms, x: int, y: int) -> LinearForm:
    """The product of two 64-bit atoms: of the kind ``product``, with its lower half and its factors as the key."""
    one, two = atoms.table[x], atoms.table[y]
    low, low_two = (atoms.low(LinearForm(0, ((a, 1),))) for a in (x, y))
    if one.key[0] == two.key[0] == "zext" and atoms.upper(low) * atoms.upper(low_two) <= MASK32:
        return atoms.widened("zext", atoms.mul(low, low_two))
    factors = sorted((*factors_of(atoms, x), *factors_of(atoms, y)))
    if len(factors) > _MOST_FACTORS:
        return _kept(atoms, LinearForm(0, ((x, 1),)), LinearForm(0, ((y, 1),)))
    key: Key = ("product", atoms.mul(low, low_two), *factors)
    return atoms.single(key, one.uniform and two.uniform, MASK64, one.sources | two.sources)


def factors_of(atoms: Atoms, atom: int) -> tuple[int, ...]:
    """The 64-bit atoms whose product an atom is; the atom itself if it is not a product."""
    kind, _, *factors = atoms.table[atom].key
    return tuple(f for f in factors if isinstance(f, int)) if kind == "product" else (atom,)


def raised(atoms: Atoms, form: LinearForm) -> LinearForm:
    """A 32-bit form times 2^32, modulo 2^64: of a sum, the sum of its terms' multiples."""
    parts = [(atoms.widened("zext", LinearForm(0, ((a, 1),))), c << 32) for a, c in form.terms]
    return atoms.sum(64, parts, form.constant << 32)


def joined(atoms: Atoms, low: LinearForm, high: LinearForm) -> LinearForm | None:
    """Combines two halves into a number when the upper one is the upper half of another number plus a term; None unless
    that number's lower half equals the given one."""
    found = _bit_times(atoms, low, high)
    if found is not None:
        return found
    for atom, coefficient in high.terms:
        kind, whole, *_ = atoms.table[atom].key
        if kind != "high" or coefficient != 1 or not isinstance(whole, LinearForm):
            continue
        base = atoms.low(whole)
        rest = atoms.sub(low, base)
        if atoms.bits(rest) & atoms.bits(base):
            continue  # the sum may carry into the upper half
        more = LinearForm(high.constant, tuple(t for t in high.terms if t[0] != atom))
        return atoms.sum(64, ((_with_upper(atoms, whole, more), 1), (atoms.widened("zext", rest), 1)))
    return None


def _bit_times(atoms: Atoms, low: LinearForm, high: LinearForm) -> LinearForm | None:
    """The halves of a number, each times the same factor of 0 or 1, as the product."""
    key = atoms.table[low.terms[0][0]].key if len(low.terms) == 1 and not low.constant else ()
    for factor in key[1:] if key[:1] == ("mul",) else ():
        if isinstance(factor, int) and atoms.table[factor].upper <= 1:
            bit = LinearForm(0, ((factor, 1),))
            (lower, rest), (upper, other) = (divided(atoms, x, bit) for x in (low, high))
            if lower.terms and rest == other == LinearForm():
                return product(atoms, atoms.widened("zext", bit), atoms.wide(lower, upper))
    return None


def spread(atoms: Atoms, form: LinearForm) -> LinearForm:
    """A 64-bit form in which sums that are factors of products are multiplied out, unless they can wrap."""
    parts = []
    for atom, coefficient in form.terms:
        factors = [_widened_terms(atoms, f) for f in factors_of(atoms, atom)]
        whole = reduce(lambda a, b: product(atoms, a, b), factors) if len(factors) > 1 else LinearForm(0, ((atom, 1),))
        parts.append((whole, coefficient))
    return atoms.sum(64, parts, form.constant)


def _widened_terms(atoms: Atoms, atom: int) -> LinearForm:
    """A sum that is widened as the sum of its widened terms, where it cannot wrap."""
    kind, inner, *_ = atoms.table[atom].key
    if (
        kind == "zext"
        and isinstance(inner, LinearForm)
        and (inner.constant or len(inner.terms) > 1 or inner.terms[0][1] > 1)
    ):
        most = inner.constant + sum(c * atoms.table[a].upper for a, c in inner.terms)
        if most <= MASK32:
            parts = [(atoms.widened("zext", LinearForm(0, ((a, 1),))), c) for a, c in inner.terms]
            return atoms.sum(64, parts, inner.constant)
    return LinearForm(0, ((atom, 1),))


def _with_upper(atoms: Atoms, whole: LinearForm, more: LinearForm) -> LinearForm:
    """A 64-bit form plus a 32-bit one times 2^32; a product in it takes what completes its factors."""
    for atom, coefficient in whole.terms:
        lows = _lower_halves(atoms, atom)
        if lows is None or coefficient != 1:
            continue
        for one, two in (lows, lows[::-1]):
            of_one, left = divided(atoms, more, one)
            of_two, left = divided(atoms, left, two)
            if len(left.terms) == len(more.terms):
                continue
            complete = product(atoms, atoms.wide(one, of_two), atoms.wide(two, of_one))
            whole = atoms.sum(64, ((whole, 1), (LinearForm(0, ((atom, 1),)), -1), (complete, 1)))
            more = left
            break
    return _with_multiple(atoms, whole, more)


def _lower_halves(atoms: Atoms, atom: int) -> tuple[LinearForm, LinearForm] | None:
    """The factors of a product of two 32-bit numbers extended by zeros."""
    match [atoms.table[f].key for f in factors_of(atoms, atom)]:
        case [("zext", LinearForm() as one), ("zext", LinearForm() as two)]:
            return one, two
    return None


def divided(atoms: Atoms, form: LinearForm, by: LinearForm) -> tuple[LinearForm, LinearForm]:
    """A 32-bit form as a multiple of another plus a rest: the quotient and the rest, which is the whole form if it is
    no such multiple."""
    best = LinearForm(), form
    for pivot, times in by.terms:
        parts = []
        for atom, coefficient in form.terms:
            match atoms.table[atom].key:
                case ("mul", int(one), int(two)) if pivot in (one, two) and not coefficient % times:
                    parts.append((LinearForm(0, ((two if one == pivot else one, 1),)), coefficient // times))
        quotient = atoms.sum(32, parts)
        rest = atoms.sub(form, atoms.mul(by, quotient))
        if quotient.terms and len(rest.terms) < len(best[1].terms):
            best = quotient, rest
    return best


def _with_multiple(atoms: Atoms, whole: LinearForm, more: LinearForm) -> LinearForm:
    """A 64-bit form plus a 32-bit one times 2^32; a constant multiple of a lower half takes that of its upper one."""
    multiples = [(a, c) for a, c in whole.terms if atoms.table[a].key[0] == "zext" and 1 < c <= MASK32]
    if more.terms and len(multiples) == 1:
        ((atom, times),) = multiples
        inner = atoms.low(LinearForm(0, ((atom, 1),)))
        if not any(x % times for x in (more.constant, *(c for _, c in more.terms))):
            upper = LinearForm(more.constant // times, tuple((a, c // times) for a, c in more.terms))
            complete = atoms.wide(inner, upper)
            return atoms.sum(64, ((whole, 1), (LinearForm(0, ((atom, times),)), -1), (complete, times)))
    return atoms.sum(64, ((whole, 1), (raised(atoms, more), 1)))
