"""Items put into and taken out of a module: every kernel is where the text has it."""

from __future__ import annotations

import random

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.edit import spliced
from isaopt.ir.program import Instruction, Module

KERNEL = """\t.p2align 8
{name}:
\tv_mov_b32_e32 v1, 0
\tv_mov_b32_e32 v2, 0
\tv_mov_b32_e32 v3, 0
\ts_endpgm
\t.section .rodata
\t.amdhsa_kernel {name}
\t\t.amdhsa_next_free_vgpr 8
\t\t.amdhsa_next_free_sgpr 8
\t.end_amdhsa_kernel
\t.text
"""


def four_kernels() -> Module:
    text = '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\n\t.text\n'
    return parse_text(text + "".join(KERNEL.format(name=f"k{i}") for i in range(4)), "k.s")


@pytest.mark.parametrize("seed", range(40))
def test_kernels_stay_where_the_text_has_them(seed: int) -> None:
    rng, module = random.Random(seed), four_kernels()
    filler = module.items[module.kernels[0].first]
    assert isinstance(filler, Instruction)
    changes = {}
    for kernel in rng.sample(module.kernels, rng.randint(1, 4)):
        first = rng.randint(kernel.first, kernel.last - 1)
        last = rng.randint(first, kernel.last - 1)  # s_endpgm stays
        changes[first, last] = [filler] * rng.randint(0, 3)
    found = spliced(module, changes)
    again = parse_text(found.text(), "k.s")
    assert [(k.name, k.first, k.last, k.descriptor) for k in found.kernels] == [
        (k.name, k.first, k.last, k.descriptor) for k in again.kernels
    ]
