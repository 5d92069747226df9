"""The pseudo-code's text to a tree of tuples, by recursive descent."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

#: (operator, parts...).
#: A kind and its parts, nodes among them: what stands where depends on the kind, and ``match`` says it.
Node: TypeAlias = tuple[Any, ...]

_TOKEN = re.compile(
    r"\s*(?:(?P<half>16'\d+\.\d+)|(?P<sized>\d+'(?:0x[0-9a-fA-F]+|\d+)(?:U|LL|ULL|L)?)|(?P<cast>\d+'[UIFB])(?![\w])|"
    r"(?P<real>\d+\.\d+(?:[eE][-+]?\d+)?F?)|(?P<number>0x[0-9a-fA-F]+(?:ULL|LL|U|L)?|\d+(?:ULL|LL|U|L|F)?)|"
    r"(?P<name>[A-Za-z_]\w*)|(?P<op>\*\*|<<=|>>=|<<|>>|==|!=|<>|>=|<=|&&|\|\||\+=|\+:|-=|\*=|\|=|&=|\^=|[-+*/%&|^~!<>=?:;,(){}\[\].])"
    r"|(?P<newline>\n))"
)
_BINARY = (
    ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!=", "<>"), ("<", ">", "<=", ">="), ("<<", ">>"), ("+", "-"),
    ("*", "/", "%"), ("**",),
)  # fmt: skip
_ASSIGN = ("=", "+=", "-=", "*=", "|=", "&=", "^=", "<<=", ">>=")


class Unreadable(Exception):
    """Text outside the part of the language that is known here."""


def parse(text: str) -> list[Node]:
    """The statements of one instruction's pseudo-code."""
    text = re.sub(r"//[^\n]*", "", text)
    return _Parser(text).block(())


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str]] = []
        at = 0
        text = text.rstrip()
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise Unreadable(text[at : at + 20])
            kind = match.lastgroup or ""
            if kind != "newline":
                self.tokens.append((kind, match[kind]))
            at = match.end()
        self.at = 0

    def peek(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at][1] if at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek()
        if not token or (wanted and token != wanted):
            raise Unreadable(f"'{token}' where '{wanted}' is expected")
        self.at += 1
        return token

    def accept(self, wanted: str) -> bool:
        if self.peek() == wanted:
            self.at += 1
            return True
        return False

    # -- statements

    def block(self, ends: tuple[str, ...]) -> list[Node]:
        found: list[Node] = []
        while self.peek() and self.peek() not in ends:
            if self.accept(";"):
                continue
            found.append(self.statement())
        return found

    def statement(self) -> Node:
        word = self.peek()
        if word == "if":
            return self.condition()
        if word == "for":
            self.take()
            name = self.take()
            self.take("in")
            first = self.expression()
            self.take(":")
            last = self.expression()
            self.take("do")
            body = self.block(("endfor",))
            self.take("endfor")
            return ("for", name, first, last, body)
        if word == "declare":
            self.take()
            name = self.take()
            self.take(":")
            kind = self.take()
            size: Node | None = None
            if self.accept("["):
                size = self.expression()
                self.take("]")
            return ("declare", name, kind, size)
        if word == "return":
            self.take()
            return ("return", self.expression())
        if word == "break":
            self.take()
            return ("break",)
        if self.peek(1) == "=" and self.peek(2) == "lambda":
            return self.function()
        target = self.postfix(self.primary())
        sign = self.peek()
        if sign in _ASSIGN:
            self.take()
            return ("assign", sign, target, self.expression())
        return ("evaluate", target)

    def condition(self) -> Node:
        self.take()
        test = self.expression()
        self.take("then")
        yes = self.block(("elsif", "else", "endif"))
        if self.peek() == "elsif":
            return ("if", test, yes, [self.condition()])
        no: list[Node] = []
        if self.accept("else"):
            no = self.block(("endif",))
        self.take("endif")
        return ("if", test, yes, no)

    def function(self) -> Node:
        name = self.take()
        self.take("=")
        self.take("lambda")
        self.take("(")
        names: list[Node] = []
        while not self.accept(")"):
            names.append((self.take(),))
            self.accept(",")
        self.take("(")
        start = self.at
        try:
            body = self.block((")",))
            self.take(")")
            if [node[0] for node in body] == ["evaluate"]:
                body = [("return", body[0][1])]
        except Unreadable:
            self.at = start
            body = [("return", self.expression())]
            self.take(")")
        return ("function", name, names, body)

    # -- expressions

    def expression(self) -> Node:
        test = self.binary(0)
        if self.accept("?"):
            yes = self.expression()
            self.take(":")
            return ("choose", test, yes, self.expression())
        return test

    def binary(self, level: int) -> Node:
        if level == len(_BINARY):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in _BINARY[level]:
            sign = self.take()
            left = ("binary", sign, left, self.binary(level + 1))
        return left

    def unary(self) -> Node:
        if self.peek() in ("-", "!", "~", "+"):
            return ("unary", self.take(), self.unary())
        return self.postfix(self.primary())

    def primary(self) -> Node:
        kind, token = self.tokens[self.at] if self.at < len(self.tokens) else ("", "")
        self.at += 1
        if kind == "half":
            return ("real", 16, float(token[3:]))
        if kind == "sized":
            width, _, digits = token.partition("'")
            return ("number", "U", int(width), int(digits.rstrip("UL"), 0))
        if kind == "cast":
            self.take("(")
            inner = self.expression()
            self.take(")")
            return ("cast", token[-1], int(token[:-2]), inner)
        if kind == "real" or (kind == "number" and token.endswith("F") and not token.startswith("0x")):
            single = token.endswith("F")
            return ("real", 32 if single else 64, float(token.rstrip("F")))
        if kind == "number":
            digits = token.rstrip("UL")
            suffix = token[len(digits) :]
            return ("number", "U" if "U" in suffix else "I", 64 if "L" in suffix else 32, int(digits, 0))
        if kind == "name":
            if self.peek() == "(":
                self.take()
                given: list[Node] = []
                while not self.accept(")"):
                    given.append(self.expression())
                    self.accept(",")
                return ("call", token, given)
            return ("name", token)
        if token == "(":
            inner = self.expression()
            self.take(")")
            return inner
        if token == "{":
            parts: list[Node] = []
            while not self.accept("}"):
                parts.append(self.expression())
                self.accept(",")
            return ("concat", parts)
        raise Unreadable(f"'{token}'")

    def postfix(self, node: Node) -> Node:
        while True:
            if self.accept("."):
                node = ("view", node, self.take())
            elif self.peek() == "[":
                self.take()
                high = self.expression()
                if self.accept("+:"):
                    width = self.expression()
                    last: Node = ("binary", "+", high, ("binary", "-", width, ("number", "I", 32, 1)))
                    node = ("slice", node, last, high)
                elif self.accept(":"):
                    low = self.expression()
                    node = ("slice", node, high, low)
                else:
                    node = ("index", node, high)
                self.take("]")
            else:
                return node
