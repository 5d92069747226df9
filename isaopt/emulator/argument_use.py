"""Guesses what a kernel uses its by-value arguments for, from the instructions that read them.

Metadata gives an argument's size, not whether it is an integer, a float or an address. The guess follows text order; it
shapes the launches that are tried, and nothing depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from isaopt.emulator.launch import start_registers
from isaopt.emulator.metadata import ArgumentLayout
from isaopt.emulator.site import SCALAR_OFFSET
from isaopt.ir.program import Kernel, Module, Op

Use = Literal["integer", "real", "address"]
_MOVES = ("v_mov_b32", "s_mov_b32", "s_mov_b64")
_ADDRESSES = ("saddr", "sbase", "addr", "vaddr")


def argument_uses(module: Module, kernel: Kernel, layout: ArgumentLayout) -> Mapping[int, Use]:
    """The use of each dword of the kernel argument segment, by byte offset, where one was found."""
    values, _ = start_registers(layout, module.arch, _MARK, 0, 0)
    if _MARK not in values:
        return {}
    base = values.index(_MARK) + SCALAR_OFFSET
    held: dict[int, int] = {}
    uses: dict[int, Use] = {}
    for _, instruction in module.instructions(kernel):
        for op in instruction.op.pair or (instruction.op,):
            offset = _segment_offset(op, base)
            if offset is None:
                for unit, use in _reads(op):
                    if unit in held and uses.get(held[unit]) in (None, "integer"):
                        uses[held[unit]] = use
            _define(op, offset, held)
    return uses


#: The value that stands for the segment's address at the start.
_MARK = 0x5EC0DE


def _segment_offset(op: Op, base: int) -> int | None:
    """The offset of a scalar load from the kernel argument segment."""
    if not op.desc.loads_scalar_words:
        return None
    bases = [r.reg.first for r in op.refs if r.desc.name == "sbase"]
    if bases != [base] or len([r for r in op.refs if r.reads]) != 1:
        return None
    try:
        return int(op.operands[2].text, 0)
    except (IndexError, ValueError):
        return None


def _reads(op: Op) -> Iterator[tuple[int, Use]]:
    for ref in op.refs:
        if ref.reads:
            use: Use = "real" if ref.desc.type.is_float else "integer"
            for unit in ref.reg.units:
                yield unit, "address" if op.desc.memory is not None and ref.desc.name in _ADDRESSES else use


def _define(op: Op, offset: int | None, held: dict[int, int]) -> None:
    moved: dict[int, int] = {}
    if op.operation in _MOVES and not op.flag("dpp"):
        sources = [u for r in op.refs if r.reads for u in r.reg.units]
        moved = {d: held[s] for d, s in zip(op.defs, sources, strict=False) if s in held}
    for k, unit in enumerate(op.defs):
        held.pop(unit, None)
        if offset is not None:
            held[unit] = offset + 4 * k
    held.update(moved)
