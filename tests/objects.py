"""Compares objects that are not linked, and code objects, as a GPU sees them."""

from __future__ import annotations

from isaopt.toolchain.codeobject import CodeObject, read_code_object

_KEPT = (".text", ".rodata", ".data", ".note", ".rela.text", ".rela.rodata", ".rela.data", ".bss")


def _loaded(obj: CodeObject) -> dict[str, bytes]:
    """The parts of an object that a GPU or its runtime sees: code, constants, data, their relocations and the notes."""
    return {n: d for n, d in obj.sections.items() if any(n == k or n.startswith(k + ".") for k in _KEPT) and d}


def differences(a: bytes, b: bytes) -> tuple[str, ...]:
    """Names of the sections (see :func:`_loaded`) in which two objects differ, after ``arch`` if that differs.

    String tables, symbol order and the compiler's ``.comment`` are not compared, because a GPU does not see them.
    """
    first, second = read_code_object(a, "first object"), read_code_object(b, "second object")
    left, right = _loaded(first), _loaded(second)
    names = tuple(sorted(n for n in left.keys() | right.keys() if left.get(n) != right.get(n)))
    return (("arch",) if first.arch != second.arch else ()) + names
