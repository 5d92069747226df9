"""The register-file model ``article``: operand caches that keep the last value of each source slot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from isaopt.target.bank_model import (
    MATRIX_CLASH_HALF_CYCLES,
    MAX_READS,
    Charge,
    CostView,
    State,
    bank_of,
    by_bank,
    is_matrix_read,
    matrix_charge,
    read_indices,
)
from isaopt.target.reads import Reads


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
