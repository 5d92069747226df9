"""The costs that the register-file models charge for instructions' reads, used by reports, the simulator and passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from isaopt.target.arch import get_arch
from isaopt.target.bank_models import BankCost
from isaopt.target.reads import Reads, VgprRead, tuple_starts

# The figures below are the same on every supported target (data/machine.json), so one target stands for all.
_FIGURES = get_arch("gfx1100").figures
BANKS = _FIGURES["vgpr_banks"].value
MATRIX_CLASH_CYCLES = _FIGURES["wmma_shared_bank_cycles"].value

CacheState = Mapping[tuple[int, int], int]
"""The content of the operand caches: (slot, bank) -> VGPR. Empty when cold, and always for a model without caches."""


_FREE = Fraction(0)


def bank_of(vgpr: int) -> int:
    """The bank that holds a VGPR (RDNA3 ISA guide, VOPD)."""
    return vgpr % BANKS


@dataclass(frozen=True, slots=True)
class Charge:
    """The cost of gathering one instruction's operands.

    ``extra_cycles`` count beyond the issue cycle that every instruction takes; ``latency`` is the number of cycles by
    which its result is delayed. ``served`` says for each read whether an operand cache supplied it. ``conflicts`` lists
    the reads, by index, that collide: one group for each bank that causes a cost.
    """

    extra_cycles: Fraction
    latency: int
    served: tuple[bool, ...]
    conflicts: tuple[tuple[int, ...], ...]


def _by_bank(reads: Reads, counted: list[int]) -> dict[int, dict[int, list[int]]]:
    """The counted reads as bank -> VGPR -> read indices. A VGPR that an instruction reads twice is fetched once (public
    SQTT captures of gfx1100: ``v_fma_f32 v16, v4, v4, v4`` runs like one with distinct banks)."""
    banks: dict[int, dict[int, list[int]]] = {}
    for index in counted:
        vgpr = reads[index].vgpr
        banks.setdefault(bank_of(vgpr), {}).setdefault(vgpr, []).append(index)
    return banks


def _read_indices(vgprs: Mapping[int, list[int]]) -> tuple[int, ...]:
    """All read indices of a bank, in order."""
    return tuple(sorted(i for indices in vgprs.values() for i in indices))


def _matrix_charge(reads: Reads) -> Charge:
    """The cost of a WMMA, the same in every model: two extra cycles if two of its tuples start in one bank (34 instead
    of 32: LLVM issue 204254 on gfx1151; public SQTT traces of gfx1100)."""
    banks: dict[int, dict[int, list[int]]] = {}
    for start, indices in tuple_starts(reads).items():
        banks.setdefault(bank_of(start), {})[start] = indices
    clashes = tuple(_read_indices(tuples) for tuples in banks.values() if len(tuples) > 1)
    cost = MATRIX_CLASH_CYCLES if clashes else 0
    return Charge(Fraction(cost), cost, (False,) * len(reads), clashes)


def operand_reads(reads: Reads) -> list[VgprRead]:
    """The reads that the text spells out: all except tied accumulators."""
    return [read for read in reads if not read.accumulator]


def charge(model: BankCost, state: CacheState, reads: Reads) -> tuple[Charge, CacheState]:
    """The charge of a model for one instruction in that state, and the state after it."""
    if any(read.matrix for read in reads):
        return _matrix_charge(reads), {}
    after, served = state, (False,) * len(reads)
    if model.caches:
        ports = [None if read.accumulator else (read.slot, bank_of(read.vgpr)) for read in reads]
        served = tuple(
            port is not None and state.get(port) == read.vgpr for port, read in zip(ports, reads, strict=True)
        )
        after = {**state, **{port: r.vgpr for port, r in zip(ports, reads, strict=True) if port is not None}}
    counted = [
        index for index, read in enumerate(reads) if model.counts == "reads" or not (read.accumulator or served[index])
    ]
    banks = _by_bank(reads, counted)
    if all(len(vgprs) == 1 for vgprs in banks.values()):
        return Charge(_FREE, 0, served, ()), after
    sizes = [len(vgprs) for vgprs in banks.values()]
    clashes = tuple(_read_indices(banks[b]) for b in sorted(banks) if model.beyond([len(banks[b])]))
    extra = Fraction(model.beyond(sizes), model.reads_per_cycle)
    return Charge(extra, model.latency(sizes), served, clashes), after


def charge_block(model: BankCost, instructions: Iterable[Reads]) -> Iterator[Charge]:
    """The charges of a model for the instructions of one basic block, in order; the caches are empty at its start."""
    state: CacheState = {}
    for reads in instructions:
        found, state = charge(model, state, reads)
        yield found
