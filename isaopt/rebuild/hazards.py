"""Waits that the hardware needs between ALU instructions because it does not interlock.

- gfx11.0: a VALU that reads what a transcendental wrote, at most five VALUs and one transcendental later (LLVM
  ``GCNHazardRecognizer.cpp``, fixVALUTransUseHazard).
- a matrix instruction whose A or B is what the matrix instruction just before it wrote (fixWMMAHazards).
- gfx12: an SGPR pair that a VALU has read before and that was written since (LLVM ``AMDGPUWaitSGPRHazards.cpp``).
- gfx11, wave64: a VALU that reads two registers written shortly before, with a change of EXEC between the two
  (fixVALUPartialForwardingHazard); and a scalar register that a VALU has read as a mask of lanes, read by either ALU
  after the SALU wrote it (fixVALUMaskWriteHazard).

Each is a forward analysis over all paths that says which wait must stand before which instruction. Those of expert
scheduling mode are in :mod:`isaopt.rebuild.interlocks`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations, product

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.fixpoint import met_states
from isaopt.ir.program import Op
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import EXEC_HI, EXEC_LO, M0, NUM_VGPRS, SCC, VCC_HI, VCC_LO
from isaopt.isa.tables import spelling
from isaopt.rebuild.interlocks import interlocks
from isaopt.target.arch import get_arch
from isaopt.target.depctr import depctr_waits, in_expert_mode
from isaopt.target.reads import is_matrix, is_valu

#: The fields used for waits here, in the order in which they are written.
_FIELDS = ("va_vdst", "va_sdst", "va_vcc", "sa_sdst", "vm_vsrc")
_TRANS_VALUS, _TRANS_TRANS = 6, 2
#: The most VALU instructions between the two writes, and between the second one and the reader.
_PARTIAL_BETWEEN, _PARTIAL_AFTER = 2, 4
_PARTIAL_VALUS = _PARTIAL_BETWEEN + 1 + _PARTIAL_AFTER


@dataclass(frozen=True, slots=True)
class HazardFix:
    """A wait for these fields, or a ``v_nop`` if there are none, before the instruction of this ordinal."""

    ordinal: int
    counts: Mapping[str, int]

    def text(self, arch: str) -> str:
        name = spelling(arch, "s_waitcnt_depctr")
        return f"{name} " + " ".join(f"depctr_{f}({n})" for f, n in self.counts.items()) if self.counts else "v_nop"


_VECTOR_MEMORY = frozenset({Unit.VMEM, Unit.LDS, Unit.LDS_DIRECT, Unit.EXPORT})
#: Flags of instructions at which the hardware waits until all SGPRs are written.
_SETTLING = frozenset({"smem", "mubuf", "mtbuf", "mimg", "vimage", "vsample"})


@dataclass(slots=True)
class _HazardState:
    """``trans[vgpr]``: VALUs and transcendentals since a transcendental wrote it.  ``matrix``: what the last VALU
    wrote, if it was a matrix instruction.  ``tracked``: SGPR pairs that a VALU has read; ``salu``, ``valu``: SGPRs of
    such pairs that one of the two wrote since.  ``ages[vgpr]``: VALUs since the last one that wrote it, on each path;
    of ``EXEC_LO``: since the SALU wrote EXEC.  ``masks``: scalars that a VALU has read as a mask of lanes."""

    trans: dict[int, tuple[int, int]] = field(default_factory=dict)
    matrix: frozenset[int] = frozenset()
    tracked: frozenset[int] = frozenset()
    salu: frozenset[int] = frozenset()
    valu: frozenset[int] = frozenset()
    ages: dict[int, frozenset[int]] = field(default_factory=dict)
    masks: frozenset[int] = frozenset()

    def copy(self) -> _HazardState:
        return replace(self, trans=dict(self.trans), ages=dict(self.ages))

    def meet(self, other: _HazardState) -> None:
        for unit, (valus, transes) in other.trans.items():
            mine = self.trans.get(unit, (valus, transes))
            self.trans[unit] = (min(mine[0], valus), min(mine[1], transes))
        for unit, ages in other.ages.items():
            self.ages[unit] = self.ages.get(unit, frozenset()) | ages
        self.masks |= other.masks
        self.matrix |= other.matrix
        self.tracked |= other.tracked
        self.salu |= other.salu
        self.valu |= other.valu


def _is_tracked_scalar(unit: int) -> bool:
    return unit >= NUM_VGPRS and unit not in (M0, EXEC_LO, EXEC_HI) and unit < SCC


class _HazardRules:
    """The rules of one arch: the fields to wait for before an op, and the op's effect."""

    def __init__(self, arch: str, wave_size: int) -> None:
        features = get_arch(arch).features
        self.trans_use, self.sgpr_hazard = features.trans_use_hazard, features.sgpr_read_hazard
        self.partial = features.partial_forwarding_hazard and wave_size == 64
        self.mask_write = features.mask_write_hazard and wave_size == 64

    def needs(self, op: Op, state: _HazardState) -> tuple[frozenset[str], bool]:
        """The fields that must be waited on until zero, and whether a ``v_nop`` must precede the op."""
        fields: set[str] = set()
        valu = is_valu(op)
        if self.trans_use and valu and state.trans:
            reads = {u for ref in op.refs if ref.reads for u in ref.reg.units} | {u for u in op.uses if u < NUM_VGPRS}
            if reads & state.trans.keys():
                fields.add("va_vdst")
        if self.partial and valu and _in_part(op, state.ages):
            fields.add("va_vdst")
        if self.mask_write and (valu or op.flag("salu")) and not state.salu.isdisjoint(op.read):
            fields.add("sa_sdst")
        if self.sgpr_hazard and (valu or op.flag("salu")):
            fields |= self._scalar_needs(op, state, valu)
        clash = bool(state.matrix) and is_matrix(op) and bool(state.matrix & _matrix_sources(op))
        return frozenset(fields), clash

    def _scalar_needs(self, op: Op, state: _HazardState, valu: bool) -> set[str]:
        fields: set[str] = set()
        for unit in op.read:
            if not _is_tracked_scalar(unit) or unit // 2 not in state.tracked:
                continue
            if unit in state.salu:
                fields.add("sa_sdst")
            if valu and unit in state.valu:
                fields.add("va_vcc" if unit in (VCC_LO, VCC_HI) else "va_sdst")
        return fields

    def waited(self, state: _HazardState, fields: frozenset[str]) -> None:
        if "va_vdst" in fields:
            state.trans.clear()
            state.ages.clear()
        vcc = frozenset((VCC_LO, VCC_HI))
        if "sa_sdst" in fields:
            state.salu = frozenset()
        if "va_sdst" in fields:
            state.valu &= vcc
        if "va_vcc" in fields:
            state.valu -= vcc

    def step(self, op: Op, state: _HazardState) -> None:
        self.waited(state, depctr_waits(op))
        valu, trans = is_valu(op), op.flag("trans")
        if op.desc.unit in _VECTOR_MEMORY and op.desc.counters:
            state.trans.clear()
            state.ages.clear()
        if self.partial:
            _step_ages(op, state.ages, valu)
        if valu:
            state.matrix = frozenset(u for u in op.defs if u < NUM_VGPRS) if is_matrix(op) else frozenset()
        if self.trans_use and valu:
            self._step_trans(op, state, trans)
        if self.mask_write and (valu or op.flag("salu")):
            _step_masks(op, state, valu)
        if self.sgpr_hazard:
            self._step_scalar(op, state, valu)

    def _step_trans(self, op: Op, state: _HazardState, trans: bool) -> None:
        for unit in list(state.trans):
            valus, transes = state.trans[unit]
            valus, transes = valus + 1, transes + trans
            if valus >= _TRANS_VALUS or transes >= _TRANS_TRANS:
                del state.trans[unit]
            else:
                state.trans[unit] = (valus, transes)
        if trans:
            state.trans.update(dict.fromkeys((u for u in op.defs if u < NUM_VGPRS), (0, 0)))

    def _step_scalar(self, op: Op, state: _HazardState, valu: bool) -> None:
        if op.desc.flags & _SETTLING:
            state.salu = state.valu = frozenset()
            return
        salu = op.flag("salu")
        if not valu and not salu:
            return
        reads = {u for u in op.read if _is_tracked_scalar(u)}
        if salu and any(u // 2 in state.tracked for u in reads):
            # The hardware has waited for the VALU's scalar results to let the SALU read one.
            vcc = frozenset((VCC_LO, VCC_HI))
            state.valu &= frozenset() if reads & vcc else vcc
            if not reads - vcc:
                state.valu = frozenset()
        writes = frozenset(u for u in op.written if _is_tracked_scalar(u) and u // 2 in state.tracked)
        if valu:
            state.tracked |= frozenset(u // 2 for u in reads)
            writes = frozenset(u for u in op.written if _is_tracked_scalar(u) and u // 2 in state.tracked)
            state.valu |= writes
            state.salu -= writes
        else:
            state.salu |= writes
            state.valu -= writes


def _in_part(op: Op, ages: dict[int, frozenset[int]]) -> bool:
    """Whether a VALU instruction reads one register written before a change of EXEC and one written after it, so that
    it may get the former in some lanes only."""
    changes = ages.get(EXEC_LO)
    if not changes:
        return False
    known = [ages[u] for u in set(op.uses) & ages.keys() - {EXEC_LO}]
    return any(
        late <= _PARTIAL_AFTER and early - late - 1 <= _PARTIAL_BETWEEN and any(late < e <= early for e in changes)
        for one, other in permutations(known, 2)
        for early, late in product(one, other)
    )


def _step_ages(op: Op, ages: dict[int, frozenset[int]], valu: bool) -> None:
    if valu:
        for unit, known in list(ages.items()):
            ages[unit] = frozenset(age + 1 for age in known if age < _PARTIAL_VALUS)
        ages.update(dict.fromkeys((u for u in op.defs if u < NUM_VGPRS), frozenset({0})))
    elif op.flag("salu") and not {EXEC_LO, EXEC_HI}.isdisjoint(op.written):
        ages[EXEC_LO] = frozenset({0}) | ages.get(EXEC_LO, frozenset())


def _step_masks(op: Op, state: _HazardState, valu: bool) -> None:
    written = {u for u in op.written if _is_tracked_scalar(u)}
    state.salu = state.salu - written if valu else state.salu | state.masks & written
    state.masks = (state.masks - written) | (_masks_read(op) if valu else frozenset())


def _masks_read(op: Op) -> frozenset[int]:
    """The scalar registers that are lane masks, of which each lane reads its bit."""
    found: set[int] = set()
    for half in op.halves:
        if half.desc.reads_vcc_mask:
            found |= {u for u in half.implicit_uses if u in (VCC_LO, VCC_HI)}
        masks = (half.operands[i].reg for i in half.desc.masks_read)
        found |= {u for reg in masks if reg is not None for u in reg.units if _is_tracked_scalar(u)}
    return frozenset(found)


def _matrix_sources(op: Op) -> set[int]:
    """The registers whose use right after the matrix instruction that wrote them needs a slot between: A and B, and
    a sparsity index."""
    slots = {"src0", "src1"}
    if op.flag("swmmac"):
        slots.add("src2")
    return {u for r in op.refs if r.reads and not r.writes and r.desc.name in slots for u in r.reg.units}


def guards(ops: Sequence[Op], cfg: CFG, arch: str, wave_size: int) -> list[HazardFix]:
    """The waits that are missing, in text order."""
    machine = _HazardRules(arch, wave_size)

    def step(k: int, state: _HazardState) -> tuple[frozenset[str], bool]:
        op = ops[k]
        fields, clash = machine.needs(op, state)
        machine.waited(state, fields)
        machine.step(op, state)
        return fields, clash

    starts = met_states(cfg, _HazardState, step)
    locks = interlocks(ops, cfg) if in_expert_mode(ops) else {}
    out: list[HazardFix] = []
    for block, start in zip(cfg.blocks, starts, strict=True):
        state = start.copy()
        for k in block.ordinals:
            fields, clash = step(k, state)
            counts = {**locks.get(k, {}), **dict.fromkeys(fields, 0)}
            if counts:
                out.append(HazardFix(k, {f: counts[f] for f in _FIELDS if f in counts}))
            if clash:
                out.append(HazardFix(k, {}))
    return out
