"""The pass ``lds-layout``: padding between rows in LDS, so that lanes which access a column find it in different banks.

What is at byte ``a`` moves to ``a + pad * ((a - start) >> row)``, from ``start`` on.  An address register is moved
where it is made, mostly in front of loops; the constant offset of an access becomes larger by the padding in front of
it.  Which layout has the fewest conflicts, the simulator's banks say for the lanes of one wave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import ClassVar

import numpy as np

from isaopt.analysis.flow.accesses import access_bytes, byte_ranges
from isaopt.analysis.flow.webs import Web, Webs, find_webs
from isaopt.analysis.integers.affine import Affine
from isaopt.analysis.integers.entry import kernel_affine
from isaopt.analysis.integers.forms import LinearForm
from isaopt.asm.printer import new_instruction
from isaopt.asm.resources import declared_lds, highest_vgpr, with_lds_size
from isaopt.errors import IsaoptError
from isaopt.ir.edit import rename_registers, spliced
from isaopt.ir.program import Item, Kernel, Modifier, Module, Op
from isaopt.isa.meaning import Space
from isaopt.isa.registers import RegRef, unit_name
from isaopt.rebuild.rewrite import built, made
from isaopt.simulator.classes import LDS
from isaopt.simulator.follower import bank_cycles, lds_lanes
from isaopt.simulator.prepared import Prepared
from isaopt.target.arch import get_arch
from isaopt.target.gpus import get_gpu, gpu_for
from isaopt.target.offsets import offset_range
from isaopt.transform.base import PassResult, SolverPass
from isaopt.transform.double_buffer.addresses import address_refs
from isaopt.transform.lds_change import LdsChange, LdsKept, reaches_lds
from isaopt.transform.reassign import block_weights
from isaopt.transform.wide_loads import LEAST

#: Sizes of rows, as powers of two; paddings; what a part of LDS begins at multiples of.
_ROWS, _PADS, _GRANULE = range(5, 12), (4, 8, 16, 32), 16


@dataclass(frozen=True, slots=True)
class _LdsUse:
    """An access by its ordinal: the web of its address register, what that holds and at most, its offsets in bytes, and
    its width."""

    ordinal: int
    web: Web
    form: LinearForm
    upper: int
    offsets: tuple[int, ...]
    width: int


@dataclass(slots=True)
class _Padding:
    """A layout, and by the ordinal of each access that moves: what is subtracted from its register before the padding
    in front of it is counted, and its new offsets."""

    start: int
    row: int
    pad: int
    moves: dict[int, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    cycles: int = 0

    def size(self, size: int) -> int:
        return size + self.pad * ((size - 1 - self.start) >> self.row)


@dataclass(frozen=True, slots=True)
class LdsLayout(SolverPass):
    """One layout for all of a kernel's LDS."""

    name: ClassVar[str] = "lds-layout"
    summary: ClassVar[str] = "pad rows in LDS, so that fewer lanes meet in a bank"

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with padding in LDS, or as it is."""
        return _Layouts(self, module, kernel).result()


class _Layouts(LdsChange):
    def __init__(self, options: LdsLayout, module: Module, given: Kernel) -> None:
        super().__init__(module, given)
        self.options = options

    def changed(self) -> PassResult:
        touching = [k for k, op in enumerate(self.ops) if reaches_lds(op)]
        if not touching:
            raise LdsKept("no-candidate", "the kernel does not access LDS")
        size = declared_lds(self.bare, self.kernel)
        if not size:
            raise LdsKept("dynamic-lds", "the launch says how much LDS it has")
        for k in touching:
            memory = self.ops[k].desc.memory
            if memory is None or memory.space is not Space.LDS or byte_ranges(self.ops[k]) is None:
                raise LdsKept("form", "an access to LDS is no plain load or store", k)
        lanes = lds_lanes_of(self.bare, self.kernel)
        weights = block_weights(self.bare, self.kernel, self.cfg)
        cost = {k: weights[self.cfg.block_of[k]] for k in touching if k in lanes}
        before = sum(n * self.cycles(k, lanes[k], self.starts(k)) for k, n in cost.items())
        least = sum(n * len(self.starts(k)) * self.least(k) for k, n in cost.items())
        if before == least:
            raise LdsKept("no-candidate", "no lanes of an access to LDS are known to meet in a bank")
        affine = kernel_affine(self.bare, self.kernel)
        webs = find_webs(self.bare, self.kernel, self.cfg)
        uses = [self.use(k, size, affine, webs) for k in touching]
        layouts = list(self.layouts(affine, uses, size))
        if not layouts:
            raise LdsKept("addresses", "no padding is known to move all bytes of each access alike")
        for layout in layouts:
            for k, n in cost.items():
                row, starts = lanes[k], self.starts(k)
                if k in layout.moves:
                    sub, starts = layout.moves[k]
                    row = row + np.uint32(layout.pad) * ((row - np.uint32(sub)) >> np.uint32(layout.row))
                layout.cycles += n * self.cycles(k, row, starts)
        best = min(layouts, key=lambda x: (x.cycles, x.size(size), len(x.moves)))
        if best.cycles >= before:
            raise LdsKept("no-gain", "no padding leaves fewer conflicts of banks")
        self.check_room(best.size(size))
        count = len(self.groups(uses, best))
        changed = spliced(self.bare, self.edits(uses, best))
        changed = with_lds_size(changed, changed.kernel(self.given.name), best.size(size))
        note = (
            f"{best.pad} bytes behind each {1 << best.row} from byte {best.start} of LDS on: {before} → {best.cycles} "
            f"weighted reads of the banks ({least} without conflicts), {count} addresses moved, "
            f"{size} → {best.size(size)} bytes"
        )
        return PassResult(built(changed, self.module, self.given), True, None, (note,))

    # -- accesses

    def starts(self, k: int) -> tuple[int, ...]:
        return tuple(first for first, _ in byte_ranges(self.ops[k]) or ())

    def cycles(self, k: int, lanes: np.ndarray, starts: Sequence[int]) -> int:
        row, width = np.ascontiguousarray(lanes), access_bytes(self.ops[k]) or 1
        return sum(bank_cycles(self.bare.arch, row, start, width) for start in starts)

    def least(self, k: int) -> int:
        """How often the banks are read for one of an access's addresses if no lanes meet."""
        return max(1, self.kernel.wave_size * max(4, access_bytes(self.ops[k]) or 4) // 128)

    def use(self, k: int, size: int, affine: Affine, webs: Webs) -> _LdsUse:
        """An access; refuses one that is not known to be within LDS."""
        b = self.cfg.block_of[k]
        affine.look(affine.states(b)[k - self.cfg.blocks[b].first], k)
        op, item = self.ops[k], self.cfg.order[k]
        at = next(n for n, ref in enumerate(op.refs) if ref in address_refs(op))
        form, width = affine.read(op.refs[at].reg.first), access_bytes(op) or 1
        if not isinstance(form, LinearForm) or (item, at, 0) not in webs.web_at:
            raise LdsKept("address", "an address in LDS is not known", k)
        upper = form.constant + sum(c * affine.atoms.table[a].upper for a, c in form.terms)
        if upper + max(self.starts(k)) + width > size:
            raise LdsKept("bounds", "an access is not known to be within what the descriptor asks for", k)
        return _LdsUse(k, webs.webs[webs.web_at[item, at, 0]], form, upper, self.starts(k), width)

    # -- layouts

    def layouts(self, affine: Affine, uses: Sequence[_LdsUse], size: int) -> Iterator[_Padding]:
        """The layouts in which the address of each access is known."""
        begins = {0} | {(u.form.constant + x) // _GRANULE * _GRANULE for u in uses for x in u.offsets}
        ends = [(u.form.constant + x, u.upper + x + u.width) for u in uses for x in u.offsets]
        between = [s for s in sorted(begins) if all(end <= s or first >= s for first, end in ends)]
        for start, row, pad in product(between, _ROWS, _PADS):
            if pad << 1 > 1 << row or size - 1 - start < 1 << row:
                continue
            found = _Padding(start, row, pad)
            if all(self.moved(affine, use, found) for use in uses):
                yield found

    def moved(self, affine: Affine, use: _LdsUse, layout: _Padding) -> bool:
        """Notes how an access moves; whether it is known how."""
        firsts = [use.form.constant + x for x in use.offsets]
        if max(firsts) < layout.start:
            return True
        if min(firsts) < layout.start or layout.pad % (1 << (use.width - 1).bit_length() if use.width > 4 else 4):
            return False
        low = (1 << layout.row) - 1
        rest = affine.atoms.bits(LinearForm(0, tuple((a, c) for a, c in use.form.terms if c & low)))
        if (rest | firsts[0] | firsts[-1]) & (min(use.width, 4) - 1):
            return False  # it may not be aligned
        sub = layout.start if use.form.constant >= layout.start else 0
        within = (rest & low) + ((use.form.constant - sub) & low)
        moved = [x + sub - layout.start for x in use.offsets]
        if any(within + (x & low) + use.width > low + 1 for x in moved):
            return False
        new = tuple(o + layout.pad * (x >> layout.row) for o, x in zip(use.offsets, moved, strict=True))
        if self.with_offsets(self.ops[use.ordinal], new) is None:
            return False
        layout.moves[use.ordinal] = sub, new
        return True

    def with_offsets(self, op: Op, new: Sequence[int]) -> Op | None:
        """The access with these offsets in bytes; None if it has no room for them."""
        memory = op.desc.memory
        assert memory is not None
        two = memory.addresses == 2
        unit = memory.stride if two else 1
        allowed = offset_range(get_arch(self.bare.arch), "lds_pair" if two else "lds")
        if any(x % unit or x // unit not in allowed for x in new):
            return None
        names = ("offset0", "offset1") if two else ("offset",)
        kept = tuple(m for m in op.modifiers if m.name not in names)
        own = tuple(Modifier(name, str(x // unit)) for name, x in zip(names, new, strict=True) if x)
        return replace(op, modifiers=(*own, *kept))

    # -- code

    def groups(self, uses: Sequence[_LdsUse], layout: _Padding) -> dict[tuple[int, int], list[_LdsUse]]:
        """The accesses that move, by web and what is subtracted from it."""
        found: dict[tuple[int, int], list[_LdsUse]] = {}
        for use in uses:
            if use.ordinal in layout.moves:
                found.setdefault((use.web.id, layout.moves[use.ordinal][0]), []).append(use)
        return found

    def edits(self, uses: Sequence[_LdsUse], layout: _Padding) -> dict[tuple[int, int], list[Item]]:
        """What stands in place of items: moved accesses, and instructions that move a register behind what makes it."""
        spare = scratch = highest_vgpr(self.bare, self.kernel) + 1
        behind: dict[int, list[str]] = {}
        changed: dict[int, Op] = {}
        for (_, sub), own in self.groups(uses, layout).items():
            web = own[0].web
            reads = Counter(ref.item for ref in web.refs if ref.use.reads)
            alone = not web.entry and reads == Counter(self.cfg.order[use.ordinal] for use in own)
            target = web.unit
            if not alone:
                spare, target = spare + 1, spare + 1
            temporary, base = unit_name(scratch if alone else target), unit_name(web.unit)
            texts = [f"v_lshrrev_b32_e32 {temporary}, {layout.row}, {temporary if sub else base}"]
            if sub:
                texts.insert(0, f"v_subrev_nc_u32_e32 {temporary}, {sub:#x}, {base}")
            shift = layout.pad.bit_length() - 1
            texts.append(f"v_lshl_add_u32 {unit_name(target)}, {temporary}, {shift}, {base}")
            places = {ref.item for ref in web.refs if ref.use.writes} | ({-1} if web.entry else set())
            for place in places:
                behind.setdefault(place, []).extend(texts)
            for use in own:
                op = self.with_offsets(self.ops[use.ordinal], layout.moves[use.ordinal][1])
                assert op is not None
                changed[self.cfg.order[use.ordinal]] = rename_registers(
                    op,
                    lambda r: RegRef(target, 1) if r in address_refs(op) else r.reg,  # noqa: B023 - called at once
                )
        if spare + 1 > self.options.budget(self.module, self.given):
            raise LdsKept("register-limit", "no VGPR is left for an address beside the value that it is")
        return dict(self.replaced(changed, behind))

    def replaced(
        self, changed: dict[int, Op], behind: dict[int, list[str]]
    ) -> Iterator[tuple[tuple[int, int], list[Item]]]:
        first = self.cfg.order[0]
        for item in sorted({*changed, *behind} - {-1} | ({first} if -1 in behind else set())):
            line = self.bare.items[item].line
            own = new_instruction(changed[item], line) if item in changed else self.bare.items[item]
            new = [made(self.bare, self.kernel, text, line) for text in behind.get(item, ())]
            begin = behind.get(-1, ()) if item == first else ()
            yield (item, item + 1), [*(made(self.bare, self.kernel, text, line) for text in begin), own, *new]


def lds_lanes_of(module: Module, kernel: Kernel) -> dict[int, np.ndarray]:
    """What the address register of each LDS instruction, by ordinal, holds in the lanes of one wave the first time that
    it executes it; without those of which that is not known."""
    gpu = get_gpu(gpu_for(module.arch))
    try:
        prepared = Prepared(module, kernel, LEAST)
        path, timings = prepared.follow(gpu).path.ordinals, prepared.program(gpu).timings
        there = [k for k in path.tolist() if timings[k].unit == LDS and prepared.encoded(gpu).memory[k]]
        lanes, known = lds_lanes(prepared.encoded(gpu), prepared.start.start, path, len(there))
    except IsaoptError:
        return {}
    return {k: row for k, row, sure in reversed(list(zip(there, lanes, known.tolist(), strict=True))) if sure}


__all__ = ["LdsLayout"]
