"""Which choices a search has."""

from __future__ import annotations

from isaopt.transform.registry import LEVELS
from isaopt.tuning.model import PassStep, plan_text
from isaopt.tuning.moves import variants
from isaopt.tuning.search import plan_of


def test_bases_may_be_made_on_unrolled_code() -> None:
    """There the constants that rounds add to an index go to offset fields."""
    level = tuple(PassStep(name) for name in LEVELS[3])
    (late,) = variants(level)[PassStep("batch")]
    names = plan_text(plan_of(tuple(late if step.name == "batch" else step for step in level))).split(", ")
    assert names.index("unroll") < names.index("batch(late)") < names.index("schedule")
