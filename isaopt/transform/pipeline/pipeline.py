"""The pass ``pipeline``: issues the first loads of an iteration in the previous one.

For loads from LDS, the barriers that publish a tile move up, with the stores before them, among the last arithmetic on
the previous tile, so that the first loads of the new tile overlap the rest of that arithmetic. Loops that load from
global memory and that lanes leave one by one run several iterations stage by stage (:mod:`.rounds`); in others the
loads of the next iteration overlap the arithmetic on the present one's (:mod:`.far`). Loads ahead need registers of
their own: as many as do not cost a wave or a workgroup on the GPU.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, ClassVar

from msgspec import Meta

from isaopt.analysis.figures.limits import vgprs_in_reach
from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.liveness import code_of, kernel_ops, live_ranges
from isaopt.analysis.flow.loops import find_loops
from isaopt.asm.printer import new_instruction
from isaopt.asm.resources import highest_vgpr
from isaopt.ir.edit import spliced
from isaopt.ir.program import Instruction, Item, Kernel, Module, Op
from isaopt.isa.meaning import Unit
from isaopt.rebuild.rewrite import built, made, stripped
from isaopt.target.counters import counters_left, wait_texts
from isaopt.transform.base import Declined, LoopRefused, PartsPass, PassResult, first_line, loop_part, unchanged
from isaopt.transform.pipeline.ahead import PipelinedBody, PipelinedLoop, carried, loads_lds
from isaopt.transform.pipeline.far import FarLoop, free_scalars, with_copies, with_whole_waits
from isaopt.transform.pipeline.loops import LoopBody, loop_body
from isaopt.transform.pipeline.rounds import RoundsRun
from isaopt.transform.pipeline.stages import loads_global
from isaopt.transform.placement import bases_on, renamed_to
from isaopt.transform.reassign import build_problem
from isaopt.transform.reorder.rearrange import Rearrangement
from isaopt.transform.reorder.sequencing import View, is_load, moved_webs

#: Cycles of arithmetic that loads should overlap, the most first: an idle LDS answers after 31, one that eight waves
#: load from after up to 80 (``machine.json``, ``memory_latency``).
_LEADS = (64, 32, 16)
_PACK_WORK = 2_000_000
_NOTHING = "no loop has loads that could run one iteration ahead"


@dataclass(frozen=True, slots=True)
class Pipeline(PartsPass):
    """``factor``: how many iterations of a loop that loads from global memory run at a time; None lets registers
    decide. ``without``: lines of loops to leave unchanged."""

    factor: Annotated[int, Meta(ge=2, le=8)] | None = None

    name: ClassVar[str] = "pipeline"
    summary: ClassVar[str] = "load the data of iterations while others before them compute"

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with its loops pipelined, or unchanged."""
        near = self._near(module, kernel)
        staged = self._staged(near.module, near.module.kernel(kernel.name))
        if near.changed and staged.changed:
            return replace(staged, notes=(*near.notes, *staged.notes), parts=(*near.parts, *staged.parts))
        if near.changed or staged.changed:
            return near if near.changed else staged
        far = self._far(module, kernel)
        if far.changed:
            return far
        told = near if near.declined or near.reason != "no-gain" else far
        known = {d.line for d in staged.declined}
        others = (d for d in far.declined if d.line not in known)
        return replace(told, declined=tuple(dict.fromkeys((*near.declined, *staged.declined, *others))))

    def _staged(self, given: Module, kernel: Kernel) -> PassResult:
        """The kernel with several iterations of its loops in flight."""
        if not any(map(loads_global, _looped(given, kernel))):
            return unchanged(given, "no-gain", f"{_NOTHING} [no-gain]")
        budget = self.budget(given, kernel, vgprs_in_reach(given, kernel))
        return RoundsRun(given, kernel, budget, self.without, self.factor).run()

    def _near(self, given: Module, kernel: Kernel) -> PassResult:
        """The kernel with loads from LDS one iteration ahead."""
        if not any(map(_from_lds, _looped(given, kernel))):
            return unchanged(given, "no-gain", f"{_NOTHING} [no-gain]")
        # Stripped anew: copied code may have kept waits for memory order that other waits now make unnecessary.
        module = replace(given)
        bare = stripped(module, kernel)
        ops = kernel_ops(bare, build_cfg(bare, bare.kernel(kernel.name)))
        loads = list(filter(_from_lds, _looped(bare, bare.kernel(kernel.name))))
        counters = {counter for op in loads for counter in op.desc.counters}
        if not any(map(loads_lds, loads)) or any(not counters.isdisjoint(counters_left(op)) for op in ops):
            why = "other waves can observe the order of its LDS loads, or a wait counts them"
            return unchanged(given, "memory-order", f"{why} [memory-order]")
        work = Rearrangement(module, kernel, self, vgprs_in_reach(module, kernel))
        return _PipelineRun(given, work, self).run()

    def _far(self, given: Module, kernel: Kernel) -> PassResult:
        """The kernel with loads from global memory one iteration ahead."""
        loads = list(filter(loads_global, _looped(given, kernel)))
        if not loads:
            return unchanged(given, "no-gain", f"{_NOTHING} [no-gain]")
        module = replace(given)
        bare = stripped(module, kernel)
        cfg = build_cfg(bare, bare.kernel(kernel.name))
        counters = {counter for op in loads for counter in op.desc.counters}
        bare = with_whole_waits(bare, bare.kernel(kernel.name), cfg, counters)
        if any(not counters.isdisjoint(counters_left(op)) for op in kernel_ops(bare, cfg)):
            return unchanged(given, "memory-order", "a wait that orders memory counts these loads [memory-order]")
        room = vgprs_in_reach(module, kernel)
        plain = _FarRun(given, Rearrangement(module, kernel, self, room, bare), self)
        copied = [item for loop in plain.loops for item in loop.copied]
        more = with_copies(bare, bare.kernel(kernel.name), copied, highest_vgpr(given, kernel) + 1) if copied else None
        if more is not None:
            found = _FarRun(given, Rearrangement(module, kernel, self, room, more), self).run()
            if found.changed:
                return found
        return plain.run()


