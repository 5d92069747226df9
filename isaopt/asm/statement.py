"""Turns the reductions of the grammar into typed statements.

The grammar builds no tree: Lark calls :class:`Build` while it reduces, so the parse ends in typed values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeGuard

from lark import Token, Transformer

from isaopt.asm.expressions import FUNCTIONS, UNARY, combine, to_int
from isaopt.asm.register_names import range_of, register_of, run_of
from isaopt.asm.syntax import StatementError
from isaopt.ir.program import Modifier, Operand, OperandKind

#: Operands that are keywords, not symbols, with no storage of the kernel's own after them.
KEYWORDS = frozenset(
    {
        "off",
        "null",
        "src_shared_base",
        "src_shared_limit",
        "src_private_base",
        "src_private_limit",
        "src_vccz",
        "src_execz",
        "src_flat_scratch_base_lo",
        "src_flat_scratch_base_hi",
        "src_pops_exiting_wave_id",
        "lds_direct",
    }
)
#: Fields of a hardware register in braces, in the order of ``hwreg``'s arguments, with their default values (LLVM
#: AMDGPUAsmParser.cpp, ``parseHwreg``).
_HWREG_FIELDS = (("id", "0"), ("offset", "0"), ("size", "32"))
#: Modifiers whose names are also register names.
_LIKE_REGISTERS = frozenset({"a16", "scc"})


_NUMBER = re.compile(r"-?(0[xX][0-9a-fA-F]+|0|[1-9]\d*)$")


@dataclass(frozen=True, slots=True)
class Half:
    """A mnemonic with its operands and modifiers, not yet bound to an instruction form."""

    mnemonic: str
    operands: tuple[Operand, ...]
    modifiers: tuple[Modifier, ...]
    column: int
    #: Both in the order of the text.
    listed: tuple[Operand | Modifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression: its canonical text and, if known, its value."""

    text: str
    value: int | float | None = None
    symbol: bool = False


def _as_operand(node: Operand | Expr) -> Operand:
    if isinstance(node, Operand):
        return node
    name = node.text.removeprefix("-")
    if name in KEYWORDS:
        # A register without a number, and no symbol, after a sign as well.
        return Operand(OperandKind.KEYWORD, name, neg=name != node.text)
    if isinstance(node.value, float):
        return Operand(OperandKind.FLOAT, node.text, value=node.value)
    if node.value is not None:
        return Operand(OperandKind.INT, node.text, value=node.value)
    return Operand(OperandKind.EXPR, node.text)


def _written_out(node: Expr) -> str:
    """The text of a decimal or hexadecimal number or of a name; of everything else the value, if it is known."""
    plain = not isinstance(node.value, int) or _NUMBER.match(node.text)
    return node.text if plain else str(node.value)


def _is_word(node: Operand | Expr | Modifier) -> TypeGuard[Operand | Expr]:
    """Whether it may be a modifier without a value."""
    if isinstance(node, Expr):
        return node.symbol and node.text not in KEYWORDS
    return isinstance(node, Operand) and node.text in _LIKE_REGISTERS


