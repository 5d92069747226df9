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

TEXT = """\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"
\t.text
\t.globl\tk
\t.type\tk,@function
k:
{code}
\ts_endpgm
.Lfunc_end0:
\t.section\t.rodata,"a",@progbits
\t.amdhsa_kernel k
\t\t.amdhsa_group_segment_fixed_size {lds}
\t\t.amdhsa_private_segment_fixed_size {scratch}
\t\t.amdhsa_kernarg_size 24
\t\t.amdhsa_user_sgpr_count 2
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_system_vgpr_workitem_id {ids}
\t\t.amdhsa_wavefront_size32 {wave32}
\t\t.amdhsa_next_free_vgpr 64
\t\t.amdhsa_next_free_sgpr 64
{directives}
\t.end_amdhsa_kernel
\t.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - {{.address_space: global, .offset: 0, .size: 8, .value_kind: global_buffer}}
      - {{.address_space: global, .offset: 8, .size: 8, .value_kind: global_buffer}}
      - {{.address_space: global, .offset: 16, .size: 8, .value_kind: global_buffer}}
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: {lds}
    .private_segment_fixed_size: {scratch}
    .max_flat_workgroup_size: 1024
    .wavefront_size: 32
    .sgpr_count: 64
    .vgpr_count: 64
    .name: k
    .symbol: k.kd
amdhsa.version: [1, 2]
...
\t.end_amdgpu_metadata
"""


def prologue(arch: str) -> str:
    """Loads the three addresses and leaves 4 times the work-item's number in v0."""
    wait = "s_wait_kmcnt 0x0" if arch.startswith("gfx12") else "s_waitcnt lgkmcnt(0)"
    return (
        f"\ts_load_b128 s[4:7], s[0:1], 0x8\n\ts_load_b64 s[2:3], s[0:1], 0x0\n"
        f"\tv_lshlrev_b32_e32 v0, 2, v0\n\t{wait}\n"
    )


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
    lines = "\n".join(
        "\t" + line.strip() if not line.strip().endswith(":") else line.strip() for line in body.split("\n")
    )
    code = lines if raw else prologue(arch) + lines
    return TEXT.format(
        arch=arch, code=code, wave32=int(wave == 32), lds=lds, ids=ids, directives=directives, scratch=scratch
    )


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
