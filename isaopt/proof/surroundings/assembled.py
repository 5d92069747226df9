"""Files as the assembler reads them, each distinct text assembled once in a process."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from isaopt.errors import InputError, IsaoptError
from isaopt.ir.program import Module
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.elf import Object, read_object
from isaopt.toolchain.includes import reads_files
from isaopt.toolchain.textfacts import retarget

#: Versions of a file that are looked at again: those of a chain of passes, and of a search among them.
_TEXTS = 64


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no object: the assembler is missing, or rejects the text, which ``error`` says with its place."""

    error: IsaoptError

    @property
    def rejected(self) -> bool:
        return isinstance(self.error, InputError)

    @property
    def line(self) -> int:
        return self.error.line

    @property
    def why(self) -> str:
        message = self.error.message.removeprefix("assembler: ")
        return message if self.rejected else f"this needs the assembler: {message}"


def _object(text: str, arch: str, wave_size: int | None, path: str) -> Object | Refusal:
    try:
        return read_object(assemble(text, arch, path=path, wave_size=wave_size))
    except IsaoptError as error:
        return Refusal(error)


@lru_cache(maxsize=_TEXTS)
def assembled(text: str, arch: str, wave_size: int | None = None) -> Object | Refusal:
    """The object of a text that reads no other files; ``wave_size`` overrules what its descriptors say."""
    return _object(text, arch, wave_size, "<stdin>")


def module_object(module: Module) -> Object | Refusal:
    """The object of a module's file, for the target that it was read for."""
    text = retarget(module.text(), module.arch)
    # Which files those are depends on where this one is, and what they hold may change.
    return _object(text, module.arch, None, module.path) if reads_files(text) else assembled(text, module.arch)
