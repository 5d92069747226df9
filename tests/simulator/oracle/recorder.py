"""The accesses of waves along a path; instructions that no address and no branch depends on are left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from isaopt.ir.program import Op
from isaopt.simulator.classes import BRANCH, LDS, SALU, SMEM, VALU, VMEM
from isaopt.simulator.start import Start
from isaopt.simulator.timing import InstructionTiming
from tests.simulator.oracle.addresses import accesses_of
from tests.simulator.oracle.follower import Follower, UnequalWavesError
from tests.simulator.oracle.memory import Access
from tests.simulator.oracle.start import start_values
from tests.simulator.oracle.values import LANE_COMPARES, LANE_READS, VECTOR, VECTOR64, WITH_CARRY

#: Operands that say where a memory instruction points to.
_ADDRESS = ("vaddr", "addr", "saddr", "srsrc", "soffset")
_FOLLOWED = VECTOR.keys() | VECTOR64.keys() | WITH_CARRY | LANE_READS | LANE_COMPARES.keys()


class Recorder:
    """Follows waves along a path and keeps their accesses."""

    def __init__(self, timings: Sequence[InstructionTiming], start: Start) -> None:
        self.timings, self.start = timings, start
        self.relevant = relevant(timings)

    def accesses(self, path: Sequence[int], group: tuple[int, int, int], waves: int) -> list[tuple[Access | None, ...]]:
        """For each of the first ``waves`` waves of a workgroup one entry for each LDS and vector memory instruction on
        the path, None where the address is unknown."""
        steps = [
            (self.timings[ordinal], what, then == ordinal + 1)
            for ordinal, then in zip(path, (*path[1:], -1), strict=True)
            if (what := self.relevant[ordinal]) and (what != _BRANCH or then >= 0)
        ]
        try:
            return self.followed(steps, group, 0, waves)
        except UnequalWavesError:
            return [self.followed(steps, group, wave, 1)[0] for wave in range(waves)]

    def followed(
        self, steps: Sequence[tuple[InstructionTiming, int, bool]], group: tuple[int, int, int], first: int, waves: int
    ) -> list[tuple[Access | None, ...]]:
        """The same for waves that are followed together."""
        follower = Follower(self.start, start_values(self.start, group, first, waves))
        found: list[Sequence[Access | None]] = []
        for t, what, straight in steps:
            if what == _MEMORY:
                found.append(accesses_of(follower, t))
            if what != _BRANCH:
                follower.step(t)
            elif follower.condition(t) == straight:
                # The path is not that of this wave: its lanes are taken as on.
                follower.forget_exec()
        return list(zip(*found, strict=True)) if found else [()] * waves


_MEMORY, _BRANCH = 2, 3


def relevant(timings: Sequence[InstructionTiming]) -> Mapping[int, int]:
    """By ordinal: 2 for memory accesses, 3 for branches on EXEC, 1 for what addresses or branches depend on, 0 for the
    rest."""
    needed: set[int] = set()
    for t in timings:
        if t.unit in (LDS, VMEM):
            needed.update(u for r in t.op.refs if r.desc.name in _ADDRESS for u in r.reg.units)
        elif t.unit == BRANCH:
            needed.update(u for u in (*t.op.uses, *t.op.implicit_uses))
    writers = [t for t in timings if t.unit in (VALU, SALU, SMEM)]
    chosen: set[int] = set()
    grown = True
    while grown:
        grown = False
        for t in writers:
            if t.ordinal in chosen or needed.isdisjoint((*t.op.defs, *t.op.implicit_defs)):
                continue
            chosen.add(t.ordinal)
            grown = True
            if any(_followed(half) for half in t.op.halves) or t.unit != VALU:
                needed.update((*t.op.uses, *t.op.implicit_uses))
    found = {t.ordinal: _MEMORY if t.unit in (LDS, VMEM) else int(t.ordinal in chosen) for t in timings}
    return found | {t.ordinal: _BRANCH for t in timings if t.op.operation.startswith("s_cbranch_exec")}


def _followed(op: Op) -> bool:
    return op.operation in _FOLLOWED and not op.flag("dpp")
