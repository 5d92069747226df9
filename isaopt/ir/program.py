"""The whole IR in one place: operands, operations, items of a file, kernels, modules.

An :class:`Op` is the meaning of one instruction, independent of its place; equal lines share one. An
:class:`Instruction` is an op at a place, with the exact source text, so an untouched instruction prints as its own
bytes. Everything is immutable: a pass builds a new module with :meth:`Module.with_ops`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import cast

from isaopt.isa.constants import bits_of
from isaopt.isa.hardware_registers import HardwareField, hardware_field
from isaopt.isa.instruction import InstrDesc, OperandDesc
from isaopt.isa.messages import DEALLOC_VGPRS, message_number
from isaopt.isa.registers import RegRef
from isaopt.isa.types import OperandType


class OperandKind(Enum):
    REG = "register"
    REGLIST = "register list"  # NSA image address: [v4, v9, v2]
    INT = "integer"
    FLOAT = "float"
    KEYWORD = "keyword"  # off, null, src_shared_base, ...
    EXPR = "expression"  # labels, symbols, sendmsg(...), vmcnt(0) ...


@dataclass(frozen=True, slots=True)
class Operand:
    """One operand as written. ``text`` is its canonical spelling without sign or bars; ``value`` is its number, if it
    has one."""

    kind: OperandKind
    text: str
    regs: tuple[RegRef, ...] = ()
    value: int | float | None = None
    neg: bool = False
    absolute: bool = False

    @property
    def reg(self) -> RegRef | None:
        """The register or run of registers of a ``REG`` operand; None for others."""
        return self.regs[0] if self.kind is OperandKind.REG else None


@dataclass(frozen=True, slots=True)
class Modifier:
    """``name:value`` or a bare ``name``; ``value`` is canonical text or None."""

    name: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class RegUse:
    """One register reference inside an op: the component (0 = X or the only one, 1 = Y), the operand, and the entry of
    its list."""

    component: int
    operand: int
    entry: int
    reg: RegRef
    desc: OperandDesc

    @property
    def reads(self) -> bool:
        return self.desc.role in ("use", "defuse")

    @property
    def writes(self) -> bool:
        return self.desc.role in ("def", "defuse")


@dataclass(frozen=True, slots=True)
class Op:
    """The meaning of one instruction.

    ``operands`` are in text order, bound to ``desc.operands`` of the same index. A dual instruction has ``pair`` = (X,
    Y) ops and no operands of its own. ``refs`` lists every explicit register reference of both halves.
    ``defs``/``uses`` are explicit units (a partial write also uses its destination), ``implicit_*`` those that the text
    does not spell out; all in order, without repeats. ``facts`` stores what is known of the op (:mod:`isaopt.ir.kept`).
    """

    mnemonic: str
    operands: tuple[Operand, ...]
    modifiers: tuple[Modifier, ...]
    desc: InstrDesc
    pair: tuple[Op, Op] | None = None
    refs: tuple[RegUse, ...] = ()
    defs: tuple[int, ...] = ()
    uses: tuple[int, ...] = ()
    implicit_defs: tuple[int, ...] = ()
    implicit_uses: tuple[int, ...] = ()
    facts: dict[object, object] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __reduce__(self) -> tuple[object, ...]:
        """Leaves out the stored facts: other processes compute what they need."""
        own = (self.mnemonic, self.operands, self.modifiers, self.desc, self.pair, self.refs, self.defs, self.uses)
        return Op, (*own, self.implicit_defs, self.implicit_uses)

    @property
    def written(self) -> tuple[int, ...]:
        """The units that the op writes, implicit ones included."""
        return self.defs + self.implicit_defs

    @property
    def read(self) -> tuple[int, ...]:
        """The units that the op reads, implicit ones included."""
        return self.uses + self.implicit_uses

    @property
    def halves(self) -> tuple[Op, ...]:
        """The two component ops of a dual instruction, or the op itself."""
        return self.pair if self.pair is not None else (self,)

    def modifier(self, name: str) -> str | None:
        """The value of a modifier (``""`` for a bare one), or None if absent."""
        for m in self.modifiers:
            if m.name == name:
                return m.value or ""
        return None

    def number(self, name: str) -> int | None:
        """The number of a modifier such as ``offset``; 0 if it is absent, None if it is an expression."""
        try:
            return int(self.modifier(name) or "0", 0)
        except ValueError:
            return None

    @property
    def operation(self) -> str:
        """The operation, under one name for all encodings and targets (:class:`InstrDesc`); of a pair, the operation of
        X, so use its :attr:`halves`."""
        return self.desc.operation or self.mnemonic

    def constant(self, index: int) -> int | None:
        """The bits that the hardware reads for a number as operand ``index``, in the width of the operand's type,
        before ``neg``, ``absolute`` and ``op_sel`` apply.

        None for an operand that is not a number, for a number that the assembler refuses, and if no source documents
        the bits.
        """
        operand, desc = self.operands[index], self.desc.operands[index]
        if operand.value is None or not desc.type.is_number:
            return None
        try:
            return bits_of(operand.value, desc.type, desc.written)
        except OverflowError:
            return None

    @property
    def message(self) -> int | None:
        """The number of the message that the op sends (:mod:`isaopt.isa.messages`); None if it sends none, or if the
        text does not give its number."""
        sent = [o for o, d in zip(self.operands, self.desc.operands, strict=False) if d.type is OperandType.MESSAGE]
        return message_number(sent[0].text, sent[0].value) if sent else None

    @property
    def sets_register(self) -> tuple[HardwareField | None, int | None] | None:
        """The field of a hardware register that the op writes and the value, each None if the text does not give it;
        None for ops other than ``s_setreg``."""
        if self.operation not in ("s_setreg_b32", "s_setreg_imm32_b32"):
            return None
        target, source = self.operands[:2]
        return hardware_field(target.text, target.value), source.value if isinstance(source.value, int) else None

    @property
    def sends(self) -> bool:
        """Whether the op sends a message."""
        return any(d.type is OperandType.MESSAGE for d in self.desc.operands)

    @property
    def aborts(self) -> bool:
        """Whether the op calls the trap handler to abort the program, which halts the wave (LLVM AMDGPUUsage, "Trap
        Handler ABI"); from others the handler returns."""
        return self.mnemonic == "s_trap" and self.operands[0].value == 2

    @property
    def releases_vgprs(self) -> bool:
        """Whether the op sends the message that releases a wave's VGPRs and scratch."""
        return self.message == DEALLOC_VGPRS

    def flag(self, name: str) -> bool:
        if self.pair is None:
            return name in self.desc.flags
        return name in self.pair[0].desc.flags or name in self.pair[1].desc.flags


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of the file; the ``text`` of all items, joined, is the file. ``line`` and ``col`` count from 1 and locate
    the body. ``moved`` replaces the text once the code around it has changed, if the text is right only in its original
    place (:attr:`Kernel.distances`); otherwise it is empty."""

    text: str
    line: int
    col: int
    moved: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class Verbatim(Item):
    """Blank lines, comments and macro bodies, kept as they are."""


@dataclass(frozen=True, slots=True)
class Label(Item):
    name: str


@dataclass(frozen=True, slots=True)
class Directive(Item):
    """``name`` includes the dot; ``args`` is the raw argument text without comment. ``start``:``end`` spans ``args``
    within ``text``."""

    name: str
    args: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Instruction(Item):
    """``start``:``end`` spans the instruction within ``text`` (without indentation and comment)."""

    op: Op
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel. ``body`` are the item indices ``first <= i < last`` of its code; ``descriptor`` maps ``.amdhsa_*``
    names to the item indices of the directives. ``blocked`` says why its code must be left untouched, or is empty.
    ``distances`` says that some of its branches are written as distances or to local labels (``1b``); in the IR they
    name labels that have no text until the code changes."""

    name: str
    first: int
    last: int
    wave_size: int
    descriptor: Mapping[str, int] = field(default_factory=dict)
    blocked: tuple[str, ...] = ()
    distances: bool = False


@dataclass(frozen=True, slots=True)
class Module:
    """A file. ``kept`` stores analysis results of this version (:mod:`isaopt.ir.kept`)."""

    path: str
    arch: str
    items: tuple[Item, ...]
    kernels: tuple[Kernel, ...]
    kept: dict[str, list[tuple[tuple[object, ...], object]]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def __reduce__(self) -> tuple[object, ...]:
        """Leaves out the stored analyses: other processes compute what they need."""
        return Module, (self.path, self.arch, self.items, self.kernels)

    def text(self) -> str:
        """The file's text, byte for byte where nothing was changed."""
        known = self.kept.get("text")
        if known is None:
            known = self.kept["text"] = [((), "".join([item.text for item in self.items]))]
        return str(known[0][1])

    def kernel(self, name: str) -> Kernel:
        """The kernel of that name; ``KeyError`` for an unknown name."""
        for k in self.kernels:
            if k.name == name:
                return k
        raise KeyError(name)

    def instruction(self, index: int) -> Instruction:
        """The instruction at an item index; there must be one."""
        item = self.items[index]
        assert isinstance(item, Instruction)
        return item

    def instructions(self, kernel: Kernel) -> list[tuple[int, Instruction]]:
        """The kernel's instructions with their item indices, in text order; nobody may change the list."""
        for known, found in self.kept.get("instructions", ()):
            if known == (kernel.first, kernel.last):
                return cast(list[tuple[int, Instruction]], found)
        # The range of another version's kernel would leave code out without a word.
        mine = next((k for k in self.kernels if k.name == kernel.name), kernel)
        assert (mine.first, mine.last) == (kernel.first, kernel.last), f"'{kernel.name}' is another module's kernel"
        own = [
            (i, item)
            for i, item in enumerate(self.items[kernel.first : kernel.last], kernel.first)
            if isinstance(item, Instruction)
        ]
        self.kept.setdefault("instructions", []).append(((kernel.first, kernel.last), own))
        return own

    def with_ops(self, ops: Mapping[int, Op], print_op: Callable[[Op], str]) -> Module:
        """The module with the instructions at these item indices replaced; comments and indentation stay."""
        items = list(self.items)
        for index, op in ops.items():
            old = items[index]
            assert isinstance(old, Instruction)
            if op != old.op:
                body = print_op(op)
                items[index] = replace(
                    old,
                    op=op,
                    text=old.text[: old.start] + body + old.text[old.end :],
                    end=old.start + len(body),
                    moved="",
                )
        made = replace(self, items=tuple(items))
        return made.labelled({k.name for k in self.kernels if any(k.first <= i < k.last for i in ops)})

    def labelled(self, changed: Collection[str]) -> Module:
        """The module with labels instead of distances in the text of these kernels, whose code changes."""
        left = [k for k in self.kernels if k.distances and k.name in changed]
        if not left:
            return self
        items = list(self.items)
        for kernel in left:
            items[kernel.first : kernel.last] = map(_labelled, items[kernel.first : kernel.last])
        kernels = tuple(replace(k, distances=False) if k in left else k for k in self.kernels)
        return replace(self, items=tuple(items), kernels=kernels)


def _labelled(item: Item) -> Item:
    if not item.moved:
        return item
    if isinstance(item, Instruction):
        return replace(item, text=item.moved, end=item.end + len(item.moved) - len(item.text), moved="")
    return replace(item, text=item.moved, moved="")
