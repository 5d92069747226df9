"""Kernels in several processes: the same bytes, figures and words as in one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.errors import UsageError
from isaopt.outcome import Options, Result
from isaopt.pipeline import optimize_module
from tests.cli.test_opt import CLASH, FIRST, OTHER
from tests.kernels import kernel_file

KERNELS = Path(__file__).parents[1] / "kernels_s"


def timeless(result: Result) -> tuple[object, ...]:
    kernels = [replace(k, passes=tuple(replace(p, seconds=0.0) for p in k.passes)) for k in result.kernels]
    return result.module.text(), result.changed, result.lint, kernels, result.assumptions


def two_that_change() -> str:
    """The text with a second copy of its kernel ``k``, called ``second``, behind it."""
    return FIRST + kernel_file(CLASH, name="second", vgprs=21, sgprs=2) + OTHER


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    module = parse_text(two_that_change(), "two.s")
    alone = optimize_module(module)
    assert [any(p.changed for p in k.passes) for k in alone.kernels] == [True, True, False]
    assert timeless(optimize_module(module, jobs=3)) == timeless(alone)


@pytest.mark.slow
def test_chosen_kernels_in_file_order() -> None:
    module = parse_text(two_that_change(), "two.s")
    options = Options(kernels=("second", "k"), passes=("reassign",))
    result = optimize_module(module, options, jobs=2)
    assert [k.name for k in result.kernels] == ["k", "second"]
    assert timeless(result) == timeless(optimize_module(module, options))


def test_errors_are_those_of_one_process() -> None:
    module = parse_text(two_that_change(), "two.s")
    for options in (Options(kernels=("k", "none")), Options(passes=("none",))):
        with pytest.raises(UsageError) as alone:
            optimize_module(module, options)
        with pytest.raises(UsageError) as together:
            optimize_module(module, options, jobs=2)
        assert str(together.value) == str(alone.value)
