"""The allocation checker's own control-flow graph, of the few branch forms whose meaning it models."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from isaopt.check.alloc_types import CannotCheck
from isaopt.ir.program import Directive, Instruction, Item, Kernel, Label, Module, OperandKind, Verbatim
from isaopt.isa.registers import EXEC_LO, VCC_LO

#: What a branch tells about a lane mask on one of its edges.
Fact = Literal["zero", "nonzero"]

_ENDS = ("s_endpgm",)
#: Conditional branch -> (mask it tests, what holds where it is taken).
_MASK_BRANCHES: dict[str, tuple[int, Fact]] = {
    "s_cbranch_execz": (EXEC_LO, "zero"),
    "s_cbranch_execnz": (EXEC_LO, "nonzero"),
    "s_cbranch_vccz": (VCC_LO, "zero"),
    "s_cbranch_vccnz": (VCC_LO, "nonzero"),
}
_SCALAR_BRANCHES = ("s_cbranch_scc0", "s_cbranch_scc1")
#: Control flow, register indexing and issue modes outside the model.
_REFUSED = re.compile(
    r"s_(setpc|swappc|call|rfe|cbranch_(?!exec|vcc|scc)|subvector|set_gpr_idx|movrel|alloc_vgpr|getpc_.*_call)"
    r"|v_movrel|v_swaprel|(lds|ds)_(param|direct)_load"
)
_SILENT_DIRECTIVES = re.compile(
    r"\.(p2align|align|balign|loc|file|cfi_\w+|set|size|type|globl|global|weak|protected|hidden|local|text|section|ident)$"
)
_COMMENT = re.compile(r"/\*.*?\*/|(;|//|^\s*#).*?$", re.S | re.M)


@dataclass(frozen=True, slots=True)
class Edge:
    """To block ``target``; ``fact`` holds of all lanes of ``mask`` when the edge is taken."""

    target: int
    mask: int = 0
    fact: Fact | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Item indices of the instructions, in order, and where control goes after the last."""

    body: tuple[int, ...]
    edges: tuple[Edge, ...]


def build_blocks(module: Module, kernel: Kernel) -> tuple[Block, ...]:
    """Basic blocks of a kernel; block 0 is the entry.  Raises :class:`CannotCheck` for what is not modelled."""
    runs: list[list[int]] = [[]]
    labels: dict[str, int] = {}
    for index in range(kernel.first, kernel.last):
        item = module.items[index]
        if isinstance(item, Label):
            if runs[-1]:
                runs.append([])
            labels[item.name] = len(runs) - 1
        elif isinstance(item, Instruction):
            _refuse(item)
            runs[-1].append(index)
            if item.op.mnemonic.startswith(("s_branch", "s_cbranch", *_ENDS)):
                runs.append([])
        else:
            _check_silent(item)
    return tuple(Block(tuple(run), _edges(module, run, n, len(runs), labels)) for n, run in enumerate(runs))


def _refuse(item: Instruction) -> None:
    name = item.op.mnemonic
    if _REFUSED.match(name) or item.op.desc.encoding == "unknown" or item.op.flag("unknown"):
        raise CannotCheck(f"'{name}' is outside what the checker models", item.line)
    if "SCHED_MODE" in item.text:
        raise CannotCheck("expert scheduling mode switches register interlocks off", item.line)


def _check_silent(item: Item) -> None:
    if isinstance(item, Directive):
        if not _SILENT_DIRECTIVES.match(item.name):
            raise CannotCheck(f"directive '{item.name}' stands between instructions", item.line)
    elif isinstance(item, Verbatim) and _COMMENT.sub("", item.text).strip():
        raise CannotCheck("text that is no instruction stands between instructions", item.line)


def _edges(module: Module, run: list[int], position: int, count: int, labels: dict[str, int]) -> tuple[Edge, ...]:
    if not run:
        # An empty run behind the last terminator holds nothing, so reaching it is running off the end.
        return (Edge(position + 1),) if position + 1 < count else ()
    last = module.items[run[-1]]
    assert isinstance(last, Instruction)
    name = last.op.mnemonic
    if name.startswith(_ENDS):
        return ()
    if name == "s_branch":
        return (Edge(_target(last, labels)),)
    if position + 1 >= count:
        raise CannotCheck("control can run past the end of the kernel", last.line)
    if name in _MASK_BRANCHES:
        mask, taken = _MASK_BRANCHES[name]
        fallen: Fact = "nonzero" if taken == "zero" else "zero"
        return Edge(_target(last, labels), mask, taken), Edge(position + 1, mask, fallen)
    if name in _SCALAR_BRANCHES:
        return Edge(_target(last, labels)), Edge(position + 1)
    return (Edge(position + 1),)


def _target(item: Instruction, labels: dict[str, int]) -> int:
    operand = item.op.operands[0]
    if operand.kind is not OperandKind.EXPR or operand.text not in labels:
        raise CannotCheck(f"branch target '{operand.text}' is no label of this kernel", item.line)
    return labels[operand.text]
