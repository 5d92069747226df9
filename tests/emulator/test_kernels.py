"""Real kernels against NumPy, with memory as late as the waits allow and waves in a random order."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

import isaopt

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """``scripts/run_kernels.py``, which has the cases."""
    spec = importlib.util.spec_from_file_location("run_kernels", ROOT / "scripts" / "run_kernels.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["run_kernels"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["reduction_gfx1100", "softmax_gfx1201", "layernorm_gfx1100", "conv3x3_gfx1201", "wmma_gemm_gfx1100",
     "wmma_gemm_gfx1201", "sgemm_lds_gfx1100", "triton_gemm_fp16_gfx1201", "wmma_types_gfx1201",
     "wmma_types_w64_gfx1100", "wmma_chain_gfx1201", "wmma_gemm_lds_gfx1100"],
)  # fmt: skip
def test_kernel(script: ModuleType, name: str) -> None:
    agrees, line = script.run(ROOT / "kernels_s" / f"{name}.s", name, True, "random:3")
    assert agrees, line


def test_every_kernel_has_a_case(script: ModuleType) -> None:
    names = {path.stem.rsplit("_", 1)[0] for path in (ROOT / "kernels_s").glob("*.s")}
    assert names == set(script.CASES)


def test_every_kernel_of_a_file_has_a_case(script: ModuleType) -> None:
    for name in ("wmma_types_gfx1100", "wmma_types_w64_gfx1201", "wmma_chain_gfx1201"):
        module = isaopt.parse(ROOT / "kernels_s" / f"{name}.s")
        assert {kernel.name for kernel in module.kernels} <= set(script.CASES[name.rsplit("_", 1)[0]]())


def test_a_wrong_result_is_noticed(script: ModuleType, tmp_path: Path) -> None:
    text = (ROOT / "kernels_s" / "reduction_gfx1100.s").read_text()
    wrong = text.replace("v_add_f32_e32", "v_sub_f32_e32", 1)
    assert wrong != text
    (tmp_path / "reduction_gfx1100.s").write_text(wrong)
    agrees, line = script.run(tmp_path / "reduction_gfx1100.s", "reduction_gfx1100", False, "fwd")
    assert not agrees
    assert "DIFFERS" in line


def test_another_order_of_sums_has_other_bits(script: ModuleType, tmp_path: Path) -> None:
    """Exactly right for whole numbers, but not what the input computes of reals."""
    path, name = tmp_path / "reduction_gfx1100.s", "reduction_gfx1100"
    text = (ROOT / "kernels_s" / path.name).read_text()
    path.write_text(text.replace("v_add_f32_e32 v4, v4, v5", "v_add_f32_e32 v4, v5, v4", 1))
    agrees, line = script.run(path, name, False, "fwd", True)
    assert agrees, line
    tree = text.replace("v_xor_b32_e32 v1, 64, v2", "v_xor_b32_e32 v1, 32, v2", 1)
    path.write_text(tree.replace("v_xor_b32_e32 v5, 32, v2", "v_xor_b32_e32 v5, 64, v2", 1))
    assert script.run(path, name, False, "fwd")[0]
    agrees, line = script.run(path, name, False, "fwd", True)
    assert not agrees
    assert "other bits in partial" in line
