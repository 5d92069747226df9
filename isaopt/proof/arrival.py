"""When loads have arrived: registers that an instruction touches before any wait guarantees the value.

A data-flow analysis of one kernel by itself, over all paths; the proof gives such a read or write an unknown value.
Counters and their order: RDNA3 ISA guide 4.4 and 10, RDNA4 ISA guide 4.4 (data dependency resolution); LLVM
SIInsertWaitcnts.cpp.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from isaopt.ir.program import Instruction, Module, Op, OperandKind
from isaopt.proof.flow import Flow

_FIELD = re.compile(r"(\w+?)(?:_sat)?\(\s*(0x[0-9a-fA-F]+|\d+)\s*\)")
#: simm16 of s_waitcnt on gfx11: counter -> (shift, mask).
_GFX11_FIELDS = {"expcnt": (0, 7), "lgkmcnt": (4, 63), "vmcnt": (10, 63)}
_SINGLE = re.compile(r"s_wait(?:cnt)?_(vmcnt|vscnt|lgkmcnt|expcnt|loadcnt|storecnt|samplecnt|bvhcnt|dscnt|kmcnt)$")
COUNTERS = frozenset(
    [
        "vmcnt",
        "vscnt",
        "lgkmcnt",
        "expcnt",
        "loadcnt",
        "storecnt",
        "samplecnt",
        "bvhcnt",
        "dscnt",
        "kmcnt",
    ]
)
_MANY = 255


def waits(op: Op) -> dict[str, int]:
    """Counter to the number of its events that may be outstanding after the instruction; empty if it is no wait."""
    name = op.mnemonic
    if not name.startswith("s_wait") or name in ("s_waitcnt_depctr", "s_wait_alu", "s_wait_event"):
        return {}
    if name == "s_wait_idle":
        return dict.fromkeys(COUNTERS, 0)
    if not op.operands:
        return {}
    last = op.operands[-1]
    if op.operands[0].reg is not None:
        return {}  # the register's value is added to the count (RDNA3 ISA guide, S_WAITCNT_VSCNT)
    value = last.value if last.kind is OperandKind.INT and isinstance(last.value, int) else None
    single = _SINGLE.match(name)
    if single:
        return {single[1]: value} if value is not None else {}
    if name in ("s_wait_loadcnt_dscnt", "s_wait_storecnt_dscnt") and value is not None:
        return {"loadcnt" if "load" in name else "storecnt": value >> 8 & 63, "dscnt": value & 63}
    if name != "s_waitcnt":
        return {}
    if value is not None:
        fields = {c: value >> shift & mask for c, (shift, mask) in _GFX11_FIELDS.items()}
        return {c: n for c, n in fields.items() if n != _GFX11_FIELDS[c][1]}
    return {m[1]: int(m[2], 0) for m in _FIELD.finditer(last.text) if m[1] in COUNTERS}


def counters(op: Op) -> tuple[str, ...]:
    """What the instruction increments.

    A cache invalidate counts for some compilers only; leaving it out asks for the stronger wait.
    """
    if "_inv" in op.mnemonic:
        return ()
    return tuple(dict.fromkeys(c for half in op.halves for c in half.desc.counters if c in COUNTERS))


def out_of_order(op: Op) -> bool:
    """Whether the event may finish before older ones of its counter: scalar loads and messages do."""
    return op.mnemonic.startswith("s_")


@dataclass(frozen=True, slots=True)
class _State:
    """``owed[unit][counter]``: fewest events issued after the load on any path.  ``unordered``: counters with
    out-of-order events."""

    owed: Mapping[int, Mapping[str, int]]
    unordered: frozenset[str] = frozenset()

    def join(self, other: _State) -> _State:
        owed: dict[int, Mapping[str, int]] = dict(self.owed)
        for unit, counts in other.owed.items():
            mine = owed.get(unit, {})
            owed[unit] = {c: min(mine.get(c, _MANY), counts.get(c, _MANY)) for c in {**mine, **counts}}
        return _State(owed, self.unordered | other.unordered)


def _after_wait(state: _State, waited: Mapping[str, int]) -> _State:
    covering = {c: n for c, n in waited.items() if n == 0 or c not in state.unordered}
    owed = {}
    for unit, counts in state.owed.items():
        left = {c: n for c, n in counts.items() if c not in covering or n < covering[c]}
        # A FLAT access owes two counters; both have to be waited for.
        if left:
            owed[unit] = left
    return _State(owed, state.unordered - {c for c, n in covering.items() if n == 0})


def _step(state: _State, op: Op, in_order_overwrite: bool) -> tuple[_State, frozenset[int]]:
    """The state after an instruction, and the units that it touches too early."""
    late: frozenset[int] = frozenset()
    events = counters(op)
    if state.owed:
        touched = {*op.uses, *op.implicit_uses, *op.defs, *op.implicit_defs}
        early = touched & state.owed.keys()
        if early and in_order_overwrite and events == ("vmcnt",):
            # gfx11 returns vector memory loads in order, so a later load may overwrite the register of an earlier one.
            reads = {u for r in op.refs if r.reads for u in r.reg.units}
            early = {u for u in early if u in reads or set(state.owed[u]) != {"vmcnt"}}
        late = frozenset(early)
    waited = waits(op)
    if waited:
        state = _after_wait(state, waited)
    if not events:
        if op.defs and not state.owed.keys().isdisjoint(op.defs):
            state = _State({u: c for u, c in state.owed.items() if u not in op.defs}, state.unordered)
        return state, late
    owed: dict[int, Mapping[str, int]] = {
        unit: {c: min(n + 1, _MANY) if c in events else n for c, n in counts.items()}
        for unit, counts in state.owed.items()
    }
    for unit in op.defs:
        owed[unit] = dict.fromkeys(events, 0)
    unordered = state.unordered | set(events) if out_of_order(op) else state.unordered
    return _State(owed, unordered), late


def early_touches(module: Module, flow: Flow) -> dict[int, frozenset[int]]:
    """Item index to the units that the instruction reads or writes while a load into them may be outstanding."""
    in_order = module.arch.startswith("gfx11")
    states: list[_State | None] = [None] * len(flow.blocks)
    states[0] = _State({})
    todo = [0]
    found: dict[int, frozenset[int]] = {}
    while todo:
        number = min(todo)
        todo.remove(number)
        state = states[number]
        assert state is not None
        block = flow.blocks[number]
        for index in block.body:
            item = module.items[index]
            assert isinstance(item, Instruction)
            state, late = _step(state, item.op, in_order)
            if late:
                found[index] = found.get(index, frozenset()) | late
        if block.exit.mask and block.last >= 0:
            item = module.items[block.last]
            assert isinstance(item, Instruction)
            late = frozenset(state.owed.keys() & {*item.op.uses, *item.op.implicit_uses})
            if late:
                found[block.last] = late
        for target in {block.exit.target, block.exit.fallthrough} - {-1}:
            known = states[target]
            joined = state if known is None else known.join(state)
            if joined != known:
                states[target] = joined
                if target not in todo:
                    todo.append(target)
    return found
