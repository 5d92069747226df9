"""One file of a batch, as text: what a worker is given, wherever it runs, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.asm.parser import parse_text
from isaopt.cache.results import entry_of
from isaopt.cache.store import version_key
from isaopt.errors import CheckFailed, InputError, IsaoptError, MissingTool
from isaopt.pipeline import Options, optimize_module
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import find_toolchain
from isaopt.toolchain.textfacts import retarget


@dataclass(frozen=True, slots=True)
class Task:
    """``version`` is what asks: a worker of another version must not answer.  Empty if it cannot be another."""

    path: str
    text: str
    arch: str | None
    keep_unknown: bool
    options: Options
    version: str


@dataclass(frozen=True, slots=True)
class Answer:
    """``payload`` is the packed entry of the result; empty where there is an ``error``, in the words of the command
    line with its exit code.  ``assembled`` is False where there was no assembler to judge the result."""

    payload: bytes
    assembled: bool = True
    error: str = ""
    exit_code: int = 0


def work(task: Task) -> Answer:
    """Optimise one file and assemble the result."""
    if task.version not in ("", version_key()):
        return Answer(b"", error=f"{task.path}: error: the worker has another version of isaopt", exit_code=3)
    try:
        module = parse_text(task.text, task.path, task.arch, task.keep_unknown)
        result = optimize_module(module, task.options)
        assembled = True
        if result.changed:
            assembled = _assembles(task.text, result.module.text(), module.arch, task.path)
        return Answer(entry_of(result).packed(), assembled)
    except IsaoptError as error:
        return Answer(b"", error=str(error), exit_code=error.exit_code)
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        return Answer(b"", error=f"{task.path}: error: internal error: {what}, please report", exit_code=2)


def _assembles(before: str, after: str, arch: str, path: str) -> bool:
    """Whether the assembler has judged the result; without one nobody has.

    Raises:
        InputError: the input does not assemble either.
        CheckFailed: the input assembles and the result does not.
    """
    try:
        toolchain = find_toolchain(arch)
    except MissingTool:
        return False
    try:
        assemble(retarget(after, arch), arch, path=path, toolchain=toolchain)
    except InputError as error:
        assemble(retarget(before, arch), arch, path=path, toolchain=toolchain)
        raise CheckFailed(f"the rewritten file does not assemble: {error.message}", path, error.line) from None
    return True
