"""Versions that are close are compared on GPUs that differ a little."""

from __future__ import annotations

from dataclasses import replace

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.simulator.results import KernelTime
from isaopt.target.gpus import Gpu, get_gpu
from isaopt.tuning import nearby
from isaopt.tuning.model import Aim
from isaopt.tuning.workloads import settings
from tests.transform.test_schedule import kernel

GPU = get_gpu("rx7900xtx")
ORIGINAL = kernel(["v_mov_b32_e32 v1, v0", "global_store_b32 v0, v1, s[0:1]"])
VERSION = parse_text(ORIGINAL.text().replace("v_mov_b32_e32 v1, v0", "v_add_nc_u32_e32 v1, 1, v0"))


def verdict(monkeypatch: pytest.MonkeyPatch, waves: list[float], launches: list[float]) -> bool:
    """What is said of a version that takes these times what the original takes: the first on the usual GPU."""
    (setting, _) = settings(ORIGINAL, ORIGINAL.kernels[0], GPU, Aim())
    before = setting.before
    after = [
        replace(before, cycles=before.cycles * c, wave_cycles=before.wave_cycles * w)
        for w, c in zip(waves, launches, strict=True)
    ]

    def one(module: Module, *_: object) -> KernelTime:
        return before if module is ORIGINAL else after[0]

    def around(module: Module, *_: object) -> tuple[KernelTime, ...]:
        return (before,) * 5 if module is ORIGINAL else tuple(after)

    monkeypatch.setattr(nearby, "simulated", one)
    monkeypatch.setattr(nearby, "_around", around)
    return nearby.takes_longer(VERSION, ORIGINAL, ORIGINAL.kernels[0], GPU, setting)


SAME = [1.0] * 5


@pytest.mark.parametrize(
    ("waves", "launches", "longer"),
    [
        (SAME, SAME, False),
        ([0.9] * 5, SAME, False),
        ([1.001] * 5, SAME, False),
        ([1.01] * 5, SAME, True),
        ([1.2, 0.9, 0.9, 0.9, 0.9], SAME, True),  # beyond what scatters
        ([1.009, 0.97, 1.0, 0.98, 0.99], SAME, False),  # longer by chance
        ([1.008, 1.03, 1.02, 1.02, 1.01], SAME, True),  # longer in truth
        ([0.99] * 5, [1.004] * 5, False),  # how the last waves end
        ([0.99] * 5, [1.01] * 5, True),
    ],
)
def test_what_is_longer_by_chance_is_not_longer(
    waves: list[float], launches: list[float], longer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert verdict(monkeypatch, waves, launches) is longer


def test_the_gpus_differ_in_what_nobody_knows_well() -> None:
    usual, *others = nearby.nearby(GPU)
    assert {n: p.value for n, p in usual.parameters.items()} == {n: p.value for n, p in GPU.parameters.items()}

    def changed(other: Gpu) -> set[str]:
        return {n for n, p in other.parameters.items() if p.value != GPU.parameters[n].value}

    assert [changed(other) for other in others[:2]] == [{"launch.wave_interval"}] * 2
    assert all(changed(other) == {"l1.latency", "l2.latency", "ic.latency", "vram.latency"} for other in others[2:])
