"""Merges adjacent instructions into dual ones, in the encodings with the fewest bank reads, and halves of wide loads
into one load."""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.analysis.flow.liveness import code_of
from isaopt.asm.printer import new_instruction
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Kernel, Module, Op
from isaopt.solve.problem import BANKS
from isaopt.solve.reads import Readers, Way, served
from isaopt.target.arch import Arch
from isaopt.target.vopd import PairHalf
from isaopt.transform.dual_forms import dual_of, legal_halves
from isaopt.transform.pair.candidates import Pairs
from isaopt.transform.wide_loads import joined


def merged(module: Module, kernel: Kernel, arch: Arch, pairs: Pairs, loads: Pairs = ()) -> Module:
    """The kernel with these adjacent instructions (by ordinal) as dual instructions, and these halves of wide loads as
    one load, wherever their registers allow it. Of the legal encodings of a pair, the one with the fewest new register
    reads is chosen."""
    cfg, ops = code_of(module, kernel)
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    heads = {a for a, b in pairs if b == a + 1}
    halves = {a for a, b in loads if b == a + 1}
    for block in cfg.blocks:
        span = block.ordinals
        duals = _best_duals(arch, ops, [k for k in span if k in heads])
        for k in span:
            op = joined(ops[k], ops[k + 1], arch.name, kernel.wave_size) if k in halves else duals.get(k)
            if op is not None:
                first, second = cfg.order[k], cfg.order[k + 1]
                between = module.items[first + 1 : second]
                new = new_instruction(op, module.items[first].line)
                changes[first, second + 1] = [*between, new]
    return spliced(module, changes)


def _best_duals(arch: Arch, ops: Sequence[Op], heads: Sequence[int]) -> dict[int, Op]:
    """The dual ops of a block, by the ordinals of their first halves."""
    legal: dict[int, list[tuple[Op, Way]]] = {}
    for k in heads:
        found: dict[Way, Op] = {}
        if set(ops[k].defs).isdisjoint(ops[k + 1].uses):
            for x, y in legal_halves(arch, ops[k], ops[k + 1]):
                way = _way(x.half, y.half)
                op = dual_of(arch, x, y) if way not in found else None
                if op is not None:
                    found[way] = op
        if found:
            legal[k] = [(op, way) for way, op in found.items()]
    problem = Readers(tuple(tuple(way for _, way in row) for row in legal.values()), ())
    chosen = served(problem, range(len(legal))).ways
    return {k: row[number][0] for (k, row), number in zip(legal.items(), chosen, strict=True)}


def _way(*halves: PairHalf) -> Way:
    """What a dual op reads through source slots of its own; accumulators are not cached."""
    found = [(slot, reg) for half in halves for slot, reg in enumerate((half.src0, half.src1)) if reg is not None]
    return tuple(sorted((slot * BANKS + reg % BANKS, reg) for slot, reg in found))
