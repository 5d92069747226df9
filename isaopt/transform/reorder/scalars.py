"""Moves scalar values of a block to registers of their own, so that none waits for another's register to become free.

Compilers use as few SGPRs as they can, and iterations of an unrolled loop share theirs; but a wave of gfx10 and later
has 106, whatever it names (LLVM AMDGPUUsage, ``.amdhsa_next_free_sgpr``). Values that begin and end in a block move to
registers that nothing else occupies there, each reused as late as possible. No instruction moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.liveness import kernel_ops, live_ranges
from isaopt.analysis.flow.webs import DisjointSets
from isaopt.asm.printer import print_op
from isaopt.ir.edit import rename_registers
from isaopt.ir.kept import kept
from isaopt.ir.program import Kernel, Module, Op, RegUse
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import NUM_SGPRS, SGPR_BASE, RegRef, is_sgpr
from isaopt.target.counters import counters_emptied

_SGPRS = range(SGPR_BASE, SGPR_BASE + NUM_SGPRS)


@kept
def with_separate_scalars(module: Module, kernel: Kernel, cfg: CFG, blocks: tuple[int, ...]) -> Module:
    """Renames scalar values in those blocks that load any."""
    ops = kernel_ops(module, cfg)
    spans = [(b, b.ordinals) for b in (cfg.blocks[index] for index in blocks)]
    spans = [(b, span) for b, span in spans if any(ops[k].desc.loads_scalar_words for k in span)]
    # An indexed register may be any register.
    if not spans or any(op.flag("movrel") for op in ops):
        return module
    _, live = live_ranges(module, kernel)
    changed: dict[int, Op] = {}
    for block, span in spans:
        scalars = _BlockScalars([ops[k] for k in span], live.live_in[span[0]], live.live_out[span[-1]])
        for at, op in scalars.renamed().items():
            changed[block.instructions[at]] = op
    return module.with_ops(changed, print_op) if changed else module


@dataclass(slots=True)
class _ScalarGroup:
    """Values that instructions bind to adjacent registers; ``start`` and ``end`` are the first and the last instruction
    that names one."""

    start: int
    end: int = 0
    units: set[int] = field(default_factory=set)
    alignment: int = 1
    movable: bool = True

    def name(self, at: int, units: Sequence[int]) -> None:
        self.end = at
        self.units.update(units)
        # SGPR_64 is aligned to 2, wider classes to 4 (LLVM SIRegisterInfo.td).
        self.alignment = max(self.alignment, min(4, 1 << (len(units) - 1).bit_length()))


class _BlockScalars:
    """The scalar values of one block, and new registers for them."""

    def __init__(self, ops: Sequence[Op], live_in: int, live_out: int) -> None:
        self.ops = ops
        self.sets = DisjointSets()
        self.current: dict[int, int] = {}
        self.kept: set[int] = set()
        """Values that must stay in their registers."""
        self.loading: set[int] = set()
        """Values of scalar loads that no wait has covered yet: the loads return in any order, so a wait is for all of
        them."""
        self.named: list[tuple[int, RegUse, int]] = []
        for at, op in enumerate(ops):
            self.read(at, op)
            self.write(at, op)
        self.kept |= {value for unit, value in self.current.items() if live_out >> unit & 1}
        self.busy = live_in | live_out

    def value(self, unit: int) -> int:
        """The value in a register: one from outside the block if nothing has written it."""
        if unit not in self.current:
            self.current[unit] = self.sets.add()
            self.kept.add(self.current[unit])
        return self.current[unit]

    def read(self, at: int, op: Op) -> None:
        if not counters_emptied(op).isdisjoint(("lgkmcnt", "kmcnt")):
            self.loading.clear()
        for ref in op.refs:
            if ref.reads and is_sgpr(ref.reg.first):
                values = [self.value(unit) for unit in ref.reg.units]
                self.note(at, ref, values)
                if not self.loading.isdisjoint(values):
                    self.loading.clear()

    def write(self, at: int, op: Op) -> None:
        # Vector instructions keep their order, so renaming their results gains nothing.
        moves = op.desc.unit in (Unit.SMEM, Unit.SALU)
        for ref in op.refs:
            if not ref.writes or not is_sgpr(ref.reg.first):
                continue
            fresh = [self.sets.add() for _ in ref.reg.units]
            replaced = [self.current[unit] for unit in ref.reg.units if unit in self.current]
            if not self.loading.isdisjoint(replaced):
                # The input waits here for loads, and later ones may read the same place.
                self.kept.update(replaced, fresh)
                self.loading.clear()
            for unit, value in zip(ref.reg.units, fresh, strict=True):
                if ref.reads or op.desc.partial or op.desc.tied:
                    self.sets.join(self.value(unit), value)
                if not moves:
                    self.kept.add(value)
            self.current.update(zip(ref.reg.units, fresh, strict=True))
            self.note(at, ref, fresh)
            if op.desc.unit is Unit.SMEM:
                self.loading.update(fresh)

    def note(self, at: int, ref: RegUse, values: Sequence[int]) -> None:
        for value in values[1:]:
            self.sets.join(values[0], value)
        self.named.append((at, ref, values[0]))

    def groups(self) -> dict[int, _ScalarGroup]:
        found: dict[int, _ScalarGroup] = {}
        for at, ref, value in self.named:
            found.setdefault(self.sets.find(value), _ScalarGroup(at)).name(at, ref.reg.units)
        for value in self.kept:
            if (root := self.sets.find(value)) in found:
                found[root].movable = False
        return found

    def renamed(self) -> dict[int, Op]:
        """The instructions, by position, that name other registers afterwards."""
        groups = self.groups()
        shift = self.shifts(groups)
        refs: dict[int, dict[int, int]] = {}
        for at, ref, value in self.named:
            if distance := shift.get(self.sets.find(value), 0):
                refs.setdefault(at, {})[id(ref)] = distance

        def moved(ref: RegUse, own: dict[int, int]) -> RegRef:
            return RegRef(ref.reg.first + own.get(id(ref), 0), ref.reg.count, ref.reg.half)

        return {at: rename_registers(self.ops[at], partial(moved, own=own)) for at, own in refs.items()}

    def shifts(self, groups: dict[int, _ScalarGroup]) -> dict[int, int]:
        """By how many registers each group moves; none moves if there is no room for one of them."""
        taken = {unit for group in groups.values() if not group.movable for unit in group.units}
        # Where each free register is named last.
        last = {unit: -1 for unit in _SGPRS if unit not in taken and not self.busy >> unit & 1}
        found: dict[int, int] = {}
        for root, group in sorted(groups.items(), key=lambda item: item[1].start):
            if not group.movable:
                continue
            low, high = min(group.units), max(group.units)
            lowest = _SGPRS.start - low
            fits = []
            for d in range(lowest + -lowest % group.alignment, _SGPRS.stop - high, group.alignment):
                ends = [last.get(unit + d) for unit in group.units]
                known = [end for end in ends if end is not None]
                if len(known) == len(ends):
                    fits.append((max(known), d))
            until, distance = min(fits, default=(group.start, 0))
            if until >= group.start:
                return {}
            found[root] = distance
            last.update((unit + distance, group.end) for unit in group.units)
        return found
