"""The waits that keep what others can notice in order, once the waits for registers are removed.

A wait of the input is an effect: what it waited for is complete before anything after it that others can notice (a
release), and a possible acquire is complete before the loads after the wait for it. Register dependences do not express
this: the users of a load that a lock protects may well come after the store that opens the lock. So before each such
place a wait is added for what the input guaranteed there, unless the remaining waits guarantee it.

A wait is placed as late as possible before the access it concerns. Where paths meet and one guaranteed more than the
other, it stands at the end of that path. Waits for stores serve no register and always stay.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from isaopt.analysis.flow.accesses import RELEASE, RELEASE_LDS, UNWRITTEN
from isaopt.analysis.flow.cfg import CFG, is_branch
from isaopt.analysis.flow.fixpoint import entry_states
from isaopt.analysis.flow.outstanding import STORE_COUNTERS, Outstanding, counted_at_entry
from isaopt.graphs import fixpoint
from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Kernel, Module, Op
from isaopt.rebuild.sharing import SharingPoints, sharing
from isaopt.target.counters import MAXIMA, UNORDERED_KINDS, event_kind, family_of

Counts = Mapping[str, int]
"""By counter, the most events that may be outstanding."""

# What stands among the registers that outstanding events write: the youngest access to memory, the youngest one to LDS
# (lanes exchange values by events of the same counter, which are neither), and from here on down, sources.
_MEMORY, _LDS, _SOURCES = -1, -2, -3

_Source = tuple[str, int]
"""What later loads stay behind, once it was waited for: a counter that says when it is done (one that goes to both
memories has two), and its ordinal."""


@dataclass(frozen=True, slots=True)
class Waits:
    """The waits of a kernel by ordinal, and the parts of them that remain."""

    given: Mapping[int, Counts]
    kept: Mapping[int, Counts]


@dataclass(slots=True)
class Placed:
    """Waits ``before`` the instructions of these ordinals, and ``after`` those that are the last of their blocks;
    ``releases``: flags of those before some ordinals, by what may pass them; ``ordered``: accesses whose order
    others can tell even with no wait between them; ``counted``: those that a wait in another block may tell apart by
    the order in which they were issued."""

    before: dict[int, Counts] = field(default_factory=dict)
    releases: dict[int, str] = field(default_factory=dict)
    ordered: frozenset[int] = frozenset()
    counted: frozenset[int] = frozenset()
    after: dict[int, Counts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _KnownEvents:
    """What the input is sure of at a point: how many events may be outstanding, sources that may be among them, and
    whether accesses to LDS may be."""

    most: Counts
    sources: frozenset[_Source]
    lds: bool


def ordering_waits(module: Module, kernel: Kernel, cfg: CFG, ops: Sequence[Op], waits: Waits) -> Placed:
    """The waits to add to a kernel of which only some waits remain."""
    return _Ordering(module, kernel, cfg, ops, waits).run()


@kept_in_op
def _marks(op: Op) -> tuple[int, ...]:
    """What stands for an access in the queues of events."""
    if not any(map(op.flag, ("mayload", "maystore", "sideeffects"))) or op.flag(UNWRITTEN):
        return ()
    return (_MEMORY, _LDS) if op.flag("ds") or op.flag("flat") else (_MEMORY,)


class _Ordering:
    def __init__(self, module: Module, kernel: Kernel, cfg: CFG, ops: Sequence[Op], waits: Waits) -> None:
        self.cfg, self.ops, self.arch, self.waits = cfg, ops, module.arch, waits
        self.counters = [c for c in MAXIMA[family_of(self.arch)] if c not in STORE_COUNTERS]
        self.sharing = SharingPoints()
        self.sure = self.course()
        barriers = [k for k, op in enumerate(ops) if op.flag("barrier")]
        self.sharing = sharing(module, kernel, cfg, ops, [k for k in barriers if self.sure[k].lds])
        if any(map(self.is_source, range(len(ops)))):
            self.sure = self.course()
        self.behind_lds: set[int] = set()
        self.behind_others: set[int] = set()
        """Accesses after a source, in LDS or elsewhere, that the input is sure of there, and for which there may be no
        wait yet."""
        self.acquiring = self.acquired()

    def run(self) -> Placed:
        early: dict[int, frozenset[str]] = {}
        while True:
            attempt = _WaitPlacement(self, early)
            more = {k: c for k, c in attempt.mixing.items() if not c <= early.get(k, frozenset())}
            if not attempt.vague or not more:
                attempt.placed.counted = self.counted(attempt.placed)
                return attempt.placed
            early |= {k: c | early.get(k, frozenset()) for k, c in more.items()}

    def counted(self, placed: Placed) -> frozenset[int]:
        """What may be outstanding at its block's end if a wait after that, before one for all, lets some stay so."""
        found: set[int] = set()

        def transfer(b: int, ending: frozenset[str]) -> frozenset[str]:
            """The counters of which such a wait comes first in or after a block, from those after it."""
            first = ending
            for k in reversed(self.cfg.blocks[b].ordinals):
                for counts in (placed.after.get(k, {}), self.waits.kept.get(k, {}), placed.before.get(k, {})):
                    all_ = {c for c, n in counts.items() if not n}
                    ending, first = ending - all_, first - all_ | {c for c, n in counts.items() if n}
                if k not in self.waits.given and not ending.isdisjoint(self.ops[k].desc.counters):
                    found.add(k)
            return first

        self.backward(transfer)
        return frozenset(found)

    def backward(self, transfer: Callable[[int, frozenset[str]], frozenset[str]]) -> list[frozenset[str]]:
        """By block, the state at its start in a backward analysis with this transfer function, at the fixpoint."""
        numbers = range(len(self.cfg.blocks))
        ends = fixpoint(
            dict.fromkeys(numbers, frozenset[str]()),
            lambda b: self.cfg.blocks[b].preds,
            transfer,
            frozenset.union,
            int.__neg__,
        )
        return [transfer(b, ends[b]) for b in numbers]

    def given(self, k: int, state: Outstanding) -> None:
        """Advances over one instruction of the input."""
        if k in self.waits.given:
            state.wait(self.waits.given[k])
        else:
            self.issue(k, state)

    def bare(self, k: int, state: Outstanding) -> None:
        """One instruction, of the waits only what is left of them, as far as they tell which events have returned."""
        if k in self.waits.given:
            kept = self.waits.kept.get(k, {})
            state.wait({c: n for c, n in kept.items() if not n or state.queues[c].in_order})
        else:
            self.issue(k, state)

    def issue(self, k: int, state: Outstanding) -> None:
        op = self.ops[k]
        state.issue(op)
        marks = _marks(op)
        if self.is_source(k):
            marks = (_SOURCES - k, *marks)
        for counter in self.loading(k) if marks else ():
            queue = state.queues[counter]
            queue.results.update(dict.fromkeys(marks, queue.issued - 1))

    def is_source(self, k: int) -> bool:
        """Whether later loads stay after the wait for an access: an acquire, or what others find in LDS."""
        op = self.ops[k]
        stores = k in self.sharing.observed and op.flag("maystore") and (op.flag("ds") or op.flag("flat"))
        return stores or k in self.sharing.acquires

    def concerns(self, source: int, k: int) -> bool:
        """Whether an access must stay after the wait for a source. An access after a store must do so only if it may
        reveal what another wave did first: store, wait, load is how two waves agree on that."""
        return any(at in self.sharing.acquires for at in (source, k)) or k in self.sharing.observed

    def loading(self, k: int) -> frozenset[str]:
        """The counters that an instruction increments, except those of stores."""
        return frozenset(self.ops[k].desc.counters).intersection(self.counters)

    def course(self) -> list[_KnownEvents]:
        """The input's guarantees before each instruction, and at the starts and ends of blocks."""
        states = counted_at_entry(self.cfg, self.arch, self.given)
        found: list[_KnownEvents] = []
        self.block_starts = [self.known(start).most for start in states]
        self.block_ends: list[Counts] = []
        for block, start in zip(self.cfg.blocks, states, strict=True):
            state = start.copy()
            for k in block.ordinals:
                found.append(self.known(state))
                self.given(k, state)
            self.block_ends.append(self.known(state).most)
        return found

    def known(self, state: Outstanding) -> _KnownEvents:
        queues = [(c, state.queues[c]) for c in self.counters]
        return _KnownEvents(
            {c: q.most for c, q in queues},
            frozenset((c, _SOURCES - unit) for c, q in queues for unit in q.results if unit <= _SOURCES),
            any(_LDS in q.results for _, q in queues),
        )

    def acquired(self) -> list[frozenset[str]]:
        """Before each instruction, the counters of sources that the input is sure of there, and that it was not yet at
        the last place that a wait could be added to."""
        found = [frozenset[str]()] * len(self.ops)

        def transfer(b: int, state: frozenset[tuple[_Source, bool]]) -> frozenset[tuple[_Source, bool]]:
            for k in self.cfg.blocks[b].ordinals:
                op, awaited = self.ops[k], self.sure[k].sources
                if op.flag("mayload") or k in self.sharing.observed:
                    due = {(a, again) for a, again in state if (again or a not in awaited) and self.concerns(a[1], k)}
                    for (_, a), _ in due:
                        (self.behind_lds if self.ops[a].flag("ds") else self.behind_others).add(k)
                    # What LDS was asked before is performed before, waited for or not.
                    late = {a for a, _ in due if not (op.flag("ds") and self.ops[a[1]].flag("ds"))}
                    found[k] = frozenset(counter for counter, _ in late)
                    state -= {(a, again) for a, again in due if a in late and a not in awaited}
                if self.is_source(k):
                    # Of one that is issued again while it is awaited, only the later return would be noticed.
                    own = ((c, k) for c in self.loading(k))
                    state |= {(a, a in awaited) for a in own}
            return state

        entry_states(self.cfg, lambda ends: frozenset[tuple[_Source, bool]]().union(*ends), transfer)
        return found

    def bound(self, k: int, early: Collection[str]) -> Counts:
        """The guarantees required before an instruction; ``early``: counters on which they must equal the input's."""
        sure = self.sure[k].most
        if k in self.sharing.observed:
            return sure
        acquiring = self.acquiring[k] if self.ops[k].flag("mayload") else ()
        return {c: sure[c] for c in {*early, *acquiring}}

    def ends(self) -> list[Counts]:
        """By block, the guarantees required at its end, because relevant ones are lost after it."""
        asked = self.asked()
        found: list[Counts] = []
        for block in self.cfg.blocks:
            sure = self.block_ends[block.index]
            nexts = [(self.block_starts[s], asked[s]) for s in block.succs]
            found.append({c: n for c, n in sure.items() if any(n < most[c] and c in of for most, of in nexts)})
        return found

    def asked(self) -> list[frozenset[str]]:
        """By block, the counters of which something must be sure in or after it before the input waits for all."""

        def transfer(b: int, asked: frozenset[str]) -> frozenset[str]:
            for k in reversed(self.cfg.blocks[b].ordinals):
                asked -= {c for c, n in self.waits.given.get(k, {}).items() if not n}
                asked |= self.bound(k, ()).keys()
            return asked

        return self.backward(transfer)


