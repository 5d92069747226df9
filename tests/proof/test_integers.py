"""Normal forms against arithmetic on numbers: a term means what its constructor says, whatever form it took."""

from __future__ import annotations

import math
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from isaopt.proof.semantics.launch import RegisterField
from isaopt.proof.terms.integers import Integers
from isaopt.proof.terms.products import expanded
from isaopt.proof.terms.terms import Terms

M32, M64 = (1 << 32) - 1, (1 << 64) - 1


def signed(value: int, bits: int = 32) -> int:
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


def evaluate(t: Terms, term: int, env: dict[int, int]) -> int:
    """The number that a term stands for."""
    op, payload = t.op[term], t.payload[term]
    if term in env:
        return env[term]
    known = t.const_value(term)
    if known is not None:
        return known
    a = [evaluate(t, x, env) for x in t.args[term]]
    if op in ("lin32", "lin64"):
        assert isinstance(payload, tuple)
        total: int = payload[0] + sum(f * x for f, x in zip(payload[1], a, strict=True))
        return total & (M32 if op == "lin32" else M64)
    table: dict[str, Callable[[], int]] = {
        "zext": lambda: a[0],
        "sext": lambda: signed(a[0]) & M64,
        "cat": lambda: a[1] << 32 | a[0],
        "lo": lambda: a[0] & M32,
        "hi": lambda: a[0] >> 32,
        "mul": lambda: a[0] * a[1] & M32,
        "mul64": lambda: math.prod(a) & M64,
        "shl": lambda: a[0] << (a[1] & 31) & M32,
        "shl64": lambda: a[0] << (a[1] & 63) & M64,
        "lshr": lambda: a[0] >> (a[1] & 31),
        "ashr": lambda: signed(a[0]) >> (a[1] & 31) & M32,
        "lshr64": lambda: a[0] >> (a[1] & 63),
        "ashr64": lambda: signed(a[0], 64) >> (a[1] & 63) & M64,
        "lo16": lambda: a[0] & 0xFFFF,
        "hi16": lambda: a[0] >> 16,
        "cat16": lambda: a[1] << 16 | a[0],
    }
    if op in ("and", "or", "xor"):
        out = a[0]
        for x in a[1:]:
            out = out & x if op == "and" else out | x if op == "or" else out ^ x
        return out
    return table[op]()


STEPS = (
    *("add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "half", "hihalf", "cat16"),
    *("widen", "swiden", "add64", "shl64", "shr64", "ashr64", "product", "sproduct", "low", "high", "cat", "tuck"),
    *("mul64", "correct", "complete", "expand", "bit", "below", "raise"),
)
Step = tuple[str, int, int]
steps = st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=14)
numbers = st.lists(
    st.one_of(st.integers(0, M32), st.integers(0, 70), st.sampled_from((M32, 1 << 31))), min_size=6, max_size=6
)


Built = tuple[list[tuple[int, int]], list[tuple[int, int]], dict[int, int]]


