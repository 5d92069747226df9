"""One file of a batch, as text: the input of a worker, wherever it runs, and its answer."""

from __future__ import annotations

from dataclasses import dataclass

from isaopt import interrupt
from isaopt.asm.parser import parse_text
from isaopt.cache.results import entry_of
from isaopt.cache.store import DeferredStore, Store, version_key
from isaopt.errors import IsaoptError
from isaopt.outcome import Options
from isaopt.pipeline import optimize_module
from isaopt.toolchain.assemble import accept_output, accepted_input


@dataclass(frozen=True, slots=True)
class FileTask:
    """``version`` is that of the requester, since a worker of another version must not answer; empty if the versions
    cannot differ. ``store`` has results of kernels that the file shares with others."""

    path: str
    text: str
    arch: str | None
    keep_unknown: bool
    options: Options
    version: str
    store: Store | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """``payload`` is the packed entry of the result, empty if there is an ``error``, worded as on the command line,
    with its exit code. ``assembled`` is False if there was no assembler to check the result."""

    payload: bytes
    assembled: bool = True
    error: str = ""
    exit_code: int = 0


def work(task: FileTask) -> Answer:
    """Optimise one file and assemble the result."""
    if task.version not in ("", version_key()):
        return Answer(b"", error=f"{task.path}: error: the worker has another version of isaopt", exit_code=3)
    try:
        module = parse_text(task.text, task.path, task.arch, task.keep_unknown)
        tools = accepted_input(task.text, module.arch, task.path)
        later = DeferredStore(task.store) if task.store is not None else None
        result = optimize_module(module, task.options, store=later)
        if result.changed and tools is not None:
            accept_output(result.module.text(), module.arch, task.path, tools)
        if later is not None:
            interrupt.check()
            later.commit()
        return Answer(entry_of(result).packed(), tools is not None or not result.changed)
    except IsaoptError as error:
        return Answer(b"", error=str(error), exit_code=error.exit_code)
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        return Answer(b"", error=f"{task.path}: error: internal error: {what}, please report", exit_code=2)
