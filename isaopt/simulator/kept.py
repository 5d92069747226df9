"""Intermediate results of a simulation that can be reused with other parameters.

Dependences on parameters are not declared: the parameters that are read while a result is computed are recorded. The
result remains valid as long as they have the same values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from isaopt.target.gpus import Gpu, Parameter, Value

Result = TypeVar("Result")


class _Noted(Mapping[str, Parameter]):
    """Parameters that record which of them are read."""

    def __init__(self, parameters: Mapping[str, Parameter]) -> None:
        self.parameters = parameters
        self.read: dict[str, Value] = {}

    def __getitem__(self, name: str) -> Parameter:
        found = self.parameters[name]
        self.read[name] = found.value
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self.parameters)

    def __len__(self) -> int:
        return len(self.parameters)


@dataclass
class Kept(Generic[Result]):
    """Results of one question, each with the parameters that it read; at most ``room`` of them."""

    room: int = 1
    held: list[tuple[Mapping[str, Value], Result]] = field(default_factory=list)

    def get(self, gpu: Gpu, ask: Callable[[Gpu], Result]) -> Result:
        """The result for a GPU, stored or computed. ``ask`` may depend on nothing else that changes."""
        parameters = gpu.parameters
        for read, result in reversed(self.held):
            if all(parameters[name].value == value for name, value in read.items()):
                return result
        noted = _Noted(parameters)
        result = ask(replace(gpu, parameters=noted))
        del self.held[: max(0, len(self.held) + 1 - self.room)]
        self.held.append((noted.read, result))
        return result
