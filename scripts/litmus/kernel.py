"""A body as a whole assembly file: prologue, descriptor, metadata."""

from __future__ import annotations

from tests.kernels import arguments, block, entry, kernel_file

_DESCRIPTOR = (
    "group_segment_fixed_size 4096",
    "kernarg_size 32",
    "user_sgpr_count 2",
    "user_sgpr_kernarg_segment_ptr 1",
)
_NOTE = block(entry([".group_segment_fixed_size: 4096", ".max_flat_workgroup_size: 128", *arguments(8, 8, 8, 8)]))
_WAVES = (
    "v_and_b32_e32 v1, 31, v0",
    "v_lshlrev_b32_e32 v1, 2, v1",
    "v_readfirstlane_b32 s15, v0",
    "s_lshr_b32 s15, s15, 5",
)


def kernel(arch: str, cu_mode: bool, body: tuple[str, ...], near: bool) -> str:
    """A whole file with one kernel of that body; ``near``: its waves share x, and have their number in s15."""
    wait = "s_wait_kmcnt 0x0" if arch.startswith("gfx12") else "s_waitcnt lgkmcnt(0)"
    lanes = _WAVES if near else ("v_lshlrev_b32_e32 v1, 2, v0",)
    start = ("s_load_b128 s[4:7], s[0:1], 0x0", "s_load_b128 s[8:11], s[0:1], 0x10", wait, *lanes)
    values = ("v_lshlrev_b32_e32 v5, 2, v0", "v_mov_b32_e32 v9, 0", "v_mov_b32_e32 v8, 1", "v_mov_b32_e32 v7, 2")
    mode = f"workgroup_processor_mode {int(not cu_mode)}"
    return kernel_file((*start, *values, *body), *_DESCRIPTOR, mode, arch=arch) + _NOTE
