"""Expands widened sums in addresses where that is exact for all values of their terms.

A widened 32-bit sum equals the sum of its widened terms only if it cannot leave the range of 32 bits. Three ways to
know that:

* by the ranges of all terms;
* by bits: if the uniform terms are multiples of 2^k, and the per-lane part is from 0 to 2^k - 1, nothing is carried
  between the two, whatever the uniform terms are. So an index ``256 * group + item`` with an item below 256 is the
  group's part, widened, plus the item;
* by meaning: the workgroup's size times its id plus the item's id is the item's id in the grid, which has 32 bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from isaopt.proof.semantics.world import World
from isaopt.proof.terms.ranges import MASK32
from isaopt.proof.terms.uniform import is_uniform

Part = tuple[int, int]  # term, factor


def expanded(world: World, address: int) -> int:
    """A 64-bit address with its widened sums expanded where that is exact."""
    n = world.integers
    constant, parts = n.parts(address, "lin64")
    found: list[Part] = []
    todo = list(parts)
    while todo:
        term, factor = todo.pop()
        apart = _apart(world, term)
        if apart is None:
            found.append((term, factor))
            continue
        extra, inner = apart
        constant += extra * factor
        todo += [(t, f * factor) for t, f in inner]
    return n.linear(64, found, constant)


def _apart(world: World, term: int) -> tuple[int, list[Part]] | None:
    """A widened sum as a constant and smaller widened sums, each with a factor; None if it cannot be expanded."""
    t, n = world.terms, world.integers
    kind = t.op[term]
    if kind not in ("zext", "sext") or t.op[t.args[term][0]] != "lin32":
        return None
    constant, parts = n.parts(t.args[term][0], "lin32")
    signed = [(x, f - (f >> 31 << 32)) for x, f in parts]
    low, high = _range(world, signed, constant - (constant >> 31 << 32))
    least, most = (-(1 << 31), (1 << 31) - 1) if kind == "sext" else (0, MASK32)
    if least <= low and high <= most:
        return constant - (constant >> 31 << 32), [(n.zext(x), f) for x, f in signed]
    if kind == "zext" and constant == 0 and _is_grid_id(world, parts):
        return 0, [(n.zext(x), 1) for x, _ in parts]
    uniform = [p for p in parts if is_uniform(world, p[0])]
    varying = [p for p in signed if not is_uniform(world, p[0])]
    if not uniform or not varying:
        return None
    zeros = min(_zeros(n.bits(x)) + _zeros(f) for x, f in uniform)
    step = 1 << min(zeros, 31)
    rest = constant % step
    low, high = _range(world, varying, rest)
    if low < 0 or high >= step:
        return None
    base = n.linear(32, uniform, constant - rest)
    widened = n.sext(base) if kind == "sext" else n.zext(base)
    return rest, [(widened, 1), *((n.zext(x), f) for x, f in varying)]


def _is_grid_id(world: World, parts: Sequence[Part]) -> bool:
    """Whether a sum is the work-item's id in the grid, in some dimension."""
    t, n = world.terms, world.integers
    if len(parts) != 2 or any(factor != 1 for _, factor in parts):
        return False
    for (product, _), (item, _) in (parts, parts[::-1]):
        if t.op[product] == "mul" and (own := n.named(item)) is not None and own[0] == "item":
            return {n.named(x) for x in t.args[product]} == {("size", own[1]), ("group", own[1])}
    return False


def _range(world: World, parts: Iterable[Part], constant: int) -> tuple[int, int]:
    """The range of a sum of 32-bit numbers, each at least 0, times their factors."""
    low = high = constant
    for term, factor in parts:
        reach = factor * world.integers.upper(term)
        low, high = low + min(reach, 0), high + max(reach, 0)
    return low, high


def _zeros(bits: int) -> int:
    """How many low bits of a word are zero; 32 of 0."""
    return (bits & -bits).bit_length() - 1 if bits else 32
