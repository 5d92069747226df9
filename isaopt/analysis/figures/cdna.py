"""Figures of a kernel of CDNA (gfx90a, gfx942): registers, waves, and its matrix instructions.

None of the register-file and dual-issue models of RDNA holds there; what is counted is what can be read off the file.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from isaopt.analysis.figures.descriptor import evaluate, symbols_of
from isaopt.errors import UsageError
from isaopt.ir.program import Directive, Kernel, Module
from isaopt.isa.registers import AGPR_BASE, NUM_SGPRS, SGPR_BASE, is_agpr
from isaopt.isa.tables import READ_ONLY_ARCHS
from isaopt.target.mfma_waits import mfma_of


@cache
def _figure(name: str) -> int:
    document = json.loads(files("isaopt.target").joinpath("data/cdna.json").read_text(encoding="utf-8"))
    return next(int(f["value"]) for f in document["figures"] if f["name"] == name)


@dataclass(frozen=True, slots=True)
class MatrixUse:
    """A matrix instruction of a kernel: how often it stands in the code, and the cycles that one takes."""

    mnemonic: str
    count: int
    cycles: int


@dataclass(frozen=True, slots=True)
class CdnaKernel:
    """``vgprs``, ``agprs``, ``sgprs`` are what the code names, counted from 0.  ``unified_vgprs`` is what a wave takes
    of the register file that vector and accumulation registers share, at least what is declared; ``waves_per_simd``
    how many waves that allows.  ``wait_states`` are those of ``s_nop``."""

    name: str
    instructions: int
    valu: int
    vgprs: int
    agprs: int
    sgprs: int
    unified_vgprs: int
    waves_per_simd: int
    lds_bytes: int
    scratch_bytes: int
    wait_states: int
    matrix: tuple[MatrixUse, ...]


@dataclass(frozen=True, slots=True)
class CdnaReport:
    """The figures of a file for gfx90a or gfx942."""

    path: str
    arch: str
    kernels: tuple[CdnaKernel, ...]


def cdna_report(module: Module, kernels: tuple[str, ...] = ()) -> CdnaReport:
    """The figures of a file for a CDNA target; raises :class:`UsageError` for an unknown kernel."""
    assert module.arch in READ_ONLY_ARCHS
    known = {k.name for k in module.kernels}
    for name in kernels:
        if name not in known:
            raise UsageError(f"no kernel is called '{name}' (kernels: {', '.join(sorted(known)) or 'none'})")
    chosen = (k for k in module.kernels if not kernels or k.name in kernels)
    return CdnaReport(module.path, module.arch, tuple(_kernel(module, k) for k in chosen))


def _declared(module: Module, kernel: Kernel, name: str) -> int:
    """The value of an ``.amdhsa_`` directive; 0 where it is absent or not known."""
    index = kernel.descriptor.get(f".amdhsa_{name}")
    item = module.items[index] if index is not None else None
    return (evaluate(item.args, symbols_of(module)) or 0) if isinstance(item, Directive) else 0


def _rounded(number: int, step: int) -> int:
    return -(-number // step) * step


def _kernel(module: Module, kernel: Kernel) -> CdnaKernel:
    ops = [item.op for _, item in module.instructions(kernel)]
    vgprs = agprs = sgprs = 0
    for op in ops:
        for ref in op.refs:
            end = ref.reg.first + ref.reg.count
            if ref.reg.is_vgpr:
                vgprs = max(vgprs, end)
            elif is_agpr(ref.reg.first):
                agprs = max(agprs, end - AGPR_BASE)
            elif end <= SGPR_BASE + NUM_SGPRS:
                sgprs = max(sgprs, end - SGPR_BASE)
    used = _rounded(vgprs, _figure("agpr_granule")) + agprs if agprs else vgprs
    unified = _rounded(max(used, _declared(module, kernel, "next_free_vgpr"), 1), _figure("vgpr_granule"))
    counts = Counter((op.mnemonic, op.operation) for op in ops if op.flag("mfma"))
    matrix = []
    for (mnemonic, operation), count in sorted(counts.items()):
        traits = mfma_of(module.arch, operation)
        assert traits is not None
        matrix.append(MatrixUse(mnemonic, count, traits.passes * _figure("cycles_per_pass")))
    nops = [op.operands[0].value for op in ops if op.mnemonic == "s_nop" and op.operands]
    return CdnaKernel(
        kernel.name,
        len(ops),
        sum(op.flag("valu") for op in ops),
        vgprs,
        agprs,
        sgprs,
        unified,
        min(_figure("waves_per_simd"), _figure("vgprs_per_simd") // unified),
        _declared(module, kernel, "group_segment_fixed_size"),
        _declared(module, kernel, "private_segment_fixed_size"),
        sum(n + 1 for n in nops if isinstance(n, int)),
        tuple(matrix),
    )
