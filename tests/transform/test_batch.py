"""SGPR bases: text in, text out."""

from __future__ import annotations

import pytest

from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.base import PassResult
from isaopt.transform.batch import Batch
from tests.check.renaming import assemble

BOTH = ("nonneg-index", "buffers-under-4gib")


def kernel(text: str, arch: str = "gfx1100", wave: int = 32) -> Module:
    lines = [line.strip() for line in text.strip().split("\n")]
    return assemble("\n".join(line if line.endswith(":") else f"\t{line}" for line in lines), arch, wave)


def batched(
    text: str, arch: str = "gfx1100", wave: int = 32, assume: tuple[str, ...] = BOTH
) -> tuple[Module, PassResult]:
    module = kernel(text, arch, wave)
    return module, Batch(assume).apply(module, module.kernels[0])


def code(result: PassResult) -> list[str]:
    module = result.module
    found = [i.text.strip() for _, i in module.instructions(module.kernels[0])]
    return [t for t in found if not t.startswith(("s_delay_alu", "s_waitcnt", "s_wait_", "s_clause", "s_endpgm"))]


def accesses(result: PassResult) -> list[str]:
    return [t for t in code(result) if t.startswith("global_")]


def check(before: Module, result: PassResult, assume: tuple[str, ...] = BOTH) -> None:
    """The result is proved under the assumptions, and not all of them are idle."""
    found = verify_modules(before, result.module, assumptions=assume).kernels[0]
    assert found.status == "proved", found.differences


#: base s[4:5] + 4 * sign-extended index in v1.
_INDEX = """
    v_ashrrev_i32_e32 v2, 31, v1
    v_lshlrev_b64 v[2:3], 2, v[1:2]
    v_add_co_u32 v4, vcc_lo, s4, v2
    v_add_co_ci_u32_e64 v5, null, s5, v3, vcc_lo
"""
_ONE = f"v_mul_lo_u32 v1, v0, s8{_INDEX}global_load_b32 v6, v[4:5], off offset:16\ns_waitcnt vmcnt(0)\n"
_STORE = "v_lshlrev_b32_e32 v7, 2, v0\nglobal_store_b32 v7, v6, s[6:7]\ns_endpgm"


def test_one_access_takes_the_pointer_as_its_base() -> None:
    before, result = batched(_ONE + _STORE)
    assert accesses(result)[0] == "global_load_b32 v6, v2, s[4:5] offset:16"
    assert code(result)[:2] == ["v_mul_lo_u32 v1, v0, s8", "v_lshlrev_b32_e32 v2, 2, v1"]
    check(before, result)


@pytest.mark.parametrize("assume", [(), BOTH[:1], BOTH[1:]])
def test_without_the_facts_it_is_left_alone_and_they_are_named(assume: tuple[str, ...]) -> None:
    before, result = batched(_ONE + _STORE, assume=assume)
    assert result.module is before
    (declined,) = result.declined
    assert declined.code == "needs-assumption"
    for name in BOTH:
        assert (name in declined.message) == (name not in assume)
