"""Generated kernels with accesses of every kind, waits of every kind, branches and loops."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from tests.kernels import block, entry, kernel_file

_HEAD = (
    "s_load_b128 s[4:7], s[0:1], 0x0", "s_load_b128 s[8:11], s[0:1], 0x10", "s_load_b64 s[20:21], s[0:1], 0x20",
    "v_lshlrev_b32_e32 v1, 2, v0",
)  # fmt: skip
_DESCRIPTOR = (
    "user_sgpr_kernarg_segment_ptr 1", "group_segment_fixed_size 8192", "private_segment_fixed_size 8192",
    "enable_private_segment 1",
)  # fmt: skip
_LOADS, _STORES, _LDS, _SCALAR = "loads", "stores", "lds", "scalar"
_WAITS = {
    False: {
        _LOADS: "s_waitcnt vmcnt({0})",
        _STORES: "s_waitcnt_vscnt null, {0:#x}",
        _LDS: "s_waitcnt lgkmcnt({0})",
        _SCALAR: "s_waitcnt lgkmcnt({0})",
    },
    True: {
        _LOADS: "s_wait_loadcnt {0:#x}",
        _STORES: "s_wait_storecnt {0:#x}",
        _LDS: "s_wait_dscnt {0:#x}",
        _SCALAR: "s_wait_kmcnt {0:#x}",
    },
}


def program(arch: str, lines: Sequence[str], cu_mode: bool = False) -> Module:
    """A kernel of these lines."""
    wait = _WAITS[arch.startswith("gfx12")][_SCALAR].format(0)
    code = (*_HEAD, wait, "v_mov_b32_e32 v2, s4", "v_mov_b32_e32 v3, s5", *lines)
    mode = f"workgroup_processor_mode {int(not cu_mode)}"
    text = kernel_file(code, *_DESCRIPTOR, mode, arch=arch, vgprs=128, sgprs=64)
    return parse_text(text + block(entry([".max_flat_workgroup_size: 256"])))


@dataclass
class Program:
    """``races``: waves access LDS at any time (there are no barriers then)."""

    arch: str
    seed: int
    races: bool = False
    cu_mode: bool = False
    choice: random.Random = field(init=False)
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.choice = random.Random(self.seed)
        self.gfx12 = self.arch.startswith("gfx12")
        self.vgprs, self.sgprs = iter(range(8, 120)), iter(range(30, 60))
        self.offset = iter(range(16, 4000, 16))
        self.labels = iter(range(1000))
        self.issued: dict[str, int] = {}
        self.arriving: list[tuple[str, dict[str, int]]] = []
        """Registers with results that are on their way, and how many events of each counter came before theirs; -1
        where paths met since."""

    def module(self, length: int) -> Module:
        if self.races:
            self.access("ds_store_b32 v1, v0", _LDS)
            self.access(f"ds_load_b32 v{next(self.vgprs)}, v1", _LDS)
        self.part(length, 2)
        while self.arriving:
            self.use()
        return program(self.arch, self.lines, self.cu_mode)

    @staticmethod
    def given(seed: int) -> dict[str, int]:
        """What the arguments, by offset, and scalar registers that decide on branches may hold."""
        choice = random.Random(seed)
        return {"0x20": choice.randint(1, 5), "0x24": choice.randint(0, 1), "s22": choice.randint(0, 2)}

    def part(self, length: int, depth: int) -> None:
        plain = ["load", "load", "store", "use", "use", "use", "wait", "wait", "lds_load", "lds_store", "scalar"]
        rare = ["odd_load", "odd_store", "atomic", "lds_atomic", "control", "message", "think"]
        rare += [] if self.races else ["barrier"]
        while length > 0:
            length -= 1
            kind = self.choice.random()
            if depth and kind < 0.05:
                length -= 6
                self.loop(depth - 1)
            elif depth and kind < 0.1:
                length -= 6
                self.either(depth - 1)
            else:
                getattr(self, self.choice.choice(plain if kind < 0.7 else rare))()

    # -- accesses

    def access(self, text: str, *counters: str, result: str = "", more: str = "") -> None:
        if not self.gfx12:
            counters = tuple(_LDS if c == _SCALAR else c for c in counters)
        for counter in counters:
            self.issued[counter] = self.issued.get(counter, 0) + 1
        self.lines.append(f"{text} offset:{next(self.offset)}{more}")
        if result:
            self.arriving.append((result, {c: self.issued[c] for c in counters}))

    def scope(self) -> str:
        if self.choice.random() < 0.75:
            return ""
        scopes = ("SCOPE_SE", "SCOPE_DEV", "SCOPE_SYS")
        return f" scope:{self.choice.choice(scopes)}" if self.gfx12 else " glc"

    def load(self) -> None:
        v = next(self.vgprs)
        self.access(f"global_load_b32 v{v}, v1, s[4:5]", _LOADS, result=f"v{v}", more=self.scope())

    def odd_load(self) -> None:
        v = next(self.vgprs)
        kind = self.choice.choice(["flat", "buffer", "scratch", "far"])
        if kind == "flat":
            self.access(f"flat_load_b32 v{v}, v[2:3]", _LOADS, _LDS, result=f"v{v}", more=self.scope())
        elif kind == "buffer":
            self.access(
                f"buffer_load_b32 v{v}, v1, s[8:11], {self.zero} offen", _LOADS, result=f"v{v}", more=self.scope()
            )
        elif kind == "scratch":
            self.access(f"scratch_load_b32 v{v}, off, off", _LOADS, result=f"v{v}")
        else:
            self.access(f"global_load_b32 v{v}, v[2:3], off", _LOADS, result=f"v{v}")

    @property
    def zero(self) -> str:
        return "null" if self.gfx12 else "0"

    def store(self) -> None:
        self.access("global_store_b32 v1, v0, s[6:7]", _STORES, more=self.scope() if self.gfx12 else "")

    def odd_store(self) -> None:
        kind = self.choice.choice(["flat", "buffer", "scratch"])
        if kind == "flat":
            self.access("flat_store_b32 v[2:3], v0", _STORES, _LDS)
        elif kind == "buffer":
            self.access(f"buffer_store_b32 v0, v1, s[8:11], {self.zero} offen", _STORES)
        else:
            self.access("scratch_store_b32 off, v0, off", _STORES)

    def atomic(self) -> None:
        if self.choice.random() < 0.5:
            self.access("global_atomic_add_u32 v1, v0, s[6:7]", _STORES)
            return
        v, more = next(self.vgprs), " th:TH_ATOMIC_RETURN" if self.gfx12 else " glc"
        self.access(f"global_atomic_add_u32 v{v}, v1, v0, s[6:7]", _LOADS, result=f"v{v}", more=more)

    def scalar(self) -> None:
        s = next(self.sgprs, 60)
        if s == 60:
            return
        self.access(f"s_load_b32 s{s}, s[6:7]", _SCALAR, result=f"s{s}")
        self.lines[-1] = self.lines[-1].replace(" offset:", ", ")

    def lds_load(self) -> None:
        v = next(self.vgprs)
        self.access(f"ds_load_b32 v{v}, v1", _LDS, result=f"v{v}")

    def lds_store(self) -> None:
        self.access("ds_store_b32 v1, v0", _LDS)

    def lds_atomic(self) -> None:
        if self.choice.random() < 0.5:
            self.access("ds_add_u32 v1, v0", _LDS)
            return
        v = next(self.vgprs)
        self.access(f"ds_add_rtn_u32 v{v}, v1, v0", _LDS, result=f"v{v}")

    # -- order

    def use(self) -> None:
        if not self.arriving:
            return
        late = min(self.choice.randrange(len(self.arriving)) for _ in range(2))
        register, counters = self.arriving.pop(late)
        for counter, number in counters.items():
            # Only of one counter's events of one kind is it known which are over.
            exact = number >= 0 and counter == _LOADS
            left = self.issued[counter] - number if exact and self.choice.random() < 0.7 else 0
            self.lines.append(_WAITS[self.gfx12][counter].format(left))
        for _ in range(self.choice.randint(1, 3)):
            v = register if register.startswith("v") else "v4"
            self.lines.append(f"v_add_f32_e32 {v}, {register}, v0")

    def wait(self) -> None:
        counter = self.choice.choice([_LOADS, _STORES, _LDS, _SCALAR])
        count = 0 if self.choice.random() < 0.5 else self.choice.randint(1, 3)
        self.lines.append(_WAITS[self.gfx12][counter].format(count))

    def think(self) -> None:
        self.lines += [f"v_mul_f32_e32 v{v}, v0, v1" for v in self.choice.sample((4, 5, 6, 7), 2)]

    def control(self) -> None:
        kinds = ["s_dcache_inv", "global_inv scope:SCOPE_DEV", "global_wb scope:SCOPE_SYS"]
        kind = self.choice.choice(kinds if self.gfx12 else ["s_dcache_inv", "buffer_gl0_inv", "buffer_gl1_inv"])
        counter = _SCALAR if kind[0] == "s" else _STORES if "wb" in kind else _LOADS
        counter = _LDS if counter == _SCALAR and not self.gfx12 else counter
        self.issued[counter] = self.issued.get(counter, 0) + 1
        self.lines.append(kind)
        # It may count or not: no register is waited for by number behind it.
        self.meet()

    def message(self) -> None:
        self.lines.append("s_sendmsg sendmsg(MSG_INTERRUPT)")

    def barrier(self) -> None:
        if self.choice.random() < 0.8:
            self.lines.append(_WAITS[self.gfx12][_LDS].format(0))
        self.lines += ["s_barrier_signal -1", "s_barrier_wait -1"] if self.gfx12 else ["s_barrier"]

    # -- control

    def meet(self) -> None:
        self.arriving = [(register, dict.fromkeys(counters, -1)) for register, counters in self.arriving]

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Results of code that may not run are used there, and paths meet at both ends."""
        self.meet()
        outer, self.arriving = self.arriving, []
        yield
        while self.arriving:
            self.use()
        self.arriving = outer

    def loop(self, depth: int) -> None:
        label, counter = f"L{next(self.labels)}", f"s{22 + depth}"
        start = self.choice.choice(["2", "4", "s20"])
        self.lines += [f"s_mov_b32 {counter}, {start}", f"{label}:"]
        with self.inside():
            self.part(self.choice.randint(3, 8), depth)
        add = "s_add_co_i32" if self.gfx12 else "s_add_i32"
        self.lines += [f"{add} {counter}, {counter}, -1", f"s_cmp_lg_u32 {counter}, 0", f"s_cbranch_scc1 {label}"]

    def either(self, depth: int) -> None:
        other, end = (f"L{next(self.labels)}" for _ in range(2))
        self.lines += [f"s_cmp_eq_u32 {self.choice.choice(['s21', 's20', 's22'])}, 1", f"s_cbranch_scc1 {other}"]
        with self.inside():
            self.part(self.choice.randint(1, 5), depth)
        self.lines += [f"s_branch {end}", f"{other}:"]
        with self.inside():
            self.part(self.choice.randint(0, 4), depth)
        self.lines.append(f"{end}:")
