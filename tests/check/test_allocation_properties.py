"""Random renamings are accepted, random mistakes in them are not.

``data/divergent_*.s`` is what clang 22 makes of ``data/divergent.hip``:
``clang -x hip --offload-device-only --offload-arch=gfx1100 -nogpuinc -nogpulib -O3 -S`` and the same for gfx1201 with
``-mwavefrontsize64``.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isaopt.asm.parser import parse_text
from isaopt.check.allocation import check_allocation
from isaopt.check.identity import same_dataflow
from isaopt.errors import InputError
from isaopt.ir.program import Instruction, Kernel, Module
from tests.check.renaming import random_permutation, references, rename_kernel, replace_one

HERE = Path(__file__).parent
DIVERGENT = [HERE / "data" / name for name in ("divergent_gfx1100.s", "divergent_gfx1201_w64.s")]
SHIPPED = sorted((HERE.parents[1] / "kernels_s").glob("*.s"))
#: Mistakes made in each kernel.
MUTATIONS = 12


@cache
def load(path: Path) -> Module:
    return parse_text(path.read_text(), path.name)


def kernels(paths: list[Path]) -> list[tuple[Module, Kernel]]:
    return [(load(path), kernel) for path in paths for kernel in load(path).kernels]


@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("path", DIVERGENT, ids=lambda p: p.stem)
def test_any_permutation_of_divergent_code_is_accepted(path: Path, seed: int) -> None:
    for module, kernel in kernels([path]):
        renamed = rename_kernel(module, kernel, random_permutation(module, kernel, random.Random(seed)))
        assert check_allocation(module, renamed, kernel.name) == ()
        assert same_dataflow(module, renamed, kernel.name)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.stem)
def test_permutation_of_a_shipped_kernel_is_accepted(path: Path) -> None:
    for module, kernel in kernels([path]):
        renamed = rename_kernel(module, kernel, random_permutation(module, kernel, random.Random(path.stem)))
        assert renamed.text() != module.text()
        assert check_allocation(module, renamed, kernel.name) == ()


def mutants(module: Module, kernel: Kernel, rng: random.Random) -> list[tuple[Instruction, Module]]:
    """Renamed kernels with one register reference moved to another register that the kernel uses."""
    permutation = random_permutation(module, kernel, rng)
    renamed = rename_kernel(module, kernel, permutation)
    used = sorted(permutation.values())
    instructions = [(i, item) for i, item in renamed.instructions(kernel) if references(item)]
    out: list[tuple[Instruction, Module]] = []
    while len(out) < MUTATIONS:
        index, item = rng.choice(instructions)
        refs = references(item)
        occurrence = rng.randrange(len(refs))
        register = rng.choice(used)
        first, count = refs[occurrence]
        if register == first or register + count > 256:
            continue
        try:
            out.append((item, replace_one(renamed, kernel, index, occurrence, register)))
        except InputError:
            continue  # the register cannot stand there at all
    return out


@pytest.mark.parametrize(
    "path",
    [p for p in SHIPPED if p.stem in ("sgemm_lds_gfx1100", "wmma_gemm_gfx1201", "nbody_gfx1100")] + DIVERGENT,
    ids=lambda p: p.stem,
)
def test_single_mistakes_are_found(path: Path) -> None:
    """A survivor must have the original's def-use graph: the moved register is a dead result or was never defined."""
    survivors = []
    total = 0
    for module, kernel in kernels([path]):
        for item, mutant in mutants(module, kernel, random.Random(f"{path.stem} {kernel.name}")):
            total += 1
            if not check_allocation(module, mutant, kernel.name):
                survivors.append((item, mutant, same_dataflow(module, mutant, kernel.name)))
    unexplained = [f"{item.line}: {item.text.strip()}" for item, _, same in survivors if not same]
    assert unexplained == []
    assert len(survivors) <= total // 10
