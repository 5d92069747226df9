"""Kernel descriptors, field by field (LLVM AMDGPUUsage, "Kernel Descriptor", "AMDHSA Kernel Assembler Directives")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

DESCRIPTOR_BYTES = 64
#: The place of the distance to the code, which is a relocation of its own.
ENTRY_OFFSET = 16
_BOTH, _GFX11, _GFX12 = ("gfx11", "gfx12"), ("gfx11",), ("gfx12",)
_RSRC3, _RSRC1, _RSRC2, _PROPERTIES = 44 * 8, 48 * 8, 52 * 8, 56 * 8
#: Name (of the directive that sets the field, if there is one), first bit, bits, families; none: no directive sets it.
FIELDS: tuple[tuple[str, int, int, tuple[str, ...]], ...] = (
    ("group_segment_fixed_size", 0, 32, _BOTH),
    ("private_segment_fixed_size", 32, 32, _BOTH),
    ("kernarg_size", 64, 32, _BOTH),
    ("user_sgpr_count", _RSRC2 + 1, 5, _BOTH),
    ("user_sgpr_dispatch_ptr", _PROPERTIES + 1, 1, _BOTH),
    ("user_sgpr_queue_ptr", _PROPERTIES + 2, 1, _BOTH),
    ("user_sgpr_kernarg_segment_ptr", _PROPERTIES + 3, 1, _BOTH),
    ("user_sgpr_dispatch_id", _PROPERTIES + 4, 1, _BOTH),
    ("user_sgpr_private_segment_size", _PROPERTIES + 6, 1, _BOTH),
    ("wavefront_size32", _PROPERTIES + 10, 1, _BOTH),
    ("uses_dynamic_stack", _PROPERTIES + 11, 1, _BOTH),
    ("enable_private_segment", _RSRC2, 1, _BOTH),
    ("system_sgpr_workgroup_id_x", _RSRC2 + 7, 1, _BOTH),
    ("system_sgpr_workgroup_id_y", _RSRC2 + 8, 1, _BOTH),
    ("system_sgpr_workgroup_id_z", _RSRC2 + 9, 1, _BOTH),
    ("system_sgpr_workgroup_info", _RSRC2 + 10, 1, _BOTH),
    ("system_vgpr_workitem_id", _RSRC2 + 11, 2, _BOTH),
    ("float_round_mode_32", _RSRC1 + 12, 2, _BOTH),
    ("float_round_mode_16_64", _RSRC1 + 14, 2, _BOTH),
    ("float_denorm_mode_32", _RSRC1 + 16, 2, _BOTH),
    ("float_denorm_mode_16_64", _RSRC1 + 18, 2, _BOTH),
    ("dx10_clamp", _RSRC1 + 21, 1, _GFX11),
    ("ieee_mode", _RSRC1 + 23, 1, _GFX11),
    ("round_robin_scheduling", _RSRC1 + 21, 1, _GFX12),
    ("fp16_overflow", _RSRC1 + 26, 1, _BOTH),
    ("workgroup_processor_mode", _RSRC1 + 29, 1, _BOTH),
    ("memory_ordered", _RSRC1 + 30, 1, _BOTH),
    ("forward_progress", _RSRC1 + 31, 1, _BOTH),
    ("shared_vgpr_count", _RSRC3, 4, _GFX11),
    ("inst_pref_size", _RSRC3 + 4, 6, _GFX11),
    ("inst_pref_size", _RSRC3 + 4, 8, _GFX12),
    ("exception_fp_ieee_invalid_op", _RSRC2 + 24, 1, _BOTH),
    ("exception_fp_denorm_src", _RSRC2 + 25, 1, _BOTH),
    ("exception_fp_ieee_div_zero", _RSRC2 + 26, 1, _BOTH),
    ("exception_fp_ieee_overflow", _RSRC2 + 27, 1, _BOTH),
    ("exception_fp_ieee_underflow", _RSRC2 + 28, 1, _BOTH),
    ("exception_fp_ieee_inexact", _RSRC2 + 29, 1, _BOTH),
    ("exception_int_div_zero", _RSRC2 + 30, 1, _BOTH),
    ("user_sgpr_private_segment_buffer", _PROPERTIES, 1, ()),
    ("granulated_workitem_vgpr_count", _RSRC1, 6, ()),
)


@dataclass(frozen=True, slots=True)
class Descriptor:
    """The 64 bytes from which the hardware and the runtime start a kernel."""

    raw: bytes
    arch: str

    @property
    def bits(self) -> int:
        return int.from_bytes(self.raw, "little")

    def fields(self) -> Iterator[tuple[str, int, int]]:
        """Name, first bit and width in bits of each of the target's fields."""
        yield from self.settable()
        yield from ((name, at, size) for name, at, size, of in FIELDS if not of)

    def settable(self) -> Iterator[tuple[str, int, int]]:
        """The same for the fields that a directive sets."""
        # A code object may be for a target that isaopt does not know otherwise.
        family = self.arch[:5]
        return ((name, at, size) for name, at, size, of in FIELDS if of == _BOTH or family in of)

    def field(self, name: str) -> int:
        """The value of a field; sizes are in bytes."""
        at, size = next((at, size) for known, at, size in self.fields() if known == name)
        return self.bits >> at & ((1 << size) - 1)

    @property
    def exceptions(self) -> bool:
        """Whether any exception is enabled."""
        return any(self.field(name) for name, _, _ in self.fields() if name.startswith("exception_"))

    @property
    def wave_size(self) -> int:
        """The lanes of a wave, 32 or 64."""
        return 32 if self.field("wavefront_size32") else 64

    @property
    def vgprs(self) -> int:
        """The number of VGPRs that a wave certainly has: the field counts units of 8 in wave32, of 4 in wave64.

        The hardware may round up further; see the occupancy rules in ``target``.
        """
        return (self.field("granulated_workitem_vgpr_count") + 1) * (256 // self.wave_size)
