"""The work of a proof is bounded by the size of the code, and what can be proved needs a small part of the bound."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from isaopt.account import WorkAccount
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof import verdict
from isaopt.proof.terms.smt import EqualityProver
from isaopt.proof.types import CannotProve
from isaopt.proof.verdict import verify_modules
from isaopt.proof.walk.budget import StepBudget
from isaopt.proof.walk.walk import Walk
from tests.proof.test_loops import HEAD, ONE_BY_ONE, TAIL, by_a_factor
from tests.proof.worlds import world_of
from tests.renaming import assemble, random_permutation, rename_kernel

KERNELS = Path(__file__).resolve().parents[2] / "kernels_s"


class Recorder:
    """The walks of the proofs since it was made."""

    def __init__(self) -> None:
        self.walks: list[Walk] = []

    def steps_for_each(self) -> list[float]:
        return [w.budget.steps / w.budget.size for w in self.walks]


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorder]:
    found = Recorder()

    class Recorded(Walk):
        def run(self) -> None:
            found.walks.append(self)
            super().run()

    monkeypatch.setattr(verdict, "Walk", Recorded)
    yield found
    assert found.walks


#: Kernel, text in it and what is put in its place: loops that end elsewhere than in A, or not at all.
MUTANTS = [
    ("reduction_gfx1100", "v_add_nc_u32_e32 v1, s7, v1", "v_sub_nc_u32_e32 v1, s7, v1"),
    ("reduction_gfx1100", "s_and_not1_b32 exec_lo, exec_lo, s1", "s_nop 0"),
    ("reduction_gfx1201", "v_add_nc_u32_e32 v1, s5, v1", "v_sub_nc_u32_e32 v1, s5, v1"),
    ("sgemm_naive_gfx1100", "s_waitcnt lgkmcnt(0)\n\ts_delay", "s_delay"),
    ("conv3x3_gfx1100", "v_mov_b32_e32 v0, v5", "v_mov_b32_e32 v5, v0"),
]


@pytest.mark.parametrize(("name", "old", "new"), MUTANTS)
def test_a_failing_proof_takes_few_steps(name: str, old: str, new: str, recorder: Recorder) -> None:
    text = (KERNELS / f"{name}.s").read_text()
    assert old in text
    found = verify_modules(parse_text(text, name), parse_text(text.replace(old, new, 1), name))
    assert not found.proved
    assert max(recorder.steps_for_each()) < 25
    assert len(recorder.walks) < 8
    assert max(len(w.world.terms.op) for w in recorder.walks) < 200_000


def kernel(body: str) -> Module:
    return assemble(HEAD + body + TAIL)


@pytest.mark.parametrize("body", ["", "\tv_add_f32_e32 v2, v2, v2\n", "\ts_add_i32 s8, s8, 1\n\ts_cmp_lg_i32 s8, s8\n"])
def test_a_loop_without_end_and_counterpart_ends_the_proof(body: str, recorder: Recorder) -> None:
    endless = kernel(f"\ts_mov_b32 s8, 0\n.Lloop:\n{body}\ts_branch .Lloop\n")
    finite = kernel(f"\ts_mov_b32 s8, 0\n{body}")
    for a, b in ((endless, finite), (finite, endless)):
        found = verify_modules(a, b).kernels[0]
        assert found.status == "not-proved"
        assert "counterpart" in found.differences[0].message
    assert all(w.budget.steps <= w.budget.total for w in recorder.walks)


def test_renamed_kernels_need_little(recorder: Recorder) -> None:
    for name in ("reduction_gfx1100", "sgemm_naive_gfx1100", "conv3x3_gfx1100", "softmax_gfx1201"):
        module = parse_text((KERNELS / f"{name}.s").read_text(), name)
        renamed = rename_kernel(
            module, module.kernels[0], random_permutation(module, module.kernels[0], random.Random(1))
        )
        assert verify_modules(module, renamed).proved
    assert max(recorder.steps_for_each()) < 4


def test_unrolling_needs_little(recorder: Recorder) -> None:
    unrolled = by_a_factor(8, "s_and_b32 s9, s6, -8")
    assert verify_modules(kernel(ONE_BY_ONE), kernel(unrolled)).proved
    assert max(recorder.steps_for_each()) < 8


@pytest.mark.parametrize("rounds", [3, 200])
def test_a_loop_unrolled_fully_is_as_long_as_it_takes(rounds: int, recorder: Recorder) -> None:
    """Many rounds of more bookkeeping than work."""
    counted = (
        "\ts_mov_b32 s8, 0\n.Lloop:\n\tv_add_f32_e32 v2, 1.0, v2\n" + "\ts_nop 0\n" * 5 + "\ts_add_i32 s8, s8, 1\n"
        f"\ts_cmp_lt_i32 s8, {rounds}\n\ts_cbranch_scc1 .Lloop\n"
    )
    straight = "\tv_add_f32_e32 v2, 1.0, v2\n" * rounds
    assert verify_modules(kernel(counted), kernel(straight)).proved
    assert max(w.budget.steps / w.budget.segment for w in recorder.walks) < 0.9
    assert not verify_modules(kernel(counted), kernel(straight + "\tv_add_f32_e32 v2, 1.0, v2\n")).proved


def test_a_budget_counts_segments_and_the_whole() -> None:
    budget = StepBudget(10)
    budget.steps = budget.segment
    budget.check(7, 1)
    budget.steps += 1
    with pytest.raises(CannotProve, match="counterpart") as caught:
        budget.check(7, 1)
    assert (caught.value.line, caught.value.side) == (7, 1)
    budget.begin_segment()
    budget.check(7, 1)
    budget.steps = budget.total + 1
    budget.begin_segment()
    with pytest.raises(CannotProve, match="iterations"):
        budget.check(7, 1)
    assert StepBudget(1000).total > StepBudget(10).total
    assert StepBudget(1000).segment > StepBudget(10).segment


def test_a_question_to_the_solver_is_paid_and_not_asked_on_credit() -> None:
    world = world_of(parse_text((KERNELS / "softmax_gfx1100.s").read_text(), "softmax"))
    t, n = world.terms, world.integers
    x, y = (t.make("initial", (), i) for i in range(2))
    pair = n.bitwise("xor", (x, y)), n.sub(n.bitwise("or", (x, y)), n.bitwise("and", (x, y)))
    world.account = WorkAccount(limit=0)
    assert not EqualityProver().prove(world, [pair])
    assert not world.account.spent
    world.account = WorkAccount()
    assert EqualityProver().prove(world, [pair])
    assert world.account.spent > 0
