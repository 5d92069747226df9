"""``isaopt build``."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from isaopt.cli import main
from isaopt.toolchain.codeobject import read_code_object

Maker = Callable[..., str]


@pytest.fixture
def source(tmp_path: Path, kernel_text: Maker) -> Path:
    path = tmp_path / "k.s"
    path.write_text(kernel_text())
    return path


def test_build_writes_a_code_object_and_says_nothing(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = source.with_suffix(".hsaco")
    assert main.run(["build", str(source), "-o", str(output)]) == 0
    assert capsys.readouterr() == ("", "")
    built = read_code_object(output.read_bytes())
    assert (built.arch, built.kernels) == ("gfx1100", ("k",))


def test_build_is_deterministic_and_reports_itself(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    digests = []
    for name in ("a.hsaco", "b.hsaco"):
        output = source.parent / name
        assert main.run(["build", str(source), "-o", str(output), "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        assert document["arch"] == "gfx1100"
        assert document["kernels"] == ["k"]
        assert document["input"] == {
            "path": str(source),
            "sha256": hashlib.sha256(source.read_bytes()).hexdigest(),
        }
        assert document["output"]["sha256"] == hashlib.sha256(output.read_bytes()).hexdigest()
        assert set(document["toolchain"]) == {"clang", "ld.lld"}
        digests.append(document["output"]["sha256"])
    assert digests[0] == digests[1]


def test_arch_overrides_the_file_and_says_so(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = source.with_suffix(".hsaco")
    assert main.run(["build", str(source), "-o", str(output), "--arch", "gfx1102"]) == 0
    assert "the file says gfx1100; built for gfx1102" in capsys.readouterr().err
    assert read_code_object(output.read_bytes()).arch == "gfx1102"


def test_an_assembler_error_has_the_place_and_leaves_the_old_output(
    source: Path, kernel_text: Maker, capsys: pytest.CaptureFixture[str]
) -> None:
    text = kernel_text("\tv_foo v0, v1")
    source.write_text(text)
    output = source.with_suffix(".hsaco")
    output.write_bytes(b"old")
    assert main.run(["build", str(source), "-o", str(output)]) == 2
    line = next(i for i, t in enumerate(text.splitlines(), 1) if "v_foo" in t)
    assert capsys.readouterr().err.splitlines() == [
        f"{source}:{line}:2: error: assembler: invalid instruction",
        "\tv_foo v0, v1",
        "\t^",
    ]
    assert output.read_bytes() == b"old"


@pytest.mark.parametrize("option", ["--clang", "--lld"])
def test_a_named_tool_that_does_not_work_is_exit_code_3(
    source: Path, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = source.with_suffix(".hsaco")
    assert main.run(["build", str(source), "-o", str(output), option, "/nowhere/tool"]) == 3
    assert (
        capsys.readouterr().err
        == f"isaopt: error: {option} /nowhere/tool: cannot be started: No such file or directory\n"
    )
    assert not output.exists()


def test_text_without_a_kernel_is_built_with_a_warning(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source.write_text('\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"\n\ts_nop 0\n')
    assert main.run(["build", str(source), "-o", str(source.with_suffix(".hsaco"))]) == 0
    assert "contains nothing to launch" in capsys.readouterr().err


def test_json_and_the_code_object_do_not_share_standard_output(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["build", str(source), "-o", "-", "--json"]) == 2
    assert capsys.readouterr().out == ""
