"""The fastest version of a kernel on a GPU whose parameters nobody knows: the search, the proofs and the race, with
launches that the simulator answers in this process."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

import pytest

import isaopt
from isaopt.account import WorkAccount
from isaopt.asm.parser import parse_text
from isaopt.emulator.launch import Geometry
from isaopt.emulator.launches import Launch
from isaopt.hip.library import Device
from isaopt.ir.program import Module
from isaopt.one_kernel import _KernelWork
from isaopt.outcome import Options
from isaopt.simulator.results import Workload
from isaopt.simulator.sensitivity import alternatives
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import Gpu, get_gpu
from isaopt.transform.registry import PassOptions, make_pass
from isaopt.tuning.model import Aim, PassStep
from isaopt.tuning.run import Proving, tune
from tests.tuning.programs import TEXT
from tests.tuning.test_tune import doubles  # noqa: F401

MOST = 60
ARGS = json.loads(
    '[{"kind": "buffer", "name": "x", "dtype": "f32", "shape": [16384], "init": "zeros"},'
    ' {"kind": "scalar", "name": "n", "dtype": "i32", "value": 200}]'
)
HIDDEN = Device(0, "Hidden", "gfx1100", 96, 0.0, "6.0")
LAUNCH = Launch(Geometry((64, 1, 1), (256, 1, 1)), tuple(ARGS))


def hidden(seed: int) -> Gpu:
    """A GPU that answers some of the model's open questions otherwise."""
    chance = random.Random(seed)
    gpu = get_gpu("rx7900xtx")
    questions = [(name, values) for name, values in alternatives(gpu) if name not in ("memory.level",)]
    return gpu.with_values({name: chance.choice(values) for name, values in chance.sample(questions, 6)})


@dataclass
class Simulated:
    """Launches with noise on a GPU."""

    gpu: Gpu
    chance: random.Random
    launch: Launch = LAUNCH
    launches: int = 0
    answered: int = 0
    device: Device | None = HIDDEN
    known: dict[str, float] = field(default_factory=dict)

    def seconds(self, text: str) -> float:
        if text not in self.known:
            module = parse_text(text, "k.s", None)
            workload = Workload(launch=self.launch)
            self.known[text] = simulate_kernel(module, module.kernels[0], self.gpu, workload).seconds
        return self.known[text]

    def begin(self, text: str) -> float:
        self.launches += 2
        return self.seconds(text)

    def check(self, text: str, again: bool = False) -> str:
        self.launches += 1
        return ""

    def cost(self, versions: int, repeats: int) -> int:
        return versions * (1 + repeats)

    def in_turns(self, texts: Sequence[str], repeats: int, number: int, expected: float) -> list[list[float]] | None:
        self.launches += self.cost(len(texts), repeats)
        return [[self.seconds(t) * math.exp(self.chance.gauss(0, 0.01)) for _ in range(repeats)] for t in texts]


def tuned(module: Module, bench: Simulated, passes: Sequence[str]) -> Module:
    """What ``opt --objective measured`` makes of the kernel."""
    (kernel,) = module.kernels
    work = _KernelWork(module, kernel, Options())
    steps = tuple(PassStep(name) for name in passes)
    aim, proving = Aim(launch=bench.launch), Proving(work.whole, work.run, WorkAccount())
    found = tune(module, kernel, steps, aim, PassOptions(), proving, objective="measured", bench=bench, launches=MOST)
    assert found.tuning is not None
    assert found.tuning.measured is not None
    assert found.tuning.measured.launches == bench.launches <= MOST
    return found.steps[-1][1].result.module if found.steps else module


@cache
def every_version() -> frozenset[str]:
    """What any choice of these passes makes of the kernel."""
    module = parse_text(TEXT, "k.s", None)
    found = {module.text()}
    for factor, group, order in product((None, 2, 4, 8), (0, 1, 2, 4, 8), (False, True)):
        steps = [("unroll", PassOptions(factor=factor))]
        steps += [("spread", PassOptions(group=group))] if group else []
        steps += [("schedule", PassOptions())] if order else []
        version = module
        for name, options in steps:
            version = make_pass(name, options).apply(version, version.kernels[0]).module
        found.add(version.text())
    return frozenset(found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_the_hidden_best_is_found_within_two_percent_in_sixty_launches(seed: int) -> None:
    bench = Simulated(hidden(seed), random.Random(seed))
    after = tuned(parse_text(TEXT, "k.s", None), bench, ("unroll", "spread", "schedule"))
    assert bench.seconds(after.text()) <= 1.02 * min(bench.seconds(text) for text in every_version())


@dataclass
class Watched(Simulated):
    """Notes what is launched."""

    seen: list[str] = field(default_factory=list)

    def check(self, text: str, again: bool = False) -> str:
        self.seen.append(text)
        return super().check(text, again)


@pytest.mark.slow
@pytest.mark.usefixtures("doubles")
def test_nothing_is_launched_that_is_not_proved() -> None:
    module = parse_text(TEXT, "k.s", None)
    bench = Watched(get_gpu("rx7900xtx"), random.Random(1))
    after = tuned(module, bench, ("wrong", "unroll"))
    assert bench.seen
    assert after.text() in (module.text(), *bench.seen)
    assert all(isaopt.verify(module, parse_text(text, "k.s", None), search=False).proved for text in bench.seen)
