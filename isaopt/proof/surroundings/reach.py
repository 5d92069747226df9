"""Whether nothing outside of kernels that changed leads into one of them.

A kernel with calls or computed jumps that is the same bytes in both files computes the same only if it comes to nothing
else that differs.  That no relocation leads there is known from the objects; this looks for what the assembler leaves
no relocation of: branches by number, arithmetic on the program counter, falling through, differences of labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Instruction, Label, Module, Op, OperandKind, Verbatim
from isaopt.proof.semantics.names import operation

_COMMENT = re.compile(r"/\*.*?\*/|(;|//|^\s*#).*?$", re.S | re.M)
_WORD = re.compile(r"[\w.$]+")
#: Directives that make no bytes that hold a symbol's place: they name it, or say something of it.
_NAMING = frozenset(
    (".size", ".type", ".globl", ".global", ".weak", ".hidden", ".protected", ".local", ".addrsig_sym", ".section",
     ".amdhsa_kernel", ".end_amdhsa_kernel", ".amdgpu_metadata", ".end_amdgpu_metadata")
)  # fmt: skip
_ASSIGNING = frozenset((".set", ".equ", ".equiv", "="))
#: How the text may begin of what is neither code nor a label in a kernel that differs; nothing later depends on it.
_HARMLESS = (".p2align", ".align", ".balign", ".loc", ".file", ".cfi_")
#: What execution does not go beyond to the next line; ``s_code_end`` pads behind it.
_NO_WAY_ON = frozenset(("s_endpgm", "s_branch", "s_setpc_b64", "s_code_end"))


@kept
def lead_nowhere(module: Module, changed: frozenset[str]) -> bool:
    """Whether the rest of a file neither leads into the kernels that changed nor depends on how long they are."""
    kernels = [k for k in module.kernels if k.name in changed]
    inside = {i for k in kernels for i in range(k.first, k.last)}
    labels = {item.name for i in inside if isinstance(item := module.items[i], Label)} | {k.name for k in kernels}
    for i in sorted(inside):
        item = module.items[i]
        said = _COMMENT.sub("", item.text).strip()
        if said and not isinstance(item, Instruction | Label) and not said.startswith(_HARMLESS):
            return False  # such as a macro or a symbol, which later code may use
    outside = [(i, item) for i, item in enumerate(module.items) if i not in inside]
    labels = _with_aliases(labels, (item for _, item in outside if isinstance(item, Directive)))
    metadata = False
    for _, item in outside:
        if isinstance(item, Directive):
            metadata = item.name == ".amdgpu_metadata" or (metadata and item.name != ".end_amdgpu_metadata")
            known = item.name in _NAMING or item.name in _ASSIGNING or item.name.startswith(".amdhsa_")
            if not known and (item.name[0] != "." or labels & set(_WORD.findall(item.args))):
                return False
        elif isinstance(item, Verbatim) and not metadata and _COMMENT.sub("", item.text).strip():
            return False
    return _code_leads_nowhere(module, inside, labels)


def _with_aliases(labels: set[str], directives: Iterable[Directive]) -> set[str]:
    """The labels, and the symbols that are set to something with one of them in it."""
    found = set(labels)
    said = [{*_WORD.findall(d.args), d.text.split("=")[0].strip()} for d in directives if d.name in _ASSIGNING]
    while new := {name for names in said if names & found for name in names} - found:
        found |= new
    return found


def _code_leads_nowhere(module: Module, inside: set[int], labels: set[str]) -> bool:
    counter = frozenset[int]()
    falls = False
    for index, item in enumerate(module.items):
        if index in inside:
            if falls:
                return False
            continue
        if isinstance(item, Label) and counter:
            return False
        if not isinstance(item, Instruction):
            continue
        op = item.op
        falls = op.mnemonic not in _NO_WAY_ON
        symbols = [o.text for o in op.operands if o.kind is OperandKind.EXPR]
        if any(labels & set(_WORD.findall(text)) for text in symbols):
            return False
        if op.flag("branch") and (counter or (not symbols and any(o.kind is OperandKind.INT for o in op.operands))):
            return False
        left = _left_of_counter(op, symbols, counter)
        if left is None:
            return False
        counter = frozenset(op.defs) if op.mnemonic == "s_getpc_b64" else left
    return not counter


def _left_of_counter(op: Op, symbols: list[str], counter: frozenset[int]) -> frozenset[int] | None:
    """Of the registers that hold the program counter, those that still do behind an instruction, which may do nothing
    else with them than to make them the address of a symbol; None if it does more."""
    if counter.isdisjoint((*op.uses, *op.defs)):
        return counter
    name, read = operation(op), counter.intersection(op.uses)
    if len(op.defs) != 1 or read != set(op.defs):
        return None
    if name == "s_sext_i32_i16":
        return counter
    return counter - read if name in ("s_add_u32", "s_addc_u32") and any("rel32@" in s for s in symbols) else None
