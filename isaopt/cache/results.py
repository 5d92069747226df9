"""A caching ``optimize``: the same text, options and version give the same result, so it is looked up first."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields, replace
from time import monotonic

from isaopt import interrupt
from isaopt.asm.parser import parse_text
from isaopt.asm.source import encode as encode_source
from isaopt.cache.store import DeferredStore, Store, version_key
from isaopt.ir.program import Module
from isaopt.outcome import KernelReport, LintCounts, Options, Progress, Result
from isaopt.pipeline import optimize_module
from isaopt.plain import decode, encode
from isaopt.plugins import extended
from isaopt.target.gpus import gpu_names
from isaopt.toolchain.includes import reads_files


@dataclass(frozen=True, slots=True)
class CachedResult:
    """The stored form of a :class:`Result`: everything, with its module reduced to the text."""

    text: str
    changed: bool
    lint: LintCounts
    kernels: tuple[KernelReport, ...]
    seconds: float
    assumptions: tuple[str, ...]

    def packed(self) -> bytes:
        """The entry as bytes, for a store or another process."""
        return json.dumps(encode(self)).encode()


def entry_of(result: Result) -> CachedResult:
    """The stored form of a result."""
    text = result.module.text()
    return CachedResult(text, result.changed, result.lint, result.kernels, result.seconds, result.assumptions)


def unpacked(payload: bytes) -> CachedResult | None:
    """The entry in these bytes; None if they are not an entry."""
    try:
        return decode(CachedResult, json.loads(payload))
    except (ValueError, RecursionError):
        return None


@dataclass(frozen=True, slots=True)
class Cached:
    """A result, and whether it was looked up rather than computed.

    A looked-up result keeps the times of the run that made it, except for ``seconds``, which is this run's. ``entry``
    is what :meth:`keep` stores under ``key``, ``kernels`` the results of single kernels; None if there is nothing to
    store or no place for it.
    """

    result: Result
    hit: bool
    key: str = ""
    entry: CachedResult | None = None
    kernels: DeferredStore | None = None

    def keep(self, store: Store | None) -> None:
        """Stores the result for the next run. The caller decides when: not before the assembler accepted it, and not if
        the user has cancelled meanwhile."""
        if store is not None and self.entry is not None:
            interrupt.check()
            store.put(self.key, self.entry.packed())
            if self.kernels is not None:
                self.kernels.commit()


def result_key(text: str, arch: str, options: Options) -> str | None:
    """The name of a result: a digest of all that it depends on; None where it may depend on more.

    Trials in the emulator depend on files named in their arguments and on the clang that compiles the emulator; so do
    launches to tune for, and a GPU may be a file.  Code from outside can change without a new version, and so can files
    that the text includes, which may say how a kernel is launched.
    """
    aim = options.aim
    if (
        reads_files(text)
        or extended()
        or options.trials is not None
        or aim.launch is not None
        or aim.gpu not in (None, *gpu_names())
    ):
        return None
    said = {f.name: encode(getattr(options, f.name)) for f in fields(options)}
    question = {"version": version_key(), "arch": arch, "options": said}
    digest = hashlib.sha256(json.dumps(question, sort_keys=True).encode())
    digest.update(b"\0" + encode_source(text))
    return digest.hexdigest()


def _read_again(text: str, before: Module) -> Module:
    """The module of a result's text, whose lines count in the result; ``before`` itself if nothing changed.

    Instructions missing from the tables were permitted when the input was read, or it would have been refused.
    """
    return before if text == before.text() else parse_text(text, before.path, before.arch, keep_unknown=True)


def optimize_cached(
    module: Module,
    options: Options | None = None,
    store: Store | None = None,
    jobs: int = 1,
    progress: Progress = lambda _: None,
) -> Cached:
    """:func:`isaopt.optimize`, answered from ``store`` if that has the result; a new one is for the caller to
    :meth:`Cached.keep`.

    ``jobs`` processes share the kernels of a module. Neither they nor the store affect the result.
    """
    started = monotonic()
    options = options or Options()
    text = module.text()
    key = None if store is None else result_key(text, module.arch, options)
    if store is not None and key is not None:
        payload = store.get(key)
        entry = None if payload is None else unpacked(payload)
        if entry is not None:
            after = _read_again(entry.text, module)
            spent = monotonic() - started
            return Cached(Result(after, entry.changed, entry.lint, entry.kernels, spent, entry.assumptions), True)
    kernels = None if store is None else DeferredStore(store)
    result = optimize_module(module, options, progress, jobs, kernels)
    result = replace(result, module=_read_again(result.module.text(), module))
    entry = None if key is None else entry_of(result)
    return Cached(replace(result, seconds=monotonic() - started), False, key or "", entry, kernels)
