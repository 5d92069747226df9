"""A piece of work in a process of its own, with limits on processor time and memory, and an account of both."""

from __future__ import annotations

import contextlib
import os
import pickle
import resource
import select
import signal
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Generic, TypeVar

from isaopt.errors import IsaoptError

Value = TypeVar("Value")

PACKAGE = str(Path(__file__).resolve().parents[2] / "isaopt") + os.sep
#: Files whose time is another's: the solver runs in a call that can be interrupted.
_ROOMS = {"interrupt.py": "CP-SAT"}
#: Seconds of processor time between two looks at what the work does.
_INTERVAL = 0.02
#: What a process may take beyond its limit before it is killed: a call into C answers no signal.
_GRACE = 30


class Wrong(Exception):
    """A check did not hold."""


class Late(BaseException):
    """The processor time is over; no handler of exceptions of the work may take it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """``seconds`` of processor time, ``megabytes`` of data."""

    seconds: float
    megabytes: int


@dataclass(frozen=True, slots=True)
class Account(Generic[Value]):
    """What became of a piece of work: its ``value``, or the ``status`` and the ``why`` of there being none.

    ``status`` is empty where there is one, else ``refused`` (an error that is the user's to know), ``wrong`` (a check
    that did not hold), ``late``, ``memory`` or ``crashed``.
    ``seconds`` of processor time and the peak in ``megabytes`` include the tools that it ran; ``places`` are those
    seconds by the part of the package that spent them.
    """

    status: str
    value: Value | None = None
    why: str = ""
    seconds: float = 0.0
    megabytes: int = 0
    places: dict[str, float] = field(default_factory=dict)


class _Sampler:
    """Adds up processor time by place, and ends the work when its time is over.

    A signal that arrives during a call into C is answered behind it, in the frame that made the call, so the time
    since the last answer belongs to the frame that is seen.
    """

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.places: defaultdict[str, float] = defaultdict(float)
        self.last = self.start = time.process_time()
        signal.signal(signal.SIGPROF, self.look)
        signal.setitimer(signal.ITIMER_PROF, _INTERVAL, _INTERVAL)

    def look(self, _signal: int, frame: FrameType | None) -> None:
        now = time.process_time()
        self.places[place(frame)] += now - self.last
        self.last = now
        if now - self.start > self.limit:
            self.stop()
            raise Late

    def stop(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)


def place(frame: FrameType | None) -> str:
    """The folder of the package whose code runs, and the pass on whose behalf: ``solve < pair``."""
    inner = ""
    for_pass = ""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(PACKAGE):
            parts = name.removeprefix(PACKAGE).removesuffix(".py").split(os.sep)
            inner = inner or _ROOMS.get(name.removeprefix(PACKAGE)) or "/".join(parts[: 2 if len(parts) > 2 else 1])
            if parts[0] == "transform" and len(parts) > 1:
                for_pass = parts[1]
        frame = frame.f_back
    return f"{inner or 'other'} < {for_pass}" if for_pass else inner or "other"


def _told(error: BaseException) -> tuple[str, str]:
    """Status and words for what the work raised."""
    match error:
        case IsaoptError():
            return "refused", str(error).splitlines()[0]
        case Wrong():
            return "wrong", str(error)
        case Late():
            last = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith(PACKAGE)]
            return "late", f"in {last[-1].filename.removeprefix(PACKAGE)}, {last[-1].name}" if last else ""
        case MemoryError():
            return "memory", "out of memory"
    return "crashed", "".join(traceback.format_exception(error))


def _serve(work: Callable[[], Value], limits: Limits, out: int) -> None:
    data = limits.megabytes << 20
    resource.setrlimit(resource.RLIMIT_DATA, (data, data))
    most = int(time.process_time() + limits.seconds) + _GRACE
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + _GRACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sampler = _Sampler(limits.seconds)
    value: Value | None = None
    status, why = "", ""
    try:
        value = work()
    except BaseException as error:
        status, why = _told(error)
    sampler.stop()
    spent = sorted(sampler.places.items(), key=lambda item: -item[1])
    places = {name: round(seconds, 2) for name, seconds in spent if seconds >= 0.05}
    with os.fdopen(out, "wb") as pipe:
        pickle.dump((status, value, why, places), pipe)


def limited(work: Callable[[], Value], limits: Limits) -> Account[Value]:
    """Does the work in a fork of this process, which sees all that this one has read.  Nothing that the work does, a
    crash included, harms this process, which must have started no thread.  Work that waits for ever ends as well."""
    sys.stdout.flush()
    sys.stderr.flush()
    get, put = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(get)
        try:
            _serve(work, limits, put)
        finally:
            os._exit(0)
    os.close(put)
    data = b""
    overdue = False
    deadline = time.monotonic() + 10 * (limits.seconds + _GRACE)
    with os.fdopen(get, "rb", buffering=0) as pipe:
        while True:
            ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
            overdue = not ready
            if overdue:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
                break
            more = pipe.read(1 << 20)
            if not more:
                break
            data += more
    _, ended, used = os.wait4(child, 0)
    seconds, peak = round(used.ru_utime + used.ru_stime, 2), used.ru_maxrss >> 10
    if not data:
        number = os.WTERMSIG(ended) if os.WIFSIGNALED(ended) else 0
        late = overdue or number == signal.SIGXCPU
        return Account("late" if late else "crashed", None, f"ended by signal {number}", seconds, peak)
    status, value, why, places = pickle.loads(data)
    return Account(status, value, why, seconds, peak, places)
