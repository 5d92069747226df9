"""What a register-file model answers: the interface that report, solver, lint and simulator ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from isaopt.target.arch import get_arch
from isaopt.target.reads import Read, Reads, tuple_starts

# The figures below are the same on every supported target (data/machine.json); any target can be asked.
_FIGURES = get_arch("gfx1100").figures
BANKS = _FIGURES["vgpr_banks"].value
BANK_READS_PER_CYCLE = _FIGURES["vgpr_bank_reads_per_cycle"].value
MATRIX_CLASH_HALF_CYCLES = 2 * _FIGURES["wmma_shared_bank_cycles"].value
# No instruction reads more registers than this from one bank outside of matrix tuples.
MAX_READS = 12

State = Mapping[tuple[int, int], int]
"""What the operand caches hold: (slot, bank) -> VGPR.  Empty when cold, and always for a model without caches."""


def bank_of(vgpr: int) -> int:
    """The bank that holds a VGPR (RDNA3 ISA guide, VOPD)."""
    return vgpr % BANKS


@dataclass(frozen=True, slots=True)
class Charge:
    """What gathering one instruction's operands costs.

    ``extra_half_cycles`` are half cycles of throughput beyond the cycle that every instruction takes; ``latency`` is
    cycles that its result comes later.  ``served`` says of each read whether an operand cache had it.  ``conflicts``
    lists the reads, by index, that collide: one group for each bank that costs something.
    """

    extra_half_cycles: int
    latency: int
    served: tuple[bool, ...]
    conflicts: tuple[tuple[int, ...], ...]

    @property
    def extra_cycles(self) -> Fraction:
        return Fraction(self.extra_half_cycles, 2)


@dataclass(frozen=True, slots=True)
class CostView:
    """A model as a formula, for a solver.

    Of an instruction's reads, leave out accumulators unless ``counts_accumulators`` and, if ``caches``, those whose
    VGPR equals the last one read in the same slot and bank since the block began (a matrix instruction forgets all).
    Count the distinct VGPRs that remain in each bank; n of them cost ``half_cycles[n]``, in the fullest bank only
    or, if ``adds_banks``, in every bank.  A matrix instruction instead costs ``matrix_half_cycles`` if two different
    tuples of it start in one bank, else nothing.
    """

    counts_accumulators: bool
    caches: bool
    adds_banks: bool
    half_cycles: tuple[int, ...]
    matrix_half_cycles: int


class BankModel(Protocol):
    """A register-file model: a name, what it holds and on what evidence, and its costs."""

    @property
    def name(self) -> str: ...

    @property
    def description(self) -> str: ...

    @property
    def solver_view(self) -> CostView: ...

    def start(self) -> State:
        """The state at the start of a basic block, where nothing is known to be cached."""
        ...

    def charge(self, state: State, reads: Reads) -> tuple[Charge, State]:
        """The cost of one instruction in that state, and the state after it."""
        ...


def by_bank(reads: Reads, counted: list[int]) -> dict[int, dict[int, list[int]]]:
    """The counted reads as bank -> VGPR -> read indices; one VGPR read twice in an instruction is fetched once
    (public SQTT captures of gfx1100: ``v_fma_f32 v16, v4, v4, v4`` runs like one with distinct banks)."""
    banks: dict[int, dict[int, list[int]]] = {}
    for index in counted:
        vgpr = reads[index].vgpr
        banks.setdefault(bank_of(vgpr), {}).setdefault(vgpr, []).append(index)
    return banks


def read_indices(vgprs: Mapping[int, list[int]]) -> tuple[int, ...]:
    """All read indices of a bank, in order."""
    return tuple(sorted(i for indices in vgprs.values() for i in indices))


def is_matrix_read(reads: Reads) -> bool:
    return any(read.matrix for read in reads)


def matrix_charge(reads: Reads) -> Charge:
    """The cost of a WMMA, the same in every model: two cycles more if two of its tuples start in one bank
    (34 against 32: LLVM issue 204254 on gfx1151; public SQTT traces of gfx1100)."""
    banks: dict[int, dict[int, list[int]]] = {}
    for start, indices in tuple_starts(reads).items():
        banks.setdefault(bank_of(start), {})[start] = indices
    clashes = tuple(read_indices(tuples) for tuples in banks.values() if len(tuples) > 1)
    cost = MATRIX_CLASH_HALF_CYCLES if clashes else 0
    return Charge(cost, cost // 2, (False,) * len(reads), clashes)


def operand_reads(reads: Reads) -> list[Read]:
    """The reads that the text spells out: all but tied accumulators."""
    return [read for read in reads if not read.accumulator]
