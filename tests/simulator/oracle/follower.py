"""What waves compute on their way, as far as integer arithmetic on their ids and arguments tells.

All waves of a workgroup, or one alone, are followed along their common path; values that come from memory, and all
floating point, are unknown.  Lanes are taken as switched on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from isaopt.ir.program import Op, Operand, OperandKind
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS, SCC, VCC_LO
from isaopt.simulator.classes import LDS, SALU, SMEM, VALU, VMEM
from isaopt.simulator.start import KERNARG, Start
from isaopt.simulator.timing import InstructionTiming
from tests.simulator.oracle.start import WaveValues
from tests.simulator.oracle.values import (
    LANE_COMPARES,
    LANE_READS,
    SAVES,
    SCALAR,
    SCALAR64,
    VECTOR,
    VECTOR64,
    WITH_CARRY,
    Lanes,
    number_of,
    scalar_compare,
    sign16,
)

_M32 = (1 << 32) - 1
#: Instructions whose destination is their first source as well.
_IN_PLACE = frozenset(("s_addk_i32", "s_mulk_i32"))
OF_SCC = ("s_addc_u32", "s_subb_u32", "s_cselect_b32")
"""Scalar operations that need SCC."""


class UnequalWavesError(Exception):
    """The waves that are followed together read a scalar register in which each has a value of its own."""


class Follower:
    """Follows waves on one path: ``step`` executes an instruction, ``condition`` says how a branch goes.

    Both raise :exc:`UnequalWavesError` where the waves would have to be followed one by one.
    """

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
        """A scalar register or pair; None where it is unknown."""
        unequal = self.values.unequal
        if unequal and not unequal.isdisjoint(range(unit, unit + width)):
            raise UnequalWavesError
        low = self.values.scalar.get(unit)
        if width == 1 or low is None:
            return low
        high = self.values.scalar.get(unit + 1)
        return None if high is None else low | high << 32

    def step(self, t: InstructionTiming) -> None:
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
            elif u in (EXEC_LO, EXEC_HI):
                self.put(u, _M32, taken=True)
            else:
                self.values.scalar.pop(u, None)
                self.values.taken.discard(u)
                self.values.carry.pop(u, None)
                self.values.unequal.discard(u)

    def forget_exec(self) -> None:
        """EXEC becomes unknown, and all lanes are taken as on."""
        for u in (EXEC_LO, EXEC_HI):
            self.put(u, _M32, taken=True)

    def taken(self, operands: Sequence[Operand], *units: int) -> bool:
        """Whether something is computed with an EXEC that is unknown."""
        read = {*units, *(u for operand in operands for reg in operand.regs for u in reg.units)}
        return not self.values.taken.isdisjoint(read)

    def put(self, unit: int, value: int, taken: bool = False) -> None:
        """Writes a scalar register, which then is known, or only ``taken`` to have the value."""
        self.values.scalar[unit] = value
        self.values.unequal.discard(unit)
        (self.values.taken.add if taken else self.values.taken.discard)(unit)

    def vector(self, op: Op) -> Callable[[], None]:
        """Computes a vector operation now; the result writes it."""
        name = op.operation
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
            if found is None and name != "v_lshrrev_b64":
                # The low half of the result needs no high halves of the sources, which compilers leave undefined.
                found, low_only = self.apply(function, sources, (1,) * len(widths)), True
        elif plain and name in WITH_CARRY:
            found, carry = self.add_carry(name, op, sources)
        elif name in LANE_READS:
            return self.read_lane(op, sources)
        elif name in LANE_COMPARES:
            return self.compare_lanes(op, sources)

        def write() -> None:
            self.forget(op)
            if found is None or target is None or not target.is_vgpr:
                return
            lanes = np.broadcast_to(found, (self.start.wave_size * self.values.waves,))
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
            if not isinstance(value, np.ndarray) or not isinstance(lane, int):
                return
            # One value for each wave, or one for all where a scalar or constant is read.
            read = value.reshape(-1, self.start.wave_size)[:, lane % self.start.wave_size]
            if (read == read[0]).all():
                self.values.scalar[target.first] = int(read[0])
            else:
                self.values.unequal.add(target.first)

        return write

    def compare_lanes(self, op: Op, sources: Sequence[Operand]) -> Callable[[], None]:
        width = 2 if op.operation.endswith("64") else 1
        found = self.apply(LANE_COMPARES[op.operation], sources, (width, width)) if self.start.masks else None
        words = self.start.wave_size // 32
        on = self.scalar(EXEC_LO, words)
        taken = self.taken((), *range(EXEC_LO, EXEC_LO + words))
        target = op.refs[0].reg.first if op.refs and op.refs[0].writes else EXEC_LO

        def write() -> None:
            self.forget(op)
            if found is None or on is None:
                return
            lanes = np.broadcast_to(found, (self.start.wave_size * self.values.waves,))
            rows = lanes.reshape(-1, self.start.wave_size)
            masks = {sum(1 << k for k, holds in enumerate(row.tolist()) if holds) & on for row in rows}
            for k in range(words):
                if len(masks) == 1:
                    self.put(target + k, min(masks) >> 32 * k & _M32, taken)
                else:
                    self.values.unequal.add(target + k)
                    (self.values.taken.add if taken else self.values.taken.discard)(target + k)

        return write

    def save(self, op: Op, source: Operand, target: int) -> None:
        """Puts EXEC into a scalar register, and then what becomes of it."""
        words = 2 if op.operation.endswith("64") else 1
        mask, on = self.source(source, words), self.scalar(EXEC_LO, words)
        before = self.taken((), *range(EXEC_LO, EXEC_LO + words))
        taken = before or self.taken((source,))
        if "_or_" in op.operation and self.whole(source, mask):
            taken = False
        self.forget(op)
        assert on is not None
        for k in range(words):
            self.put(target + k, on >> 32 * k & _M32, before)
        if isinstance(mask, int):
            found = SAVES[op.operation](mask, on)
            for k in range(words):
                self.put(EXEC_LO + k, found >> 32 * k & _M32, taken)
            self.put(SCC, int(found != 0), taken)

    def whole(self, operand: Operand, value: Lanes | int | None) -> bool:
        """Whether a mask is known to have all lanes on."""
        return isinstance(value, int) and value == (1 << self.start.wave_size) - 1 and not self.taken((operand,))

    def scalar_op(self, op: Op) -> None:
        name = op.operation
        sources = [o for o, d in zip(op.operands, op.desc.operands, strict=False) if d.role != "def"]
        target = next((r.reg for r in op.refs if r.writes), None)
        if name in SAVES and target is not None:
            self.save(op, sources[0], target.first)
            return
        wide = name in SCALAR64
        widths = (
            SCALAR64[name][1]
            if wide
            else (2 if name.startswith("s_cmp") and name.endswith("64") else 1,) * len(sources)
        )
        given = [self.source(o, w) for o, w in zip(sources, widths, strict=False)]
        if name in _IN_PLACE and target is not None:
            given.insert(0, self.scalar(target.first))
        own = (target.first,) if name in _IN_PLACE and target is not None else ()
        taken = self.taken(sources, *own, *((SCC,) if name in OF_SCC else ()))
        if name in ("s_or_b32", "s_or_b64") and any(map(self.whole, sources, given)):
            taken = False
        values = [v for v in given if isinstance(v, int)]
        known = len(values) == len(given)
        result: tuple[int, bool | None] | None = None
        truth = scalar_compare(name, *values) if known and len(values) == 2 else None
        if truth is not None:
            self.forget(op)
            self.put(SCC, int(truth), taken)
            return
        if known:
            result = self.scalar_result(name, values, wide)
        self.forget(op)
        if result is None or target is None:
            return
        self.put(target.first, result[0] & _M32, taken)
        if wide or target.count == 2:
            self.put(target.first + 1, result[0] >> 32, taken)
        if result[1] is not None and SCC in op.implicit_defs:
            self.put(SCC, int(result[1]), taken)

    def scalar_result(self, name: str, values: Sequence[int], wide: bool) -> tuple[int, bool | None] | None:
        try:
            if wide:
                return SCALAR64[name][0](*values)
            if name in SCALAR:
                return SCALAR[name](*values)
            if name in OF_SCC:
                scc = self.values.scalar.get(SCC)
                if scc is None:
                    return None
                a, b = values
                if name == "s_cselect_b32":
                    return (a if scc else b), None
                total = a - b - scc if name == "s_subb_u32" else a + b + scc
                return total & _M32, total > _M32 or total < 0
            if name == "s_addk_i32":
                return values[0] + sign16(values[1]) & _M32, None
            if name == "s_mulk_i32":
                return values[0] * sign16(values[1]) & _M32, None
        except (TypeError, ValueError, IndexError):
            return None
        return None

    def scalar_load(self, op: Op) -> None:
        """A load from the argument segment gives what it holds; any other is unknown."""
        bases = [r.reg for r in op.refs if r.reads and r.reg.count == 2]
        target = next((r.reg for r in op.refs if r.writes), None)
        base = self.scalar(bases[0].first, 2) if bases else None
        self.forget(op)
        if base is None or target is None or not op.desc.loads_scalar_words:
            return
        offset = sum(v for o in op.operands[2:] if isinstance(v := self.source(o), int)) + number_of(
            op.modifier("offset")
        )
        at = base + offset - KERNARG
        for k in range(target.count):
            word = self.start.segment[at + 4 * k : at + 4 * k + 4] if at >= 0 else b""
            if len(word) == 4:
                self.values.scalar[target.first + k] = int.from_bytes(word, "little")

    def condition(self, t: InstructionTiming) -> bool | None:
        """Whether a branch is taken; None where that is unknown."""
        name = t.op.operation
        scc = None if SCC in self.values.taken else self.values.scalar.get(SCC)
        if name == "s_branch":
            return True
        if name in ("s_cbranch_scc0", "s_cbranch_scc1"):
            return None if scc is None else bool(scc) == (name == "s_cbranch_scc1")
        for register, unit in (("vcc", VCC_LO), ("exec", EXEC_LO)):
            if name in (f"s_cbranch_{register}z", f"s_cbranch_{register}nz"):
                words = self.start.wave_size // 32
                mask = self.scalar(unit, words)
                unsure = not self.values.taken.isdisjoint(range(unit, unit + words))
                return None if mask is None or unsure else (mask == 0) == name.endswith("cz")
        return None
