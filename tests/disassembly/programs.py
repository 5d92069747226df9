"""Code objects of all that a linker leaves in one: calls, tables of addresses, constants, padding."""

from __future__ import annotations

HEAD = """\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"
\t.amdhsa_code_object_version 5
\t.text
"""
KERNEL = """\t.globl\t{name}
\t.protected\t{name}
\t.p2align\t8
\t.type\t{name},@function
{name}:
{body}\ts_endpgm
.Lend_{name}:
\t.size\t{name}, .Lend_{name}-{name}
\t.section\t.rodata,"a",@progbits
\t.p2align\t6
\t.amdhsa_kernel {name}
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_next_free_vgpr 8
\t\t.amdhsa_next_free_sgpr 16
{directives}\t.end_amdhsa_kernel
\t.text
"""


def kernel(name: str, body: str, directives: str = "") -> str:
    """A kernel; its body and what its descriptor has besides are whole lines."""
    return KERNEL.format(name=name, body=body, directives=directives)


def address(of: str, low: int, arch: str = "gfx1100", kind: str = "rel32", to: str = "s[4:5]") -> str:
    """The address of a symbol, ``low - 4`` bytes into it on gfx11, as compilers compute it."""
    first, second = to.strip("s[]").split(":")
    add, carry = ("s_add_u32", "s_addc_u32") if arch.startswith("gfx11") else ("s_add_co_u32", "s_add_co_ci_u32")
    sign = "" if arch.startswith("gfx11") else f"\ts_sext_i32_i16 s{second}, s{second}\n"
    low += 4 * bool(sign)
    return (
        f"\ts_getpc_b64 {to}\n{sign}\t{add} s{first}, s{first}, {of}@{kind}@lo+{low}\n"
        f"\t{carry} s{second}, s{second}, {of}@{kind}@hi+{low + 8}\n"
    )


def program(arch: str) -> str:
    """A file with everything at once."""
    wait = "\ts_waitcnt lgkmcnt(0)\n" if arch.startswith("gfx11") else "\ts_wait_kmcnt 0x0\n"
    text = HEAD.format(arch=arch)
    text += "\t.p2align\t2\n\t.type\thelper,@function\nhelper:\n\tv_add_nc_u32_e32 v0, 1, v0\n\ts_setpc_b64 s[30:31]\n"
    text = text.replace("helper:\n", "helper:\n\t.type\thelper_too,@function\nhelper_too:\n")
    text += ".Lhelper_end:\n" + "".join(f"\t.size\t{name}, .Lhelper_end-helper\n" for name in ("helper", "helper_too"))
    text += kernel("calls", address("helper", 4, arch) + "\ts_swappc_b64 s[30:31], s[4:5]\n")
    constants = address(".Lwords", 4, arch) + address("words_of_all", 16, arch, to="s[6:7]")
    globals_ = address("shared_word", 4, arch, "gotpcrel32", "s[8:9]")
    globals_ += address("helper", 4, arch, "gotpcrel32", "s[12:13]")
    loads = "\ts_load_b32 s2, s[4:5], 0x0\n\ts_load_b32 s3, s[6:7], 0x0\n\ts_load_b64 s[10:11], s[8:9], 0x0\n" + wait
    text += kernel("constants", constants + globals_ + loads)
    loop = "\ts_mov_b32 s2, 5\n\ts_branch .Lfar\n\t.p2align\t6\n.Lloop:\n\ts_add_i32 s2, s2, -1\n\ts_cmp_eq_u32 s2, 0\n"
    text += kernel("loops", loop + "\ts_cbranch_scc0 .Lloop\n.Lfar:\n\ts_cmp_eq_u32 s2, 1\n\ts_cbranch_scc1 .Lloop\n")
    behind = "\ts_setpc_b64 s[4:5]\n\ts_nop 0\n.Lbehind:\n"
    long_branch = address(".Lbehind", 4, arch)
    text += kernel("jumps", long_branch + behind)
    text += "\t.p2alignl 7, 3214868480\n\t.fill 48, 4, 3214868480\n"
    text += (
        '\t.section\t.rodata,"a",@progbits\n\t.p2align\t4\n.Lwords:\n\t.long\t1, 2, 3, 0xffffffff\n\t.byte\t1, 2, 3\n'
    )
    text += (
        "\t.p2align\t2\n\t.type\twords_of_all,@object\n\t.globl\twords_of_all\n\t.hidden\twords_of_all\nwords_of_all:\n"
    )
    text += "\t.zero\t64\n\t.long\t9\n\t.size\twords_of_all, 68\n"
    text += '\t.section\t.data,"aw",@progbits\n\t.p2align\t4\n\t.globl\ttable\n\t.type\ttable,@object\ntable:\n'
    text += "\t.quad\thelper\n\t.quad\tshared_word+4\n\t.quad\tshared_word\n\t.long\t5\n\t.size\ttable, 28\n"
    text += '\t.section\t.bss,"aw",@nobits\n\t.p2align\t3\n\t.globl\tshared_word\n\t.type\tshared_word,@object\n'
    text += "shared_word:\n\t.zero\t12\n\t.size\tshared_word, 12\n\t.weak\telsewhere\n\t.set\tsome.number, 77\n"
    text += "\t.weak\tprotected_elsewhere\n\t.protected\tprotected_elsewhere\n\t.globl\tunused_elsewhere\n"
    return text + '\t.ident\t"a compiler"\n'
