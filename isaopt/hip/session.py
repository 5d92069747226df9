"""A kernel on the device, ready to run: its code loaded, its buffers uploaded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from isaopt.emulator.arguments import Arg, BufferArg
from isaopt.emulator.launch import Geometry, Memory, kernarg_segment
from isaopt.emulator.metadata import ArgumentLayout
from isaopt.errors import CheckFailed, UsageError
from isaopt.hip.library import DEVICE_TO_HOST, HOST_TO_DEVICE, Hip
from isaopt.hip.program import GpuProgram

if TYPE_CHECKING:
    import ctypes

    from isaopt.emulator.arguments import Array


@dataclass
class DeviceMemory(Memory):
    """Buffers in the GPU's memory instead of the emulator's."""

    hip: Hip | None = None
    addresses: list[tuple[int, Array]] = field(default_factory=list)

    def add(self, name: str, data: Array, writable: bool) -> int:
        """Allocates room for an array, uploads it and returns its address on the device."""
        assert self.hip is not None
        address = self.hip.allocate(data.nbytes)
        self.addresses.append((address, data))
        self.hip.copy(address, data.ctypes.data, data.nbytes, HOST_TO_DEVICE)
        return address


@dataclass(frozen=True, slots=True)
class LaunchSession:
    """A launch that can be repeated."""

    hip: Hip
    kernel: str
    function: ctypes.c_void_p
    geometry: Geometry
    dynamic_lds: int
    kernarg: bytes
    memory: DeviceMemory

    def start(self) -> None:
        """Launch the kernel; does not wait for it."""
        self.hip.launch(self.function, self.geometry.grid, self.geometry.block, self.dynamic_lds, self.kernarg)

    def download(self) -> None:
        """Waits for the kernel and copies the device's buffers to the host's arrays."""
        self.hip.synchronize()
        for address, data in self.memory.addresses:
            self.hip.copy(data.ctypes.data, address, data.nbytes, DEVICE_TO_HOST)


def _fits(program: GpuProgram, layout: ArgumentLayout, geometry: Geometry, hip: Hip) -> None:
    if program.arch and program.arch != hip.device.arch:
        raise UsageError(
            f"the code is for {program.arch}, the GPU is {hip.device.arch} ({hip.device.name})", program.path
        )
    if min(*geometry.grid, *geometry.block) < 1:
        raise UsageError("every size of grid and block must be at least 1")
    if geometry.threads > layout.max_workgroup:
        raise UsageError(
            f"the kernel was compiled for workgroups of at most {layout.max_workgroup}, not {geometry.threads}"
        )
    if layout.required_workgroup and geometry.block != layout.required_workgroup:
        raise UsageError(f"the kernel was compiled for workgroups of {layout.required_workgroup}, not {geometry.block}")


@contextmanager
def opened(
    hip: Hip,
    program: GpuProgram,
    kernel: str | None,
    geometry: Geometry,
    args: Sequence[Arg],
    dynamic_lds: int = 0,
) -> Iterator[LaunchSession]:
    """Opens a session; code and memory are released at its end.

    Raises:
        UsageError: kernel, geometry or arguments do not fit the code, or the code does not fit the GPU.
        HipError: the runtime refuses.
    """
    name = program.kernel_name(kernel)
    layout = program.layout(name)
    _fits(program, layout, geometry, hip)
    memory = DeviceMemory(hip=hip)
    module = hip.module(program.image)
    try:
        segment = kernarg_segment(layout, args, geometry, memory, dynamic_lds)
        explicit = max((a.offset + a.size for a in layout.arguments if not a.hidden), default=0)
        kernarg = segment[:explicit] if layout.arguments else segment[: layout.kernarg_bytes]
        yield LaunchSession(hip, name, hip.function(module, name), geometry, dynamic_lds, kernarg, memory)
    finally:
        for address, _ in memory.addresses:
            hip.free(address)
        hip.unload(module)


def buffers_of(args: Sequence[Arg]) -> dict[str, BufferArg]:
    """The buffers among arguments, by name; :class:`UsageError` if two have the same name."""
    found: dict[str, BufferArg] = {}
    for arg in args:
        if isinstance(arg, BufferArg):
            if arg.name in found:
                raise UsageError(f"two buffers are called '{arg.name}'")
            found[arg.name] = arg
    return found


def failed(mismatches: Sequence[object], path: str) -> CheckFailed:
    """The error for buffers with unexpected contents."""
    more = f" (and {len(mismatches) - 1} more buffers)" if len(mismatches) > 1 else ""
    return CheckFailed(f"{mismatches[0]}{more}", path)
