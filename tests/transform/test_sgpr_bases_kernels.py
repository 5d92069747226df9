"""SGPR bases in compilers' kernels, proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt.analysis.integers.forms import LinearForm
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.linting.compare import new_errors
from isaopt.linting.run import lint_module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.base import PassResult
from isaopt.transform.sgpr_bases.plan import Fresh, Spot
from isaopt.transform.sgpr_bases.scalars import UniformValues
from isaopt.transform.sgpr_bases.sgpr_bases import SgprBases
from tests.transform.test_sgpr_bases import BOTH

KERNELS = Path(__file__).parents[2] / "kernels_s"
ARGUMENTS = ("nonneg-index", "arg:0<4GiB", "arg:b<4GiB", "arg:2<4GiB")


def batched(name: str, assume: tuple[str, ...]) -> tuple[Module, PassResult]:
    path = KERNELS / f"{name}.s"
    # The compiler leaves arguments nameless; the second gets a name.
    offset = "\n        .offset:         8\n"
    text = path.read_text().replace(offset, f"\n        .name:           b{offset}", 1)
    module = parse_text(text, str(path))
    return module, SgprBases(assume).apply(module, module.kernels[0])


def without_base(module: Module) -> int:
    ops = [i.op for _, i in module.instructions(module.kernels[0])]
    return sum(op.mnemonic.startswith(("global_load", "global_store")) and op.operands[-1].text == "off" for op in ops)


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize(("name", "facts"), [("sgemm_naive", BOTH), ("softmax", ()), ("layernorm", ())])
def test_every_access_has_a_base_and_the_result_is_proved(name: str, facts: tuple[str, ...], arch: str) -> None:
    before, result = batched(f"{name}_{arch}", BOTH)
    assert without_base(before) > 0
    assert without_base(result.module) == 0
    found = verify_modules(before, result.module, assumptions=BOTH).kernels[0]
    assert (found.status, set(found.assumptions)) == ("proved", set(facts))
    assert not new_errors(before, result.module, lint_module(result.module))


def test_facts_about_single_arguments() -> None:
    before, result = batched("sgemm_naive_gfx1100", ARGUMENTS)
    assert without_base(result.module) == 0
    found = verify_modules(before, result.module, assumptions=ARGUMENTS).kernels[0]
    assert (found.status, set(found.assumptions)) == ("proved", set(ARGUMENTS))
    # One of them too few: the pass leaves those accesses, and what it would have done is not proved.
    few = tuple(a for a in ARGUMENTS if "b<" not in a)
    before, less = batched("sgemm_naive_gfx1100", few)
    assert {d.message for d in less.declined} == {"global_load_b32: needs --assume 'arg:b<4GiB'"}
    assert without_base(less.module) == 1
    assert verify_modules(before, less.module, assumptions=few).proved
    assert not verify_modules(before, result.module, assumptions=few).proved


def test_without_facts_the_accesses_that_need_none_have_a_base() -> None:
    _, result = batched("softmax_gfx1100", ())
    assert without_base(result.module) == 0
    before, result = batched("sgemm_naive_gfx1100", ())
    assert result.module is before
    assert {d.code for d in result.declined} == {"needs-assumption"}


def test_what_cannot_be_computed_at_a_place_is_tried_there_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of three terms, one of them in no register: else every place would be tried for each place below it."""
    tries = 0
    build = UniformValues._build

    def counted(self: UniformValues, form: LinearForm, at: Spot, depth: int, near: bool) -> Fresh | None:
        nonlocal tries
        tries += 1
        assert tries < 5000
        return build(self, form, at, depth, near)

    monkeypatch.setattr(UniformValues, "_build", counted)
    _, result = batched("wmma_gemm_lds_gfx1100", BOTH)
    assert result.changed
