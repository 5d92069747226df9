"""Moves a value to another register, if the prover shows that the kernel still computes the same."""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.analysis.flow.blockers import blockers
from isaopt.analysis.flow.webs import Segment, WebGroup, Webs, find_webs
from isaopt.asm.resources import declared_vgprs
from isaopt.errors import IsaoptError, UsageError
from isaopt.ir.program import Kernel, Module, RegUse
from isaopt.isa.registers import RegRef, unit_name
from isaopt.languageserver.registers import named, place_at, places
from isaopt.languageserver.snapshot import Draft, Snapshot
from isaopt.linting.compare import new_errors
from isaopt.linting.run import lint_module


@dataclass(frozen=True, slots=True)
class RegisterEdit:
    """Columns ``start``:``end`` of a line, from 0, replaced by ``text``."""

    line: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Renaming:
    """A request to move the value at a place to another register; ``arch`` is the target of a text that names none."""

    path: str
    text: str
    line: int
    column: int
    name: str
    arch: str | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """The reason why a value keeps its register."""

    why: str


def rename(asked: Renaming) -> tuple[RegisterEdit, ...] | Refused:
    """The changes that give a value, and all that must move with it, other registers. Refused unless the kernel is
    shown to stay the same. Runs in a process of its own."""
    try:
        return proved_changes(asked)
    except UsageError as error:
        return Refused(error.message)


def proved_changes(asked: Renaming) -> tuple[RegisterEdit, ...]:
    """As :func:`rename`, which raises :class:`UsageError` to refuse."""
    draft = Draft(asked.path, asked.arch)
    before = draft.read(asked.text)
    value = value_at(before, asked.line, asked.column)
    changes = _changes(before, value, _wanted(asked.name, value.use))
    lines = asked.text.split("\n")
    for change in sorted(changes, key=lambda c: (c.line, c.start), reverse=True):
        line = lines[change.line]
        lines[change.line] = line[: change.start] + change.text + line[change.end :]
    _judge(before, draft.read("\n".join(lines)), value.kernel)
    return changes


@dataclass(frozen=True, slots=True)
class ValueHere:
    """The webs that a reference at a place names, and what moves with them."""

    module: Module
    kernel: Kernel
    webs: Webs
    group: WebGroup
    use: RegUse
    start: int
    end: int


def value_at(snapshot: Snapshot, line: int, column: int) -> ValueHere:
    """The value at a place that may be renamed; :class:`UsageError`, with the reason, for any other place."""
    at = snapshot.instruction_at(line)
    place = None if at is None else place_at(at[1], column)
    if at is None or place is None or snapshot.module is None or snapshot.read_only:
        raise UsageError("only a register of an instruction can be renamed")
    module, (index, instruction) = snapshot.module, at
    use = instruction.op.refs[place.ref]
    if not use.reg.is_vgpr:
        raise UsageError(f"only VGPRs can be renamed, and {use.reg} is not one")
    kernel = next((k for k in module.kernels if k.first <= index < k.last), None)
    if kernel is None:
        raise UsageError("only registers of kernels can be renamed: the callers of a function are not known")
    first, last = snapshot.lines_of(kernel)
    for fault in snapshot.faults:
        if first <= fault.line - 1 <= last:
            raise UsageError(f"line {fault.line} cannot be read: {fault.message}")
    for blocker in blockers(module, kernel):
        raise UsageError(f"the kernel {blocker.message} (line {module.items[blocker.item].line})")
    webs = find_webs(module, kernel)
    group = webs.groups[webs.group_of[webs.web_at[index, place.ref, 0]]]
    if group.fixed is not None:
        raise UsageError(f"{use.reg} holds what is there when the kernel starts")
    return ValueHere(module, kernel, webs, group, use, place.start, place.end)


def _wanted(name: str, use: RegUse) -> RegRef:
    reg = named(name.strip())
    if reg is None or not reg.is_vgpr:
        raise UsageError(f"'{name}' is not a VGPR: {use.reg} can become another one, such as v7 or v[4:7]")
    if (reg.count, reg.half) != (use.reg.count, use.reg.half) and reg.count != 1:
        raise UsageError(f"{use.reg} cannot become {reg}, which is of another size")
    return reg


def _changes(snapshot: Snapshot, value: ValueHere, wanted: RegRef) -> tuple[RegisterEdit, ...]:
    by = wanted.first - value.use.reg.first
    if not by:
        return ()
    moving = {web for web, _ in value.group.members}
    base = value.group.base + by
    declared = declared_vgprs(value.module, value.kernel)
    top = base + value.group.width - 1
    if not 0 <= base <= value.group.max_base:
        raise UsageError(f"the values that move together cannot be named from {unit_name(max(base, 0))} on")
    if declared is not None and top >= declared:
        raise UsageError(f"the kernel declares {declared} VGPRs, and v{top} would be needed")
    _check_free(snapshot, value, moving, by)
    items = dict.fromkeys(ref.item for web in moving for ref in value.webs.webs[web].refs)
    changes: list[RegisterEdit] = []
    for index in items:
        changes += _of_instruction(value, index, moving, by)
    return tuple(changes)


def _check_free(snapshot: Snapshot, value: ValueHere, moving: set[int], by: int) -> None:
    """Checks that no value is in the new registers while one that moves there is alive."""
    webs = value.webs.webs
    for web in (webs[w] for w in moving):
        for other in webs:
            if other.unit == web.unit + by and other.id not in moving:
                point = _meet(web.segments, other.segments)
                if point is not None:
                    index = snapshot.cfg(value.kernel).order[min(point // 2, len(snapshot.cfg(value.kernel).order) - 1)]
                    line = value.module.items[index].line
                    raise UsageError(f"{unit_name(other.unit)} holds another value in line {line}")


def _meet(one: tuple[Segment, ...], other: tuple[Segment, ...]) -> int | None:
    """The first program point that both cover."""
    return min((max(a, c) for a, b in one for c, d in other if max(a, c) < min(b, d)), default=None)


def _of_instruction(value: ValueHere, index: int, moving: set[int], by: int) -> list[RegisterEdit]:
    changes = []
    instruction = value.module.instruction(index)
    for place in places(instruction):
        use = instruction.op.refs[place.ref]
        webs = {value.webs.web_at.get((index, place.ref, offset)) for offset in range(use.reg.count)}
        if use.reg.is_vgpr and webs & moving:
            new = RegRef(use.reg.first + by, use.reg.count, use.reg.half)
            changes.append(RegisterEdit(instruction.line - 1, place.start, place.end, str(new)))
    return changes


def _judge(before: Snapshot, after: Snapshot, kernel: Kernel) -> None:
    """Raises :class:`UsageError` unless lint has no new findings and the prover shows the kernels equal."""
    # Where it is needed: the server begins without the prover, which takes longer to import.
    from isaopt.proof.verdict import verify_modules

    assert before.module is not None
    if after.module is None or len(after.faults) > len(before.faults):
        raise UsageError(f"the assembler would not take it: {after.faults[-1].message}")
    fresh = new_errors(before.module, after.module, lint_module(after.module, kernels=(kernel.name,)), (kernel.name,))
    if fresh:
        raise UsageError(f"line {fresh[0].line}: {fresh[0].message}")
    try:
        (verdict,) = verify_modules(before.module, after.module, (kernel.name,)).kernels
    except IsaoptError as error:
        raise UsageError(f"not shown to be equivalent: {error.message}") from error
    if verdict.status != "proved":
        why = verdict.differences[0].message if verdict.differences else "no proof was found"
        raise UsageError(f"not shown to be equivalent: {why}")
