"""Results are used again exactly as long as every parameter that was read has its value."""

from __future__ import annotations

from isaopt.simulator.kept import Kept
from isaopt.target.gpus import Gpu, get_gpu

GPU = get_gpu("rx7900xtx")


def test_only_what_was_read_matters() -> None:
    asked: list[float] = []

    def ask(gpu: Gpu) -> float:
        asked.append(gpu.number("lds.latency"))
        return 2 * asked[-1]

    kept: Kept[float] = Kept()
    assert kept.get(GPU, ask) == kept.get(GPU.with_values({"valu.exec": 9}), ask) == 62
    assert asked == [31]
    assert kept.get(GPU.with_values({"lds.latency": 40}), ask) == 80
    assert asked == [31, 40]


def test_what_is_read_only_for_some_values_is_asked_again() -> None:
    def ask(gpu: Gpu) -> float:
        return gpu.number("valu.exec") if gpu.word("banks.model") == "article" else 0.0

    kept: Kept[float] = Kept(room=4)
    assert kept.get(GPU, ask) == 0
    for exec_delay in (8, 9):
        assert kept.get(GPU.with_values({"banks.model": "article", "valu.exec": exec_delay}), ask) == exec_delay
    assert kept.get(GPU.with_values({"valu.exec": 12}), ask) == 0


def test_no_more_are_held_than_there_is_room_for() -> None:
    kept: Kept[float] = Kept(room=2)
    for latency in range(10, 20):
        kept.get(GPU.with_values({"lds.latency": latency}), lambda gpu: gpu.number("lds.latency"))
    assert [result for _, result in kept.held] == [18, 19]
