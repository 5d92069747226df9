"""What may differ between two objects, and why no result depends on it.  Everything else must be equal."""

from __future__ import annotations

import re

#: Sections that nothing reads when a kernel is loaded or runs, by name, unless something that is read refers to them.
UNREAD_SECTIONS: dict[str, str] = {
    r"\.debug_.*": "debug information: read by debuggers",
    r"\.eh_frame": "unwinding tables: no unwinder runs on the GPU",
    r"\.comment": "which compiler it was (.ident)",
    r"\.llvm_addrsig": "which symbols' addresses matter, a hint for the linker's folding of equal code",
    r"\.note\.GNU-stack": "a mark for linkers of host programs",
    r"\.stack_sizes": "how much stack functions use (-fstack-size-section): read by tools",
    r"\.AMDGPU\.csdata": "the compiler's statistics, as comments",
    r"\.AMDGPU\.gpr_maximums": "register counts for the compiler's own use at link time",
}
_UNREAD = re.compile("|".join(UNREAD_SECTIONS))

#: Of a kernel whose code is proved to do the same, in bits of the descriptor (LLVM AMDGPUUsage, "Kernel Descriptor").
DESCRIPTOR_FIELDS: dict[str, str] = {
    "granulated_workitem_vgpr_count": "how many VGPRs a wave gets: enough, and few enough for a workgroup to fit",
    "inst_pref_size": "how much code is fetched ahead: time only, up to the end of all code",
}

#: Of such a kernel's metadata entry.
METADATA_ENTRIES: dict[str, str] = {
    ".vgpr_count": "for tools: it must not be less than what is used",
    ".sgpr_count": "for tools: every wave of gfx11 and gfx12 has all SGPRs",
    ".private_segment_fixed_size": "compared beside the descriptor's size: the runtime allocates by either",
    ".group_segment_fixed_size": "compared beside the descriptor's size",
    ".vgpr_spill_count": "the compiler's statistics",
    ".sgpr_spill_count": "the compiler's statistics",
    ".agpr_count": "for tools: gfx11 and gfx12 have no accumulation registers",
}

#: Words with which the assembler or compiler fills up between pieces of code: s_nop 0, s_code_end.
PADDING = frozenset({bytes.fromhex("000080bf"), bytes.fromhex("00009fbf")})

#: Beside these: symbols that no other file can see (their uses are relocations, which are compared by place); the size
#: of a kernel's code that is proved to do the same, as far as its length changed; how much :data:`PADDING` follows code
#: that changed its length; empty sections.


def is_unread(section: str) -> bool:
    """Whether nothing reads a section of that name."""
    return _UNREAD.fullmatch(section) is not None
