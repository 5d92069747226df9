"""The mutation campaign's short cut: proofs of many mutants from where each differs say what whole proofs say."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from scripts.mutation.judge import Judge
from scripts.mutation.kinds import mutants
from scripts.mutation.prefix import Prefixes

pytestmark = pytest.mark.campaign

KERNEL = Path(__file__).resolve().parents[2] / "kernels_s" / "reduction_gfx1201.s"


def test_a_shared_prefix_changes_no_verdict() -> None:
    judge = Judge(str(KERNEL))
    batch = list(enumerate(islice(mutants(judge.module, 40, 7), 24)))
    together = dict(judge.verdicts(batch))
    assert sorted(together) == [number for number, _ in batch]
    for number, mutant in batch:
        alone = judge.verdict(mutant)
        # Hazards are asked last, so a mutant that breaks a rule too may be caught for what it computes.
        assert (together[number].outcome == "proved") == (alone.outcome == "proved"), mutant.lines
        assert together[number] == alone or alone.outcome == "lint"
    assert {found.outcome for found in together.values()} >= {"proved", "not proved"}


def test_most_mutants_have_a_shared_prefix() -> None:
    judge = Judge(str(KERNEL))
    (kernel,) = judge.module.kernels
    changed = [(number, judge.parsed(mutant)) for number, mutant in enumerate(mutants(judge.module, 8, 3))]
    assert len(dict(Prefixes(judge.module, kernel).verdicts(changed))) > len(changed) // 2