class Build(Transformer[Token, object]):
    """Turns Lark's reductions into typed values.

    ``symbols`` holds the absolute symbols that ``.set`` has defined so far, ``symbolic`` says whether one of them was
    used, and ``unknown`` collects the names that are not symbols.
    """

    def __init__(self) -> None:
        super().__init__(visit_tokens=False)
        self.symbols: Mapping[str, int] = {}
        self.symbolic = False
        self.unknown: list[str] = []

    # -- instructions

    def single(self, c: list[Half]) -> tuple[Half, ...]:
        return (c[0],)

    def dual(self, c: list[Half]) -> tuple[Half, ...]:
        return (c[0], c[1])

    def half(self, c: list[object]) -> Half:
        mnemonic = c[0]
        assert isinstance(mnemonic, Token)
        listed = c[1] if len(c) > 1 else ()
        assert isinstance(listed, tuple)
        operands = tuple(n for n in listed if isinstance(n, Operand))
        modifiers = tuple(n for n in listed if isinstance(n, Modifier))
        return Half(mnemonic.lower(), operands, modifiers, mnemonic.start_pos or 0, listed)

    def export(self, c: list[object]) -> Half:
        mnemonic, target, rest = c[0], c[1], c[2:]
        assert isinstance(mnemonic, Token)
        operands = [Operand(OperandKind.EXPR, str(target))]
        operands += [_as_operand(n) for n in rest if isinstance(n, Operand | Expr)]
        modifiers = tuple(n for n in rest if isinstance(n, Modifier))
        return Half(mnemonic.lower(), tuple(operands), modifiers, mnemonic.start_pos or 0)

    def items(self, c: list[Operand | Expr | Modifier | Token]) -> tuple[Operand | Modifier, ...]:
        """Operands and modifiers in order. A bare word that follows an operand without a comma is a modifier."""
        found: list[Operand | Modifier] = []
        separated = True
        for node in c:
            if isinstance(node, Token):
                separated = True
                continue
            if not separated and _is_word(node):
                found.append(Modifier(node.text.lower()))
            else:
                found.append(node if isinstance(node, Modifier) else _as_operand(node))
            separated = False
        return tuple(found)

    # -- registers

    def register(self, c: list[Token]) -> Operand:
        text = str(c[0])
        return Operand(OperandKind.REG, text, (register_of(text, c[0].start_pos or 0),))

    def register_range(self, c: list[Token]) -> Operand:
        ref = range_of(str(c[0]), c[0].start_pos or 0)
        return Operand(OperandKind.REG, str(ref), (ref,))

    def register_expr(self, c: list[object]) -> Operand:
        bank = c[0]
        assert isinstance(bank, Token)
        bounds = []
        for node in c[1:]:
            assert isinstance(node, Expr)
            if not isinstance(node.value, int):
                raise StatementError(f"register index '{node.text}' is not a known constant", bank.start_pos or 0)
            bounds.append(node.value)
        ref = run_of(str(bank), bounds[0], bounds[-1], bank.start_pos or 0)
        return Operand(OperandKind.REG, str(ref), (ref,))

    def register_list(self, c: list[Operand]) -> Operand:
        refs = tuple(n.regs[0] for n in c)
        text = "[" + ", ".join(str(r) for r in refs) + "]"
        return Operand(OperandKind.REGLIST, text, refs)

    # -- signs

    def _signed(self, node: Operand | Expr, neg: bool, absolute: bool) -> Operand:
        op = _as_operand(node)
        return Operand(op.kind, op.text, op.regs, op.value, neg ^ (op.neg and not absolute), op.absolute or absolute)

    def neg(self, c: list[Operand]) -> Operand:
        return self._signed(c[0], True, False)

    def absolute(self, c: list[Operand | Expr]) -> Operand:
        return self._signed(c[0], False, True)

    def neg_absolute(self, c: list[Operand | Expr]) -> Operand:
        return self._signed(c[0], True, True)

    def sign_function(self, c: list[object]) -> Operand:
        name, node = c[0], c[1]
        assert isinstance(node, Operand | Expr)
        if name == "sext":
            operand = _as_operand(node)
            return Operand(operand.kind, f"sext({operand.text})", operand.regs, operand.value)
        return self._signed(node, name == "neg", name == "abs")

    def neg_sign_function(self, c: list[object]) -> Operand:
        inner = self.sign_function(c)
        return Operand(inner.kind, inner.text, inner.regs, inner.value, not inner.neg, inner.absolute)

    # -- modifiers

    def modifier(self, c: list[object]) -> Modifier:
        name, value = c
        assert isinstance(name, Token)
        return Modifier(str(name)[:-1].rstrip().lower(), _written_out(value) if isinstance(value, Expr) else str(value))

    def flag(self, c: list[Token]) -> Modifier:
        return Modifier(str(c[0]).lower())

    def dim(self, c: list[Token]) -> Expr:
        return Expr(str(c[0]))

    def bracketed(self, c: list[Expr]) -> Expr:
        # Bits and lanes, which others look for in the text.
        return Expr("[" + ",".join(str(x.value) if isinstance(x.value, int) else x.text for x in c) + "]")

    # -- expressions

    def integer(self, c: list[Token]) -> Expr:
        try:
            return Expr(str(c[0]), to_int(c[0]))
        except ValueError:
            shown = c[0] if len(c[0]) <= 40 else f"{c[0][:40]}..."
            raise StatementError(f"invalid number '{shown}'", c[0].start_pos or 0) from None

    def real(self, c: list[Token]) -> Expr:
        return Expr(str(c[0]), float(c[0]))

    def symbol(self, c: list[Token]) -> Expr:
        name = str(c[0])
        value = self.symbols.get(name)
        if value is not None:
            self.symbolic = True
        else:
            self.unknown.append(name)
        return Expr(name, value, symbol=True)

    def parens(self, c: list[Expr]) -> Expr:
        return Expr(f"({c[0].text})", c[0].value)

    def negate(self, c: list[Expr]) -> Expr:
        value = c[0].value
        return Expr(f"-{c[0].text}", None if value is None else -value)

    def unary(self, c: list[object]) -> Expr:
        sign, node = c
        assert isinstance(node, Expr)
        value = UNARY[str(sign)](node.value) if isinstance(node.value, int) else None
        return Expr(f"{sign}{node.text}", value)

    def binary(self, c: list[object]) -> Expr:
        left, sign, right = c
        assert isinstance(left, Expr)
        assert isinstance(right, Expr)
        return self._combine(left, str(sign), right)

    def minus(self, c: list[Expr]) -> Expr:
        return self._combine(c[0], "-", c[1])

    def bit_or(self, c: list[Expr]) -> Expr:
        joined = self._combine(c[0], "|", c[1])
        return joined if joined.value is not None else Expr(f"{c[0].text} | {c[1].text}")

    def _combine(self, left: Expr, sign: str, right: Expr) -> Expr:
        value = None
        if isinstance(left.value, int) and isinstance(right.value, int):
            value = combine(left.value, sign, right.value)
        return Expr(f"{left.text}{sign}{right.text}", value)

    def field(self, c: list[object]) -> Expr:
        name, node = c
        assert isinstance(node, Expr)
        return Expr(f"{str(name)[:-1].rstrip()}: {node.text}")

    def fields(self, c: list[Expr | None]) -> Expr:
        """``{id: 4, size: 5}``, as the ``hwreg`` call with the same meaning; only hardware registers are written so."""
        given = dict(n.text.split(": ", 1) for n in c if isinstance(n, Expr))
        parts = [given.pop(name, default) for name, default in _HWREG_FIELDS]
        if given:
            raise StatementError(f"unknown field '{next(iter(given))}'", 0)
        return Expr(f"hwreg({', '.join(parts)})")

    def call(self, c: list[object]) -> Expr:
        arguments = [n for n in c[1:] if isinstance(n, Operand | Expr)]
        numbers = [n.value for n in arguments if isinstance(n, Expr) and isinstance(n.value, int)]
        known = len(numbers) == len(arguments) > 0 and str(c[0]) in FUNCTIONS
        text = f"{c[0]}({', '.join(n.text for n in arguments)})"
        return Expr(text, FUNCTIONS[str(c[0])](numbers) if known else None)

    def call_sequence(self, c: list[Expr]) -> Expr:
        return Expr(" ".join(n.text for n in c))
