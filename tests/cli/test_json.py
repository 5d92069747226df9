"""Every ``--json`` document against the interface contract: its fields, their types, and that they agree."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import isaopt
from isaopt.cli import main

ROOT = Path(__file__).parents[2]
BEFORE, AFTER = (ROOT / "tests" / "golden" / "inputs" / name for name in ("before.s", "after.s"))

NUMBER = (int, float)
SHARED: dict[str, Any] = {
    "instructions": int,
    "valu": int,
    "dual": int,
    "bank_conflicts": NUMBER,
    "bank_conflicts_by_model": {"gather2": NUMBER, "article": NUMBER, "one-read": NUMBER},
    "vgpr_bank_reads": int,
    "vgpr_operand_reads": int,
    "issue_cycles": NUMBER,
    "predicted_cycles": (*NUMBER, type(None)),
}
LOOP: dict[str, Any] = {
    **SHARED,
    "label": str,
    "depth": int,
    "parent": (str, type(None)),
    "trip_count": (int, type(None)),
    "single_pairable": int,
}
METRICS: dict[str, Any] = {
    **SHARED,
    "vgprs": int,
    "sgprs": int,
    "lds_bytes": int,
    "scratch_bytes": int,
    "occupancy_waves_per_simd": int,
    "predicted_for": (str, type(None)),
    "loops": [LOOP],
}
FILE: dict[str, Any] = {"path": str, "sha256": str}
OPT: dict[str, Any] = {
    "verdict": str,
    "arch": str,
    "input": FILE,
    "output": FILE,
    "seconds": NUMBER,
    "assumptions": [str],
    "lint": {"errors": int, "warnings": int},
    "kernels": [
        {
            "name": str,
            "verdict": str,
            "wave_size": int,
            "before": METRICS,
            "after": METRICS,
            "verify": str,
            "passes": [
                {
                    "name": str,
                    "changed": bool,
                    "reason": str,
                    "seconds": NUMBER,
                    "solver": (type(None), {"status": str, "objective": NUMBER, "bound": NUMBER}),
                    "notes": [str],
                }
            ],
        }
    ],
}
RECORD: dict[str, Any] = {
    "line": int,
    "kernel": (str, type(None)),
    "text": str,
    "mnemonic": str,
    "encoding": str,
    "defs": [str],
    "uses": [str],
    "implicit_defs": [str],
    "implicit_uses": [str],
    "flags": [str],
}


def check(value: object, shape: Any, where: str = "document") -> None:
    """That a JSON value has the fields and types of a shape; fields beyond them are allowed."""
    if isinstance(shape, dict):
        assert isinstance(value, dict), where
        for name, inner in shape.items():
            assert name in value, f"{where}.{name} is missing"
            check(value[name], inner, f"{where}.{name}")
    elif isinstance(shape, list):
        assert isinstance(value, list), where
        for place, item in enumerate(value):
            check(item, shape[0], f"{where}[{place}]")
    elif isinstance(shape, tuple) and any(isinstance(each, dict) for each in shape):
        if value is not None:
            check(value, next(each for each in shape if isinstance(each, dict)), where)
    else:
        assert isinstance(value, shape), f"{where} is {value!r}"
        assert shape is bool or not isinstance(value, bool), f"{where} is {value!r}"


def run(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    """The document that a command prints, and that it prints nothing else."""
    assert main.run([*args]) == 0
    out, err = capsys.readouterr()
    assert err == "" or all(line.startswith("isaopt: note: ") for line in err.splitlines())
    return json.loads(out)


@pytest.mark.parametrize("shape", [LOOP, METRICS, OPT, RECORD])
def test_the_check_notices_each_missing_or_wrong_field(shape: dict[str, Any]) -> None:
    good = example(shape)
    check(good, shape)
    for name in shape:
        with pytest.raises(AssertionError):
            check({k: v for k, v in good.items() if k != name}, shape)
        with pytest.raises(AssertionError):
            check({**good, name: {"wrong": 0}}, shape)


def example(shape: Any) -> Any:
    """The smallest value of a shape."""
    if isinstance(shape, dict):
        return {name: example(inner) for name, inner in shape.items()}
    if isinstance(shape, list):
        return [example(shape[0])]
    first = shape[0] if isinstance(shape, tuple) else shape
    return first()


def test_opt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.s"
    document = run(capsys, "opt", str(BEFORE), "-o", str(out), "--json")
    check(document, OPT)
    assert document["arch"] == "gfx1100"
    for side, path in (("input", BEFORE), ("output", out)):
        assert document[side] == {"path": str(path), "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    solved, blocked = document["kernels"]
    assert {k["verify"] for k in document["kernels"]} <= {"proved", "emulated", "failed", "skipped"}
    answers = [ran["solver"]["status"] for ran in solved["passes"] if ran["solver"]]
    assert answers
    assert set(answers) <= {"optimal", "feasible"}
    assert blocked["passes"][0]["solver"] is None
    assert blocked["passes"][0]["notes"]
    assert blocked["passes"][0]["reason"] == "call"
    assert blocked["before"] == blocked["after"]


def test_report_prints_metrics_per_kernel(capsys: pytest.CaptureFixture[str]) -> None:
    document = run(capsys, "report", str(BEFORE), "--json")
    for kernel in document["kernels"]:
        check(kernel, METRICS)
        assert sum(row["extra_cycles"] for row in kernel["rows"]) == kernel["bank_conflicts"]
        for model, total in kernel["bank_conflicts_by_model"].items():
            assert sum(row["extra_cycles_by_model"][model] for row in kernel["rows"]) == total
        assert sum(row["dual"] for row in kernel["rows"]) == kernel["dual"]
        assert len(kernel["rows"]) == kernel["valu"]
    first = document["kernels"][0]
    assert [(loop["label"], loop["parent"], loop["trip_count"]) for loop in first["loops"]] == [
        (".LBB0_1", None, None),
        (".LBB0_2", ".LBB0_1", 8),
    ]
    assert first["occupancy"]["next_step"] == {"vgprs": 96, "waves": 16}
    assert document["kernels"][1]["blocked"]


def test_the_chosen_model_decides_the_conflicts(capsys: pytest.CaptureFixture[str]) -> None:
    by_default = run(capsys, "report", str(BEFORE), "--json")["kernels"][0]
    article = run(capsys, "report", str(BEFORE), "--json", "--bank-model", "article")["kernels"][0]
    assert by_default["bank_conflicts"] == by_default["bank_conflicts_by_model"]["gather2"] == 1.5
    assert article["bank_conflicts"] == article["bank_conflicts_by_model"]["article"] == 5
    assert article["issue_cycles"] == article["valu"] + 5
    assert by_default["vgpr_bank_reads"] == article["vgpr_bank_reads"]


def test_diff_prints_metrics_before_and_after(capsys: pytest.CaptureFixture[str]) -> None:
    document = run(capsys, "diff", str(BEFORE), str(AFTER), "--json")
    (kernel,) = document["kernels"]
    for side in ("before", "after"):
        check(kernel[side], METRICS)
    assert (kernel["before"]["vgprs"], kernel["after"]["vgprs"]) == (110, 96)
    texts = [(line["text"], side) for change in kernel["changed"] for side in change for line in change[side]]
    assert ("s_nop 0", "after") in texts
    assert (document["only_before"], document["only_after"]) == (
        ["a_kernel_with_a_long_name_that_is_called_by_nobody_and_calls_something_itself"],
        ["another"],
    )


def test_dump(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["dump", str(BEFORE), "--json-lines"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for line in lines:
        check(json.loads(line), RECORD)
    records = isaopt.dump(isaopt.parse(BEFORE))
    assert [json.loads(line)["text"] for line in lines] == [record.text for record in records]
    source = BEFORE.read_text().splitlines()
    assert all(record.text in source[record.line - 1] for record in records)


def test_passes(capsys: pytest.CaptureFixture[str]) -> None:
    document = run(capsys, "passes", "--json")
    check(document, {"passes": [{"name": str, "summary": str, "levels": [int], "options": dict}]})
    assert [each["name"] for each in document["passes"]] == [each.name for each in isaopt.passes()]
