"""Compares buffers with their expected contents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from isaopt.emulator.arguments import Array


@dataclass(frozen=True, slots=True)
class Tolerance:
    """Elements may differ by ``absolute + relative * |expected|``; zero for both means bit by bit."""

    relative: float = 0.0
    absolute: float = 0.0

    @property
    def exact(self) -> bool:
        return self.relative == 0 and self.absolute == 0


@dataclass(frozen=True, slots=True)
class BufferMismatch:
    """How a buffer differs: in how many elements, and the first of them."""

    name: str
    count: int
    total: int
    index: tuple[int, ...]
    expected: float
    actual: float

    def __str__(self) -> str:
        at = ", ".join(map(str, self.index))
        return (
            f"{self.name}: {self.count} of {self.total} elements differ, first [{at}]: "
            f"{self.actual!r} instead of {self.expected!r}"
        )


def _numbers(data: Array, dtype: str) -> Array:
    """The values of a buffer; ``bf16`` patterns are converted to floats."""
    if dtype == "bf16":
        return (data.astype(np.uint32) << 16).view(np.float32)
    return data


def compare(name: str, dtype: str, expected: Array, actual: Array, tolerance: Tolerance) -> BufferMismatch | None:
    """The difference between ``actual`` and ``expected``; None if there is none. With a tolerance, any NaN equals any
    other."""
    expected, actual = np.atleast_1d(expected), np.atleast_1d(actual)
    if expected.size == 0:
        return None
    if tolerance.exact:
        wrong = (expected.view(np.uint8) != actual.view(np.uint8)).reshape(*expected.shape, -1).any(axis=-1)
    else:
        with np.errstate(invalid="ignore", over="ignore"):
            wide = [_numbers(data, dtype).astype(np.float64) for data in (expected, actual)]
            wrong = ~np.isclose(wide[1], wide[0], tolerance.relative, tolerance.absolute, equal_nan=True)
    if not wrong.any():
        return None
    index = tuple(int(n) for n in np.unravel_index(int(np.argmax(wrong)), wrong.shape))
    shown = [_numbers(data, dtype)[index].item() for data in (expected, actual)]
    return BufferMismatch(name, int(np.count_nonzero(wrong)), int(wrong.size), index, shown[0], shown[1])
