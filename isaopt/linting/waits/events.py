"""The effect of each instruction on the wait counters: the events it starts, and the registers that they still access.

Sources: AMD RDNA3 and RDNA4 ISA guides, "Data dependency resolution"; LLVM ``SIInsertWaitcnts.cpp`` for which kinds of
event share a counter, which of them return out of order, and which overwrites the hardware orders by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from isaopt.ir.program import Op
from isaopt.isa.meaning import CacheDesc, Unit
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS, SCC, units_mask
from isaopt.judge.waits import LIMITS, STORE_COUNTERS, Wait, wait_of
from isaopt.linting.flow import is_opaque
from isaopt.linting.model import Context
from isaopt.target.arch import Arch

_BARRIER_RELEASES = frozenset({"s_barrier", "s_barrier_signal", "s_barrier_signal_isfirst"})
_VGPRS = (1 << NUM_VGPRS) - 1
_EXEC = 1 << EXEC_LO | 1 << EXEC_HI


@dataclass(frozen=True, slots=True)
class CounterEvent:
    """An increment of ``counter``. Masks of register units: until the event completes, ``results`` may be written and
    ``held`` are still read.

    Events of one counter complete in issue order if they are of one ``kind`` other than ``smem``. ``path`` names the
    unit that writes VGPRs if the hardware keeps two writes of one path in order by itself, otherwise it is "". ``lds``
    marks an access to LDS data, ``shared`` one to memory that other waves see and that leaves no result.
    """

    counter: str
    kind: str
    results: int = 0
    held: int = 0
    path: str = ""
    lds: bool = False
    shared: bool = False

    @property
    def registers(self) -> int:
        return self.results | self.held

    @property
    def ordered(self) -> bool:
        """Whether events of this kind complete in issue order."""
        return self.kind != "smem"


@dataclass(frozen=True, slots=True)
class BlockStep:
    """An item of a block. ``reads``/``writes`` are masks of units; the old value that a partial result of a memory
    instruction keeps does not count as read.

    ``lds_read``/``lds_write`` say whether LDS may be accessed, ``flat`` that this is not certain. ``opaque`` items
    start and wait for unknown events.
    """

    index: int
    op: Op | None
    reads: int = 0
    writes: int = 0
    events: tuple[CounterEvent, ...] = ()
    wait: Wait | None = None
    path: str = ""
    lds_read: bool = False
    lds_write: bool = False
    flat: bool = False
    opaque: bool = False

    @property
    def operation(self) -> str:
        return self.op.operation if self.op is not None else ""

    @property
    def memory(self) -> bool:
        """Whether the instruction accesses memory or LDS."""
        return bool(self.events) and not self.sends_message

    @property
    def barrier_release(self) -> bool:
        """Whether other waves may pass the barrier once this wave has reached this instruction."""
        return self.operation in _BARRIER_RELEASES

    @property
    def sends_message(self) -> bool:
        return self.op is not None and self.op.desc.unit is Unit.MESSAGE

    @property
    def cache_control(self) -> bool:
        """Whether the instruction invalidates or writes back a cache."""
        return self.op is not None and self.op.desc.cache is not None

    @property
    def invalidates(self) -> bool:
        """Whether vector loads after the instruction find no stale data in the caches."""
        cache = self._vector_cache
        return cache is not None and cache.invalidates

    @property
    def writes_back(self) -> bool:
        """Whether the instruction writes out what vector stores left in the caches."""
        cache = self._vector_cache
        return cache is not None and cache.writes_back

    @property
    def _vector_cache(self) -> CacheDesc | None:
        return self.op.desc.cache if self.op is not None and self.op.desc.unit is Unit.VMEM else None


def kernel_steps(ctx: Context) -> tuple[tuple[BlockStep, ...], ...]:
    """The steps of every block."""
    known: dict[int, BlockStep] = {}
    out = []
    for block in ctx.blocks:
        run = []
        for index, instruction in ctx.steps(block):
            if instruction is None:
                run.append(BlockStep(index, None, opaque=True))
                continue
            # Equal lines share one op, and an unrolled kernel has many equal lines.
            step = known.get(id(instruction.op))
            if step is None:
                step = known[id(instruction.op)] = _step(instruction.op, ctx.arch)
            run.append(replace(step, index=index))
        out.append(tuple(run))
    return tuple(out)


def _step(op: Op, arch: Arch) -> BlockStep:
    wait = wait_of(op, arch.family)
    if wait is not None:
        wait = wait.at_best  # lint does not report a wait as missing that may be there
    if op.modifier("wait_exp") is not None:
        # The instruction carries its own wait (RDNA3 ISA guide, "VINTERP").
        wait = Wait({"expcnt": int(op.modifier("wait_exp") or "0", 0)})
    counters = tuple(c for half in op.halves for c in half.desc.counters if c in LIMITS[arch.family])
    writes = units_mask(op.defs) | units_mask(op.implicit_defs)
    if not counters or op.pair is not None:
        reads = units_mask(op.uses) | units_mask(op.implicit_uses)
        return BlockStep(0, op, reads, writes, wait=wait, opaque=is_opaque(op))
    reads = units_mask(op.implicit_uses)
    for ref in op.refs:
        if ref.reads:
            reads |= units_mask(ref.reg.units)
    gds = op.modifier("gds") is not None
    if gds and "expcnt" not in counters:
        counters = (*counters, "expcnt")
    path = _path(op, counters, arch)
    flat = "flat" in op.desc.flags
    lds = flat or ("ds" in op.desc.flags and not gds)
    events = tuple(_event(op, c, gds, reads, path) for c in counters)
    return BlockStep(
        0,
        op,
        reads,
        writes,
        events,
        wait,
        path,
        lds_read=lds and "mayload" in op.desc.flags,
        lds_write=lds and "maystore" in op.desc.flags,
        flat=flat,
    )


def _event(op: Op, counter: str, gds: bool, reads: int, path: str) -> CounterEvent:
    flags = op.desc.flags
    results = 0 if counter in STORE_COUNTERS else units_mask(op.defs)
    if counter == "expcnt":
        if "ldsdir" in flags:
            return CounterEvent(counter, "ldsdir", results)
        # An export or a GDS operation reads its registers, under the EXEC of that time, when the receiver is ready.
        kind = "gds" if gds else "export " + op.operands[0].text.rstrip("0123456789_z")
        return CounterEvent(counter, kind, 0, reads & (_VGPRS | _EXEC))
    if counter in ("lgkmcnt", "dscnt", "kmcnt"):
        if gds:
            return CounterEvent(counter, "gds", results)
        if "ds" in flags or "flat" in flags:
            return CounterEvent(counter, "lds", results, lds=bool(flags & {"mayload", "maystore"}))
        if op.operation in ("s_sendmsg", "s_sendmsghalt"):
            return CounterEvent(counter, "message")
        return CounterEvent(counter, "smem", results | units_mask(op.implicit_defs) & 1 << SCC)
    kind = "scratch" if counter in STORE_COUNTERS and "scratch" in flags else counter
    shared = counter in STORE_COUNTERS and "scratch" not in flags and "sideeffects" not in flags
    return CounterEvent(counter, kind, results, 0, path, shared=shared)


def _path(op: Op, counters: tuple[str, ...], arch: Arch) -> str:
    """gfx11 writes VGPRs back in issue order among plain loads, among samples, and among ray queries (LLVM
    ``FeatureVmemWriteVgprInOrder``); gfx12 does not.  A FLAT access may come from LDS, and gfx11.5 may take a sample
    of one point for a plain load (LLVM ``FeaturePointSampleAccel``)."""
    if arch.family != "gfx11" or counters != ("vmcnt",):
        return ""
    path = op.desc.return_path
    return "" if path == "sampler" and arch.generation == "gfx11.5" else path
