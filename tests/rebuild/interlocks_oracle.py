"""Expert scheduling mode as an adversary would run it: along one path, whatever may still be outstanding is.

Shares nothing with what it judges: it reads the text of the few instructions that the tests write.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_WAIT = re.compile(r"depctr_(va_vdst|vm_vsrc)\((\d+)\)")
_VGPR = re.compile(r"(-?)\bv(?:(\d+)|\[(\d+):(\d+)\])")
#: Instructions by how they begin: what is done in which order, and whether the first operand is a result.
_VALU = {
    "v_exp_f32": "trans",
    "v_dot2_f32_f16": "matrix",
    "v_fma_f64": "double",
    "v_add_f64": "double",
    "v_cmp_": "main",
    "v_": "main",
}
_MEMORY = {"ds_load": "lds", "ds_store": "lds", "global_load": "flat", "global_store": "flat", "buffer_load": "buffer"}


@dataclass(frozen=True)
class Config:
    """Readings of what no source says: whether doubles are done in order with others, and whether instructions without
    a VGPR result are counted."""

    doubles_apart: bool
    compares_count: bool


CONFIGS = [Config(a, b) for a in (False, True) for b in (False, True)]


@dataclass(frozen=True)
class _Event:
    way: str
    results: frozenset[int]
    sources: frozenset[int]
    counts: bool = True
    counter: str = ""


def _units(text: str) -> frozenset[int]:
    found: set[int] = set()
    for m in _VGPR.finditer(text):
        found |= {int(m[2])} if m[2] else set(range(int(m[3]), int(m[4]) + 1))
    return frozenset(found)


def _kind(name: str, table: dict[str, str]) -> str:
    return next((kind for start, kind in table.items() if name.startswith(start)), "")


def _left(events: list[_Event], count: int) -> list[_Event]:
    """Those that may be outstanding after the wait: each with all younger ones of its way, and no others."""
    out = []
    for k, event in enumerate(events):
        behind = sum(e.way == event.way for e in events[k + 1 :] if e.counts)
        if count and behind + event.counts <= count:
            out.append(event)
    return out


def _finished(name: str, count: int) -> set[str]:
    """The counters that a wait for memory brings down to nothing."""
    counters = name.removeprefix("s_wait_").split("_")
    counts = [count] if len(counters) == 1 else [count >> 8, count & 63]
    return {counter for counter, left in zip(counters, counts, strict=True) if left == 0}


def hazard(trace: Sequence[str], config: Config) -> str:
    """The first instruction of a path that may find a VGPR in the wrong state; empty if none does."""
    valu: list[_Event] = []
    memory: list[_Event] = []
    for line in trace:
        name, _, rest = line.partition(" ")
        if name == "s_wait_alu":
            for field, count in _WAIT.findall(rest):
                if field == "va_vdst":
                    valu = _left(valu, int(count))
                else:
                    memory = _left(memory, int(count))
            continue
        if name.startswith("s_wait_"):
            # What has been done has read its registers.
            memory = [e for e in memory if e.counter not in _finished(name, int(rest, 0))]
            continue
        pipe, way = _kind(name, _VALU), _kind(name, _MEMORY)
        first, _, others = rest.partition(",")
        stores = "store" in name
        results = frozenset[int]() if stores or name.startswith("v_cmp_") else _units(first)
        sources = _units(rest if stores or name.startswith("v_cmp_") else others)
        if results & {u for e in memory for u in e.sources}:
            return line
        if way and (
            (results | sources) & {u for e in valu for u in e.results} or results & {u for e in valu for u in e.sources}
        ):
            return line
        if pipe:
            pipe = "main" if pipe == "double" and not config.doubles_apart else pipe
            valu.append(_Event(pipe, results, sources, bool(results) or config.compares_count))
        elif way:
            counter = "dscnt" if way == "lds" else "storecnt" if stores else "loadcnt"
            memory.append(_Event(way, results, sources, counter=counter))
    return ""


def traces(code: Sequence[str], choice: random.Random, length: int) -> Iterator[list[str]]:
    """Paths through a kernel's lines, at random."""
    labels = {line.rstrip(":"): k for k, line in enumerate(code) if line.endswith(":")}
    while True:
        at, path = 0, list[str]()
        while at < len(code) and len(path) < length:
            line = code[at]
            at += 1
            if line.endswith(":"):
                continue
            name, _, target = line.partition(" ")
            if name.startswith("s_branch") or (name.startswith("s_cbranch") and choice.random() < 0.5):
                at = labels[target]
                continue
            path.append(line)
        yield path
