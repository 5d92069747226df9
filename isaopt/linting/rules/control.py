"""Control flow: where a program ends, code that it never reaches, the range of branches, barriers and delay hints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Instruction, Label, Module, Op, OperandKind, Verbatim
from isaopt.linting.flow import LintBlock, ends_wave, is_branch, is_call
from isaopt.linting.layout import layout_of
from isaopt.linting.model import Context, Finding, Severity
from isaopt.linting.paths import PathEnd, search_back, states_before, straight_after
from isaopt.linting.traits import Traits, all_traits
from isaopt.target.depctr import delay_of

_RANGE = range(-(1 << 15), 1 << 15)
_NAME = re.compile(r"[A-Za-z_.$][\w.$@]*$")
#: Instructions after which a wave does not continue, except under a debugger.
_HALTS = ("s_trap", "s_sethalt", "s_setpc_b64", "s_rfe_b64")
_PADDING = ("s_nop", "s_code_end")
_DEPENDENCY = re.compile(r"(VALU|TRANS32)_DEP_(\d)")
_BARRIER_ALL = (-1, 0xFFFF)


def _sees_everything(ctx: Context) -> bool:
    """Whether the code contains no macro or data that could hold labels, branches or instructions."""
    return all(isinstance(ctx.module.items[index], Instruction) for index in ctx.flow.opaque)


def _goes_on(ctx: Context) -> bool:
    """Whether the code was read only to where another section is filled in between."""
    behind = (i for i in ctx.module.items[ctx.kernel.last :] if not isinstance(i, Verbatim))
    return isinstance(item := next(behind, None), Directive) and item.name == ".pushsection"


def _missing_end(ctx: Context) -> Iterator[Finding]:
    if _goes_on(ctx):
        return
    for block in ctx.blocks:
        if block.index + 1 < len(ctx.blocks) or block.index not in ctx.flow.reachable:
            continue
        last = ctx.instruction(block.items[-1]) if block.items else None
        if not block.items:
            # Control falls through or jumps to a label with nothing after it.
            previous = [i for i, _ in ctx.instructions()]
            falls = ctx.is_kernel and block.preds == (block.index - 1,)
            if previous:
                fix = ctx.insert_after(previous[-1], "s_endpgm") if falls else ()
                yield ctx.finding("missing-endpgm", previous[-1], "control runs past the last instruction", fix)
        elif last is not None and _runs_on(last):
            end = "s_endpgm" if ctx.is_kernel else "s_setpc_b64"
            fix = ctx.insert_after(block.items[-1], "s_endpgm") if ctx.is_kernel else ()
            yield ctx.finding(
                "missing-endpgm", block.items[-1], f"control runs past the last instruction: no {end} follows", fix
            )


def _runs_on(instruction: Instruction) -> bool:
    op = instruction.op
    return not (ends_wave(op) or op.operation in ("s_branch", *_HALTS) or is_call(op) or op.flag("unknown"))


def _unreachable(ctx: Context) -> Iterator[Finding]:
    if not _sees_everything(ctx) or any(_jumps_anywhere(ctx, b) for b in ctx.blocks):
        return
    before = True
    for block in ctx.blocks:
        reached = block.index in ctx.flow.reachable
        code = [i for i in block.items if _is_code(ctx, i)]
        if not reached and before and code:
            yield ctx.finding("unreachable-code", code[0], "no path from the entry leads here")
        if code or reached:
            before = reached


def _is_code(ctx: Context, index: int) -> bool:
    instruction = ctx.instruction(index)
    return instruction is not None and instruction.op.mnemonic not in _PADDING


def _jumps_anywhere(ctx: Context, block: LintBlock) -> bool:
    last = ctx.instruction(block.items[-1]) if block.items else None
    if not block.escapes or last is None or not ctx.is_kernel:
        return False
    return last.op.operation in ("s_setpc_b64", "s_rfe_b64") or _is_unknown_distance(last.op)


def _is_unknown_distance(op: Op) -> bool:
    """Whether the op branches by a distance for which no destination was found."""
    return is_branch(op) and bool(op.operands) and op.operands[-1].kind is OperandKind.INT


def _targets(ctx: Context) -> Iterator[tuple[int, Instruction, str]]:
    """Branches with the plain label that each names."""
    for index, instruction in ctx.instructions():
        op = instruction.op
        target = op.operands[-1] if is_branch(op) and op.operands else None
        if target is not None and target.kind is OperandKind.EXPR and _NAME.match(target.text):
            yield index, instruction, target.text


@kept
def _labels(module: Module) -> frozenset[str]:
    return frozenset(item.name for item in module.items if isinstance(item, Label))


def _branch_target(ctx: Context) -> Iterator[Finding]:
    if not _sees_everything(ctx):
        return
    own = ctx.fact(layout_of).labels
    everywhere = _labels(ctx.module)
    for index, instruction, name in _targets(ctx):
        if name in own:
            continue
        if name in everywhere:
            message, severity = f"{instruction.op.mnemonic} leaves the kernel for {name}", Severity.WARNING
        else:
            message, severity = f"{instruction.op.mnemonic} names {name}, which is no label of the file", Severity.ERROR
        yield ctx.finding("branch-target", index, message, severity=severity)


def _branch_range(ctx: Context) -> Iterator[Finding]:
    layout = ctx.fact(layout_of)
    for index, instruction, name in _targets(ctx):
        if name in layout.labels:
            dwords = (layout.labels[name] - layout.offset[index] - 4) // 4
            if dwords not in _RANGE:
                yield ctx.finding(
                    "branch-range",
                    index,
                    f"{name} is {abs(dwords)} dwords away, and {instruction.op.mnemonic} reaches {_RANGE.stop - 1} "
                    f"forward and {-_RANGE.start} back",
                )


def _delays(ctx: Context) -> Iterator[Finding]:
    traits = ctx.fact(all_traits)
    for block in ctx.blocks:
        if block.index not in ctx.flow.reachable:
            continue
        for index, instruction in ctx.steps(block):
            if instruction is None or instruction.op.mnemonic != "s_delay_alu":
                continue
            delay = delay_of(instruction.op)
            if delay is None:
                yield ctx.finding("delay-alu", index, "the operand means nothing to the hardware")
                continue
            for name, distance in ((delay.first, 0), (delay.second, delay.skip)):
                fault = _delay_fault(ctx, traits, next(islice(straight_after(ctx, index), distance, None), None), name)
                if fault:
                    yield ctx.finding("delay-alu", index, fault)


def _delay_fault(ctx: Context, traits: dict[int, Traits], target: int | None, name: str) -> str:
    """The fault in one part of a delay for the instruction ``target``; empty if there is none."""
    if name == "NO_DEP":
        return ""
    if target is None:
        return f"{name} is meant for an instruction behind a branch, a label or the end"
    if target not in traits:
        return ""
    delayed = ctx.module.items[target]
    if not (traits[target].valu or traits[target].salu):
        return f"{name} delays the instruction in line {delayed.line}, which the ALUs do not run"
    match = _DEPENDENCY.match(name)
    if match is None:
        return ""
    trans, wanted = match.group(1) == "TRANS32", int(match.group(2))

    def step(passed: int, before: Traits, _: Instruction) -> int | PathEnd:
        counted = before.trans if trans else before.valu and not before.trans
        return PathEnd.FOUND if passed + counted == wanted else passed + counted

    if next(search_back(ctx, target, 0, step), None) is None and not _entered_from_outside(ctx):
        what = "transcendental" if trans else "vector ALU instruction"
        return f"{name} names no instruction: fewer than {wanted} {what}s come before line {delayed.line}"
    return ""


def _entered_from_outside(ctx: Context) -> bool:
    """Whether the delay may refer to instructions before the entry, or of a callee."""
    return not ctx.is_kernel or bool(ctx.flow.opaque)


#: The workgroup's barrier is idle or signalled; a state is the set of possibilities.
_Barrier = frozenset[str]
_IDLE, _SIGNALLED = "idle", "signalled"


def _barrier_half(ctx: Context, index: int) -> str:
    """``signal`` or ``wait`` for a half of the workgroup's barrier; empty for other ops."""
    instruction = ctx.instruction(index)
    name = instruction.op.mnemonic if instruction is not None else ""
    if instruction is None or name not in ("s_barrier_signal", "s_barrier_signal_isfirst", "s_barrier_wait"):
        return ""
    if not instruction.op.operands or instruction.op.operands[0].value not in _BARRIER_ALL:
        return ""
    return "wait" if name == "s_barrier_wait" else "signal"


