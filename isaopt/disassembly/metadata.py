"""Writes the metadata note as ``.amdgpu_metadata``: MessagePack to the YAML that LLVM reads
(MsgPackDocumentYAML.cpp)."""

from __future__ import annotations

import re

import yaml

from isaopt.toolchain.codeobject import Meta

#: What LLVM reads as a number, boolean or null unless it is tagged as a string.
_AMBIGUOUS = re.compile(r"(?:[-+]?[.\d].*|true|false|null|~|[-+]?\.?(?:inf|nan)|)$", re.I)


class _Word(str):
    """A string that needs a tag."""


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: object) -> bool:
        return True  # the assembler has none


_Dumper.add_representer(_Word, lambda dumper, word: dumper.represent_scalar("!str", str(word), style="'"))


def yaml_lines(document: Meta) -> list[str]:
    """The lines of the block, without its directives."""
    text = yaml.dump(_tagged(document), Dumper=_Dumper, width=1 << 30, allow_unicode=True)
    return ["---", *text.rstrip("\n").split("\n"), "..."]


def _tagged(value: Meta) -> Meta:
    if isinstance(value, dict):
        return {key: _tagged(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_tagged(item) for item in value]
    return _Word(value) if isinstance(value, str) and _AMBIGUOUS.match(value) else value
