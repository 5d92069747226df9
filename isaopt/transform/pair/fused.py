"""Turns fused multiply-adds into accumulating ones, which can be halves of dual instructions.

The only dual form of a product of two registers plus a third is ``v_fmac``, whose result takes the register of its
addend. Where the addend is dead afterwards, ``v_fma`` becomes ``v_fmac``: both values get one register.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.liveness import code_of, kernel_ops
from isaopt.analysis.flow.webs import Webs
from isaopt.asm.line import read_op
from isaopt.asm.printer import print_op, print_operand
from isaopt.ir.program import Kernel, Module, Op, Operand, OperandKind
from isaopt.isa.registers import NUM_VGPRS
from isaopt.solve.pack import loosened
from isaopt.solve.problem import CellRef, Problem
from isaopt.solve.ties import Tie, tied
from isaopt.transform.placement import cells_of, renamed_to


def accumulating(
    module: Module, kernel: Kernel, problem: Problem, found: Webs, weights: Sequence[int]
) -> Module | None:
    """The kernel with such instructions as ``v_fmac``, and registers from the whole file; None if there are none. Where
    two of them conflict, the one in the heavier block wins."""
    cfg, ops = code_of(module, kernel)
    products = [k for k, op in enumerate(ops) if is_product(op)]
    if not products:
        return None
    products.sort(key=lambda k: -weights[cfg.block_of[k]])
    cells = cells_of(found)
    ties = [tie for tie in (_tie(cfg, ops[k], k, found, cells) for k in products) if tie is not None]
    one = tied(problem, ties)
    bases = loosened(one.problem, NUM_VGPRS)
    if not one.kept or bases is None:
        return None
    base_of = one.bases(one.problem.by_group(bases))
    free = renamed_to(module, kernel, found, base_of)
    again = kernel_ops(free, cfg)
    changed: dict[int, Op] = {}
    for k in products:
        op = again[k]
        if op.operands[0].reg == op.operands[3].reg:
            changed[cfg.order[k]] = _in_place(op, module.arch, kernel.wave_size)
    return free.with_ops(changed, print_op)


def is_product(op: Op) -> bool:
    """Whether an op is a product of two registers plus a third, whose only dual form is ``v_fmac``."""
    if op.mnemonic != "v_fma_f32" or len(op.operands) != 4 or op.modifiers:
        return False
    if any(o.neg or o.absolute or o.kind is not OperandKind.REG for o in op.operands):
        return False  # constants have forms of their own
    _, a, b, c = op.operands
    return _is_vgpr(c) and (_is_vgpr(a) or _is_vgpr(b))


def _is_vgpr(operand: Operand) -> bool:
    return operand.reg is not None and operand.reg.is_vgpr


def _tie(cfg: CFG, op: Op, k: int, found: Webs, cells: Mapping[int, CellRef]) -> Tie | None:
    """The constraint that result and addend are one register; None in unreachable code."""
    webs = {ref.operand: found.web_at.get((cfg.order[k], index, 0)) for index, ref in enumerate(op.refs)}
    result, addend = webs.get(0), webs.get(3)
    if result is None or addend is None:
        return None
    return Tie(cells[addend], cells[result], 0)


def _in_place(op: Op, arch: str, wave_size: int) -> Op:
    """The instruction with its addend as accumulator."""
    dst, a, b, _ = op.operands
    if not _is_vgpr(b):
        a, b = b, a
    return read_op(f"v_fmac_f32_e32 {', '.join(map(print_operand, (dst, a, b)))}", arch, wave_size)
