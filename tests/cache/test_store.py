"""The store: whole entries or none, whoever else reads, writes, deletes or damages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from isaopt.cache.store import Store, chosen_store, default_directory, version_key

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
