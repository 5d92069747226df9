"""The facts that a branch implies about the wave, and whether two branches make the same decision."""

from __future__ import annotations

from dataclasses import replace

from isaopt.proof.semantics.state import ProofState
from isaopt.proof.semantics.world import World
from isaopt.proof.terms.smt import related
from isaopt.proof.terms.terms import FALSE, TRUE
from isaopt.proof.walk.program import RunStop


def assuming(world: World, care: int, nonempty: frozenset[int], condition: int) -> tuple[int, frozenset[int]]:
    """The facts known before, plus those that follow from the condition: about every lane, and about masks with an
    active lane.

    A mask that is zero has a zero bit in every lane.
    """
    d, t = world.decisions, world.terms
    care = d.and_(care, condition)
    if t.op[condition] == "ite":
        atom, high, low = t.args[condition]
        if t.op[atom] == "zero" and {high, low} == {TRUE, FALSE}:
            lanes = world.masks.lanes(t.args[atom][0])
            if high == TRUE:
                care = d.and_(care, d.not_(lanes))
            else:
                nonempty |= {lanes}
    return care, nonempty


def case(world: World, state: ProofState, condition: int) -> ProofState | None:
    """The state with a condition added; None if the condition cannot hold."""
    care, nonempty = assuming(world, state.care, state.nonempty, condition)
    return None if care == FALSE else replace(state, care=care, nonempty=nonempty)


def aligned(world: World, care: int, a: RunStop, b: RunStop) -> RunStop | None:
    """B's branch decided by A's condition, if the facts imply that the two are equal or opposite."""
    same = a.condition == b.condition or (a.condition, b.condition) in world.equal_facts
    opposite = world.decisions.not_(b.condition)
    if not same and a.condition != opposite and (a.condition, opposite) not in world.equal_facts:
        found = related(world, care, a.condition, b.condition)
        if found is None:
            return None
        same = found
    if same:
        return replace(b, condition=a.condition)
    return replace(b, target=b.other, other=b.target, condition=a.condition)


def narrows(world: World, care: int, *stops: RunStop) -> bool:
    """Whether two branches ask for a lane, and those of B's mask are among A's: without one there, there is none
    here."""
    d, t = world.decisions, world.terms
    masks = []
    for stop in stops:
        atom = t.args[stop.condition][0] if t.op[stop.condition] == "ite" else -1
        if atom == -1 or t.op[atom] != "zero" or not world.masks.is_mask(t.args[atom][0]):
            return False
        masks.append(world.masks.lanes(t.args[atom][0]))
    return len(masks) > 1 and d.and_(care, d.and_(masks[1], d.not_(masks[0]))) == FALSE
