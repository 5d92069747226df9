"""Puts a kernel into a file of its own, and back into the file that it came from.

A library's file holds hundreds of kernels. Running a pass, a proof or a prediction on one of them would cost as much as
on the whole file; in a file of its own the cost depends on the kernel alone.
"""

from __future__ import annotations

import heapq
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import count

from isaopt.asm.places import ALIGNMENTS, SWITCHES, alignment_behind, padding_behind
from isaopt.asm.printer import print_op
from isaopt.asm.resources import kernel_entries, metadata_name
from isaopt.ir.edit import spliced
from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Instruction, Item, Kernel, Label, Module, Op, OperandKind, Verbatim

#: Directives that describe one symbol, which is their first argument.
_OF_A_SYMBOL = frozenset(
    (".globl", ".global", ".weak", ".hidden", ".protected", ".local", ".internal", ".type", ".size", ".set")
)
_COMMENT = re.compile(r"\s*(;|//)")
_ABOUT_ALL = frozenset((".amdgcn_target", ".amdhsa_code_object_version"))
#: Directives that end what has begun with another one in a kernel's code.
_ENDS = frozenset((".cfi_endproc",))
#: Directives for other symbols and data, without which a kernel that names none of them is the same.
_ABOUT_OTHERS = _OF_A_SYMBOL | frozenset(
    (
        *(
            ".byte",
            ".short",
            ".2byte",
            ".long",
            ".4byte",
            ".int",
            ".quad",
            ".8byte",
            ".zero",
            ".fill",
            ".space",
            ".skip",
        ),
        *(".ascii", ".asciz", ".string", ".ident", ".addrsig", ".addrsig_sym", ".comm", ".lcomm"),
        *(".uleb128", ".sleb128", ".loc"),
    )
)
_NAME = re.compile(r"[\w.$]+")


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
    """The kernel with what it shares with others, without their code, descriptors and metadata; and without functions
    and data where its code names none.

    Line numbers stay those of the file. What is proved of an isolated kernel has to be carried over to its file
    (:mod:`isaopt.proof.question`): code that names symbols may depend on the places of other code and data.
    """
    if len(file.kernels) == 1 and not alignment_behind(file, kernel):
        return Isolated(file, tuple(range(len(file.items))))
    shared, own = _belongings(file)
    mine = own[kernel.name]
    if not names_symbol(file, kernel):
        shared = _needed(file, shared, mine)
    numbered = (i for name, i in _numbering(file) if name != kernel.name)
    origin = tuple(heapq.merge(shared, mine, numbered))
    place = {old: new for new, old in enumerate(origin)}
    first = bisect_left(origin, kernel.first)
    last = first + kernel.last - kernel.first
    descriptor = {name: place[i] for name, i in kernel.descriptor.items()}
    items = tuple(file.items[i] for i in origin)
    alone = replace(kernel, first=first, last=last, descriptor=descriptor)
    return Isolated(Module(file.path, file.arch, items, (alone,)), origin)


def own_items(file: Module, alone: Isolated) -> tuple[int, ...] | None:
    """The items of an isolated module that are the kernel's own; None if its code names a symbol, so that more than
    they, and the target, may decide what it does."""
    if names_symbol(file, file.kernel(alone.kernel.name)):
        return None
    _, own = _belongings(file)
    return tuple(bisect_left(alone.origin, i) for i in own[alone.kernel.name])


def about_all(module: Module) -> str:
    """What a file says of all its kernels: the target, and the version of code objects."""
    return "".join(item.text for item in module.items if isinstance(item, Directive) and item.name in _ABOUT_ALL)


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


def _needed(file: Module, shared: Sequence[int], own: Sequence[int]) -> Sequence[int]:
    """Which of the shared items a kernel needs whose code names no symbol; all, if one may have a meaning for it that
    is not known here."""
    said = (file.items[i].text for i in own if not isinstance(file.items[i], Instruction))
    wanted = {name for text in said for name in _NAME.findall(text)}
    mine, found = frozenset(own), list[int]()
    place: list[int] = []  # where the next item of its own stands, as far as that is not said yet
    metadata = False
    for i in heapq.merge(shared, own):
        item = file.items[i]
        name = item.name if isinstance(item, Directive) else ""
        inside = name == ".amdgpu_metadata" or (metadata and name != ".end_amdgpu_metadata")
        for_all, metadata = metadata or inside or name in _ABOUT_ALL, inside
        if i in mine:
            found += place
            place = []
        elif for_all or _numbers_file(item):
            found.append(i)
        elif name in SWITCHES:
            place = [i]
        elif _is_alignment(item):
            place.append(i)
        elif (isinstance(item, Label) and item.name in wanted) or (
            name == ".set" and not wanted.isdisjoint(_NAME.findall(item.text.partition(",")[0]))
        ):
            found += [*place, i]
            place = []
            wanted.update(_NAME.findall(item.text))
        elif not _about_others(item):
            return shared
        elif isinstance(item, Instruction):  # alignments before it are those of other code
            place = [at for at in place if not _is_alignment(file.items[at])]
    return sorted(found)


