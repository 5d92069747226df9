"""Everything in the file that counts a kernel's registers or bytes, kept in step with its code.

Places (LLVM's AMDGPUAsmPrinter.cpp and AMDGPUMCResourceInfo.cpp write them): ``.amdhsa_next_free_vgpr``, ``.set
NAME.num_vgpr``, ``.vgpr_count`` in the metadata, the same for SGPRs, and the comments after the code.  The assembler
checks none of them, and a wrong descriptor is silent corruption.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from isaopt.ir.program import Directive, Instruction, Item, Kernel, Module, Verbatim
from isaopt.isa.registers import NUM_SGPRS, NUM_VGPRS, SGPR_BASE, is_sgpr
from isaopt.target.arch import get_arch
from isaopt.target.sizes import size_of

_NUMBER = re.compile(r"(?:0[xX][0-9a-fA-F]+|\d+)$")
_ENTRY = re.compile(r"^(\s*)-\s")
_NAME = re.compile(r"^\s*(?:-\s+)?\.name:\s*['\"]?([^\s'\"]+)['\"]?\s*$")
_COUNT = re.compile(r"^(\s*(?:-\s+)?\.vgpr_count:\s*)(\d+)(\s*)$")
_COMMENT = re.compile(
    r"^(\s*;\s*(NumVgprs|TotalNumVgprs|NumVGPRsForWavesPerEU|VGPRBlocks|Occupancy):\s*)(\d+)(.*)$", re.S
)


def highest_vgpr(module: Module, kernel: Kernel) -> int:
    """The highest VGPR that the kernel's code names, -1 if it names none."""
    highest = -1
    for _, instruction in module.instructions(kernel):
        for ref in instruction.op.refs:
            if ref.reg.is_vgpr:
                highest = max(highest, ref.reg.first + ref.reg.count - 1)
    return highest


def declared_vgprs(module: Module, kernel: Kernel) -> int | None:
    """The number in ``.amdhsa_next_free_vgpr``, or in ``.set NAME.num_vgpr`` where that is an expression; None if
    neither is a number."""
    index = kernel.descriptor.get(".amdhsa_next_free_vgpr")
    if index is not None:
        value = _plain_number(module.items[index])
        if value is not None:
            return value
    for item in module.items:
        if isinstance(item, Directive) and item.name == ".set":
            name, _, value_text = item.args.partition(",")
            if name.strip() == f"{kernel.name}.num_vgpr" and _NUMBER.match(value_text.strip()):
                return int(value_text.strip(), 0)
    return None


def _plain_number(item: Item) -> int | None:
    if isinstance(item, Directive) and _NUMBER.match(item.args.strip()):
        return int(item.args.strip(), 0)
    return None


def _with_args(item: Directive, args: str) -> Directive:
    text = item.text[: item.start] + args + item.text[item.end :]
    return replace(item, text=text, args=args, end=item.start + len(args))


def with_vgpr_count(
    module: Module, kernel: Kernel, before: Module, occupancy: Callable[[int], int], vgpr_granule: int
) -> Module:
    """The module with every VGPR count of ``kernel`` following its code.

    ``before`` is the module that the counts were right for.  A declaration above what the code used then (the
    author's reserve) is never lowered.
    ``occupancy`` gives waves per SIMD for a count; ``vgpr_granule`` is the descriptor's encoding granule.
    """
    was = before.kernel(kernel.name)
    old_used, new_used = highest_vgpr(before, was) + 1, highest_vgpr(module, kernel) + 1
    declared = declared_vgprs(before, was)
    if declared is None or old_used == new_used:
        return module
    count = max(new_used, 1) if declared <= max(old_used, 1) else max(declared, new_used)
    if count == declared:
        return _with_own_count(module, kernel, new_used)
    assert count <= NUM_VGPRS
    items = list(module.items)
    index = kernel.descriptor.get(".amdhsa_next_free_vgpr")
    for i, item in enumerate(items):
        if isinstance(item, Directive):
            if i == index and _plain_number(item) is not None:
                items[i] = _with_args(item, str(count))
            elif item.name == ".set":
                name, comma, value = item.args.partition(",")
                if name.strip() == f"{kernel.name}.num_vgpr" and _NUMBER.match(value.strip()):
                    items[i] = _with_args(item, f"{name}{comma} {count}")
    _edit_metadata(items, kernel.name, _COUNT, lambda _: count)
    _edit_comments(items, kernel, count, occupancy(count), vgpr_granule)
    return replace(module, items=tuple(items))


def _with_own_count(module: Module, kernel: Kernel, used: int) -> Module:
    """The module, whose descriptor reserves enough, with the counts that may leave the reserve out raised to what the
    code uses (LLVM AMDGPUAsmPrinter.cpp, NumVGPRsForWavesPerEU)."""
    items = list(module.items)
    for i, item in enumerate(items):
        if isinstance(item, Directive) and item.name == ".set":
            name, comma, value = item.args.partition(",")
            if name.strip() == f"{kernel.name}.num_vgpr" and _NUMBER.match(value.strip()):
                items[i] = _with_args(item, f"{name}{comma} {max(used, int(value.strip(), 0))}")
    _edit_metadata(items, kernel.name, _COUNT, lambda n: max(n, used))
    return module if items == list(module.items) else replace(module, items=tuple(items))


