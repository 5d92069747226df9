"""Lets commands read code objects instead of assembly: chooses the code object in a file, and disassembles it."""

from __future__ import annotations

from pathlib import Path

from isaopt.asm.source import read_bytes
from isaopt.disassembly.disassemble import Disassembled, disassemble_code_object
from isaopt.errors import InputError
from isaopt.toolchain.bundle import BundleEntry, code_objects
from isaopt.toolchain.codeobject import read_code_object


def read_code_objects(path: str) -> tuple[BundleEntry, ...]:
    """Every code object of a file, each with its target; :class:`InputError` for a file that has none."""
    return named(code_objects(read_bytes(path), path), path)


def named(entries: tuple[BundleEntry, ...], path: str) -> tuple[BundleEntry, ...]:
    """The entries, with the GPU's name for a lone code object, which has no target of its own."""
    return tuple(
        e if e.arch else BundleEntry(read_code_object(e.data, path).arch or "unknown", e.data) for e in entries
    )


def chosen(
    entries: tuple[BundleEntry, ...], path: str, arch: str | None = None, kernel: str | None = None
) -> BundleEntry:
    """The only code object for ``arch`` (None: any) that has the ``kernel`` (None: any).

    Raises:
        InputError: there is none, or several.
    """
    found = [e for e in entries if arch is None or e.arch == arch]
    if kernel is not None:
        found = [e for e in found if kernel in read_code_object(e.data, path).kernels]
    elif len(found) > 1:
        found = [e for e in found if read_code_object(e.data, path).kernels] or found
    listed = ", ".join(dict.fromkeys(e.arch or e.target for e in entries))
    if not found:
        what = f" for {arch}" * (arch is not None) + f" with the kernel {kernel}" * (kernel is not None)
        raise InputError(f"contains no code object{what} (it has {listed or 'none'})", path)
    if len(found) > 1:
        raise InputError(
            f"contains {len(found)} code objects ({listed})",
            path,
            hint="isaopt disassemble --list shows them; --arch (and for disassemble, --kernel) chooses one",
        )
    return found[0]


def text_of(data: bytes, path: str, arch: str | None) -> str:
    """The assembly of the only code object in a file (for ``arch``), for commands that read assembly.

    Raises:
        InputError: there is none, or several, or its code cannot move because it computes an address from the program
            counter in an unknown way.
        CheckFailed: the text does not reproduce it.
        MissingTool: no llvm-objdump, clang or ld.lld.
    """
    found = disassemble_code_object(chosen(named(code_objects(data, path), path), path, arch).data, path)
    if found.unclear:
        raise InputError(
            f"the code at {found.unclear[0]:#x} computes a PC-relative address in an unknown way",
            path,
            hint="isaopt disassemble still writes it, for reading",
        )
    return found.text


def disassemble(
    path: str | Path,
    arch: str | None = None,
    kernel: str | None = None,
    objdump: str | None = None,
    clang: str | None = None,
    lld: str | None = None,
) -> Disassembled:
    """The assembly of a code object, which assembles and links to the identical code object.

    ``path`` may also be a bundle, object, library or program; ``arch`` and ``kernel`` then choose a code object in it.

    Raises:
        InputError: there is no such code object, or assembly cannot express it.
        CheckFailed: its disassembly does not reproduce it.
        MissingTool: there is no llvm-objdump, clang or ld.lld.
    """
    entry = chosen(read_code_objects(str(path)), str(path), arch, kernel)
    return disassemble_code_object(entry.data, str(path), objdump, clang, lld)
