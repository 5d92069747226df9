"""Writes kernel descriptors as directives (LLVM AMDGPUUsage, "Kernel Descriptor", "AMDHSA Kernel Assembler
Directives")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from isaopt.errors import InputError
from isaopt.toolchain.descriptor import ENTRY_OFFSET, Descriptor

#: Fields that other directives set: the count of VGPRs, in units, and the distance to the code.
_OTHERS = ((48 * 8, 6), (ENTRY_OFFSET * 8, 64))
_SGPRS = 106


def directives(
    raw: bytes, arch: str, metadata: Mapping[str, object], kernel: str, path: str, vcc: bool
) -> Iterator[str]:
    """The lines between ``.amdhsa_kernel`` and its end; :class:`InputError` for bits that no directive sets.

    The descriptor counts VGPRs in units and no SGPRs at all, so the exact numbers come from the kernel's ``metadata``,
    where they agree.  ``vcc`` is whether the code uses it, which the metadata count and the assembler adds.
    """
    descriptor = Descriptor(raw, arch)
    left = descriptor.bits
    fields = list(descriptor.settable())
    for at, size in (*_OTHERS, *((at, size) for _, at, size in fields)):
        left &= ~(((1 << size) - 1) << at)
    if left:
        at = (left & -left).bit_length() - 1
        raise InputError(f"bit {at} of the descriptor of {kernel} is set, which no directive can set", path)
    for name, _, _ in fields:
        value = descriptor.field(name)
        if name != "shared_vgpr_count" or value:  # not valid in wave32
            yield f".amdhsa_{name} {value}"
    unit = 8 if descriptor.wave_size == 32 else 4
    counted = metadata.get(".vgpr_count")
    exact = isinstance(counted, int) and -(-max(counted, 1) // unit) * unit == descriptor.vgprs
    yield f".amdhsa_next_free_vgpr {counted if exact else descriptor.vgprs}"
    sgprs = metadata.get(".sgpr_count")
    yield f".amdhsa_next_free_sgpr {min(max(sgprs - 2 * vcc, 0), _SGPRS) if isinstance(sgprs, int) else _SGPRS}"
    yield f".amdhsa_reserve_vcc {int(vcc)}"
