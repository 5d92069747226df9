"""Wait counters: their names and ranges, the spelling of waits, and the events that instructions add to them.

RDNA3 and RDNA4 ISA guides, "Data dependency resolution" (``S_WAITCNT``, ``S_WAIT_*CNT``); kinds of events and which of
them return out of order: LLVM ``SIInsertWaitcnts.cpp``; encodings: LLVM ``AMDGPUBaseInfo.cpp``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from isaopt.ir.program import Op
from isaopt.isa.meaning import Space, Unit
from isaopt.target.arch import features_of

#: Largest value of each counter, by family.
MAXIMA: dict[str, dict[str, int]] = {
    "gfx11": {"vmcnt": 63, "vscnt": 63, "lgkmcnt": 63, "expcnt": 7},
    "gfx12": {"loadcnt": 63, "storecnt": 63, "samplecnt": 63, "bvhcnt": 7, "dscnt": 63, "kmcnt": 31, "expcnt": 7},
}

_PREFIXES = {"gfx11": "s_waitcnt", "gfx12": "s_wait"}
_SINGLE = {f"{prefix}_{counter}": counter for family, prefix in _PREFIXES.items() for counter in MAXIMA[family]}
_PAIRED = {"s_wait_loadcnt_dscnt": "loadcnt", "s_wait_storecnt_dscnt": "storecnt"}
#: Operations that wait on counters and do nothing else.
WAITS = frozenset({"s_waitcnt", "s_wait_idle", *_SINGLE, *_PAIRED})
_FIELD = re.compile(r"(vmcnt|expcnt|lgkmcnt)(_sat)?\s*\(\s*(0[xX][0-9a-fA-F]+|\d+)\s*\)")


def family_of(arch: str) -> str:
    """The family whose counters a target has: ``gfx11`` (CDNA's waits are written alike) or ``gfx12``."""
    return "gfx12" if features_of(arch).separate_wait_counters else "gfx11"


def is_wait(op: Op) -> bool:
    """Whether the op waits on counters (and does nothing else)."""
    return op.operation in WAITS


def waits_of(op: Op, arch: str) -> dict[str, int] | None:
    """The number of events that the op lets stay outstanding, by counter; {} for an op that waits on none.

    None for a wait whose operand is not a plain number or counter list, so that its counts are unknown.
    """
    name = op.mnemonic
    if not is_wait(op):
        return {}
    return dict.fromkeys(MAXIMA[family_of(arch)], 0) if name == "s_wait_idle" else _counts(op)


def counters_left(op: Op) -> dict[str, int]:
    """The counters on which a wait lets events stay outstanding, with their number; {} for other ops."""
    counts = _counts(op) if is_wait(op) and op.mnemonic != "s_wait_idle" else None
    return {c: n for c, n in (counts or {}).items() if n}


def counters_emptied(op: Op) -> frozenset[str]:
    """The counters that a wait drains completely; empty for other instructions."""
    if op.mnemonic == "s_wait_idle":
        return frozenset(MAXIMA["gfx12"])
    return frozenset(c for c, n in ((_counts(op) if is_wait(op) else None) or {}).items() if not n)


def _counts(op: Op) -> dict[str, int] | None:
    """The counts in the operand of a wait."""
    name = op.mnemonic
    if op.operands and op.operands[0].reg is not None:
        return None  # the register's value is added to the count (RDNA3 ISA guide, S_WAITCNT_VSCNT)
    number = _integer(op)
    if name in _SINGLE:
        return None if number is None else {_SINGLE[name]: number}
    if name in _PAIRED:
        return None if number is None else {_PAIRED[name]: number >> 8 & 63, "dscnt": number & 63}
    if number is not None:
        fields = {"expcnt": number & 7, "lgkmcnt": number >> 4 & 63, "vmcnt": number >> 10 & 63}
        return {c: n for c, n in fields.items() if n < MAXIMA["gfx11"][c]}
    text = " ".join(o.text for o in op.operands)
    rest = _FIELD.sub(" ", text).strip(" \t,&")
    if rest.strip(" \t,&"):
        return None
    return {m[1]: min(int(m[3], 0), MAXIMA["gfx11"][m[1]]) for m in _FIELD.finditer(text)}


def _integer(op: Op) -> int | None:
    if not op.operands:
        return None
    last = op.operands[-1]
    if isinstance(last.value, int):
        return last.value & 0xFFFF
    try:
        return int(last.text, 0) & 0xFFFF
    except ValueError:
        return None


def wait_texts(counts: Mapping[str, int], arch: str) -> list[str]:
    """The fewest instructions of the arch that wait until at most ``counts[c]`` events of each counter ``c`` are
    outstanding, in the compiler's spelling."""
    left = dict(counts)
    texts: list[str] = []
    if family_of(arch) == "gfx11":
        fields = " ".join(f"{c}({left[c]})" for c in ("vmcnt", "expcnt", "lgkmcnt") if c in left)
        if fields:
            texts.append(f"s_waitcnt {fields}")
        if "vscnt" in left:
            texts.append(f"s_waitcnt_vscnt null, {left['vscnt']:#x}")
        return texts
    for first in ("loadcnt", "storecnt"):
        if first in left and "dscnt" in left:
            texts.append(f"s_wait_{first}_dscnt {left.pop(first) << 8 | left.pop('dscnt'):#x}")
    order = ("loadcnt", "dscnt", "storecnt", "samplecnt", "bvhcnt", "expcnt", "kmcnt")
    texts += [f"s_wait_{c} {left[c]:#x}" for c in order if c in left]
    return texts


def event_kind(op: Op, counter: str) -> str:
    """The kind of event that the op adds to a counter. Events of one kind return in issue order, except ``scalar`` and
    ``message``; events of two kinds on one counter return in any order relative to each other."""
    unit = op.desc.unit
    if counter == "expcnt":
        return "export" if unit is Unit.EXPORT else "direct" if unit is Unit.LDS_DIRECT else "gds"
    if counter in ("vscnt", "storecnt"):
        return "scratch" if op.desc.memory is not None and op.desc.memory.space is Space.SCRATCH else "store"
    if counter in ("lgkmcnt", "kmcnt", "dscnt"):
        if unit is Unit.SMEM:
            return "scalar"
        if unit in (Unit.MESSAGE, Unit.INTERNAL):
            return "message"
        return "gds" if op.modifier("gds") is not None else "lds"
    return "load"


UNORDERED_KINDS = frozenset({"scalar", "message"})
"""Kinds whose events return in any order even among themselves, so that only a wait for zero is meaningful."""
