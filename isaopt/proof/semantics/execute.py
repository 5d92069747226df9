"""One instruction on one side: dispatch, waits, and the instructions that only order or only cost time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from isaopt.ir.program import Instruction, Module, Op, OperandKind
from isaopt.isa.meaning import Access, Space, Unit
from isaopt.isa.registers import EXEC_HI, EXEC_LO, SCC
from isaopt.judge.waits import STORE_COUNTERS
from isaopt.proof.semantics.access import execute_memory, is_ordered
from isaopt.proof.semantics.arrival import counters, only_invalidates, out_of_order, waits
from isaopt.proof.semantics.crosslane import execute_cross_lane
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.memory import fence, loads_unwritten
from isaopt.proof.semantics.modelled import HALTS, Treatment, destinations, sets_mode, sources, treatment_of
from isaopt.proof.semantics.scalar import generic_scalar, scalar_handler
from isaopt.proof.semantics.uninterpreted import generic_vector
from isaopt.proof.semantics.vector import vector_handler
from isaopt.proof.semantics.world import SYSTEM, Effect
from isaopt.proof.terms.terms import FALSE
from isaopt.proof.types import CannotProve
from isaopt.proof.walk.order import AccessSite, CountedAccess, stands_for_many

#: With the name of a counter: cache invalidates, and how much was counted since.
_INVALIDATE = "invalidate "
#: Counters of what returns in order, among what invalidates may be counted with.
_IN_ORDER = frozenset(("vmcnt", "loadcnt"))
#: Where an access is performed; what may be in any space orders like all of them.
_UNITS = {
    Space.LDS: AccessSite.LDS,
    Space.SCALAR: AccessSite.SCALAR,
    Space.SCALAR_BUFFER: AccessSite.SCALAR,
    Space.SCRATCH: AccessSite.PRIVATE,
    Space.GLOBAL: AccessSite.VECTOR,
    Space.BUFFER: AccessSite.VECTOR,
}
#: Where accesses are performed that LDS, or what permutes lanes there, finishes in order.
_IN_LDS = (AccessSite.LDS, AccessSite.QUIET, AccessSite.PRIVATE)
#: The terms of plain stores: they have read their data.
_STORES = ("store", "buffer_store")
#: The terms of messages, barriers and cache control.
_IN_NO_SPACE = ("system", "fence")
_GETPC = "s_getpc_b64"
_PC_GROUP = re.compile(r"(.+)@(rel32|gotpcrel32)@(lo|hi)([-+]\d+)$")


def execute(run: SideExecution, module: Module, index: int, early: frozenset[int]) -> None:
    """Execute the instruction at an item index of the module."""
    item = module.instruction(index)
    op = item.op
    run.line, run.index, run.early = item.line, index, early
    if EXEC_LO in early or EXEC_HI in early:
        raise CannotProve("EXEC is used before its write is known to have completed", run.line)
    if waited := waits(op, module.arch):
        _wait(run, waited)
        return
    match treatment_of(op):
        case Treatment.FENCE:
            _order(run, op)
        case Treatment.MEMORY:
            parts = execute_memory(run, op)
            # An access without a lane takes its turn, but there is nothing that could be outstanding.
            scalar = op.desc.unit is Unit.SMEM
            _access(run, op, parts if run.active != FALSE or scalar else ())
        case Treatment.EVENT:
            _side_effect(run, op)
        case Treatment.COMPUTE | Treatment.EXCHANGE:
            if is_pc_relative(op):
                _pc_relative(run, module, index, op)
            for half in op.halves if not is_pc_relative(op) else ():
                compute(run, half)
            if counters(op):
                parts = tuple(run.terms.make("event", (v,)) for _, v in run._writes)
                _issue(run, op, CountedAccess(parts, AccessSite.PRIVATE))
        case Treatment.WAIT | Treatment.SILENT:
            return
        case _:
            raise CannotProve(f"control reaches '{op.mnemonic}'", run.line)
    run.commit()


def compute(run: SideExecution, op: Op) -> None:
    """Note what an instruction that touches no memory writes, or the half of a dual one; ``commit`` carries it out."""
    name = op.operation
    if treatment_of(op) is Treatment.EXCHANGE:
        execute_cross_lane(run, op, name)
    elif op.desc.is_vector:
        (vector_handler(op, name) or generic_vector)(run, op, name)
    else:
        (scalar_handler(name) or generic_scalar)(run, op, name)


# -- order


def _wait(run: SideExecution, waited: Mapping[str, int]) -> None:
    side = run.side
    finished: list[CountedAccess] = []
    for counter, left in waited.items():
        events = side.events.get(counter, ())
        if left == 0:
            finished += events
            side.events[counter] = ()
            side.unordered -= {counter}
        elif counter not in side.unordered and not (side.number and _mixed(counter, events)):
            finished += events[left:]
            side.events[counter] = events[:left]
        elif counter in side.unordered:
            # What else is counted may be done or not; as LDS is in order, no more of its accesses than that are left.
            done = [n for n, event in enumerate(events) if event.unit in _IN_LDS][left:]
            # What is not known to be elsewhere, on some way here, may be in LDS: A may have waited for more.
            perhaps = [n for n, event in enumerate(events) if side.number == 0 and _may_be_in_lds(run, event)][left:]
            finished += [events[n] for n in (*done, *(n for n in perhaps if n not in done))]
            known = (_noted(run, event) if n in perhaps else event for n, event in enumerate(events) if n not in done)
            side.events[counter] = tuple(known)
        if invalidates := side.events.pop(_INVALIDATE + counter, ()):
            most = left if counter in _IN_ORDER or not left else len(invalidates)
            finished += [event for event in invalidates[most:] if event.parts]
            if any(event.parts for event in invalidates[:most]):
                side.events[_INVALIDATE + counter] = invalidates[:most]
        if left and side.number == 0:
            # A mark stands for any number of accesses: A may have waited for some of them.
            for key in side.events.keys() & {counter, _INVALIDATE + counter}:
                kept = side.events[key]
                finished += [event for event in kept if _stands_for_many(run, event)]
                side.events[key] = tuple(_noted(run, e) if _stands_for_many(run, e) else e for e in kept)
    for event in reversed(finished):
        side.order.complete(event)


def _noted(run: SideExecution, event: CountedAccess) -> CountedAccess:
    """What A may have waited for, so that B must have, while it is counted on: nothing of B's any more."""
    return event._replace(parts=(run.terms.make("noted"),))


