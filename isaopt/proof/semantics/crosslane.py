"""Cross-lane instructions: what they read is the whole register, not one lane's value."""

from __future__ import annotations

from isaopt.ir.program import Op
from isaopt.isa.meaning import Unit
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.modelled import destinations, sources
from isaopt.proof.semantics.uninterpreted import finish, old_result, takes_registers
from isaopt.proof.terms.terms import FALSE, TRUE
from isaopt.proof.terms.uniform import is_uniform
from isaopt.proof.types import CannotProve


def execute_cross_lane(run: SideExecution, op: Op, name: str) -> None:
    """Executes a cross-lane instruction."""
    if name == "v_readfirstlane_b32":
        _read_first(run, op)
    elif name == "v_readlane_b32":
        _read_lane(run, op)
    elif name == "v_writelane_b32":
        _write_lane(run, op)
    elif op.desc.unit is Unit.MATRIX:
        _matrix(run, op, name)
    else:
        _exchange(run, op, name)


def _read_first(run: SideExecution, op: Op) -> None:
    operand = op.operands[sources(op)[0]]
    reg = operand.reg
    assert reg is not None
    # With EXEC empty it is lane 0 that is read (RDNA3 ISA guide, V_READFIRSTLANE_B32).
    known = run.has_lane(run.exec)
    value = run.everywhere(reg.first, only_active=known)
    if known and run.world.integers.terms.op[value] != "ite" and is_uniform(run.world, value):
        run.put_result(op, value)
        return
    run.put_result(op, run.terms.make("readfirstlane", (value, run.exec_word())))


def _read_lane(run: SideExecution, op: Op) -> None:
    reg = op.operands[sources(op)[0]].reg
    assert reg is not None
    lane = run.value(op, sources(op)[1])
    value = run.everywhere(reg.first)
    known = run.terms.const_value(lane)
    if known is not None:
        known &= run.world.wave - 1
        own = _in_lane(run, run.decisions.constrain(run.regs[reg.first], run.care), known)
        if reg.first not in run.early and run.terms.op[own] != "ite" and is_uniform(run.world, own):
            run.put_result(op, own)
            return
        value = _in_lane(run, value, known)
    run.put_result(op, run.terms.make("readlane", (value, lane)))


def _in_lane(run: SideExecution, value: int, lane: int) -> int:
    """A register as seen by one lane, as far as lane numbers determine it."""
    t = run.terms
    facts = {
        atom: TRUE if t.payload[atom] == lane else FALSE
        for atom in run.decisions.support(value)
        if t.op[atom] == "lane_is" and not t.args[atom]
    }
    return run.decisions.substitute(value, facts) if facts else value


def _write_lane(run: SideExecution, op: Op) -> None:
    reg = op.operands[destinations(op)[0]].reg
    assert reg is not None
    source, lane = (run.value(op, i) for i in sources(op)[:2])
    known = run.terms.const_value(lane)
    # Only the low bits of the lane number count (RDNA3 ISA guide, V_WRITELANE_B32).
    fact = (
        run.terms.make("lane_is", (), known & (run.world.wave - 1))
        if known is not None
        else run.terms.make("lane_is", (lane,), "low bits")
    )
    # With the hazard, another lane may be written.
    run.write_all_lanes(reg.first, run.spoilt(run.decisions.ite(run.decisions.var(fact), source, run.regs[reg.first])))


