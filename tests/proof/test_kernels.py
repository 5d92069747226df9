"""The shipped kernels: equal to themselves and to legal rewrites, not equal to mutants that have an effect."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.errors import IsaoptError
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from scripts.mutation.judge import Judge
from scripts.mutation.kinds import mutants
from tests.proof import legal
from tests.renaming import random_permutation, rename_kernel

ROOT = Path(__file__).resolve().parents[2]
KERNELS = sorted((ROOT / "kernels_s").glob("*.s"))
SMALL = [p for p in KERNELS if p.stem.split("_gfx")[0] in ("nbody", "reduction", "sgemm_lds", "softmax", "wmma_gemm")]


def load(path: Path) -> Module:
    return parse_text(path.read_text(), path.name)


@pytest.mark.slow
@pytest.mark.parametrize("path", KERNELS, ids=lambda p: p.stem)
def test_a_renamed_kernel_is_proved(path: Path) -> None:
    module = load(path)
    for kernel in module.kernels:
        renamed = rename_kernel(module, kernel, random_permutation(module, kernel, random.Random(path.stem)))
        assert renamed.text() != module.text()
        found = verify_modules(module, renamed, (kernel.name,))
        assert found.proved, found.kernels[0].differences


@pytest.mark.parametrize("path", SMALL, ids=lambda p: p.stem)
def test_legal_rewrites_are_proved(path: Path) -> None:
    module = load(path)
    kernel = module.kernels[0]
    rng = random.Random(path.stem)
    rewritten = legal.split_loads(module, kernel, rng, 0.6)
    rewritten = legal.unpaired(rewritten, kernel, rng, 0.5)
    rewritten = legal.reordered(rewritten, kernel, rng, 400)
    rewritten = legal.paired(rewritten, kernel)
    assert rewritten.text() != module.text()
    found = verify_modules(module, rewritten)
    assert found.proved, found.kernels[0].differences


@pytest.mark.slow
@pytest.mark.parametrize("name", ["reduction_gfx1100", "sgemm_naive_gfx1201"])
def test_mutants_with_an_effect_are_caught(name: str) -> None:
    judge = Judge(str(ROOT / "kernels_s" / f"{name}.s"))
    caught = 0
    for mutant in mutants(judge.module, 22, 11):
        found = judge.verdict(mutant)
        if found.outcome == "proved" and not found.why:
            seen = judge.second(mutant)
            assert seen.outcome in ("same bytes", "agrees"), (mutant.lines, seen)
        caught += found.outcome in ("not proved", "lint")
    assert caught > 5


def test_a_false_proof_would_be_seen() -> None:
    judge = Judge(str(ROOT / "kernels_s" / "reduction_gfx1100.s"))
    different = next(m for m in mutants(judge.module, 40, 3) if m.kind == "opcode")
    assert judge.verdict(different).outcome == "not proved"
    assert judge.second(different).outcome == "FALSE"


def test_a_mutant_is_read_as_its_text_says() -> None:
    judge = Judge(str(ROOT / "kernels_s" / "sgemm_naive_gfx1100.s"))
    for mutant in mutants(judge.module, 36, 5):
        try:
            expected = parse_text(mutant.text, judge.path)
        except IsaoptError:
            assert judge.verdict(mutant).outcome == "not read"
        else:
            assert judge.parsed(mutant) == expected
