"""The work that a kernel is worth: granted by size and gain, taken by passes and proofs, and never exceeded by much."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

from isaopt.account import PROOF_PRICE, WorkAccount
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.outcome import Options
from isaopt.pipeline import optimize_module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.registry import LEVELS, PassOptions, make_pass

KERNELS = Path(__file__).parents[2] / "kernels_s"


def kernel(name: str) -> Module:
    return parse_text((KERNELS / f"{name}.s").read_text(), name)


def test_a_kernel_is_given_more_for_its_size_its_gain_and_the_effort() -> None:
    def most(size: int, gain: float, effort: float = 1) -> float:
        account = WorkAccount(size, effort)
        account.grant(gain)
        return account.limit

    assert most(20, 0.1) == most(300, 0.1) < most(500, 0.1) < most(500, 0.2) < most(500, 0.2, effort=2)
    assert most(100, -0.1) == most(100, 0.0)
    assert most(100, 0.9) == most(100, 0.5)


def test_what_shows_the_gain_comes_for_nothing() -> None:
    account, fresh = WorkAccount(100), WorkAccount(100)
    account.charge(10**7)
    for each in (account, fresh, account):
        each.grant(0.1)
    assert account.limit - 10**7 == fresh.limit


def test_a_gain_pays_for_a_proof_from_some_size_on_only_if_it_is_large() -> None:
    assert WorkAccount(300).pays(0.0)
    assert not WorkAccount(3000).pays(0.01)
    assert WorkAccount(3000).pays(0.03)
    assert WorkAccount(3000, 4).pays(0.01)


def test_an_account_that_nothing_limits_covers_everything() -> None:
    account = WorkAccount(1000, math.inf)
    account.charge(10**12)
    assert account.affords(10**9, 10**9)
    assert not account.exhausted


def test_no_size_and_no_gain_are_worth_more_than_a_kernel_may_take() -> None:
    account = WorkAccount(100_000)
    assert not account.exhausted
    account.grant(0.5)
    most = int(account.limit)
    account.charge(most - 1)
    assert not account.exhausted
    account.charge(1)
    account.grant(0.5)
    assert account.exhausted
    larger = WorkAccount(100_000, 3)
    larger.grant(0.5)
    assert larger.limit > most


def test_what_is_added_comes_on_top_of_what_was_spent() -> None:
    account = WorkAccount(10, limit=5)
    account.charge(100)
    assert account.exhausted
    account.extend(PROOF_PRICE)
    assert account.affords(PROOF_PRICE)
    assert not account.affords(PROOF_PRICE + 1)


def test_a_proof_ends_where_the_account_is_used_up() -> None:
    before = kernel("layernorm_gfx1100")
    after = make_pass("pair", PassOptions(effort=0.03)).apply(before, before.kernels[0]).module
    assert after is not before
    account = WorkAccount()
    assert verify_modules(before, after, account=account).proved
    enough = account.spent + 1
    assert verify_modules(before, after, account=WorkAccount(limit=enough)).proved
    short = WorkAccount(limit=enough // 2)
    proof = verify_modules(before, after, account=short).kernels[0]
    assert proof.status == "not-proved"
    assert "[work-limit]" in proof.differences[0].message
    assert short.spent < enough


def test_a_kernel_that_is_not_worth_a_proof_stays_as_it_is_and_says_why() -> None:
    options = Options(pass_options=replace(PassOptions(), effort=0.001))
    (report,) = optimize_module(kernel("conv3x3_gfx1100"), options).kernels
    passes = [p for p in report.passes if p.name in LEVELS[options.level]]
    assert {p.reason for p in passes} == {"work-limit"}
    assert all("[work-limit]; a larger --effort allows more" in p.notes[0] for p in passes)
    assert not any(p.changed for p in passes)
