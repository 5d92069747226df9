"""Random kernels with random control flow and mask arithmetic, run lane by lane before and after renaming every web."""

from __future__ import annotations

import random

import pytest

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.exec_masks import exec_masks
from isaopt.analysis.flow.lane_sets import ALL, ENTRY
from isaopt.analysis.flow.webs import Webs, find_webs
from isaopt.ir.program import Module
from isaopt.isa.registers import EXEC_LO
from tests.analysis.interference import conflicts, interference_pairs
from tests.analysis.machine import FULL, Machine, Undefined, kernel


class Generator:
    """Kernels made of compiler patterns, salted with arbitrary mask arithmetic."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.lines: list[str] = []
        self.labels = 0
        self.free = list(range(10, 60))
        self.wild = self.r.random() < 0.4
        self.loops = 0

    def emit(self, text: str) -> None:
        self.lines.append("\t" + text)

    def label(self) -> str:
        self.labels += 1
        return f".LBB0_{self.labels}"

    def v(self) -> str:
        return f"v{self.r.randrange(6)}"

    def sgpr(self) -> str:
        return f"s{self.free.pop(0)}"

    def plain(self) -> None:
        kind = self.r.randrange(10)
        if kind < 3:
            self.emit(f"v_mov_b32_e32 {self.v()}, {self.r.randrange(60)}")
        elif kind < 5:
            self.emit(f"v_add_nc_u32_e32 {self.v()}, {self.v()}, {self.v()}")
        elif kind == 5:
            self.emit(f"v_fmac_f32_e32 {self.v()}, {self.v()}, {self.v()}")
        elif kind == 6:
            self.emit(f"global_load_b32 {self.v()}, {self.v()}, s[2:3]")
            if self.r.random() < 0.7:
                self.emit("s_waitcnt vmcnt(0)")
        elif kind == 7 and self.wild:
            self.emit(f"v_readlane_b32 s{self.r.randrange(4, 8)}, {self.v()}, {self.r.randrange(8)}")
        else:
            self.emit(f"global_store_b32 {self.v()}, {self.v()}, s[2:3]")

    def condition(self) -> str:
        s = self.r.choice(["vcc_lo", f"s{self.r.randrange(4, 8)}"])
        form = "_e32" if s == "vcc_lo" else "_e64"
        self.emit("s_waitcnt vmcnt(0)")
        self.emit(f"v_cmp_{self.r.choice(['gt', 'eq'])}_u32{form} {s}, {self.v()}, {self.v()}")
        return s

    def salt(self) -> None:
        pool = ["exec_lo", "vcc_lo", *(f"s{i}" for i in range(4, 8)), *(f"s{i}" for i in range(10, 14))]
        pick = self.r.choice
        if self.r.random() < 0.3:
            op = pick(["and", "or", "xor", "and_not1", "and_not0"])
            self.emit(f"s_{op}_saveexec_b32 {pick(pool[1:])}, {pick([*pool, '-1'])}")
        elif self.r.random() < 0.4:
            self.emit(f"s_mov_b32 {pick(pool)}, {pick([*pool, '0', '-1'])}")
        else:
            self.emit(f"s_{pick(['and', 'or', 'xor', 'and_not1'])}_b32 {pick(pool)}, {pick(pool)}, {pick(pool)}")

    def block(self, depth: int) -> None:
        for _ in range(self.r.randrange(1, 5)):
            kind = self.r.randrange(12)
            if depth and kind == 0:
                self.if_then(depth)
            elif depth and kind == 1:
                self.if_else(depth)
            elif depth and kind == 2:
                (self.shared_end if self.r.random() < 0.5 else self.if_else)(depth)
            elif depth and kind == 3 and self.loops < 3:
                self.divergent_loop(depth)
            elif depth and kind == 4 and self.loops < 3:
                self.counted_loop(depth)
            elif self.wild and kind == 5:
                self.salt()
            elif kind == 6:
                self.dead_load()
            else:
                self.plain()

    def if_then(self, depth: int) -> None:
        save, end = self.sgpr(), self.label()
        if self.r.random() < 0.5:
            self.emit(f"s_and_saveexec_b32 {save}, {self.condition()}")
        else:
            self.emit("s_waitcnt vmcnt(0)")
            self.emit(f"s_mov_b32 {save}, exec_lo")
            self.emit(f"v_cmpx_gt_u32_e32 {self.v()}, {self.v()}")
        if self.r.random() < 0.6:
            self.emit(f"s_cbranch_execz {end}")
        self.block(depth - 1)
        self.lines.append(f"{end}:")
        self.emit(f"s_or_b32 exec_lo, exec_lo, {save}")

    def if_else(self, depth: int) -> None:
        save, other, end = self.sgpr(), self.label(), self.label()
        self.emit(f"s_and_saveexec_b32 {save}, {self.condition()}")
        self.emit(f"s_xor_b32 {save}, exec_lo, {save}")
        if self.r.random() < 0.7:
            self.emit(f"s_cbranch_execz {other}")
        self.block(depth - 1)
        self.lines.append(f"{other}:")
        if self.r.random() < 0.5:
            self.emit(f"s_and_not1_saveexec_b32 {save}, {save}")
        else:
            self.emit(f"s_or_saveexec_b32 {save}, {save}")
            self.emit(f"s_xor_b32 exec_lo, exec_lo, {save}")
        if self.r.random() < 0.7:
            self.emit(f"s_cbranch_execz {end}")
        self.block(depth - 1)
        self.lines.append(f"{end}:")
        self.emit(f"s_or_b32 exec_lo, exec_lo, {save}")

    def shared_end(self, depth: int) -> None:
        """An if and an else whose halves leave for one end, from several places, as in LLVM's code for a condition of
        two parts; EXEC is written by a move."""
        save, taken = self.sgpr(), self.sgpr()
        then, other, last, end = (self.label() for _ in range(4))
        condition = self.condition()
        self.emit(f"s_mov_b32 {save}, exec_lo")
        self.emit(f"s_and_b32 {taken}, {save}, {condition}")
        self.emit(f"s_xor_b32 {save}, {taken}, {save}")
        if self.r.random() < 0.3:
            self.plain()
        self.emit(f"s_mov_b32 exec_lo, {taken}")
        self.emit(f"s_cbranch_execnz {then}")
        self.lines.append(f"{other}:")
        self.emit(f"s_and_not1_saveexec_b32 {save}, {save}")
        self.emit(f"s_cbranch_execnz {last}")
        self.emit(f"s_branch {end}")
        self.lines.append(f"{then}:")
        self.block(depth - 1)
        if self.r.random() < 0.5:
            self.emit(f"s_branch {other}")
        else:
            self.emit(f"s_and_not1_saveexec_b32 {save}, {save}")
            self.emit(f"s_cbranch_execz {end}")
        self.lines.append(f"{last}:")
        self.block(depth - 1)
        self.lines.append(f"{end}:")
        self.emit(f"s_or_b32 exec_lo, exec_lo, {save}")

    def divergent_loop(self, depth: int) -> None:
        self.loops += 1
        left, counter, head = self.sgpr(), self.sgpr(), self.label()
        self.emit(f"s_mov_b32 {left}, 0")
        self.emit(f"s_mov_b32 {counter}, 0")
        self.lines.append(f"{head}:")
        self.stale_mask()
        self.block(depth - 1)
        self.emit(f"s_or_b32 {left}, {self.condition()}, {left}")
        self.emit(f"s_and_not1_b32 exec_lo, exec_lo, {left}")
        if self.r.random() < 0.7:
            self.emit(f"s_cbranch_execnz {head}")
        else:
            out = self.label()
            self.emit(f"s_cbranch_execz {out}")
            self.emit(f"s_branch {head}")
            self.lines.append(f"{out}:")
        self.emit(f"s_or_b32 exec_lo, exec_lo, {left}")

    def counted_loop(self, depth: int) -> None:
        self.loops += 1
        counter, head = self.sgpr(), self.label()
        self.emit(f"s_mov_b32 {counter}, 0")
        self.lines.append(f"{head}:")
        self.stale_mask()
        self.block(depth - 1)
        self.emit(f"s_add_u32 {counter}, {counter}, 1")
        self.emit(f"s_cmp_lt_u32 {counter}, {self.r.randrange(1, 4)}")
        self.emit(f"s_cbranch_scc1 {head}")

    def stale_mask(self) -> None:
        """Lets one iteration run under a mask that the previous one saved."""
        if self.r.random() < 0.5:
            outer, inner = self.sgpr(), f"s{self.r.randrange(10, 14)}"
            self.emit(f"s_mov_b32 {outer}, exec_lo")
            self.emit(f"s_mov_b32 exec_lo, {inner}")
            self.plain()
            self.emit(f"s_mov_b32 exec_lo, {outer}")
            self.emit(f"s_and_saveexec_b32 {outer}, {self.condition()}")
            self.plain()
            self.emit(f"s_mov_b32 {inner}, exec_lo")
            self.emit(f"s_mov_b32 exec_lo, {outer}")

    def dead_load(self) -> None:
        """A load whose result is replaced after its wait, with values computed while it is on its way."""
        a, b = self.r.sample(range(6), 2)
        self.emit(f"global_load_b32 v{a}, {self.v()}, s[2:3]")
        self.emit(f"v_mov_b32_e32 v{b}, {self.r.randrange(60)}")
        self.emit("s_waitcnt vmcnt(0)")
        self.emit(f"global_store_b32 v{b}, v{b}, s[2:3]")
        self.emit(f"v_mov_b32_e32 v{a}, {self.r.randrange(60)}")

    def module(self) -> Module:
        for i in range(4, 8):
            self.emit(f"s_mov_b32 s{i}, {self.r.randrange(FULL)}")
        for i in range(10, 14):
            self.emit(f"s_mov_b32 s{i}, {self.r.randrange(FULL)}")
        self.emit("s_mov_b32 vcc_lo, 0")
        for i in range(1, 6):
            if self.r.random() < 0.8:
                self.emit(f"v_mov_b32_e32 v{i}, {self.r.randrange(64)}")
        self.block(3)
        self.emit("s_waitcnt vmcnt(0)")
        for i in range(6):
            if self.r.random() < 0.5:
                self.emit(f"global_store_b32 v0, v{i}, s[2:3]")
        self.emit("s_endpgm")
        return kernel("\n".join(self.lines))


def random_renaming(found: Webs, r: random.Random) -> dict[int, int]:
    """Group -> base: groups in random order, each at a random register that its interferences leave free, fixed ones
    first."""
    neighbours: dict[int, set[int]] = {w.id: set() for w in found.webs}
    for a, b in interference_pairs(found.webs):
        neighbours[a].add(b)
        neighbours[b].add(a)
    place: dict[int, int] = {}
    bases: dict[int, int] = {}
    order = sorted(found.groups, key=lambda g: (g.fixed is None, r.random()))
    span = r.choice([6, 7, 9, 30])
    for group in order:
        free = []
        for base in [group.fixed] if group.fixed is not None else range(min(group.max_base, span) + 1):
            if all(place.get(n) != base + o for w, o in group.members for n in neighbours[w]):
                free.append(base)
        if not free:
            raise Undefined("no register")
        bases[group.id] = r.choice(free)
        place.update((w, bases[group.id] + o) for w, o in group.members)
    return bases


def check_versions(module: Module, machine: Machine) -> None:
    """Every mask fact that the analysis claims holds in this execution."""
    cfg = build_cfg(module, module.kernels[0])
    masks = exec_masks(module, module.kernels[0], cfg)
    versions = masks.versions
    now = {ALL: FULL, ENTRY: machine.entry}
    previous: int | None = None
    for k, scalars in machine.steps:
        execm = scalars[EXEC_LO]
        block = cfg.block_of[k]
        created = masks.created[previous] if previous is not None else None
        if created is not None and previous is not None:
            op = module.instruction(cfg.order[previous]).op
            # A set may have its version before it becomes EXEC.
            now[created] = execm if EXEC_LO in op.written else scalars[op.defs[0]]
        if cfg.blocks[block].first == k and block in masks.joins:
            now[masks.joins[block]] = execm
        v = masks.before[k]
        assert now[v] == execm, (k, v)
        assert now[v] & ~now[versions.parent[v]] == 0 if versions.parent[v] >= 0 else True, (k, v)
        if v in versions.complement:
            p, c = versions.complement[v]
            assert now[v] == now[p] & ~now[c], (k, v)
        previous = k


def examine(seed: int) -> bool:
    """Whether the kernel of this seed ran to its end without letting undefined contents decide anything."""
    r = random.Random(seed)
    module = Generator(seed).module()
    entry = r.choice([FULL, 0b1011, 0b10])
    base = Machine(module, entry, late=False)
    racing = Machine(module, entry, late=True)
    try:
        base.run()
        racing.run()
    except Undefined:
        return False
    if base.trace != racing.trace:
        return False  # the program itself reads a load before its wait
    check_versions(module, base)
    found = find_webs(module, module.kernels[0])
    assert not conflicts(found)
    try:
        bases = random_renaming(found, r)
    except Undefined:
        return False
    assert not conflicts(found, bases)
    register = {w: bases[g.id] + o for g in found.groups for w, o in g.members}
    items = dict(module.instructions(module.kernels[0]))
    place = {
        (item, index): register[web]
        for (item, index, offset), web in found.web_at.items()
        if offset == 0 and item in items
    }
    for late in (False, True):
        other = Machine(module, entry, late, place=place)
        other.run()
        assert len(other.trace) == len(base.trace)
        for old, new in zip(base.trace, other.trace, strict=True):
            assert old[2] is None or old == new, (seed, late, old, new)
    return True


@pytest.mark.parametrize("chunk", range(4))
def test_renaming_webs_keeps_what_every_lane_stores(chunk: int) -> None:
    conclusive = sum(examine(chunk * 40 + i) for i in range(40))
    assert conclusive >= 6


def test_an_end_that_several_places_leave_for_restores_exec() -> None:
    text = """\
\tv_cmp_gt_u32_e32 vcc_lo, v0, v1
\ts_mov_b32 s10, exec_lo
\ts_and_b32 s11, s10, vcc_lo
\ts_xor_b32 s10, s11, s10
\ts_mov_b32 exec_lo, s11
\ts_cbranch_execnz .LBB0_2
.LBB0_1:
\ts_and_not1_saveexec_b32 s10, s10
\ts_cbranch_execz .LBB0_4
\ts_branch .LBB0_3
.LBB0_2:
\tv_mov_b32_e32 v1, 1
\ts_and_not1_saveexec_b32 s10, s10
\ts_cbranch_execz .LBB0_4
.LBB0_3:
\tv_mov_b32_e32 v1, 2
.LBB0_4:
\ts_or_b32 exec_lo, exec_lo, s10
\tglobal_store_b32 v0, v1, s[2:3]"""
    module = kernel(text)
    masks = exec_masks(module, module.kernels[0], build_cfg(module, module.kernels[0]))
    assert masks.before[-1] == ENTRY
