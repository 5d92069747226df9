"""Real kernels against NumPy, with memory as late as the waits allow and waves in a random order."""

from __future__ import annotations

from pathlib import Path

import pytest

import isaopt
from scripts import run_kernels

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["reduction_gfx1100", "softmax_gfx1201", "layernorm_gfx1100", "conv3x3_gfx1201", "wmma_gemm_gfx1100",
     "wmma_gemm_gfx1201", "sgemm_lds_gfx1100", "triton_gemm_fp16_gfx1201", "wmma_types_gfx1201",
     "wmma_types_w64_gfx1100", "wmma_chain_gfx1201", "wmma_gemm_lds_gfx1100"],
)  # fmt: skip
def test_kernel(name: str) -> None:
    agrees, line = run_kernels.run(ROOT / "kernels_s" / f"{name}.s", name, True, "random:3")
    assert agrees, line


def test_every_kernel_has_a_case() -> None:
    names = {path.stem.rsplit("_", 1)[0] for path in (ROOT / "kernels_s").glob("*.s")}
    assert names == set(run_kernels.CASES)


def test_every_kernel_of_a_file_has_a_case() -> None:
    for name in ("wmma_types_gfx1100", "wmma_types_w64_gfx1201", "wmma_chain_gfx1201"):
        module = isaopt.parse(ROOT / "kernels_s" / f"{name}.s")
        cases = run_kernels.CASES[name.rsplit("_", 1)[0]]()
        assert isinstance(cases, dict)
        assert {kernel.name for kernel in module.kernels} <= set(cases)


def test_a_wrong_result_is_noticed(tmp_path: Path) -> None:
    text = (ROOT / "kernels_s" / "reduction_gfx1100.s").read_text()
    wrong = text.replace("v_add_f32_e32", "v_sub_f32_e32", 1)
    assert wrong != text
    (tmp_path / "reduction_gfx1100.s").write_text(wrong)
    agrees, line = run_kernels.run(tmp_path / "reduction_gfx1100.s", "reduction_gfx1100", False, "fwd")
    assert not agrees
    assert "DIFFERS" in line


def test_another_order_of_sums_has_other_bits(tmp_path: Path) -> None:
    """Exactly right for whole numbers, but not what the input computes of reals."""
    path, name = tmp_path / "reduction_gfx1100.s", "reduction_gfx1100"
    text = (ROOT / "kernels_s" / path.name).read_text()
    path.write_text(text.replace("v_add_f32_e32 v4, v4, v5", "v_add_f32_e32 v4, v5, v4", 1))
    agrees, line = run_kernels.run(path, name, False, "fwd", True)
    assert agrees, line
    tree = text.replace("v_xor_b32_e32 v1, 64, v2", "v_xor_b32_e32 v1, 32, v2", 1)
    path.write_text(tree.replace("v_xor_b32_e32 v5, 32, v2", "v_xor_b32_e32 v5, 64, v2", 1))
    assert run_kernels.run(path, name, False, "fwd")[0]
    agrees, line = run_kernels.run(path, name, False, "fwd", True)
    assert not agrees
    assert "other bits in partial" in line
