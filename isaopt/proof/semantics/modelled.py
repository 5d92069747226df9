"""Which instructions, operands and launches a proof models: what is not listed here is refused.

RDNA3 and RDNA4 ISA guides; the properties that are asked for are those of the instruction tables.
"""

from __future__ import annotations

from enum import Enum

from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Instruction, Op
from isaopt.isa.hardware_registers import MODE as MODE_REGISTER
from isaopt.isa.hardware_registers import SCHED_MODE, HardwareField, hardware_field
from isaopt.isa.instruction import InstrDesc, OperandDesc
from isaopt.isa.meaning import Access, Lanes, Space, Unit
from isaopt.isa.registers import EXEC_HI, EXEC_LO, M0, MODE, NUM_TTMPS, NUM_VGPRS, SCC, SGPR_BASE, TTMP_BASE, VCC_LO
from isaopt.isa.types import OperandType
from isaopt.judge.waits import dependency_wait_of, is_wait, wait_of
from isaopt.proof.types import CannotProve
from isaopt.toolchain.descriptor import ENTRY_OFFSET, Descriptor


class Treatment(Enum):
    """How the proof treats an instruction."""

    #: It computes registers from registers.
    COMPUTE = "compute"
    #: It computes from what other lanes hold.
    EXCHANGE = "exchange"
    #: It takes time, or says how other instructions are issued: no result depends on that, and nobody is told.
    SILENT = "silent"
    WAIT = "wait"
    #: A barrier or cache control, which no access may cross.
    FENCE = "fence"
    MEMORY = "memory"
    #: Something else that others notice or that reads or writes a hardware register, in its place in the order.
    EVENT = "event"
    BRANCH = "branch"
    END = "end"
    #: It may stand in the code, and control must not come there.
    NEVER = "never"


#: What others can observe, or what observes others.
OBSERVED = frozenset((Treatment.FENCE, Treatment.MEMORY, Treatment.EVENT))
#: What may stop a wave for good: what others can observe comes to be before it, or is never seen.
HALTS = frozenset(("s_trap", "s_sethalt", "s_sendmsghalt"))
CONDITIONS = {
    "s_cbranch_scc0": ("scc", False),
    "s_cbranch_scc1": ("scc", True),
    "s_cbranch_vccz": ("vcc", False),
    "s_cbranch_vccnz": ("vcc", True),
    "s_cbranch_execz": ("exec", False),
    "s_cbranch_execnz": ("exec", True),
}
#: Executed by the sequencer: of these the tables do not say more than their names.
_SEQUENCER = {
    **dict.fromkeys(
        ("s_delay_alu", "s_clause", "s_nop", "s_set_inst_prefetch_distance", "s_setprio"), Treatment.SILENT
    ),
    **dict.fromkeys(("s_sleep", "s_waitcnt_depctr", "s_version"), Treatment.SILENT),
    **dict.fromkeys(("s_barrier", "s_barrier_signal", "s_barrier_signal_isfirst", "s_barrier_wait"), Treatment.FENCE),
    **dict.fromkeys(("s_barrier_init", "s_barrier_join", "s_barrier_leave", "s_icache_inv"), Treatment.FENCE),
    # Data for a thread trace and performance counters are output.
    **dict.fromkeys(("s_ttracedata", "s_ttracedata_imm", "s_incperflevel", "s_decperflevel"), Treatment.EVENT),
    **dict.fromkeys(("s_trap", "s_sethalt", "s_wakeup", "s_get_barrier_state"), Treatment.EVENT),
    **dict.fromkeys(("s_round_mode", "s_denorm_mode"), Treatment.EVENT),
    "s_endpgm": Treatment.END,
    "s_code_end": Treatment.NEVER,
}
_IMPLICIT = frozenset(("exec", "vcc", "scc", "mode"))
_HARDWARE = frozenset(("s_getreg_b32", "s_setreg_b32", "s_setreg_imm32_b32"))
#: Vector operations that have to do with the number of a lane, or with several lanes, without DPP.
_ACROSS_LANES = {
    **dict.fromkeys(
        ("v_readfirstlane_b32", "v_readlane_b32", "v_writelane_b32", "v_permlane64_b32"), Treatment.EXCHANGE
    ),
    **{f"v_permlane{rows}16_{how}b32": Treatment.EXCHANGE for rows in ("", "x") for how in ("", "var_")},
    **{f"v_mbcnt_{half}_u32_b32": Treatment.COMPUTE for half in ("lo", "hi")},
    **{f"v_s_{of}_f{n}": Treatment.COMPUTE for of in ("exp", "log", "rcp", "rsq", "sqrt") for n in (16, 32)},
}
#: Executed by LDS without an access to it.  Not ``ds_nop``: several of them end a hazard of scalars (LLVM
#: AMDGPUWaitSGPRHazards.cpp), for which no rule counts them.
_LDS_ALONE = dict.fromkeys(
    ("ds_bpermute_b32", "ds_bpermute_fi_b32", "ds_permute_b32", "ds_swizzle_b32"), Treatment.EXCHANGE
)
_SPACES = frozenset((Space.GLOBAL, Space.FLAT, Space.SCRATCH, Space.BUFFER, Space.LDS))
_SCALAR_SPACES = frozenset((Space.SCALAR, Space.SCALAR_BUFFER))
#: Where lanes have more to do with each other than that each has its own address.
_SHARED_ADDRESSES = frozenset(("ds_load_addtid_b32", "ds_store_addtid_b32", "ds_append", "ds_consume"))


