"""Executes pseudo-code for one lane (or the wave, for scalar instructions)."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from scripts.pcode.functions import FUNCTIONS
from scripts.pcode.syntax import Node, Unreadable
from scripts.pcode.values import FORMATS, Value, encode, floating, integer, is_nan

_VIEW = re.compile(r"([uifb])(\d+)$")
_COMPARE: dict[str, Callable[[object, object], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,  # type: ignore[dict-item]
    ">": operator.gt,  # type: ignore[dict-item]
    "<=": operator.le,  # type: ignore[dict-item]
    ">=": operator.ge,  # type: ignore[dict-item]
}
_WIDE = 1 << 12
#: State that no result here depends on.
_SOURCE: Node = ("index", ("index", ("name", "VGPR"), ("name", "laneId")), ("view", ("name", "SRC0"), "u32"))
_IGNORED = ("TRAPSTS", "EXCP", "ROUND_MODE", "prev_mode", "MODE", "WAVE_MODE")


class _Return(Exception):
    def __init__(self, value: Value) -> None:
        self.value = value


class _Break(Exception):
    pass


@dataclass
class Machine:
    """``registers`` are the architectural names (S0, D0, SCC, VCC, ...) as bits; ``locals`` everything else."""

    registers: dict[str, int]
    locals: dict[str, Value | list[Value]] = field(default_factory=dict)
    functions: dict[str, Node] = field(default_factory=dict)
    #: Runs the pseudo-code of another instruction: name and operands to its result.
    other: Callable[[str, list[Value]], Value] | None = None
    written: set[str] = field(default_factory=set)

    def run(self, body: list[Node]) -> None:
        for node in body:
            self._statement(node)

    # -- statements

    def _statement(self, node: Node) -> None:
        match node:
            case ("assign", "=", ("name", "prev_mode" | "ROUND_MODE"), _):
                pass
            case ("assign", str(sign), target, value):
                new = self.value(value)
                if sign != "=":
                    new = self._arithmetic(sign[:-1], self.value(target), new)
                self._assign(target, new)
            case ("if", test, yes, no):
                self.run(yes if self.value(test).raw else no)
            case ("for", str(name), first, last, body):
                start, stop = self.value(first).number, self.value(last).number
                for k in range(start, stop + 1) if start <= stop else range(start, stop - 1, -1):
                    self.locals[name] = integer("I", 32, k)
                    try:
                        self.run(body)
                    except _Break:
                        break
            case ("declare", str(name), str(kind), size):
                bits, letter = int(kind[:-2]), kind[-1]
                zero = Value(letter, bits, 0)
                if name in ("S", "in") and name == "S":
                    return
                self.locals[name] = [zero] * self.value(size).number if size is not None else zero
            case ("function", str(name), _, _):
                self.functions[name] = node
            case ("return", value):
                raise _Return(self.value(value))
            case ("break",):
                raise _Break
            case ("evaluate", value):
                if value[0] == "call":
                    self.value(value)
            case _:
                raise Unreadable(str(node[0]))

    def _assign(self, target: Node, new: Value) -> None:
        root: object = target
        while isinstance(root, tuple) and root[0] != "name":
            root = root[1]
        if isinstance(root, tuple) and root[1] in _IGNORED:
            return
        match target:
            case ("concat", parts):
                raw = new.raw
                for part in reversed(parts):
                    bits = self._width_of(part)
                    self._assign(part, Value("B", bits, raw & ((1 << bits) - 1)))
                    raw >>= bits
            case ("name", str(name)):
                self._set(name, new, None)
            case ("view", inner, str(view)):
                self._store(inner, 0, *self._typed(view), new)
            case ("slice", inner, high, low):
                first, last = self.value(low).number, self.value(high).number
                self._store(inner, first, "B", last - first + 1, new)
            case ("index", inner, at):
                place = self.value(at).number
                known = self.locals.get(str(inner[1])) if inner[0] == "name" else None
                if isinstance(known, list):
                    array = list(known)
                    old = array[place]
                    array[place] = (
                        self._cast(new, old.kind, old.bits)
                        if old.kind != "B"
                        else Value("B", old.bits, new.raw & ((1 << old.bits) - 1))
                    )
                    self.locals[str(inner[1])] = array
                else:
                    self._store(inner, place, "B", 1, new)
            case _:
                raise Unreadable(f"assignment to {target[0]}")

    def _store(self, inner: Node, low: int, kind: str, bits: int, new: Value) -> None:
        """Part of something: ``bits`` bits from ``low`` on."""
        if kind in "UIF" and new.kind != "B":
            new = self._cast(new, kind, bits)
        raw = new.raw & ((1 << bits) - 1)
        if inner[0] == "name":
            name = str(inner[1])
            if name in self.registers:
                old = self.registers[name]
            else:
                known = self.locals.get(name)
                old = known.raw if isinstance(known, Value) else 0
            mask = ((1 << bits) - 1) << low
            whole = low == 0 and name not in self.registers
            merged = raw if whole and bits >= self._known_bits(name) else old & ~mask | raw << low
            self._set(name, Value(kind if whole else "B", max(bits + low, self._known_bits(name)), merged), "raw")
        elif inner[0] in ("slice", "index", "view"):
            if inner[0] == "view":
                self._store(inner[1], low, kind, bits, new)
            else:
                base = self.value(inner[3] if inner[0] == "slice" else inner[2]).number
                target = inner[1]
                if inner[0] == "index" and target[0] == "index" and str(target[1][1]) == "VGPR":
                    self._store(("name", "D0"), low, kind, bits, new)
                elif inner[0] == "index" and str(target) == "('name', 'VGPR')":
                    raise Unreadable("another lane")
                else:
                    self._store(target, base + low, kind, bits, new)
        else:
            raise Unreadable(f"assignment to part of {inner[0]}")

    def _known_bits(self, name: str) -> int:
        known = self.locals.get(name)
        return known.bits if isinstance(known, Value) else 0

    def _set(self, name: str, new: Value, how: str | None) -> None:
        if name in self.registers:
            mask = (1 << new.bits) - 1
            self.registers[name] = self.registers[name] & ~mask | new.raw
            self.written.add(name)
            return
        known = self.locals.get(name)
        if how is None and isinstance(known, Value) and known.kind == "F" and new.kind in ("U", "I", "F"):
            new = self._cast(new, "F", known.bits)
        self.locals[name] = new

    def _width_of(self, node: Node) -> int:
        match node:
            case ("view", _, str(view)):
                return self._typed(view)[1]
            case ("slice", _, high, low):
                return self.value(high).number - self.value(low).number + 1
        raise Unreadable("a width")

    @staticmethod
    def _typed(view: str) -> tuple[str, int]:
        if view in ("bf16", "fp8", "bf8"):
            return view, 16 if view == "bf16" else 8
        match = _VIEW.match(view)
        if match is None:
            raise Unreadable(f".{view}")
        return match[1].upper(), int(match[2])

    # -- expressions

    def value(self, node: Node) -> Value:
        match node:
            case ("number", str(kind), int(bits), int(number)):
                return integer(kind, bits, number)
            case ("real", int(bits), float(number)):
                return floating(bits, Fraction(number))
            case ("name", str(name)):
                return self._name(name)
            case ("cast", str(kind), int(bits), inner):
                return self._cast(self.value(inner), kind, bits)
            case ("view", ("name", "WAVE_MODE"), str(view)):
                return Value("U", 1, self.registers.get(f"WAVE_MODE.{view}", 0))
            case ("view", inner, str(view)):
                return self._view(inner, view)
            case ("binary", "*", left, ("binary", "**", ("real", _, 2.0), power)):
                return FUNCTIONS["ldexp"](self.value(left), self.value(power))
            case ("binary", "*", left, ("cast", "F", _, ("binary", "**", ("real", _, 2.0), power))):
                return FUNCTIONS["ldexp"](self.value(left), self.value(power))
            case ("binary", "*", ("binary", "**", ("real", _, 2.0), power), right):
                return FUNCTIONS["ldexp"](self.value(right), self.value(power))
            case ("binary", "==", left, ("view", ("name", "DENORM"), str(view))):
                return Value("U", 1, int(_is_denormal(self.value(left), int(view[1:]))))
            case ("slice", inner, high, low):
                if inner == ("name", "PI2"):
                    raise Unreadable("2/PI")
                source = self.value(inner)
                first, last = self.value(low).number, self.value(high).number
                bits = last - first + 1
                if bits < 1:  # written the other way round, the bits are
                    first, bits = last, first - last + 1
                    return Value("U", bits, int(f"{source.raw >> first & ((1 << bits) - 1):0{bits}b}"[::-1], 2))
                return Value("U" if source.kind == "U" else "B", bits, source.raw >> first & ((1 << bits) - 1))
            case ("index", inner, at):
                place = self.value(at).number
                if inner[0] == "name":
                    name = str(inner[1])
                    known = self.locals.get(name)
                    if isinstance(known, list):
                        return known[place]
                    if name == "S":
                        return self._name(f"S{place}")
                return Value("U", 1, self.value(inner).raw >> place & 1)
            case ("unary", str(sign), inner):
                return self._unary(sign, self.value(inner))
            case ("binary", str(sign), left, right):
                return self._arithmetic(sign, self.value(left), self.value(right))
            case ("choose", test, yes, no):
                return self.value(yes if self.value(test).raw else no)
            case ("concat", parts):
                raw, bits = 0, 0
                for part in parts:
                    each = self.value(part)
                    raw, bits = raw << each.bits | each.raw, bits + each.bits
                return Value("B", bits, raw)
            case ("call", str(name), given):
                return self._call(name, [self.value(g) for g in given])
        raise Unreadable(str(node[0]))

    def _name(self, name: str) -> Value:
        if name in self.registers:
            return Value("B", 64, self.registers[name])
        known = self.locals.get(name)
        if isinstance(known, Value):
            return known
        constants: dict[str, Fraction | float] = {"INF": math.inf, "NAN": math.nan, "PI": Fraction(math.pi)}
        if name in constants:
            return floating(64, constants[name])
        if name in ("MAX_FLOAT_F32", "OVERFLOW_F32"):
            return Value("F", 32, 0x7F7FFFFF)
        raise Unreadable(name)

    def _view(self, inner: Node, view: str) -> Value:
        kind, bits = self._typed(view)
        if inner[0] == "slice" and inner[1] == _SOURCE:
            inner = ("slice", ("name", "S0"), *inner[2:])
        if inner[0] == "name" and inner[1] in ("INF", "NAN"):
            return floating(bits, math.inf if inner[1] == "INF" else math.nan)
        if inner[0] == "name" and inner[1] == "DENORM":
            raise Unreadable("DENORM")
        source = self.value(inner)
        if kind == "I" and source.kind == "I" and source.bits < bits:
            return integer("I", bits, source.number)
        return Value(kind, bits, source.raw & ((1 << bits) - 1))

    @staticmethod
    def _cast(source: Value, kind: str, bits: int) -> Value:
        if kind == "F":
            if source.kind == "F":
                if source.bits == bits:
                    return source
                if is_nan(source.real):
                    # A conversion in the pseudo-code is no operation: a signalling NaN stays one.
                    shift = FORMATS[bits][0] - FORMATS[source.bits][0]
                    part = source.raw & ((1 << FORMATS[source.bits][0]) - 1)
                    part = part << shift if shift > 0 else part >> -shift
                    sign = source.raw >> (source.bits - 1) << (bits - 1)
                    return Value("F", bits, sign | encode(math.inf, bits) | part)
                return floating(bits, source.real)
            return floating(bits, source.real)
        if source.kind == "F" and kind in "UI":
            exact = source.real
            if isinstance(exact, float):
                exact = Fraction(0) if exact == 0 or is_nan(exact) else Fraction(1 << 70) * (1 if exact > 0 else -1)
            return integer(kind, bits, math.trunc(exact))
        return integer(kind, bits, source.number if kind == "I" or source.kind == "I" else source.raw)

    @staticmethod
    def _unary(sign: str, source: Value) -> Value:
        if sign == "!":
            return Value("U", 1, int(source.raw == 0))
        if sign == "-":
            if source.kind == "F":
                return Value("F", source.bits, source.raw ^ 1 << (source.bits - 1))
            return integer("I" if source.kind != "U" else "U", source.bits, -source.number)
        if sign == "~":
            return Value(source.kind, source.bits, ~source.raw & ((1 << source.bits) - 1))
        return source

    def _arithmetic(self, sign: str, a: Value, b: Value) -> Value:
        if "bf16" in (a.kind, b.kind):
            raise Unreadable("arithmetic of bf16")
        if sign in ("&&", "||"):
            yes = a.raw and b.raw if sign == "&&" else a.raw or b.raw
            return Value("U", 1, int(bool(yes)))
        if sign == "<>":
            less = self._arithmetic("<", a, b).raw or self._arithmetic(">", a, b).raw
            return Value("U", 1, int(bool(less)))
        if sign in _COMPARE:
            return Value("U", 1, int(self._compare(sign, a, b)))
        if a.kind == "F" or b.kind == "F":
            return _real(sign, a, b)
        kind = "U" if "U" in (a.kind, b.kind) else "I" if "I" in (a.kind, b.kind) else "U"
        bits = max(a.bits, b.bits)
        x, y = a.number, b.number
        if sign in ("<<", ">>"):
            place = b.raw
            number = x << min(place, _WIDE) if sign == "<<" else x >> place
            return integer(a.kind, max(a.bits, 32), number)
        if sign in ("&", "|", "^"):
            function = {"&": operator.and_, "|": operator.or_, "^": operator.xor}[sign]
            return integer(kind if "B" not in (a.kind, b.kind) else a.kind, bits, function(x, y))
        if sign in ("+", "-", "*"):
            function = {"+": operator.add, "-": operator.sub, "*": operator.mul}[sign]
            return integer(kind, max(bits, 32), function(x, y))
        if sign == "**":
            return integer("I", 64, x**y)
        if sign in ("/", "%"):
            if y == 0:
                raise Unreadable("division by zero")
            quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
            return integer(kind, bits, quotient if sign == "/" else x - quotient * y)
        raise Unreadable(sign)

    @staticmethod
    def _compare(sign: str, a: Value, b: Value) -> bool:
        if a.kind == "F" or b.kind == "F":
            x, y = a.real, b.real
            if is_nan(x) or is_nan(y):
                return sign == "!="
            return _COMPARE[sign](x, y)
        if a.kind == "B" or b.kind == "B":
            return _COMPARE[sign](a.raw, b.raw if b.kind != "I" else b.number & ((1 << max(a.bits, b.bits)) - 1))
        return _COMPARE[sign](a.number, b.number)

    def _call(self, name: str, given: list[Value]) -> Value:
        if name in self.functions:
            _, _, names, body = self.functions[name]
            inner = Machine(self.registers, dict(self.locals), self.functions, self.other)
            assert isinstance(names, list)
            assert isinstance(body, list)
            inner.locals.update({str(n[0]): v for n, v in zip(names, given, strict=True)})
            try:
                inner.run(body)
            except _Return as found:
                return found.value
            raise Unreadable(f"{name} returns nothing")
        if name in FUNCTIONS:
            return FUNCTIONS[name](*given)
        if name.startswith(("v_", "s_")) and self.other is not None:
            return self.other(name, given)
        raise Unreadable(f"{name}()")


def _is_denormal(value: Value, bits: int) -> bool:
    """Whether a number lies among the denormals of a format."""
    real = value.real
    return not isinstance(real, float) and 0 < abs(real) < Fraction(2) ** FORMATS[bits][1]


def _real(sign: str, a: Value, b: Value) -> Value:
    """Arithmetic of floats: exact, then rounded once; with a number of another kind, in the float's format."""
    bits = max((v.bits for v in (a, b) if v.kind == "F"), default=64)
    x, y = a.real, b.real
    if bits not in FORMATS:
        raise Unreadable("a format")
    if is_nan(x) or is_nan(y):
        return floating(bits, math.nan)
    if any(isinstance(v, float) for v in (x, y)) or (sign == "*" and 0 in (x, y)) or sign == "/":
        return floating(bits, _special(sign, float_of(x), float_of(y), x, y))
    assert isinstance(x, Fraction)
    assert isinstance(y, Fraction)
    if sign == "**":
        return floating(bits, x**y)
    function = {"+": operator.add, "-": operator.sub, "*": operator.mul}[sign]
    return floating(bits, function(x, y))


