"""The pass ``pack``: joins two 16-bit halves in one register by one instruction.

Compilers move halves one at a time: a shift brings an upper half down, one move writes the lower half of the
destination and one the upper. ``v_perm_b32`` takes any two halves of two registers (RDNA3 and RDNA4 ISA guides, VOP3).
The instruction that completes a register becomes a ``v_perm_b32`` if the registers that its halves come from still hold
them; the moves before it are deleted if nothing else needs them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.dead import dead_among
from isaopt.analysis.flow.liveness import code_of
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Kernel, Module, Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS, RegRef, is_vgpr
from isaopt.rebuild.rewrite import built, made, stripped
from isaopt.transform.base import PassResult, block_parts, left_out, unchanged

_EXEC = {EXEC_LO, EXEC_HI}
_LOWER, _UPPER = 0xFFFF, 0xFFFF0000
#: Instructions that may join two halves; a kernel without any has nothing to pack.
_JOINING = frozenset({"v_mov_b16", "v_lshl_or_b32", "v_and_or_b32", "v_or_b32"})
#: Selectors of ``v_perm_b32`` for two zero bytes (selector 12).
_ZERO_BYTES = 0x0C0C

Place = tuple[int, bool]
"""A half of a register: its unit, and whether it is the upper one."""
Value = tuple[int, bool, int] | None
"""What a half holds: the place that the value came from and the ordinal of the instruction that wrote it there; None
for 0."""


@dataclass(frozen=True, slots=True)
class Pack:
    """``without``: lines of blocks to leave unchanged."""

    name: ClassVar[str] = "pack"
    summary: ClassVar[str] = "put two 16-bit halves into a register by one instruction"

    without: tuple[int, ...] = ()

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with fewer moves of 16-bit halves, or unchanged."""
        if not any(item.op.operation in _JOINING for _, item in module.instructions(kernel)):
            return unchanged(module, "no-candidate", "no register is assembled from two 16-bit halves")
        bare = stripped(module, kernel)
        cfg, ops = code_of(bare, kernel)
        packed = [
            one
            for b in sorted(cfg.reachable - left_out(bare, cfg, self.without))
            for one in _Halves(ops).packed(cfg.blocks[b].ordinals)
        ]
        if not packed:
            return unchanged(
                module, "no-candidate", "no register is assembled from 16-bit halves that are still held elsewhere"
            )
        done, blocks, gone = _replaced(bare, bare.kernel(kernel.name), cfg, packed)
        if not gone:
            return unchanged(module, "no-gain", "the moves of its halves are needed elsewhere too")
        note = f"{gone} instructions fewer that move 16-bit halves"
        parts = block_parts(bare, cfg, blocks)
        return PassResult(built(done, module, kernel), True, None, (note,), parts=parts)


@dataclass(frozen=True, slots=True)
class _Packed:
    """The instruction of ordinal ``at`` can be replaced by ``text``; ``before`` are the earlier moves of its halves."""

    at: int
    text: str
    before: frozenset[int]


