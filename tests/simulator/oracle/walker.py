"""The walk of ``runtime/walk.c`` in Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import networkx as nx
import numpy as np

from isaopt.analysis.flow.cfg import CFG, is_branch
from isaopt.analysis.flow.loops import Loop
from isaopt.errors import InputError
from isaopt.ir.program import Instruction, Module
from isaopt.simulator.path import BranchTurns, Path
from isaopt.simulator.timing import InstructionTiming
from tests.simulator.oracle.follower import Follower
from tests.simulator.oracle.recorder import relevant

_STEPS, _FOLLOWED = 400_000, 4_000_000


class _Walker:
    def __init__(
        self,
        module: Module,
        cfg: CFG,
        loops: Sequence[Loop],
        counts: Sequence[int],
        turns: BranchTurns,
        follower: Follower | None,
        timings: Sequence[InstructionTiming],
    ) -> None:
        self.module, self.cfg, self.loops, self.counts = module, cfg, loops, counts
        self.turns, self.follower, self.timings = turns, follower, timings
        self.relevant = relevant(timings) if follower else {}
        self.entries = [0] * len(loops)
        self.total = [0] * len(loops)
        self.went: dict[int, Counter[int]] = {}
        self.recent: dict[int, int] = {}
        self.went_last: dict[int, Counter[int]] = {}
        self.by_header = {loop.header: loop for loop in loops}
        self.passes = [0] * len(loops)
        self.guessed: dict[str, None] = {}
        self.ended: set[int] = set()
        forward: nx.DiGraph[int] = nx.DiGraph()
        forward.add_edges_from((b.index, s) for b in cfg.blocks for s in b.succs)
        forward.remove_edges_from(
            [(b, loop.header) for loop in loops for b in cfg.blocks[loop.header].preds if b in loop.blocks]
        )
        self.ahead = {
            b: frozenset(h for h in self.by_header if h == b or (b in forward and nx.has_path(forward, b, h)))
            for b in cfg.reachable
        }

        self.leaving = [self.to_exit(loop) for loop in loops]

    def to_exit(self, loop: Loop) -> frozenset[int]:
        """Blocks of the loop from which an exit is reached before the header."""
        found = {b for b in loop.blocks if any(s not in loop.blocks for s in self.cfg.blocks[b].succs)}
        work = list(found)
        while work:
            for p in self.cfg.blocks[work.pop()].preds:
                if p in loop.blocks and p not in found:
                    found.add(p)
                    if p != loop.header:
                        work.append(p)
        return frozenset(found)

    def around(self, block: int) -> list[Loop]:
        """Loops that hold the block, innermost first."""
        return sorted((loop for loop in self.loops if block in loop.blocks), key=lambda loop: -loop.depth)

    def walk(self) -> list[int]:
        out: list[int] = []
        steps = 0
        block: int | None = 0 if self.cfg.blocks else None
        came: int | None = None
        while block is not None:
            loop = self.by_header.get(block)
            if loop is not None:
                inside = came is not None and came in loop.blocks
                self.passes[loop.index] = self.passes[loop.index] + 1 if inside else 1
                self.entries[loop.index] += not inside
                self.total[loop.index] += 1
            b = self.cfg.blocks[block]
            steps += len(b.instructions)
            if self.follower is None:
                out += range(b.first, b.first + len(b.instructions))
            else:
                for k in range(b.first, b.first + len(b.instructions)):
                    if self.relevant[k] in (1, 2):
                        self.follower.step(self.timings[k])
            if steps > (_STEPS if self.follower is None else _FOLLOWED):
                raise InputError("the loops' trip counts make a path that does not end", self.module.path)
            came, block = block, self.next(block)
            if block is not None:
                self.went.setdefault(came, Counter())[block] += 1
                self.recent[came] = block
                self.leave(came, block)
        return out

    def leave(self, came: int, block: int) -> None:
        """Notes how the last pass went of the loops that this step leaves."""
        for loop in self.loops:
            if came in loop.blocks and block not in loop.blocks:
                for b in loop.own_blocks & self.recent.keys():
                    self.went_last.setdefault(b, Counter())[self.recent.pop(b)] += 1

    def next(self, block: int) -> int | None:
        b = self.cfg.blocks[block]
        taken, straight = b.taken, b.fallthrough
        if taken is None or straight is None:
            return taken if taken is not None else straight
        if taken == straight:
            return straight
        if self.follower is not None:
            known = self.follower.condition(self.timings[b.first + len(b.instructions) - 1])
            if known is not None:
                return taken if known else straight
        for loop in self.around(block):
            stays = [s for s in (straight, taken) if s in loop.blocks]
            if len(stays) == 2 and loop.header not in stays:
                continue
            if len(stays) == 1 or loop.header in (straight, taken):
                done = self.finished(loop, block)
                leaving = [s for s in (straight, taken) if s not in loop.blocks]
                if len(stays) == 2:
                    # Two ways on inside the loop, one of them to its head: the head ends the pass.
                    return loop.header
                return leaving[0] if done else stays[0]
        for loop in self.around(block):
            if self.finished(loop, block):
                # The last pass has to come to an exit.
                ways = [s for s in (straight, taken) if s in self.leaving[loop.index]]
                if len(ways) == 1:
                    return ways[0]
        behind_taken, behind_straight = (self.ahead[s] & self.turns.entered for s in (taken, straight))
        if behind_taken < behind_straight or behind_straight < behind_taken:
            return taken if behind_straight < behind_taken else straight
        around = self.around(block)
        if around and self.passes[around[0].index] >= self.counts[around[0].index] and block in self.turns.last:
            return self.turns.last[block]
        if block in self.turns.mostly:
            return self.turns.mostly[block]
        if self.ahead[taken] > self.ahead[straight]:
            return taken
        self.guess(block)
        return straight

    def finished(self, loop: Loop, block: int) -> bool:
        """Whether an exit in this block ends the loop now.  A test in the header that is no latch comes before the
        body, so it has one more pass."""
        wanted = self.counts[loop.index]
        self.ended.add(loop.index)
        if block == loop.header and loop.header not in self.cfg.blocks[block].succs:
            return self.passes[loop.index] > wanted
        return self.passes[loop.index] >= wanted

    def guess(self, block: int) -> None:
        last = self.module.items[self.cfg.blocks[block].instructions[-1]]
        assert isinstance(last, Instruction)
        if is_branch(last.op):
            self.guessed[f"line {last.line}: '{last.op.mnemonic}' is not taken"] = None


def follow(
    module: Module,
    cfg: CFG,
    loops: Sequence[Loop],
    counts: Sequence[int],
    turns: BranchTurns | None = None,
) -> Path:
    """The path of a wave whose loops run ``counts`` times (by loop index); ``turns`` says where blocks go on that end
    in a branch which is no loop's.

    Raises:
        InputError: the path does not end.
    """
    walker = _Walker(module, cfg, loops, counts, turns or BranchTurns(), None, ())
    return Path(np.array(walker.walk(), "i4"), tuple(walker.guessed))


def observe(
    module: Module,
    cfg: CFG,
    loops: Sequence[Loop],
    counts: Sequence[int],
    follower: Follower,
    timings: Sequence[InstructionTiming],
) -> Path:
    """How a wave with known arguments goes: passes of its loops and turns of its branches; ``counts`` and guesses
    stand in where a condition depends on memory.  The ordinals are left out.

    Raises:
        InputError: the path does not end.
    """
    walker = _Walker(module, cfg, loops, counts, BranchTurns(), follower, timings)
    walker.walk()
    trips = tuple(
        round(total / entries) if entries and index not in walker.ended else None
        for index, (total, entries) in enumerate(zip(walker.total, walker.entries, strict=True))
    )
    turns = BranchTurns(_most(walker.went), _most(walker.went_last))
    return Path(np.zeros(0, "i4"), tuple(walker.guessed), trips, turns)


def _most(went: Mapping[int, Counter[int]]) -> dict[int, int]:
    return {block: min(ways, key=lambda s: (-ways[s], s)) for block, ways in went.items()}