def _from_lds(op: Op) -> bool:
    return is_load(op) and op.desc.unit is Unit.LDS


def _looped(module: Module, kernel: Kernel) -> Iterator[Op]:
    """The number of instructions in single-block loops."""
    cfg, ops = code_of(module, kernel)
    for block in cfg.blocks:
        if block.index in block.succs:
            yield from ops[block.first : block.end]


class _PipelineRun:
    def __init__(self, given: Module, work: Rearrangement, options: Pipeline) -> None:
        self.given, self.work, self.options = given, work, options
        self.plain, self.cfg = work.plain, work.cfg
        self.declined: list[Declined] = []
        self.free = free_scalars(work.viewer.ops, work.kernel.wave_size)

    def run(self) -> PassResult:
        loops = self.loops
        for lead in _LEADS:
            turns = [(loop, turn) for loop in loops if isinstance(turn := loop.turn(lead), PipelinedBody)]
            for loop in loops:
                if isinstance(refused := loop.turn(lead), LoopRefused) and lead == _LEADS[0]:
                    self.decline(loop.view.block.index, refused)
            if not turns:
                return unchanged(self.given, "no-gain", f"{_NOTHING} [no-gain]", declined=self.declined)
            done = self.built(turns)
            if done is not None:
                notes = tuple(f"loop {self.name(t.body.block)}: {t.text}" for _, t in turns)
                parts = tuple(loop_part(self.plain, self.cfg, t.body.block, (t.body.block,)) for _, t in turns)
                return PassResult(done, True, None, notes, (), tuple(self.declined), parts)
        why = "no registers are left for loads one iteration ahead [register-limit]"
        return unchanged(self.given, "register-limit", why, declined=self.declined)

    def loop(self, view: View, where: LoopBody) -> PipelinedLoop:
        return PipelinedLoop(view, self.work.viewer, where, self.free)

    @cached_property
    def loops(self) -> Sequence[PipelinedLoop]:
        """The single-block loops that can be pipelined."""
        views = {view.block.index: view for view in self.work.views}
        found = []
        for loop in find_loops(self.plain, self.work.bare, self.cfg):
            if len(loop.blocks) > 1 or loop.header not in views:
                continue
            where = loop_body(self.cfg, self.work.viewer.ops, loop)
            if isinstance(where, LoopRefused):
                self.decline(loop.header, where)
            else:
                found.append(self.loop(views[loop.header], where))
        return found

    def decline(self, block: int, refused: LoopRefused) -> None:
        line = first_line(self.plain, self.cfg, block)
        self.declined.append(Declined(line, refused.code, f"loop {self.name(block)}: {refused.message}"))

    def name(self, block: int) -> str:
        return self.cfg.blocks[block].label or f"in line {first_line(self.plain, self.cfg, block)}"

    def built(self, turns: Sequence[tuple[PipelinedLoop, PipelinedBody]]) -> Module | None:
        """The kernel with these loop bodies, if there are registers."""
        work = self.work
        moved = moved_webs(work.found, self.cfg, {turn.body.block: turn.order for _, turn in turns})
        for loop, turn in turns:
            moved = carried(moved, loop, turn)
        problem, _ = build_problem(self.plain, work.bare, work.arch, work.budget, None, moved)
        effort = round(_PACK_WORK * max(1, self.options.effort))
        bases = bases_on(problem.within(work.budget), work.banks, effort, self.options.seed, from_current=True)
        if bases is None:
            return None
        return built(self.written(bases, [turn for _, turn in turns]), work.original, work.kernel)

    def written(self, bases: Mapping[int, int], turns: Sequence[PipelinedBody]) -> Module:
        """The bare kernel with these registers and loop bodies."""
        renamed = renamed_to(self.plain, self.work.bare, self.work.found, bases)
        edits: dict[tuple[int, int], list[Item]] = {}
        copies: dict[int, list[Item]] = {}
        for turn in turns:
            block = self.cfg.blocks[turn.body.block]
            items = [renamed.instruction(index) for index in block.instructions]
            first, last = block.instructions[0], block.instructions[-1] + 1
            others = [i for i in renamed.items[first:last] if not isinstance(i, Instruction)]
            edits[first, last] = [*others, *self.round(renamed, turn, items)]
            ahead = [items[k] for k in turn.ahead]
            copies[turn.body.entry] = [new_instruction(i.op, i.line) for i in ahead]
            # After the loop, wait for the surplus loads before anything observable.
            counts = {counter: 0 for i in ahead if is_load(i.op) for counter in i.op.desc.counters}
            texts = wait_texts(counts, renamed.arch)
            edits[last, last] = [made(renamed, self.work.kernel, text, items[-1].line) for text in texts]
        for at, own in copies.items():
            edits[at, at] = [*edits.get((at, at), ()), *own]
        return spliced(renamed, edits)

    def round(self, module: Module, turn: PipelinedBody, items: Sequence[Instruction]) -> Iterator[Instruction]:
        """The body in its new order."""
        lanes = turn.lanes
        for at, k in enumerate(turn.order):
            line = items[k].line
            if lanes is not None and at == lanes.first:
                for text in filter(None, (lanes.save, lanes.text)):
                    yield made(module, self.work.kernel, text, line)
                yield from (new_instruction(i.op, i.line) for i in (items[c] for c in lanes.copies))
            yield items[k]
            if lanes is not None and at == lanes.last:
                yield made(module, self.work.kernel, lanes.restore, line)


class _FarRun(_PipelineRun):
    def __init__(self, given: Module, work: Rearrangement, options: Pipeline) -> None:
        super().__init__(given, work, options)
        self.live = live_ranges(work.plain, work.bare)[1]

    def loop(self, view: View, where: LoopBody) -> FarLoop:
        first, last = view.block.first, view.block.end - 1
        live = self.live.live_in[first] | self.live.live_out[last]
        return FarLoop(view, self.work.viewer, where, self.free, live)
