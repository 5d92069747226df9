"""Error messages for instructions that cannot be parsed."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from isaopt.isa.instruction import InstrDesc, OperandDesc
from isaopt.isa.tables import SUFFIXES, spellings

if TYPE_CHECKING:
    from isaopt.asm.statement import Half
    from isaopt.ir.program import Operand

    #: Whether an operand may stand where a form has this operand.
    Fits = Callable[[Operand, OperandDesc], bool]


class StatementError(Exception):
    """An instruction that cannot be read; ``column`` counts from 0 within the instruction's text. If one operand after
    that column does not fit, ``operand`` is its index from 0."""

    def __init__(self, message: str, column: int, operand: int | None = None) -> None:
        super().__init__(message)
        self.message, self.column, self.operand = message, column, operand


_FRIENDLY = {
    "REG": "a register",
    "RANGE": "a register range",
    "MNEMONIC": "a mnemonic",
    "INT": "a number",
    "FLOAT": "a number",
    "NAME": "a symbol or modifier",
    "COMMA": "','",
    "__ANON_0": "'::'",
    "RPAR": "')'",
    "RSQB": "']'",
    "VBAR": "'|'",
}


def explain(error: UnexpectedInput, text: str) -> StatementError:
    """The parser's error in the terms of assembly, with its column in ``text``."""
    column = getattr(error, "pos_in_stream", None)
    if isinstance(error, UnexpectedToken):
        column = error.token.start_pos if error.token.type != "$END" else len(text)
        expected: Sequence[str] = sorted(error.accepts or error.expected)
        found = f"'{error.token}'" if error.token.type != "$END" else "end of line"
    else:
        expected = sorted(error.allowed or ()) if isinstance(error, UnexpectedCharacters) else ()
        found = f"'{text[column]}'" if column is not None and column < len(text) else "end of line"
    words = list(dict.fromkeys(_FRIENDLY[e] for e in expected if e in _FRIENDLY))
    hint = f", expected {' or '.join(words[:4])}" if words else ""
    return StatementError(f"unexpected {found}{hint}", column or 0)


#: The operands that each kind accepts, in words.
_KINDS = {
    "v": "a VGPR",
    "s": "a scalar register",
    "i": "an inline constant",
    "l": "a literal",
    "x": "a number or symbol",
    "o": "off",
    "n": "null",
    "m": "a list of VGPRs",
}


def no_such(mnemonic: str, arch: str, column: int) -> StatementError:
    base = next((mnemonic.removesuffix(s) for s in SUFFIXES if mnemonic.endswith(s)), mnemonic)
    known = spellings(arch)  # an operation may have another name on other GPUs
    close = [known[base]] if base in known else difflib.get_close_matches(base, known.values(), n=1, cutoff=0.75)
    return StatementError(
        f"unknown instruction '{mnemonic}' on {arch}" + (f", did you mean '{close[0]}'?" if close else ""), column
    )


def unfit(half: Half, forms: tuple[InstrDesc, ...], arch: str, wave: int, fits: Fits) -> StatementError:
    """The fault in the operands (their number, or one of them), judged by the form that accepts the longest prefix."""
    forms = tuple(f for f in forms if f.wave in (0, wave)) or forms
    given, name = len(half.operands), f"'{half.mnemonic}'"
    right = [f for f in forms if len(f.operands) == given]
    if not right:
        lists = dict.fromkeys(", ".join(o.name for o in f.operands) for f in forms)
        counts = sorted({len(f.operands) for f in forms})
        takes = " or ".join(map(str, counts)) + (" operand" if counts == [1] else " operands")
        named = " or ".join(f"({each})" for each in list(lists)[:3] if each)
        return StatementError(
            f"{name} takes {takes} {named}".rstrip() + f", not {given}",
            half.column,
            # The first superfluous operand, or the last one given: the missing ones follow it.
            counts[-1] if given > counts[-1] else given - 1 if given else None,
        )
    best, at = max(((f, _prefix(half, f, fits)) for f in right), key=lambda pair: pair[1])
    if at == given:  # each operand fits, but not their combination
        return StatementError(f"no form of {name} has these operands on {arch} in wave{wave}", half.column)
    desc = best.operands[at]
    kinds = [_KINDS[k] for k in dict.fromkeys(desc.kinds)]
    if desc.dwords > 1:
        kinds = [k.replace("a VGPR", f"{desc.dwords} VGPRs") for k in kinds]
        kinds = [k.replace("a scalar register", f"{desc.dwords} scalar registers") for k in kinds]
    return StatementError(
        f"operand {at + 1} of {name} ({desc.name}) cannot be {half.operands[at].text[:40]}: it is {' or '.join(kinds)}",
        half.column,
        at,
    )


def _prefix(half: Half, form: InstrDesc, fits: Fits) -> int:
    """How many operands fit before the first that does not."""
    each = [fits(o, d) for o, d in zip(half.operands, form.operands, strict=True)]
    return each.index(False) if False in each else len(each)
