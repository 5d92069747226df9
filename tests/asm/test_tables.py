"""Lark's tables pass from process to process, and only where nobody else can have written them."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from isaopt.asm.grammar import make_lark
from isaopt.asm.statement import Build

TEXT = "v_add_f32 v0, -|v1|, 0x10 clamp"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    made = tmp_path / "caches" / "isaopt-grammar"
    made.mkdir(parents=True, mode=0o700)
    return made


def read() -> object:
    return make_lark(Build()).parse(TEXT, start="instruction")


def test_kept_tables_read_the_same(folder: Path) -> None:
    made = read()
    written = (folder / "tables").stat().st_mtime_ns
    assert read() == made
    assert (folder / "tables").stat().st_mtime_ns == written


@pytest.mark.parametrize("keep", [0, 100, 20_000])
def test_what_cannot_be_read_is_made_anew(folder: Path, keep: int) -> None:
    made = read()
    whole = (folder / "tables").read_bytes()
    (folder / "tables").write_bytes(whole[:keep])
    assert read() == made
    assert len((folder / "tables").read_bytes()) > 20_000


def test_nothing_is_read_where_others_may_write(folder: Path) -> None:
    made = read()
    (folder / "tables").unlink()
    folder.chmod(0o777)
    assert read() == made
    folder.chmod(0o700)
    assert not (folder / "tables").exists()
    (folder / "tables").write_bytes(b"of somebody else")
    (folder / "tables").chmod(0o666)
    assert read() == made
    assert (folder / "tables").read_bytes() == b"of somebody else"


def test_nobody_waits_for_another_process(folder: Path) -> None:
    lock = os.open(folder, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    read()
    assert not (folder / "tables").exists()
    os.close(lock)
    read()
    assert (folder / "tables").exists()
