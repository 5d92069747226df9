"""Keeps every number in the file that counts a kernel's registers or bytes in step with its code.

The numbers (written by LLVM's AMDGPUAsmPrinter.cpp and AMDGPUMCResourceInfo.cpp) are ``.amdhsa_next_free_vgpr``, ``.set
NAME.num_vgpr``, ``.vgpr_count`` in the metadata, the same for SGPRs, and the comments after the code. The assembler
checks none of them, and a wrong descriptor is silent corruption.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from isaopt.asm.places import NO_SPACE
from isaopt.ir.program import Directive, Instruction, Item, Kernel, Module, Verbatim
from isaopt.isa.registers import NUM_SGPRS, NUM_VGPRS, SGPR_BASE, is_sgpr
from isaopt.target.arch import get_arch
from isaopt.target.occupancy import waves_for_vgprs
from isaopt.target.sizes import size_of

_NUMBER = re.compile(r"(?:0[xX][0-9a-fA-F]+|0|[1-9]\d*)$")
_ENTRY = re.compile(r"^(\s*)-\s")
_NAME = re.compile(r"^\s*(?:-\s+)?\.name:\s*['\"]?([^\s'\"]+)['\"]?\s*$")
_KEY = re.compile(r"^(\s*(?:-\s+)?\.(\w+):\s*)(\d+)(\s*)$")
_COMMENT = re.compile(r"^(\s*;\s*(\w+)(?::|\s*=)\s*)(\d+)(.*)$", re.S)
_PREFETCH_LINE = 128

Count = Callable[[int], int]
"""Computes the new number from the present one."""


class _Counts:
    """The counts of one kernel throughout a file while they are changed. A count that is not a plain number is left as
    it is."""

    def __init__(self, module: Module, kernel: Kernel) -> None:
        self.module, self.kernel, self.items = module, kernel, list(module.items)

    def result(self) -> Module:
        return self.module if self.items == list(self.module.items) else replace(self.module, items=tuple(self.items))

    def directive(self, name: str, count: Count) -> None:
        """Sets ``.amdhsa_NAME``."""
        index = self.kernel.descriptor.get(f".amdhsa_{name}")
        item = self.items[index] if index is not None else None
        value = _declared(self.module, self.kernel, name)
        if index is not None and isinstance(item, Directive) and value is not None:
            self.items[index] = _with_args(item, str(count(value)))

    def symbol(self, name: str, count: Count) -> None:
        """Sets ``KERNEL.NAME``."""
        for i, item in enumerate(self.items):
            if isinstance(item, Directive) and item.name == ".set":
                symbol, comma, value = item.args.partition(",")
                if symbol.strip() == f"{self.kernel.name}.{name}" and _NUMBER.match(value.strip()):
                    self.items[i] = _with_args(item, f"{symbol}{comma} {count(int(value.strip(), 0))}")

    def metadata(self, **counts: Count) -> None:
        """Sets keys in the entry of ``amdhsa.kernels`` whose ``.name`` is the kernel's."""
        for entry in kernel_entries(self.items):
            if metadata_name(self.items, entry) == self.kernel.name:
                for i in entry:
                    self._edit(i, _KEY.match(self.items[i].text), counts)

    def comments(self, **counts: Count) -> None:
        """Sets the numbers in the compiler's comments between this kernel's code and the next function's."""
        for i in range(self.kernel.last, len(self.items)):
            if isinstance(self.items[i], Instruction):
                break
            if isinstance(self.items[i], Verbatim):
                self._edit(i, _COMMENT.match(self.items[i].text), counts)

    def _edit(self, index: int, match: re.Match[str] | None, counts: dict[str, Count]) -> None:
        if match and match[2] in counts:
            text = f"{match[1]}{counts[match[2]](int(match[3]))}{match[4]}"
            self.items[index] = replace(self.items[index], text=text)


def _with_args(item: Directive, args: str) -> Directive:
    text = item.text[: item.start] + args + item.text[item.end :]
    return replace(item, text=text, args=args, end=item.start + len(args))


def _declared(module: Module, kernel: Kernel, name: str) -> int | None:
    """The plain number in ``.amdhsa_NAME``, or that of the symbol there; None if there is none."""
    index = kernel.descriptor.get(f".amdhsa_{name}")
    if index is None:
        return None
    item = module.items[index]
    text = item.args.strip() if isinstance(item, Directive) else ""
    return int(text, 0) if _NUMBER.match(text) else _assigned(module, text)


