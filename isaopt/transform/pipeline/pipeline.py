"""The pass ``pipeline``: what a loop's round loads first is loaded at the end of the round before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from isaopt.analysis.figures.limits import vgprs_in_reach
from isaopt.analysis.flow.loops import find_loops
from isaopt.asm.printer import print_op
from isaopt.emit.build import built
from isaopt.ir.edit import new_instruction, spliced
from isaopt.ir.program import Instruction, Item, Kernel, Module
from isaopt.transform.base import Declined, PassResult, first_line, loop_part, unchanged
from isaopt.transform.pipeline.ahead import Pipelined, Turn, carried
from isaopt.transform.placement import bases_on, renamed_to
from isaopt.transform.reassign import build_problem
from isaopt.transform.reorder.rearrange import Rearrangement
from isaopt.transform.reorder.sequencing import Viewer, moved_webs
from isaopt.transform.rotate.loops import Refused, round_of

#: Cycles of arithmetic that loads run beside, the most first: LDS answers after 31, or up to 80 where many ask.
_LEADS = (64, 32, 16)
_PACK_WORK = 2_000_000


@dataclass(frozen=True, slots=True)
class Pipeline:
    """``max_vgprs``, ``effort``, ``seed`` as in ``reassign``; ``without``: lines of loops that stay as they are."""

    name: ClassVar[str] = "pipeline"
    summary: ClassVar[str] = "issue what a round of a loop loads first in the round before"

    max_vgprs: int | None = None
    effort: float = 1
    seed: int = 0
    without: tuple[int, ...] = ()

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with its loops pipelined, or as it is."""
        room = vgprs_in_reach(module, kernel)
        return _Run(Rearrangement(module, kernel, self.max_vgprs, self.effort, self.seed, self.without, room), self).run()


class _Run:
    def __init__(self, work: Rearrangement, options: Pipeline) -> None:
        self.work, self.options = work, options
        self.plain, self.cfg, self.found = work.plain, work.cfg, work.found

    def run(self) -> PassResult:
        work = self.work
        loops: list[Pipelined] = []
        declined: list[Declined] = []
        views = {view.block.index: view for view in work.views}
        viewer = Viewer(self.plain, work.bare, self.cfg, self.found, work.arch, work.banks)
        for loop in find_loops(self.plain, work.bare, self.cfg):
            if len(loop.blocks) > 1 or loop.header not in views:
                continue
            view = views[loop.header]
            where = round_of(self.cfg, viewer.ops, loop)
            if isinstance(where, Refused):
                declined.append(Declined(first_line(self.plain, self.cfg, loop.header), where.code, where.message))
            else:
                loops.append(Pipelined(view, viewer, where))
        reason, why = "no-gain", "no loop loads anything that it could load a round ahead"
        for lead in _LEADS:
            turns: list[tuple[Pipelined, Turn]] = []
            refused: list[Declined] = []
            for one in loops:
                turn = one.turn(lead)
                if isinstance(turn, Refused):
                    line = first_line(self.plain, self.cfg, one.view.block.index)
                    refused.append(Declined(line, turn.code, turn.message))
                else:
                    turns.append((one, turn))
            if not turns:
                declined += refused
                break
            done = self.built(turns)
            if done is not None:
                notes = tuple(_note(one, turn) for one, turn in turns)
                parts = tuple(loop_part(self.plain, self.cfg, b, (b,)) for b in (t.round.block for _, t in turns))
                return PassResult(done, True, None, notes, (), (*declined, *refused), parts)
            reason, why = "register-limit", "no registers were found for what would be a round ahead"
        return unchanged(work.original, reason, f"{why} [{reason}]", declined=declined)

    def built(self, turns: Sequence[tuple[Pipelined, Turn]]) -> Module | None:
        """The kernel with these rounds, if there are registers."""
        work = self.work
        orders = {turn.round.block: turn.order for _, turn in turns}
        moved = moved_webs(self.found, self.cfg, orders)
        for loop, turn in turns:
            moved = carried(moved, loop, turn)
        problem, _ = build_problem(self.plain, work.bare, work.arch, work.budget, None, moved)
        effort = round(_PACK_WORK * max(1, self.options.effort))
        bases = bases_on(problem.within(work.budget), work.banks, effort, self.options.seed, from_current=True)
        if bases is None:
            return None
        return built(self.written(bases, [turn for _, turn in turns]), work.original, work.kernel)

    def written(self, bases: Mapping[int, int], turns: Sequence[Turn]) -> Module:
        """The kernel with these registers and rounds, bare."""
        renamed = renamed_to(self.plain, self.work.bare, self.found, bases)
        edits: dict[tuple[int, int], Sequence[Item]] = {}
        for turn in turns:
            block = self.cfg.blocks[turn.round.block]
            items = [renamed.instruction(index) for index in block.instructions]
            first, last = block.instructions[0], block.instructions[-1] + 1
            others = [i for i in renamed.items[first:last] if not isinstance(i, Instruction)]
            edits[first, last] = [*others, *(items[k] for k in turn.order)]
            copies = [new_instruction(items[k].op, print_op(items[k].op), items[k].line) for k in turn.ahead]
            edits[turn.round.entry, turn.round.entry] = copies
        return spliced(renamed, edits)


def _note(loop: Pipelined, turn: Turn) -> str:
    name = loop.view.block.label or "in line"
    loads = len(turn.ahead)
    return f"loop {name}: {loads} instructions a round ahead, with {turn.behind} cycles of arithmetic behind them"
