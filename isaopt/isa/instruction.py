"""Properties of an instruction: operand roles, types, implicit registers, unit, memory, lanes, from the generated
tables.

The tables in ``isaopt/isa/data`` are made by ``scripts/gen_isa_tables.py`` from LLVM's TableGen records.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from isaopt.isa.meaning import Access, CacheDesc, Lanes, MemoryDesc, Space, Unit
from isaopt.isa.types import OperandType

#: The destination of these is also SRC2, though the text does not repeat it (RDNA3 ISA guide, opcode descriptions).
_ACCUMULATING = frozenset(
    ("v_fmac_f16", "v_fmac_f32", "v_fmac_f64", "v_fmac_dx9_zero_f32", "v_pk_fmac_f16", "v_dot2acc_f32_f16",
     "v_dot2acc_f32_bf16", "v_dot2c_f32_f16", "v_dot2c_i32_i16", "s_fmac_f16", "s_fmac_f32")
)  # fmt: skip
_RAY_QUERIES = frozenset(f"image_bvh{kind}_intersect_ray" for kind in ("", "64", "8", "_dual"))


@dataclass(frozen=True, slots=True)
class OperandDesc:
    """One operand in text order.

    ``role`` is ``def``, ``use`` or ``defuse`` (both, e.g. ``v_swap_b32``), or ``none`` for an operand that names no
    register (immediate, label, message). ``kinds`` is the set of accepted operands: ``v`` VGPR, ``s`` scalar register,
    ``i`` inline constant, ``l`` 32-bit literal, ``x`` any immediate or expression, ``o`` the keyword ``off``, ``n`` the
    keyword ``null``, ``m`` a list of VGPRs (NSA image address). ``dwords`` is the width in 32-bit units (1 for a 16-bit
    operand), ``bits`` the width in bits that the instruction reads or writes (16 for a half). ``type`` is the type of
    those bits; ``written`` is the type by which the assembler reads a number, which differs for a few operands
    (``s_ceil_f16`` takes ``1.5`` as an f32).
    """

    name: str
    role: str
    kinds: str
    dwords: int
    bits: int = 32
    type: OperandType = OperandType.B32
    written: OperandType = OperandType.B32

    @property
    def elements(self) -> int:
        """How many numbers of its type the operand holds; 0 if the type has no width of its own.

        A single register holds one, and 16-bit types use a half of it; a matrix's 16-bit accumulator fills only a half
        of each register on gfx11.
        """
        width = self.type.width
        if not width or self.dwords <= 1:
            return min(width, 1)
        return 32 * self.dwords // width


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

    ``operation`` names the computation, with one name for all encodings and targets: without the suffix of an encoding,
    with gfx11's name if another family merely renamed it, and that of the single instruction for a VOPD component.
    ``partial`` means that the destination keeps bits that the instruction does not write, so it is also used
    (accumulators, d16 loads, 16-bit results, DPP, ``v_writelane``). EXEC merging of inactive lanes is *not*
    ``partial``: every VGPR write has it. ``implicit_defs``/``implicit_uses`` hold ``exec``, ``vcc``, ``scc``, ``m0``,
    ``mode`` without wave-size suffix. ``counters`` names the counters that it increments (``vmcnt``, ``vscnt``,
    ``lgkmcnt``, ``expcnt``, or gfx12 names). ``early_clobber`` lists operand names that must not overlap any source.
    ``tied`` pairs a destination operand name with the source operand name that shares its register when both are in the
    text; an accumulator that is not in the text needs ``partial`` only. ``required`` are the modifiers without which
    the text means another form (``offen``, ``glc`` of a returning atomic). A ``wmma`` destination, though
    early-clobber, may be its accumulator (the third source) as a whole.
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
    operation: str = ""
    unit: Unit = Unit.INTERNAL
    lanes: Lanes = Lanes.SCALAR
    memory: MemoryDesc | None = None
    cache: CacheDesc | None = None

    @property
    def is_vector(self) -> bool:
        """Whether the vector ALU executes it, including its transcendental and matrix units."""
        return self.unit in (Unit.VALU, Unit.TRANS, Unit.MATRIX)

    @property
    def is_sparse(self) -> bool:
        """Whether it is a sparse matrix instruction, whose A holds two of every four values: SWMMAC, and CDNA's
        SMFMAC."""
        return self.unit is Unit.MATRIX and ("swmmac" in self.flags or self.operands[-1].name == "idx")

    @property
    def accumulates(self) -> bool:
        """Whether it adds to its destination without repeating it as a source in the text."""
        return self.operation in _ACCUMULATING or self.is_sparse

    @property
    def loads_scalar_words(self) -> bool:
        """Whether it loads words from an address in scalar registers (``s_load_b32`` to ``s_load_b512``)."""
        m = self.memory
        return m is not None and (m.space, m.access, m.element) == (Space.SCALAR, Access.LOAD, OperandType.B32)

    @property
    def return_path(self) -> Literal["load", "sampler", "ray"]:
        """The path by which a vector load's result returns; texture sampling and ray queries have paths of their own
        (LLVM SIInsertWaitcnts.cpp, ``getVmemType``)."""
        if self.operation in _RAY_QUERIES:
            return "ray"
        samples = self.operation == "image_msaa_load" or any(o.type is OperandType.SAMPLER for o in self.operands)
        return "sampler" if samples else "load"

    @property
    def masks_read(self) -> tuple[int, ...]:
        """Indices of the operands that are lane masks, from which each lane reads its bit; see also
        :attr:`reads_vcc_mask`."""
        return tuple(
            i for i, o in enumerate(self.operands) if o.type is OperandType.MASK and o.role in ("use", "defuse")
        )

    @property
    def reads_vcc_mask(self) -> bool:
        """Whether each lane reads its bit of VCC without VCC in the text (``v_div_fmas_f32``, VOPD)."""
        return self.lanes is not Lanes.SCALAR and "vcc" in self.implicit_uses

    @property
    def compares_lanes(self) -> bool:
        """Whether its only result is one bit for each lane enabled by EXEC: in a mask (``v_cmp_*``) or in EXEC
        (``v_cmpx_*``)."""
        written = [o for o in self.operands if o.role in ("def", "defuse")]
        leaves_bits = bool(written) or "exec" in self.implicit_defs
        return self.unit is Unit.VALU and leaves_bits and all(o.type is OperandType.MASK for o in written)

    @property
    def branches(self) -> bool:
        """Whether it jumps to a label that it names, always or on a condition, without a return."""
        last = self.operands[-1].type if self.operands else None
        return last is OperandType.BRANCH_TARGET and "call" not in self.flags