@dataclass
class _Halves:
    """Tracks the halves of registers through a block; a write to EXEC forgets everything."""

    ops: Sequence[Op]
    held: dict[Place, Value] = field(default_factory=dict)
    moved: dict[Place, frozenset[int]] = field(default_factory=dict)
    """The instructions that moved the value of a half."""

    def packed(self, ordinals: range) -> Iterable[_Packed]:
        """The instructions of a block that one ``v_perm_b32`` could replace together with the moves before them."""
        for k in ordinals:
            op = self.ops[k]
            written = (*op.defs, *op.implicit_defs)
            if _EXEC.intersection(written):
                self.held, self.moved = {}, {}
            sources = self.sources(op)
            if not sources:
                for unit in filter(is_vgpr, written):
                    for half in (False, True):
                        self.held[unit, half] = (unit, half, k)
                        self.moved[unit, half] = frozenset()
                continue
            values = {to: None if at is None else self.value(at) for to, at in sources.items()}
            moved = {
                to: frozenset({k}) | (frozenset() if at is None else self.moved.get(at, frozenset()))
                for to, at in sources.items()
            }
            target = next(iter(sources))[0]
            halves = [(target, half) for half in (False, True)]
            low, high = (values[to] if to in values else self.value(to) for to in halves)
            before = frozenset().union(*(moved.get(to, self.moved.get(to, frozenset())) for to in halves)) - {k}
            text = _text(target, low, high) if before and self.holds(low) and self.holds(high) else ""
            if text:
                yield _Packed(k, text, before)
            self.held |= values
            self.moved |= moved

    def value(self, place: Place) -> Value:
        """The value of a half; its value on entry has the ordinal -1."""
        return self.held.get(place, (*place, -1))

    def holds(self, value: Value) -> bool:
        """Whether a value is still where it came from."""
        return value is None or self.value(value[:2]) == value

    def zero(self, place: Place | None) -> bool:
        return place is not None and self.value(place) is None

    def sources(self, op: Op) -> Mapping[Place, Place | None]:
        """The source half of each half that an instruction writes, None for 0; empty if the instruction does anything
        but move halves."""
        if op.pair is not None or op.modifiers or any(o.neg or o.absolute for o in op.operands):
            return {}
        if op.operation == "v_mov_b16":
            to, at = (_place(op, i) for i in (0, 1))
            return {} if to is None or at is None else {to: at}
        target, found = _unit(op, 0), self.whole(op)
        return {} if found is None or target is None else {(target, False): found[0], (target, True): found[1]}

    def whole(self, op: Op) -> tuple[Place | None, Place | None] | None:
        """The sources of the lower and the upper half of a 32-bit result; None if the instruction computes anything
        else."""
        match op.operation:
            case "v_mov_b32" if (a := _unit(op, 1)) is not None:
                return (a, False), (a, True)
            case "v_lshrrev_b32" if op.constant(1) == 16 and (a := _unit(op, 2)) is not None:
                return (a, True), None
            case "v_lshlrev_b32" if op.constant(1) == 16 and (a := _unit(op, 2)) is not None:
                return None, (a, False)
            case "v_and_b32" if (a := _unit(op, 2)) is not None and op.constant(1) in (_LOWER, _UPPER):
                return ((a, False), None) if op.constant(1) == _LOWER else (None, (a, True))
            case "v_lshl_or_b32" if op.constant(2) == 16:
                a, b = _unit(op, 1), _unit(op, 3)
                if a is not None and b is not None and self.zero((b, True)):
                    return (b, False), (a, False)
            case "v_and_or_b32" if op.constant(2) == _LOWER:
                a, b = _unit(op, 1), _unit(op, 3)
                if a is not None and b is not None and self.zero((b, False)):
                    return (a, False), (b, True)
            case "v_or_b32":
                for a, b in ((_unit(op, 1), _unit(op, 2)), (_unit(op, 2), _unit(op, 1))):
                    if a is not None and b is not None and self.zero((a, True)) and self.zero((b, False)):
                        return (a, False), (b, True)
        return None


def _vgpr(op: Op, index: int) -> RegRef | None:
    reg = op.operands[index].reg if index < len(op.operands) else None
    return reg if reg is not None and reg.first < NUM_VGPRS and reg.count == 1 else None


def _unit(op: Op, index: int) -> int | None:
    reg = _vgpr(op, index)
    return None if reg is None or reg.half else reg.first


def _place(op: Op, index: int) -> Place | None:
    reg = _vgpr(op, index)
    return None if reg is None or not reg.half else (reg.first, reg.half == "h")


def _text(target: int, low: Value, high: Value) -> str:
    """One instruction that joins both halves; empty if none is needed or possible."""
    units = [value[0] for value in (low, high) if value is not None]
    if not units or target in units:
        return ""
    first, second = units[0], units[-1]
    selectors = [
        _ZERO_BYTES if value is None else base + 0x0202 * value[1]
        for value, base in ((low, 0x0100), (high, 0x0504 if high is not None else 0))
    ]
    if first == second and selectors == [0x0100, 0x0706]:
        return f"v_mov_b32_e32 v{target}, v{first}"
    return f"v_perm_b32 v{target}, v{second}, v{first}, {selectors[1] << 16 | selectors[0]:#x}"


def _replaced(
    module: Module, kernel: Kernel, cfg: CFG, packed: Sequence[_Packed]
) -> tuple[Module, frozenset[int], int]:
    """The kernel with those replacements that make other instructions unnecessary, the changed blocks, and how many
    instructions are gone."""
    movers = {k for one in packed for k in one.before}
    while packed:
        changes: dict[tuple[int, int], Sequence[Item]] = {}
        for one in packed:
            index = cfg.order[one.at]
            changes[index, index + 1] = [made(module, kernel, one.text, module.items[index].line)]
        tried = spliced(module, changes)
        dead, _ = dead_among(tried, tried.kernel(kernel.name), cfg, movers)
        useful = [one for one in packed if one.at in dead or one.before & dead]
        if len(useful) == len(packed):
            gone = {(cfg.order[k], cfg.order[k] + 1): () for k in dead}
            blocks = frozenset(cfg.block_of[k] for k in dead)
            return spliced(tried, gone), blocks, len(dead)
        packed = useful
    return module, frozenset(), 0
