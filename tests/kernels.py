"""Files of a kernel: code, its descriptor, and metadata that the assembler takes, with every entry that it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: What LLVM's verifier requires of a kernel (``AMDGPUMetadataVerifier.cpp``).
REQUIRED = {
    ".kernarg_segment_size": "64",
    ".kernarg_segment_align": "8",
    ".group_segment_fixed_size": "0",
    ".private_segment_fixed_size": "0",
    ".wavefront_size": "32",
    ".sgpr_count": "64",
    ".vgpr_count": "64",
    ".max_flat_workgroup_size": "1024",
    ".symbol": "k.kd",
    ".name": "k",
}
#: Directives of kernels that have arguments, and of those that use LDS.
ARGUMENTS, LDS = "user_sgpr_kernarg_segment_ptr 1", "group_segment_fixed_size 8192"
_FILE = """\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"
\t.text
\t.globl\t{name}
\t.p2align\t8
\t.type\t{name},@function
{name}:
{code}\ts_endpgm
.L{name}_end:
\t.size\t{name}, .L{name}_end-{name}
\t.section\t.rodata,"a",@progbits
\t.p2align\t6
\t.amdhsa_kernel {name}
{directives}\t.end_amdhsa_kernel
"""


def kernel_file(
    code: str | Iterable[str],
    *directives: str,
    arch: str = "gfx1100",
    name: str = "k",
    vgprs: int = 64,
    sgprs: int = 32,
    wave: int = 32,
) -> str:
    """A file of one kernel: ``code`` as it is, or its lines, which are indented here, then an ``s_endpgm``.
    ``directives`` of the descriptor are without ``.amdhsa_``."""
    text = code.rstrip("\n") + "\n" if isinstance(code, str) else indented(code)
    given = [f"next_free_vgpr {vgprs}", f"next_free_sgpr {sgprs}"]
    if not arch.startswith("gfx9"):  # Waves of CDNA always have 64 lanes.
        given.append(f"wavefront_size32 {int(wave == 32)}")
    described = "".join(f"\t\t.amdhsa_{directive}\n" for directive in (*given, *directives))
    return _FILE.format(arch=arch, name=name, code=text, directives=described)


def indented(lines: Iterable[str]) -> str:
    """Lines of code, with a tab before what is no label."""
    stripped = (line.strip() for line in lines)
    return "".join(f"{line}\n" if line.endswith(":") else f"\t{line}\n" for line in stripped)


def arguments(*sizes: int) -> list[str]:
    """Lines of a kernel's entry about its arguments: those of 8 bytes are buffers, others numbers."""
    lines, at = [".args:"], 0
    for size in sizes:
        kind = ".address_space: global, .value_kind: global_buffer" if size == 8 else ".value_kind: by_value"
        lines.append(f"  - {{.offset: {at}, .size: {size}, {kind}}}")
        at += size
    return [*lines, f".kernarg_segment_size: {at}"]


def entry(lines: Sequence[str] = (), name: str = "k") -> str:
    """A kernel's entry: ``lines`` of YAML, and what is required beside them."""
    given = {line.split(":")[0] for line in lines}
    required = REQUIRED | {".symbol": f"{name}.kd", ".name": name}
    lines = [*(f"{key}: {value}" for key, value in required.items() if key not in given), *lines]
    return "".join(f"  {'-' if i == 0 else ' '} {line}\n" for i, line in enumerate(lines))


def block(*entries: str) -> str:
    """A whole ``.amdgpu_metadata`` block."""
    return (
        f"\t.amdgpu_metadata\n---\namdhsa.kernels:\n{''.join(entries)}amdhsa.version:\n  - 1\n  - 2\n...\n"
        "\t.end_amdgpu_metadata\n"
    )
