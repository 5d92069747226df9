"""The position of a kernel under the roofs of its GPU: arithmetic per byte against the bandwidth of each level.

The roofline model is that of S. Williams, A. Waterman and D. Patterson, "Roofline: an insightful visual performance
model for multicore architectures", CACM 52 (4), 2009; with one line for each level of the memory hierarchy as in A.
Ilic, F. Pratas and L. Sousa, "Cache-aware roofline model", IEEE CAL 13 (1), 2014.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from isaopt.target.gpus import Gpu

#: Multiplications and additions that a SIMD's ALU does in a cycle, counted as two operations each (RDNA3 ISA guide,
#: VOPD: a SIMD has 32 lanes, and a dual instruction uses them twice).
_SIMD_FLOPS = 64
SIMDS_PER_CU = 2
_SIMD = "32 lanes a SIMD and 2 SIMDs a CU (RDNA3 ISA guide)"


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The highest rate of arithmetic, in operations a second of the whole GPU."""

    name: str
    flops_per_second: float
    source: str


@dataclass(frozen=True, slots=True)
class Level:
    """A level of memory: ``bytes`` that the launch moves there, operations per byte (None if nothing moves), and its
    bandwidth in bytes a second of the whole GPU."""

    name: str
    bytes: float
    flops_per_byte: float | None
    bytes_per_second: float
    source: str


@dataclass(frozen=True, slots=True)
class Roofline:
    """A launch of ``flops`` operations under the GPU's roofs. ``bound`` names the lowest roof above it, and
    ``attainable`` is the height of that roof."""

    flops: float
    flops_per_second: float
    ceilings: tuple[Ceiling, ...]
    levels: tuple[Level, ...]
    bound: str
    attainable: float


def roofline(
    flops: float, seconds: float, traffic: Mapping[str, float], matrix: Mapping[str, tuple[float, str]], gpu: Gpu
) -> Roofline:
    """The roofline of a launch. ``traffic`` is the bytes that it moves, by level; ``matrix`` is the highest rate of the
    kernel's matrix instructions per cycle of a SIMD, by kind, with its source: they have their own ceilings."""
    clock, cus = gpu.number("clock.mhz") * 1e6, gpu.number("gpu.cus")
    simds = SIMDS_PER_CU * cus * clock
    at = f"{gpu.cycles('clock.mhz')} MHz, {gpu.cycles('gpu.cus')} CUs"
    ceilings = [
        Ceiling("FP32, one instruction a cycle", _SIMD_FLOPS * simds, f"{_SIMD}, {at}"),
        Ceiling("FP32, dual issue", 2 * _SIMD_FLOPS * simds, f"{_SIMD}, both halves of a VOPD, {at}"),
        *(Ceiling(f"matrix {kind}", rate * simds, f"{why}, {at}") for kind, (rate, why) in sorted(matrix.items())),
    ]
    levels = [_level(name, moved, flops, clock, gpu) for name, moved in traffic.items()]
    top = max(ceilings[1:], key=lambda ceiling: ceiling.flops_per_second)
    roofs = [(top.flops_per_second, top.name)]
    roofs += [(v.flops_per_byte * v.bytes_per_second, v.name) for v in levels if v.flops_per_byte is not None]
    attainable, bound = min(roofs)
    return Roofline(flops, flops / seconds if seconds else 0.0, tuple(ceilings), tuple(levels), bound, attainable)


def _level(name: str, moved: float, flops: float, clock: float, gpu: Gpu) -> Level:
    if name == "vram":
        figure = gpu.parameters["vram.gb_per_s"]
        rate = gpu.number(figure.name) * 1e9
    else:
        figure = gpu.parameters[f"{name}.bytes_per_cycle"]
        rate = gpu.number(figure.name) * gpu.number("gpu.cus") * clock
    source = f"{figure.name} = {figure.value} ({figure.confidence}): {figure.source}"
    return Level(name, moved, flops / moved if moved else None, rate, source)