def _barriers(ctx: Context) -> Iterator[Finding]:
    def after(index: int, _: Instruction | None, state: _Barrier) -> _Barrier:
        half = _barrier_half(ctx, index)
        return state if not half else frozenset((_IDLE if half == "wait" else _SIGNALLED,))

    for index, instruction, state in states_before(ctx, frozenset((_IDLE,)), after, frozenset.union):
        half = _barrier_half(ctx, index)
        wrong = {"signal": _SIGNALLED, "wait": _IDLE}.get(half, "")
        if wrong in state:
            paths = "on every path" if len(state) == 1 else "on some path"
            twice = "has been signalled already, and not waited for" if half == "signal" else "has not been signalled"
            severity = Severity.ERROR if len(state) == 1 else Severity.WARNING
            yield ctx.finding("barrier-halves", index, f"the barrier {twice} {paths}", severity=severity)
        elif instruction is not None and ends_wave(instruction.op) and _SIGNALLED in state:
            message = "the wave ends although it has signalled the barrier and not waited for it"
            yield ctx.finding("barrier-halves", index, message, severity=Severity.WARNING)


CHECKS = {
    "missing-endpgm": _missing_end,
    "unreachable-code": _unreachable,
    "branch-target": _branch_target,
    "branch-range": _branch_range,
    "delay-alu": _delays,
    "barrier-halves": _barriers,
}