def _assigned(module: Module, text: str) -> int | None:
    """The value of a symbol that the file sets once, to a plain number; otherwise None."""
    values = [item.args for item in module.items if isinstance(item, Directive) and _sets(item) == text]
    value = values[0].rpartition(",")[2].strip() if len(values) == 1 else ""
    return int(value, 0) if _NUMBER.match(value) else None


def _sets(item: Directive) -> str:
    """The symbol that a directive sets; empty if it sets none."""
    if item.name == "=":
        return item.text.partition("=")[0].strip()
    return item.args.partition(",")[0].strip() if item.name in (".set", ".equ", ".equiv") else ""


def highest_vgpr(module: Module, kernel: Kernel) -> int:
    """The highest VGPR that the kernel's code names; -1 if it names none."""
    highest = -1
    for _, instruction in module.instructions(kernel):
        for ref in instruction.op.refs:
            if ref.reg.is_vgpr:
                highest = max(highest, ref.reg.first + ref.reg.count - 1)
    return highest


def declared_vgprs(module: Module, kernel: Kernel) -> int | None:
    """The number in ``.amdhsa_next_free_vgpr``, or in ``.set NAME.num_vgpr`` if that is an expression; None if neither
    is a number."""
    value = _declared(module, kernel, "next_free_vgpr")
    return _assigned(module, f"{kernel.name}.num_vgpr") if value is None else value


