"""The documents of ``lint``, ``verify``, ``emulate`` and ``sim``, and what failing looks like, against the contract."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from isaopt.cli import main
from tests.cli.test_json import AFTER, BEFORE, check, run
from tests.kernels import arguments, block, entry, kernel_file

TEXT = kernel_file(
    (
        "s_load_b64 s[0:1], s[0:1], 0x0",
        "v_lshlrev_b32_e32 v1, 2, v0",
        "v_cvt_f32_u32_e32 v2, v0",
        "s_waitcnt lgkmcnt(0)",
        "global_store_b32 v1, v2, s[0:1]",
    ),
    *("user_sgpr_kernarg_segment_ptr 1", "kernarg_size 8"),
    vgprs=3,
    sgprs=2,
) + block(entry([".sgpr_count: 2", ".vgpr_count: 3", *arguments(8)]))
ARGS = [{"kind": "buffer", "name": "out", "dtype": "f32", "shape": [64], "out": True}]
LAUNCH = ("--grid", "2", "--block", "32")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "args.json").write_text(json.dumps(ARGS))
    path = tmp_path / "k.s"
    path.write_text(TEXT)
    return path


def test_lint(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(run(capsys, "lint", str(source), "--json"), "lint")
    source.write_text(TEXT.replace("\ts_waitcnt lgkmcnt(0)\n", ""))
    assert main.run(["lint", str(source), "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    check(document, "lint")
    assert {"error"} <= {f["severity"] for f in document["findings"]} <= {"error", "warning"}


def test_verify(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.s"
    other.write_text(TEXT.replace("v2", "v3").replace("vgpr 3", "vgpr 4").replace("vgpr_count: 3", "vgpr_count: 4"))
    document = run(capsys, "verify", str(source), str(other), "--json")
    check(document, "verify")
    assert [k["status"] for k in document["kernels"]] == ["proved"]
    assert {b["status"] for b in document["kernels"][0]["blocks"]} == {"proved"}
    other.write_text(TEXT.replace("v_cvt_f32_u32_e32 v2, v0", "v_cvt_f32_u32_e32 v2, v1"))
    assert main.run(["verify", str(source), str(other), "--json"]) == 1
    out, err = capsys.readouterr()
    document = json.loads(out)
    check(document, "verify")
    (kernel,) = document["kernels"]
    assert kernel["status"] == "different"
    assert kernel["witness"] is not None
    assert len(err.splitlines()) == 1


def test_emulate(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["emulate", str(source), *LAUNCH, "--args", str(tmp_path / "args.json"), "--json"]
    document = run(capsys, *args, "--out", str(tmp_path / "results"), "--late", "--order", "random:3")
    check(document, "emulate")
    assert document["outputs"]["out"]["shape"] == [64]
    assert document["outputs"]["out"]["dtype"] == "f32"
    assert (tmp_path / "results" / "out.npy").is_file()
    source.write_text(TEXT.replace("v1, 2, v0", "v1, 4, v0"))
    assert main.run(args) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "global_store_b32" in err
    assert "lane" in err


def test_sim(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(run(capsys, "sim", str(source), "--gpu", "rx7900xtx", "--json"), "sim")
    launched = run(capsys, "sim", str(source), *LAUNCH, "--args", str(tmp_path / "args.json"), "--json")
    check(launched, "sim")
    assert launched["kernels"][0]["cycles"] > 0


@pytest.mark.parametrize(
    "args",
    [
        ["fmt", "-"],
        ["dump", "-", "--json-lines"],
        ["report", "-", "--json"],
        ["lint", "-", "--json"],
        ["sim", "-", "--json"],
        ["diff", "-", "SOURCE", "--json"],
        ["verify", "SOURCE", "-", "--json"],
        ["opt", "-", "-o", "OUT", "--level", "1", "--json"],
        ["build", "-", "-o", "OUT", "--json"],
        ["emulate", "-", *LAUNCH, "--args", "ARGS", "--json"],
    ],
    ids=lambda args: args[0],
)
def test_standard_input(
    args: list[str], source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    places = {"SOURCE": str(source), "OUT": str(tmp_path / "out"), "ARGS": str(tmp_path / "args.json")}
    args = [places.get(arg, arg) for arg in args]

    def fed(data: bytes) -> int:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        return main.run(args)

    assert fed(TEXT.encode()) == 0
    capsys.readouterr()
    (tmp_path / "out").unlink(missing_ok=True)
    code = fed(TEXT.replace("v_lshlrev_b32_e32", "$nonsense").encode())
    out, err = capsys.readouterr()
    if args[0] == "lint":  # it goes on behind what it cannot read
        first = json.loads(out)["findings"][0]
        assert (code, first["rule"], first["line"], first["column"]) == (1, "unknown-instruction", 8, 2)
        return
    assert (code, out) == (2, "")
    line, shown, caret = err.splitlines()
    assert line.startswith("<stdin>:8:2: error: ")
    assert shown == "\t$nonsense v1, 2, v0" or args[0] == "build"
    assert caret.strip() == "^"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", ["report", "verify", "diff", "lint", "sim"])
def test_a_file_without_a_kernel_is_named_where_one_is_needed(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.s"
    path.write_text('\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\n')
    code = main.run([command, *[str(path)] * (2 if command in ("verify", "diff") else 1)])
    out, err = capsys.readouterr()
    if code:
        assert (code, out) == (2, "")
        (line,) = err.splitlines()
        assert line.startswith(f"{path}: error: ")


@pytest.mark.slow
def test_the_two_versions_of_the_examples_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["diff", str(BEFORE), str(AFTER), "--json", "--fail-on", "vgprs>1"]) == 1
    out, err = capsys.readouterr()
    json.loads(out)
    assert err
