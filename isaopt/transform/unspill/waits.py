"""Corrects the counts of waits when some of the accesses that they count are removed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.fixpoint import entry_states
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.ir.edit import spliced
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.rebuild.rewrite import made
from isaopt.target.counters import counters_left, is_wait, wait_texts, waits_of

_MOST = 64
_Recent = dict[str, tuple[bool, ...]]
"""By counter: for its latest events, latest first, whether they stay on every path."""


def recounted(module: Module, kernel: Kernel, gone: Collection[int]) -> Module:
    """The kernel with waits that stay correct once these items are removed: a wait allows at most as many
    outstanding events as remain."""
    cfg = build_cfg(module, kernel)
    ops = kernel_ops(module, cfg)
    if not any(counters_left(op) for op in ops):
        return module
    counts: dict[int, dict[str, int]] = {}

    def transfer(b: int, start: _Recent) -> _Recent:
        recent = dict(start)
        block = cfg.blocks[b]
        for k in block.ordinals:
            for counter, left in counters_left(ops[k]).items():
                counts.setdefault(k, {})[counter] = sum(recent.get(counter, ())[:left])
            if not is_wait(ops[k]):
                for counter in ops[k].desc.counters:
                    recent[counter] = (cfg.order[k] not in gone, *recent.get(counter, ()))[:_MOST]
        return recent

    entry_states(cfg, _joined, transfer)
    changes: dict[tuple[int, int], list[Instruction]] = {}
    for k, left in counts.items():
        old = waits_of(ops[k], module.arch) or {}
        if any(old[c] != n for c, n in left.items()):
            index = cfg.order[k]
            (text,) = wait_texts({**old, **left}, module.arch)
            new = made(module, kernel, text, module.items[index].line)
            desc = replace(new.op.desc, flags=ops[k].desc.flags)
            changes[index, index + 1] = [replace(new, op=replace(new.op, desc=desc))]
    return spliced(module, changes)


def _joined(ends: Sequence[_Recent]) -> _Recent:
    if not ends:
        return {}
    every = set(ends[0]).intersection(*ends)
    return {c: tuple(all(both) for both in zip(*(e[c] for e in ends), strict=False)) for c in every}
