"""Integer instructions that are sums: which registers, times which constants, plus which constant.

Arithmetic is modulo 2^32, or modulo 2^64 for the pairs of instructions that hand a carry on, so every sum is exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from isaopt.analysis.integers.forms import Atoms, LinearForm, Value
from isaopt.analysis.integers.operations import results
from isaopt.ir.program import Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS, SCC, is_sgpr

_LIMIT = 1 << 31


@dataclass(frozen=True, slots=True)
class LinearSum:
    """``target`` becomes ``constant`` plus the sum of factor x register, each a 32-bit unit."""

    target: int
    terms: tuple[tuple[int, int], ...]
    constant: int


@dataclass(frozen=True, slots=True)
class WideSum:
    """Two instructions of a block, ``low`` before ``high``, that compute a 64-bit sum in ``target`` and the unit above;
    or a single instruction, which is both.

    ``terms`` are the lower units of register pairs; ``constant`` is added to them. The carry between the two has no
    other use.
    """

    low: int
    high: int
    target: int
    terms: tuple[int, ...]
    constant: int


class _Registers:
    """Values by unit; a unit without an entry is an unknown named after its register."""

    def __init__(self) -> None:
        self.atoms = Atoms()
        self.values: dict[int, Value] = {}

    def read(self, unit: int) -> Value:
        return self.values.get(unit) or self.atoms.single(("start", unit), unit >= NUM_VGPRS)

    def run(self, op: Op) -> Mapping[int, Value]:
        made = {} if op.pair is not None else results(self.atoms, op, self.read)
        self.values.update(made)
        return made

    def unit(self, form: object) -> int | None:
        """The register whose value is the whole form, or None."""
        match self.atoms.key(form):
            case ("start", int(unit)) if unit != SCC:
                return unit
        return None

    def words(self, form: LinearForm) -> list[tuple[int, int]] | None:
        """The terms of a form that is a 32-bit sum of registers."""
        found = [(self.unit(LinearForm(0, ((atom, 1),))), factor) for atom, factor in form.terms]
        return None if any(u is None for u, _ in found) else [(u, factor) for u, factor in found if u is not None]

    def pairs(self, form: LinearForm) -> list[int] | None:
        """The lower units of the pairs whose 64-bit sum is the form."""
        found: list[int] = []
        for atom, factor in form.terms:
            kind, *halves = self.atoms.table[atom].key
            low, high = map(self.unit, halves) if kind == "pair" else (None, None)
            if low is None or high != low + 1 or factor > 2:
                return None
            found += [low] * factor
        return found


@cache
def sums(op: Op) -> Mapping[int, LinearSum]:
    """The registers in which a single instruction leaves a sum of 32-bit registers."""
    registers = _Registers()
    found = {}
    for unit, value in registers.run(op).items():
        if isinstance(value, LinearForm) and unit != SCC and (terms := registers.words(value)) is not None:
            found[unit] = LinearSum(unit, tuple(sorted(terms)), value.constant)
    return found


def linear_sum(op: Op) -> LinearSum | None:
    """The sum that a single instruction computes, if it is one of 32-bit registers and, apart from SCC, its only
    result; None for any other."""
    if len(op.defs) != 1 or any(u != SCC for u in op.implicit_defs):
        return None
    return sums(op).get(op.defs[0])


# -- sums of two words

_HIGH = frozenset(("v_add_co_ci_u32", "s_addc_u32"))
_SINGLE = frozenset(("s_mov_b64", "s_add_nc_u64"))


def wide_sums(ops: Sequence[Op], live_out: Sequence[int]) -> list[WideSum]:
    """The 64-bit sums of a block, in the order of their upper halves.

    ``live_out[k]``: bit set of the units that may be read after instruction ``k``.  Between the two instructions
    nothing touches the result or changes what is added.
    """
    found = []
    for high, op in enumerate(ops):
        made = None
        if op.pair is None and op.operation in _SINGLE:
            made = _sum_of(ops, high, high)
            # So small that all of a block's sums together still have a literal, which is extended (RDNA4 ISA guide).
            if made is not None and (made.constant * len(ops) >= _LIMIT or not made.terms or not is_sgpr(made.target)):
                made = None
        elif op.pair is None and op.operation in _HIGH:
            made = _wide_sum(ops, live_out, high)
        if made is not None:
            found.append(made)
    return found


def _sum_of(ops: Sequence[Op], low: int, high: int) -> WideSum | None:
    """What these instructions leave in the pair whose upper half the second writes, if that is a sum of pairs."""
    registers = _Registers()
    for k in sorted({low, high}):
        registers.run(ops[k])
    target = ops[low].defs[0] if ops[low].defs else None
    if target is None or target not in registers.values or target + 1 not in registers.values:
        return None
    form = registers.atoms.wide(registers.values[target], registers.values[target + 1])
    terms = registers.pairs(form)
    return None if terms is None else WideSum(low, high, target, tuple(terms), form.constant)


def _wide_sum(ops: Sequence[Op], live_out: Sequence[int], high: int) -> WideSum | None:
    op = ops[high]
    mask = op.operands[-1].reg
    carry = {SCC} if SCC in op.implicit_uses else set(mask.units if mask is not None else ())
    low = next((k for k in range(high - 1, -1, -1) if carry & set(ops[k].written)), None)
    if low is None or not carry or ops[low].pair is not None:
        return None
    # The carry goes nowhere else, and neither does the one out of the upper half.
    if any(carry & set(ops[k].read) for k in range(low + 1, high)):
        return None
    made = _sum_of(ops, low, high)
    if made is None or op.defs[0] != made.target + 1:
        return None
    own = {made.target, made.target + 1}
    if any(live_out[high] >> unit & 1 for unit in {*carry, *ops[low].written, *op.written} - own):
        return None
    inputs = {u for t in made.terms for u in (t, t + 1)}
    for k in range(low + 1, high):
        changed = set(ops[k].written)
        if own & (changed | set(ops[k].read)) or changed & (inputs | {EXEC_LO, EXEC_HI}):
            return None
    # The lower half is written before the upper one is read.
    if made.target in {t + 1 for t in made.terms} or made.target + 1 in made.terms:
        return None
    return made
