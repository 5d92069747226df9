"""What is said of an instruction that cannot be read."""

from __future__ import annotations

from collections.abc import Sequence

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken


class StatementError(Exception):
    """An instruction that cannot be read; ``column`` counts from 0 within the instruction's text."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.message, self.column = message, column


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
    """The parser's complaint in the words of the language, with its place in ``text``."""
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
