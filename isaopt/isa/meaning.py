"""The effects of an instruction apart from its arithmetic: the unit that executes it, its memory accesses, and how
lanes interact."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from isaopt.isa.types import OperandType


class Unit(StrEnum):
    """The unit that executes an instruction (RDNA3 and RDNA4 ISA guides, "Wave state and instruction issue")."""

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
    #: Executed by the sequencer itself: waits, barriers, hints, the end of the program.
    INTERNAL = "internal"


class Lanes(StrEnum):
    """How the lanes of a wave interact in an instruction."""

    #: The instruction has no lanes.
    SCALAR = "scalar"
    #: Each lane's results depend only on its own operands and its bits of masks.
    LANEWISE = "lanewise"
    #: A lane's result depends on what other lanes hold (DPP, ``v_permlane*``, ``ds_bpermute_b32``, matrices), and thus
    #: on its number.
    CROSS = "cross"
    #: One result for all lanes (``v_readlane_b32``, ``v_s_exp_f32``, ``ds_append``).
    UNIFORM = "uniform"
    #: One lane is written, regardless of EXEC (``v_writelane_b32``).
    WRITES_LANE = "writes_lane"
    #: The result depends on the lane's number (``v_mbcnt_lo_u32_b32``).
    LANE_ID = "lane_id"


class Space(StrEnum):
    """An address space as an instruction accesses it."""

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
    """The effect of an instruction on memory."""

    LOAD = "load"
    STORE = "store"
    #: Reads, modifies and writes; without, and with returning the old value in a register.
    ATOMIC = "atomic"
    ATOMIC_RETURN = "atomic_return"
    PREFETCH = "prefetch"


@dataclass(frozen=True, slots=True)
class MemoryDesc:
    """The data that each lane (or a scalar access) moves.

    ``element`` is the type in memory: ``i8`` and ``i16`` are sign-extended, ``u8`` and ``u16`` zero-extended. Each of
    ``addresses`` accesses moves ``count`` elements; their offsets count in ``stride`` bytes. ``half`` says which half
    of a register holds a 16-bit value; a load keeps the other one. A ``formatted`` access converts as its descriptor
    says, so that ``element`` is the type in the register. ``to_lds`` loads go to LDS instead of a register.
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
        """Bytes per lane that one of its accesses moves."""
        return self.element.width // 8 * self.count

    @property
    def is_block(self) -> bool:
        """Whether M0 selects which of its 32 registers it moves (``global_load_block``)."""
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
    """A cache operation: whether it discards stale lines (``invalidates``) or writes out changed ones
    (``writes_back``), and in which cache; ``scope`` stands for every cache nearer to the wave than its ``scope:`` or
    ``sc`` bits."""

    cache: Literal["l0", "l1", "l2", "scalar", "instruction", "scope"]
    invalidates: bool = True
    writes_back: bool = False
