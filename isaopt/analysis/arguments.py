"""A kernel's explicit arguments by name (LLVM AMDGPUUsage, "Code object V5 metadata", ``.args``)."""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

from isaopt.asm.metadata import metadata_document
from isaopt.ir.program import Module

_METADATA = re.compile(r"^[ \t]*\.amdgpu_metadata[ \t]*\r?\n(.*?)^[ \t]*\.end_amdgpu_metadata", re.M | re.S)


@dataclass(frozen=True, slots=True)
class Argument:
    """One entry of ``.args``: ``index`` counts from 0, ``offset`` and ``size`` are bytes of the argument segment."""

    index: int
    name: str
    offset: int
    size: int

    @property
    def label(self) -> str:
        """How ``--assume arg:...`` calls it: its name, or its number where it has none."""
        return self.name or str(self.index)


def kernel_arguments(module: Module, kernel: str) -> tuple[Argument, ...]:
    """The arguments that the metadata list, hidden ones left out; none where there are no readable metadata."""
    match = _METADATA.search(module.text())
    if match is None:
        return ()
    try:
        document = metadata_document(match[1])
    except yaml.YAMLError:
        return ()
    entries = document.get("amdhsa.kernels") if isinstance(document, dict) else None
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and entry.get(".name") == kernel:
            args = entry.get(".args")
            listed = [a for a in args if isinstance(a, dict)] if isinstance(args, list) else []
            return tuple(
                Argument(i, str(a.get(".name", "")), offset, size)
                for i, a in enumerate(listed)
                if isinstance(offset := a.get(".offset"), int)
                and isinstance(size := a.get(".size"), int)
                and not str(a.get(".value_kind", "")).startswith("hidden_")
            )
    return ()
