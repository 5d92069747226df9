"""Edits of a module: runs of items are replaced, with every kernel's indices kept right, and registers of ops."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from isaopt.ir.program import Item, Kernel, Label, Module, Op, RegUse
from isaopt.isa.registers import RegRef


def spliced(module: Module, changes: Mapping[tuple[int, int], Sequence[Item]]) -> Module:
    """The module with each run ``first <= i < last`` of items replaced.

    The runs must be disjoint and must not split a kernel's ends or hold a descriptor's directive: each lies wholly in
    one kernel's code or wholly outside all code.  Empty runs insert before ``first``.
    """
    runs = sorted(changes)
    items: list[Item] = []
    shifts: list[int] = []  # growth of the file after run i
    at = growth = 0
    for first, last in runs:
        assert at <= first <= last <= len(module.items), "runs overlap"
        new = changes[first, last]
        items += module.items[at:first]
        items += new
        growth += len(new) - (last - first)
        shifts.append(growth)
        at = last
    items += module.items[at:]
    ends = [last for _, last in runs]

    def shift(index: int) -> int:
        """How far a boundary moves: an index at the end of a run moves after the replacement."""
        before = bisect_right(ends, index)
        return shifts[before - 1] if before else 0

    def moved(kernel: Kernel) -> Kernel:
        # An insertion at a kernel's first item belongs to the kernel.
        first = kernel.first + shift(kernel.first) - len(changes.get((kernel.first, kernel.first), ()))
        last = kernel.last + shift(kernel.last)
        places = kernel.descriptor.values()
        low, high = (min(places), max(places)) if places else (0, 0)
        if bisect_right(ends, low) == bisect_right(ends, high):  # one shift for all of them
            by = shift(low)
            descriptor = {name: index + by for name, index in kernel.descriptor.items()} if by else kernel.descriptor
        else:
            descriptor = {name: index + shift(index) for name, index in kernel.descriptor.items()}
        if (first, last) == (kernel.first, kernel.last) and descriptor is kernel.descriptor:
            return kernel
        return replace(kernel, first=first, last=last, descriptor=descriptor)

    kernels = tuple(moved(kernel) for kernel in module.kernels)
    edited = [(a, b) for a, b in runs if tuple(changes[a, b]) != module.items[a:b]]
    touched = {k.name for k in module.kernels if any(a <= k.last and k.first <= b for a, b in edited)}
    return replace(module, items=tuple(items), kernels=kernels).labelled(touched)


class NewLabels:
    """Generates labels that the file does not have."""

    def __init__(self, module: Module) -> None:
        self.taken = {item.name for item in module.items if isinstance(item, Label)}

    def new(self, label: str, suffix: str) -> str:
        """A new label derived from another one; it starts with ``.L``, so that it is not a symbol."""
        stem = label if label.startswith(".L") else f".L{label}"
        name, n = f"{stem}_{suffix}", 1
        while name in self.taken:
            n += 1
            name = f"{stem}_{suffix}_{n}"
        self.taken.add(name)
        return name


def _unique(units: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(units))


def rename_registers(op: Op, new_register: Callable[[RegUse], RegRef]) -> Op:
    """The op with each register reference replaced by ``new_register`` of it (of the same width; also for SGPRs if the
    function changes them); the same object if nothing changes.

    A partial write still uses its destination: units that the op uses only because it writes them partly follow the new
    register.
    """
    if op.pair is not None:
        x, y = (rename_registers(half, new_register) for half in op.pair)
        if x is op.pair[0] and y is op.pair[1]:
            return op
        return replace(
            op,
            pair=(x, y),
            refs=x.refs + y.refs,
            defs=_unique(x.defs + y.defs),
            uses=_unique(x.uses + y.uses),
        )
    registers = [new_register(ref) for ref in op.refs]
    if all(new == ref.reg for new, ref in zip(registers, op.refs, strict=True)):
        return op
    operands = list(op.operands)
    refs: list[RegUse] = []
    read_back: list[int] = []
    reads: list[int] = []
    for ref, register in zip(op.refs, registers, strict=True):
        assert (register.count, register.is_vgpr) == (ref.reg.count, ref.reg.is_vgpr)
        refs.append(RegUse(ref.component, ref.operand, ref.entry, register, ref.desc))
        if ref.reads:
            reads += register.units
        elif set(ref.reg.units) <= set(op.uses) and (op.desc.partial or ref.reg.half):
            read_back += register.units
        if register != ref.reg:
            operand = operands[ref.operand]
            regs = (*operand.regs[: ref.entry], register, *operand.regs[ref.entry + 1 :])
            text = str(register) if len(regs) == 1 and not operand.text.startswith("[") else operand.text
            operands[ref.operand] = replace(operand, regs=regs, text=text)
    return replace(
        op,
        operands=tuple(operands),
        refs=tuple(refs),
        defs=_unique(u for r in refs if r.writes for u in r.reg.units),
        uses=_unique(reads + read_back),
    )
