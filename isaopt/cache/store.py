"""A directory of entries by key that any number of processes may use at once.

An entry is written to a temporary name and renamed, so a reader sees a whole one or none; two writers of one key write
the same bytes, and the later rename changes nothing.  There is no lock that a killed process could leave behind, and
any file may be deleted at any time.  An entry that does not match its own checksum counts as absent.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import isaopt

_MAGIC = b"isaopt-cache-1 "


@dataclass(frozen=True, slots=True)
class Store:
    """Entries below ``root``, which is made when the first one is written."""

    root: Path

    def _path(self, key: str) -> Path:
        return self.root / key[:2] / key[2:]

    def get(self, key: str) -> bytes | None:
        """The entry, or None; an entry that is used is marked as such (its modification time)."""
        path = self._path(key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        head, _, payload = data.partition(b"\n")
        if head != _MAGIC + hashlib.sha256(payload).hexdigest().encode():
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return payload

    def put(self, key: str, payload: bytes) -> bool:
        """Keep the entry; False where the file system refuses, which costs time later but is no error."""
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(prefix=".new-", dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_MAGIC + hashlib.sha256(payload).hexdigest().encode() + b"\n" + payload)
                os.replace(temporary, path)
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise
        except OSError:
            return False
        return True


def default_directory() -> Path:
    """``ISAOPT_CACHE_DIR``, else ``isaopt`` in the user's cache directory (``XDG_CACHE_HOME`` or ``~/.cache``)."""
    named = os.environ.get("ISAOPT_CACHE_DIR")
    if named:
        return Path(named).absolute()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path(os.path.expanduser("~")) / ".cache") / "isaopt"


def chosen_store(wanted: bool | None, default: bool) -> Store | None:
    """The store of a command: ``wanted`` is ``--cache`` (True), ``--no-cache`` (False) or neither (None), which means
    to use one if ``ISAOPT_CACHE_DIR`` is set or the command does so by ``default``."""
    if wanted is None:
        wanted = default or bool(os.environ.get("ISAOPT_CACHE_DIR"))
    return Store(default_directory()) if wanted else None


@lru_cache(maxsize=1)
def version_key() -> str:
    """What made a result: isaopt's version and a digest of its own files, so that an edited checkout never answers
    with results of other code."""
    digest = hashlib.sha256(isaopt.__version__.encode())
    package = Path(isaopt.__file__).parent
    roots = (package, package.parent / "grammars") if not (package / "_grammars").is_dir() else (package,)
    for root in roots:
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix in (".py", ".lark", ".json", ".msgpack", ".c", ".h"):
                digest.update(f"\0{path.relative_to(root).as_posix()}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()
