"""Registers that an outstanding memory result may still write.

A load writes its destination some time between its issue and the wait that guarantees its return, so until then the
register is occupied even if the value is dead; otherwise a renamed value could be overwritten by a late return.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.liveness import VGPR_MASK, kernel_ops
from isaopt.analysis.flow.outstanding import Outstanding, outstanding_at_entry
from isaopt.ir.kept import kept
from isaopt.ir.program import Kernel, Module
from isaopt.isa.registers import units_mask
from isaopt.target.counters import waits_of


@dataclass(frozen=True, slots=True)
class Pending:
    """For each instruction ordinal, the VGPRs that an earlier memory instruction (``before``), or this or an earlier
    one (``after``), may still write."""

    before: tuple[int, ...]
    after: tuple[int, ...]

    @classmethod
    def nothing(cls, cfg: CFG) -> Pending:
        """The result for code whose waits are placed anew: a late result never occupies a register that it no longer
        needs."""
        none = (0,) * len(cfg.order)
        return cls(none, none)


@kept
def pending(module: Module, kernel: Kernel, cfg: CFG) -> Pending:
    """Forward may-analysis of outstanding memory results."""
    ops = kernel_ops(module, cfg)
    waits = [waits_of(op, module.arch) or {} for op in ops]

    def step(k: int, state: Outstanding) -> None:
        state.wait(waits[k])
        state.issue(ops[k])

    before, after = [0] * len(ops), [0] * len(ops)
    for block, start in zip(cfg.blocks, outstanding_at_entry(cfg, module.arch, step), strict=True):
        state, mask = start.copy(), _vgprs(start)
        for k in block.ordinals:
            before[k] = mask
            if waits[k] or ops[k].desc.counters:
                step(k, state)
                mask = _vgprs(state)
            after[k] = mask
    return Pending(tuple(before), tuple(after))


def _vgprs(state: Outstanding) -> int:
    """The VGPRs that some event may still write."""
    return units_mask(chain.from_iterable(queue.results for queue in state.queues.values())) & VGPR_MASK
