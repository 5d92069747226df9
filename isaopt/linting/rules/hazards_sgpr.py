"""Hazards of scalar registers between the vector and the scalar ALU."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from isaopt.ir.program import Instruction, Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, M0, SCC, SGPR_BASE, VCC_HI, VCC_LO, unit_name
from isaopt.judge.waits import spell_dependencies
from isaopt.linting.model import Context, Finding, Severity, half_with
from isaopt.linting.paths import states_before
from isaopt.linting.traits import Traits, all_traits
from isaopt.target.sizes import is_literal

_VCC = frozenset((VCC_LO, VCC_HI))
_EXEMPT = frozenset((EXEC_LO, EXEC_HI, M0))
#: The writer whose result is late, and the counter that says when it has arrived.
_SALU, _VALU, _VALU_VCC = "sa_sdst", "va_sdst", "va_vcc"
#: A register with a pending write: (unit, counter to wait for, line of the write, whether the hazard is certain).
_Late = frozenset[tuple[int, str, int, bool]]
_Read = TypeVar("_Read")


def _scalars(units: tuple[int, ...]) -> frozenset[int]:
    """Scalar registers subject to the hazards: SGPRs, VCC and trap temporaries, but not EXEC and M0."""
    return frozenset(u for u in units if SGPR_BASE <= u < SCC and u not in _EXEMPT)


def _reads(op: Op) -> frozenset[int]:
    """Scalar registers that the op reads, one that it changes in place (``s_addk_i32``) as well; of the implicit ones
    only VCC."""
    return _scalars(op.uses) | (_scalars(op.implicit_uses) & _VCC)


def _reads_constant_bus(op: Op) -> bool:
    """Whether the op reads a scalar, which may be a lane mask, other than EXEC, or a literal."""
    named = (pair for half in op.halves for pair in zip(half.operands, half.desc.operands, strict=False))
    return bool(_reads(op)) or M0 in op.uses or any(is_literal(*pair) for pair in named)


def _writes(op: Op) -> frozenset[int]:
    return _scalars(op.written)


def _counter(traits: Traits, unit: int) -> str:
    return _SALU if traits.salu else _VALU_VCC if unit in _VCC else _VALU


def _masks(op: Op) -> frozenset[int]:
    """The scalar registers that the op reads as lane masks."""
    found: set[int] = set()
    for half in op.halves:
        if half.desc.reads_vcc_mask:
            found |= _scalars(half.implicit_uses) & _VCC
        for index in half.desc.masks_read:
            reg = half.operands[index].reg
            found |= _scalars(tuple(reg.units)) if reg is not None else frozenset()
    return frozenset(found)


def _report(
    ctx: Context, rule: str, index: int, reader: Instruction, late: Iterator[tuple[int, str, int, bool]]
) -> Iterator[Finding]:
    """One finding for all registers that an instruction reads too early."""
    found = sorted(set(late), key=lambda entry: (entry[1], entry[2], entry[0]))
    if not found:
        return
    certain = any(sure for *_, sure in found)
    names = ", ".join(dict.fromkeys(unit_name(unit) for unit, *_ in found))
    lines = ", ".join(dict.fromkeys(str(line) for _, _, line, _ in found))
    counters = list(dict.fromkeys(counter for _, counter, _, _ in found))
    wait = spell_dependencies(ctx.arch.family, counters)
    yield ctx.finding(
        rule,
        index,
        f"{reader.op.mnemonic} reads {names}, written in line {lines}, without {wait} between",
        ctx.insert_before(index, wait),
        None if certain else Severity.WARNING,
        half_with(reader.op, {unit for unit, *_ in found}),
    )


@dataclass(frozen=True, slots=True)
class _State(Generic[_Read]):
    """``read``: what was read so that a write from now on is late; ``late``: such writes."""

    read: frozenset[_Read] = frozenset()
    late: _Late = frozenset()

    def join(self, other: _State[_Read]) -> _State[_Read]:
        return _State(self.read | other.read, self.late | other.late)

    def meet(self, other: _State[_Read]) -> _State[_Read]:
        return _State(self.read & other.read, self.late & other.late)


def _early(
    ctx: Context,
    rule: str,
    entry: _State[_Read],
    unknown: _State[_Read],
    early: Callable[[_State[_Read], Op, Traits], Iterator[tuple[int, str, int, bool]]],
    step: Callable[[_State[_Read], Op, Traits, int], _State[_Read]],
) -> Iterator[Finding]:
    """Findings of the reads that are ``early``, with the state at the entry and after code whose effect is unknown."""
    traits = ctx.fact(all_traits)

    def after(index: int, instruction: Instruction | None, state: _State[_Read]) -> _State[_Read]:
        return unknown if instruction is None else step(state, instruction.op, traits[index], instruction.line)

    merged = _State[_Read].meet if ctx.every_path else _State[_Read].join
    for index, instruction, state in states_before(ctx, entry, after, merged):
        if instruction is not None:
            yield from _report(ctx, rule, index, instruction, early(state, instruction.op, traits[index]))


_Masks = _State[tuple[int, bool]]
"""Reads are registers read as masks: (unit, whether no VALU has read another scalar or literal since)."""
_Pairs = _State[int]
"""Reads are numbers of SGPR pairs that a VALU instruction has read."""


def _mask_early(state: _Masks, op: Op, traits: Traits) -> Iterator[tuple[int, str, int, bool]]:
    if traits.valu or traits.salu:
        reads = _reads(op)
        for entry in state.late:
            # A scalar instruction waits for what the vector ALU writes.
            if entry[0] in reads and (traits.valu or entry[1] == _SALU):
                yield entry


def _mask_step(state: _Masks, op: Op, traits: Traits, line: int, every: bool) -> _Masks:
    if traits.waits:
        # According to LLVM, a wait for the scalar ALU ends the hazard of masks that were read before.
        masks = frozenset((u, False) for u, _ in state.read) if _SALU in traits.waits else state.read
        return _State(masks, frozenset(e for e in state.late if e[1] not in traits.waits))
    # A register read too early is reported there; after it, the wait is taken as made.
    missed = {counter for _, counter, _, _ in _mask_early(state, op, traits) if not every}
    masks, late = state.read, frozenset(e for e in state.late if e[1] not in missed)
    written = _writes(op)
    if not (traits.valu or traits.salu):
        return _State(frozenset(m for m in masks if m[0] not in written), late) if written else state
    if written:
        hazards = {(u, _counter(traits, u), line, sure and traits.salu) for u, sure in masks if u in written}
        late = frozenset(hazards | {e for e in late if e[0] not in written})
        masks = frozenset(m for m in masks if m[0] not in written)
    if traits.valu:
        if _reads_constant_bus(op):
            masks = frozenset((u, False) for u, _ in masks)
        new = _masks(op)
        if new:
            masks = frozenset(m for m in masks if m[0] not in new) | {(u, True) for u in new}
    return _State(masks, late)


def early_mask_reads(ctx: Context, every: bool = True) -> Iterator[Finding]:
    """Reads of masks too soon after a write: ``every`` one, or only those not covered by the wait for an earlier
    finding."""
    if ctx.kernel.wave_size == 64:
        step = partial(_mask_step, every=every)
        yield from _early(ctx, "valu-mask-write", _State(), _State(), _mask_early, step)


_ALL_PAIRS = frozenset(range(SGPR_BASE // 2, SCC // 2))


def _clears(op: Op) -> bool:
    """Whether the scalar register file is stable once this issues: scalar, buffer and image memory accesses."""
    return any(op.flag(name) for name in ("smem", "mubuf", "mtbuf", "vimage", "vsample", "mimg"))


def _read_early(state: _Pairs, op: Op, traits: Traits) -> Iterator[tuple[int, str, int, bool]]:
    if not (traits.valu or traits.salu) or traits.waits or not state.late:
        return
    reads = _reads(op)
    for entry in state.late:
        unit, counter, _, _ = entry
        if unit in reads and unit // 2 in state.read and (counter == _SALU or traits.valu):
            yield entry


def _read_step(state: _Pairs, op: Op, traits: Traits, line: int, every: bool) -> _Pairs:
    if _clears(op):
        return _State(state.read)
    if traits.waits:
        return _State(state.read, frozenset(e for e in state.late if e[1] not in traits.waits))
    if not (traits.valu or traits.salu):
        return state
    missed = {counter for _, counter, _, _ in _read_early(state, op, traits) if not every}
    tracked, late, reads = state.read, frozenset(e for e in state.late if e[1] not in missed), _reads(op)
    if traits.valu:
        tracked |= {u // 2 for u in reads}
    elif late:
        # A scalar instruction that reads a tracked register waits for what the vector ALU writes.
        seen = {u for u in reads if u // 2 in tracked}
        waited = {_VALU_VCC if u in _VCC else _VALU for u in seen}
        late = frozenset(e for e in late if e[1] not in waited)
    for unit in _writes(op):
        if unit // 2 in tracked:
            counter = _counter(traits, unit)
            # The hardware keeps one state for VCC, but two for each other register.
            replaced = _VCC if unit in _VCC else frozenset((unit,))
            kept = (e for e in late if e[0] not in replaced or (unit not in _VCC and e[1] != counter))
            late = frozenset(kept) | {(u, counter, line, True) for u in replaced}
    return _State(tracked, late)


def early_scalar_reads(ctx: Context, every: bool = True) -> Iterator[Finding]:
    """Reads of SGPRs too soon after a write; ``every`` as in :func:`early_mask_reads`."""
    # A caller may have read any register.
    entry = _State() if ctx.is_kernel else _State(_ALL_PAIRS)
    yield from _early(ctx, "sgpr-read", entry, _State(_ALL_PAIRS), _read_early, partial(_read_step, every=every))


CHECKS = {
    "valu-mask-write": partial(early_mask_reads, every=False),
    "sgpr-read": partial(early_scalar_reads, every=False),
}
