"""A directory of entries by key that any number of processes may use at once.

An entry is written to a temporary name and renamed, so a reader sees a whole one or none; two writers of one key write
the same bytes, and the later rename changes nothing.  There is no lock that a killed process could leave behind, and
any file may be deleted at any time.

What an entry says was proved is not proved again, so it must be this user's own word.  Each is sealed (HMAC-SHA-256)
with a secret that no cache directory holds and nobody else can read, together with the key under which it was put: one
that was made by somebody else, changed, or moved to another key counts as absent.  A directory that others could write
to is refused.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import isaopt
from isaopt.errors import UsageError
from isaopt.files import replace_file
from isaopt.private import NotPrivate, private_bytes, private_directory, user_caches

_MAGIC = b"isaopt-cache-2 "
_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Store:
    """Entries below ``root``, which is created when the first one is written."""

    root: Path

    def _path(self, key: str) -> Path:
        return self.root / key[:2] / key[2:]

    def refuse(self) -> None:
        """Raises :class:`UsageError` if somebody else could have filled the directory, or may know its secret."""
        try:
            why = private_directory(self.root, make=False)
        except OSError:
            return  # nothing can be stored there, which costs time but is not an error
        if why:
            hint = f"chmod go-w '{self.root}'" if "write" in why else ""
            raise UsageError(f"not using the cache directory: {why}", str(self.root), hint=hint)
        try:
            _secret(_secret_path())
        except NotPrivate:
            why = "the secret of the cache is not this user's alone: remove it, and all entries are made anew"
            raise UsageError(why, str(_secret_path())) from None
        except OSError:
            pass

    def get(self, key: str) -> bytes | None:
        """The entry, or None; use updates its modification time."""
        path = self._path(key)
        try:
            if private_directory(self.root, make=False):
                return None
            data = private_bytes(path)
            head, _, payload = data.partition(b"\n")
            if not hmac.compare_digest(head, _seal(key, payload)):
                return None
        except OSError:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return payload

    def put(self, key: str, payload: bytes) -> bool:
        """Stores the entry; False if the file system refuses, which costs time later but is not an error."""
        path = self._path(key)
        try:
            head = _seal(key, payload)
            if private_directory(self.root):
                return False
            path.parent.mkdir(mode=0o700, exist_ok=True)
            replace_file(path, head + b"\n" + payload, mode=0o600)
        except OSError:
            return False
        return True


@dataclass(frozen=True, slots=True)
class DeferredStore:
    """A ``store`` that gets what is put only once it is asked to :meth:`commit`: nothing is kept of a run that is
    interrupted, or whose result the assembler refuses."""

    store: Store
    waiting: dict[str, bytes] = field(default_factory=dict)

    def get(self, key: str) -> bytes | None:
        return self.store.get(key)

    def put(self, key: str, payload: bytes) -> None:
        self.waiting[key] = payload

    def commit(self) -> None:
        for key, payload in self.waiting.items():
            self.store.put(key, payload)


def _seal(key: str, payload: bytes) -> bytes:
    """The head of an entry, which nobody can write without the secret; ``OSError`` if there can be no secret."""
    message = key.encode() + b"\0" + payload
    return _MAGIC + hmac.new(_secret(_secret_path()), message, hashlib.sha256).hexdigest().encode()


def _secret_path() -> Path:
    """In the user's state directory (``XDG_STATE_HOME`` or ``~/.local/state``): whoever fills a cache directory, and
    hands it to this user, has not filled that."""
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path(os.path.expanduser("~")) / ".local" / "state") / "isaopt" / "cache-secret"


@lru_cache(maxsize=8)
def _secret(path: Path) -> bytes:
    """This user's secret, created on first use.

    Raises :class:`NotPrivate` if it may be somebody else's, another :class:`OSError` if it cannot be created.
    """
    if why := private_directory(path.parent):
        raise NotPrivate(errno.EPERM, why, str(path.parent))
    if not os.path.lexists(path):
        _make_secret(path)
    found = private_bytes(path, secret=True)
    if len(found) != _SECRET_BYTES:
        raise NotPrivate(errno.EPERM, "not a secret that isaopt made", str(path))
    return found


def _make_secret(path: Path) -> None:
    """Creates the secret once even if several processes try: with two secrets, each process would distrust the other's
    entries."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        if not os.path.lexists(path):
            replace_file(path, secrets.token_bytes(_SECRET_BYTES), mode=0o600)
    finally:
        os.close(folder)


def default_directory() -> Path:
    """``ISAOPT_CACHE_DIR``, else ``isaopt`` in the user's cache directory (``XDG_CACHE_HOME`` or ``~/.cache``)."""
    named = os.environ.get("ISAOPT_CACHE_DIR")
    if named:
        return Path(named).absolute()
    return user_caches() / "isaopt"


def chosen_store(wanted: bool | None, default: bool) -> Store | None:
    """The store of a command. ``wanted`` is ``--cache`` (True), ``--no-cache`` (False) or neither (None), which uses a
    store if ``ISAOPT_CACHE_DIR`` is set or if that is the command's ``default``.

    Raises :class:`UsageError` for a directory into which others could have put something.
    """
    if wanted is None:
        wanted = default or bool(os.environ.get("ISAOPT_CACHE_DIR"))
    if not wanted:
        return None
    store = Store(default_directory())
    store.refuse()
    return store


@lru_cache(maxsize=1)
def version_key() -> str:
    """The origin of a result: isaopt's version and a digest of its own files, so that an edited checkout never answers
    with results of other code."""
    digest = hashlib.sha256(isaopt.__version__.encode())
    package = Path(isaopt.__file__).parent
    roots = (package, package.parent / "grammars") if not (package / "_grammars").is_dir() else (package,)
    for root in roots:
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix in (".py", ".lark", ".json", ".msgpack", ".toml", ".c", ".h"):
                digest.update(f"\0{path.relative_to(root).as_posix()}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()
