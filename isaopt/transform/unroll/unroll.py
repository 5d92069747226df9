"""The pass ``unroll``: unrolls innermost loops and removes the compares, branches and address steps between iterations.

A loop with a constant trip count is unrolled completely if the code stays small enough for the instruction cache,
otherwise by a divisor of the count. Any other counted loop is unrolled by a factor, followed by the original loop for
the remaining iterations. Constant address steps move into the offset fields of accesses
(:mod:`isaopt.transform.unroll.fold`). Registers stay: each iteration writes those of the previous one.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, ClassVar

from msgspec import Meta

from isaopt.analysis.flow.cfg import CFG, Block, build_cfg
from isaopt.analysis.flow.liveness import kernel_ops, live_ranges
from isaopt.analysis.flow.loops import Loop, find_loops, irreducible_targets
from isaopt.analysis.integers.induction import constant_at
from isaopt.asm.printer import print_op
from isaopt.asm.resources import code_bytes
from isaopt.errors import UsageError
from isaopt.ir.edit import spliced
from isaopt.ir.program import Instruction, Item, Kernel, Module, Op
from isaopt.rebuild.rewrite import built, stripped
from isaopt.target.arch import get_arch
from isaopt.target.sizes import size_of
from isaopt.transform.access_offsets import address_of
from isaopt.transform.base import Declined, LoopRefused, Part, PassResult, loop_part, unchanged
from isaopt.transform.dead import without_dead
from isaopt.transform.unroll.copies import (
    loop_text,
    taken_apart,
    unrolled_by_divisor,
    unrolled_fully,
    unrolled_with_rest,
)
from isaopt.transform.unroll.fold import StraightLine as Piece
from isaopt.transform.unroll.fold import fold
from isaopt.transform.unroll.plan import (
    Divisor,
    Full,
    Groups,
    Plan,
    Room,
    Surroundings,
    UnrollRequest,
    plan,
)

_Changes = dict[tuple[int, int], Sequence[Item]]

#: The share of the instruction cache that a kernel may grow to, as a divisor: the waves of a WGP, perhaps of another
#: kernel, share the cache.
CACHE_SHARE = 2
#: Each loop examined takes a walk of the whole kernel: the most loops times instructions, and the fewest loops.
_LOOKED_AT = 60_000
_FEWEST_LOOPS = 8


@dataclass(frozen=True, slots=True)
class Unroll:
    """``factor``: the unroll factor of loops that are not unrolled completely; None chooses it by the size of an
    iteration. ``max_code_bytes``: the limit on the kernel's code; None means half of the instruction cache.
    ``without``: lines of loops to leave unchanged."""

    name: ClassVar[str] = "unroll"
    summary: ClassVar[str] = "unroll innermost loops and fold address steps into offset fields"

    factor: Annotated[int, Meta(ge=2, le=64)] | None = None
    max_code_bytes: Annotated[int, Meta(ge=0)] | None = None
    without: tuple[int, ...] = ()

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with its innermost loops unrolled, or unchanged."""
        if self.factor is not None and self.factor < 2:
            raise UsageError(f"unroll: a factor of {self.factor} unrolls nothing")
        return _UnrollRun(module, kernel, self).run()


