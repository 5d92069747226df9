"""Which version a race finds, with times that are made up."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from isaopt.tuning.model import PassStep
from isaopt.tuning.race import Entrant, Race

MOST = 60
ORIGINAL = "original"


@dataclass
class MadeUp:
    """Launches that take ``times`` seconds by text, with noise and now and then something in the way; ``bad`` are texts
    that do not run as they should, and why."""

    times: dict[str, float]
    chance: random.Random
    noise: float = 0.01
    bad: dict[str, str] = field(default_factory=dict)
    launches: int = 0

    def check(self, text: str, again: bool = False) -> str:
        self.launches += 1
        return self.bad.get(text, "")

    def cost(self, versions: int, repeats: int) -> int:
        return versions * (1 + repeats)

    def times_of(self, text: str) -> float:
        late = 1 + self.chance.uniform(0.05, 0.3) if self.chance.random() < 0.05 else 1.0
        return self.times[text] * math.exp(self.chance.gauss(0, self.noise)) * late

    def in_turns(self, texts: Sequence[str], repeats: int, number: int, expected: float) -> list[list[float]] | None:
        self.launches += self.cost(len(texts), repeats)
        drift = math.exp(self.chance.gauss(0, 0.02))  # clocks, from one question to the next
        return [[drift * self.times_of(text) for _ in range(repeats)] for text in texts]


def race(bench: MadeUp, predicted: dict[str, float], most: int = MOST) -> Race:
    bench.times.setdefault(ORIGINAL, 1.0)
    pool = [Entrant((PassStep(text),), text, value) for text, value in predicted.items()]
    found = Race(ORIGINAL, 1.0, pool, bench, lambda entrant: "", lambda measured, noise: None, most)
    bench.launches = 2
    return found


def drawn(seed: int, count: int, off: float) -> tuple[MadeUp, dict[str, float]]:
    """Versions between 1.5 times as fast and slower than the original, predicted with an error."""
    chance = random.Random(seed)
    true = {f"v{k}": math.log(chance.uniform(0.65, 1.1)) for k in range(count)}
    predicted = {text: value + chance.gauss(0, off) for text, value in true.items()}
    return MadeUp({text: math.exp(value) for text, value in true.items()}, chance), predicted


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("count", "off"), [(6, 0.2), (12, 0.08), (40, 0.03)])
def test_the_best_is_found_within_two_percent_in_sixty_launches(seed: int, count: int, off: float) -> None:
    bench, predicted = drawn(seed, count, off)
    found = race(bench, predicted).run()
    assert found is not None
    assert bench.times[found.text] <= 1.02 * min(bench.times.values())
    assert bench.launches <= MOST


def test_a_race_ends_as_soon_as_nothing_can_win() -> None:
    times = {f"v{k}": 0.6 + 0.1 * k for k in range(12)}
    bench = MadeUp(dict(times), random.Random(1))
    running = race(bench, {text: math.log(time) for text, time in times.items()}, 1000)
    found = running.run()
    assert found is not None
    assert found.text == "v0"
    assert running.ended == "nothing else can be faster"
    assert bench.launches < 40
    assert sum(bool(entrant.times) for entrant in running.pool) < 6


def test_no_version_is_kept_that_is_not_shown_to_be_faster() -> None:
    bench = MadeUp({f"v{k}": 1.0 for k in range(6)}, random.Random(3))
    assert race(bench, {f"v{k}": -0.3 for k in range(6)}).run() is None


def test_versions_that_hang_fault_or_are_wrong_are_out() -> None:
    times = {"hangs": 0.1, "faults": 0.2, "wrong": 0.3, "good": 0.8}
    bad = {"hangs": "it hangs", "faults": "it faults", "wrong": "it leaves other results"}
    bench = MadeUp(dict(times), random.Random(2), bad=bad)
    running = race(bench, {text: math.log(time) for text, time in times.items()})
    found = running.run()
    assert found is not None
    assert found.text == "good"
    assert {entrant.text: entrant.out for entrant in running.pool if entrant.out} == bad


class Blamed(MadeUp):
    """Loses what ``late`` takes part in; one launch by itself shows that if ``alone``."""

    late, alone = "a", True

    def check(self, text: str, again: bool = False) -> str:
        return "it hangs" if again and self.alone and text in self.late else super().check(text, again)

    def in_turns(self, texts: Sequence[str], repeats: int, number: int, expected: float) -> list[list[float]] | None:
        found = super().in_turns(texts, repeats, number, expected)
        return None if self.late in texts else found


@pytest.mark.parametrize(("alone", "why"), [(True, "it hangs"), (False, "it hangs or faults when it is launched")])
def test_who_is_to_blame_for_a_lost_question_is_found(alone: bool, why: str) -> None:
    bench = Blamed({"a": 0.5, "b": 0.8, "c": 0.9}, random.Random(2))
    bench.alone = alone
    running = race(bench, {"a": -0.7, "b": -0.2, "c": -0.1})
    found = running.run()
    assert found is not None
    assert found.text == "b"
    assert {entrant.text: entrant.out[: len(why)] for entrant in running.pool if entrant.out} == {"a": why}


def test_a_gpu_that_stops_answering_ends_the_race() -> None:
    bench = Blamed({"a": 0.5}, random.Random(2))
    bench.late = ORIGINAL
    running = race(bench, {"a": -0.7})
    assert running.run() is None
    assert running.ended == "the GPU stopped answering"
