"""Optimises a directory of ``.s`` files into another, file by file.

Finished work is not repeated: first come files whose line in the journal is for this input, these options and this
version, and whose output is unchanged; then results from the cache; the workers share the rest. A file that fails
becomes a line of the summary and stops nothing.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from isaopt import interrupt
from isaopt.asm.parser import target_arch
from isaopt.asm.source import decode, encode
from isaopt.cache.results import CachedResult, result_key, unpacked
from isaopt.cache.store import Store, version_key
from isaopt.errors import IsaoptError, MissingTool, UsageError
from isaopt.files import replace_file
from isaopt.libraries.journal import Journal, JournalLine, read_journal
from isaopt.libraries.task import Answer, FileTask, work
from isaopt.outcome import KernelReport, Options
from isaopt.workers import Lost, run_tasks

Status = Literal["optimised", "unchanged", "failed"]
Origin = Literal["computed", "cache", "journal"]


@dataclass(frozen=True, slots=True)
class File:
    """The outcome for one file; ``path`` is relative to the directory.

    ``kernels`` are its figures if known: the journal does not contain them. ``error`` is worded as on the command line,
    with its exit code.
    """

    path: str
    status: Status
    origin: Origin
    kernels: tuple[KernelReport, ...] = ()
    assembled: bool = True
    error: str = ""
    exit_code: int = 0


@dataclass(frozen=True, slots=True)
class BatchResult:
    """All files by path."""

    files: tuple[File, ...]

    @property
    def failed(self) -> tuple[File, ...]:
        return tuple(f for f in self.files if f.status == "failed")


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """How a batch is run; nothing here changes a result. ``timeout`` is in seconds per file."""

    jobs: int = 1
    store: Store | None = None
    scheduler: str = ""
    timeout: float | None = None
    retry: bool = False


@dataclass(frozen=True, slots=True)
class _Pending:
    path: str
    text: str
    key: str


Progress = Callable[[str], None]


def sources(directory: Path, output: Path) -> tuple[str, ...]:
    """The ``.s`` files below ``directory``, relative to it and sorted, without those in ``output``.

    Raises:
        UsageError: there is no such directory, or it contains no ``.s`` file.
    """
    if not directory.is_dir():
        raise UsageError("not a directory", path=str(directory))
    skipped = output.resolve()
    found = []
    for folder, folders, names in os.walk(directory):
        folders[:] = sorted(f for f in folders if (Path(folder) / f).resolve() != skipped)
        found += [str((Path(folder) / n).relative_to(directory)) for n in names if n.endswith(".s")]
    if not found:
        raise UsageError("no .s file below this directory", path=str(directory))
    return tuple(sorted(found))


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _stands(line: JournalLine, target: Path) -> bool:
    """Whether a journal line is still valid: its output exists unchanged, or the file failed for good."""
    if line.error:
        return True
    try:
        return _sha256(target.read_bytes()) == line.output
    except OSError:
        return False


@dataclass(slots=True)
class _BatchRun:
    """A batch in progress."""

    directory: Path
    output: Path
    options: Options
    batch: BatchOptions
    arch: str | None
    keep_unknown: bool
    progress: Progress
    journal: Journal
    files: dict[str, File] = field(default_factory=dict)
    lines: dict[str, JournalLine] = field(default_factory=dict)

    def done(self, file: File, line: JournalLine | None = None, known: bool = False) -> None:
        """Records the outcome for a file; without a ``line``, the next run tries again."""
        self.progress(f"{file.path}: {file.status}")
        self.files[file.path] = file
        if line is not None:
            self.lines[file.path] = line
            if not known:
                self.journal.add(line)

    def fail(self, path: str, key: str, origin: Origin, error: str, exit_code: int, final: bool = True) -> None:
        file = File(path, "failed", origin, (), True, error, exit_code)
        self.done(file, JournalLine(path, key, "", error, exit_code) if final else None)

    def keep(self, pending: _Pending, entry: CachedResult, origin: Origin, assembled: bool = True) -> None:
        """Writes a result, unless the file already holds it: a build must not see an old file as new."""
        data = encode(entry.text)
        target = self.output / pending.path
        try:
            if not (target.is_file() and target.read_bytes() == data):
                target.parent.mkdir(parents=True, exist_ok=True)
                replace_file(target, data)
        except OSError as error:
            self.fail(pending.path, pending.key, origin, f"{target}: error: cannot write: {error.strerror}", 2, False)
            return
        status: Status = "optimised" if entry.changed else "unchanged"
        line = JournalLine(pending.path, pending.key, _sha256(data))
        self.done(File(pending.path, status, origin, entry.kernels, assembled), line)

    def prepare(self, path: str, before: dict[str, JournalLine]) -> _Pending | None:
        """The task that remains for a file; None if the journal, the cache or its text decides."""
        shown = str(self.directory / path)
        try:
            text = decode((self.directory / path).read_bytes(), shown)
            key = result_key(text, self.arch or target_arch(text, shown), self.options)
        except IsaoptError as error:
            self.fail(path, "", "computed", str(error), error.exit_code, final=False)
            return None
        except OSError as error:
            message = f"{shown}: error: cannot read the file: {error.strerror}"
            self.fail(path, "", "computed", message, 2, final=False)
            return None
        # Without a key, what becomes of the file depends on more than its text: it is made anew each time.
        key = "" if key is None else key + "+" * self.keep_unknown
        pending = _Pending(path, text, key)
        store = self.batch.store
        payload = store.get(key.rstrip("+")) if store is not None and key else None
        entry = unpacked(payload) if payload is not None else None
        line = before.get(path)
        stands = line is not None and key != "" and line.key == key and _stands(line, self.output / path)
        if entry is not None:
            self.keep(pending, entry, "journal" if stands else "cache")
            return None
        if line is None or not stands or (line.error and self.batch.retry):
            return pending
        if line.error:
            known = File(path, "failed", "journal", (), True, line.error, line.exit_code)
        else:
            status: Status = "unchanged" if line.output == _sha256(encode(text)) else "optimised"
            known = File(path, status, "journal")
        self.done(known, line, known=True)
        return None

    def answers(self, tasks: Sequence[FileTask]) -> Iterator[tuple[int, Answer | Lost]]:
        if not tasks:
            return iter(())
        if self.batch.scheduler:
            return run_on_cluster(self.batch.scheduler, tasks)
        return run_tasks(work, tasks, self.batch.jobs, self.batch.timeout)

    def compute(self, pending: Sequence[_Pending]) -> None:
        # Processes of this machine run the files that this process runs.
        version = version_key() if self.batch.scheduler else ""
        store = None if self.batch.scheduler else self.batch.store
        tasks = [
            FileTask(str(self.directory / p.path), p.text, self.arch, self.keep_unknown, self.options, version, store)
            for p in pending
        ]
        for index, answer in self.answers(tasks):
            asked = pending[index]
            if isinstance(answer, Lost):
                # The process may have failed by chance, so the next run tries again.
                message = f"{tasks[index].path}: error: {answer.why}"
                self.fail(asked.path, asked.key, "computed", message, 2, final=False)
                continue
            entry = unpacked(answer.payload) if not answer.error else None
            if entry is None:
                # What was missing may be there next time.
                final = answer.exit_code != MissingTool.exit_code
                self.fail(asked.path, asked.key, "computed", answer.error or "no answer", answer.exit_code, final)
                continue
            interrupt.check()
            if self.batch.store is not None and asked.key and answer.assembled:
                self.batch.store.put(asked.key.rstrip("+"), answer.payload)
            self.keep(asked, entry, "computed", answer.assembled)


def batch(
    directory: str | Path,
    output: str | Path,
    options: Options | None = None,
    run: BatchOptions | None = None,
    *,
    arch: str | None = None,
    keep_unknown: bool = False,
    progress: Progress = lambda _: None,
) -> BatchResult:
    """Optimises every ``.s`` file below ``directory`` and writes the results to the same places below ``output``.

    A file that cannot be read, optimised or assembled is reported in the result. Only problems of the whole batch
    raise:

    Raises:
        UsageError: there is no such directory, it contains no ``.s`` file, or the output is the input.
        MissingTool: there is no scheduler at the given address, or Dask is missing.
    """
    source, target = Path(directory), Path(output)
    run = run or BatchOptions()
    if source.is_dir() and target.resolve() == source.resolve():
        raise UsageError("the output directory is the input directory", path=str(target))
    if target.exists() and not target.is_dir():
        raise UsageError("the output is not a directory", path=str(target))
    if run.scheduler and run.timeout is not None:
        raise UsageError(
            "--timeout and --scheduler cannot be combined: a time limit needs isaopt's own worker processes"
        )
    paths = sources(source, target)
    target.mkdir(parents=True, exist_ok=True)
    before = read_journal(target)
    under_way = _BatchRun(source, target, options or Options(), run, arch, keep_unknown, progress, Journal(target))
    try:
        pending = [p for p in (under_way.prepare(path, before) for path in paths) if p is not None]
        under_way.compute(pending)
    except BaseException:
        under_way.journal.abandon()
        raise
    under_way.journal.close({**before, **under_way.lines})
    return BatchResult(tuple(under_way.files[path] for path in paths))


CONNECT_SECONDS = 20


def run_on_cluster(scheduler: str, tasks: Sequence[FileTask]) -> Iterator[tuple[int, Answer | Lost]]:
    """Each task's index and answer, in order of completion.

    A task whose worker dies is given to another, a few times; then it is lost.

    Raises:
        MissingTool: Dask is not installed, or nobody answers at ``scheduler``.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        hint = "install it with: pip install 'isaopt[cluster]'"
        raise MissingTool("--scheduler needs dask.distributed", hint=hint) from None
    try:
        client = Client(  # type: ignore[no-untyped-call]
            scheduler, timeout=CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, ValueError, TimeoutError) as error:
        raise MissingTool(f"no Dask scheduler at {scheduler}: {' '.join(str(error).split())[:200]}") from None
    with client, client.as_current():
        # Not pure: a task is never answered twice here, and hashing texts takes time.
        futures = {client.submit(work, task, pure=False): index for index, task in enumerate(tasks)}
        for future in as_completed(list(futures)):  # type: ignore[no-untyped-call]
            raised = future.exception()
            if raised is None:
                yield futures[future], future.result()
            else:
                yield futures[future], Lost(" ".join(f"{type(raised).__name__}: {raised}".split())[:300])
            future.release()