def _matrix(run: SideExecution, op: Op, name: str) -> None:
    """All lanes of EXEC take part, and the ISA asks for every lane (RDNA3 ISA guide 7.9, WMMA): what it gives for fewer
    of them is another result, in the lanes that are left, too.

    What becomes then of the lanes that are off is not said, nor whether EXEC counts at all, so B runs one with fewer
    than were launched only where A runs the same."""
    if run.active == FALSE:
        raise CannotProve(f"'{op.mnemonic}' runs without an active lane", run.line)
    inputs: list[int] = []
    for index in (*sources(op), *(destinations(op) if op.desc.partial or op.desc.is_sparse else ())):
        operand = op.operands[index]
        if operand.reg is not None and operand.reg.is_vgpr:
            inputs += [run.everywhere(u, only_active=True) for u in operand.reg.units]
        elif op.desc.operands[index].name == "src2" and op.constant(index) == 0 and not op.modifiers:
            # All elements are 0, whatever their width.
            inputs += [run.terms.const(0)] * (op.desc.operands[index].bits // 32)
        else:
            inputs.append(run.immediate(op, index))
        if operand.neg or operand.absolute:
            inputs.append(run.signed(operand, run.terms.const(0), 32))
    lanes = run.terms.make("lanes", (run.decisions.constrain(run.exec, run.care),))
    inputs += [lanes, run.terms.make("lane")]
    d = run.decisions
    if d.minus(d.and_(run.care, run.world.launched), run.exec) != FALSE:
        key = run.terms.make("matrix", tuple(inputs), (name, run.modifiers(op)))
        if run.side.number == 0:
            run.offsets.matrices.add(key)
        elif key not in run.offsets.matrices:
            raise CannotProve(f"'{op.mnemonic}' may run with lanes off where A does not run it", run.line)
    finish(run, op, name, tuple(inputs))


def _leaves_lanes(op: Op) -> bool:
    """Whether DPP may write no result in some lanes: those that its masks leave out, and, without ``bound_ctrl``, those
    whose source is not there (RDNA3 ISA guide 7.7)."""
    masks = [op.modifier(name) or "0xf" for name in ("row_mask", "bank_mask")]
    whole = op.number("bound_ctrl") == 1 and all(int(mask, 0) == 0xF for mask in masks)
    return op.flag("dpp") and op.modifier("dpp8") is None and not whole


def _keeps_lanes(op: Op, name: str) -> bool:
    """Whether a permutation may write no result in some lanes: those whose source EXEC switches off, unless ``op_sel``
    has them fetched (its first bit) or read as 0 (its second one; RDNA3 ISA guide, V_PERMLANE16_B32)."""
    return not (name.startswith("v_permlane") and "1" in (op.modifier("op_sel") or ""))


def _exchange(run: SideExecution, op: Op, name: str) -> None:
    """Permutes, swizzles, DPP: the first source (the data of a permute) is read in other lanes."""
    inputs: list[int] = []
    data = 1 if name.startswith(("ds_bpermute", "ds_permute")) else 0
    masked = name in ("ds_bpermute_b32", "ds_permute_b32")
    whole = takes_registers(op)
    for position, index in enumerate(sources(op)):
        operand = op.operands[index]
        reg = operand.reg
        if position == data and reg is not None and reg.is_vgpr:
            # Permutes read 0 in a lane that EXEC switches off (RDNA3 ISA guide, DS_BPERMUTE_B32).
            values = [run.everywhere(u, only_active=masked) for u in reg.units]
            if op.desc.operands[index].bits == 16 and not whole:
                values = [run.integers.half(v, reg.half == "h") for v in values]
            inputs += [run.signed(operand, v, 32) for v in values]
        elif whole and reg is not None and reg.is_vgpr:
            inputs += [run.signed(operand, run.lane(u), 32) for u in reg.units]
        else:
            inputs += run.source(op, index)
        if masked and reg is not None and reg.is_vgpr and position != data and name == "ds_permute_b32":
            inputs[-1] = run.everywhere(reg.first, only_active=True)
    if (op.desc.partial or whole) and _keeps_lanes(op, name):
        for index in destinations(op):
            reg = op.operands[index].reg
            if reg is not None and (reg.is_vgpr or _leaves_lanes(op)):
                inputs += old_result(run, op, index, whole)
    inputs += run.implicit(op)
    inputs += (run.exec_word(), run.terms.make("lane"))
    finish(run, op, name + ("_dpp" if op.flag("dpp") else ""), tuple(inputs), whole)
