"""The pass ``double-buffer``: a second place in LDS, so that storing a tile need not wait for who loads the last one.

Where the tiles of a loop go to two places in turn, the barrier that publishes one also tells that all waves are done
with the one before it.  The barrier that only freed the place goes, and where it stood each address changes over: a
distance in an SGPR is added, and multiplied by -1 (which leaves SCC alone) for the next time.

Whether all waves come to the same barriers is left to the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar

from isaopt.analysis.flow.accesses import byte_ranges
from isaopt.analysis.flow.exec_masks import exec_masks
from isaopt.analysis.flow.loops import find_loops
from isaopt.analysis.integers.entry import kernel_affine
from isaopt.analysis.integers.forms import LinearForm
from isaopt.asm.printer import new_instruction
from isaopt.asm.resources import declared_lds, highest_vgpr, with_lds_size
from isaopt.graphs import descendants
from isaopt.ir.edit import rename_registers, spliced
from isaopt.ir.program import Item, Kernel, Module
from isaopt.isa.registers import NUM_SGPRS, SGPR_BASE, RegRef, unit_name
from isaopt.rebuild.rewrite import built
from isaopt.transform.base import PassResult, SolverPass, unchanged
from isaopt.transform.double_buffer.addresses import Addresses, address_refs, copies
from isaopt.transform.double_buffer.turns import TileBarriers, is_barrier, tile_barriers
from isaopt.transform.lds_change import LdsChange, LdsKept, reaches_lds

#: The bytes of the widest access, to which addresses may be aligned.
_ALIGNED = 16
_IN_BOUNDS = "lds-in-bounds"


@dataclass(frozen=True, slots=True)
class DoubleBuffer(SolverPass):
    """Under ``assumptions`` about the launch."""

    name: ClassVar[str] = "double-buffer"
    summary: ClassVar[str] = "give tiles in LDS two places in turn, with one barrier less for each tile"

    assumptions: tuple[str, ...] = ()

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with two places for its tiles, or as it is."""
        if not any(is_barrier(item.op) for _, item in module.instructions(kernel)):
            return unchanged(module, "no-candidate", "the kernel has no barrier")
        return _DoubleBuffering(self, module, kernel).result()


