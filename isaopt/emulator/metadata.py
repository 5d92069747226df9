"""A kernel's arguments and sizes as its ``.amdgpu_metadata`` and descriptor declare them (LLVM AMDGPUUsage, "Code
object V5 metadata")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from isaopt.analysis.figures.descriptor import descriptor_values
from isaopt.analysis.figures.launch_metadata import Argument, all_arguments, metadata_entries, promised
from isaopt.ir.program import Kernel, Module

#: The least stack of a work-item, in bytes, if the kernel's stack size is dynamic: HIP's default of
#: ``hipLimitStackSize``.
DYNAMIC_STACK = 1024


@dataclass(frozen=True, slots=True)
class ArgumentLayout:
    """The kernel argument segment and the resources of a kernel; sizes in bytes. ``required_workgroup`` is empty if any
    workgroup up to ``max_workgroup`` is allowed."""

    arguments: tuple[Argument, ...]
    kernarg_bytes: int
    lds_bytes: int
    scratch_bytes: int
    descriptor: Mapping[str, int]
    max_workgroup: int
    required_workgroup: tuple[int, ...] = ()


def _int(entry: Mapping[str, object], key: str, default: int = 0) -> int:
    value = entry.get(key, default)
    return value if isinstance(value, int) else default


def layout_of(module: Module, kernel: Kernel) -> ArgumentLayout:
    """The kernel's layout; from the descriptor alone where there is no metadata (then without arguments)."""
    entry = next(iter(metadata_entries(module, kernel.name)), {})
    return layout_of_entry(entry, descriptor_values(module, kernel))


def layout_of_entry(entry: Mapping[str, object], descriptor: Mapping[str, int]) -> ArgumentLayout:
    """The layout that an entry of ``amdhsa.kernels`` and the values of the descriptor say."""
    arguments = all_arguments(entry)
    end = max((a.offset + a.size for a in arguments), default=0)
    return ArgumentLayout(
        arguments,
        max(_int(entry, ".kernarg_segment_size"), descriptor.get("kernarg_size", 0), end),
        max(_int(entry, ".group_segment_fixed_size"), descriptor.get("group_segment_fixed_size", 0)),
        max(
            _int(entry, ".private_segment_fixed_size"),
            descriptor.get("private_segment_fixed_size", 0),
            DYNAMIC_STACK if descriptor.get("uses_dynamic_stack", 0) or entry.get(".uses_dynamic_stack") is True else 0,
        ),
        descriptor,
        _int(entry, ".max_flat_workgroup_size", 1024),
        promised(entry).required or (),
    )
