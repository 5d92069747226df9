"""A few processes that work through a list of tasks; each task gets an answer of its own.

A task that raises, crashes its process or takes too long is answered with :class:`Lost`; the others continue. Unlike
:mod:`concurrent.futures`, a process that dies only loses its own task.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import ModuleType
from typing import Generic, TypeVar

from isaopt import interrupt
from isaopt.collector import collect_rarely

Task = TypeVar("Task")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Lost:
    """Why a task has no answer, in a few words; ``error`` is the exception it raised, if any, and ``late`` says that
    it exceeded its time and was ended."""

    why: str
    error: Exception | None = None
    late: bool = False


@dataclass(slots=True)
class _Worker(Generic[Task, Answer]):
    process: SpawnProcess
    pipe: Connection
    task: int | None = None
    deadline: float | None = None


def _end_with_parent() -> None:
    """Ends this process when the one that started it is gone, however that ended: no process waits for its answer."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _serve(pipe: Connection, function: Callable[[Task], Answer]) -> None:
    interrupt.serve()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    collect_rarely()
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        try:
            answer: Answer | Lost = function(task)
        except Exception as error:
            answer = Lost(" ".join(f"{type(error).__name__}: {error}".split()), error)
        try:
            pipe.send(answer)
        except Exception as error:  # what was raised cannot be sent; its words can
            why = answer.why if isinstance(answer, Lost) else f"the answer cannot be sent: {error}"
            pipe.send(Lost(why))


def _start(function: Callable[[Task], Answer]) -> _Worker[Task, Answer]:
    # Spawned, not forked: the solver's threads and locks do not survive a fork.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, function), daemon=True)
    # A worker needs nothing of the program that runs: without its name, that is not run again in every worker, which
    # a script without a __main__ guard would not survive and one on standard input cannot do.
    program = sys.modules["__main__"]
    # multiprocessing starts its resource tracker with the first worker, and then unblocks what is blocked here.
    resource_tracker.ensure_running()
    with interrupt.held():
        # Blocked until the worker knows that interrupts are none of its business.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            sys.modules["__main__"] = ModuleType("__main__")
            process.start()
        finally:
            sys.modules["__main__"] = program
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    theirs.close()
    return _Worker(process, ours)


def _end(worker: _Worker[Task, Answer]) -> None:
    worker.pipe.close()
    worker.process.terminate()
    worker.process.join(5)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()


def _death(process: SpawnProcess) -> str:
    process.join()
    code = process.exitcode or 0
    if code < 0:
        return f"its process died of signal {-code} ({signal.Signals(-code).name})"
    return f"its process ended with exit status {code}"


def run_tasks(
    function: Callable[[Task], Answer], tasks: Sequence[Task], jobs: int, timeout: float | None = None
) -> Iterator[tuple[int, Answer | Lost]]:
    """Each task's index and answer, in the order in which they are done.

    ``function``, tasks and answers cross process borders: they are importable by name, or can be pickled.  ``timeout``
    is in seconds of one task.  Leaving the iterator early ends the processes.
    """
    workers: list[_Worker[Task, Answer]] = []
    left = iter(range(len(tasks)))
    running = 0

    def give(worker: _Worker[Task, Answer]) -> bool:
        index = next(left, None)
        worker.task = index
        if index is None:
            return False
        worker.deadline = None if timeout is None else time.monotonic() + timeout
        worker.pipe.send(tasks[index])
        return True

    try:
        for _ in range(min(jobs, len(tasks))):
            workers.append(_start(function))
            running += give(workers[-1])
        while running:
            busy = {w.pipe: w for w in workers if w.task is not None}
            soonest = min((w.deadline for w in busy.values() if w.deadline is not None), default=None)
            ready = wait(list(busy), None if soonest is None else max(0.0, soonest - time.monotonic()))
            now = time.monotonic()
            late = [w for p, w in busy.items() if p not in ready and w.deadline is not None and w.deadline <= now]
            for worker in [*(busy[p] for p in busy if p in ready), *late]:
                index = worker.task
                assert index is not None
                answer: Answer | Lost
                fresh = worker
                if worker in late:
                    answer = Lost(f"no result within {timeout:g} seconds", late=True)
                    fresh = _replace(workers, worker, function)
                else:
                    try:
                        answer = worker.pipe.recv()
                    except (EOFError, ConnectionError):
                        answer = Lost(_death(worker.process))
                        fresh = _replace(workers, worker, function)
                running -= 1
                running += give(fresh)
                yield index, answer
    finally:
        for worker in workers:
            _end(worker)


class Helper(Generic[Task, Answer]):
    """One process that answers tasks one at a time for a program that keeps running; call it from a thread. A
    process that died is started again for the next task."""

    def __init__(self, function: Callable[[Task], Answer]) -> None:
        self._function = function
        self._turn = threading.Lock()
        self._worker: _Worker[Task, Answer] | None = None
        self._closed = False

    def ask(self, task: Task, timeout: float | None = None) -> Answer | Lost:
        """Waits for earlier callers, then for the answer, at most ``timeout`` seconds."""
        with self._turn:
            if self._closed:
                return Lost("it was closed")
            if self._worker is None:
                self._worker = _start(self._function)
            worker = self._worker
            try:
                worker.pipe.send(task)
                if not worker.pipe.poll(timeout):
                    self._worker = None
                    _end(worker)
                    return Lost(f"no result within {timeout:g} seconds", late=True)
                answer: Answer | Lost = worker.pipe.recv()
            except (EOFError, OSError):
                self._worker = None
                return Lost("it was closed" if self._closed else _death(worker.process))
            return answer

    def restart(self) -> None:
        """Ends the process while nobody waits for it; the next task gets a new one."""
        with self._turn:
            if self._worker is not None:
                _end(self._worker)
            self._worker = None

    def close(self) -> None:
        """Ends the process even if it is busy; a waiting caller receives a :class:`Lost`."""
        self._closed = True
        worker = self._worker
        if worker is not None:
            worker.process.terminate()
            worker.process.join()


def _replace(
    workers: list[_Worker[Task, Answer]], old: _Worker[Task, Answer], function: Callable[[Task], Answer]
) -> _Worker[Task, Answer]:
    _end(old)
    new: _Worker[Task, Answer] = _start(function)
    workers[workers.index(old)] = new
    return new