def float_of(x: Fraction | float) -> float:
    """Close enough to tell signs, zeros and infinities."""
    if isinstance(x, float):
        return x
    return 0.0 if x == 0 else math.copysign(1.0, x)


def _special(sign: str, x: float, y: float, a: Fraction | float, b: Fraction | float) -> Fraction | float:
    """Where a zero, an infinity or a quotient is."""
    finite = not (math.isinf(x) or math.isinf(y))
    if sign in "+-":
        y = -y if sign == "-" else y
        if not finite:
            return math.nan if math.isinf(x) and math.isinf(y) and x != y else x if math.isinf(x) else y
        if x == 0 and y == 0:
            return x + y
        return Fraction(a) + (Fraction(b) if sign == "+" else -Fraction(b))
    negative = math.copysign(1, x) * math.copysign(1, y) < 0
    if sign == "*":
        if (x == 0 and math.isinf(y)) or (y == 0 and math.isinf(x)):
            return math.nan
        if not finite:
            return -math.inf if negative else math.inf
        return -0.0 if negative else Fraction(0)
    if sign == "/":
        if (x == 0 and y == 0) or (math.isinf(x) and math.isinf(y)):
            return math.nan
        if math.isinf(x) or y == 0:
            return -math.inf if negative else math.inf
        if x == 0 or math.isinf(y):
            return -0.0 if negative else Fraction(0)
        return Fraction(a) / Fraction(b)
    raise Unreadable(f"{sign} of special numbers")
