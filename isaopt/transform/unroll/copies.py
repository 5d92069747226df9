"""Makes copies of a loop's body.

Directives that describe instructions (``.loc``) are copied with them; comments and labels stay with the first
iteration, and directives that describe only the loop are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from isaopt.analysis.flow.cfg import CFG, branch_target, is_branch
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.integers.bits import Relation
from isaopt.analysis.integers.induction import ExitTest
from isaopt.analysis.integers.linear import linear_sum
from isaopt.ir.edit import NewLabels, spliced
from isaopt.ir.program import Directive, Instruction, Item, Kernel, Label, Module, Op, Verbatim
from isaopt.isa.registers import is_sgpr, unit_name
from isaopt.isa.tables import spelling
from isaopt.rebuild.rewrite import made
from isaopt.target.arch import get_arch
from isaopt.transform.dual_forms import apart, singles
from isaopt.transform.interlock import is_at_risk

_ALIGNMENT = frozenset({".p2align", ".p2alignl", ".p2alignw", ".align", ".balign", ".balignl", ".balignw"})


@dataclass(frozen=True, slots=True)
class LoopText:
    """Item indices of a loop of consecutive blocks: ``lead`` .. ``first`` precedes its first instruction, ``first`` ..
    ``branch`` is the body, ``branch`` the branch back. ``inner``: labels that the body branches to."""

    lead: int
    first: int
    branch: int
    label: str
    inner: tuple[str, ...]


def loop_text(module: Module, kernel: Kernel, cfg: CFG, header: int, last: int) -> LoopText:
    """The item indices of the loop of these blocks."""
    block = cfg.blocks[header]
    before = cfg.order[block.first - 1] + 1 if block.first else kernel.first
    first, branch = block.instructions[0], cfg.blocks[last].instructions[-1]
    # A block may have several labels, and be branched to by any of them.
    inner = tuple(item.name for item in module.items[first:branch] if isinstance(item, Label))
    return LoopText(before, first, branch, block.label, inner)


class _Rounds:
    """Makes further copies of the body, each with its own labels."""

    def __init__(self, module: Module, kernel: Kernel, text: LoopText, without: int = -1) -> None:
        """``without``: the item of an instruction to leave out of the copies."""
        self.module, self.kernel, self.text, self.without = module, kernel, text, without
        self.names = NewLabels(module)

    def more(self) -> list[Item]:
        """One more copy of the body: new items, with their debug lines."""
        text, module = self.text, self.module
        renamed = {label: self.names.new(label, "again") for label in text.inner}
        items: list[Item] = [replace(i) for i in module.items[text.lead : text.first] if _is_line(i)][-1:]
        for i in range(text.first, text.branch):
            item = module.items[i]
            if isinstance(item, Label) and item.name in renamed:
                items.append(_label(renamed[item.name], item.line))
            elif isinstance(item, Instruction) and is_branch(item.op) and branch_target(item.op) in renamed:
                target = renamed[branch_target(item.op)]
                items.append(made(module, self.kernel, f"{item.op.mnemonic} {target}", item.line))
            elif _is_line(item) or (isinstance(item, Instruction) and i != self.without):
                items.append(replace(item))
        return items


def _is_line(item: Item) -> bool:
    return isinstance(item, Directive) and item.name == ".loc"


def _is_named(module: Module, name: str, text: LoopText) -> bool:
    """Whether anything but the loop's own branch names a label."""
    for i, item in enumerate(module.items):
        if i == text.branch or isinstance(item, Label):
            continue
        if isinstance(item, Instruction):
            if any(name in o.text for half in item.op.halves for o in half.operands):
                return True
        elif isinstance(item, Directive) and name in item.args:
            return True
    return False


def unrolled_fully(module: Module, kernel: Kernel, text: LoopText, rounds: int) -> Module:
    """The loop written out completely, without branches back."""
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    if not _is_named(module, text.label, text):
        # Comments after the label and alignment before it are about a loop.
        behind = False
        for i in range(text.lead, text.first):
            item = module.items[i]
            own = isinstance(item, Label) and item.name == text.label
            behind |= own
            aligns = isinstance(item, Directive) and item.name in _ALIGNMENT
            if own or aligns or (behind and isinstance(item, Verbatim)):
                changes[i, i + 1] = ()
    source = _Rounds(module, kernel, text)
    changes[text.branch, text.branch + 1] = [item for _ in range(rounds - 1) for item in source.more()]
    return spliced(module, changes)


def unrolled_by_divisor(module: Module, kernel: Kernel, text: LoopText, factor: int, test: int) -> Module:
    """A loop of ``factor`` iterations at a time; only the test after the last one (item ``test``) can end it."""
    source = _Rounds(module, kernel, text, test)
    before = [item for _ in range(factor - 1) for item in source.more()]
    return spliced(module, {(text.first, text.first): before})


@dataclass(frozen=True, slots=True)
class RoundsGuard:
    """When a whole group of iterations may run: while ``counter relation limit``.

    ``limit`` is a number, or ``bound`` + ``shift`` in the register ``limit_unit``, which does not wrap unless ``bound
    wraps_if edge`` (a relation of the same signedness).
    """

    relation: Relation
    signed: bool
    limit: int | None
    limit_unit: int = 0
    bound: int = 0
    shift: int = 0
    wraps_if: Relation = "lt"
    edge: int = 0

    @property
    def kind(self) -> str:
        return "i32" if self.signed else "u32"