_SCRATCH_SIZE = re.compile(r"^(\s*(?:-\s+)?\.private_segment_fixed_size:\s*)(\d+)(\s*)$")
_SPILL_COUNT = re.compile(r"^(\s*(?:-\s+)?\.vgpr_spill_count:\s*)(\d+)(\s*)$")
_SCRATCH_COMMENT = re.compile(r"^(\s*;\s*(ScratchSize):\s*)(\d+)(.*)$", re.S)
_SCRATCH_DIRECTIVES = (".amdhsa_private_segment_fixed_size", ".amdhsa_enable_private_segment")


def declared_scratch(module: Module, kernel: Kernel) -> int | None:
    """The bytes of scratch that a lane has by the descriptor; None where that is no plain number."""
    index = kernel.descriptor.get(_SCRATCH_DIRECTIVES[0])
    return 0 if index is None else _plain_number(module.items[index])


def with_scratch_size(module: Module, kernel: Kernel, size: int, spilled: int) -> Module:
    """The module with everything that says how many bytes of scratch a lane of ``kernel`` has, and how many VGPRs were
    spilled; without scratch none is set up (LLVM AMDGPUUsage, ``.amdhsa_enable_private_segment``)."""
    wanted = dict(zip(_SCRATCH_DIRECTIVES, (size, int(size > 0)), strict=True))
    symbols = {f"{kernel.name}.private_seg_size": size, f"{kernel.name}.uses_flat_scratch": int(size > 0)}
    items = list(module.items)
    for name, value in wanted.items():
        index = kernel.descriptor.get(name)
        item = items[index] if index is not None else None
        if index is not None and isinstance(item, Directive) and _plain_number(item) is not None:
            items[index] = _with_args(item, str(value))
    for i, item in enumerate(items):
        if isinstance(item, Directive) and item.name == ".set":
            name, comma, text = item.args.partition(",")
            if name.strip() in symbols and _NUMBER.match(text.strip()):
                items[i] = _with_args(item, f"{name}{comma} {symbols[name.strip()]}")
    _edit_metadata(items, kernel.name, _SCRATCH_SIZE, lambda _: size)
    _edit_metadata(items, kernel.name, _SPILL_COUNT, lambda n: min(n, spilled))
    _edit_comment(items, kernel, _SCRATCH_COMMENT, lambda _, __: size)
    return replace(module, items=tuple(items))


def _edit_comment(items: list[Item], kernel: Kernel, field: re.Pattern[str], count: Callable[[str, int], int]) -> None:
    """Sets counts, given their names and values, in the compiler's comments between this kernel's code and the next
    function's."""
    for i in range(kernel.last, len(items)):
        if isinstance(items[i], Instruction):
            break
        match = field.match(items[i].text) if isinstance(items[i], Verbatim) else None
        if match:
            items[i] = replace(items[i], text=f"{match[1]}{count(match[2], int(match[3]))}{match[4]}")


_SGPR_COUNT = re.compile(r"^(\s*(?:-\s+)?\.sgpr_count:\s*)(\d+)(\s*)$")
_SGPR_COMMENT = re.compile(r"^(\s*;\s*(TotalNumSgprs|NumSGPRsForWavesPerEU):\s*)(\d+)(.*)$", re.S)


def sgprs_used(module: Module, kernel: Kernel) -> int:
    """One more than the highest numbered SGPR that the kernel's code names."""
    units = (u for _, i in module.instructions(kernel) for ref in i.op.refs for u in ref.reg.units if is_sgpr(u))
    return max(units, default=SGPR_BASE - 1) + 1 - SGPR_BASE


def with_sgpr_count(module: Module, kernel: Kernel, before: Module) -> Module:
    """The module with every SGPR count of ``kernel`` raised to what its code uses; none is ever lowered.

    ``before`` is the module that the counts were right for.  Counts that include VCC grow by as much as the others.
    They only inform a reader: waves of gfx10 and later have all 106 SGPRs (LLVM
    AMDGPUUsage, ``.amdhsa_next_free_sgpr``).
    """
    was = before.kernel(kernel.name)
    old, new = sgprs_used(before, was), sgprs_used(module, kernel)
    assert new <= NUM_SGPRS
    index = kernel.descriptor.get(".amdhsa_next_free_sgpr")
    declared = _plain_number(module.items[index]) if index is not None else None
    growth = new - max(old, declared or 0)
    if growth <= 0:
        return module
    items = list(module.items)
    for i, item in enumerate(items):
        if isinstance(item, Directive):
            name, comma, value = item.args.partition(",")
            if i == index and declared is not None:
                items[i] = _with_args(item, str(new))
            elif (
                item.name == ".set" and name.strip() == f"{kernel.name}.numbered_sgpr" and _NUMBER.match(value.strip())
            ):
                items[i] = _with_args(item, f"{name}{comma} {max(new, int(value.strip(), 0))}")
    _edit_metadata(items, kernel.name, _SGPR_COUNT, lambda n: n + growth)
    _edit_comment(items, kernel, _SGPR_COMMENT, lambda _, n: n + growth)
    return replace(module, items=tuple(items))


