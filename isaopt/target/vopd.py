"""Which two instructions may share one VOPD encoding, and why not.

This module alone answers the question: pairing, register assignment, lint and reports all use it. The rules are those
of the RDNA3 ISA guide ("VOPD", dual-issue restrictions) as LLVM's assembler enforces them (AMDGPUAsmParser.cpp,
``checkVOPDRegBankConstraints``; SIInstrInfo constant-bus limits); tests compare every one with the assembler.

The rules work on :class:`PairHalf`, plain numbers; :mod:`isaopt.target.vopd_ops` makes them from ops.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from isaopt.isa.constants import Encoding32, NumberType, encode32
from isaopt.target.arch import Arch, VopdRow, machine_data

Slot = Literal["dst", "src0", "src1", "src2"]
Reason = Literal[
    "dst-parity",
    "src0-bank",
    "src1-bank",
    "src2-parity",
    "scalar-limit",
    "literal",
    "modifiers",
    "operand-kind",
    "not-vopd-component",
    "not-opx",
    "not-wave32",
]
# At most this many SGPR-class sources and literals together: the constant bus of one instruction word.
SCALAR_LIMIT = 2


@dataclass(frozen=True, slots=True)
class Component:
    """A VOPD opcode: its name after ``v_dual_``, whether OPX accepts it (OPY accepts all) and its operand layout.

    ``layout`` names the operands in text order; ``acc`` stands for a destination that is also read, ``vcc`` for the
    mask that the text omits. ``creatable`` is False if the assemblers of different LLVM versions disagree, so that a
    rewriter should not introduce it.
    """

    name: str
    op: int
    x: bool
    layout: tuple[str, ...]
    creatable: bool
    single: tuple[str, ...]

    @property
    def accumulates(self) -> bool:
        return "acc" in self.layout

    @property
    def reads_vcc(self) -> bool:
        return "vcc" in self.layout

    @property
    def number_type(self) -> NumberType:
        """The type as which an inline constant in src0 is read."""
        if self.name == "dot2acc_f32_f16":
            return "f16"
        return "bf16" if self.name == "dot2acc_f32_bf16" else "b32"


def _component(row: VopdRow, family: str) -> Component:
    layout, single = tuple(row["layout"].split()), tuple(row["single"])
    return Component(row["name"], row["op"], row["x"], layout, family in row["create"], single)


@cache
def components(family: str) -> dict[str, Component]:
    """All VOPD opcodes of ``gfx11`` or ``gfx12`` by name."""
    rows = machine_data()["vopd"]["opcodes"]
    return {row["name"]: _component(row, family) for row in rows if family in row["families"]}


@cache
def component_names(family: str) -> dict[str, str]:
    """The component's name for each single-issue mnemonic without encoding suffix (``v_mul_f32`` -> ``mul_f32``)."""
    return {single: c.name for c in components(family).values() for single in c.single}


@dataclass(frozen=True, slots=True)
class VopdSource:
    """A source operand: a ``vgpr``, a ``scalar`` register (its unit, or a negative stand-in for ``src_*`` values),
    a ``number`` as written, or an ``expr`` whose value only the assembler knows.  ``none`` costs nothing (``null``)."""

    kind: Literal["vgpr", "scalar", "number", "expr", "none"]
    value: int | float = 0


