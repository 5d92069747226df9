"""Proof that a kernel is another one with its VGPRs renamed: translation validation of a register assignment.

Independent of the passes: it looks at two texts, not at webs, liveness or interference, and shares no code with
those.

What is shown.  Both kernels run the same instructions in the same order; only VGPR numbers differ.  Scalar state is
then the same as long as every VGPR read gives the same value, so both take the same path.  By induction over that
path it is enough that at every instruction each VGPR operand holds the same value in both kernels, in each lane
that the instruction reads it in.

How (:mod:`.alloc_relation`).  Take one lane.  An instruction that writes changes the lane's registers if the lane's
EXEC bit is set, and leaves both kernels' registers alone if not: the whole of EXEC's merging.  For every pair (u of
the original, w of the rewritten kernel) the state holds a Boolean function of the lane's bits in EXEC, VCC and the
scalar registers that can flow into EXEC, such that where it is true, u and w hold the same value.

* A write of (d, e) makes (d, e) true where EXEC is set and every other pair of d or of e false there.
* A read of (u, w) needs the pair wherever EXEC is set; a cross-lane read needs it for every bit pattern that a lane
  can have.
* A lane that the launch left inactive (a partial workgroup) and that is shown never to become active has only
  undefined registers; what a cross-lane read gets from it is undefined in the original, each time anew.
* ``s_and_saveexec``, ``s_or exec`` and the other Boolean scalar instructions substitute: the pair stays true for
  the bit patterns that only patterns where it was true lead to.  A value that is not understood may be either bit.
* At a join a pair is true for a bit pattern if it is so on each edge on which a lane can have that pattern.  A
  branch that falls through on ``exec == 0`` tells that no lane has its EXEC bit there; this is how a value that one
  side of an ``if`` makes for its lanes and the other side for the rest becomes a value for all, and how loops whose
  lanes leave one by one do.
* A VGPR that nothing has written holds an arbitrary value in the original (kernels get v0 alone).  The first read
  of it takes this value to be what the rewritten kernel reads, once and for all: it is a pair from then on.  The
  rewritten kernel then does what the original may do.

Facts only shrink along loops, so the iteration ends in a state that holds on every path; the reads are judged
there.  Loads that return late are :mod:`.alloc_pending`, encodings :mod:`.alloc_encoding`, everything outside the
instructions :mod:`.alloc_text`.

Loads that return late are checked apart, and so are hardware hazards that follow register numbers
(:mod:`.alloc_hazards`).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

from isaopt.check import alloc_pending
from isaopt.check._flow import Block, build_blocks
from isaopt.check.alloc_encoding import encoding_problems
from isaopt.check.alloc_hazards import hazards
from isaopt.check.alloc_masks import Masks
from isaopt.check.alloc_pending import NOTHING_PENDING, Pending
from isaopt.check.alloc_relation import Relation, State
from isaopt.check.alloc_text import check_counts, compare_files
from isaopt.check.alloc_types import Accesses, CannotCheck, Finding, accesses
from isaopt.ir.program import Instruction, Kernel, Module, Op
from isaopt.target.arch import get_arch

__all__ = ["Finding", "check_allocation"]

_Step = tuple[int, Op, Op, Accesses]  # line, original, rewritten, their registers


def check_allocation(before: Module, after: Module, kernel: str) -> tuple[Finding, ...]:
    """Proves that ``kernel`` of ``after`` computes what it does in ``before`` under a renaming of VGPRs.

    Empty means proved.  A finding says what could not be shown; it need not mean that the result is wrong.
    ``KeyError`` if the original has no such kernel.
    """
    subject = before.kernel(kernel)
    found = list(compare_files(before, after, subject))
    if found:
        return tuple(found)
    found += check_counts(after, subject)
    if all(before.items[i] == after.items[i] for i in range(subject.first, subject.last)):
        return tuple(found)
    if subject.blocked:
        return (*found, Finding("cannot-check", 0, kernel, f"changed although blocked: {subject.blocked[0]}"))
    try:
        found += _prove(before, after, subject)
    except CannotCheck as error:
        found.append(Finding("cannot-check", error.line, kernel, error.message))
    return tuple(dict.fromkeys(found))


def _prove(before: Module, after: Module, kernel: Kernel) -> Iterator[Finding]:
    blocks = build_blocks(before, kernel)
    seen: dict[tuple[int, int], Accesses] = {}
    steps: dict[int, _Step] = {}
    for block in blocks:
        for index in block.body:
            old, new = before.items[index], after.items[index]
            assert isinstance(old, Instruction)
            assert isinstance(new, Instruction)
            key = (id(old.op), id(new.op))
            if key not in seen:
                try:
                    seen[key] = accesses(old.op, new.op)
                except CannotCheck as error:
                    raise CannotCheck(error.message, new.line) from None
            steps[index] = (new.line, old.op, new.op, seen[key])
            for problem in encoding_problems(old.op, new.op, after.arch):
                yield Finding("encoding", new.line, kernel.name, f"'{new.text[new.start : new.end]}': {problem}")
    known = hazards(blocks, {i: s[1] for i, s in steps.items()}, after.arch)
    for kind, writer, reader in sorted(hazards(blocks, {i: s[2] for i, s in steps.items()}, after.arch) - known):
        item = after.items[reader]
        assert isinstance(item, Instruction)
        text = item.text[item.start : item.end]
        where = f"the {kind} instruction in line {after.items[writer].line} writes"
        yield Finding("hazard", item.line, kernel.name, f"'{text}' reads too early what {where}")
    relation = Relation(Masks([s[1] for s in steps.values()], kernel.wave_size))
    states = _solve_values(relation, blocks, steps)
    relation.dormant = _dormant(relation, blocks, steps, states)
    family = get_arch(after.arch, after.path).family
    pending = _solve_pending(blocks, steps, family)
    for number, block in enumerate(blocks):
        values, owed = states[number], pending[number]
        if values is None or owed is None:
            continue  # control never gets here
        if not block.edges and not block.body:
            raise CannotCheck("control can run past the end of the kernel")
        values = values.copy()
        for index in block.body:
            line, op, _, regs = steps[index]
            owed, late = alloc_pending.step(owed, op, regs, family)
            item = after.items[index]
            assert isinstance(item, Instruction)
            text = item.text[item.start : item.end]
            for problem in relation.step(values, op, regs):
                yield Finding("value", line, kernel.name, f"'{text}' {problem}")
            for problem in late:
                yield Finding("pending-load", line, kernel.name, f"'{text}' {problem}")


def _solve_values(relation: Relation, blocks: Sequence[Block], steps: dict[int, _Step]) -> list[State | None]:
    """The relation at the start of each block; None where control does not come."""
    states: list[State | None] = [None] * len(blocks)
    states[0] = relation.entry()
    todo = [0]
    while todo:
        number = heapq.heappop(todo)
        start = states[number]
        assert start is not None
        state = start.copy()
        for index in blocks[number].body:
            _, op, _, regs = steps[index]
            relation.step(state, op, regs)
        for edge in blocks[number].edges:
            arriving = relation.along(state, edge)
            if arriving is None:
                continue
            known = states[edge.target]
            joined = arriving if known is None else relation.join(known, arriving)
            if known is None or not joined.same(known):
                states[edge.target] = joined
                if edge.target not in todo:
                    heapq.heappush(todo, edge.target)
    return states


def _dormant(relation: Relation, blocks: Sequence[Block], steps: dict[int, _Step], states: list[State | None]) -> bool:
    """Whether no lane that the launch left inactive is ever active or written, on any path."""
    for block, start in zip(blocks, states, strict=True):
        if start is None:
            continue
        state = start.copy()
        for index in block.body:
            _, op, _, regs = steps[index]
            if not relation.stays_dormant(state, op, regs):
                return False
            relation.step(state, op, regs)
    return True


def _solve_pending(blocks: Sequence[Block], steps: dict[int, _Step], family: str) -> list[Pending | None]:
    """What loads may still owe at the start of each block."""
    states: list[Pending | None] = [None] * len(blocks)
    states[0] = NOTHING_PENDING
    todo = [0]
    while todo:
        number = heapq.heappop(todo)
        state = states[number]
        assert state is not None
        for index in blocks[number].body:
            _, op, _, regs = steps[index]
            state, _ = alloc_pending.step(state, op, regs, family)
        for edge in blocks[number].edges:
            known = states[edge.target]
            joined = state if known is None else known.join(state)
            if joined != known:
                states[edge.target] = joined
                if edge.target not in todo:
                    heapq.heappush(todo, edge.target)
    return states