@dataclass(slots=True)
class _UnrollRun:
    original: Module
    kernel: Kernel
    options: Unroll
    declined: list[Declined] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    grown: int = 0
    """The bytes that unrolling has added so far."""
    padding: float = 1.0
    """The bytes of the input for each byte of its code without waits and hints."""

    def run(self) -> PassResult:
        bare = stripped(self.original, self.kernel)
        kernel = bare.kernel(self.kernel.name)
        whole, code = code_bytes(self.original, self.kernel), code_bytes(bare, kernel)
        self.padding = max(1.0, whole / code) if whole and code else 1.0
        module, stages = bare, list[Module]()
        cfg = build_cfg(bare, kernel)
        self.decline_irreducible(bare, cfg)
        for loop in self.wanted(bare, find_loops(bare, kernel, cfg), cfg):
            head = bare.items[cfg.blocks[loop.header].instructions[0]]
            if head.line in self.options.without:
                continue
            branch = bare.items[cfg.blocks[max(loop.blocks)].instructions[-1]]
            before, module = module, self.unroll(module, head, self.round_bytes(head, branch))
            if before is not module:
                self.parts.append(loop_part(bare, cfg, loop.header, loop.blocks))
            if before is not module and before is not bare:
                stages.append(before)
        declined = tuple(sorted(self.declined, key=lambda d: d.line))
        if module is bare:
            reason = "declined" if declined else "no-candidate"
            return unchanged(self.original, reason, "no loop to unroll", self.notes, declined=declined)
        done = built(module, self.original, self.kernel)
        return PassResult(done, True, None, tuple(self.notes), tuple(stages), declined, tuple(self.parts))

    def wanted(self, module: Module, loops: Sequence[Loop], cfg: CFG) -> list[Loop]:
        """The loops to examine: all of them, or in a large kernel the most deeply nested ones, in code order."""
        most = max(_FEWEST_LOOPS, _LOOKED_AT // max(1, len(cfg.order)))
        if len(loops) <= most:
            return list(loops)
        chosen = {loop.header for loop in sorted(loops, key=lambda loop: (-loop.depth, loop.header))[:most]}
        why = f"of {len(loops)} loops in {len(cfg.order)} instructions {most} are looked at"
        self.notes.append(f"large kernel: {why}")
        for loop in loops:
            if loop.header not in chosen:
                head = module.items[cfg.blocks[loop.header].instructions[0]]
                name = loop.label or f"in line {head.line}"
                self.declined.append(Declined(head.line, "large-kernel", f"loop {name}: {why}"))
        return [loop for loop in loops if loop.header in chosen]

    def decline_irreducible(self, module: Module, cfg: CFG) -> None:
        """Declines irreducible cycles, which do not count as loops here."""
        for block in cfg.blocks:
            for target in irreducible_targets(cfg, block.index):
                head = module.items[cfg.blocks[target].instructions[0]]
                name = cfg.blocks[target].label
                why = f"the cycle through {name} has several entries"
                self.declined.append(Declined(head.line, "irreducible", why))

    def round_bytes(self, head: Item, branch: Item) -> int:
        """Bytes of an iteration in the input, with its waits and hints; 0 if it is no longer there."""
        items = self.original.items[self.kernel.first : self.kernel.last]
        ends = [i for i, item in enumerate(items) if item is head or item is branch]
        if len(ends) != 2:
            return 0
        return sum(size_of(i.op) for i in items[ends[0] : ends[1] + 1] if isinstance(i, Instruction))

    def unroll(self, module: Module, head: Item, size: int) -> Module:
        """The module with the loop that begins with this item unrolled."""
        kernel = module.kernel(self.kernel.name)
        cfg = build_cfg(module, kernel)
        at = next((cfg.block_of[k] for k, i in enumerate(cfg.order) if module.items[i] is head), None)
        if at is None:
            return module
        found, loop = self.planned(module, at, size)
        if isinstance(found, LoopRefused):
            name = cfg.blocks[at].label or f"in line {head.line}"
            self.declined.append(Declined(head.line, found.code, f"loop {name}: {found.message}"))
            return module
        apart = taken_apart(module, cfg, sorted(loop.blocks))
        again, loop = self.planned(apart, at, size)
        grown = self.grown
        made = module if isinstance(again, LoopRefused) else self.written(apart, loop, again, size)
        if made is module:
            return module
        made = without_dead(made, made.kernel(kernel.name))
        old = {id(item) for item in module.items}
        new: list[Item] = [i for i in made.items if isinstance(i, Instruction) and id(i) not in old]
        made, kept = self.folded(made, new or [head])
        made = without_dead(made, made.kernel(kernel.name))
        self.grown = min(self.grown, grown + self.added(module, made))
        self.explain(made, kept, cfg.blocks[at].label)
        return made

    def added(self, before: Module, after: Module) -> int:
        """By how many bytes one version is larger than another, each with the waits and hints that it needs."""
        old, new = (code_bytes(m, m.kernel(self.kernel.name)) or 0 for m in (before, after))
        return math.ceil((new - old) * self.padding)

    def planned(self, module: Module, header: int, size: int) -> tuple[Plan, Loop]:
        """The plan for the loop with that header, and the loop."""
        kernel = module.kernel(self.kernel.name)
        cfg, live = live_ranges(module, kernel)
        ops = kernel_ops(module, cfg)
        around = Surroundings(ops, cfg, live, find_loops(module, kernel, cfg), kernel.wave_size)
        loop = next(x for x in around.loops if x.header == header)
        size = max(size, sum(size_of(ops[k]) for k in around.body(loop)))
        return plan(around, loop, UnrollRequest(self.options.factor, self.room(size))), loop

    def written(self, module: Module, loop: Loop, chosen: Full | Divisor | Groups, size: int) -> Module:
        """The module with the iterations of a loop as planned."""
        kernel = module.kernel(self.kernel.name)
        cfg = build_cfg(module, kernel)
        text = loop_text(module, kernel, cfg, loop.header, max(loop.blocks))
        if isinstance(chosen, Full):
            self.grown += (chosen.rounds - 1) * size
            self.notes.append(f"loop {text.label}: all {chosen.rounds} rounds written out")
            return unrolled_fully(module, kernel, text, chosen.rounds)
        self.grown += chosen.factor * size
        if isinstance(chosen, Divisor):
            self.notes.append(f"loop {text.label}: {chosen.factor} rounds for one")
            return unrolled_by_divisor(module, kernel, text, chosen.factor, cfg.order[chosen.test.compare])
        self.notes.append(f"loop {text.label}: {chosen.factor} rounds for one while so many are left")
        return unrolled_with_rest(module, kernel, cfg, text, chosen.factor, chosen.test, chosen.guard)

    def room(self, size: int) -> Room:
        most = self.options.max_code_bytes
        if most is None:
            most = get_arch(self.original.arch).icache_bytes // CACHE_SHARE
        code = code_bytes(self.original, self.kernel)
        return Room(size, None if code is None else most - code - self.grown, most)

    def folded(self, module: Module, new: Sequence[Item]) -> tuple[Module, list[tuple[Item, Op]]]:
        """The module with constant address steps of the blocks that hold the new instructions in their offsets, and
        the steps that had to stay for an access."""
        wanted = {id(item) for item in new}
        changes: _Changes = {}
        kept: list[tuple[Item, Op]] = []
        for block, piece in self.pieces(module, wanted):
            found = fold(piece)
            self.note(module, block, found.ops, changes)
            for step, reader in found.kept:
                index = block.instructions[step]
                if id(module.items[index]) not in wanted:
                    continue  # of a loop that was unrolled before
                if reader < len(piece.ops) and address_of(piece.ops[reader]) is not None:
                    new_item = changes.get((index, index + 1), (module.items[index],))
                    kept += [(item, piece.ops[reader]) for item in new_item]
        return spliced(module, changes), kept

    def pieces(self, module: Module, wanted: Collection[int]) -> Iterator[tuple[Block, Piece]]:
        """The blocks with items of these identities, as straight-line code."""
        kernel = module.kernel(self.kernel.name)
        cfg, live = live_ranges(module, kernel)
        ops = kernel_ops(module, cfg)
        for block in cfg.blocks:
            if not any(id(module.items[i]) in wanted for i in block.instructions):
                continue
            end = block.end
            held = partial(constant_at, ops, cfg, block.index)
            live_out = live.live_out[block.first : end]
            yield block, Piece(ops[block.first : end], live_out, held, module.arch, kernel.wave_size)

    def note(self, module: Module, block: Block, ops: Sequence[Op | None], changes: _Changes) -> None:
        """Records that these ops replace those of the block."""
        for index, op in zip(block.instructions, ops, strict=True):
            item = module.instruction(index)
            if op is None:
                changes[index, index + 1] = ()
            elif op is not item.op:
                changes[index, index + 1] = [module.with_ops({index: op}, print_op).items[index]]

    def explain(self, module: Module, kept: Sequence[tuple[Item, Op]], name: str) -> None:
        """Notes the address steps that had to stay because no offset field holds the distance."""
        there = {id(item) for item in module.items}
        for item, reader in kept:
            if isinstance(item, Instruction) and id(item) in there:
                why = f"loop {name}: '{print_op(item.op)}' stays: its distance does not fit '{print_op(reader)}'"
                found = Declined(item.line, "offset-range", why)
                if found not in self.declined:
                    self.declined.append(found)
