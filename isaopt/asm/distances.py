"""Branches that are written as distances: ``s_branch 5`` goes five words beyond the next instruction.

Hand-written kernels have them.  Where one leads to only the assembler can tell, as nobody else knows where code stands:
the file is assembled with a label at each instruction, and the branch then names a label at the one that it leads to.
In the file neither is to be seen until the code changes (:meth:`isaopt.ir.program.Module.labelled`).

Source: AMD RDNA3 and RDNA4 ISA guides, "SOPP instructions": ``PC = PC + 4 + signext(SIMM16) * 4``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from isaopt.asm.printer import print_op
from isaopt.errors import InputError, IsaoptError
from isaopt.ir.program import Instruction, Item, Kernel, Label, Module, Op, OperandKind
from isaopt.isa.types import OperandType

_PREFIX = ".Lisaopt_to_"
_SECTION = ".isaopt_places"


def distance_of(op: Op) -> int | None:
    """The distance in words of a branch or call that has one in the place of a label, from the next instruction on."""
    if not op.operands or op.operands[-1].kind is not OperandKind.INT:
        return None
    if op.desc.operands[-1].type is not OperandType.BRANCH_TARGET:
        return None
    value = op.operands[-1].value
    assert isinstance(value, int)
    return ((value & 0xFFFF) ^ 0x8000) - 0x8000


def with_labels(module: Module) -> Module:
    """The module with every branch of a kernel naming a label; a kernel where that cannot be is blocked, with the
    reason."""
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


@dataclass(frozen=True, slots=True)
class _InstructionPlaces:
    """Where a kernel's instructions stand, in bytes from its first one, by item index; and where the last one ends."""

    at: dict[int, int]
    end: int


class _FreshLabels:
    """Labels that the file does not have."""

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
    """Item index and distance of the kernel's branches that have one."""
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
    """The module with this kernel's distances resolved, or the kernel blocked."""
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
    """The module with these items replaced, and with labels that have no text before others."""
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
    """The kernel with the directives of its descriptor where they are now."""
    return replace(kernel, descriptor={n: i + grown if i >= behind else i for n, i in kernel.descriptor.items()})


def _with_kernel(module: Module, kernel: Kernel) -> Module:
    return replace(module, kernels=tuple(kernel if k.name == kernel.name else k for k in module.kernels))
