"""Scopes as the assembler encodes them."""

from __future__ import annotations

import pytest

from isaopt.asm.line import read_op
from isaopt.ir.coherence import Scope, scope_of


def scope(text: str, arch: str) -> Scope | None:
    return scope_of(read_op(text, arch, 32))


@pytest.mark.parametrize(
    ("bits", "expected"),
    [
        ("", Scope.CU),
        ("scope:SCOPE_CU", Scope.CU),
        ("scope:SCOPE_SE", Scope.WORKGROUP),
        ("scope:SCOPE_DEV", Scope.AGENT),
        ("scope:SCOPE_SYS", Scope.SYSTEM),
        ("scope:2", Scope.AGENT),
        ("th:TH_LOAD_NT scope:SCOPE_SE", Scope.WORKGROUP),
    ],
)
def test_gfx12_says_the_scope(bits: str, expected: Scope) -> None:
    assert scope(f"global_load_b32 v0, v[2:3], off {bits}".strip(), "gfx1201") is expected


def test_gfx12_stores_and_cache_control() -> None:
    store = "global_store_b32 v[2:3], v0, off th:TH_STORE_NT_WB scope:SCOPE_DEV"
    assert scope(store, "gfx1201") is Scope.AGENT
    assert scope("global_inv scope:SCOPE_DEV", "gfx1201") is Scope.AGENT
    assert scope("global_atomic_add_u32 v1, v[2:3], v0, off th:TH_ATOMIC_RETURN", "gfx1201") is Scope.CU


def test_gfx11_loads_pass_the_vector_cache_or_not() -> None:
    load = "global_load_b32 v0, v[2:3], off"
    assert scope(load, "gfx1100") is Scope.CU
    assert scope(f"{load} glc", "gfx1100") is Scope.SYSTEM
    assert scope(f"{load} slc dlc", "gfx1100") is Scope.CU
    assert scope("global_store_b32 v[2:3], v0, off", "gfx1100") is None
    assert scope("global_atomic_add_u32 v1, v[2:3], v0, off glc", "gfx1100") is None


@pytest.mark.parametrize("text", ["v_mov_b32 v0, v1", "ds_bpermute_b32 v0, v1, v2", "s_waitcnt vmcnt(0)"])
def test_what_touches_no_memory_has_no_scope(text: str) -> None:
    assert scope(text, "gfx1100") is None
