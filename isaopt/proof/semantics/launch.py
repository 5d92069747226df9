"""Facts about the registers that hold the position of a wave in the launch.

* A work-item's id in a dimension is below the workgroup's size there (LLVM AMDGPUUsage, "Initial Kernel Execution
  State": in bits 9:0, 19:10 and 29:20 of v0), and a workgroup has at most ``.max_flat_workgroup_size`` work-items, or
  exactly those of ``.reqd_workgroup_size``.
* Its id in the whole grid is the workgroup's id times the workgroup's size, which ``hidden_group_size_*`` among the
  arguments is (the same place, "Kernel arguments"), plus its own; that is below the grid's size, too.
* A workgroup's id in a dimension is below ``.max_num_workgroups_*``; and times the workgroup's size there it is below
  the grid's size, which has 32 bits (HSA runtime specification, "Kernel dispatch packet").
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from isaopt.analysis.figures.launch_metadata import promised
from isaopt.isa.registers import SGPR_BASE, TTMP_BASE
from isaopt.proof.surroundings.metadata import KernelDeclaration
from isaopt.target.arch import features_of

#: Work-items of a workgroup that the hardware takes.
_MAX_THREADS = 1024
_MASK32 = 0xFFFFFFFF
_ID_BITS = 10


@dataclass(frozen=True, slots=True)
class RegisterField:
    """``count`` bits of a register from bit ``first`` on hold a number of at most ``most``."""

    first: int
    count: int
    most: int
    #: ``item``, ``group`` or ``size``, and the dimension.
    name: tuple[str, int]

    def bound(self, first: int, count: int) -> int | None:
        """The largest value of ``count`` bits of the register from bit ``first`` on; None if they are not all in this
        field."""
        if first < self.first or first + count > self.first + self.count:
            return None
        return min((1 << count) - 1, self.most >> (first - self.first))


def _largest(launched: KernelDeclaration) -> int:
    """The maximum number of work-items in a workgroup, over all dimensions, from ``.max_flat_workgroup_size``."""
    size = launched.entry.get(".max_flat_workgroup_size")
    return size if isinstance(size, int) and not isinstance(size, bool) and 1 <= size <= _MAX_THREADS else _MAX_THREADS


def _most_ids(launched: KernelDeclaration) -> tuple[int, int, int]:
    """The largest work-item id in each dimension."""
    most = _largest(launched) - 1
    required = promised(launched.entry).required
    x, y, z = required if required is not None else (_MAX_THREADS,) * 3
    return min(most, x - 1), min(most, y - 1), min(most, z - 1)


def most_items(launched: KernelDeclaration) -> int:
    """The most work-items of a workgroup."""
    most = _largest(launched)
    required = promised(launched.entry).required
    return min(most, math.prod(required)) if required is not None else most


def item_fields(launched: KernelDeclaration) -> tuple[RegisterField, ...]:
    """The fields of v0.  Only where x is all that is asked for are the bits above it known to be 0, which is as much as
    compilers rely on."""
    dimensions = launched.descriptor.field("system_vgpr_workitem_id")
    most = _most_ids(launched)
    if dimensions == 0:
        return (RegisterField(0, 32, most[0], ("item", 0)),)
    return tuple(RegisterField(_ID_BITS * k, _ID_BITS, most[k], ("item", k)) for k in range(min(dimensions, 2) + 1))


def group_fields(launched: KernelDeclaration) -> dict[int, tuple[RegisterField, ...]]:
    """By register unit: the fields with workgroup ids, where more is known of them than their width.

    gfx11 has them in the SGPRs after the user's, those of the dimensions that are asked for; gfx12 has x in ttmp9, and
    y and z in the halves of ttmp7.
    """
    descriptor = launched.descriptor
    known = promised(launched.entry)
    most = []
    for groups, size in zip(known.most_groups, known.required or (1, 1, 1), strict=True):
        by_grid = (_MASK32 - 1) // size
        most.append(min(by_grid, groups - 1) if groups else by_grid)
    if features_of(descriptor.arch).group_ids_in_ttmps:
        return {
            TTMP_BASE + 9: (RegisterField(0, 32, most[0], ("group", 0)),),
            TTMP_BASE + 7: (
                RegisterField(0, 16, min(most[1], 0xFFFF), ("group", 1)),
                RegisterField(16, 16, min(most[2], 0xFFFF), ("group", 2)),
            ),
        }
    count = descriptor.field("user_sgpr_count")
    found: dict[int, tuple[RegisterField, ...]] = {}
    for axis, name in enumerate("xyz"):
        if descriptor.field(f"system_sgpr_workgroup_id_{name}"):
            found[SGPR_BASE + count] = (RegisterField(0, 32, most[axis], ("group", axis)),)
            count += 1
    return found


def size_fields(launched: KernelDeclaration) -> dict[int, tuple[RegisterField, ...]]:
    """By offset among the arguments: the fields of a dword with sizes of the workgroup."""
    found: dict[int, tuple[RegisterField, ...]] = {}
    most = _most_ids(launched)
    for axis, offset in enumerate(promised(launched.entry).sizes):
        if offset >= 0:
            field = RegisterField(offset % 4 * 8, 16, most[axis] + 1, ("size", axis))
            found[offset // 4 * 4] = (*found.get(offset // 4 * 4, ()), field)
    return found


def kernarg_register(launched: KernelDeclaration) -> int | None:
    """The first SGPR of the pointer to the kernel's arguments (AMDGPUUsage, initial kernel execution state)."""
    descriptor = launched.descriptor
    if not descriptor.field("user_sgpr_kernarg_segment_ptr"):
        return None
    before = (("private_segment_buffer", 4), ("dispatch_ptr", 2), ("queue_ptr", 2))
    return sum(count for name, count in before if descriptor.field(f"user_sgpr_{name}"))