class _WaitPlacement:
    """The waits that are ``placed``.

    Where events return in any order, only a wait for all of them tells which have returned; that is more than the input
    asks for if it lets some be outstanding (``vague``).  It might have been placed before the events that return out of
    order with older ones (``mixing``: their counters by ordinal).
    """

    def __init__(self, given: _Ordering, early: Mapping[int, frozenset[str]]) -> None:
        self.given, self.cfg, self.ops = given, given.cfg, given.ops
        self.placed = Placed(ordered=given.sharing.ordered)
        self.vague = False
        self.mixing: dict[int, frozenset[str]] = {}
        self.bounds = [given.bound(k, early.get(k, ())) for k in range(len(self.ops))]
        self.after: dict[int, Counts] = {}
        for block, bound in zip(self.cfg.blocks, given.ends(), strict=True):
            last = block.ordinals[-1]
            if is_branch(self.ops[last]):
                self.bounds[last] = bound
            else:
                self.after[last] = bound
        starts = counted_at_entry(self.cfg, given.arch, self.step)
        for block, start in zip(self.cfg.blocks, starts, strict=True):
            state = start.copy()
            for k in block.ordinals:
                self.place(self.placed.before, k, self.bounds[k], state)
                if k in given.sharing.observed and k not in given.behind_others and k not in early:
                    self.placed.releases[k] = RELEASE_LDS if k in given.behind_lds else RELEASE
                state.wait(self.bounds[k])
                self.note_mixing(k, state)
                self.given.bare(k, state)
                self.place(self.placed.after, k, self.after.get(k, {}), state)
                state.wait(self.after.get(k, {}))

    def step(self, k: int, state: Outstanding) -> None:
        state.wait(self.bounds[k])
        self.given.bare(k, state)
        state.wait(self.after.get(k, {}))

    def place(self, where: dict[int, Counts], k: int, bound: Counts, state: Outstanding) -> None:
        queues = state.queues
        lost = {c: n for c, n in bound.items() if n < queues[c].most and _MEMORY in queues[c].results}
        if lost:
            where[k] = {c: n if queues[c].in_order else 0 for c, n in lost.items()}
            self.vague |= where[k] != lost

    def note_mixing(self, k: int, state: Outstanding) -> None:
        found = set()
        for counter in self.given.loading(k):
            queue, kind = state.queues[counter], event_kind(self.ops[k], counter)
            mixes = kind in UNORDERED_KINDS or (kind not in queue.kinds and bool(queue.kinds))
            if mixes and self.given.sure[k].most[counter] < queue.most and _MEMORY in queue.results:
                found.add(counter)
        if found:
            self.mixing[k] = frozenset(found)
