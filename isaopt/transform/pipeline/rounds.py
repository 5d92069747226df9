"""Runs several iterations of a loop stage by stage, each with its own lanes, so that their loads overlap.

Where the lanes of a wave leave a loop one by one, an iteration that no lane runs changes nothing: so a group of
iterations needs no branch between them, and loads nothing that the loop does not load. Each has the lanes that the one
before leaves it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.liveness import Liveness, live_ranges
from isaopt.analysis.flow.outstanding import Pending
from isaopt.analysis.flow.webs import find_webs
from isaopt.asm.printer import new_instruction
from isaopt.ir.edit import spliced
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import NUM_VGPRS, RegRef, unit_name
from isaopt.rebuild.rewrite import built, made, stripped
from isaopt.target.arch import get_arch
from isaopt.transform.base import (
    Declined,
    LoopRefused,
    Part,
    PassResult,
    SolverAnswer,
    first_line,
    loop_part,
    unchanged,
)
from isaopt.transform.dual_forms import apart
from isaopt.transform.pipeline.ahead import LANES
from isaopt.transform.pipeline.loops import only_disables_lanes
from isaopt.transform.pipeline.stages import StagedBody, cycles
from isaopt.transform.pipeline.values import FreeRegisters, StagedValues, staged_values

#: How many iterations to run at a time, the best number first.
_DEPTHS = (4, 2)


class RoundsLoop:
    """The single-block loop ``block`` of a bare kernel, whose VGPRs below ``budget`` may be used."""

    def __init__(self, module: Module, name: str, block: int, budget: int) -> None:
        self.module, self.kernel, self.budget = module, module.kernel(name), budget
        self.cfg = build_cfg(module, self.kernel)
        self.block = self.cfg.blocks[block]
        self.items = [module.instruction(index) for index in self.block.instructions]
        self.ops = tuple(item.op for item in self.items)
        #: The position of the first instruction that writes EXEC.
        self.end = next((k for k, op in enumerate(self.ops) if not LANES.isdisjoint(op.written)), len(self.ops) - 1)
        self.staged = StagedBody(self.ops[: self.end], self.ops[self.end : -1])

    @cached_property
    def live(self) -> Liveness:
        return live_ranges(self.module, self.kernel)[1]

    @cached_property
    def values(self) -> StagedValues | LoopRefused:
        """What iterations that run stage by stage need registers for, or why they cannot."""
        block, switches, stages = self.block, self.staged.switches, self.staged.stages
        if block.taken != block.index or block.fallthrough is None:
            return LoopRefused("exit", "its branch leaves it, and it continues by falling through")
        if not switches or not all(op.desc.unit is Unit.SALU or only_disables_lanes(op) for op in switches):
            return LoopRefused("exec-changes", "an iteration does more than disable lanes at its end")
        if not all(only_disables_lanes(op) for op in switches if not LANES.isdisjoint(op.written)):
            return LoopRefused("exec-changes", "an iteration may enable lanes")
        if isinstance(stages, LoopRefused):
            return stages
        behind = self.live.edges.get((block.index, block.fallthrough), 0)
        written = {u for op in self.ops for u in op.written if u >= NUM_VGPRS} - LANES - self.staged.lasting_scalars
        if any(behind >> u & 1 for u in written):
            return LoopRefused("dependence", "a scalar that an iteration computes is needed behind the loop")
        if self.staged.crosses(self.live.live_out[block.end - 1]):
            return LoopRefused("sgpr-limit", "a scalar lasts from one stage to another")
        found = find_webs(self.module, self.kernel, self.cfg, self.live, Pending.nothing(self.cfg))
        by_position = dict(enumerate((*stages, *(0 for _ in switches))))
        return staged_values(found, block, by_position, self.ops)

    def grouped(self, depth: int) -> tuple[Instruction, ...] | LoopRefused:
        """The body for ``depth`` iterations at a time, without the branch."""
        values = self.values
        if isinstance(values, LoopRefused):
            return values
        free = FreeRegisters(self.live, self.block, self.ops, values, self.budget)
        bases = free.bases(depth)
        masks = free.masks(depth + 1, self.kernel.wave_size // 32)
        if bases is None or masks is None:
            return LoopRefused("register-limit", f"too few registers are left for {depth} iterations at a time")
        return tuple(self._items(values, bases, masks))

    def _items(self, values: StagedValues, bases: list[dict[int, int]], masks: list[RegRef]) -> Iterator[Instruction]:
        """The stages, each for all iterations."""
        stages = self.staged.stages
        assert not isinstance(stages, LoopRefused)
        lanes, size = ("exec", 64) if self.kernel.wave_size == 64 else ("exec_lo", 32)

        def moved(to: object, source: object, k: int) -> Instruction:
            return made(self.module, self.kernel, f"s_mov_b{size} {to}, {source}", self.items[k].line)

        for stage in range(max(stages) + 1):
            for mask, own in zip(masks, bases, strict=False):
                yield moved(lanes, mask, 0) if stage else moved(mask, lanes, 0)
                for k in range(self.end):
                    for number, reg in values.copies.get(k, ()):
                        for n, unit in enumerate(reg.units if values.values[number].first == stage else ()):
                            text = f"v_mov_b32_e32 {unit_name(own[number] + n)}, {unit_name(unit)}"
                            yield made(self.module, self.kernel, text, self.items[k].line)
                    if stages[k] == stage:
                        yield new_instruction(values.renamed(self.ops[k], k, own), self.items[k].line)
                if not stage:
                    yield from (new_instruction(item.op, item.line) for item in self.items[self.end : -1])
            if not stage:
                yield moved(masks[-1], lanes, self.end)
        yield moved(lanes, masks[-1], self.end)


def torn(loop: RoundsLoop, single: RoundsLoop) -> list[int]:
    """The items of dual instructions that belong to two stages; ``single``: the loop without dual instructions."""
    stages, found, at = single.staged.stages, [], 0
    assert not isinstance(stages, LoopRefused)
    for index, op in zip(loop.block.instructions[: loop.end], loop.ops, strict=False):
        halves = 1 if op.pair is None or single.ops[at].pair is not None else 2
        if len(set(stages[at : at + halves])) > 1:
            found.append(index)
        at += halves
    return found


@dataclass
class RoundsRun:
    """Loops of a kernel with several iterations in flight."""

    given: Module
    kernel: Kernel
    budget: int
    without: tuple[int, ...]
    depth: int | None = None
    declined: list[Declined] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    answer: tuple[float, float] = (0, 0)

    def run(self) -> PassResult:
        """The kernel with as many loops as possible changed."""
        bare = module = stripped(self.given, self.kernel)
        cfg = build_cfg(bare, bare.kernel(self.kernel.name))
        for block in (b for b in cfg.blocks if b.index in b.succs and b.index in cfg.reachable):
            by_lane = bare.instruction(block.instructions[-1]).op.operation == "s_cbranch_execnz"
            if by_lane and first_line(bare, cfg, block.index) not in self.without:
                module = self._changed(module, block.index)
        if module is bare:
            why = "no loop has loads that could run iterations ahead [no-gain]"
            return unchanged(self.given, "no-gain", why, declined=self.declined)
        status = "optimal" if self.answer[0] <= self.answer[1] else "feasible"
        answer = SolverAnswer(status, *self.answer, (("cycles of an iteration", *self.answer, status),))
        done = built(module, self.given, self.kernel)
        return PassResult(done, True, answer, tuple(self.notes), (), tuple(self.declined), tuple(self.parts))

    def _loop(self, module: Module, block: int) -> RoundsLoop:
        """The loop, with dual instructions that belong to two stages taken apart."""
        name = self.kernel.name
        loop = RoundsLoop(module, name, block, self.budget)
        duals = [index for index, op in zip(loop.block.instructions, loop.ops, strict=True) if op.pair is not None]
        if not duals:
            return loop
        single = RoundsLoop(apart(module, duals), name, block, self.budget)
        if isinstance(single.staged.stages, LoopRefused):
            return single
        items = torn(loop, single)
        return RoundsLoop(apart(module, items), name, block, self.budget) if items else loop

    def _changed(self, module: Module, block: int) -> Module:
        loop = self._loop(module, block)
        line = first_line(loop.module, loop.cfg, block)
        name = loop.block.label or f"in line {line}"
        found = LoopRefused("no-gain", "")
        for depth in _DEPTHS if self.depth is None else (self.depth,):
            group = loop.grouped(depth)
            if not isinstance(group, LoopRefused):
                break
            found = group
        else:
            self.declined.append(Declined(line, found.code, f"loop {name}: {found.message}"))
            return module
        first, last = loop.block.instructions[0], loop.block.instructions[-1]
        others = [i for i in loop.module.items[first:last] if not isinstance(i, Instruction)]
        arch, wave = get_arch(module.arch), self.kernel.wave_size
        took = cycles((*(i.op for i in group), loop.ops[-1]), arch, wave) / depth
        issue, chain = loop.staged.bounds(arch, wave)
        self.answer = self.answer[0] + took, self.answer[1] + max(issue, chain)
        bound = f"an iteration takes a wave {took:.0f} cycles; at least {issue} to issue, {chain} from one to the next"
        self.notes.append(f"loop {name}: {depth} iterations at a time; {bound}")
        self.parts.append(loop_part(loop.module, loop.cfg, block, (block,)))
        return spliced(loop.module, {(first, last): [*others, *group]})
