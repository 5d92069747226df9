"""Kernel descriptors, field by field (LLVM AMDGPUUsage, "Kernel Descriptor", COMPUTE_PGM_RSRC1 to 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from isaopt.proof.surroundings.harmless import DESCRIPTOR_FIELDS

DESCRIPTOR_BYTES = 64
#: Where the distance to the code stands: a relocation of its own.
ENTRY_OFFSET = 16
_RSRC3, _RSRC1, _RSRC2, _PROPERTIES = 44 * 8, 48 * 8, 52 * 8, 56 * 8
#: First bit and count of bits.
_FIELDS = {
    "GROUP_SEGMENT_FIXED_SIZE": (0, 32),
    "PRIVATE_SEGMENT_FIXED_SIZE": (32, 32),
    "KERNARG_SIZE": (64, 32),
    "KERNEL_CODE_ENTRY_BYTE_OFFSET": (128, 64),
    "GRANULATED_WORKITEM_VGPR_COUNT": (_RSRC1, 6),
    "ENABLE_PRIVATE_SEGMENT": (_RSRC2, 1),
    "WGP_MODE": (_RSRC1 + 29, 1),
    "USER_SGPR_COUNT": (_RSRC2 + 1, 5),
    "ENABLE_SGPR_WORKGROUP_ID_X": (_RSRC2 + 7, 1),
    "ENABLE_SGPR_WORKGROUP_ID_Y": (_RSRC2 + 8, 1),
    "ENABLE_SGPR_WORKGROUP_ID_Z": (_RSRC2 + 9, 1),
    "ENABLE_VGPR_WORKITEM_ID": (_RSRC2 + 11, 2),
    "ENABLE_EXCEPTIONS": (_RSRC2 + 24, 7),
    "ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER": (_PROPERTIES, 1),
    "ENABLE_SGPR_DISPATCH_PTR": (_PROPERTIES + 1, 1),
    "ENABLE_SGPR_QUEUE_PTR": (_PROPERTIES + 2, 1),
    "ENABLE_SGPR_KERNARG_SEGMENT_PTR": (_PROPERTIES + 3, 1),
    "ENABLE_WAVEFRONT_SIZE32": (_PROPERTIES + 10, 1),
    "USES_DYNAMIC_STACK": (_PROPERTIES + 11, 1),
}
_REGISTERS = {_RSRC1: "COMPUTE_PGM_RSRC1", _RSRC2: "COMPUTE_PGM_RSRC2", _RSRC3: "COMPUTE_PGM_RSRC3"}
#: The assembler's directive for a field, by which a difference is found in the text.
DIRECTIVES = {
    "GROUP_SEGMENT_FIXED_SIZE": ".amdhsa_group_segment_fixed_size",
    "PRIVATE_SEGMENT_FIXED_SIZE": ".amdhsa_private_segment_fixed_size",
    "KERNARG_SIZE": ".amdhsa_kernarg_size",
    "GRANULATED_WORKITEM_VGPR_COUNT": ".amdhsa_next_free_vgpr",
    "ENABLE_PRIVATE_SEGMENT": ".amdhsa_enable_private_segment",
    "WGP_MODE": ".amdhsa_workgroup_processor_mode",
    "USER_SGPR_COUNT": ".amdhsa_user_sgpr_count",
    "ENABLE_VGPR_WORKITEM_ID": ".amdhsa_system_vgpr_workitem_id",
    "ENABLE_WAVEFRONT_SIZE32": ".amdhsa_wavefront_size32",
}


@dataclass(frozen=True, slots=True)
class DescriptorBytes:
    """The 64 bytes that the hardware and the runtime start a kernel by."""

    raw: bytes
    arch: str

    def field(self, name: str) -> int:
        """The value of a field by LLVM's name."""
        first, count = self._place(name)
        return int.from_bytes(self.raw, "little") >> first & ((1 << count) - 1)

    def _place(self, name: str) -> tuple[int, int]:
        if name == "INST_PREF_SIZE":
            return (_RSRC3 + 4, 8) if self.arch.startswith("gfx12") else (_RSRC3 + 4, 6)
        return _FIELDS[name]

    @property
    def wave_size(self) -> int:
        """The lanes of a wave, 32 or 64."""
        return 32 if self.field("ENABLE_WAVEFRONT_SIZE32") else 64

    @property
    def vgprs(self) -> int:
        """The VGPRs that a wave is sure to get: the field counts units of 8 in wave32, of 4 in wave64."""
        return (self.field("GRANULATED_WORKITEM_VGPR_COUNT") + 1) * (256 // self.wave_size)

    def masked(self) -> int:
        """All bits but those of fields that may differ."""
        bits = int.from_bytes(self.raw, "little")
        for name in DESCRIPTOR_FIELDS:
            first, count = self._place(name)
            bits &= ~(((1 << count) - 1) << first)
        return bits


def differing_fields(one: DescriptorBytes, other: DescriptorBytes) -> Iterator[tuple[str, int, int]]:
    """The fields that must be equal and are not, with both values; bits without a name by their 32-bit register."""
    left = one.masked() ^ other.masked()
    for name, (first, count) in _FIELDS.items():
        mask = ((1 << count) - 1) << first
        if left & mask:
            yield name, one.field(name), other.field(name)
            left &= ~mask
    for word in range(DESCRIPTOR_BYTES // 4):
        if left >> 32 * word & 0xFFFFFFFF:
            name = _REGISTERS.get(32 * word, f"bytes {4 * word} to {4 * word + 3}")
            a, b = (int.from_bytes(d.raw[4 * word : 4 * word + 4], "little") for d in (one, other))
            yield name, a, b
