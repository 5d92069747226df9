"""Connects the IR to the VOPD rules: makes halves from ops and applies :mod:`isaopt.target.vopd`."""

from __future__ import annotations

from dataclasses import replace

from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Op, Operand, OperandKind
from isaopt.target.arch import Arch
from isaopt.target.vopd import PairHalf, Violation, VopdSource, check_halves, component_names, components, make_half

# Scalar values that are not registers use the constant bus like registers (LLVM SIInstrInfo, usesConstantBus).
_SPECIAL = ("src_scc", "src_shared_base", "src_shared_limit", "src_private_base", "src_private_limit")


def component_name(arch: Arch, op: Op) -> str | None:
    """The VOPD opcode of an op, single or half of a pair; None if it has none.  DPP forms have none."""
    if op.pair is not None or op.flag("dpp"):
        return None
    if op.desc.vopd is not None:
        return op.desc.vopd.name if op.desc.vopd.name in components(arch.family) else None
    return component_names(arch.family).get(op.operation)


def source_of(operand: Operand) -> VopdSource:
    """An operand as the rules of a pair see it."""
    reg = operand.reg
    if reg is not None:
        return VopdSource("vgpr" if reg.is_vgpr else "scalar", reg.first)
    if operand.kind is OperandKind.KEYWORD:
        if operand.text in _SPECIAL:
            return VopdSource("scalar", -1 - _SPECIAL.index(operand.text))
        return VopdSource("none")
    if operand.kind in (OperandKind.INT, OperandKind.FLOAT) and operand.value is not None:
        return VopdSource("number", operand.value)
    return VopdSource("expr")


def half_of(arch: Arch, op: Op) -> PairHalf:
    """The half of a dual instruction that an op makes with its present operands; ``faults`` lists any obstacles."""
    return _half_on(op, arch)


@kept_in_op
def _half_on(op: Op, arch: Arch) -> PairHalf:
    name = component_name(arch, op)
    dst = op.operands[0].reg if op.operands else None
    if name is None or dst is None or not dst.is_vgpr:
        return PairHalf(op.mnemonic, 0, faults=("not-vopd-component",))
    comp = components(arch.family)[name]
    operands = op.operands[1:]
    if comp.reads_vcc and op.desc.vopd is None:
        mask = operands[-1].reg
        if mask is None or str(mask) != "vcc_lo":
            return PairHalf(name, dst.first, faults=("operand-kind",))
        operands = operands[:-1]
    half = make_half(arch, name, dst.first, tuple(source_of(o) for o in operands))
    if op.modifiers or any(o.absolute or o.neg for o in operands):
        half = replace(half, faults=(*half.faults, "modifiers"))
    return half


def check_pair(arch: Arch, x: Op, y: Op, wave_size: int = 32) -> list[Violation]:
    """Every rule of VOPD that X and Y break as a pair; see :func:`isaopt.target.vopd.check_halves`."""
    return check_halves(arch, half_of(arch, x), half_of(arch, y), wave_size)
