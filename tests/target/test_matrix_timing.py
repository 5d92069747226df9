"""Cycles of matrix instructions, and what has to stand between two; the assembler's compiler judges the latter in
tests/linting/test_hazards.py."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Op
from isaopt.target.arch import get_arch
from isaopt.transform.tasks import matrix_cycles, matrix_latency, needs_distance
from tests.kernels import kernel_file


@pytest.mark.parametrize(
    ("arch", "name", "cycles", "latency"),
    [
        # SQTT traces and LLVM issue 204254; see data/machine.json.
        ("gfx1100", "v_wmma_f32_16x16x16_f16", 32, 34),
        ("gfx1151", "v_wmma_i32_16x16x16_iu8", 32, 34),
        ("gfx1100", "v_wmma_i32_16x16x16_iu4", 20, 22),
        ("gfx1201", "v_wmma_bf16_16x16x16_bf16", 16, 20),
        ("gfx1201", "v_wmma_f32_16x16x16_fp8_bf8", 8, 8),
        ("gfx1201", "v_wmma_i32_16x16x32_iu4", 16, 16),
        ("gfx1201", "v_swmmac_f32_16x16x32_f16", 16, 20),
    ],
)
def test_cycles(arch: str, name: str, cycles: int, latency: int) -> None:
    assert matrix_cycles(get_arch(arch), name) == cycles
    assert matrix_latency(get_arch(arch), name) == latency


def test_other_instructions_have_none() -> None:
    for name in ("v_fma_f32", "v_swmmac_f32_16x16x32_f16"):
        with pytest.raises(KeyError):
            matrix_cycles(get_arch("gfx1100"), name)


def op(text: str, arch: str) -> Op:
    module = parse_text(kernel_file([text], arch=arch), "k.s")
    return module.instructions(module.kernels[0])[0][1].op


FIRST = "v_wmma_f32_16x16x16_f16 v[0:7], v[8:11], v[12:15], 0"


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [
        (FIRST, "v_wmma_f32_16x16x16_f16 v[20:27], v[7:10], v[12:15], 0", 1),
        (FIRST, "v_wmma_f32_16x16x16_f16 v[0:7], v[8:11], v[12:15], v[0:7]", 0),
        (FIRST, "v_swmmac_f32_16x16x32_f16 v[20:27], v[8:11], v[30:37], v3", 1),
        (FIRST, "v_add_f32 v20, v0, v1", 0),
    ],
)
def test_distances(first: str, second: str, distance: int) -> None:
    arch = get_arch("gfx1201")
    assert needs_distance(arch, op(first, "gfx1201"), op(second, "gfx1201")) == distance
