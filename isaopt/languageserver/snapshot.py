"""A text as an editor has it at one moment, and the facts that are known immediately."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.loops import Loop, find_loops
from isaopt.asm.parser import read_draft, target_arch
from isaopt.asm.read_lines import ReadLines
from isaopt.errors import Faults, InputError
from isaopt.ir.program import Instruction, Item, Kernel, Module
from isaopt.isa.tables import ARCHS, READ_ONLY_ARCHS
from isaopt.linting.run import code_units

_MOST_LINES_KEPT = 1 << 17
"""Texts of lines that are remembered; typing makes a new one with every key."""
_WORD = re.compile(r"[\w.$@]+")


@dataclass(frozen=True)
class Snapshot:
    """One version of a text. ``module`` is None if the target is unknown; ``faults`` then say so."""

    text: str
    path: str
    module: Module | None
    faults: tuple[InputError, ...]

    @property
    def arch(self) -> str:
        return self.module.arch if self.module is not None else ""

    @property
    def read_only(self) -> bool:
        """Whether the target is read-only."""
        return self.arch in READ_ONLY_ARCHS

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of the text, without line ends."""
        return tuple(line.removesuffix("\r") for line in self.text.split("\n"))

    @cached_property
    def units(self) -> tuple[Kernel, ...]:
        """The kernels and functions, in text order."""
        return () if self.module is None else tuple(sorted(code_units(self.module), key=lambda unit: unit.first))

    @cached_property
    def items_at(self) -> dict[int, list[int]]:
        """Item indices by the line, from 0, where each begins."""
        found: dict[int, list[int]] = {}
        for index, item in enumerate(self.module.items if self.module is not None else ()):
            found.setdefault(item.line - 1, []).append(index)
        return found

    def instruction_at(self, line: int) -> tuple[int, Instruction] | None:
        """The instruction in a line and its item index."""
        for index in self.items_at.get(line, ()):
            item = self.item(index)
            if isinstance(item, Instruction):
                return index, item
        return None

    def item(self, index: int) -> Item:
        assert self.module is not None
        return self.module.items[index]

    def unit_at(self, line: int) -> Kernel | None:
        """The kernel or function that a line, from 0, is in the code of, its label included."""
        for unit in self.units:
            first, last = self.lines_of(unit)
            if first <= line <= last:
                return unit
        return None

    def lines_of(self, unit: Kernel) -> tuple[int, int]:
        """First and last line, from 0, of a kernel's code with its label."""
        return self.item(max(unit.first - 1, 0)).line - 1, self.item(unit.last - 1).line - 1

    def cfg(self, unit: Kernel) -> CFG:
        assert self.module is not None
        return build_cfg(self.module, unit)

    def loops(self, unit: Kernel) -> tuple[Loop, ...]:
        assert self.module is not None
        return find_loops(self.module, unit, self.cfg(unit))

    def loop_lines(self, unit: Kernel, loop: Loop) -> tuple[int, int]:
        """First and last line, from 0, of a loop, the label of its header included."""
        cfg = self.cfg(unit)
        inside = [index for b in loop.blocks for index in cfg.blocks[b].instructions]
        last = self.item(max(inside)).line - 1
        return self.label_lines.get(loop.label, self.item(min(inside)).line - 1), last

    @cached_property
    def label_lines(self) -> dict[str, int]:
        """Where each label stands, by line from 0."""
        from isaopt.ir.program import Label

        items = () if self.module is None else self.module.items
        return {item.name: item.line - 1 for item in reversed(items) if isinstance(item, Label)}

    def word_at(self, line: int, column: int) -> tuple[str, int]:
        """The name at a place, and its first column; empty if there is none."""
        text = self.lines[line] if line < len(self.lines) else ""
        for match in _WORD.finditer(text):
            if match.start() <= column <= match.end():
                return match.group(), match.start()
        return "", column


@dataclass
class Draft:
    """A text through its versions; ``arch`` is the target of one that names none."""

    path: str
    arch: str | None = None
    _known: tuple[str, ReadLines] = field(default_factory=lambda: ("", ReadLines()))

    def read(self, text: str) -> Snapshot:
        """This version of the text; never an error of the text."""
        try:
            arch = target_arch(text, self.path, read_only=True)
        except InputError as error:
            if self.arch is None or "names no target" not in error.message:
                return Snapshot(text, self.path, None, (error,))
            arch = self.arch
        if self._known[0] != arch or len(self._known[1]) > _MOST_LINES_KEPT:
            self._known = arch, ReadLines()
        faults: Faults = []
        module = read_draft(text, self.path, arch, self._known[1], faults)
        return Snapshot(text, self.path, module, tuple({(e.line, e.col, e.message): e for e in faults}.values()))


def known_target(arch: str) -> bool:
    """Whether a target can be read."""
    return arch in ARCHS or arch in READ_ONLY_ARCHS
