"""The pairs of programs in ``rewrites.txt``, of which the second does what the first does, by other means."""

from __future__ import annotations

import pytest

from isaopt.proof.semantics.facts import is_read_only
from isaopt.proof.verdict import verify_modules
from tests.proof.test_attacks_listed import Listed, listed

REWRITES = listed("rewrites.txt")


def test_names_are_unique() -> None:
    assert len({r.name for r in REWRITES}) == len(REWRITES)


@pytest.mark.parametrize("rewrite", [r for r in REWRITES if any(map(is_read_only, r.assumed))], ids=lambda r: r.name)
def test_it_takes_what_is_assumed(rewrite: Listed) -> None:
    pair = rewrite.program(rewrite.a), rewrite.program(rewrite.b)
    known = (), ("arg:1=read-only",), ("arg:0=read-only",)
    assert [verify_modules(*pair, assumptions=names).proved for names in known] == [False, False, True]


@pytest.mark.parametrize("rewrite", REWRITES, ids=lambda r: r.name)
def test_a_rewrite_is_proved(rewrite: Listed) -> None:
    before, after = rewrite.program(rewrite.a), rewrite.program(rewrite.b)
    assert before.text() != after.text()
    found = verify_modules(before, after, assumptions=rewrite.assumed)
    assert found.proved, found.kernels[0].differences