def _mixed(counter: str, events: tuple[CountedAccess, ...]) -> bool:
    """Whether a count may not say which stores are done: those to scratch and to memory are not known to finish in
    order (LLVM SIInsertWaitcnts.cpp, SCRATCH_WRITE_ACCESS), and others may be to either, as those that differ by the
    way here.  A is taken to rely on it, B may not."""
    units = {event.unit for event in events}
    return counter in STORE_COUNTERS and (len(units) > 1 or AccessSite.OTHER in units)


def _may_be_in_lds(run: SideExecution, event: CountedAccess) -> bool:
    if event.unit is AccessSite.OTHER:
        return all(run.terms.op[part] not in _IN_NO_SPACE for part in event.parts)
    return event.unit in _IN_LDS


def _stands_for_many(run: SideExecution, event: CountedAccess) -> bool:
    return any(stands_for_many(run.terms, part) for part in event.parts)


def _access(run: SideExecution, op: Op, parts: tuple[int, ...]) -> None:
    """Note an access in the order of those that others can observe, or that observe others, and count it."""
    assert op.desc.memory is not None
    unit = _UNITS.get(op.desc.memory.space, AccessSite.OTHER)
    if unit is AccessSite.LDS and run.index in run.world.quiet[run.side.number]:
        unit = AccessSite.QUIET
    if unit is AccessSite.VECTOR and parts and all(loads_unwritten(run.terms, part) for part in parts):
        unit = AccessSite.UNWRITTEN
    if run.world.buffers is not None and parts:
        run.world.buffers.other_load(run, unit)
    load = op.desc.memory.access is Access.LOAD and not is_ordered(op)
    if unit is not AccessSite.PRIVATE:
        run.side.order.note(parts, run.line, unit, load)
    if unit in (AccessSite.LDS, AccessSite.VECTOR):
        width = op.desc.memory.bytes // 4
        run.side.order.wholes += [parts[at : at + width] for at in range(0, len(parts), width)] if width > 1 else []
    event = CountedAccess(parts, unit, not load and op.desc.memory.loads, op.desc.memory.stores)
    if run.world.fills is not None:
        event = event._replace(fill=run.world.fills.store(run, parts))
    _issue(run, op, event)


