"""A kernel as pictures need it: register pressure, which value stands in which VGPR when, bank reads over time.

Time is the program order: the ordinals of the kernel's instructions, not cycles.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from isaopt.analysis.figures.limits import limits_of
from isaopt.analysis.figures.metrics import instruction_costs
from isaopt.analysis.flow.blockers import blockers
from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.loops import find_loops
from isaopt.analysis.flow.webs import Webs, find_webs
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.target.arch import get_arch
from isaopt.target.bank_models import ARTICLE
from isaopt.target.banks import BANKS, bank_of
from isaopt.target.occupancy import max_vgprs_for


def pressure(cfg: CFG, found: Webs) -> tuple[int, ...]:
    """How many registers webs occupy at each program point (two per instruction, before and after)."""
    change = [0] * (2 * len(cfg.order) + 1)
    for web in found.webs:
        for start, end in web.segments:
            change[start] += 1
            change[end] -= 1
    return tuple(accumulate(change[:-1]))


@dataclass(frozen=True, slots=True)
class LoopSpan:
    """A loop and the ordinals of the first and the last instruction of its body in the text."""

    label: str
    depth: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Stay:
    """A value in VGPR ``unit`` from program point ``start`` up to ``end`` (two points an instruction: before, after);
    pieces of one ``web`` are one value."""

    unit: int
    start: int
    end: int
    web: int


@dataclass(frozen=True, slots=True)
class BankUse:
    """What the VALU instruction of an ordinal reads: per bank, reads from the register file and reads that the
    ``article`` model's caches serve; ``extra`` cycles by model."""

    ordinal: int
    reads: tuple[int, ...]
    served: tuple[int, ...]
    extra: dict[str, Fraction]


@dataclass(frozen=True, slots=True)
class Picture:
    """Register pressure, the map of registers and bank reads over the program.

    ``lines`` and ``texts`` are by instruction, ``pressure`` by program point; ``steps`` are pairs of most VGPRs and
    waves, from many waves to few; ``waves`` are those that the kernel gets, whichever resource limits it.  ``pressure``
    and ``stays`` are empty for a kernel that cannot be analysed; ``blocked`` then says why.
    """

    name: str
    vgprs: int
    waves: int
    lines: tuple[int, ...]
    texts: tuple[str, ...]
    loops: tuple[LoopSpan, ...]
    steps: tuple[tuple[int, int], ...]
    banks: tuple[BankUse, ...]
    pressure: tuple[int, ...]
    stays: tuple[Stay, ...]
    blocked: str


def kernel_picture(module: Module, kernel: Kernel, vgprs: int) -> Picture:
    """The picture of a kernel; ``vgprs`` is its allocation, as in the metrics."""
    cfg = build_cfg(module, kernel)
    items = [module.items[index] for index in cfg.order]
    texts = [" ".join(i.text[i.start : i.end].split()) for i in items if isinstance(i, Instruction)]
    reasons = blockers(module, kernel)
    points: tuple[int, ...] = ()
    stays: list[Stay] = []
    if not reasons:
        webs = find_webs(module, kernel, cfg)
        points = pressure(cfg, webs)
        stays = [Stay(web.unit, start, end, web.id) for web in webs.webs for start, end in web.segments]
    return Picture(
        kernel.name,
        vgprs,
        limits_of(module, kernel).waves,
        tuple(item.line for item in items),
        tuple(texts),
        _loop_spans(module, kernel, cfg),
        _steps(module, kernel),
        _bank_uses(module, cfg),
        points,
        tuple(stays),
        reasons[0].message if reasons else "",
    )


def _loop_spans(module: Module, kernel: Kernel, cfg: CFG) -> tuple[LoopSpan, ...]:
    spans = []
    for loop in find_loops(module, kernel, cfg):
        blocks = [cfg.blocks[b] for b in loop.blocks]
        last = max(b.end for b in blocks) - 1
        spans.append(LoopSpan(loop.label, loop.depth, min(b.first for b in blocks), last))
    return tuple(spans)


def _steps(module: Module, kernel: Kernel) -> tuple[tuple[int, int], ...]:
    """The most VGPRs for each number of waves that some number of VGPRs gives."""
    arch = get_arch(module.arch, module.path)
    budgets: dict[int, int] = {}
    for waves in range(1, arch.waves_per_simd + 1):
        budgets[max_vgprs_for(arch, waves, kernel.wave_size)] = waves
    return tuple(sorted(budgets.items()))


def _bank_uses(module: Module, cfg: CFG) -> tuple[BankUse, ...]:
    ordinal = {index: k for k, index in enumerate(cfg.order)}
    uses = []
    for index, cost in instruction_costs(module, [b.instructions for b in cfg.blocks]).items():
        reads, served = [0] * BANKS, [0] * BANKS
        for read, hit in zip(cost.reads, cost.charges[ARTICLE].served, strict=True):
            if not read.accumulator:
                (served if hit else reads)[bank_of(read.vgpr)] += 1
        extra = {name: charge.extra_cycles for name, charge in cost.charges.items()}
        uses.append(BankUse(ordinal[index], tuple(reads), tuple(served), extra))
    return tuple(sorted(uses, key=lambda use: use.ordinal))
