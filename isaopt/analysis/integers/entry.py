"""What the descriptor and the metadata say of the registers at kernel entry.

LLVM AMDGPUUsage, "Initial Kernel Execution State" and "Code Object V5 Metadata".
"""

from __future__ import annotations

from isaopt.analysis.figures.descriptor import workgroup_size
from isaopt.analysis.figures.launch_metadata import launch_metadata
from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.exec_masks import exec_masks
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.integers.affine import Affine, EntryState
from isaopt.analysis.integers.forms import MASK32, Slice
from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Kernel, Module
from isaopt.isa.registers import SGPR_BASE, TTMP_BASE
from isaopt.target.arch import features_of

#: Work-items of a workgroup that the hardware takes.
_MOST_ITEMS = 1024
#: The ids are packed into v0 with as many bits each.
_ID_BITS = 10
_AXES = "xyz"


@kept
def kernel_affine(module: Module, kernel: Kernel) -> Affine:
    """The forms of a kernel's registers; questions may add unknowns to them, which changes no other answer."""
    cfg = build_cfg(module, kernel)
    return Affine(kernel_ops(module, cfg), cfg, exec_masks(module, kernel, cfg), entry_facts(module, kernel))


@kept
def entry_facts(module: Module, kernel: Kernel) -> EntryState:
    """Where the arguments are, and what the ids of work-items and workgroups can be."""

    def number(name: str, usual: int = 0) -> int | None:
        """The number of a directive; None if it has none that can be read."""
        index = kernel.descriptor.get(f".amdhsa_{name}")
        item = module.items[index] if index is not None else None
        if not isinstance(item, Directive):
            return usual
        try:
            return int(item.args.strip(), 0)
        except ValueError:
            return None

    kernarg = -1
    if number("user_sgpr_kernarg_segment_ptr"):
        kernarg = SGPR_BASE + sum(2 for n in ("dispatch_ptr", "queue_ptr") if number(f"user_sgpr_{n}"))
    slices: dict[int, tuple[Slice, ...]] = {}
    promised = launch_metadata(module, kernel.name)
    size = workgroup_size(module, kernel.name)
    threads = size if size is not None and 1 <= size <= _MOST_ITEMS else _MOST_ITEMS
    sizes = [min(threads, s) for s in promised.required or (threads,) * len(_AXES)]
    dimensions = number("system_vgpr_workitem_id")
    if dimensions == 0:
        slices[0] = (Slice(0, 32, sizes[0] - 1, "item"),)
    elif dimensions in (1, 2):
        slices[0] = tuple(Slice(k * _ID_BITS, _ID_BITS, sizes[k] - 1, "item", k) for k in range(dimensions + 1))
    # A grid has fewer than 2^32 work-items in each dimension (HSA runtime specification, "Kernel dispatch packet").
    groups = [(MASK32 - 1) // s for s in promised.required or (1, 1, 1)]
    groups = [min(g, m - 1) if m else g for g, m in zip(groups, promised.most_groups, strict=True)]
    at = number("user_sgpr_count", -1)
    if features_of(module.arch).group_ids_in_ttmps:
        slices[TTMP_BASE + 9] = (Slice(0, 32, groups[0], "group"),)
        y, z = (min(g, 0xFFFF) for g in groups[1:])
        slices[TTMP_BASE + 7] = (Slice(0, 16, y, "group", 1), Slice(16, 16, z, "group", 2))
    elif at is not None and at >= 0:
        for k, axis in enumerate(_AXES):
            asked = number(f"system_sgpr_workgroup_id_{axis}", int(k == 0))
            if asked is None:
                break
            if asked:
                slices[SGPR_BASE + at] = (Slice(0, 32, groups[k], "group", k),)
                at += 1
    known: dict[int, tuple[Slice, ...]] = {}
    for k, offset in enumerate(promised.sizes):
        if offset >= 0:
            one = Slice(offset % 4 * 8, 16, sizes[k], "size", k)
            known[offset & ~3] = (*known.get(offset & ~3, ()), one)
    return EntryState(kernarg, number("kernarg_size") or 0, slices, known)
