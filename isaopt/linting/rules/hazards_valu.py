"""Hazards between vector ALU instructions that the hardware does not interlock.

Conditions: LLVM GCNHazardRecognizer.cpp (the function that each rule names), checked with the compiler's own output.
"""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.ir.program import Instruction
from isaopt.isa.registers import EXEC_HI, EXEC_LO
from isaopt.judge.waits import spell_dependencies
from isaopt.linting.model import Context, Finding, half_with
from isaopt.linting.paths import PathEnd, reachable_instructions, search_back, states_before
from isaopt.linting.traits import Halves, Traits, all_traits, halves, source_operands, vgpr_names

_VA_VDST = spell_dependencies("gfx11", ["va_vdst"])
_TRANS_VALUS, _TRANS_TRANS = 5, 1
_PERMLANES = frozenset(
    {"v_permlane16_b32", "v_permlanex16_b32", "v_permlane64_b32", "v_permlane16_var_b32", "v_permlanex16_var_b32"}
)


def _line(ctx: Context, index: int) -> int:
    return ctx.module.items[index].line


def _trans_use(ctx: Context) -> Iterator[Finding]:
    if ctx.arch.generation != "gfx11.0":
        return
    near = ctx.fact(_trans_near)
    for index, instruction, traits in reachable_instructions(ctx):
        if index in near and traits.reads:
            yield from _trans_producer(ctx, index, instruction, traits)


def _trans_near(ctx: Context) -> frozenset[int]:
    """Vector ALU instructions with a transcendental instruction so near before them, on some path, that the rule may
    apply.

    Computed once for the whole kernel, so that a search runs only if it can find something.
    """
    traits, far = ctx.fact(all_traits), _TRANS_VALUS + 1

    def after(index: int, instruction: Instruction | None, passed: int) -> int:
        if instruction is None or traits[index].drains_valu:
            return far
        return 0 if traits[index].trans else min(passed + traits[index].valu, far)

    before = states_before(ctx, far, after, min)
    return frozenset(k for k, instruction, passed in before if instruction and traits[k].valu and passed < far)


