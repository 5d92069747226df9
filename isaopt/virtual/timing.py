"""Predicts the time of a launch: the device's time with ``--time sim``."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

from isaopt.emulator.arguments import Arg, BufferArg, NullArg, ScalarArg
from isaopt.emulator.launch import Geometry
from isaopt.emulator.launches import Launch
from isaopt.simulator.simulation import Workload, simulate_kernel
from isaopt.target.gpus import Gpu
from isaopt.virtual.listing import Listing

_POINTER = "global_buffer"


@dataclass(frozen=True, slots=True)
class _SeenLaunch(Launch):
    """The key of a launch: the sizes of buffers, the bytes of all other arguments."""

    made: tuple[Arg, ...] = ()

    def arguments(self) -> tuple[Arg, ...]:
        return self.made


def predicted_seconds(listing: Listing, gpu: Gpu, body: bytes) -> float:
    """The predicted seconds of a launch on the GPU.

    ``body`` describes it (``simulated`` in ``runtime/observe.c``): grid, workgroup and dynamic LDS, then for each of
    the kernel's own arguments the bytes of memory that it points to, if any, then all arguments.

    Raises:
        InputError: the simulator cannot follow the kernel.
    """
    numbers = struct.unpack_from("<7Q", body)
    explicit = [a for a in listing.layout.arguments if not a.hidden]
    behind = struct.unpack_from(f"<{len(explicit)}Q", body, 56)
    values = body[56 + 8 * len(explicit) :]
    made: list[Arg] = []
    for k, (slot, size) in enumerate(zip(explicit, behind, strict=True)):
        name = slot.name or f"argument {k}"
        if slot.kind == _POINTER:
            made.append(BufferArg(name, np.zeros(size, np.uint8), False, "u8") if size else NullArg(name))
        else:
            made.append(ScalarArg(name, values[slot.offset : slot.offset + slot.size]))
    geometry = Geometry((numbers[0], numbers[1], numbers[2]), (numbers[3], numbers[4], numbers[5]))
    launch = _SeenLaunch(geometry, (), dynamic_lds=numbers[6], made=tuple(made))
    return simulate_kernel(listing.module, listing.kernel, gpu, Workload(launch=launch)).seconds
