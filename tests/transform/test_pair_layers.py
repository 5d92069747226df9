"""Pairs of small outer products: tiles that are too small to hide a chain of sums behind each other."""

from __future__ import annotations

import itertools

import pytest

from isaopt.analysis.figures.metrics import kernel_metrics
from isaopt.approval import approve
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.transform.pair.pair import Pair
from tests.kernels import ARGUMENTS, LDS, kernel_file


def tile(rows: int, columns: int, steps: int) -> Module:
    """A loop over steps of a matrix product: a wide load of a row holds four steps, one of each step its columns; a
    barrier stands behind the products."""
    a, b = 8, 8 + steps * rows
    acc = b + steps * columns
    sums = [f"v{acc + i}" for i in range(rows * columns)]
    lines = [f"v_mov_b32_e32 {s}, 0" for s in sums]
    lines += ["v_lshrrev_b32_e32 v1, 5, v0", "v_lshlrev_b32_e32 v4, 4, v0", "s_mov_b32 s4, 0", ".LOOP:"]
    for i, k in itertools.product(range(rows), range(0, steps, 4)):
        lines += [f"ds_load_b128 v[{a + steps * i + k}:{a + steps * i + k + 3}], v1 offset:{64 * i + 4 * k}"]
    if columns == 4:
        lines += [f"ds_load_b128 v[{b + 4 * k}:{b + 4 * k + 3}], v4 offset:{4096 + 512 * k}" for k in range(steps)]
    else:
        lines += [f"ds_load_b64 v[{b + k}:{b + k + 1}], v4 offset:{4096 + 8 * k}" for k in range(0, steps, 2)]
    lines += ["s_waitcnt lgkmcnt(0)"]
    lines += [
        f"v_fmac_f32_e32 {sums[i * columns + j]}, v{a + steps * i + k}, v{b + columns * k + j}"
        for k in range(steps)
        for i in range(rows)
        for j in range(columns)
    ]
    lines += ["s_barrier", "s_add_i32 s4, s4, 1", "s_cmp_lg_u32 s4, s2", "s_cbranch_scc1 .LOOP"]
    lines += ["v_mov_b32_e32 v2, s0", "v_mov_b32_e32 v3, s1"]
    lines += [f"global_store_b32 v[2:3], {s}, off offset:{4 * i}" for i, s in enumerate(sums)]
    return parse_text(kernel_file(lines, ARGUMENTS, LDS, vgprs=acc + len(sums)))


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns", "steps"), [(4, 4, 12), (8, 1, 4)])
def test_what_can_issue_at_the_same_time_is_paired(rows: int, columns: int, steps: int) -> None:
    module = tile(rows, columns, steps)
    result = Pair().apply(module, module.kernels[0])
    assert result.changed
    loop = kernel_metrics(result.module, result.module.kernels[0]).loops[0]
    assert (loop.dual, loop.valu) == (steps * rows * columns // 2, steps * rows * columns // 2)
    assert approve(module, result.module, module.kernels[0]).verdict == "proved"
    duals = [i.op for _, i in result.module.instructions(result.module.kernels[0]) if "fmac" in i.op.mnemonic]
    # Partners of one step leave the same sums alone until the next step; others would make a chain of all pairs.
    chained = sum(bool(set(one.defs) & set(two.uses)) for one, two in itertools.pairwise(duals))
    assert chained <= steps
