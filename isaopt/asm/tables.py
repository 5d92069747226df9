"""Lark and its parse tables. The tables take longer to build than a small file takes to parse, so they are cached
between processes.

Lark stores them with a digest of the grammar, its own version and Python's, and rebuilds them if one of these has
changed or the file cannot be read. Reading the file executes its content, so it is kept in a directory that belongs to
this user alone (:mod:`isaopt.private`); without such a directory, every process builds its own tables.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from lark import Lark

from isaopt.asm.statement import Build
from isaopt.private import private_bytes, private_directory, user_caches

STARTS = ("instruction", "items", "expression")


def grammar_text() -> str:
    """The grammar, from the installed package or, in an editable install, from the project's ``grammars``."""
    package = Path(__file__).parents[1]
    packaged = package / "_grammars" / "gcn.lark"
    path = packaged if packaged.is_file() else package.parent / "grammars" / "gcn.lark"
    return path.read_text(encoding="utf-8")


def make_lark(build: Build) -> Lark:
    """The Lark parser of everything that is read; it calls ``build`` while it reduces."""
    folder = user_caches() / "isaopt-grammar"
    try:
        if not private_directory(folder):
            return _shared(build, folder)
    except OSError:
        pass  # not ours, or nothing can be stored here, or another process is about to
    return Lark(grammar_text(), parser="lalr", start=list(STARTS), transformer=build)


def _shared(build: Build, folder: Path) -> Lark:
    """Lark with the tables in a directory; ``OSError`` if they cannot be stored or read there."""
    path = folder / "tables"
    # Lark writes in place, so only one process may write at a time, and nobody waits for one that was stopped.
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.lexists(path):
            private_bytes(path)
        return Lark(grammar_text(), parser="lalr", start=list(STARTS), transformer=build, cache=str(path))
    finally:
        os.close(lock)
