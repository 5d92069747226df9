"""A kernel's arguments and sizes as its ``.amdgpu_metadata`` and descriptor declare them (LLVM AMDGPUUsage, "Code
object V5 metadata")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import yaml

from isaopt.analysis.figures.descriptor import evaluate, symbols_of
from isaopt.asm.metadata import metadata_document
from isaopt.errors import InputError
from isaopt.ir.program import Directive, Kernel, Module

#: Bytes of stack a work-item has at least where the kernel says that the compiler could not tell: HIP's default of
#: ``hipLimitStackSize``.
DYNAMIC_STACK = 1024


@dataclass(frozen=True, slots=True)
class Argument:
    """One entry of ``.args``: ``kind`` is its ``.value_kind``."""

    kind: str
    offset: int
    size: int
    name: str = ""

    @property
    def hidden(self) -> bool:
        """Whether the runtime fills it in, not the caller."""
        return self.kind.startswith("hidden_")


@dataclass(frozen=True, slots=True)
class ArgumentLayout:
    """The kernel argument segment and the resources of a kernel; sizes in bytes.

    ``required_workgroup`` is empty where any workgroup up to ``max_workgroup`` will do."""

    arguments: tuple[Argument, ...]
    kernarg_bytes: int
    lds_bytes: int
    scratch_bytes: int
    descriptor: Mapping[str, int]
    max_workgroup: int
    required_workgroup: tuple[int, ...] = ()


def _metadata(module: Module) -> str:
    inside, lines = False, []
    for item in module.items:
        if isinstance(item, Directive) and item.name in (".amdgpu_metadata", ".end_amdgpu_metadata"):
            inside = item.name == ".amdgpu_metadata"
        elif inside:
            lines.append(item.text)
    return "".join(lines)


def _entry(module: Module, kernel: Kernel) -> Mapping[str, object]:
    text = _metadata(module)
    if not text.strip():
        return {}
    try:
        document = metadata_document(text)
    except yaml.YAMLError as error:
        problem = " ".join(str(error).split())
        raise InputError(f"cannot read the metadata: {problem[:120]}", module.path) from None
    entries = document.get("amdhsa.kernels", []) if isinstance(document, dict) else []
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, dict) and entry.get(".name") == kernel.name:
            return entry
    return {}


def _int(entry: Mapping[str, object], key: str, default: int = 0) -> int:
    value = entry.get(key, default)
    return value if isinstance(value, int) else default


def descriptor_values(module: Module, kernel: Kernel) -> dict[str, int]:
    """Every ``.amdhsa_*`` directive with a value that can be evaluated, by the name after ``.amdhsa_``."""
    symbols = symbols_of(module)
    out = {}
    for name, index in kernel.descriptor.items():
        item = module.items[index]
        if isinstance(item, Directive):
            value = evaluate(item.args, symbols)
            if value is not None:
                out[name.removeprefix(".amdhsa_")] = value
    return out


def layout_of(module: Module, kernel: Kernel) -> ArgumentLayout:
    """The kernel's layout; from the descriptor alone where there is no metadata (then without arguments)."""
    return layout_of_entry(_entry(module, kernel), descriptor_values(module, kernel))


def layout_of_entry(entry: Mapping[str, object], descriptor: Mapping[str, int]) -> ArgumentLayout:
    """The layout that an entry of ``amdhsa.kernels`` and the values of the descriptor say."""
    arguments = []
    listed = entry.get(".args", [])
    for arg in listed if isinstance(listed, list) else []:
        if isinstance(arg, dict):
            name = arg.get(".name", "")
            arguments.append(
                Argument(str(arg.get(".value_kind", "")), _int(arg, ".offset"), _int(arg, ".size"), str(name))
            )
    end = max((a.offset + a.size for a in arguments), default=0)
    return ArgumentLayout(
        tuple(arguments),
        max(_int(entry, ".kernarg_segment_size"), descriptor.get("kernarg_size", 0), end),
        max(_int(entry, ".group_segment_fixed_size"), descriptor.get("group_segment_fixed_size", 0)),
        max(
            _int(entry, ".private_segment_fixed_size"),
            descriptor.get("private_segment_fixed_size", 0),
            DYNAMIC_STACK if descriptor.get("uses_dynamic_stack", 0) or entry.get(".uses_dynamic_stack") is True else 0,
        ),
        descriptor,
        _int(entry, ".max_flat_workgroup_size", 1024),
        _required(entry),
    )


def _required(entry: Mapping[str, object]) -> tuple[int, ...]:
    sizes = entry.get(".reqd_workgroup_size", [])
    listed = sizes if isinstance(sizes, list) else []
    good = len(listed) == 3 and all(isinstance(n, int) and n > 0 for n in listed)
    return tuple(listed) if good else ()
