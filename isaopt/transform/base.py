"""The interface of a pass.

A pass is a frozen dataclass: its fields are its options, and ``apply`` takes one kernel of a valid module and
returns a valid module. It never prints; messages go into the result's notes.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Protocol

from msgspec import Meta

from isaopt.analysis.flow.cfg import CFG
from isaopt.asm.resources import declared_vgprs, highest_vgpr
from isaopt.ir.program import Kernel, Module
from isaopt.target.arch import get_arch
from isaopt.target.occupancy import vgpr_budget

VgprLimit = Annotated[int, Meta(ge=1, le=256)] | None
Effort = Annotated[float, Meta(gt=0, le=100)]
Seed = Annotated[int, Meta(ge=0, lt=2**31)]


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """``status`` is ``optimal``, ``feasible`` (with a gap to ``bound``) or ``unchanged``; ``objective`` and ``bound``
    are for the pass's first objective, ``levels`` for each one in order: (name, objective, bound, status)."""

    status: str
    objective: float
    bound: float
    levels: tuple[tuple[str, float, float, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Declined:
    """A candidate that a pass left as it was: the 1-based line of the input that it stands on (0 if it has none, or
    stands on code that an earlier pass made), a reason code that scripts can count, and the reason for people."""

    line: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class LoopRefused:
    """Why a pass leaves a loop as it is: a reason code, and the reason for people."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a pass's change that can be left out: a loop, a block, or a group of accesses.

    ``line`` is where it begins, from 1; when the pass's field ``without`` contains that line, the part is left
    unchanged. Copies made by an earlier pass share their lines and are left out together. ``lines`` are all lines of
    its code.
    """

    line: int
    name: str
    lines: frozenset[int]


@dataclass(frozen=True, slots=True)
class PassResult:
    """The module after the pass, and the pass's report.

    ``declined`` are the candidates that it refused, in code order. ``stages`` are intermediate versions between the
    input and ``module``, without waits and hints (:mod:`isaopt.rebuild.rewrite`); a proof may use them as steps and
    does not trust them. ``parts`` are the pieces of the change that can be left out one by one, in code order.
    ``reason`` is the code for why the kernel was left unchanged, one word for scripts to count; empty if it was
    changed.
    """

    module: Module
    changed: bool
    solver: SolverAnswer | None = None
    notes: tuple[str, ...] = ()
    stages: tuple[Module, ...] = ()
    declined: tuple[Declined, ...] = ()
    parts: tuple[Part, ...] = ()
    reason: str = ""


def unchanged(
    module: Module,
    reason: str,
    why: str,
    more: Sequence[str] = (),
    *,
    answer: SolverAnswer | None = None,
    declined: Sequence[Declined] = (),
) -> PassResult:
    """The result of a pass that leaves its kernel as it is, for a ``reason`` in one word and in words;
    ``more`` are further notes."""
    return PassResult(module, False, answer, (f"left unchanged: {why}", *more), (), tuple(declined), reason=reason)


def failed_pass(module: Module, error: Exception) -> PassResult:
    """The result of a pass that raised ``error``, which is a defect of isaopt: the kernel stays as it is and the
    report says why. With ``ISAOPT_DEBUG=1`` the error is raised instead."""
    if os.environ.get("ISAOPT_DEBUG") == "1":
        raise error
    what = f"internal error: {' '.join(f'{type(error).__name__}: {error}'.split())}, please report"
    return unchanged(module, "internal", what, declined=(Declined(0, "internal", what),))


class Pass(Protocol):
    """One transformation of one kernel."""

    name: ClassVar[str]
    summary: ClassVar[str]

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel, transformed or left as it is; every input is valid IR and so is every output."""
        ...


@dataclass(frozen=True, slots=True)
class SolverPass:
    """The options of passes that look for registers: ``max_vgprs`` is the most VGPRs, ``effort`` scales the solver's
    deterministic work, ``seed`` is the solver's."""

    max_vgprs: VgprLimit = None
    effort: Effort = 1
    seed: Seed = 0

    def budget(self, module: Module, kernel: Kernel, least: int = 0) -> int:
        """How many VGPRs a kernel may use: the most that preserve its occupancy, or ``least`` if that is more; never
        fewer than it uses now."""
        arch = get_arch(module.arch)
        used = highest_vgpr(module, kernel) + 1
        declared = min(declared_vgprs(module, kernel) or used, arch.vgprs_per_wave)
        most = max(least, vgpr_budget(arch, declared, kernel.wave_size))
        return max(used, most if self.max_vgprs is None else min(most, self.max_vgprs))


@dataclass(frozen=True, slots=True)
class PartsPass(SolverPass):
    """``without``: first lines of the parts (:class:`Part`) to leave unchanged."""

    without: tuple[int, ...] = ()


def first_line(module: Module, cfg: CFG, block: int) -> int:
    """The line in which a block begins."""
    return module.items[cfg.blocks[block].instructions[0]].line


def loop_part(module: Module, cfg: CFG, header: int, blocks: Iterable[int]) -> Part:
    """The loop with that header, as a part."""
    return _part(module, cfg, "loop", header, blocks)


def block_parts(module: Module, cfg: CFG, blocks: Iterable[int]) -> tuple[Part, ...]:
    """Each block as a part of its own."""
    return tuple(_part(module, cfg, "block", b, (b,)) for b in sorted(blocks))


def left_out(module: Module, cfg: CFG, without: Collection[int]) -> frozenset[int]:
    """The blocks that begin in one of the lines ``without``."""
    return frozenset(b.index for b in cfg.blocks if without and first_line(module, cfg, b.index) in without)


def _part(module: Module, cfg: CFG, kind: str, first: int, blocks: Iterable[int]) -> Part:
    line = first_line(module, cfg, first)
    lines = frozenset(module.items[i].line for b in blocks for i in cfg.blocks[b].instructions)
    return Part(line, f"{kind} {cfg.blocks[first].label or f'in line {line}'}", lines)
