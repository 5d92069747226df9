"""``isaopt report`` and ``isaopt diff``: where their pages go, in which form, and when they fail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from isaopt.cli import main, pages

INPUTS = Path(__file__).parents[1] / "golden" / "inputs"
BEFORE, AFTER = str(INPUTS / "before.s"), str(INPUTS / "after.s")
COMMANDS = [["report", BEFORE, "--kernel", "axpy"], ["diff", BEFORE, AFTER]]
FORMATS = [
    ("--json", ".json", "{"),
    ("--markdown", ".md", "# "),
    ("--html", ".HTML", "<!DOCTYPE html>"),
    ("", ".txt", "/"),
]


@pytest.fixture(params=COMMANDS, ids=["report", "diff"])
def command(request: pytest.FixtureRequest) -> list[str]:
    found: list[str] = request.param
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("option", "ending", "start"), FORMATS)
def test_an_option_and_an_ending_give_the_same(
    command: list[str], option: str, ending: str, start: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    by_ending, by_option = tmp_path / f"page{ending}", tmp_path / "page"
    assert main.run([*command, "-o", str(by_ending)]) == 0
    assert capsysbinary.readouterr() == (b"", b"")
    assert main.run([*command, *([option] if option else [])]) == 0
    printed = capsysbinary.readouterr().out
    assert by_ending.read_bytes() == printed
    assert b"\x1b" not in printed
    if command[0] == "report" and option:
        assert main.run([*command, option, "-o", str(by_option)]) == 0
        assert by_option.read_bytes() == printed
    found = printed.decode()
    if ending == ".md" or (command[0] == "diff" and ending == ".txt"):
        verdict, found = found.split("\n\n", 1)
        assert "predicted on R" in verdict
        assert "limited by" in verdict
    assert found.startswith(start)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--json", "--html"], "--json and --html cannot be combined"),
        (["-o", "OUT/page.pdf"], "the ending must be one of .json, .md, .html, .txt"),
        (["-o", "OUT/missing/page.md"], "is not a directory"),
        (["-o", BEFORE, "--json"], "would overwrite the input"),
        (["--bank-model", "nonsense"], "no register-file model is called 'nonsense'"),
        (["--fail-on", "nonsense"], "not a condition"),
    ],
)
def test_bad_usage(
    command: list[str], options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run([*command, *(option.replace("OUT", str(tmp_path)) for option in options)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err.splitlines()[0]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_threshold_fails_after_the_page_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["report", BEFORE, "--json", "--fail-on", "conflicts<0", "--fail-on", "conflicts.article>0"]) == 1
    out, err = capsys.readouterr()
    assert len(json.loads(out)["kernels"]) == 2
    first, second = (line.partition("error: ")[2] for line in err.splitlines())
    assert first == "--fail-on 'conflicts.article>0' holds for kernel 'axpy': 5"
    assert second.startswith("--fail-on 'conflicts.article>0' holds for kernel 'a_kernel_with_a_long_name")
    assert main.run(["diff", BEFORE, AFTER, "--summary", "--fail-on", "delta.conflicts>0"]) == 0
    assert main.run(["diff", BEFORE, AFTER, "--summary", "--fail-on", "delta.loop.conflicts<0"]) == 1
    assert main.run(["report", BEFORE, "--fail-on", "delta.vgprs>0"]) == 2


def test_one_kernel_its_loops_and_no_instructions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["report", BEFORE, "--kernel", "axpy", "--hot"]) == 0
    hot = capsys.readouterr().out
    assert "a_kernel_with_a_long_name" not in hot
    assert "v_lshlrev_b32_e32 v40" not in hot
    assert "v_dual_fmac_f32 v12, v4, v8 :: v_dual_fmac_f32 v13, v5, v9" in hot
    assert main.run(["report", BEFORE, "--summary"]) == 0
    summary = capsys.readouterr().out
    assert "v_dual_fmac_f32" not in summary
    assert "14 fewer for 16" in summary
    assert main.run(["report", BEFORE, "--kernel", "absent"]) == 2
    assert "no kernel is called 'absent'" in capsys.readouterr().err


def test_a_file_without_kernels_is_said_to_have_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.s"
    path.write_text('\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\n\ts_nop 0\n')
    assert main.run(["report", str(path)]) == 0
    assert "The file has no kernel" in capsys.readouterr().out
    assert main.run(["diff", str(path), str(path)]) == 2
    assert "(none there, none here)" in capsys.readouterr().err


def test_a_kernel_that_computes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.s"
    registers = "\t.amdhsa_next_free_vgpr 1\n\t.amdhsa_next_free_sgpr 1\n"
    path.write_text(
        '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\nempty:\n\ts_endpgm\n\t.rodata\n'
        f"\t.amdhsa_kernel empty\n{registers}\t.end_amdhsa_kernel\n"
    )
    assert main.run(["report", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kernels"][0]["valu"] == 0


def test_a_file_compared_with_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["diff", BEFORE, BEFORE]) == 0
    out = capsys.readouterr().out
    assert out.count("No instruction changed.") == 2
    assert "→" not in out.replace(f"{BEFORE} → {BEFORE}", "")


@pytest.mark.slow
def test_standard_input_is_one_side_or_the_source() -> None:
    text = Path(BEFORE).read_bytes()
    run = [sys.executable, "-m", "isaopt"]
    done = subprocess.run([*run, "diff", "-", AFTER, "--summary"], input=text, capture_output=True, check=True)
    assert b"\n<stdin> " in done.stdout
    done = subprocess.run([*run, "report", "-", "--json"], input=text, capture_output=True, check=True)
    assert json.loads(done.stdout)["path"] == "<stdin>"
    assert main.run(["diff", "-", "-"]) == 2


@pytest.mark.parametrize(
    ("env", "terminal", "wanted"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
    ],
)
def test_when_there_is_colour(
    monkeypatch: pytest.MonkeyPatch, env: dict[str, str], terminal: bool, wanted: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setitem(os.environ, name, value)
    assert pages.wants_colour(terminal) is wanted


@pytest.mark.parametrize("name", ["softmax_gfx1100", "wmma_gemm_gfx1201", "triton_gemm_fp16_gfx1201"])
def test_a_real_kernel_has_a_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(Path(__file__).parents[2] / "kernels_s" / f"{name}.s")
    assert main.run(["report", path, "--html", "--fail-on", "instructions<1"]) == 0
    assert capsys.readouterr().out.endswith("</html>\n")
