"""Code behind a kernel stays at its place in a line where it aligns more than itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from isaopt.asm.isolate import isolated
from isaopt.asm.parser import parse_text
from isaopt.asm.places import alignment_behind
from isaopt.outcome import Options
from isaopt.pipeline import optimize_module
from isaopt.proof.verdict import verify_modules

#: A function as clang copies OpenCL kernels: aligned to 4 bytes, with a loop that is aligned to 64.
COPY = """
	.globl	copy
	.p2align	{own}
	.type	copy,@function
copy:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	.p2align	{inner}
.LBB9_1:
	s_add_i32 s4, s4, -1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 .LBB9_1
	s_setpc_b64 s[30:31]
.Lfunc_end9:
	.size	copy, .Lfunc_end9-copy
	.p2alignl 7, 3214868480
	.fill 96, 4, 3214868480
"""
#: Two products that can be one dual instruction, which is as long as one of them less.
BODY = """
v_mov_b32_e32 v1, v0
v_mov_b32_e32 v2, v0
v_mul_f32_e32 v3, v1, v1
v_mul_f32_e32 v4, v2, v2
v_add_f32_e32 v3, v3, v4
v_lshlrev_b32_e32 v0, 2, v0
global_store_b32 v0, v3, s[0:1]
"""


def with_copy(text: str, own: int, inner: int) -> str:
    """A kernel's file with such a function behind the kernel."""
    return text + COPY.format(own=own, inner=inner)


@pytest.mark.parametrize(("own", "inner", "wanted"), [(2, 6, 64), (6, 6, 0), (2, 2, 0), (4, 5, 32), (8, 6, 0)])
def test_only_code_that_is_more_aligned_than_its_function_depends_on_what_is_before_it(
    kernel_text: Callable[..., str], own: int, inner: int, wanted: int
) -> None:
    module = parse_text(with_copy(kernel_text(BODY), own, inner), "k.s")
    assert alignment_behind(module, module.kernels[0]) == wanted


def test_a_kernel_that_changes_its_length_is_padded(kernel_text: Callable[..., str]) -> None:
    module = parse_text(with_copy(kernel_text(BODY), 2, 6), "k.s")
    assert "copy:" not in isolated(module, module.kernels[0]).module.text()
    result = optimize_module(module, Options(level=2))
    assert result.changed
    assert ".fill" in result.module.text().replace(".fill 96", "")
    assert verify_modules(module, parse_text(result.module.text(), "k.s")).proved
