"""Wrong programs among other cut points."""

from __future__ import annotations

import random

import pytest

from isaopt.proof.verdict import verify_modules
from scripts.check_disguised import PROVED, disguised, sampled, tasks

pytestmark = pytest.mark.campaign

#: Pairs; the script does them all.
_SIZE = 40


def test_no_disguise_is_proved() -> None:
    found = list(sampled(_SIZE, seed=33))
    assert not [f.name for f in found if f.outcome == PROVED]
    assert sum(f.outcome == "refused" for f in found) > _SIZE // 2


def test_a_disguise_hides_nothing_from_the_prover() -> None:
    rng = random.Random(33)
    pairs = [task.pair for task in tasks(1, 1, "^(waw|combined|interlock|lane)") if "refused" not in task.pair.options]
    assert len(pairs) > 5
    for pair in pairs:
        hidden, _ = disguised(pair, rng)
        module = hidden.program(hidden.a)
        assert verify_modules(module, module, assumptions=hidden.assumed, by_text=False).proved, pair.name


def test_pairs_about_neighbours_are_left_out() -> None:
    names = {task.pair.name for task in tasks(1, 1)}
    assert "interlock-other-path" in names
    assert "invalidate-beside-a-scalar-load" not in names
