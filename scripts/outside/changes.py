"""One change at a time of whatever in a file is no instruction: directives, symbols' attributes, data, metadata."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from isaopt.ir.program import Instruction, Module

_NUMBER = re.compile(r"(?<![\w.$\"-])(0x[0-9a-fA-F]+|\d+)(?![\w.\"])")
_TEXT = re.compile(r'"([^"\\]+)"')
_WORDS = {
    "protected": "hidden", "hidden": "protected", "globl": "weak", "weak": "local", "function": "object",
    "object": "function", "progbits": "nobits", ".data": ".bss", ".rodata": ".data", "global_buffer": "by_value",
    "by_value": "hidden_none", "global": "local",
}  # fmt: skip
_WORD = re.compile(rf"(?<![\w])({'|'.join(map(re.escape, _WORDS))})(?!\w)")
#: Data before code whose length is no multiple of 4: clang 22 pads the code that follows for ever.
_ODD = re.compile(r"\s*\.(byte|short|ascii|asciz|string)\b")
#: What may be said of a symbol anywhere; what says nothing new; what assigns.
_SAID = (".weak {}", ".hidden {}", ".protected {}", ".local {}", ".type {},@object", ".size {}, 4", ".set {}.other, 7",
         ".set {0}.num_vgpr, 1", "; {}", "/* {} */", ".ident \"{}\"")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """``kind`` of a change, the line (from 1) where it is, and the whole text with it."""

    kind: str
    line: int
    text: str


def changes(module: Module) -> Iterator[Change]:
    """Every change of a file, in the order of its lines."""
    lines = module.text().splitlines(keepends=True)
    code = {item.line for item in module.items if isinstance(item, Instruction)}
    names = sorted({k.name for k in module.kernels} | _symbols(lines))
    for at, line in enumerate(lines):
        if line.strip() and at + 1 not in code:
            for kind, new in _changed_line(lines, at):
                yield Change(kind, at + 1, "".join(new))
    for name in names:
        for said in _SAID:
            text = f"\t{said.format(name)}\n"
            for place in _places(lines):
                yield Change(f"insert {said.split()[0]}", place + 1, "".join([*lines[:place], text, *lines[place:]]))


def _symbols(lines: list[str]) -> set[str]:
    return {m[1] for line in lines if (m := re.match(r"\s*\.(?:globl|type)\s+([\w.$]+)", line))}


def _places(lines: list[str]) -> list[int]:
    """Where something is inserted: behind the target, before a kernel's label and behind it, and at the end."""
    labels = [i for i, line in enumerate(lines) if re.match(r"[A-Za-z_]\w*:", line)]
    return sorted({1, len(lines), *labels[:2], *(i + 1 for i in labels[:2])})


def _changed_line(lines: list[str], at: int) -> Iterator[tuple[str, list[str]]]:
    before, line, after = lines[:at], lines[at], lines[at + 1 :]
    yield "delete", [*before, *after]
    yield "duplicate", [*before, line, line, *after]
    yield "comment", [*before, f"; {line}", *after]
    yield "block comment", [*before, f"/* {line.rstrip()} */\n", *after]
    yield "said in a comment", [*before, f"/*\n{line}*/\n", line, *after]
    if after:
        yield "swap with next", [*before, after[0], line, *after[1:]]
    yield "move to the end", [*before, *after, line]
    if not _ODD.match(line):
        yield "move to the start", [*lines[:1], line, *before[1:], *after] if at else [*after, line]
    for match in _NUMBER.finditer(line):
        value = int(match[1], 0)
        for new in dict.fromkeys((value + 1, max(value - 1, 0), value ^ 8, value * 2)):
            if new != value:
                changed = line[: match.start()] + str(new) + line[match.end() :]
                yield "number", [*before, changed, *after]
        spelled = line[: match.start()] + f"{value:#x}" + line[match.end() :]
        yield "spelling", [*before, spelled, *after]
    for match in _WORD.finditer(line):
        changed = line[: match.start()] + _WORDS[match[1]] + line[match.end() :]
        yield "word", [*before, changed, *after]
    for match in _TEXT.finditer(line):
        letter = "y" if match[1].endswith("x") else "x"
        yield "string", [*before, line[: match.end() - 2] + letter + line[match.end() - 1 :], *after]
