"""The store: whole entries or none, whoever else reads, writes, deletes or damages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from isaopt.cache.store import Store, chosen_store, default_directory, version_key
from isaopt.cli import main
from isaopt.errors import UsageError

KEY = "ab" + "0" * 62


def test_an_entry_is_found_again_under_its_key_only(tmp_path: Path) -> None:
    store = Store(tmp_path / "new" / "cache")
    assert store.get(KEY) is None
    assert store.put(KEY, b"some\nbytes\0")
    assert store.get(KEY) == b"some\nbytes\0"
    assert store.get("ac" + KEY[2:]) is None
    assert [p for p in tmp_path.rglob("*") if p.name.startswith(".new")] == []


@pytest.mark.parametrize("damage", [b"", b"x", b"other bytes altogether\nhere"])
def test_a_damaged_entry_counts_as_absent_and_is_replaced(tmp_path: Path, damage: bytes) -> None:
    store = Store(tmp_path)
    store.put(KEY, b"whole")
    path = tmp_path / KEY[:2] / KEY[2:]
    path.write_bytes(damage or path.read_bytes()[:-1])
    assert store.get(KEY) is None
    store.put(KEY, b"whole")
    assert store.get(KEY) == b"whole"


def test_an_entry_that_somebody_else_made_or_moved_counts_as_absent(tmp_path: Path) -> None:
    store, other = Store(tmp_path), "ab" + "1" * 62
    store.put(KEY, b"proved")
    store.put(other, b"another")
    path, planted = tmp_path / KEY[:2] / KEY[2:], tmp_path / other[:2] / other[2:]
    whole = path.read_bytes()
    planted.write_bytes(whole)
    assert store.get(other) is None
    head, _, _ = whole.partition(b"\n")
    path.write_bytes(head + b"\nforged")
    assert store.get(KEY) is None
    path.write_bytes(whole)
    assert store.get(KEY) == b"proved"
    path.chmod(0o666)
    assert store.get(KEY) is None
    path.unlink()
    path.symlink_to(planted)
    assert store.get(KEY) is None


def test_entries_of_another_secret_are_not_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path / "cache")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "theirs"))
    store.put(KEY, b"proved")
    assert store.get(KEY) == b"proved"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "ours"))
    assert store.get(KEY) is None
    secret = tmp_path / "ours" / "isaopt" / "cache-secret"
    assert (secret.stat().st_mode & 0o777, secret.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_a_directory_that_others_may_write_to_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "cache"
    store = Store(root)
    store.put(KEY, b"proved")
    root.chmod(0o777)
    assert store.get(KEY) is None
    assert not store.put(KEY, b"proved")
    monkeypatch.setenv("ISAOPT_CACHE_DIR", str(root))
    (tmp_path / "k.s").write_text("")
    assert main.run(["batch", str(tmp_path), "-o", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0] == f"{root}: error: not using the cache directory: others may write to it (mode 0777)"
    root.chmod(0o700)
    assert store.get(KEY) == b"proved"


@pytest.mark.parametrize("mode", [0o644, 0o620])
def test_a_secret_that_others_know_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("ISAOPT_CACHE_DIR", str(tmp_path / "cache"))
    secret = tmp_path / "isaopt" / "cache-secret"
    secret.parent.mkdir(mode=0o700)
    secret.write_bytes(b"k" * 32)
    secret.chmod(mode)
    with pytest.raises(UsageError, match="not this user's alone"):
        chosen_store(True, default=False)
    secret.chmod(0o600)
    assert chosen_store(True, default=False) is not None


def test_a_store_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = Store(tmp_path / "file" / "below")
    assert not store.put(KEY, b"data")
    assert store.get(KEY) is None


def test_concurrent_writers_and_readers_see_whole_entries(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from isaopt.cache.store import Store\n"
        "s = Store(Path(sys.argv[1])); data = b'z' * 100000\n"
        f"for _ in range(200): s.put({KEY!r}, data); assert s.get({KEY!r}) == data\n"
    )
    runs = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(3)]
    assert [run.wait() for run in runs] == [0, 0, 0]
    assert os.listdir(tmp_path / KEY[:2]) == [KEY[2:]]


def test_which_store_a_command_uses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ISAOPT_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_directory() == tmp_path / "isaopt"
    assert chosen_store(None, default=False) is None
    assert chosen_store(None, default=True) == chosen_store(True, default=False) == Store(tmp_path / "isaopt")
    assert chosen_store(False, default=True) is None
    monkeypatch.setenv("ISAOPT_CACHE_DIR", str(tmp_path / "named"))
    assert chosen_store(None, default=False) == Store(tmp_path / "named")
    assert chosen_store(False, default=True) is None
    monkeypatch.delenv("ISAOPT_CACHE_DIR")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert default_directory() == tmp_path / "home" / ".cache" / "isaopt"


def test_the_version_is_that_of_the_files(tmp_path: Path) -> None:
    code = "from isaopt.cache.store import version_key; print(version_key())"
    package = Path(__file__).parents[2] / "isaopt"
    copy = tmp_path / "isaopt"
    for source in package.rglob("*.py"):
        target = copy / source.relative_to(package)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())

    def key() -> str:
        run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
        return run.stdout.strip()

    first = key()
    assert key() == first != version_key()
    (copy / "errors.py").write_text((copy / "errors.py").read_text() + "\n# changed\n")
    assert key() != first
