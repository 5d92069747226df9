"""The YAML of ``.amdgpu_metadata`` blocks, read once for all kernels of a file.

YAML can say much in few characters: an alias stands for all that its anchor holds, aliases of aliases for exponentially
more, and what is nested deeply overflows the stack of whoever follows it.  The assembler takes neither (LLVM's metadata
reader has no aliases, and its schema is five levels deep), so neither is read here.
"""

from __future__ import annotations

from functools import lru_cache

import yaml
from yaml.scanner import ScannerError

from isaopt.asm.bounds import MAX_DEPTH, MAX_NODES

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Unbounded(yaml.YAMLError):
    """Metadata that is not read; ``line`` and ``column`` of the block count from 0."""

    def __init__(self, message: str, event: yaml.Event) -> None:
        super().__init__(message)
        at = event.start_mark
        self.line, self.column = (at.line, at.column) if at is not None else (0, 0)


@lru_cache(maxsize=8)
def metadata_document(text: str) -> object:
    """What a metadata block says; raises :class:`yaml.YAMLError` if it is not YAML, or :class:`Unbounded`.

    The assembler reads the first document of the block, and so does this: some files close it with ``---``.
    The same object is handed out again for the same text: do not change it.
    """
    _check_bounds(text)
    first: object = next(iter(yaml.load_all(text, Loader=_LOADER)), None)
    return first


def unbounded(text: str) -> Unbounded | None:
    """The reason not to follow this metadata; text that is not YAML is left to the assembler to reject."""
    try:
        _check_bounds(text)
    except Unbounded as error:
        return error
    except yaml.YAMLError:
        pass
    return None


@lru_cache(maxsize=8)
def _check_bounds(text: str) -> None:
    """Reads the first document event by event, without building anything.

    Raises :class:`Unbounded`, or another :class:`yaml.YAMLError` if it is not YAML.
    """
    try:
        _check_events(text, _LOADER)
    except ScannerError as error:
        if "nesting depth" not in str(error.problem):
            raise
        # libyaml 0.2.6 has a limit of its own (1,000), and says so before it has come to where this one is passed.
        _check_events(text, yaml.SafeLoader)
        raise


def _check_events(text: str, loader: type[yaml.SafeLoader]) -> None:
    depth = nodes = 0
    for event in yaml.parse(text, Loader=loader):
        if isinstance(event, yaml.DocumentEndEvent):
            return
        if isinstance(event, yaml.AliasEvent):
            raise Unbounded("an alias in the metadata, which the assembler does not read either", event)
        nodes += isinstance(event, yaml.NodeEvent)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise Unbounded(f"the metadata is nested more than {MAX_DEPTH} levels deep", event)
        if nodes > MAX_NODES:
            raise Unbounded(f"the metadata has more than {MAX_NODES} entries", event)
