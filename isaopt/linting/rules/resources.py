"""Registers, LDS and memory segments: what the code uses against what the file declares and the target has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from isaopt.analysis.figures.descriptor import symbols_of
from isaopt.ir.program import Instruction, Verbatim
from isaopt.isa.registers import NUM_SGPRS, SGPR_BASE, VCC_HI, VCC_LO, vgpr_number
from isaopt.linting.declared import Declarations, Declared, declarations_of, used_registers
from isaopt.linting.layout import layout_of
from isaopt.linting.model import Context, Finding, Severity
from isaopt.target.occupancy import max_vgprs_for, occupancy, waves_for_vgprs

#: Bytes of code per unit of .amdhsa_inst_pref_size (LLVM AMDGPUUsage, INST_PREF_SIZE).
_PREFETCH_UNIT = 128
#: The most registers above a step of occupancy that count as a cliff: so few can often be saved.
_CLIFF = 4


def _first_use(ctx: Context, at_least: int, vgprs: bool) -> tuple[int, Instruction] | None:
    """The first instruction that names a register of that number or above."""
    for index, instruction in ctx.instructions():
        for ref in instruction.op.refs:
            last = ref.reg.units[-1]
            named = vgprs == ref.reg.is_vgpr and (vgprs or last < SGPR_BASE + NUM_SGPRS)
            if named and at_least <= (vgpr_number(last) if vgprs else last - SGPR_BASE):
                return index, instruction
    return None


def _undeclared(ctx: Context, vgprs: bool) -> Iterator[Finding]:
    name, letter = ("next_free_vgpr", "v") if vgprs else ("next_free_sgpr", "s")
    used, count = used_registers(ctx)[not vgprs], ctx.fact(declarations_of).descriptor.get(name)
    if count is None or used <= count.value:
        return
    if vgprs and any(i.op.mnemonic == "s_alloc_vgpr" for _, i in ctx.instructions()):
        return  # the wave requests more while it runs (RDNA4 ISA guide, "Dynamic VGPR allocation")
    use = _first_use(ctx, count.value, vgprs)
    if use is not None:
        yield ctx.finding(
            "vgpr-count" if vgprs else "sgpr-count",
            use[0],
            f"the code uses registers up to {letter}{used - 1}, but .amdhsa_{name} declares {count.value}",
            count.replaced(ctx, used),
        )


def _mismatch(ctx: Context, key: str, expected: int, declared: str) -> Iterator[Finding]:
    """The metadata's ``key`` if it differs from the descriptor."""
    stated = ctx.fact(declarations_of).metadata.get(key)
    if stated is not None and stated.value != expected:
        yield ctx.finding(
            "metadata-mismatch",
            stated.item,
            f"{key} is {stated.value}, but {declared} is {expected}",
            stated.replaced(ctx, expected),
        )


def _metadata(ctx: Context) -> Iterator[Finding]:
    declared = ctx.fact(declarations_of)
    for key, directive in (
        (".vgpr_count", "next_free_vgpr"),
        (".group_segment_fixed_size", "group_segment_fixed_size"),
        (".private_segment_fixed_size", "private_segment_fixed_size"),
        (".kernarg_segment_size", "kernarg_size"),
    ):
        value = declared.descriptor.get(directive)
        if value is not None and not (directive == "next_free_vgpr" and _reserved(ctx, value.value)):
            yield from _mismatch(ctx, key, _wanted(ctx, value, directive), f".amdhsa_{directive}")
    if ctx.is_kernel:
        yield from _mismatch(ctx, ".wavefront_size", ctx.kernel.wave_size, "the descriptor's wave size")
    sgprs, free = declared.metadata.get(".sgpr_count"), declared.descriptor.get("next_free_sgpr")
    if sgprs is not None and free is not None:
        # VCC counts as two more if it is reserved, which is the default; hand-written files often leave it out.
        count = max(free.value, used_registers(ctx)[1])
        expected = count + 2 * bool(declared.flag("reserve_vcc", 1) or _vcc_user(ctx) is not None)
        if sgprs.value not in (count, expected):
            for finding in _mismatch(ctx, ".sgpr_count", expected, ".amdhsa_next_free_sgpr with VCC"):
                yield replace(finding, severity=Severity.WARNING)


def _reserved(ctx: Context, declared: int) -> bool:
    """Whether the descriptor only reserves more VGPRs than the metadata counts. LLVM does so to run fewer waves than
    the count allows: the metadata then holds ``NAME.num_vgpr``, which covers what the code uses (LLVM
    AMDGPUAsmPrinter.cpp, NumVGPRsForWavesPerEU). A kernel without VGPRs still declares one."""
    count = symbols_of(ctx.module).get(f"{ctx.kernel.name}.num_vgpr")
    stated = ctx.fact(declarations_of).metadata.get(".vgpr_count")
    if stated is not None and (declared, stated.value, used_registers(ctx)[0]) == (1, 0, 0):
        return True
    if stated is None or count is None:
        return False
    return count == stated.value and used_registers(ctx)[0] <= count <= declared


