"""Sets of lanes: versions of EXEC, differences of two versions, and Boolean algebra on masks of them.

Nothing here looks at instructions; :mod:`isaopt.analysis.flow.exec_masks` names the sets while it walks the code.
"""

from __future__ import annotations

from dataclasses import dataclass, field

ALL = 0
"""Every lane of the wave, active at entry or not."""
ENTRY = 1
"""The lanes that are active when the kernel starts."""


@dataclass(slots=True)
class LaneVersions:
    """The versions of one kernel, and *rests* ``p & ~c`` of two versions, which liveness uses as further sets of lanes.

    Ids are small integers.  ``parent`` and ``site`` (the block of creation) exist for versions only; ``complement[r]
    = (p, c)`` says that
    version ``r`` is exactly ``p & ~c``; ``rests[r] = (p, c)`` that id ``r`` is the pure set ``p & ~c``.
    """

    parent: dict[int, int] = field(default_factory=dict)
    site: dict[int, int] = field(default_factory=dict)
    complement: dict[int, tuple[int, int]] = field(default_factory=dict)
    rests: dict[int, tuple[int, int]] = field(default_factory=dict)
    _ids: dict[tuple[str, int, int], int] = field(default_factory=dict)
    _minus: dict[tuple[int, int], int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.parent = {ALL: -1, ENTRY: ALL}
        self.site = {ALL: -1, ENTRY: -1}

    def intern(self, kind: str, a: int, b: int = 0) -> int:
        """The id of the version or rest with this key, created on first use."""
        return self._ids.setdefault((kind, a, b), len(self._ids) + 2)

    def leq(self, a: int, b: int) -> bool:
        """Whether version ``a`` is provably a subset of version ``b`` or equal to it."""
        while a != -1:
            if a == b:
                return True
            a = self.parent[a]
        return False

    def common(self, a: int, b: int) -> int:
        """The nearest version that provably contains both."""
        while not self.leq(b, a):
            a = self.parent[a]
        return a

    def rest(self, p: int, c: int) -> int | None:
        """The id for lanes ``p & ~c`` where ``c`` is within ``p``: a known complement version, a rest, or None if
        empty."""
        if p == c:
            return None
        known = self.complement.get(c)
        if known is not None and known[0] == p:
            return known[1]
        r = self.intern("rest", p, c)
        self.rests[r] = (p, c)
        return r

    def disjoint(self, w: int, d: int) -> bool:
        """Whether no lane of version ``d`` is provably in ``w``, a version or rest."""
        pair = self.rests.get(w) or self.complement.get(w)
        return pair is not None and self.leq(d, pair[1])

    def minus(self, w: int, d: int) -> int | None:
        """A set that contains every lane of ``w`` outside version ``d``: None if provably empty, ``w`` itself if
        nothing is provable."""
        key = (w, d)
        if key not in self._minus:
            self._minus[key] = self._compute_minus(w, d)
        return self._minus[key]

    def _compute_minus(self, w: int, d: int) -> int | None:
        pair = self.rests.get(w)
        if pair is None:
            if self.leq(w, d):
                return None
            return self.rest(w, d) if self.leq(d, w) else w
        p, c = pair
        if self.leq(p, d):
            return None
        known = self.complement.get(d)
        if known is not None and self.leq(p, known[0]) and self.leq(known[1], c):
            return None
        if self.leq(c, d) and self.leq(d, p):
            return self.rest(p, d)
        return w

    def before_creation(self, w: int, n: int) -> tuple[int, ...]:
        """Sets that exist before version ``n`` is created and together contain the lanes of ``w``."""
        q = self.parent[n]
        comp = self.complement.get(n)
        if w == n:
            if comp is not None:
                r = self.rest(*comp)
                return () if r is None else (r,) if r != n else (q,)
            return (q,)
        pair = self.rests.get(w)
        if pair is None or n not in pair:
            return (w,)
        p, c = pair
        if c != n or not self.leq(q, p):
            return (p if p != n else q,)
        outer = self.rest(p, q)
        inner = comp[1] if comp is not None and comp[0] == q else q
        return (inner,) if outer is None else (outer, inner)

    def before_join(self, w: int, phi: int, incoming: int) -> tuple[int, ...]:
        """As :meth:`before_creation`, for the join version ``phi`` that takes the value of ``incoming`` on this
        edge."""
        if w == phi:
            return (incoming,)
        pair = self.rests.get(w)
        if pair is None or phi not in pair:
            return (w,)
        p, c = pair
        if c != phi:
            return (incoming,)
        if self.leq(p, incoming):
            return ()
        if self.leq(incoming, p):
            r = self.rest(p, incoming)
            return () if r is None else (r,)
        return (p,)


@dataclass(frozen=True, slots=True)
class Mask:
    """The set of lanes that a scalar register (pair) is known to hold.

    ``kind`` is ``is`` (exactly version ``a``), ``rest`` (exactly ``a & ~b``), ``sub`` (some subset of ``a``), ``co``
    (a subset of ``a`` that
    together with version ``b`` covers ``a``: the lanes that have left a divergent loop) or ``empty``.
    """

    kind: str
    a: int = ALL
    b: int = ALL


EMPTY = Mask("empty")
UNKNOWN = Mask("sub", ALL)


class MaskAlgebra:
    """Boolean operations on :class:`Mask` values, exact if provable, otherwise the smallest version known to contain
    the result."""

    def __init__(self, versions: LaneVersions) -> None:
        self.v = versions

    def exactly_rest(self, p: int, c: int) -> Mask:
        known = self.v.complement.get(c)
        if p == c:
            return EMPTY
        return Mask("is", known[1]) if known is not None and known[0] == p else Mask("rest", p, c)

    def as_rest(self, m: Mask) -> tuple[int, int] | None:
        """(p, c) if the mask is exactly ``p & ~c``, otherwise None."""
        if m.kind == "rest":
            return m.a, m.b
        return self.v.complement.get(m.a) if m.kind == "is" else None

    def leq(self, x: Mask, y: Mask) -> bool:
        """Whether ``x`` is provably a subset of ``y``."""
        if x.kind == "empty":
            return True
        if y.kind == "is" and self.v.leq(x.a, y.a):
            return True
        rx, ry = self.as_rest(x), self.as_rest(y)
        return rx is not None and ry is not None and self.v.leq(rx[0], ry[0]) and self.v.leq(ry[1], rx[1])

    def disjoint(self, x: Mask, y: Mask) -> bool:
        """Whether provably no lane is in both."""
        if "empty" in (x.kind, y.kind):
            return True
        rx, ry = self.as_rest(x), self.as_rest(y)
        return (rx is not None and self.v.leq(y.a, rx[1])) or (ry is not None and self.v.leq(x.a, ry[1]))

    def and_(self, x: Mask, y: Mask) -> Mask:
        if self.leq(x, y):
            return x
        if self.leq(y, x):
            return y
        if self.disjoint(x, y):
            return EMPTY
        return Mask("sub", y.a if self.v.leq(y.a, x.a) else x.a)

    def or_(self, x: Mask, y: Mask) -> Mask:
        if self.leq(x, y):
            return y
        if self.leq(y, x):
            return x
        for s, t in ((x, y), (y, x)):
            pair = self.as_rest(s)
            if pair is not None and t.kind == "is" and self.v.leq(pair[1], t.a) and self.v.leq(t.a, pair[0]):
                return Mask("is", pair[0])
            if s.kind == "co":
                if t.kind == "is" and self.v.leq(s.b, t.a) and self.v.leq(t.a, s.a):
                    return Mask("is", s.a)
                if self.v.leq(t.a, s.a):
                    return s
        return Mask("sub", self.v.common(x.a, y.a))

    def andn(self, x: Mask, y: Mask) -> Mask:
        """``x & ~y``."""
        if self.leq(x, y):
            return EMPTY
        if self.disjoint(x, y):
            return x
        if x.kind == "is" and y.kind == "is" and self.v.leq(y.a, x.a):
            return self.exactly_rest(x.a, y.a)
        pair = self.as_rest(y)
        if x.kind == "is" and pair is not None and x.a == pair[0]:
            return Mask("is", pair[1])
        return Mask("sub", x.a)

    def xor(self, x: Mask, y: Mask) -> Mask:
        if self.leq(y, x):
            return self.andn(x, y)
        if self.leq(x, y):
            return self.andn(y, x)
        return self.or_(x, y) if self.disjoint(x, y) else Mask("sub", self.v.common(x.a, y.a))
