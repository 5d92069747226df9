"""What an instruction *is*: operand roles, widths, implicit registers, flags, from the generated tables.

The tables in ``isaopt/isa/data`` are made by ``scripts/gen_isa_tables.py`` from LLVM's TableGen records.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class OperandDesc:
    """One operand in text order.

    ``role`` is ``def``, ``use`` or ``defuse`` (both, e.g. ``v_swap_b32``), or ``none`` for an operand that names no
    register (immediate, label, message).  ``kinds`` is the set of what may stand there: ``v`` VGPR, ``s`` scalar
    register, ``i`` inline constant, ``l`` 32-bit literal, ``x`` any immediate or expression, ``o`` the keyword ``off``,
    ``n`` the keyword ``null``, ``m`` a list of VGPRs (NSA image address).  ``dwords`` is its width in 32-bit units (a
    16-bit operand
    has 1).  ``bits`` is the width in bits that the instruction reads or writes (16 for a half).
    """

    name: str
    role: str
    kinds: str
    dwords: int
    bits: int = 32


@dataclass(frozen=True, slots=True)
class VopdDesc:
    """VOPD component: hardware opcode, the component's name after ``v_dual_``, and whether OPX accepts it (OPY always
    does)."""

    op: int
    name: str
    x: bool


@dataclass(frozen=True, slots=True)
class InstrDesc:
    """One encodable form of a mnemonic on one arch family.

    ``partial`` means that the destination keeps bits that the instruction does not write, so it also uses it
    (accumulators, d16 loads, 16-bit results, DPP, ``v_writelane``).  EXEC merging of inactive lanes is *not*
    ``partial``: every VGPR
    write has it.  ``implicit_defs``/``implicit_uses`` hold ``exec``, ``vcc``, ``scc``, ``m0``, ``mode`` without
    wave-size suffix.
    ``counters`` names what it increments (``vmcnt``, ``vscnt``, ``lgkmcnt``, ``expcnt``, or gfx12 names).
    ``early_clobber`` lists operand names that must not overlap any source.  ``tied`` pairs a destination operand name
    with the source
    operand name that shares its register when both are in the text; an accumulator that is not in the text needs
    ``partial`` only.
    ``required`` are the modifiers without which the text means another form (``offen``, ``glc`` of a returning atomic).
    A ``wmma`` destination, though early-clobber, may be its accumulator (the third source) as a whole.
    """

    mnemonic: str
    record: str
    encoding: str
    operands: tuple[OperandDesc, ...]
    modifiers: frozenset[str] = frozenset()
    implicit_defs: tuple[str, ...] = ()
    implicit_uses: tuple[str, ...] = ()
    partial: bool = False
    early_clobber: tuple[str, ...] = ()
    tied: tuple[tuple[str, str], ...] = ()
    flags: frozenset[str] = field(default_factory=frozenset)
    counters: tuple[str, ...] = ()
    size: int = 0
    wave: int = 0
    vopd: VopdDesc | None = None
    required: frozenset[str] = frozenset()
