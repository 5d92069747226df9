"""Operand forms: what the prover takes for equal or certain, the emulator finds so; and the campaign sees a prover's
errors."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from isaopt.isa.tables import lookup
from isaopt.proof.semantics.machine import SideExecution
from scripts.check_operand_forms import Task, results, sampled
from scripts.operand_forms import symbolic
from scripts.operand_forms.campaign import FALSE_CLAIM, Found

pytestmark = pytest.mark.campaign

#: Groups of forms: some five seconds.
_GROUPS = 3


def _task(arch: str, mnemonic: str) -> Task:
    return Task(arch, 32, False, 0, lookup(arch, mnemonic)[:1], seed=1, bases=1)


def _outcomes(found: list[Found]) -> Counter[str]:
    return sum((Counter({f.outcome: f.count}) for f in found), Counter())


def test_a_sample_has_no_false_proof() -> None:
    found = [f for task in sampled(_GROUPS, seed=3, size=6, share=0.4) for f in results(task)]
    assert not [f for f in found if f.outcome == FALSE_CLAIM]
    # Both answers occur, else the sample says nothing.
    counts = _outcomes(found)
    assert counts["proved, agrees"]
    assert counts["refused"] > counts["proved, agrees"]


@pytest.mark.parametrize(
    ("arch", "mnemonic"),
    [
        ("gfx1201", "s_brev_b64"),
        ("gfx1100", "v_add_f16_e64_dpp"),
        ("gfx1100", "v_fmac_f16_e64_dpp"),
        ("gfx1100", "v_mad_i64_i32"),
    ],
)
def test_forms_that_were_proved_wrongly(arch: str, mnemonic: str) -> None:
    found = results(_task(arch, mnemonic))
    assert not [f for f in found if f.outcome == FALSE_CLAIM]
    assert _outcomes(found)["refused"]


def test_a_modifier_that_is_overlooked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SideExecution, "modifiers", lambda *_: ())
    found = results(_task("gfx1100", "v_mul_f32_e64"))
    assert {f.kind for f in found if f.outcome == FALSE_CLAIM} >= {"clamp"}


def test_a_claim_that_does_not_hold_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    true = symbolic._result
    monkeypatch.setattr(symbolic, "_result", lambda run, unit: replace(true(run, unit), uniform=True))
    found = results(_task("gfx1100", "v_xad_u32"))
    assert any("differs from lane to lane" in f.text for f in found if f.outcome == FALSE_CLAIM)
