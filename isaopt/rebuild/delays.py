"""``s_delay_alu``: tells the issue logic how long to hold back an instruction whose operand an ALU is still computing.

Results never depend on it, but speed does: a dependent instruction that is dispatched too early blocks the queue of
every wave on its SIMD. What is tracked, and when a hint is given up, follows LLVM ``AMDGPUInsertDelayAlu.cpp`` (LLVM
22's choices where versions differ); the encoding is that of the RDNA3 ISA guide, ``S_DELAY_ALU``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.fixpoint import entry_states
from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Op, RegUse
from isaopt.isa.meaning import Unit
from isaopt.target.depctr import depctr_waits
from isaopt.target.latency import alu_latency
from isaopt.target.reads import is_valu

Alu = Literal["valu", "trans", "salu", "other"]

#: One more than the farthest VALU, TRANS and SALU dependence that can be encoded.
_VALU_END, _TRANS_END, _SALU_END = 5, 4, 4
#: Slots between a hint and the farthest instruction that its second half can refer to.
_MAX_SKIP = 6
#: Cycles until a scalar is available that a VALU instruction writes beside its vector result (LLVM SISchedule.td,
#: WriteSALU of ``v_add_co_u32``).
CARRY_LATENCY = 2
_VALU_NAMES = ("VALU_DEP_1", "VALU_DEP_2", "VALU_DEP_3", "VALU_DEP_4")
_TRANS_NAMES = ("TRANS32_DEP_1", "TRANS32_DEP_2", "TRANS32_DEP_3")
_SALU_NAMES = ("", "SALU_CYCLE_1", "SALU_CYCLE_2", "SALU_CYCLE_3")
_SKIP_NAMES = ("", "NEXT", "SKIP_1", "SKIP_2", "SKIP_3", "SKIP_4")
#: Units before whose instructions the hardware waits until all VALU results are written, and messages with the same
#: effect.
_DRAINING = frozenset({Unit.LDS, Unit.VMEM, Unit.EXPORT})
_DRAINING_MESSAGES = frozenset({"s_sendmsg_rtn_b32", "s_sendmsg_rtn_b64"})


@dataclass(frozen=True, slots=True)
class PlacedDelay:
    """A ``s_delay_alu`` with this operand text, before the instruction of this ordinal."""

    ordinal: int
    operand: str


@dataclass(frozen=True, slots=True)
class _Source:
    """The last writer of a register: cycles until its result is available, and the instructions of each unit since
    then.

    Where paths meet, each part is the worse of the two.
    """

    valu_cycles: int = 0
    valu_since: int = _VALU_END
    trans_cycles: int = 0
    trans_since: int = _TRANS_END
    trans_valu_since: int = _VALU_END
    salu_cycles: int = 0

    def merged(self, other: _Source) -> _Source:
        return _Source(
            max(self.valu_cycles, other.valu_cycles),
            min(self.valu_since, other.valu_since),
            max(self.trans_cycles, other.trans_cycles),
            min(self.trans_since, other.trans_since),
            min(self.trans_valu_since, other.trans_valu_since),
            max(self.salu_cycles, other.salu_cycles),
        )

    def later(self, cycles: int, valu_ops: int, trans_ops: int) -> _Source | None:
        """The state after instructions that took ``cycles`` to issue, with this many VALU and TRANS among them; None
        once there is nothing left to wait for."""
        valu_since = self.valu_since + valu_ops
        valu = (self.valu_cycles - cycles, valu_since)
        if valu_since >= _VALU_END or self.valu_cycles <= cycles:
            valu = (0, _VALU_END)
        trans_since = self.trans_since + trans_ops
        trans = (self.trans_cycles - cycles, trans_since, min(self.trans_valu_since + valu_ops, 255))
        if trans_since >= _TRANS_END or self.trans_cycles <= cycles:
            trans = (0, _TRANS_END, _VALU_END)
        salu = max(0, self.salu_cycles - cycles)
        if not (valu[0] or trans[0] or salu):
            return None
        return _Source(*valu, *trans, salu)


_State = dict[int, _Source]
_NOTHING = _Source()
_Clock = tuple[int, int, int]
"""Cycles, VALU and TRANS instructions since the start of a block."""


def unit_of(op: Op) -> Alu:
    """The ALU that the op occupies, as ``s_delay_alu`` counts it."""
    if op.flag("trans"):
        return "trans"
    if is_valu(op):
        return "valu"
    return "salu" if op.flag("salu") else "other"


def _drains(op: Op) -> bool:
    if op.desc.unit in _DRAINING or op.operation in _DRAINING_MESSAGES:
        return True
    return "va_vdst" in depctr_waits(op)


def _issue_cycles(op: Op) -> int:
    if op.mnemonic == "s_nop" and op.operands and isinstance(op.operands[0].value, int):
        return int(op.operands[0].value) + 1
    return 1


def _spelled(refs: Sequence[RegUse]) -> Iterator[RegUse]:
    """The references that are operands of the machine instruction; VCC of the short forms is only in the text."""
    return (r for r in refs if r.desc.name not in ("vcc", "vcc_in"))


def _parts(ref: RegUse) -> Iterator[int]:
    """The 16-bit halves that a reference names, two to a unit."""
    for u in ref.reg.units:
        if ref.reg.half != "h":
            yield 2 * u
        if ref.reg.half != "l":
            yield 2 * u + 1


@kept_in_op
def _sources(op: Op) -> frozenset[int]:
    parts: set[int] = set()
    for half in op.halves:
        # Only what the machine instruction names as a source: it has the accumulator, but no merged destination.
        keeps = half.desc.accumulates or half.flag("dpp")
        for ref in _spelled(half.refs):
            if ref.reads or (keeps and ref.reg.is_vgpr):
                parts.update(_parts(ref))
    return frozenset(parts)


@kept_in_op
def _results(op: Op) -> tuple[tuple[int, int], ...]:
    """Each half that the op writes, and how many cycles it takes."""
    found: list[tuple[int, int]] = []
    for half in op.halves:
        cycles = alu_latency(half.operation)
        refs = [r for r in _spelled(half.refs) if r.writes]
        for ref in refs:
            # The carry or mask beside a vector result is a second write of the scalar kind.
            beside = not ref.reg.is_vgpr and refs[0].reg.is_vgpr
            found += ((part, CARRY_LATENCY if beside else cycles) for part in _parts(ref))
    return tuple(found)


class _DelayWalker:
    def __init__(self, ops: Sequence[Op], cfg: CFG, inside: set[int]) -> None:
        self.ops, self.cfg, self.inside = ops, cfg, inside
        self.units = [unit_of(op) for op in ops]

    def starts(self) -> list[_State]:
        """The state at the start of each block, at the fixed point."""

        def transfer(b: int, start: _State) -> _State:
            state = dict(start)
            for _ in self.walk(b, state):
                pass
            return state

        return entry_states(self.cfg, _joined, transfer)

    def walk(self, b: int, state: _State) -> Iterator[tuple[int, _Source]]:
        """Advances ``state`` over the block and yields the dependences for which each ALU instruction waits."""
        block = self.cfg.blocks[b]
        clock: _Clock = (0, 0, 0)
        # The time of each write, in the block or before it.
        known: dict[int, tuple[_Source, _Clock]] = {u: (source, clock) for u, source in state.items()}
        for k in block.ordinals:
            op, unit = self.ops[k], self.units[k]
            if _drains(op):
                known.clear()
            elif unit != "other":
                wanted = _NOTHING
                for u in _sources(op):
                    source = _now(*known.pop(u), clock) if u in known else None
                    if source is not None:
                        wanted = source if wanted is _NOTHING else wanted.merged(source)
                if unit == "salu":
                    # The hardware itself delays an SALU instruction that reads an SGPR of a VALU instruction.
                    wanted = _Source(salu_cycles=wanted.salu_cycles)
                if k not in self.inside:
                    yield k, wanted
            if unit != "other":
                for u, cycles in _results(op):
                    known[u] = _fresh(unit, cycles), clock
            clock = (clock[0] + _issue_cycles(op), clock[1] + (unit == "valu"), clock[2] + (unit == "trans"))
        state.clear()
        state.update((u, now) for u, (source, then) in known.items() if (now := _now(source, then, clock)) is not None)


def _now(source: _Source, then: _Clock, clock: _Clock) -> _Source | None:
    """What was left at one time, at another; None once nothing is."""
    if then == clock:
        return source
    return source.later(clock[0] - then[0], clock[1] - then[1], clock[2] - then[2])


def _joined(ends: Sequence[_State]) -> _State:
    state: _State = {}
    for end in ends:
        for unit, source in end.items():
            state[unit] = state[unit].merged(source) if unit in state else source
    return state


@cache
def _fresh(unit: Alu, cycles: int) -> _Source:
    if unit == "trans":
        return _Source(trans_cycles=cycles, trans_since=0, trans_valu_since=0)
    if unit == "valu":
        return _Source(valu_cycles=cycles, valu_since=0)
    return _Source(salu_cycles=min(cycles, _SALU_END))


def _names(wanted: _Source) -> list[str]:
    """At most two dependences, the longest ones first."""
    names: list[str] = []
    if wanted.trans_since < _TRANS_END:
        names.append(_TRANS_NAMES[wanted.trans_since - 1])
    if wanted.valu_since < _VALU_END and wanted.valu_since <= wanted.trans_valu_since:
        names.append(_VALU_NAMES[wanted.valu_since - 1])
    if 0 < wanted.salu_cycles < _SALU_END and len(names) < 2:
        names.append(_SALU_NAMES[wanted.salu_cycles])
    return names


def address_members(ops: Sequence[Op]) -> set[int]:
    """Ordinals of the instructions of PC-relative addresses after their ``s_getpc_b64``. Their literals count the bytes
    in between, so nothing may be inserted (LLVM SIInstrInfo.cpp, SI_PC_ADD_REL_OFFSET, makes them one bundle, which
    AMDGPUInsertDelayAlu.cpp does not enter)."""
    inside: set[int] = set()
    for start, op in enumerate(ops):
        if op.mnemonic != "s_getpc_b64":
            continue
        last = end = start
        while end + 1 < len(ops) and unit_of(ops[end + 1]) == "salu" and ops[end + 1].mnemonic != op.mnemonic:
            end += 1
            if any("@" in operand.text for operand in ops[end].operands):
                last = end
        inside.update(range(start + 1, last + 1))
    return inside


def delays(ops: Sequence[Op], cfg: CFG, inside: set[int]) -> list[PlacedDelay]:
    """The hints for code without any, in text order.

    ``inside`` are the ordinals of members of clauses and addresses, before which nothing may be inserted.
    """
    walker = _DelayWalker(ops, cfg, inside)
    starts = walker.starts()
    out: list[PlacedDelay] = []
    for b in range(len(cfg.blocks)):
        hints: dict[int, tuple[str, str, str]] = {}
        last: int | None = None
        for k, wanted in walker.walk(b, starts[b]):
            names = _names(wanted)
            if not names:
                continue
            if len(names) == 1 and last is not None and k - last < _MAX_SKIP:
                hints[last] = (hints[last][0], _SKIP_NAMES[k - last], names[0])
                last = None
                continue
            hints[k] = (names[0], "", names[1] if len(names) > 1 else "")
            last = k if len(names) == 1 else None
        out += [PlacedDelay(k, _operand(*hint)) for k, hint in hints.items()]
    return out


def _operand(first: str, skip: str, second: str) -> str:
    parts = [f"instid0({first})"]
    if skip:
        parts.append(f"instskip({skip})")
    if second:
        parts.append(f"instid1({second})")
    return " | ".join(parts)
