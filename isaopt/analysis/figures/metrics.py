"""The figures of a kernel and of its loops, as reports, ``opt`` and ``diff`` give them.

``issue_cycles`` counts issue cycles of the vector ALU under the default register-file model: one for each
instruction plus what its operands cost to gather.  It is no measurement and knows nothing of memory, waits, branches,
transcendental or matrix throughput; loops count once, a loop's figures are for one pass over its own body.
``predicted_cycles`` is what the simulator predicts, for the launch that ``predicted_for`` names: see
``isaopt.tuning.workloads``, which fills them in.

How much of the vector ALU's work in a loop is spent on addresses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction

from isaopt.analysis.figures.descriptor import resources_of
from isaopt.analysis.figures.limits import limits_of
from isaopt.analysis.flow.blockers import blockers
from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.loops import Loop, find_loops
from isaopt.analysis.flow.webs import Webs, find_webs
from isaopt.graphs import reachable
from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Kernel, Module, Op
from isaopt.target.arch import Arch, get_arch
from isaopt.target.bank_models import ARTICLE, DEFAULT_MODEL, bank_models
from isaopt.target.banks import Charge, charge, charge_block, operand_reads
from isaopt.target.reads import Reads, is_valu, reads_of
from isaopt.target.vopd_ops import component_name

_ADDRESS = frozenset({"vaddr", "addr", "vaddr0"})


def address_valu(module: Module, kernel: Kernel, cfg: CFG, loops: Sequence[Loop]) -> dict[int, int]:
    """By block index of a loop's header, the VALU instructions in the loop (inner loops included) on which a vector
    address of a memory access in it depends, through vector registers and within the loop; a dual instruction counts
    once.

    Empty where the kernel cannot be analysed.
    """
    if not loops or blockers(module, kernel):
        return {}
    webs = find_webs(module, kernel, cfg)
    found: dict[int, int] = {}
    for loop in loops:
        inside = [index for b in sorted(loop.blocks) for index in cfg.blocks[b].instructions]
        found[loop.header] = len(_slice(module, webs, inside))
    return found


def _slice(module: Module, webs: Webs, inside: list[int]) -> set[int]:
    """Item indices of the VALU instructions that write a web on which an address depends."""
    reads: dict[tuple[int, int], set[int]] = {}
    writers: dict[int, set[tuple[int, int]]] = {}
    wanted: list[int] = []
    for index in inside:
        item = module.instruction(index)
        op = item.op
        memory = op.desc.memory is not None
        for place, ref in enumerate(op.refs):
            if not ref.reg.is_vgpr:
                continue
            for offset in range(len(ref.reg.units)):
                web = webs.web_at.get((index, place, offset))
                if web is None:
                    continue
                if memory and ref.reads and ref.desc.name in _ADDRESS:
                    wanted.append(web)
                if is_valu(op):
                    if ref.reads:
                        reads.setdefault((index, ref.component), set()).add(web)
                    if ref.writes:
                        writers.setdefault(web, set()).add((index, ref.component))
    needed = reachable(wanted, lambda web: (r for place in writers.get(web, ()) for r in reads.get(place, ())))
    return {index for web in needed for index, _ in writers.get(web, ())}


@dataclass(frozen=True, slots=True)
class InstructionCost:
    """The reads of one VALU instruction, and the charge of each model for it, by the model's name."""

    reads: Reads
    charges: dict[str, Charge]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Figures that add up over instructions.  Conflicts and cycles are those of the default model."""

    instructions: int
    valu: int
    dual: int
    single_pairable: int
    bank_conflicts: Fraction
    bank_conflicts_by_model: dict[str, Fraction]
    vgpr_bank_reads: int
    vgpr_operand_reads: int
    issue_cycles: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopMetrics(Counts):
    """The figures of a loop's own body, without inner loops.

    ``address_valu`` is the number of VALU instructions of the loop, including inner loops, on which vector addresses
    depend; None if it was not requested or is unknown.
    """

    label: str
    depth: int
    parent: str | None
    trip_count: int | None
    predicted_cycles: Fraction | None = None
    address_valu: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics(Counts):
    """The figures of a kernel; the fields are those of ``METRICS`` in the interface contract.

    ``predicted_cycles`` is what the simulator predicts for the launch that ``predicted_for`` describes.
    """

    vgprs: int
    sgprs: int
    lds_bytes: int
    scratch_bytes: int
    occupancy_waves_per_simd: int
    loops: tuple[LoopMetrics, ...]
    predicted_cycles: Fraction | None = None
    predicted_for: str | None = None


def instruction_costs(module: Module, blocks: Iterable[Sequence[int]]) -> dict[int, InstructionCost]:
    """The cost of every VALU instruction of these basic blocks under each model, by item index.

    ``blocks`` hold item indices in execution order; operand caches are taken as empty at the start of a block.
    """
    out: dict[int, InstructionCost] = {}
    for block in blocks:
        valu = [i for i in block if is_valu(module.instruction(i).op)]
        ops = [module.instruction(i).op for i in valu]
        reads = [reads_of(op, module.arch) for op in ops]
        charges = {
            name: list(charge_block(model, reads)) if model.caches else [_charged(op, module.arch, name) for op in ops]
            for name, model in bank_models().items()
        }
        for place, index in enumerate(valu):
            out[index] = InstructionCost(reads[place], {name: each[place] for name, each in charges.items()})
    return out


@kept_in_op
def _charged(op: Op, arch: str, name: str) -> Charge:
    """The charge of a model without operand caches, which does not depend on earlier instructions."""
    return charge(bank_models()[name], {}, reads_of(op, arch))[0]


def _counted(ops: Sequence[Op], costs: Sequence[InstructionCost], arch: Arch, default: str) -> Counts:
    """The figures of a block with this many VALU instructions among its ``ops``."""
    # Fractions are slow to add: those of instructions without conflicts are zero.
    extra = {
        name: sum((c.charges[name].extra_cycles for c in costs if c.charges[name].conflicts), Fraction(0))
        for name in bank_models()
    }
    served = ((c.reads, c.charges[ARTICLE].served) for c in costs)
    return Counts(
        instructions=len(ops),
        valu=len(costs),
        dual=sum(op.pair is not None for op in ops),
        single_pairable=sum(is_valu(op) and component_name(arch, op) is not None for op in ops),
        bank_conflicts=extra[default],
        bank_conflicts_by_model=extra,
        vgpr_bank_reads=sum(not (r.accumulator or hit) for own in served for r, hit in zip(*own, strict=True)),
        vgpr_operand_reads=sum(len(operand_reads(c.reads)) for c in costs),
        issue_cycles=len(costs) + extra[default],
    )


def _sum(counts: Iterable[Counts]) -> Counts:
    each = list(counts)
    by_model = {name: sum((c.bank_conflicts_by_model[name] for c in each), Fraction(0)) for name in bank_models()}
    names = (f.name for f in fields(Counts) if f.name != "bank_conflicts_by_model")
    return Counts(bank_conflicts_by_model=by_model, **{name: sum(getattr(c, name) for c in each) for name in names})


def _loop_metrics(loop: Loop, loops: Sequence[Loop], counts: Counts, address_valu: int | None) -> LoopMetrics:
    return LoopMetrics(
        label=loop.label,
        depth=loop.depth,
        parent=None if loop.parent is None else loops[loop.parent].label,
        trip_count=loop.trip_count,
        address_valu=address_valu,
        **{f.name: getattr(counts, f.name) for f in fields(Counts)},
    )


def kernel_metrics(
    module: Module,
    kernel: Kernel,
    bank_model: str = DEFAULT_MODEL,
    addresses: bool = False,
) -> Metrics:
    """The figures of a kernel.

    ``bank_model`` names the model behind ``bank_conflicts`` and ``issue_cycles``; ``addresses`` requests each loop's
    work on addresses, which takes longer than all other figures.
    """
    graph = build_cfg(module, kernel)
    nest = find_loops(module, kernel, graph)
    arch = get_arch(module.arch, module.path)
    costs = instruction_costs(module, [block.instructions for block in graph.blocks])
    by_block = [
        _counted(
            [module.instruction(i).op for i in block.instructions],
            [costs[i] for i in block.instructions if i in costs],
            arch,
            bank_model,
        )
        for block in graph.blocks
    ]
    total = _sum(by_block)
    res = resources_of(module, kernel)
    work = address_valu(module, kernel, graph, nest) if addresses else {}
    return Metrics(
        **{f.name: getattr(total, f.name) for f in fields(Counts)},
        vgprs=res.vgprs,
        sgprs=res.sgprs,
        lds_bytes=res.lds_bytes,
        scratch_bytes=res.scratch_bytes,
        occupancy_waves_per_simd=limits_of(module, kernel).waves,
        loops=tuple(
            _loop_metrics(loop, nest, _sum(by_block[b] for b in sorted(loop.own_blocks)), work.get(loop.header))
            for loop in nest
        ),
    )
