"""Kernels that are the same text in both files: the same code, resources and surroundings compute the same.

This is all that can be said of a kernel with calls, computed jumps or macros, and enough for one that was left as it
was.  It asks nothing of instruction tables or symbolic execution.
"""

from __future__ import annotations

import re

from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Instruction, Item, Kernel, Label, Module, OperandKind

_COMMENT = re.compile(r"/\*.*?\*/|(;|//).*?$", re.S | re.M)
#: Lines without effect on what is executed: debug information, and labels that only it uses.
_SILENT = re.compile(r"\.(loc|file|cfi_\w+)\b|\.L(tmp|func_begin|func_end)\d+:")
_DATA = frozenset(
    (".long", ".quad", ".word", ".int", ".short", ".byte", ".2byte", ".4byte", ".8byte", ".hword", ".octa", ".value")
)
#: How the text may begin of what is neither code nor a label in a kernel that differs; nothing later depends on it.
_HARMLESS = (".p2align", ".align", ".balign")
_WORD = re.compile(r"[\w.$]+")
#: What execution does not go beyond to the next line; ``s_code_end`` pads behind it.
_NO_WAY_ON = frozenset(("s_endpgm", "s_branch", "s_setpc_b64", "s_code_end"))
#: How many instructions behind s_getpc_b64 the symbol stands whose distance is added to it.
_NEAR = 4


def is_identical(before: Module, after: Module, old: Kernel, new: Kernel) -> bool:
    """Whether a kernel is the same in both files, and nothing that it can reach differs.

    The caller has compared what stands outside of kernels (:func:`isaopt.proof.resources.compare_resources`), but for
    register counts; these are compared here.
    """
    mine, other = _lines(before), _lines(after)
    if mine[old.name] != other[new.name] or _counts(before, old) != _counts(after, new):
        return False
    return _others_apart(before, after)


@kept
def _others_apart(before: Module, after: Module) -> bool:
    """Whether the kernels that differ are of no concern to the rest of their files."""
    mine, other = _lines(before), _lines(after)
    there = {k.name: k for k in after.kernels}
    changed = [(k, there.get(k.name)) for k in before.kernels if mine[k.name] != other.get(k.name)]
    return not changed or all(
        _apart(module, [pair[side] for pair in changed]) for side, module in enumerate((before, after))
    )


@kept
def _lines(module: Module) -> dict[str, list[str]]:
    """The lines of each kernel's code that say something."""
    return {k.name: [text for item in module.items[k.first : k.last] if (text := _text(item))] for k in module.kernels}


def _text(item: Item) -> str:
    text = " ".join(_COMMENT.sub("", item.text).split()) if '"' not in item.text else item.text.strip()
    return "" if _SILENT.match(text) else text


def _counts(module: Module, kernel: Kernel) -> tuple[object, ...]:
    """The whole descriptor, and the values of symbols but for those of other kernels."""
    found = []
    for name, index in sorted(kernel.descriptor.items()):
        item = module.items[index]
        found.append((name, " ".join(item.args.split()) if isinstance(item, Directive) else ""))
    values = _values(module)
    return found, values.get("", []), values.get(kernel.name, [])


@kept
def _values(module: Module) -> dict[str, list[tuple[str, str]]]:
    """The symbols that are set, by the kernel whose name stands before a dot in theirs; by "" those of none."""
    kernels = {k.name for k in module.kernels}
    found: dict[str, list[tuple[str, str]]] = {}
    for item in module.items:
        if isinstance(item, Directive) and item.name == ".set":
            symbol, _, value = item.args.partition(",")
            words = symbol.strip().split(".")
            owners = {name for n in range(1, len(words)) if (name := ".".join(words[:n])) in kernels}
            for owner in owners or {""}:
                found.setdefault(owner, []).append((symbol.strip(), " ".join(value.split())))
    return found


def _apart(module: Module, changed: list[Kernel | None]) -> bool:
    """Whether nothing outside of the kernels that changed leads into one, or depends on how long one is."""
    inside = {i for k in changed if k is not None for i in range(k.first, k.last)}
    labels = {item.name for i in inside if isinstance(item := module.items[i], Label)}
    labels |= {k.name for k in changed if k is not None}
    for i in inside:
        item = module.items[i]
        if not isinstance(item, Instruction | Label) and not _text(item).startswith(_HARMLESS) and _text(item):
            return False  # such as a macro or a symbol, which later code may use
    pc = 0
    falls = False
    for index, item in enumerate(module.items):
        if index in inside:
            if falls:
                return False
            continue
        if isinstance(item, Directive) and item.name in _DATA and labels & set(_WORD.findall(item.args)):
            return False
        if not isinstance(item, Instruction):
            continue
        op = item.op
        falls = op.mnemonic not in _NO_WAY_ON
        symbols = [o.text for o in op.operands if o.kind is OperandKind.EXPR]
        if any(labels & set(_WORD.findall(text)) for text in symbols):
            return False
        if op.flag("branch") and not symbols and any(o.kind is OperandKind.INT for o in op.operands):
            return False
        if pc and symbols:
            pc = 0
        elif pc:
            pc -= 1
            if not pc:
                return False
        if op.mnemonic == "s_getpc_b64":
            pc = _NEAR
    return not pc
