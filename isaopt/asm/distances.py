"""Branches without a label of their own: ``s_branch 5`` jumps to the fifth word after the next instruction, ``s_branch
1b`` to the last label ``1:`` before it.

Hand-written kernels contain them. Only the assembler knows where code is placed, so only it can tell where a distance
leads: the file is assembled with a label at each instruction, and the branch then names a label at its destination; so
does a branch to a local label. Neither label nor name appears in the file's text until the code changes
(:meth:`isaopt.ir.program.Module.labelled`).

Source: AMD RDNA3 and RDNA4 ISA guides, "SOPP instructions": ``PC = PC + 4 + signext(SIMM16) * 4``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from isaopt.asm.printer import print_op
from isaopt.errors import InputError, IsaoptError
from isaopt.ir.program import Instruction, Item, Kernel, Label, Module, Op, OperandKind
from isaopt.isa.types import OperandType

_PREFIX = ".Lisaopt_to_"
_SECTION = ".isaopt_places"
_LOCAL = re.compile(r"(\d+)([bf])$")


def distance_of(op: Op) -> int | None:
    """The distance, in words from the next instruction, of a branch or call that is written with a distance in place of
    a label; None for others."""
    if not op.operands or op.operands[-1].kind is not OperandKind.INT:
        return None
    if op.desc.operands[-1].type is not OperandType.BRANCH_TARGET:
        return None
    value = op.operands[-1].value
    assert isinstance(value, int)
    return ((value & 0xFFFF) ^ 0x8000) - 0x8000


def needs_label(op: Op) -> bool:
    """Whether an op is a branch or call by a distance or to a local label."""
    return distance_of(op) is not None or _local(op) is not None


def _local(op: Op) -> re.Match[str] | None:
    """The number and the direction (``b``, ``f``) of the local label that an op branches to."""
    return _LOCAL.match(op.operands[-1].text) if op.flag("branch") and op.operands else None


def with_labels(module: Module) -> Module:
    """The module with a label of its own for every branch of a kernel; a kernel for whose distances that is impossible
    is blocked, with the reason."""
    module = _with_local_labels(module)
    chosen = [k for k in module.kernels if not k.blocked and any(_branches(module, k))]
    if not chosen:
        return module
    try:
        places = _places(module, chosen)
    except IsaoptError as error:
        said = error.message.removeprefix("assembler: ")
        why = f"the assembler refuses the file: {said}" if isinstance(error, InputError) else said
        for kernel in chosen:
            line = module.items[next(_branches(module, kernel))[0]].line
            reason = f"the branch in line {line} is a distance, and where it leads is not known: {why}"
            module = _with_kernel(module, replace(kernel, blocked=(reason,)))
        return module
    names = _FreshLabels(module)
    for kernel, at in zip(reversed(chosen), reversed(places), strict=True):  # later items first: indices stay
        module = _resolved(module, kernel, at, names)
    return module


def _with_local_labels(module: Module) -> Module:
    """The module with names that occur once for the local labels of each kernel that branches only to its own."""
    items, kernels, names = list(module.items), list(module.kernels), _FreshLabels(module)
    for number, kernel in enumerate(kernels):
        code = range(kernel.first, kernel.last)
        own = [(i, item.name) for i in code if isinstance(item := items[i], Label)]
        found: dict[int, int] = {}
        for index, item in module.instructions(kernel):
            if (wanted := _local(item.op)) is not None:
                at = [i for i, name in own if name == wanted[1] and (i < index) == (wanted[2] == "b")]
                found[index] = (at[-1] if wanted[2] == "b" else at[0]) if at else -1
        if not found or -1 in found.values():
            continue
        labels = {i: names.new() for i in dict.fromkeys(found.values())}
        for i, name in labels.items():
            label = items[i]
            assert isinstance(label, Label)
            items[i] = replace(label, name=name, moved=re.sub(r"\d+", name, label.text, count=1))
        for index, target in found.items():
            items[index] = _to_label(module.instruction(index), labels[target])
        kernels[number] = replace(kernel, distances=True)
    return replace(module, items=tuple(items), kernels=tuple(kernels))


@dataclass(frozen=True, slots=True)
class _InstructionPlaces:
    """The offset in bytes of each of a kernel's instructions from the first, by item index, and the end of the last
    one."""

    at: dict[int, int]
    end: int


class _FreshLabels:
    """Labels that do not occur in the file."""

    def __init__(self, module: Module) -> None:
        self.prefix = _unused(module.text(), _PREFIX)
        self.count = 0

    def new(self) -> str:
        self.count += 1
        return f"{self.prefix}{self.count - 1}"


def _unused(text: str, prefix: str) -> str:
    while prefix in text:
        prefix += "_"
    return prefix


def _branches(module: Module, kernel: Kernel) -> Iterator[tuple[int, int]]:
    """Item index and distance of those branches of the kernel that are written as distances."""
    for index, item in module.instructions(kernel):
        distance = distance_of(item.op)
        if distance is not None:
            yield index, distance


def _places(module: Module, kernels: Sequence[Kernel]) -> list[_InstructionPlaces]:
    """Asks the assembler; raises what :func:`isaopt.toolchain.assemble.assemble` raises."""
    from isaopt.toolchain.assemble import assemble_words
    from isaopt.toolchain.textfacts import retarget

    label = _unused(module.text(), ".Lisaopt_at_")
    texts = [item.text for item in module.items]
    words = []
    for kernel in kernels:
        code = [index for index, _ in module.instructions(kernel)]
        for index in code:
            texts[index] = f"{label}{index}:{texts[index]}"
            words.append(f"{label}{index}-{label}{code[0]}")
        texts[code[-1]] += f"\n{label}{code[-1]}_end:\n"
        words.append(f"{label}{code[-1]}_end-{label}{code[0]}")
    values = iter(assemble_words(retarget("".join(texts), module.arch), module.arch, words, _SECTION, module.path))
    return [_InstructionPlaces({i: next(values) for i, _ in module.instructions(k)}, next(values)) for k in kernels]


def _resolved(module: Module, kernel: Kernel, places: _InstructionPlaces, names: _FreshLabels) -> Module:
    """The module with this kernel's distances replaced by labels, or with the kernel blocked."""
    standing = {place: index for index, place in places.at.items()}
    items: dict[int, Item] = {}
    labels: dict[int, str] = {}
    for index, distance in _branches(module, kernel):
        item = module.instruction(index)
        place = places.at[index] + 4 + 4 * distance
        if place not in standing:
            inside = 0 <= place < places.end
            where = "to the middle of an instruction, or to padding" if inside else "out of the kernel"
            text = item.text[item.start : item.end]
            return _with_kernel(module, replace(kernel, blocked=(f"'{text}' in line {item.line} leads {where}",)))
        target = standing[place]
        if target not in labels:
            labels[target] = names.new()
        items[index] = _to_label(item, labels[target])
    return _with_items(module, kernel, items, labels)