def built(t: Terms, n: Integers, program: list[Step], inputs: list[int]) -> Built:
    """32-bit and 64-bit terms with their values, and the values of symbols.  Of the inputs every second one is a
    constant; of the symbols the first two have known ranges, and all but the first are lanes' own."""
    env = {}
    narrow: list[tuple[int, int]] = []
    for position, value in enumerate(inputs):
        if position % 2:
            narrow.append((t.const(value), value))
            continue
        symbol = t.make("vsymbol" if position else "initial", (), position)
        if position < 4:
            bits = 8 + position
            value &= (1 << bits) - 1
            n.fields[symbol] = (
                RegisterField(0, 32, (1 << bits) - 1, ("item", 0)),
                RegisterField(4, 4, value >> 4 & 15, ("item", 1)),
            )
        env[symbol] = value
        narrow.append((symbol, value))
    wide: list[tuple[int, int]] = [(t.const64(inputs[0] << 20 | 5), inputs[0] << 20 | 5)]
    for name, i, j in program:
        (x, a), (y, b) = narrow[i % len(narrow)], narrow[j % len(narrow)]
        (u, p), (v, q) = wide[i % len(wide)], wide[j % len(wide)]
        match name:
            case "add":
                narrow.append((n.add(x, y), a + b & M32))
            case "sub":
                narrow.append((n.sub(x, y), a - b & M32))
            case "mul":
                narrow.append((n.mul(x, y), a * b & M32))
            case "and" | "or" | "xor":
                value = a & b if name == "and" else a | b if name == "or" else a ^ b
                narrow.append((n.bitwise(name, (x, y)), value))
            case "shl":
                narrow.append((n.shl(x, y), a << (b & 31) & M32))
            case "lshr":
                narrow.append((n.lshr(x, y), a >> (b & 31)))
            case "ashr":
                narrow.append((n.ashr(x, y), signed(a) >> (b & 31) & M32))
            case "half":
                narrow.append((n.half(x, False), a & 0xFFFF))
            case "hihalf":
                narrow.append((n.half(x, True), a >> 16))
            case "cat16":
                narrow.append((n.cat16(n.half(x, False), n.half(y, True)), (b >> 16) << 16 | a & 0xFFFF))
            case "below":
                narrow.append((n.bitwise("and", (x, t.const(0xFFFF >> j))), a & 0xFFFF >> j))
            case "raise":
                narrow.append((n.linear(32, ((x, 1 << 16 + j), (y, 1))), (a << 16 + j) + b & M32))
            case "widen":
                wide.append((n.zext(x), a))
            case "swiden":
                wide.append((n.sext(x), signed(a) & M64))
            case "add64":
                wide.append((n.linear(64, ((u, 3), (v, -1)), 8), 3 * p - q + 8 & M64))
            case "shl64":
                wide.append((n.shl64(u, y), p << (b & 63) & M64))
            case "shr64":
                wide.append((n.shr64(u, y, False), p >> (b & 63)))
            case "ashr64":
                wide.append((n.shr64(u, y, True), signed(p, 64) >> (b & 63) & M64))
            case "product":
                wide.append((n.product64(x, y, False), a * b))
            case "sproduct":
                wide.append((n.product64(x, y, True), signed(a) * signed(b) & M64))
            case "cat":
                wide.append((n.cat(x, n.high(u)), p >> 32 << 32 | a))
            case "mul64":
                wide.append((n.mul64(u, v), p * q & M64))
            case "correct":  # more is added to the upper half
                more = n.cat(n.low(u), n.linear(32, ((n.high(u), 1), (x, 3), (n.mul(x, y), 1)), 5))
                wide.append((more, p + ((3 * a + a * b + 5) << 32) & M64))
            case "complete":  # the product of the lower halves, with those that the upper ones add
                lows, highs = (n.low(u), n.low(v)), (n.high(u), n.high(v))
                half = n.product64(*lows, False)
                parts = ((n.high(half), 1), (n.mul(lows[0], highs[1]), 1), (n.mul(highs[0], lows[1]), 1))
                whole = n.cat(n.low(half), n.linear(32, parts))
                wide.append((whole, p * q & M64))
            case "expand":
                narrow.append((expanded(n, x), a))
            case "bit":  # both halves times the same 0 or 1
                bit = n.bitwise("and", (x, t.const(1)))
                wide.append((n.cat(n.mul(bit, n.low(u)), n.mul(bit, n.high(u))), p * (a & 1)))
            case "tuck":
                low = n.bitwise("or", (n.low(u), n.bitwise("and", (y, t.const(0xFF)))))
                wide.append((n.cat(low, n.high(u)), p | b & 0xFF))
            case "low":
                narrow.append((n.low(u), p & M32))
            case "high":
                narrow.append((n.high(u), p >> 32))
    return narrow, wide, env


@given(steps, numbers)
@settings(max_examples=400)
def test_terms_mean_what_their_constructors_say(program: list[Step], inputs: list[int]) -> None:
    t = Terms()
    n = Integers(t)
    narrow, wide, env = built(t, n, program, inputs)
    for term, value in narrow:
        assert evaluate(t, term, env) == value
        assert value <= n.upper(term)
        assert value & ~n.bits(term) == 0
    for term, value in wide:
        assert evaluate(t, term, env) == value


def test_one_address_has_one_form() -> None:
    t = Terms()
    n = Integers(t)
    low, high, index = (t.make("initial", (), i) for i in range(3))
    base = n.cat(low, high)
    once = n.add64(base, n.shl64(n.sext(index), t.const(2)))
    again = n.cat(n.low(once), n.high(once))
    assert n.offset64(again, 32) == n.linear(64, ((base, 1), (n.sext(index), 4)), 32)
    assert n.add(n.shl(index, t.const(3)), t.const(5)) == n.bitwise("or", (n.shl(index, t.const(3)), t.const(5)))


