"""The pass ``merge-waits``: one wait for several results that have arrived by then.

Derived code waits for each result where it is first used. A wait after vector instructions takes the wave's sequencer
for some cycles even if nothing is outstanding (``issue.internal_after_alu``, ``isaopt sim --parameters``), so where a
result was asked for long ago, the wait for the one before it may as well include it, and stand in front of all
arithmetic, behind the access before.

Waits are merged over arithmetic alone. Another access, a barrier or a message between two of them keeps both: the later
one must not hold it up, nor order it in a way that the kernel does not need.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, ClassVar

from msgspec import Meta

from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.flow.outstanding import Outstanding
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Kernel, Module, Op
from isaopt.rebuild.rewrite import built, made, stripped
from isaopt.rebuild.waits import computes, missing_waits
from isaopt.target.counters import is_wait, wait_texts
from isaopt.target.latency import memory_latency
from isaopt.transform.base import PassResult, block_parts, left_out, unchanged


@dataclass(frozen=True, slots=True)
class MergeWaits:
    """``distance``: how many instructions must lie between the load of a result and an earlier wait that is to include
    it; ``without``: lines of blocks to leave unchanged."""

    name: ClassVar[str] = "merge-waits"
    summary: ClassVar[str] = "wait once, behind an access, for results that arrive before the first of them is used"

    distance: Annotated[int, Meta(ge=0)] = 32
    without: tuple[int, ...] = ()

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with fewer waits, or unchanged."""
        bare = stripped(module, kernel)
        own = bare.kernel(kernel.name)
        cfg = build_cfg(bare, own)
        stronger = self._merged(bare, cfg, left_out(bare, cfg, self.without))
        if not stronger:
            why = f"no wait is for a result loaded {self.distance} instructions before an earlier place for it"
            return unchanged(module, "no-candidate", why)
        changes: dict[tuple[int, int], list[Item]] = {}
        for k, counts in stronger.items():
            index = cfg.order[k]
            texts = wait_texts(counts, bare.arch)
            changes[index, index] = [made(bare, own, text, bare.items[index].line) for text in texts]
        done = built(spliced(bare, changes), module, kernel)
        before, after = (_waits(version, version.kernel(kernel.name)) for version in (module, done))
        if len(after) > len(before) or after == before:
            return unchanged(module, "no-gain", "as many waits are needed at the same places")
        parts = block_parts(bare, cfg, {cfg.block_of[k] for k in stronger})
        note = f"{len(before) - len(after)} of {len(before)} waits fewer"
        return PassResult(done, True, None, (note,), parts=parts)

    def _merged(self, module: Module, cfg: CFG, without: Collection[int]) -> dict[int, dict[str, int]]:
        """The waits that are to include later ones, or to stand in for one: the ordinal of the instruction that each
        goes before, and its counts."""
        ops = kernel_ops(module, cfg)
        needs = {wait.ordinal: wait.counts for wait in missing_waits(module, cfg)}
        found: dict[int, dict[str, int]] = {}
        for block in cfg.blocks:
            if block.index in without:
                continue
            state = Outstanding(module.arch)
            issued: dict[str, list[int]] = {counter: [] for counter in state.queues}
            waiting: dict[str, int] = {}
            start = block.first
            for k in block.ordinals:
                for counter, count in needs.get(k, {}).items():
                    at = waiting.setdefault(counter, start)
                    event = len(issued[counter]) - 1 - count
                    loaded = issued[counter][event] if event >= 0 else block.first
                    # Where no wait was, an early one may hold the wave up: what it is for has arrived by then.
                    taken = self.distance if counter in needs.get(at, {}) else max(self.distance, _latency(ops[loaded]))
                    if at == k or loaded > at - taken:
                        waiting[counter] = k
                    else:
                        found.setdefault(at, dict(needs.get(at, {})))[counter] = count
                state.issue(ops[k])
                for counter, queue in state.queues.items():
                    issued[counter] += [k] * (queue.issued - len(issued[counter]))
                if not computes(ops[k]):
                    waiting.clear()
                    start = k + 1
        return found


def _latency(op: Op) -> int:
    """Cycles that an access takes; 0 where they are unknown, or the op is none."""
    try:
        return memory_latency(op.mnemonic)
    except KeyError:
        return 0


def _waits(module: Module, kernel: Kernel) -> list[tuple[int, str]]:
    """The waits with their places."""
    items = (item for _, item in module.instructions(kernel))
    return [(at, item.op.mnemonic) for at, item in enumerate(items) if is_wait(item.op)]
