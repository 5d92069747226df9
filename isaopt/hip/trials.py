"""Tries versions of a kernel on a GPU in a separate process, so that a hang or fault affects nothing else.

Answers are stored by everything that they depend on: the GPU, the runtime, the launch with its contents, the texts of
the versions. A version that was being launched when everything ended is not launched again.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np

from isaopt.errors import CheckFailed, IsaoptError
from isaopt.hip.checking import Tolerance
from isaopt.hip.library import Device, HipError
from isaopt.hip.run import bench, launch
from isaopt.hip.timing import TimingPlan
from isaopt.workers import Helper, Lost

if TYPE_CHECKING:
    from isaopt.cache.store import Store
    from isaopt.emulator.launches import Launch

#: The duration of a sample in seconds, as a number of launches in a row, because shorter ones are not resolved well;
#: and the most launches.
_SAMPLE, _MOST_INNER = 50e-6, 50
#: The time limit of a process as a multiple of the expected time of its launches.
_PATIENCE = 20
_LOST_BEFORE = "isaopt came to no end while it was launched, an earlier time (--no-cache tries again)"


@dataclass(frozen=True, slots=True)
class _Question:
    """A request to a process: to launch files in turns as ``timing`` says, or one file once, whose results must equal
    those in the directory ``expected``; its results are written to ``kept``."""

    kernel: str
    launch: Launch
    device: int
    paths: tuple[str, ...]
    timing: TimingPlan | None = None
    expected: str = ""
    kept: str = ""
    tolerance: Tolerance | None = None


@dataclass(frozen=True, slots=True)
class _Answer:
    device: Device | None = None
    samples: tuple[tuple[float, ...], ...] = ()
    wrong: str = ""


def _ask(question: _Question) -> _Answer:
    given = question.launch
    size = given.geometry.grid, given.geometry.block
    if question.timing is not None:
        done = bench(
            question.paths, *size, given.arguments(), kernel=question.kernel, dynamic_lds=given.dynamic_lds,
            device=question.device, timing=question.timing, check=False,
        )  # fmt: skip
        return _Answer(done.device, tuple(version.samples for version in done.versions))
    args = given.arguments()
    try:
        once = launch(
            question.paths[0], *size, args, kernel=question.kernel, dynamic_lds=given.dynamic_lds,
            device=question.device, check=Path(question.expected) if question.expected else "none",
            tolerance=question.tolerance,
        )  # fmt: skip
    except CheckFailed as error:
        return _Answer(wrong=error.message)
    for name, data in once.buffers.items() if question.kept else ():
        np.save(Path(question.kept) / f"{name}.npy", data)
    return _Answer(once.device)


@dataclass
class GpuTrials:
    """Launches versions of the kernel of that name, given as text.

    ``seconds``: the time limit of a launch and everything before it. ``launches`` is the number made, ``answered`` the
    number of questions answered from earlier runs.
    """

    kernel: str
    launch: Launch
    directory: Path
    device_index: int = 0
    seconds: float = 60.0
    store: Store | None = None
    launches: int = 0
    answered: int = 0
    inner: int = 1
    device: Device | None = None
    tolerance: Tolerance | None = None
    files: dict[str, Path] = field(default_factory=dict)
    _process: Helper[_Question, _Answer] = field(default_factory=lambda: Helper(_ask), repr=False)

    def begin(self, text: str) -> float:
        """Launches the version with which all others must agree; returns the seconds that it takes.

        Raises:
            MissingTool: no runtime, no GPU, or no assembler.
            UsageError: the launch, or the GPU, does not fit the kernel.
            HipError: the kernel cannot be launched.
        """
        (self.directory / "expected").mkdir(exist_ok=True)
        answer = self._must(self._question((text,), kept=str(self.directory / "expected")))
        self.device = answer.device
        (seconds,) = self._must(self._question((text,), timing=TimingPlan(1, 0))).samples[0]
        self.launches += 2
        self.inner = max(1, min(_MOST_INNER, math.ceil(_SAMPLE / seconds))) if seconds > 0 else _MOST_INNER
        return seconds

    def check(self, text: str, again: bool = False) -> str:
        """Launches a version and returns why it is out: it hangs, faults, or leaves other results; empty if none of
        these. ``again``: ignore stored answers."""

        def ask() -> dict[str, object]:
            self.launches += 1
            question = self._question((text,), expected=str(self.directory / "expected"))
            answer = self._run(question, self.seconds)
            if isinstance(answer, Lost):
                return {"why": _words(answer)}
            return {"why": f"it leaves other results: {answer.wrong}" if answer.wrong else ""}

        return str(self._remembered(("check", text), ask, again).get("why", ""))

    def in_turns(self, texts: Sequence[str], repeats: int, number: int, expected: float) -> list[list[float]] | None:
        """Seconds of a launch of each version, in ``repeats`` rounds; None if the process was lost. ``number``
        distinguishes equal questions, ``expected`` is the approximate time of a launch."""

        def ask() -> dict[str, object]:
            timing = TimingPlan(repeats, 1, self.inner, number)
            count = self.cost(len(texts), repeats)
            self.launches += count
            answer = self._run(self._question(tuple(texts), timing=timing), self.seconds + _PATIENCE * count * expected)
            return {} if isinstance(answer, Lost) else {"samples": [list(own) for own in answer.samples]}

        found = self._remembered(("times", *texts, str((repeats, self.inner, number))), ask).get("samples")
        return cast("list[list[float]]", found) if isinstance(found, list) else None

    def cost(self, versions: int, repeats: int) -> int:
        """The number of launches for such a question, with one of each version before."""
        return versions * (1 + repeats * self.inner)

    def _must(self, question: _Question) -> _Answer:
        answer = self._run(question, self.seconds)
        if not isinstance(answer, Lost):
            return answer
        raise answer.error if isinstance(answer.error, IsaoptError) else HipError(f"the input: {_words(answer)}")

    def _question(
        self, texts: Sequence[str], timing: TimingPlan | None = None, expected: str = "", kept: str = ""
    ) -> _Question:
        paths = tuple(str(self._file(text)) for text in texts)
        given = self.kernel, self.launch, self.device_index, paths
        return _Question(*given, timing, expected, kept, self.tolerance)

    def _file(self, text: str) -> Path:
        if text not in self.files:
            self.files[text] = self.directory / f"version{len(self.files)}.s"
            self.files[text].write_text(text)
        return self.files[text]

    def _run(self, question: _Question, seconds: float) -> _Answer | Lost:
        answer = self._process.ask(question, seconds)
        if isinstance(answer, Lost):
            # After a fault, the process may have a GPU that no longer answers.
            self._process.restart()
        return answer

    def close(self) -> None:
        """Ends the process that launches."""
        self._process.close()

    def _remembered(
        self, asked: Sequence[str], ask: Callable[[], dict[str, object]], again: bool = False
    ) -> dict[str, object]:
        if self.store is None:
            return ask()
        key = self._key(asked)
        payload = self.store.get(key) if not again else None
        found: dict[str, object] = json.loads(payload) if payload is not None else {}
        if found.get("begun") and asked[0] == "check":
            found = {"why": _LOST_BEFORE}
        elif found and not found.get("begun"):
            self.answered += 1
            return found
        else:
            self.store.put(key, b'{"begun": true}')
            try:
                found = ask()
            except BaseException:
                self.store.put(key, b"{}")
                raise
        self.store.put(key, json.dumps(found).encode())
        return found

    def _key(self, asked: Sequence[str]) -> str:
        assert self.device is not None
        digest = hashlib.sha256(
            json.dumps(["measured 1", self.device.name, self.device.arch, self.device.runtime]).encode()
        )
        digest.update(json.dumps(self.launch.document()).encode())
        for arg in self.launch.arguments():
            data = getattr(arg, "data", None)
            digest.update(data.tobytes() if isinstance(data, np.ndarray) else repr(arg).encode())
        digest.update("\0".join((self.kernel, *asked)).encode())
        return digest.hexdigest()


def _words(lost: Lost) -> str:
    """Why there is no answer, in words."""
    said = lost.error.message if isinstance(lost.error, IsaoptError) else lost.why
    return f"it {'hangs' if lost.late else 'faults'}: {said}"
