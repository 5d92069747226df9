"""The figures of a kernel and of its loops, as reports, ``opt`` and ``diff`` give them.

``issue_cycles`` counts issue cycles of the vector ALU under the default register-file model: one for each
instruction plus what its operands cost to gather.  It is no measurement and knows nothing of memory, waits, branches,
transcendental or matrix throughput; loops count once, a loop's figures are for one pass over its own body.
``predicted_cycles`` is what the simulator predicts, for the launch that ``predicted_for`` names: see
``isaopt.tuning.workloads``, which fills them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from isaopt.analysis.figures.address_work import address_valu
from isaopt.analysis.figures.descriptor import resources_of
from isaopt.analysis.figures.limits import limits_of
from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.loops import Loop, find_loops
from isaopt.ir.program import Instruction, Kernel, Module, Op
from isaopt.target.arch import Arch, get_arch
from isaopt.target.bank_model import operand_reads
from isaopt.target.banks import ARTICLE, DEFAULT_MODEL, MODELS, Charge, Reads, charge_block, reads_of
from isaopt.target.reads import is_valu
from isaopt.target.vopd_ops import component_name


@dataclass(frozen=True, slots=True)
class InstructionCost:
    """What one VALU instruction reads and what each model charges for it, by the model's name."""

    reads: Reads
    charges: dict[str, Charge]


@dataclass(frozen=True, slots=True)
class Counts:
    """Figures that add up over instructions.

    ``valu`` counts a dual instruction once, ``dual`` those among them; ``single_pairable`` are VALU instructions
    issued alone although VOPD has their opcode.  ``bank_conflicts`` are extra cycles under the default model,
    ``bank_conflicts_by_model`` under each.  ``vgpr_operand_reads`` counts VGPR sources in 32-bit registers without
    tied accumulators, ``vgpr_bank_reads`` those that the ``article`` model's caches do not serve.
    """

    instructions: int = 0
    valu: int = 0
    dual: int = 0
    single_pairable: int = 0
    bank_conflicts: Fraction = Fraction(0)
    bank_conflicts_by_model: dict[str, Fraction] = field(default_factory=lambda: dict.fromkeys(MODELS, Fraction(0)))
    vgpr_bank_reads: int = 0
    vgpr_operand_reads: int = 0

    @property
    def issue_cycles(self) -> Fraction:
        """VALU issue cycles under the default model."""
        return self.valu + self.bank_conflicts


@dataclass(frozen=True, slots=True)
class LoopMetrics:
    """The figures of a loop's own body, inner loops not counted.

    ``parent`` is the label of the loop around it, None for an outermost one; ``trip_count`` None where unknown.
    ``predicted_cycles`` is the time in which each wave makes a pass, inner loops included, None where nothing was
    simulated.  ``address_valu`` counts, inner loops included, the VALU instructions that compute addresses; None where
    nobody asked, or the kernel cannot be analysed.
    """

    label: str
    depth: int
    parent: str | None
    trip_count: int | None
    instructions: int
    valu: int
    dual: int
    single_pairable: int
    bank_conflicts: Fraction
    bank_conflicts_by_model: dict[str, Fraction]
    vgpr_bank_reads: int
    vgpr_operand_reads: int
    issue_cycles: Fraction
    predicted_cycles: Fraction | None = None
    address_valu: int | None = None


@dataclass(frozen=True, slots=True)
class Metrics:
    """The figures of a kernel; the fields are those of ``METRICS`` in the interface contract.

    ``predicted_cycles`` are those of the launch that ``predicted_for`` describes, None where nothing was simulated.
    """

    instructions: int
    vgprs: int
    sgprs: int
    lds_bytes: int
    scratch_bytes: int
    occupancy_waves_per_simd: int
    valu: int
    dual: int
    single_pairable: int
    bank_conflicts: Fraction
    bank_conflicts_by_model: dict[str, Fraction]
    vgpr_bank_reads: int
    vgpr_operand_reads: int
    issue_cycles: Fraction
    loops: tuple[LoopMetrics, ...]
    predicted_cycles: Fraction | None = None
    predicted_for: str | None = None


def _op(module: Module, index: int) -> Op:
    item = module.items[index]
    assert isinstance(item, Instruction)
    return item.op


