"""Figures of a kernel for a read-only target: registers, waves, dual and matrix instructions.

These targets have no register-file model, so only what the file itself shows is counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from isaopt.analysis.figures.descriptor import descriptor_values
from isaopt.ir.choose import chosen_kernels
from isaopt.ir.program import Kernel, Module
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import AGPR_BASE, NUM_SGPRS, SGPR_BASE, is_agpr, vgpr_number
from isaopt.isa.tables import READ_ONLY_ARCHS
from isaopt.target.arch import get_arch
from isaopt.target.mfma_waits import mfma_of


@dataclass(frozen=True, slots=True)
class MatrixUse:
    """A matrix instruction of a kernel: its number of occurrences in the code, and the cycles that one takes, if
    known."""

    mnemonic: str
    count: int
    cycles: int | None


@dataclass(frozen=True, slots=True)
class ReadOnlyKernel:
    """``vgprs``, ``agprs``, ``sgprs`` are the registers that the code names, counted from 0; ``pairs`` are dual
    instructions. ``allocated_vgprs`` is a wave's share of the register file, which accumulation registers also use, at
    least the declared number; ``waves_per_simd`` is the number of waves that this allows. ``wait_states`` are those of
    ``s_nop``. ``notes`` say which figures are unknown, and why."""

    name: str
    instructions: int
    valu: int
    pairs: int
    vgprs: int
    agprs: int
    sgprs: int
    allocated_vgprs: int
    waves_per_simd: int
    lds_bytes: int
    scratch_bytes: int
    wait_states: int
    matrix: tuple[MatrixUse, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadOnlyReport:
    """The figures of a file for a read-only target."""

    path: str
    arch: str
    kernels: tuple[ReadOnlyKernel, ...]


def read_only_report(module: Module, kernels: tuple[str, ...] = ()) -> ReadOnlyReport:
    """The figures of a file for a read-only target; raises :class:`UsageError` for an unknown kernel."""
    assert module.arch in READ_ONLY_ARCHS
    chosen = chosen_kernels(module.kernels, kernels)
    return ReadOnlyReport(module.path, module.arch, tuple(_kernel(module, k) for k in chosen))


def _rounded(number: int, step: int) -> int:
    return -(-number // step) * step


def _kernel(module: Module, kernel: Kernel) -> ReadOnlyKernel:
    ops = [item.op for _, item in module.instructions(kernel)]
    figures = {name: figure.value for name, figure in get_arch(module.arch, read_only=True).figures.items()}
    declared = descriptor_values(module, kernel)
    vgprs = agprs = sgprs = 0
    for ref in (use.reg for op in ops for use in op.refs):
        end = ref.first + ref.count
        if ref.is_vgpr:
            vgprs = max(vgprs, vgpr_number(ref.units[-1]) + 1)
        elif is_agpr(ref.first):
            agprs = max(agprs, end - AGPR_BASE)
        elif end <= SGPR_BASE + NUM_SGPRS:
            sgprs = max(sgprs, end - SGPR_BASE)
    used = _rounded(vgprs, figures["agpr_granule"]) + agprs if agprs else vgprs
    allocated = _rounded(max(used, declared.get("next_free_vgpr", 0), 1), figures["vgpr_granule"])
    counts = Counter((op.mnemonic, op.operation) for op in ops if op.desc.unit is Unit.MATRIX)
    matrix = []
    for (mnemonic, operation), count in sorted(counts.items()):
        traits = mfma_of(module.arch, operation)
        cycles = traits.passes * figures["cycles_per_pass"] if traits else None
        matrix.append(MatrixUse(mnemonic, count, cycles))
    nops = [op.operands[0].value for op in ops if op.mnemonic == "s_nop" and op.operands]
    return ReadOnlyKernel(
        kernel.name,
        len(ops),
        sum(op.flag("valu") for op in ops),
        sum(op.pair is not None for op in ops),
        vgprs,
        agprs,
        sgprs,
        allocated,
        max(1, min(figures["waves_per_simd"], figures["vgprs_per_simd"] // allocated)),
        declared.get("group_segment_fixed_size", 0),
        declared.get("private_segment_fixed_size", 0),
        sum(n + 1 for n in nops if isinstance(n, int)),
        tuple(matrix),
        kernel.blocked,
    )
