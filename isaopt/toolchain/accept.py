"""The assembler's word on a file that is to be rewritten, and on what became of it."""

from __future__ import annotations

from isaopt.errors import CheckFailed, InputError, MissingTool
from isaopt.isa.tables import READ_ONLY_ARCHS
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import Toolchain, find_toolchain
from isaopt.toolchain.textfacts import retarget


def accepted_input(
    text: str, arch: str, path: str, clang: str | None = None, lld: str | None = None
) -> Toolchain | None:
    """The tools that accept this text: before any work, as nothing can be said of a file that is no program.  None
    where there are none, or none are for this target, of which files are only read.

    Raises:
        InputError: the assembler refuses the text; in its own words, and at its place.
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
    """Raises :class:`CheckFailed` if the assembler refuses what was made of a text that it accepted."""
    try:
        assemble(retarget(text, arch), arch, path=path, toolchain=toolchain)
    except InputError as error:
        why = f"the rewritten file does not assemble, nothing written: {error.message}"
        raise CheckFailed(why, path, error.line, error.col, error.source) from None
