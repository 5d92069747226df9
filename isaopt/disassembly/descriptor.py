"""Kernel descriptors as directives (LLVM AMDGPUUsage, "Kernel Descriptor", "AMDHSA Kernel Assembler Directives")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from isaopt.errors import InputError
from isaopt.toolchain.codeobject import Descriptor

_BOTH, _GFX11, _GFX12 = ("gfx11", "gfx12"), ("gfx11",), ("gfx12",)
_RSRC3, _RSRC1, _RSRC2, _PROPERTIES = 44 * 8, 48 * 8, 52 * 8, 56 * 8
#: Directive, first bit, bits, families.
_FIELDS: tuple[tuple[str, int, int, tuple[str, ...]], ...] = (
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
)
#: The count of VGPRs, in units, and the distance to the code.
_OTHERS = ((_RSRC1, 6), (16 * 8, 64))
_SGPRS = 106


def directives(
    raw: bytes, arch: str, metadata: Mapping[str, object], kernel: str, path: str, vcc: bool
) -> Iterator[str]:
    """The lines between ``.amdhsa_kernel`` and its end; :class:`InputError` for bits that no directive sets.

    The descriptor counts VGPRs in units and no SGPRs at all, so the exact numbers come from the kernel's ``metadata``,
    where they agree.  ``vcc`` is whether the code uses it, which the metadata count and the assembler adds.
    """
    bits = left = int.from_bytes(raw, "little")
    fields = [(name, at, size) for name, at, size, families in _FIELDS if arch[:5] in families]
    for at, size in (*_OTHERS, *((at, size) for _, at, size in fields)):
        left &= ~(((1 << size) - 1) << at)
    if left:
        at = (left & -left).bit_length() - 1
        raise InputError(f"bit {at} of the descriptor of {kernel} is set, which no directive can set", path)
    for name, at, size in fields:
        value = bits >> at & ((1 << size) - 1)
        if name != "shared_vgpr_count" or value:  # not to be said in wave32
            yield f".amdhsa_{name} {value}"
    descriptor = Descriptor(raw)
    unit = 8 if descriptor.wave_size == 32 else 4
    counted = metadata.get(".vgpr_count")
    exact = isinstance(counted, int) and -(-max(counted, 1) // unit) * unit == descriptor.vgprs_requested
    yield f".amdhsa_next_free_vgpr {counted if exact else descriptor.vgprs_requested}"
    sgprs = metadata.get(".sgpr_count")
    yield f".amdhsa_next_free_sgpr {min(max(sgprs - 2 * vcc, 0), _SGPRS) if isinstance(sgprs, int) else _SGPRS}"
    yield f".amdhsa_reserve_vcc {int(vcc)}"
