"""Wide LDS loads as two narrower ones, and back where their halves still stand side by side.

``ds_load_b128`` puts four neighbours into four banks.  Loaded as two ``ds_load_b64`` the same data has two registers
that move freely.  Both read the same bytes of one lane; plain LDS loads have no atomicity to lose.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from isaopt.asm.line import read_op
from isaopt.asm.printer import print_op
from isaopt.ir.edit import new_instruction, spliced
from isaopt.ir.program import Instruction, Item, Kernel, Module, Op
from isaopt.ir.registers import RegRef

_MAX_OFFSET = 65535


def is_wide_load(op: Op) -> bool:
    """Whether the op is a plain ``ds_load_b128`` whose offset leaves room for its upper half."""
    if op.mnemonic != "ds_load_b128" or any(m.name != "offset" for m in op.modifiers):
        return False
    offset = _offset(op)
    return offset is not None and offset + 8 <= _MAX_OFFSET


def _offset(op: Op) -> int | None:
    text = op.modifier("offset")
    try:
        return 0 if text is None else int(text, 0)
    except ValueError:
        return None


def _load(width: str, dst: RegRef, address: RegRef, offset: int, arch: str, wave: int) -> Op:
    at = f" offset:{offset}" if offset else ""
    return read_op(f"ds_load_{width} {dst}, {address}{at}", arch, wave)


def halves(op: Op, arch: str, wave: int) -> tuple[Op, Op]:
    """The two loads in an order that keeps the address until the second has used it."""
    dst, address = op.operands[0].reg, op.operands[1].reg
    offset = _offset(op)
    assert dst is not None
    assert address is not None
    assert offset is not None
    low = _load("b64", RegRef(dst.first, 2), address, offset, arch, wave)
    high = _load("b64", RegRef(dst.first + 2, 2), address, offset + 8, arch, wave)
    return (high, low) if address.first in (dst.first, dst.first + 1) else (low, high)


def split_loads(module: Module, kernel: Kernel, items: Collection[int]) -> Module:
    """The kernel with the wide loads at these item indices split."""
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    for index in items:
        item = module.items[index]
        assert isinstance(item, Instruction)
        two = halves(item.op, module.arch, kernel.wave_size)
        changes[index, index + 1] = [new_instruction(op, print_op(op), item.line) for op in two]
    return spliced(module, changes)


def joined_loads(module: Module, kernel: Kernel) -> Module:
    """The kernel with adjacent halves whose registers ended up side by side loaded by one instruction again."""
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    at = kernel.first
    while at + 1 < kernel.last:
        wide = _joined(module.items[at], module.items[at + 1], module.arch, kernel.wave_size)
        if wide is None:
            at += 1
            continue
        changes[at, at + 2] = [new_instruction(wide, print_op(wide), module.items[at].line)]
        at += 2
    return spliced(module, changes)


def _joined(first: Item, second: Item, arch: str, wave: int) -> Op | None:
    if not isinstance(first, Instruction) or not isinstance(second, Instruction):
        return None
    pair = []
    for op in (first.op, second.op):
        offset = _offset(op)
        if op.mnemonic != "ds_load_b64" or any(m.name != "offset" for m in op.modifiers) or offset is None:
            return None
        pair.append((offset, op.operands[0].reg, op.operands[1].reg))
    (low, low_dst, address), (high, high_dst, other) = sorted(pair, key=lambda p: p[0])
    if low_dst is None or high_dst is None or address is None or address != other:
        return None
    if high != low + 8 or low % 16 or high_dst.first != low_dst.first + 2:
        return None
    # The second load must not have used an address that the first one wrote.
    if address.first in (pair[0][1].units if pair[0][1] is not None else ()):
        return None
    return _load("b128", RegRef(low_dst.first, 4), address, low, arch, wave)
