"""Lark and its parse tables, which take longer to build than a small file takes to parse, so they are cached between
processes.

Lark keeps them with a digest of the grammar, its own version and Python's, and makes them anew where one of these has
changed or the file cannot be read.  The file is in a directory that is this user's alone, as reading it runs what it
says (:mod:`isaopt.private`), and where there can be none every process makes its own tables.
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
    """Lark for all that is read, calling ``build`` while it reduces."""
    folder = user_caches() / "isaopt-grammar"
    try:
        if not private_directory(folder):
            return _shared(build, folder)
    except OSError:
        pass  # somebody else's, or nothing can be kept here, or another process is about to
    return Lark(grammar_text(), parser="lalr", start=list(STARTS), transformer=build)


def _shared(build: Build, folder: Path) -> Lark:
    """With the tables in a directory; ``OSError`` where they are not to be had there."""
    path = folder / "tables"
    # Lark writes in place: one process at a time, and nobody waits for one that was stopped meanwhile.
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.lexists(path):
            private_bytes(path)
        return Lark(grammar_text(), parser="lalr", start=list(STARTS), transformer=build, cache=str(path))
    finally:
        os.close(lock)