class _DoubleBuffering(LdsChange):
    def __init__(self, options: DoubleBuffer, module: Module, given: Kernel) -> None:
        super().__init__(module, given)
        self.options = options
        self.edits: dict[int, list[Item]] = {}

    def changed(self) -> PassResult:
        accesses = [k for k, op in enumerate(self.ops) if reaches_lds(op)]
        loops = [
            self.cfg.blocks[b].ordinals for loop in find_loops(self.bare, self.kernel, self.cfg) for b in loop.blocks
        ]
        looped = {k for ordinals in loops for k in ordinals}
        if looped.isdisjoint(accesses) or not any(is_barrier(self.ops[k]) for k in looped):
            raise LdsKept("no-candidate", "no loop meets at a barrier and accesses LDS")
        size = declared_lds(self.bare, self.kernel)
        if not size:
            raise LdsKept("dynamic-lds", "the launch says how much LDS it has")
        barriers = tile_barriers(self.ops, self.cfg)
        if looped.isdisjoint(barriers.freeing):
            raise LdsKept("no-candidate", "no barrier in a loop only frees a place in LDS")
        distance = -(-size // _ALIGNED) * _ALIGNED
        self.check_room(distance + size)
        found = Addresses(self.ops, self.cfg, self.covers(accesses, barriers.freeing), barriers.freeing)
        self.check_bounds(accesses, size)
        count = self.write(found, barriers, distance)
        changed = spliced(self.bare, {(i, i + 1): new for i, new in self.edits.items()})
        changed = with_lds_size(changed, changed.kernel(self.given.name), distance + size)
        gone = "1 barrier" if len(barriers.freeing) == 1 else f"{len(barriers.freeing)} barriers"
        note = f"{gone} fewer for {count} additions to addresses, {size} → {distance + size} bytes of LDS"
        return PassResult(built(changed, self.module, self.given), True, None, (note,))

    # -- what may stand against it

    def covers(self, accesses: Collection[int], freeing: Collection[int]) -> Callable[[int], bool]:
        """Whether an instruction runs in all lanes that change over; refuses where others may access LDS."""
        masks = exec_masks(self.bare, self.kernel, self.cfg)
        most, *others = {masks.before[k] for k in freeing}
        site = masks.versions.site.get(most, -1)
        changes = others or (site >= 0 and site in descendants(site, lambda b: self.cfg.blocks[b].succs))
        for k in accesses:
            if changes or not masks.versions.leq(masks.before[k], most):
                raise LdsKept("exec-changes", "other lanes may be on where LDS is accessed", k)
        return lambda k: masks.versions.leq(most, masks.before[k])

    def check_bounds(self, accesses: Collection[int], size: int) -> None:
        """Refuses where an access may be beyond the end of LDS, which moves."""
        if _IN_BOUNDS in self.options.assumptions:
            return
        affine = kernel_affine(self.bare, self.kernel)
        states = {b: affine.states(b) for b in {self.cfg.block_of[k] for k in accesses}}
        for k in accesses:
            b = self.cfg.block_of[k]
            affine.look(states[b][k - self.cfg.blocks[b].first], k)
            ends = [end for _, end in byte_ranges(self.ops[k]) or ()]
            for ref in address_refs(self.ops[k]):
                form = affine.read(ref.reg.first)
                if not isinstance(form, LinearForm) or affine.atoms.upper(form) + max(ends) > size:
                    raise LdsKept("needs-assumption", f"needs --assume {_IN_BOUNDS}", k)

    # -- addresses

    def write(self, found: Addresses, barriers: TileBarriers, distance: int) -> int:
        """Lets addresses change over where barriers were; how many additions that takes."""
        new = highest_vgpr(self.bare, self.kernel) + 1
        own = {unit: new + n for n, unit in enumerate(sorted(found.shared))}
        if own and new + len(own) > self.options.budget(self.module, self.given):
            raise LdsKept("register-limit", "no VGPR is left for an address beside the value that it is")
        named = {u for op in self.ops for u in (*op.read, *op.written)}
        scalar = next((f"s{n}" for n in range(NUM_SGPRS) if SGPR_BASE + n not in named), None)
        if scalar is None:
            raise LdsKept("sgpr-limit", "the kernel names every SGPR")
        for k in range(len(self.ops)):
            self.rename(k, found, own)
        count = 0
        for k in barriers.freeing:
            self.edits |= {self.cfg.order[other]: [] for other in barriers.belonging(k)}
            units = sorted(own.get(u, u) for u in found.live[k])
            texts = [f"v_add_nc_u32_e32 {unit_name(u)}, {scalar}, {unit_name(u)}" for u in units]
            self.edits[self.cfg.order[k]] = [self.made(k, x) for x in (*texts, f"s_mul_i32 {scalar}, {scalar}, -1")]
            count += len(units)
        first = self.cfg.order[0]
        texts = [f"s_mov_b32 {scalar}, {distance:#x}", *(_copy(own[u], u) for u in sorted(found.begun) if u in own)]
        start = self.edits.get(first, [self.bare.instruction(first)])
        self.edits[first] = [*(self.made(0, text) for text in texts), *start]
        return count

    def rename(self, k: int, found: Addresses, own: Mapping[int, int]) -> None:
        """Lets an instruction take or leave addresses in registers of their ``own``."""
        op, item = self.ops[k], self.bare.instruction(self.cfg.order[k])
        copied = dict(copies(op))
        moved = {u for u in copied if k in found.late and u in found.live[k] and u not in own and copied[u] in own}
        refs = [r for r in address_refs(op) if r.reg.first in own]
        if moved:
            if op.pair is not None:
                raise LdsKept("address", "a pair copies an address in LDS that is needed for something else", k)
            refs += [r for r in op.refs if r.reads]
        if refs:
            renamed = rename_registers(op, lambda r: RegRef(own[r.reg.first], 1) if r in refs else r.reg)
            item = new_instruction(renamed, item.line)
        written = [u for u in sorted(found.live.get(k, ())) if u in own and u in op.written]
        new = [self.made(k, _copy(own[u], own.get(copied[u], u) if u in copied else u)) for u in written]
        if refs or new:
            self.edits[self.cfg.order[k]] = [item, *new]


def _copy(target: int, source: int) -> str:
    return f"v_mov_b32_e32 {unit_name(target)}, {unit_name(source)}"


__all__ = ["DoubleBuffer"]
