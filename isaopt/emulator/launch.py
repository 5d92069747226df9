"""Sets up a kernel as the packet processor would, runs it, and reports faults with their place.

Start state: LLVM AMDGPUUsage, "Initial Kernel Execution State"; the order of user SGPRs is that of the descriptor's
ENABLE_SGPR bits there.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from isaopt.analysis.figures.launch_metadata import Argument
from isaopt.emulator.arguments import Arg, BufferArg, NullArg, ScalarArg
from isaopt.emulator.metadata import ArgumentLayout
from isaopt.emulator.modes import ModeRegister
from isaopt.emulator.site import PRIVATE_BASE, SHARED_BASE
from isaopt.errors import UsageError
from isaopt.target.arch import features_of
from isaopt.toolchain.native import NativeRecord, record_type, runtime_source

if TYPE_CHECKING:
    from isaopt.emulator.arguments import Array

SCALARS = 130
#: The distance between buffers, large enough that an access past the end of one never falls into the next.
_SPACING = 1 << 40
_FIRST = 0x10_0000_0000_00
#: The load address of the code object: below all buffers, far from them, and positive in 48 bits.
IMAGE_BASE = 0x0F00_0000_0000
_NO_REGISTER = 0xFFFFFFFF
_ORDERS = {"fwd": 0, "rev": 1, "random": 2}


@cache
def structure(name: str) -> type[NativeRecord]:
    """``Launch`` or ``Buffer`` of ``runtime/launch.c``."""
    return record_type(runtime_source("isaopt.emulator", "launch"), name)


@dataclass(frozen=True, slots=True)
class Geometry:
    """Workgroups in the grid and work-items in a workgroup, by axis."""

    grid: tuple[int, int, int]
    block: tuple[int, int, int]

    @property
    def threads(self) -> int:
        return self.block[0] * self.block[1] * self.block[2]


#: The name of the mapped file in errors.
CODE_OBJECT = "the code object"


@dataclass
class Memory:
    """The buffers that the kernel may access, by GPU address; ``keep`` holds the memory that ctypes points into."""

    regions: list[NativeRecord] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    keep: list[object] = field(default_factory=list)

    def add(self, name: str, data: Array, writable: bool) -> int:
        """Maps an array and returns its GPU address."""
        address = _FIRST + len(self.regions) * _SPACING
        self.regions.append(structure("Buffer")(address, data.nbytes, data.ctypes.data, int(writable)))
        self.names.append(name)
        self.keep.append(data)
        return address

    def add_bytes(self, name: str, data: bytes) -> int:
        """Maps a copy of read-only bytes."""
        import numpy as np

        return self.add(name, np.frombuffer(bytearray(data), np.uint8), False)

    def add_at(self, address: int, name: str, data: bytes, writable: bool) -> None:
        """Maps a copy of the bytes at a given GPU address."""
        import numpy as np

        copy = np.frombuffer(bytearray(data), np.uint8)
        self.regions.append(structure("Buffer")(address, copy.nbytes, copy.ctypes.data, int(writable)))
        self.names.append(name)
        self.keep.append(copy)

    def variables(self) -> bytes:
        """The contents of the writable parts of the code object."""
        import numpy as np

        parts = (
            d for r, n, d in zip(self.regions, self.names, self.keep, strict=True) if r.writable and n == CODE_OBJECT
        )
        return b"".join(d.tobytes() for d in parts if isinstance(d, np.ndarray))

    def array(self) -> ctypes.Array[NativeRecord]:
        """All buffers, by address."""
        return (structure("Buffer") * max(1, len(self.regions)))(
            *sorted(self.regions, key=lambda region: int(region.base))
        )

    def describe(self, address: int) -> str:
        """Where an address lies relative to the nearest buffer."""
        best: tuple[int, str] | None = None
        for region, name in zip(self.regions, self.names, strict=True):
            if address < region.base:
                distance, text = region.base - address, f"{region.base - address} bytes before '{name}'"
            else:
                past = address - region.base - region.size
                distance = max(past, 0)
                text = f"{past} bytes past the end of '{name}' ({region.size} bytes)"
                if past < 0:
                    text = f"at the end of '{name}' ({region.size} bytes)"
            if best is None or distance < best[0]:
                best = distance, text
        return best[1] if best and best[0] < _SPACING // 2 else "near no buffer"


def kernarg_segment(layout: ArgumentLayout, args: Sequence[Arg], geometry: Geometry, memory: Memory, lds: int) -> bytes:
    """The kernel argument segment, hidden arguments included.

    Raises:
        UsageError: the arguments are not those of the kernel.
    """
    explicit = [a for a in layout.arguments if not a.hidden] if layout.arguments else _in_sequence(args)
    if len(args) != len(explicit):
        names = ", ".join(a.name or f"{a.size} bytes" for a in explicit)
        raise UsageError(f"the kernel takes {len(explicit)} arguments ({names}), not {len(args)}")
    end = max((a.offset + a.size for a in explicit), default=0)
    segment = bytearray((max(layout.kernarg_bytes, end) + 63) // 64 * 64)
    for arg, slot in zip(args, explicit, strict=True):
        _place(segment, slot, _argument_bytes(arg, slot, memory))
    for slot in layout.arguments:
        if slot.hidden:
            value = _hidden(slot, geometry, lds)
            _place(segment, slot, value.to_bytes(slot.size, "little"))
    return bytes(segment)


def _in_sequence(args: Sequence[Arg]) -> list[Argument]:
    """The layout of arguments without metadata: in sequence, each aligned to its size, as in C."""
    out: list[Argument] = []
    offset = 0
    for arg in args:
        size = len(arg.data) if isinstance(arg, ScalarArg) else 8
        align = min(1 << (size - 1).bit_length(), 16) if size else 1
        offset = -(-offset // align) * align
        out.append(Argument("by_value" if isinstance(arg, ScalarArg) else "global_buffer", offset, size))
        offset += size
    return out


def _place(segment: bytearray, slot: Argument, data: bytes) -> None:
    segment[slot.offset : slot.offset + slot.size] = data[: slot.size].ljust(slot.size, b"\0")


def _argument_bytes(arg: Arg, slot: Argument, memory: Memory) -> bytes:
    pointer = slot.kind in ("global_buffer", "dynamic_shared_pointer") or (slot.kind == "by_value" and slot.size == 8)
    if isinstance(arg, NullArg):
        return bytes(slot.size)
    if isinstance(arg, BufferArg):
        if not pointer:
            raise UsageError(
                f"argument '{arg.name}' is a buffer, but the kernel takes {slot.size} bytes by value there"
            )
        return memory.add(arg.name, arg.data, True).to_bytes(8, "little")
    if slot.kind == "global_buffer":
        raise UsageError(f"argument '{arg.name}' is a scalar, but the kernel takes a buffer there")
    if len(arg.data) != slot.size:
        raise UsageError(f"argument '{arg.name}' has {len(arg.data)} bytes, but the kernel takes {slot.size} there")
    return arg.data


def _hidden(slot: Argument, geometry: Geometry, lds: int) -> int:
    """The value of a hidden argument (AMDGPUUsage, "hidden_*" value kinds); the remainder of a grid is 0."""
    axis = "xyz".find(slot.kind[-1])
    name = slot.kind.removeprefix("hidden_")
    if name.startswith("block_count_"):
        return geometry.grid[axis]
    if name.startswith("group_size_"):
        return geometry.block[axis]
    if name == "grid_dims":
        return 3 if geometry.grid[2] * geometry.block[2] > 1 else 2 if geometry.grid[1] * geometry.block[1] > 1 else 1
    if name == "dynamic_lds_size":
        return lds
    if name == "shared_base":
        return SHARED_BASE
    if name == "private_base":
        return PRIVATE_BASE
    return 0


def dispatch_packet(geometry: Geometry, layout: ArgumentLayout, kernarg: int, lds: int) -> bytes:
    """The AQL packet that ``dispatch_ptr`` shows (HSA runtime specification, "Kernel dispatch packet")."""
    total = [g * b for g, b in zip(geometry.grid, geometry.block, strict=True)]
    dims = 3 if total[2] > 1 else 2 if total[1] > 1 else 1
    words = [(2, 2), (dims, 2), *((b, 2) for b in geometry.block), (0, 2), *((t, 4) for t in total),
             (layout.scratch_bytes, 4), (lds, 4), (0, 8), (kernarg, 8), (0, 8), (0, 8)]  # fmt: skip
    return b"".join(value.to_bytes(size, "little") for value, size in words)


def start_registers(
    layout: ArgumentLayout, arch: str, kernarg: int, packet: int, queue: int
) -> tuple[list[int], list[int]]:
    """The scalar registers at the start, and where the workgroup ids go (gfx12 keeps them in ttmp7 and ttmp9)."""
    d = layout.descriptor
    values: list[int] = []
    for name, value, count in (
        ("user_sgpr_dispatch_ptr", packet, 2),
        ("user_sgpr_queue_ptr", queue, 2),
        ("user_sgpr_kernarg_segment_ptr", kernarg, 2),
        ("user_sgpr_dispatch_id", 0, 2),
        ("user_sgpr_private_segment_size", layout.scratch_bytes, 1),
    ):
        if d.get(name, 0):
            values += [value >> 32 * k & 0xFFFFFFFF for k in range(count)]
    count = max(d.get("user_sgpr_count", len(values)), len(values))
    ids = [_NO_REGISTER] * 3
    if not features_of(arch).group_ids_in_ttmps:
        for axis, name in enumerate("xyz"):
            if d.get(f"system_sgpr_workgroup_id_{name}", int(name == "x")):
                ids[axis] = count
                count += 1
    return values, ids


def start_mode(layout: ArgumentLayout, arch: str) -> ModeRegister:
    """MODE from the descriptor's directives; their defaults are LLVM's (AMDGPUUsage, ".amdhsa_float_*")."""
    d = layout.descriptor
    has_modes = features_of(arch).ieee_mode
    return ModeRegister(
        d.get("float_round_mode_32", 0)
        | d.get("float_round_mode_16_64", 0) << 2
        | d.get("float_denorm_mode_32", 0) << 4
        | d.get("float_denorm_mode_16_64", 3) << 6
        | (d.get("dx10_clamp", 1) if has_modes else 1) << 8
        | (d.get("ieee_mode", 1) if has_modes else 0) << 9
    )


def parse_order(text: str) -> tuple[int, int]:
    """``fwd``, ``rev`` or ``random:SEED`` as the runtime's number and seed."""
    name, colon, seed = text.partition(":")
    if name in _ORDERS and (name == "random") == bool(colon):
        try:
            return _ORDERS[name], int(seed or "0", 0) & (1 << 64) - 1
        except ValueError:
            pass
    raise UsageError(f"unknown order '{text}' (known: fwd, rev, random:SEED)")
