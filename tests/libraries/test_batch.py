"""Whole directories: what is written, what a second run does again, and that one file stops nothing."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

import isaopt
from isaopt.cache.store import Store
from isaopt.cli import main
from isaopt.errors import MissingTool, UsageError
from isaopt.libraries import task as task_module
from isaopt.libraries.journal import NAME, Journal, JournalLine, read_journal
from isaopt.libraries.run import BatchOptions, sources
from isaopt.libraries.task import Answer, FileTask
from isaopt.outcome import Options
from isaopt.workers import Lost
from tests.cli.test_opt import OTHER as DULL
from tests.cli.test_opt import TEXT

PLAIN = Options(passes=("reassign",))


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Two files that change, one that does not, and three that fail, each in its own way."""
    folder = tmp_path / "library"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.s").write_text(TEXT)
    (folder / "sub" / "b.s").write_text(TEXT.replace("v12, v4, v8", "v12, v8, v4"))
    (folder / "dull.s").write_text(DULL)
    (folder / "bad.s").write_text("no assembly\n")
    (folder / "unknown.s").write_text(TEXT.replace("v_mov_b32_e32 v13, 0", "v_nonsense v13"))
    (folder / "broken.s").write_text(TEXT.replace("next_free_sgpr 2", "next_free_sgpr nonsense+", 1))
    (folder / "notes.txt").write_text("not a source")
    return folder


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks are done in this process: starting others takes longer than all of these tests do."""

    def in_this_process(
        function: Callable[[FileTask], Answer], tasks: Sequence[FileTask], jobs: int, timeout: float | None
    ) -> Iterator[tuple[int, Answer]]:
        return ((index, function(task)) for index, task in enumerate(tasks))

    monkeypatch.setattr("isaopt.libraries.run.run_tasks", in_this_process)


def statuses(batch: object) -> dict[str, tuple[str, str]]:
    return {f.path: (f.status, f.origin) for f in batch.files}  # type: ignore[attr-defined]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*.s")}


@pytest.mark.slow
def test_each_file_is_what_opt_makes_of_it(library: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = isaopt.batch(library, out, PLAIN, BatchOptions(jobs=2))
    assert {path: status for path, (status, _) in statuses(done).items()} == {
        "a.s": "optimised",
        "sub/b.s": "optimised",
        "dull.s": "unchanged",
        "bad.s": "failed",
        "unknown.s": "failed",
        "broken.s": "failed",
    }
    assert set(contents(out)) == {"a.s", "dull.s", "sub/b.s"}
    assert main.run(["opt", str(library / "a.s"), "-o", str(tmp_path / "one.s"), "--passes", "reassign"]) == 0
    assert (out / "a.s").read_bytes() == (tmp_path / "one.s").read_bytes()
    assert (out / "dull.s").read_bytes() == (library / "dull.s").read_bytes()
    errors = {f.path: (f.error, f.exit_code) for f in done.failed}
    assert errors["bad.s"][0].startswith(f"{library}/bad.s:1:1: error: the file names no target")
    assert "v_nonsense" in errors["unknown.s"][0]
    assert "error: assembler: " in errors["broken.s"][0]
    assert {code for _, code in errors.values()} == {2}


@pytest.mark.usefixtures("at_once")
def test_a_second_run_computes_nothing_and_touches_nothing(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, store = tmp_path / "out", Store(tmp_path / "cache")
    first = isaopt.batch(library, out, PLAIN, BatchOptions(store=store))
    before = {p: p.stat().st_mtime_ns for p in out.rglob("*.s")}

    def never(*_: object) -> None:
        raise AssertionError("computed again")

    monkeypatch.setattr("isaopt.libraries.run.run_tasks", never)
    second = isaopt.batch(library, out, PLAIN, BatchOptions(store=store))
    assert {o for _, o in statuses(second).values()} == {"journal", "computed"}
    assert [f.status for f in second.files] == [f.status for f in first.files]
    assert [f.kernels for f in second.files] == [f.kernels for f in first.files]
    assert {p: p.stat().st_mtime_ns for p in out.rglob("*.s")} == before
    # Without the cache the journal is enough; without the journal the cache is, into another directory too.
    third = isaopt.batch(library, out, PLAIN, BatchOptions())
    assert [(f.status, f.error) for f in third.files] == [(f.status, f.error) for f in first.files]
    for path in ("broken.s", "unknown.s"):
        (library / path).unlink()
    elsewhere = isaopt.batch(library, tmp_path / "elsewhere", PLAIN, BatchOptions(store=store))
    assert Counter(o for _, o in statuses(elsewhere).values()) == {"cache": 3, "computed": 1}
    assert contents(tmp_path / "elsewhere") == contents(out)


@pytest.mark.usefixtures("at_once")
def test_only_what_changed_is_computed_again(library: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    isaopt.batch(library, out, PLAIN)
    (library / "a.s").write_text(TEXT + "; touched\n")
    (out / "sub" / "b.s").write_text("damaged")
    (out / "dull.s").unlink()
    done = statuses(isaopt.batch(library, out, PLAIN))
    assert {path for path, (_, origin) in done.items() if origin == "computed"} == {"a.s", "sub/b.s", "dull.s", "bad.s"}
    assert (out / "a.s").read_text().endswith("; touched\n")
    assert b"damaged" not in b"".join(contents(out).values())
    others = statuses(isaopt.batch(library, out, Options(passes=("reassign",), kernels=())))
    assert Counter(o for _, o in others.values()) == {"journal": 5, "computed": 1}
    again = statuses(isaopt.batch(library, out, Options(level=0)))
    assert {origin for _, origin in again.values()} == {"computed"}


@pytest.mark.usefixtures("at_once")
def test_what_includes_other_files_is_computed_again(tmp_path: Path) -> None:
    library, run = tmp_path / "library", BatchOptions(store=Store(tmp_path / "cache"))
    library.mkdir()
    (library / "a.s").write_text(TEXT + '\t.include "more.inc"\n')
    (library / "dull.s").write_text(DULL)
    (library / "more.inc").write_text("\t.data\n\t.long 1\n")
    for origin in ("cache", "journal"):
        first = statuses(isaopt.batch(library, tmp_path / origin, PLAIN, run))
        assert first["a.s"] == ("optimised", "computed")
        second = statuses(isaopt.batch(library, tmp_path / origin, PLAIN, run if origin == "cache" else None))
        assert {path: origin for path, (_, origin) in second.items()} == {"a.s": "computed", "dull.s": "journal"}


@pytest.mark.usefixtures("at_once")
def test_files_that_failed_are_tried_again_if_asked(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def spy(function: object, tasks: Sequence[FileTask], jobs: int, timeout: float | None) -> list[object]:
        asked.extend(Path(t.path).name for t in tasks)
        return [(i, Lost("its process died of signal 9 (SIGKILL)")) for i in range(len(tasks))]

    out = tmp_path / "out"
    isaopt.batch(library, out, PLAIN)
    monkeypatch.setattr("isaopt.libraries.run.run_tasks", spy)
    done = isaopt.batch(library, out, PLAIN, BatchOptions(retry=True))
    assert sorted(asked) == ["broken.s", "unknown.s"]
    assert {f.error.partition("error: ")[2] for f in done.failed if f.path != "bad.s"} == {
        "its process died of signal 9 (SIGKILL)"
    }
    # A crash is not taken for an answer: the next run tries once more without being asked.
    asked.clear()
    for path in ("broken.s", "unknown.s"):
        (library / path).write_text((library / path).read_text() + "\n")
    isaopt.batch(library, out, PLAIN)
    isaopt.batch(library, out, PLAIN)
    assert sorted(asked) == ["broken.s", "broken.s", "unknown.s", "unknown.s"]


@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on(library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"

    def stopped(
        function: Callable[[FileTask], Answer], tasks: Sequence[FileTask], jobs: int, timeout: float | None
    ) -> Iterator[tuple[int, Answer]]:
        yield from ((index, function(tasks[index])) for index in (4, 0, 2))
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("isaopt.libraries.run.run_tasks", stopped)
        with pytest.raises(KeyboardInterrupt):
            isaopt.batch(library, out, PLAIN)
    # What a machine that loses its power leaves of the line that it was writing.
    with (out / NAME).open("ab") as journal:
        journal.write(b'\n{"path": "sub/b')
    known = read_journal(out)
    assert len(known) == 3
    done = statuses(isaopt.batch(library, out, PLAIN))
    assert len(done) == 6
    assert {path for path, (_, origin) in done.items() if origin == "journal"} == set(known)
    assert set(contents(out)) == {"a.s", "dull.s", "sub/b.s"}


@pytest.mark.usefixtures("at_once")
def test_the_summary(library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["batch", str(library), "-o", str(tmp_path / "out"), "--jobs", "1", "--no-cache", "--passes", "reassign"]
    assert main.run([*command, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    totals = document["totals"]
    assert (totals["files"], totals["optimised"], totals["unchanged"], totals["failed"]) == (6, 2, 1, 3)
    assert totals["kernels"] == 5
    assert totals["changed"] == 2
    assert totals["verify"] == {"proved": 5}
    assert totals["bank_conflicts"]["before"] > totals["bank_conflicts"]["after"] == 0
    by_path = {f["path"]: f for f in document["files"]}
    assert by_path["a.s"]["kernels"][0]["name"] == "k"
    assert by_path["bad.s"]["error"].startswith(str(library))
    for path in ("bad.s", "unknown.s", "broken.s"):
        (library / path).unlink()
    assert main.run([*command, "--all"]) == 0
    said = capsys.readouterr().out
    assert "2 optimised, 1 unchanged, 0 failed; 0 computed, 0 from the cache, 3 done before" in said
    assert "dull.s" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none", "-o", "out"], "not a directory"),
        (["library", "-o", "library"], "the output directory is the input directory"),
        (["library", "-o", "library/a.s"], "the output is not a directory"),
        (["library/sub/empty", "-o", "out"], "no .s file below this directory"),
        (["library", "-o", "out", "--timeout", "5", "--scheduler", "tcp://localhost:1"], "cannot be combined"),
        (["library", "-o", "out", "--passes", "none"], "no pass is called 'none'"),
    ],
)
def test_usage(
    library: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(library.parent)
    (library / "sub" / "empty").mkdir()
    assert main.run(["batch", *arguments]) == 2
    said = capsys.readouterr().err
    # One line, but for what shows a place in an option and what else could be written there.
    first, *rest = said.splitlines()
    assert message in first
    assert not rest or arguments[-2:-1] == ["--passes"]


@pytest.mark.usefixtures("at_once")
def test_outputs_inside_the_directory_are_no_sources(library: Path) -> None:
    isaopt.batch(library, library / "out", Options(level=0))
    assert [p for p in sources(library, library / "out") if p.startswith("out")] == []
    assert any(p.startswith("out") for p in sources(library, library / "other"))


def test_the_journal_survives_being_cut(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.add(JournalLine("a.s", "1", "x"))
    journal.add(JournalLine("a.s", "2", "y"))
    journal.add(JournalLine("b.s", "3", "", "no\ngood", 2))
    journal.abandon()
    text = (tmp_path / NAME).read_text()
    lines = {"a.s": JournalLine("a.s", "2", "y"), "b.s": JournalLine("b.s", "3", "", "no\ngood", 2)}
    assert read_journal(tmp_path) == lines
    (tmp_path / NAME).write_text(text[:-20])
    assert read_journal(tmp_path) == {"a.s": lines["a.s"]}
    after = Journal(tmp_path)
    after.add(JournalLine("c.s", "4", "z"))
    assert read_journal(tmp_path) == {"a.s": lines["a.s"], "c.s": JournalLine("c.s", "4", "z")}
    after.close({"c.s": JournalLine("c.s", "4", "z")})
    assert (tmp_path / NAME).read_text().count("\n") == 1


@pytest.mark.slow
@pytest.mark.usefixtures("at_once")
def test_over_a_cluster(library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    here = isaopt.batch(library, tmp_path / "here", PLAIN)
    options = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(protocol="tcp://", host="127.0.0.1", **options) as cluster:
        address = cluster.scheduler_address
        assert address.startswith("tcp://127.0.0.1:")
        there = isaopt.batch(library, tmp_path / "there", PLAIN, BatchOptions(scheduler=address))
        monkeypatch.setattr(task_module, "version_key", lambda: "another")
        refused = isaopt.batch(library, tmp_path / "refused", PLAIN, BatchOptions(scheduler=address))
    assert statuses(there) == statuses(here)
    assert contents(tmp_path / "there") == contents(tmp_path / "here")
    assert {f.error.partition("error: ")[2] for f in refused.failed if f.path != "bad.s"} == {
        "the worker has another version of isaopt"
    }


@pytest.mark.slow
def test_no_scheduler_no_batch(library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("isaopt.libraries.run.CONNECT_SECONDS", 1)
    with pytest.raises(MissingTool, match=r"no Dask scheduler at tcp://127\.0\.0\.1:1"):
        isaopt.batch(library, tmp_path / "out", PLAIN, BatchOptions(scheduler="tcp://127.0.0.1:1"))
    with pytest.raises(MissingTool, match="no Dask scheduler at nonsense"):
        isaopt.batch(library, tmp_path / "out", PLAIN, BatchOptions(scheduler="nonsense://x"))
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingTool, match=r"needs dask\.distributed"):
        isaopt.batch(library, tmp_path / "out", PLAIN, BatchOptions(scheduler="tcp://127.0.0.1:1"))


def test_the_directory_must_be_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a directory"):
        isaopt.batch(tmp_path / "none", tmp_path / "out")
