"""Small files with what surrounds kernels in many forms: tables, strings, functions, symbols, expressions."""

from __future__ import annotations

_HEAD = '\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"\n'
_KERNEL = """\t.text
\t.globl\t{name}
\t.p2align\t8
\t.type\t{name},@function
{name}:
{code}\ts_endpgm
.Lend_{name}:
\t.size\t{name}, .Lend_{name}-{name}
\t.section\t.rodata,"a",@progbits
\t.p2align\t6, 0x0
\t.amdhsa_kernel {name}
\t\t.amdhsa_group_segment_fixed_size 512
\t\t.amdhsa_private_segment_fixed_size 0
\t\t.amdhsa_kernarg_size 16
\t\t.amdhsa_user_sgpr_count 2
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_system_vgpr_workitem_id 0
\t\t.amdhsa_next_free_vgpr {vgprs}
\t\t.amdhsa_next_free_sgpr 20
\t\t.amdhsa_wavefront_size32 1
\t.end_amdhsa_kernel
"""
_ENTRY = """  - .args:
      - {{.address_space: global, .offset: 0, .size: 8, .value_kind: global_buffer}}
      - {{.offset: 8, .size: 4, .value_kind: by_value}}
    .group_segment_fixed_size: 512
    .kernarg_segment_align: 8
    .kernarg_segment_size: 16
    .max_flat_workgroup_size: 256
    .name: {name}
    .private_segment_fixed_size: 0
    .sgpr_count: 20
    .symbol: {name}.kd
    .vgpr_count: 8
    .wavefront_size: 32
"""
_NOTE = """\t.amdgpu_metadata
---
amdhsa.kernels:
{entries}amdhsa.target: amdgcn-amd-amdhsa--{arch}
amdhsa.version:
  - 1
  - 2
...
\t.end_amdgpu_metadata
"""
_STORE = {
    "gfx1100": "\ts_load_b64 s[2:3], s[0:1], 0x0\n{made}\tv_lshlrev_b32_e32 v1, 2, v0\n\tv_mov_b32_e32 v2, s6\n"
    "\ts_waitcnt lgkmcnt(0)\n\tglobal_store_b32 v1, v2, s[2:3]\n",
    "gfx1201": "\ts_load_b64 s[2:3], s[0:1], 0x0\n{made}\tv_lshlrev_b32_e32 v1, 2, v0\n\tv_mov_b32_e32 v2, s6\n"
    "\ts_wait_kmcnt 0x0\n\tglobal_store_b32 v1, v2, s[2:3]\n",
}
_ADDRESS = {
    "gfx1100": "\ts_getpc_b64 s[4:5]\n\ts_add_u32 s4, s4, {name}@rel32@lo+4\n\ts_addc_u32 s5, s5, {name}@rel32@hi+12\n",
    "gfx1201": "\ts_getpc_b64 s[4:5]\n\ts_sext_i32_i16 s5, s5\n\ts_add_co_u32 s4, s4, {name}@rel32@lo+8\n"
    "\ts_add_co_ci_u32 s5, s5, {name}@rel32@hi+16\n",
}
_READ = {
    "gfx1100": "\ts_load_b32 s6, s[4:5], 0x4\n\ts_waitcnt lgkmcnt(0)\n",
    "gfx1201": "\ts_load_b32 s6, s[4:5], 0x4\n\ts_wait_kmcnt 0x0\n",
}
_TABLES = """\t.type\ttable,@object
\t.section\t.rodata,"a",@progbits
\t.p2align\t2
table:
\t.long\t1
\t.short\t2
\t.byte\t3
\t.byte\t4
\t.fill\t2, 4, 3214868480
\t.quad\t.Lend_table-table
\t.zero\t8
.Lend_table:
\t.size\ttable, .Lend_table-table
"""
_STRINGS = """\t.data
\t.globl\ttext
\t.protected\ttext
\t.p2align\t2
text:
\t.ascii\t"a;bc"
\t.asciz\t"/* d */ // e"
\t.quad\ttext
\t.size\ttext, 24
"""
_FUNCTION = """\t.text
\t.hidden\tf
\t.type\tf,@function
f:
\tv_mov_b32_e32 v0, 1
\ts_setpc_b64 s[30:31]
.Lend_f:
\t.size\tf, .Lend_f-f
"""
_CALL = {
    "gfx1100": _ADDRESS["gfx1100"].format(name="f") + "\ts_swappc_b64 s[30:31], s[4:5]\n",
    "gfx1201": _ADDRESS["gfx1201"].format(name="f") + "\ts_swappc_b64 s[30:31], s[4:5]\n",
}
_VALUES = """\t.set\tX, 3
\t.set\tk.num_vgpr, 6
\t.weak\telsewhere
"""


def programs() -> dict[str, str]:
    """The texts by a name each."""
    found = {}
    for arch in ("gfx1100", "gfx1201"):
        tables = _ADDRESS[arch].format(name="table") + _READ[arch]
        strings = _ADDRESS[arch].format(name="text") + _READ[arch]
        loaded = _ADDRESS[arch].replace("rel32", "gotpcrel32").format(name="elsewhere") + _READ[arch]
        values = f"{loaded}\ts_mov_b32 s7, .Lend_k-k\n\ts_mul_i32 s6, s6, s7\n\ts_mul_i32 s6, s6, X\n"

        def file(before: str, *kernels: tuple[str, str], arch: str = arch, vgprs: str = "8", after: str = "") -> str:
            code = "".join(_KERNEL.format(name=name, code=code, vgprs=vgprs) for name, code in kernels)
            entries = "".join(_ENTRY.format(name=name) for name, _ in kernels)
            return _HEAD.format(arch=arch) + before + code + after + _NOTE.format(arch=arch, entries=entries)

        store = _STORE[arch]
        found[f"tables-{arch}"] = file("", ("k", store.format(made=tables)), after=_TABLES)
        found[f"strings-{arch}"] = file("", ("k", store.format(made=strings)), after=_STRINGS)
        found[f"values-{arch}"] = file(_VALUES, ("k", store.format(made=values)), vgprs="k.num_vgpr+X-3")
        call = store.format(made=_CALL[arch])
        found[f"calls-{arch}"] = file(_FUNCTION, ("k", call), ("other", store.format(made=tables)), after=_TABLES)
    return found
