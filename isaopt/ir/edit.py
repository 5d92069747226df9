"""Edits a module's items: replaces runs of them and keeps every kernel's indices right."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace

from isaopt.ir.program import Item, Kernel, Label, Module


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
    """Generates labels that the file does not have.

    Each is derived from a label of the kernel that it is for.  Kernels are rewritten apart from each other and put into
    one file afterwards, where every label may stand only once.
    """

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
