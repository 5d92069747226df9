"""What Triton is given to take in place of its own: the right kernels, in the right places, and no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import isaopt
from isaopt.cache.store import Store
from isaopt.cli import main
from isaopt.errors import UsageError
from isaopt.libraries.task import work
from isaopt.outcome import Options
from isaopt.wrapper import triton as triton_module
from tests.cli.test_opt import OTHER as DULL
from tests.cli.test_opt import TEXT

PLAIN = Options(passes=("reassign",))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks are done in this process."""
    monkeypatch.setattr(triton_module, "run_tasks", lambda f, tasks, jobs: enumerate(map(f, tasks)))
    assert vars(triton_module)["work"] is work


def entry(directory: Path, key: str, name: str, ttir: str, amdgcn: str) -> None:
    """As Triton writes the stages of a kernel, into its dump and into its cache."""
    (directory / key).mkdir(parents=True)
    (directory / key / f"{name}.ttir").write_text(ttir)
    (directory / key / f"{name}.amdgcn").write_text(amdgcn)


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    """A dump with its cache: a clear case, one with two versions, one unknown, one dull, one for another GPU."""
    folder, cache = tmp_path / "dump", tmp_path / "cache"
    entry(folder, "AAA", "good", "ttir of good", TEXT)
    entry(cache, "111", "good", "ttir of good", TEXT)
    entry(cache, "112", "good", "ttir of good", TEXT)
    entry(folder, "BBB", "tuned", "ttir of tuned", TEXT)
    entry(cache, "221", "tuned", "ttir of tuned", TEXT)
    entry(cache, "222", "tuned", "ttir of tuned", TEXT.replace("v13, 0", "v13, 1"))
    entry(folder, "CCC", "unknown", "ttir of unknown", TEXT)
    entry(folder, "DDD", "dull", "ttir of dull", DULL)
    entry(cache, "441", "dull", "ttir of dull", DULL)
    entry(folder, "EEE", "foreign", "ttir of foreign", TEXT.replace("gfx1100", "gfx90a"))
    entry(cache, "551", "foreign", "ttir of foreign", TEXT.replace("gfx1100", "gfx90a"))
    return folder


def test_what_is_clear_is_written_where_triton_looks(dump: Path, tmp_path: Path) -> None:
    out = tmp_path / "override"
    done = isaopt.triton(dump, out, PLAIN, cache=tmp_path / "cache")
    assert {f.path: f.status for f in done} == {
        "AAA/good.amdgcn": "written",
        "BBB/tuned.amdgcn": "left out",
        "CCC/unknown.amdgcn": "left out",
        "DDD/dull.amdgcn": "unchanged",
        "EEE/foreign.amdgcn": "left out",
    }
    assert [str(p.relative_to(out)) for p in out.rglob("*") if p.is_file()] == ["AAA/good.amdgcn"]
    (tmp_path / "k.s").write_text(TEXT)
    assert main.run(["opt", str(tmp_path / "k.s"), "-o", str(tmp_path / "o.s"), "--passes", "reassign"]) == 0
    assert (out / "AAA" / "good.amdgcn").read_bytes() == (tmp_path / "o.s").read_bytes()
    why = {f.path[:3]: f.why for f in done}
    assert "2 sets of options" in why["BBB"]
    assert "does not have it" in why["CCC"]
    assert "gfx90a" in why["EEE"]


def test_a_kernel_that_got_a_second_version_loses_its_override(dump: Path, tmp_path: Path) -> None:
    out = tmp_path / "override"
    isaopt.triton(dump, out, PLAIN, cache=tmp_path / "cache")
    entry(tmp_path / "cache", "113", "good", "ttir of good", TEXT.replace("v13, 0", "v13, 1"))
    isaopt.triton(dump, out, PLAIN, cache=tmp_path / "cache")
    assert [p for p in out.rglob("*") if p.is_file()] == []


def test_the_users_word_and_our_cache(dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path / "ours")
    done = isaopt.triton(dump, tmp_path / "a", PLAIN, single_version=True, store=store)
    assert [f.status for f in done] == ["written", "written", "written", "unchanged", "left out"]

    def never(*_: object) -> object:
        raise AssertionError("computed again")

    monkeypatch.setattr(triton_module, "work", never)
    again = isaopt.triton(dump, tmp_path / "b", PLAIN, single_version=True, store=store)
    assert [(f.status, [k.after for k in f.kernels]) for f in again] == [
        (f.status, [k.after for k in f.kernels]) for f in done
    ]
    (dump / "AAA" / "good.ttir").unlink()
    (found, *_) = isaopt.triton(dump, tmp_path / "c", PLAIN, cache=tmp_path / "cache", store=store)
    assert "its .ttir is not beside it" in found.why


def test_the_command(dump: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["triton", str(dump), "-o", str(tmp_path / "o"), "--triton-cache", str(tmp_path / "cache"), "--no-cache"]
    assert main.run([*command, "--passes", "reassign"]) == 0
    said = capsys.readouterr().out
    assert "AAA/good.amdgcn: written: k proved, dual " in said
    assert f"TRITON_OVERRIDE_DIR={tmp_path / 'o'}" in said
    (dump / "CCC" / "unknown.amdgcn").write_text(TEXT.replace("v_mov_b32_e32 v13, 0", "v_nonsense v13"))
    assert main.run([*command, "--passes", "reassign", "--single-version", "--json"]) == 1
    files = {f["path"][:3]: f for f in json.loads(capsys.readouterr().out)["files"]}
    assert files["CCC"]["status"] == "failed"
    assert "v_nonsense" in files["CCC"]["why"]
    assert files["AAA"]["kernels"][0]["name"] == "k"


def test_usage(tmp_path: Path, dump: Path) -> None:
    with pytest.raises(UsageError, match="not a directory"):
        isaopt.triton(tmp_path / "none", tmp_path / "out")
    with pytest.raises(UsageError, match="no KEY/NAME"):
        isaopt.triton(tmp_path / "dump" / "AAA", tmp_path / "out")
    with pytest.raises(UsageError, match="is the dump directory"):
        isaopt.triton(dump, dump)