@kept_in_op
def treatment_of(op: Op) -> Treatment | None:
    """How an instruction is treated; None for one that is not modelled."""
    if op.pair is not None:
        return Treatment.COMPUTE if {treatment_of(half) for half in op.pair} == {Treatment.COMPUTE} else None
    desc, name = op.desc, op.operation
    if is_wait(op):
        return Treatment.WAIT
    if desc.cache is not None:
        return Treatment.FENCE
    match desc.unit:
        case Unit.SALU:
            return Treatment.EVENT if name in _HARDWARE else Treatment.COMPUTE if _only_computes(desc) else None
        case Unit.VALU | Unit.TRANS | Unit.MATRIX:
            return _vector_kind(op)
        case Unit.SMEM | Unit.VMEM | Unit.LDS:
            return _memory_kind(desc)
        case Unit.MESSAGE:
            return Treatment.EVENT
        case Unit.BRANCH:
            return Treatment.BRANCH if name in CONDITIONS or name == "s_branch" else None
        case Unit.INTERNAL:
            return _SEQUENCER.get(name)
    return None


def _only_computes(desc: InstrDesc) -> bool:
    """Whether an ALU operation has no other effect, and does not find its registers by M0."""
    return "sideeffects" not in desc.flags and _IMPLICIT.issuperset((*desc.implicit_uses, *desc.implicit_defs))


def _vector_kind(op: Op) -> Treatment | None:
    if not _only_computes(op.desc):
        return None
    if not op.desc.operands:
        return Treatment.SILENT if op.operation == "v_nop" else None
    if op.flag("dpp") or op.desc.unit is Unit.MATRIX:
        return Treatment.EXCHANGE
    return Treatment.COMPUTE if op.desc.lanes is Lanes.LANEWISE else _ACROSS_LANES.get(op.operation)


def _memory_kind(desc: InstrDesc) -> Treatment | None:
    memory = desc.memory
    if memory is None:
        return _LDS_ALONE.get(desc.operation)
    if memory.space in _SCALAR_SPACES:
        return Treatment.MEMORY if memory.access in (Access.LOAD, Access.PREFETCH) else None
    own = desc.lanes is Lanes.LANEWISE or desc.operation in _SHARED_ADDRESSES
    return Treatment.MEMORY if memory.space in _SPACES and own and not memory.is_block and not memory.to_lds else None


@kept_in_op
def destinations(op: Op) -> tuple[int, ...]:
    """Indices of the operands that are written."""
    return tuple(i for i, d in enumerate(op.desc.operands) if d.role in ("def", "defuse"))


@kept_in_op
def sources(op: Op) -> tuple[int, ...]:
    """Indices of the operands that are read, immediates among them, in text order."""
    return tuple(i for i, d in enumerate(op.desc.operands) if d.role != "def")


