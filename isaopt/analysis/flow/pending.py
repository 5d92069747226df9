"""Registers that an outstanding memory result may still write.

A load writes its destination some time between its issue and the wait that guarantees its return, so until then the
register is
occupied even if the value is dead; otherwise a renamed value could be overwritten by a late return.  Counters and their
order: LLVM ``SIInsertWaitcnts.cpp``; encodings: AMD ISA guides, ``s_waitcnt``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.fixpoint import entry_states
from isaopt.analysis.flow.liveness import VGPR_MASK, kernel_ops
from isaopt.ir.kept import kept
from isaopt.ir.program import Kernel, Module, Op
from isaopt.isa.meaning import Lanes, Space
from isaopt.isa.registers import units_mask
from isaopt.target.counters import waits_of

_RESULT_COUNTERS = ("vmcnt", "lgkmcnt", "loadcnt", "dscnt", "samplecnt", "bvhcnt", "kmcnt", "expcnt")


@dataclass(frozen=True, slots=True)
class Pending:
    """For each instruction ordinal, the VGPRs that an earlier memory instruction (``before``), or this or an earlier
    one (``after``), may still write."""

    before: tuple[int, ...]
    after: tuple[int, ...]

    @classmethod
    def nothing(cls, cfg: CFG) -> Pending:
        """The result for code whose waits are placed anew: a late result never occupies a register that it no longer
        needs."""
        none = (0,) * len(cfg.order)
        return cls(none, none)


_State = dict[tuple[int, str], int]
"""(load ordinal, counter) -> fewest younger events of that counter on any path.  Ordinal -1 stands for out-of-order
events."""


@kept
def pending(module: Module, kernel: Kernel, cfg: CFG) -> Pending:
    """Forward may-analysis of outstanding memory results."""
    ops = kernel_ops(module, cfg)
    events = [_counters(op) for op in ops]
    loads = [units_mask(op.defs) & VGPR_MASK if events[k] else 0 for k, op in enumerate(ops)]
    wait_of = [waits_of(op, module.arch) or {} for op in ops]
    before = [0] * len(ops)
    after = [0] * len(ops)

    def walk(b: int, start: _State) -> _State:
        block = cfg.blocks[b]
        state = dict(start)
        mask = _mask(state, loads)
        for k in block.ordinals:
            before[k] = mask
            for counter, n in wait_of[k].items():
                if state:
                    state = _clear(state, counter, n)
            if wait_of[k]:
                mask = _mask(state, loads)
            if events[k]:
                for counter in events[k]:
                    # Every older event on the counter now has one more younger one; 64 is beyond any counter.
                    for key, count in state.items():
                        if key[1] == counter and count < 64:
                            state[key] = count + 1
                    if loads[k]:
                        state[k, counter] = 0
                    if _out_of_order(ops[k]):
                        state[-1, counter] = 0
                mask |= loads[k]
            after[k] = mask
        return state

    entry_states(cfg, _joined, walk)
    return Pending(tuple(before), tuple(after))


def _joined(ends: Sequence[_State]) -> _State:
    into: _State = {}
    for state in ends:
        for key, count in state.items():
            into[key] = min(into.get(key, count), count)
    return into


def _counters(op: Op) -> tuple[str, ...]:
    if op.desc.cache is not None:
        # An event of a load counter only on some views of the hardware (LLVM 19 and 22 differ); not counting it waits
        # longer.
        return ()
    return tuple(c for half in op.halves for c in half.desc.counters if c in _RESULT_COUNTERS)


def _out_of_order(op: Op) -> bool:
    """Whether the op's events return in any order, as those of scalar loads, messages and FLAT accesses do, so that a
    wait on their counter is meaningful only at zero."""
    flat = op.desc.memory is not None and op.desc.memory.space is Space.FLAT
    return flat or op.desc.lanes is Lanes.SCALAR


def _clear(state: _State, counter: str, n: int) -> _State:
    if n > 0 and (-1, counter) in state:
        return state
    return {key: count for key, count in state.items() if key[1] != counter or count < n}


def _mask(state: _State, loads: list[int]) -> int:
    out = 0
    for k, _ in state:
        if k >= 0:
            out |= loads[k]
    return out
