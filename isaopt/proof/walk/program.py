"""One kernel as the walk runs it, and where a run of it stops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Kernel, Module, Op
from isaopt.isa.meaning import Space
from isaopt.proof.semantics.arrival import early_touches
from isaopt.proof.semantics.risks import Risks
from isaopt.proof.semantics.slots import Slots, scratch_slots
from isaopt.proof.surroundings.metadata import KernelDeclaration
from isaopt.proof.terms.terms import TRUE
from isaopt.proof.types import CannotProve
from isaopt.proof.walk.fills import filling_stores
from isaopt.proof.walk.flow import ProofFlow, build_flow
from isaopt.proof.walk.intervals import intervals, quiet_loads
from isaopt.proof.walk.live import live_units
from isaopt.proof.walk.spins import Edge, waiting

#: Operations that compute addresses, which unrolling may remove.
_SUMS = ("add_nc", "add_co", "add3", "add_lshl", "sub_nc", "subrev_nc", "sub_co", "mov_b32", "lshl", "ashr", "mul_lo")


@dataclass(frozen=True, slots=True)
class ProofKernel:
    """A kernel, prepared for the walk."""

    module: Module
    kernel: Kernel
    flow: ProofFlow
    early: Mapping[int, frozenset[int]]
    #: Branches, and where they lead, after which another wave may have changed what memory holds:
    #: :mod:`isaopt.proof.walk.spins`.
    waits: frozenset[Edge]
    #: Loads from LDS that no wave can race with: :mod:`isaopt.proof.walk.intervals`.
    quiet: frozenset[int]
    #: Accesses to scratch that are to slots: :mod:`isaopt.proof.semantics.slots`.
    slots: Slots
    #: Stores that fill LDS, with their blocks: :mod:`isaopt.proof.walk.fills`.
    fills: Mapping[int, int]
    launched: KernelDeclaration
    #: By block, the register units that may be read from its start on before they are written.
    live: tuple[frozenset[int], ...]
    #: Hazards that may spoil results: :mod:`isaopt.proof.walk.hazards`.
    risks: Risks = field(default_factory=Risks)

    @property
    def size(self) -> int:
        """The number of steps in the code: see :class:`StepBudget`."""
        return sum(len(block.body) + 1 for block in self.flow.blocks)

    @property
    def repeated_accesses(self) -> int:
        """The number of elements that a lane accesses in innermost loops, each of them gone round once."""
        blocks = (self.flow.blocks[number] for body in self.flow.innermost() for number in body)
        found = (self.module.instruction(index).op.desc.memory for block in blocks for index in block.body)
        return sum(memory.addresses * memory.count for memory in found if memory is not None)

    @staticmethod
    def of(module: Module, kernel: Kernel, launched: KernelDeclaration, flow: ProofFlow | None = None) -> ProofKernel:
        """A kernel with its control flow, or an equivalent one."""
        flow = flow or build_flow(module, kernel)
        _check_scratch(module, kernel, launched)
        slots = scratch_slots(module, kernel, launched.scratch) or {}
        early, waits, between = (
            early_touches(module, flow),
            waiting(module, flow, slots),
            intervals(module, flow, launched),
        )
        quiet, fills = quiet_loads(module, between), filling_stores(module, flow, between)
        return ProofKernel(module, kernel, flow, early, waits, quiet, slots, fills, launched, live_units(module, flow))


def _check_scratch(module: Module, kernel: Kernel, launched: KernelDeclaration) -> None:
    """Raises :class:`CannotProve` for an access to scratch where none is set up: where that goes is not known."""
    for _, item in module.instructions(kernel) if not launched.descriptor.field("enable_private_segment") else ():
        memory = item.op.desc.memory
        if memory is not None and memory.space is Space.SCRATCH:
            raise CannotProve(f"'{item.text.strip()}' accesses scratch, and none is set up", item.line)


@dataclass(frozen=True, slots=True)
class RunStop:
    """Where a run stopped: ``end``, ``join`` (before block ``target``) or ``if`` (at the end of ``block``)."""

    kind: str
    line: int
    target: int = -1
    other: int = -1
    condition: int = TRUE
    block: int = -1


@kept_in_op
def computations(op: Op) -> int:
    """The number of vector operations of an instruction, apart from sums and moves."""
    names = (half.operation.removeprefix("v_") for half in op.halves if half.desc.is_vector)
    return sum(not name.startswith((*_SUMS, "mad_u")) for name in names)


def lane_written(program: ProofKernel) -> frozenset[int]:
    """The VGPRs that some ``v_writelane`` of a kernel writes."""
    ops = (item.op for _, item in program.module.instructions(program.kernel))
    return frozenset(unit for op in ops if op.mnemonic.startswith("v_writelane") for unit in op.defs)


def halved(program: ProofKernel) -> frozenset[int]:
    """The VGPRs of which some instruction of a kernel accesses one half."""
    ops = (item.op for _, item in program.module.instructions(program.kernel))
    return frozenset(ref.reg.first for op in ops for ref in op.refs if ref.reg.half)


def wide_addresses(program: ProofKernel) -> frozenset[int]:
    """The VGPRs that are addresses of accesses to several elements of LDS."""
    found = set[int]()
    for _, item in program.module.instructions(program.kernel):
        memory = item.op.desc.memory
        if memory is not None and memory.space is Space.LDS and memory.addresses * memory.count > 1:
            described = zip(item.op.operands, item.op.desc.operands, strict=False)
            found.update(x.reg.first for x, desc in described if desc.name == "addr" and x.reg is not None)
    return frozenset(found)
