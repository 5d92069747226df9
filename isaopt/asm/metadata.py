"""The YAML of ``.amdgpu_metadata`` blocks, read once for all kernels of a file.

A few characters of YAML can stand for a great deal: aliases of aliases expand exponentially, and deep nesting overflows
the stack of the reader. The assembler accepts neither (LLVM's metadata reader has no aliases, and its schema is five
levels deep), so neither is read here.
"""

from __future__ import annotations

import re
from functools import lru_cache

import yaml
from yaml.scanner import ScannerError

from isaopt.asm.source import MAX_DEPTH, MAX_NODES

_FASTEST = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBERS = {
    first: [(tag, form) for tag, form in forms if tag.endswith((":int", ":float"))]
    for first, forms in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
#: Like the assembler's reader, it knows ``!str``, and no other word than these for a truth value: arguments may be
#: called ``off``.
_LOADER: type[yaml.SafeLoader] = type("_Loader", (_FASTEST,), {"yaml_implicit_resolvers": _NUMBERS})
_LOADER.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("(?:true|false)$"), list("tf"))
_LOADER.add_constructor("!str", lambda _, node: node.value)


class Unbounded(yaml.YAMLError):
    """Metadata beyond the bounds, which is not read; ``line`` and ``column`` within the block count from 0."""

    def __init__(self, message: str, event: yaml.Event) -> None:
        super().__init__(message)
        at = event.start_mark
        self.line, self.column = (at.line, at.column) if at is not None else (0, 0)


@lru_cache(maxsize=8)
def metadata_document(text: str) -> object:
    """The content of a metadata block. Raises :class:`yaml.YAMLError` if it is not YAML, or :class:`Unbounded`.

    Like the assembler, this reads only the first document of the block: some files close it with ``---``. The same
    object is returned again for the same text: do not change it.
    """
    _check_bounds(text)
    first: object = next(iter(yaml.load_all(text, Loader=_LOADER)), None)
    return first


def unbounded(text: str) -> Unbounded | None:
    """Why this metadata must not be read; text that is not YAML is left to the assembler to reject."""
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
        # libyaml 0.2.6 has a limit of its own (1,000) and may report it before this one is exceeded.
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
