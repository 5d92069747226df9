"""Directories and files that only this user can have filled, so that what is read or run from them can be trusted.

In a directory that is open to all, such as the system's temporary one, anyone may have created what we are looking
for: a directory, a file, or a link to one. Whatever this user does not own, or others may write to, is not used.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class NotPrivate(OSError):
    """The directory or file may be somebody else's."""


def user_caches() -> Path:
    """Where this user's caches are: ``XDG_CACHE_HOME``, else ``~/.cache``."""
    base = os.environ.get("XDG_CACHE_HOME")
    return Path(base) if base else Path(os.path.expanduser("~")) / ".cache"


def private_directory(path: Path, make: bool = True) -> str:
    """Why this directory cannot be trusted, or an empty string.  One that is missing is fine, and is made for this user
    alone if ``make``.

    Raises :class:`OSError` where it cannot be made.
    """
    if make:
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)
    try:
        link, found = path.lstat(), path.stat()
    except FileNotFoundError:
        return ""
    if not stat.S_ISDIR(found.st_mode):
        return "not a directory"
    if link.st_uid != os.getuid() or found.st_uid != os.getuid():
        return "owned by another user"
    if found.st_mode & _OTHERS_WRITE:
        return f"others may write to it (mode {stat.S_IMODE(found.st_mode):04o})"
    return ""


def private_bytes(path: Path, secret: bool = False) -> bytes:
    """A file's contents, if it is this user's own and has no other name; ``secret``: and nobody else may read it.

    Raises:
        NotPrivate: it is not.
        OSError: it cannot be read.
    """
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        found = os.fstat(file.fileno())
        # No name at all: replaced by another process since it was opened.
        ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.getuid() and found.st_nlink <= 1
        if not ours or found.st_mode & (_OTHERS if secret else _OTHERS_WRITE):
            raise NotPrivate(errno.EPERM, "not this user's alone", str(path))
        return file.read()
