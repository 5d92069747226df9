"""Which kernels of a file are alike, as instances of a template are: they do nearly the same in their loops.

Passes gain nearly the same by such kernels, so what the first one keeps is all that is worth trying for the others. The
code alone tells, so neither processes nor a cache have a say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.flow.loops import find_loops
from isaopt.ir.program import Kernel, Module, Op
from isaopt.isa.meaning import Unit
from isaopt.outcome import KernelReport, PassReport
from isaopt.tuning.headroom import Promise
from isaopt.tuning.search import TRADES

#: Passes that look for registers, which differ in kernels that are alike.
_BY_REGISTERS = frozenset(["pair", "reassign"])

#: The least share of operations that kernels have in common: in each loop, or in all where there is none; and in all of
#: kernels with loops, where the time goes.
_LOOPS, _WHOLE = 0.9, 0.75


@dataclass(frozen=True)
class Operations:
    """How often each operation occurs, whatever its registers and constants are; waits and hints do not count."""

    counts: Counter[str]
    total: int

    @staticmethod
    def of(ops: Iterable[Op]) -> Operations:
        counts = Counter(
            half.operation
            for op in ops
            for half in op.halves
            if half.desc.unit is not Unit.INTERNAL or half.flag("barrier")
        )
        return Operations(counts, counts.total())

    def shared(self, other: Operations) -> float:
        """The share of the operations of the larger one that both have."""
        least, most = sorted((self.total, other.total))
        if least < _WHOLE * most:
            return 0.0
        return sum(min(n, other.counts[name]) for name, n in self.counts.items()) / max(1, most)


@dataclass(frozen=True)
class Likeness:
    """What a kernel does: in all, and for each loop its depth and what is in it but not in loops inside it."""

    whole: Operations
    loops: tuple[tuple[int, Operations], ...]

    @staticmethod
    def of(module: Module, kernel: Kernel) -> Likeness:
        cfg = build_cfg(module, kernel)
        ops = kernel_ops(module, cfg)
        inside = (
            (loop.depth, Operations.of(ops[k] for b in sorted(loop.own_blocks) for k in cfg.blocks[b].ordinals))
            for loop in find_loops(module, kernel, cfg)
        )
        return Likeness(Operations.of(ops), tuple(inside))

    def like(self, other: Likeness) -> bool:
        if [depth for depth, _ in self.loops] != [depth for depth, _ in other.loops]:
            return False
        return self.whole.shared(other.whole) >= (_WHOLE if self.loops else _LOOPS) and all(
            one.shared(two) >= _LOOPS for (_, one), (_, two) in zip(self.loops, other.loops, strict=True)
        )


def first_alike(kernels: Sequence[Likeness]) -> list[int]:
    """For each kernel the number of the first one that is alike and is like no one before it, which may be itself."""
    firsts: list[int] = []
    found = []
    for at, kernel in enumerate(kernels):
        first = next((k for k in firsts if kernels[k].like(kernel)), at)
        if first == at:
            firsts.append(at)
        found.append(first)
    return found


@dataclass(frozen=True, slots=True)
class Lead:
    """What a kernel has from the first one that is alike: passes are ``left_out`` that did nothing for that one, and
    what it promised is not asked again. ``settled``: all other passes were chosen together, so no fewer of them are
    compared; it is enough that they do not slow the kernel down."""

    left_out: tuple[PassReport, ...] = ()
    promise: Promise | None = None
    settled: bool = False

    @staticmethod
    def of(first: KernelReport, promise: Promise | None, names: Collection[str]) -> Lead:
        """The lead of the kernel with this report, for these passes."""
        ran = [report for report in first.passes if report.name in names]
        gained = any(report.changed for report in ran)

        def may_gain(report: PassReport) -> bool:
            if report.reason == "slower":  # often by chance, but trades
                return report.name not in TRADES
            by_registers = gained and report.name in _BY_REGISTERS and report.reason in ("no-gain", "at-most")
            return report.changed or by_registers or report.reason in ("not-proved", "internal")

        note = f"not tried, as it did nothing for the kernel '{first.name}', which is alike"
        left_out = (
            PassReport(report.name, False, 0.0, None, (f"{note} [{report.reason}]",), reason=report.reason)
            for report in ran
            if not may_gain(report)
        )
        tried = (report for report in ran if may_gain(report) and report.name not in _BY_REGISTERS)
        return Lead(tuple(left_out), promise, gained and all(report.changed for report in tried))

    @property
    def names(self) -> frozenset[str]:
        """The passes that are left out."""
        return frozenset(report.name for report in self.left_out)


#: That of a kernel with none like it before it.
NO_LEAD = Lead()
