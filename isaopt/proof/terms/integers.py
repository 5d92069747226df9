"""Integer and address arithmetic in normal form: linear modulo 2^32 and 2^64, bitwise sets, pairs of halves.

Every function takes and returns terms and is an exact identity of two's complement arithmetic; what has no normal
form stays an operator of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from isaopt.proof.terms.products import expanded, joined, product
from isaopt.proof.terms.ranges import MASK32, Ranges

_MASK64 = 0xFFFFFFFFFFFFFFFF
_MAX_ATOMS = 48
#: Through how many bitwise operators an upper half that has no effect is looked for.
_HALF_DEPTH = 6


class Integers(Ranges):
    """Constructors of 32-bit and 64-bit integer terms."""

    # -- sums

    def linear(self, bits: int, items: Sequence[tuple[int, int]], constant: int = 0) -> int:
        """``constant`` + the sum of factor x term, modulo 2^bits."""
        mask = MASK32 if bits == 32 else _MASK64
        op = "lin32" if bits == 32 else "lin64"
        total: dict[int, int] = {}
        for term, factor in items:
            # ~x is -x - 1.
            inverted = self._inverted(term) if bits == 32 else None
            if inverted is not None:
                constant -= factor
                term, factor = inverted, -factor
            if bits == 32 and not factor & 0xFFFF:
                term = self._for_lower_half(term)
            extra, parts = self.parts(term, op)
            constant += extra * factor
            for atom, own in parts:
                total[atom] = (total.get(atom, 0) + own * factor) & mask
        constant &= mask
        left = [item for item in sorted(total.items()) if item[1]]
        if not left:
            return self.terms.const(constant) if bits == 32 else self.terms.const64(constant)
        if constant == 0 and len(left) == 1 and left[0][1] == 1:
            return left[0][0]
        atoms, factors = zip(*left, strict=True)
        if len(atoms) > _MAX_ATOMS:
            # Kept whole: a long sum that grows along a chain would make the chain quadratic.
            return self.terms.make("sum", tuple(t for t, _ in items), (bits, constant, tuple(f for _, f in items)))
        return self.terms.make(op, atoms, (constant, factors))

    def add(self, a: int, b: int) -> int:
        return self.linear(32, ((a, 1), (b, 1)))

    def sub(self, a: int, b: int) -> int:
        return self.linear(32, ((a, 1), (b, -1)))

    def add64(self, a: int, b: int) -> int:
        return self.linear(64, ((a, 1), (b, 1)))

    def offset(self, a: int, value: int) -> int:
        return self.linear(32, ((a, 1),), value)

    def offset64(self, a: int, value: int) -> int:
        return self.linear(64, ((a, 1),), value)

    def mul(self, a: int, b: int) -> int:
        """Low 32 bits of the product: a constant that is a factor of one of the two stands in front."""
        for x, y in ((a, b), (b, a)):
            constant, parts = self.parts(x, "lin32")
            if not parts:
                return self.linear(32, ((y, constant),))
            if not constant and len(parts) == 1 and parts[0][1] != 1:
                return self.linear(32, ((self.mul(parts[0][0], y), parts[0][1]),))
        return self.terms.make("mul", tuple(sorted((a, b))))

    def product64(self, a: int, b: int, signed: bool) -> int:
        """The 64-bit product of two 32-bit numbers."""
        widen = self.sext if signed else self.zext
        return product(self, widen(a), widen(b))

    def mul64(self, a: int, b: int) -> int:
        """Low 64 bits of the product of two 64-bit numbers."""
        return product(self, a, b)

    # -- halves

    def cat(self, low: int, high: int) -> int:
        """The 64-bit number of two 32-bit halves."""
        t = self.terms
        if t.op[high] == "hi":
            whole = t.args[high][0]
            base = self.low(whole)
            if base == low:
                return whole
            rest = expanded(self, self.sub(low, base))
            if not self.bits(rest) & self.bits(base):  # so nothing is carried into the upper half
                return self.linear(64, ((whole, 1), (self._widen(rest), 1)))
        if t.op[high] in ("lin32", "mul"):
            found = joined(self, low, high)
            if found is not None:
                return found
        top = t.const_value(high)
        bottom = t.const_value(low)
        if top is not None and bottom is not None:
            return t.const64(top << 32 | bottom)
        if top == 0:
            return self._widen(low)
        if t.op[high] == "ashr" and t.args[high] == (low, t.const(31)):
            return t.make("sext", (low,))
        return t.make("cat", (low, high))

    def _widen(self, low: int) -> int:
        """Extension by zeros; of a sum that cannot wrap, the sum of the widened terms."""
        t = self.terms
        value = t.const_value(low)
        if value is not None:
            return t.const64(value)
        if t.op[low] == "lin32":
            constant, parts = self.parts(low, "lin32")
            if constant + sum(f * self.upper(a) for a, f in parts) <= MASK32:
                return self.linear(64, [(self._widen(a), f) for a, f in parts], constant)
        return t.make("zext", (low,))

    def _is_narrow(self, term: int) -> bool:
        """Whether a 64-bit sum is surely below 2^32."""
        constant, parts = self.parts(term, "lin64")
        small = all(self.terms.op[a] == "zext" for a, _ in parts)
        return small and constant + sum(f * self.upper(self.terms.args[a][0]) for a, f in parts) <= MASK32

    def low(self, term: int) -> int:
        t = self.terms
        op = t.op[term]
        if op == "const64":
            return t.const(t.const_value(term) or 0)
        if op in ("zext", "sext", "cat"):
            return t.args[term][0]
        if op == "lin64":
            constant, parts = self.parts(term, "lin64")
            return self.linear(32, [(self.low(a), f) for a, f in parts], constant)
        if op == "mul64":
            return reduce(self.mul, map(self.low, t.args[term]))
        return t.make("lo", (term,))

    def high(self, term: int) -> int:
        t = self.terms
        op = t.op[term]
        if op == "const64":
            return t.const((t.const_value(term) or 0) >> 32)
        if op == "zext" or (op == "lin64" and self._is_narrow(term)):
            return t.const(0)
        if op == "sext":
            return self.ashr(t.args[term][0], t.const(31))
        if op == "cat":
            return t.args[term][1]
        return t.make("hi", (term,))

    def zext(self, a: int) -> int:
        return self.cat(a, self.terms.const(0))

    def sext(self, a: int) -> int:
        return self.cat(a, self.ashr(a, self.terms.const(31)))

    def half(self, a: int, upper: bool) -> int:
        """A 16-bit half, as a number below 2^16."""
        t = self.terms
        value = t.const_value(a)
        if value is not None:
            return t.const(value >> 16 if upper else value & 0xFFFF)
        if t.op[a] == "cat16":
            return t.args[a][upper]
        if t.op[a] == "ite":
            return self._half_of_each(a, upper)
        if t.op[a] == "lshr" and t.const_value(t.args[a][1]) == 16:
            return t.const(0) if upper else self.half(t.args[a][0], True)
        if self.upper(a) < 1 << 16:
            return t.const(0) if upper else a
        return t.make("hi16" if upper else "lo16", (a,))

    def _half_of_each(self, a: int, upper: bool) -> int:
        """The halves of the leaves of a diagram."""
        found = self._halves.get((a, upper))
        if found is None:
            atom, *branches = self.terms.args[a]
            high, low = (self.half(branch, upper) for branch in branches)
            found = high if high == low else self.terms.make("ite", (atom, high, low))
            self._halves[a, upper] = found
        return found

    def cat16(self, low: int, high: int) -> int:
        t = self.terms
        if t.op[low] == "lo16" and t.op[high] == "hi16" and t.args[low] == t.args[high]:
            return t.args[low][0]
        bottom, top = t.const_value(low), t.const_value(high)
        if bottom is not None and top is not None:
            return t.const(top << 16 | bottom)
        if top == 0 and self.upper(low) < 1 << 16:
            return low
        return t.make("cat16", (low, high))

    def within(self, a: int, first: int, count: int) -> tuple[int, int]:
        """A term that has the ``count`` bits of ``a`` from bit ``first`` on, and where: of two halves put together, the
        one that holds them all."""
        if self.terms.op[a] == "cat16" and count and first // 16 == (first + count - 1) // 16:
            return self.terms.args[a][first // 16], first % 16
        return a, first

    # -- shifts

    def shl(self, a: int, by: int) -> int:
        value = self.terms.const_value(by)
        if value is not None:
            return self.linear(32, ((a, 1 << (value & 31)),))
        return self.terms.make("shl", (a, by))

    def shl64(self, a: int, by: int) -> int:
        value = self.terms.const_value(by)
        if value is not None:
            return self.linear(64, ((a, 1 << (value & 63)),))
        return self.terms.make("shl64", (a, by))

    def shr64(self, a: int, by: int, signed: bool) -> int:
        """A 64-bit number shifted right: by a constant, each of two halves by itself, and one whose lower half is 0 as
        its upper half, widened and shifted left by what is left."""
        t = self.terms
        amount, upper = t.const_value(by), self._only_upper(a)
        known = t.op[a] in ("cat", "zext", "sext", "const64")
        if amount is None or not (known or (upper is not None and amount & 63 <= 32)):
            return t.make("ashr64" if signed else "lshr64", (a, by))
        amount &= 63
        if upper is not None and amount <= 32:
            widened = self.sext(upper) if signed else self.zext(upper)
            return self.linear(64, ((widened, 1 << (32 - amount)),))
        low, high = self.low(a), self.high(a)
        shift = self.ashr if signed else self.lshr
        if amount >= 32:
            low = shift(high, t.const(amount - 32))
            return self.sext(low) if signed else self.zext(low)
        if amount:
            low = self.bitwise("or", (self.lshr(low, t.const(amount)), self.shl(high, t.const(32 - amount))))
        return self.cat(low, shift(high, t.const(amount)))

    def _only_upper(self, a: int) -> int | None:
        """The upper half of a 64-bit number whose lower half is 0; None if it may be something else."""
        t = self.terms
        constant, parts = self.parts(a, "lin64")
        if constant & MASK32:
            return None
        found = []
        for x, factor in parts:
            if not factor & MASK32:
                found.append((self.low(x), factor >> 32))
            elif t.op[x] == "cat" and t.const_value(t.args[x][0]) == 0:
                found.append((t.args[x][1], factor))
            else:
                return None
        return self.linear(32, found, constant >> 32)

    def lshr(self, a: int, by: int) -> int:
        value, by_value = self.terms.const_value(a), self.terms.const_value(by)
        if by_value is not None:
            by_value &= 31
            if by_value == 0:
                return a
            if value is not None:
                return self.terms.const(value >> by_value)
            if self.upper(a) >> by_value == 0:
                return self.terms.const(0)
            by = self.terms.const(by_value)
            if self.terms.op[a] == "lin32":
                return self._sum_shifted(a, by_value)
        return self.terms.make("lshr", (a, by))

    def _sum_shifted(self, a: int, by: int) -> int:
        """A sum shifted right: what is a multiple of the divisor outside, if it wraps nowhere and the rest carries
        nothing."""
        constant, parts = self.parts(a, "lin32")
        low = (1 << by) - 1
        rest = self.linear(32, [(x, f) for x, f in parts if f & low])
        whole = [(x, f >> by) for x, f in parts if not f & low]
        wraps = constant + sum(f * self.upper(x) for x, f in parts) > MASK32
        if wraps or rest == a or (self.bits(rest) & low) + (constant & low) > low:
            return self.terms.make("lshr", (a, self.terms.const(by)))
        return self.linear(32, [*whole, (self.lshr(rest, self.terms.const(by)), 1)], constant >> by)

    def ashr(self, a: int, by: int) -> int:
        value, by_value = self.terms.const_value(a), self.terms.const_value(by)
        if by_value is not None:
            by_value &= 31
            if by_value == 0:
                return a
            if value is not None:
                return self.terms.const((value - (1 << 32) if value >> 31 else value) >> by_value)
            if self.upper(a) < 1 << 31:
                return self.lshr(a, by)
            by = self.terms.const(by_value)
        return self.terms.make("ashr", (a, by))

    # -- bitwise

    def bitwise(self, op: str, operands: Iterable[int]) -> int:
        """``and``, ``or``, ``xor`` of any number of 32-bit terms."""
        t = self.terms
        neutral = MASK32 if op == "and" else 0
        constant = neutral
        seen: dict[int, int] = {}
        todo = list(operands)
        while todo:
            term = todo.pop()
            value = t.const_value(term)
            if value is not None:
                constant = constant & value if op == "and" else constant | value if op == "or" else constant ^ value
            elif t.op[term] == op:
                todo += t.args[term]
            elif op != "and" and (apart := self._apart(term)) is not None:
                todo += apart
            else:
                seen[term] = seen.get(term, 0) + 1
        left = [x for x, n in seen.items() if op != "xor" or n & 1]
        if op == "and" and constant == 0:
            return t.const(0)
        if op == "or" and constant == MASK32:
            return t.const(MASK32)
        if op == "and" and constant <= 0xFFFF and left:
            if constant == 0xFFFF and len(left) == 1 and t.op[left[0]] == "cat16":
                return t.args[left[0]][0]
            lower = [self._for_lower_half(x) for x in left]
            if lower != left:
                # What is left may be of the same operator, or constant.
                return self.bitwise(op, (*lower, t.const(constant)))
        if constant != neutral:
            if op == "and" and len(left) == 1 and self.bits(left[0]) & ~constant == 0:
                return left[0]
            left.append(t.const(constant))
        if not left:
            return t.const(constant)
        if len(left) == 1:
            return left[0]
        if op != "and" and self._disjoint(left):
            return self.linear(32, [(x, 1) for x in left])
        return t.make(op, tuple(sorted(left)))

    def _for_lower_half(self, a: int, depth: int = _HALF_DEPTH) -> int:
        """A term with the same lower 16 bits that does not depend on upper halves that they do not depend on.  A load
        or a result of 16 bits keeps the other half of its register, which may be anything."""
        t = self.terms
        if t.op[a] == "cat16":
            return t.args[a][0]
        if t.op[a] not in ("and", "or", "xor", "lin32") or not depth:
            return a
        found = self._lower_halves.get((a, depth))
        if found is None:
            if t.op[a] == "lin32":
                constant, parts = self.parts(a, "lin32")
                lower = [(self._for_lower_half(x, depth - 1), f) for x, f in parts if f & 0xFFFF]
                found = a if lower == list(parts) else self.linear(32, lower, constant)
            else:
                found = self.bitwise(t.op[a], [self._for_lower_half(x, depth - 1) for x in t.args[a]])
            self._lower_halves[a, depth] = found
        return found

    def _apart(self, term: int) -> tuple[int, int] | None:
        """A sum as its constant and the rest, where nothing is carried between them."""
        constant, parts = self.parts(term, "lin32")
        if not constant or not parts:
            return None
        rest = self.linear(32, parts)
        return (self.terms.const(constant), rest) if not self.bits(rest) & constant else None

    def _disjoint(self, operands: list[int]) -> bool:
        seen = 0
        for term in operands:
            bits = self.bits(term)
            if seen & bits:
                return False
            seen |= bits
        return True

    def not_(self, a: int) -> int:
        return self.bitwise("xor", (a, self.terms.const(MASK32)))

    def _inverted(self, term: int) -> int | None:
        """The term whose complement this one is."""
        t = self.terms
        if t.op[term] != "xor" or t.const(MASK32) not in t.args[term]:
            return None
        return self.not_(term)
