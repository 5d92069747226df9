"""The unit that limits a kernel is the one that is busiest."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.simulator.limits import limit_of
from isaopt.simulator.results import Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import get_gpu
from tests.kernels import kernel_file

#: Instructions of a round that depend on nothing.
WORK = {
    "SALU": [f"s_xor_b32 s{20 + n}, s2, s3" for n in range(24)],
    "VALU": [f"v_xor_b32_e32 v{20 + n}, v2, v3" for n in range(24)],
}


@pytest.mark.parametrize("unit", ["SALU", "VALU"])
def test_the_unit_that_issues_most_limits_a_loop(unit: str) -> None:
    loop = ["s_mov_b32 s2, 0", "L0:", *WORK[unit], "s_add_i32 s2, s2, 1", "s_cmp_lt_u32 s2, 64", "s_cbranch_scc1 L0"]
    module = parse_text(kernel_file(loop, sgprs=64), "t.s")
    time = simulate_kernel(module, module.kernels[0], get_gpu("rx7900xtx"), Workload())
    found = limit_of(time)
    assert found.unit == f"{unit} issue"
    assert 0.8 < found.share <= 1
    assert (time.salu_utilisation > time.valu_utilisation) == (unit == "SALU")
