"""What the two kernels of a proof are made of: the world that they share, and the state of one of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from isaopt.account import WorkAccount
from isaopt.proof.semantics.facts import OffsetFacts
from isaopt.proof.semantics.risks import Risks
from isaopt.proof.semantics.slots import Slots
from isaopt.proof.terms.decisions import Decisions
from isaopt.proof.terms.integers import Integers
from isaopt.proof.terms.masks import Masks
from isaopt.proof.terms.terms import FALSE, Terms
from isaopt.proof.walk.early import EarlyLoads
from isaopt.proof.walk.order import AccessOrder, CountedAccess, Observers

if TYPE_CHECKING:
    from bitwuzla import TermManager

    from isaopt.proof.semantics.buffers import Buffers
    from isaopt.proof.semantics.fills import Fills
    from isaopt.proof.semantics.layout import LdsPadding
    from isaopt.proof.semantics.memory import Shape

#: Pseudo registers beside those of :mod:`isaopt.isa.registers`: memory by space, and whatever else has an order.
LDS, GLOBAL, SCRATCH, SYSTEM = 1000, 1001, 1002, 1003
SPACES = (LDS, GLOBAL, SCRATCH)
STATE_NAMES = {LDS: "LDS", GLOBAL: "global memory", SCRATCH: "scratch", SYSTEM: "messages"}


@dataclass(slots=True)
class World:
    """The context shared by both kernels' executions: the terms, and the facts that hold in every launch."""

    terms: Terms
    decisions: Decisions
    integers: Integers
    masks: Masks
    wave: int
    arch: str
    kernarg: int = -1
    kernarg_size: int = 0
    #: The bytes of LDS that a workgroup is sure to have.
    lds: int = 0
    lane_race_free: bool = False
    sharing: Observers = field(default_factory=Observers)
    facts: OffsetFacts = field(default_factory=OffsetFacts)
    #: Registers that may hold addresses: pairs of VGPRs of A, bases of B, and the VGPRs that B adds to them.
    moved: tuple[tuple[int, int], ...] = ()
    bases: tuple[tuple[int, int], ...] = ()
    offsets: tuple[int, ...] = ()
    #: Addresses as instructions have them, by what they are with their sums expanded.
    folded: dict[int, int] = field(default_factory=dict)
    #: Answers of :mod:`isaopt.proof.semantics.offsets` on distances between indices.
    distances: dict[tuple[int, ...], dict[int, tuple[int, tuple[tuple[int, int], ...]]]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    #: Conditions that were proved equivalent, of A and of B.
    equal_facts: set[tuple[int, int]] = field(default_factory=set)
    #: Answers of :func:`isaopt.proof.terms.smt.decided`.
    decided: dict[tuple[int, int], bool | None] = field(default_factory=dict)
    #: Questions about conditions that may be asked: a loop unrolled by 8 or 16 asks for each round what its first test
    #: said.
    questions: int = 240
    #: Answers of :func:`isaopt.proof.terms.smt.related`.
    related: dict[tuple[int, int, int], bool | None] = field(default_factory=dict)
    commutes: dict[tuple[int, int], bool] = field(default_factory=dict)
    #: The memory of the SMT solver's terms, once something is asked.
    solver: TermManager | None = None
    #: What :mod:`isaopt.proof.semantics.memory` worked out: addresses as sums, states as loads see them.
    shapes: dict[tuple[int, int], Shape] = field(default_factory=dict)
    seen: dict[tuple[int, int, int, int], int] = field(default_factory=dict)
    newest: dict[int, int] = field(default_factory=dict)
    spread: dict[int, bool] = field(default_factory=dict)
    #: The pointer arguments of which terms are made: :func:`isaopt.proof.semantics.offsets.pointers_in`.
    pointers: dict[int, frozenset[int]] = field(default_factory=dict)
    #: VGPRs of A whose undefined first value an instruction has read: see :mod:`isaopt.proof.walk.relation`.
    touched: set[int] = field(default_factory=set)
    #: Those for whose undefined value a choice was made.
    committed: set[int] = field(default_factory=set)
    undefined: dict[int, int] = field(default_factory=dict)
    #: False once some instruction activates lanes that the launch left inactive.
    dormant: bool = True
    relied_on_dormant: bool = False
    #: VGPRs of A and of B that some ``v_writelane`` writes: what they hold in lanes that were never launched counts.
    lane_written: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    #: VGPRs of A and of B of which some instruction names a half.
    halved: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    #: VGPRs of A and of B that are addresses of accesses to several elements of LDS.
    wide_addresses: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    #: Loads from LDS of A and of B that no wave can race with.
    quiet: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    #: Accesses of A and of B to slots of scratch, and the units of these.
    slots: tuple[Slots, Slots] = ({}, {})
    #: Hazards of A and of B that may spoil results.
    risks: tuple[Risks, Risks] = (Risks(), Risks())
    #: Stores by which waves fill LDS together; not looked at where kernels take turns with it.
    fills: Fills | None = None
    #: How both kernels take turns with LDS, where that is looked at.
    buffers: Buffers | None = None
    #: How LDS is padded in B, where that is looked at.
    layout: LdsPadding | None = None
    launched: int = FALSE
    #: Loads that both kernels make more than once from one cut point to the next: which is which counts.
    repeated: set[int] = field(default_factory=set)
    #: Of these, by cut point, those that were made before it, too.
    remade: dict[tuple[int, int], frozenset[int]] = field(default_factory=dict)
    #: What pays for the proof.
    account: WorkAccount = field(default_factory=WorkAccount)


def chosen(world: World, care: int, value: int) -> int:
    """A scalar that was selected by a condition which is known where ``care`` holds: what was selected."""
    t, d = world.terms, world.decisions
    op, args = t.op[value], t.args[value]
    if op == "sel":
        condition, yes, no = args
        if d.implies(care, condition):
            return chosen(world, care, yes)
        return chosen(world, care, no) if d.implies(care, d.not_(condition)) else value
    if op in ("lo", "hi") and t.op[args[0]] == "sel":
        whole = chosen(world, care, args[0])
        half = world.integers.low if op == "lo" else world.integers.high
        return value if whole == args[0] else half(whole)
    return value


@dataclass(slots=True)
class Effect:
    """A change of memory, a load, or a point that orders them, with the line of its instruction."""

    line: int
    term: int


@dataclass(slots=True)
class Side:
    """One kernel's state.  ``regs``: unit or pseudo register to term; VGPRs hold diagrams.  ``events``: outstanding
    accesses by counter, the latest first.  ``waited``: of A, accesses that it has waited for and B has not made.
    ``owed``: what B has read of memory before A, and A is sure to read; ``early``: of B, what it has loaded before A
    anywhere.  ``fences``: for each event that no access may cross, how many loads came before it; ``stops``: for
    those behind which it is not sure that control comes (messages and the like).  ``turn``: what was
    stored in the present turn with LDS: lanes, address in A, size, and how far from there it is.  ``hasty``: what
    was outstanding when VGPRs and scratch were given back and may still use them."""

    number: int
    regs: dict[int, int]
    events: dict[str, tuple[CountedAccess, ...]] = field(default_factory=dict)
    unordered: frozenset[str] = frozenset()
    owed: frozenset[int] = frozenset()
    effects: list[Effect] = field(default_factory=list)
    loads: list[Effect] = field(default_factory=list)
    fences: list[int] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    order: AccessOrder = field(default_factory=AccessOrder)
    waited: frozenset[int] = frozenset()
    early: EarlyLoads = field(default_factory=EarlyLoads)
    turn: tuple[tuple[int, int, int, int], ...] = ()
    hasty: Counter[int] = field(default_factory=Counter)

    def outstanding(self) -> tuple[CountedAccess, ...]:
        """Every outstanding access as often as it was made, whichever counters count it."""
        found = Counter[CountedAccess]()
        for events in self.events.values():
            found |= Counter(events)
        return tuple(found.elements())

    def copy(self) -> Side:
        """The state alone, for a run that starts here."""
        copy = Side(self.number, dict(self.regs), dict(self.events), self.unordered)
        copy.waited, copy.owed, copy.early, copy.turn = self.waited, self.owed, self.early, self.turn
        copy.order.begun = self.outstanding()
        return copy

    def fork(self) -> Side:
        """The state with what the run has done so far."""
        copy = self.copy()
        copy.effects, copy.loads, copy.order = list(self.effects), list(self.loads), self.order.copy()
        copy.fences, copy.stops = list(self.fences), list(self.stops)
        copy.hasty = self.hasty
        return copy
