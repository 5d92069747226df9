"""What ``import isaopt`` offers to people and to type checkers."""

from __future__ import annotations

import ast
import typing
from pathlib import Path

import pytest

import isaopt
from isaopt.errors import UsageError
from isaopt.transform.registry import PassOptions, make_pass
from isaopt.transform.spec import parse_passes, settings_of
from isaopt.transform.unroll.unroll import Unroll

KERNELS = Path(__file__).parents[1] / "kernels_s"


def test_dir_lists_what_there_is() -> None:
    assert {name for name in dir(isaopt) if not name.startswith("__")} == set(isaopt.__all__)
    assert isaopt.Options().passes is None


def test_no_signature_says_object() -> None:
    for name in isaopt.__all__:
        found = getattr(isaopt, name)
        hints = found.__annotations__ if isinstance(found, type) else dict(found.__annotations__)
        assert not [key for key, hint in hints.items() if hint in (object, "object", typing.Any, "Any")], name


def test_a_type_checker_sees_every_name() -> None:
    """Names are looked up when they are asked for, so the imports for type checkers are written out beside that."""
    tree = ast.parse(Path(isaopt.__file__).read_text("utf-8"))
    (block, *_) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {
        alias.asname or alias.name for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert seen == set(isaopt.__all__)


def test_passes_are_written_with_their_options() -> None:
    specs = parse_passes("sgpr-bases, unroll{factor=4 max-code-bytes=4096},spread{group=3,setprio}")
    assert list(map(str, specs)) == [
        "sgpr-bases",
        "unroll{factor=4 max-code-bytes=4096}",
        "spread{group=3 setprio=true}",
    ]
    assert parse_passes(",".join(map(str, specs)))[1].options == specs[1].options
    options = PassOptions(max_vgprs=64, settings=settings_of(specs, ""))
    assert make_pass("unroll", options) == Unroll(4, 4096)
    assert getattr(make_pass("spread", options), "max_vgprs", None) == 64
    assert parse_passes("") == parse_passes(" , ") == ()
    assert [spec.name for spec in parse_passes("batch,thread")] == ["sgpr-bases", "jump-threading"]


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("sgpr-bases, unrol{factor=4}", 13, "no pass is called 'unrol', did you mean 'unroll'?"),
        ("unroll{facto=2}", 8, "unroll has no option 'facto', did you mean 'factor'?"),
        ("unroll{factor=1}", 15, "factor of unroll: Expected `int` >= 2, not '1'"),
        ("unroll{factor=x}", 15, "not 'x'"),
        ("unroll{factor=}", 15, "a value expected, not '}'"),
        ("unroll{factor=2 factor=3}", 17, "factor is set twice"),
        ("unroll{factor=4", 16, "an option or '}' expected, not the end"),
        ("pair unroll", 6, "',' expected after pair, not 'u'"),
        ("{factor=4}", 1, "the name of a pass expected, not '{'"),
        ("reassign{bank-model=x}", 21, "no register-file model is called 'x'"),
        ("sgpr-bases{without=3}", 12, "sgpr-bases has no option 'without'"),
        ("reassign{effort=nan}", 17, "not 'nan'"),
    ],
)
def test_an_error_has_its_column(text: str, column: int, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_passes(text)
    assert (caught.value.path, caught.value.line, caught.value.col) == ("--passes", 1, column)
    assert caught.value.source == text
    assert message in caught.value.message


@pytest.mark.slow
def test_options_of_one_pass_count_more_than_those_of_all() -> None:
    module = isaopt.parse(KERNELS / "softmax_gfx1201.s")
    with pytest.raises(UsageError, match="named twice"):
        isaopt.optimize(module, isaopt.Options(passes=("reassign", "reassign{seed=2}")))
    with pytest.raises(UsageError, match="chooses factor of unroll itself"):
        isaopt.optimize(module, isaopt.Options(passes=("unroll{factor=2}",), objective="cycles"))
    (kernel,) = isaopt.optimize(module, isaopt.Options(passes=("reassign{bank-model=one-read effort=0.1}",))).kernels
    assert kernel.verify == "proved"
    assert kernel.passes[0].solver is not None
    assert kernel.passes[0].solver.levels[0][0] == "one-read"


def test_what_cannot_be_set_is_not_listed() -> None:
    listed = {name for info in isaopt.passes() for name in info.options}
    assert {"factor", "group", "bank_model"} <= listed
    assert not listed & {"assumptions", "without"}


def test_rows_name_their_loop_by_its_label() -> None:
    (kernel,) = isaopt.report(isaopt.parse(Path(__file__).parent / "golden" / "inputs" / "before.s")).kernels[:1]
    labels = {loop.label for loop in kernel.metrics.loops}
    named = {row.loop for row in kernel.rows}
    assert named & labels
    assert named <= {*labels, None}
