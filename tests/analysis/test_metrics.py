"""Figures of kernels: by hand on a small one, against the compiler's comments on real ones."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from isaopt.analysis.figures.descriptor import evaluate, resources_of, symbols_of, workgroup_size
from isaopt.analysis.figures.metrics import Metrics, kernel_metrics
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module

KERNELS = Path(__file__).parents[2] / "kernels_s"

KERNEL = """\
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
foo:
	s_load_b64 s[0:1], s[0:1], 0x0
	v_mov_b32_e32 v0, 0
	v_add_f32_e32 v4, v8, v12
.LBB0_1:
	v_dual_fmac_f32 v4, v8, v12 :: v_dual_fmac_f32 v5, v9, v14
	v_dual_fmac_f32 v6, v8, v13 :: v_dual_fmac_f32 v7, v9, v14
	v_fma_f32 v16, v20, v24, v28
	ds_load_b32 v1, v2
	s_cbranch_scc1 .LBB0_1
	v_or_b32_e32 v0, v8, v12
	s_endpgm
	.amdhsa_kernel foo
		.amdhsa_group_segment_fixed_size 4096
		.amdhsa_private_segment_fixed_size 16
		.amdhsa_workgroup_processor_mode 0
		.amdhsa_next_free_vgpr max(totalnumvgprs(foo.num_agpr, foo.num_vgpr), 1, 0)
		.amdhsa_next_free_sgpr max(foo.numbered_sgpr+2, 1, 0)-2
	.end_amdhsa_kernel
	.set foo.num_vgpr, max(100, amdgpu.max_num_vgpr)
	.set foo.num_agpr, 0
	.set foo.numbered_sgpr, 18
	.set amdgpu.max_num_vgpr, 40
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space: global
        .name: bar
        .size: 8
    .max_flat_workgroup_size: 256
    .name: foo
  - .max_flat_workgroup_size: 64
    .name: bar
...
	.end_amdgpu_metadata
"""


def module(text: str = KERNEL) -> Module:
    return parse_text(text, "foo.s")


def metrics(text: str = KERNEL) -> Metrics:
    parsed = module(text)
    return kernel_metrics(parsed, parsed.kernels[0])


def test_figures_of_a_kernel_by_hand() -> None:
    m = metrics()
    assert (m.instructions, m.valu, m.dual, m.single_pairable) == (10, 6, 2, 2)
    # v_fma and the first dual read three registers of bank 0; the second dual reads no bank more than twice.
    assert m.bank_conflicts == 1
    assert m.issue_cycles == 7
    # The fma collides twice, both v8/v12 reads of the other blocks once each, the first dual once.
    assert m.bank_conflicts_by_model == {"gather2": 1, "article": 5, "one-read": 7}
    assert m.vgpr_operand_reads == 2 + 4 + 4 + 3 + 2
    # In the second dual v8, v9 and v14 are where they were; the loop's first instruction finds the caches cold.
    assert m.vgpr_bank_reads == 2 + 4 + 1 + 3 + 2


def test_figures_of_a_loop_are_its_own_body() -> None:
    (loop,) = metrics().loops
    assert (loop.label, loop.depth, loop.parent, loop.trip_count) == (".LBB0_1", 1, None, None)
    assert (loop.instructions, loop.valu, loop.dual, loop.single_pairable) == (5, 3, 2, 0)
    assert (loop.bank_conflicts, loop.issue_cycles) == (Fraction(1), Fraction(4))
    assert loop.bank_conflicts_by_model["article"] == 3
    assert (loop.vgpr_bank_reads, loop.vgpr_operand_reads) == (8, 11)


def test_another_model_can_be_the_one_that_counts() -> None:
    parsed = module()
    m = kernel_metrics(parsed, parsed.kernels[0], bank_model="article")
    assert m.bank_conflicts == 5
    assert m.issue_cycles == 11


def test_resources_from_descriptor_expressions() -> None:
    m = metrics()
    assert (m.vgprs, m.sgprs, m.lds_bytes, m.scratch_bytes) == (100, 18, 4096, 16)
    assert m.occupancy_waves_per_simd == 12
    res = resources_of(module(), module().kernels[0])
    assert (res.workgroup_size, res.wgp_mode) == (256, False)
    assert workgroup_size(module(), "bar") == 64
    assert workgroup_size(module(), "baz") is None


def test_registers_are_counted_where_the_descriptor_cannot_be_read() -> None:
    m = metrics(KERNEL.replace(".set foo.num_vgpr", ".set elsewhere"))
    assert (m.vgprs, m.sgprs) == (29, 18)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("0x10", 16),
        ("a", 5),
        ("a + 2*b", 19),
        ("(a+b)*2 - -1", 25),
        ("max(a, 9, b)-1", 8),
        ("or(2, a)", 7),
        ("2+3<<1", 8),
        ("6&3+1", 3),
        ("1<<3|2", 10),
        ("unknown", None),
        ("loop", None),
        ("alignto(a, 8)", None),
        ("a/0", None),
        ("a +", None),
        ("", None),
        ("(a", None),
        ("1 << -1", None),
    ],
)
def test_expressions(text: str, value: int | None) -> None:
    module = parse_text(".set b, a+2\n.set a, 5\n.set loop, loop+1\n", "x.s", "gfx1100")
    assert evaluate(text, symbols_of(module)) == value


@pytest.mark.parametrize("path", sorted(KERNELS.glob("*.s")), ids=lambda p: p.stem)
def test_resources_agree_with_the_compilers_comments(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    parsed = parse_text(text, str(path))
    said = [
        [int(n) for n in re.findall(rf"^; {name}: (\d+)", text, re.MULTILINE)]
        for name in ("NumVgprs", "Occupancy", "ScratchSize")
    ]
    found = [kernel_metrics(parsed, kernel) for kernel in parsed.kernels]
    ours = [(m.vgprs, m.occupancy_waves_per_simd, m.scratch_bytes) for m in found]
    assert ours == list(zip(*said, strict=True))
    assert sum(m.dual for m in found) == len(re.findall(r"^\s+v_dual_", text, re.MULTILINE))
    assert sum(m.valu for m in found) == len(re.findall(r"^\s+v_", text, re.MULTILINE))
    for m in found:
        check_sums(m)


def check_sums(m: Metrics) -> None:
    assert 0 < m.vgpr_bank_reads <= m.vgpr_operand_reads
    for loop in m.loops:
        assert loop.instructions <= m.instructions
        assert loop.bank_conflicts <= m.bank_conflicts
