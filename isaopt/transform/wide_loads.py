"""Splits wide LDS loads into two narrower ones, and joins two halves into a wide load.

``ds_load_b128`` puts four adjacent registers into four banks. As two ``ds_load_b64``, the destinations of the two
halves can be chosen independently. Both forms read the same bytes in one lane; plain LDS loads have no atomicity to
lose.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from isaopt.analysis.flow.accesses import noted_like
from isaopt.analysis.flow.cfg import CFG, Block, build_cfg
from isaopt.asm.line import read_op
from isaopt.asm.printer import new_instruction
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Kernel, Module, Op
from isaopt.isa.registers import RegRef
from isaopt.target.counters import is_wait, waits_of

_MAX_OFFSET = 65535


def uncounted(arch: str, cfg: CFG, ops: Sequence[Op], ordinals: Sequence[int]) -> list[int]:
    """The loads among these that no wait counts one by one: a wait that leaves some LDS accesses outstanding would have
    to count the halves."""
    counted = [False] * len(cfg.blocks)
    """By block: whether such a wait comes before one for all accesses."""

    def is_counted(block: Block, first: int) -> bool:
        waits = (_lds_count(ops[k], arch) for k in range(first, block.end))
        count = next((n for n in waits if n is not None), None)
        return any(counted[s] for s in block.succs) if count is None else count > 0

    todo = list(cfg.blocks)
    while todo:
        block = todo.pop()
        if not counted[block.index] and is_counted(block, block.first):
            counted[block.index] = True
            todo += [cfg.blocks[p] for p in block.preds]
    return [k for k in ordinals if not is_counted(cfg.blocks[cfg.block_of[k]], k + 1)]


def _lds_count(op: Op, arch: str) -> int | None:
    """How many LDS accesses a wait leaves outstanding; None if it does not wait for LDS."""
    if not is_wait(op):
        return None
    counts = waits_of(op, arch)
    return 1 if counts is None else next((counts[c] for c in ("lgkmcnt", "dscnt") if c in counts), None)


def is_wide_load(op: Op) -> bool:
    """Whether the op is a plain ``ds_load_b128`` whose offset leaves room for its upper half."""
    if op.mnemonic != "ds_load_b128" or any(m.name != "offset" for m in op.modifiers):
        return False
    offset = offset_of(op)
    return offset is not None and offset + 8 <= _MAX_OFFSET


def offset_of(op: Op) -> int | None:
    """The byte offset of an LDS load; None if it is not a plain number."""
    text = op.modifier("offset")
    try:
        return 0 if text is None else int(text, 0)
    except ValueError:
        return None


def _load(width: str, dst: RegRef, address: RegRef, offset: int, arch: str, wave: int) -> Op:
    at = f" offset:{offset}" if offset else ""
    return read_op(f"ds_load_{width} {dst}, {address}{at}", arch, wave)


def halves(op: Op, arch: str, wave: int) -> tuple[Op, Op]:
    """The two halves, ordered so that the address survives until the second has read it."""
    dst, address = op.operands[0].reg, op.operands[1].reg
    offset = offset_of(op)
    assert dst is not None
    assert address is not None
    assert offset is not None
    low, high = (_load("b64", RegRef(dst.first + at, 2), address, offset + 4 * at, arch, wave) for at in (0, 2))
    low, high = (noted_like(half, op) for half in (low, high))
    return (high, low) if address.first in (dst.first, dst.first + 1) else (low, high)


def split_loads(module: Module, kernel: Kernel, ordinals: Collection[int]) -> tuple[Module, list[tuple[int, int]]]:
    """The kernel with the wide loads of these ordinals split, and the ordinals of their halves in it."""
    cfg = build_cfg(module, kernel)
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    places: list[tuple[int, int]] = []
    for before, k in enumerate(sorted(ordinals)):
        index = cfg.order[k]
        item = module.instruction(index)
        two = halves(item.op, module.arch, kernel.wave_size)
        changes[index, index + 1] = [new_instruction(op, item.line) for op in two]
        places.append((k + before, k + before + 1))
    return spliced(module, changes), places


def joined(first: Op, second: Op, arch: str, wave: int) -> Op | None:
    """The wide load that replaces two loads; None if they do not load neighbours. Two narrow loads may use an address
    that is not aligned for a wide one, so the bytes must qualify for it."""
    pair = []
    for op in (first, second):
        offset = offset_of(op)
        if op.mnemonic != "ds_load_b64" or any(m.name != "offset" for m in op.modifiers) or offset is None:
            return None
        pair.append((offset, op.operands[0].reg, op.operands[1].reg))
    (low, low_dst, address), (high, high_dst, other) = sorted(pair, key=lambda p: p[0])
    if low_dst is None or high_dst is None or address is None or address != other:
        return None
    if high != low + 8 or high_dst.first != low_dst.first + 2:
        return None
    # The second load must not have used an address that the first one wrote.
    if address.first in (pair[0][1].units if pair[0][1] is not None else ()):
        return None
    return noted_like(_load("b128", RegRef(low_dst.first, 4), address, low, arch, wave), first)
