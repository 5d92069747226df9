"""The same for loads from global memory, which may fault: only the lanes that have a next round load for it.

A round knows whether there is a next one once its counter has moved and was compared.  From there on the rest of it,
what computes with the round's own data, runs beside the loads for the next one.  If that data stood in the registers
that are loaded, it is copied first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from isaopt.analysis.flow.accesses import noted, release_flag
from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.dependence import Dependence, Kind
from isaopt.analysis.flow.register_access import is_cross_lane
from isaopt.asm.printer import new_instruction
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Kernel, Module, Op, RegUse
from isaopt.ir.rename import rename_registers
from isaopt.isa.meaning import Space, Unit
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_SGPRS, NUM_VGPRS, SCC, SGPR_BASE, RegRef, unit_name
from isaopt.rebuild.rewrite import made
from isaopt.target.counters import counters_left, wait_texts, waits_of
from isaopt.transform.pair.rotation.loops import LoopRefused, is_switch
from isaopt.transform.pipeline.ahead import LaneLimit, PipelinedLoop, PipelinedRound, above_of
from isaopt.transform.reorder.sequencing import is_load

#: How many times as long as that of the LDS the latency of memory is.
_FURTHER = 16
#: Cycles of a wait for memory, at least.
_LATENCY = 64
#: Cycles that loads must run beside at least, if nothing else is waited for in a round.
_LEAST = 8
_LANES = {EXEC_LO, EXEC_HI}
#: What the lanes of a next round are if SCC says that there is one.
_CONTINUES = {"s_cbranch_scc1": "{exec}, 0", "s_cbranch_scc0": "0, {exec}"}


@dataclass(frozen=True)
class FarLoop(PipelinedLoop):
    """``live``: the units that are live where a round begins or behind the loop, as bits; ``free``: scalars for EXEC,
    none if there are too few."""

    live: int
    free: tuple[int, ...]

    @cached_property
    def able(self) -> Mapping[int, frozenset[int]]:
        """The loads that may be ahead and what computes their addresses, each with all that has to come along, itself
        too; none that needs what another one loads."""
        ops, end = self.view.ops, self.round.end
        kept = {u for op in ops[end:] for u in op.written} - _LANES
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
        """Whether nothing else reads the scalars that some instructions write."""
        ops = self.view.ops
        scalars = {k: {u for u in ops[k].written if u >= NUM_VGPRS} for k in moved}
        return not any(
            result and before in scalars and after not in moved and not scalars[before].isdisjoint(ops[after].read)
            for before, after, result in self.view.problem.edges
        )

    @cached_property
    def loads(self) -> tuple[int, ...]:
        """The loads that may be ahead."""
        return tuple(k for k in self.able if loads_global(self.view.ops[k]))

    def turn(self, lead: int) -> PipelinedRound | LoopRefused:
        """The round with its loads ahead of what does not need them."""
        if not self.loads:
            return LoopRefused("dependence", "the global loads of an iteration depend on values of the same iteration")
        if self.limit is None:
            return LoopRefused("exit", "the end of its body does not show which lanes run another iteration")
        if not self.free:
            return LoopRefused("sgpr-limit", "no SGPR is free to save the lane mask of an iteration")
        turn = self.with_ahead(self.moved, lead * _FURTHER)
        if turn.behind < _LEAST and not self._waits_for_others(turn):
            return LoopRefused(
                "no-gain", "all arithmetic of an iteration depends on what the next one would load early"
            )
        return turn

    @cached_property
    def moved(self) -> tuple[int, ...]:
        """All that would be ahead."""
        return tuple(sorted(frozenset[int]().union(*(self.able[k] for k in self.loads))))

    def _waits_for_others(self, turn: PipelinedRound) -> bool:
        """Whether a round waits, behind the loads for the next one, for other loads."""
        assert turn.lanes is not None
        late = set(turn.order[turn.lanes.last + 1 :])
        ops = self.view.ops
        waits = [before for before, after, result in self.view.problem.edges if result and after in late]
        return any(loads_global(ops[k]) or (is_load(ops[k]) and k in late) for k in waits)

    @property
    def copied(self) -> tuple[int, ...]:
        """The items of the loads whose results would rather be copied: then more of a round runs beside the loads for
        the next one than copies take."""
        if not self.loads or self.limit is None:
            return ()
        base, place = self._base(self.moved)
        deps = self.order_kept(base)
        loads = {at for at, k in enumerate(base) if k in self.loads}
        held = [d for d in deps if d.kind in (Kind.WAR, Kind.WAW) and d.after in loads]
        less = self._fixed(base, place, deps)
        freed = less - self._fixed(base, place, [d for d in deps if d not in held])
        chosen = [base[at] for at in sorted({d.after for d in held if d.before in freed})]
        gain = sum(self.view.problem.tasks[base[at]].busy for at in freed if self.view.problem.tasks[base[at]].valu)
        if any(d.before in less and d.after in freed and loads_global(self.view.ops[base[d.before]]) for d in deps):
            gain += _LATENCY
        pays = gain - sum(len(self.view.ops[k].defs) for k in chosen) >= _LEAST
        return tuple(self.view.block.instructions[k] for k in chosen) if pays else ()

    def _base(self, ahead: Sequence[int]) -> tuple[list[int], int]:
        """The round with these at its end, and where they begin."""
        end, moved = self.round.end, set(ahead)
        base = [*(k for k in range(end) if k not in moved), *ahead, *range(end, len(self.view.ops))]
        return base, end - len(ahead)

    def _fixed(self, base: Sequence[int], place: int, deps: Sequence[Dependence]) -> set[int]:
        """The instructions that stay above the loads: their inputs, the test for a next round, and other loads."""
        ops = self.view.ops
        told = {u for op in ops[self.round.end :] for u in op.read} - _LANES
        ends = set(range(place, self.round.end))
        for at in reversed(range(place)):
            op = ops[base[at]]
            if not told.isdisjoint(op.written) or SCC in (*op.written, *op.read) or loads_global(op):
                ends.add(at)
                told -= set(op.written)
        return above_of(deps, ends) | ends

    def with_ahead(self, ahead: tuple[int, ...], lead: int) -> PipelinedRound:
        """The round with these instructions ahead."""
        base, place = self._base(ahead)
        above = self._fixed(base, place, self.order_kept(base))
        order, behind = self.led(base, place, ahead, above, lead)
        at = [n for n, k in enumerate(order) if k in self.loads and k in ahead]
        assert self.limit is not None
        limit = replace(self.limit, first=min(at), last=max(at))
        return PipelinedRound(self.round, order, ahead, len(at), behind, limit)

    @cached_property
    def limit(self) -> LaneLimit | None:
        """What leaves the lanes of the next round on; None if that is not known before the round ends."""
        *switches, branch = range(self.round.end, len(self.view.ops))
        wide = self.viewer.wave_size == 64
        exec_name, size = ("exec", "b64") if wide else ("exec_lo", "b32")
        name = str(RegRef(SGPR_BASE + self.free[0], len(self.free))) if self.free else ""
        save, restore = f"s_mov_{size} {name}, {exec_name}", f"s_mov_{size} {exec_name}, {name}"
        what = self.view.ops[branch].operation
        if not switches and what in _CONTINUES:
            text = f"s_cselect_{size} {exec_name}, " + _CONTINUES[what].format(exec=exec_name)
            return LaneLimit(0, 0, save, (), text, restore)
        if what == "s_cbranch_execnz" and switches and all(is_switch(self.view.ops[k]) for k in switches):
            return LaneLimit(0, 0, save, tuple(switches), "", restore)
        return None


def loads_global(op: Op) -> bool:
    """Whether it is a load of whole registers from global memory."""
    memory = op.desc.memory
    whole = memory is not None and memory.space is Space.GLOBAL and not op.desc.partial
    return whole and is_load(op) and op.desc.unit is Unit.VMEM


def _computes(op: Op) -> bool:
    """Whether an instruction computes registers from registers, each lane for itself."""
    plain = all(half.flag("valu") and not half.flag("sideeffects") for half in op.halves) and not is_cross_lane(op)
    memory = op.flag("mayload") or op.flag("maystore") or op.desc.counters
    halved = any(ref.reg.half for ref in op.refs if ref.writes)
    return plain and not memory and not halved and _LANES.isdisjoint(op.written)


def free_scalars(ops: Sequence[Op], wave: int) -> tuple[int, ...]:
    """SGPRs that a kernel never names, enough for EXEC and aligned for it; none if there are too few."""
    named = {u for op in ops for u in (*op.read, *op.written)}
    count = wave // 32
    for first in range(0, NUM_SGPRS - count + 1, count):
        if named.isdisjoint(range(SGPR_BASE + first, SGPR_BASE + first + count)):
            return tuple(range(first, first + count))
    return ()


def with_whole_waits(bare: Module, kernel: Kernel, cfg: CFG, counters: Collection[str]) -> Module:
    """The kernel whose waits in loops of one block let nothing that these counters count stay outstanding: what a wait
    tells from others by their number does not come in the same order any more."""
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
    """The kernel with copies of what these items load, into registers from ``first`` on; None if there are too few."""
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
