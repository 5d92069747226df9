"""Kernel descriptors of two versions side by side."""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.proof.surroundings.harmless import DESCRIPTOR_FIELDS
from isaopt.toolchain.descriptor import DESCRIPTOR_BYTES, Descriptor


def differing_fields(one: Descriptor, other: Descriptor) -> Iterator[tuple[str, int, int]]:
    """The fields that must be equal and are not, with both values; bits without a name by where they are."""
    left = one.bits ^ other.bits
    for name, at, size in one.fields():
        mask = ((1 << size) - 1) << at
        if left & mask and name not in DESCRIPTOR_FIELDS:
            yield name, one.field(name), other.field(name)
        left &= ~mask
    for at in range(0, DESCRIPTOR_BYTES, 4):
        if left >> 8 * at & 0xFFFFFFFF:
            a, b = (int.from_bytes(d.raw[at : at + 4], "little") for d in (one, other))
            yield f"bytes {at} to {at + 3}", a, b
