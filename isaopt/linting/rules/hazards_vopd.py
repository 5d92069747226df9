"""Hazards of dual instructions: a pair that can miss a pending result, or read a new one."""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.ir.program import Instruction
from isaopt.judge.waits import spell_dependencies
from isaopt.linting.model import Context, Finding, Severity, half_with
from isaopt.linting.paths import PathEnd, reachable_instructions, search_back
from isaopt.linting.traits import Halves, Traits, all_traits, vgpr_names
from isaopt.target.vopd import interlock_risk, overwrites_source
from isaopt.target.vopd_ops import half_of

_VA_VDST = spell_dependencies("gfx11", ["va_vdst"])
#: At more than this distance the producer counts as far, and the search ends.
_FAR = 16
_DPP_ARCHES = ("gfx1150",)


def _interlock(ctx: Context) -> Iterator[Finding]:
    for index, pairs, traits in _at_risk(ctx):
        yield from _grade(ctx, index, pairs, traits)


def _at_risk(ctx: Context) -> Iterator[tuple[int, str, Traits]]:
    """The pairs that can lose the interlock, with the sources of equal parity in words."""
    if not ctx.arch.vopd_interlock_erratum:
        return
    for index, instruction, traits in reachable_instructions(ctx):
        if instruction.op.pair is None:
            continue
        x, y = (half_of(ctx.arch, half) for half in instruction.op.pair)
        slots = interlock_risk(ctx.arch, x, y)
        if slots:
            yield index, ", ".join(f"{slot} v{x.register(slot)} and v{y.register(slot)}" for slot in slots), traits


def _grade(ctx: Context, index: int, pairs: str, pair: Traits) -> Iterator[Finding]:
    """The finding for a pair at risk, graded by how near the producers of its sources are; None after a wait."""
    unguarded = waited = False

    def step(passed: int, before: Traits, _: Instruction) -> int | PathEnd:
        nonlocal unguarded, waited
        if "va_vdst" in before.waits:
            waited = True
            return PathEnd.EXPIRED
        if before.valu and before.writes & pair.reads:
            return PathEnd.FOUND
        if passed + before.valu > _FAR:
            unguarded = True
            return PathEnd.EXPIRED
        return passed + before.valu

    producers = sorted((passed, item) for item, passed in search_back(ctx, index, 0, step))
    equal = f"{pairs} have equal parity"
    traits = ctx.fact(all_traits)
    for passed, item in producers:
        if passed <= ctx.arch.vector_window(traits[item].trans):
            names = vgpr_names(traits[item].writes & pair.reads)
            message = (
                f"{equal}, and {names} is written in line {ctx.module.items[item].line} with {passed} vector ALU "
                f"instructions between: gfx11 can lose the interlock and read the old value"
            )
            yield ctx.finding("vopd-interlock", index, message, ctx.insert_before(index, _VA_VDST))
            return
    if producers:
        passed, item = producers[0]
        far = f"{passed} vector ALU instructions lie behind the nearest producer, in line {ctx.module.items[item].line}"
    elif unguarded or not waited:
        far = f"no producer of its sources is within {_FAR} vector ALU instructions"
    else:
        return
    # There is no repair: a wait before every such pair would cost more than the remaining risk.
    message = f"{equal}: gfx11 can lose the interlock; {far}"
    yield ctx.finding("vopd-interlock", index, message, severity=Severity.WARNING)


def _dpp_source(ctx: Context) -> Iterator[Finding]:
    if ctx.arch.name not in _DPP_ARCHES:
        return
    for index, instruction, traits in reachable_instructions(ctx):
        if instruction.op.pair is None:
            continue

        def step(passed: int, before: Traits, _: Instruction, reads: Halves = traits.reads) -> int | PathEnd:
            if before.drains_valu:
                return PathEnd.EXPIRED
            if before.valu and before.writes & reads:
                return PathEnd.FOUND if before.dpp else PathEnd.EXPIRED
            return (
                PathEnd.EXPIRED if passed + before.valu > ctx.arch.vector_window(trans=False) else passed + before.valu
            )

        for producer, passed in search_back(ctx, index, 0, step):
            late = ctx.fact(all_traits)[producer].writes & traits.reads
            names = vgpr_names(late)
            yield ctx.finding(
                "vopd-dpp-source",
                index,
                f"the pair reads {names}, which the DPP instruction in line {ctx.module.items[producer].line} writes, "
                f"with {passed} vector ALU instructions between: reported to go wrong on {ctx.arch.name}",
                ctx.insert_before(index, _VA_VDST),
                half=half_with(instruction.op, {h // 2 for h in late}),
            )
            break


def _order(ctx: Context) -> Iterator[Finding]:
    for index, instruction in ctx.instructions():
        if instruction.op.pair is None:
            continue
        x, y = (half_of(ctx.arch, half) for half in instruction.op.pair)
        if overwrites_source(ctx.arch, x, y):
            message = f"the first half writes v{x.dst}, which the second one reads: on gfx12 it may read the new value"
            yield ctx.finding("vopd-order", index, message, half=1)


CHECKS = {
    "vopd-order": _order,
    "vopd-interlock": _interlock,
    "vopd-dpp-source": _dpp_source,
}
