"""Pieces of a kernel as passes name them when they can do without one."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from isaopt.analysis.flow.cfg import CFG
from isaopt.ir.program import Module
from isaopt.transform.base import Part


def first_line(module: Module, cfg: CFG, block: int) -> int:
    """The line in which a block begins."""
    return module.items[cfg.blocks[block].instructions[0]].line


def loop_part(module: Module, cfg: CFG, header: int, blocks: Iterable[int]) -> Part:
    """The loop of that header."""
    return _part(module, cfg, "loop", header, blocks)


def block_parts(module: Module, cfg: CFG, blocks: Iterable[int]) -> tuple[Part, ...]:
    """Blocks, each a part of its own."""
    return tuple(_part(module, cfg, "block", b, (b,)) for b in sorted(blocks))


def left_out(module: Module, cfg: CFG, without: Collection[int]) -> frozenset[int]:
    """The blocks that begin in one of these lines."""
    return frozenset(b.index for b in cfg.blocks if without and first_line(module, cfg, b.index) in without)


def _part(module: Module, cfg: CFG, kind: str, first: int, blocks: Iterable[int]) -> Part:
    line = first_line(module, cfg, first)
    lines = frozenset(module.items[i].line for b in blocks for i in cfg.blocks[b].instructions)
    return Part(line, f"{kind} {cfg.blocks[first].label or f'in line {line}'}", lines)
