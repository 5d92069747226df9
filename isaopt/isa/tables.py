"""Instruction tables: every form of a mnemonic on a target, as it is spelled in assembly.

``scripts/gen_isa_tables.py`` generates the data (see there for sources and corrections). They are read lazily: a
family's file is opened once, and a mnemonic's forms are decoded when first requested.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypedDict, cast

import msgpack

from isaopt.isa.instruction import InstrDesc, OperandDesc, VopdDesc
from isaopt.isa.meaning import Access, CacheDesc, Lanes, MemoryDesc, Space, Unit
from isaopt.isa.types import OperandType


class _Target(TypedDict):
    family: str
    read_only: bool


def _targets() -> dict[str, _Target]:
    """The targets that have tables; the generator takes them from ``target/data/machine.json``."""
    text = (Path(__file__).parent / "data" / "isa_provenance.json").read_text(encoding="utf-8")
    return cast(dict[str, _Target], json.loads(text)["targets"])


_TARGETS = _targets()
_ALL_ARCHS = tuple(_TARGETS)
ARCHS = tuple(name for name, target in _TARGETS.items() if not target["read_only"])
#: Targets that can be read, reported on and linted, but not rewritten.
READ_ONLY_ARCHS = tuple(name for name, target in _TARGETS.items() if target["read_only"])
#: Any of these modifiers makes an instruction a DPP16 one.
_DPP_CONTROLS = frozenset(
    (
        "quad_perm",
        "row_shl",
        "row_shr",
        "row_ror",
        "row_mirror",
        "row_half_mirror",
        "row_share",
        "row_xmask",
        "row_bcast",
        "row_newbcast",
        "wave_shl",
        "wave_rol",
        "wave_shr",
        "wave_ror",
    )
)
SUFFIXES = ("_e64_dpp", "_e32", "_e64", "_dpp", "_sdwa")

_Row = tuple[
    int, str, int, int, list[int], int, int, int, int, bool, int, int, int, int, int, int, tuple[int, str, bool] | None,
    int, int, int, int | None, int | None,
]  # fmt: skip
_Operand = tuple[str, str, str, int, int, str, str]
_Memory = tuple[str, str, str, int, Literal["", "l", "h"], int, int, bool, bool]
_Cache = tuple[Literal["l0", "l1", "l2", "scalar", "instruction", "scope"], bool, bool]


class _Document(TypedDict):
    """A table file as packed by ``scripts/isa_gen/pack.py``."""

    version: int
    operands: list[_Operand]
    sets: list[tuple[str, ...]]
    texts: list[str]
    memories: list[_Memory]
    caches: list[_Cache]
    aliases: dict[str, list[tuple[str, int]]]
    archs: dict[str, int]
    renamed: dict[str, str]
    forms: dict[str, bytes]


@dataclass(frozen=True, slots=True)
class _Tables:
    document: _Document
    operands: tuple[OperandDesc, ...]
    sets: tuple[frozenset[str], ...]
    memories: tuple[MemoryDesc, ...]
    caches: tuple[CacheDesc, ...]


def family(arch: str) -> str:
    """The table of a target; ``KeyError`` for an unsupported target."""
    return _TARGETS[arch]["family"]


@cache
def _tables(name: str) -> _Tables:
    blob = (Path(__file__).parent / "data" / f"isa_{name}.msgpack").read_bytes()
    document = cast(_Document, msgpack.unpackb(zlib.decompress(blob), use_list=False))
    return _Tables(
        document,
        tuple(OperandDesc(*row[:5], OperandType(row[5]), OperandType(row[6])) for row in document["operands"]),
        tuple(frozenset(names) for names in document["sets"]),
        tuple(MemoryDesc(Space(r[0]), Access(r[1]), OperandType(r[2]), *r[3:]) for r in document["memories"]),
        tuple(CacheDesc(*fields) for fields in document["caches"]),
    )


@cache
def _forms(arch: str, base: str) -> tuple[tuple[str, InstrDesc], ...]:
    """``(suffix, form)`` of a base mnemonic on an arch."""
    tables = _tables(family(arch))
    document = tables.document
    if base not in document["forms"]:
        return ()
    bit = 1 << _ALL_ARCHS.index(arch)
    texts, sets = document["texts"], document["sets"]
    out = []
    for row in cast(tuple[_Row, ...], msgpack.unpackb(document["forms"][base], use_list=False)):
        if not row[15] & bit:
            continue
        desc = InstrDesc(
            mnemonic=texts[row[0]],
            record=row[1],
            encoding=texts[row[2]],
            operands=tuple(tables.operands[i] for i in row[4]),
            modifiers=tables.sets[row[5]],
            required=tables.sets[row[6]],
            implicit_defs=sets[row[7]],
            implicit_uses=sets[row[8]],
            partial=row[9],
            early_clobber=sets[row[10]],
            flags=tables.sets[row[11]],
            counters=sets[row[12]],
            size=row[13],
            wave=row[14],
            vopd=VopdDesc(*row[16]) if row[16] else None,
            operation=texts[row[17]],
            unit=Unit(texts[row[18]]),
            lanes=Lanes(texts[row[19]]),
            memory=None if row[20] is None else tables.memories[row[20]],
            cache=None if row[21] is None else tables.caches[row[21]],
        )
        out.append((texts[row[3]], desc))
    return tuple(out)


def _alias(arch: str, name: str) -> str:
    document = _tables(family(arch)).document
    for target, mask in document["aliases"].get(name, ()):
        if mask >> _ALL_ARCHS.index(arch) & 1:
            return target
    return name


@cache
def lookup(arch: str, mnemonic: str) -> tuple[InstrDesc, ...]:
    """All forms of a mnemonic on ``arch``, in the order in which the assembler tries them.

    ``mnemonic`` is lower case, with or without ``_e32``, ``_e64``, ``_dpp`` or ``_e64_dpp``; without a suffix, the
    forms of every encoding are returned, e32 first. An alias returns the forms of the name that it stands for. The
    result is empty if the arch has no such instruction; ``KeyError`` for an unsupported arch.
    """
    forms = _forms(arch, _alias(arch, mnemonic))
    if forms:
        return tuple(desc for _, desc in forms)
    for suffix in SUFFIXES:
        base = mnemonic.removesuffix(suffix)
        if base != mnemonic:
            asked = _forms(arch, _alias(arch, base))
            found = tuple(desc for own, desc in asked if own == suffix)
            # A mnemonic with a single encoding also accepts the suffix of the shorter ones: ``s_mov_b64_e32``.
            return found or tuple(d for own, d in asked if not own and suffix == "_e32" and not d.is_vector)
    return ()


@cache
def mnemonics(arch: str) -> frozenset[str]:
    """All mnemonics of an arch, without encoding suffixes and aliases."""
    bit = 1 << _ALL_ARCHS.index(arch)
    return frozenset(name for name, mask in _tables(family(arch)).document["archs"].items() if mask & bit)


@cache
def spellings(arch: str) -> Mapping[str, str]:
    """The operations of an arch, each with the mnemonic that the assembler reads, without encoding suffix."""
    renamed = _tables(family(arch)).document["renamed"]
    return {renamed.get(name, name): name for name in sorted(mnemonics(arch)) if not name.startswith("v_dual_")}


def spelling(arch: str, operation: str) -> str:
    """The mnemonic of an operation (:attr:`InstrDesc.operation`) on an arch, without encoding suffix; ``KeyError`` if
    it has no such instruction."""
    return spellings(arch)[operation]


def has_operation(arch: str, operation: str) -> bool:
    """Whether an arch has a single instruction, not only half of a pair, for an operation."""
    return operation in spellings(arch)


def fits_modifiers(desc: InstrDesc, modifiers: Mapping[str, str | None]) -> bool:
    """Whether a form matches these modifiers (name to value): it accepts all of them, and they include all that it
    requires.

    On gfx12 the returning and the plain form of a buffer or image atomic differ only in ``th:TH_ATOMIC_*RETURN``.
    """
    names = modifiers.keys()
    if not names <= desc.modifiers or not desc.required <= names:
        return False
    if "quad_perm" in desc.modifiers and not names & _DPP_CONTROLS:
        return False
    if "atomic" in desc.flags and "th" in desc.modifiers:
        return ("RETURN" in (modifiers.get("th") or "")) == ("atomic_ret" in desc.flags)
    return True