def sets_mode(op: Op) -> bool:
    """Whether all that an instruction does is to change MODE."""
    field = op.sets_register[0] if op.sets_register is not None else HardwareField(MODE_REGISTER, 0, 32)
    return MODE in op.implicit_defs and field is not None and field.name == MODE_REGISTER


# -- operands

_SGPRS, _SCALARS = frozenset(range(SGPR_BASE, VCC_LO)), frozenset(range(SGPR_BASE, TTMP_BASE))
_TTMPS = frozenset(range(TTMP_BASE, TTMP_BASE + NUM_TTMPS))
_EXEC_AND_M0 = frozenset((EXEC_LO, EXEC_HI, M0))
#: Of these a scalar instruction names one at most (RDNA3 ISA guide, 6.2).
_ONE_OF = frozenset((EXEC_LO, M0, SCC))
#: Of an address, of the caches, and parts of what is computed.  Not ``gds``: GDS reads its data late.
_MODIFIERS = frozenset(
    ("offset", "offset0", "offset1", "glc", "slc", "dlc", "th", "scope", "offen", "idxen", "tfe", "format", "clamp",
     "mul", "div", "op_sel", "op_sel_hi", "neg_lo", "neg_hi", "dpp8", "quad_perm", "row_half_mirror", "row_mirror",
     "row_ror", "row_share", "row_shl", "row_shr", "row_xmask", "row_mask", "bank_mask", "bound_ctrl", "fi",
     "byte_sel", "index_key")
)  # fmt: skip
#: Turns on expert scheduling mode; what it then takes to be right is compared as other hazards are.
_EXPERT = HardwareField(SCHED_MODE, 0, 2), 2
#: The bits of MODE that may be set: how numbers are rounded, denormals, clamps, NaNs, overflow of f16 (RDNA3 ISA guide,
#: 3.4.2).  With exceptions, or a trap after each instruction, a result that nothing uses is noticed.
_MODE_BITS = 0x3FF | 1 << 23
#: With this bit of its operand ``s_sleep`` has no end of its own (RDNA4 ISA guide, S_SLEEP).
_FOREVER = 0x8000
#: Hardware registers that may be read: MODE, clocks, and what is fixed when a wave starts.  The others tell of SCC,
#: EXEC, exceptions, outstanding accesses or allocated registers, which a proof does not follow up to there, or where
#: scratch is in global memory, from which it is taken to be apart.
_READABLE = frozenset(
    (MODE_REGISTER, "HW_ID", "HW_ID1", "HW_ID2", "LDS_ALLOC", "SH_MEM_BASES",
     "SHADER_CYCLES", "SHADER_CYCLES_LO", "SHADER_CYCLES_HI")
)  # fmt: skip


def check_instruction(item: Instruction, family: str) -> None:
    """Raises :class:`CannotProve` for an instruction that is not modelled, or has an operand that is not."""
    op, text = item.op, item.text.strip()
    kind = treatment_of(op)
    if kind is None:
        raise CannotProve(f"'{op.mnemonic}' is not modelled", item.line)
    if kind is Treatment.WAIT and ((wait := wait_of(op, family)) is None or wait.unknown or wait.beyond):
        raise CannotProve(f"'{text}': what it waits for is not known", item.line)
    if not _is_known_to_judges(op):
        # Judges of hazards, which take A's for harmless, may see one where there is none.
        raise CannotProve(f"'{text}': what hazards there are besides it is not known", item.line)
    for half in op.halves:
        for modifier in half.modifiers:
            if modifier.name not in _MODIFIERS:
                raise CannotProve(f"'{text}': '{modifier.name}' is not modelled", item.line)
        for operand, desc in zip(half.operands, half.desc.operands, strict=False):
            first = operand.reg.first if operand.reg is not None else 0
            if first >= NUM_VGPRS and first not in _allowed(half, desc):
                raise CannotProve(f"'{text}' may not name {operand.text} there", item.line)
            if desc.role == "def" and operand.text == "null" and op.implicit_defs:
                # RDNA3 ISA guide: it does by 3.4.4, and does not by 6.2.
                raise CannotProve(f"whether '{text}', with its destination null, writes SCC is not known", item.line)
    if op.desc.unit is Unit.SALU and len(_ONE_OF & {*op.uses}) > 1:
        raise CannotProve(f"'{text}' reads more than one of EXEC, M0 and SCC", item.line)
    if op.desc.unit is Unit.MESSAGE and op.message is None:
        raise CannotProve(f"'{text}': which message it sends is not known", item.line)
    if op.operation == "s_sleep" and (not isinstance(ticks := op.operands[0].value, int) or ticks & _FOREVER):
        raise CannotProve(f"'{text}' may not end until another wave wakes this one", item.line)
    if op.operation in _HARDWARE:
        _check_hardware(op, item.line)