@dataclass(frozen=True, slots=True)
class PairHalf:
    """One half of a pair as the rules see it.

    ``dst``, ``src0``, ``src1``, ``src2`` are VGPR numbers, None if the slot reads none; ``src2`` includes the tied
    accumulator. ``scalars`` are the distinct scalar registers read, without the implied VCC. ``literals`` are 32-bit
    patterns; None stands for a symbolic one, which is never equal to another. ``faults`` are problems found while
    reading the half.
    """

    name: str
    dst: int
    src0: int | None = None
    src1: int | None = None
    src2: int | None = None
    scalars: frozenset[int] = frozenset()
    literals: tuple[int | None, ...] = ()
    faults: tuple[Reason, ...] = ()

    def register(self, slot: Slot) -> int | None:
        """The VGPR in a slot, or None."""
        if slot == "dst":
            return self.dst
        return self.src0 if slot == "src0" else self.src1 if slot == "src1" else self.src2

    @property
    def reads(self) -> frozenset[int]:
        """All VGPRs that the half reads, including its accumulator."""
        return frozenset(r for r in (self.src0, self.src1, self.src2) if r is not None)


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its code, a message, and the half that shows it (0 for X, 1 for Y; Y if two halves clash)."""

    reason: Reason
    message: str
    half: int = 0


@dataclass(frozen=True, slots=True)
class SlotConstraint:
    """The VGPRs of X and Y in this slot, if both have one, must differ modulo ``modulus``."""

    slot: Slot
    modulus: int
    reason: Reason

    def holds(self, x: int | None, y: int | None) -> bool:
        return x is None or y is None or x % self.modulus != y % self.modulus


_DST = SlotConstraint("dst", 2, "dst-parity")
_SRC0 = SlotConstraint("src0", 4, "src0-bank")
_SRC1 = SlotConstraint("src1", 4, "src1-bank")
_SRC2 = SlotConstraint("src2", 2, "src2-parity")


def slot_constraints(arch: Arch, x: str, y: str) -> tuple[SlotConstraint, ...]:
    """The constraints on the register numbers of a pair with these opcodes; complete as far as registers are concerned.

    The two destinations have opposite parity because VDSTY's lowest bit is not encoded. Sources differ by bank because
    a bank serves one SRC0 and one SRC1 in a cycle; SRC2 differs by parity only.
    """
    if arch.features.dual_move_second_port and x == y == "mov_b32":
        # gfx12 fetches the Y move's source through the SRC2 port (LLVM AMDGPUBaseInfo.cpp, VOPD::InstInfo).
        return (_DST,)
    return (_DST, _SRC0, _SRC1, _SRC2)


def interlock_constraints(arch: Arch) -> tuple[SlotConstraint, ...]:
    """Additional constraints on a pair that isaopt creates: opposite parity of the src0 and of the src1 VGPRs on gfx11.

    With equal parity in different banks the hardware can lose the interlock on the destination (LLVM pull request
    220348, "GFX11 VOPD destination interlock").
    """
    if not arch.vopd_interlock_erratum:
        return ()
    return (SlotConstraint("src0", 2, "src0-bank"), SlotConstraint("src1", 2, "src1-bank"))


def interlock_risk(arch: Arch, x: PairHalf, y: PairHalf) -> tuple[Slot, ...]:
    """The slots in which the pair triggers the gfx11 erratum; empty on gfx12 or if the pair is safe."""
    broken = (c.slot for c in interlock_constraints(arch) if not c.holds(x.register(c.slot), y.register(c.slot)))
    return tuple(broken)


def overwrites_source(arch: Arch, x: PairHalf, y: PairHalf) -> bool:
    """Whether X writes a register before Y has read it."""
    return arch.features.dual_x_writes_early and x.dst in y.reads


def make_half(arch: Arch, name: str, dst: int, sources: tuple[VopdSource, ...]) -> PairHalf:
    """Makes a half from its operands in text order, without the destination.

    An opcode that the target lacks, a wrong number of operands or a wrong kind is recorded in ``faults``.
    """
    comp = components(arch.family).get(name)
    if comp is None:
        return PairHalf(name, dst, faults=("not-vopd-component",))
    fields = [f for f in comp.layout[1:] if f not in ("acc", "vcc")]
    faults: list[Reason] = [] if len(fields) == len(sources) else ["operand-kind"]
    regs: dict[str, int] = {}
    scalars: set[int] = set()
    literals: list[int | None] = []
    for fld, source in zip(fields, sources, strict=False):
        if source.kind == "vgpr" and fld != "K":
            regs[fld] = int(source.value)
        elif fld in ("vsrc1", "vsrc2") or (fld == "K" and source.kind != "number"):
            faults.append("operand-kind")
        elif source.kind == "scalar":
            scalars.add(int(source.value))
        elif source.kind == "expr":
            # A relocated value fits a 32-bit operand only; the assembler takes none where 16-bit halves are read.
            if comp.number_type == "b32":
                literals.append(None)
            else:
                faults.append("operand-kind")
        elif source.kind == "number":
            encoded: Encoding32 = encode32(source.value, "b32" if fld == "K" else comp.number_type)
            if fld == "K" or not encoded.inline:
                literals.append(encoded.bits)
    return PairHalf(
        name,
        dst,
        regs.get("src0"),
        regs.get("vsrc1"),
        dst if comp.accumulates else regs.get("vsrc2"),
        frozenset(scalars),
        tuple(literals),
        tuple(faults),
    )


def _registers_clash(arch: Arch, x: PairHalf, y: PairHalf) -> list[Violation]:
    found = []
    for c in slot_constraints(arch, x.name, y.name):
        a, b = x.register(c.slot), y.register(c.slot)
        if not c.holds(a, b):
            what = "parity" if c.modulus == 2 else "bank"
            found.append(Violation(c.reason, f"{c.slot} v{a} and v{b} have the same {what}", 1))
    return found


def check_halves(arch: Arch, x: PairHalf, y: PairHalf, wave_size: int = 32) -> list[Violation]:
    """Every rule of the encoding that the pair breaks; empty if it assembles and runs as a pair.

    Data flow between the two merged instructions is not a matter of encoding: see :func:`reads_result_of`.
    """
    found: list[Violation] = []
    if wave_size != 32:
        found.append(Violation("not-wave32", "dual instructions exist in wave32 only"))
    known = components(arch.family)
    for n, (half, side) in enumerate(((x, "X"), (y, "Y"))):
        found.extend(Violation(f, f"v_dual_{half.name} cannot stand in {side} as it is", n) for f in half.faults)
    if x.name in known and not known[x.name].x:
        found.append(Violation("not-opx", f"{x.name} exists in OPY only"))
    if not {x.name, y.name} <= known.keys():
        return found
    found += _registers_clash(arch, x, y)
    literals = x.literals + y.literals
    distinct = len(set(literals) - {None}) + literals.count(None)
    if distinct > 1:
        found.append(Violation("literal", "the pair has room for one 32-bit literal", 1))
    # The mask of v_cndmask takes its own place, even beside an operand that names vcc_lo.
    masks = known[x.name].reads_vcc or known[y.name].reads_vcc
    scalars = len(x.scalars | y.scalars) + masks + min(distinct, 1)
    if scalars > SCALAR_LIMIT:
        found.append(Violation("scalar-limit", f"{scalars} scalar values and literals, {SCALAR_LIMIT} are possible"))
    return found
