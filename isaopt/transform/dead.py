"""Deletes dead instructions, and narrows those of which only a part is live."""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.analysis.flow.dead import dead_among
from isaopt.analysis.flow.liveness import code_of
from isaopt.analysis.integers.operations import KNOWN
from isaopt.asm.line import read_op
from isaopt.asm.printer import with_instructions
from isaopt.ir.program import Kernel, Module, Op, OperandKind
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import NUM_VGPRS, SCC, VCC_HI, VCC_LO, is_sgpr, is_vgpr
from isaopt.rebuild.delays import address_members
from isaopt.target.arch import get_arch
from isaopt.transform.dual_forms import singles

_COMPUTING = frozenset({Unit.SALU, Unit.VALU, Unit.TRANS, Unit.MATRIX})
_MOST_ROUNDS = 8


def without_dead(module: Module, kernel: Kernel) -> Module:
    """The kernel without plain integer instructions that are dead, also those that only feed themselves round a loop.

    An instruction of which only a part is live becomes the instruction for that part: a 64-bit shift or product with a
    dead upper half becomes a 32-bit one, an addition with a dead carry becomes one without, a dual integer instruction
    becomes one of its halves. Instructions that write EXEC or MODE, access memory or read other lanes stay as they are.
    """
    arch = get_arch(module.arch)
    for _ in range(_MOST_ROUNDS):
        kernel = module.kernel(kernel.name)
        cfg, ops = code_of(module, kernel)
        counted = address_members(ops)
        reached = (k for k in range(len(ops)) if cfg.block_of[k] in cfg.reachable)
        candidates = [k for k in reached if k not in counted and _only_computes(ops[k])]
        dead, live = dead_among(module, kernel, cfg, candidates)
        changed: dict[int, Sequence[Op]] = {}
        for k in candidates:
            smaller = None if k in dead else _narrowed(ops[k], live[k], module.arch, kernel.wave_size)
            # Beside other arithmetic, a dead half takes no time.
            if k not in dead and ops[k].pair is not None and all(h.operation in KNOWN for h in ops[k].halves):
                halves = [h for h in ops[k].halves if any(live[k] >> u & 1 for u in h.defs)]
                # Where one half reads what the other writes, the reader comes first of the two.
                two = singles(arch, ops[k]) if len(halves) == 1 else None
                smaller = None if two is None else next(s for s in two if s.defs == halves[0].defs)
            if k in dead or smaller is not None:
                changed[cfg.order[k]] = [] if smaller is None else [smaller]
        if not changed:
            return module
        module = with_instructions(module, changed)
    return module


def _only_computes(op: Op) -> bool:
    """Whether all that the op does is write registers other than EXEC, M0 and MODE."""
    if any(op.flag(flag) for flag in ("sideeffects", "mayload", "maystore")) or op.desc.counters:
        return False
    if op.desc.unit not in _COMPUTING or op.operation == "s_getpc_b64":
        return False
    if any(o.kind is OperandKind.EXPR for half in op.halves for o in half.operands):
        return False
    written = op.written
    return bool(written) and all(is_vgpr(u) or is_sgpr(u) or u in (SCC, VCC_LO, VCC_HI) for u in written)


def _narrowed(op: Op, live: int, arch: str, wave: int) -> Op | None:
    """The instruction reduced to the only part that is needed; None if that is impossible or gains nothing."""
    name = op.operation
    target = op.operands[0].reg if op.operands else None
    if target is None or op.pair is not None or op.modifiers or any(o.neg or o.absolute for o in op.operands):
        return None
    needed = [u for u in op.written if live >> u & 1]
    if needed != [target.first] or target.first >= NUM_VGPRS:
        return None
    low = f"v{target.first}"
    if name == "v_lshlrev_b64":
        by, value = op.operands[1], op.operands[2]
        if isinstance(by.value, int) and 0 <= by.value < 32 and value.reg is not None and value.reg.is_vgpr:
            return read_op(f"v_lshlrev_b32_e32 {low}, {by.value}, v{value.reg.first}", arch, wave)
    if name in ("v_mad_u64_u32", "v_mad_i64_i32") and op.operands[4].value == 0:
        return read_op(f"v_mul_lo_u32 {low}, {op.operands[2].text}, {op.operands[3].text}", arch, wave)
    if name == "v_add_co_u32" and len(op.operands) == 4:
        one, two = op.operands[2], op.operands[3]
        if one.reg is not None and one.reg.is_vgpr:
            one, two = two, one
        if two.reg is not None and two.reg.is_vgpr:
            return read_op(f"v_add_nc_u32_e32 {low}, {one.text}, {two.text}", arch, wave)
    return None