def _trans_producer(ctx: Context, index: int, reader: Instruction, traits: Traits) -> Iterator[Finding]:
    def step(between: tuple[int, int], before: Traits, _: Instruction) -> tuple[int, int] | PathEnd:
        if before.drains_valu:
            return PathEnd.EXPIRED
        if before.trans and before.writes & traits.reads:
            return PathEnd.FOUND
        valus, transes = between[0] + before.valu, between[1] + before.trans
        return PathEnd.EXPIRED if valus > _TRANS_VALUS or transes > _TRANS_TRANS else (valus, transes)

    for producer, (valus, _) in search_back(ctx, index, (0, 0), step):
        late = ctx.fact(all_traits)[producer].writes & traits.reads
        names = vgpr_names(late)
        yield ctx.finding(
            "trans-use",
            index,
            f"{names} is read by {reader.op.mnemonic} with {valus} vector ALU instructions between it and the "
            f"transcendental {_mnemonic(ctx, producer)} in line {_line(ctx, producer)} that writes it: the result may "
            f"not have arrived",
            ctx.insert_before(index, _VA_VDST),
            half=half_with(reader.op, {h // 2 for h in late}),
        )
        return


def _mnemonic(ctx: Context, index: int) -> str:
    instruction = ctx.instruction(index)
    return instruction.op.mnemonic if instruction is not None else ""


def _matrix_sources(instruction: Instruction) -> tuple[Halves, Halves]:
    """VGPR halves of A, B and a SWMMAC's index, for which the hardware does not wait."""
    op, sources, index = instruction.op, set[int](), set[int]()
    for ref in op.refs:
        if ref.reads and ref.desc.name in ("src0", "src1"):
            sources |= halves(ref.reg)
        elif ref.reads and ref.desc.name == "src2" and op.flag("swmmac"):
            index |= halves(ref.reg)
    return frozenset(sources), frozenset(index)


def _matrix_chain(ctx: Context) -> Iterator[Finding]:
    for index, instruction, traits in reachable_instructions(ctx):
        if not traits.matrix:
            continue
        sources, sparse = _matrix_sources(instruction)
        needed = sources | sparse

        def step(_: int, before: Traits, __: Instruction, needed: Halves = needed) -> int | PathEnd:
            if not before.valu:
                return 0
            return PathEnd.FOUND if before.matrix and before.writes & needed else PathEnd.EXPIRED

        for producer, _ in search_back(ctx, index, 0, step):
            names = vgpr_names(ctx.fact(all_traits)[producer].writes & needed)
            yield ctx.finding(
                "wmma-source",
                index,
                f"{instruction.op.mnemonic} reads {names} as A, B or index right after the matrix instruction in line "
                f"{_line(ctx, producer)} that writes it",
                ctx.insert_before(index, "v_nop"),
            )
            break


def _cmpx_permlane(ctx: Context) -> Iterator[Finding]:
    def step(_: int, before: Traits, instruction: Instruction) -> int | PathEnd:
        if not before.valu or instruction.op.operation == "v_nop":
            return 0
        return PathEnd.FOUND if EXEC_LO in instruction.op.implicit_defs else PathEnd.EXPIRED

    for index, instruction, _ in reachable_instructions(ctx):
        if instruction.op.operation not in _PERMLANES:
            continue
        for producer, _state in search_back(ctx, index, 0, step):
            source = next((str(r.reg) for r in instruction.op.refs if r.reads and r.reg.is_vgpr), None)
            fix = ctx.insert_before(index, f"v_mov_b32_e32 {source}, {source}") if source else ()
            yield ctx.finding(
                "vcmpx-permlane",
                index,
                f"{instruction.op.mnemonic} follows {_mnemonic(ctx, producer)} in line {_line(ctx, producer)}, which "
                "writes EXEC, with no vector ALU instruction but v_nop between them",
                fix,
            )
            break


#: State of the search back from a reader: VALU instructions passed; nearest write of each source; the place of a write
#: of EXEC, if passed.
_Forwarding = tuple[int, tuple[tuple[int, int], ...], int | None]


def _forwarding_step(
    sources: tuple[Halves, ...], state: _Forwarding, before: Traits, instruction: Instruction
) -> _Forwarding | PathEnd:
    """One step of the search for this sequence: VALU writes A; SALU writes EXEC; VALU writes B; reader of A and B.

    It is a hazard with at most two VALU instructions between the two writes and at most four between the write of B and
    the reader. Places count the VALU instructions up to the reader.
    """
    passed, writes, exec_at = state
    if before.drains_valu:
        return PathEnd.EXPIRED
    if before.valu:
        known = {source for source, _ in writes}
        new = [n for n, source in enumerate(sources) if n not in known and before.writes & source]
        if new and exec_at is not None:
            return PathEnd.FOUND
        writes = (*writes, *((n, passed) for n in new))
        passed += 1
    elif before.salu and exec_at is None and writes and _writes_exec(instruction):
        exec_at = passed
    if exec_at is None:
        return PathEnd.EXPIRED if passed > (8 if writes else 4) else (passed, writes, None)
    nearest = min(at for _, at in writes)
    too_far = nearest > 4 or (exec_at - nearest - 1) + (passed - exec_at) > 2
    return PathEnd.EXPIRED if too_far else (passed, writes, exec_at)


def _writes_exec(instruction: Instruction) -> bool:
    op = instruction.op
    return any(u in (EXEC_LO, EXEC_HI) for u in op.written)


def _partial_forwarding(ctx: Context) -> Iterator[Finding]:
    if ctx.kernel.wave_size != 64:
        return
    for index, instruction, traits in reachable_instructions(ctx):
        sources = source_operands(instruction.op) if traits.valu else ()
        if len(sources) < 2:
            continue

        def step(
            state: _Forwarding, before: Traits, at: Instruction, sources: tuple[Halves, ...] = sources
        ) -> _Forwarding | PathEnd:
            return _forwarding_step(sources, state, before, at)

        start: _Forwarding = (0, (), None)
        for producer, _ in search_back(ctx, index, start, step):
            names = vgpr_names(ctx.fact(all_traits)[producer].writes & traits.reads)
            yield ctx.finding(
                "valu-partial-forwarding",
                index,
                f"{instruction.op.mnemonic} reads {names}, written in line {_line(ctx, producer)} before EXEC changes, "
                "and another register written after: the lanes may be forwarded in part",
                ctx.insert_before(index, _VA_VDST),
            )
            break


CHECKS = {
    "trans-use": _trans_use,
    "wmma-source": _matrix_chain,
    "vcmpx-permlane": _cmpx_permlane,
    "valu-partial-forwarding": _partial_forwarding,
}
