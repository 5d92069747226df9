"""Places the waits that register dependences need and distinguishes them from those required by the memory model.

A wait before a barrier, a cache invalidate or an ordered access follows from no register; it is kept as it stands.
What the registers need is computed anew from the code as it is, so a pass may move loads and their users freely.  What
the waits that go with them order beside registers is said once more where it matters (:mod:`isaopt.rebuild.ordering`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.accesses import UNWRITTEN
from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.flow.outstanding import STORE_COUNTERS, Outstanding, counted_at_entry, outstanding_at_entry
from isaopt.ir.program import Module, Op
from isaopt.isa.meaning import Unit
from isaopt.target.counters import MAXIMA, family_of, is_wait, waits_of

#: Marks, among the registers that outstanding events write, events whose order others may notice.
_ORDERED = -1
#: Instructions that only steer the issue of later ones.
_STEERING = frozenset({"s_delay_alu", "s_clause", "s_nop", "s_waitcnt_depctr", "s_wait_alu"})
_ARITHMETIC = frozenset({Unit.SALU, Unit.VALU, Unit.TRANS, Unit.MATRIX})


@dataclass(frozen=True, slots=True)
class Insertion:
    """A wait for these counts, before the instruction of this ordinal."""

    ordinal: int
    counts: Mapping[str, int]


def waits_in(ops: Sequence[Op], arch: str) -> dict[int, dict[str, int]]:
    """The waits among these ops: ordinal to counts.  One whose operand cannot be read waits for everything."""
    everything = dict.fromkeys(MAXIMA[family_of(arch)], 0)
    found = {k: waits_of(op, arch) for k, op in enumerate(ops) if is_wait(op)}
    return {k: everything if counts is None else counts for k, counts in found.items()}


def memory_waits(module: Module, cfg: CFG) -> dict[int, dict[str, int]]:
    """The waits of the present code that register dependences do not explain: ordinal to counts.

    A wait is explained to the extent that the next instruction (or the clause that it opens) needs it, or one that
    only arithmetic stands before. One whose operand cannot be read is kept whole and waits for everything.
    """
    arch = module.arch
    ops = kernel_ops(module, cfg)
    decoded = waits_in(ops, arch)

    def step(k: int, state: Outstanding) -> None:
        if k in decoded:
            state.wait(decoded[k])
        else:
            state.issue(ops[k])
            for counter in ops[k].desc.counters if not ops[k].flag(UNWRITTEN) else ():
                state.queues[counter].results[_ORDERED] = state.queues[counter].issued - 1

    kept: dict[int, dict[str, int]] = {}
    for block, start in zip(cfg.blocks, outstanding_at_entry(cfg, arch, step), strict=True):
        state = start.copy()
        end = block.end
        for k in range(block.first, end):
            if k in decoded:
                needed = _needed_next(ops, k, end, state, set(decoded))
                extra = {c: n for c, n in decoded[k].items() if n < needed.get(c, 1 << 30) and not _unordered(state, c)}
                if extra or waits_of(ops[k], arch) is None:
                    kept[k] = extra
            step(k, state)
    return kept


def _unordered(state: Outstanding, counter: str) -> bool:
    """Whether all events of a counter are loads of memory that nobody writes, so that nobody can tell when they
    complete."""
    found = state.queues[counter].results
    return bool(found) and _ORDERED not in found


def needless_waits(module: Module, cfg: CFG) -> dict[int, dict[str, int]]:
    """Waits for loads that have already returned: ordinal to the remaining wait, which may be empty."""
    arch = module.arch
    ops = kernel_ops(module, cfg)

    def step(k: int, state: Outstanding) -> None:
        if is_wait(ops[k]):
            state.wait(waits_of(ops[k], arch) or {})
        else:
            state.issue(ops[k])

    found: dict[int, dict[str, int]] = {}
    for block, start in zip(cfg.blocks, counted_at_entry(cfg, arch, step), strict=True):
        state = start.copy()
        for k in block.ordinals:
            counts = waits_of(ops[k], arch) if is_wait(ops[k]) else None
            if counts:
                left = {c: n for c, n in counts.items() if c in STORE_COUNTERS or n < state.queues[c].most}
                if left != counts:
                    found[k] = left
            step(k, state)
    return found


def _needed_next(ops: Sequence[Op], k: int, end: int, state: Outstanding, waits: set[int]) -> dict[str, int]:
    """The waits needed by what comes after the wait of ordinal ``k``: the next instruction, or all members if it opens
    a clause, and what only arithmetic stands before."""
    members = 1
    at = k + 1
    while at < end and (at in waits or ops[at].mnemonic in _STEERING):
        if ops[at].mnemonic == "s_clause":
            members = _clause_length(ops[at])
        at += 1
    need: dict[str, int] = {}
    for n in range(at, end):
        for counter, count in state.needs(ops[n]).items():
            need[counter] = min(need.get(counter, count), count)
        if n + 1 >= at + members and not computes(ops[n]) and n not in waits:
            break
    return need


def computes(op: Op) -> bool:
    """Whether an op only computes in registers, or steers the issue of later ones: nothing can tell whether a wait
    stands before or behind it."""
    return (op.desc.unit in _ARITHMETIC or op.mnemonic in _STEERING) and not (
        op.desc.counters or op.flag("sideeffects")
    )


def _clause_length(op: Op) -> int:
    value = op.operands[0].value if op.operands else None
    return value + 1 if isinstance(value, int) else 1


def missing_waits(module: Module, cfg: CFG) -> list[Insertion]:
    """The waits that register dependences need beyond those in the code, in text order.

    The wait for a member of a clause goes before the clause: nothing may be inserted into one.
    """
    arch = module.arch
    ops = kernel_ops(module, cfg)
    before = clause_members(ops)

    def step(k: int, state: Outstanding) -> dict[str, int]:
        op = ops[k]
        if is_wait(op):
            counts = waits_of(op, arch)
            state.wait(counts if counts is not None else {})
            return {}
        need: dict[str, int] = {}
        if op.mnemonic == "s_clause":
            for member in ops[k + 1 : k + 1 + _clause_length(op)]:
                for counter, count in state.needs(member).items():
                    need[counter] = min(need.get(counter, count), count)
        elif k not in before:
            need = state.needs(op)
        state.wait(need)
        state.issue(op)
        return need

    found: list[Insertion] = []
    starts = outstanding_at_entry(cfg, arch, step)
    for block, start in zip(cfg.blocks, starts, strict=True):
        state = start.copy()
        for k in block.ordinals:
            need = step(k, state)
            if need:
                found.append(Insertion(k, need))
    return found


def clause_members(ops: Sequence[Op]) -> set[int]:
    """Ordinals of the members of clauses."""
    inside: set[int] = set()
    for k, op in enumerate(ops):
        if op.mnemonic == "s_clause":
            inside.update(range(k + 1, k + 1 + _clause_length(op)))
    return inside
