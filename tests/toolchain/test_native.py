"""Code that is kept is run only if it is ours."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from isaopt.private import NotPrivate, private_bytes, private_directory
from isaopt.toolchain.native import compile_source


def test_a_planted_library_is_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "native"
    monkeypatch.setenv("ISAOPT_CACHE", str(kept))
    source = '__attribute__((visibility("default"))) int answer(void) { return 42; }\n'
    compile_source(source, "gfx1100")
    (library,) = kept.glob("*.so")
    assert kept.stat().st_mode & 0o777 == 0o700
    planted = tmp_path / "planted"
    planted.write_bytes(b"not even a library")
    for plant in (os.symlink, os.link):
        library.unlink()
        plant(planted, library)
        assert compile_source(source, "gfx1100").answer() == 42
        assert private_bytes(library).startswith(b"\x7fELF")
    library.chmod(0o666)
    with pytest.raises(NotPrivate):
        private_bytes(library)


def test_a_directory_that_is_not_ours_alone_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "open"
    kept.mkdir()
    kept.chmod(0o777)
    monkeypatch.setenv("ISAOPT_CACHE", str(kept))
    source = '__attribute__((visibility("default"))) int answer(void) { return 43; }\n'
    assert compile_source(source, "gfx1100").answer() == 43
    assert list(kept.iterdir()) == []
    assert private_directory(kept) == "others may write to it (mode 0777)"
    (tmp_path / "file").write_text("")
    assert private_directory(tmp_path / "file") == "not a directory"
