"""The description of the kernels of kernels_s/set, which ``scripts/kernel_set.py`` compiles and launches."""

from __future__ import annotations

import re

import pytest

from isaopt.emulator.arguments import BufferArg
from scripts.kernel_set import SET, kinds_of, launches_of

#: A kernel's name, its bound on threads, and its parameters.
_KERNEL = re.compile(r'extern "C" __global__ __launch_bounds__\((\d+)\)\s+void (\w+)\(([^)]*)\)')
SOURCES = {m[2]: (int(m[1]), m[3]) for path in SET.glob("*.hip") for m in _KERNEL.finditer(path.read_text())}


def test_every_kernel_is_described_and_every_description_has_a_kernel() -> None:
    assert len(SOURCES) >= 40
    assert set(SOURCES) == set(kinds_of())
    assert sum(path.read_text().count("__global__") for path in SET.glob("*.hip")) == len(SOURCES)


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_its_launches_fit_its_source(name: str) -> None:
    threads, parameters = SOURCES[name]
    words = [" ".join(parameter.split()) for parameter in parameters.split(",")]
    for launch in launches_of(kinds_of()[name]):
        arguments = launch.arguments()
        assert launch.geometry.block[0] * launch.geometry.block[1] * launch.geometry.block[2] == threads
        assert [re.findall(r"\w+", word)[-1] for word in words] == [argument.name for argument in arguments]
        assert ["*" in word for word in words] == [isinstance(argument, BufferArg) for argument in arguments]
    assert len({str(launch.args) for launch in launches_of(kinds_of()[name])}) == 1 + bool(kinds_of()[name].also)
