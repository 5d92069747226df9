"""Where the memory instructions of a wave point to, as far as integer arithmetic on its ids and arguments tells.

A wave is followed along its path; values that come from memory, and all floating point, are unknown.  Lanes are taken
as switched on.  What an address comes to is an :class:`Access`: the cache lines that it touches, or the cycles that its
bank conflicts keep the LDS busy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

import numpy as np

from isaopt.emulator.launch import start_registers
from isaopt.emulator.metadata import Layout
from isaopt.ir.program import Op, Operand, OperandKind
from isaopt.ir.registers import EXEC_HI, EXEC_LO, NUM_VGPRS, SCC, SGPR_BASE, TTMP_BASE, VCC_LO
from isaopt.simulator.classes import BRANCH, LDS, SALU, SMEM, VALU, VMEM, lane_bytes
from isaopt.simulator.memory import Access
from isaopt.simulator.timing import Timing
from isaopt.simulator.values import SCALAR, SCALAR64, VECTOR, VECTOR64, Lanes, scalar_compare

KERNARG = 0x7F00_0000_0000
_M32 = (1 << 32) - 1
_BANKS = 32
#: Operands that say where a memory instruction points to.
_ADDRESS = ("vaddr", "addr", "saddr", "srsrc", "soffset")


@dataclass(frozen=True)
class Start:
    """What a wave begins with: its workgroup and place in it, the argument segment, and the shape of a workgroup."""

    layout: Layout
    arch: str
    segment: bytes
    block: tuple[int, int, int]
    wave_size: int


@dataclass
class WaveValues:
    """The known registers of a wave: VGPRs by number, scalars by unit; what is absent is unknown."""

    vector: dict[int, Lanes] = field(default_factory=dict)
    scalar: dict[int, int] = field(default_factory=dict)
    carry: dict[int, Lanes] = field(default_factory=dict)


def start_values(start: Start, group: tuple[int, int, int], wave: int) -> WaveValues:
    """The registers of a wave as it starts (LLVM AMDGPUUsage, "Initial Kernel Execution State")."""
    values, ids = start_registers(start.layout, start.arch, KERNARG, 0, 0)
    scalar = {SGPR_BASE + k: v for k, v in enumerate(values)}
    for place, number in zip(ids, group, strict=True):
        if place < 128:
            scalar[SGPR_BASE + place] = number
    for unit in (EXEC_LO, EXEC_HI)[: start.wave_size // 32]:
        scalar[unit] = _M32
    if start.arch.startswith("gfx12"):
        scalar[TTMP_BASE + 9] = group[0]
        scalar[TTMP_BASE + 7] = group[1] & 0xFFFF | group[2] << 16
        scalar[TTMP_BASE + 8] = (wave & 31) << 25
    lane = np.arange(start.wave_size, dtype=np.uint64) + np.uint64(wave * start.wave_size)
    x, y = np.uint64(start.block[0]), np.uint64(start.block[1])
    ids_wanted = start.layout.descriptor.get("system_vgpr_workitem_id", 0)
    packed = lane % x
    if ids_wanted > 0:
        packed = packed | lane // x % y << np.uint64(10)
    if ids_wanted > 1:
        packed = packed | lane // (x * y) << np.uint64(20)
    return WaveValues({0: packed}, scalar)


class Follower:
    """Follows one wave.  ``step`` executes an instruction; ``access`` says where a memory instruction points to."""

    def __init__(self, start: Start, values: WaveValues) -> None:
        self.start, self.values = start, values

    def source(self, operand: Operand, width: int = 1) -> Lanes | int | None:
        """The value of a source: lanes, a scalar, or None if it is unknown."""
        if operand.kind is OperandKind.INT and isinstance(operand.value, int):
            return operand.value & ((1 << 32 * width) - 1)
        if operand.kind is OperandKind.FLOAT and operand.value == 0.0:
            return 0
        ref = operand.reg
        if ref is None:
            return 0 if operand.text == "null" else None
        if ref.half or operand.neg or operand.absolute:
            return None
        if ref.is_vgpr:
            low = self.values.vector.get(ref.first)
            if width == 1 or low is None:
                return low
            high = self.values.vector.get(ref.first + 1)
            return None if high is None else low | high << np.uint64(32)
        return self.scalar(ref.first, width)

    def scalar(self, unit: int, width: int = 1) -> int | None:
        low = self.values.scalar.get(unit)
        if width == 1 or low is None:
            return low
        high = self.values.scalar.get(unit + 1)
        return None if high is None else low | high << 32

    def step(self, t: Timing) -> None:
        """Executes an instruction that is no branch."""
        if t.unit == VALU:
            results = [self.vector(half) for half in t.op.halves]
            for write in results:
                write()
        elif t.unit == SALU:
            self.scalar_op(t.op)
        elif t.unit == SMEM:
            self.scalar_load(t.op)
        elif t.unit in (VMEM, LDS):
            self.forget(t.op)

    def forget(self, op: Op) -> None:
        for u in (*op.defs, *op.implicit_defs):
            if u < NUM_VGPRS:
                self.values.vector.pop(u, None)
            else:
                self.values.scalar.pop(u, None)
                self.values.carry.pop(u, None)

    def vector(self, op: Op) -> Callable[[], None]:
        """Computes a vector operation now; the result writes it."""
        name = _base(op.mnemonic)
        sources = [o for o, d in zip(op.operands, op.desc.operands, strict=False) if d.role == "use"]
        target = op.refs[0].reg if op.refs and op.refs[0].writes else None
        found: Lanes | None = None
        carry: Lanes | None = None
        low_only = False
        plain = target is not None and not op.flag("dpp") and not target.half
        if plain and name in VECTOR:
            found = self.apply(VECTOR[name], sources, ())
        elif plain and name in VECTOR64:
            function, widths = VECTOR64[name]
            found = self.apply(function, sources, widths)
            if found is None and name.startswith(("v_mad", "v_lshl")):
                # The low half of the result needs no high halves of the sources, which compilers leave undefined.
                found, low_only = self.apply(function, sources, (1,) * len(widths)), True
        elif plain and name in ("v_add_co_u32", "v_add_co_ci_u32", "v_sub_co_u32"):
            found, carry = self.add_carry(name, op, sources)
        elif name in ("v_readfirstlane_b32", "v_readlane_b32"):
            return self.read_lane(op, sources)

        def write() -> None:
            self.forget(op)
            if found is None or target is None or not target.is_vgpr:
                return
            lanes = np.broadcast_to(found, (self.start.wave_size,))
            self.values.vector[target.first] = lanes & np.uint64(_M32)
            if name in VECTOR64 and not low_only:
                self.values.vector[target.first + 1] = lanes >> np.uint64(32)
            if carry is not None:
                self.values.carry[op.refs[1].reg.first if len(op.refs) > 1 and op.refs[1].writes else VCC_LO] = carry

        return write

    def apply(
        self, function: Callable[..., Lanes], sources: Sequence[Operand], widths: tuple[int, ...]
    ) -> Lanes | None:
        values = []
        for k, operand in enumerate(sources):
            value = self.source(operand, widths[k] if k < len(widths) else 1)
            if value is None:
                return None
            values.append(value if isinstance(value, np.ndarray) else np.array([value], np.uint64))
        if widths and len(values) != len(widths):
            return None
        try:
            return function(*values)
        except TypeError:
            return None

    def add_carry(self, name: str, op: Op, sources: Sequence[Operand]) -> tuple[Lanes | None, Lanes | None]:
        values = [self.source(o) for o in sources[:2]]
        if len(values) < 2 or any(v is None for v in values):
            return None, None
        a, b = (v if isinstance(v, np.ndarray) else np.array([v], np.uint64) for v in values)
        if name == "v_sub_co_u32":
            return a - b & np.uint64(_M32), (b > a).astype(np.uint64)
        total = a + b
        if name == "v_add_co_ci_u32":
            unit = sources[2].reg.first if len(sources) > 2 and sources[2].reg else VCC_LO
            before = self.values.carry.get(unit)
            if before is None:
                return None, None
            total = total + before
        return total & np.uint64(_M32), total >> np.uint64(32)

    def read_lane(self, op: Op, sources: Sequence[Operand]) -> Callable[[], None]:
        value = self.source(sources[0]) if sources else None
        lane = self.source(sources[1]) if len(sources) > 1 else 0
        target = op.refs[0].reg

        def write() -> None:
            self.forget(op)
            if isinstance(value, np.ndarray) and isinstance(lane, int):
                self.values.scalar[target.first] = int(value[lane % len(value)])

        return write

    def scalar_op(self, op: Op) -> None:
        name = op.mnemonic
        sources = [o for o, d in zip(op.operands, op.desc.operands, strict=False) if d.role != "def"]
        target = next((r.reg for r in op.refs if r.writes), None)
        wide = name in SCALAR64
        widths = SCALAR64[name][1] if wide else (1,) * len(sources)
        given = [self.source(o, w) for o, w in zip(sources, widths, strict=False)]
        values = [v for v in given if isinstance(v, int)]
        known = len(values) == len(sources)
        result: tuple[int, bool | None] | None = None
        if name.startswith(("s_cmp_", "s_cmpk_")) and known and len(values) == 2:
            truth = scalar_compare(name, *values)
            self.forget(op)
            if truth is not None:
                self.values.scalar[SCC] = int(truth)
            return
        if known:
            result = self.scalar_result(name, values, wide)
        self.forget(op)
        if result is None or target is None:
            return
        self.values.scalar[target.first] = result[0] & _M32
        if wide or target.count == 2:
            self.values.scalar[target.first + 1] = result[0] >> 32
        if result[1] is not None and SCC in op.implicit_defs:
            self.values.scalar[SCC] = int(result[1])

    def scalar_result(self, name: str, values: Sequence[int], wide: bool) -> tuple[int, bool | None] | None:
        try:
            if wide:
                return SCALAR64[name][0](*values)
            if name in SCALAR:
                return SCALAR[name](*values)
            if name in ("s_addc_u32", "s_add_co_ci_u32", "s_cselect_b32", "s_subb_u32"):
                scc = self.values.scalar.get(SCC)
                if scc is None:
                    return None
                a, b = values
                if name == "s_cselect_b32":
                    return (a if scc else b), None
                total = a - b - scc if name == "s_subb_u32" else a + b + scc
                return total & _M32, total > _M32 or total < 0
            if name in ("s_addk_i32", "s_addk_co_i32"):
                # The destination is also the first source.
                return values[0] + _sign16(values[1]) & _M32, None
            if name == "s_mulk_i32":
                return values[0] * _sign16(values[1]) & _M32, None
        except (TypeError, ValueError, IndexError):
            return None
        return None

    def scalar_load(self, op: Op) -> None:
        """A load from the argument segment gives what it holds; any other is unknown."""
        bases = [r.reg for r in op.refs if r.reads and r.reg.count == 2]
        target = next((r.reg for r in op.refs if r.writes), None)
        base = self.scalar(bases[0].first, 2) if bases else None
        self.forget(op)
        if base is None or target is None or not op.mnemonic.startswith("s_load_b"):
            return
        offset = sum(v for o in op.operands[2:] if isinstance(v := self.source(o), int)) + _number(
            op.modifier("offset")
        )
        at = base + offset - KERNARG
        for k in range(target.count):
            word = self.start.segment[at + 4 * k : at + 4 * k + 4] if at >= 0 else b""
            if len(word) == 4:
                self.values.scalar[target.first + k] = int.from_bytes(word, "little")

    def condition(self, t: Timing) -> bool | None:
        """Whether a branch is taken; None where that is unknown."""
        name = t.op.mnemonic
        scc = self.values.scalar.get(SCC)
        if name == "s_branch":
            return True
        if name in ("s_cbranch_scc0", "s_cbranch_scc1"):
            return None if scc is None else bool(scc) == name.endswith("1")
        if name in ("s_cbranch_vccz", "s_cbranch_vccnz"):
            mask = self.scalar(VCC_LO)
            return None if mask is None else (mask == 0) == name.endswith("vccz")
        return None

    def access(self, t: Timing) -> Access | None:
        """Where a memory instruction points to; None where its address is unknown."""
        if t.unit == LDS:
            return self.lds_access(t)
        addresses = self.global_addresses(t.op)
        if addresses is None:
            return None
        each = np.uint64(max(1, lane_bytes(t.op)) - 1)
        lines = np.unique(np.concatenate([addresses >> np.uint64(7), addresses + each >> np.uint64(7)]))
        return Access(tuple(int(line) for line in lines), 0, t.bytes)

    def global_addresses(self, op: Op) -> Lanes | None:
        base = 0
        lanes: Lanes | int | None = None
        for ref in op.refs:
            if ref.desc.name == "vaddr":
                value = self.source(op.operands[ref.operand], ref.reg.count)
                lanes = value
            elif ref.desc.name in ("saddr", "srsrc") and not ref.reg.is_vgpr:
                known = self.scalar(ref.reg.first, 2)
                # An unknown base is the same for all lanes; it is taken as aligned.
                base = ((ref.reg.first + 1) << 36 if known is None else known) & (1 << 48) - 1
        if not isinstance(lanes, np.ndarray):
            return None
        return lanes + np.uint64(base) + np.uint64(_number(op.modifier("offset")) & (1 << 64) - 1)

    def lds_access(self, t: Timing) -> Access | None:
        op = t.op
        where = next((op.operands[r.operand] for r in op.refs if r.desc.name == "addr"), None)
        lanes = self.source(where) if where is not None else None
        if not isinstance(lanes, np.ndarray) or not t.bytes:
            return None
        each = max(1, lane_bytes(op))
        if "2addr" not in op.mnemonic:
            return Access((), bank_cycles(lanes + np.uint64(_number(op.modifier("offset"))), each), t.bytes)
        each //= 2
        unit = each * (64 if "stride64" in op.mnemonic else 1)
        cycles = sum(
            bank_cycles(lanes + np.uint64(unit * _number(op.modifier(name))), each) for name in ("offset0", "offset1")
        )
        return Access((), cycles, t.bytes)


def bank_cycles(addresses: Lanes, width: int) -> int:
    """Cycles that an LDS access of ``width`` bytes a lane takes: lanes are served in groups that fill the banks once
    (8 lanes of 128 bits), and in a group the distinct dwords of the fullest bank one after the other (RDNA3 ISA guide,
    LDS: 32 banks of a CU, the same dword is broadcast)."""
    # What differs by a multiple of all banks meets in the same ones.
    return _bank_cycles((addresses - addresses.min()).tobytes(), int(addresses.min() >> np.uint64(2)) % _BANKS, width)


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


@cache
def _base(mnemonic: str) -> str:
    name = mnemonic.replace("v_dual_", "v_", 1)
    for suffix in ("_e32", "_e64"):
        name = name.removesuffix(suffix)
    return name


def _number(text: str | None) -> int:
    try:
        return int(text, 0) if text else 0
    except ValueError:
        return 0


def _sign16(value: int) -> int:
    value &= 0xFFFF
    return value - 0x10000 if value >> 15 else value


class Recorder:
    """Follows waves along a path and keeps the accesses; instructions that cannot matter are left out."""

    def __init__(self, timings: Sequence[Timing], start: Start) -> None:
        self.timings, self.start = timings, start
        self.relevant = relevant(timings)

    def accesses(self, path: Sequence[int], group: tuple[int, int, int], wave: int) -> tuple[Access | None, ...]:
        """One entry for each LDS and vector memory instruction on the path, None where the address is unknown."""
        follower = Follower(self.start, start_values(self.start, group, wave))
        out: list[Access | None] = []
        relevant = self.relevant
        for ordinal in path:
            what = relevant[ordinal]
            if what:
                t = self.timings[ordinal]
                if what == 2:
                    out.append(follower.access(t))
                follower.step(t)
        return tuple(out)


def relevant(timings: Sequence[Timing]) -> Mapping[int, int]:
    """By ordinal: 2 for memory accesses, 1 for what addresses or branches depend on, 0 for the rest."""
    needed: set[int] = set()
    for t in timings:
        if t.unit in (LDS, VMEM):
            needed.update(u for r in t.op.refs if r.desc.name in _ADDRESS for u in r.reg.units)
        elif t.unit == BRANCH:
            needed.update(u for u in (*t.op.uses, *t.op.implicit_uses))
    writers = [t for t in timings if t.unit in (VALU, SALU, SMEM)]
    chosen: set[int] = set()
    grown = True
    while grown:
        grown = False
        for t in writers:
            if t.ordinal in chosen or needed.isdisjoint((*t.op.defs, *t.op.implicit_defs)):
                continue
            chosen.add(t.ordinal)
            grown = True
            if any(_followed(half.mnemonic) for half in t.op.halves) or t.unit != VALU:
                needed.update((*t.op.uses, *t.op.implicit_uses))
    return {t.ordinal: 2 if t.unit in (LDS, VMEM) else int(t.ordinal in chosen) for t in timings}


def _followed(mnemonic: str) -> bool:
    name = _base(mnemonic)
    return name in VECTOR or name in VECTOR64 or "_co_" in name or "lane" in name
