"""The places of an instruction's registers in its text: the IR knows the registers, but not their columns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from isaopt.asm.register_names import range_of, register_of
from isaopt.asm.source import blank_comments
from isaopt.asm.syntax import StatementError
from isaopt.ir.program import Instruction
from isaopt.isa.registers import RegRef

_REGISTER = re.compile(
    r"(?<![\w.$@])(?:(?:v|s|ttmp|a)\[(?P<bounds>[^\]]*)\](?:\.[lh])?"
    r"|(?:v\d+(?:\.[lh])?|[sa]\d+|ttmp\d+|vcc(?:_lo|_hi)?|exec(?:_lo|_hi)?|m0|(?:src_)?scc)(?![\w.$@(:\[]))"
)
_PLAIN_BOUNDS = re.compile(r"[ \t]*\d+[ \t]*(?::[ \t]*\d+[ \t]*)?")


@dataclass(frozen=True, slots=True)
class Place:
    """Columns ``start``:``end`` of a line, from 0, at which the instruction names ``op.refs[ref]``."""

    start: int
    end: int
    ref: int


@lru_cache(maxsize=1 << 14)
def named(text: str) -> RegRef | None:
    """The register, or run, that a text names with plain numbers; None for any other text."""
    match = _REGISTER.fullmatch(text)
    if match is None:
        return None
    try:
        if match["bounds"] is None:
            return register_of(text, 0)
        return range_of(text, 0) if _PLAIN_BOUNDS.fullmatch(match["bounds"]) else None
    except StatementError:
        return None


@lru_cache(maxsize=1 << 15)
def _tokens(body: str) -> tuple[tuple[int, str, RegRef | None], ...]:
    """What looks like a register in an instruction's text: where, as written, and which if that has plain numbers."""
    code = blank_comments(body) if "/*" in body else body
    return tuple((found.start(), found.group(), named(found.group())) for found in _REGISTER.finditer(code))


def places(instruction: Instruction) -> tuple[Place, ...]:
    """Every register of the instruction that its text spells out, in text order.

    What the text leaves out (VCC of the shorter encodings) has no place.
    """
    start, end = instruction.start, instruction.end
    column = instruction.col - 1 - start
    tokens = _tokens(instruction.text[start:end])
    found: list[Place] = []
    at = 0
    for index, use in enumerate(instruction.op.refs):
        for number in range(at, len(tokens)):
            first, text, written = tokens[number]
            # An index that is computed has no number in the text: its kind of register must do.
            if use.reg == written or (written is None and text[0] == str(use.reg)[0]):
                first += start + column
                found.append(Place(first, first + len(text), index))
                at = number + 1
                break
    return tuple(found)


def place_at(instruction: Instruction, column: int) -> Place | None:
    """The register at a column."""
    return next((p for p in places(instruction) if p.start <= column <= p.end), None)
