"""What one way through a kernel is sure of: which accesses are done before which, by the counters alone.

A judge of its own for what waits order (``docs/explanation/memory-model.md``); it shares nothing with
:mod:`isaopt.rebuild`.
Control is followed with the values of scalar registers, so a kernel and a version of it with other blocks go the same
way. Accesses are known by their mnemonics and offsets and by how often they were met, so each must have an offset of
its own; a load of 16 bytes from LDS counts as its halves, which a pass may take apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Key = tuple[str, int, str]
"""An access and its offset, or another event by its name; how many times it was met before; and the counter that says
when it is done: a flat access has two."""

_OFFSET = re.compile(r"offset:(\d+)")
_ARGUMENT = re.compile(r"s_load_b\d+ s\[(\d+):(\d+)\], s\[0:1\], (\w+)")
_FIELD = re.compile(r"(vmcnt|lgkmcnt|expcnt)\((\d+)\)")
_LOADS, _STORES, _LDS, _SCALAR = "loads", "stores", "lds", "scalar"
_NAMES = {
    False: {"vmcnt": _LOADS, "vscnt": _STORES, "lgkmcnt": _LDS},
    True: {"loadcnt": _LOADS, "storecnt": _STORES, "dscnt": _LDS, "kmcnt": _SCALAR},
}
_MOST_STEPS = 20_000


@dataclass(frozen=True)
class Event:
    """``name``: mnemonic without what passes may change of it; ``done``: what is done before it, of earlier events;
    ``sees``: it is a load with a cache bit."""

    name: str
    keys: tuple[Key, ...]
    done: frozenset[Key]
    sees: bool


@dataclass
class Trace:
    """``given``: the kernel's arguments by offset, and what its start leaves in scalar registers; ``counted``: whether
    invalidates of the vector caches count, on which sources differ."""

    gfx12: bool
    given: Mapping[str, int]
    counted: bool
    events: list[Event] = field(default_factory=list)
    _scalars: dict[str, int] = field(default_factory=dict)
    _scc: bool = False
    _waiting: dict[str, list[tuple[list[Key], str]]] = field(default_factory=dict)
    _over: set[Key] = field(default_factory=set)
    _met: Counter[str] = field(default_factory=Counter)

    def run(self, lines: Sequence[str]) -> Trace:
        self._scalars.update((name, value) for name, value in self.given.items() if name.startswith("s"))
        labels = {line.rstrip(":"): k for k, line in enumerate(lines) if line.endswith(":")}
        at = 0
        for _ in range(_MOST_STEPS):
            text = lines[at].strip()
            at += 1
            name, _, rest = text.partition(" ")
            if name.endswith(":"):
                continue
            taken = name == "s_branch" or name == f"s_cbranch_scc{int(self._scc)}"
            if taken:
                at = labels[rest]
            elif (counts := self.counts(name, rest)) is not None:
                for counter, count in counts.items():
                    self.wait(counter, count)
            elif not self.computed(name, rest):
                self.meet(name, text)
            if name == "s_endpgm":
                return self
        raise AssertionError("no end")

    def computed(self, name: str, rest: str) -> bool:
        """Whether it is an instruction of the scalar ALU, which is carried out."""
        words = [word.strip() for word in rest.split(",")]
        if name == "s_mov_b32":
            self._scalars[words[0]] = self.value(words[1])
        elif name in ("s_add_i32", "s_add_co_i32", "s_add_u32", "s_add_co_u32"):
            self._scalars[words[0]] = (self.value(words[1]) + self.value(words[2])) & 0xFFFFFFFF
        elif match := re.fullmatch(r"s_cmp_(eq|lg|lt|le|gt|ge)_([iu])32", name):
            a, b = (self.value(word) for word in words)
            if match[2] == "i":
                a, b = ((x ^ 1 << 31) - (1 << 31) for x in (a, b))
            relations = {"eq": a == b, "lg": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}
            self._scc = relations[match[1]]
        else:
            assert not re.match(r"s_(add|sub|cmp|and|or|lsh|mul|min|max|cselect|bfe|mov|cmov|cbranch_[ve])", name), name
            return False
        return True

    def value(self, word: str) -> int:
        return self._scalars[word] if word.startswith("s") else int(word, 0) & 0xFFFFFFFF

    def meet(self, name: str, text: str) -> None:
        """Issue an access, or meet another event that others may notice."""
        counters = self.counters(name, text)
        if not counters and not is_place(name):
            return
        if argument := _ARGUMENT.search(text):
            first, last, offset = int(argument[1]), int(argument[2]), int(argument[3], 0)
            for s in range(first, last + 1):
                self._scalars[f"s{s}"] = self.given.get(f"{offset + 4 * (s - first):#x}", 0)
        found = _OFFSET.search(text)
        starts = [int(found[1])] if found else [0] if not name.startswith("s_load") else [int(text.split(",")[-1], 0)]
        plain = re.sub(r"^(ds_load)_b\d+", r"\1", name)
        if name == "ds_load_b128":
            starts.append(starts[0] + 8)
        names = [f"{plain} {start}" if counters and not is_place(name) else plain for start in starts]
        sees = " glc" in text or "scope:SCOPE_" in text
        keys = tuple((one, self._met[one], counter) for one in names for counter in counters or ("",))
        self._met.update(names)
        self.events.append(Event(plain, keys, frozenset(self._over), sees))
        for counter in counters:
            kind = "scalar" if name.startswith("s_") else name.partition("_")[0]
            self._waiting.setdefault(counter, []).append(([key for key in keys if key[2] == counter], kind))

    def wait(self, counter: str, count: int) -> None:
        """A wait for more than nothing tells which events are over only where they end in order."""
        row = self._waiting.get(counter, [])
        kinds = {kind for _, kind in row}
        if count and ("scalar" in kinds or (counter == _STORES and "scratch" in kinds and len(kinds) > 1)):
            return
        counts = [self.counted or not is_invalidate(keys[0][0]) for keys, _ in row]
        left = []
        for k, (keys, kind) in enumerate(row):
            # Behind an event as many others may be outstanding as the wait lets be.
            if sum(counts[k + 1 :]) < count or (count and not counts[k]):
                left.append((keys, kind))
            else:
                self._over.update(keys)
        self._waiting[counter] = left

    def counters(self, name: str, text: str) -> tuple[str, ...]:
        """What an access adds to (RDNA3 and RDNA4 ISA guides, data dependency resolution)."""
        scalar = _SCALAR if self.gfx12 else _LDS
        if name.startswith("ds_"):
            return (_LDS,)
        if name.startswith(("s_load", "s_dcache_inv", "s_sendmsg")):
            return (scalar,)
        if name == "global_wb":
            return (_STORES,)
        if name == "global_inv" or name.startswith("buffer_gl"):
            return (_LOADS,)
        if name.startswith(("global_", "buffer_", "flat_", "scratch_")):
            returns = "atomic" in name and (" glc" in text or "TH_ATOMIC_RETURN" in text)
            one = _STORES if "store" in name or ("atomic" in name and not returns) else _LOADS
            return (one, _LDS) if name.startswith("flat_") else (one,)
        return ()

    def counts(self, name: str, rest: str) -> dict[str, int] | None:
        names = _NAMES[self.gfx12]
        if name == "s_waitcnt":
            return {names[counter]: int(count) for counter, count in _FIELD.findall(rest) if counter in names}
        if name == "s_waitcnt_vscnt":
            return {_STORES: int(rest.split(",")[1], 0)}
        if name in ("s_wait_loadcnt_dscnt", "s_wait_storecnt_dscnt"):
            value = int(rest, 0)
            return {names[name.split("_")[2]]: value >> 8, _LDS: value & 63}
        if name.startswith("s_wait_") and name[len("s_wait_") :] in names:
            return {names[name[len("s_wait_") :]]: int(rest, 0)}
        return None


def is_place(name: str) -> bool:
    """Whether others notice an instruction that is no access."""
    return name.startswith(("s_barrier", "s_endpgm", "s_sendmsg", "buffer_gl", "global_inv", "global_wb", "s_dcache"))


def is_invalidate(name: str) -> bool:
    """Whether it empties vector caches: loads issued later come after it, waited for or not."""
    return name.startswith(("buffer_gl", "global_inv"))


@dataclass(frozen=True)
class Rule:
    """``races``: other waves access LDS at any time; otherwise they do so with atomics alone, and plain accesses are
    kept apart by barriers.  ``same_cu``: the waves of the workgroup share a CU's cache."""

    races: bool
    same_cu: bool

    def is_told(self, event: Event) -> bool:
        """Whether other waves may tell when an access to LDS is performed."""
        return event.name.startswith(("ds_", "flat_")) and (self.races or event.name not in ("ds_load", "ds_store_b32"))

    def is_observed(self, event: Event) -> bool:
        if event.name.startswith("scratch_"):
            return False
        if event.name.startswith("ds_"):
            return self.is_told(event) and event.name != "ds_load"
        return is_place(event.name) or "store" in event.name or "atomic" in event.name

    def acquires(self, event: Event) -> bool:
        """Whether a wave may learn by it that others have come to some point."""
        if event.name.startswith("ds_"):
            return self.is_told(event) and "store" not in event.name
        if event.name == "s_dcache_inv" or event.name == "flat_load_b32":
            return True
        if "atomic" in event.name:
            return event.keys[0][2] == _LOADS
        return _is_vector_load(event) and (event.sees or self.same_cu)

    def due(self, event: Event, acquires: frozenset[Key]) -> frozenset[Key]:
        """Of what the input is sure of before an event, what any version must be sure of."""
        if event.name == "s_endpgm":
            return frozenset()  # the packet processor waits for the stores
        done = frozenset(key for key in event.done if not is_invalidate(key[0]))
        if self.is_observed(event):
            return done
        if "load" not in event.name or event.name.startswith("scratch_"):
            return frozenset()
        if event.name == "ds_load":
            done = frozenset(key for key in done if key[2] != _LDS or key[0].startswith("s_"))
        if event.name.startswith("s_load"):
            # What it finds may be as old as the last invalidate of its cache, whatever the wave has heard since.
            return frozenset(key for key in done if "store" in key[0] or "atomic" in key[0] or "dcache" in key[0])
        due = done & acquires
        fresh = event.sees or (self.same_cu and not event.name.startswith("ds_"))
        if fresh or self.is_told(event):
            stores = (key for key in done if "store" in key[0] or "atomic" in key[0] or "ds_add" in key[0])
            due |= {key for key in stores if not key[0].startswith("scratch")}
        return due


