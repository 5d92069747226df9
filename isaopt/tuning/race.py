"""Finds the fastest of many versions on a GPU with few launches.

Predictions decide which version is worth a launch, measurements which one stays. Versions are timed in turns, and each
time is compared with the input's in the same turns. A version that was not launched may still win within the observed
error of this kernel's predictions; one that was launched, within its interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Protocol

from isaopt.tuning.model import Plan

#: Standard deviations of a 95 % interval, and the scatter of the median of normal noise relative to that of the mean.
_SURE, _OF_MEDIAN = 1.96, 1.2533
#: Lower limits of the noise, of the scatter of predictions, and of a gain that counts.
_LEAST_NOISE, _LEAST_SCATTER, _EQUAL = 0.001, 0.02, 0.005
#: The assumed error of predictions before any measurement.
_FIRST_SCATTER = 0.1
#: Versions launched first and at a time, and rounds per question.
_FIRST, _AT_A_TIME, _ROUNDS = 4, 2, 3


class Bench(Protocol):
    """Launches texts: :class:`isaopt.hip.trials.GpuTrials`."""

    launches: int

    def check(self, text: str, again: bool = False) -> str: ...

    def in_turns(
        self, texts: Sequence[str], repeats: int, number: int, expected: float
    ) -> list[list[float]] | None: ...

    def cost(self, versions: int, repeats: int) -> int: ...


@dataclass(eq=False)
class Entrant:
    """A version. ``predicted`` is the logarithm of its predicted time relative to the input's; ``turns`` are the
    logarithms of its times, one list for each question. ``out`` says why it is not launched (again)."""

    plan: Plan
    text: str
    predicted: float
    turns: list[list[float]] = field(default_factory=list)
    out: str = ""

    @property
    def times(self) -> list[float]:
        return [time for turn in self.turns for time in turn]

    @property
    def middle(self) -> float:
        """The measured counterpart of ``predicted``."""
        return median(self.times)


@dataclass
class Race:
    """``pool`` are the versions other than the ``original``, which takes ``seconds``. ``ready`` returns why a version
    may not be launched (it is not proved), or an empty string; ``correct`` predicts the versions anew from those
    measured. At most ``most`` launches are made."""

    original: str
    seconds: float
    pool: list[Entrant]
    bench: Bench
    ready: Callable[[Entrant], str]
    correct: Callable[[Sequence[Entrant], float], None]
    most: int
    ended: str = ""
    questions: int = 0
    own: list[list[float]] = field(default_factory=list)

    def run(self) -> Entrant | None:
        """The fastest version; None if no version is shown to be faster than the original."""
        new = self.joined(_FIRST)
        while True:
            batch = list(dict.fromkeys([*self.best(), *new, *self.undecided()]))
            if not new and not self.undecided():
                self.ended = "nothing else can be faster"
                break
            if not self.affordable(batch):
                self.ended = f"{self.bench.launches} of {self.most} launches were made"
                break
            if not self.sample(batch):
                break
            if new:
                self.correct(self.measured(), self.noise())
            new = self.joined(_AT_A_TIME)
        best = next(iter(self.best()), None)
        return best if best is not None and self.high(best) < 0 else None

    def affordable(self, batch: list[Entrant]) -> bool:
        """Drops candidates from the end of a batch until the launches suffice."""
        while batch and self.bench.launches + self.bench.cost(len(batch) + 1, _ROUNDS) > self.most:
            batch.pop()
        return bool(batch) and not (len(batch) == 1 and not self.undecided() and batch[0].times)

    def joined(self, count: int) -> list[Entrant]:
        """The next versions worth a launch, launched once each and found to be correct."""
        found: list[Entrant] = []
        for entrant in sorted(self.pool, key=lambda r: r.predicted):
            if len(found) == count or not self.promising(entrant):
                break
            if entrant.times or entrant.out:
                continue
            if self.bench.launches + 1 + self.bench.cost(len(found) + 2, _ROUNDS) > self.most:
                break
            entrant.out = self.ready(entrant) or self.bench.check(entrant.text)
            found += [] if entrant.out else [entrant]
        return found

    def promising(self, entrant: Entrant) -> bool:
        """Whether a version that was not launched may be faster than the best one."""
        best = min((self.high(r) for r in self.measured()), default=math.inf)
        return entrant.predicted - 2 * self.scatter() < best - _EQUAL

    def sample(self, batch: Sequence[Entrant]) -> bool:
        """Times versions and the original in turns. If the process is lost, each is launched by itself, once and then
        in turns, to find the cause; False if the original does not run any more either."""
        self.questions += 1
        texts = [self.original, *(entrant.text for entrant in batch)]
        found = self.bench.in_turns(texts, _ROUNDS, self.questions, self.seconds)
        if found is not None:
            self.own.append(found[0])
            middle = math.log(median(found[0]))
            for entrant, times in zip(batch, found[1:], strict=True):
                entrant.turns.append([math.log(time) - middle for time in times])
            return True
        if self.bench.check(self.original, again=True):
            self.ended = "the GPU stopped answering"
            return False
        for entrant in batch:
            entrant.out = self.bench.check(entrant.text, again=True)
        left = [entrant for entrant in batch if not entrant.out]
        if len(left) < len(batch):
            return not left or self.sample(left)
        if len(left) == 1:
            left[0].out = "it hangs or faults when it is launched several times"
            return True
        return all(self.sample([entrant]) for entrant in left)

    def measured(self) -> list[Entrant]:
        """The versions with times, the fastest first."""
        return sorted((r for r in self.pool if r.times and not r.out), key=lambda r: r.middle)

    def best(self) -> list[Entrant]:
        """The fastest version, if any."""
        return self.measured()[:1]

    def undecided(self) -> list[Entrant]:
        """The versions that may be faster than the fastest by a relevant amount, and the fastest itself if it may not
        be faster than the original."""
        found = self.measured()
        others = [r for r in found[1:] if self.low(r) < found[0].middle - _EQUAL]
        doubtful = found[:1] if found and self.low(found[0]) < -_EQUAL and self.high(found[0]) >= 0 else []
        return [*doubtful, *others]

    def noise(self) -> float:
        """The standard deviation of a time, from all times taken, since there are few of each version."""
        turns = [[math.log(time) for time in own] for own in self.own]
        turns += [turn for entrant in self.pool for turn in entrant.turns]
        off = [abs(time - median(turn)) * math.sqrt(len(turn) / (len(turn) - 1)) for turn in turns for time in turn]
        return max(_LEAST_NOISE, fmean(off) * math.sqrt(math.pi / 2)) if off else _LEAST_NOISE

    def error(self, entrant: Entrant) -> float:
        """Half a 95 % interval: the original's times scatter too."""
        beside = _ROUNDS * len(entrant.turns)
        return _SURE * _OF_MEDIAN * self.noise() * math.sqrt(1 / len(entrant.times) + 1 / beside)

    def low(self, entrant: Entrant) -> float:
        return entrant.middle - self.error(entrant)

    def high(self, entrant: Entrant) -> float:
        return entrant.middle + self.error(entrant)

    def scatter(self) -> float:
        """The scatter of the predictions, from the versions measured."""
        off = [(entrant.middle - entrant.predicted) ** 2 for entrant in self.measured()]
        return max(_LEAST_SCATTER, math.sqrt(fmean(off))) if off else _FIRST_SCATTER
