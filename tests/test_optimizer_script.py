"""The script that sweeps the optimiser over folders: what it says of good results, and of bad ones."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from isaopt.errors import InputError
from isaopt.ir.program import Module
from isaopt.outcome import Options, Result
from isaopt.pipeline import optimize_module
from isaopt.transform import reassign
from isaopt.transform.base import PassResult
from scripts import check_optimized
from tests.test_pipeline import CLASH, _sabotaged


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "k.s").write_text(CLASH)
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, folder: Path, *args: str) -> int:
    monkeypatch.setattr(sys, "argv", ["check_optimized.py", str(folder), "--passes", "reassign", *args])
    return check_optimized.main()


def counts(text: str) -> dict[str, int]:
    return {line[:14].strip(): int(line[14:]) for line in text.splitlines() if line[14:].strip().isdigit()}


def test_a_good_result_has_nothing_to_say_and_stands_in_the_table(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = folder / "table.jsonl"
    assert run(monkeypatch, folder, "--again", "--table", str(table)) == 0
    assert not any(counts(capsys.readouterr().out).values())
    (line,) = table.read_text().splitlines()
    kernel = json.loads(line)["kernels"]["k"]
    assert kernel["changed"] == ["reassign"]
    assert kernel["after"]["bank_conflicts"] < kernel["before"]["bank_conflicts"]
    assert kernel["emulated"].endswith(" trials")
    assert run(monkeypatch, folder, "--table", str(table)) == 0
    assert capsys.readouterr().out.startswith("0 files\n")


def test_a_pass_that_was_dropped_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = reassign.Reassign.apply

    def dishonest(self: reassign.Reassign, module: Module, kernel: object) -> PassResult:
        return _sabotaged(honest(self, module, module.kernels[0]), "k")

    monkeypatch.setattr(reassign.Reassign, "apply", dishonest)
    assert run(monkeypatch, folder) == 0
    out = capsys.readouterr().out
    assert "k.s: k: dropped: reassign: the rewrite " in out
    assert counts(out)["dropped"] == 1


def test_a_wrong_result_is_seen_in_the_emulator(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong(module: Module, options: Options) -> Result:
        result = optimize_module(module, options)
        spoilt = _sabotaged(PassResult(result.module, True), "k").module
        (report,) = result.kernels
        fewer = replace(report.after, occupancy_waves_per_simd=1, dual=0)
        return replace(result, module=spoilt, kernels=(replace(report, after=fewer),))

    monkeypatch.setattr(check_optimized, "optimize_module", wrong)
    assert run(monkeypatch, folder) == 1
    found = counts(capsys.readouterr().out)
    assert {kind for kind, count in found.items() if count} == {"differs", "waves", "duals"}


def test_a_crash_counts_and_a_refusal_does_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def crash(module: Module, options: Options) -> Result:
        raise IndexError("no")

    def refuse(module: Module, options: Options) -> Result:
        raise InputError("no", "k.s", 1)

    monkeypatch.setattr(check_optimized, "optimize_module", refuse)
    assert run(monkeypatch, folder) == 0
    assert counts(capsys.readouterr().out)["refused"] == 1
    monkeypatch.setattr(check_optimized, "optimize_module", crash)
    assert run(monkeypatch, folder) == 1
    assert counts(capsys.readouterr().out)["crashed"] == 1
