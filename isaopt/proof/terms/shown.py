"""Prints terms for people.

``s4`` is the value of a register when the kernel starts, ``A.v4@2`` its value at a cut point (a loop head or a join),
``argument<16 4>`` four bytes of the kernel's arguments from byte 16 on, ``tid`` the work-item's id, ``x!`` the result
``x`` as a hazard may leave it.
"""

from __future__ import annotations

from collections.abc import Hashable

from isaopt.isa.registers import MODE, unit_name
from isaopt.proof.semantics.world import STATE_NAMES
from isaopt.proof.terms.terms import Terms

_INFIX = {"and": "&", "or": "|", "xor": "^", "mul": "*"}
_WIDTH = 400
_DEPTHS = (4, 5, 6)


def show(terms: Terms, term: int) -> str:
    """The term as text, truncated below a few levels and after some characters."""
    return _cut(_text(terms, term, _DEPTHS[0]), 0)


def show_both(terms: Terms, a: int, b: int) -> tuple[str, str]:
    """Two terms, as deep as it takes to distinguish them, from a little before the place where they differ."""
    for depth in _DEPTHS:
        one, other = _text(terms, a, depth), _text(terms, b, depth)
        if one != other:
            break
    differs = next((i for i, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), 0)
    start = differs - _WIDTH // 2 if differs > _WIDTH * 3 // 4 else 0
    return _cut(one, start), _cut(other, start)


def _cut(text: str, start: int) -> str:
    end = start + _WIDTH
    return ("…" if start else "") + text[start:end] + ("…" if len(text) > end else "")


def _text(t: Terms, term: int, depth: int) -> str:
    op, payload = t.op[term], t.payload[term]
    if op in ("const", "const64"):
        assert isinstance(payload, int)
        return _number(payload)
    # The floating-point mode is an operand of every operation that it may change.
    args = [a for a in t.args[term] if (t.op[a], t.payload[a]) != ("initial", MODE)]
    if not args:
        return _leaf(op, payload)
    if op == "spoilt":
        return f"{_text(t, args[0], depth)}!"
    if depth == 0:
        return "…"
    inner = [_text(t, a, depth - 1) for a in args[:6]] + (["…"] if len(args) > 6 else [])
    if op in ("lin32", "lin64"):
        return _linear(payload, inner)
    if op in _INFIX:
        return "(" + f" {_INFIX[op]} ".join(inner) + ")"
    if op == "ite":
        return f"({inner[0]} ? {inner[1]} : {inner[2]})"
    if op == "bit":
        return f"lane bit of {inner[0]}"
    return f"{op}{'' if payload is None else _extra(payload)}({', '.join(inner)})"


def _number(value: int) -> str:
    return str(value) if value < 1024 else hex(value)


def _name(unit: int) -> str:
    if unit < 0:
        return f"scratch offset:{-4 * (unit + 1)}"
    try:
        return STATE_NAMES.get(unit) or unit_name(unit)
    except KeyError:
        return f"register {unit}"


def _leaf(op: str, payload: Hashable) -> str:
    if payload is None or op == "tid":
        return op
    if op == "unknown" and isinstance(payload, tuple):
        return f"<{payload[0]}>"
    match op, payload:
        case "initial", int(unit):
            return _name(unit)
        case "undefined", (str(side), int(unit)):
            return f"undefined {side and side + '.'}{_name(unit)}"
        case (("symbol" | "fact" | "vsymbol"), (int(point), (int(side), int(unit), *_), *_)):
            return f"{'AB'[side]}.{_name(unit)}@{point}"
    return f"{op}{_extra(payload)}"


def _extra(payload: Hashable) -> str:
    if isinstance(payload, tuple):
        parts = [_extra(p)[1:-1] if isinstance(p, tuple) else str(p) for p in payload if p not in (None, (), "")]
        return "<" + " ".join(parts) + ">" if parts else ""
    return f"<{payload}>"


def _linear(payload: Hashable, inner: list[str]) -> str:
    assert isinstance(payload, tuple)
    constant, factors = payload
    parts = [text if f == 1 else f"{f}*{text}" for f, text in zip(factors, inner, strict=False)]
    return "(" + " + ".join(parts + [_number(constant)] * bool(constant)) + ")"
