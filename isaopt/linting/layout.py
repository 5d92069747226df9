"""The places of a kernel's instructions and labels relative to each other, in bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from isaopt.ir.program import Directive, Label
from isaopt.linting.model import Context
from isaopt.target.sizes import size_of

_NUMBER = re.compile(r"0[xX][0-9a-fA-F]+|[1-9]\d*|0")
_ALIGN = re.compile(r"\.(p2align|balign|align)[lw]?$")


@dataclass(frozen=True, slots=True)
class ByteLayout:
    """``offset`` is the distance in bytes of each instruction and label from the kernel's start, by item index; ``end``
    is that of the end of its code.

    Macros and data of unknown length count as 0 bytes, and alignment counts its smallest padding, so that a distance is
    never overestimated.
    """

    offset: dict[int, int]
    labels: dict[str, int]
    end: int


def layout_of(ctx: Context) -> ByteLayout:
    """The byte layout of the kernel; use as ``ctx.fact(layout_of)``."""
    at = 0
    offset: dict[int, int] = {}
    labels: dict[str, int] = {}
    sizes: dict[int, int] = {}
    for index in range(ctx.kernel.first, ctx.kernel.last):
        item = ctx.module.items[index]
        offset[index] = at
        instruction = ctx.instruction(index)
        if instruction is not None:
            op = instruction.op
            if id(op) not in sizes:
                sizes[id(op)] = size_of(op)
            at += sizes[id(op)]
        elif isinstance(item, Label):
            labels[item.name] = at
        elif isinstance(item, Directive):
            at = _aligned(at, item) + _filled(item)
    return ByteLayout(offset, labels, at)


def _filled(directive: Directive) -> int:
    """Bytes of a directive that repeats a value, if its counts are plain numbers."""
    numbers = [int(a, 0) for a in directive.args.replace(" ", "").split(",") if _NUMBER.fullmatch(a)]
    if directive.name == ".fill" and numbers:
        return numbers[0] * (numbers[1] if len(numbers) > 1 else 1)
    return numbers[0] if directive.name in (".space", ".skip", ".zero") and numbers else 0


def _aligned(at: int, directive: Directive) -> int:
    match = _ALIGN.match(directive.name)
    first = directive.args.split(",")[0].strip()
    if match is None or not first.isdecimal():
        return at
    # A kernel starts at a multiple of 256 bytes, so smaller alignments can be computed relative to it.
    step = 1 << int(first) if match.group(1) == "p2align" else int(first)
    return -(-at // step) * step if 0 < step <= 256 else at
