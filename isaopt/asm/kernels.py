"""Finds the kernels of a file: the code under their labels and the directives of their descriptors."""

from __future__ import annotations

from isaopt.asm.symbols import opens_condition
from isaopt.errors import Faults, InputError, refuse
from isaopt.ir.program import Directive, Instruction, Item, Kernel, Label

_ENDS_CODE = frozenset(
    {".section", ".text", ".data", ".bss", ".rodata", ".size", ".pushsection", ".popsection", ".amdhsa_kernel",
     ".previous", ".hsatext", ".end_amdhsa_kernel", ".amdgpu_metadata"}
)  # fmt: skip
#: Beginnings of directives that leave code as it is.
_NO_CODE = (".cfi_", ".loc", ".file", ".p2align", ".globl", ".weak", ".protected", ".hidden", ".type")
#: These stand for code, or possible code, that the file does not contain as instructions.
_EXPANDS = frozenset({".rept", ".rep", ".irp", ".irpc", ".include", ".incbin"})


def find_kernels(
    items: tuple[Item, ...], waves: dict[str, int], path: str, faults: Faults | None = None
) -> tuple[Kernel, ...]:
    """The kernels in text order. Raises :class:`InputError` for a descriptor without code or without an end, unless
    such errors are collected in ``faults``."""
    labels: dict[str, int] = {}
    functions: set[str] = set()
    descriptors: dict[str, dict[str, int]] = {}
    at: dict[str, int] = {}
    current: str | None = None
    for index, item in enumerate(items):
        if isinstance(item, Label):
            labels.setdefault(item.name, index)
        elif isinstance(item, Directive):
            if item.name == ".type" and "function" in item.args:
                functions.add(item.args.split(",")[0].strip().strip('"'))
            elif item.name == ".amdhsa_kernel":
                if current is not None:
                    refuse(_missing_end(current, items[at[current]], path), faults)
                current = item.args.strip().strip('"')
                if current in descriptors:
                    twice = f"kernel '{current}' is described twice"
                    refuse(InputError(twice, path, item.line, item.col, item.text), faults)
                descriptors[current], at[current] = {}, index
            elif item.name == ".end_amdhsa_kernel":
                current = None
            elif current is not None and item.name.startswith(".amdhsa_"):
                descriptors[current][item.name] = index
    if current is not None:
        refuse(_missing_end(current, items[at[current]], path), faults)
    functions |= set(descriptors)
    kernels = []
    for name, descriptor in descriptors.items():
        where = items[at[name]]
        if name not in labels:
            bare = f"kernel '{name}' has a descriptor but no code"
            refuse(InputError(bare, path, where.line, where.col, where.text), faults)
            continue
        first = labels[name] + 1
        last = _code_end(items, first, functions)
        if not any(isinstance(i, Instruction) for i in items[first:last]):
            if not _is_empty(items, first, functions):
                label = items[labels[name]]
                bare = f"kernel '{name}' has no instructions"
                refuse(InputError(bare, path, label.line, label.col, label.text), faults)
            continue  # compilers leave out code that is never reached
        blocked = _blocked(items, first, functions, descriptor)
        kernels.append(Kernel(name, first, last, waves.get(name, 32), descriptor, blocked))
    return tuple(sorted(kernels, key=lambda k: k.first))


def _missing_end(name: str, item: Item, path: str) -> InputError:
    return InputError(f"kernel descriptor of '{name}' has no .end_amdhsa_kernel", path, item.line, item.col, item.text)


def _code_end(items: tuple[Item, ...], first: int, functions: set[str]) -> int:
    """One past the last item of the code that starts at ``first``."""
    last = first
    for index in range(first, len(items)):
        item = items[index]
        if isinstance(item, Instruction):
            last = index + 1
        elif isinstance(item, Label):
            if item.name in functions or item.name.startswith(".Lfunc_end"):
                break
            last = index + 1
        elif isinstance(item, Directive) and item.name in _ENDS_CODE:
            break
    return last


def _is_empty(items: tuple[Item, ...], first: int, functions: set[str]) -> bool:
    """Whether nothing, not even a macro, stands between a kernel's label and the end of its code."""
    for item in items[first:]:
        match item:
            case Label():
                return item.name in functions or item.name.startswith(".Lfunc_end")
            case Directive() if item.name in _ENDS_CODE:
                return True
            case Directive():
                if not item.name.startswith(_NO_CODE):
                    return False
            case _:
                text = item.text.strip()
                if isinstance(item, Instruction) or (text and not text.startswith((";", "//"))):
                    return False
    return True


def _blocked(items: tuple[Item, ...], first: int, functions: set[str], descriptor: dict[str, int]) -> tuple[str, ...]:
    """Why the code that starts at ``first`` is not completely known; empty if it is."""
    found = []
    wave = descriptor.get(".amdhsa_wavefront_size32")
    directive = items[wave] if wave is not None else None
    if isinstance(directive, Directive) and directive.args.strip() not in ("0", "1", "0x0", "0x1"):
        found.append(f"its wave size '{directive.args.strip()}' is no plain number")
    for index in range(first, len(items)):
        item = items[index]
        if isinstance(item, Label) and (item.name in functions or item.name.startswith(".Lfunc_end")):
            break
        if not isinstance(item, Directive):
            continue
        if item.name == ".pushsection":
            found.append(f"'{item.name}' in line {item.line} puts something else between the instructions")
        if item.name in _ENDS_CODE:
            break
        if item.name in _EXPANDS or opens_condition(item.name) or (item.name[0] != "." and item.name != "="):
            found.append(f"'{item.name}' in line {item.line} stands for code that is not read")
    return tuple(found)
