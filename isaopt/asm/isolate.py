"""Puts a kernel into a file of its own, and back into the file that it came from.

A library's file holds hundreds of kernels. Running a pass, a proof or a prediction on one of them would cost as much as
on the whole file; in a file of its own the cost depends on the kernel alone.
"""

from __future__ import annotations

import heapq
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from isaopt.asm.resources import kernel_entries, metadata_name
from isaopt.ir.edit import spliced
from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Instruction, Item, Kernel, Label, Module, Op, OperandKind, Verbatim

#: Directives that describe one symbol, which is their first argument.
_OF_A_SYMBOL = frozenset(
    (".globl", ".global", ".weak", ".hidden", ".protected", ".local", ".internal", ".type", ".size", ".set")
)
_COMMENT = re.compile(r"\s*(;|//)")


@dataclass(frozen=True, slots=True)
class Isolated:
    """A kernel in a ``module`` of its own; ``origin`` gives the index of each of its items in the file."""

    module: Module
    origin: tuple[int, ...]

    @property
    def kernel(self) -> Kernel:
        """The kernel in its own module."""
        return self.module.kernels[0]


def isolated(file: Module, kernel: Kernel) -> Isolated:
    """The kernel with what it shares with others, without their code, descriptors and metadata.

    Line numbers stay those of the file. What is proved of an isolated kernel has to be carried over to its file
    (:mod:`isaopt.proof.question`): code that names symbols may depend on the places of other code and data.
    """
    if len(file.kernels) == 1:
        return Isolated(file, tuple(range(len(file.items))))
    shared, own = _belongings(file)
    origin = tuple(heapq.merge(shared, own[kernel.name]))
    place = {old: new for new, old in enumerate(origin)}
    first = bisect_left(origin, kernel.first)
    last = first + kernel.last - kernel.first
    descriptor = {name: place[i] for name, i in kernel.descriptor.items()}
    items = tuple(file.items[i] for i in origin)
    alone = replace(kernel, first=first, last=last, descriptor=descriptor)
    return Isolated(Module(file.path, file.arch, items, (alone,)), origin)


def in_its_file(file: Module, kernel: Kernel) -> Isolated:
    """The kernel with the whole file around it, for a kernel that would be a different program by itself."""
    return Isolated(replace(file, kernels=(kernel,)), tuple(range(len(file.items))))


def names_symbol(file: Module, kernel: Kernel) -> bool:
    """Whether the kernel's code contains the value of an expression, such as the address of a table."""
    return any(_holds_value(i.op) for _, i in file.instructions(kernel))


def _holds_value(op: Op) -> bool:
    return not op.flag("branch") and any(
        o.kind is OperandKind.EXPR and "l" in d.kinds
        for half in op.halves
        for o, d in zip(half.operands, half.desc.operands, strict=False)
    )


@kept
def _belongings(file: Module) -> tuple[Sequence[int], Mapping[str, Sequence[int]]]:
    """The items shared by all kernels, and those of each kernel by its name, in file order."""
    owner = [""] * len(file.items)
    names = {k.name for k in file.kernels}
    inside = ""
    for i, item in enumerate(file.items):
        if isinstance(item, Directive):
            symbol = item.args.partition(",")[0].strip().strip('"')
            if item.name == ".amdhsa_kernel":
                inside = symbol
            named = symbol if symbol in names else symbol.rpartition(".")[0]
            owner[i] = inside or (named if item.name in _OF_A_SYMBOL and named in names else "")
            if item.name == ".end_amdhsa_kernel":
                inside = ""
        elif inside:
            owner[i] = inside
        elif isinstance(item, Label) and item.name in names:
            owner[i] = item.name
    for kernel in file.kernels:
        owner[kernel.first : kernel.last] = [kernel.name] * (kernel.last - kernel.first)
        for i in _remarks(file.items, kernel):
            owner[i] = kernel.name
    for entry in kernel_entries(file.items):
        name = metadata_name(file.items, entry)
        for i in entry if name in names else ():
            owner[i] = name
    own: dict[str, list[int]] = {name: [] for name in ("", *names)}
    for i, name in enumerate(owner):
        own[name].append(i)
    return own.pop(""), own


def _remarks(items: Sequence[Item], kernel: Kernel) -> Iterator[int]:
    """The comments after a kernel's code, up to the next code."""
    for i in range(kernel.last, len(items)):
        item = items[i]
        if isinstance(item, Instruction) or (isinstance(item, Label) and not item.name.startswith(".L")):
            return
        if isinstance(item, Verbatim) and _COMMENT.match(item.text):
            yield i


def joined(file: Module, changes: Sequence[tuple[Isolated, Module]]) -> Module:
    """The file with the rewritten kernels, each given with its isolated module."""
    items = list(file.items)
    bodies: dict[tuple[int, int], tuple[Item, ...]] = {}
    for alone, after in changes:
        old, new = alone.kernel, after.kernels[0]
        behind = len(after.items) - new.last
        assert old.first == new.first, "only code may grow or shrink"
        assert len(alone.module.items) - old.last == behind, "only code may grow or shrink"
        outside = (*range(old.first), *range(old.last, len(alone.module.items)))
        for at, item in zip(outside, (*after.items[: new.first], *after.items[new.last :]), strict=True):
            if item != alone.module.items[at]:  # an unchanged item may belong to another kernel, which changed
                items[alone.origin[at]] = item
        home = file.kernel(old.name)
        bodies[home.first, home.last] = after.items[new.first : new.last]
    return spliced(replace(file, items=tuple(items)), bodies)