_PREFETCH_LINE = 128
_CODE_LENGTH = re.compile(r"^(\s*;\s*(codeLenInByte)\s*=\s*)(\d+)(\s*)$")


def code_bytes(module: Module, kernel: Kernel) -> int | None:
    """Bytes of the kernel's instructions, padding left out, as the compiler counts; None where directives among them
    make that unknown."""
    total = 0
    for item in module.items[kernel.first : kernel.last]:
        if isinstance(item, Instruction):
            total += size_of(item.op)
        elif isinstance(item, Directive) and not item.name.startswith((".p2align", ".loc", ".cfi_", ".set", ".file")):
            return None
    return total


def with_code_size(module: Module, kernel: Kernel, before: Module) -> Module:
    """The module with what the compiler said of the kernel's length following its code: the instruction prefetch
    (``.amdhsa_inst_pref_size``, in lines of 128 bytes; it must not reach past the code) and the comment.

    ``before`` is the module for which they were right.  Where the length is not known, prefetch is left off.
    """
    old, new = code_bytes(before, before.kernel(kernel.name)), code_bytes(module, kernel)
    if old == new and old is not None:
        return module
    items = list(module.items)
    index = kernel.descriptor.get(".amdhsa_inst_pref_size")
    directive = items[index] if index is not None else None
    if index is not None and isinstance(directive, Directive) and _plain_number(directive):
        lines = 0 if new is None else -(-new // _PREFETCH_LINE)
        most = get_arch(module.arch).figure("instruction_prefetch_lines").value
        wanted = int(directive.args.strip(), 0)
        follows = old is not None and wanted == min(-(-old // _PREFETCH_LINE), most)
        items[index] = _with_args(directive, str(min(lines, most) if follows else min(wanted, lines)))
    if new is not None:
        _edit_comment(items, kernel, _CODE_LENGTH, lambda _, n: new if n == old else n)
    return replace(module, items=tuple(items))


def _edit_metadata(items: list[Item], name: str, field: re.Pattern[str], count: Callable[[int], int]) -> None:
    """Sets a count in the entry of ``amdhsa.kernels`` whose ``.name`` is the kernel's."""
    for entry in kernel_entries(items):
        if metadata_name(items, entry) == name:
            for i in entry:
                match = field.match(items[i].text)
                if match:
                    text = f"{match.group(1)}{count(int(match.group(2)))}{match.group(3)}"
                    items[i] = replace(items[i], text=text)


def metadata_name(items: Sequence[Item], entry: Sequence[int]) -> str:
    """The kernel that an entry of ``amdhsa.kernels`` describes; empty if it does not name one."""
    # An argument of the kernel has a .name too, deeper in.
    depth = min((_depth(items[i]) for i in entry[1:]), default=0)
    names = [_NAME.match(items[i].text.rstrip("\r\n")) for i in entry if _depth(items[i]) <= depth]
    return next((m.group(1) for m in names if m), "")


def _depth(item: Item) -> int:
    return len(item.text) - len(item.text.lstrip(" "))


def kernel_entries(items: Sequence[Item]) -> list[list[int]]:
    """The item indices of each entry of the list ``amdhsa.kernels``; YAML block style, as LLVM prints it."""
    entries: list[list[int]] = []
    inside = listed = False
    indent = 0
    for i, item in enumerate(items):
        if isinstance(item, Directive):
            inside = item.name == ".amdgpu_metadata" or (inside and item.name != ".end_amdgpu_metadata")
            listed = False
        elif inside and isinstance(item, Verbatim):
            match = _ENTRY.match(item.text)
            if item.text.startswith("amdhsa.kernels:"):
                listed, indent = True, -1
            elif listed and match and (indent < 0 or len(match.group(1)) == indent):
                indent = len(match.group(1))
                entries.append([i])
            elif listed and item.text.strip() and _depth(item) <= max(indent, 0):
                listed = False
            elif listed and entries:
                entries[-1].append(i)
    return entries


def _edit_comments(items: list[Item], kernel: Kernel, count: int, waves: int, granule: int) -> None:
    """The compiler's resource comments between this kernel's code and the next function's."""
    values = {
        "NumVgprs": count,
        "TotalNumVgprs": count,
        "NumVGPRsForWavesPerEU": count,
        "VGPRBlocks": -(-count // granule) - 1,
        "Occupancy": waves,
    }
    _edit_comment(items, kernel, _COMMENT, lambda name, _: values[name])
