"""``isaopt opt``: options and how they work together, what it prints, and what it writes."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

import isaopt.cache.results
from isaopt.asm.parser import parse_text
from isaopt.cli import main
from isaopt.cli.opt import _say_notes
from isaopt.errors import InputError
from isaopt.ir.program import Module
from isaopt.outcome import LintCounts, Result
from isaopt.transform.base import PassResult
from isaopt.transform.reassign import Reassign
from isaopt.transform.registry import LEVELS
from tests.kernels import kernel_file

#: Two kernels: in ``k`` four reads meet on bank 0, ``other`` has nothing to gain.
CLASH = (
    "v_lshlrev_b32_e32 v20, 4, v0",
    *(f"global_load_b32 v{v}, v20, s[0:1] offset:{4 * n}" for n, v in enumerate((4, 8, 1, 5))),
    *("v_mov_b32_e32 v12, 0", "v_mov_b32_e32 v13, 0", "s_waitcnt vmcnt(0)"),
    "v_dual_fmac_f32 v12, v4, v8 :: v_dual_fmac_f32 v13, v1, v5",
    *("v_add_f32_e32 v12, v12, v13", "global_store_b32 v20, v12, s[0:1]"),
)
FIRST = kernel_file(CLASH, vgprs=21, sgprs=2)
OTHER = kernel_file(("v_mov_b32_e32 v1, 0", "global_store_b32 v0, v1, s[0:1]"), name="other", vgprs=2, sgprs=2)
TEXT = FIRST + OTHER


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "k.s"
    path.write_text(TEXT)
    return path


def opt(source: Path, *options: str) -> int:
    return main.run(["opt", str(source), *options])


def optimized(source: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """The text that ``opt`` writes on standard output with these options."""
    assert opt(source, "-o", "-", *options) == 0
    return capsys.readouterr().out


def test_the_summary_says_what_was_reached_and_why_not(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert opt(source, "-o", str(source.with_name("out.s")), "--level", "1") == 0
    out, err = capsys.readouterr()
    assert "k (wave32): proved equal to the input" in out
    assert re.search(r"^conflicts, gather2 +0\.5 +0 +-0\.5$", out, re.M)
    assert re.search(r"^conflicts, gather2 +kernel +0 +0 +weighted half cycles +proved minimal$", out, re.M)
    assert "other (wave32): left unchanged" in out
    assert "reassign: left unchanged, no better assignment found" in out
    assert err == ""
    assert source.read_text() == TEXT


def test_explain_adds_what_each_pass_did(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert opt(source, "-o", str(source.with_name("out.s")), "--explain", "--level", "1") == 0
    assert re.search(r"^- moved \d+ of \d+ register groups$", capsys.readouterr().out, re.M)


def test_with_standard_output_taken_the_reasons_go_to_standard_error(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert opt(source, "-o", "-", "--level", "2") == 0
    out, err = capsys.readouterr()
    assert out.startswith("\t.amdgcn_target")
    assert err.splitlines() == [
        "isaopt: note: k: reassign: left unchanged: no better assignment found",
        "isaopt: note: other: pair: left unchanged: no better choice of pairs found",
        "isaopt: note: other: reassign: left unchanged: no better assignment found",
    ]


def test_one_reason_of_several_passes_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    notes = {"pair": ("left unchanged: no gain",), "reassign": ("left unchanged: no gain",), "unroll": ("twice",)}
    passes = [SimpleNamespace(name=name, notes=said, declined=()) for name, said in notes.items()]
    for ran, of in ((passes, "pair, reassign: "), (passes[:2], "")):
        kernel = SimpleNamespace(name="k", refused=(), passes=ran, evidence="")
        _say_notes(cast(Result, SimpleNamespace(kernels=[kernel])), explain=False)
        assert capsys.readouterr().err == f"isaopt: note: k: {of}left unchanged: no gain\n"


def test_what_all_passes_refuse_for_one_reason_is_said_once(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = "\ts_swappc_b64 s[0:1], s[2:3]\n"
    text = TEXT.replace("\tv_mov_b32_e32 v1, 0\n", "\tv_mov_b32_e32 v1, 0\n" + call)
    source.write_text(text)
    assert opt(source, "-o", "-", "--kernel", "other") == 0
    line = text[: text.index(call)].count("\n") + 1
    reason = rf"left unchanged: s_swappc_b64 calls a function, .* \[call\] \(line {line}\)"
    assert re.fullmatch(rf"isaopt: note: other: {reason}\n", capsys.readouterr().err)
    assert opt(source, "-o", str(source.with_name("out.s")), "--kernel", "other") == 0
    out = capsys.readouterr().out
    assert "Every pass: left unchanged\n" in out
    verdict, details = out.split("\n\n", 1)
    assert re.fullmatch(reason, verdict)
    assert details.count("calls a function") == 1


def test_only_the_named_kernel_changes(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert optimized(source, capsys, "--kernel", "other") == TEXT
    changed = optimized(source, capsys, "--kernel", "k")
    assert changed != TEXT
    assert changed.split("other:")[1].split(".Lother_end:")[0] == TEXT.split("other:")[1].split(".Lother_end:")[0]
    assert opt(source, "-o", "-", "--kernel", "missing") == 2
    assert "no kernel is called 'missing' (kernels: k, other)" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "same"),
    [
        (["--jobs", "4"], []),
        (["--effort", "1"], []),
        (["--level", "2"], ["--level", "2", "--seed", "0"]),
        (["--passes", " pair , reassign ,"], ["--passes", "pair,reassign"]),
    ],
)
def test_the_result_is_the_same_bytes(
    source: Path, capsys: pytest.CaptureFixture[str], options: list[str], same: list[str]
) -> None:
    assert optimized(source, capsys, *options) == optimized(source, capsys, *same)


@pytest.mark.parametrize("options", [["--level", "0"], ["--passes", ""], ["--level", "3", "--passes", ""]])
def test_without_passes_the_file_comes_back(
    source: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    assert optimized(source, capsys, *options) == TEXT


@pytest.mark.parametrize("options", [["--seed", "7"], ["--effort", "3"], ["--seed", "7", "--effort", "2"]])
def test_seed_and_effort_reach_the_pass(
    source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    seen: list[Reassign] = []

    def spy(self: Reassign, module: object, kernel: object) -> PassResult:
        seen.append(self)
        return PassResult(module, False)  # type: ignore[arg-type]

    monkeypatch.setattr(Reassign, "apply", spy)
    assert optimized(source, capsys, *options, "--passes", "reassign", "--max-vgprs", "99") == TEXT
    wanted = dict(zip(options[::2], map(int, options[1::2]), strict=True))
    assert {(p.seed, p.effort, p.max_vgprs) for p in seen} == {(wanted.get("--seed", 0), wanted.get("--effort", 1), 99)}


def test_too_few_registers_leave_the_kernel_as_it_is_and_say_so(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert opt(source, "-o", "-", "--level", "1", "--max-vgprs", "3") == 0
    out, err = capsys.readouterr()
    assert out == TEXT
    assert re.search(r"k: reassign: left unchanged: .* needs \d+ VGPRs, but max-vgprs is 3$", err, re.M)
    assert opt(source, "-o", "-", "--max-vgprs", "0") == 2


def test_as_many_registers_as_it_takes_are_enough(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    free = optimized(source, capsys)
    count = re.search(r"next_free_vgpr (\d+)", free)
    assert count is not None
    limited = re.search(r"next_free_vgpr (\d+)", optimized(source, capsys, "--max-vgprs", count[1]))
    assert limited is not None
    assert int(limited[1]) <= int(count[1]) < 21


def test_in_place_writes_over_the_input(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected = optimized(source, capsys)
    assert opt(source, "--in-place") == 0
    assert source.read_text() == expected


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "needs -o OUT.s or --in-place"),
        (["--in-place", "-o", "x.s"], "cannot be combined"),
        (["-o", "-", "--json"], "both need standard output"),
        (["-o", "SOURCE"], "would overwrite the input"),
        (["-o", "OUT", "--report", "r.pdf"], "the ending must be one of .json, .md, .html, .txt"),
        (["-o", "OUT", "--report", "OUT.md", "--report", "SOURCE.md/x.md"], "not a directory"),
        (["-o", "OUT.md", "--report", "OUT.md"], "name the same file"),
        (["-o", "OUT", "--level", "4"], "4 is not in the range"),
        (["-o", "OUT", "--passes", "nonsense"], "no pass is called 'nonsense'"),
        (["-o", "OUT", "--fail-on", "conflicts"], "not a condition"),
        (["-o", "OUT", "--fail-on", "beauty>1"], "no figure is called 'beauty'"),
    ],
)
def test_bad_usage_writes_nothing(
    source: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    places = {"SOURCE": str(source), "OUT": str(source.with_name("out"))}
    filled = [re.sub("SOURCE|OUT", lambda m: places[m[0]], option) for option in options]
    assert opt(source, *filled) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err.splitlines()[0]
    assert os.listdir(source.parent) == ["k.s"]
    assert source.read_text() == TEXT


def test_in_place_needs_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["opt", "-", "--in-place"]) == 2
    assert "needs a file" in capsys.readouterr().err


def test_arch_overrides_the_target_that_the_file_names(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = source.with_name("out.s")
    assert opt(source, "-o", str(out), "--arch", "gfx1102", "--json") == 0
    assert json.loads(capsys.readouterr().out)["arch"] == "gfx1102"
    assert out.read_text() == optimized(source, capsys)


def test_an_input_that_does_not_assemble_is_the_inputs_fault(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source.write_text(TEXT.replace("next_free_sgpr 2", "next_free_sgpr nonsense+", 1))
    assert opt(source, "-o", str(source.with_name("out.s"))) == 2
    assert "error: assembler: " in capsys.readouterr().err
    assert os.listdir(source.parent) == ["k.s"]


def test_a_result_that_does_not_assemble_is_not_written(
    source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(module: Module, *_: object) -> Result:
        spoiled = parse_text(TEXT.replace("v_mov_b32_e32 v12, 0", "v_mov_b32_e32 v12, 0\n\t.nonsense"), module.path)
        return Result(spoiled, True, LintCounts(0, 0), (), 0.0)

    monkeypatch.setattr(isaopt.cache.results, "optimize_module", broken)
    assert opt(source, "-o", str(source.with_name("out.s"))) == 1
    assert "the rewritten file does not assemble, nothing written: " in capsys.readouterr().err
    assert os.listdir(source.parent) == ["k.s"]


def test_without_verification_the_report_says_so(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = source.with_name("out.s")
    assert opt(source, "-o", str(out), "--no-verify", "--json") == 0
    verdicts = [kernel["verify"] for kernel in json.loads(capsys.readouterr().out)["kernels"]]
    assert verdicts == ["skipped", "proved"]
    assert opt(source, "-o", str(out), "--no-verify") == 0
    assert "k (wave32): not proved: --no-verify" in capsys.readouterr().out


def test_an_assumption_that_nothing_used_is_said(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert opt(source, "-o", str(source.with_name("out.s")), "--json", "--assume", "nonneg-index") == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["assumptions"] == []
    assert "assumption 'nonneg-index' was not needed" in err


def test_an_assumption_that_nothing_knows_is_refused(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert opt(source, "-o", str(source.with_name("out.s")), "--assume", "N is even") == 2
    assert "--assume N is even: no such fact" in capsys.readouterr().err
    assert not source.with_name("out.s").exists()


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["json", "md", "html", "txt"])
def test_the_report_has_the_form_that_its_ending_says(
    source: Path, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    report = source.with_name(f"r.{ending}")
    assert opt(source, "-o", str(source.with_name("out.s")), "--report", str(report), "--json") == 0
    text = report.read_text()
    if ending == "json":
        written, printed = json.loads(text), json.loads(capsys.readouterr().out)
        simulated = [kernel.pop("simulation") for kernel in written["kernels"]]
        assert written == printed
        assert simulated[0]["before"]["cycles"] >= simulated[0]["after"]["cycles"] > 0
        assert simulated[1] is None
    else:
        start = {"md": "**k: ", "html": "<!DOCTYPE html>", "txt": "k: "}[ending]
        assert text.startswith(start)
        assert "v_dual_fmac_f32 v12, v4, v8 :: v_dual_fmac_f32 v13, v1, v5" in text


@pytest.mark.parametrize("ending", ["json", "md", "html"])
def test_a_report_says_why_there_is_no_simulation(source: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    monkeypatch.setattr("isaopt.tuning.replay.settings", lambda *_: _refuse())
    report = source.with_name(f"r.{ending}")
    assert opt(source, "-o", str(source.with_name("out.s")), "--report", str(report)) == 0
    text = report.read_text()
    assert "the simulator sees no end" in text
    if ending == "json":
        assert json.loads(text)["kernels"][0]["simulation"] == {"left_out": "the simulator sees no end"}
    else:
        assert "Not simulated" in text


def _refuse() -> None:
    raise InputError("the simulator sees no end")


def test_a_report_lists_what_the_proof_assumes(source: Path) -> None:
    """The index is widened with its sign; both facts are needed to make it an offset."""
    body = TEXT.split("k:\n")[1].split("\ts_endpgm")[0]
    access = """\
