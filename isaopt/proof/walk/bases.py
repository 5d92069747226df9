"""A loop's addresses in two shapes: pairs of VGPRs that A moves on each iteration, and an SGPR pair that B moves by as
much.

At a cut point, where a pair of A's less a pair of B's is the same term on every way in, A's is B's plus that term.
Which pairs are looked at is read off the code; that the relation holds is shown for every way in, lane by lane, like
any other (:mod:`isaopt.proof.walk.relation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from isaopt.ir.program import Kernel, Module
from isaopt.isa.registers import NUM_VGPRS
from isaopt.proof.terms.terms import FALSE

if TYPE_CHECKING:
    from isaopt.proof.semantics.world import Side
    from isaopt.proof.walk.links import Links

_MAX_LEAVES = 16

Pairs = tuple[tuple[int, int], ...]


def moved_pairs(module: Module, kernel: Kernel) -> Pairs:
    """The VGPR pairs that additions with carry write, lower half first."""
    found: dict[tuple[int, int], None] = {}
    low: dict[int, int] = {}
    for _, item in module.instructions(kernel):
        op = item.op
        if op.mnemonic.startswith("v_add_co_u32") and len(op.operands) >= 2:
            target, carry = op.operands[0].reg, op.operands[1].reg
            if target is not None and carry is not None:
                low[carry.first] = target.first
        elif op.mnemonic.startswith("v_add_co_ci_u32"):
            target, carry = op.operands[0].reg, op.operands[-1].reg
            if target is not None and carry is not None and carry.first in low:
                found[low[carry.first], target.first] = None
    return tuple(found)


def base_pairs(module: Module, kernel: Kernel) -> Pairs:
    """The SGPR pairs that are bases of global accesses or results of 64-bit additions."""
    found: dict[tuple[int, int], None] = {}
    low = -1
    for _, item in module.instructions(kernel):
        op = item.op
        target = op.operands[0].reg if op.operands else None
        if op.mnemonic.startswith("global_"):
            for operand, desc in zip(op.operands, op.desc.operands, strict=False):
                reg = operand.reg
                if desc.name == "saddr" and reg is not None and reg.first >= NUM_VGPRS:
                    found[reg.first, reg.first + 1] = None
        elif target is not None and op.mnemonic == "s_add_nc_u64":
            found[target.first, target.first + 1] = None
        elif target is not None and op.mnemonic in ("s_add_u32", "s_add_co_u32"):
            low = target.first
        elif target is not None and op.mnemonic in ("s_addc_u32", "s_add_co_ci_u32") and low >= 0:
            found[low, target.first] = None
    return tuple(found)


def offset_units(module: Module, kernel: Kernel) -> tuple[int, ...]:
    """The VGPRs that are offsets of accesses with an SGPR base."""
    found: dict[int, None] = {}
    for _, item in module.instructions(kernel):
        op = item.op
        names = [d.name for d in op.desc.operands]
        if op.mnemonic.startswith("global_") and "saddr" in names and "vaddr" in names:
            reg = op.operands[names.index("vaddr")].reg
            if reg is not None:
                found[reg.first] = None
    return tuple(found)


def relate(
    links: Links, side: Side, among: Iterable[tuple[int, int]], low: tuple[int, ...], high: tuple[int, ...]
) -> tuple[int, int, int] | None:
    """For a pair of A's VGPRs, with its halves on each way in: lanes in which it is one ``among`` B's bases plus a
    term, and its halves there.  ``side`` is B's joined state, its scalars at least.  Of several bases it is the one
    with the plainest distance, which is the one that B most likely uses."""
    t, n = links.terms, links.world.integers
    found: tuple[int, int, int] | None = None
    least = 0
    for first, second in among:
        if first not in side.regs or second not in side.regs or not t.deps[side.regs[first]] & links.bit:
            continue
        ways = [w.state.sides[1].regs for w in links.ways]
        bases = [n.cat(regs[first], regs[second]) for regs in ways]
        base = n.cat(side.regs[first], side.regs[second])
        # The last way comes round a loop, if one does: there hardly a base is anywhere near.
        *before, last = zip(low, high, bases, strict=True)
        apart = [_distances(links, *last)]
        sizes = {d: len(n.parts(d, "lin64")[1]) for d in apart[0] if not t.deps[d] & links.bit}
        for distance, size in sorted(sizes.items(), key=lambda item: item[1]):
            if found is not None and size >= least:
                break
            if len(apart) == 1:
                apart = [*(_distances(links, *way) for way in before), *apart]
            where = _where(links, low, high, apart, distance)
            if where != FALSE:
                whole = n.linear(64, ((base, 1), (distance, 1)))
                found, least = (where, n.low(whole), n.high(whole)), size
    return found


def _leaf_pairs(links: Links, low: int, high: int) -> Iterator[tuple[int, int]]:
    lows, highs = links.decisions.leaves(low), links.decisions.leaves(high)
    if len(lows) <= _MAX_LEAVES and len(highs) <= _MAX_LEAVES:
        for x in sorted(lows):
            for y in sorted(highs):
                if links.terms.op[x] not in ("undefined", "unknown") and links.terms.op[y] not in (
                    "undefined",
                    "unknown",
                ):
                    yield x, y


def multiples(links: Links, own: int, other: int) -> Iterator[tuple[int, int]]:
    """Factors and terms, such that a leaf of the diagram ``own`` is that multiple of one of ``other`` plus the term,
    which does not change its meaning at the cut point.

    An offset of B's that moves round a loop as an index of A's does is that of what A's stands for at the loop's head,
    where the two are it on every way in (:mod:`isaopt.proof.walk.lanes`).
    """
    n = links.world.integers
    for x, y in _leaf_pairs(links, own, other):
        mine = dict(n.parts(x, "lin32")[1])
        for term, times in n.parts(y, "lin32")[1]:
            if (whole := mine.get(term, 0)) and whole % times == 0:
                rest = n.linear(32, ((x, 1), (y, -(whole // times))))
                if not links.terms.deps[rest] & links.bit:
                    yield whole // times, rest
                break


def _distances(links: Links, low: int, high: int, base: int) -> dict[int, list[tuple[int, int]]]:
    """The possible distances of a pair from a base in some lane, each with the leaves that have it."""
    n = links.world.integers
    found: dict[int, list[tuple[int, int]]] = {}
    for x, y in _leaf_pairs(links, low, high):
        found.setdefault(n.linear(64, ((n.cat(x, y), 1), (base, -1))), []).append((x, y))
    return found


def _where(
    links: Links,
    low: tuple[int, ...],
    high: tuple[int, ...],
    apart: Sequence[Mapping[int, Sequence[tuple[int, int]]]],
    distance: int,
) -> int:
    """The lanes in which a pair has that distance from a base on every incoming path; ``apart`` has its distances on
    each."""
    d = links.decisions
    differ = FALSE
    for way, x, y, own in zip(links.ways, low, high, apart, strict=True):
        equal = FALSE
        for one, two in own.get(distance, ()):
            equal = d.or_(equal, d.and_(d.where(x, one), d.where(y, two)))
        if equal == FALSE:
            return FALSE
        differ = d.or_(differ, links.forget(d.minus(way.link, equal)))
    return d.not_(links.resolve(differ))
