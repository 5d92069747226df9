"""Where memory instructions point to: the cache lines that an access touches, or the cycles that its bank conflicts
keep the LDS busy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from isaopt.ir.program import Op
from isaopt.isa.registers import EXEC_LO
from isaopt.simulator.classes import LDS, lane_bytes
from isaopt.simulator.timing import InstructionTiming
from tests.simulator.oracle.follower import Follower
from tests.simulator.oracle.memory import SECTORS, Access
from tests.simulator.oracle.values import Lanes, number_of

_BANKS = 32
#: Sectors have 32 bytes, and four of them are a cache line (RDNA3 ISA guide, memory coalescing).
_SECTOR_SHIFT = np.uint64(5)


def accesses_of(follower: Follower, t: InstructionTiming) -> Sequence[Access | None]:
    """The access of each wave that is followed; None where the address is unknown."""
    if t.unit == LDS:
        return _lds_accesses(follower, t)
    if follower.start.wave_size == 32 and follower.scalar(EXEC_LO) == 0:
        return [Access((), 0, t.bytes)] * follower.values.waves
    addresses = _global_addresses(follower, t.op)
    if addresses is None:
        return [None] * follower.values.waves
    each = np.uint64(max(1, lane_bytes(t.op)) - 1)
    rows = addresses.reshape(follower.values.waves, -1)
    sectors = np.sort(np.concatenate([rows >> _SECTOR_SHIFT, rows + each >> _SECTOR_SHIFT], axis=1), axis=1)
    return [global_access(row, t.bytes) for row in sectors.tolist()]


def global_access(sectors: Sequence[int], moved: int) -> Access:
    """What a wave's access to these sectors touches, by line."""
    found: dict[int, int] = {}
    for sector in dict.fromkeys(sectors):
        line = sector // SECTORS
        found[line] = found.get(line, 0) | 1 << sector % SECTORS
    return Access(tuple(found), 0, moved, tuple(found.values()))


def _global_addresses(follower: Follower, op: Op) -> Lanes | None:
    base = 0
    lanes: Lanes | int | None = None
    for ref in op.refs:
        if ref.desc.name == "vaddr":
            lanes = follower.source(op.operands[ref.operand], ref.reg.count)
        elif ref.desc.name in ("saddr", "srsrc") and not ref.reg.is_vgpr:
            known = follower.scalar(ref.reg.first, 2)
            # An unknown base is the same for all lanes; it is taken as aligned.
            base = ((ref.reg.first + 1) << 36 if known is None else known) & (1 << 48) - 1
    if not isinstance(lanes, np.ndarray):
        return None
    return lanes + np.uint64(base) + np.uint64(number_of(op.modifier("offset")) & (1 << 64) - 1)


def _lds_accesses(follower: Follower, t: InstructionTiming) -> Sequence[Access | None]:
    op, waves = t.op, follower.values.waves
    where = next((op.operands[r.operand] for r in op.refs if r.desc.name == "addr"), None)
    lanes = follower.source(where) if where is not None else None
    if not isinstance(lanes, np.ndarray) or not t.bytes:
        return [None] * waves
    memory = op.desc.memory
    each, unit, offsets = max(1, lane_bytes(op)), 1, ["offset"]
    if memory is not None and memory.addresses == 2:
        each, unit, offsets = memory.bytes, memory.stride, ["offset0", "offset1"]
    shifts = [np.uint64(unit * number_of(op.modifier(name))) for name in offsets]
    return [
        Access((), sum(bank_cycles(row + shift, each) for shift in shifts), t.bytes) for row in lanes.reshape(waves, -1)
    ]


def bank_cycles(addresses: Lanes, width: int) -> int:
    """Cycles that an LDS access of ``width`` bytes a lane takes: lanes are served in groups that fill the banks once
    (8 lanes of 128 bits), and in a group the distinct dwords of the fullest bank one after the other (RDNA3 ISA guide,
    LDS: 32 banks of a CU, the same dword is broadcast)."""
    # What differs by a multiple of all banks meets in the same ones.
    lowest = addresses.min()
    return _bank_cycles((addresses - lowest).tobytes(), int(lowest >> np.uint64(2)) % _BANKS, width)


@lru_cache(maxsize=4096)
def _bank_cycles(shape: bytes, first: int, width: int) -> int:
    dwords = max(1, -(-width // 4))
    lanes = max(1, _BANKS // (1 << (dwords - 1).bit_length()))
    total = 0
    words = (np.frombuffer(shape, np.uint64) >> np.uint64(2)) + np.uint64(first)
    for lane in range(0, len(words), lanes):
        group = words[lane : lane + lanes]
        every = np.unique(np.concatenate([group + np.uint64(k) for k in range(dwords)]))
        total += int(np.bincount((every % np.uint64(_BANKS)).astype(np.int64)).max())
    return total
