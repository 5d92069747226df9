"""Splits wide LDS loads into two narrower ones, and joins two halves into a wide load.

``ds_load_b128`` puts four adjacent registers into four banks. As two ``ds_load_b64``, the destinations of the two
halves can be chosen independently. Both forms read the same bytes in one lane; plain LDS loads have no atomicity to
lose.

Some loads stay whole, because splitting them would make the LDS the bottleneck (:func:`kept_whole`). Neighbouring lanes
that read 16 bytes each use all LDS banks. If the same lanes read 8 of these bytes, every second pair of banks idles, so
the two halves take as long as two wide loads (RDNA3 ISA guide, LDS: 32 banks a CU; a load of 16 bytes is served in
groups of 8 lanes). How long an instruction keeps the LDS busy follows from the addresses of one wave.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from isaopt.analysis.flow.accesses import noted_like
from isaopt.analysis.flow.cfg import CFG, Block, build_cfg
from isaopt.analysis.flow.liveness import code_of
from isaopt.asm.line import read_op
from isaopt.asm.printer import with_instructions
from isaopt.errors import IsaoptError
from isaopt.ir.program import Kernel, Module, Op
from isaopt.isa.registers import RegRef
from isaopt.simulator.classes import LDS
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import Workload
from isaopt.target.counters import is_wait, waits_of
from isaopt.target.gpus import get_gpu, gpu_for
from isaopt.target.reads import is_valu

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
    wide = {index: module.instruction(index).op for index in (cfg.order[k] for k in ordinals)}
    places = [(k + before, k + before + 1) for before, k in enumerate(sorted(ordinals))]
    new = {index: halves(op, module.arch, kernel.wave_size) for index, op in wide.items()}
    return with_instructions(module, new), places


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


#: One wave, and as few iterations of each loop as possible.
LEAST = Workload(waves_per_simd=1, budget=1)


def lds_cycles(module: Module, kernel: Kernel) -> Mapping[int, int]:
    """For each LDS instruction, by ordinal, how many bank accesses it takes the first time that a wave executes it,
    conflicts included. Instructions that no wave reaches, or whose address depends on the launch, are left out; all are
    left out if the simulator cannot follow the kernel."""
    gpu = get_gpu(gpu_for(module.arch))
    try:
        prepared = Prepared(module, kernel, LEAST)
        found, timings = prepared.follow(gpu), prepared.program(gpu).timings
    except IsaoptError:
        return {}
    path, memory = found.path.ordinals, prepared.encoded(gpu).memory
    cycles: dict[int, int] = {}
    # Instructions that access nothing have no row.
    for ordinal, (first, count) in zip(path[memory[path]].tolist(), found.accesses.rows[0].tolist(), strict=False):
        if timings[ordinal].unit == LDS and count >= 0:
            cycles.setdefault(ordinal, first)
    return cycles


#: SIMDs that share an LDS with its banks (RDNA3 ISA guide: a CU is two SIMD32).
_SIMDS = 2


def valu_of_blocks(module: Module, kernel: Kernel) -> list[int]:
    """The VALU instructions of each block, a pair counted once: a lower bound on their issue cycles."""
    cfg, ops = code_of(module, kernel)
    return [sum(map(is_valu, ops[b.first : b.end])) for b in cfg.blocks]


def kept_whole(module: Module, kernel: Kernel, wide: Sequence[int], valu: Sequence[int]) -> set[int]:
    """The wide loads that keep the LDS busy longer if they are split, in blocks where the LDS would then take longer
    than ``valu``, the issue cycles of the block's VALU instructions in the input: no pair could make up for that.

    A load whose address depends on the launch is treated like the others.
    """
    whole = lds_cycles(module, kernel) if wide else {}
    if whole.keys().isdisjoint(wide):
        return set()
    split, places = split_loads(module, kernel, wide)
    apart = lds_cycles(split, split.kernel(kernel.name))
    halves = {k: sum(apart.get(half, 0) for half in two) for k, two in zip(sorted(wide), places, strict=True)}
    kept: set[int] = set()
    for block, cycles in zip(build_cfg(module, kernel).blocks, valu, strict=True):
        inside = block.ordinals
        if _SIMDS * sum(halves.get(k, whole[k]) for k in inside if k in whole) > cycles:
            kept |= {k for k in inside if k in whole and halves.get(k, 0) > whole[k]}
    return kept