def test_a_constant_stands_in_front_of_a_product() -> None:
    t = Terms()
    n = Integers(t)
    x, y = (t.make("initial", (), i) for i in range(2))
    times = [n.mul(n.linear(32, ((x, 32),)), y), n.mul(y, n.linear(32, ((x, 32),))), n.linear(32, ((n.mul(x, y), 32),))]
    assert len(set(times)) == 1
    assert n.mul(n.linear(32, ((x, 4),)), n.linear(32, ((y, -8),))) == n.linear(32, ((n.mul(x, y), -32),))
    assert n.mul(n.linear(32, ((x, 1 << 31),)), n.linear(32, ((y, 2),))) == t.const(0)


def test_a_lower_half_with_bits_that_are_zero_in_the_whole_is_added_to_it() -> None:
    t = Terms()
    n = Integers(t)
    group, item = t.make("initial", (), 0), t.make("tid")
    n.fields[item] = (RegisterField(0, 32, 255, ("item", 0)),)
    whole = n.shl64(n.zext(group), t.const(8))
    assert n.cat(n.bitwise("or", (n.low(whole), item)), n.high(whole)) == n.add64(whole, n.zext(item))
    other = n.shl64(n.zext(group), t.const(7))
    assert n.cat(n.add(n.low(other), item), n.high(other)) != n.add64(other, n.zext(item))


def test_a_shift_down_of_an_upper_half_alone_widens_it() -> None:
    t = Terms()
    n = Integers(t)
    index = t.make("initial", (), 0)
    upper = n.cat(t.const(0), index)
    assert n.shr64(upper, t.const(30), True) == n.linear(64, ((n.sext(index), 4),))
    assert n.shr64(n.shl64(n.zext(index), t.const(32)), t.const(32), False) == n.zext(index)
    assert t.op[n.shr64(n.shl64(n.zext(index), t.const(31)), t.const(30), True)] == "ashr64"


def test_halves_are_shifted_right_one_by_one() -> None:
    t = Terms()
    n = Integers(t)
    low, high = (t.make("initial", (), i) for i in range(2))
    whole = n.cat(low, high)
    moved = n.bitwise("or", (n.lshr(low, t.const(8)), n.shl(high, t.const(24))))
    assert n.shr64(whole, t.const(72), False) == n.cat(moved, n.lshr(high, t.const(8)))
    assert n.shr64(whole, t.const(40), True) == n.sext(n.ashr(high, t.const(8)))
    assert t.op[n.shr64(whole, t.make("initial", (), 2), False)] == "lshr64"


def test_a_product_put_together_from_halves_is_one() -> None:
    t = Terms()
    n = Integers(t)
    row, stride, upper = (t.make("initial", (), i) for i in range(3))
    wide, index = n.cat(stride, upper), n.linear(64, ((n.sext(row), 1),), 64)
    low, high = n.low(index), n.high(index)
    half = n.product64(low, stride, False)
    parts = ((n.high(half), 1), (n.mul(low, upper), 1), (n.mul(high, stride), 1))
    whole = n.cat(n.low(half), n.linear(32, parts))
    assert whole == n.mul64(index, wide) == n.linear(64, ((n.mul64(n.sext(row), wide), 1), (wide, 64)))
    # One of the parts twice is another number.
    assert n.cat(n.low(half), n.linear(32, (*parts, parts[1]))) != whole


def test_a_multiple_put_together_from_halves_is_one() -> None:
    t = Terms()
    n = Integers(t)
    row = t.make("initial", (), 0)
    half = n.product64(row, t.const(12), False)
    sign = n.ashr(row, t.const(31))
    assert n.cat(n.low(half), n.linear(32, ((n.high(half), 1), (sign, 12)))) == n.linear(64, ((n.sext(row), 12),))


def test_the_product_of_small_numbers_has_32_bits() -> None:
    t = Terms()
    n = Integers(t)
    a, b = (n.bitwise("and", (t.make("initial", (), i), t.const(0xFFFF))) for i in range(2))
    assert n.product64(a, b, False) == n.product64(a, b, True) == n.zext(n.mul(a, b))
    assert n.high(n.product64(a, n.offset(b, 2), False)) == t.const(0)
    assert n.high(n.product64(a, n.offset(b, 3), False)) != t.const(0)
