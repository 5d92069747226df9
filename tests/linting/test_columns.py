"""A finding about one half of a dual instruction stands at that half."""

from __future__ import annotations

import pytest

from isaopt.linting.registry import choose_rules
from isaopt.linting.run import lint_module
from tests.linting.programs import program

LOAD = "ds_load_b32 v3, v0\n"
X, Y = 2, 31
"""Columns of the halves behind a tab, where X is as long as below."""


@pytest.mark.parametrize(
    ("rule", "body", "arch", "column"),
    [
        ("read-before-wait", f"{LOAD}v_dual_add_f32 v1, v0, v3 :: v_dual_add_f32 v2, v1, v0", "gfx1100", X),
        ("read-before-wait", f"{LOAD}v_dual_add_f32 v1, v0, v0 :: v_dual_add_f32 v2, v3, v0", "gfx1100", Y),
        ("overwrite-before-wait", f"{LOAD}v_dual_add_f32 v3, v0, v0 :: v_dual_add_f32 v2, v1, v0", "gfx1100", X),
        ("overwrite-before-wait", f"{LOAD}v_dual_add_f32 v2, v0, v0 :: v_dual_add_f32 v3, v1, v0", "gfx1100", Y),
        ("trans-use", "v_exp_f32 v3, v0\nv_dual_add_f32 v1, v0, v0 :: v_dual_add_f32 v2, v3, v0", "gfx1100", Y),
        ("trans-use", "v_exp_f32 v3, v0\nv_dual_add_f32 v1, v3, v0 :: v_dual_add_f32 v2, v0, v0", "gfx1100", X),
        ("vopd-src0-bank", "v_dual_add_f32 v1, v0, v5 :: v_dual_add_f32 v2, v4, v6", "gfx1100", Y),
        ("vopd-dst-parity", "v_dual_add_f32 v1, v0, v5 :: v_dual_add_f32 v3, v5, v6", "gfx1100", Y),
        ("vopd-opx", "v_dual_and_b32 v1, v0, v5  :: v_dual_add_f32 v2, v5, v6", "gfx1100", X),
    ],
)
def test_column_of_a_half(rule: str, body: str, arch: str, column: int) -> None:
    (finding,) = lint_module(program(body, arch), choose_rules([rule]))
    assert finding.column == column


def test_a_pair_between_comments() -> None:
    (finding,) = lint_module(
        program(f"{LOAD}/* why */ v_dual_add_f32 v1, v0,v0 :: v_dual_add_f32 v2,v3,v0 ; :: here"),
        choose_rules(["read-before-wait"]),
    )
    assert finding.column == len("\t/* why */ v_dual_add_f32 v1, v0,v0 :: ") + 1
