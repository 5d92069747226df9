"""The stand-in for the article's kernel 5 has what the article's text says of it, and what that costs."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import isaopt
from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.loops import find_loops
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.simulator.classes import LDS, VALU, VMEM
from isaopt.simulator.timing import InstructionTiming, decode
from isaopt.target.gpus import get_gpu
from tests.simulator.programs import source

FILE = Path(__file__).parents[2] / "kernels_s" / "validation" / "sgemm_indexed_gfx1100.s"


@cache
def _module() -> Module:
    return isaopt.parse(FILE)


def _loop(depth: int) -> list[InstructionTiming]:
    module = _module()
    kernel = module.kernels[0]
    cfg = build_cfg(module, kernel)
    timings = decode(module, kernel, cfg, get_gpu("rx7900xtx")).timings
    (loop,) = (loop for loop in find_loops(module, kernel, cfg) if loop.depth == depth)
    first = [(cfg.blocks[b].first, len(cfg.blocks[b].instructions)) for b in sorted(loop.own_blocks)]
    return [timings[k] for begin, count in first for k in range(begin, begin + count)]


def test_the_inner_loop_is_the_articles() -> None:
    # "62 v_dual_fmac_f32 and four v_fmac_f32, six ds_load_b128": kernel 5 in "List the VGPRs used".
    inner = _loop(2)
    names = Counter(t.op.mnemonic.removesuffix("_e32") for t in inner)
    assert sum(t.dual for t in inner) == 62
    assert names["v_fmac_f32"] == 4
    assert names["ds_load_b128"] == 6


def test_every_global_load_has_the_articles_five_instructions_of_address() -> None:
    outer = _loop(1)
    addresses = sum(t.unit == VALU for t in outer)
    loads = sum(t.unit == VMEM for t in outer)
    hints = sum(t.kind == "s_delay_alu" for t in outer)
    assert loads == 16
    assert 5 * loads <= addresses <= 5 * loads + 4
    # "a large code segment dedicated to it (128 lines)"
    assert 124 <= addresses + loads + hints <= 134
    assert sum(t.unit == LDS for t in outer) == 16


def test_a_clash_of_sources_costs_dual_instructions_alone() -> None:
    def gathered(*lines: str) -> list[float]:
        module = parse_text(source(lines), "k.s")
        kernel = module.kernels[0]
        timings = decode(module, kernel, build_cfg(module, kernel), get_gpu("rx7900xtx")).timings
        return [round(t.gather, 3) for t in timings if t.unit == VALU]

    apart = "v_dual_fmac_f32 v6, v0, v2 :: v_dual_fmac_f32 v7, v1, v3"
    clash = "v_dual_fmac_f32 v6, v0, v2 :: v_dual_fmac_f32 v7, v1, v8"
    assert gathered(apart, clash, "v_add_f32_e32 v4, v0, v8") == [1.0, 1.334, 1.0]


def test_the_block_that_the_article_repeats_reaches_three_quarters() -> None:
    # In the printed block of kernel 5 half the pairs read three registers of a bank, a quarter two multiplicands of one
    # bank beside that, a quarter neither; repeated, it used 75 % of the vector ALU.
    clash = get_gpu("rx7900xtx").number("banks.source_clash")
    cycles = (8 * max(1.5, 2 * clash) + 4 * max(1.0, 2 * clash) + 4) / 16
    assert abs(1 / cycles - 0.75) < 0.005
