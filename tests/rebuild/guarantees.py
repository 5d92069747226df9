"""What straight-line code is sure of: which accesses are done before which, by the counters alone.

A judge of its own for what waits order; it shares nothing with :mod:`isaopt.rebuild`.  Accesses are known by their
mnemonics and offsets, so each of a program's must have an offset of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

Key = str
"""An access: its mnemonic and offset."""

_OFFSET = re.compile(r"offset:(\d+)|, (0x[0-9a-f]+)$")
_FIELD = re.compile(r"(vmcnt|lgkmcnt|expcnt)\((\d+)\)")
_GFX12 = ("loadcnt", "storecnt", "dscnt", "kmcnt")


@dataclass
class Guarantees:
    """``done``: what is done before each access, barrier, message and the end, by its key, in order of the code."""

    gfx12: bool
    done: dict[Key, frozenset[Key]] = field(default_factory=dict)
    order: list[Key] = field(default_factory=list)
    _waiting: dict[str, list[Key]] = field(default_factory=dict)
    _over: set[Key] = field(default_factory=set)
    _left: dict[Key, set[str]] = field(default_factory=dict)

    def run(self, lines: Sequence[str]) -> Guarantees:
        times: dict[str, int] = {}
        for line in lines:
            text = line.strip()
            name = text.split()[0]
            counts = self.counts(text)
            if counts is not None:
                for counter, count in counts.items():
                    self.wait(counter, count)
                continue
            counters = self.counters(text)
            if not counters and not is_place(name):
                continue
            found = _OFFSET.search(text)
            key = f"{name} {found[1] or found[2]}" if found and counters else f"{name} {times.get(name, 0)}"
            times[name] = times.get(name, 0) + 1
            assert key not in self.done, key
            self.order.append(key)
            self.done[key] = frozenset(self._over)
            for counter in counters:
                self._waiting.setdefault(counter, []).append(key)
            self._left[key] = set(counters)
        return self

    def wait(self, counter: str, count: int) -> None:
        """A wait for more than nothing tells which events are over only where they end in order."""
        row = self._waiting.get(counter, [])
        kinds = {"scalar" if key.startswith("s_") else "vector" for key in row}
        if count and (len(kinds) > 1 or "scalar" in kinds):
            return
        first = max(0, len(row) - count)
        for key in row[:first]:
            self._left[key].discard(counter)
            if not self._left[key]:
                self._over.add(key)
        self._waiting[counter] = row[first:]

    def counters(self, text: str) -> tuple[str, ...]:
        """What an access adds to."""
        name = text.split()[0]
        if name.startswith("ds_"):
            return ("dscnt",) if self.gfx12 else ("lgkmcnt",)
        if name.startswith("s_load"):
            return ("kmcnt",) if self.gfx12 else ("lgkmcnt",)
        if name.startswith("global_") and not name.startswith(("global_inv", "global_wb")):
            returns = " glc" in text or "TH_ATOMIC_RETURN" in text
            stores = "store" in name or ("atomic" in name and not returns)
            return (("storecnt" if stores else "loadcnt") if self.gfx12 else ("vscnt" if stores else "vmcnt"),)
        return ()

    def counts(self, text: str) -> dict[str, int] | None:
        name, _, rest = text.partition(" ")
        if name == "s_waitcnt":
            return {counter: int(count) for counter, count in _FIELD.findall(rest)}
        if name == "s_waitcnt_vscnt":
            return {"vscnt": int(rest.split(",")[1], 0)}
        if name in ("s_wait_loadcnt_dscnt", "s_wait_storecnt_dscnt"):
            value = int(rest, 0)
            return {name.split("_")[2]: value >> 8, "dscnt": value & 63}
        if name.startswith("s_wait_") and name[len("s_wait_") :] in _GFX12:
            return {name[len("s_wait_") :]: int(rest, 0)}
        return None


def is_place(name: str) -> bool:
    """Whether others notice an instruction that is no access."""
    return name.startswith(("s_barrier", "s_endpgm", "s_sendmsg", "buffer_gl", "global_inv", "global_wb"))
