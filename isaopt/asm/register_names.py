"""Parses register names into register runs: ``v5``, ``s[4:7]``, ``vcc``, ``v1.h``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from isaopt.asm.syntax import StatementError
from isaopt.isa.registers import (
    AGPR_BASE,
    NUM_AGPRS,
    NUM_HIGH,
    NUM_SGPRS,
    NUM_TTMPS,
    NUM_VGPRS,
    SGPR_BASE,
    TTMP_BASE,
    Half,
    RegRef,
    unit_of,
)

_BANKS = {
    "v": (0, NUM_VGPRS),
    "s": (SGPR_BASE, NUM_SGPRS),
    "ttmp": (TTMP_BASE, NUM_TTMPS),
    "a": (AGPR_BASE, NUM_AGPRS),
}
#: The suffix that selects a half of a VGPR, if any.
_HALVES: Mapping[str, Half] = {"": "", "l": "l", "h": "h"}
_PAIRS = {"vcc": ("vcc_lo", 2), "exec": ("exec_lo", 2), "src_scc": ("scc", 1)}


def run_of(bank: str, first: int, last: int, column: int) -> RegRef:
    """Registers ``first`` to ``last`` of a bank (``v``, ``s``, ``ttmp``, ``a``)."""
    base, size = _BANKS[bank]
    # A run may end above 255: the caller, which knows the target, checks whether it has that many registers.
    if not 0 <= first <= last < size + (NUM_HIGH if bank == "v" and first < size else 0):
        raise StatementError(f"register index out of range in {bank}[{first}:{last}]", column)
    return RegRef(base + first, last - first + 1)


@cache
def register_of(text: str, column: int) -> RegRef:
    """One register, or a pair with its own name."""
    if text in _PAIRS:
        name, count = _PAIRS[text]
        return RegRef(unit_of(name), count)
    name, _, half = text.partition(".")
    try:
        return RegRef(unit_of(name), 1, _HALVES[half])
    except KeyError:
        raise StatementError(f"register index out of range in {text}", column) from None


@cache
def range_of(text: str, column: int) -> RegRef:
    """A run with plain numbers, ``v[4:7]``, or one register in brackets."""
    bank, _, rest = text.partition("[")
    bounds, _, half = rest.partition("]")
    first, _, last = bounds.partition(":")
    ref = run_of(bank, int(first), int(last or first), column)
    return RegRef(ref.first, ref.count, _HALVES[half[1:]]) if half else ref
