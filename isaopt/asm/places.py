"""Where code lies in its section, as far as code behind it depends on that.

A function that is aligned to less than a loop of its own (as clang's copies of OpenCL kernels are) has padding in its
code whose size follows from what is in front of it. A kernel in front of it that changes its length gets padding, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.ir.program import Directive, Instruction, Item, Kernel, Label, Module
from isaopt.target.sizes import size_of

#: Directives that continue another section.
SWITCHES = frozenset((".section", ".text", ".data", ".bss"))
_POWERS = frozenset((".p2align", ".p2alignw", ".p2alignl"))
ALIGNMENTS = _POWERS | {".align", ".balign", ".balignw", ".balignl"}
#: What may stand between instructions without taking space.
NO_SPACE = (".loc", ".cfi_", ".set", ".file")
#: What kernels are aligned to (LLVM AMDGPUUsage, KERNEL_CODE_ENTRY_BYTE_OFFSET).
_KERNEL = 256
#: ``s_code_end``, with which LLVM pads code.
_CODE_END = "0xbf9f0000"


def padding_behind(before: Module, after: Module, name: str) -> tuple[int, Directive] | None:
    """The padding that keeps code behind a kernel at its place in a line of its alignment, with the item of ``before``
    in front of which it goes; None if none is needed, or nothing is known of the kernel's length."""
    kernel = before.kernel(name)
    boundary = alignment_behind(before, kernel)
    ends = _code_end(before, kernel), _code_end(after, after.kernel(name))
    if not boundary or ends[0] is None or ends[1] is None or not (ends[0] - ends[1]) % boundary:
        return None
    place = next(i for i in _behind(before, kernel) if _boundary(before.items[i]))
    args = f"{(ends[0] - ends[1]) % boundary // 4}, 4, {_CODE_END}"
    text = f"\t.fill\t{args}\n"
    start = text.index(args)
    return place, Directive(text, before.items[place].line, 1, ".fill", args, start, start + len(args))


def alignment_behind(module: Module, kernel: Kernel) -> int:
    """The largest boundary to which a function behind a kernel aligns code of its own without being aligned to that
    itself; 0 if none does, up to the next kernel."""
    needed = known = last = 0
    code = False
    for i in _behind(module, kernel):
        item = module.items[i]
        last = max(last, _boundary(item))
        if last >= _KERNEL:
            break
        if isinstance(item, Label) and not item.name.startswith(".L"):
            code = False
        elif isinstance(item, Instruction):
            if code and last > known:
                needed = max(needed, last)
            known, last, code = max(known, last), 0, True
    return needed


def _code_end(module: Module, kernel: Kernel) -> int | None:
    """The bytes from a kernel's start to the end of its code, padding for alignment included; None if unknown."""
    at = 0
    for item in module.items[kernel.first : kernel.last]:
        if isinstance(item, Instruction):
            at += size_of(item.op)
        elif boundary := _boundary(item):
            if boundary > _KERNEL or (isinstance(item, Directive) and item.args.count(",") > 1):
                return None
            at += -at % boundary
        elif isinstance(item, Directive) and not item.name.startswith(NO_SPACE):
            return None
    return at


def _behind(module: Module, kernel: Kernel) -> Iterator[int]:
    """The items behind a kernel in its section, as far as sections are plain to see."""
    own = section = next((s for i in range(kernel.first - 1, -1, -1) if (s := _section(module.items[i]))), ".text")
    for i in range(kernel.last, len(module.items)):
        item = module.items[i]
        section = _section(item) or section
        if isinstance(item, Directive) and item.name in (".pushsection", ".popsection", ".previous"):
            return
        if section == own:
            yield i


def _section(item: Item) -> str:
    """The section that a directive continues; empty if it is none that does."""
    if not isinstance(item, Directive) or item.name not in SWITCHES:
        return ""
    return item.args.partition(",")[0].strip().strip('"') if item.name == ".section" else item.name


def _boundary(item: Item) -> int:
    """What a directive aligns to, in bytes; 0 if it does not, or by an expression."""
    number = item.args.partition(",")[0].strip() if isinstance(item, Directive) and item.name in ALIGNMENTS else ""
    if not number.isdecimal() or not isinstance(item, Directive):
        return 0
    return 1 << min(int(number), 16) if item.name in _POWERS else int(number)


__all__ = ["ALIGNMENTS", "NO_SPACE", "SWITCHES", "alignment_behind", "padding_behind"]