def _is_alignment(item: Item) -> bool:
    return isinstance(item, Directive) and item.name in ALIGNMENTS


def _about_others(item: Item) -> bool:
    """Whether an item is other code, data or what describes them, or says nothing."""
    if isinstance(item, Verbatim):
        return not item.text.strip() or _COMMENT.match(item.text) is not None
    return not isinstance(item, Directive) or item.name in _ABOUT_OTHERS or item.name.startswith(".cfi_")


def _numbers_file(item: Item) -> bool:
    return isinstance(item, Directive) and item.name == ".file"


@kept
def _numbering(file: Module) -> tuple[tuple[str, int], ...]:
    """The items of kernels that number files, in order, each with its kernel: a line of the source is said by such a
    number, which may be given in any kernel's code."""
    found = ((i, name) for name, items in _belongings(file)[1].items() for i in items if _numbers_file(file.items[i]))
    return tuple((name, i) for i, name in sorted(found))


@kept
def _belongings(file: Module) -> tuple[Sequence[int], Mapping[str, Sequence[int]]]:
    """The items shared by all kernels, and those of each kernel by its name, in file order; also of kernels without an
    instruction, which a module does not list."""
    owner = [""] * len(file.items)
    names = {i.args.strip().strip('"') for i in file.items if isinstance(i, Directive) and i.name == ".amdhsa_kernel"}
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
    """The comments after a kernel's code, and what ends it, up to the next code."""
    for i in range(kernel.last, len(items)):
        item = items[i]
        if isinstance(item, Instruction) or (isinstance(item, Label) and not item.name.startswith(".L")):
            return
        if (isinstance(item, Verbatim) and _COMMENT.match(item.text)) or (
            isinstance(item, Directive) and item.name in _ENDS
        ):
            yield i


def joined(file: Module, changes: Sequence[tuple[Isolated, Module]]) -> Module:
    """The file with the rewritten kernels, each given with its isolated module. Code behind them stays as aligned as
    it was."""
    items = list(file.items)
    taken = {item.name for item in items if isinstance(item, Label)}
    bodies: dict[tuple[int, int], Sequence[Item]] = {}
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
        own = {item.name for item in items[home.first : home.last] if isinstance(item, Label)}
        bodies[home.first, home.last] = _relabelled(after, own, taken)
        padding = padding_behind(file, after, old.name)
        if padding is not None:
            place, fill = padding
            bodies[place, place] = [fill]
    return spliced(replace(file, items=tuple(items)), bodies)


def _relabelled(after: Module, own: Set[str], taken: set[str]) -> Sequence[Item]:
    """A rewritten kernel's code, its new labels renamed where another kernel, which its passes did not see, has them.

    ``own`` are the labels it had, ``taken`` all of the file, to which its new ones are added.
    """
    kernel = after.kernels[0]
    labels = [item.name for item in after.items[kernel.first : kernel.last] if isinstance(item, Label)]
    names = {name: "" for name in labels if name in taken and name not in own}
    taken.update(labels)
    for name in names:
        names[name] = next(new for n in count(2) if (new := f"{name}_{n}") not in taken)
        taken.add(names[name])
    if not names:
        return after.items[kernel.first : kernel.last]
    ops = {
        i: replace(item.op, operands=tuple(replace(o, text=names.get(o.text, o.text)) for o in item.op.operands))
        for i, item in after.instructions(kernel)
        if item.op.flag("branch")
    }
    items = after.with_ops(ops, print_op).items[kernel.first : kernel.last]
    return [_named(item, names) if isinstance(item, Label) else item for item in items]


def _named(label: Label, names: Mapping[str, str]) -> Label:
    new = names.get(label.name, label.name)
    return replace(label, name=new, text=label.text.replace(label.name, new, 1))