def _to_label(item: Instruction, name: str) -> Instruction:
    operands = (*item.op.operands[:-1], replace(item.op.operands[-1], kind=OperandKind.EXPR, text=name, value=None))
    op = replace(item.op, operands=operands)
    return replace(item, op=op, moved=item.text[: item.start] + print_op(op) + item.text[item.end :])


def _with_items(module: Module, kernel: Kernel, new: dict[int, Item], labels: dict[int, str]) -> Module:
    """The module with these items replaced, and with labels without text inserted before others."""
    items: list[Item] = []
    for index, item in enumerate(module.items):
        if index in labels:
            name = labels[index]
            items.append(Label("", item.line, item.col, name, moved=f"{name}:\n"))
        items.append(new.get(index, item))
    grown = len(labels)
    kernels = []
    for k in module.kernels:
        if k.name == kernel.name:
            kernels.append(_shifted(replace(k, last=k.last + grown, distances=True), kernel.last, grown))
        elif k.first >= kernel.last:
            kernels.append(_shifted(replace(k, first=k.first + grown, last=k.last + grown), kernel.last, grown))
        else:
            kernels.append(_shifted(k, kernel.last, grown))
    return replace(module, items=tuple(items), kernels=tuple(kernels))


def _shifted(kernel: Kernel, behind: int, grown: int) -> Kernel:
    """The kernel with its descriptor's directives at their new indices."""
    return replace(kernel, descriptor={n: i + grown if i >= behind else i for n, i in kernel.descriptor.items()})


def _with_kernel(module: Module, kernel: Kernel) -> Module:
    return replace(module, kernels=tuple(kernel if k.name == kernel.name else k for k in module.kernels))
