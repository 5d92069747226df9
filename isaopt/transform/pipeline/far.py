"""Pipelines loads from global memory, which may fault: only lanes that have a next iteration load for it.

An iteration knows whether there is a next one once its counter has been advanced and compared. From there on, the rest
of it, which computes with the iteration's own data, overlaps the loads for the next one. Data in registers that these
loads overwrite are copied first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from isaopt.analysis.flow.accesses import noted, release_flag
from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.dependence import Kind
from isaopt.analysis.flow.register_access import is_cross_lane
from isaopt.asm.printer import new_instruction
from isaopt.ir.edit import rename_registers, spliced
from isaopt.ir.program import Item, Kernel, Module, Op, RegUse
from isaopt.isa.registers import NUM_SGPRS, NUM_VGPRS, SGPR_BASE, RegRef, unit_name
from isaopt.rebuild.rewrite import made
from isaopt.target.counters import counters_left, wait_texts, waits_of
from isaopt.transform.base import LoopRefused
from isaopt.transform.pipeline.ahead import LANES, NEEDED_EARLY, PipelinedBody, PipelinedLoop
from isaopt.transform.pipeline.stages import loads_global
from isaopt.transform.reorder.sequencing import is_load

#: The latency of global memory as a multiple of the LDS's.
_FURTHER = 16
#: The least cycles of a wait for memory.
_LATENCY = 64
#: The least cycles of arithmetic that loads must overlap if an iteration waits for nothing else.
_LEAST = 8


@dataclass(frozen=True)
class FarLoop(PipelinedLoop):
    """``live``: the units that are live at the start of an iteration or after the loop, as bits."""

    live: int

    @cached_property
    def able(self) -> Mapping[int, frozenset[int]]:
        """The loads that may move ahead, and what computes their addresses, each with all that must move along, itself
        included; none that needs what another one loads."""
        ops, end = self.view.ops, self.body.end
        kept = {u for op in ops[end:] for u in op.written} - LANES
        read_last = {u for op in ops[end:] for u in op.read}
        needs: dict[int, set[int]] = {}
        for one, other, result in self.view.problem.edges:
            if result:
                needs.setdefault(other, set()).add(one)
        found: dict[int, frozenset[int]] = {}
        for k, op in enumerate(ops[:end]):
            before = self.view.before.get(k, ())
            scalars = {u for u in op.written if u >= NUM_VGPRS}
            if not (_computes(op) or loads_global(op)) or not kept.isdisjoint(op.read):
                continue
            if scalars & read_last or any(self.live >> u & 1 for u in scalars):
                continue
            if any(loads_global(ops[other]) for other in needs.get(k, ())):
                continue
            if self.is_local(k) and all(other in found for other in before):
                found[k] = frozenset({k}).union(*(found[other] for other in before))
        return {k: own for k, own in found.items() if not loads_global(ops[k]) or self._is_closed(own)}

    def _is_closed(self, moved: Collection[int]) -> bool:
        """Whether only these instructions read the scalars that they write."""
        ops = self.view.ops
        scalars = {k: {u for u in ops[k].written if u >= NUM_VGPRS} for k in moved}
        return not any(
            result and before in scalars and after not in moved and not scalars[before].isdisjoint(ops[after].read)
            for before, after, result in self.view.problem.edges
        )

    @cached_property
    def loads(self) -> tuple[int, ...]:
        """The loads that may move ahead."""
        return tuple(k for k in self.able if loads_global(self.view.ops[k]))

    def turn(self, lead: int) -> PipelinedBody | LoopRefused:
        """The body with its loads ahead of what does not need them."""
        if not self.loads:
            return LoopRefused("dependence", "the global loads of an iteration depend on values of the same iteration")
        if isinstance(self.limit, LoopRefused):
            return self.limit
        turn = self.with_ahead(self.moved, lead * _FURTHER)
        if turn.behind < _LEAST and not self._waits_for_others(turn):
            return LoopRefused("no-gain", NEEDED_EARLY)
        return turn

    @cached_property
    def moved(self) -> tuple[int, ...]:
        """Everything that would move ahead."""
        return tuple(sorted(frozenset[int]().union(*(self.able[k] for k in self.loads))))

    def _waits_for_others(self, turn: PipelinedBody) -> bool:
        """Whether an iteration waits for other loads after the loads for the next one."""
        assert turn.lanes is not None
        late = set(turn.order[turn.lanes.last + 1 :])
        ops = self.view.ops
        waits = [before for before, after, result in self.view.problem.edges if result and after in late]
        return any(loads_global(ops[k]) or (is_load(ops[k]) and k in late) for k in waits)

    @property
    def copied(self) -> tuple[int, ...]:
        """The items of loads whose results are better copied: more of an iteration then overlaps the next loads than
        the copies cost."""
        if not self.loads or isinstance(self.limit, LoopRefused):
            return ()
        base, place = self.base(self.moved)
        deps = self.order_kept(base)
        loads = {at for at, k in enumerate(base) if k in self.loads}
        held = [d for d in deps if d.kind in (Kind.WAR, Kind.WAW) and d.after in loads]
        less = self.fixed(base, place, deps)
        freed = less - self.fixed(base, place, [d for d in deps if d not in held])
        chosen = [base[at] for at in sorted({d.after for d in held if d.before in freed})]
        gain = sum(self.view.problem.tasks[base[at]].busy for at in freed if self.view.problem.tasks[base[at]].valu)
        if any(d.before in less and d.after in freed and loads_global(self.view.ops[base[d.before]]) for d in deps):
            gain += _LATENCY
        pays = gain - sum(len(self.view.ops[k].defs) for k in chosen) >= _LEAST
        return tuple(self.view.block.instructions[k] for k in chosen) if pays else ()

    def is_limited(self, _: Iterable[int]) -> bool:
        """Loads for no iteration may fault."""
        return True

    def stays(self, op: Op) -> bool:
        """Other loads stay before those that move ahead."""
        return loads_global(op)


def _computes(op: Op) -> bool:
    """Whether an instruction computes registers from registers, lane by lane."""
    plain = all(half.flag("valu") and not half.flag("sideeffects") for half in op.halves) and not is_cross_lane(op)
    memory = op.flag("mayload") or op.flag("maystore") or op.desc.counters
    halved = any(ref.reg.half for ref in op.refs if ref.writes)
    return plain and not memory and not halved and LANES.isdisjoint(op.written)


def free_scalars(ops: Sequence[Op], wave: int) -> tuple[int, ...]:
    """Aligned SGPRs that a kernel never names, enough to save EXEC; empty if there are too few."""
    named = {u for op in ops for u in (*op.read, *op.written)}
    count = wave // 32
    for first in range(0, NUM_SGPRS - count + 1, count):
        if named.isdisjoint(range(SGPR_BASE + first, SGPR_BASE + first + count)):
            return tuple(range(first, first + count))
    return ()


def with_whole_waits(bare: Module, kernel: Kernel, cfg: CFG, counters: Collection[str]) -> Module:
    """The kernel with all waits of single-block loops for these counters waiting for everything: partial counts depend
    on the order of accesses, which has changed."""
    changes: dict[tuple[int, int], list[Item]] = {}
    for block in cfg.blocks:
        for index in block.instructions if block.index in block.succs else ():
            item = bare.instruction(index)
            if not counters_left(item.op).keys().isdisjoint(counters):
                counts = {c: 0 if c in counters else n for c, n in (waits_of(item.op, bare.arch) or {}).items()}
                new = [made(bare, kernel, text, item.line) for text in wait_texts(counts, bare.arch)]
                notes = dict.fromkeys(filter(None, (release_flag(item.op),)), True)
                changes[index, index + 1] = [replace(i, op=noted(i.op, notes)) for i in new]
    return spliced(bare, changes)


def with_copies(bare: Module, kernel: Kernel, loads: Collection[int], first: int) -> Module | None:
    """The kernel with copies of what these items load, in registers from ``first`` on; None if there are too few."""
    changes: dict[tuple[int, int], list[Item]] = {}
    for index in loads:
        item = bare.instruction(index)
        target = next(ref.reg for ref in item.op.refs if ref.writes)
        if first + target.count > NUM_VGPRS:
            return None
        new = RegRef(first, target.count)
        first += target.count

        def chosen(ref: RegUse, new: RegRef = new) -> RegRef:
            return new if ref.writes else ref.reg

        renamed = rename_registers(item.op, chosen)
        changes[index, index + 1] = [new_instruction(renamed, item.line)]
        for old, own in zip(target.units, new.units, strict=True):
            text = f"v_mov_b32_e32 {unit_name(old)}, {unit_name(own)}"
            changes[index, index + 1].append(made(bare, kernel, text, item.line))
    return spliced(bare, changes)
