"""Merges registers that copies make equal, so that few copies to and from scratch slots remain.

Two webs may share a register if they are never live together, or if they are copies of one value: each has a single
definition, a copy, and the root value is not redefined while one of them is live. All webs of that value that are live
at a point are then equal, by induction over the executed code: a copy reads a member that is live right before it,
which equals every other one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.webs import Segment, WebGroup, Webs, merge_segments
from isaopt.isa.registers import NUM_VIRTUAL, VIRTUAL_BASE
from isaopt.solve.pack import RegisterFile
from isaopt.solve.problem import overlap

#: The widest tuple that copies may assemble from narrower ones.
_MAX_WIDTH = 8


@dataclass(frozen=True, slots=True)
class RegisterCopy:
    """A copy: its ordinal, its weight by loops, and the webs that it writes and reads."""

    ordinal: int
    weight: int
    target: int
    source: int


@dataclass(slots=True)
class _SharedTuple:
    """Groups of webs at offsets of one tuple, and the webs at each offset."""

    groups: dict[int, int]
    webs: dict[int, list[int]]
    fixed: bool
    width: int


class Coalescing:
    """Which groups of webs share registers."""

    def __init__(self, found: Webs, cfg: CFG, copies: Sequence[RegisterCopy]) -> None:
        self.found = found
        ordinal_of = {item: k for k, item in enumerate(cfg.order)}
        self.writes: dict[int, list[int]] = {}
        for web in found.webs:
            self.writes[web.id] = sorted({ordinal_of[ref.item] for ref in web.refs if ref.use.writes})
        self.place = {web: at for group in found.groups for web, at in group.members}
        self.stem = self._stems(copies)
        self.classes: dict[int, _SharedTuple] = {g.id: _class_of(g) for g in found.groups}
        self.class_of = {g.id: g.id for g in found.groups}
        for copy in sorted(copies, key=lambda c: (-c.weight, c.ordinal)):
            self._join(copy)

    def _stems(self, copies: Sequence[RegisterCopy]) -> list[int]:
        """For each web, the web whose value it copies, or itself."""
        webs = self.found.webs
        made = {c.target: c.source for c in copies if self.writes[c.target] == [c.ordinal]}
        stem = list(range(len(webs)))
        for web in webs:
            chain = [web.id]
            while (at := made.get(chain[-1])) is not None and not webs[chain[-1]].entry and at not in chain:
                chain.append(at)
            # A copy that outlives the next definition of its root is a value of its own.
            stem[web.id] = chain[-1]
            for source in reversed(chain[1:]):
                if source != stem[web.id] and self._outlasts(source, stem[web.id]):
                    stem[web.id] = source
        return stem

    def _outlasts(self, web: int, stem: int) -> bool:
        """Whether a copy may be live when its root is redefined."""
        segments = self.found.webs[web].segments
        return any(contains(segments, 2 * k + 1) for k in self.writes[stem])

    def _join(self, copy: RegisterCopy) -> None:
        into, other = (self.found.group_of[w] for w in (copy.source, copy.target))
        a, b = self.class_of[into], self.class_of[other]
        if a == b:
            return
        one, two = self.classes[a], self.classes[b]
        shift = one.groups[into] + self.place[copy.source] - two.groups[other] - self.place[copy.target]
        if one.fixed or two.fixed:
            return
        offsets = [*one.webs, *(at + shift for at in two.webs)]
        width = max(offsets) - min(offsets) + 1
        if width > max(_MAX_WIDTH, one.width, two.width):
            return
        for at, webs in two.webs.items():
            if not all(self._agree(x, y) for x in webs for y in one.webs.get(at + shift, ())):
                return
        for group, at in two.groups.items():
            one.groups[group] = at + shift
            self.class_of[group] = a
        for at, webs in two.webs.items():
            one.webs.setdefault(at + shift, []).extend(webs)
        one.width = width
        del self.classes[b]

    def _agree(self, x: int, y: int) -> bool:
        """Whether two webs may share a register."""
        one, two = self.found.webs[x], self.found.webs[y]
        if not overlap(one.segments, two.segments):
            return True
        stem = self.stem[x] if self.stem[x] in (self.stem[y], y) else x if self.stem[y] == x else None
        return stem is not None and not any(self._outlasts(w, stem) for w in (x, y) if w != stem)

    def most_saved(self, copies: Iterable[RegisterCopy]) -> int:
        """The weight of the copies that may go: of others it is known that source and target differ."""
        return sum(copy.weight for copy in copies if self._may_be_one(copy))

    def _may_be_one(self, copy: RegisterCopy) -> bool:
        webs = (copy.source, copy.target)
        groups = [self.found.group_of[w] for w in webs]
        a, b = (self.class_of[g] for g in groups)
        at, other = (
            self.classes[self.class_of[g]].groups[g] + self.place[w] for g, w in zip(groups, webs, strict=True)
        )
        return (a == b and at == other) or (self.classes[a].fixed and self.classes[b].fixed)

    def bases(self) -> dict[int, int] | None:
        """A base for every group: its real register if that is fixed, otherwise a virtual one; None if those run
        out."""
        return _virtual_bases(self.found, self.classes.values())


def virtual_bases(found: Webs) -> dict[int, int] | None:
    """The same without merging."""
    return _virtual_bases(found, [_class_of(g) for g in found.groups])


def _virtual_bases(found: Webs, classes: Iterable[_SharedTuple]) -> dict[int, int] | None:
    file = RegisterFile(NUM_VIRTUAL)
    base_of: dict[int, int] = {}
    for one in sorted(classes, key=lambda c: (-c.width, min(c.groups))):
        low = min(one.webs)
        if one.fixed:
            base_of.update({g: found.groups[g].base for g in one.groups})
            continue
        cells = {
            at - low: merge_segments([s for w in webs for s in found.webs[w].segments]) for at, webs in one.webs.items()
        }
        width = max(cells) + 1
        base = next((b for b in range(NUM_VIRTUAL - width + 1) if file.fits(b, cells.items())), None)
        if base is None:
            return None
        file.take(base, cells.items())
        base_of.update({g: VIRTUAL_BASE + base + at - low for g, at in one.groups.items()})
    return base_of


def _class_of(group: WebGroup) -> _SharedTuple:
    webs: dict[int, list[int]] = {}
    for web, at in group.members:
        webs.setdefault(at, []).append(web)
    return _SharedTuple({group.id: 0}, webs, group.fixed is not None, group.width)


def contains(segments: Sequence[Segment], point: int) -> bool:
    """Whether a point lies in one of the segments."""
    at = bisect_right(segments, (point, 1 << 60))
    return at > 0 and segments[at - 1][1] > point
