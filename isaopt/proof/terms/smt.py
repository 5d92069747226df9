"""Equalities that normal forms do not decide, put to the SMT solver Bitwuzla as bit-vector problems.

What it proves valid becomes a lemma of the term store: from then on the one term is the other.  Operators without a
bit-vector meaning are free variables.  Work is bounded by how often the solver asks whether to stop, as it does after a
step of its search: that counts steps, not time, so the same question has the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from threading import Event
from typing import TYPE_CHECKING

from isaopt.interrupt import awaited
from isaopt.proof.semantics.world import World
from isaopt.proof.terms.counterexample import has_counterexample
from isaopt.proof.terms.translation import MAX_NODES, Translation
from isaopt.proof.terms.uniform import is_uniform
from isaopt.proof.terms.words import ARITHMETIC, ARITHMETIC64, treatment_of

if TYPE_CHECKING:
    from bitwuzla import Term, TermManager

_MAX_STEPS = 20_000
_MAX_QUERIES = 60
_MAX_PARTS = 4000
#: What a question and a step of its search take of an account.
_QUESTION, _STEP = 1_500, 30
#: Facts about 32-bit numbers.
_COMPARES = frozenset(["less", "eq", "zero"])


class EqualityProver:
    """Turns suspected equalities into lemmas."""

    def __init__(self) -> None:
        self._asked: dict[tuple[int, int], bool] = {}
        self._queries = 0
        self._seen: set[tuple[int, int]] = set()

    def prove(self, world: World, suspects: Sequence[tuple[int, int]]) -> bool:
        """Whether some suspected equality holds that was not known; it is one of the world's lemmas then."""
        gained = False
        self._seen = set()
        for a, b in suspects:
            gained |= self._close(world, a, b, 0)
        return gained

    def _close(self, world: World, a: int, b: int, depth: int) -> bool:
        """Make two terms equal by proving the parts in which they differ equal; whether anything was gained."""
        t = world.terms
        if a == b or depth > 60 or (a, b) in self._seen or len(self._seen) > _MAX_PARTS:
            return False
        self._seen.add((a, b))
        gained = False
        alike = t.op[a] == t.op[b] and t.payload[a] == t.payload[b] and len(t.args[a]) == len(t.args[b])
        if alike and t.op[a] not in ARITHMETIC and t.op[a] not in ARITHMETIC64:
            for x, y in zip(t.args[a], t.args[b], strict=True):
                gained |= self._close(world, x, y, depth + 1)
            if gained:
                return True
        kind = treatment_of(world, a)
        if kind is None or kind != treatment_of(world, b):
            return False
        if self._valid(world, a, b, kind):
            if kind == 1:
                # A diagram cannot stand for another one inside a third: their order of facts differs.
                world.equal_facts.add((a, b))
                return depth == 0
            older, newer = min(a, b), max(a, b)
            t.lemmas[newer] = older
            return True
        return False

    def _valid(self, world: World, a: int, b: int, kind: int) -> bool:
        key = (min(a, b), max(a, b))
        found = self._asked.get(key)
        if found is None:
            if has_counterexample(world, a, b, kind, MAX_NODES):
                found = False
            elif self._queries >= _MAX_QUERIES:
                return False
            else:
                self._queries += 1
                found = _prove_equal(world, a, b, kind)
            self._asked[key] = found
        return found


def decided(world: World, care: int, condition: int) -> bool | None:
    """The truth value that the facts about the wave give a condition; None if they do not decide it or the question is
    too hard."""
    d = world.decisions
    key = (care, condition)
    if key not in world.decided:
        known = known_literals(world, care)
        answer: bool | None = None
        if known and asked(world) < world.questions:
            for outcome in (True, False):
                denied = d.not_(condition) if outcome else condition
                if _contradict(world, [*known, denied]):
                    answer = outcome
                    break
        world.decided[key] = answer
    return world.decided[key]


def asked(world: World) -> int:
    """How many questions about conditions there were."""
    return len(world.decided) + len(world.related)


def related(world: World, care: int, a: int, b: int) -> bool | None:
    """Whether the facts about the wave make two conditions equal (true) or opposite (false); None if neither is shown
    or the question is too hard."""
    d, t = world.decisions, world.terms
    key = (care, a, b)
    if key not in world.related:
        answer: bool | None = None
        compares = all(t.op[atom] in _COMPARES for condition in (a, b) for atom in d.support(condition))
        if compares and asked(world) < world.questions:
            known, differ = known_literals(world, care), d.xor(a, b)
            for outcome in (True, False):
                if _contradict(world, [*known, differ if outcome else d.not_(differ)]):
                    answer = outcome
                    break
        world.related[key] = answer
    return world.related[key]


def known_literals(world: World, care: int) -> list[int]:
    """Facts about the wave that hold, each as a diagram of one atom."""
    d = world.decisions
    found = []
    for atom in sorted(d.support(care)):
        if is_uniform(world, atom):
            found += [f for f in (d.var(atom), d.not_(d.var(atom))) if d.implies(care, f)]
    return found


def _manager(world: World) -> TermManager:
    if world.solver is None:
        from bitwuzla import TermManager

        world.solver = TermManager()
    return world.solver


def _contradict(world: World, facts: Sequence[int]) -> bool:
    """Whether facts contradict each other for any values of their products: with the products, a search hardly ever
    ends."""
    translation = Translation(world, _manager(world), products=False)
    expressions = [translation.term(f, 1) for f in facts]
    stated = [e for e in expressions if e is not None]
    return expressions[-1] is not None and _unsatisfiable(world, translation, [*stated, *translation.bounds])


def _prove_equal(world: World, a: int, b: int, kind: int) -> bool:
    translation = Translation(world, _manager(world))
    x, y = translation.term(a, kind), translation.term(b, kind)
    if x is None or y is None:
        return False
    return _unsatisfiable(world, translation, [*translation.bounds, translation.apply("DISTINCT", x, y)])


def _unsatisfiable(world: World, translation: Translation, facts: Sequence[Term]) -> bool:
    """Whether the solver shows, within its limit, that the facts exclude each other; the world's account pays."""
    from bitwuzla import Bitwuzla, Options, Result

    if world.account.exhausted:
        return False
    solver = Bitwuzla(translation.manager, Options())
    for fact in facts:
        solver.assert_formula(fact)
    steps, interrupted = count(), Event()
    # The solver drops an exception that is raised in here.
    solver.configure_terminator(lambda: next(steps) >= _MAX_STEPS or interrupted.is_set())
    found = bool(awaited(solver.check_sat, interrupted.set) == Result.UNSAT)
    world.account.charge(_QUESTION + _STEP * next(steps))
    return found
