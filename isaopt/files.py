"""Writing files that are complete or absent."""

from __future__ import annotations

import os
from pathlib import Path


def mode_for(target: Path) -> int:
    """The permissions of the file that is replaced, or what the umask leaves of rw-rw-rw-."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def replace_file(target: Path, data: bytes, mode: int | None = None) -> None:
    """Writes ``data`` to a temporary name beside ``target`` and renames it; an ``OSError`` leaves nothing behind.
    ``mode`` sets the permissions, by default those of :func:`mode_for`."""
    import tempfile  # takes longer to import than all else that most commands write with

    handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, mode_for(target) if mode is None else mode)
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
