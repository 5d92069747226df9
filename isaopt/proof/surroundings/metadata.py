"""The metadata note of an object (LLVM AMDGPUUsage, "Code Object V5 Metadata"), with nothing of it lost, and
how a kernel is launched, as its descriptor and its metadata say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgpack

from isaopt.toolchain.descriptor import Descriptor
from isaopt.toolchain.elf import Object, notes

Meta = str | int | float | bool | bytes | None | list["Meta"] | dict[str, "Meta"]

_NOTE, _OWNER, _METADATA = 7, b"AMDGPU\0", 32
KERNELS = "amdhsa.kernels"


@dataclass(frozen=True, slots=True)
class Metadata:
    """``documents``: each metadata note; ``others``: the bytes of all other notes; ``places``: where the object's
    symbols stand, by section and offset."""

    documents: tuple[Meta, ...] = ()
    others: tuple[bytes, ...] = ()
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def entries(self) -> list[Mapping[str, Meta]]:
        """The entries of kernels in the one document; none where there is not just one."""
        document = self.documents[0] if len(self.documents) == 1 else None
        listed = document.get(KERNELS) if isinstance(document, dict) else None
        return [e for e in listed if isinstance(e, dict)] if isinstance(listed, list) else []

    def entry(self, kernel: str) -> Mapping[str, Meta]:
        """A kernel's metadata entry; empty if several entries share its name or descriptor, which another symbol may
        stand for as well, or if the one that has its name is of another descriptor."""
        found = [e for e in self.entries() if kernel == e.get(".name") or self._describes(e, kernel)]
        return found[0] if len(found) == 1 and self._describes(found[0], kernel) else {}

    def _describes(self, entry: Mapping[str, Meta], kernel: str) -> bool:
        """Whether an entry is of a kernel's descriptor, under whatever name."""
        descriptor, named = f"{kernel}.kd", entry.get(".symbol")
        if named is None:
            return kernel == entry.get(".name")
        place = self.places.get(descriptor)
        return named == descriptor or (place is not None and self.places.get(str(named)) == place)


def read_metadata(made: Object) -> Metadata:
    """The notes of an object; a map with a key twice becomes pairs, which no reader takes for a map."""
    documents: list[Meta] = []
    others = []
    for section in made.sections.values():
        if section.type != _NOTE:
            continue
        for note in notes(section.data):
            if (note.owner, note.type) == (_OWNER, _METADATA):
                documents.append(msgpack.unpackb(note.content, object_pairs_hook=_map, strict_map_key=False))
            else:
                others.append(note.raw)
    places = {s.name: (s.section, s.value) for s in made.symbols if s.placed and s.name}
    return Metadata(tuple(documents), tuple(others), places)


def _map(pairs: Sequence[tuple[Meta, Meta]]) -> Meta | tuple[tuple[Meta, Meta], ...]:
    keys = [key for key, _ in pairs if isinstance(key, str)]
    if len(set(keys)) < len(pairs):
        return tuple(pairs)
    return {key: value for key, value in pairs if isinstance(key, str)}


def frozen(value: Meta) -> object:
    """A value that is equal for the same metadata only: 1 is neither true nor 1.0, the order of keys says nothing."""
    if isinstance(value, dict):
        return "map", frozenset((key, frozen(entry)) for key, entry in value.items())
    if isinstance(value, list):
        return "list", tuple(frozen(entry) for entry in value)
    return type(value).__name__, repr(value)


@dataclass(frozen=True, slots=True)
class KernelDeclaration:
    """A kernel's descriptor, and its metadata entry (empty where there is none, or not just one)."""

    descriptor: Descriptor
    entry: Mapping[str, Meta] = field(default_factory=dict)

    @property
    def lds(self) -> int:
        """The bytes of LDS that a workgroup is sure to have."""
        return self._sure("group_segment_fixed_size", ".group_segment_fixed_size")

    @property
    def scratch(self) -> int:
        """The bytes of scratch that a lane is sure to have: none where none is set up."""
        enabled = self.descriptor.field("enable_private_segment")
        return self._sure("private_segment_fixed_size", ".private_segment_fixed_size") if enabled else 0

    @property
    def kernarg(self) -> int:
        """The bytes of arguments that a launch is sure to have: what is behind them may be anybody's."""
        return self._sure("kernarg_size", ".kernarg_segment_size")

    def _sure(self, field: str, key: str) -> int:
        """Of a size in the descriptor and that in the metadata the less, for the runtime allocates by either."""
        size = self.descriptor.field(field)
        stated = self.entry.get(key, size)
        return min(size, stated) if type(stated) is int else 0
