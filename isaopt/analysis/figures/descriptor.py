"""What a kernel's descriptor and metadata say of its resources.

The directives (``.amdhsa_*``) may hold expressions over ``.set`` symbols, which LLVM writes where a kernel calls
functions (LLVM AMDGPUMCExpr.cpp, AMDGPUMCResourceInfo.cpp): ``max(totalnumvgprs(f.num_agpr, f.num_vgpr), 1, 0)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from isaopt.analysis.figures.launch_metadata import kernel_metadata
from isaopt.asm.grammar import StatementParser
from isaopt.asm.resources import highest_vgpr, sgprs_used
from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Kernel, Module

_DECIMAL = re.compile("0|[1-9][0-9]*")


@dataclass(frozen=True, slots=True)
class Resources:
    """The resources that a kernel declares: registers per lane or wave, bytes, and launch parameters.
    ``workgroup_size`` is the most work-items of a workgroup, None if the metadata do not say."""

    vgprs: int
    sgprs: int
    lds_bytes: int
    scratch_bytes: int
    workgroup_size: int | None
    wgp_mode: bool


class _Symbols(Mapping[str, int]):
    """The values of ``.set`` symbols that can be known from their ``texts``, found when they are asked for."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self.known: dict[str, int | None] = {}

    def __getitem__(self, name: str) -> int:
        if name not in self.known:
            self.known[name] = None  # what a symbol is in its own value
            self.known[name] = evaluate(self.texts[name], self)
        value = self.known[name]
        if value is None:
            raise KeyError(name)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __len__(self) -> int:
        return len(self.texts)


@kept
def symbols_of(module: Module) -> Mapping[str, int]:
    """The value that each ``.set`` of the module gives its symbol, where known; the last one counts."""
    out: dict[str, str] = {}
    for item in module.items:
        if isinstance(item, Directive) and item.name in (".set", ".equ"):
            name, comma, value = item.args.partition(",")
            if comma:
                out[name.strip()] = value.strip()
    return _Symbols(out)


def evaluate(text: str, symbols: Mapping[str, int]) -> int | None:
    """The value of an assembler expression, or None if it depends on something the file does not define."""
    if _DECIMAL.fullmatch(text):
        return int(text)  # nearly all of them, in each version of a kernel
    try:
        return StatementParser(symbols).value(text)
    except RecursionError:
        return None


@kept
def descriptor_values(module: Module, kernel: Kernel) -> Mapping[str, int]:
    """Every ``.amdhsa_*`` directive of a kernel with a known value, by the name after ``.amdhsa_``."""
    symbols = symbols_of(module)
    items = ((name.removeprefix(".amdhsa_"), module.items[index]) for name, index in kernel.descriptor.items())
    values = ((name, evaluate(item.args, symbols)) for name, item in items if isinstance(item, Directive))
    return {name: value for name, value in values if value is not None}


def workgroup_size(module: Module, name: str) -> int | None:
    """``.max_flat_workgroup_size`` of a kernel's metadata entry, None if there is none."""
    size = kernel_metadata(module, name).get(".max_flat_workgroup_size")
    return size if isinstance(size, int) else None


@kept
def resources_of(module: Module, kernel: Kernel) -> Resources:
    """The kernel's resources as its descriptor declares them; registers without a readable declaration are counted."""
    declared = descriptor_values(module, kernel)
    vgprs, sgprs = declared.get("next_free_vgpr"), declared.get("next_free_sgpr")
    return Resources(
        vgprs=highest_vgpr(module, kernel) + 1 if vgprs is None else vgprs,
        sgprs=sgprs_used(module, kernel) if sgprs is None else sgprs,
        lds_bytes=declared.get("group_segment_fixed_size", 0),
        scratch_bytes=declared.get("private_segment_fixed_size", 0),
        workgroup_size=workgroup_size(module, kernel.name),
        wgp_mode=declared.get("workgroup_processor_mode") != 0,
    )
