"""Expert scheduling mode (gfx12): the program waits where the hardware otherwise does by itself.

What is no vector ALU instruction waits with ``va_vdst`` for the VGPRs that the vector ALU writes, and whatever writes a
VGPR waits with ``vm_vsrc`` until memory instructions have read it.  Between vector ALU instructions the hardware still
waits.  Source: LLVM SIInsertWaitcnts.cpp of version 22, whose output has no finding; its table of double-precision
instructions was found by running it on each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from isaopt.ir.program import Op
from isaopt.isa.hardware_registers import SCHED_MODE
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import is_vgpr, unit_name
from isaopt.isa.types import OperandType
from isaopt.judge.waits import dependency_wait_of, is_wait, wait_of
from isaopt.linting.model import Context, Finding, half_with
from isaopt.linting.paths import reachable_instructions, states_before

_HINTS = frozenset({"s_delay_alu", "s_clause", "s_nop"})
#: Vector ALU instructions on doubles that LLVM 22 does not take for those of the double-precision unit on gfx12.
_NOT_DOUBLE = frozenset({"v_add_f64", "v_mul_f64", "v_cvt_f64_f32", "v_cvt_f64_i32", "v_cvt_f64_u32"})
_MANY = 16


@dataclass(frozen=True, slots=True)
class _LateVgpr:
    """A VGPR that an instruction writes (or reads) late, in this way. ``age`` counts the later ones of its kind;
    ``counter`` is the memory counter that is decremented after it, if any."""

    unit: int
    line: int
    age: int
    way: str
    counter: str


@dataclass(frozen=True, slots=True)
class _Outstanding:
    """What one dependency counter counts; ``ways`` are those in which instructions are done, in any order between
    them."""

    pending: frozenset[_LateVgpr] = frozenset()
    ways: frozenset[str] = frozenset()

    def join(self, other: _Outstanding) -> _Outstanding:
        return _Outstanding(self.pending | other.pending, self.ways | other.ways)

    def wait(self, count: int) -> _Outstanding:
        if count == 0:
            return _Outstanding()
        if len(self.ways) > 1:
            return self
        return replace(self, pending=frozenset(p for p in self.pending if p.age < count))

    def issue(self, units: tuple[int, ...], line: int, way: str, counter: str, counts: bool) -> _Outstanding:
        replaced = {(u, way, counter) for u in units}
        left = (p for p in self.pending if (p.unit, p.way, p.counter) not in replaced)
        aged = frozenset(replace(p, age=min(p.age + counts, _MANY)) for p in left)
        return _Outstanding(aged | {_LateVgpr(u, line, 0, way, counter) for u in units}, self.ways | {way})


_NOTHING = _Outstanding()


@dataclass(frozen=True, slots=True)
class _ExpertState:
    """``on``: whether the mode may be on. ``results`` and ``reads`` are VGPRs that the vector ALU writes and reads,
    ``sources`` those that memory instructions read. ``least``: the lowest count of the waits for memory directly
    before."""

    on: bool = False
    results: _Outstanding = _NOTHING
    reads: _Outstanding = _NOTHING
    sources: _Outstanding = _NOTHING
    least: int = _MANY


def _join(a: _ExpertState, b: _ExpertState) -> _ExpertState:
    return _ExpertState(
        a.on or b.on,
        a.results.join(b.results),
        a.reads.join(b.reads),
        a.sources.join(b.sources),
        max(a.least, b.least),
    )


def _pipe(op: Op, strict: bool) -> str:
    """The part of the vector ALU that executes the op; "any" if it is not certain."""
    pipes = {_half_pipe(half, strict) for half in op.halves}
    return pipes.pop() if len(pipes) == 1 else "any"


def _half_pipe(op: Op, strict: bool) -> str:
    if op.flag("trans"):
        return "trans"
    if op.flag("dot") or op.desc.unit is Unit.MATRIX:
        return "matrix"
    if not any(o.type is OperandType.F64 for o in op.desc.operands):
        return "main"
    if strict:
        return "any"
    compares = any(o.role == "def" and o.type is OperandType.MASK for o in op.desc.operands) or not op.defs
    return "main" if compares or op.operation in _NOT_DOUBLE else "double"


def _memory_way(op: Op) -> str:
    """How a memory instruction reads its VGPRs; empty for other instructions."""
    if op.desc.unit is Unit.LDS:
        return "lds"
    return "" if op.desc.unit is not Unit.VMEM else "flat" if op.flag("flat_encoding") else "buffer"


def _vgprs(units: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(u for u in units if is_vgpr(u))


def _sets_mode(op: Op) -> tuple[bool, bool] | None:
    """Whether the op may turn the mode on, and whether what it does is known; None if it does not touch it."""
    written = op.sets_register
    if written is None or (written[0] is not None and written[0].name != SCHED_MODE):
        return None
    field, value = written
    known = field is not None and (field.offset, field.size) == (0, 2) and value in (0, 2)
    return not known or value == 2, known


def _after(op: Op, line: int, state: _ExpertState, family: str, strict: bool) -> _ExpertState:
    mode = _sets_mode(op)
    if mode is not None:
        state = replace(state, on=mode[0])
    wait = dependency_wait_of(op)
    if wait is not None:
        results, sources = (wait.counts.get(name, _MANY) for name in ("va_vdst", "vm_vsrc"))
        return replace(
            state,
            results=state.results.wait(results) if results < _MANY else state.results,
            reads=state.reads.wait(results) if results < _MANY else state.reads,
            sources=state.sources.wait(sources) if sources < _MANY else state.sources,
        )
    if is_wait(op):
        counted = wait_of(op, family)
        counts = {} if counted is None else {c: n for c, n in counted.counts.items() if c not in ("kmcnt", "expcnt")}
        done = {c for c, n in counts.items() if n == 0}
        left = frozenset(p for p in state.sources.pending if p.counter not in done)
        return replace(state, sources=replace(state.sources, pending=left), least=min([state.least, *counts.values()]))
    if op.operation in _HINTS:
        return state
    read, written = _vgprs(op.read), _vgprs(op.written)
    if op.desc.is_vector:
        pipe = _pipe(op, strict)
        counts_too = bool(written) or not strict
        state = replace(
            state,
            results=state.results.issue(written, line, pipe, "", counts_too),
            reads=state.reads.issue(read, line, pipe, "", counts_too),
        )
        if pipe == "any":
            both = frozenset({"main", "double"})
            state = replace(
                state,
                results=replace(state.results, ways=state.results.ways | both),
                reads=replace(state.reads, ways=state.reads.ways | both),
            )
    elif way := _memory_way(op):
        counter = next((c for c in op.desc.counters if c != "expcnt"), "")
        state = replace(state, sources=state.sources.issue(read, line, way, counter, True))
    return state if state.least == _MANY else replace(state, least=_MANY)


def _early(op: Op, state: _ExpertState, strict: bool) -> Iterator[tuple[str, _LateVgpr]]:
    """The VGPRs that the op touches too early, each with the counter to wait for."""
    if not state.on:
        return
    read, written = {*_vgprs(op.read)}, {*_vgprs(op.written)}
    if not op.desc.is_vector:
        yield from (("va_vdst", p) for p in state.results.pending if p.unit in read | written)
        if strict:
            yield from (("va_vdst", p) for p in state.reads.pending if p.unit in written)
    for p in state.sources.pending:
        needed = 0 if len(state.sources.ways) > 1 else p.age
        # LLVM drops a wait for sources next to one for memory that lets no more be outstanding.
        if p.unit in written and (strict or needed < state.least):
            yield "vm_vsrc", p


def missing_interlocks(ctx: Context, strict: bool) -> Iterator[Finding]:
    """A finding for each instruction that touches a VGPR too early.

    ``strict`` takes the safer side wherever LLVM's versions or tables disagree: double-precision instructions may be
    done in any order with others, instructions without a VGPR result are not counted, and loads wait for the vector ALU
    to read what they overwrite.
    """
    if not any(_sets_mode(i.op) for _, i, _ in reachable_instructions(ctx)):
        return

    def after(index: int, instruction: object, state: _ExpertState) -> _ExpertState:
        item = ctx.module.instruction(index) if instruction is not None else None
        return _ExpertState(state.on) if item is None else _after(item.op, item.line, state, ctx.arch.family, strict)

    for index, instruction, state in states_before(ctx, _ExpertState(), after, _join):
        if instruction is None:
            continue
        early = list(_early(instruction.op, state, strict))
        if not early:
            continue
        mixed = {"va_vdst": state.results.ways, "vm_vsrc": state.sources.ways}
        counts = {name: min(p.age for which, p in early if which == name) for name in dict(early)}
        counts = {name: 0 if len(mixed[name]) > 1 else max(0, count) for name, count in sorted(counts.items())}
        wait = "s_wait_alu " + " ".join(f"depctr_{name}({count})" for name, count in counts.items())
        units = {p.unit for _, p in early}
        names = ", ".join(unit_name(u) for u in sorted(units))
        lines = ", ".join(str(n) for n in sorted({p.line for _, p in early}))
        yield ctx.finding(
            "expert-wait",
            index,
            f"{instruction.op.mnemonic} uses {names} before line {lines} is done with it: {wait} is missing",
            ctx.insert_before(index, wait),
            None,
            half_with(instruction.op, units),
        )


def _mode(ctx: Context) -> Iterator[Finding]:
    for index, instruction, _ in reachable_instructions(ctx):
        mode = _sets_mode(instruction.op)
        if mode is not None and not mode[1]:
            yield ctx.finding("expert-scheduling", index, "lint does not know which interlocks are on after this")


CHECKS = {"expert-wait": partial(missing_interlocks, strict=False), "expert-scheduling": _mode}
