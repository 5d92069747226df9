"""A kernel's explicit arguments by name (LLVM AMDGPUUsage, "Code object V5 metadata", ``.args``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from isaopt.analysis.figures.launch_metadata import kernel_metadata
from isaopt.ir.program import Module


@dataclass(frozen=True, slots=True)
class Argument:
    """One entry of ``.args``: ``index`` counts from 0, ``offset`` and ``size`` are bytes of the argument segment;
    ``pointer``: it is the address of a buffer in global memory."""

    index: int
    name: str
    offset: int
    size: int
    pointer: bool = False

    @property
    def label(self) -> str:
        """How ``--assume arg:...`` calls it: its name, or its number where it has none."""
        return self.name or str(self.index)


def kernel_arguments(module: Module, kernel: str) -> tuple[Argument, ...]:
    """The arguments that the metadata list, hidden ones left out; none where there are no readable metadata."""
    return listed_arguments(kernel_metadata(module, kernel))


def listed_arguments(entry: Mapping[str, object]) -> tuple[Argument, ...]:
    """The same of a kernel's metadata entry."""
    args = entry.get(".args")
    listed = [a for a in args if isinstance(a, dict)] if isinstance(args, list) else []
    return tuple(
        Argument(i, str(a.get(".name", "")), offset, size, a.get(".value_kind") == "global_buffer")
        for i, a in enumerate(listed)
        if isinstance(offset := a.get(".offset"), int)
        and isinstance(size := a.get(".size"), int)
        and not str(a.get(".value_kind", "")).startswith("hidden_")
    )
