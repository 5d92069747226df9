"""Wait states around the matrix instructions of CDNA, over all paths."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from isaopt.ir.program import Instruction, Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, RegRef, is_agpr, unit_name
from isaopt.linting.model import Context, Finding
from isaopt.linting.paths import PathEnd, reachable_instructions, search_back
from isaopt.linting.traits import Traits
from isaopt.target import mfma_waits as waits
from isaopt.target.mfma_waits import MOST_WAIT_STATES, Mfma, mfma_of

_MEMORY = ("mubuf", "mtbuf", "global", "scratch", "flat", "ds", "exp")


@dataclass(frozen=True, slots=True)
class _Need:
    """``states`` wait states must pass after the item that ``matches``; ``what`` describes the two for the message."""

    states: int
    what: str


#: The need of the present consumer with respect to a producer, or None if the two are unrelated.
Match = Callable[[Op], _Need | None]


def _states(op: Op) -> int:
    """The number of wait states that an instruction counts as."""
    if op.mnemonic == "s_nop" and op.operands and isinstance(op.operands[0].value, int):
        return op.operands[0].value + 1
    return 1


def _vector(ref: RegRef) -> bool:
    return ref.is_vgpr or is_agpr(ref.first)


def _overlap(a: RegRef, b: RegRef) -> bool:
    return a.first < b.first + b.count and b.first < a.first + a.count


def _is_memory(op: Op) -> bool:
    return any(op.flag(kind) for kind in _MEMORY)


def _writes(op: Op, reg: RegRef) -> bool:
    return any(ref.writes and _overlap(ref.reg, reg) for ref in op.refs)


def _matrix_needs(arch: str, op: Op, own: Mfma) -> Iterator[Match]:
    """The needs of an MFMA."""

    def executes(other: Op) -> _Need | None:
        writes = set(other.written) & {EXEC_LO, EXEC_HI}
        plain = other.flag("valu") and not other.flag("mfma") and writes
        return _Need(waits.EXEC_TO_MFMA, "runs under the EXEC that {} writes") if plain else None

    yield executes
    for ref in op.refs:
        if not ref.reads or not _vector(ref.reg):
            continue
        reg, is_c = ref.reg, ref.desc.name == "src2"

        def plain(other: Op, reg: RegRef = reg) -> _Need | None:
            if not other.flag("valu") or other.flag("mfma") or other.flag("dot") or not _writes(other, reg):
                return None
            return _Need(waits.VALU_TO_MFMA, f"reads {reg}, which {{}} writes")

        def matrix(other: Op, reg: RegRef = reg, is_c: bool = is_c) -> _Need | None:
            writer = mfma_of(arch, other.operation)
            if writer is None or not _writes(other, reg):
                return None
            same = other.operands[0].reg == reg
            states = waits.to_matrix_c(arch, writer, own, same) if is_c else waits.to_matrix_ab(arch, writer)
            return _Need(states, f"reads {reg}, which {{}} writes")

        yield plain
        yield matrix


def _other_needs(arch: str, op: Op) -> Iterator[Match]:
    """The needs of any other instruction that accesses vector registers."""
    memory = _is_memory(op)
    for ref in op.refs:
        if not _vector(ref.reg):
            continue
        reg = ref.reg
        reads = ref.reads or (op.desc.partial and not memory)

        def result(other: Op, reg: RegRef = reg, reads: bool = reads, writes: bool = ref.writes) -> _Need | None:
            writer = mfma_of(arch, other.operation)
            if writer is None or not _writes(other, reg):
                return None
            states = waits.to_reader(arch, writer, "memory" if memory else "valu") if reads else 0
            if writes:
                states = max(states, waits.to_writer(arch, writer))
            return _Need(states, f"{'reads' if reads else 'overwrites'} {reg}, which {{}} writes")

        yield result
        if ref.writes:

            def source(other: Op, reg: RegRef = reg) -> _Need | None:
                reader = mfma_of(arch, other.operation)
                c = other.operands[-1].reg if reader is not None else None
                if reader is None or c is None or not _overlap(c, reg) or not waits.read_to_writer(reader):
                    return None
                return _Need(waits.read_to_writer(reader), f"overwrites {reg}, which {{}} reads")

            yield source
    if op.operation in ("v_fma_f64", "v_fmac_f64"):

        def double(other: Op) -> _Need | None:
            writer = mfma_of(arch, other.operation)
            if writer is None or not writer.double:
                return None
            return _Need(waits.DOUBLE_TO_FMA, "follows {}")

        yield double


def _mfma_waits(ctx: Context) -> Iterator[Finding]:
    if not any(i.op.flag("mfma") for _, i in ctx.instructions()):
        return
    for index, instruction, _ in reachable_instructions(ctx):
        worst = max(_missed(ctx, index, instruction.op), key=lambda m: m[1].states - m[0], default=None)
        if worst is not None:
            since, need, producer = worst
            first = ctx.instruction(producer)
            assert first is not None
            what = need.what.format(f"{first.op.mnemonic} in line {first.line}")
            message = f"{instruction.op.mnemonic} {what}: {since} wait states between them, {need.states} are needed"
            yield ctx.finding("mfma-wait-states", index, message)


def _missed(ctx: Context, index: int, op: Op) -> Iterator[tuple[int, _Need, int]]:
    """The unmet needs of an instruction: wait states since the producer, the need, the producer's item."""
    arch = ctx.module.arch
    own = mfma_of(arch, op.operation)
    if own is None and not (op.flag("valu") or _is_memory(op)):
        return
    for match in _matrix_needs(arch, op, own) if own is not None else _other_needs(arch, op):

        def step(passed: int, _: Traits, before: Instruction, match: Match = match) -> int | PathEnd:
            if match(before.op) is not None:
                return PathEnd.FOUND
            passed += _states(before.op)
            return passed if passed < MOST_WAIT_STATES else PathEnd.EXPIRED

        for producer, since in search_back(ctx, index, 0, step):
            first = ctx.instruction(producer)
            need = match(first.op) if first is not None else None
            if need is not None and need.states > since:
                yield since, need, producer


def _double_between(ctx: Context) -> Iterator[Finding]:
    """On gfx90a, a double-precision MFMA hides the dependence of a memory access on a VALU result."""
    if ctx.module.arch != "gfx90a":
        return
    for block in ctx.blocks:
        written: dict[int, tuple[int, int]] = {}
        states, double = 0, -1
        for index, instruction in ctx.steps(block):
            if instruction is None or ctx.is_opaque(index):
                written.clear()
                continue
            op = instruction.op
            if _is_memory(op):
                for ref in op.refs:
                    for unit in ref.reg.units if ref.reads and _vector(ref.reg) else ():
                        at, line = written.get(unit, (-99, 0))
                        if states - at - 1 < waits.DOUBLE_BETWEEN and double > at >= 0:
                            yield ctx.finding(
                                "mfma-wait-states",
                                index,
                                f"{op.mnemonic} reads {unit_name(unit)}, written in line {line}, a double-precision "
                                f"MFMA between them: {waits.DOUBLE_BETWEEN} wait states are needed",
                            )
            traits = mfma_of(ctx.module.arch, op.operation)
            if traits is not None and traits.double:
                double = states
            elif op.flag("valu"):
                written |= dict.fromkeys(op.defs, (states, instruction.line))
            states += _states(op)


def _check(ctx: Context) -> Iterator[Finding]:
    yield from _mfma_waits(ctx)
    yield from _double_between(ctx)


CHECKS = {"mfma-wait-states": _check}
