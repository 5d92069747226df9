"""What a lint rule is, what it sees, and what it reports."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TypeVar, cast

from isaopt.ir.program import Instruction, Item, Kernel, Module, Op
from isaopt.linting.flow import LintBlock, LintFlow, build_flow
from isaopt.target.arch import Arch, get_arch

Fact = TypeVar("Fact")


class Severity(StrEnum):
    """``error``: the program is wrong on some hardware that it is meant for; ``warning``: it is suspicious or slow."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replaces the characters ``start``:``end`` of the file's text by ``text``."""

    start: int
    end: int
    text: str


Fix = tuple[Edit, ...]
"""Edits that together repair one finding; empty if there is no mechanical repair."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding of a rule.  ``line`` and ``column`` count from 1; ``kernel`` is None for the file as a whole."""

    rule: str
    severity: Severity
    line: int
    column: int
    kernel: str | None
    message: str
    help: str
    fix: Fix = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A check with a stable ``id`` in kebab case.

    ``summary`` is one line for a list, ``help`` says what to do about a finding, ``source`` names the document and
    section that the rule comes from.  ``check`` is called once per kernel of a target in ``families``.
    """

    id: str
    severity: Severity
    summary: str
    help: str
    source: str
    families: frozenset[str]
    check: Callable[[Context], Iterable[Finding]]


@dataclass(frozen=True)
class Context:
    """One kernel under inspection.

    Facts that several rules need are computed once: ``ctx.fact(build)`` calls ``build(ctx)`` the first time only.
    """

    module: Module
    kernel: Kernel
    rules: dict[str, Rule]
    offsets: tuple[int, ...]
    #: Whether a hazard counts only if it is there on every path: searches back end where paths meet.
    every_path: bool = False
    _facts: dict[object, object] = field(default_factory=dict)
    _findings: dict[str, tuple[Finding, ...]] = field(default_factory=dict)

    @cached_property
    def arch(self) -> Arch:
        return get_arch(self.module.arch, self.module.path, read_only=True)

    @cached_property
    def flow(self) -> LintFlow:
        return build_flow(self.module, self.kernel)

    @property
    def is_kernel(self) -> bool:
        """Whether a dispatch starts the code; False for a function, whose entry state is unknown."""
        return bool(self.kernel.descriptor)

    @property
    def blocks(self) -> tuple[LintBlock, ...]:
        """Basic blocks as item indices, with successor edges; block 0 is the entry."""
        return self.flow.blocks

    def fact(self, build: Callable[[Context], Fact]) -> Fact:
        """The result of ``build(self)``, computed when first requested."""
        if build not in self._facts:
            self._facts[build] = build(self)
        return cast(Fact, self._facts[build])

    def findings(self, rule: Rule) -> tuple[Finding, ...]:
        """The findings of a rule for this kernel, computed once."""
        if rule.id not in self._findings:
            self._findings[rule.id] = tuple(rule.check(self))
        return self._findings[rule.id]

    def instruction(self, index: int) -> Instruction | None:
        """The instruction at an item index, or None for an opaque item such as a macro call."""
        item = self.module.items[index]
        return item if isinstance(item, Instruction) else None

    def steps(self, block: LintBlock) -> Iterator[tuple[int, Instruction | None]]:
        """The block's item indices and instructions in order; None stands for an opaque item.

        An instruction may also be opaque: see :meth:`is_opaque`.
        """
        for index in block.items:
            yield index, self.instruction(index)

    def known(self, block: LintBlock) -> Iterator[tuple[int, Instruction | None]]:
        """As :meth:`steps`, with None also for an instruction whose effect is unknown."""
        for index in block.items:
            yield index, None if self.is_opaque(index) else self.instruction(index)

    def is_opaque(self, index: int) -> bool:
        """Whether the effect of the item is unknown: a macro call, data, a call, an unknown instruction."""
        return index in self.flow.opaque

    def instructions(self) -> list[tuple[int, Instruction]]:
        """The kernel's instructions with their item indices in text order, unreachable ones too."""
        return self.module.instructions(self.kernel)

    def finding(
        self,
        rule_id: str,
        item_index: int,
        message: str,
        fix: Fix = (),
        severity: Severity | None = None,
        half: int = 0,
        offset: int = 0,
    ) -> Finding:
        """A finding at an item, at this half of a dual instruction, or ``offset`` characters after its start;
        ``severity`` overrides the rule's own."""
        item, rule = self.module.items[item_index], self.rules[rule_id]
        column = item.col + (offset or _half_start(item, half))
        return Finding(rule.id, severity or rule.severity, item.line, column, self.kernel.name, message, rule.help, fix)

    def insert_before(self, item_index: int, *code: str) -> Fix:
        """Inserts one line per item of ``code`` before an instruction, with its indentation, and after a label on its
        line."""
        item = self.module.instruction(item_index)
        at = self.offsets[item_index] + item.start
        indent, newline = _layout(item)
        return (Edit(at, at, "".join(f"{line}{newline}{indent}" for line in code)),)

    def insert_after(self, item_index: int, code: str) -> Fix:
        """Inserts a line with ``code`` after the line of an instruction."""
        item = self.module.instruction(item_index)
        end = self.offsets[item_index] + len(item.text)
        indent, newline = _layout(item)
        return (Edit(end, end, f"{'' if item.text.endswith(chr(10)) else newline}{indent}{code}{newline}"),)

    def replace(self, item_index: int, code: str) -> Fix:
        """Replaces an instruction by ``code``; its comment and indentation stay."""
        item = self.module.instruction(item_index)
        at = self.offsets[item_index]
        return (Edit(at + item.start, at + item.end, code),)

    def replace_item(self, item_index: int, start: int, end: int, text: str) -> Fix:
        """Replaces the characters ``start``:``end`` of any item's text, such as a directive's arguments, by
        ``text``."""
        at = self.offsets[item_index]
        return (Edit(at + start, at + end, text),)


def half_with(op: Op, units: Collection[int], writes: bool = False) -> int:
    """The first half of a dual instruction that reads one of these register units, or else writes one (with ``writes``,
    the other way round); 0 for other instructions."""
    for written in (writes, not writes):
        for half, part in enumerate(op.halves):
            touched = (part.defs, part.implicit_defs) if written else (part.uses, part.implicit_uses)
            if any(unit in units for run in touched for unit in run):
                return half
    return 0


def _half_start(item: Item, half: int) -> int:
    """The start of a half of a dual instruction, counted from the instruction's own start."""
    if not half or not isinstance(item, Instruction):
        return 0
    text = item.text[item.start : item.end]
    behind = text.partition("::")[2]
    return len(text) - len(behind.lstrip()) if behind else 0


def _layout(item: Instruction) -> tuple[str, str]:
    """The text before and after a new line beside an instruction."""
    before = item.text[: item.start]
    # A comment may precede the instruction, or nothing after a label.
    return before if before and not before.strip() else "\t", "\r\n" if item.text.endswith("\r\n") else "\n"
