"""Generated straight-line code: what the input was sure of holds in any order that its dependences allow."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from isaopt.transform.registry import PassOptions, make_pass
from tests.rebuild.guarantees import Guarantees, is_place
from tests.rebuild.test_ordering import BARRIERS, START, kernel, lines_of, shuffled, spelled

ORDERS = 6


class Writer:
    """Writes a kernel: accesses, their users behind waits as loose as can be, waits for nothing, and barriers."""

    def __init__(self, arch: str, seed: int) -> None:
        self.arch, self.choice = arch, random.Random(seed)
        self.lines = [*START]
        self.free = iter(range(8, 90))
        self.offset = iter(range(4, 4000, 8))
        self.waiting: list[tuple[int, str]] = []
        """Registers with results that are on their way, oldest first, and what waits for them."""

    def write(self, length: int) -> list[str]:
        kinds = ["load", "load", "lds", "lds", "use", "use", "use", "store", "lds_store", "wait", "other"]
        if self.choice.random() < 0.5:
            kinds.append("barrier")
        for _ in range(length):
            getattr(self, self.choice.choice(kinds))()
        while self.waiting:
            self.use()
        return spelled(self.lines, self.arch)

    def load(self) -> None:
        coherent = " GLC" if self.choice.random() < 0.15 else ""
        v = next(self.free)
        self.lines.append(f"global_load_b32 v{v}, v1, s[4:5] offset:{next(self.offset)}{coherent}")
        self.waiting.append((v, "MEM"))

    def lds(self) -> None:
        v = next(self.free)
        self.lines.append(f"ds_load_b32 v{v}, v1 offset:{next(self.offset)}")
        self.waiting.append((v, "LDS"))

    def use(self) -> None:
        if not self.waiting:
            return
        v, what = self.waiting[0]
        left = self.younger(what) - 1
        self.lines.append(f"{what} {left}")
        self.waiting.pop(0)
        self.lines += [f"v_add_f32_e32 v{v}, v{v}, v0" for _ in range(self.choice.randint(1, 3))]

    def younger(self, what: str) -> int:
        """So many events of a kind are outstanding; stores to LDS count where loads do."""
        return sum(kind == what for _, kind in self.waiting)

    def store(self) -> None:
        self.lines.append(f"global_store_b32 v1, v0, s[6:7] offset:{next(self.offset)}")

    def lds_store(self) -> None:
        # The users of the loads that are outstanding count those alone.
        self.drain("LDS")
        self.lines += [f"ds_store_b32 v1, v0 offset:{next(self.offset)}", "LDS 0"]

    def drain(self, what: str) -> None:
        self.lines.append(f"{what} 0")
        self.waiting = [(v, kind) for v, kind in self.waiting if kind != what]

    def wait(self) -> None:
        what = self.choice.choice(["MEM", "LDS"])
        count = self.choice.randint(0, self.younger(what))
        self.lines.append(f"{what} {count}")

    def other(self) -> None:
        v = next(self.free)
        self.lines.append(f"global_atomic_add_u32 v{v}, v1, v0, s[6:7] offset:{next(self.offset)} RET")
        self.waiting.append((v, "MEM"))

    def barrier(self) -> None:
        self.drain("LDS")
        self.lines += BARRIERS[self.arch]


@dataclass
class Noticed:
    """Keys of what others may notice, of loads that may acquire, and of accesses to LDS whose order others can tell.

    What is stored to LDS between two barriers is not noticed before the second one unless something is loaded from LDS
    between them; and loads acquire nothing unless something is stored there.  Every access is done by its barrier.
    """

    observed: set[str] = field(default_factory=set)
    acquires: set[str] = field(default_factory=set)
    told: list[str] = field(default_factory=list)


def noticed(lines: Sequence[str], gfx12: bool) -> Noticed:
    keys = Guarantees(gfx12).run(lines).order
    parts: list[list[str]] = [[]]
    for key in keys:
        if key.split()[0] in ("s_barrier", "s_barrier_wait"):
            parts.append([])
        parts[-1].append(key)
    found = Noticed()
    for at, part in enumerate(parts):
        loads = any(key.startswith("ds_load") for key in part)
        stores = any(key.startswith("ds_store") for key in part)
        for key in part:
            if key.startswith("ds_store"):
                if loads or at == len(parts) - 1:
                    found.observed.add(key)
                    found.told.append(key)
            elif key.startswith("ds_load"):
                if stores:
                    found.acquires.add(key)
                    found.told.append(key)
            elif "store" in key or "atomic" in key or is_place(key):
                found.observed.add(key)
    for line in lines:
        if line.endswith(("glc", "scope:SCOPE_DEV", "TH_ATOMIC_RETURN")):
            words = line.replace("offset:", "").split()
            found.acquires.add(f"{words[0]} {words[-2]}")
    assert found.acquires <= set(keys)
    return found


def check(given: Sequence[str], found: Sequence[str], gfx12: bool) -> None:
    rule = noticed(given, gfx12)
    before, after = Guarantees(gfx12).run(given).done, Guarantees(gfx12).run(found)
    assert before.keys() == after.done.keys()
    assert [key for key in after.order if key in rule.told] == rule.told
    for key, done in before.items():
        due = done if key in rule.observed else done & rule.acquires if "load" in key else frozenset()
        if key not in rule.observed and key.startswith("ds_"):
            due = frozenset(x for x in due if not x.startswith("ds_"))  # performed in order
        assert after.done[key] >= due, key


@pytest.mark.parametrize("arch", BARRIERS)
@pytest.mark.parametrize("seed", range(25))
def test_every_order_keeps_what_the_waits_of_the_input_order(arch: str, seed: int) -> None:
    module = kernel(Writer(arch, seed).write(28), arch)
    for order in range(ORDERS):
        check(lines_of(module), shuffled(module, order), arch.startswith("gfx12"))


@pytest.mark.parametrize("name", ["schedule", "spread", "pair"])
@pytest.mark.parametrize("seed", range(100, 102))
def test_every_pass_keeps_what_the_waits_of_the_input_order(name: str, seed: int) -> None:
    for arch in BARRIERS:
        module = kernel(Writer(arch, seed).write(16), arch)
        done = make_pass(name, PassOptions()).apply(module, module.kernels[0])
        check(lines_of(module), lines_of(done.module), arch.startswith("gfx12"))
