"""The register-file models: what report, solver, lint and simulator ask of one, and those that there are, by name.

What a bank collision costs is not documented, so each model is a hypothesis with its evidence; ``gather2`` is the
default because it reproduces public hardware traces best, ``article`` decides where it is indifferent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Protocol

from isaopt.errors import UsageError
from isaopt.target.arch import get_arch
from isaopt.target.reads import Reads, VgprRead, tuple_starts

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


def operand_reads(reads: Reads) -> list[VgprRead]:
    """The reads that the text spells out: all but tied accumulators."""
    return [read for read in reads if not read.accumulator]


def _extra_half_cycles(count: int) -> int:
    # max(1, count / 2) cycles, less the cycle that every instruction has.
    return max(0, 2 * count // BANK_READS_PER_CYCLE - 2)


@dataclass(frozen=True, slots=True)
class Gather2:
    """Each bank delivers two VGPRs per lane and cycle; accumulators count; a value read before is read again.

    n distinct VGPRs in the fullest bank take max(1, n/2) cycles, and the result comes n // 2 cycles later from n = 2
    on.  Fitted to public SQTT traces: 87 of 91 execute times of gfx1100 and 123 of 124 of gfx1201 come out exactly.
    """

    name: ClassVar[str] = "gather2"
    description: ClassVar[str] = (
        "each VGPR bank delivers two registers per lane and cycle, accumulators count, nothing is reused "
        "(fitted to public hardware traces of gfx1100 and gfx1201)"
    )
    solver_view: ClassVar[CostView] = CostView(
        counts_accumulators=True,
        caches=False,
        adds_banks=False,
        half_cycles=tuple(_extra_half_cycles(n) for n in range(MAX_READS + 1)),
        matrix_half_cycles=MATRIX_CLASH_HALF_CYCLES,
    )

    def start(self) -> State:
        return {}

    def charge(self, state: State, reads: Reads) -> tuple[Charge, State]:
        if is_matrix_read(reads):
            return matrix_charge(reads), state
        banks = by_bank(reads, list(range(len(reads))))
        fullest = max((len(vgprs) for vgprs in banks.values()), default=0)
        clashes = tuple(read_indices(banks[b]) for b in sorted(banks) if _extra_half_cycles(len(banks[b])) > 0)
        latency = fullest // BANK_READS_PER_CYCLE
        return Charge(_extra_half_cycles(fullest), latency, (False,) * len(reads), clashes), state


@dataclass(frozen=True, slots=True)
class Article:
    """Each bank has an operand cache with one port per source slot, which keeps the value it delivered last.

    A read is served where the same slot of the same bank read the same VGPR last.  Two source reads of one instruction
    that are not served and lie in one bank collide, and each further one takes another cycle; the text says nothing of
    several banks waiting at once, so their cycles are added.  The tied accumulator collides with nothing and is not
    counted: code in which it shares banks with sources ran at a cycle per dual (the author's kernels 6 to 8).  As the
    rule has it, a write to a VGPR does not take it out of the cache.  Matrix instructions stream whole tuples and
    leave nothing in it.

    Source: seb-v, "Deep dive into matrix optimization on AMD GPUs", kernel 6; a hypothesis that its author
    did not confirm by measurement.
    """

    name: ClassVar[str] = "article"
    description: ClassVar[str] = (
        "an operand cache per VGPR bank keeps the last register of each source slot; source reads that it does not "
        "serve collide in a bank (the FP32 matrix multiplication article; not confirmed by traces)"
    )
    solver_view: ClassVar[CostView] = CostView(
        counts_accumulators=False,
        caches=True,
        adds_banks=True,
        half_cycles=tuple(2 * max(0, n - 1) for n in range(MAX_READS + 1)),
        matrix_half_cycles=MATRIX_CLASH_HALF_CYCLES,
    )

    def start(self) -> State:
        return {}

    def charge(self, state: State, reads: Reads) -> tuple[Charge, State]:
        if is_matrix_read(reads):
            return matrix_charge(reads), {}
        after = dict(state)
        served, missed = [], []
        for index, read in enumerate(reads):
            port = (read.slot, bank_of(read.vgpr))
            hit = not read.accumulator and state.get(port) == read.vgpr
            served.append(hit)
            if not read.accumulator:
                after[port] = read.vgpr
                if not hit:
                    missed.append(index)
        banks = by_bank(reads, missed)
        cycles = sum(len(vgprs) - 1 for vgprs in banks.values())
        clashes = tuple(read_indices(banks[b]) for b in sorted(banks) if len(banks[b]) > 1)
        return Charge(2 * cycles, cycles, tuple(served), clashes), after


DEFAULT_MODEL = "gather2"
ARTICLE = "article"
MODELS: dict[str, BankModel] = {model.name: model for model in (Gather2(), Article())}


def get_model(name: str = DEFAULT_MODEL) -> BankModel:
    """The model of that name; :class:`UsageError` for an unknown one."""
    model = MODELS.get(name)
    if model is None:
        raise UsageError(f"no register-file model is called {name!r}", hint="models are " + ", ".join(MODELS))
    return model


def charge_block(model: BankModel, instructions: Iterable[Reads]) -> Iterator[Charge]:
    """What a model charges for the instructions of one basic block, in order."""
    state = model.start()
    for reads in instructions:
        charge, state = model.charge(state, reads)
        yield charge
