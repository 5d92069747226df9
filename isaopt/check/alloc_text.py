"""That two files differ in VGPR numbers and in the counts that follow from them, and in nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

import yaml

from isaopt.check.alloc_types import Finding
from isaopt.ir.program import Directive, Instruction, Item, Kernel, Module, Op, Operand
from isaopt.isa.registers import NUM_VGPRS, unit_name

_COMMENT_COUNT = re.compile(
    r"^[ \t]*;[ \t]*(NumVgprs|NumVGPRs\w*|TotalNumVgprs|VGPRBlocks|Occupancy|codeLenInByte)\b[^\n]*", re.M
)
_METADATA_COUNT = re.compile(r"^([ \t-]*\.vgpr_count:)[^\n#]*", re.M)
_NUM_VGPR = re.compile(r"^\s*([^\s,]+\.num_vgpr|amdgpu\.max_num_vgpr)\s*,")
_METADATA = re.compile(r"^[ \t]*\.amdgpu_metadata[ \t]*\r?\n(.*?)^[ \t]*\.end_amdgpu_metadata", re.M | re.S)
_NEXT_FREE = ".amdhsa_next_free_vgpr"


def _operand_shape(operand: Operand) -> object:
    if any(r.is_vgpr for r in operand.regs):
        regs = tuple((-1 if r.is_vgpr else r.first, r.count, r.half) for r in operand.regs)
        return operand.kind, regs, operand.neg, operand.absolute
    return operand


def op_shape(op: Op) -> object:
    """All of an op but its VGPR numbers."""
    halves = tuple((h.mnemonic, tuple(map(_operand_shape, h.operands)), h.modifiers, h.desc) for h in op.halves)
    refs = tuple((r.component, r.operand, r.entry, r.reg.count, r.reg.half, r.reg.is_vgpr or r.reg) for r in op.refs)
    return halves, refs


def _shape_of_text(item: Item) -> str:
    """The text of an item that is no instruction, with the counts taken out."""
    text = item.text
    counts = isinstance(item, Directive) and (
        item.name == _NEXT_FREE or (item.name == ".set" and _NUM_VGPR.match(item.args))
    )
    if counts and isinstance(item, Directive):
        keep = item.args.split(",")[0] if item.name == ".set" else ""
        return text[: item.start] + keep + text[item.end :]
    return _METADATA_COUNT.sub(r"\1", _COMMENT_COUNT.sub("", text))


def compare_files(before: Module, after: Module, kernel: Kernel) -> Iterator[Finding]:
    """Differences outside the kernel's VGPR numbers and counts; other kernels' instructions are not looked at."""
    name = kernel.name
    if before.arch != after.arch or before.kernels != after.kernels:
        yield Finding("structure", 0, name, "the files differ in target, kernels or their extent")
        return
    if len(before.items) != len(after.items):
        yield Finding("structure", 0, name, f"{len(after.items)} items where the original has {len(before.items)}")
        return
    others = {i for k in before.kernels if k.name != name for i in range(k.first, k.last)}
    for index, (old, new) in enumerate(zip(before.items, after.items, strict=True)):
        if isinstance(old, Instruction) and isinstance(new, Instruction):
            if index in others:
                continue
            if not kernel.first <= index < kernel.last:
                if old.text != new.text or old.op != new.op:
                    yield Finding("text", new.line, name, "an instruction outside the kernel changed")
            elif old.op != new.op and op_shape(old.op) != op_shape(new.op):
                yield Finding("text", new.line, name, "the instruction differs in more than VGPR numbers")
            elif old.text[: old.start] != new.text[: new.start] or old.text[old.end :] != new.text[new.end :]:
                yield Finding("text", new.line, name, "text around the instruction changed")
        elif type(old) is not type(new) or _shape_of_text(old) != _shape_of_text(new):
            yield Finding("text", new.line, name, "a line that is no instruction changed in more than a register count")


def check_counts(after: Module, kernel: Kernel) -> Iterator[Finding]:
    """That every declared count covers the VGPRs used; a short one silently corrupts other waves (LLVM AMDGPUUsage,
    amdhsa_next_free_vgpr)."""
    used = [u for _, i in after.instructions(kernel) for r in i.op.refs if r.reg.is_vgpr for u in r.reg.units]
    highest = max(used, default=-1)
    if highest >= NUM_VGPRS:
        yield Finding("register-count", 0, kernel.name, f"register {highest} does not exist")
        return
    needed = highest + 1
    declared: int | None = None
    for directive, value in _declared(after, kernel):
        if directive.name == _NEXT_FREE:
            declared = value
        if value is not None and value < needed:
            yield Finding(
                "register-count",
                directive.line,
                kernel.name,
                f"{directive.name} declares {value} VGPRs, but {unit_name(highest)} is used",
            )
    metadata = _metadata_count(after, kernel.name)
    if metadata is not None and (metadata < needed or (declared is not None and metadata != declared)):
        yield Finding(
            "register-count",
            0,
            kernel.name,
            f"the metadata's .vgpr_count is {metadata}, the descriptor declares {declared}, {needed} are used",
        )


def _declared(module: Module, kernel: Kernel) -> Iterator[tuple[Directive, int | None]]:
    index = kernel.descriptor.get(_NEXT_FREE)
    if index is None:
        index = kernel.descriptor.get(_NEXT_FREE.removeprefix("."))
    wanted = f"{kernel.name}.num_vgpr"
    for position, item in enumerate(module.items):
        if not isinstance(item, Directive):
            continue
        if position == index:
            yield item, _integer(item.args)
        elif item.name == ".set" and item.args.split(",")[0].strip() == wanted:
            yield item, _integer(item.args.split(",", 1)[1])


def _integer(text: str) -> int | None:
    try:
        return int(text.strip(), 0)
    except ValueError:
        return None


def _metadata_count(module: Module, kernel: str) -> int | None:
    found = _METADATA.search(module.text())
    return _counts_in(found[1]).get(kernel) if found else None


@lru_cache(maxsize=8)
def _counts_in(metadata: str) -> Mapping[str, int]:
    """Kernel name -> ``.vgpr_count``.  Kept, because a file of many kernels is checked once for each of them."""
    try:
        # The assembler reads the first document of the block.
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        document = next(iter(yaml.load_all(metadata, Loader=loader)), None)
    except yaml.YAMLError:
        return {}
    if not isinstance(document, dict) or not isinstance(document.get("amdhsa.kernels"), list):
        return {}
    entries = [e for e in document["amdhsa.kernels"] if isinstance(e, dict)]
    return {
        e[".name"]: int(e[".vgpr_count"]) for e in entries if isinstance(e.get(".vgpr_count"), int) and ".name" in e
    }
