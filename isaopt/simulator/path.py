"""Which instructions a wave executes, in order, where only the loops' trip counts are known.

At a branch that leaves a loop the trip count decides; at any other the wave goes where more loops are still to come,
else straight on, which is how compilers lay out the likely path.  The walk itself is ``runtime/walk.c``.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from isaopt.analysis.flow.cfg import CFG, Block, is_branch
from isaopt.analysis.flow.loops import Loop
from isaopt.errors import InputError, UsageError
from isaopt.graphs import reachable
from isaopt.ir.program import Module
from isaopt.simulator.encode import Encoded, condition_of
from isaopt.simulator.follower import follower, put_wave
from isaopt.simulator.library import library, structure
from isaopt.simulator.start import Start

DEFAULT_TRIPS = 64
#: The most instructions of all waves together to simulate; the rest is extrapolated from whole iterations.
BUDGET = 3_000_000
#: The same for a single wave: several waves simulated in part are more informative than one simulated whole.
WAVE_BUDGET = 60_000
#: The fewest iterations of a loop to simulate, so that the steady state shows.
FEWEST = 6
#: Instructions of a wave after which its path is taken not to end: where the budget cuts loops short, and where it does
#: not.
_STEPS, _WHOLE = 400_000, 4_000_000


@dataclass(frozen=True)
class Trips:
    """By loop index: how often its body runs for each entry, and how many of these passes are simulated."""

    wanted: tuple[int, ...]
    simulated: tuple[int, ...]
    assumed: tuple[str, ...]


@dataclass(frozen=True)
class BranchTurns:
    """The most frequent successor of each block: ``mostly`` in general, ``last`` in the last pass of the innermost loop
    around it, which often loads nothing for a next one. Loops with the headers ``entered`` are always entered."""

    mostly: Mapping[int, int] = field(default_factory=dict)
    last: Mapping[int, int] = field(default_factory=dict)
    entered: frozenset[int] = frozenset()


@dataclass(frozen=True, eq=False)
class Path:
    """Ordinals in execution order, and the branches that had to be guessed (as lines of text).  ``trips`` are the mean
    passes of each loop, None for one that was not entered or whose end had to be assumed; ``turns`` which way each
    branch went."""

    ordinals: np.ndarray
    guessed: tuple[str, ...]
    trips: tuple[int | None, ...] = ()
    turns: BranchTurns = field(default_factory=lambda: BranchTurns())


def trip_counts(
    loops: Sequence[Loop],
    cfg: CFG,
    given: Mapping[str, int],
    path: str = "",
    budget: float = BUDGET,
    assumed_trips: Mapping[str, int] | None = None,
) -> Trips:
    """Trip counts from ``given`` (label to count), otherwise the constant ones of the code, otherwise
    ``assumed_trips``, otherwise a common default; ``budget`` is the most instructions of a wave to simulate.

    Raises:
        UsageError: a label in ``given`` is not that of a loop, or a count is not positive.
    """
    labels = {loop.label for loop in loops}
    for label, count in given.items():
        if label not in labels:
            known = ", ".join(sorted(labels)) or "none"
            raise UsageError(f"no loop starts at '{label}' (loops: {known})", path)
        if count < 1:
            raise UsageError(f"a loop runs at least once, not {count} times ('{label}')", path)
    wanted: list[int] = []
    assumed: list[str] = []
    for loop in loops:
        if loop.label in given:
            wanted.append(given[loop.label])
        elif loop.trip_count is not None:
            wanted.append(max(1, loop.trip_count))
        else:
            wanted.append((assumed_trips or {}).get(loop.label, DEFAULT_TRIPS))
            assumed.append(f"trip count of {loop.label}: {wanted[-1]}")
    return Trips(tuple(wanted), tuple(_capped(loops, cfg, wanted, budget)), tuple(assumed))


def _capped(loops: Sequence[Loop], cfg: CFG, wanted: Sequence[int], budget: float) -> list[int]:
    """Fewer iterations where a wave would execute too many instructions: the heaviest loop is halved first."""
    counts = list(wanted)

    def runs(index: int) -> int:
        loop = loops[index]
        return counts[index] * (runs(loop.parent) if loop.parent is not None else 1)

    own = [sum(len(cfg.blocks[b].instructions) for b in loop.own_blocks) for loop in loops]
    while loops and sum(runs(loop.index) * own[loop.index] for loop in loops) > budget:
        free = [loop for loop in loops if counts[loop.index] > FEWEST]
        if not free:
            break
        heaviest = max(free, key=lambda loop: (-loop.depth, runs(loop.index) * own[loop.index], -loop.index))
        counts[heaviest.index] = max(FEWEST, counts[heaviest.index] // 2)
    return counts


class _PathWalker:
    """One walk through the blocks, with its records."""

    def __init__(
        self, module: Module, cfg: CFG, loops: Sequence[Loop], counts: Sequence[int], turns: BranchTurns
    ) -> None:
        self.module, self.cfg, self.loops = module, cfg, loops
        self.walk = walk = structure("Walk")()
        walk.blocks, walk.loops = len(cfg.blocks), len(loops)
        numbers: list[int] = []
        headers = {loop.header: loop.index for loop in loops}
        blocks = []
        for b in cfg.blocks:
            ways = [-1 if way is None else way for way in (b.taken, b.fallthrough)]
            around = sorted((x for x in loops if b.index in x.blocks), key=lambda x: -x.depth)
            known = [where.get(b.index, -1) for where in (headers, turns.mostly, turns.last)]
            blocks.append(
                (b.first, len(b.instructions), *ways, self.condition(b), *known, len(numbers), len(around))
            )  # fmt: skip
            numbers += [loop.index for loop in around]
        latches = [loop.header in cfg.blocks[loop.header].succs for loop in loops]
        rows = [
            (loop.header, int(latch), count, int(loop.header in turns.entered))
            for loop, latch, count in zip(loops, latches, counts, strict=True)
        ]
        walk.hold("block", np.array(blocks, "i8"))
        walk.hold("loop", np.array(rows or [(0,) * 4], "i8"))
        walk.hold("numbers", np.array(numbers or [0], "i8"))
        for name, sets in (
            ("inside", [loop.blocks for loop in loops]),
            ("own", [loop.own_blocks for loop in loops]),
            ("leaving", [_to_exit(cfg, loop) for loop in loops]),
            ("ahead", _before(cfg, loops)),
        ):
            walk.hold(name, self.flags(sets))
        self.total, self.ended, self.entries = (self.zeros(n, len(loops)) for n in ("total", "ended", "entries"))
        self.passes = self.zeros("passes", len(loops))
        self.went, self.went_last = (self.zeros(n, 2 * len(blocks)) for n in ("went", "went_last"))
        self.guessed = self.zeros("guessed", len(blocks))
        self.zeros("recent", len(blocks))[:] = -1

    def zeros(self, name: str, count: int) -> np.ndarray:
        return self.walk.hold(name, np.zeros(max(1, count), "i8"))

    def flags(self, sets: Sequence[Iterable[int]]) -> np.ndarray:
        found = np.zeros((max(1, len(sets)), len(self.cfg.blocks)), "u1")
        for row, blocks in zip(found, sets, strict=False):
            row[list(blocks)] = 1
        return found

    def condition(self, block: Block) -> int:
        last = self.module.instruction(block.instructions[-1])
        return condition_of(last.op)

    def run(self, limit: int) -> None:
        """Walks the path.

        Raises:
            InputError: the path does not end within the instruction limit.
        """
        self.walk.limit = limit
        if library(self.module.arch).follow_walk(ctypes.byref(self.walk)):
            return
        inside = [loop for loop in self.loops if self.passes[loop.index]]
        last = max(inside, key=lambda loop: (self.passes[loop.index], loop.depth), default=None)
        where = "a cycle of blocks" if last is None else f"the loop at '{last.label}'"
        raise InputError(
            f"the path does not end: after {limit:,} instructions a wave is still in {where}, whose exit does not come "
            "or cannot be followed (the loops' trip counts decide where --trip gives them)",
            self.module.path,
        )

    def guesses(self) -> tuple[str, ...]:
        """The branches that had to be guessed, in the order in which the wave reached them."""
        said: dict[str, None] = {}
        for block in sorted(np.flatnonzero(self.guessed).tolist(), key=lambda b: int(self.guessed[b])):
            last = self.module.instruction(self.cfg.blocks[block].instructions[-1])
            if is_branch(last.op):
                said[f"line {last.line}: '{last.op.mnemonic}' is not taken"] = None
        return tuple(said)

    def most(self, went: np.ndarray) -> dict[int, int]:
        """By block, the most frequent successor; of equally frequent ones the block that comes first."""
        found = {}
        for b, (taken, straight) in zip(self.cfg.blocks, went.reshape(-1, 2).tolist(), strict=True):
            ways = [(-n, way) for n, way in ((taken, b.taken), (straight, b.fallthrough)) if n and way is not None]
            if ways:
                found[b.index] = min(ways)[1]
        return found


def _to_exit(cfg: CFG, loop: Loop) -> frozenset[int]:
    """Blocks of the loop from which an exit is reached before the header."""
    leaving = {b for b in loop.blocks if any(s not in loop.blocks for s in cfg.blocks[b].succs)}
    return frozenset(
        reachable(leaving, lambda b: loop.blocks & set(cfg.blocks[b].preds) if b != loop.header or b in leaving else ())
    )


def _before(cfg: CFG, loops: Sequence[Loop]) -> list[set[int]]:
    """Of each loop the blocks from which its header is still to come, back edges of loops left out."""
    back = {(b, loop.header) for loop in loops for b in cfg.blocks[loop.header].preds if b in loop.blocks}
    return [
        reachable([loop.header], lambda block: (p for p in cfg.blocks[block].preds if (p, block) not in back))
        for loop in loops
    ]


def follow(
    module: Module,
    cfg: CFG,
    loops: Sequence[Loop],
    counts: Sequence[int],
    turns: BranchTurns | None = None,
    whole: bool = False,
) -> Path:
    """The path of a wave whose loops run ``counts`` times (by loop index); ``turns`` says where blocks go on that end
    in a branch that belongs to no loop.  ``whole`` says that no loop was cut short.

    Raises:
        InputError: the path does not end.
    """
    walker = _PathWalker(module, cfg, loops, counts, turns or BranchTurns())
    limit = _WHOLE if whole else _STEPS
    room = limit + max((len(b.instructions) for b in cfg.blocks), default=0)
    path = walker.walk.hold("path", np.empty(room, "i4"))
    walker.run(limit)
    return Path(path[: walker.walk.steps].copy(), walker.guesses())


def observe_workgroup(
    module: Module, cfg: CFG, loops: Sequence[Loop], counts: Sequence[int], encoded: Encoded, start: Start
) -> Path:
    """How the first workgroup of a launch goes; as :func:`observe`. Where the first wave has no lane, the last one is
    followed."""
    first = observe(module, cfg, loops, counts, encoded, start)
    entering, mostly = lane_branches(module, cfg), first.turns.mostly
    last = math.prod(start.block) // start.wave_size - 1
    if last < 1 or all(mostly.get(block, way) == way for block, way in entering.items()):
        return first
    other = observe(module, cfg, loops, counts, encoded, start, last)
    entered = {block: way for block, way in entering.items() if other.turns.mostly.get(block) == way}
    turns = BranchTurns({**other.turns.mostly, **mostly, **entered}, {**other.turns.last, **first.turns.last})
    trips = tuple(b if a is None else a for a, b in zip(first.trips, other.trips, strict=True))
    return replace(first, trips=trips, turns=turns)


def lane_branches(module: Module, cfg: CFG) -> dict[int, int]:
    """By block that ends in a branch on EXEC, where waves go that have a lane on."""
    ways = {"s_cbranch_execz": "fallthrough", "s_cbranch_execnz": "taken"}
    ends = ((block, module.instruction(block.instructions[-1]).op.operation) for block in cfg.blocks)
    found = {block.index: getattr(block, ways[end]) for block, end in ends if end in ways}
    return {block: way for block, way in found.items() if way is not None}


def observe(
    module: Module,
    cfg: CFG,
    loops: Sequence[Loop],
    counts: Sequence[int],
    encoded: Encoded,
    start: Start,
    wave: int = 0,
) -> Path:
    """How a wave of the first workgroup of a launch goes: passes of its loops and turns of its branches; ``counts`` and
    guesses stand in where a condition depends on memory.  The ordinals are left out.

    Raises:
        InputError: the path does not end.
    """
    walker = _PathWalker(module, cfg, loops, counts, BranchTurns())
    record = follower(encoded, start)
    put_wave(record, start, (0, 0, 0), wave)
    walker.walk.follower = ctypes.addressof(record)
    walker.run(_WHOLE)
    trips = tuple(
        round(walker.total[index] / walker.entries[index]) if walker.entries[index] and not ended else None
        for index, ended in enumerate(walker.ended[: len(loops)].tolist())
    )
    turns = BranchTurns(walker.most(walker.went), walker.most(walker.went_last))
    return Path(np.zeros(0, "i4"), walker.guesses(), trips, turns)
