"""The wait states that MFMA requires: CDNA hardware does not interlock on its results.

A wait state is the issue of one instruction; ``s_nop N`` counts as N + 1. Figures: LLVM 19 GCNHazardRecognizer.cpp
(checkMAIHazards90A, checkMAIVALUHazards), SISchedule.td for the passes; CDNA2 and CDNA3 ISA guides, "Manually inserted
wait states".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from isaopt.target.matrix import MatrixOp
from isaopt.target.matrix_ops import matrix_op

#: The most wait states that any rule requires.
MOST_WAIT_STATES = 19
#: After a VALU instruction that writes EXEC, and one that writes a register of the MFMA.
EXEC_TO_MFMA, VALU_TO_MFMA = 4, 2
#: From a double-precision MFMA to ``v_fma_f64`` and ``v_fmac_f64``.
DOUBLE_TO_FMA = 2
#: gfx90a: from a VALU write to a memory access that reads it, where a double-precision MFMA stands between.
DOUBLE_BETWEEN = 2

Reader = Literal["valu", "memory"]


@dataclass(frozen=True, slots=True)
class Mfma:
    """The traits on which the wait states depend: passes of four cycles; double precision; whether it is one of the XDL
    instructions (on gfx942 all except FP32 and FP64); whether it is 4x4."""

    passes: int
    double: bool
    xdl: bool
    tiny: bool


@cache
def mfma_of(arch: str, operation: str) -> Mfma | None:
    """The traits of an MFMA or SMFMAC of gfx90a or gfx942; None for any other instruction."""
    op = matrix_op(arch, operation)
    if op is None:
        return None
    double = op.c == "f64"
    xdl = not double and (arch == "gfx90a" or op.a != "f32")
    return Mfma(_passes(arch, op), double, xdl, op.m == 4)


def _passes(arch: str, op: MatrixOp) -> int:
    if op.c == "f64":
        return 4 if op.m == 4 else 8
    if op.m == 4:
        return 2
    if arch == "gfx90a":
        return 8 if op.m == 16 else 16
    if op.sparse:
        return 4 if op.m == 16 else 8
    if op.m == 16:
        return 8 if op.k <= 4 else 4
    return 8 if op.k >= 8 or op.a == "xf32" else 16


def to_matrix_c(arch: str, writer: Mfma, reader: Mfma, same: bool) -> int:
    """From an MFMA to an MFMA that reads its result as C; ``same``: that C is the whole of the first one's D."""
    newer = arch == "gfx942"
    if not reader.double and writer.double and not newer:
        return 0
    if same:
        if reader.double and writer.double and reader.tiny and writer.tiny:
            return 4
        return 2 if newer and writer.passes == 2 else 0
    if writer.double:
        return 0 if reader.xdl else 4 if writer.tiny else 9
    if newer:
        if reader.xdl and not writer.xdl:
            return 0
        return writer.passes + writer.xdl
    return writer.passes + reader.double


def to_matrix_ab(arch: str, writer: Mfma) -> int:
    """From an MFMA to an MFMA that reads its result as A, B or index."""
    if writer.double:
        return 6 if writer.tiny else 11
    return _result(arch, writer)


def to_reader(arch: str, writer: Mfma, reader: Reader) -> int:
    """From an MFMA to a VALU instruction, or a memory access or export, that reads its result."""
    if writer.double:
        valu = reader == "valu"
        return (6 if valu else 9) if writer.tiny else (11 if valu else 18)
    return _result(arch, writer)


def to_writer(arch: str, writer: Mfma) -> int:
    """From an MFMA to another instruction that overwrites its result."""
    if writer.double:
        return 6 if writer.tiny else 11
    return _result(arch, writer)


def _result(arch: str, writer: Mfma) -> int:
    return writer.passes + 2 + (writer.xdl or arch == "gfx90a")


def read_to_writer(reader: Mfma) -> int:
    """From an MFMA that reads a register as C to a VALU instruction that overwrites it."""
    if reader.double or not reader.xdl:
        return 0
    return reader.passes - 1