def lost(given: Trace, found: Trace, rule: Rule) -> list[str]:
    """What the input is sure of and a version is not."""
    before = {key: event for event in given.events for key in event.keys}
    after = {key: event for event in found.events for key in event.keys}
    assert before.keys() == after.keys(), before.keys() ^ after.keys()
    acquires = frozenset(key for key, event in before.items() if rule.acquires(event))
    out = []
    for key, event in before.items():
        missing = rule.due(event, acquires) - after[key].done
        if missing:
            out.append(f"before {key}: {sorted(missing)}")
    out += _moved(given, found, rule)
    return out


def _moved(given: Trace, found: Trace, rule: Rule) -> list[str]:
    """Accesses that changed places where others can tell though nothing waits between them."""
    position = {key: k for k, event in enumerate(found.events) for key in event.keys}
    out = []
    for k, first in enumerate(given.events):
        for second in given.events[k + 1 :]:
            at = max(position[key] for key in first.keys)
            if at < min(position[key] for key in second.keys):
                continue
            both = rule.is_told(first) and rule.is_told(second)
            fence = first.name.startswith(("s_barrier", "buffer_gl", "global_inv", "s_dcache"))
            loads = rule.same_cu and _is_vector_load(first) and _is_vector(second)
            if both or (fence and not second.name.startswith("scratch_")) or loads:
                out.append(f"{second.keys[0]} is before {first.keys[0]}")
    return out


def _is_vector(event: Event) -> bool:
    return event.name.startswith(("global_", "buffer_", "flat_"))


def _is_vector_load(event: Event) -> bool:
    return _is_vector(event) and "load" in event.name
