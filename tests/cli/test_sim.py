"""``isaopt sim``: its document, its options, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from isaopt.cli import main

ROOT = Path(__file__).parents[2]
KERNEL = str(ROOT / "kernels_s" / "sgemm_naive_gfx1100.s")
FAST = ["--waves-per-simd", "1", "--trip", ".LBB0_3=40"]


def document(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert main.run(["sim", KERNEL, *FAST, *args, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_the_document_is_the_contract_s(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys)
    assert found["gpu"] == "rx7900xtx"
    (kernel,) = found["kernels"]
    assert kernel["name"] == "sgemm_naive"
    assert kernel["waves_per_simd"] == 1
    assert kernel["cycles"] > 0
    assert kernel["seconds"] == pytest.approx(kernel["cycles"] / 2371e6)
    assert 0 < kernel["valu_utilisation"] <= 1
    assert 0 <= kernel["dual_issue_rate"] <= 1
    assert all(isinstance(cycles, int | float) for cycles in kernel["stalls"].values())
    assert [loop["label"] for loop in kernel["loops"]] == [".LBB0_3"]
    assert kernel["loops"][0]["cycles_per_iteration"] > 0
    assert kernel["flops_per_second"] > 0
    assert any("workgroup" in text or "argument" in text for text in found["assumed"])
    assert not any("trip count" in text for text in found["assumed"])


def test_settings_change_the_prediction_and_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    before, after = document(capsys), document(capsys, "--set", "l2.latency=2000")
    assert after["set"] == ["l2.latency"]
    assert after["kernels"][0]["cycles"] > 1.2 * before["kernels"][0]["cycles"]


def test_a_launch_gives_trip_counts_and_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = [
        *({"kind": "buffer", "name": name, "dtype": "f32", "shape": [64, 64]} for name in "abc"),
        {"kind": "scalar", "name": "n", "dtype": "i32", "value": 64},
        *({"kind": "scalar", "name": name, "dtype": "f32", "value": 1} for name in ("alpha", "beta")),
    ]
    path = tmp_path / "args.json"
    path.write_text(json.dumps(args))
    launch = ["--grid", "4,4", "--block", "16,16", "--args", str(path)]
    assert main.run(["sim", KERNEL, *launch, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    kernel = found["kernels"][0]
    assert kernel["loops"][0]["iterations"] == 64
    assert kernel["workgroups"] == 1
    # 2 n^3 operations, and alpha and beta.
    done = kernel["flops_per_second"] * kernel["seconds"]
    assert 2 * 64**3 <= done <= 2.1 * 64**3


@pytest.mark.parametrize("ending", ["md", "html", "txt"])
def test_pages(ending: str, tmp_path: Path) -> None:
    out = tmp_path / f"sim.{ending}"
    assert main.run(["sim", KERNEL, *FAST, "-o", str(out)]) == 0
    text = out.read_text()
    assert "wait" in text
    assert ".LBB0_3" in text


def test_parameters_are_listed_with_sources(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["sim", "--parameters", "--gpu", "rx9070xt", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["parameters"]["lds.latency"]["source"]


def test_what_parameters_prints_is_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["sim", "--parameters", "--set", "lds.latency=88", "--json"]) == 0
    path = tmp_path / "mine.json"
    path.write_text(capsys.readouterr().out)
    mine, theirs = document(capsys, "--gpu", str(path)), document(capsys, "--set", "lds.latency=88")
    assert mine["kernels"] == theirs["kernels"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--gpu", "rx1"], "no GPU model is called 'rx1'"),
        (["--gpu", "rx9070xt"], "rx9070xt is gfx1201, but the file is for gfx1100"),
        (["--set", "lds.latency"], "--set takes NAME=VALUE"),
        (["--set", "lds.latenzy=3"], "no parameter 'lds.latenzy'"),
        (["--set", "lds.latency=-1"], "must not be negative"),
        (["--set", "issue.arbitration=any"], "is one of greedy-oldest"),
        (["--trip", ".LBB9_9=3"], "no loop starts at '.LBB9_9' (loops: .LBB0_3)"),
        (["--trip", ".LBB0_3=many"], "not a number"),
        (["--waves-per-simd", "17"], "a SIMD holds 1 to 16"),
        (["--grid", "4,4"], "needs both --grid and --block"),
        (["--kernel", "other"], "no kernel is called 'other'"),
    ],
)
def test_errors_are_one_line(args: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["sim", KERNEL, *args]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert len([line for line in captured.err.splitlines() if not line.startswith("hint:")]) == 1
    assert captured.out == ""


def test_a_broken_model_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.json"
    for text in ("{", "[]", '{"arch": "gfx1100"}', '{"arch": "gfx906", "parameters": {}}'):
        path.write_text(text)
        assert main.run(["sim", KERNEL, "--gpu", str(path)]) == 2
        assert str(path) in capsys.readouterr().err


def two_kernels(folder: Path) -> str:
    """A file of two kernels, of which the second calls a function."""
    text = Path(KERNEL).read_text()
    body = text[text.index("\t.text") : text.index("\t.amdgpu_metadata")].replace("sgemm_naive", "caller")
    body = (
        body.replace(".LBB0_", ".LBB1_")
        .replace("func_", "func1_")
        .replace("\ts_endpgm\n", "\ts_swappc_b64 s[30:31], s[4:5]\n\ts_endpgm\n", 1)
    )
    path = folder / "two.s"
    path.write_text(text.replace("\t.amdgpu_metadata", body + "\t.amdgpu_metadata", 1))
    return str(path)


def test_a_kernel_that_cannot_be_followed_does_not_take_the_others_along(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = two_kernels(tmp_path)
    alone = document(capsys)["kernels"]
    assert main.run(["sim", path, *FAST, "--json"]) == 0
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert found["kernels"] == alone
    (left_out,) = found["left_out"]
    assert left_out["name"] == "caller"
    assert "s_swappc_b64" in Path(path).read_text().splitlines()[left_out["line"] - 1]
    assert captured.err == (
        f"{path}:{left_out['line']}:1: warning: kernel 'caller' is skipped: "
        "the simulator does not model 's_swappc_b64'\n"
    )
    assert main.run(["sim", path, *FAST]) == 0
    assert "caller: left out" in capsys.readouterr().out


def test_a_kernel_asked_for_by_name_that_cannot_be_followed_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = two_kernels(tmp_path)
    assert main.run(["sim", path, "--kernel", "caller"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "error: the simulator does not model 's_swappc_b64'" in captured.err


def test_a_label_that_no_kernel_has_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["sim", two_kernels(tmp_path), "--trip", ".LBB7_7=2"]) == 2
    assert "no loop starts at '.LBB7_7' (loops: .LBB0_3, .LBB1_3)" in capsys.readouterr().err


def test_a_long_loop_is_extrapolated_unless_it_is_wanted_whole(capsys: pytest.CaptureFixture[str]) -> None:
    cut, whole = (document(capsys, "--trip", ".LBB0_3=6000", *flags) for flags in ((), ("--whole",)))
    simulated = [found["kernels"][0]["loops"][0]["simulated"] for found in (cut, whole)]
    assert simulated[0] < simulated[1] == 6000