def _issue(run: SideExecution, op: Op, event: CountedAccess) -> None:
    side = run.side
    counted = counters(op)
    for counter in counted:
        own = event
        if len(counted) > 1:
            # Each counter tells of the space that it is of.
            own = event._replace(parts=tuple(run.terms.make("counted", (part,), counter) for part in event.parts))
        side.events[counter] = (own, *side.events.get(counter, ()))
        if behind := side.events.get(_INVALIDATE + counter):
            side.events[_INVALIDATE + counter] = (CountedAccess((), AccessSite.PRIVATE), *behind)
        if out_of_order(op):
            side.unordered |= {counter}
        if own.parts:
            side.order.issue(own)


def _order(run: SideExecution, op: Op) -> None:
    name = op.operation
    if run.world.buffers is not None:
        if run.side.number == 0 and run.index in run.world.buffers.dropped:
            return
        run.world.buffers.publish(run)
    if run.world.fills is not None and name in ("s_barrier", "s_barrier_signal"):
        run.world.fills.barrier(run)
    text = repr((name, [o.text for o in op.operands], [(m.name, m.value) for m in op.modifiers]))
    # A wave that is not the first one at a barrier may find SCC as it was (Linux, cwsr_trap_handler_gfx12.asm).
    kept = {SCC}.intersection(op.implicit_defs)
    inputs = [run.scalar(u) for u in (*op.read, *kept) if u not in (EXEC_LO, EXEC_HI)]
    if op.desc.cache is not None and op.desc.unit is Unit.VMEM:
        # Without active lanes it may be skipped (RDNA3 and RDNA4 ISA guides, "Instruction Skipping").
        some = run.any_lane(run.exec_word())
        inputs.append(run.terms.make("lanes", (run.decisions.constrain(some, run.care),)))
    event = fence(run, text, tuple(inputs))
    for unit in op.implicit_defs:
        if unit == SCC:
            run.put_scc(run.decisions.var(run.terms.make("returned", (event,), "scc")))
    for index in destinations(op):
        run.put(op, index, run.terms.make("returned", (event,), index))
    run.side.order.note((event,), run.line, AccessSite.OTHER)
    _issue(run, op, CountedAccess((event,), AccessSite.OTHER, True))
    if only_invalidates(op):
        # Compilers disagree on whether it takes part in counting (LLVM 22 counts it, LLVM 19 does not).  For others it
        # does not, which demands the stronger wait; for itself it does, or a wait would say nothing of it.  Vector
        # loads need no such wait: LLVM's acquires have none, and what is issued behind it sees no older line.
        invalidate = CountedAccess((event,), AccessSite.OTHER)
        for counter in op.desc.counters:
            key = _INVALIDATE + counter
            run.side.events[key] = (invalidate, *run.side.events.get(key, ()))
        run.side.order.issue(invalidate)


def _side_effect(run: SideExecution, op: Op) -> None:
    """MODE changes are values; messages and hardware registers are events whose order stays."""
    if op.releases_vgprs:
        _release(run)
        return  # what may follow it is looked at by the walk
    inputs: list[int] = []
    for index in sources(op):
        operand = op.operands[index]
        if operand.kind is OperandKind.EXPR:
            inputs.append(run.terms.make("text", (), operand.text))
        else:
            inputs += run.values(op, index)
    inputs += run.implicit(op)
    name = op.operation
    if sets_mode(op):
        for unit in op.implicit_defs:
            run.write(unit, run.terms.make(name, tuple(inputs), ("mode", unit)))
        return
    if name in HALTS:
        event = fence(run, name, tuple(inputs))
    else:
        event = run.terms.make("system", (run.regs[SYSTEM], *inputs), name)
        run.side.effects.append(Effect(run.line, event))
        run.side.fences.append(len(run.side.loads))
    run.regs[SYSTEM] = event
    run.side.stops.append(len(run.side.loads))
    run.side.order.note((event,), run.line, AccessSite.OTHER)
    for index in destinations(op):
        reg = op.operands[index].reg
        for part in range(reg.count if reg is not None else 0):
            run.put(op, index, run.terms.make("returned", (event,), (index, part)), part)
    for unit in op.implicit_defs:
        run.write(unit, run.terms.make("returned", (event,), ("implicit", unit)))
    _issue(run, op, CountedAccess((event,), AccessSite.OTHER, True))


