"""Kernels that do nothing but move memory, and launches of them: where throughput falls with size is where a level of
the hierarchy ends."""

from __future__ import annotations

from pathlib import Path

import isaopt
from isaopt.asm.parser import parse_text
from isaopt.emulator.launch import Geometry
from isaopt.emulator.launches import Entry, Launch
from isaopt.ir.program import Module
from isaopt.simulator.results import KernelTime, Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import Value, get_gpu
from tests.kernels import arguments, block, entry, kernel_file

ROOT = Path(__file__).parents[2] / "kernels_s"
#: Tiles of the SGEMMs, and how their workgroups are shaped.
SGEMM = {"sgemm": (128, (128, 1, 1)), "sgemm_lds": (32, (32, 8, 1))}
#: s[4:5] and s[6:7] are two buffers, s8 is a number; s2 and s3 are the workgroup's ids, v0 is the work-item's.
HEAD = ("s_load_b128 s[4:7], s[0:1], 0x0", "s_load_b32 s8, s[0:1], 0x10", "s_waitcnt lgkmcnt(0)")
DESCRIPTOR = (
    "user_sgpr_count 2", "user_sgpr_kernarg_segment_ptr 1", "system_sgpr_workgroup_id_x 1",
    "system_sgpr_workgroup_id_y 1", "kernarg_size 20", "workgroup_processor_mode 0",
)  # fmt: skip
NOTE = block(entry([".max_flat_workgroup_size: 256", *arguments(8, 8, 4)], "moves"))
#: Bytes of a work-item's access in the copy, and work-items of a workgroup.
WIDE, ITEMS = 16, 256
COPY = ("v_lshl_or_b32 v1, s2, 8, v0", "v_lshlrev_b32_e32 v1, 4, v1", "global_load_b128 v[4:7], v1, s[4:5]",
        "s_waitcnt vmcnt(0)", "global_store_b128 v1, v[4:7], s[6:7]")  # fmt: skip
READ = (*COPY[:4], "v_add_f32_e32 v4, v4, v5")
#: Work-items load 4 bytes, s8 bytes apart.
STRIDED = ("v_lshl_or_b32 v1, s2, 8, v0", "v_mul_lo_u32 v1, v1, s8", "global_load_b32 v4, v1, s[4:5]",
           "s_waitcnt vmcnt(0)", "v_add_f32_e32 v4, v4, v4")  # fmt: skip
#: A workgroup of 256 x 1 reads a part of a row of s8 bytes, and writes it as part of a column.
TRANSPOSE = (
    "v_lshl_or_b32 v1, s2, 8, v0", "s_mul_i32 s9, s3, s8", "v_lshl_add_u32 v2, v1, 2, s9",
    "global_load_b32 v4, v2, s[4:5]", "v_mul_lo_u32 v3, v1, s8", "s_lshl_b32 s10, s3, 2",
    "v_add_nc_u32_e32 v3, s10, v3", "s_waitcnt vmcnt(0)", "global_store_b32 v3, v4, s[6:7]",
)  # fmt: skip
#: Each work-item reads its column in three neighbouring rows of s8 bytes.
STENCIL = (
    "v_lshl_or_b32 v1, s2, 8, v0", "s_mul_i32 s9, s3, s8", "v_lshl_add_u32 v1, v1, 2, s9",
    "v_add_nc_u32_e32 v2, s8, v1", "v_add_nc_u32_e32 v3, s8, v2", "global_load_b32 v4, v1, s[4:5]",
    "global_load_b32 v5, v2, s[4:5]", "global_load_b32 v6, v3, s[4:5]", "s_waitcnt vmcnt(0)",
    "v_add3_u32 v4, v4, v5, v6", "global_store_b32 v2, v4, s[6:7]",
)  # fmt: skip


def kernel(lines: tuple[str, ...], target: str = "gfx1100") -> Module:
    """A kernel of these lines."""
    text = kernel_file((*HEAD, *lines), *DESCRIPTOR, arch=target, name="moves", vgprs=32, sgprs=16) + NOTE
    if target.startswith("gfx12"):
        waits = (("s_waitcnt vmcnt(0)", "s_wait_loadcnt 0x0"), ("s_waitcnt lgkmcnt(0)", "s_wait_kmcnt 0x0"))
        for old, new in (*waits, ("s2,", "ttmp9,"), ("s3,", "ttmp7,")):
            text = text.replace(old, new)
    return parse_text(text, "moves.s", None)


def launch(grid: tuple[int, int], first: int, second: int, number: int) -> Launch:
    """With buffers of so many bytes."""
    buffers: list[Entry] = [
        {"kind": "buffer", "dtype": "u8", "shape": [size], "init": "zeros"} for size in (first, second)
    ]
    scalar: Entry = {"kind": "scalar", "dtype": "u32", "value": number}
    return Launch(Geometry((*grid, 1), (ITEMS, 1, 1)), (*buffers, scalar))


def predicted(module: Module, given: Launch, gpu: str = "rx7900xtx", **settings: Value) -> KernelTime:
    values = {name.replace("__", "."): value for name, value in settings.items()}
    return simulate_kernel(module, module.kernels[0], get_gpu(gpu, values), Workload(launch=given))


def flat(lines: tuple[str, ...], size: int, gpu: str = "rx7900xtx", **settings: Value) -> float:
    """Bytes a second at which a buffer of this size is read (and another one written): those that lanes move."""
    given = launch((max(1, size // (WIDE * ITEMS)), 1), size, size, 0)
    moved = size * (2 if lines is COPY else 1)
    return moved / predicted(kernel(lines), given, gpu, **settings).seconds


def strided(size: int, stride: int, gpu: str = "rx7900xtx", **settings: Value) -> float:
    """Bytes a second that sectors of a buffer are read with."""
    items = max(ITEMS, size // stride)
    given = launch((items // ITEMS, 1), size, 4, stride)
    return items * 32 / predicted(kernel(STRIDED), given, gpu, **settings).seconds


def rows(lines: tuple[str, ...], width: int, height: int, gpu: str = "rx7900xtx", **settings: Value) -> float:
    """Bytes a second that an image of 4-byte words is read with and another one written."""
    size = 4 * width * height
    given = launch((width // ITEMS, height), size + 8 * width, size + 8 * width, 4 * width)
    return 2 * size / predicted(kernel(lines), given, gpu, **settings).seconds


def matrices(name: str, size: int) -> tuple[Module, Launch]:
    """An SGEMM of ``kernels_s`` and a launch of it for square matrices."""
    tile, block = SGEMM[name.rpartition("_")[0]]
    buffer: Entry = {"kind": "buffer", "dtype": "f32", "shape": [size * size], "init": "zeros"}
    scalars: list[Entry] = [
        {"kind": "scalar", "dtype": kind, "value": v} for kind, v in (("i32", size), ("f32", 1), ("f32", 0))
    ]
    groups = size // tile
    return isaopt.parse(ROOT / f"{name}.s"), Launch(
        Geometry((groups, groups, 1), block), (buffer, buffer, buffer, *scalars)
    )
