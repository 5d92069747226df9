"""Every ``--json`` document against the interface contract: its fields, their types, and that they agree."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import isaopt
from isaopt.cli import main

ROOT = Path(__file__).parents[2]
BEFORE, AFTER = (ROOT / "tests" / "golden" / "inputs" / name for name in ("before.s", "after.s"))

SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "reference" / "isaopt.schema.json").read_text())


def check(value: object, name: str) -> None:
    """That a JSON value is as the documentation has it: every field with its type, and no other field."""
    jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]}).validate(value)


def run(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    """The document that a command prints, and that it prints nothing else."""
    assert main.run([*args]) == 0
    out, err = capsys.readouterr()
    assert err == "" or all(line.startswith("isaopt: note: ") for line in err.splitlines())
    return json.loads(out)


def test_the_schema_is_one_and_notices_each_missing_or_wrong_field(capsys: pytest.CaptureFixture[str]) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    good = run(capsys, "report", str(BEFORE), "--json")
    check(good, "report")
    kernel = good["kernels"][0]
    check(kernel, "reported_kernel")
    for name in kernel:
        for wrong in ({k: v for k, v in kernel.items() if k != name}, {**kernel, name: {"wrong": ""}}):
            with pytest.raises(jsonschema.ValidationError):
                check(wrong, "reported_kernel")
    with pytest.raises(jsonschema.ValidationError):
        check({**good, "new": 1}, "report")


def test_opt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.s"
    document = run(capsys, "opt", str(BEFORE), "-o", str(out), "--json")
    check(document, "opt")
    assert document["arch"] == "gfx1100"
    for side, path in (("input", BEFORE), ("output", out)):
        assert document[side] == {"path": str(path), "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    solved, blocked = document["kernels"]
    assert {k["verify"] for k in document["kernels"]} <= {"proved", "emulated", "failed", "skipped"}
    answers = [ran["solver"]["status"] for ran in solved["passes"] if ran["solver"]]
    assert {"optimal", "feasible"} & set(answers)
    assert blocked["passes"][0]["solver"] is None
    assert blocked["passes"][0]["notes"]
    assert blocked["passes"][0]["reason"] == "call"
    assert blocked["before"] == blocked["after"]


def test_report_prints_metrics_per_kernel(capsys: pytest.CaptureFixture[str]) -> None:
    document = run(capsys, "report", str(BEFORE), "--json")
    check(document, "report")
    for kernel in document["kernels"]:
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


@pytest.mark.slow
def test_diff_prints_metrics_before_and_after(capsys: pytest.CaptureFixture[str]) -> None:
    document = run(capsys, "diff", str(BEFORE), str(AFTER), "--json")
    check(document, "diff")
    (kernel,) = document["kernels"]
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
        check(json.loads(line), "dump")
    records = isaopt.dump(isaopt.parse(BEFORE))
    assert [json.loads(line)["text"] for line in lines] == [record.text for record in records]
    source = BEFORE.read_text().splitlines()
    assert all(record.text in source[record.line - 1] for record in records)


def test_passes(capsys: pytest.CaptureFixture[str]) -> None:
    document = run(capsys, "passes", "--json")
    check(document, "passes")
    assert [each["name"] for each in document["passes"]] == [each.name for each in isaopt.passes()]


def test_verify_and_sim(capsys: pytest.CaptureFixture[str]) -> None:
    small = str(ROOT / "kernels_s" / "sgemm_naive_gfx1100.s")
    check(run(capsys, "verify", small, small, "--json"), "verify")
    document = run(capsys, "sim", small, "--json")
    check(document, "sim")
    assert [kernel["name"] for kernel in document["kernels"]] == ["sgemm_naive"]
