"""Finds registers that an instruction touches before a wait guarantees that a load into them has returned.

A data-flow analysis of one kernel by itself, over all paths; the proof treats such a read or write as an unknown value.
Counters and their order: RDNA3 ISA guide 4.4 and 10, RDNA4 ISA guide 4.4 (data dependency resolution); LLVM
SIInsertWaitcnts.cpp.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from isaopt.ir.program import Module, Op
from isaopt.isa.registers import is_vgpr
from isaopt.judge.waits import is_wait, wait_of
from isaopt.proof.walk.flow import ProofFlow
from isaopt.target.arch import features_of, get_arch

_MANY = 255


def waits(op: Op, arch: str) -> Mapping[str, int]:
    """By counter: how many of its events may be outstanding after the instruction; empty if it is not a wait, or cannot
    be read."""
    wait = wait_of(op, get_arch(arch).family) if is_wait(op) else None
    return {} if wait is None else wait.counts


def only_invalidates(op: Op) -> bool:
    """Whether an instruction invalidates a cache and writes nothing back."""
    return op.desc.cache is not None and op.desc.cache.invalidates and not op.desc.cache.writes_back


def counters(op: Op) -> tuple[str, ...]:
    """The counters that an instruction increments.

    Only some compilers count a cache invalidate; not counting it demands the stronger wait.
    """
    if only_invalidates(op):
        return ()
    return tuple(dict.fromkeys(c for half in op.halves for c in half.desc.counters))


def out_of_order(op: Op) -> bool:
    """Whether the event may finish before older ones of its counter: scalar loads and messages do."""
    return op.mnemonic.startswith("s_")


@dataclass(frozen=True, slots=True)
class _ArrivalState:
    """``owed[unit][counter]``: fewest events issued after the load on any path.  ``unordered``: counters with
    out-of-order events."""

    owed: Mapping[int, Mapping[str, int]]
    unordered: frozenset[str] = frozenset()

    def join(self, other: _ArrivalState) -> _ArrivalState:
        owed: dict[int, Mapping[str, int]] = dict(self.owed)
        for unit, counts in other.owed.items():
            mine = owed.get(unit, {})
            owed[unit] = {c: min(mine.get(c, _MANY), counts.get(c, _MANY)) for c in {**mine, **counts}}
        return _ArrivalState(owed, self.unordered | other.unordered)


def _after_wait(state: _ArrivalState, waited: Mapping[str, int]) -> _ArrivalState:
    covering = {c: n for c, n in waited.items() if n == 0 or c not in state.unordered}
    owed = {}
    for unit, counts in state.owed.items():
        left = {c: n for c, n in counts.items() if c not in covering or n < covering[c]}
        # A FLAT access owes two counters; both have to be waited for.
        if left:
            owed[unit] = left
    return _ArrivalState(owed, state.unordered - {c for c, n in covering.items() if n == 0})


def _step(state: _ArrivalState, op: Op, arch: str) -> tuple[_ArrivalState, frozenset[int]]:
    """The state after an instruction, and the units that it touches too early."""
    late: frozenset[int] = frozenset()
    events = counters(op)
    if state.owed:
        early = state.owed.keys() & {*op.read, *op.written}
        if op.releases_vgprs:
            early |= {u for u in state.owed if is_vgpr(u)}
        if early and events == ("vmcnt",) and features_of(arch).ordered_load_results:
            # A later load may overwrite the register of an earlier one.
            reads = {u for r in op.refs if r.reads for u in r.reg.units}
            early = {u for u in early if u in reads or set(state.owed[u]) != {"vmcnt"}}
        late = frozenset(early)
    waited = waits(op, arch)
    if waited:
        state = _after_wait(state, waited)
    if not events:
        return state, late  # what is overwritten too early stays owed: the load may return behind any later write
    owed: dict[int, Mapping[str, int]] = {
        unit: {c: min(n + 1, _MANY) if c in events else n for c, n in counts.items()}
        for unit, counts in state.owed.items()
    }
    for unit in op.written:
        owed[unit] = {**owed.get(unit, {}), **dict.fromkeys(events, 0)}
    unordered = state.unordered | set(events) if out_of_order(op) else state.unordered
    return _ArrivalState(owed, unordered), late


def early_touches(module: Module, flow: ProofFlow) -> dict[int, frozenset[int]]:
    """Item index to the units that the instruction reads or writes while a load into them may be outstanding."""
    found: dict[int, frozenset[int]] = {}

    def transfer(number: int, state: _ArrivalState) -> _ArrivalState:
        block = flow.blocks[number]
        for index in block.body:
            item = module.instruction(index)
            state, late = _step(state, item.op, module.arch)
            if late:
                found[index] = found.get(index, frozenset()) | late
        if block.exit.mask and block.last >= 0:
            item = module.instruction(block.last)
            late = frozenset(state.owed.keys() & set(item.op.read))
            if late:
                found[block.last] = late
        return state

    flow.states(_ArrivalState({}), transfer, _ArrivalState.join)
    return found
