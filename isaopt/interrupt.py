"""Ctrl-C and SIGTERM: noticed at any moment, never lost, and without effect once results are being written.

Python turns a signal into an exception between two bytecodes of the main thread.  That alone is not enough here:

* C++ that the main thread runs is not left until it returns, and libraries may take the signal for themselves (CP-SAT
  does, and then answers as if its time were up): :func:`awaited` runs such a call in another thread;
* the system may deliver a signal to any thread, and a main thread that waits does not notice: :func:`awaited` wakes up
  now and then;
* an exception that is raised in a finaliser (``__del__``) is printed and dropped: an interrupt is therefore also
  remembered, and :func:`check` raises it again;
* a process that is being started is nobody's yet: :func:`held` lets the signal wait until it is known;
* of several files that belong together some could be written: :func:`commit` is the point of no return.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TypeVar

Answer = TypeVar("Answer")

_STOP_AGAIN = 0.1
"""Seconds after which a call is asked to stop again: it may not have started at the first request."""
_LOOK_AGAIN = 0.1
"""Seconds after which a signal is noticed that was delivered to a thread of the call."""


class _InterruptState:
    """The state of interrupts in this process; only the main thread changes it."""

    interrupted = False
    committed = False
    held = 0
    pending: BaseException | None = None


def _raise(error: BaseException) -> None:
    if not _InterruptState.held:
        raise error
    _InterruptState.pending = error


def _noticed(_signal: int, _frame: FrameType | None) -> None:
    if not _InterruptState.committed:
        _InterruptState.interrupted = True
        _raise(KeyboardInterrupt())


def _terminated(number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _raise(SystemExit(128 + number))


def listen() -> None:
    """Treat SIGINT and SIGTERM alike as an interrupt. A SIGINT that the process was started to ignore (as shells start
    background jobs) stays ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _noticed)
    signal.signal(signal.SIGTERM, _noticed)


def serve() -> None:
    """Handle signals as a worker. SIGINT is left to the parent. On SIGTERM the worker leaves through the normal exits,
    so that it leaves no temporary file and no running tool behind; later signals, such as the parent's SIGTERM after
    one to the whole group, are ignored."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    signal.signal(signal.SIGTERM, _terminated)


@contextlib.contextmanager
def held() -> Iterator[None]:
    """Delays signals until the end of the block, when the caller knows the new process and can end it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _InterruptState.held += 1
    try:
        yield
    finally:
        _InterruptState.held -= 1
        pending = _InterruptState.pending
        if pending is not None and not _InterruptState.held:
            _InterruptState.pending = None
            raise pending


def begin() -> None:
    """Marks the start of a command: nothing has been written, and earlier interrupts are forgotten."""
    _InterruptState.interrupted = _InterruptState.committed = False


def check() -> None:
    """Raises :class:`KeyboardInterrupt` if the process was interrupted, even if the exception was swallowed before."""
    if _InterruptState.interrupted:
        raise KeyboardInterrupt


def commit() -> None:
    """Marks the point at which all results exist and are about to be written: from here on the command is not
    interrupted.

    Raises :class:`KeyboardInterrupt` if the interrupt came before.
    """
    check()
    _InterruptState.committed = True


def awaited(call: Callable[[], Answer], stop: Callable[[], object]) -> Answer:
    """Runs a long ``call`` into C++ and returns its result, or raises its exception.

    If this thread is interrupted meanwhile, ``stop`` makes the call return early, and its result is not used.
    """
    answers: list[Answer] = []
    errors: list[BaseException] = []
    begun, ended, cancelled = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        # Set before stopping the call: either this thread sees that it need not start, or the other one that it has
        # started.
        begun.set()
        try:
            if not cancelled.is_set():
                answers.append(call())
        except BaseException as error:
            errors.append(error)
        finally:
            ended.set()

    try:
        threading.Thread(target=work, daemon=True).start()
        while not ended.wait(_LOOK_AGAIN):
            pass
    except BaseException:
        cancelled.set()
        while begun.is_set() and not ended.is_set():
            # A second interrupt does not end the wait: leaving while C++ runs aborts the process with a message.
            with contextlib.suppress(KeyboardInterrupt):
                stop()
                ended.wait(_STOP_AGAIN)
        raise
    check()
    if errors:
        raise errors[0]
    return answers[0]
