"""Pairs that gfx11's interlock erratum threatens: other operands in a slot, or two instructions."""

from __future__ import annotations

import pytest

from isaopt.linting.run import lint_module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.interlock import with_safe_pairs
from tests.transform.test_sgpr_bases import kernel

_NEAR = "v_add_f32_e32 v{0}, v{0}, v7\n"
_FAR = _NEAR + "s_waitcnt lgkmcnt(0)\n" + "v_mov_b32_e32 v8, v7\n" * 20
_END = "global_store_b64 v9, v[4:5], s[4:5]\ns_endpgm"


def findings(text: str, arch: str = "gfx1100") -> tuple[int, int, list[str]]:
    """What lint finds before and behind, and the dual instructions and selections that are left."""
    before = kernel(text + _END, arch)
    after = with_safe_pairs(before, before.kernels[0])
    assert verify_modules(before, after).proved
    found = [sum(f.rule == "vopd-interlock" for f in lint_module(m)) for m in (before, after)]
    texts = [i.text.strip() for _, i in after.instructions(after.kernels[0])]
    return found[0], found[1], [t for t in texts if t.startswith(("v_dual_", "v_cndmask"))]


def test_operands_change_places() -> None:
    pair = "v_dual_mul_f32 v4, v0, v1 :: v_dual_mul_f32 v5, v2, v3\n"
    other = "v_dual_mul_f32 v4, v0, v1 :: v_dual_mul_f32 v5, v3, v2"
    assert findings(_NEAR.format(0) + pair) == (1, 0, [other])
    assert findings(_FAR.format(0) + pair) == (1, 0, [other])


def test_a_copy_is_a_sum() -> None:
    pair = "v_dual_mov_b32 v4, v0 :: v_dual_mov_b32 v5, v2\n"
    assert findings(_NEAR.format(0) + pair) == (1, 0, ["v_dual_mov_b32 v4, v0 :: v_dual_add_nc_u32 v5, 0, v2"])


def test_without_another_form_it_is_two_if_its_sources_are_near() -> None:
    pair = "v_dual_cndmask_b32 v4, v0, v1 :: v_dual_cndmask_b32 v5, v2, v3\n"
    singles = ["v_cndmask_b32_e32 v4, v0, v1, vcc_lo", "v_cndmask_b32_e32 v5, v2, v3, vcc_lo"]
    assert findings(_NEAR.format(0) + pair) == (1, 0, singles)
    assert findings(_FAR.format(0) + pair) == (1, 1, [pair.strip()])


def test_halves_that_read_what_the_other_writes_stay_in_their_order() -> None:
    """The second single instruction must not read what the first has written."""
    pair = "v_dual_cndmask_b32 v4, v0, v5 :: v_dual_cndmask_b32 v5, v2, v3\n"
    left = ["v_cndmask_b32_e32 v4, v0, v5, vcc_lo", "v_cndmask_b32_e32 v5, v2, v3, vcc_lo"]
    assert findings(_NEAR.format(0) + pair)[2] == left


@pytest.mark.parametrize(
    ("pair", "left"),
    [
        (
            "v_dual_mul_f32 v4, v1, v0 :: v_dual_add_f32 v5, v4, v2\n",
            ["v_dual_add_f32 v5, v4, v2 :: v_dual_mul_f32 v4, v1, v0"],
        ),
        (  # the shift may be Y alone
            "v_dual_mul_f32 v4, v1, v0 :: v_dual_lshlrev_b32 v5, v4, v2\n",
            [],
        ),
    ],
    ids=["exchanged", "two"],
)
def test_what_y_reads_is_not_overwritten_by_x_on_gfx12(pair: str, left: list[str]) -> None:
    assert findings(pair, "gfx1201")[2] == left
    assert findings(pair, "gfx1100")[2] == [pair.strip()]


@pytest.mark.parametrize(
    ("pair", "arch"),
    [
        ("v_dual_mul_f32 v4, v0, v1 :: v_dual_mul_f32 v5, v3, v2\n", "gfx1100"),
        ("v_dual_mul_f32 v4, v0, v1 :: v_dual_mul_f32 v5, v2, v3\n", "gfx1201"),
    ],
    ids=["no-risk", "no-erratum"],
)
def test_others_stay_as_they_are(pair: str, arch: str) -> None:
    before = kernel(_NEAR.format(0) + pair + _END, arch)
    assert with_safe_pairs(before, before.kernels[0]) is before
