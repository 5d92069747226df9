"""Litmus tests: the model of the memory system says what it should, and neither prover nor passes break its order."""

from __future__ import annotations

from collections import Counter

import pytest

from scripts.check_litmus import results, sampled
from scripts.litmus.campaign import DEFECTS, Found, roles
from scripts.litmus.judge import Growth, Oracle, module_of, program_of
from scripts.litmus.shapes import ARCHES, shapes

pytestmark = pytest.mark.campaign

#: Cases; the script does them all.
_CHANGES, _REWRITES = 150, 30


def growth(arch: str, cu_mode: bool, name: str, role: int, *lines: str) -> Growth | None:
    """What another body of a role makes possible."""
    shape = next(s for s in shapes(arch, cu_mode) if s.name == name)
    changed = module_of(arch, cu_mode, shape.body(role, lines), shape.near)
    return Oracle(shape, role, arch, cu_mode).growth(program_of(changed))


def without(arch: str, cu_mode: bool, name: str, role: int, line: str) -> Growth | None:
    """What the first such line's going makes possible."""
    lines = list(next(s for s in shapes(arch, cu_mode) if s.name == name).roles[role])
    lines.remove(line)
    return growth(arch, cu_mode, name, role, *lines)


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("cu_mode", [False, True])
def test_no_original_reads_a_register_too_early_or_hangs(arch: str, cu_mode: bool) -> None:
    for shape in shapes(arch, cu_mode):
        found = Oracle(shape, 0, arch, cu_mode).before(0)
        assert found, shape.name
        assert "stuck" not in found, shape.name
        assert "None" not in str(found), shape.name


@pytest.mark.parametrize(
    ("arch", "name", "role", "line"),
    [
        ("gfx1100", "mp-agent", 0, "s_waitcnt_vscnt null, 0x0"),
        ("gfx1100", "mp-agent", 1, "buffer_gl1_inv"),
        ("gfx1100", "mp-agent", 1, "buffer_gl0_inv"),
        ("gfx1100", "mp-workgroup-near", 1, "buffer_gl0_inv"),
        ("gfx1100", "lb-release-agent", 0, "s_waitcnt vmcnt(0)"),
        ("gfx1100", "mp-scalar", 1, "s_dcache_inv"),
        ("gfx1100", "sb-agent", 0, "s_waitcnt_vscnt null, 0x0"),
        ("gfx1100", "data-lds-flag", 0, "s_waitcnt_vscnt null, 0x0"),
        ("gfx1201", "mp-system", 0, "global_wb scope:SCOPE_SYS"),
        ("gfx1201", "mp-system", 0, "s_wait_storecnt 0x0"),
        ("gfx1201", "mp-agent", 1, "global_inv scope:SCOPE_DEV"),
        ("gfx1201", "mp-workgroup-near", 1, "global_inv scope:SCOPE_SE"),
        ("gfx1201", "lds-data-flag", 0, "s_wait_dscnt 0x0"),
        ("gfx1201", "barrier-both", 0, "s_wait_storecnt_dscnt 0x0"),
        ("gfx1201", "barrier-load", 0, "s_wait_loadcnt 0x0"),
    ],
)
def test_what_llvm_writes_for_releases_and_acquires_is_needed(arch: str, name: str, role: int, line: str) -> None:
    found = without(arch, False, name, role, line)
    assert found is not None
    assert not found.strict


def test_what_the_hardware_orders_needs_no_wait_but_its_order() -> None:
    assert without("gfx1100", False, "lds-mp", 0, "s_waitcnt lgkmcnt(0)") is None
    assert without("gfx1201", True, "mp-workgroup-near", 1, "s_wait_loadcnt 0x0") is None
    plain = ["global_load_b32 v3, v1, s[6:7]", "global_load_b32 v2, v9, s[8:9]", "s_wait_loadcnt 0x0"]
    outs = ["global_store_b32 v5, v2, s[4:5] offset:0", "global_store_b32 v5, v3, s[4:5] offset:256"]
    assert growth("gfx1201", True, "mp-workgroup-near", 1, *plain, *outs) is not None


def test_a_wave_does_not_choose_its_compute_unit() -> None:
    """Plain loads may be answered by an old line on another CU of a WGP, so their order is nobody's in WGP mode."""
    early = ["global_load_b32 v3, v1, s[6:7]", "global_load_b32 v2, v9, s[8:9]", "s_waitcnt vmcnt(0)"]
    outs = ["global_store_b32 v5, v2, s[4:5] offset:0", "global_store_b32 v5, v3, s[4:5] offset:256"]
    assert growth("gfx1100", False, "mp-plain-near", 1, *early, *outs) is None
    assert growth("gfx1100", True, "mp-plain-near", 1, *early, *outs) is not None


def test_a_load_that_leaves_its_spin_loop_hangs() -> None:
    shape = next(s for s in shapes("gfx1100", False) if s.name == "lds-mp-spin")
    label, load, *rest = shape.roles[1]
    found = growth("gfx1100", False, "lds-mp-spin", 1, load, label, *rest)
    assert found is not None
    assert found.outcome == "stuck"


def _defects(found: list[Found]) -> list[Found]:
    return [f for f in found if f.outcome in DEFECTS]


def test_no_forbidden_change_of_a_sample_is_proved() -> None:
    every = [role for role in roles() if not role.padded]
    found = [f for task in sampled(every, _CHANGES, seed=1) for f in results(task)]
    assert not _defects(found)
    # Both answers occur, else the sample says nothing.
    counts = Counter(f.outcome for f in found)
    assert counts["proved, allowed"]
    assert counts["refused"] > counts["proved, allowed"]


def test_no_pass_makes_a_forbidden_change_in_a_sample() -> None:
    every = [role for role in roles() if role.padded]
    found = [f for task in sampled(every, _REWRITES, seed=1) for f in results(task)]
    assert not _defects(found)
    assert any(f.outcome == "rewritten, allowed" for f in found)
    assert not any(f.outcome == "unreadable" for f in found)
