"""Times that no choice of passes gets below."""

from __future__ import annotations

from dataclasses import replace

from isaopt.asm.parser import parse_text
from isaopt.target.gpus import get_gpu
from isaopt.transform.base import PassResult
from isaopt.tuning.floor import Floor
from isaopt.tuning.model import Aim, PassStep
from isaopt.tuning.prediction import WorkloadPredictor
from isaopt.tuning.tree import Edge, Tree
from isaopt.tuning.workloads import settings
from tests.tuning.programs import TEXT

ORIGINAL = parse_text(TEXT, "k.s", None)
UNROLL, ORDER = PassStep("unroll"), PassStep("schedule")


def floor_of(busy: str) -> Floor:
    """Of a kernel whose first step puts ``busy`` into its loop, which nothing takes out again."""
    gpu = get_gpu("rx7900xtx")
    found = settings(ORIGINAL, ORIGINAL.kernels[0], gpu, Aim(trips={".LBB0_1": 12}, waves_per_simd=1))
    tree = Tree(ORIGINAL, lambda step, module: PassResult(module, False))
    slow = parse_text(TEXT.replace("\tv_add_f32_e32 v1, v1, v2\n", f"{busy}\tv_add_f32_e32 v1, v1, v2\n"), "k.s", None)
    tree.edges[ORIGINAL.text(), UNROLL] = Edge(PassResult(slow, True), 0.0)
    return Floor(WorkloadPredictor(ORIGINAL, ORIGINAL.kernels[0], gpu, found), tree)


def test_an_order_takes_no_instruction_away() -> None:
    chain = "\tv_exp_f32_e32 v3, v2\n" * 2000
    assert floor_of(chain).below((UNROLL, ORDER)) > 1.5
    assert floor_of("").below((UNROLL, ORDER)) < 1


def test_what_may_be_paired_counts_half() -> None:
    alone, pairable = ("\tv_exp_f32_e32 v3, v2\n" * 500, "\tv_mul_f32_e32 v3, v2, v2\n" * 500)
    assert floor_of(pairable).below((UNROLL, ORDER)) < 0.7 * floor_of(alone).below((UNROLL, ORDER))


def test_nothing_is_said_of_passes_that_may_take_instructions_away_or_were_not_run() -> None:
    found = floor_of("\tv_exp_f32_e32 v3, v2\n" * 2000)
    assert found.below((UNROLL,)) == 0
    assert found.below((replace(UNROLL, factor=4), ORDER)) == 0
    assert found.below((ORDER,)) == 0


def test_no_plan_comes_below_the_lowest_roof() -> None:
    found = floor_of("")
    assert 0 < found.below(()) < 1
