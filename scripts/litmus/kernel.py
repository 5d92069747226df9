"""A body as a whole assembly file: prologue, descriptor, metadata."""

from __future__ import annotations

_HEAD = """\
	.amdgcn_target "amdgcn-amd-amdhsa--{arch}"
	.text
	.globl	k
	.p2align	8
	.type	k,@function
k:
	s_load_b128 s[4:7], s[0:1], 0x0
	s_load_b128 s[8:11], s[0:1], 0x10
	{wait}
{lanes}	v_lshlrev_b32_e32 v5, 2, v0
	v_mov_b32_e32 v9, 0
	v_mov_b32_e32 v8, 1
	v_mov_b32_e32 v7, 2
"""
_TAIL = """\
	s_endpgm
.Lend:
	.size	k, .Lend-k
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel k
		.amdhsa_group_segment_fixed_size 4096
		.amdhsa_kernarg_size 32
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_wavefront_size32 1
		.amdhsa_workgroup_processor_mode {mode}
		.amdhsa_next_free_vgpr 64
		.amdhsa_next_free_sgpr 32
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - {{.address_space: global, .offset: 0, .size: 8, .value_kind: global_buffer}}
      - {{.address_space: global, .offset: 8, .size: 8, .value_kind: global_buffer}}
      - {{.address_space: global, .offset: 16, .size: 8, .value_kind: global_buffer}}
      - {{.address_space: global, .offset: 24, .size: 8, .value_kind: global_buffer}}
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 32
    .max_flat_workgroup_size: 128
    .name: k
    .private_segment_fixed_size: 0
    .sgpr_count: 32
    .symbol: k.kd
    .vgpr_count: 64
    .wavefront_size: 32
amdhsa.target: amdgcn-amd-amdhsa--{arch}
amdhsa.version: [1, 2]
...
	.end_amdgpu_metadata
"""


_LANES = "\tv_lshlrev_b32_e32 v1, 2, v0\n"
_WAVES = """\
	v_and_b32_e32 v1, 31, v0
	v_lshlrev_b32_e32 v1, 2, v1
	v_readfirstlane_b32 s15, v0
	s_lshr_b32 s15, s15, 5
"""


def kernel(arch: str, cu_mode: bool, body: tuple[str, ...], near: bool) -> str:
    """A whole file with one kernel of that body; ``near``: its waves share x, and have their number in s15."""
    wait = "s_wait_kmcnt 0x0" if arch.startswith("gfx12") else "s_waitcnt lgkmcnt(0)"
    lines = "".join(f"{line}\n" if line.endswith(":") else f"\t{line}\n" for line in body)
    head = _HEAD.format(arch=arch, wait=wait, lanes=_WAVES if near else _LANES)
    return head + lines + _TAIL.format(arch=arch, mode=int(not cu_mode))
