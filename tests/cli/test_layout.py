"""``isaopt layout``: what it prints, refuses and writes."""

from __future__ import annotations

import json

import pytest

import isaopt
from isaopt.cli import main

F32 = ["layout", "v_wmma_f32_16x16x16_f16", "--arch"]


def test_lanes_and_registers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run([*F32, "gfx1100", "--wave", "32"]) == 0
    lines = capsys.readouterr().out.splitlines()
    start = lines.index("D: i,j by lane and register")
    row = lines[start + 2 + 17].split()  # heading, column names, then lane 0
    assert row == ["17", *(f"{2 * r + 1},1" for r in range(8))]


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--operand", "A", "--element", "3,9"], "- A[3][9]: v4{3}.[31:16], v4{19}.[31:16]\n"),
        (["--element", "3,9"], "- D[3][9]: v1{25}\n"),
        (["--register", "2,17"], "- v2{17} of A: A[1][4] from bit 0, A[1][5] from bit 16\n"),
    ],
)
def test_single_answers(args: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run([*F32, "gfx1100", *args]) == 0
    assert expected in capsys.readouterr().out


def test_blocks_and_wide_elements(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["layout", "v_mfma_f64_4x4x4f64", "--arch", "gfx90a", "--operand", "D", "--element", "1,2,3"]) == 0
    assert capsys.readouterr().out == "- D[1][2][3]: v[0:1]{30}\n"


def test_matrix_view(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run([*F32, "gfx1201", "--operand", "B", "--view", "matrix"]) == 0
    last = capsys.readouterr().out.splitlines()[-1].split()
    assert (last[0], last[16]) == ("15", "v3{31}.[31:16]")


def test_json_is_the_function_s_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["layout", "v_swmmac_f32_16x16x32_f16", "--arch", "gfx1201", "--wave", "64", "--json",
                     "--modifier", "index_key:2", "--operand", "index"]) == 0  # fmt: skip
    document = json.loads(capsys.readouterr().out)
    found = isaopt.layout("v_swmmac_f32_16x16x32_f16", "gfx1201", 64, {"index_key": "2"})
    assert document["confidence"] == found.confidence == "assumed"
    assert list(document["operands"]) == ["index"]
    for entry in document["operands"]["index"]["elements"]:
        (place,) = found.places("index", (entry["i"], entry["k"]))
        assert entry["places"] == [{"lane": place.lane, "register": 0, "bit": place.bit, "bits": 2}]
        assert place.bit // 8 == 2


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201", "gfx90a", "gfx942"])
def test_the_list(arch: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["layout", "--list", "--arch", arch, "--json"]) == 0
    names = json.loads(capsys.readouterr().out)["instructions"]
    assert len(names) >= 6
    for name in names:
        assert isaopt.layout(name, arch).op.mnemonic == name


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["layout", "v_wmma_f32_16x16x16_f61", "--arch", "gfx1100"], "has no matrix instruction"),
        (["layout", "v_swmmac_f32_16x16x32_f16", "--arch", "gfx1100"], "has no matrix instruction"),
        ([*F32, "gfx1030"], "is not supported"),
        ([*F32, "gfx1100", "--operand", "index"], "has no operand"),
        ([*F32, "gfx1100", "--element", "16,0"], "0 to 15"),
        ([*F32, "gfx1100", "--element", "1"], "an element is"),
        ([*F32, "gfx1100", "--element", "1,2,3"], "not 1,2,3"),
        ([*F32, "gfx1100", "--register", "8,0"], "registers 0 to 7"),
        ([*F32, "gfx1100", "--register", "0,32"], "lanes are 0 to 31"),
        ([*F32, "gfx1100", "--register", "0,0", "--element", "0,0"], "cannot be combined"),
        ([*F32, "gfx1100", "--modifier", "op_sel"], "NAME:VALUE"),
        ([*F32, "gfx1100", "--modifier", "neg_lo:[0,0,1]"], "no layout depends"),
        ([*F32, "gfx1100", "--modifier", "op_sel:[0,0,1]"], "takes no op_sel"),
        ([*F32, "gfx1100", "--list"], "takes no instruction"),
        (["layout", "v_mfma_f32_16x16x4f32", "--arch", "gfx90a", "--wave", "32"], "waves of 64"),
    ],
)
def test_refusals_are_one_line(args: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(args) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err.splitlines()[0]
