"""Counts the operations that a folder of ``.s`` files needs, and those that the emulator does not support."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from isaopt.asm.parser import parse_text
from isaopt.asm.source import read_source
from isaopt.emulator import semantics
from isaopt.emulator.translate import OWN
from isaopt.errors import IsaoptError, UsageError
from isaopt.target.counters import WAITS


@dataclass(frozen=True, slots=True)
class Coverage:
    """``needed`` counts instructions by operation; ``missing`` gives (instructions, files) for unsupported operations;
    ``unread`` says why a file could not be read."""

    files: int
    needed: dict[str, int]
    missing: dict[str, tuple[int, int]]
    unread: dict[str, str]


def knows(operation: str) -> bool:
    """Whether the emulator has semantics for an operation; single forms of it may still be refused."""
    return operation in OWN or operation in WAITS or operation in semantics.supported()


def coverage_of(directory: Path, arch: str | None = None) -> Coverage:
    """Counts the instructions of every kernel below ``directory``, most frequent first.

    Raises:
        UsageError: there is no such directory, or no ``.s`` file in it.
    """
    if not directory.is_dir():
        raise UsageError("not a directory", path=str(directory))
    paths = sorted(directory.rglob("*.s"))
    if not paths:
        raise UsageError("no .s file in it", path=str(directory))
    needed: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    in_files: Counter[str] = Counter()
    unread: dict[str, str] = {}
    for path in paths:
        try:
            module = parse_text(read_source(str(path)), str(path), arch)
        except IsaoptError as error:
            unread[str(path)] = str(error).splitlines()[0]
            continue
        here: Counter[str] = Counter()
        for kernel in module.kernels:
            for _, instruction in module.instructions(kernel):
                here.update(half.operation for half in instruction.op.halves)
        needed.update(here)
        missing = {name: n for name, n in here.items() if not knows(name)}
        lost.update(missing)
        in_files.update(missing.keys())
    order = {name: (n, in_files[name]) for name, n in sorted(lost.items(), key=lambda x: (-x[1], x[0]))}
    return Coverage(len(paths), dict(sorted(needed.items(), key=lambda x: (-x[1], x[0]))), order, unread)
