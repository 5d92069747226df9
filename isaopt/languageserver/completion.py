"""Completions at a place: mnemonics and modifiers from the instruction tables, directives, labels."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, cast

from isaopt.asm.source import code_end
from isaopt.isa.instruction import InstrDesc
from isaopt.isa.tables import family, lookup, mnemonics, spellings
from isaopt.isa.types import OperandType
from isaopt.languageserver.describing import operand_type
from isaopt.languageserver.snapshot import Snapshot
from isaopt.target.arch import machine_data

#: A statement's first word and what stands after it, without the labels in front.
_STATEMENT = re.compile(r"[ \t]*(?:[\w.$@]+[ \t]*:(?!:)[ \t]*)*(?P<body>.*)", re.S)
_MNEMONIC = re.compile(r"[A-Za-z_]\w*")
Kind = Literal["mnemonic", "modifier", "directive", "label"]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """``text`` takes the place of columns ``start``:``end`` of the line; ``detail`` and ``about`` say what it is."""

    text: str
    kind: Kind
    start: int
    end: int
    detail: str = ""
    about: str = ""


def complete(snapshot: Snapshot, line: int, column: int) -> list[Suggestion]:
    """The completions at a place that match the beginning of the word there; none inside comments."""
    text = snapshot.lines[line] if line < len(snapshot.lines) else ""
    before = text[:column]
    if snapshot.module is None or code_end(before) < len(before):
        return []
    statement, word = _STATEMENT.match(before), re.search(r"[\w.$]*$", before)
    assert statement is not None
    assert word is not None
    body = statement["body"].rpartition("::")[2].lstrip()
    start, begun = word.start(), word.group().lower()

    def at(found: Iterator[tuple[str, Kind, str, str]]) -> list[Suggestion]:
        return [Suggestion(n, kind, start, column, detail, about) for n, kind, detail, about in found]

    if body.strip() == word.group():
        if begun.startswith("."):
            return at(
                (name, "directive", "directive", "") for name in directives(snapshot.arch) if name.startswith(begun)
            )
        return at(_mnemonics(snapshot.arch, begun, "::" in before))
    head = _MNEMONIC.match(body)
    forms = lookup(snapshot.arch, head.group().lower()) if head is not None else ()
    return at(_labels(snapshot, forms, begun)) + at(_modifiers(forms, begun))


@cache
def directives(arch: str) -> tuple[str, ...]:
    """Directives of the assembler, those of a kernel's descriptor on that target among them."""
    words = _words()
    return (
        *words["directives"],
        *(f".amdhsa_{name}" for name in (*words["descriptor"], *machine_data()["descriptors"][family(arch)])),
    )


@cache
def _words() -> dict[str, list[str]]:
    """Lists of words by what they are; ``source`` says where they come from."""
    text = files("isaopt.languageserver").joinpath("words.json").read_text(encoding="utf-8")
    return cast(dict[str, list[str]], json.loads(text))


def _mnemonics(arch: str, begun: str, second: bool) -> Iterator[tuple[str, Kind, str, str]]:
    """The mnemonics of a target with this prefix; those of ``second`` halves of dual instructions if one is wanted."""
    for name in sorted(_names(arch)):
        if (second and not name.startswith("v_dual_")) or not (name.startswith(begun) or begun.startswith(name)):
            continue
        forms = lookup(arch, name)
        if name.startswith(begun):
            yield name, "mnemonic", signature(forms[0]), _about(forms[0])
        if begun.startswith(name):
            for form in {f.mnemonic: f for f in forms if f.mnemonic.startswith(begun) and f.mnemonic != name}.values():
                yield form.mnemonic, "mnemonic", signature(form), _about(form)


@cache
def _names(arch: str) -> frozenset[str]:
    """What the assembler reads on a target, without suffixes of encodings."""
    return frozenset(name for name in (*mnemonics(arch), *spellings(arch)) if lookup(arch, name))


def signature(form: InstrDesc) -> str:
    """The operands of a form in order, and its encoding."""
    return f"{', '.join(o.name for o in form.operands)}  [{form.encoding}]".strip()


def _about(form: InstrDesc) -> str:
    return "\n".join(f"- `{o.name}`: {operand_type(o)}" for o in form.operands)


def _modifiers(forms: tuple[InstrDesc, ...], begun: str) -> Iterator[tuple[str, Kind, str, str]]:
    for name in sorted(frozenset[str]().union(*(form.modifiers for form in forms))):
        if name.startswith(begun):
            yield name + ":" * (name not in _words()["bare_modifiers"]), "modifier", "modifier", ""


def _labels(snapshot: Snapshot, forms: tuple[InstrDesc, ...], begun: str) -> Iterator[tuple[str, Kind, str, str]]:
    if any(o.type is OperandType.BRANCH_TARGET for form in forms for o in form.operands):
        for name, line in snapshot.label_lines.items():
            if name.lower().startswith(begun):
                yield name, "label", f"line {line + 1}", ""
