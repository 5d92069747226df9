"""Small kernels for the emulator's tests: a body between a prologue and an epilogue, run on arrays.

The prologue leaves the byte offset of the work-item's dword in ``v0``, the input's address in ``s[4:5]``, the output's
in ``s[2:3]``, the second input's in ``s[6:7]``.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from isaopt.asm.parser import parse_text
from isaopt.emulator.arguments import BufferArg
from isaopt.emulator.emulation import Emulation, EmulationOptions, compile_kernel
from isaopt.emulator.launch import Geometry
from tests.kernels import arguments, block, entry, kernel_file


def prologue(arch: str) -> str:
    """Loads the three addresses and leaves 4 times the work-item's number in v0."""
    wait = "s_wait_kmcnt 0x0" if arch.startswith("gfx12") else "s_waitcnt lgkmcnt(0)"
    return f"s_load_b128 s[4:7], s[0:1], 0x8\ns_load_b64 s[2:3], s[0:1], 0x0\nv_lshlrev_b32_e32 v0, 2, v0\n{wait}\n"


def text_of(
    body: str,
    arch: str = "gfx1100",
    wave: int = 32,
    lds: int = 0,
    ids: int = 0,
    directives: str = "",
    raw: bool = False,
    scratch: int = 0,
) -> str:
    """The file; ``raw`` leaves the prologue out."""
    code = body if raw else prologue(arch) + body
    segments = {"group_segment_fixed_size": lds, "private_segment_fixed_size": scratch}
    text = kernel_file(
        code.split("\n"), *(f"{name} {size}" for name, size in segments.items()), "kernarg_size 24",
        "user_sgpr_count 2", "user_sgpr_kernarg_segment_ptr 1", f"system_vgpr_workitem_id {ids}",
        *(line.strip().removeprefix(".amdhsa_") for line in directives.splitlines()),
        arch=arch, sgprs=64, wave=wave,
    )  # fmt: skip
    return text + block(entry([*(f".{name}: {size}" for name, size in segments.items()), *arguments(8, 8, 8)]))


def launch(
    text: str,
    out: NDArray[np.generic],
    first: NDArray[np.generic] | None = None,
    second: NDArray[np.generic] | None = None,
    block: tuple[int, int, int] = (32, 1, 1),
    grid: tuple[int, int, int] = (1, 1, 1),
    options: EmulationOptions | None = None,
    optimize: bool = False,
) -> Emulation:
    """Runs the kernel of a text on the arrays, in place.  A few waves are not worth an optimised compilation."""
    chosen = replace(options or EmulationOptions(), optimize=optimize)
    module = parse_text(text, "k.s", None)
    nothing = np.zeros(1, np.uint32)
    args = (
        BufferArg("out", out, out=True),
        BufferArg("first", nothing if first is None else first),
        BufferArg("second", nothing if second is None else second),
    )
    return compile_kernel(module, module.kernels[0], chosen).launch(Geometry(grid, block), args)


def lanes(
    body: str,
    first: NDArray[np.generic] | None = None,
    second: NDArray[np.generic] | None = None,
    arch: str = "gfx1100",
    wave: int = 32,
    results: int = 1,
    lds: int = 0,
    options: EmulationOptions | None = None,
    directives: str = "",
    scratch: int = 0,
    optimize: bool = False,
) -> NDArray[np.uint32]:
    """What ``body`` leaves in ``v10``, ``v11``, ... in each lane of one wave, as 32-bit patterns [result, lane].

    The lane's dwords of the inputs are in ``v1`` and ``v2``; a body may use any other register above v2.
    """
    gfx12 = arch.startswith("gfx12")
    wait = "s_wait_loadcnt 0x0" if gfx12 else "s_waitcnt vmcnt(0)"
    loads = ""
    if first is not None:
        loads += "global_load_b32 v1, v0, s[4:5]\n"
    if second is not None:
        loads += "global_load_b32 v2, v0, s[6:7]\n"
    stores = "\n".join(f"global_store_b32 v0, v{10 + k}, s[2:3] offset:{4 * wave * k}" for k in range(results))
    out = np.zeros((results, wave), np.uint32)
    text = text_of(f"{loads}{wait}\n{body}\n{stores}", arch, wave, lds, directives=directives, scratch=scratch)
    launch(text, out, first, second, (wave, 1, 1), options=options, optimize=optimize)
    return out