def with_vgpr_count(module: Module, kernel: Kernel, before: Module) -> Module:
    """The module with every VGPR count of ``kernel`` adjusted to its code.

    ``before`` is the module for which the counts were right. If it declared more than its code used (the author's
    reserve), the declaration is never lowered.
    """
    was = before.kernel(kernel.name)
    old_used, new_used = highest_vgpr(before, was) + 1, highest_vgpr(module, kernel) + 1
    declared = declared_vgprs(before, was)
    if declared is None or old_used == new_used:
        return module
    count = max(new_used, 1) if declared <= max(old_used, 1) else max(declared, new_used)
    assert count <= NUM_VGPRS
    counts, arch = _Counts(module, kernel), get_arch(module.arch)
    if count == declared:
        # These may leave the reserve out (LLVM AMDGPUAsmPrinter.cpp, NumVGPRsForWavesPerEU).
        counts.symbol("num_vgpr", lambda n: max(new_used, n))
        counts.metadata(vgpr_count=lambda n: max(new_used, n))
        return counts.result()
    blocks = -(-count // arch.vgpr_encoding_granule(kernel.wave_size)) - 1
    counts.directive("next_free_vgpr", lambda _: count)
    counts.symbol("num_vgpr", lambda _: count)
    counts.metadata(vgpr_count=lambda _: count)
    counts.comments(
        **dict.fromkeys(("NumVgprs", "TotalNumVgprs", "NumVGPRsForWavesPerEU"), lambda _: count),
        VGPRBlocks=lambda _: blocks,
        Occupancy=lambda _: waves_for_vgprs(arch, count, kernel.wave_size),
    )
    return counts.result()


def declared_scratch(module: Module, kernel: Kernel) -> int | None:
    """Bytes of scratch per lane according to the descriptor; None if that is not a plain number."""
    absent = ".amdhsa_private_segment_fixed_size" not in kernel.descriptor
    return 0 if absent else _declared(module, kernel, "private_segment_fixed_size")


def declared_lds(module: Module, kernel: Kernel) -> int | None:
    """Bytes of LDS of a workgroup according to the descriptor, 0 if it asks for none; None if that is not a plain
    number."""
    absent = ".amdhsa_group_segment_fixed_size" not in kernel.descriptor
    return 0 if absent else _declared(module, kernel, "group_segment_fixed_size")


def with_lds_size(module: Module, kernel: Kernel, size: int) -> Module:
    """The module with every count of LDS bytes of ``kernel`` set."""
    counts = _Counts(module, kernel)
    counts.directive("group_segment_fixed_size", lambda _: size)
    counts.metadata(group_segment_fixed_size=lambda _: size)
    counts.comments(LDSByteSize=lambda _: size)
    return counts.result()


def with_scratch_size(module: Module, kernel: Kernel, size: int, spilled: int) -> Module:
    """The module with every count of scratch bytes per lane of ``kernel`` and of spilled VGPRs set; at zero bytes,
    scratch is not set up (LLVM AMDGPUUsage, ``.amdhsa_enable_private_segment``)."""
    counts = _Counts(module, kernel)
    counts.directive("private_segment_fixed_size", lambda _: size)
    counts.directive("enable_private_segment", lambda _: int(size > 0))
    counts.symbol("private_seg_size", lambda _: size)
    counts.symbol("uses_flat_scratch", lambda _: int(size > 0))
    counts.metadata(private_segment_fixed_size=lambda _: size, vgpr_spill_count=lambda n: min(n, spilled))
    counts.comments(ScratchSize=lambda _: size)
    return counts.result()


def sgprs_used(module: Module, kernel: Kernel) -> int:
    """One more than the highest numbered SGPR that the kernel's code names."""
    units = (u for _, i in module.instructions(kernel) for ref in i.op.refs for u in ref.reg.units if is_sgpr(u))
    return max(units, default=SGPR_BASE - 1) + 1 - SGPR_BASE


def with_sgpr_count(module: Module, kernel: Kernel, before: Module) -> Module:
    """The module with every SGPR count of ``kernel`` raised to what its code uses; none is ever lowered.

    ``before`` is the module for which the counts were right. Counts that include VCC grow by the same amount. The
    counts only inform a reader: waves of gfx10 and later have all 106 SGPRs (LLVM AMDGPUUsage,
    ``.amdhsa_next_free_sgpr``).
    """
    old, new = sgprs_used(before, before.kernel(kernel.name)), sgprs_used(module, kernel)
    assert new <= NUM_SGPRS
    growth = new - max(old, _declared(module, kernel, "next_free_sgpr") or 0)
    if growth <= 0:
        return module
    counts = _Counts(module, kernel)
    counts.directive("next_free_sgpr", lambda _: new)
    counts.symbol("numbered_sgpr", lambda n: max(new, n))
    counts.metadata(sgpr_count=lambda n: n + growth)
    counts.comments(**dict.fromkeys(("TotalNumSgprs", "NumSGPRsForWavesPerEU"), lambda n: n + growth))
    return counts.result()


def code_bytes(module: Module, kernel: Kernel) -> int | None:
    """Bytes of the kernel's instructions without padding, as the compiler counts them; None if directives among them
    make the size unknown."""
    total = 0
    for item in module.items[kernel.first : kernel.last]:
        if isinstance(item, Instruction):
            total += size_of(item.op)
        elif isinstance(item, Directive) and not item.name.startswith((".p2align", *NO_SPACE)):
            return None
    return total


def with_code_size(module: Module, kernel: Kernel, before: Module) -> Module:
    """The module with the compiler's statements of the kernel's length adjusted to its code: the instruction prefetch
    (``.amdhsa_inst_pref_size``, in lines of 128 bytes; it must not reach past the code) and the comment.

    ``before`` is the module for which they were right. If the length is unknown, prefetch is turned off.
    """
    old, new = code_bytes(before, before.kernel(kernel.name)), code_bytes(module, kernel)
    if old == new and old is not None:
        return module
    lines = 0 if new is None else -(-new // _PREFETCH_LINE)
    most = get_arch(module.arch).figure("instruction_prefetch_lines").value

    def prefetched(wanted: int) -> int:
        follows = old is not None and wanted == min(-(-old // _PREFETCH_LINE), most)
        return min(lines, most) if wanted and follows else min(wanted, lines)

    counts = _Counts(module, kernel)
    counts.directive("inst_pref_size", prefetched)
    if new is not None:
        counts.comments(codeLenInByte=lambda n: new if n == old else n)
    return counts.result()


def metadata_name(items: Sequence[Item], entry: Sequence[int]) -> str:
    """The kernel that an entry of ``amdhsa.kernels`` describes; empty if it does not name one."""
    # An argument of the kernel also has a .name, at a deeper level.
    depth = min((_depth(items[i]) for i in entry[1:]), default=0)
    names = [_NAME.match(items[i].text.rstrip("\r\n")) for i in entry if _depth(items[i]) <= depth]
    return next((m.group(1) for m in names if m), "")


def _depth(item: Item) -> int:
    return len(item.text) - len(item.text.lstrip(" "))


def kernel_entries(items: Sequence[Item]) -> list[list[int]]:
    """The item indices of each entry of the list ``amdhsa.kernels``, in YAML block style as LLVM prints it."""
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