\ts_load_b32 s2, s[0:1], 0x10
\ts_load_b64 s[4:5], s[0:1], 0x0
\ts_waitcnt lgkmcnt(0)
\tv_add_nc_u32_e32 v2, s2, v0
\tv_ashrrev_i32_e32 v3, 31, v2
\tv_lshlrev_b64 v[4:5], 2, v[2:3]
\tv_add_co_u32 v4, vcc_lo, s4, v4
\tv_add_co_ci_u32_e32 v5, vcc_lo, s5, v5, vcc_lo
\tglobal_load_b32 v6, v[4:5], off
\ts_waitcnt vmcnt(0)
\tglobal_store_b32 v[4:5], v6, off offset:4
"""
    source.write_text(TEXT.replace(body, access).replace("next_free_sgpr 2", "next_free_sgpr 6"))
    report = source.with_name("r.md")
    facts = ["--assume", "buffers-under-4gib", "--assume", "nonneg-index"]
    assert opt(source, "-o", str(source.with_name("out.s")), "--report", str(report), *facts) == 0
    text = report.read_text()
    assert "- `nonneg-index`: a per-lane index that A" in text
    assert "- `buffers-under-4gib`: " in text


def test_a_threshold_fails_the_run_after_the_file_is_written(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = source.with_name("out.s")
    assert opt(source, "-o", str(out), "--fail-on", "conflicts > 0", "--fail-on", "delta.conflicts>0") == 0
    assert opt(source, "-o", str(out), "--fail-on", "vgprs>=2") == 1
    assert "error: --fail-on 'vgprs>=2' holds for kernel 'k': " in capsys.readouterr().err
    assert out.read_text() != TEXT


def test_the_summary_reaches_a_stream_that_has_no_arrows(source: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "isaopt", "diff", str(source), str(source)]
    done = subprocess.run(command, env=env, capture_output=True, check=True)
    assert f"\n{source} -> {source}".encode() in done.stdout


def on_terminal(command: list[str], stream: str, **env: str) -> str:
    """Run with one of ``stdout`` and ``stderr`` on a terminal, and return what it was sent."""
    master, slave = pty.openpty()
    base = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    out, err = (slave if stream == name else subprocess.DEVNULL for name in ("stdout", "stderr"))
    env = {**base, "TERM": "xterm", "COLUMNS": "80", **env}
    with subprocess.Popen(command, stdout=out, stderr=err, env=env) as process:
        os.close(slave)
        received = b""
        while chunk := _read(master):
            received += chunk
        os.close(master)
    assert process.returncode == 0
    return received.decode()


def _read(master: int) -> bytes:
    try:
        return os.read(master, 65536)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.slow
def test_a_terminal_gets_colour_and_progress_a_pipe_neither(source: Path) -> None:
    command = [sys.executable, "-m", "isaopt", "opt", str(source), "-o", str(source.with_name("out.s"))]
    assert "\x1b[32mproved minimal" in on_terminal(command, "stdout")
    assert "\x1b" not in on_terminal(command, "stdout", NO_COLOR="1")
    shown = on_terminal(command, "stderr")
    shown = re.sub(r"\x1b\[[\d;]*m", "", shown)
    passes = len(LEVELS[3])
    assert re.search(rf"\[[12]/2\] k: {LEVELS[3].index('reassign') + 1}/{passes} reassign +\S*0:00:\d\d", shown)
    assert re.search(r"\[[12]/2\] k: (?:trial \d+: \S+|proof)", shown)
    assert "assembling the result" in shown
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
