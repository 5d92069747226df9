"""Bitwise operations, shifts and comparisons on affine forms: sums where no bits meet, else atoms with a bound."""

from __future__ import annotations

from functools import reduce
from operator import or_

from isaopt.analysis.integers.forms import MASK32, Atoms, Form

_NAMES = (
    "and_b32 or_b32 xor_b32 not_b32 bfe_u32 bfe_i32 min_u32 max_u32 min_i32 max_i32",
    "lshrrev_b32 ashrrev_i32 and_or_b32 or3_b32 lshl_or_b32 xad_u32",
    "lshr_b32 ashr_i32",
)
#: Pure 32-bit operations that stay atoms: equal operands, equal results.
PURE = frozenset(
    [f"v_{n}" for n in f"{_NAMES[0]} {_NAMES[1]}".split()] + [f"s_{n}" for n in f"{_NAMES[0]} {_NAMES[2]}".split()]
)


def pure_operation(atoms: Atoms, name: str, forms: tuple[Form, ...]) -> Form:
    """What the operation of that name (without ``v_`` or ``s_``) makes of its operands, in the order of the text."""
    if name in ("ashrrev_i32", "lshrrev_b32"):
        forms, name = forms[::-1], name.replace("rrev", "r")
    if name == "ashr_i32" and forms[1] == Form(31):
        return atoms.sign(forms[0])
    if name in ("and_b32", "or_b32", "xor_b32"):
        forms = _sorted(forms)
    if name == "and_b32":
        for form, mask in (forms, forms[::-1]):
            if not mask.terms and not atoms.bits(form) & ~mask.constant:
                return form
    if name in ("or_b32", "or3_b32", "and_or_b32", "lshl_or_b32"):
        ored = _ored(atoms, name, forms)
        if ored is not None:
            return ored
    return atoms.operation(name, forms, _upper(atoms, name, forms))


def _ored(atoms: Atoms, name: str, forms: tuple[Form, ...]) -> Form | None:
    """An OR of operands that have no bit in common, as their sum."""
    if name == "and_or_b32":
        inner = _sorted(forms[:2])
        forms = (atoms.operation("and_b32", inner, _upper(atoms, "and_b32", inner)), forms[2])
    elif name == "lshl_or_b32":
        if forms[1].terms:
            return None
        forms = (atoms.times(forms[0], 1 << (forms[1].constant & 31)), forms[2])
    masks = [atoms.bits(f) for f in forms]
    return atoms.sum(32, [(f, 1) for f in forms]) if sum(masks) == reduce(or_, masks) else None


def _upper(atoms: Atoms, name: str, forms: tuple[Form, ...]) -> int:
    """A bound of the result as an unsigned number."""
    uppers = [atoms.upper(f) for f in forms]
    if name == "and_b32":
        return min([*uppers, *(_masked(atoms, x, mask) for x, mask in (forms, forms[::-1]))])
    if name in ("or_b32", "xor_b32", "or3_b32"):
        return (1 << max(u.bit_length() for u in uppers)) - 1
    if name == "and_or_b32":
        return (1 << max(min(uppers[0], uppers[1]).bit_length(), uppers[2].bit_length())) - 1
    if name == "lshr_b32" and not forms[1].terms:
        by = forms[1].constant & 31
        return min(uppers[0] >> by, atoms.sliced(forms[0], by, 32 - by))
    if name == "bfe_u32" and len(forms) == 3 and not forms[2].terms:
        width, first = forms[2].constant & 31, forms[1]
        if first.terms or (first.constant & 31) + width > 32:
            return (1 << width) - 1
        return atoms.sliced(forms[0], first.constant & 31, width)
    if name in ("min_u32", "max_u32"):
        return min(uppers) if name == "min_u32" else max(uppers)
    return MASK32


def _masked(atoms: Atoms, form: Form, mask: Form) -> int:
    """A bound of a form's bits under a constant mask."""
    if mask.terms or not mask.constant:
        return MASK32
    low = (mask.constant & -mask.constant).bit_length() - 1
    return atoms.sliced(form, low, mask.constant.bit_length() - low) << low


def _sorted(forms: tuple[Form, ...]) -> tuple[Form, ...]:
    return tuple(sorted(forms, key=lambda f: (f.constant, f.terms)))
