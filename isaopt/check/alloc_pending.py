"""Registers that a load still owes: between its issue and a wait that covers it, nothing else may live there.

The relation of :mod:`isaopt.check.alloc_relation` lets a load write at its issue.  That is what the hardware seems
to do only if no other access of the register falls between the issue and the return.  So where the rewritten kernel
touches a register that may still be owed, the original has to touch the one that corresponds to it, owed by the
same load.  Counters: LLVM SIInsertWaitcnts.cpp.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from isaopt.check.alloc_types import Accesses, UnitPair
from isaopt.ir.program import Op, OperandKind
from isaopt.isa.registers import unit_name

#: An owed pair, and whether it is a late write of a load or a late read of an export.
Owed = tuple[int, int, str]

_TRACKED = frozenset({"vmcnt", "lgkmcnt", "expcnt", "loadcnt", "samplecnt", "bvhcnt", "dscnt"})
_FIELD = re.compile(r"(\w+?)(?:_sat)?\(\s*(0x[0-9a-fA-F]+|\d+)\s*\)")
#: simm16 of s_waitcnt on gfx11: counter -> (shift, mask) (RDNA3 ISA guide, S_WAITCNT).
_GFX11_FIELDS = {"expcnt": (0, 7), "lgkmcnt": (4, 63), "vmcnt": (10, 63)}
_SINGLE = re.compile(r"s_wait(?:cnt)?_(vmcnt|lgkmcnt|expcnt|loadcnt|samplecnt|bvhcnt|dscnt)$")
#: Counters above this many later events are as good as equal, so that loops reach a fixed point.
_MANY = 255


@dataclass(frozen=True, slots=True)
class Pending:
    """``owed``: for each pair and each counter that must still cover it, the fewest events issued after it on any path.

    ``unordered``: counters on which scalar loads or messages, which return out of order, may be outstanding.
    """

    owed: Mapping[Owed, Mapping[str, int]]
    unordered: frozenset[str] = frozenset()

    def join(self, other: Pending) -> Pending:
        owed: dict[Owed, Mapping[str, int]] = dict(self.owed)
        for key, counts in other.owed.items():
            mine = owed.get(key, {})
            owed[key] = {c: min(mine.get(c, _MANY), counts.get(c, _MANY)) for c in {**mine, **counts}}
        return Pending(owed, self.unordered | other.unordered)


NOTHING_PENDING = Pending({})


def waits(op: Op) -> dict[str, int]:
    """Counter -> the number of events that may remain after the instruction; empty for one that is no wait."""
    name = op.mnemonic
    if not name.startswith("s_wait") or name in ("s_waitcnt_depctr", "s_wait_alu", "s_wait_event"):
        return {}
    if name == "s_wait_idle":
        return dict.fromkeys(_TRACKED, 0)
    if not op.operands:
        return {}
    last = op.operands[-1]
    value = last.value if last.kind is OperandKind.INT and isinstance(last.value, int) else None
    single = _SINGLE.match(name)
    if single:
        return {single[1]: value} if value is not None else {}
    if name in ("s_wait_loadcnt_dscnt", "s_wait_storecnt_dscnt") and value is not None:
        out = {"dscnt": value & 63}
        return {"loadcnt": value >> 8 & 63, **out} if "load" in name else out
    if name != "s_waitcnt":
        return {}
    if value is not None:
        fields = {c: value >> shift & mask for c, (shift, mask) in _GFX11_FIELDS.items()}
        return {c: n for c, n in fields.items() if n != _GFX11_FIELDS[c][1]}
    return {m[1]: int(m[2], 0) for m in _FIELD.finditer(last.text) if m[1] in _TRACKED}


def _counters(op: Op) -> list[str]:
    return [c for half in op.halves for c in half.desc.counters if c in _TRACKED]


def step(state: Pending, op: Op, regs: Accesses) -> tuple[Pending, list[str]]:
    """The pending state after one instruction pair, and what the pair may not touch."""
    problems = _conflicts(state, regs) if state.owed else []
    waited = waits(op)
    if waited:
        state = _after_wait(state, waited)
    counters = _counters(op)
    if not counters:
        return state, problems
    owed: dict[Owed, Mapping[str, int]] = dict(state.owed)
    # A cache invalidate is an event for some compilers only (LLVM 19 and 22 differ); leaving it out asks for the
    # stronger wait.
    if "_inv" not in op.mnemonic:
        for key, counts in owed.items():
            owed[key] = {c: min(n + 1, _MANY) if c in counters else n for c, n in counts.items()}
    late: list[tuple[UnitPair, str]] = [(pair, "write") for pair in regs.writes]
    if "expcnt" in counters:
        late += [(pair, "read") for pair in regs.reads]
    for (old, new), kind in late:
        owed[old, new, kind] = dict.fromkeys(counters if kind == "write" else ["expcnt"], 0)
    unordered = state.unordered | set(counters) if op.mnemonic.startswith("s_") else state.unordered
    return Pending(owed, unordered), problems


def _after_wait(state: Pending, waited: Mapping[str, int]) -> Pending:
    covering = {c: n for c, n in waited.items() if n == 0 or c not in state.unordered}
    owed = {}
    for key, counts in state.owed.items():
        left = {c: n for c, n in counts.items() if c not in covering or n < covering[c]}
        if left:
            owed[key] = left
    return Pending(owed, state.unordered - {c for c, n in covering.items() if n == 0})


def _conflicts(state: Pending, regs: Accesses) -> list[str]:
    owed_to: dict[int, list[tuple[int, str]]] = {}
    for old, new, kind in state.owed:
        owed_to.setdefault(new, []).append((old, kind))
    problems = []
    for pairs, verb in ((regs.reads + regs.kept, "reads"), (regs.writes, "writes")):
        for old, new in pairs:
            for owed_old, kind in owed_to.get(new, ()):
                if owed_old != old and (kind == "write" or verb == "writes"):
                    problems.append(
                        f"{verb} {unit_name(new)} for the original's {unit_name(old)} while a pending "
                        f"{'load' if kind == 'write' else 'export'} of the original's {unit_name(owed_old)} holds it"
                    )
    return problems
