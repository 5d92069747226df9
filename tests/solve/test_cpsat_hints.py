"""Hints of models that may have no solution: a search with several workers survives them."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from ortools.sat.python import cp_model

from isaopt.solve.cpsat import SearchLimits, run

ROOT = Path(__file__).parents[2]


def colouring(seed: int) -> tuple[cp_model.CpModel, list[tuple[cp_model.IntVar, int]]]:
    """Four colours for a random graph, each used about as often, with very few neighbours alike; and a hint."""
    rng = random.Random(seed)
    model, count = cp_model.CpModel(), rng.randint(6, 20)
    colours = [[model.new_bool_var("") for _ in range(4)] for _ in range(count)]
    for row in colours:
        model.add_exactly_one(row)
    alike = []
    for i in range(count):
        for j in range(i):
            if rng.random() < 0.45:
                same = model.new_bool_var("")
                alike.append(same)
                for c in range(4):
                    model.add_bool_or([colours[i][c].negated(), colours[j][c].negated(), same])
    for c in range(4):
        model.new_int_var(0, count, "")
        model.add(sum(row[c] for row in colours) <= (count + 3) // 4)
    model.add(sum(alike) <= rng.choice([0, 1, 2]))
    hint = []
    for row in colours:
        chosen = rng.randrange(4)
        hint += [(row[c], int(c == chosen)) for c in range(4)]
    return model, hint


@pytest.mark.slow
def test_a_model_without_a_solution_ends_no_process() -> None:
    # With this hint and three workers, OR-Tools 9.15 aborts the process.
    code = (
        "from tests.solve.test_cpsat_hints import colouring; from isaopt.solve.cpsat import SearchLimits, run; "
        "model, hint = colouring(27); print(run(model, SearchLimits(0.5), hint).status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout.strip()) == (0, "infeasible"), done.stderr


def test_only_models_with_an_objective_have_a_hint_for_several_workers() -> None:
    for workers, objective in ((1, False), (1, True), (3, False), (3, True)):
        model, hint = colouring(3)
        if objective:
            model.minimize(sum(variable for variable, _ in hint))
        run(model, SearchLimits(0.001, workers=workers), hint)
        assert bool(len(model.proto.solution_hint.vars)) == (workers == 1 or objective)
