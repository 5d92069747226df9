"""The pass ``pair-rounds``: pairs instructions that unrolling and joining blocks have left single.

``unroll`` separates pairs whose halves belong to different iterations, and ``jump-threading`` joins blocks. The
remaining instructions are paired as in ``pair``, but only with those that can issue in the same cycle anyway: an
address step paired with a product that waits for this iteration's loads would delay the next iteration's loads
(:mod:`.slack`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.flow.outstanding import Pending
from isaopt.ir.program import Kernel, Module
from isaopt.isa.registers import NUM_VGPRS
from isaopt.rebuild.rewrite import stripped
from isaopt.target.arch import get_arch
from isaopt.target.reads import is_valu
from isaopt.transform.base import PassResult
from isaopt.transform.pair.candidates import Candidates
from isaopt.transform.pair.pair import Pair, PairRun, unpaired
from isaopt.transform.placement import spread_out
from isaopt.transform.reassign import Reassign, block_weights, build_problem

#: The pass runs only if at least one in this many VALU instructions might go.
_WORTH = 16


@dataclass(frozen=True, slots=True)
class PairRounds(Pair):
    """The options are those of ``pair``."""

    name: ClassVar[str] = "pair-rounds"
    summary: ClassVar[str] = "pair the VALU instructions that unrolling has left single"
    prompt: ClassVar[bool] = True

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with more pairs, or unchanged."""
        if kernel.wave_size != 32:
            return self.refused(module)
        run = PairRun(module, kernel, self)
        if len(run.untouched) == len(build_cfg(run.bare, run.bare.kernel(kernel.name)).blocks):
            return run.unchanged("no-candidate", "few single instructions are left that could be paired")
        paired = run.run()
        if not paired.changed:
            return paired
        # The pairing model does not see what single instructions read.
        own = Reassign(self.max_vgprs, self.effort, self.seed)
        pairs = paired.module.kernel(kernel.name)
        better = own.renumbered(paired.module, pairs, bounded=False)
        return replace(paired, module=better.module, stages=(*paired.stages, stripped(paired.module, pairs)))

    def untouched(self, module: Module, kernel: Kernel) -> frozenset[int]:
        """All blocks if little is left to pair, else those with nothing to pair."""
        left = Pair.untouched(self, module, kernel)
        arch, cfg = get_arch(module.arch), build_cfg(module, kernel)
        plain = unpaired(module, kernel, left)
        own = plain.kernel(kernel.name)
        problem, found = build_problem(plain, own, arch, NUM_VGPRS, Pending.nothing(build_cfg(plain, own)))
        plain = spread_out(plain, own, problem, found) or plain
        apart = build_cfg(plain, plain.kernel(kernel.name))
        weights = block_weights(module, kernel, cfg)
        possible = Candidates(plain, apart, arch, found, weights, left)
        ops = kernel_ops(module, cfg)
        more: dict[int, int] = {}
        valu = gain = 0
        for block in cfg.blocks:
            present = ops[block.first : block.end]
            duals = sum(op.pair is not None for op in present)
            more[block.index] = possible.most(possible.blocks[block.index]) - duals if block.index not in left else 0
            valu += weights[block.index] * sum(map(is_valu, present))
            gain += weights[block.index] * more[block.index]
        return frozenset(b for b, count in more.items() if count < 1 or gain * _WORTH < valu)
