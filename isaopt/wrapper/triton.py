"""Optimises kernels for an unchanged Triton program, through Triton's own override.

Triton writes every stage of a kernel to ``TRITON_DUMP_DIR/KEY/NAME.amdgcn`` (``TRITON_KERNEL_DUMP=1``), and takes a
stage from ``TRITON_OVERRIDE_DIR/KEY/NAME.amdgcn`` if it is there (``TRITON_KERNEL_OVERRIDE=1``). Source: Triton 3.8 and
3.9, ``triton/compiler/compiler.py`` and ``triton/runtime/cache.py``.

``KEY`` is a digest of the kernel's source and its constants, but not of options such as ``num_warps``. Versions of one
kernel that an autotuner tries therefore share a key: the dump keeps the last one, and an override would replace all of
them. Triton's cache has a separate entry for each version; a kernel with several versions is left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from isaopt import interrupt
from isaopt.asm.parser import target_arch
from isaopt.asm.source import decode, encode
from isaopt.cache.results import CachedResult, result_key, unpacked
from isaopt.cache.store import Store
from isaopt.errors import InputError, IsaoptError, UsageError
from isaopt.files import replace_file
from isaopt.libraries.task import Answer, FileTask, work
from isaopt.outcome import KernelReport, Options
from isaopt.workers import Lost, run_tasks

Status = Literal["written", "unchanged", "left out", "failed"]


@dataclass(frozen=True, slots=True)
class Override:
    """One dumped kernel.  ``path`` is relative to the dump; ``why`` says why nothing was written for it."""

    path: str
    status: Status
    kernels: tuple[KernelReport, ...] = ()
    why: str = ""
    exit_code: int = 0


def _versions(cache: Path) -> dict[str, set[str]]:
    """For the digest of each ``.ttir`` in Triton's cache, the digests of the ``.amdgcn`` made from it.

    The TTIR of a kernel does not depend on the options that the key leaves out: they only affect the next stage.
    """
    found: dict[str, set[str]] = {}
    for listing in cache.glob("*/*.amdgcn"):
        ttir = listing.with_suffix(".ttir")
        try:
            source, code = ttir.read_bytes(), listing.read_bytes()
        except OSError:
            continue
        found.setdefault(hashlib.sha256(source).hexdigest(), set()).add(hashlib.sha256(code).hexdigest())
    return found


def _ambiguous(listing: Path, versions: dict[str, set[str]]) -> str:
    """Why an override of this kernel could replace a version from which it was not made; empty if it cannot."""
    try:
        key = hashlib.sha256(listing.with_suffix(".ttir").read_bytes()).hexdigest()
    except OSError:
        return "its .ttir is not beside it, so its versions are unknown"
    known = versions.get(key, set())
    mine = hashlib.sha256(listing.read_bytes()).hexdigest()
    if len(known | {mine}) > 1:
        return (
            f"Triton has compiled it with {len(known | {mine})} sets of options, which an override cannot distinguish"
        )
    return "" if known else "Triton's cache does not have it, so its versions are unknown"


def triton(
    dump: str | Path,
    output: str | Path,
    options: Options | None = None,
    *,
    cache: str | Path | None = None,
    single_version: bool = False,
    store: Store | None = None,
    jobs: int = 1,
    progress: Callable[[str], None] = lambda _: None,
) -> tuple[Override, ...]:
    """Fills ``output`` (``TRITON_OVERRIDE_DIR``) with the optimised kernels of ``dump`` (``TRITON_DUMP_DIR``).

    ``cache`` is Triton's cache (``TRITON_CACHE_DIR``) with the entries of the run that dumped.  ``single_version``
    states that every kernel was compiled with a single set of options.  A file is written for each kernel that changed;
    outdated files of an earlier run are removed.

    Raises:
        UsageError: there is no such directory, or no ``.amdgcn`` in it.
    """
    source, target = Path(dump), Path(output)
    if not source.is_dir():
        raise UsageError("not a directory", str(source))
    if source.resolve() == target.resolve():
        raise UsageError("the override directory is the dump directory", str(target))
    paths = sorted(str(p.relative_to(source)) for p in source.glob("*/*.amdgcn"))
    if not paths:
        hint = "run the program with TRITON_KERNEL_DUMP=1 and TRITON_ALWAYS_COMPILE=1"
        raise UsageError("no KEY/NAME.amdgcn below this directory", str(source), hint=hint)
    chosen = options or Options()
    versions = {} if single_version else _versions(Path(cache)) if cache is not None else {}
    done: dict[str, Override] = {}
    tasks: list[FileTask] = []
    asked: list[str] = []
    for path in paths:
        why = "" if single_version else _ambiguous(source / path, versions)
        if why:
            done[path] = Override(path, "left out", why=why)
            continue
        try:
            text = decode((source / path).read_bytes(), str(source / path))
            target_arch(text, str(source / path))
        except (InputError, OSError) as error:
            message = error.message if isinstance(error, InputError) else str(error)
            done[path] = Override(path, "left out", why=message)
            continue
        asked.append(path)
        tasks.append(FileTask(str(source / path), text, None, False, chosen, ""))
    for index, answer in _answers(tasks, chosen, store, jobs):
        path = asked[index]
        done[path] = _written(path, target, tasks[index].text, answer)
        progress(f"{path}: {done[path].status}")
    for path, became in done.items():
        if became.status != "written":
            (target / path).unlink(missing_ok=True)
    return tuple(done[path] for path in paths)


def _answers(
    tasks: list[FileTask], options: Options, store: Store | None, jobs: int
) -> Iterator[tuple[int, CachedResult | Override]]:
    """Each task's index with its entry, or with its failure."""
    keys = [result_key(t.text, target_arch(t.text, t.path), options) for t in tasks]
    left = []
    for index, key in enumerate(keys):
        payload = store.get(key) if store is not None and key is not None else None
        entry = unpacked(payload) if payload is not None else None
        if entry is None:
            left.append(index)
        else:
            yield index, entry
    for at, answer in run_tasks(work, [tasks[i] for i in left], jobs):
        index = left[at]
        key = keys[index]
        if isinstance(answer, Lost):
            yield index, Override("", "failed", why=answer.why, exit_code=2)
            continue
        assert isinstance(answer, Answer)
        entry = unpacked(answer.payload) if not answer.error else None
        if entry is None:
            yield index, Override("", "failed", why=answer.error, exit_code=answer.exit_code)
            continue
        interrupt.check()
        if store is not None and key is not None and answer.assembled:
            store.put(key, answer.payload)
        yield index, entry


def _written(path: str, target: Path, before: str, answer: CachedResult | Override) -> Override:
    if isinstance(answer, Override):
        return Override(path, answer.status, why=answer.why, exit_code=answer.exit_code)
    if answer.text == before:
        return Override(path, "unchanged", answer.kernels)
    try:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        replace_file(target / path, encode(answer.text))
    except OSError as error:
        raise IsaoptError(f"cannot write: {error.strerror or error}", str(target / path)) from error
    return Override(path, "written", answer.kernels)
