"""A, B and C of every matrix instruction on different starting banks, in no more registers than the waves allow."""

from __future__ import annotations

from pathlib import Path

import pytest

import isaopt
from isaopt.analysis.figures.metrics import instruction_costs
from isaopt.analysis.flow.cfg import build_cfg
from isaopt.ir.program import Kernel, Module
from isaopt.isa.registers import RegRef
from isaopt.proof.verdict import verify_modules
from isaopt.target.arch import get_arch
from isaopt.target.banks import bank_of
from isaopt.target.occupancy import waves_for_vgprs
from isaopt.target.reads import is_matrix
from isaopt.transform.reassign import Reassign

KERNELS = Path(__file__).parents[2] / "kernels_s"


def clashes(module: Module, kernel: Kernel) -> tuple[int, int]:
    """Matrix instructions, and how many of them the default model charges for a shared bank."""
    costs = instruction_costs(module, [block.instructions for block in build_cfg(module, kernel).blocks])
    matrix = [i for i, item in module.instructions(kernel) if is_matrix(item.op)]
    return len(matrix), sum(costs[i].charges["gather2"].extra_cycles > 0 for i in matrix)


def starts(module: Module, kernel: Kernel) -> list[list[int]]:
    """The banks of the first registers of the distinct tuples A, B and C of each matrix instruction."""
    found = []
    for _, item in module.instructions(kernel):
        if is_matrix(item.op):
            sparse = "swmmac" in item.op.mnemonic
            tuples: set[RegRef] = set()
            for place in (0, 1, 2) if sparse else (1, 2, 3):
                reg = item.op.operands[place].reg
                if reg is not None:
                    tuples.add(reg)
            found.append(sorted(bank_of(reg.first) for reg in tuples))
    return found


def vgprs(module: Module, kernel: Kernel) -> int:
    return isaopt.report(module, kernels=[kernel.name]).kernels[0].metrics.vgprs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "matrix", "before"),
    [
        ("triton_gemm_fp16_gfx1100", 16, 16),
        ("wmma_gemm_gfx1100", 4, 4),
        ("wmma_gemm_gfx1201", 4, 4),
        ("wmma_gemm_lds_gfx1100", 8, 8),
    ],
)
def test_no_matrix_instruction_of_a_gemm_shares_a_bank(name: str, matrix: int, before: int) -> None:
    module = isaopt.parse(KERNELS / f"{name}.s")
    kernel = module.kernels[0]
    assert clashes(module, kernel) == (matrix, before)
    result = Reassign().apply(module, kernel)
    after = result.module
    assert clashes(after, after.kernels[0]) == (matrix, 0)
    assert all(len(set(banks)) == len(banks) == 3 for banks in starts(after, after.kernels[0]))
    arch = get_arch(module.arch)
    waves = [waves_for_vgprs(arch, vgprs(m, m.kernels[0]), kernel.wave_size) for m in (module, after)]
    assert waves[1] >= waves[0]
    if name.startswith("wmma"):
        assert verify_modules(module, after).proved


def test_sparse_matrices_too() -> None:
    module = isaopt.parse(KERNELS / "wmma_types_gfx1201.s")
    kernel = module.kernel("sparse_f32_f16")
    assert clashes(module, kernel) == (1, 1)
    after = Reassign().apply(module, kernel).module
    assert clashes(after, after.kernel("sparse_f32_f16")) == (1, 0)
    assert verify_modules(module, after, ("sparse_f32_f16",)).proved
