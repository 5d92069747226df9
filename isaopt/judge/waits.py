"""The wait instructions, read for judges: memory counters and dependency counters, text to counts and back.

Names, widths and encodings: AMD RDNA3 ISA guide, "Data dependency resolution", ``S_WAITCNT`` and ``S_WAITCNT_DEPCTR``;
AMD RDNA4 ISA guide, the same section, ``S_WAIT_*CNT`` and ``S_WAIT_ALU``; LLVM ``AMDGPUBaseInfo.cpp`` (field positions
and sizes).  Passes read waits with :mod:`isaopt.target.counters`; the two share no code, so that an error in one shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from isaopt.ir.program import Op


class CountField(NamedTuple):
    """The place of a count in the 16 bits of an operand: lowest bit and width."""

    bit: int
    width: int

    def of(self, number: int) -> int:
        return number >> self.bit & self.most

    @property
    def most(self) -> int:
        """The largest count, which means no wait."""
        return (1 << self.width) - 1


#: Largest value of each counter, by family.
LIMITS: dict[str, dict[str, int]] = {
    "gfx11": {"vmcnt": 63, "vscnt": 63, "lgkmcnt": 63, "expcnt": 7},
    "gfx12": {"loadcnt": 63, "storecnt": 63, "samplecnt": 63, "bvhcnt": 7, "dscnt": 63, "kmcnt": 31, "expcnt": 7},
}
#: Counters of vector stores and of atomics that return nothing.
STORE_COUNTERS = frozenset({"vscnt", "storecnt"})
#: The fields of ``s_waitcnt``, in the order in which compilers write them.
_PACKED = {"vmcnt": CountField(10, 6), "expcnt": CountField(0, 3), "lgkmcnt": CountField(4, 6)}
#: The fields of ``s_waitcnt_depctr`` and ``s_wait_alu``, one opcode under two names.
DEPENDENCIES = {
    "va_vdst": CountField(12, 4),
    "va_sdst": CountField(9, 3),
    "va_ssrc": CountField(8, 1),
    "hold_cnt": CountField(7, 1),
    "vm_vsrc": CountField(2, 3),
    "va_vcc": CountField(1, 1),
    "sa_sdst": CountField(0, 1),
}
_DEPENDENCY_WAITS = {"gfx11": "s_waitcnt_depctr", "gfx12": "s_wait_alu"}
_SINGLE = {
    "gfx11": {f"s_waitcnt_{name}": name for name in LIMITS["gfx11"]},
    "gfx12": {f"s_wait_{name}": name for name in LIMITS["gfx12"]},
}
#: With the two bits above each count, which have no meaning in the guide: with one of them the count is out of range.
_PAIRS = {
    f"s_wait_{high}_dscnt": {high: CountField(8, 8), "dscnt": CountField(0, 8)} for high in ("loadcnt", "storecnt")
}
_WAITS = frozenset({"s_waitcnt", "s_wait_idle", *_PAIRS, *_SINGLE["gfx11"], *_SINGLE["gfx12"]})
_NAMED = re.compile(r"(\w+?)(_sat)?\s*\(([^()]*)\)")


@dataclass(frozen=True, slots=True)
class Wait:
    """The number of events that an instruction lets stay outstanding, for each counter that it waits on; always fewer
    than the counter can count.

    ``unknown`` are counters with a count that only the assembler or the hardware knows (a symbol, a register);
    ``beyond`` are those with a count above the counter's range, which the assembler accepts on gfx12. Each judge
    decides how to treat them.
    """

    counts: Mapping[str, int]
    unknown: frozenset[str] = frozenset()
    beyond: frozenset[str] = frozenset()

    @property
    def at_best(self) -> Wait:
        """The same wait, with every unknown count taken as zero."""
        return Wait({**self.counts, **dict.fromkeys(self.unknown, 0)}, self.unknown) if self.unknown else self


def is_wait(op: Op) -> bool:
    """Whether the op does nothing but wait on memory counters, in the spelling of any family."""
    return op.mnemonic in _WAITS


def wait_of(op: Op, family: str) -> Wait | None:
    """The counts that the op waits for, or None if it is not a wait of that family.

    A count at or above a counter's largest value waits for nothing and has no entry. gfx12 has no ``s_waitcnt``: the
    assembler accepts it, but AMD's RDNA4 ISA guide gives it no meaning, so it waits for nothing here.
    """
    limits = LIMITS[family]
    name = op.mnemonic
    if name == "s_wait_idle":
        return Wait(dict.fromkeys(limits, 0))
    if name in _SINGLE[family]:
        counter = _SINGLE[family][name]
        # A register's value is added to the count (RDNA3 ISA guide, S_WAITCNT_VSCNT).
        added = len(op.operands) > 1 and op.operands[0].reg is not None
        return _wait({counter: None if added else _number(op)}, limits)
    if name in _PAIRS and family == "gfx12":
        return _wait(_split(_PAIRS[name], _number(op)), limits)
    if name == "s_waitcnt" and family == "gfx11":
        return _wait(_fields(op, _PACKED), limits)
    return None


def dependency_wait_of(op: Op) -> Wait | None:
    """The dependency counters on which ``s_waitcnt_depctr`` or ``s_wait_alu`` waits, by the names of
    :data:`DEPENDENCIES`; None for other ops."""
    if op.mnemonic not in _DEPENDENCY_WAITS.values():
        return None
    return _wait(_fields(op, DEPENDENCIES, "depctr_"), {name: f.most for name, f in DEPENDENCIES.items()})


def drained(op: Op) -> frozenset[str]:
    """The dependency counters that the op waits on until nothing is outstanding."""
    wait = dependency_wait_of(op)
    return frozenset() if wait is None else frozenset(name for name, n in wait.counts.items() if n == 0)


def _wait(counts: Mapping[str, int | None], limits: Mapping[str, int]) -> Wait:
    known = {c: n for c, n in counts.items() if n is not None and n < limits[c]}
    beyond = frozenset(c for c, n in counts.items() if n is not None and n > limits[c])
    return Wait(known, frozenset(c for c, n in counts.items() if n is None), beyond)


def _split(fields: Mapping[str, CountField], number: int | None) -> dict[str, int | None]:
    return {name: None if number is None else f.of(number) for name, f in fields.items()}


def _fields(op: Op, fields: Mapping[str, CountField], prefix: str = "") -> dict[str, int | None]:
    """The counts of an operand that is a number or a list of named fields; fields left out wait for nothing."""
    number = _number(op)
    named = [(m[1].removeprefix(prefix), bool(m[2]), m[3]) for o in op.operands for m in _NAMED.finditer(o.text)]
    if number is not None or not named or any(name not in fields for name, _, _ in named):
        return _split(fields, number)
    return {name: _value(text, fields[name].most if saturated else None) for name, saturated, text in named}


def _value(text: str, most: int | None) -> int | None:
    try:
        value = int(text.strip(), 0)
    except ValueError:
        return None
    return value if most is None else min(value, most)


def _number(op: Op) -> int | None:
    value = op.operands[-1].value if op.operands else None
    return value & 0xFFFF if isinstance(value, int) else None


def spell(family: str, counts: Mapping[str, int]) -> tuple[str, ...]:
    """The fewest instructions that wait for these counts."""
    left = dict(counts)
    out = []
    if family == "gfx11":
        packed = [f"{c}({left.pop(c)})" for c in _PACKED if c in left]
        if packed:
            out.append("s_waitcnt " + " ".join(packed))
        if "vscnt" in left:
            out.append(f"s_waitcnt_vscnt null, {left['vscnt']:#x}")
        return tuple(out)
    for name, (high, low) in _PAIRS.items():
        if high in left and low in left:
            out.append(f"{name} {left.pop(high) << 8 | left.pop(low):#x}")
    return (*out, *(f"s_wait_{c} {left[c]:#x}" for c in LIMITS["gfx12"] if c in left))


def spell_dependencies(family: str, names: Iterable[str]) -> str:
    """The instruction that waits until nothing is outstanding on these dependency counters."""
    return f"{_DEPENDENCY_WAITS[family]} " + " ".join(f"depctr_{name}(0)" for name in names)
