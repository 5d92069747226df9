"""What two runs must agree on where they stop: memory, what was ordered and when, loads, and the branch."""

from __future__ import annotations

from isaopt.proof.explain import explain_memory, explain_terms, suspected_effects
from isaopt.proof.machine import Run
from isaopt.proof.program import Stop
from isaopt.proof.shown import show
from isaopt.proof.types import Difference
from isaopt.proof.world import GLOBAL, LDS, SCRATCH, STATE_NAMES, SYSTEM, Side, Sync, World

#: Pairs of terms.
Suspects = list[tuple[int, int]]

_KINDS = {"end": "its end", "if": "a branch", "join": "a join"}


def matching(world: World, a: Stop, b: Stop) -> bool:
    """Whether both stopped at branches on the same condition, or on opposite ones."""
    if a.kind != "if" or b.kind != "if":
        return False
    opposite = world.decisions.not_(b.condition)
    return any(a.condition == c or (a.condition, c) in world.equal_facts for c in (b.condition, opposite))


def compare_runs(world: World, runs: tuple[Run, Run], a: Stop, b: Stop) -> tuple[Difference | None, Suspects]:
    """What differs where both have stopped, and terms that would have to be equal for that to go away."""
    ra, rb = runs
    spaces = (LDS, GLOBAL, SYSTEM) if a.kind == "end" else (LDS, GLOBAL, SCRATCH, SYSTEM)
    for space in spaces:
        if ra.regs[space] != rb.regs[space]:
            different = explain_memory(world, STATE_NAMES[space], ra.side, rb.side, space)
            return different, suspected_effects(ra.side, rb.side)
    ordered = _compare_syncs(world, ra.side, rb.side)
    if ordered is not None:
        return ordered, []
    read, suspects = _compare_loads(world, ra.side, rb.side)
    if read is not None:
        return read, suspects
    if a.kind != b.kind:
        return Difference(f"A comes to {_KINDS[a.kind]}, B to {_KINDS[b.kind]}", a.line, b.line), []
    if a.kind == "if" and not matching(world, a, b):
        opposite = world.decisions.not_(b.condition)
        different = explain_terms(
            world, "the branches depend on different conditions", a.line, b.line, a.condition, b.condition
        )
        return different, [(a.condition, b.condition), (a.condition, opposite)]
    return None, []


def _compare_syncs(world: World, a: Side, b: Side) -> Difference | None:
    for mine, other in zip(a.syncs, b.syncs, strict=False):
        if mine.text != other.text:
            return Difference(f"'{mine.text}' in A, '{other.text}' in B", mine.line, other.line)
        extra = _outstanding(world, other) - _outstanding(world, mine)
        if extra:
            return Difference(
                f"an access may be outstanding at '{other.text}' in B that A has waited for",
                mine.line,
                other.line,
                "",
                show(world.terms, min(extra)),
            )
    if len(a.syncs) != len(b.syncs):
        return Difference(f"{len(a.syncs)} synchronising instructions in A, {len(b.syncs)} in B")
    return None


def _outstanding(world: World, sync: Sync) -> frozenset[int]:
    return frozenset(k for k in sync.outstanding if world.terms.op[k] != "no_event")


def _compare_loads(world: World, a: Side, b: Side) -> tuple[Difference | None, Suspects]:
    """B must not read where A does not: such a load could fault."""
    known = {e.term for e in a.loads}
    for effect in b.loads:
        if effect.term not in known:
            theirs = {e.term for e in b.loads}
            shown = show(world.terms, effect.term)
            different = Difference("B reads memory where A does not", 0, effect.line, "", shown)
            return different, [(e.term, effect.term) for e in a.loads if e.term not in theirs][:8]
    return None, []
