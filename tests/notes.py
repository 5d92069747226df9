"""Metadata that the assembler takes: with every entry that it asks for."""

from __future__ import annotations

from collections.abc import Sequence

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


def entry(lines: Sequence[str] = ()) -> str:
    """A kernel's entry: ``lines`` of YAML, and what is required beside them."""
    given = {line.split(":")[0] for line in lines}
    lines = [*(f"{key}: {value}" for key, value in REQUIRED.items() if key not in given), *lines]
    return "".join(f"  {'-' if i == 0 else ' '} {line}\n" for i, line in enumerate(lines))


def block(*entries: str) -> str:
    """A whole ``.amdgpu_metadata`` block."""
    return (
        f"\t.amdgpu_metadata\n---\namdhsa.kernels:\n{''.join(entries)}amdhsa.version:\n  - 1\n  - 2\n...\n"
        "\t.end_amdgpu_metadata\n"
    )
