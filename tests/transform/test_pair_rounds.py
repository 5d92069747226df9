"""Pairs of unrolled rounds, which keep nothing waiting."""

from __future__ import annotations

from pathlib import Path

import pytest

import isaopt
from isaopt.approval import approve
from isaopt.asm.line import read_op
from isaopt.ir.program import Module
from isaopt.target.arch import get_arch
from isaopt.transform.base import PassResult
from isaopt.transform.pair.pace import BlockPace, TaskSlack
from isaopt.transform.pair.pair import Pair
from isaopt.transform.pair.rounds import PairRounds
from isaopt.transform.sgpr_bases.sgpr_bases import SgprBases
from isaopt.transform.unroll.unroll import Unroll
from tests.renaming import assemble
from tests.transform.stages import built_stages

KERNELS = Path(__file__).parents[2] / "kernels_s"
BOTH = ("nonneg-index", "buffers-under-4gib")


def lines(module: Module) -> list[str]:
    return [i.text.strip() for _, i in module.instructions(module.kernels[0])]


def rounds(module: Module) -> PassResult:
    result = PairRounds().apply(module, module.kernels[0])
    if result.changed:
        assert approve(module, result.module, module.kernels[0], (), built_stages(module, result)).verdict == "proved"
    return result


def slack(*text: str) -> TaskSlack:
    ops = [read_op(line, "gfx1100", 32) for line in text]
    return TaskSlack(BlockPace(ops, {}, get_arch("gfx1100"), repeats=False, once=False).single[0])


def test_a_step_that_a_load_needs_has_no_cycle_in_common_with_what_waits_for_another() -> None:
    found = slack(
        "global_load_b32 v1, v0, s[0:1]",
        "v_add_f32_e32 v2, v1, v1",
        "v_add_nc_u32_e32 v3, 1, v3",
        "global_load_b32 v4, v3, s[0:1]",
        "v_add_f32_e32 v5, v4, v4",
        "v_add_nc_u32_e32 v3, 1, v3",
    )
    assert not found.allows(1, 2)
    assert not found.allows(4, 2)
    assert found.allows(1, 4)
    # Nothing needs the last step in this block.
    assert found.allows(4, 5)
    assert found.allows(5, 1)


def naive(arch: str) -> Module:
    """The loop of a product of matrices without tiles, eight rounds for one."""
    module = isaopt.parse(KERNELS / f"sgemm_naive_{arch}.s")
    batched = SgprBases(BOTH).apply(module, module.kernels[0]).module
    return Unroll().apply(batched, batched.kernels[0]).module


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_all_loads_of_unrolled_rounds_stay_ahead_of_the_first_wait(arch: str) -> None:
    before = naive(arch)
    plain = Pair().apply(before, before.kernels[0]).module
    result = rounds(before)
    assert result.changed
    ahead = []
    for module in (plain, result.module):
        found = lines(module)
        loop = found[next(k for k, t in enumerate(found) if t.startswith("global_load")) :]
        wait = next(k for k, t in enumerate(loop) if t.startswith(("s_waitcnt vmcnt", "s_wait_loadcnt")))
        ahead.append(sum(t.startswith("global_load") for t in loop[:wait]))
    # With every pair that there is, steps wait for products; with these, none does.
    assert ahead[0] < 16
    assert ahead[1] == 16


#: What the sums begin with, in a block of its own.
_BEGIN = (
    "global_load_b128 v[1:4], v0, s[0:1]\nglobal_load_b32 v5, v0, s[0:1] offset:16\n"
    "global_load_b32 v8, v0, s[0:1] offset:20\ns_waitcnt vmcnt(0)\ns_branch .Lsums\n.Lsums:\n"
)
#: Two sums of products, which wait for nothing, as rounds of a loop leave them.
_APART = "".join(
    f"v_fmac_f32_e32 v{4 + k % 2}, v{1 + k % 3}, v{2 + k % 2}\nv_add_nc_u32_e32 v8, s4, v8\n" for k in range(8)
)
_END = "v_add_f32_e32 v4, v4, v5\nv_add_nc_u32_e32 v4, v4, v8\nglobal_store_b32 v0, v4, s[0:1]\ns_endpgm"


def summing(text: str, wave: int = 32) -> Module:
    text_lines = (_BEGIN + text).split("\n")
    return assemble("\n".join(t if t.endswith(":") else f"\t{t}" for t in text_lines), wave=wave)


def test_what_waits_for_nothing_is_paired() -> None:
    before = summing(_APART + _END)
    result = rounds(before)
    assert sum(t.startswith("v_dual") for t in lines(result.module)) >= 7


def test_a_kernel_with_little_left_is_left_alone() -> None:
    before = summing(_APART + _END)
    once = rounds(before).module
    again = PairRounds().apply(once, once.kernels[0])
    assert again.module is once
    assert again.notes == ("left unchanged: few single instructions are left that could be paired",)


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_rounds_that_share_registers_are_paired_with_each_other(arch: str) -> None:
    # One chain a round, in the same VGPRs and from a load into the same SGPRs.
    wait = "s_waitcnt lgkmcnt(0)" if arch == "gfx1100" else "s_wait_kmcnt 0x0"
    text = ["s_load_b64 s[2:3], s[0:1], 0x0", "v_mov_b32_e32 v2, 0", wait]
    for copy in range(4):
        text += [f"s_load_b64 s[4:5], s[2:3], {8 * copy:#x}", wait, "v_sub_f32_e32 v3, s4, v0"]
        text += [
            "v_mul_f32_e32 v3, s5, v3",
            "v_mul_f32_e32 v3, v3, v3",
            "v_mul_f32_e32 v3, v3, v3",
            "v_add_f32_e32 v2, v2, v3",
        ]
    body = "\n".join(f"\t{line}" for line in [*text, "global_store_b32 v1, v2, s[2:3]"])
    module = assemble(f"{body}\n", arch)
    result = rounds(module)
    assert sum("v_dual" in line for line in lines(result.module)) >= 6


def test_blocks_that_are_left_out_keep_their_pairs() -> None:
    before = summing(f"{_APART}s_cbranch_scc1 .Lx\n{_APART}.Lx:\n{_END}")
    whole = rounds(before)
    part = whole.parts[0]
    less = PairRounds(without=(part.line,)).apply(before, before.kernels[0])
    assert less.changed
    count = [sum(t.startswith("v_dual") for t in lines(r.module)) for r in (whole, less)]
    assert 0 < count[1] < count[0]


def test_wave64_has_no_pairs() -> None:
    before = summing(_APART + _END, wave=64)
    result = PairRounds().apply(before, before.kernels[0])
    assert result.module is before
    assert [d.code for d in result.declined] == ["not-wave32"]
