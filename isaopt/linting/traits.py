"""The properties of an instruction that hazard rules need: its unit, and the VGPR halves that it reads and writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from isaopt.ir.program import Op
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import RegRef
from isaopt.judge.waits import drained
from isaopt.linting.model import Context

Halves = frozenset[int]
"""VGPR halves: ``2 * n`` stands for ``vN.l``, ``2 * n + 1`` for ``vN.h``."""

_MEMORY = (Unit.VMEM, Unit.LDS, Unit.EXPORT)
#: VALU destinations that keep their old content in lanes or bits that are not written.
_MERGING = frozenset({"v_writelane_b32", "v_fma_mixlo_f16", "v_fma_mixhi_f16", "v_permlane16_b32", "v_permlanex16_b32"})


@dataclass(frozen=True, slots=True)
class Traits:
    """``memory`` marks VMEM, FLAT, LDS and export instructions. ``reads`` and ``writes`` are the VGPR halves in the
    text, including an accumulator and a destination into which DPP merges; ``waits`` are the counters of
    ``s_waitcnt_depctr`` that it drains."""

    valu: bool
    trans: bool
    salu: bool
    memory: bool
    matrix: bool
    dpp: bool
    reads: Halves
    writes: Halves
    waits: frozenset[str]

    @property
    def drains_valu(self) -> bool:
        """Whether all earlier VALU results are available once this instruction has issued.

        LLVM GCNHazardRecognizer.cpp lets VMEM, FLAT, LDS and export instructions end VALU hazards in the same way as
        ``va_vdst(0)``.
        """
        return self.memory or "va_vdst" in self.waits


def halves(ref: RegRef) -> Halves:
    """The VGPR halves that a register operand covers; empty for a scalar register."""
    if not ref.is_vgpr:
        return frozenset()
    if ref.half:
        return frozenset({2 * ref.first + (ref.half == "h")})
    return frozenset(range(2 * ref.first, 2 * (ref.first + ref.count)))


def vgpr_names(found: Iterable[int]) -> str:
    """``v3, v7`` for VGPR halves, with runs as ``v[3:6]``."""
    numbers = sorted({h // 2 for h in found})
    runs: list[list[int]] = []
    for n in numbers:
        if runs and runs[-1][1] == n - 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return ", ".join(f"v{a}" if a == b else f"v[{a}:{b}]" for a, b in runs)


def source_operands(op: Op) -> tuple[Halves, ...]:
    """The distinct VGPR operands that the op reads, each as the halves that it covers; see :class:`Traits`."""
    found: dict[Halves, None] = {}
    for half in op.halves:
        merging = _merges(half)
        for ref in half.refs:
            if ref.reg.is_vgpr and (ref.reads or merging):
                found[halves(ref.reg)] = None
    return tuple(found)


def _merges(op: Op) -> bool:
    return op.desc.accumulates or op.operation in _MERGING or "dpp" in op.desc.flags


def traits_of(op: Op) -> Traits:
    """The traits of one op."""
    reads: set[int] = set()
    writes: set[int] = set()
    for half in op.halves:
        merging = _merges(half)
        for ref in half.refs:
            covered = halves(ref.reg)
            if ref.writes:
                writes |= covered
            if ref.reads or merging:
                reads |= covered
    return Traits(
        valu=op.flag("valu"),
        trans=op.flag("trans"),
        salu=op.flag("salu"),
        memory=op.desc.unit in _MEMORY,
        matrix=op.flag("wmma") or op.flag("swmmac"),
        dpp=op.flag("dpp"),
        reads=frozenset(reads),
        writes=frozenset(writes),
        waits=drained(op),
    )


def all_traits(ctx: Context) -> dict[int, Traits]:
    """The traits of every instruction of the kernel by item index; use as ``ctx.fact(all_traits)``."""
    made: dict[int, Traits] = {}
    out = {}
    for index, instruction in ctx.instructions():
        known = made.get(id(instruction.op))
        if known is None:
            known = made[id(instruction.op)] = traits_of(instruction.op)
        out[index] = known
    return out
