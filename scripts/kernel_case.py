"""A launch of a kernel of kernels_s/ and what it should give; inputs that every case draws from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from isaopt.emulator.arguments import Arg, BufferArg, NullArg, scalar
from isaopt.emulator.launch import Geometry

Floats = NDArray[np.float64]
Given = NDArray[np.generic] | int | float | None
Args = Mapping[str, Given]


@dataclass(frozen=True)
class Case:
    """A launch, and for each result buffer what it should hold and how far off it may be (0: exactly equal).  Buffers
    named in ``bf16`` hold 16-bit patterns."""

    geometry: Geometry
    args: tuple[Arg, ...]
    expected: dict[str, Floats]
    tolerance: float
    bf16: frozenset[str] = frozenset()


def launched(
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    args: Args,
    expected: dict[str, Floats],
    tolerance: float = 0.0,
    bf16: tuple[str, ...] = (),
) -> Case:
    """A launch with these arguments: arrays are buffers, and results where they are expected to hold something; numbers
    are 32 bits wide, and None is a null pointer."""

    def argument(name: str, value: Given) -> Arg:
        if isinstance(value, np.ndarray):
            return BufferArg(name, value, out=name in expected)
        return NullArg(name) if value is None else scalar(name, "i32" if isinstance(value, int) else "f32", value)

    given = tuple(argument(name, value) for name, value in args.items())
    return Case(Geometry(grid, block), given, expected, tolerance, frozenset(bf16))


def uniform(seed: int, *shape: int, dtype: str = "float32") -> NDArray[np.floating]:
    """Reals in [-1, 1)."""
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype(dtype)


def integers(seed: int, *shape: int, dtype: str = "float32") -> NDArray[np.floating]:
    """Small whole numbers, whose sums and products are exact in every precision here."""
    return np.random.default_rng(seed).integers(-4, 5, shape).astype(dtype)


def wide(values: NDArray[np.floating]) -> Floats:
    return values.astype(np.float64)


def to_bf16(values: NDArray[np.floating]) -> NDArray[np.uint16]:
    """The patterns of values that bfloat16 holds exactly."""
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def from_bf16(patterns: NDArray[np.generic]) -> Floats:
    return (patterns.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
