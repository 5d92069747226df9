"""The gate of a pull request: baselines, named exceptions, annotations, SARIF."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from isaopt.cli import main

INPUTS = Path(__file__).parent.parent / "golden" / "inputs"
BEFORE, AFTER = str(INPUTS / "before.s"), str(INPUTS / "after.s")

EXCEPTION = """
[[exception]]
kernel = "ax*"
condition = "conflicts<+0"
reason = "fewer conflicts are what we asked for"
"""


@pytest.fixture
def baseline(tmp_path: Path) -> str:
    path = str(tmp_path / "base.json")
    assert main.run(["report", BEFORE, "-o", path]) == 0
    return path


@pytest.fixture
def allowed(tmp_path: Path) -> Path:
    path = tmp_path / "allowed.toml"
    path.write_text(EXCEPTION)
    return path


@pytest.mark.slow
def test_a_baseline_stands_for_the_file_it_was_made_of(baseline: str, capsys: pytest.CaptureFixture[str]) -> None:
    def figures(before: str) -> list[object]:
        assert main.run(["diff", before, AFTER, "--json"]) == 0
        kernels = json.loads(capsys.readouterr().out)["kernels"]
        return [(k["name"], k["before"], k["after"]) for k in kernels]

    assert figures(baseline) == figures(BEFORE)
    assert main.run(["diff", baseline, AFTER]) == 0
    assert "No instruction changed" not in capsys.readouterr().out


def test_a_list_of_reports_is_a_baseline(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = []
    for name in ("axpy", "a_kernel_with_a_long_name_that_is_called_by_nobody_and_calls_something_itself"):
        assert main.run(["report", BEFORE, "--kernel", name, "--json"]) == 0
        documents.append(json.loads(capsys.readouterr().out))
    path = tmp_path / "base.json"
    path.write_text(json.dumps(documents))
    assert main.run(["diff", str(path), BEFORE, "--fail-on", "vgprs!=+0"]) == 0
    path.write_text(json.dumps([*documents, documents[0]]))
    assert main.run(["diff", str(path), BEFORE]) == 2
    assert "'axpy' appears twice in the baseline" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d["kernels"][0].pop("vgprs"), "kernel 'axpy': Object missing required field `vgprs`"),
        (lambda d: d["kernels"][0]["loops"][0].pop("valu"), "missing required field `valu` - at `$.loops[0]`"),
        (lambda d: d["kernels"][0].update(valu="many"), "Expected `int`, got `str` - at `$.valu`"),
        (lambda d: d["kernels"][0].update(valu=True), "Expected `int`, got `bool` - at `$.valu`"),
        (lambda d: d.update(bank_model="article"), "under the model 'article', not 'gather2'"),
        (lambda d: d.pop("kernels"), "missing required field `kernels`"),
        (lambda d: d["kernels"][0].update(name="other"), "none of its kernels is in the baseline"),
    ],
)
def test_what_is_no_baseline_is_refused(
    baseline: str, change: object, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(Path(baseline).read_text())
    assert callable(change)
    change(document)
    if "kernels" in document:
        document["kernels"] = document["kernels"][:1]
    Path(baseline).write_text(json.dumps(document))
    assert main.run(["diff", baseline, AFTER]) == 2
    out, err = capsys.readouterr()
    assert words in err
    assert out == ""


@pytest.mark.slow
def test_an_exception_needs_its_kernel_its_condition_and_a_reason(
    allowed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gate = ["diff", BEFORE, AFTER, "--summary", "--exceptions", str(allowed), "--fail-on"]
    assert main.run([*gate, "conflicts<+0"]) == 0
    assert "excepted: fewer conflicts are what we asked for" in capsys.readouterr().err
    assert main.run([*gate, "conflicts<=+0"]) == 1
    assert "is not needed" in capsys.readouterr().err
    allowed.write_text(EXCEPTION.replace("ax*", "bx*"))
    assert main.run([*gate, "conflicts<+0"]) == 1
    allowed.write_text(EXCEPTION + 'loop = ".LBB9_*"\n')
    assert main.run([*gate, "conflicts<+0"]) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x =", "not a TOML file"),
        ("[other]\n", "not a file of [[exception]] tables"),
        ("exception = 3\n", "not a file of [[exception]] tables"),
        (EXCEPTION.replace("reason", "because"), "unknown field `because`"),
        (EXCEPTION.replace('"fewer conflicts are what we asked for"', '" "'), "at `$.exception[0].reason`"),
        (EXCEPTION.replace('kernel = "ax*"', ""), "missing required field `kernel`"),
        (EXCEPTION.replace("conflicts<+0", "beauty>0"), "no figure is called 'beauty'"),
    ],
)
def test_a_file_of_exceptions_says_what_is_wrong(
    allowed: Path, text: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    allowed.write_text(text)
    assert main.run(["diff", BEFORE, AFTER, "--exceptions", str(allowed), "--fail-on", "conflicts>0"]) == 2
    out, err = capsys.readouterr()
    assert words in err
    assert out == ""


NAIVE = Path(__file__).parents[2] / "kernels_s" / "sgemm_naive_gfx1100.s"
SLOWER = "\ts_nop 15\n" * 40


@pytest.mark.slow
def test_cycles_are_those_that_sim_predicts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    slow, base = tmp_path / "slow.s", tmp_path / "base.json"
    loop = "\n.LBB0_3:"
    text = NAIVE.read_text()
    at = text.index("\n", text.index(loop) + 1) + 1
    slow.write_text(text[:at] + SLOWER + text[at:])
    gate = ["--summary", "--fail-on", "cycles>+0"]
    assert main.run(["diff", str(slow), str(NAIVE), *gate]) == 0
    capsys.readouterr()
    assert main.run(["diff", str(NAIVE), str(slow), *gate, "--json"]) == 1
    compared = json.loads(capsys.readouterr().out)
    assert "× as fast predicted on RX 7900 XTX (23,040 workgroups); was limited by" in compared["verdict"]
    (kernel,) = compared["kernels"]
    assert main.run(["sim", str(NAIVE), "--json"]) == 0
    launches = json.loads(capsys.readouterr().out)["kernels"][0]["launches"]
    assert [launch["name"] for launch in launches] == ["large", "small"]
    assert kernel["before"]["predicted_cycles"] == launches[0]["cycles"]
    assert kernel["before"]["predicted_for"].endswith(f"large: {launches[0]['description']}")
    assert main.run(["report", str(NAIVE), "-o", str(base)]) == 0
    assert json.loads(base.read_text())["kernels"][0]["predicted_cycles"] == launches[0]["cycles"]
    assert main.run(["diff", str(base), str(slow), *gate]) == 1
    assert main.run(["diff", str(base), str(NAIVE), *gate]) == 0
    out = str(tmp_path / "out.s")
    capsys.readouterr()
    assert main.run(["opt", str(NAIVE), "-o", out, "--level", "0", "--fail-on", "cycles>1"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("left unchanged: no pass was run\n")
    assert "no predicted cycles" in said.err
    assert main.run(["opt", str(NAIVE), "-o", out, "--level", "0", "--objective", "balanced", "--json"]) == 0
    optimized = json.loads(capsys.readouterr().out)["kernels"][0]
    assert optimized["before"]["predicted_cycles"] == launches[0]["cycles"]
    assert optimized["verdict"] == "left unchanged: no pass was run"


@pytest.mark.slow
def test_violations_reach_a_pull_request(allowed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sarif = tmp_path / "gate.sarif"
    command = ["diff", BEFORE, AFTER, "--summary", "--annotate", "github", "--gate-sarif", str(sarif)]
    command += ["--exceptions", str(allowed), "--fail-on", "conflicts<+0", "--fail-on", "loop.conflicts<+0"]
    assert main.run(command) == 1
    lines = capsys.readouterr().err.splitlines()
    label = next(n for n, line in enumerate(Path(AFTER).read_text().splitlines(), 1) if line.startswith(".LBB0_2:"))
    assert any(line.startswith("::notice file=") and "excepted" in line for line in lines)
    (error,) = [line for line in lines if line.startswith("::error ")]
    assert f",line={label},title=isaopt::loop '.LBB0_2' of 'axpy'" in error
    assert lines[-1].startswith(f"{AFTER}:{label}:1: error: --fail-on 'loop.conflicts<+0' holds")
    run = json.loads(sarif.read_text())["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["conflicts<+0", "loop.conflicts<+0"]
    violation, excepted = run["results"]
    assert violation["ruleId"] == "loop.conflicts<+0"
    assert violation["locations"][0]["physicalLocation"]["region"]["startLine"] == label
    assert "suppressions" not in violation
    assert excepted["suppressions"][0]["justification"] == "fewer conflicts are what we asked for"


def test_a_launch_says_what_is_predicted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args, base = tmp_path / "args.json", tmp_path / "base.json"
    buffers = [{"kind": "buffer", "name": name, "dtype": "f32", "shape": [64, 64]} for name in "abc"]
    scalars = [{"kind": "scalar", "name": "n", "dtype": "i32", "value": 64}]
    scalars += [{"kind": "scalar", "name": name, "dtype": "f32", "value": 1} for name in ("alpha", "beta")]
    args.write_text(json.dumps([*buffers, *scalars]))
    launch = ["--grid", "4,4", "--block", "16,16", "--args", str(args)]
    assert main.run(["report", str(NAIVE), *launch, "-o", str(base)]) == 0
    (kernel,) = json.loads(base.read_text())["kernels"]
    assert kernel["predicted_for"].endswith("launch: 16 workgroups of 256, scalar arguments of 64, 1, 1")
    capsys.readouterr()
    gate = ["diff", str(base), str(NAIVE), "--summary", "--fail-on", "cycles!=+0"]
    assert main.run([*gate, *launch]) == 0
    assert capsys.readouterr().err == ""
    assert main.run(gate) == 0
    assert "--fail-on has no predicted cycles to compare" in capsys.readouterr().err
