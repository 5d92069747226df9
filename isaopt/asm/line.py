"""Makes one instruction from its text, outside any file; passes create instructions this way."""

from __future__ import annotations

from functools import cache, lru_cache

from isaopt.asm.bind import bind
from isaopt.asm.grammar import StatementParser
from isaopt.ir.program import Op


@cache
def _parser() -> StatementParser:
    return StatementParser({})


@lru_cache(maxsize=4096)
def read_op(text: str, arch: str, wave: int) -> Op:
    """The op that ``text`` spells on ``arch``; raises :class:`isaopt.asm.syntax.StatementError` if there is none."""
    halves, _ = _parser().parse(text)
    return bind(halves, arch, wave)