def unrolled_with_rest(
    module: Module, kernel: Kernel, cfg: CFG, text: LoopText, factor: int, test: ExitTest, guard: RoundsGuard
) -> Module:
    """A loop of ``factor`` iterations, followed by the original loop for the remaining iterations."""
    compare, branch = cfg.order[test.compare], module.items[text.branch]
    rounds = _Rounds(module, kernel, text, compare)
    names = rounds.names
    assert isinstance(branch, Instruction)
    block = cfg.blocks[cfg.block_of[test.compare]]
    exit_label, exit_item = _label_after(module, cfg, block.fallthrough, text.label, names)
    entered = _entries(module, cfg, text)
    main = names.new(text.label, f"x{factor}")
    begin: list[Item] = []
    line = module.items[text.first].line

    def add(instruction: str) -> None:
        begin.append(made(module, kernel, instruction, line))

    entry = names.new(text.label, "groups") if entered else ""
    if entry:
        begin.append(_label(entry, line))
    counter = unit_name(test.counter)
    limit = _literal(guard.limit) if guard.limit is not None else unit_name(guard.limit_unit)
    if guard.limit is None:
        bound = unit_name(guard.bound)
        add(f"s_cmp_{guard.wraps_if}_{guard.kind} {bound}, {_literal(guard.edge)}")
        add(f"s_cbranch_scc1 {text.label}")
        add(f"{spelling(module.arch, 's_add_i32')} {limit}, {bound}, {_literal(guard.shift)}")
    again = f"s_cmp_{guard.relation}_{guard.kind} {counter}, {limit}"
    add(again)
    add(f"s_cbranch_scc0 {text.label}")
    begin += [replace(i) for i in module.items[text.lead : text.first] if _aligns(i)]
    begin.append(_label(main, line))
    for _ in range(factor):
        begin += rounds.more()
    add(again)
    add(f"s_cbranch_scc1 {main}")
    begin.append(replace(module.items[compare]))
    inverse = "s_cbranch_scc0" if branch.op.mnemonic == "s_cbranch_scc1" else "s_cbranch_scc1"
    add(f"{inverse} {exit_label}")
    at = next(i for i in range(text.lead, text.first) if _is_label(module.items[i], text.label))
    while at > text.lead and _aligns(module.items[at - 1]):
        at -= 1
    changes: dict[tuple[int, int], Sequence[Item]] = {(at, at): begin}
    if exit_item is not None:
        changes[text.branch + 1, text.branch + 1] = [exit_item]
    for i in entered:
        changes[i, i + 1] = [_retargeted(module, kernel, i, entry)]
    return spliced(module, changes)


def _label(name: str, line: int) -> Label:
    return Label(f"{name}:\n", line, 1, name)


def _is_label(item: Item, name: str) -> bool:
    return isinstance(item, Label) and item.name == name


def _aligns(item: Item) -> bool:
    return isinstance(item, Directive) and item.name in _ALIGNMENT


def _label_after(module: Module, cfg: CFG, block: int | None, loop: str, names: NewLabels) -> tuple[str, Label | None]:
    """The label of the block after the loop, and the item for it if it has none yet."""
    assert block is not None
    if cfg.blocks[block].label:
        return cfg.blocks[block].label, None
    name = names.new(loop, "done")
    return name, _label(name, module.items[cfg.blocks[block].instructions[0]].line)


def _entries(module: Module, cfg: CFG, text: LoopText) -> list[int]:
    """Item indices of the branches into the loop from outside."""
    found = []
    for index in cfg.order:
        item = module.instruction(index)
        if index != text.branch and is_branch(item.op) and branch_target(item.op) == text.label:
            found.append(index)
    return found


def _retargeted(module: Module, kernel: Kernel, index: int, new: str) -> Instruction:
    item = module.instruction(index)
    return made(module, kernel, f"{item.op.mnemonic} {new}", item.line)


def _literal(value: int) -> str:
    signed = value - (1 << 32) if value >> 31 & 1 and value > 0 else value
    return str(signed) if -16 <= signed <= 64 else hex(value & 0xFFFFFFFF)


__all__ = ["LoopText", "RoundsGuard", "loop_text", "unrolled_by_divisor", "unrolled_fully", "unrolled_with_rest"]


def taken_apart(module: Module, cfg: CFG, blocks: Sequence[int]) -> Module:
    """The loop of these consecutive blocks without two kinds of dual instruction.

    First, those with a half that adds a constant or a scalar to a register: that half may become dead, or be needed
    long before the other one. Second, those that the interlock erratum of gfx11 (LLVM pull request 220348) threatens
    because their producers are near: every copy would be threatened, too.
    """
    arch = get_arch(module.arch)
    items = [i for b in blocks for i in cfg.blocks[b].instructions]
    first = cfg.blocks[blocks[0]].first
    ops = kernel_ops(module, cfg)
    chosen = (
        index
        for k, index in enumerate(items, first)
        if any(_steps(half) for half in singles(arch, ops[k]) or ()) or is_at_risk(arch, cfg, ops, k)
    )
    return apart(module, chosen)


def _steps(op: Op) -> bool:
    made = linear_sum(op)
    if made is None or (made.target, 1) not in made.terms:
        return False
    return all(is_sgpr(unit) for unit, _ in made.terms if unit != made.target)
