"""The wait counters of each family, and the instructions that wait on them, both ways: text to counts and back.

Names, widths and encodings: AMD RDNA3 ISA guide, "Data dependency resolution" and ``S_WAITCNT``; AMD RDNA4 ISA guide,
the same section and ``S_WAIT_*CNT``; LLVM ``AMDGPUBaseInfo.cpp`` (field positions and sizes).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from isaopt.ir.program import Op

#: Largest value of each counter.
LIMITS: dict[str, dict[str, int]] = {
    "gfx11": {"vmcnt": 63, "vscnt": 63, "lgkmcnt": 63, "expcnt": 7},
    "gfx12": {
        "loadcnt": 63,
        "storecnt": 63,
        "samplecnt": 63,
        "bvhcnt": 7,
        "dscnt": 63,
        "kmcnt": 31,
        "expcnt": 7,
    },
}

_SINGLE = {
    "gfx11": {
        "s_waitcnt_vmcnt": "vmcnt",
        "s_waitcnt_vscnt": "vscnt",
        "s_waitcnt_expcnt": "expcnt",
        "s_waitcnt_lgkmcnt": "lgkmcnt",
    },
    "gfx12": {f"s_wait_{name}": name for name in LIMITS["gfx12"]},
}
_PAIRS = {"s_wait_loadcnt_dscnt": ("loadcnt", "dscnt"), "s_wait_storecnt_dscnt": ("storecnt", "dscnt")}
_FIELD = re.compile(r"(vmcnt|expcnt|lgkmcnt)(_sat)?\s*\(([^()]*)\)")
_ORDER = ("vmcnt", "expcnt", "lgkmcnt")


@dataclass(frozen=True, slots=True)
class Wait:
    """For each counter that an instruction waits on, how many events it lets stay outstanding.

    ``vague`` are counters whose count the text gives as a symbol or a register: zero stands for it.
    """

    counts: Mapping[str, int]
    vague: frozenset[str] = field(default_factory=frozenset)


def is_wait(op: Op) -> bool:
    """Whether the op does nothing but wait on memory counters, in the spelling of any family."""
    name = op.mnemonic
    return name in ("s_waitcnt", "s_wait_idle", *_PAIRS, *_SINGLE["gfx11"], *_SINGLE["gfx12"])


def wait_of(op: Op, family: str) -> Wait | None:
    """What the op waits for, or None if it is no wait of that family.

    A count at or above a counter's largest value waits for nothing, and has no entry.  gfx12 has no ``s_waitcnt``:
    the assembler takes it, but AMD's RDNA4 ISA guide gives it no meaning, so it waits for nothing here.
    """
    limits = LIMITS[family]
    name = op.mnemonic
    counts: dict[str, int | None] = {}
    if name == "s_wait_idle":
        counts = dict.fromkeys(limits, 0)
    elif name in _SINGLE[family]:
        # A register's value is added to the count (RDNA3 ISA guide, S_WAITCNT_VSCNT).
        added = len(op.operands) > 1 and op.operands[0].reg is not None
        counts = {_SINGLE[family][name]: None if added else _number(op)}
    elif name in _PAIRS and family == "gfx12":
        n = _number(op)
        high, low = _PAIRS[name]
        counts = {high: None if n is None else n >> 8 & 63, low: None if n is None else n & 63}
    elif name == "s_waitcnt" and family == "gfx11":
        counts = _packed(op)
    else:
        return None
    exact = {c: 0 if n is None else n for c, n in counts.items() if n is None or n < limits[c]}
    return Wait(exact, frozenset(c for c, n in counts.items() if n is None))


def _packed(op: Op) -> dict[str, int | None]:
    n = _number(op)
    if n is not None:
        return {"expcnt": n & 7, "lgkmcnt": n >> 4 & 63, "vmcnt": n >> 10 & 63}
    fields = [m for o in op.operands for m in _FIELD.finditer(o.text)]
    if not fields:
        return dict.fromkeys(_ORDER)
    return {m[1]: _value(m[3]) for m in fields}


def _value(text: str) -> int | None:
    try:
        return int(text.strip(), 0)
    except ValueError:
        return None


def _number(op: Op) -> int | None:
    value = op.operands[-1].value if op.operands else None
    return value & 0xFFFF if isinstance(value, int) else None


def spell(family: str, counts: Mapping[str, int]) -> tuple[str, ...]:
    """Instructions that wait for these counts, as few as there can be."""
    left = dict(counts)
    out = []
    if family == "gfx11":
        packed = [f"{c}({left.pop(c)})" for c in _ORDER if c in left]
        if packed:
            out.append("s_waitcnt " + " ".join(packed))
        if "vscnt" in left:
            out.append(f"s_waitcnt_vscnt null, {left['vscnt']:#x}")
        return tuple(out)
    for name, (high, low) in _PAIRS.items():
        if high in left and low in left:
            out.append(f"{name} {left.pop(high) << 8 | left.pop(low):#x}")
    return (*out, *(f"s_wait_{c} {left[c]:#x}" for c in LIMITS["gfx12"] if c in left))
