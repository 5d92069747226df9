"""Memory order: each rule on both sides of what it asks, and what it must not be misled by."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.linting.model import Severity
from isaopt.linting.registry import choose_rules
from isaopt.linting.run import lint_module
from tests.linting.programs import FIRST, program

ERROR, WARNING = Severity.ERROR, Severity.WARNING
WORDS = {
    "gfx1100": {
        "LGKM": "s_waitcnt lgkmcnt(0)",
        "KM": "s_waitcnt lgkmcnt(0)",
        "VM": "s_waitcnt vmcnt(0)",
        "VS": "s_waitcnt_vscnt null, 0x0",
        "BARRIER": "s_barrier",
        "INV": "buffer_gl0_inv",
        "COHERENT": "glc",
        "RETURN": "glc",
    },
    "gfx1201": {
        "LGKM": "s_wait_dscnt 0x0",
        "KM": "s_wait_kmcnt 0x0",
        "VM": "s_wait_loadcnt 0x0",
        "VS": "s_wait_storecnt 0x0",
        "BARRIER": "s_barrier_signal -1\ns_barrier_wait -1",
        "INV": "global_inv scope:SCOPE_SE",
        "COHERENT": "scope:SCOPE_SE",
        "RETURN": "th:TH_ATOMIC_RETURN scope:SCOPE_DEV",
    },
}
LANE_POINTER = (
    "v_add_co_u32 v2, s12, s4, v0\nv_add_co_ci_u32_e64 v3, null, s5, 0, s12\nglobal_store_b32 v[2:3], v0, off"
)
MOVED_POINTER = (
    "s_mov_b64 s[12:13], s[4:5]\ns_add_u32 s12, s12, s9\ns_addc_u32 s13, s13, 0\nglobal_store_b32 v1, v0, s[12:13]"
)
LOADED_AGAIN = "s_load_b64 s[12:13], s[0:1], 0x0\nKM\nglobal_store_b32 v1, v0, s[4:5]"
FURTHER = "s_add_u32 s12, s4, 16\ns_addc_u32 s13, s5, 0\nv_mov_b32 v1, 0\nglobal_store_b32 v1, v0, s[4:5] offset:16"
WRITE_BACK = "global_wb scope:SCOPE_SYS\n{}\nglobal_store_b32 v2, v3, s[4:5] scope:SCOPE_SYS"
ARGUMENTS = "s_load_b128 s[4:7], s[0:1], 0x0\ns_load_b128 s[8:11], s[0:1], 0x10\nKM\n"


def found(rule: str, body: str, arch: str = "gfx1100", wave: int = 32) -> list[tuple[Severity, int]]:
    """Severity and line of each finding; line 1 is the first behind the kernel's arguments, of which s[4:5], s[6:7] and
    so on are pointers."""
    text = ARGUMENTS + body
    for word, meant in WORDS[arch].items():
        text = text.replace(word, meant)
    head = len((ARGUMENTS + "x").split("\n")) - 1
    return [
        (f.severity, f.line - FIRST - head + 1)
        for f in lint_module(_wave(program(text, arch), wave), choose_rules([rule]))
    ]


def _wave(module: Module, wave: int) -> Module:
    if wave == 32:
        return module
    return parse_text(module.text().replace("\t.end_amdhsa", "\t\t.amdhsa_wavefront_size32 0\n\t.end_amdhsa"), "k.s")


EVERYWHERE = pytest.mark.parametrize(
    ("arch", "wave"), [("gfx1100", 32), ("gfx1100", 64), ("gfx1201", 32), ("gfx1201", 64)]
)


@EVERYWHERE
def test_a_store_crosses_a_barrier(arch: str, wave: int) -> None:
    rule, store, load = "global-barrier-wait", "global_store_b32 v1, v0, s[4:5]\n", "global_load_b32 v3, v2, s[4:5]"
    assert found(rule, f"{store}BARRIER\nINV\n{load}", arch, wave) == [(ERROR, 2)]
    assert found(rule, f"{store}BARRIER\n{load}", arch, wave) == [(WARNING, 2)]
    assert found(rule, f"{store}BARRIER\n{load} COHERENT", arch, wave) == [(ERROR, 2)]
    assert found(rule, f"{store}VS\nBARRIER\nINV\n{load}", arch, wave) == []
    assert found(rule, f"{store}LGKM\nBARRIER\nINV\n{load}", arch, wave) == [(ERROR, 3)]


@pytest.mark.parametrize(
    ("before", "behind", "expected"),
    [
        # Other pointers, and private memory.
        ("global_store_b32 v1, v0, s[4:5]", "global_load_b32 v3, v2, s[6:7]", []),
        ("scratch_store_b32 off, v0, off", "global_load_b32 v3, v2, s[4:5]", []),
        # One pointer, computed in other ways.
        (LANE_POINTER, "global_load_b32 v3, v1, s[4:5]", [4]),
        (MOVED_POINTER, "flat_load_b32 v3, v[1:2]\nglobal_load_b32 v3, v1, s[4:5] offset:64", [5]),
        (LOADED_AGAIN, "global_load_b32 v3, v1, s[12:13]", [4]),
        # Atomics on either side, and scalar loads.
        ("global_atomic_add_u32 v1, v0, s[4:5]", "global_load_b32 v3, v2, s[4:5]", [2]),
        ("global_atomic_add_u32 v4, v1, v0, s[4:5] RETURN", "global_load_b32 v3, v2, s[4:5]", [2]),
        ("global_store_b32 v1, v0, s[4:5]", "global_atomic_add_u32 v1, v0, s[4:5]", [2]),
        ("global_store_b32 v1, v0, s[4:5]", "s_load_b32 s12, s[4:5], 0x0", [2]),
        ("global_store_b32 v1, v0, s[4:5]", "global_store_b32 v1, v0, s[4:5]", []),
        # Only up to the next barrier, and only what is outstanding.
        ("global_store_b32 v1, v0, s[4:5]", "VS\nBARRIER\nglobal_load_b32 v3, v2, s[4:5]", []),
        ("global_store_b32 v1, v0, s[4:5]\nVS\nglobal_store_b32 v1, v0, s[6:7]", "global_load_b32 v3, v2, s[4:5]", []),
        ("buffer_store_b32 v0, v1, s[4:7], 0 offen", "buffer_load_b32 v3, v2, s[4:7], 0 offen", [2]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_what_crosses_a_barrier(before: str, behind: str, expected: list[int], arch: str) -> None:
    if arch == "gfx1201":
        before, behind = before.replace("], 0 offen", "], null offen"), behind.replace("], 0 offen", "], null offen")
    lines = [line for _, line in found("global-barrier-wait", f"{before}\nBARRIER\nINV\n{behind}", arch)]
    assert lines == expected


def test_a_store_crosses_a_barrier_round_a_loop_and_on_one_path() -> None:
    loop = ".L:\nBARRIER\nINV\nglobal_load_b32 v3, v2, s[4:5]\nVM\nglobal_store_b32 v1, v3, s[4:5]\n{}s_cbranch_scc1 .L"
    assert found("global-barrier-wait", loop.format("")) == [(ERROR, 2)]
    assert found("global-barrier-wait", loop.format("VS\n")) == []
    path = "s_cbranch_scc1 .L\nglobal_store_b32 v1, v0, s[4:5]\n.L:\nBARRIER\nINV\nglobal_load_b32 v3, v2, s[4:5]"
    assert found("global-barrier-wait", path) == [(ERROR, 4)]


def test_one_wave_needs_no_waits_for_itself() -> None:
    body = "global_store_b32 v1, v0, s[4:5]\ns_barrier\nbuffer_gl0_inv\nglobal_load_b32 v3, v2, s[4:5]"
    metadata = (
        "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .name: k\n    .max_flat_workgroup_size: {}\n...\n"
        "\t.end_amdgpu_metadata\n"
    )
    for size, expected in ((32, 0), (64, 1)):
        module = parse_text(
            program(ARGUMENTS.replace("KM", "s_waitcnt lgkmcnt(0)") + body).text() + metadata.format(size), "k.s"
        )
        assert len(lint_module(module, choose_rules(["global-barrier-wait"]))) == expected


@EVERYWHERE
def test_scalar_loads_behind_stores(arch: str, wave: int) -> None:
    rule, zero = "scalar-load-stale", "v_mov_b32 v1, 0\n"
    store, load = "global_store_b32 v1, v0, s[4:5] offset:8\n", "s_load_b32 s12, s[4:5], 0x8"
    assert found(rule, f"{zero}{store}{load}", arch, wave) == [(ERROR, 3)]
    assert found(rule, f"{store}{load}", arch, wave) == [(WARNING, 2)]
    assert found(rule, f"{zero}{store}VS\n{load}", arch, wave) == [(WARNING, 4)]
    assert found(rule, f"{zero}{store}s_dcache_inv\n{load}", arch, wave) == [(ERROR, 4)]
    assert found(rule, f"{zero}{store}VS\ns_dcache_inv\n{load}", arch, wave) == []
    assert found(rule, f"{load}\nKM\n{zero}{store}", arch, wave) == []


@pytest.mark.parametrize(
    ("store", "load", "expected"),
    [
        ("global_store_b32 v1, v0, s[4:5]", "s_load_b32 s12, s[6:7], 0x0", []),
        ("global_store_b32 v1, v0, s[4:5]", "s_load_b32 s12, s[0:1], 0x0", []),
        # An unsigned offset in a VGPR leads upwards only.
        ("global_store_b32 v1, v0, s[4:5] offset:4", "s_load_b32 s12, s[4:5], 0x0", []),
        ("global_store_b32 v1, v0, s[4:5] offset:4", "s_load_b64 s[12:13], s[4:5], 0x0", [WARNING]),
        ("v_mov_b32 v1, 4\nglobal_store_b32 v1, v0, s[4:5]", "s_load_b32 s12, s[4:5], 0x8", []),
        ("v_mov_b32 v1, 4\nglobal_store_b64 v1, v[2:3], s[4:5]", "s_load_b32 s12, s[4:5], 0x8", [ERROR]),
        ("v_mov_b32 v1, 7\nglobal_store_b8 v1, v0, s[4:5]", "s_load_b32 s12, s[4:5], 0x4", [ERROR]),
        ("v_mov_b32 v1, 7\nglobal_store_b8 v1, v0, s[4:5]", "s_load_b32 s12, s[4:5], 0x8", []),
        (FURTHER, "s_load_b32 s12, s[12:13], 0x0", [ERROR]),
        # Through a lane's own pointer, at another distance: another member, for all that can be told.
        (LANE_POINTER, "s_load_b32 s12, s[4:5], 0x190", []),
        (LANE_POINTER, "s_load_b32 s12, s[4:5], 0x0", [WARNING]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_which_bytes_a_scalar_load_shares(store: str, load: str, expected: list[Severity], arch: str) -> None:
    assert [severity for severity, _ in found("scalar-load-stale", f"{store}\n{load}", arch)] == expected


@EVERYWHERE
def test_stores_behind_scalar_loads(arch: str, wave: int) -> None:
    rule, load = "scalar-load-overtaken", "s_load_b32 s12, s[4:5], 0x8\n"
    store = "global_store_b32 v1, v0, s[4:5] offset:8"
    assert found(rule, f"v_mov_b32 v1, 0\n{load}{store}", arch, wave) == [(ERROR, 3)]
    assert found(rule, f"{load}{store}", arch, wave) == [(WARNING, 2)]
    assert found(rule, f"{load}KM\n{store}", arch, wave) == []
    assert found(rule, f"{load}VM\n{store}", arch, wave) == [(WARNING, 3)]
    assert found(rule, f"{load}{store.replace('s[4:5]', 's[6:7]')}", arch, wave) == []


@EVERYWHERE
def test_invalidates_before_the_load_is_done(arch: str, wave: int) -> None:
    rule, load = "acquire-invalidate", "global_load_b32 v1, v0, s[4:5] COHERENT\n"
    assert found(rule, f"{load}INV\nVM", arch, wave) == [(ERROR, 2)]
    assert found(rule, f"{load}VM\nINV", arch, wave) == []
    assert found(rule, f"{load}LGKM\nINV", arch, wave) == [(ERROR, 3)]
    # A load that is meant for this lane only may be under way.
    assert found(rule, f"{load}VM\nglobal_load_b32 v2, v0, s[6:7]\nINV", arch, wave) == []
    assert found(rule, "global_load_b32 v2, v0, s[6:7]\nBARRIER\nINV", arch, wave) == []
    assert found(rule, "global_atomic_add_u32 v2, v0, v1, s[6:7] RETURN\nINV", arch, wave) == [(ERROR, 2)]
    assert found(rule, "global_atomic_add_u32 v0, v1, s[6:7]\nINV", arch, wave) == [(WARNING, 2)]
    assert found(rule, "global_atomic_add_u32 v0, v1, s[6:7]\nVS\nINV", arch, wave) == []
    # What acquires is the last access of its kind: relaxed ones before it may be under way.
    assert found(rule, f"global_atomic_add_u32 v0, v1, s[6:7]\n{load}VM\nINV", arch, wave) == []
    assert found(rule, "ds_load_b32 v1, v0\nINV", arch, wave) == [(WARNING, 2)]
    assert found(rule, "ds_load_b32 v1, v0\nLGKM\nINV", arch, wave) == []
    assert found(rule, f"ds_load_b32 v2, v0\n{load}VM\nINV", arch, wave) == []


def test_invalidates_of_a_flat_load() -> None:
    load = "flat_load_b32 v1, v[2:3] glc\n"
    assert found("acquire-invalidate", f"{load}s_waitcnt vmcnt(0)\nbuffer_gl0_inv") == []
    assert found("acquire-invalidate", f"{load}s_waitcnt lgkmcnt(0)\nbuffer_gl0_inv") == [(ERROR, 3)]


def test_an_invalidate_round_a_loop() -> None:
    loop = (
        ".L:\nglobal_load_b32 v1, v0, s[4:5] glc\n{}\nv_readfirstlane_b32 s12, v1\ns_cmp_eq_u32 s12, 0\n"
        "s_cbranch_scc1 .L"
    )
    assert found("acquire-invalidate", loop.format("buffer_gl1_inv\nbuffer_gl0_inv\ns_waitcnt vmcnt(0)")) == [
        (ERROR, 3)
    ]
    assert found("acquire-invalidate", loop.format("s_waitcnt vmcnt(0)\nbuffer_gl1_inv\nbuffer_gl0_inv")) == []


SPIN = (
    "\n.L:\nglobal_load_b32 v4, v2, s[4:5] COHERENT\nVM\nINV\nv_readfirstlane_b32 s12, v4\ns_cmp_lg_u32 s12, 2\n"
    "s_cbranch_scc1 .L\n"
)


@EVERYWHERE
def test_lds_is_released_by_a_flag(arch: str, wave: int) -> None:
    rule, store, flag = "lds-release-wait", "ds_store_b32 v1, v0\n", "global_store_b32 v2, v3, s[4:5] COHERENT"
    sure = ERROR if arch == "gfx1100" else WARNING
    assert found(rule, f"{store}{flag}{SPIN}ds_load_b32 v5, v1", arch, wave) == [(sure, 2)]
    assert found(rule, f"{store}LGKM\n{flag}{SPIN}ds_load_b32 v5, v1", arch, wave) == []
    assert found(rule, f"{store}VS\n{flag}{SPIN}ds_load_b32 v5, v1", arch, wave) == [(sure, 3)]
    # Nobody in this kernel waits for it: only gfx11 has a bit that says what it is for.
    assert found(rule, f"{store}{flag}", arch, wave) == ([(WARNING, 2)] if arch == "gfx1100" else [])
    # The flag is another's, or LDS is read behind a barrier.
    other = SPIN.replace("s[4:5]", "s[6:7]")
    alone = [(WARNING, 2)] if arch == "gfx1100" else []
    assert found(rule, f"{store}{flag}{other}ds_load_b32 v5, v1", arch, wave) == alone
    assert found(rule, f"{store}{flag}{SPIN}LGKM\nBARRIER\nds_load_b32 v5, v1", arch, wave) == alone


@pytest.mark.parametrize(
    ("flag", "arch", "expected"),
    [
        ("global_store_b32 v2, v3, s[4:5] glc slc dlc", "gfx1100", []),
        ("global_store_b32 v2, v3, s[4:5] dlc", "gfx1100", []),
        ("global_store_b32 v2, v3, s[4:5] glc dlc", "gfx1100", [(WARNING, 2)]),
        ("global_atomic_add_u32 v4, v2, v3, s[4:5] glc", "gfx1100", []),
        ("global_atomic_add_u32 v2, v3, s[4:5] scope:SCOPE_DEV", "gfx1201", []),
        ("global_store_b32 v2, v3, s[4:5] scope:SCOPE_SYS", "gfx1201", []),
        (WRITE_BACK.format("s_wait_storecnt 0x0"), "gfx1201", [(WARNING, 4)]),
        (WRITE_BACK.format("s_wait_storecnt_dscnt 0x0"), "gfx1201", []),
    ],
)  # fmt: skip
def test_which_stores_are_flags(flag: str, arch: str, expected: list[tuple[Severity, int]]) -> None:
    assert found("lds-release-wait", f"ds_store_b32 v1, v0\n{flag}\nds_load_b32 v5, v1", arch) == expected


def test_a_lock_in_memory_for_data_in_lds() -> None:
    body = (
        ".Llock:\nglobal_atomic_cmpswap_b32 v4, v2, v[6:7], s[4:5] glc\nVM\nINV\nv_readfirstlane_b32 s12, v4\n"
        "s_cmp_lg_u32 s12, 0\ns_cbranch_scc1 .Llock\nds_load_b32 v5, v1\nLGKM\nds_store_b32 v1, v0\n{}"
        "global_atomic_swap_b32 v2, v3, s[4:5]"
    )
    assert found("lds-release-wait", body.format("")) == [(WARNING, 11)]
    assert found("lds-release-wait", body.format("LGKM\n")) == []
