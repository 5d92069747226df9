"""Verdicts on many mutants of one kernel, each from where it first differs.

Until a proof comes to the first block that a mutant changed, it does what the proof of the original against itself
does.  So that one is run, and before each segment a child process is forked for every mutant with a change in it: the
child puts the mutant's code in place of the original's and goes on.  What it says is what
:func:`isaopt.proof.verdict.verify_modules` says; mutants with other blocks, registers or bases than the original have
no such prefix, and are proved from the start.
"""

from __future__ import annotations

import gc
import os
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from unittest.mock import patch

from isaopt.ir.program import Kernel, Module
from isaopt.proof import verdict
from isaopt.proof.semantics.state import units_of
from isaopt.proof.semantics.world import World
from isaopt.proof.surroundings.pair import pair_of
from isaopt.proof.types import CannotProve
from isaopt.proof.walk.bases import base_pairs, offset_units
from isaopt.proof.walk.budget import StepBudget
from isaopt.proof.walk.flow import ProofBlock
from isaopt.proof.walk.hazards import compare_hazards
from isaopt.proof.walk.program import ProofKernel, lane_written
from isaopt.proof.walk.segments import RunSegment
from isaopt.proof.walk.walk import Walk

_Way = tuple[bool, bool, bool]
#: Ways to look for a proof of a program that is no longer than the original: see :mod:`isaopt.proof.verdict`.
_WAYS: tuple[_Way, ...] = ((False, False, False), (True, False, False), (False, True, False))


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a mutant: whether it is proved, and the first difference if not."""

    proved: bool
    message: str = ""


@dataclass
class _Case:
    """A mutant on its way: ``changed`` are the blocks in which it differs."""

    number: int
    program: ProofKernel
    changed: frozenset[int]
    found: Found | None = None
    final: bool = False


class _Noting(tuple[ProofBlock, ...]):
    """Blocks that note which of them were looked at."""

    seen: set[int]

    def __getitem__(self, index: Any) -> Any:
        self.seen.add(index)
        return super().__getitem__(index)


class _Stop(Exception):
    """Nothing is left for which the proof of the original would have to go on."""


@dataclass
class _Run:
    """One proof of the original: notes of its first walk, or forks.  In a child ``case`` is the mutant."""

    noted: list[set[int]] | None = None
    due: dict[int, list[_Case]] = field(default_factory=dict)
    case: _Case | None = None
    pipe: int = -1
    walks: int = 0

    def fork(self, cases: Sequence[_Case]) -> _Case | None:
        """The mutant, in its child; the parent has all results when this returns None."""
        for case in cases:
            reader, writer = os.pipe()
            if (child := os.fork()) == 0:
                gc.disable()
                os.close(reader)
                self.case, self.pipe = case, writer
                return case
            os.close(writer)
            with os.fdopen(reader, "rb") as stream:
                data = stream.read()
            os.waitpid(child, 0)
            if not data:
                raise RuntimeError(f"the proof of mutant {case.number} failed")
            found, final = pickle.loads(data)
            if case.found is None or found.proved:
                case.found = found
            case.final |= final
        return None


class _SharedWalk(Walk):
    """A walk that forks for mutants, or that is one."""

    current: _Run

    def __init__(
        self,
        world: World,
        programs: tuple[ProofKernel, ProofKernel],
        shared: bool,
        loops_only: bool,
        level: bool = False,
    ) -> None:
        run = self.current
        if run.case is not None:
            programs = (programs[0], run.case.program)
        elif run.walks:
            raise _Stop  # no mutant is like the original up to a second walk
        run.walks += 1
        self._count = 0
        super().__init__(world, programs, shared, loops_only, level)
        self._shape = (shared, loops_only)

    def _segment(self, pair: tuple[int, int]) -> RunSegment:
        run, count = self.current, self._count
        self._count += 1
        if run.noted is not None:
            blocks = self.programs[1].flow.blocks
            assert isinstance(blocks, _Noting)
            blocks.seen = {pair[1]}
            segment = super()._segment(pair)
            run.noted.append(blocks.seen)
            return segment
        if run.case is None:
            if count > max(run.due, default=-1):
                raise _Stop
            case = run.fork(run.due.get(count, ()))
            if case is not None:
                self.programs = (self.programs[0], case.program)
                steps = self.budget.steps
                self.budget = StepBudget(sum(p.size for p in self.programs), steps)
                self._cuts = tuple(p.flow.loops if self._shape[1] else p.flow.joins for p in self.programs)
        return super()._segment(pair)


@dataclass
class Prefixes:
    """The kernel of a module, against its mutants."""

    module: Module
    kernel: Kernel
    program: ProofKernel = field(init=False)
    _noted: dict[_Way, list[set[int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        pair = pair_of(self.module, self.module, (self.kernel.name,))
        resolved, launched = pair.code(0, self.kernel)
        self.program = ProofKernel.of(resolved, self.kernel, launched)

    def verdicts(self, mutants: Sequence[tuple[int, Module]]) -> Iterator[tuple[int, Found]]:
        """What the prover says of each, by its number; what has no prefix is missing."""
        cases = []
        for number, changed in mutants:
            case = self._case(number, changed)
            if isinstance(case, Found):
                yield number, case
            elif case is not None:
                cases.append(case)
        left = cases
        for way in _WAYS:
            if way[1] and self.program.flow.joins <= self.program.flow.loops:
                continue
            left = [c for c in left if not (c.final or (c.found is not None and c.found.proved))]
            self._run(way, left)
        modules = dict(mutants)
        for case in cases:
            if case.found is not None and case.found.proved:
                # Asked last, because it takes longer than most proofs: hazards say no in any case.
                hazard = next(iter(compare_hazards(self.module, modules[case.number], self.kernel)), None)
                yield case.number, case.found if hazard is None else Found(False, hazard.message)
            elif case.found is not None:
                yield case.number, case.found

    def _case(self, number: int, changed: Module) -> _Case | Found | None:
        """A mutant that can be proved from the middle; a verdict that takes no proof; or None."""
        after = changed.kernel(self.kernel.name)
        pair = pair_of(self.module, changed, (self.kernel.name,))
        for outside in pair.outside(self.kernel, after):
            return Found(False, outside.message)
        try:
            resolved, launched = pair.code(1, after)
            program = ProofKernel.of(resolved, after, launched)
        except CannotProve as error:
            return Found(False, error.message)
        mine, theirs = self.program.flow, program.flow
        # Two kernels that agree in all this start alike and come to the same cut points.
        same = (
            mine.joins == theirs.joins
            and mine.loops == theirs.loops
            and len(mine.blocks) == len(theirs.blocks)
            and program.size <= self.program.size
            and units_of(self.module, self.kernel) == units_of(changed, after)
            and base_pairs(self.module, self.kernel) == base_pairs(changed, after)
            and offset_units(self.module, self.kernel) == offset_units(changed, after)
            and lane_written(self.program) == lane_written(program)
        )
        if not same:
            return None
        differ = (_code(self.program, a) != _code(program, b) for a, b in zip(mine.blocks, theirs.blocks, strict=True))
        return _Case(number, program, frozenset(n for n, d in enumerate(differ) if d))

    def _run(self, way: _Way, cases: Sequence[_Case]) -> None:
        noted = self._noted.get(way)
        if noted is None:
            noted = self._noted[way] = []
            flow = self.program.flow
            blocks = _Noting(flow.blocks)
            blocks.seen = set()
            self._attempt(replace(self.program, flow=replace(flow, blocks=blocks)), way, _Run(noted=noted))
        run = _Run()
        for case in cases:
            first = next((n for n, seen in enumerate(noted) if seen & case.changed), None)
            if first is not None:
                run.due.setdefault(first, []).append(case)
        if run.due:
            self._attempt(self.program, way, run)

    def _attempt(self, other: ProofKernel, way: _Way, run: _Run) -> None:
        _SharedWalk.current = run
        try:
            with patch.object(verdict, "Walk", _SharedWalk):
                proof, final = verdict._attempt((self.program, other), (), *way)
        except _Stop:
            return
        except BaseException:
            if run.case is not None:
                os._exit(1)
            raise
        if run.case is not None:
            message = proof.differences[0].message if proof.differences else ""
            os.write(run.pipe, pickle.dumps((Found(proof.status == "proved", message), final)))
            os._exit(0)


def _code(program: ProofKernel, block: ProofBlock) -> list[object]:
    """All of a block that a walk looks at."""
    indices = [*block.body, *([block.last] if block.last >= 0 else [])]
    items = [program.module.instruction(i) for i in indices]
    early = [program.early.get(i, frozenset()) for i in indices]
    return [block.exit, *(i.text for i in items), *early]
