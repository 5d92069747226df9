"""What an instruction does apart from its arithmetic: who issues it, what memory it touches, how lanes meet in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from isaopt.isa.types import OperandType


class Unit(StrEnum):
    """Who executes an instruction (RDNA3 and RDNA4 ISA guides, "Wave state and instruction issue")."""

    SALU = "salu"
    VALU = "valu"
    #: The vector ALU's transcendental unit.
    TRANS = "trans"
    #: WMMA and SWMMAC, and CDNA's MFMA.
    MATRIX = "matrix"
    SMEM = "smem"
    #: Buffer, image, flat, global and scratch memory.
    VMEM = "vmem"
    LDS = "lds"
    #: Loads of parameters and of one word from LDS into the lanes (``lds_direct_load``).
    LDS_DIRECT = "lds_direct"
    EXPORT = "export"
    BRANCH = "branch"
    MESSAGE = "message"
    #: What the sequencer does itself: waits, barriers, hints, the end of the program.
    INTERNAL = "internal"


class Lanes(StrEnum):
    """How the lanes of a wave meet in an instruction."""

    #: Has no lanes.
    SCALAR = "scalar"
    #: Each lane's results depend on its own operands and bits of masks only.
    LANEWISE = "lanewise"
    #: A lane's result depends on what other lanes hold (DPP, ``v_permlane*``, ``ds_bpermute_b32``, matrices), and thus
    #: on its number.
    CROSS = "cross"
    #: One result for all lanes (``v_readlane_b32``, ``v_s_exp_f32``, ``ds_append``).
    UNIFORM = "uniform"
    #: One lane is written, whatever EXEC says (``v_writelane_b32``).
    WRITES_LANE = "writes_lane"
    #: The result depends on the lane's number (``v_mbcnt_lo_u32_b32``).
    LANE_ID = "lane_id"


class Space(StrEnum):
    """A memory as an instruction addresses it."""

    GLOBAL = "global"
    FLAT = "flat"
    SCRATCH = "scratch"
    LDS = "lds"
    GDS = "gds"
    BUFFER = "buffer"
    IMAGE = "image"
    #: Global memory through the scalar cache, which stores of other instructions do not update.
    SCALAR = "scalar"
    SCALAR_BUFFER = "scalar_buffer"


class Access(StrEnum):
    """What an instruction does to memory."""

    LOAD = "load"
    STORE = "store"
    #: Reads, changes and writes; without, and with the value before in a register.
    ATOMIC = "atomic"
    ATOMIC_RETURN = "atomic_return"
    PREFETCH = "prefetch"


@dataclass(frozen=True, slots=True)
class MemoryDesc:
    """What each lane (or a scalar access) moves.

    ``element`` is the type in memory: ``i8`` and ``i16`` are extended with their sign, ``u8`` and ``u16`` with zeros.
    ``count`` elements are moved by each of ``addresses`` accesses, whose offsets count in ``stride`` bytes.  ``half``
    says which half of a register a 16-bit value has, the other one being kept by a load.  A ``formatted`` access
    converts as its descriptor says, so that ``element`` is what the register holds.  ``to_lds`` loads go to LDS and no
    register.
    """

    space: Space
    access: Access
    element: OperandType = OperandType.B32
    count: int = 1
    half: Literal["", "l", "h"] = ""
    addresses: int = 1
    stride: int = 1
    formatted: bool = False
    to_lds: bool = False

    @property
    def bytes(self) -> int:
        """Bytes that one of its accesses moves, for a lane."""
        return self.element.width // 8 * self.count

    @property
    def is_block(self) -> bool:
        """Whether M0 says which of its 32 registers it moves (``global_load_block``)."""
        return self.count == 32

    @property
    def loads(self) -> bool:
        return self.access in (Access.LOAD, Access.ATOMIC, Access.ATOMIC_RETURN)

    @property
    def stores(self) -> bool:
        return self.access in (Access.STORE, Access.ATOMIC, Access.ATOMIC_RETURN)

    @property
    def is_atomic(self) -> bool:
        return self.access in (Access.ATOMIC, Access.ATOMIC_RETURN)


@dataclass(frozen=True, slots=True)
class CacheDesc:
    """A cache operation: whether it makes stale lines go (``invalidates``), brings changed ones out (``writes_back``),
    and in which cache; ``scope`` stands for every cache nearer to the wave than its ``scope:`` or ``sc`` bits."""

    cache: Literal["l0", "l1", "l2", "scalar", "instruction", "scope"]
    invalidates: bool = True
    writes_back: bool = False
