"""Recognises branches around a region that does nothing when they are taken: ``s_cbranch_execz`` before vector code.

A branch may be treated as never taken if the code that it skips, run where the branch would have been taken, reaches
the same place with the same state. The region is run under what the branch implies (EXEC is empty): every register that
is still read afterwards must hold what it held, as must M0, and MODE, on which more depends than the instruction tables
say (atomic sums, for one). No effect, load or synchronising instruction may have been made, and no block at or before
the branch may have been run, so that no loop continues forever because of it. Scalar instructions run whatever EXEC is,
and so do ``v_readfirstlane``, compares that write a mask, and barriers: all that they change is seen. A memory access
without a lane touches nothing, but counts.
"""

from __future__ import annotations

from isaopt.isa.registers import EXEC_HI, EXEC_LO, M0, MODE, NUM_VGPRS
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.world import STATE_NAMES, Side
from isaopt.proof.terms.terms import FALSE
from isaopt.proof.types import CannotProve
from isaopt.proof.walk.advance import Advance
from isaopt.proof.walk.branches import assuming
from isaopt.proof.walk.order import CountedAccess
from isaopt.proof.walk.program import RunStop

#: Scalar state that instructions read without naming it.
_ALWAYS = frozenset((MODE, M0))


def idle(advance: Advance, run: SideExecution, number: int, stop: RunStop) -> bool | None:
    """The outcome that an undecided branch may take regardless of its condition; None if there is none."""
    d = run.decisions
    for taken in (True, False):
        condition = stop.condition if taken else d.not_(stop.condition)
        target, region = (stop.target, stop.other) if taken else (stop.other, stop.target)
        if min(target, region) <= stop.block:
            continue
        care, nonempty = assuming(run.world, run.care, run.nonempty, condition)
        trial = run.fork(care)
        trial.nonempty = nonempty
        if trial.active != FALSE:
            continue
        try:
            end = advance.through(trial, number, region, target, stop.block)
        except CannotProve:
            continue
        if end and _unchanged(run, trial, advance.programs[number].live[target], number == 0):
            return not taken
    return None


def _unchanged(run: SideExecution, trial: SideExecution, live: frozenset[int], may_wait: bool) -> bool:
    """Whether all that counts is what it was; ``may_wait``: less may be outstanding, and accesses without a lane may
    have taken their turn."""
    before, after, d = run.side, trial.side, run.decisions
    if _made(before) != _made(after) or not (may_wait or len(before.order.done) == len(after.order.done)):
        return False
    if not (after.unordered <= before.unordered if may_wait else after.unordered == before.unordered):
        return False
    for counter in before.events.keys() | after.events.keys():
        old, new = before.events.get(counter, ()), after.events.get(counter, ())
        if new != old and not (may_wait and _fewer(old, new)):
            return False
    if trial.active != FALSE:
        return False
    kept = {u for u in run.regs if u < NUM_VGPRS or u in live or u in _ALWAYS or u in STATE_NAMES}
    kept -= {EXEC_LO, *([EXEC_HI] if run.masks.wide else [])}
    care = trial.care
    return all(d.constrain(trial.regs[u], care) == d.constrain(run.regs[u], care) for u in kept)


def _made(side: Side) -> tuple[int, ...]:
    """The number of effects, loads and other accesses made."""
    return len(side.effects), len(side.loads), len(side.order.points), len(side.order.issued)


def _fewer(old: tuple[CountedAccess, ...], new: tuple[CountedAccess, ...]) -> bool:
    """Whether accesses without a lane were made, and then some of the oldest were waited for."""
    turns = next((n for n, event in enumerate(new) if event.parts), len(new))
    empty = next((n for n, event in enumerate(old) if event.parts), len(old))
    return turns == len(new) or (turns >= empty and new[turns:] == old[empty:][: len(new) - turns])
