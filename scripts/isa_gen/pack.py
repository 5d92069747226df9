"""Packing a family's forms into one small file: pools of repeated parts, then forms per mnemonic, zlib over msgpack."""

from __future__ import annotations

import zlib
from dataclasses import astuple
from typing import Any

import msgpack

from scripts.isa_gen.build import Family, Form
from scripts.isa_gen.records import ALL_ARCHS


class _Pool:
    """Numbers equal values once."""

    def __init__(self) -> None:
        self.index: dict[Any, int] = {}

    def __call__(self, value: Any) -> int:
        return self.index.setdefault(value, len(self.index))

    def values(self) -> list[Any]:
        return list(self.index)


def _mask(archs: tuple[str, ...]) -> int:
    return sum(1 << ALL_ARCHS.index(a) for a in archs)


def pack_family(family: Family) -> tuple[bytes, int, int]:
    """``(file content, number of forms, number of mnemonics)``."""
    operands, sets, texts, memories, caches = _Pool(), _Pool(), _Pool(), _Pool(), _Pool()

    def names(values: Any) -> int:
        return sets(tuple(sorted(values)))

    def row(form: Form) -> list[Any]:
        return [
            texts(form.mnemonic),
            form.record,
            texts(form.encoding),
            texts(form.suffix),
            [operands((o.name, o.role, o.kinds, o.dwords, o.bits, o.type, o.written)) for o in form.operands],
            names(form.modifiers),
            names(form.required),
            names(form.defs),
            names(form.uses),
            form.partial,
            names(form.early),
            names(form.flags),
            sets(form.counters),
            form.size,
            form.wave,
            _mask(form.archs),
            list(form.vopd) if form.vopd else None,
            texts(form.operation),
            texts(form.unit),
            texts(form.lanes),
            memories(astuple(form.memory)) if form.memory else None,
            caches(astuple(form.cache)) if form.cache else None,
        ]

    table = {base: msgpack.packb([row(f) for f in forms]) for base, forms in sorted(family.forms.items())}
    aliases = {old: [[new, _mask(archs)] for new, archs in targets] for old, targets in sorted(family.aliases.items())}
    archs = dict.fromkeys(table, 0)
    for base, forms in family.forms.items():
        for form in forms:
            archs[base] |= _mask(form.archs)
    named = {base: forms[0].operation for base, forms in sorted(family.forms.items()) if not forms[0].vopd}
    document = {
        "version": 2,
        "operands": operands.values(),
        "sets": sets.values(),
        "texts": texts.values(),
        "memories": memories.values(),
        "caches": caches.values(),
        "aliases": aliases,
        "archs": archs,
        "renamed": {base: operation for base, operation in named.items() if base != operation},
        "forms": table,
    }
    blob = zlib.compress(msgpack.packb(document), 9)
    return blob, sum(len(f) for f in family.forms.values()), len(table)
