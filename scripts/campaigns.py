"""What campaigns have in common: several processes, results kept line by line, and a table of outcomes."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from isaopt.plain import decode, encode

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Line = TypeVar("Line")


def every(work: Callable[[Task], Answer], tasks: Sequence[Task], jobs: int) -> Iterator[Answer]:
    """What ``work`` makes of each task, in any order, in so many processes."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap_unordered(work, tasks)


def append(path: Path, *lines: object) -> None:
    """Adds values as lines with one write, so that those of several processes do not mix."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    try:
        os.write(handle, "".join(json.dumps(encode(line)) + "\n" for line in lines).encode())
    finally:
        os.close(handle)


def read(path: Path, kind: type[Line]) -> list[Line]:
    """The lines of a file, without what is not whole: a run that was ended may have left a part of one."""
    out: list[Line] = []
    for text in path.read_text().splitlines() if path.exists() else ():
        try:
            out.append(decode(kind, json.loads(text)))
        except ValueError:
            continue
    return out


def table(counts: Counter[tuple[str, str]], kinds: Iterable[str] = (), outcomes: Iterable[str] = ()) -> str:
    """Counts by kind and outcome, in the order given or else by name, and the sums of all kinds."""
    kinds = list(kinds) or sorted({kind for kind, _ in counts})
    outcomes = list(outcomes) or sorted({outcome for _, outcome in counts})
    rows = [["kind", *outcomes]] + [[k, *(str(counts[k, o] or "") for o in outcomes)] for k in kinds]
    rows.append(["all", *(str(sum(counts[k, o] for k in kinds)) for o in outcomes)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(x.ljust(w) for x, w in zip(row, widths, strict=True)).rstrip() for row in rows)
