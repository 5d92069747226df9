"""The shipped kernels: equal to themselves and to legal rewrites, not equal to mutants that have an effect."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

from isaopt.asm.parser import parse_text
from isaopt.errors import IsaoptError
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from tests.check.renaming import random_permutation, rename_kernel
from tests.proof import legal

ROOT = Path(__file__).resolve().parents[2]
KERNELS = sorted((ROOT / "kernels_s").glob("*.s"))
SMALL = [p for p in KERNELS if p.stem.split("_gfx")[0] in ("nbody", "reduction", "sgemm_lds", "softmax", "wmma_gemm")]


def load(path: Path) -> Module:
    return parse_text(path.read_text(), path.name)


@pytest.fixture(scope="module")
def mutate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutate", ROOT / "scripts" / "mutate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutate"] = module
    spec.loader.exec_module(module)
    return module


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


@pytest.mark.parametrize("name", ["reduction_gfx1100", "sgemm_naive_gfx1201", "nbody_gfx1100", "wmma_gemm_gfx1201"])
def test_mutants_with_an_effect_are_caught(name: str, mutate: ModuleType) -> None:
    module = load(ROOT / "kernels_s" / f"{name}.s")
    caught = 0
    for mutant in mutate.mutants(module, 22, 11):
        try:
            found = verify_modules(module, parse_text(mutant.text, name))
        except IsaoptError:
            continue
        if found.proved:
            assert mutate.reason(module, mutant) or mutant.lines in TRIAGED, mutant.lines
        else:
            caught += 1
            assert found.kernels[0].differences
    assert caught > 5


#: Proved mutants that take a look at the code to see that they have no effect.
TRIAGED: set[tuple[tuple[int, str, str], ...]] = {
    # EXEC saved before a block that ends the kernel: nothing reads it.
    ((13, "s_mov_b32 s2, exec_lo", "s_mov_b32 s3, exec_lo"),),
}
