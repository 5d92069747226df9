"""Counts of SGPRs that follow the code."""

from __future__ import annotations

from isaopt.asm.line import read_op
from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_op
from isaopt.asm.resources import sgprs_used, with_sgpr_count
from isaopt.ir.program import Module
from tests.test_pipeline import KERNELS


def _using(module: Module, number: int) -> Module:
    """The module with its first instruction writing that SGPR."""
    index, _ = module.instructions(module.kernels[0])[0]
    return module.with_ops({index: read_op(f"s_mov_b32 s{number}, 0", module.arch, 32)}, print_op)


def test_every_count_is_raised_and_none_lowered() -> None:
    path = KERNELS / "sgemm_gfx1100.s"
    before = parse_text(path.read_text(), str(path))
    kernel = before.kernels[0]
    assert sgprs_used(before, kernel) == 18
    after = _using(before, 40)
    text = with_sgpr_count(after, after.kernels[0], before).text()
    for line in (
        "\t\t.amdhsa_next_free_sgpr 41\n",
        "\t.set sgemm.numbered_sgpr, 41\n",
        "; TotalNumSgprs: 43\n",
        "; NumSGPRsForWavesPerEU: 43\n",
        "    .sgpr_count:     43\n",
    ):
        assert line in text
    less = _using(before, 3)
    assert with_sgpr_count(less, less.kernels[0], before) is less
