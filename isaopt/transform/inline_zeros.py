"""The pass ``inline-zeros``: matrix instructions that accumulate onto an inline 0.

A matrix instruction accepts an inline constant for C (RDNA3 and RDNA4 ISA guides, "WMMA"; LLVM VOP3PInstructions.td,
``VISrc_*``), but compilers zero registers for it; attention kernels do so for every tile. Where all registers of C hold
0, the operand becomes 0, and the instructions that zeroed them are deleted if nothing else reads the registers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import ClassVar

from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.fixpoint import entry_states
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.asm.line import read_op
from isaopt.asm.printer import new_instruction
from isaopt.ir.edit import spliced
from isaopt.ir.program import Kernel, Module, Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS
from isaopt.rebuild.rewrite import built, stripped
from isaopt.target.reads import is_matrix
from isaopt.transform.base import PassResult, block_parts, left_out, unchanged
from isaopt.transform.dead import without_dead

_MOVES = frozenset({"v_mov_b32", "s_mov_b32", "s_mov_b64"})
_VGPRS = (1 << NUM_VGPRS) - 1


@dataclass(frozen=True, slots=True)
class InlineZeros:
    """``without``: lines of blocks to leave unchanged."""

    name: ClassVar[str] = "inline-zeros"
    summary: ClassVar[str] = "let matrix instructions add to 0 instead of registers that hold it"

    without: tuple[int, ...] = ()

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with fewer instructions that zero registers, or unchanged."""
        if not any(_sum(item.op) for _, item in module.instructions(kernel)):
            return unchanged(module, "no-candidate", "no matrix instruction adds to registers")
        bare = stripped(module, kernel)
        cfg = build_cfg(bare, bare.kernel(kernel.name))
        left = left_out(bare, cfg, self.without)
        found = [k for k in _zeroed(kernel_ops(bare, cfg), cfg) if cfg.block_of[k] not in left]
        if not found:
            return unchanged(module, "no-candidate", "no matrix instruction adds to registers that hold 0")
        items = {cfg.order[k]: bare.instruction(cfg.order[k]) for k in found}
        done = spliced(
            bare,
            {
                (at, at + 1): [new_instruction(_added_to_zero(item.op, bare.arch, kernel.wave_size), item.line)]
                for at, item in items.items()
            },
        )
        done = without_dead(done, done.kernel(kernel.name))
        gone = len(bare.instructions(bare.kernel(kernel.name))) - len(done.instructions(done.kernel(kernel.name)))
        if not gone:
            return unchanged(module, "no-gain", "the registers that hold 0 have other uses")
        note = f"{len(found)} matrix instructions add to 0, {gone} instructions fewer"
        parts = block_parts(bare, cfg, {cfg.block_of[k] for k in found})
        return PassResult(built(done, module, kernel), True, None, (note,), parts=parts)


def _sum(op: Op) -> tuple[int, ...]:
    """The accumulator registers of a matrix instruction that could take an inline 0 instead; empty if it cannot."""
    if not is_matrix(op) or op.flag("swmmac") or op.modifiers:
        return ()
    return next((tuple(r.reg.units) for r in op.refs if r.desc.name == "src2"), ())


def _added_to_zero(op: Op, arch: str, wave: int) -> Op:
    texts = ["0" if d.name == "src2" else o.text for o, d in zip(op.operands, op.desc.operands, strict=True)]
    return read_op(f"{op.mnemonic} {', '.join(texts)}", arch, wave)


def _zeroed(ops: Sequence[Op], cfg: CFG) -> list[int]:
    """The matrix instructions whose accumulator registers all hold 0 in every lane that they read."""
    found = dict[int, bool]()

    def transfer(b: int, zeros: int) -> int:
        """The registers that hold 0 at the end of a block, as a bit mask; VGPRs only if EXEC has not changed since they
        were zeroed."""
        zeros = zeros if b else 0
        for k in cfg.blocks[b].ordinals:
            op = ops[k]
            if added := _sum(op):
                found[k] = all(zeros >> u & 1 for u in added)
            new = sum({1 << u for half in op.halves if _moves_zero(half, zeros) for u in half.defs})
            zeros = zeros & ~reduce(lambda bits, u: bits | 1 << u, op.written, 0) | new
            if not {EXEC_LO, EXEC_HI}.isdisjoint(op.written):
                zeros &= ~_VGPRS
        return zeros

    def join(ends: Sequence[int]) -> int:
        return reduce(and_, ends) if ends else 0

    entry_states(cfg, join, transfer)
    return [k for k, holds in found.items() if holds]


def _moves_zero(op: Op, zeros: int) -> bool:
    if op.operation not in _MOVES or op.modifiers or any(o.neg or o.absolute for o in op.operands):
        return False
    source = op.operands[1].reg
    return op.constant(1) == 0 if source is None else not source.half and all(zeros >> u & 1 for u in source.units)
