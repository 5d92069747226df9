"""Chains of proved steps, and what they may assume."""

from __future__ import annotations

import pytest

from isaopt.approval import Proofs, approve
from isaopt.ir.program import Module
from tests.renaming import assemble

BOTH = ("nonneg-index", "buffers-under-4gib")


def store(index: str, base: str = "") -> Module:
    """A store to s[4:5] plus four times the index in v4, widened with its sign."""
    lines = (
        f"{index}{base}v_ashrrev_i32 v5, 31, v4\nv_lshlrev_b64 v[4:5], 2, v[4:5]\n"
        "v_add_co_u32 v4, vcc_lo, s4, v4\nv_add_co_ci_u32_e64 v5, null, s5, v5, vcc_lo\n"
        "global_store_b32 v[4:5], v0, off"
    )
    return assemble("\n".join(f"\t{line}" for line in lines.split("\n")))


def with_base(index: str, base: str = "") -> Module:
    lines = f"{index}{base}v_lshlrev_b32 v4, 2, v4\nglobal_store_b32 v4, v0, s[4:5]"
    return assemble("\n".join(f"\t{line}" for line in lines.split("\n")))


#: A pointer that every version works out, so that each has it from somewhere.
POINTER = "s_add_u32 s4, s4, 4\ns_addc_u32 s5, s5, 0\n"
LANE = f"{POINTER}v_and_b32 v4, 31, v0\n"
SHIFTED = f"{LANE}v_add_nc_u32 v4, -5, v4\n"
MOVED = "s_add_u32 s4, s4, 20\ns_addc_u32 s5, s5, 0\n"


def test_a_step_that_assumes_something_of_a_version_between_is_no_link() -> None:
    """The version between writes the same address with an index that is negative in five lanes.  Of it alone one could
    assume the contrary; the input has no such index, and nobody said anything about it."""
    before, between, wrong = store(LANE), store(SHIFTED, MOVED), with_base(SHIFTED, MOVED)
    kernel = before.kernels[0]
    assert approve(before, between, kernel).verdict == "proved"
    proofs = Proofs()
    step = approve(between, wrong, kernel, BOTH, proofs=proofs)
    assert (step.verdict, bool(step.assumptions)) == ("proved", True)
    assert approve(before, wrong, kernel, BOTH, lambda: (between,), proofs=proofs).verdict == "failed"


@pytest.mark.parametrize("index", [LANE, f"{POINTER}v_mul_lo_u32 v4, v0, s8\n"])
def test_steps_without_assumptions_may_follow(index: str) -> None:
    before, based = store(index), with_base(index)
    after = with_base(index.replace("v4", "v7") + "v_mov_b32 v4, v7\n")
    kernel = before.kernels[0]
    proofs = Proofs()
    assert approve(before, based, kernel, BOTH, proofs=proofs).verdict == "proved"
    assert approve(based, after, kernel, BOTH, proofs=proofs).assumptions == ()
    found = approve(before, after, kernel, BOTH, lambda: (based,), proofs=proofs)
    assert found.verdict == "proved"
