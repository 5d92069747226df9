"""The script that runs every command over a directory of kernels: what it says of good files, and of everything bad."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from isaopt.errors import InputError
from isaopt.ir.program import Kernel, Module
from isaopt.outcome import Options, Result
from isaopt.pipeline import optimize_module
from isaopt.transform import reassign
from isaopt.transform.base import PassResult
from scripts import field, field_docs, field_sample
from scripts.campaigns import read
from scripts.fieldwork import steps
from scripts.fieldwork.entries import Figures, FileLine, KernelLine
from scripts.fieldwork.limited import Limits, Wrong, limited
from tests.test_pipeline import CLASH, _sabotaged

WAVE64 = Path(__file__).parent / "linting/data/softmax_wave64_gfx1100.s"
ENOUGH = Limits(60, 4096)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    suite = tmp_path / "in/project/gfx1100"
    suite.mkdir(parents=True)
    (suite / "k.s").write_text(CLASH)
    (suite / "times.json").write_text('{"k": 0.5}')
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, folder: Path, *args: str) -> int:
    given = [str(folder / "in"), "--out", str(folder / "out"), "--passes", "reassign", *args]
    monkeypatch.setattr(sys, "argv", ["field.py", *given])
    return field.main()


def kernel_line(folder: Path) -> KernelLine:
    (line,) = read(folder / "out/kernels.jsonl", KernelLine)
    return line


@pytest.mark.slow
def test_a_good_file_has_its_row_and_is_done_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(WAVE64, folder / "in")
    assert run(monkeypatch, folder, "--rename", "--emulate", "--again") == 0
    out = capsys.readouterr().out
    assert "| project/gfx1100 | 1 | 1 | 1 | 100.0 % |  | 20.0 % | 20.0 % | 100.0 % | 100.0 % |" in out
    files = {line.file: line for line in read(folder / "out/files.jsonl", FileLine)}
    assert files["project/gfx1100/k.s"].compiler == 0.5
    assert set(files) == {"project/gfx1100/k.s", WAVE64.name}
    assert all(list(line.steps) == ["parse", "fmt", "dump", "report", "lint"] for line in files.values())
    found = {line.file: line.found for line in read(folder / "out/kernels.jsonl", KernelLine)}
    good = found["project/gfx1100/k.s"]
    assert good is not None
    assert good.after is not None
    assert (good.changed, good.reason) == (("reassign",), "")
    assert good.after.conflicts < files["project/gfx1100/k.s"].kernels["k"].conflicts
    assert set(good.steps) == {"opt", "verify", "assemble", "lint", "figures", "emulate", "again", "rename"}
    assert all(each is not None and bool(each.reason) != bool(each.changed) for each in found.values())
    with (folder / "out/kernels.jsonl").open("a") as unfinished:
        unfinished.write('{"file": "proj')
    size = (folder / "out/kernels.jsonl").stat().st_size
    assert run(monkeypatch, folder) == 0
    assert (folder / "out/kernels.jsonl").stat().st_size == size


def test_drawn_kernels_have_files_of_their_own_and_a_page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["field_sample.py", str(folder / "in"), str(folder / "drawn"), "--kernels", "3"])
    field_sample.main()
    drawn = folder / "drawn/project/gfx1100"
    assert sorted(path.name for path in drawn.iterdir()) == ["0000.s", "times.json"]
    assert (drawn / "0000.s").read_text() == CLASH
    assert (drawn / "times.json").read_text() == '{\n"0000": 0.5\n}'
    (folder / "in").rename(folder / "source")
    (folder / "drawn").rename(folder / "in")
    assert run(monkeypatch, folder) == 0
    monkeypatch.setattr(sys, "argv", ["field_docs.py", str(folder / "out"), "--to", str(folder / "field.md")])
    field_docs.main()
    page = (folder / "field.md").read_text()
    assert "1 kernels of project" in page
    assert "| project/gfx1100 | 1 | 1 | 1 | 100.0 % |" in page


def test_files_that_cannot_be_read_are_told_and_stop_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "in/a.s").write_bytes(b"\x7fELF")
    (folder / "in/b.s").write_text('\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\n\tv_nonsense v0\n')
    assert run(monkeypatch, folder, "--jobs", "2", "--optimize", "none") == 1
    out = capsys.readouterr().out
    assert "| parse: refused | 1 | b.s: " in out
    assert "unknown instruction 'v_nonsense'" in out
    assert "neither a code object" in out
    assert len(read(folder / "out/files.jsonl", FileLine)) == 3


def test_a_failed_check_and_a_crash_are_told_with_their_place(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(steps, "print_module", lambda module, normalize=False: "")
    monkeypatch.setattr(steps, "report", lambda module: 1 / 0)
    assert run(monkeypatch, folder) == 1
    out = capsys.readouterr().out
    assert "fmt: wrong | 1 | project/gfx1100/k.s: the text is not given back byte for byte" in out
    assert "report: crashed | 1 | project/gfx1100/k.s: ZeroDivisionError: division by zero (" in out


def test_a_wrong_output_is_judged_by_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(module: Module, options: Options) -> Result:
        result = optimize_module(module, options)
        (report,) = result.kernels
        fewer = replace(report, after=replace(report.after, occupancy_waves_per_simd=1))
        spoilt = _sabotaged(PassResult(result.module, True), "k").module
        return replace(result, module=spoilt, kernels=(fewer,))

    monkeypatch.setattr(steps, "optimize_module", wrong)
    assert run(monkeypatch, folder, "--emulate") == 1
    found = kernel_line(folder).found
    assert found is not None
    assert set(found.faults) == {"verify", "figures", "emulate"}
    (kept,) = (folder / "out/faulty").iterdir()
    assert kept.name == "project_gfx1100_k.k.s"


def test_an_internal_error_has_its_traceback(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fragile(self: reassign.Reassign, module: Module, kernel: Kernel) -> PassResult:
        raise IndexError("no such thing")

    monkeypatch.setattr(reassign.Reassign, "apply", fragile)
    monkeypatch.delenv("ISAOPT_DEBUG", raising=False)
    assert run(monkeypatch, folder) == 1
    line = kernel_line(folder)
    assert line.reason == "internal"
    assert "IndexError: no such thing" in line.traceback
    assert "opt: internal error | 1 |" in capsys.readouterr().out


def test_a_pass_that_was_dropped_is_the_reason(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = reassign.Reassign.apply

    def dishonest(self: reassign.Reassign, module: Module, kernel: Kernel) -> PassResult:
        return _sabotaged(honest(self, module, kernel), "k")

    monkeypatch.setattr(reassign.Reassign, "apply", dishonest)
    assert run(monkeypatch, folder) == 0
    assert kernel_line(folder).reason == "not-proved"
    assert "| not-proved | 1 | 100.0 % |" in capsys.readouterr().out


def _endless() -> None:
    while True:
        pass


def _refused() -> None:
    raise InputError("not this", "k.s", 1)


def _wrong() -> None:
    raise Wrong("not that")


def _greedy() -> None:
    bytearray(1 << 33)


@pytest.mark.parametrize(
    ("work", "status"),
    [
        (_endless, "late"),
        (_refused, "refused"),
        (_wrong, "wrong"),
        (_greedy, "memory"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "crashed"),
    ],
)
def test_nothing_that_work_does_gets_out(work: Callable[[], None], status: str) -> None:
    found = limited(work, Limits(0.3, 4096))
    assert (found.status, found.value) == (status, None)


def test_work_gives_its_value_and_what_it_cost() -> None:
    found = limited(lambda: sum(range(1000)), ENOUGH)
    assert (found.status, found.value) == ("", 499500)
    assert found.megabytes > 0


def test_a_sample_is_spread_over_the_projects_and_the_same_each_time() -> None:
    figures = {f"k{n}": _figures(10 * n) for n in range(6)}
    files = [FileLine(f"{p}/gfx1100/f.s", None, 1, {}, figures) for p in ("a", "b", "c")]
    found = field.sample(files, "6", 1, 30)
    assert sorted(file[0] for file, _ in found) == ["a", "a", "b", "b", "c", "c"]
    assert {name for _, name in found} <= {"k0", "k1", "k2", "k3"}
    assert found == field.sample(files[::-1], "6", 1, 30)
    assert len(field.sample(files, "all", 1, 0)) == 18


def _figures(instructions: int) -> Figures:
    return Figures(instructions, 0, 0, 0, 0, 32, 16, 0.0, 0, 0, ())
