"""Instructions as the model sees them: one :class:`InstructionTiming` for each instruction of a kernel, made once per
GPU."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field

from isaopt.analysis.flow.cfg import CFG, is_branch
from isaopt.errors import InputError
from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Instruction, Kernel, Module, Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, MODE, NUM_VGPRS, SCC, VCC_HI, VCC_LO
from isaopt.simulator.classes import (
    BRANCH,
    EXPORT,
    INTERNAL,
    LDS,
    SALU,
    SMEM,
    VALU,
    VMEM,
    flops,
    is_fp32,
    lane_bytes,
    matrix_kind,
    unit_of,
    valu_class,
)
from isaopt.simulator.operations import LANE_READS
from isaopt.target.bank_models import get_model
from isaopt.target.banks import Charge, bank_of, charge_block
from isaopt.target.counters import waits_of
from isaopt.target.depctr import depctr_waits
from isaopt.target.gpus import Gpu
from isaopt.target.reads import Reads, is_matrix, reads_of
from isaopt.target.sizes import size_of

UNIT_COUNT = MODE + 1
_MASKS = frozenset({VCC_LO, VCC_HI, EXEC_LO, EXEC_HI})
_INSTID = re.compile(r"(instid[01]|instskip)\((\w+)\)")
_SKIPS = {"SAME": 0, "NEXT": 1, "SKIP_1": 2, "SKIP_2": 3, "SKIP_3": 4, "SKIP_4": 5}

# What a vector result's latency depends on: the reader, so a write has one figure for vector readers.
Write = tuple[int, int]


@dataclass(slots=True)
class InstructionTiming:
    """One instruction.  Times are cycles; registers are units (:mod:`isaopt.isa.registers`).

    ``exec`` is the time from dispatch to execution, ``occupies`` how long the execution unit is taken, ``gather`` how
    long the register file is, ``drain`` the time from execution until memory instructions may go, ``writes`` the units
    written with the latency to ALU readers.  ``scalar_writes`` are SGPRs that a vector instruction writes.  ``hint`` is
    a ``s_delay_alu``: what to wait for, by distance in instructions.  ``overwrite`` is how soon the register may be
    written again, ``collides`` whether three registers are read from one bank.
    """

    ordinal: int
    unit: int
    op: Op
    item: int
    line: int = 0
    size: int = 4
    fetch: float = 0.0
    cache_line: int = 0
    exec: int = 0
    one_source: bool = False
    latency: int = 0
    occupies: int = 1
    gather: float = 1.0
    bank_latency: int = 0
    drain: int = 0
    trans: bool = False
    matrix: bool = False
    reads: tuple[int, ...] = ()
    writes: tuple[Write, ...] = ()
    scalar_writes: tuple[int, ...] = ()
    scalar_reads: tuple[int, ...] = ()
    forwarded: tuple[int, ...] = ()
    waits: tuple[tuple[str, int], ...] = ()
    counters: tuple[str, ...] = ()
    kind: str = ""
    amount: int = 0
    hint: tuple[tuple[int, str, int], ...] = ()
    bytes: int = 0
    store: bool = False
    atomic: bool = False
    flops: int = 0
    dual: bool = False
    overwrite: int = 0
    collides: bool = False
    to_sgpr: bool = False
    charge: Charge | None = None
    after: int = 1


@dataclass(frozen=True)
class TimedKernel:
    """A kernel decoded for a GPU: timings by ordinal, and the assumptions made."""

    timings: tuple[InstructionTiming, ...]
    wave_size: int
    assumed: tuple[str, ...] = field(default=())


def decode(module: Module, kernel: Kernel, cfg: CFG, gpu: Gpu) -> TimedKernel:
    """Decodes the kernel's instructions for this GPU model.

    Raises:
        InputError: the simulator cannot follow an instruction; the error gives its place.
    """
    items = [(i, ins) for i in cfg.order if isinstance(ins := module.items[i], Instruction)]
    ops = [ins.op for _, ins in items]
    written = {u for op in ops if unit_of(op) in (VALU, SALU) for u in op.written}
    timings: list[InstructionTiming] = []
    address = 0
    assumed: list[str] = []
    # The parser makes one op for the same words: these are the same to the model, but for where they are.
    known: dict[int, InstructionTiming] = {}
    for ordinal, (item, ins) in enumerate(items):
        if ins.op.flag("call") or ins.op.flag("return"):
            raise InputError(
                f"the simulator does not model '{ins.op.mnemonic}'", module.path, ins.line, ins.col, ins.text
            )
        same = known.get(id(ins.op))
        if same is not None:
            t = copy(same)
            t.ordinal, t.item, t.line = ordinal, item, ins.line
        else:
            t = InstructionTiming(ordinal, unit_of(ins.op), ins.op, item, ins.line)
            t.size = size_of(ins.op)
            t.fetch = t.size / gpu.number("fetch.bytes_per_cycle")
            _fill(t, gpu, kernel.wave_size, module.arch, written, assumed)
            if t.unit != INTERNAL:
                known[id(ins.op)] = t
        t.cache_line = address // _LINE
        address += t.size
        timings.append(t)
    _charge(timings, cfg, gpu, module.arch, kernel.wave_size)
    return TimedKernel(tuple(timings), kernel.wave_size, tuple(dict.fromkeys(assumed)))


_LINE = 128


@kept_in_op
def _units(op: Op) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(dict.fromkeys(op.read)), tuple(dict.fromkeys(op.written))


def _fill(t: InstructionTiming, gpu: Gpu, wave_size: int, arch: str, written: set[int], assumed: list[str]) -> None:
    op = t.op
    uses, defs = _units(op)
    live = tuple(u for u in uses if u in written and u != MODE)
    t.kind = op.operation
    t.counters = op.desc.counters if op.pair is None else ()
    match t.unit:
        case unit if unit == VALU:
            _fill_valu(t, gpu, wave_size, live, defs)
        case unit if unit == SALU:
            t.reads = live
            # Conversions are not as slow: all operands are of one type.
            types = {o.type for o in op.desc.operands}
            is_float = len(types) == 1 and types.pop().is_float
            t.latency = gpu.cycles("salu.latency_float" if is_float else "salu.latency")
            t.writes = tuple((u, t.latency) for u in defs if u != MODE)
        case unit if unit == BRANCH:
            t.reads = tuple(u for u in uses if u in (SCC, *_MASKS)) if is_branch(op) else ()
        case unit if unit == INTERNAL:
            _fill_internal(t, arch, assumed)
        case unit if unit in (VMEM, LDS, SMEM, EXPORT):
            t.scalar_reads = tuple(u for u in live if u >= NUM_VGPRS and u not in (EXEC_LO, EXEC_HI))
            t.bytes = lane_bytes(op) * (1 if t.unit == SMEM else wave_size)
            t.store = op.flag("maystore") and not op.flag("mayload")
            t.atomic = op.flag("atomic")
            if t.unit == VMEM and _long_address(op):
                t.after = gpu.cycles("vmem.issue_address64")


def _long_address(op: Op) -> bool:
    return any(r.desc.name == "vaddr" and r.reg.count == 2 for r in op.refs) and not op.flag("mubuf")


def _fill_valu(t: InstructionTiming, gpu: Gpu, wave_size: int, live: tuple[int, ...], defs: tuple[int, ...]) -> None:
    op, group = t.op, valu_class(t.op)
    t.reads = tuple(u for u in live if u not in (EXEC_LO, EXEC_HI))
    t.dual = op.pair is not None
    t.flops = flops(op, wave_size)
    t.trans, t.matrix = group == "trans", group == "matrix"
    passes = 1
    if wave_size == 64 and not t.matrix:
        passes = gpu.cycles("valu.wave64_fp32_passes" if is_fp32(op) else "valu.wave64_passes")
    if t.matrix:
        kind = matrix_kind(op)
        cycles = gpu.cycles(f"matrix.cycles_{kind}")
        if op.desc.is_sparse:
            cycles += gpu.cycles("matrix.sparse_extra")
        t.occupies, t.latency = cycles, cycles + gpu.cycles("matrix.to_valu")
        forward = cycles + gpu.cycles("matrix.forward")
        t.amount = forward
    else:
        t.latency = gpu.cycles("valu.latency" if group == "plain" else f"valu.latency_{group}")
        t.occupies = (gpu.cycles(f"valu.cycles_{group}") if group not in ("plain", "trans") else 1) * passes
        # The second pass of a wave64 instruction ends its result later.
        t.latency += passes - 1
        if t.trans:
            t.amount = gpu.cycles("valu.cycles_trans") * passes
    lane = op.operation in LANE_READS
    mask = gpu.cycles("valu.latency_mask")
    t.writes = tuple((u, t.latency if u < NUM_VGPRS else mask) for u in defs if u != MODE)
    t.scalar_writes = tuple(u for u in defs if NUM_VGPRS <= u < MODE)
    t.to_sgpr = any(u not in _MASKS for u in t.scalar_writes)
    t.overwrite = gpu.cycles("valu.overwrite_f64") if group == "f64" else 0
    t.drain = gpu.cycles("valu.latency_lane") if lane else t.latency


def _fill_internal(t: InstructionTiming, arch: str, assumed: list[str]) -> None:
    op, name = t.op, t.op.operation
    waits = waits_of(op, arch)
    if waits is None:
        assumed.append(f"line {t.line}: '{op.mnemonic}' with an operand that is no number waits for everything")
        waits = dict.fromkeys(("vmcnt", "vscnt", "lgkmcnt", "loadcnt", "storecnt", "dscnt", "kmcnt"), 0)
    t.waits = tuple(sorted(waits.items()))
    value = op.operands[0].value if op.operands else 0
    t.amount = value if isinstance(value, int) else 0
    if name == "s_delay_alu":
        t.hint = _hints(op)
    elif op.flag("terminator"):
        t.kind = "s_endpgm"
    elif name == "s_waitcnt_depctr":
        t.amount = int("va_vdst" in depctr_waits(op))


def _hints(op: Op) -> tuple[tuple[int, str, int], ...]:
    """(instructions ahead, unit, distance) of each part of a ``s_delay_alu`` (RDNA3 ISA guide, S_DELAY_ALU)."""
    text = " ".join(o.text for o in op.operands)
    fields = dict(_INSTID.findall(text))
    found = []
    for name, ahead in (("instid0", 0), ("instid1", _SKIPS.get(fields.get("instskip", "SAME"), 0))):
        unit, _, distance = fields.get(name, "").rpartition("_")
        if unit in ("VALU_DEP", "TRANS32_DEP", "SALU_CYCLE", "FMA_ACCUM_CYCLE") and distance.isdecimal():
            found.append((ahead, unit, int(distance)))
    return tuple(found)


def _exec_delay(t: InstructionTiming, reads: Reads, gpu: Gpu) -> None:
    slots = {(r.component, r.slot) for r in reads}
    moves = t.dual and all(h.operation in ("v_mov_b32", "v_fmaak_f32") for h in t.op.halves)
    if not slots:
        t.exec = gpu.cycles("valu.exec_no_source")
    elif moves:
        t.exec = gpu.cycles("valu.exec_one_source")
    else:
        t.exec = gpu.cycles("valu.exec")
        t.one_source = len(slots) == 1 and not t.dual


def _charge(timings: Sequence[InstructionTiming], cfg: CFG, gpu: Gpu, arch: str, wave_size: int) -> None:
    model, clash = get_model(gpu.word("banks.model")), gpu.number("banks.source_clash")
    known: dict[int, Reads] = {}
    for block in cfg.blocks:
        valu = [timings[k] for k in block.ordinals]
        valu = [t for t in valu if t.unit == VALU]
        reads = [
            known[id(t.op)] if id(t.op) in known else known.setdefault(id(t.op), reads_of(t.op, arch)) for t in valu
        ]
        for t, read, charge in zip(valu, reads, charge_block(model, reads), strict=True):
            t.charge = charge
            _exec_delay(t, read, gpu)
            extra = float(charge.extra_cycles)
            if not is_matrix(t.op):
                if t.dual:
                    extra = max(extra, clash * _fullest_sources(read, charge) - 1)
                t.gather = 1.0 + extra
                t.bank_latency = charge.latency
                t.collides = not t.dual and _fullest(read) > 2
            else:
                t.occupies += math.ceil(extra)
                t.amount += math.ceil(extra)
                t.latency += math.ceil(extra)
                t.drain += math.ceil(extra)
                t.forwarded = tuple(r.vgpr for r in read if r.slot == 2)
            if wave_size == 64 and t.occupies > 1:
                t.gather *= t.occupies


def without_conflicts(t: InstructionTiming) -> InstructionTiming:
    """The instruction without any register-bank conflict among its operands."""
    if t.unit != VALU or t.charge is None:
        return t
    extra = math.ceil(t.charge.extra_cycles)
    gather = t.gather if is_matrix(t.op) else float(t.occupies) if t.gather > 1 and t.occupies > 1 else 1.0
    if not (extra or t.bank_latency or t.collides) and gather == t.gather:
        return t
    clean = copy(t)
    clean.bank_latency, clean.collides, clean.gather = 0, False, gather
    if is_matrix(t.op):
        clean.occupies, clean.amount = t.occupies - extra, t.amount - extra
        clean.latency, clean.drain = t.latency - extra, t.drain - extra
    return clean


def _fullest(reads: Reads) -> int:
    """The number of distinct VGPRs in the bank that holds most of them."""
    if len(reads) < 2:
        return len(reads)
    banks = [bank_of(vgpr) for vgpr in {read.vgpr for read in reads}]
    return max(map(banks.count, banks), default=0)


def _fullest_sources(reads: Reads, charge: Charge) -> int:
    """Distinct VGPRs, accumulators and what a cache served left out, in the bank that most sources come from."""
    banks: dict[int, set[int]] = {}
    for read, served in zip(reads, charge.served, strict=True):
        if not read.accumulator and not served:
            banks.setdefault(bank_of(read.vgpr), set()).add(read.vgpr)
    return max((len(v) for v in banks.values()), default=0)
