"""Cache bits as the assembler encodes them."""

from __future__ import annotations

import pytest

from isaopt.asm.line import read_op
from isaopt.ir.coherence import CachePolicy, Scope, cache_policy


def policy(text: str, arch: str) -> CachePolicy:
    found = cache_policy(read_op(text, arch, 32))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("bits", "scope"),
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
def test_gfx12_says_the_scope(bits: str, scope: Scope) -> None:
    assert policy(f"global_load_b32 v0, v[2:3], off {bits}".strip(), "gfx1201").scope is scope


def test_gfx12_hints() -> None:
    load = "global_load_b32 v0, v[2:3], off"
    assert policy(load, "gfx1201").is_plain
    assert policy(f"{load} th:TH_LOAD_RT", "gfx1201").is_plain
    assert policy(f"{load} th:TH_LOAD_NT", "gfx1201") == CachePolicy(Scope.CU, 1, nontemporal=True)
    assert policy(f"{load} th:TH_LOAD_LU", "gfx1201") == CachePolicy(Scope.CU, 3, last_use=True)
    assert policy(f"{load} th:TH_LOAD_NT_HT", "gfx1201") == CachePolicy(Scope.CU, 6, nontemporal=True)
    bypass = policy(f"{load} th:TH_LOAD_BYPASS scope:SCOPE_SYS", "gfx1201")
    assert bypass.bypass
    assert not bypass.last_use
    store = policy("global_store_b32 v[2:3], v0, off th:TH_STORE_NT_WB scope:SCOPE_DEV", "gfx1201")
    assert (store.scope, store.hint, store.nontemporal) == (Scope.AGENT, 7, True)
    assert policy("global_inv scope:SCOPE_DEV", "gfx1201").scope is Scope.AGENT


def test_returning_the_value_is_no_hint() -> None:
    plain = policy("global_atomic_add_u32 v1, v[2:3], v0, off th:TH_ATOMIC_RETURN", "gfx1201")
    assert plain.is_plain
    hinted = policy("global_atomic_add_u32 v1, v[2:3], v0, off th:TH_ATOMIC_NT_RETURN", "gfx1201")
    assert (hinted.hint, hinted.nontemporal, hinted.is_plain) == (2, True, False)
    old = policy("global_atomic_add_u32 v1, v[2:3], v0, off glc", "gfx1100")
    assert old.glc
    assert old.scope is None
    assert old.is_plain


def test_gfx11_loads_pass_the_vector_cache_or_not() -> None:
    load = "global_load_b32 v0, v[2:3], off"
    assert policy(load, "gfx1100").scope is Scope.CU
    assert policy(f"{load} glc", "gfx1100").scope is Scope.SYSTEM
    assert policy(f"{load} slc dlc", "gfx1100") == CachePolicy(Scope.CU, slc=True, dlc=True, nontemporal=True)
    assert policy("global_store_b32 v[2:3], v0, off", "gfx1100").scope is None
    assert policy("s_load_b32 s0, s[2:3], 0x0 glc", "gfx1100").glc


def test_what_touches_no_memory_has_no_policy() -> None:
    for text in ("v_mov_b32 v0, v1", "ds_bpermute_b32 v0, v1, v2", "s_waitcnt vmcnt(0)"):
        assert cache_policy(read_op(text, "gfx1100", 32)) is None