def _is_known_to_judges(op: Op) -> bool:
    """Whether numbers that tell which hazards or clauses there are can be read: not those that only the assembler
    knows."""
    if op.operation == "s_clause":
        return isinstance(op.operands[0].value, int)
    wait = dependency_wait_of(op)
    return wait is None or not wait.unknown


def _allowed(op: Op, desc: OperandDesc) -> frozenset[int]:
    """The registers but VGPRs that an operand of that description may name, or begin with."""
    written = desc.role != "use"
    match op.desc.unit:
        case Unit.VALU | Unit.TRANS | Unit.MATRIX:
            # RDNA3 ISA guide, 7.1 and 3.4.6: EXEC and M0 take no result, and no mask of lanes is in the latter.
            if written:  # of a scalar it leaves VCCZ undefined (RDNA4 ISA guide, 7.10)
                return _SGPRS if op.desc.lanes is Lanes.UNIFORM and not op.flag("lane_access") else _SCALARS
            return _SCALARS | _TTMPS | ({EXEC_LO} if desc.type is OperandType.MASK else {*_EXEC_AND_M0, SCC})
        case Unit.SALU:
            # Other instructions are not known to ignore a trap register outside of a trap handler.
            kept = _TTMPS if not written or op.operation == "s_mov_b32" else frozenset[int]()
            return _SCALARS | _EXEC_AND_M0 | kept | (frozenset() if written else {SCC})
        case Unit.MESSAGE:
            return _SGPRS | _EXEC_AND_M0  # VCC or VCCZ would be undefined (RDNA3 ISA guide, 5.1)
    return _SCALARS if written else _SCALARS | _TTMPS | {M0}


def _check_hardware(op: Op, line: int) -> None:
    """What ``s_setreg`` and ``s_getreg`` do with hardware registers."""
    written = op.sets_register
    if written is None:
        read, text = hardware_field(op.operands[-1].text, op.operands[-1].value), op.operands[-1].text
        if read is None or read.name not in _READABLE:
            raise CannotProve(f"'{text}' may read state that the proof does not model", line)
        return
    if written == _EXPERT:
        return
    (field, value), text = written, op.operands[0].text
    if field is None or field.name != MODE_REGISTER:
        # Others switch interlocks off, hold the base of scratch, or say which exceptions are taken.
        raise CannotProve(f"'{text}' may change what other instructions do", line)
    most = (1 << field.size) - 1
    if (most if value is None else value & most) << field.offset & ~_MODE_BITS:
        raise CannotProve(f"'{text}' may enable exceptions, or what else a proof does not follow", line)


# -- launches


def check_launch(descriptor: Descriptor) -> None:
    """Raises :class:`CannotProve` for a way to launch a kernel that is not modelled: with exceptions, with accesses out
    of order, with VGPRs that the halves of a wave share, or with a bit set that has no name."""
    if descriptor.exceptions:
        raise CannotProve("the kernel is launched with exceptions enabled, which a proof does not follow")
    fields = {name: descriptor.field(name) for name, _, _ in descriptor.fields()}
    if not fields["memory_ordered"] or fields.get("shared_vgpr_count"):
        raise CannotProve("the kernel is launched with unordered accesses or shared VGPRs, which are not modelled")
    named = sum((1 << size) - 1 << at for _, at, size in descriptor.fields())
    if descriptor.bits & ~(named | (1 << 64) - 1 << 8 * ENTRY_OFFSET):
        raise CannotProve("the kernel's descriptor has a bit set that is not modelled")
