"""The structure of a text: kernels and functions with their loops, descriptors, metadata, macros."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from isaopt.ir.program import Directive, Kernel, Verbatim
from isaopt.languageserver.snapshot import Snapshot

#: Directives that open a region, and what closes it.
_REGIONS = {
    ".amdhsa_kernel": ".end_amdhsa_kernel",
    ".amdgpu_metadata": ".end_amdgpu_metadata",
    ".macro": ".endm",
    ".rept": ".endr",
    ".irp": ".endr",
    ".irpc": ".endr",
}


@dataclass
class OutlinePart:
    """Lines ``first`` to ``last``, from 0; ``kind`` is ``kernel``, ``function``, ``loop`` or a directive."""

    name: str
    kind: str
    first: int
    last: int
    detail: str = ""
    inner: list[OutlinePart] = field(default_factory=list)


def parts(snapshot: Snapshot) -> list[OutlinePart]:
    """The outline, in text order."""
    found = [*(_unit(snapshot, unit) for unit in snapshot.units), *_regions(snapshot)]
    return sorted(found, key=lambda part: part.first)


def _unit(snapshot: Snapshot, unit: Kernel) -> OutlinePart:
    first, last = snapshot.lines_of(unit)
    kind = "kernel" if unit.descriptor else "function"
    whole = OutlinePart(unit.name, kind, first, last, f"wave{unit.wave_size}")
    made: list[OutlinePart] = []
    for loop in snapshot.loops(unit):
        begin, end = snapshot.loop_lines(unit, loop)
        detail = f"depth {loop.depth}" + (f", {loop.trip_count} times" if loop.trip_count is not None else "")
        made.append(OutlinePart(loop.label or f"loop in line {begin + 1}", "loop", begin, end, detail))
        above = whole if loop.parent is None else made[loop.parent]
        above.inner.append(made[-1])
    # A compiler may lay blocks out so that a loop's last one stands outside of the loop around it.
    for part in reversed(made):
        _contain(part)
    _contain(whole)
    return whole


def _contain(part: OutlinePart) -> None:
    part.first = min([part.first, *(inner.first for inner in part.inner)])
    part.last = max([part.last, *(inner.last for inner in part.inner)])


def _regions(snapshot: Snapshot) -> Iterator[OutlinePart]:
    opened: list[tuple[Directive, str]] = []
    for item in snapshot.module.items if snapshot.module is not None else ():
        if not isinstance(item, Directive):
            continue
        if item.name in _REGIONS:
            opened.append((item, _REGIONS[item.name]))
        elif opened and item.name == opened[-1][1]:
            opening, _ = opened.pop()
            yield OutlinePart(
                f"{opening.name} {opening.args.strip()}".strip(), opening.name, opening.line - 1, item.line - 1
            )


def folds(snapshot: Snapshot) -> list[tuple[int, int, bool]]:
    """First and last lines that can be folded, and whether they are a comment."""
    found: list[tuple[int, int, bool]] = []
    waiting = parts(snapshot)
    while waiting:
        part = waiting.pop()
        waiting += part.inner
        found.append((part.first, part.last, False))
    comments = [
        item.line - 1 + extra
        for item in (snapshot.module.items if snapshot.module is not None else ())
        if isinstance(item, Verbatim) and item.text.lstrip()[:1] in (";", "/", "#")
        for extra in range(item.text.rstrip("\n").count("\n") + 1)
    ]
    run: list[int] = []
    for line, following in pairwise([*comments, -1]):
        run.append(line)
        if following != line + 1:
            found.append((run[0], run[-1], True))
            run = []
    return sorted({fold for fold in found if fold[1] > fold[0]})
