"""Moves constant address steps of straight-line code from ALU instructions into the offset fields of accesses.

A register that advances by constants (an induction variable of unrolled iterations) need not advance between two reads
if both read addresses, and the distance fits their offset fields. So every such step is first removed and recorded: the
value that the register should hold minus the one that it holds is its *lag*. Accesses add the lag to their offset, and
sums propagate it. Where another instruction needs the true value, the last step before it stays and does the work of
the removed ones. An address that was copied, or computed by adding a constant to another register, is read from that
register instead, so that its own instruction becomes dead.

All of this holds for the lanes of one EXEC mask; no VGPR has a lag where EXEC is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from isaopt.analysis.integers.linear import LinearSum, WideSum, linear_sum, wide_sums
from isaopt.ir.program import Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS, SCC, is_sgpr, is_vgpr
from isaopt.transform.access_offsets import AccessBase, address_of, moved
from isaopt.transform.unroll.numbers import Holdings, stepped, with_constant, with_number

_WORD = 1 << 32
_LONG = 1 << 64
_EXEC = {EXEC_LO, EXEC_HI}


@dataclass(frozen=True, slots=True)
class StraightLine:
    """Straight-line code: ``live_out[k]`` is the bit set of units that may be read after instruction ``k``;
    ``constant`` gives the number that a scalar holds at the start of the code, if it is known."""

    ops: Sequence[Op]
    live_out: Sequence[int]
    constant: Callable[[int], int | None]
    arch: str
    wave: int


@dataclass(frozen=True, slots=True)
class Folded:
    """The ops of a block, None where one is gone; ``kept``: positions of steps that had to stay, with the position of
    the instruction that reads them (the block's length if that is after the block)."""

    ops: tuple[Op | None, ...]
    kept: tuple[tuple[int, int], ...]


def fold(block: StraightLine) -> Folded:
    """The block with as many constant steps as possible moved into offsets."""
    wide = wide_sums(block.ops, block.live_out)
    kept: dict[int, int] = {}
    while True:
        run = _FoldRun(block, wide, kept)
        try:
            return Folded(tuple(run.run()), tuple(sorted(kept.items())))
        except _Needed as needed:
            # A step that is kept leaves no lag, so each round finds new ones.
            kept.update(dict.fromkeys(needed.steps, needed.reader))


class _Needed(Exception):
    """The steps at these positions must stay: an instruction reads their result."""

    def __init__(self, steps: frozenset[int], reader: int) -> None:
        super().__init__()
        self.steps, self.reader = steps, reader


@dataclass(frozen=True, slots=True)
class _Lag:
    """How far a register lags behind its true value, and the last steps that would have to stay to correct it."""

    value: int
    steps: frozenset[int]


@dataclass(slots=True)
class _FoldRun:
    block: StraightLine
    wide: Sequence[WideSum]
    kept: dict[int, int]
    lag: dict[int, _Lag] = field(default_factory=dict)
    #: By the lower unit of a pair.
    wide_lag: dict[int, _Lag] = field(default_factory=dict)
    holdings: Holdings = field(init=False)
    out: list[Op | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.holdings = Holdings(self.block.constant)

    def run(self) -> list[Op | None]:
        lows = {w.low: w for w in self.wide}
        highs = {w.high: w for w in self.wide}
        for k, op in enumerate(self.block.ops):
            self.out.append(op)
            if k in highs:
                if k in lows:
                    for unit in highs[k].terms:
                        self.split_pair(unit, k)
                self.wide_high(k, op, highs[k])
            elif k in lows:
                self.wide_low(k, op, lows[k])
            else:
                self.step(k, op)
        self.finish()
        return self.out

    def finish(self) -> None:
        """Requires true values at the end of the block."""
        live = self.block.live_out[-1] if self.block.live_out else 0
        for unit in [u for u in self.lag if live >> u & 1]:
            self.need(unit, len(self.out))
        for unit in [u for u in self.wide_lag if live >> u & 3]:
            self.need(unit, len(self.out))

    # -- one instruction

    def step(self, k: int, op: Op) -> None:
        made = linear_sum(op)
        if made is not None and self.is_free(k, op) and made.target not in _EXEC:
            self.sum(k, op, made)
            return
        where = address_of(op)
        if where is not None:
            self.access(k, op, where)
        else:
            self.out[k] = self.exact(k, op)
        self.write(k, op)

    def is_free(self, k: int, op: Op) -> bool:
        """Whether SCC of the op is dead, so that only its sum matters."""
        return SCC not in op.implicit_defs or not self.block.live_out[k] >> SCC & 1

    def sum(self, k: int, op: Op, made: LinearSum) -> None:
        """A sum of registers that may lag."""
        target = made.target
        for unit, _ in made.terms:
            self.not_half(unit, k)
        if made.terms == ((target, 1),):
            self.own_step(k, made)
            return
        missing = sum(f * self.lag[u].value for u, f in made.terms if u in self.lag) % _WORD
        steps = frozenset[int]().union(*(self.lag[u].steps for u, _ in made.terms if u in self.lag))
        if missing and not is_vgpr(target) and not is_sgpr(target):
            self.out[k] = self.exact(k, op)
            self.write(k, op)
            return
        value = self.holdings.made(made)
        if self.holdings.value(target) == value:
            self.out[k] = None
        else:
            self.write(k, op)
            self.holdings.note(target, value)
        self.set_lag(target, missing, steps, k)

    def own_step(self, k: int, made: LinearSum) -> None:
        """``r = r + constant``: removed, or kept together with all that was removed before it."""
        target = made.target
        old = self.lag[target].value if target in self.lag else 0
        total = (old + made.constant) % _WORD
        if (is_vgpr(target) or is_sgpr(target)) and k not in self.kept:
            self.out[k] = None
            self.set_lag(target, total, frozenset({k}), k)
            return
        self.lag.pop(target, None)
        self.out[k] = None
        if total:
            self.out[k] = stepped(self.block.ops[k], target, total, self.block.arch, self.block.wave)
            self.holdings.step(target, total)

    # -- sums of two words

    def wide_low(self, k: int, op: Op, made: WideSum) -> None:
        if made.terms == (made.target,):
            return  # with the upper half
        for unit in made.terms:
            self.split_pair(unit, k)
        self.write(k, op, made.target)

    def wide_high(self, k: int, op: Op, made: WideSum) -> None:
        target = made.target
        if made.terms == (target,):
            self.own_wide_step(k, made)
            return
        self.write(k, op, target)
        lags = [self.wide_lag[u] for u in made.terms if u in self.wide_lag]
        missing = sum(x.value for x in lags) % _LONG
        self.wide_lag.pop(target, None)
        if missing:
            self.wide_lag[target] = _Lag(missing, frozenset[int]().union(*(x.steps for x in lags)))

    def own_wide_step(self, k: int, made: WideSum) -> None:
        target = made.target
        self.split_pair(target, k)
        old = self.wide_lag[target].value if target in self.wide_lag else 0
        total = (old + made.constant) % _LONG
        if made.low == made.high and old and total >= _WORD // 2:
            self.need(target, k)  # a literal would not hold it
        if k not in self.kept:
            self.out[made.low] = self.out[k] = None
            if total:
                self.wide_lag[target] = _Lag(total, frozenset({k}))
            else:
                self.wide_lag.pop(target, None)
            return
        self.wide_lag.pop(target, None)
        if not total:
            self.out[made.low] = self.out[k] = None
            return
        if made.low == made.high:
            self.out[k] = with_constant(self.block.ops[k], total, self.block.arch, self.block.wave)
            for unit in (target, target + 1):
                self.holdings.touch(unit)
            return
        halves = (total % _WORD, total >> 32)
        for at, half in zip((made.low, k), halves, strict=True):
            op = self.block.ops[at]
            self.out[at] = with_constant(op, half, self.block.arch, self.block.wave)
            for unit in op.written:
                self.holdings.touch(unit)

    def split_pair(self, unit: int, k: int) -> None:
        """Prepares a pair to be read as a whole: its words must not lag one by one, nor as part of other pairs."""
        for word in (unit, unit + 1):
            if word in self.lag:
                self.need(word, k)
            if word in self.wide_lag and word != unit:
                self.need(word, k)
        if unit - 1 in self.wide_lag:
            self.need(unit - 1, k)

    # -- what is read

    def need(self, unit: int, reader: int) -> None:
        """Restarts the block, because the true value of a register, or of the pair that begins there, is needed."""
        lag = self.wide_lag.get(unit) or self.lag[unit]
        raise _Needed(lag.steps, reader)

    def not_half(self, unit: int, k: int) -> None:
        """Prepares a single word of a pair to be read."""
        for low in (unit, unit - 1):
            if low in self.wide_lag:
                self.need(low, k)

    def exact(self, k: int, op: Op, but: tuple[int, ...] = ()) -> Op:
        """Requires true values in everything that the op reads, except the units ``but``; a known number is
        substituted."""
        if not self.lag and not self.wide_lag:
            return op
        if _EXEC & set(op.written):
            for unit in [u for u in (*self.lag, *self.wide_lag) if u < NUM_VGPRS]:
                self.need(unit, k)
        for unit in dict.fromkeys(op.read):
            if unit in but:
                continue
            self.not_half(unit, k)
            if unit not in self.lag:
                continue
            number = self.holdings.number(unit)
            changed = None
            if number is not None:
                value = (number + self.lag[unit].value) % _WORD
                changed = with_number(op, unit, value, self.block.arch, self.block.wave)
            if changed is None:
                self.need(unit, k)
            else:
                op = changed
        return op

    def access(self, k: int, op: Op, where: AccessBase) -> None:
        """A memory access: its base may lag, nothing else that it reads."""
        reg = op.operands[where.operand].reg
        assert reg is not None
        base = reg.first
        read_else = {u for r in op.refs if r.reads and r.operand != where.operand for u in r.reg.units}
        read_else |= {u for r in op.refs if r.writes and op.desc.partial for u in r.reg.units}
        self.exact(k, op, but=tuple(u for u in reg.units if u not in read_else))
        lag = (self.lag if where.words == 1 else self.wide_lag).get(base)
        extra = lag.value if lag is not None else 0
        if where.words == 2:
            self.split_pair(base, k)
        else:
            self.not_half(base, k)
        changed = self.rebased(op, base, extra) if where.words == 1 else None
        if changed is None:
            changed = moved(op, base, extra, self.block.arch, self.block.wave) if extra else op
        if changed is None:
            self.need(base, k)
        else:
            self.out[k] = changed

    def rebased(self, op: Op, unit: int, extra: int) -> Op | None:
        """The access through the register from which its base was computed, if that register still holds the same
        value."""
        found = self.holdings.base(unit)
        if found is None:
            return None
        return moved(op, found[0], extra + found[1], self.block.arch, self.block.wave)

    # -- what is written

    def write(self, k: int, op: Op, pair: int | None = None) -> None:
        """Records that the op has run and its results are current. ``pair``: it writes one word of a pair that is
        current as a whole."""
        defs = set(op.written)
        for low in [u for u in self.wide_lag if {u, u + 1} & defs]:
            if not {low, low + 1} <= defs and low != pair:
                self.need(low, k)
            if pair is None or low != pair:
                del self.wide_lag[low]
        for unit in defs:
            self.lag.pop(unit, None)
            self.holdings.touch(unit)
        if defs & _EXEC:
            self.holdings.forget_lanes()

    def set_lag(self, unit: int, value: int, steps: frozenset[int], k: int) -> None:
        for low in (unit, unit - 1):
            if low in self.wide_lag:
                self.need(low, k)
        self.lag.pop(unit, None)
        if value:
            self.lag[unit] = _Lag(value, steps)
