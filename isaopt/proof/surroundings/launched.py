"""How a kernel is launched, as its descriptor and its metadata say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from isaopt.proof.surroundings.descriptor import Descriptor
from isaopt.proof.surroundings.metadata import Meta


@dataclass(frozen=True, slots=True)
class Launched:
    """A kernel's descriptor, and its metadata entry (empty where there is none, or not just one)."""

    descriptor: Descriptor
    entry: Mapping[str, Meta] = field(default_factory=dict)
