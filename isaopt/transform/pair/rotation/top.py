"""Finds the arithmetic that a loop can do one round ahead because it needs nothing of its own round.

The results must not be needed after the loop, where the extra round has overwritten them; and each result needs a
register that is otherwise unused from the end of one round to its last use in the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from isaopt.analysis.flow.cfg import Block
from isaopt.analysis.flow.dependence import Names
from isaopt.analysis.flow.register_access import is_cross_lane
from isaopt.analysis.flow.webs import Web, Webs
from isaopt.ir.program import Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS
from isaopt.transform.pair.rotation.loops import LoopRefused


@dataclass
class Top:
    """The instructions of a block by position, and of those that may be ahead (``able``) what must come with each;
    ``end`` is the position before which they are put."""

    ops: Sequence[Op]
    block: Block
    found: Webs
    end: int
    able: dict[int, frozenset[int]] = field(default_factory=dict)
    live_behind: list[int] = field(default_factory=list)
    """Positions that would do but for what else their results are needed for."""
    _touches: dict[int, list[tuple[int, bool]]] = field(default_factory=dict)
    _read: list[dict[int, int]] = field(default_factory=list)
    _written: list[dict[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for position, (item, op) in enumerate(zip(self.block.instructions, self.ops, strict=True)):
            read: dict[int, int] = {}
            written: dict[int, int] = {}
            for index, ref in enumerate(op.refs):
                for offset, unit in enumerate(ref.reg.units):
                    web = self.found.web_at.get((item, index, offset))
                    if web is None:
                        continue
                    if ref.reads:
                        read[unit] = web
                        self._touches.setdefault(web, []).append((position, False))
                    if ref.writes:
                        written[unit] = web
                        self._touches.setdefault(web, []).append((position, True))
            self._read.append(read)
            self._written.append(written)
        self._find()

    def names(self, order: Sequence[int]) -> Names:
        """Names of values for :func:`isaopt.analysis.flow.dependence.dependences` of the block in this order."""

        def name(position: int, unit: int, written: bool) -> int:
            k = order[position]
            web = (self._written if written else self._read)[k].get(unit)
            # What a write keeps of the old contents it reads.
            web = self._written[k].get(unit) if web is None else web
            return unit if web is None else -1 - web

        return name

    def webs_of(self, positions: frozenset[int]) -> list[int]:
        """The webs that these instructions write."""
        return sorted({web for k in positions for web in self._written[k].values()})

    def without_place(self) -> LoopRefused:
        """Why nothing may be ahead."""
        if self.live_behind:
            return LoopRefused(
                "live-at-exit", "the results of its first instructions are live in later iterations or after it"
            )
        return LoopRefused("dependence", "all of its arithmetic depends on its own iteration")

    def _find(self) -> None:
        """A first look that takes no notice of what results are needed for, then without those."""
        plain = [k for k, op in enumerate(self.ops[: self.end]) if is_plain(op)]
        local = {k: all(self._is_local(web) for web in self._written[k].values()) for k in plain}
        first = self._closed({k: self._needs(k, False) for k in plain})
        self.able = self._closed({k: self._needs(k, True) for k in plain if local[k]})
        self.live_behind = [k for k in first if k not in self.able]

    def _is_local(self, web: int) -> bool:
        """Whether a value lives within the block and begins there, in a register by itself."""
        group = self.found.groups[self.found.group_of[web]]
        start, end = 2 * self.block.first, 2 * self.block.end
        whole: Web = self.found.webs[web]
        if len(group.members) > 1 or group.fixed is not None:
            return False
        inside = set(self.block.instructions)
        if any(ref.item not in inside for ref in whole.refs):
            return False
        touches = self._touches[web]
        first = min(position for position, _ in touches)
        begins = all(written for position, written in touches if position == first)
        begins &= all(position < self.end for position, _ in touches)
        return begins and all(start < s and e < end for s, e in whole.segments)

    def _needs(self, k: int, strictly: bool) -> frozenset[int] | None:
        """The instructions before ``k`` whose results it reads, and (``strictly``) those that concern what it
        overwrites; None if it reads something else of its round, or something that is not there yet at the end."""
        if any(written and p >= self.end for web in self._read[k].values() for p, written in self._touches[web]):
            return None
        needed = {p for web in self._read[k].values() for p, written in self._touches[web] if written and p < k}
        if strictly:
            needed |= {p for web in self._written[k].values() for p, _ in self._touches[web] if p < k}
        others = {u for u in self.ops[k].read if u >= NUM_VGPRS}
        others -= {EXEC_LO, EXEC_HI}
        for op in (*self.ops[:k], *self.ops[self.end :]):
            if not others.isdisjoint(op.written):
                return None
        varies = any(written for web in self._read[k].values() for _, written in self._touches[web])
        if not varies and any(not others.isdisjoint(op.written) for op in self.ops):
            return None  # what scalars alone change are mostly addresses, of which ``unroll`` makes offsets
        return frozenset(needed)

    def _closed(self, needs: dict[int, frozenset[int] | None]) -> dict[int, frozenset[int]]:
        """Those of the instructions whose inputs are among them, each together with everything that must move along,
        itself included."""
        found: dict[int, frozenset[int]] = {}
        for k in sorted(needs):
            needed = needs[k]
            if needed is not None and all(p in found for p in needed):
                found[k] = frozenset({k}).union(*(found[p] for p in needed))
        return found


def is_plain(op: Op) -> bool:
    """Whether an instruction computes one VGPR from registers, each lane for itself."""
    if op.pair is not None or not op.flag("valu") or op.flag("sideeffects") or is_cross_lane(op):
        return False
    if op.flag("mayload") or op.flag("maystore") or op.desc.counters:
        return False
    if any(ref.reg.half for ref in op.refs if ref.writes):
        return False
    return len(op.defs) == 1 and op.defs[0] < NUM_VGPRS and not op.implicit_defs


def places(top: Top, moved: frozenset[int], room: int) -> dict[int, int] | LoopRefused:
    """A register below ``room`` for each value computed a round ahead; its own if that is free throughout the loop."""
    mine = set(top.webs_of(moved))
    start, end = 2 * top.block.first, 2 * top.block.end
    taken: set[int] = set()
    for other in top.found.webs:
        # What is live behind the loop, or when it is entered, is so in the block.
        if other.id not in mine and any(s < end and e > start for s, e in other.segments):
            taken.add(other.unit)
    found: dict[int, int] = {}
    wanted = sorted(mine, key=lambda web: top.found.webs[web].unit in taken)
    for web in wanted:
        own = top.found.webs[web].unit
        limit = min(room, top.found.groups[top.found.group_of[web]].max_base + 1)
        free = [r for r in (own, *range(limit)) if r not in taken and r < limit]
        if not free:
            return LoopRefused("register-limit", "no register is left to carry a result to the next iteration")
        found[web] = free[0]
        taken.add(free[0])
    return found
