"""What ``--accept emulated`` lets through: a right rewrite that has no proof, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from isaopt.approval import TrialApproval
from isaopt.asm.parser import parse_text
from isaopt.cli.main import run as run_command
from isaopt.emulator.launch import Geometry
from isaopt.emulator.launches import given_launch
from isaopt.errors import CheckFailed
from isaopt.ir.program import Module
from isaopt.outcome import Options, Result
from isaopt.pipeline import optimize_module
from isaopt.transform import reassign
from isaopt.transform.base import PassResult
from tests.test_pipeline import CLASH

#: Twice a float, and the same as a sum: equal bits for every input, which the proof cannot know.
DOUBLE, SUM = "v_mul_f32_e32 v12, 2.0, v12", "v_add_f32_e32 v12, v12, v12"
TEXT = CLASH.replace("\tglobal_store_b32", f"\t{DOUBLE}\n\tglobal_store_b32")


def plant(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """Lets the pass do this and nothing else."""

    def apply(self: reassign.Reassign, module: Module, kernel: object) -> PassResult:
        assert old in module.text()
        return PassResult(parse_text(module.text().replace(old, new), module.path, module.arch), True)

    monkeypatch.setattr(reassign.Reassign, "apply", apply)


def run(trials: TrialApproval | None, text: str = TEXT) -> Result:
    return optimize_module(parse_text(text, "k.s"), Options(passes=("reassign",), trials=trials))


@pytest.mark.slow
def test_a_right_rewrite_without_a_proof_is_accepted_on_request_only(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, DOUBLE, SUM)
    left = run(None)
    assert not left.changed
    assert left.kernels[0].verify == "proved"
    result = run(TrialApproval())
    kernel = result.kernels[0]
    assert result.changed
    assert SUM in result.module.text()
    assert kernel.verify == "emulated"
    assert "8 trials" in kernel.evidence
    assert "no proof" in kernel.evidence
    assert kernel.evidence in kernel.passes[0].notes


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (DOUBLE, "v_mul_f32_e32 v12, 4.0, v12"),
        (DOUBLE, "v_add_f32_e32 v12, v12, v13"),
        ("offset:12", "offset:16"),
        ("global_store_b32 v40, v12, s[0:1]", "s_nop 0"),
        (f"{DOUBLE}\n\tglobal_store_b32 v40, v12, s[0:1]", f"global_store_b32 v40, v12, s[0:1]\n\t{DOUBLE}"),
    ],
)
def test_a_wrong_rewrite_is_refused(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    plant(monkeypatch, old, new)
    result = run(TrialApproval())
    assert not result.changed
    assert any("emulator" in note and note.startswith("left unchanged") for note in result.kernels[0].passes[0].notes)


def test_an_error_of_lint_outweighs_agreement(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, "s_waitcnt vmcnt(0)", "s_nop 0")
    note = run(TrialApproval()).kernels[0].passes[0].notes[-1]
    assert note.startswith("left unchanged: the rewrite has an error")


def test_without_a_launch_that_shows_something_nothing_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, DOUBLE, SUM)
    text = TEXT.replace("v_lshlrev_b32_e32 v40, 4, v0", "v_mov_b32_e32 v40, 0x7fff0000")
    result = run(TrialApproval(), text)
    assert not result.changed
    assert "no launch was found" in result.kernels[0].passes[0].notes[-1]


def test_a_launch_of_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, DOUBLE, SUM)
    entry = {"kind": "buffer", "name": "x", "dtype": "f32", "shape": [512], "init": "random:5"}
    geometry = Geometry((1, 1, 1), (32, 1, 1))
    good = given_launch(geometry, json.dumps([entry]), "ARGS.json")
    assert "1 launch " in run(TrialApproval(given=good)).kernels[0].evidence
    small = given_launch(geometry, json.dumps([{**entry, "shape": [16]}]), "ARGS.json")
    with pytest.raises(CheckFailed, match="outside all buffers"):
        run(TrialApproval(given=small))


def test_the_command_says_what_it_accepted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plant(monkeypatch, DOUBLE, SUM)
    source, output, args = tmp_path / "k.s", tmp_path / "out.s", tmp_path / "args.json"
    source.write_text(TEXT)
    args.write_text('[{"kind": "buffer", "name": "x", "dtype": "f32", "shape": [512], "init": "random:5"}]')
    command = ["opt", str(source), "-o", str(output), "--passes", "reassign", "--accept", "emulated", "--json"]
    assert run_command([*command, "--grid", "1", "--block", "32", "--args", str(args)]) == 0
    kernel = json.loads(capsys.readouterr().out)["kernels"][0]
    assert kernel["verify"] == "emulated"
    assert "8 trials on 1 launch" in kernel["evidence"]
    assert SUM in output.read_text()
    for wrong in (["--grid", "1"], ["--no-verify"]):
        assert run_command([*command, *wrong]) == 2


def test_verify_shows_the_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = tmp_path / "a.s", tmp_path / "b.s"
    a.write_text(TEXT)

    def verified(*options: str) -> dict[str, object]:
        assert run_command(["verify", str(a), str(b), "--json", *options]) == 1
        kernel = json.loads(capsys.readouterr().out)["kernels"][0]
        assert isinstance(kernel, dict)
        return kernel

    b.write_text(TEXT.replace(DOUBLE, "v_mul_f32_e32 v12, 4.0, v12"))
    kernel = verified()
    assert kernel["status"] == "different"
    witness = kernel["witness"]
    assert isinstance(witness, dict)
    assert witness["inputs"]["args"][0]["kind"] == "buffer"
    assert witness["a"]["value"] != witness["b"]["value"]
    assert verified("--no-witness")["status"] == "not-proved"
    b.write_text(TEXT.replace(DOUBLE, SUM))
    kernel = verified()
    assert (kernel["status"], kernel["witness"]) == ("not-proved", None)
    assert "agree" in str(kernel["search"])
