"""The state of one wave, and of the SIMD that it shares."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from isaopt.simulator.timing import UNIT_COUNT
from tests.simulator.oracle.memory import Access

#: Why an instruction could not issue the cycle after the one before it.
REASONS = (
    "valu_dependency",
    "valu_queue",
    "valu_drain",
    "scalar_dependency",
    "arbitration",
    "lds_wait",
    "memory_wait",
    "store_wait",
    "scalar_wait",
    "barrier",
    "branch",
    "fetch",
    "lds_queue",
    "memory_queue",
    "sequencer",
)
(
    VALU_DEPENDENCY,
    VALU_QUEUE,
    VALU_DRAIN,
    SCALAR_DEPENDENCY,
    ARBITRATION,
    LDS_WAIT,
    MEMORY_WAIT,
    STORE_WAIT,
    SCALAR_WAIT,
    BARRIER,
    BRANCH_DELAY,
    FETCH,
    LDS_QUEUE,
    MEMORY_QUEUE,
    SEQUENCER,
) = range(len(REASONS))


class Group:
    """A workgroup's barrier: who has arrived, and when the last did."""

    __slots__ = ("arrived", "generation", "members", "opened", "waiting")

    def __init__(self, members: int) -> None:
        self.members = members
        self.arrived = 0
        self.generation = 0
        self.opened: list[int] = []
        self.waiting: list[Wave] = []


class Simd:
    """Execution state that the waves of a SIMD share.  ``window`` holds when each dispatched vector instruction has
    written its result, ``queues`` when each waiting memory instruction of a unit is taken."""

    __slots__ = (
        "cu", "events", "exec_next", "gather", "index", "last", "lds_queue", "look", "pools", "send_free", "trans_next",
        "vmem_queue", "window",
    )  # fmt: skip

    def __init__(self, index: int, cu: int, units: int) -> None:
        self.index, self.cu = index, cu
        self.exec_next = self.trans_next = 0
        self.gather = 0.0
        self.window: deque[int] = deque()
        self.lds_queue: deque[int] = deque()
        self.vmem_queue: deque[int] = deque()
        self.send_free = 0
        self.pools: list[list[Wave]] = [[] for _ in range(units)]
        self.last: list[Wave | None] = [None] * units
        # Waves by when their next instruction can issue, and when to look again at those that could not.
        self.events: list[tuple[int, int]] = []
        self.look = 1 << 62

    def next(self) -> int:
        """When something can happen next."""
        events = self.events
        return events[0][0] if events and events[0][0] < self.look else self.look


class Wave:
    """One wave: where it is on its path, and when what it produced is there.

    ``ready`` holds for each register unit the earliest execution time of an ALU reader, ``hold`` for SGPRs written by
    vector instructions the execution time of the writer.  ``base`` is the first cycle at which the next instruction
    could issue if nothing held it back, ``earliest`` that at which it can for all that this wave knows, ``reason`` why
    that is later, and ``blocked`` why it did not issue then.  ``book`` is where its stalls are counted.
    """

    __slots__ = (
        "accesses", "base", "began", "blocked", "book", "busy_scalar", "counters", "drain", "earliest", "fetch",
        "group", "hints", "hold", "index", "last_alu", "line", "matrix", "next_access", "path", "pos", "priority",
        "ready", "reason", "rewrite", "salu_exec", "scalars", "signal", "simd", "trans_history", "unit", "valu_history",
    )  # fmt: skip

    def __init__(
        self, index: int, simd: Simd, group: Group, path: Sequence[int], accesses: Sequence[Access | None], start: int
    ) -> None:
        self.index, self.simd, self.group = index, simd, group
        self.path, self.accesses = path, accesses
        self.pos = self.next_access = 0
        self.priority = 0
        self.began = self.base = self.earliest = start
        self.reason, self.blocked = SEQUENCER, ARBITRATION
        self.ready = [0] * UNIT_COUNT
        self.hold: dict[int, int] = {}
        self.matrix: dict[int, int] = {}
        # When a register may be written again, and when vector instructions under way have written their SGPRs.
        self.rewrite: dict[int, int] = {}
        self.scalars: deque[int] = deque()
        self.counters: dict[str, list[int]] = {}
        self.drain = self.busy_scalar = 0
        self.unit = 0
        self.book: list[list[int]] = []
        self.salu_exec = -100
        self.last_alu = -100
        self.fetch = float(start)
        self.line = -1
        self.signal = -1
        # Hints that a s_delay_alu gave: path position -> (unit, distance).
        self.hints: dict[int, list[tuple[str, int]]] = {}
        self.valu_history: deque[int] = deque(maxlen=4)
        self.trans_history: deque[int] = deque(maxlen=4)
