"""The corpus script: what it says of good files, and of a folder with a bad one."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from scripts import check_corpus

ROOT = Path(__file__).parents[1]
SMALL = [ROOT / "tests/data/renaming/divergent_gfx1201_w64.s", ROOT / "kernels_s/sgemm_naive_gfx1100.s"]


def run(monkeypatch: pytest.MonkeyPatch, *args: str) -> int:
    monkeypatch.setattr(sys, "argv", ["check_corpus.py", *args])
    return check_corpus.main()


def test_every_check_holds_on_a_subset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in SMALL:
        shutil.copy(path, tmp_path)
    assert run(monkeypatch, str(tmp_path)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 files"
    assert [line.split()[:2] for line in lines[2:]] == [[name, "2"] for name in check_corpus.CHECKS]


def test_a_bad_file_is_counted_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.s").write_bytes(b"\x7fELF")
    (tmp_path / "b.s").write_text('\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\n\tv_nonsense v0\n')
    shutil.copy(SMALL[1], tmp_path / "c.s")
    assert run(monkeypatch, str(tmp_path), "--no-assemble", "--verbose") == 0
    out = capsys.readouterr().out
    assert "ELF object" in out
    assert "b.s:2:2: error: unknown instruction 'v_nonsense'" in out
    assert ["parse", "1", "2", "0", "0", "0"] in [line.split() for line in out.splitlines()]


def test_a_failed_check_and_a_crash_set_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(SMALL[1], tmp_path / "c.s")
    monkeypatch.setattr(check_corpus, "print_module", lambda module, normalize=False: "")
    monkeypatch.setattr(check_corpus, "report", lambda module: 1 / 0)
    assert run(monkeypatch, str(tmp_path), "--no-assemble") == 1
    out = capsys.readouterr().out
    assert "fmt FAILED: the text is not given back byte for byte" in out
    assert "report CRASHED: ZeroDivisionError" in out
