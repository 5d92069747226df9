"""Checks that no code outside the changed kernels leads into one of them.

A kernel with calls or computed jumps that has the same bytes in both files computes the same only if it never reaches
code that differs. The objects show that no relocation leads there; this module looks for what the assembler makes no
relocation for: branches by number, arithmetic on the program counter, falling through, differences of labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import accumulate

from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Instruction, Item, Label, Module, Op, OperandKind, Verbatim
from isaopt.proof.surroundings.harmless import is_unread
from isaopt.toolchain.includes import included_texts, reads_files

_COMMENT = re.compile(r"/\*.*?\*/|(;|//|^\s*#).*?$", re.S | re.M)
_WORD = re.compile(r'"(?:\\.|[^"\\])*"|[\w.$]+')
#: Directives that emit no bytes that depend on a symbol's place.
_NAMING = frozenset(
    (".size", ".type", ".globl", ".global", ".weak", ".hidden", ".protected", ".local", ".addrsig_sym", ".section",
     ".amdhsa_kernel", ".end_amdhsa_kernel", ".amdgpu_metadata", ".end_amdgpu_metadata")
)  # fmt: skip
#: Those that show a symbol to other files.
_SHOWING = frozenset((".globl", ".global", ".weak"))
#: Those besides ``.section`` that go to another section.
_SWITCHING = frozenset((".text", ".data", ".bss", ".previous", ".pushsection", ".popsection"))
#: Those of them whose section depends on what came before.
_RETURNING = frozenset((".previous", ".pushsection", ".popsection"))
_ASSIGNING = frozenset((".set", ".equ", ".equiv", "="))
#: Directives that hold no expression.
_STRINGS = frozenset((".ascii", ".asciz", ".string"))
#: Directives that fill a section, and do not leave it.
_FILLING = _STRINGS | frozenset(
    (".byte", ".short", ".2byte", ".long", ".4byte", ".int", ".quad", ".8byte", ".zero", ".uleb128", ".sleb128",
     ".p2align")
)  # fmt: skip
#: Prefixes of text in a changed kernel that is neither code nor a label and that nothing later depends on.
_HARMLESS = (".p2align", ".align", ".balign", ".loc", ".file", ".cfi_")
#: Instructions that control does not fall through; ``s_code_end`` is padding.
_NO_WAY_ON = frozenset(("s_endpgm", "s_branch", "s_setpc_b64", "s_code_end"))


@kept
def lead_nowhere(module: Module, changed: frozenset[str]) -> bool:
    """Whether the rest of a file neither leads into the changed kernels nor depends on their size."""
    kernels = [k for k in module.kernels if k.name in changed]
    inside = {i for k in kernels for i in range(k.first, k.last)}
    labels = {item.name for i in inside if isinstance(item := module.items[i], Label)} | {k.name for k in kernels}
    if reads_files(module.text()):
        return False  # what stands in them is not looked at
    for i in sorted(inside):
        item = module.items[i]
        code = _COMMENT.sub("", item.text).strip()
        if code and not isinstance(item, Instruction | Label) and not code.startswith(_HARMLESS):
            return False  # for example a macro or a symbol that later code may use
    outside, hidden = _read(item for i, item in enumerate(module.items) if i not in inside and not item.text.isspace())
    labels = _with_aliases(labels | hidden, (item for item in outside if isinstance(item, Directive)))
    metadata = False
    for item in outside:
        if isinstance(item, Directive):
            metadata = item.name == ".amdgpu_metadata" or (metadata and item.name != ".end_amdgpu_metadata")
            known = item.name in _NAMING or item.name in _ASSIGNING or item.name.startswith(".amdhsa_")
            if not known and (item.name[0] != "." or labels & _words(item.args)):
                return False
        elif isinstance(item, Verbatim) and not metadata and _COMMENT.sub("", item.text).strip():
            return False
    return not _has_distances(module, outside) and _code_leads_nowhere(module, inside, labels)


def _read(items: Iterable[Item]) -> tuple[list[Item], set[str]]:
    """The items without strings and what fills sections that nothing reads, and names by which something could."""
    found, names, unread = list[Item](), set[str](), False
    for item in items:
        if isinstance(item, Directive):
            section = item.args.partition(",")[0].strip() if item.name == ".section" else ""
            unread = is_unread(section) if section else unread and item.name in _FILLING
            if unread or item.name in _STRINGS:
                names.add(section)
                continue
        elif isinstance(item, Label) and unread:
            names.add(item.name)
        found.append(item)
    return found, names - {""}


def counters_known(module: Module, changed: frozenset[str]) -> int:
    """How many instructions outside the changed kernels read the program counter, as far as the text shows them."""
    inside = {i for k in module.kernels if k.name in changed for i in range(k.first, k.last)}
    items = (item for i, item in enumerate(module.items) if i not in inside and isinstance(item, Instruction))
    return sum(item.op.mnemonic == "s_getpc_b64" for item in items)


def measured(module: Module, changed: frozenset[str], sections: Set[str]) -> str:
    """A name by which something outside the changed kernels computes with a place in them, without a relocation: the
    number may lead to what was elsewhere before. Empty if there is none; ``sections`` are those that are read."""
    inside = {i for k in module.kernels if k.name in changed for i in range(k.first, k.last)}
    labels = {item.name for i in inside if isinstance(item := module.items[i], Label)} | changed
    names = _with_aliases(labels, (item for item in module.items if isinstance(item, Directive)))
    # A number is a label, too, and is referred to as the one before or behind.
    numbers = {name for name in names if name.isdigit()}
    names = names - numbers | {f"{number}{way}" for number in numbers for way in "bf"}
    for text in included_texts(module.text(), module.path):
        if found := sorted(names & _words(text)):
            return found[0]
    section, metadata = "", False
    for i, item in enumerate(module.items):
        words = set[str]()
        if isinstance(item, Directive):
            metadata = item.name == ".amdgpu_metadata" or (metadata and item.name != ".end_amdgpu_metadata")
            if item.name == ".section":
                section = item.args.partition(",")[0].strip().strip('"')
            elif item.name in _SWITCHING:
                section = ""
            elif item.name in _SHOWING:  # of a symbol that stands for a place, that is compared
                words = _words(item.args) - labels
            elif item.name not in _NAMING | _ASSIGNING | _STRINGS and not item.name.startswith(".amdhsa_"):
                words = _words(item.args)
        elif isinstance(item, Instruction):
            texts = (o.text for half in item.op.halves for o in half.operands if o.kind is OperandKind.EXPR)
            words = {word for text in texts if "@" not in text for word in _words(text)}
        elif isinstance(item, Verbatim) and not metadata:
            words = _words(_COMMENT.sub("", item.text))
        counts = i not in inside and (section in sections or not is_unread(section))
        if counts and (found := sorted(words & names)):
            return found[0]
    return ""


def pieces_apart(module: Module, changed: frozenset[str]) -> bool:
    """Whether the functions of a file may be any distance apart: the assembler has encoded no distance between them,
    and none falls through into the next."""
    return lead_nowhere(module, changed) and next(fallen_into(module), None) is None


def fallen_into(module: Module) -> Iterator[str]:
    """The kernels and functions into which the code before them in their section may fall through.  What stands behind
    a section is the linker's choice, so that no code can mean to go on there: compilers end with a call what does not
    return from it."""
    entries, apart = _entries(module), _told_apart(module)
    section, falls = "", dict[str, bool]()
    for item in module.items:
        if isinstance(item, Directive) and apart:
            if item.name == ".section":
                section = item.args.partition(",")[0].strip().strip('"')
            elif item.name in _SWITCHING:
                section = item.name
        elif isinstance(item, Label) and item.name in entries and falls.get(section):
            yield item.name
        elif isinstance(item, Instruction):
            falls[section] = item.op.mnemonic not in _NO_WAY_ON and not item.op.aborts


def _told_apart(module: Module) -> bool:
    """Whether the text names the section of all code: it neither returns to one, nor may do so where nothing looks."""
    if reads_files(module.text()):
        return False
    directives = {item.name for item in module.items if isinstance(item, Directive)}
    unread = (item.text for item in module.items if isinstance(item, Verbatim))
    return directives.isdisjoint(_RETURNING) and not any("section" in text or ".text" in text for text in unread)


def _entries(module: Module) -> set[str]:
    """The names of kernels and functions."""
    typed = (d.args.split(",") for d in module.items if isinstance(d, Directive) and d.name == ".type")
    return {k.name for k in module.kernels} | {name.strip() for name, *what in typed if "function" in "".join(what)}


def _has_distances(module: Module, items: Sequence[Item]) -> bool:
    """Whether the assembler has computed something that is read from places, without a relocation."""
    labels = {item.name for item in module.items if isinstance(item, Label)} | {k.name for k in module.kernels}
    placed = _with_aliases(labels, (item for item in items if isinstance(item, Directive))) | {"."}
    for item in items:
        if isinstance(item, Directive):
            expressions = item.args.split(",") if item.name not in _NAMING | _ASSIGNING else ()
        elif isinstance(item, Instruction):
            expressions = [o.text for half in item.op.halves for o in half.operands if o.kind is OperandKind.EXPR]
            expressions = [text for text in expressions if "@" not in text]
        else:
            expressions = ()
        if any(text.strip() not in labels and placed & _words(text) for text in expressions):
            return True
    return False


def _words(text: str) -> set[str]:
    return {word.strip('"') for word in _WORD.findall(text)}


def _with_aliases(labels: set[str], directives: Iterable[Directive]) -> set[str]:
    """The labels, and the symbols that are set to an expression that contains one of them."""
    found = set(labels)
    assigned = [{*_words(d.args), d.text.split("=")[0].strip()} for d in directives if d.name in _ASSIGNING]
    while new := {name for names in assigned if names & found for name in names} - found:
        found |= new
    return found


def _code_leads_nowhere(module: Module, inside: set[int], labels: set[str]) -> bool:
    if not labels.isdisjoint(fallen_into(module)):
        return False
    counter = frozenset[int]()
    # The number of functions that begin before each item: the distance of a branch into another function depends on
    # lengths and padding.
    entries = _entries(module)
    before = list(accumulate(isinstance(item, Label) and item.name in entries for item in module.items))
    places = {item.name: before[i] for i, item in enumerate(module.items) if isinstance(item, Label)}
    for index, item in enumerate(module.items):
        if index in inside:
            continue
        if isinstance(item, Label) and counter:
            return False
        if not isinstance(item, Instruction):
            continue
        op = item.op
        symbols = [o.text for o in op.operands if o.kind is OperandKind.EXPR]
        if any(labels & _words(text) for text in symbols):
            return False
        if any("@" not in text and places.get(text, before[index]) != before[index] for text in symbols):
            return False
        if op.flag("branch") and (counter or (not symbols and any(o.kind is OperandKind.INT for o in op.operands))):
            return False
        left = _left_of_counter(op, symbols, counter)
        if left is None:
            return False
        counter = left.union(op.defs) if op.mnemonic == "s_getpc_b64" else left
    return not counter


def _left_of_counter(op: Op, symbols: list[str], counter: frozenset[int]) -> frozenset[int] | None:
    """Of the registers that hold the program counter, those that still do after an instruction, which may do nothing
    else with them than to make them the address of a symbol; None if it does more."""
    if counter.isdisjoint((*op.uses, *op.defs)):
        return counter
    name, read = op.operation, counter.intersection(op.uses)
    if len(op.defs) != 1 or read != set(op.defs):
        return None
    if name == "s_sext_i32_i16":
        return counter
    return counter - read if name in ("s_add_u32", "s_addc_u32") and any("rel32@" in s for s in symbols) else None