def instruction_costs(module: Module, blocks: Iterable[Sequence[int]]) -> dict[int, InstructionCost]:
    """What every VALU instruction of these basic blocks costs under each model, by item index.

    ``blocks`` hold item indices in execution order; operand caches are taken as empty where a block begins.
    """
    out: dict[int, InstructionCost] = {}
    for block in blocks:
        valu = [i for i in block if is_valu(_op(module, i))]
        reads = [reads_of(_op(module, i), module.arch) for i in valu]
        charges = {name: list(charge_block(model, reads)) for name, model in MODELS.items()}
        for place, index in enumerate(valu):
            out[index] = InstructionCost(reads[place], {name: each[place] for name, each in charges.items()})
    return out


def _count(op: Op, cost: InstructionCost | None, arch: Arch, default: str) -> Counts:
    if cost is None:
        return Counts(instructions=1)
    served = cost.charges[ARTICLE].served
    extra = {name: charge.extra_cycles for name, charge in cost.charges.items()}
    return Counts(
        instructions=1,
        valu=1,
        dual=int(op.pair is not None),
        single_pairable=int(component_name(arch, op) is not None),
        bank_conflicts=extra[default],
        bank_conflicts_by_model=extra,
        vgpr_bank_reads=sum(not hit and not read.accumulator for read, hit in zip(cost.reads, served, strict=True)),
        vgpr_operand_reads=len(operand_reads(cost.reads)),
    )


def _sum(counts: Iterable[Counts]) -> Counts:
    each = list(counts)
    return Counts(
        instructions=sum(c.instructions for c in each),
        valu=sum(c.valu for c in each),
        dual=sum(c.dual for c in each),
        single_pairable=sum(c.single_pairable for c in each),
        bank_conflicts=sum((c.bank_conflicts for c in each), Fraction(0)),
        bank_conflicts_by_model={
            name: sum((c.bank_conflicts_by_model[name] for c in each), Fraction(0)) for name in MODELS
        },
        vgpr_bank_reads=sum(c.vgpr_bank_reads for c in each),
        vgpr_operand_reads=sum(c.vgpr_operand_reads for c in each),
    )


def _loop_metrics(loop: Loop, loops: Sequence[Loop], counts: Counts, address_valu: int | None) -> LoopMetrics:
    return LoopMetrics(
        label=loop.label,
        depth=loop.depth,
        parent=None if loop.parent is None else loops[loop.parent].label,
        trip_count=loop.trip_count,
        instructions=counts.instructions,
        valu=counts.valu,
        dual=counts.dual,
        single_pairable=counts.single_pairable,
        bank_conflicts=counts.bank_conflicts,
        bank_conflicts_by_model=counts.bank_conflicts_by_model,
        vgpr_bank_reads=counts.vgpr_bank_reads,
        vgpr_operand_reads=counts.vgpr_operand_reads,
        issue_cycles=counts.issue_cycles,
        address_valu=address_valu,
    )


def kernel_metrics(
    module: Module,
    kernel: Kernel,
    cfg: CFG | None = None,
    loops: Sequence[Loop] | None = None,
    bank_model: str = DEFAULT_MODEL,
    addresses: bool = False,
) -> Metrics:
    """The figures of a kernel.  ``cfg`` and ``loops`` are made where the caller has none.

    ``bank_model`` names the model behind ``bank_conflicts`` and ``issue_cycles``; ``addresses`` asks for each
    loop's work on addresses, which takes longer than all else here.
    """
    graph = build_cfg(module, kernel) if cfg is None else cfg
    nest = find_loops(module, kernel, graph) if loops is None else loops
    arch = get_arch(module.arch, module.path)
    costs = instruction_costs(module, [block.instructions for block in graph.blocks])
    by_block = [
        _sum(_count(_op(module, i), costs.get(i), arch, bank_model) for i in block.instructions)
        for block in graph.blocks
    ]
    total = _sum(by_block)
    res = resources_of(module, kernel)
    work = address_valu(module, kernel, graph, nest) if addresses else {}
    return Metrics(
        instructions=total.instructions,
        vgprs=res.vgprs,
        sgprs=res.sgprs,
        lds_bytes=res.lds_bytes,
        scratch_bytes=res.scratch_bytes,
        occupancy_waves_per_simd=limits_of(module, kernel).waves,
        valu=total.valu,
        dual=total.dual,
        single_pairable=total.single_pairable,
        bank_conflicts=total.bank_conflicts,
        bank_conflicts_by_model=total.bank_conflicts_by_model,
        vgpr_bank_reads=total.vgpr_bank_reads,
        vgpr_operand_reads=total.vgpr_operand_reads,
        issue_cycles=total.issue_cycles,
        loops=tuple(
            _loop_metrics(loop, nest, _sum(by_block[b] for b in sorted(loop.own_blocks)), work.get(loop.header))
            for loop in nest
        ),
    )
