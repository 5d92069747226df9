"""The assembler's state while reading: absolute symbols, macros, and the active side of an ``.if``.

A register index may be an expression over symbols (``v[vBase+3]``), so a symbol must have the value that the assembler
gives it at that line, or none. A symbol is forgotten if it may have been assigned out of sight: in a macro's body, a
repeat block, an included file, or under an unknown condition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

#: ``evaluate(text)`` is the integer value of an expression, or None if it is unknown.
Evaluate = Callable[[str], int | None]

_NAME = re.compile(r"[A-Za-z_.$][\w.$]*$")
_ASSIGNED = re.compile(r"^\s*(?:\.(?:set|equ|equiv)\s+([^\s,]+)\s*,|([A-Za-z_.$\\][\w.$\\@()]*)\s*==?(?!=))", re.M)
_COMPARED: dict[str, Callable[[int], bool]] = {
    ".if": lambda v: v != 0,
    ".ifne": lambda v: v != 0,
    ".ifeq": lambda v: v == 0,
    ".ifge": lambda v: v >= 0,
    ".ifgt": lambda v: v > 0,
    ".ifle": lambda v: v <= 0,
    ".iflt": lambda v: v < 0,
    ".elseif": lambda v: v != 0,
}


def opens_condition(directive: str) -> bool:
    """Whether a directive opens a conditional block (``.if``, ``.ifdef``, ``.ifc``, ...)."""
    return directive.startswith(".if")


class Symbols:
    """Absolute symbols by name in ``values``, and the names of the macros seen so far."""

    def __init__(self) -> None:
        self.values: dict[str, int] = {}
        self.macros: set[str] = set()
        self._hidden: set[str] = set()
        self._any_hidden = False
        self._forgotten: set[str] = set()
        self._all_forgotten = False

    def assign(self, name: str, value: int | None) -> None:
        """Gives ``name`` this value; None makes it unknown."""
        if value is None:
            self.values.pop(name, None)
            self._forgotten.add(name)
        else:
            self.values[name] = value

    def note_hidden(self, lines: Iterable[str]) -> None:
        """Records what a body that is not read line by line may assign when it is used."""
        for match in _ASSIGNED.finditer("\n".join(lines)):
            name = match.group(1) or match.group(2)
            if _NAME.match(name):
                self._hidden.add(name)
            else:
                self._any_hidden = True

    def forget_hidden(self) -> None:
        """Notes the use of a macro or block: everything that such a body assigns becomes unknown."""
        if self._any_hidden:
            self.forget_all()
        for name in self._hidden:
            self.assign(name, None)

    def forget_all(self) -> None:
        """Notes an included file, which may assign anything."""
        self._all_forgotten = True
        self.values.clear()

    def holds(self, directive: str, args: str, evaluate: Evaluate) -> bool | None:
        """Whether the condition of an ``.if`` holds; None if unknown."""
        if directive in _COMPARED:
            value = evaluate(args)
            return None if value is None else _COMPARED[directive](value)
        if directive in (".ifdef", ".ifndef", ".ifnotdef"):
            name = args.strip()
            if name in self.values:
                defined: bool | None = True
            else:
                defined = None if self._all_forgotten or name in self._forgotten else False
            return defined if directive == ".ifdef" or defined is None else not defined
        return None
