"""The YAML of ``.amdgpu_metadata`` blocks, read once for all kernels of a file."""

from __future__ import annotations

from functools import lru_cache

import yaml


@lru_cache(maxsize=8)
def metadata_document(text: str) -> object:
    """What a metadata block says; raises :class:`yaml.YAMLError` if it is not YAML.

    The assembler reads the first document of the block, and so does this: some files close it with ``---``.
    The same object is handed out again for the same text: do not change it.
    """
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    first: object = next(iter(yaml.load_all(text, Loader=loader)), None)
    return first
