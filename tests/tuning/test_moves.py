"""Which choices a search has."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.transform.registry import LEVELS
from isaopt.tuning.model import PassStep, plan_text
from isaopt.tuning.moves import stepped_offsets, variants
from isaopt.tuning.search import plan_of
from tests.emulator.running import text_of


def test_bases_may_be_made_on_unrolled_code() -> None:
    """There the constants that rounds add to an index go to offset fields."""
    level = tuple(PassStep(name) for name in LEVELS[3])
    (late,) = variants(level)[PassStep("sgpr-bases")]
    names = plan_text(plan_of(tuple(late if step.name == "sgpr-bases" else step for step in level))).split(", ")
    assert names.index("unroll") < names.index("sgpr-bases(late)") < names.index("schedule")


@pytest.mark.parametrize(
    ("step", "base", "count"),
    [
        ("v_add_nc_u32_e32 v1, s9, v1", "s[4:5]", 3),
        ("v_add_nc_u32_e32 v1, 16, v1", "s[4:5]", 3),
        # The next is no step, but an index of the lane's own, or of an address without a base.
        ("v_add_nc_u32_e32 v1, v7, v1", "s[4:5]", 0),
        ("v_add_nc_u32_e32 v9, s9, v9", "s[4:5]", 0),
        ("v_add_nc_u32_e32 v1, s9, v1", "off", 0),
    ],
)
def test_steps_of_offsets_are_counted_in_loops(step: str, base: str, count: int) -> None:
    load = f"global_load_b32 v2, {'v[0:1]' if base == 'off' else 'v1'}, {base}"
    loop = [".Lround:", *[load, step] * 3, "s_add_i32 s8, s8, -1", "s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 .Lround"]
    assert stepped_offsets(parse_text(text_of("\n".join([step, *loop])), "k.s")) == count
