"""Rotates loops so that what begins an iteration can pair with what ends the previous iteration.

Arithmetic at the beginning of an iteration that needs nothing of its own iteration moves to the end of the previous
iteration; a copy before the loop serves the first iteration. After the last round it has run once too often, which is
harmless: it only changes registers, and none of them is needed after the loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.flow.loops import find_loops
from isaopt.analysis.flow.pending import Pending
from isaopt.analysis.flow.webs import Webs, find_webs
from isaopt.asm.printer import new_instruction, print_op
from isaopt.ir.edit import spliced
from isaopt.ir.program import Instruction, Item, Kernel, Module, Op, RegUse
from isaopt.ir.rename import rename_registers
from isaopt.isa.registers import RegRef
from isaopt.rebuild.build import built
from isaopt.rebuild.rewrite import stripped
from isaopt.target.arch import Arch
from isaopt.target.sizes import size_of
from isaopt.transform.base import Declined, first_line
from isaopt.transform.dual_forms import apart
from isaopt.transform.pair.options import PairOptions
from isaopt.transform.pair.rotation.choice import MAX_BLOCK, RotationChoice, order_of
from isaopt.transform.pair.rotation.loops import LoopRefused, Round, round_of
from isaopt.transform.pair.rotation.top import Top, places
from isaopt.transform.unroll.unroll import CACHE_SHARE


@dataclass(frozen=True, slots=True)
class Turned:
    """A loop that was rotated: its ``label``, the ``line`` that it began with, all of its ``lines``, how many
    instructions are ``ahead``, and how many pairs an iteration can have, before and after."""

    label: str
    line: int
    lines: frozenset[int]
    ahead: int
    pairs: tuple[int, int]

    @property
    def note(self) -> str:
        what = "1 instruction" if self.ahead == 1 else f"{self.ahead} instructions"
        return f"loop {self.label}: {what} of each iteration at the end of the one before"


@dataclass(frozen=True, slots=True)
class Rotation:
    """The kernel with loops rotated (the module as it was, if there are none), and loops that could gain but stay."""

    module: Module
    loops: tuple[Turned, ...]
    declined: tuple[Declined, ...]


@dataclass(frozen=True, slots=True)
class _Change:
    round: Round
    order: Sequence[int]
    ahead: frozenset[int]
    place: Mapping[int, int]


def rotated(module: Module, kernel: Kernel, arch: Arch, room: int, without: Sequence[int] = ()) -> Rotation:
    """Rotates the loops of a kernel in which more instructions can pair that way.

    ``room``: how many VGPRs may be used; ``without``: lines of blocks that stay as they are.
    """
    return _RotateRun(module, kernel, arch, room, without).run()


class _RotateRun:
    def __init__(self, module: Module, kernel: Kernel, arch: Arch, room: int, without: Sequence[int]) -> None:
        self.original, self.kernel, self.arch, self.room, self.without = module, kernel, arch, room, without
        bare = stripped(module, kernel)
        loops = (b for b in build_cfg(bare, bare.kernel(kernel.name)).blocks if b.index in b.succs)
        self.module = apart(bare, (index for block in loops for index in block.instructions))
        self.cfg: CFG = build_cfg(self.module, self.module.kernel(kernel.name))
        self.ops = kernel_ops(self.module, self.cfg)

    def run(self) -> Rotation:
        kernel = self.module.kernel(self.kernel.name)
        changes: list[_Change] = []
        loops: list[Turned] = []
        declined: list[Declined] = []
        found: Webs | None = None
        for loop in find_loops(self.module, kernel, self.cfg):
            if len(loop.blocks) > 1 or self.is_left_out(loop.header):
                continue
            block = self.cfg.blocks[loop.header]
            if len(block.instructions) > MAX_BLOCK:
                continue
            if found is None:
                found = find_webs(self.module, kernel, self.cfg, outstanding=Pending.nothing(self.cfg))
            where = round_of(self.cfg, self.ops, loop)
            count = len(block.instructions)
            end = count - 1 if isinstance(where, LoopRefused) else where.end
            top = Top(self.ops[block.first : block.first + count], block, found, end)
            choice = RotationChoice(top, PairOptions(self.cfg, self.arch, found))
            if not choice.is_worth_a_look:
                continue
            line = first_line(self.module, self.cfg, block.index)
            change = self.change(where, choice)
            if isinstance(change, LoopRefused):
                name = block.label or f"in line {line}"
                declined.append(Declined(line, change.code, f"loop {name}, one iteration ahead: {change.message}"))
                continue
            changes.append(change)
            lines = frozenset(self.module.items[index].line for index in block.instructions)
            pairs = choice.now, choice.pairs(change.ahead)
            loops.append(Turned(block.label, line, lines, len(change.ahead), pairs))
        if found is None or not changes:
            return Rotation(self.original, (), tuple(declined))
        return Rotation(self.written(found, changes), tuple(loops), tuple(declined))

    def is_left_out(self, header: int) -> bool:
        """Whether the loop or a block that leads into it shall stay as it is."""
        blocks = (header, *self.cfg.blocks[header].preds)
        return any(first_line(self.module, self.cfg, b) in self.without for b in blocks)

    def change(self, found: Round | LoopRefused, choice: RotationChoice) -> _Change | LoopRefused:
        """What to do with a loop."""
        if isinstance(found, LoopRefused):
            return found
        top = choice.top
        size = sum(size_of(op) for op in top.ops)
        if found.trips is not None and found.trips * size <= self.arch.icache_bytes // CACHE_SHARE:
            return LoopRefused("few-rounds", f"`unroll` can turn all {found.trips} iterations into one block")
        if not top.able:
            return top.without_place()
        ahead = choice.best()
        if not ahead:
            return LoopRefused("no-gain", f"it has no more than {choice.now} pairs when rotated")
        place = places(top, ahead, self.room)
        return place if isinstance(place, LoopRefused) else _Change(found, order_of(top, ahead), ahead, place)

    def written(self, found: Webs, changes: Sequence[_Change]) -> Module:
        """The kernel with these changes made, its waits placed and its registers counted."""
        renamed = self.renamed(found, changes)
        edits: dict[tuple[int, int], Sequence[Item]] = {}
        for change in changes:
            block = self.cfg.blocks[change.round.block]
            items = [renamed.instruction(index) for index in block.instructions]
            first, last = block.instructions[0], block.instructions[-1] + 1
            others = [i for i in renamed.items[first:last] if not isinstance(i, Instruction)]
            edits[first, last] = [*others, *(items[k] for k in change.order)]
            copies = [new_instruction(items[k].op, items[k].line) for k in sorted(change.ahead)]
            edits[change.round.entry, change.round.entry] = copies
        module = spliced(renamed, edits)
        return built(module, self.original, self.kernel)

    def renamed(self, found: Webs, changes: Sequence[_Change]) -> Module:
        """The module with the values that are one iteration ahead in their places."""
        ops: dict[int, Op] = {}
        for change in changes:
            for index in self.cfg.blocks[change.round.block].instructions:
                op = self.module.instruction(index).op
                webs = {id(ref): found.web_at.get((index, number, 0), -1) for number, ref in enumerate(op.refs)}
                place = {ref: change.place[web] for ref, web in webs.items() if web in change.place}
                if place:
                    ops[index] = rename_registers(op, partial(_placed, place))
        return self.module.with_ops(ops, print_op)


def _placed(place: Mapping[int, int], ref: RegUse) -> RegRef:
    """The register of a reference: its value's new place, if it has one."""
    return RegRef(place[id(ref)], ref.reg.count, ref.reg.half) if id(ref) in place else ref.reg
