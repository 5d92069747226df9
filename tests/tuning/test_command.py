"""``isaopt opt --objective cycles``: what it prints and writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from isaopt.cli import main
from tests.tuning.programs import TEXT

QUICK = ("--passes", "unroll,schedule", "--trip", ".LBB0_1=12", "--waves-per-simd", "1")


def run(*args: str) -> int:
    return main.run(["opt", *args])


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "k.s"
    path.write_text(TEXT)
    return path


@pytest.mark.slow
def test_json_explanation_and_report(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, page = source.with_name("o.s"), source.with_name("o.html")
    arguments = (str(source), "-o", str(out), *QUICK, "--objective", "cycles", "--report", str(page), "--json")
    assert run(*arguments) == 0
    (kernel,) = json.loads(capsys.readouterr().out)["kernels"]
    tuning = kernel["tuning"]
    assert [w["name"] for w in tuning["workloads"]] == ["large", "small"]
    assert all(w["after"] <= w["before"] for w in tuning["workloads"])
    assert kernel["after"]["predicted_cycles"] == tuning["workloads"][0]["after"]
    assert kernel["after"]["predicted_for"] == kernel["before"]["predicted_for"]
    assert "× faster predicted on RX 7900 XTX (23,040 workgroups), proved; " in kernel["verdict"]
    assert " limited by " in kernel["verdict"]
    assert kernel["verdict"].endswith(f"written to {out}")
    assert kernel["verdict"] in page.read_text()
    outcomes = [c["outcome"] for c in tuning["candidates"]]
    assert outcomes.count("chosen") == 1
    assert len(outcomes) > 1
    assert all(len(c["cycles"]) == 2 for c in tuning["candidates"])
    html = page.read_text()
    versions = ("Simulation of the version before", "Simulation of the version after")
    for words in (*versions, "waves over time", "candidates", "scalar arguments of 1024"):
        assert words in html


def test_explain_lists_the_candidates_that_lost(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = source.with_name("o.s")
    assert run(str(source), "-o", str(out), *QUICK, "--objective", "cycles", "--explain") == 0
    text = capsys.readouterr().out
    assert "chosen" in text
    assert "beaten" in text
    assert "unroll(factor=2), schedule" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--objective", "conflicts", "--trip", ".LBB0_1=3"), "--objective conflicts does not use --gpu"),
        (("--objective", "cycles", "--trip", ".LBB0_1"), "--trip takes NAME=VALUE"),
        (("--objective", "cycles", "--trip", ".LBB0_7=3"), "no loop starts at '.LBB0_7' (loops: .LBB0_1)"),
        (("--objective", "cycles", "--gpu", "rx9070xt"), "but the file is for gfx1100"),
        (("--objective", "cycles", "--waves-per-simd", "99"), "a SIMD holds 1 to 16"),
    ],
)
def test_mistakes_are_one_line(
    source: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    out = source.with_name("o.s")
    assert run(str(source), "-o", str(out), *arguments) == 2
    err = capsys.readouterr().err
    assert words in err
    assert err.count("\n") == 1
    assert not out.exists()


def test_a_launch_is_predicted_as_it_is(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = source.with_name("args.json")
    buffer = {"kind": "buffer", "name": "x", "dtype": "f32", "shape": [64], "init": "zeros"}
    args.write_text(json.dumps([buffer, {"kind": "scalar", "name": "n", "dtype": "i32", "value": 24}]))
    launch = ("--grid", "2", "--block", "64", "--args", str(args))
    arguments = ("--passes", "unroll,schedule", "--objective", "cycles", *launch, "--json")
    assert run(str(source), "-o", str(source.with_name("o.s")), *arguments) == 0
    (kernel,) = json.loads(capsys.readouterr().out)["kernels"]
    (figure,) = kernel["tuning"]["workloads"]
    assert figure["name"] == "launch"
    assert figure["after"] <= figure["before"]
