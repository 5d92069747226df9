"""What lies outside the instructions: descriptors, metadata, data.  Only register counts may differ, and must do."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from isaopt.asm.metadata import metadata_document
from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Instruction, Kernel, Module
from isaopt.isa.registers import NUM_VGPRS, SGPR_BASE, is_sgpr
from isaopt.proof.launch import number_of
from isaopt.proof.types import Difference

#: Descriptor fields that no result depends on: counts (checked against the code below), prefetch.
_COUNTS = frozenset(
    (".amdhsa_next_free_vgpr", ".amdhsa_next_free_sgpr", ".amdhsa_reserve_vcc", ".amdhsa_inst_pref_size")
)
_METADATA_COUNTS = frozenset(
    (".vgpr_count", ".sgpr_count", ".vgpr_spill_count", ".sgpr_spill_count", ".agpr_count", ".uniform_work_group_size")
)
_COUNT_SYMBOL = re.compile(
    r"^\.set\s+(\S+\.(num_vgpr|num_agpr|numbered_sgpr|num_named_barrier|uses_vcc|uses_flat_scratch"
    r"|has_dyn_sized_stack|has_recursion|has_indirect_call)|amdgpu\.max_num_\w+)\s*,"
)
#: The words of padding behind code are s_code_end.
_IGNORED = re.compile(
    r"^\.(ident|addrsig|addrsig_sym|file|loc|cfi_\w+|size)\b|^\.Lfunc_\w+:|^\.Ltmp\d+:"
    r"|^\.(p2alignl \d+|fill \d+, ?4), ?3214868480$"
)
_ASSIGNMENTS = frozenset([".set", ".equ", ".equiv", "="])
_COMMENT = re.compile(r"/\*.*?\*/|(;|//).*?$", re.S | re.M)
_METADATA = re.compile(r"^[ \t]*\.amdgpu_metadata[ \t]*\r?\n(.*?)^[ \t]*\.end_amdgpu_metadata", re.M | re.S)


def compare_resources(before: Module, after: Module, old: Kernel, new: Kernel) -> Iterator[Difference]:
    """Differences of one kernel outside its code that could change what it computes, and counts that are too small."""
    if before.arch != after.arch:
        yield Difference(f"A is for {before.arch}, B for {after.arch}")
    if old.wave_size != new.wave_size:
        yield Difference(f"A is for wave{old.wave_size}, B for wave{new.wave_size}")
    mine, other = _descriptor(before, old), _descriptor(after, new)
    for name in sorted(mine.keys() | other.keys()):
        if name not in _COUNTS and mine.get(name, ("", 0))[0] != other.get(name, ("", 0))[0]:
            yield Difference(
                f"{name} differs", mine.get(name, ("", 0))[1], other.get(name, ("", 0))[1],
                mine.get(name, ("(absent)", 0))[0], other.get(name, ("(absent)", 0))[0],
            )  # fmt: skip
    yield from _check_counts(after, new)
    if _kernel_metadata(before, old.name) != _kernel_metadata(after, new.name):
        yield Difference(f"the metadata of '{old.name}' differ in more than register counts")
    yield from _compare_rest(before, after)


def _descriptor(module: Module, kernel: Kernel) -> dict[str, tuple[str, int]]:
    found = {}
    for name, index in kernel.descriptor.items():
        item = module.items[index]
        if isinstance(item, Directive):
            found[name] = (" ".join(item.args.split()), item.line)
    return found


def _check_counts(module: Module, kernel: Kernel) -> Iterator[Difference]:
    units = {u for _, i in module.instructions(kernel) for r in i.op.refs for u in r.reg.units}
    vgprs = max((u for u in units if u < NUM_VGPRS), default=-1) + 1
    sgprs = max((u - SGPR_BASE for u in units if is_sgpr(u)), default=-1) + 1
    for name, used, what in (
        (".amdhsa_next_free_vgpr", vgprs, "VGPRs"),
        (".amdhsa_next_free_sgpr", sgprs, "SGPRs"),
    ):
        declared = number_of(module, kernel, name)
        if declared is not None and declared < used:
            line = module.items[kernel.descriptor[name]].line
            yield Difference(f"B declares {declared} {what} and uses {used}", 0, line)
    symbol = _symbol_counts(module).get(f"{kernel.name}.num_vgpr")
    if symbol is not None and symbol[0] < vgprs:
        yield Difference(f"B's {kernel.name}.num_vgpr is {symbol[0]}, and {vgprs} VGPRs are used", 0, symbol[1])
    metadata = _kernel_entry(module, kernel.name)
    count = metadata.get(".vgpr_count")
    if isinstance(count, int) and count < vgprs:
        yield Difference(f"B's metadata declare {count} VGPRs, and {vgprs} are used")


@kept
def _symbol_counts(module: Module) -> dict[str, tuple[int, int]]:
    """The symbols that are set to plain numbers, and the line of the first time."""
    found: dict[str, tuple[int, int]] = {}
    for item in module.items:
        if isinstance(item, Directive) and item.name == ".set":
            name, _, value = item.args.partition(",")
            if value.strip().isdecimal():
                found.setdefault(name.strip(), (int(value), item.line))
    return found


@kept
def _metadata_text(module: Module) -> str:
    match = _METADATA.search(module.text())
    return match[1] if match else ""


def _kernel_entry(module: Module, kernel: str) -> dict[str, object]:
    text = _metadata_text(module)
    try:
        document = metadata_document(text)
    except yaml.YAMLError:
        return {"unreadable": text}
    for entry in document.get("amdhsa.kernels", ()) if isinstance(document, dict) else ():
        if isinstance(entry, dict) and entry.get(".name") == kernel:
            return entry
    return {}


def _kernel_metadata(module: Module, kernel: str) -> dict[str, object]:
    return {k: v for k, v in _kernel_entry(module, kernel).items() if k not in _METADATA_COUNTS}


@kept
def _rest(module: Module) -> list[tuple[str, int]]:
    """The lines outside kernels' code, descriptors and metadata, without comments, and where the code is; values of
    symbols are compared wherever they are set."""
    inside: set[int] = set()
    starts = {}
    for kernel in module.kernels:
        inside.update(range(kernel.first, kernel.last), kernel.descriptor.values())
        inside -= {i for i in inside if isinstance(d := module.items[i], Directive) and d.name in _ASSIGNMENTS}
        starts[kernel.first] = kernel.name
    found = []
    metadata = False
    for index, item in enumerate(module.items):
        if index in starts:
            found.append((f"code of {starts[index]}", item.line))
        if isinstance(item, Directive) and item.name in (".amdgpu_metadata", ".end_amdgpu_metadata"):
            metadata = item.name == ".amdgpu_metadata"
            continue
        if metadata or index in inside:
            continue
        text = " ".join(_COMMENT.sub("", item.text).split())
        if text and not text.startswith("#") and not _IGNORED.match(text) and not _COUNT_SYMBOL.match(text):
            found.append((text, item.line))
        assert not isinstance(item, Instruction) or text
    return found


def _compare_rest(before: Module, after: Module) -> Iterator[Difference]:
    mine, other = _rest(before), _rest(after)
    for (a, line_a), (b, line_b) in zip(mine, other, strict=False):
        if a != b:
            yield Difference("a line outside the kernels differs", line_a, line_b, a, b)
            return
    if len(mine) != len(other):
        longer, side = (mine, 0) if len(mine) > len(other) else (other, 1)
        text, line = longer[min(len(mine), len(other))]
        yield Difference(
            "a line outside the kernels has no counterpart", *((line, 0) if side == 0 else (0, line)),
            *((text, "") if side == 0 else ("", text)),
        )  # fmt: skip