def _release(run: SideExecution) -> None:
    """The VGPRs and the scratch go to another wave: what a load still brings goes there, too, and so may what a store
    to scratch does (LLVM SIInsertWaitcnts.cpp; of a load nothing says that it is waited for)."""
    t, found = run.terms, list[int]()
    for event in run.side.outstanding():
        if event.unit is AccessSite.PRIVATE:
            # A slot of scratch is no place of both kernels.
            found += event.parts or (t.make("slot", (), run.side.number),)
        elif event.unit is AccessSite.OTHER:
            found += (part for part in event.parts if t.op[part] not in _IN_NO_SPACE)
        elif event.unit is not AccessSite.SCALAR:
            found += (part for part in event.parts if t.op[part] not in _STORES)
    run.side.hasty = Counter(found)


# -- addresses relative to the program counter


def is_pc_relative(op: Op) -> bool:
    """Whether an instruction reads the program counter, or adds a distance from it."""
    counted = any(o.kind is OperandKind.EXPR and "rel32" in o.text for o in op.operands)
    return counted or op.operation == _GETPC


def _pc_relative(run: SideExecution, module: Module, index: int, op: Op) -> None:
    """``s_getpc`` and the adds that turn it into a symbol's address, or into that of a place so many bytes after it:
    :func:`isaopt.proof.surroundings.code.resolved` writes what is so many bytes behind what."""
    if op.operation == _GETPC:
        out = destinations(op)[0]
        for part in range(2):
            run.put(op, out, run.terms.make("pc", (), (run.side.number, index, part)), part)
        return
    source, expression = (op.operands[i] for i in sources(op)[:2])
    match = _PC_GROUP.match(expression.text)
    if match is None or source.reg is None or op.operation not in ("s_add_u32", "s_addc_u32"):
        raise CannotProve(f"'{expression.text}' depends on the position of the code", run.line)
    symbol, kind, upper = match[1], match[2], match[3] == "hi"
    start, behind = _counter_before(module, index), int(match[4])
    if behind and kind != "rel32":
        raise CannotProve(f"'{expression.text}' does not match its distance from s_getpc_b64", run.line)
    base = run.scalar(source.reg.first)
    expected = run.terms.make("pc", (), (run.side.number, start, int(upper)))
    sign_extended = run.terms.make("sext16", (run.integers.half(expected, False),))
    if base not in (expected, sign_extended):
        raise CannotProve(f"'{expression.text}' is not added to the program counter", run.line)
    carry = run.decisions.var(run.terms.make("address_carry", (), (run.side.number, start, symbol, kind, behind)))
    if upper and run.scalar(SCC) != carry:
        raise CannotProve(f"'{expression.text}' does not get the carry of the lower half", run.line)
    run.put(op, destinations(op)[0], run.terms.make("address", (), (symbol, kind, match[3], behind)))
    if upper:
        # Set if what is named is in front of the code, as it is for all of a kernel; some bytes off, it may be within.
        where = (run.side.number, index) if behind else ()
        carry = run.decisions.var(run.terms.make("address_carry_out", (), (symbol, kind, behind, *where)))
    run.put_scc(carry)


def _counter_before(module: Module, index: int) -> int:
    """Item index of the ``s_getpc_b64`` before, -1 if there is none."""
    for back in range(index - 1, -1, -1):
        item = module.items[back]
        if isinstance(item, Instruction) and item.op.operation == _GETPC:
            return back
    return -1
