"""Bare code and what is built of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt.analysis.integers.origins import with_unwritten
from isaopt.approval import approve
from isaopt.asm.parser import parse_text
from isaopt.ir.kept import known
from isaopt.ir.program import Module
from isaopt.rebuild.rewrite import built, follow_renaming, stripped
from isaopt.transform.registry import PassOptions, make_pass

KERNELS = Path(__file__).parents[2] / "kernels_s"
#: Any other assignment of registers will do; the solver need not look for the best.
SHORT = PassOptions(effort=0.02)
NAMES = ["softmax_gfx1100", "layernorm_gfx1201", "sgemm_lds_gfx1201", "wmma_gemm_lds_gfx1100"]


def code(module: Module) -> list[str]:
    return [i.text for _, i in module.instructions(module.kernels[0])]


def read(name: str) -> Module:
    return parse_text((KERNELS / f"{name}.s").read_text(), name)


@pytest.mark.parametrize("name", NAMES)
def test_what_was_built_is_taken_bare_again_as_it_was(name: str) -> None:
    module = read(name)
    kernel = module.kernels[0]
    bare = stripped(module, kernel)
    once = built(bare, module, kernel)
    again = stripped(once, once.kernels[0])
    assert code(again) == code(bare)
    assert built(again, once, once.kernels[0]).text() == once.text()
    assert approve(module, once, kernel).verdict == "proved"


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_new_registers_reach_the_bare_form(name: str) -> None:
    """What a pass behind ``reassign`` starts from is the code that stands there, and nothing older."""
    module = read(name)
    built_form = built(stripped(module, module.kernels[0]), module, module.kernels[0])
    result = make_pass("reassign", SHORT).apply(built_form, built_form.kernels[0])
    assert result.changed
    bare = known(stripped, result.module, result.module.kernels[0])
    assert bare is not None
    fresh = parse_text(result.module.text(), name)
    assert code(bare) == code(stripped(fresh, fresh.kernels[0]))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*NAMES, "wmma_gemm_lds_gfx1201"])
def test_new_registers_reach_code_that_was_taken_bare_and_not_built(name: str) -> None:
    """What was noted there of stores to LDS is in copies of the instructions."""
    module = read(name)
    stripped(module, module.kernels[0])
    result = make_pass("reassign", SHORT).apply(module, module.kernels[0])
    assert result.changed
    fresh = parse_text(result.module.text(), name)
    assert code(stripped(result.module, result.module.kernels[0])) == code(stripped(fresh, fresh.kernels[0]))


@pytest.mark.slow
def test_without_a_known_bare_form_there_is_nothing_to_follow() -> None:
    module = read("softmax_gfx1100")
    result = make_pass("reassign", SHORT).apply(module, module.kernels[0])
    follow_renaming(module, result.module, module.kernels[0])
    assert known(stripped, result.module, result.module.kernels[0]) is None


def test_a_barrier_does_not_wait_for_what_nobody_writes() -> None:
    module = read("triton_gemm_fp16_gfx1100")
    bare = [
        stripped(with_unwritten(module, module.kernels[0], names), module.kernels[0])
        for names in ((), ("arg:2=read-only",), ("arg:0=read-only", "arg:1=read-only"))
    ]
    assert [sum("vmcnt(0)" in text for text in code(version)) for version in bare] == [3, 3, 0]
