"""LDS accesses across barriers: which are reported, how sure, and how they are repaired."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.linting.fixes import repair_module
from isaopt.linting.registry import choose_rules
from isaopt.linting.run import lint_module
from tests.linting.programs import program

RULES = choose_rules(["lds-barrier-wait"])
STORE, LOAD = "ds_store_b32 v0, v1\n", "ds_load_b32 v2, v0 offset:64\n"


def severities(body: str | Module, arch: str = "gfx1100") -> list[str]:
    module = program(body, arch) if isinstance(body, str) else body
    return [f.severity.value for f in lint_module(module, RULES)]


def test_a_store_that_no_path_waits_for_is_an_error() -> None:
    assert severities(f"{STORE}s_barrier\n{LOAD}") == ["error"]
    assert severities(f"{STORE}s_waitcnt lgkmcnt(0)\ns_barrier\n{LOAD}") == []
    assert severities(f"{STORE}s_waitcnt vmcnt(0)\ns_barrier\n{LOAD}") == ["error"]
    # Older LDS loads are done in order before the store, younger ones need not be.
    assert severities(f"{STORE}{LOAD}s_waitcnt lgkmcnt(1)\ns_barrier\nds_load_b32 v3, v0") == []
    assert severities("ds_add_u32 v0, v1\ns_barrier\n" + LOAD) == ["error"]


def test_a_store_that_some_path_waits_for_is_a_warning() -> None:
    body = f"""
        s_waitcnt lgkmcnt(0)
        .Lloop:
        s_barrier
        {LOAD}
        s_waitcnt lgkmcnt(0)
        {STORE}
        s_cbranch_scc0 .Lloop
    """
    assert severities(body) == ["warning"]


def test_what_follows_the_barrier_decides() -> None:
    assert severities(f"{STORE}s_barrier\nv_mov_b32_e32 v3, 0") == []
    assert severities(f"{STORE}s_barrier\ns_waitcnt lgkmcnt(0)\ns_barrier\n{LOAD}") == []
    # Loads race with stores to where they read from; that may be elsewhere.
    assert severities(f"{LOAD}s_barrier\n{STORE}") == ["warning"]
    assert severities(f"{LOAD}s_barrier\n{LOAD.replace('v2', 'v4')}") == []


def test_accesses_that_may_not_be_of_lds() -> None:
    assert severities(f"flat_store_b32 v[4:5], v1\ns_barrier\n{LOAD}") == ["warning"]
    assert severities(f"{STORE}s_barrier\nflat_load_b32 v3, v[4:5]") == ["warning"]
    assert severities(f"ds_bpermute_b32 v3, v0, v1\ns_barrier\n{STORE}") == []
    assert severities(f"ds_add_u32 v0, v1 gds\ns_barrier\n{LOAD}") == []


def test_the_halves_of_a_gfx12_barrier() -> None:
    signal, wait = "s_barrier_signal -1\n", "s_barrier_wait -1\n"
    done = "s_wait_dscnt 0x0\n"
    assert severities(f"{STORE}{signal}{wait}{LOAD}", "gfx1201") == ["error"]
    assert severities(f"{STORE}{done}{signal}{wait}{LOAD}", "gfx1201") == []
    # Waiting behind the signal is too late; what stands between the halves is not behind the barrier.
    assert severities(f"{STORE}{signal}{done}{wait}{LOAD}", "gfx1201") == ["error"]
    assert severities(f"{STORE}{signal}{LOAD}{wait}", "gfx1201") == []


@pytest.mark.parametrize(("size", "expected"), [(32, []), (64, ["error"])])
def test_a_workgroup_of_one_wave_races_with_nobody(size: int, expected: list[str]) -> None:
    metadata = f"""\t.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .name: other
        .size: 8
    .max_flat_workgroup_size: {size}
    .name: k
...
\t.end_amdgpu_metadata
"""
    module = parse_text(program(f"{STORE}s_barrier\n{LOAD}").text() + metadata, "k.s")
    assert severities(module) == expected


def test_the_repair_waits_for_the_store_and_no_more() -> None:
    repaired = repair_module(program(f"{STORE}ds_load_b32 v3, v0 offset:8\ns_barrier\n{LOAD}"), RULES)
    assert repaired.left == ()
    assert "\ts_waitcnt lgkmcnt(1)\n\ts_barrier\n" in repaired.module.text()
