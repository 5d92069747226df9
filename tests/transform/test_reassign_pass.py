"""What the pass hands to the solver, and what it says of the answer."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import isaopt
from isaopt.analysis.figures.metrics import Metrics, instruction_costs, kernel_metrics
from isaopt.analysis.flow.cfg import build_cfg
from isaopt.ir.program import Module
from isaopt.solve.evaluate import Objective, evaluate
from isaopt.solve.problem import Problem
from isaopt.solve.reassign import Solution
from isaopt.target.arch import get_arch
from isaopt.target.bank_models import bank_models, solver_costs
from isaopt.target.banks import bank_of
from isaopt.transform import reassign
from isaopt.transform.placement import renamed_to
from isaopt.transform.reassign import Reassign, block_weights, build_problem
from isaopt.transform.registry import PassOptions, make_pass

KERNELS = Path(__file__).parents[2] / "kernels_s"


def solution(problem: Problem, bases: tuple[int, ...], highest: int = 0) -> Solution:
    value = Objective(0, 0, 0, 0, highest)
    return Solution(bases, "feasible", value._replace(highest_vgpr=20), value, (), ())


@pytest.mark.parametrize("name", ["nbody_gfx1100", "softmax_gfx1201", "wmma_gemm_gfx1100", "wmma_gemm_gfx1201"])
def test_the_solver_counts_what_the_report_counts(name: str) -> None:
    """Random registers, legal or not: the objectives are the report's figures of each instruction, weighted."""
    module = isaopt.parse(KERNELS / f"{name}.s")
    kernel = module.kernels[0]
    problem, found = build_problem(module, kernel, get_arch(module.arch), 256)
    cfg = build_cfg(module, kernel)
    weights = block_weights(module, kernel, cfg)
    rng = random.Random(name)
    for vgprs in (12, 40, 200):
        bases = tuple(rng.randrange(max(1, vgprs - group.width)) for group in problem.groups)
        base_of = dict(zip((g.id for g in problem.groups), bases, strict=True))
        renamed = renamed_to(module, kernel, found, base_of)
        clashes = reads = 0
        models: Counter[str] = Counter()
        costs = instruction_costs(renamed, [block.instructions for block in cfg.blocks])
        for block in cfg.blocks:
            for index in block.instructions:
                if index not in costs:
                    continue
                charges = costs[index].charges
                for name, model in bank_models().items():
                    models[name] += weights[block.index] * int(charges[name].extra_cycles * model.reads_per_cycle)
                if not any(read.matrix for read in costs[index].reads):
                    own = zip(costs[index].reads, charges["gather2"].served, strict=True)
                    sources = {read.vgpr for read, served in own if not read.accumulator and not served}
                    most = max(Counter(map(bank_of, sources)).values(), default=0)
                    clashes += weights[block.index] * max(0, most - 1)
                reads += weights[block.index] * sum(
                    not served and not read.accumulator
                    for read, served in zip(costs[index].reads, charges["article"].served, strict=True)
                )
        for name in bank_models():
            value = evaluate(replace(problem, costs=solver_costs(name)), bases)
            second = "gather2" if name == "article" else "article"
            assert value[:4] == (models[name], models[second], clashes, reads)


@pytest.mark.parametrize("model", bank_models())
def test_any_model_is_reassigned_for(model: str) -> None:
    module = isaopt.parse(KERNELS / "conv3x3_gfx1100.s")
    result = make_pass("reassign", PassOptions(bank_model=model)).apply(module, module.kernels[0])
    assert result.solver is not None
    assert [name for name, *_ in result.solver.levels[:2]] == [model, "gather2" if model == "article" else "article"]
    before, after = (m.bank_conflicts_by_model[model] for m in figures(module, result.module))
    assert (after < before) == (model != "gather2")


def figures(*modules: Module) -> list[Metrics]:
    return [kernel_metrics(module, module.kernels[0]) for module in modules]


def test_more_registers_than_before_are_explained() -> None:
    assert reassign._trade(solution(Problem(()), (), highest=20), 7, 7) == ()
    (note,) = reassign._trade(solution(Problem(()), (), highest=22), 7, 7)
    assert note.startswith("highest VGPR v20 -> v22")
    assert reassign._trade(solution(Problem(()), (), highest=12), 8, 7) == (
        "highest VGPR v20 -> v12: 8 waves instead of 7",
    )


def test_conflicts_go_and_no_register_is_added() -> None:
    module = isaopt.parse(KERNELS / "conv3x3_gfx1100.s")
    result = Reassign().apply(module, module.kernels[0])
    assert result.changed
    assert result.solver is not None
    levels = {name: (value, bound) for name, value, bound, _ in result.solver.levels}
    assert levels["gather2"] == levels["article"] == (0, 0)
    assert levels["highest_vgpr"][0] <= 20
    assert len(result.notes) == 1


def test_a_limit_below_the_inputs_registers_changes_nothing_about_them() -> None:
    module = isaopt.parse(KERNELS / "reduction_gfx1100.s")
    result = Reassign(max_vgprs=4).apply(module, module.kernels[0])
    assert not result.changed
    assert result.notes == ("left unchanged: the result needs 9 VGPRs, but max-vgprs is 4",)
