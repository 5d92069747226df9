"""Lint at work: which errors of a rewrite are new, that ``opt`` drops such a rewrite, and real kernels."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt import pipeline
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.linting.compare import new_errors
from isaopt.linting.fixes import repair_module
from isaopt.linting.run import lint_module
from isaopt.outcome import Options
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import Toolchain
from isaopt.transform import reassign
from isaopt.transform.base import PassResult
from tests.linting.programs import program

KERNELS = sorted((Path(__file__).parents[2] / "kernels_s").glob("*.s"))
TRANS = "v_exp_f32_e32 v1, v0\nv_add_f32_e32 v2, v1, v0\nv_mov_b32_e32 v3, v0\n{}\nglobal_store_b32 v0, v2, s[0:1]"


def fresh(before: Module, after: Module) -> list[tuple[str, int]]:
    return [(f.rule, f.line) for f in new_errors(before, after, lint_module(after))]


def test_an_error_at_the_same_place_is_known() -> None:
    before = program(TRANS.format("v_mov_b32_e32 v4, v3"))
    assert any(f.rule == "trans-use" for f in lint_module(before))
    assert fresh(before, before) == []
    renamed = program(TRANS.format("v_mov_b32_e32 v4, v3").replace("v1", "v9"))
    assert fresh(before, renamed) == []
    assert fresh(program(TRANS.format("v_mov_b32_e32 v4, v3").replace("v2, v1", "v2, v0")), renamed) == [
        ("trans-use", 7)
    ]


def test_an_error_elsewhere_is_new_even_if_another_went() -> None:
    before = program(TRANS.format("v_mov_b32_e32 v4, v3"))
    moved = program(TRANS.format("v_mov_b32_e32 v4, v1").replace("v2, v1", "v2, v0"))
    assert fresh(before, moved) == [("trans-use", 9)]


def test_with_instructions_put_in_errors_are_counted() -> None:
    before = program(TRANS.format("v_mov_b32_e32 v4, v3"))
    longer = program(TRANS.format("v_mov_b32_e32 v4, v3\nv_mov_b32_e32 v5, v3"))
    assert fresh(before, longer) == []
    assert fresh(before, program(TRANS.format("v_mov_b32_e32 v4, v3\nv_mov_b32_e32 v5, v1"))) == [("trans-use", 10)]


def test_a_rewrite_with_an_error_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "v_lshlrev_b32_e32 v1, 2, v0\nv_add_nc_u32_e32 v2, v0, {}\nglobal_store_b32 v1, v2, s[0:1]"

    def planted(self: reassign.Reassign, module: Module, kernel: object) -> PassResult:
        return PassResult(program(body.format("v127")), True, None, ())

    monkeypatch.setattr(reassign.Reassign, "apply", planted)
    options = Options(passes=("reassign",))
    result = pipeline.optimize_module(program(body.format("v1")), options)
    assert not result.changed
    assert ["undefined-read" in note for note in result.kernels[0].passes[0].notes] == [True]


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_compiler_output_has_no_error_but_the_interlock(path: Path, toolchain: Toolchain) -> None:
    module = parse_text(path.read_text(), str(path))
    findings = lint_module(module)
    assert {f.rule for f in findings if f.severity == "error"} <= {"vopd-interlock"}
    if path.stem in ("softmax_gfx1100", "layernorm_gfx1100"):
        result = repair_module(module)
        assert result.fixed
        assert not [f for f in result.left if f.severity == "error"]
        assert assemble(result.module.text(), module.arch, path=str(path), toolchain=toolchain)
