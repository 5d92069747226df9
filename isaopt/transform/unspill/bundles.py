"""Groups spills that must be removed together, and chooses which to leave if registers are too few."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.webs import DisjointSets, Segment
from isaopt.isa.registers import VIRTUAL_BASE
from isaopt.transform.unspill.coalesce import contains
from isaopt.transform.unspill.slots import Spill
from isaopt.transform.unspill.versions import KernelForm


@dataclass(frozen=True, eq=False)
class SpillBundle:
    """Spills of values that share an access: all of them stay, or none; ``cost`` is their number of executions.

    ``segments``: for each slot, the program points at which it is live, in the kernel with copies for all spills.
    """

    spills: tuple[Spill, ...]
    cost: int
    segments: tuple[tuple[Segment, ...], ...]

    def held(self, point: int) -> int:
        """How many of the slots are live at a point."""
        return sum(contains(part, point) for part in self.segments)


def bundles_of(plain: KernelForm, full: KernelForm, spills: Sequence[Spill]) -> tuple[SpillBundle, ...]:
    """The bundles of all spills of a kernel; ``full`` has copies for all of them, in their order."""
    ops = ((item, full.module.instruction(item).op) for item in full.cfg.order)
    copies = [item for item, op in ops if any(u >= VIRTUAL_BASE for u in (*op.defs, *op.uses))]
    sets = DisjointSets(len(full.webs.webs))
    webs_of: list[list[int]] = []
    at = iter(copies)
    for spill in spills:
        webs = [full.webs.web_at[next(at), 1 if spill.load else 0, 0] for _ in spill.slots]
        webs_of.append(webs)
        for web in webs:
            sets.join(web, webs[0])
    members: dict[int, list[int]] = {}
    for number, webs in enumerate(webs_of):
        members.setdefault(sets.find(webs[0]), []).append(number)
    found = []
    for numbers in members.values():
        own = sorted({w for n in numbers for w in webs_of[n]})
        found.append(
            SpillBundle(
                tuple(spills[n] for n in numbers),
                sum(plain.weight(spills[n].item) for n in numbers),
                tuple(full.webs.webs[w].segments for w in own),
            )
        )
    return tuple(found)


def cheapest(
    full: KernelForm, less: KernelForm, bundles: Sequence[SpillBundle], kept: Collection[SpillBundle], limit: int
) -> set[SpillBundle]:
    """The bundles to leave in scratch besides ``kept``, so that at most ``limit`` registers are live: at each point of
    excess, those with the lowest cost for each slot that is live there.

    ``less`` is the kernel in its order of least pressure: what another order saves, it saves everywhere in a block.
    """
    left, chosen = set(bundles) - set(kept), set[SpillBundle]()
    live = list(full.live)
    for bundle in kept:
        _subtract(live, bundle)
    before = list(live)
    for block in sorted(less.cfg.reachable):
        span, most = full.span(block), max((less.live[p] for p in less.span(block)), default=0)
        if most <= limit or not span:
            continue
        enough = max(before[p] for p in span) - (most - limit)
        while left:
            at = max(span, key=live.__getitem__)
            there = [(b.cost / held, n, b) for n, b in enumerate(bundles) if b in left and (held := b.held(at))]
            if live[at] <= enough or not there:
                break
            best = min(there)[2]
            left.discard(best)
            chosen.add(best)
            _subtract(live, best)
    return chosen


def _subtract(live: list[int], bundle: SpillBundle) -> None:
    for part in bundle.segments:
        for start, end in part:
            for p in range(start, end):
                live[p] -= 1
