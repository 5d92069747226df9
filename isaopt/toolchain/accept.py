"""Asks the assembler whether it accepts a file before it is rewritten, and its rewrite."""

from __future__ import annotations

from isaopt.errors import CheckFailed, InputError, MissingTool
from isaopt.isa.tables import READ_ONLY_ARCHS
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import Toolchain, find_toolchain
from isaopt.toolchain.textfacts import retarget


def accepted_input(
    text: str, arch: str, path: str, clang: str | None = None, lld: str | None = None
) -> Toolchain | None:
    """The tools that accept this text, checked before any work: nothing can be said of a file that is not a program.
    None if there are no tools, or none for this target because it is read-only.

    Raises:
        InputError: the assembler refuses the text; the message and the place are the assembler's.
        MissingTool: the tools that were named do not work.
    """
    if arch in READ_ONLY_ARCHS:
        return None
    try:
        toolchain = find_toolchain(arch, clang=clang, lld=lld)
    except MissingTool:
        if clang is not None or lld is not None:
            raise
        return None
    assemble(retarget(text, arch), arch, path=path, toolchain=toolchain)
    return toolchain


def accept_output(text: str, arch: str, path: str, toolchain: Toolchain) -> None:
    """Raises :class:`CheckFailed` if the assembler refuses the rewrite of a text that it accepted."""
    try:
        assemble(retarget(text, arch), arch, path=path, toolchain=toolchain)
    except InputError as error:
        why = f"the rewritten file does not assemble, nothing written: {error.message}"
        raise CheckFailed(why, path, error.line, error.col, error.source) from None
