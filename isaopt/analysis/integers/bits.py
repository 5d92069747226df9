"""Bitwise operations, selections and comparisons: sums if no bits overlap, otherwise atoms with a bound.

A condition is a form that is 0 or 1: an atom, or 1 minus an atom; equal conditions have the same order of operands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Literal

from isaopt.analysis.integers.forms import MASK32, Atoms, LinearForm

TRUE, FALSE = LinearForm(1), LinearForm(0)
"""The constant conditions."""

Relation = Literal["eq", "lg", "lt", "le", "gt", "ge"]
_HOLDS: dict[Relation, Callable[[int, int], bool]] = {"eq": eq, "lg": ne, "lt": lt, "le": le, "gt": gt, "ge": ge}
RELATIONS = tuple(_HOLDS)
OPPOSITE: dict[Relation, Relation] = {"eq": "lg", "lg": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
SWAPPED: dict[Relation, Relation] = {"eq": "eq", "lg": "lg", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}


def signed(number: int) -> int:
    """A 32-bit number with its sign."""
    return number - (number >> 31 << 32)


_NUMBERS: dict[str, Callable[..., int]] = {
    "and_b32": lambda a, b: a & b,
    "or_b32": lambda a, b: a | b,
    "xor_b32": lambda a, b: a ^ b,
    "lshl_b32": lambda a, by: a << (by & 31),
    "lshr_b32": lambda a, by: a >> (by & 31),
    "ashr_i32": lambda a, by: signed(a) >> (by & 31),
    "min_u32": min,
    "max_u32": max,
    "min_i32": lambda a, b: min(a, b, key=signed),
    "max_i32": lambda a, b: max(a, b, key=signed),
}
"""The result of operations on numbers; on other forms they give atoms."""
_COMMUTATIVE = frozenset(("and_b32", "or_b32", "xor_b32", "min_u32", "max_u32", "min_i32", "max_i32"))


def invert(atoms: Atoms, form: LinearForm) -> LinearForm:
    """The bitwise complement: -1 minus the number."""
    cases = arms(atoms, form)
    if cases is not None:
        return select(atoms, cases[0], invert(atoms, cases[1]), invert(atoms, cases[2]))
    return atoms.sum(32, ((form, -1),), MASK32)


def bitwise(atoms: Atoms, name: str, *forms: LinearForm) -> LinearForm:
    """The result of an operation, by its name without ``v_`` and ``s_``; the operands of a shift are the value and the
    distance."""
    if name in _NUMBERS and not any(f.terms for f in forms):
        return LinearForm(_NUMBERS[name](*(f.constant for f in forms)) & MASK32)
    by = forms[1].constant & 31
    if name in ("and_b32", "or_b32", "xor_b32"):
        found = _logic(atoms, name, forms)
        if found is not None:
            return found
    elif name == "bfe_u32" and not forms[1].terms and not forms[2].terms:
        return field(atoms, forms[0], by, forms[2].constant & 31)
    elif name == "lshr_b32" and not forms[1].terms:
        return field(atoms, forms[0], by, 32 - by)
    elif name == "lshl_b32" and not forms[1].terms:
        return atoms.times(forms[0], 1 << by)
    elif name == "ashr_i32" and forms[1] == LinearForm(31):
        return atoms.sign(forms[0])
    if name in _COMMUTATIVE:
        forms = tuple(sorted(forms, key=lambda f: (f.constant, f.terms)))
    return atoms.operation(name, forms, _upper(atoms, name, forms))


def field(atoms: Atoms, form: LinearForm, first: int, count: int) -> LinearForm:
    """``count`` bits of a 32-bit form from bit ``first`` on, as a number."""
    count = min(count, 32 - first)
    mask, bits = (1 << count) - 1, atoms.bits(form)
    if not bits & mask << first:
        return LinearForm()
    if not first and not bits & ~mask:
        return form
    if not form.terms:
        return LinearForm(form.constant >> first & mask)
    match atoms.key(form):
        case ("field", LinearForm() as whole, int(begin), int(length)):
            return field(atoms, whole, begin + first, min(count, length - first))
    upper = min(mask, atoms.upper(form) >> first, atoms.sliced(form, first, count))
    return atoms.single(("field", form, first, count), atoms.is_uniform(form), upper, atoms.sources(form))


def _logic(atoms: Atoms, name: str, forms: Sequence[LinearForm]) -> LinearForm | None:
    """AND, OR, XOR in their simple cases: one of the operands, a sum, a selection."""
    if forms[0] == forms[1]:
        return LinearForm() if name == "xor_b32" else forms[0]
    masks = [atoms.bits(f) for f in forms]
    if not masks[0] & masks[1]:
        return LinearForm() if name == "and_b32" else atoms.add(forms[0], forms[1])
    for form, mask, bits in ((forms[0], forms[1], masks[0]), (forms[1], forms[0], masks[1])):
        if mask.terms:
            continue
        if name == "and_b32" and not bits & ~mask.constant:
            return form
        low = (mask.constant & -mask.constant).bit_length() - 1
        ones = mask.constant >> low
        if name == "and_b32" and not ones & (ones + 1):
            return atoms.times(field(atoms, form, low, ones.bit_length()), 1 << low)
        if mask.constant == MASK32:
            return mask if name == "or_b32" else invert(atoms, form)
    for one, other in (forms, forms[::-1]):
        cases = arms(atoms, one)
        if (
            cases is not None
            and cases[1] in (LinearForm(), LinearForm(MASK32))
            and cases[2] in (LinearForm(), LinearForm(MASK32))
        ):
            condition, *values = cases
            return select(atoms, condition, *(bitwise(atoms, name, value, other) for value in values))
    return None


def _upper(atoms: Atoms, name: str, forms: Sequence[LinearForm]) -> int:
    """An upper bound of the result as an unsigned number."""
    uppers = [atoms.upper(f) for f in forms]
    if name in ("or_b32", "xor_b32"):
        return (1 << max(u.bit_length() for u in uppers)) - 1
    if name in ("and_b32", "min_u32"):
        return min(uppers)
    if name == "lshr_b32":
        return uppers[0]
    return max(uppers) if name == "max_u32" else MASK32


# -- conditions


def opposite(atoms: Atoms, condition: LinearForm) -> LinearForm:
    return atoms.sum(32, ((condition, -1),), 1)


def _atom_of(atoms: Atoms, condition: LinearForm) -> tuple[int, bool] | None:
    """The atom of a condition, and whether the condition is that the atom is 0; None for other forms."""
    if len(condition.terms) == 1:
        ((atom, factor),) = condition.terms
        if atoms.table[atom].upper <= 1 and (condition.constant, factor) in ((0, 1), (1, MASK32)):
            return atom, factor != 1
    return None


def nonzero(atoms: Atoms, words: Sequence[LinearForm]) -> LinearForm:
    """The condition that one of the words is not zero."""
    words = tuple(dict.fromkeys(w for w in words if w != LinearForm()))
    if not words:
        return FALSE
    if any(not w.terms for w in words):
        return TRUE
    if len(words) == 1 and _atom_of(atoms, words[0]) is not None:
        return words[0]
    cases = [arms(atoms, w) for w in words]
    condition = next((c[0] for c in cases if c is not None), None)
    if condition is None:
        return atoms.operation("nonzero", words, 1)
    yes, no = (
        [c[at] if c is not None and c[0] == condition else w for w, c in zip(words, cases, strict=True)]
        for at in (1, 2)
    )
    return select(atoms, condition, nonzero(atoms, yes), nonzero(atoms, no))


def select(atoms: Atoms, condition: LinearForm, yes: LinearForm, no: LinearForm) -> LinearForm:
    """``yes`` if the condition holds, otherwise ``no``."""
    if yes == no or not condition.terms:
        return yes if condition.constant else no
    found = _atom_of(atoms, condition)
    if found is None:
        return select(atoms, nonzero(atoms, (condition,)), yes, no)
    if found[1]:
        condition, yes, no = opposite(atoms, condition), no, yes
    if (yes, no) == (TRUE, FALSE):
        return condition
    if (yes, no) == (FALSE, TRUE):
        return opposite(atoms, condition)
    return atoms.operation("select", (condition, yes, no), max(atoms.upper(yes), atoms.upper(no)))


def arms(atoms: Atoms, form: LinearForm) -> tuple[LinearForm, LinearForm, LinearForm] | None:
    """The condition and the cases of a selection."""
    match atoms.key(form):
        case ("select", LinearForm() as condition, LinearForm() as yes, LinearForm() as no):
            return condition, yes, no
    return None


def holds(relation: Relation, kind: str, a: int, b: int) -> bool:
    """Whether two 32-bit numbers stand in this relation, as ``i32`` or ``u32``."""
    a, b = (signed(x & MASK32) if kind == "i32" else x & MASK32 for x in (a, b))
    return _HOLDS[relation](a, b)


def compare(
    atoms: Atoms, relation: Relation, kind: str, a: Sequence[LinearForm], b: Sequence[LinearForm]
) -> LinearForm:
    """The condition that two numbers are in a relation; ``a`` and ``b`` are the words of the operands."""
    if relation in ("lg", "eq"):
        found = nonzero(atoms, [_difference(atoms, x, y) for x, y in zip(a, b, strict=True)])
        return found if relation == "lg" else opposite(atoms, found)
    if relation in ("gt", "ge"):
        a, b = b, a
    if relation in ("le", "ge"):
        return opposite(atoms, compare(atoms, "lt", kind, b, a))
    ((one,), (two,)) = a, b
    if not one.terms and not two.terms:
        return LinearForm(int(holds("lt", kind, one.constant, two.constant)))
    return FALSE if one == two else atoms.operation(f"lt_{kind}", (one, two), 1)


def _difference(atoms: Atoms, a: LinearForm, b: LinearForm) -> LinearForm:
    """One of a - b and b - a, the same for both orders: a condition or selection where one is."""
    both = sorted((atoms.sub(a, b), atoms.sub(b, a)), key=lambda f: (sum(c for _, c in f.terms), f.terms, f.constant))
    return next((f for f in both if _atom_of(atoms, f) is not None or arms(atoms, f) is not None), both[0])


def truth(atoms: Atoms, condition: LinearForm, facts: Mapping[int, bool]) -> bool | None:
    """Whether the facts about atoms make the condition true or false; None if they do not decide it."""
    if not condition.terms:
        return condition.constant != 0
    found = _atom_of(atoms, condition)
    if found is None:
        return None
    atom, negated = found
    known = facts.get(atom)
    cases = arms(atoms, LinearForm(0, ((atom, 1),)))
    if known is None and cases is not None:
        outcome = truth(atoms, cases[0], facts)
        if outcome is not None:
            known = truth(atoms, cases[1 if outcome else 2], facts)
        elif (either := truth(atoms, cases[1], facts)) is truth(atoms, cases[2], facts):
            known = either
    return None if known is None else known is not negated


def learn(atoms: Atoms, condition: LinearForm, facts: dict[int, bool], known: bool) -> None:
    """Records whether a condition holds."""
    found = _atom_of(atoms, condition)
    if found is not None:
        facts[found[0]] = known is not found[1]
