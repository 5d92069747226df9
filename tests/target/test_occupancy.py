"""Occupancy against the compiler's own figures and its table of largest VGPR counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isaopt.errors import InputError, UsageError
from isaopt.target.arch import get_arch, machine_data, supported_arches
from isaopt.target.occupancy import max_vgprs_for, next_step, occupancy, vgpr_budget, waves_for_vgprs

BIG = ("gfx1100", "gfx1101", "gfx1151", "gfx1200", "gfx1201")
SMALL = ("gfx1102", "gfx1103", "gfx1150", "gfx1152", "gfx1153")
# waves per SIMD -> most VGPRs: (1536 file wave32, 1024 file wave32, 1536 wave64, 1024 wave64)
TABLE = {
    16: (96, 64, 48, 32),
    15: (96, 64, 48, 32),
    14: (96, 64, 48, 32),
    13: (96, 64, 48, 32),
    12: (120, 80, 60, 40),
    11: (120, 80, 60, 40),
    10: (144, 96, 72, 48),
    9: (168, 112, 84, 56),
    8: (192, 128, 96, 64),
    7: (216, 144, 108, 72),
    6: (240, 160, 120, 80),
    5: (256, 192, 144, 96),
    4: (256, 256, 192, 128),
    3: (256, 256, 252, 168),
    2: (256, 256, 256, 256),
    1: (256, 256, 256, 256),
}


def test_every_target_is_in_one_class() -> None:
    assert sorted(BIG + SMALL) == sorted(supported_arches())


@pytest.mark.parametrize("waves", TABLE)
def test_largest_vgpr_count_for_waves(waves: int) -> None:
    for names, column in ((BIG, 0), (SMALL, 1)):
        for name in names:
            arch = get_arch(name)
            assert max_vgprs_for(arch, waves, 32) == TABLE[waves][column]
            assert max_vgprs_for(arch, waves, 64) == TABLE[waves][column + 2]


@given(st.sampled_from(supported_arches()), st.integers(1, 256), st.sampled_from((32, 64)))
def test_budget_and_next_step_are_tight(name: str, vgprs: int, wave: int) -> None:
    arch = get_arch(name)
    waves = waves_for_vgprs(arch, vgprs, wave)
    budget = vgpr_budget(arch, vgprs, wave)
    assert budget >= vgprs
    assert waves_for_vgprs(arch, budget, wave) == waves
    if budget < arch.vgprs_per_wave:
        assert waves_for_vgprs(arch, budget + 1, wave) < waves
    step = next_step(arch, vgprs, wave)
    if step is None:
        assert waves == arch.waves_per_simd
    else:
        fewer, more = step
        assert fewer < vgprs
        assert more > waves
        assert waves_for_vgprs(arch, fewer, wave) == more
        assert waves_for_vgprs(arch, fewer + 1, wave) == waves


def test_known_register_counts() -> None:
    arch = get_arch("gfx1100")
    assert [waves_for_vgprs(arch, n) for n in (0, 96, 97, 120, 121, 207, 216, 217, 240, 241, 256)] == [
        16, 16, 12, 12, 10, 7, 7, 6, 6, 5, 5,
    ]  # fmt: skip


def test_lds_bounds_by_mode() -> None:
    arch = get_arch("gfx1100")
    # 32 KB per group of 8 waves: 4 groups share a WGP's 128 KB (4 SIMDs), 2 a CU's 64 KB (2 SIMDs).
    wgp = occupancy(arch, 32, 32768, 256, wgp_mode=True)
    cu = occupancy(arch, 32, 32768, 256, wgp_mode=False)
    assert (wgp.waves, wgp.limit, wgp.workgroups) == (8, "lds", 4)
    assert (cu.waves, cu.limit, cu.workgroups) == (8, "lds", 2)
    # One byte more than an even share costs a whole workgroup.
    assert occupancy(arch, 32, 32769, 256, wgp_mode=True).workgroups == 3


def test_whole_workgroups_may_hold_fewer_waves_than_registers_do() -> None:
    # 216 VGPRs allow 7 waves; groups of 4 waves on 2 SIMDs fill 12 of the 14 places, 6 waves a SIMD.
    occ = occupancy(get_arch("gfx1100"), 216, 0, 128, wgp_mode=False)
    assert (occ.waves, occ.limit, occ.workgroups) == (7, "vgprs", 3)


def test_small_workgroups_run_into_the_limit_on_workgroups() -> None:
    arch = get_arch("gfx1100")
    assert (occupancy(arch, 8, 0, 64).waves, occupancy(arch, 8, 0, 64).limit) == (16, "waves")
    assert occupancy(arch, 8, 0, 33, wgp_mode=False).workgroups == 16
    assert occupancy(arch, 8, 0, 32).workgroups == 64


def test_unknown_workgroup_size() -> None:
    occ = occupancy(get_arch("gfx1201"), 100)
    assert (occ.waves, occ.workgroups) == (12, None)


def test_refuses_other_targets_and_senseless_figures() -> None:
    for name in ("gfx1250", "gfx90a", "gfx1030", ""):
        with pytest.raises(InputError) as caught:
            get_arch(name)
        assert "gfx1100" in str(caught.value)
        assert caught.value.exit_code == 2
    arch = get_arch("gfx1100:xnack-")
    for call in (
        lambda: waves_for_vgprs(arch, 257),
        lambda: max_vgprs_for(arch, 0),
        lambda: occupancy(arch, 8, 65537),
        lambda: occupancy(arch, 8, 0, 1025),
        lambda: arch.vgpr_granule(16),
    ):
        with pytest.raises(UsageError):
            call()


def test_every_figure_has_unit_source_and_confidence_and_every_target_has_all() -> None:
    names = {f["name"] for f in machine_data()["figures"]}
    for target in supported_arches():
        arch = get_arch(target)
        assert arch.figures.keys() == names
        for figure in arch.figures.values():
            assert figure.unit
            assert len(figure.source) > 10
            assert figure.confidence in ("measured", "documented", "assumed")
    for row in machine_data()["figures"]:
        same = [f for f in machine_data()["figures"] if f["name"] == row["name"]]
        covered = [a for f in same for a in (supported_arches() if f["arches"] == "*" else f["arches"])]
        assert sorted(covered) == sorted(supported_arches()), row["name"]