def _wanted(ctx: Context, value: Declared, directive: str) -> int:
    """The number that both places should hold; for VGPRs at least the code's use, as in the fix of vgpr-count."""
    if directive == "next_free_vgpr" and value.plain:
        return max(value.value, used_registers(ctx)[0])
    return value.value


def _limits(ctx: Context) -> Iterator[Finding]:
    declared = ctx.fact(declarations_of)
    for name, limit, what in (
        ("next_free_vgpr", ctx.arch.vgprs_per_wave, "VGPRs a wave"),
        ("next_free_sgpr", ctx.arch.sgprs_per_wave, "SGPRs a wave"),
        ("group_segment_fixed_size", ctx.arch.lds_bytes_per_workgroup, "bytes of LDS a workgroup"),
    ):
        found = declared.descriptor.get(name)
        if found is not None and found.value > limit:
            yield ctx.finding(
                "resource-limit", found.item, f".amdhsa_{name} is {found.value}, but {ctx.arch.name} has {limit} {what}"
            )
    size = declared.metadata.get(".max_flat_workgroup_size")
    if size is not None and size.value > ctx.arch.workgroup_size_max:
        yield ctx.finding(
            "resource-limit",
            size.item,
            f".max_flat_workgroup_size is {size.value}, but a workgroup has at most {ctx.arch.workgroup_size_max} "
            "work-items",
        )


def _prefetch(ctx: Context) -> Iterator[Finding]:
    declared = ctx.fact(declarations_of).descriptor.get("inst_pref_size")
    if declared is None or not ctx.is_kernel or not _all_known(ctx):
        return
    size = ctx.fact(layout_of).end
    lines = -(-size // _PREFETCH_UNIT)
    if declared.value > lines:
        yield ctx.finding(
            "prefetch-size",
            declared.item,
            f".amdhsa_inst_pref_size {declared.value} asks for {declared.value * _PREFETCH_UNIT} bytes of code, but "
            f"{ctx.kernel.name} has {size}, for which {lines} would do",
            declared.replaced(ctx, lines),
        )


def _all_known(ctx: Context) -> bool:
    """Whether the code's size can be computed: there are no macros, no data, and no assembly that a compiler can only
    estimate."""
    items = ctx.module.items[ctx.kernel.first : ctx.kernel.last]
    opaque = any(not isinstance(ctx.module.items[index], Instruction) for index in ctx.flow.opaque)
    return not opaque and not any("#ASMSTART" in item.text for item in items if isinstance(item, Verbatim))


def _cliff(ctx: Context) -> Iterator[Finding]:
    declared = ctx.fact(declarations_of)
    count = declared.descriptor.get("next_free_vgpr")
    arch, wave = ctx.arch, ctx.kernel.wave_size
    if count is None or not 0 < count.value <= arch.vgprs_per_wave:
        return
    waves = waves_for_vgprs(arch, count.value, wave)
    if waves == arch.waves_per_simd:
        return
    fewer = max_vgprs_for(arch, waves + 1, wave)
    if count.value - fewer > _CLIFF:
        return
    reached = _waves(ctx, declared, fewer)
    now = _waves(ctx, declared, count.value)
    if reached > now:
        yield ctx.finding(
            "occupancy-cliff",
            count.item,
            f"{count.value} VGPRs allow {now} waves on a SIMD; {count.value - fewer} fewer would allow {reached}",
        )


def _waves(ctx: Context, declared: Declarations, vgprs: int) -> int:
    size = declared.metadata.get(".max_flat_workgroup_size")
    lds = min(declared.flag("group_segment_fixed_size"), ctx.arch.lds_bytes_per_workgroup)
    known = size.value if size is not None and 1 <= size.value <= ctx.arch.workgroup_size_max else None
    wgp = bool(declared.flag("workgroup_processor_mode", 1))
    return occupancy(ctx.arch, vgprs, lds, known, ctx.kernel.wave_size, wgp).waves


def _vcc(ctx: Context) -> Iterator[Finding]:
    reserve = ctx.fact(declarations_of).descriptor.get("reserve_vcc")
    if reserve is None or reserve.value:
        return
    user = _vcc_user(ctx)
    if user is not None:
        index, instruction = user
        message = f"{instruction.op.mnemonic} uses VCC, but .amdhsa_reserve_vcc is 0"
        yield ctx.finding("sgpr-count", index, message, reserve.replaced(ctx, 1))


def _vcc_user(ctx: Context) -> tuple[int, Instruction] | None:
    """The first instruction that reads or writes VCC."""
    for index, instruction in ctx.instructions():
        op = instruction.op
        if {VCC_LO, VCC_HI} & {*op.read, *op.written}:
            return index, instruction
    return None


def _sgprs(ctx: Context) -> Iterator[Finding]:
    yield from _undeclared(ctx, False)
    yield from _vcc(ctx)


CHECKS = {
    "vgpr-count": partial(_undeclared, vgprs=True),
    "sgpr-count": _sgprs,
    "metadata-mismatch": _metadata,
    "resource-limit": _limits,
    "prefetch-size": _prefetch,
    "occupancy-cliff": _cliff,
}
