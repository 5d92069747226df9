"""The properties of launches that a kernel's metadata promise, and its explicit arguments by name (LLVM AMDGPUUsage,
"Code Object V5 Metadata", ``.args``)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import yaml

from isaopt.asm.metadata import metadata_document
from isaopt.errors import InputError
from isaopt.ir.kept import kept
from isaopt.ir.program import Module

_METADATA = re.compile(r"^[ \t]*\.amdgpu_metadata[ \t]*\r?\n(.*?)^[ \t]*\.end_amdgpu_metadata", re.M | re.S)
_AXES = 3
_SHORT = 2

Axes = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class LaunchMetadata:
    """``required``: the work-items of every workgroup by dimension, None if any size is allowed. ``most_groups``: the
    most workgroups of a launch by dimension, 0 if unspecified. ``sizes``: by dimension, the byte offset among the
    arguments of the 16-bit number of work-items of a workgroup (``hidden_group_size_*``), -1 without one."""

    required: Axes | None = None
    most_groups: Axes = (0, 0, 0)
    sizes: Axes = (-1, -1, -1)


@kept
def kernel_metadata(module: Module, kernel: str) -> Mapping[str, object]:
    """The metadata entry of a kernel; empty if it is missing, not unique, or unreadable."""
    try:
        found = metadata_entries(module, kernel)
    except InputError:
        return {}
    return found[0] if len(found) == 1 else {}


@kept
def metadata_entries(module: Module, kernel: str) -> tuple[Mapping[str, object], ...]:
    """The entries of that name; :class:`InputError` if the metadata cannot be read."""
    entries = _entries_by_name(module).get(kernel, ())
    return tuple({str(key): value for key, value in entry.items()} for entry in entries)


@kept
def _entries_by_name(module: Module) -> Mapping[object, Sequence[Mapping[object, object]]]:
    """The entries of all kernels."""
    match = _METADATA.search(module.text())
    try:
        document = metadata_document(match[1]) if match is not None else None
    except yaml.YAMLError as error:
        problem = " ".join(str(error).split())
        raise InputError(f"cannot read the metadata: {problem[:120]}", module.path) from None
    entries = document.get("amdhsa.kernels") if isinstance(document, dict) else None
    found: dict[object, list[Mapping[object, object]]] = {}
    for entry in entries or () if isinstance(entries, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get(".name"), str):
            found.setdefault(entry[".name"], []).append(entry)
    return found


def launch_metadata(module: Module, kernel: str) -> LaunchMetadata:
    """The promises of a kernel's metadata, from its text."""
    return promised(kernel_metadata(module, kernel))


def promised(entry: Mapping[str, object]) -> LaunchMetadata:
    """``.reqd_workgroup_size``, ``.max_num_workgroups_*`` and the hidden arguments with the size of a workgroup, of a
    kernel's metadata entry."""
    sizes = entry.get(".reqd_workgroup_size")
    required = None
    if isinstance(sizes, list) and len(sizes) == _AXES and all(_is_count(s) for s in sizes):
        required = (int(sizes[0]), int(sizes[1]), int(sizes[2]))
    groups = [entry.get(f".max_num_workgroups_{axis}") for axis in "xyz"]
    x, y, z = (int(g) if isinstance(g, int) and _is_count(g) else 0 for g in groups)
    listed = _entries(entry)
    hidden = [_offset(listed, f"hidden_group_size_{axis}") for axis in "xyz"]
    return LaunchMetadata(required, (x, y, z), (hidden[0], hidden[1], hidden[2]))


def _offset(args: Sequence[Mapping[object, object]], kind: str) -> int:
    """The offset of the only argument of a kind, if it has 16 bits and is aligned."""
    found = [a.get(".offset") for a in args if a.get(".value_kind") == kind and a.get(".size") == _SHORT]
    offset = found[0] if len(found) == 1 else None
    return offset if isinstance(offset, int) and offset >= 0 and not offset % _SHORT else -1


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Argument:
    """One entry of ``.args``: ``kind`` is its ``.value_kind``, ``offset`` and ``size`` are bytes of the argument
    segment, ``index`` counts from 0; ``constant``: the kernel only reads what the argument points to."""

    kind: str
    offset: int
    size: int
    name: str = ""
    index: int = 0
    constant: bool = False

    @property
    def hidden(self) -> bool:
        """Whether the runtime passes it, not the caller."""
        return self.kind.startswith("hidden_")

    @property
    def pointer(self) -> bool:
        """Whether it is the address of a buffer in global memory."""
        return self.kind == "global_buffer"

    @property
    def leads_to_memory(self) -> bool:
        """Whether it is known to be a global address, be it of the runtime's own data."""
        return self.size == 8 and self.kind != "by_value" and not self.kind.startswith("hidden_global_offset")

    @property
    def read_only(self) -> bool:
        """Whether it is a pointer to what the kernel only reads and no other argument leads to (``restrict``)."""
        return self.pointer and self.constant

    @property
    def label(self) -> str:
        """The name of the argument in ``--assume arg:...``, or its number if it has none."""
        return self.name or str(self.index)


def kernel_arguments(module: Module, kernel: str) -> tuple[Argument, ...]:
    """The arguments listed in the metadata, without hidden ones; empty without readable metadata."""
    return listed_arguments(kernel_metadata(module, kernel))


def listed_arguments(entry: Mapping[str, object]) -> tuple[Argument, ...]:
    """The same for a kernel's metadata entry."""
    return tuple(a for a in all_arguments(entry) if not a.hidden)


def all_arguments(entry: Mapping[str, object]) -> tuple[Argument, ...]:
    """The arguments of a kernel's metadata entry that say where they are, hidden ones as well."""
    return tuple(
        Argument(
            str(a.get(".value_kind", "")),
            offset,
            size,
            str(a.get(".name", "")),
            i,
            a.get(".actual_access") == "read_only",
        )
        for i, a in enumerate(_entries(entry))
        if isinstance(offset := a.get(".offset"), int) and isinstance(size := a.get(".size"), int)
    )


def _entries(entry: Mapping[str, object]) -> list[Mapping[object, object]]:
    args = entry.get(".args")
    return [a for a in args if isinstance(a, dict)] if isinstance(args, list) else []
