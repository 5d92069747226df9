"""Ties a kernel's instructions to their bytes, so that the proof runs exactly the code that the assembler produced.

Each instruction, printed from the IR with numbers for everything that the IR takes for known, is assembled alone, in a
text without labels or symbols.  Its bytes must be those of the object, but for a branch's distance, which must lead to
the label that it names, and for an operand that is an expression: that one is its value in the object, or the
relocation that stands there.  Thus nothing of a name's value, and nothing of where code stands, is taken from text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from isaopt.asm.printer import print_op
from isaopt.errors import InputError
from isaopt.ir.kept import is_known_in_op, kept_in_op, remember_in_op
from isaopt.ir.program import Instruction, Kernel, Label, Module, Op, Operand, OperandKind
from isaopt.isa.types import OperandType
from isaopt.proof.surroundings.assembled import Refusal, assembled
from isaopt.proof.types import CannotProve
from isaopt.toolchain.elf import Object, Relocation, Section

#: s_nop 0, with which the assembler aligns code.
NOP = bytes.fromhex("000080bf")
#: A literal that no operand has as an inline constant, in the place of an expression.
_STAND_IN = 0x7A5A5A5A
_PLAIN = re.compile(r"[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|[\d.]+(?:[eE][-+]?\d+)?)$")
_BRANCH = "branch"
#: One number of up to 32 bits: the bits of a literal are its value, and an inline constant with those bits is the same.
_SINGLE = frozenset(OperandType(name) for name in ["b16", "u16", "i16", "f16", "bf16", "b32", "u32", "i32", "f32"])
_GETPC = re.compile(r"s_getpc_b64$")


@dataclass(frozen=True, slots=True)
class CodeBytes:
    """A kernel's bytes are ``start`` to ``end`` of a section.  ``open``: by item index of an instruction,
    what the expression in it is: a number, or the relocation at its place."""

    section: Section
    start: int
    end: int
    open: Mapping[int, int | Relocation]
    #: By item index of an instruction with a relocation: how many bytes its place is after the last program counter
    #: that was read, -1 if there is none.
    distances: Mapping[int, int]


def alone(units: Sequence[tuple[Module, Kernel]]) -> Sequence[Sequence[bytes] | CannotProve]:
    """For each of some kernels, which are for one target, the bytes of each instruction, assembled alone, or the reason
    why one has none."""
    found: dict[int, Sequence[bytes] | CannotProve] = {}
    for wave in sorted({kernel.wave_size for _, kernel in units}):
        left = [n for n, (_, kernel) in enumerate(units) if kernel.wave_size == wave]
        while left:
            lines = [(n, item) for n in left for _, item in units[n][0].instructions(units[n][1])]
            arch = units[left[0]][0].arch
            refused = _encode([item.op for _, item in lines], arch, wave)
            if refused is None:
                codes: dict[int, list[bytes]] = {n: [] for n in left}
                for n, item in lines:
                    code = _encoding(item.op, arch, wave)
                    assert isinstance(code, bytes)
                    codes[n].append(code)
                found |= codes
                break
            at, why = refused
            if at is None:
                found |= dict.fromkeys(left, CannotProve(why))
                break
            n, item = lines[at]
            text = item.text[item.start : item.end].strip()
            found[n] = CannotProve(f"'{text}' cannot be encoded by itself: {why}", item.line)
            left.remove(n)
    return [found[n] for n in range(len(units))]


@kept_in_op
def _encoding(op: Op, arch: str, wave: int) -> bytes | Refusal:
    """An op's bytes, assembled alone; many ops have theirs from :func:`_encode`."""
    found = _encoded((_printed(op),), arch, wave)
    return found if isinstance(found, Refusal) else found[0]


def _encode(ops: Sequence[Op], arch: str, wave: int) -> tuple[int | None, str] | None:
    """Finds the bytes of all ops at once; if one has none, which, if that is known, and why.

    Versions of a kernel share most of their ops, and only the new ones are assembled.
    """
    new = {id(op): op for op in ops if not is_known_in_op(_encoding, op, arch, wave)}
    printed = {name: _printed(op) for name, op in new.items()}
    texts = tuple(dict.fromkeys(printed.values()))
    done = _encoded(texts, arch, wave) if texts else ()
    if isinstance(done, Refusal):
        text = texts[done.line - 1] if 0 < done.line <= len(texts) else None
        return next((n for n, op in enumerate(ops) if text is not None and printed.get(id(op)) == text), None), done.why
    codes = dict(zip(texts, done, strict=True))
    for name, op in new.items():
        remember_in_op(_encoding, codes[printed[name]], op, arch, wave)
    return None


def _encoded(texts: tuple[str, ...], arch: str, wave: int) -> Sequence[bytes] | Refusal:
    """Each instruction's bytes, assembled without anything around it."""
    prefix = "isaopt_line_"
    while any(prefix in text for text in texts):
        prefix += "_"
    made = assembled("".join(f"{prefix}{i}: {t}\n" for i, t in enumerate(texts)) + f"{prefix}end:\n", arch, wave)
    if isinstance(made, Refusal):
        return made
    text = next(s for s in made.sections.values() if s.name == ".text")
    if text.relocations:
        places = [made.by_name[f"{prefix}{i}"].value for i in range(len(texts))]
        first = max(i for i, at in enumerate(places) if at <= text.relocations[0].offset)
        return Refusal(InputError("it depends on a symbol", line=first + 1))
    if len(texts) != sum(s.name.startswith(prefix) for s in made.symbols) - 1:
        return Refusal(InputError("the assembler does not see an instruction here"))
    ends = [*(made.by_name[f"{prefix}{i}"].value for i in range(len(texts))), made.by_name[f"{prefix}end"].value]
    return tuple(text.data[a:b] for a, b in pairwise(ends))


def _printed(op: Op) -> str:
    return print_op(_closed(op))


def _closed(op: Op) -> Op:
    """The op with numbers for all that has a value, 0 for a label, and a literal for an expression."""
    if op.pair is not None:
        return replace(op, pair=(_closed(op.pair[0]), _closed(op.pair[1])))
    if all(o.kind in (OperandKind.REG, OperandKind.KEYWORD) for o in op.operands):
        return op
    return replace(op, operands=tuple(_closed_operand(op, i) for i in range(len(op.operands))))


def _closed_operand(op: Op, index: int) -> Operand:
    operand = op.operands[index]
    if _is_named(operand):
        return replace(operand, text=str(operand.value))
    if operand.kind is OperandKind.EXPR:
        if op.flag(_BRANCH):
            return Operand(OperandKind.INT, "0", value=0)
        if is_open(op, index):
            return replace(operand, kind=OperandKind.INT, text=hex(_STAND_IN), value=_STAND_IN)
    return operand


def is_open(op: Op, index: int) -> bool:
    """Whether an operand is an expression where a 32-bit literal may stand."""
    return op.operands[index].kind is OperandKind.EXPR and "l" in op.desc.operands[index].kinds


def _open_operands(op: Op) -> int:
    if op.pair is not None:
        return _open_operands(op.pair[0]) + _open_operands(op.pair[1])
    return sum(o.kind is OperandKind.EXPR and is_open(op, i) for i, o in enumerate(op.operands))


def kernel_code(module: Module, kernel: Kernel, made: Object, codes: Sequence[bytes]) -> CodeBytes:
    """The code of a kernel in its object; :class:`CannotProve` where the object holds something else than the IR."""
    symbol = made.by_name.get(kernel.name)
    if symbol is None or not symbol.placed:
        raise CannotProve(f"the object has no code of '{kernel.name}'")
    section = made.sections[symbol.section]
    relocations = {r.offset: r for r in section.relocations if symbol.value <= r.offset}
    position = symbol.value
    at: dict[int, int] = {}
    labels: dict[str, tuple[int, int]] = {}
    waiting: list[str] = []
    pending = position
    opened: dict[int, int | Relocation] = {}
    distances: dict[int, int] = {}
    known = set[int]()
    counter = -1
    rest = iter(codes)
    for index, item in enumerate(module.items[kernel.first : kernel.last], kernel.first):
        if isinstance(item, Label):
            waiting.append(item.name)
        if not isinstance(item, Instruction):
            continue
        code = next(rest)
        opens = _open_operands(item.op)
        own = _own_bytes(code, item.op, opens)
        while not section.data.startswith(code[own], position + own.start):
            if section.data[position : position + 4] != NOP:
                raise CannotProve("the assembler reads this line differently", item.line)
            position += 4
        at[index] = position
        labels |= dict.fromkeys(waiting, (pending, position))
        waiting.clear()
        place = position + len(code) - 4
        held = (
            [relocations[o] for o in range(position, position + len(code)) if o in relocations] if relocations else []
        )
        if opens == 1 and all(r.offset == place for r in held):
            opened[index] = held[0] if held else int.from_bytes(section.data[place : place + 4], "little")
            known.add(place)
            distances[index] = place - counter if counter >= 0 else -1
        elif held or opens:
            raise CannotProve("the meaning of this line depends on the linker", item.line)
        position += len(code)
        pending = position
        if _GETPC.match(item.op.mnemonic):
            counter = position
    if waiting:
        labels |= dict.fromkeys(waiting, (pending, pending))
    if any(offset not in known for offset in relocations if offset < position):
        raise CannotProve(f"the linker changes padding in the code of '{kernel.name}'")
    _check_branches(module, at, labels, section.data)
    return CodeBytes(section, symbol.value, position, opened, distances)


def _own_bytes(code: bytes, op: Op, opens: int) -> slice:
    """The part of an instruction that its place and the values of names do not decide."""
    if opens:
        return slice(0, len(code) - 4 if code.endswith(_STAND_IN.to_bytes(4, "little")) else len(code))
    return slice(2 if op.flag(_BRANCH) and op.operands[-1].kind is OperandKind.EXPR else 0, len(code))


def _check_branches(module: Module, at: Mapping[int, int], labels: Mapping[str, tuple[int, int]], data: bytes) -> None:
    """That every branch leads to the label that it names: the place before or after the padding there."""
    for index, position in at.items():
        item = module.instruction(index)
        operand = item.op.operands[-1] if item.op.operands else None
        if not item.op.flag(_BRANCH) or operand is None or operand.kind is not OperandKind.EXPR:
            continue
        words = int.from_bytes(data[position : position + 2], "little", signed=True)
        first, last = labels.get(operand.text, (0, -1))
        if not first <= position + 4 + 4 * words <= last:
            raise CannotProve(f"this does not branch to this kernel's '{operand.text}'", item.line)


def resolved(module: Module, kernel: Kernel, code: CodeBytes, target: Mapping[int, str]) -> Module:
    """The module with expressions of the kernel's code replaced by their values, and by the names that ``target`` gives
    to what is relocated, by item index.  Of a symbol that stands for a number nothing is left: elsewhere, it may stand
    for another one."""
    ops = {index: written for index, item in module.instructions(kernel) if (written := _spelled(item.op)) != item.op}
    for index, value in code.open.items():
        op = ops.get(index, module.instruction(index).op)
        ops[index] = _with_value(op, value, target.get(index, ""))
    return module.with_ops(ops, print_op)


@kept_in_op
def _spelled(op: Op) -> Op:
    """The op with every known number written out."""
    if op.pair is not None:
        return replace(op, pair=(_spelled(op.pair[0]), _spelled(op.pair[1])))
    if not any(map(_is_named, op.operands)):
        return op
    return replace(op, operands=tuple(replace(o, text=str(o.value)) if _is_named(o) else o for o in op.operands))


def _is_named(operand: Operand) -> bool:
    """Whether a number is not written out."""
    return operand.kind in (OperandKind.INT, OperandKind.FLOAT) and not _PLAIN.match(operand.text)


def _with_value(op: Op, value: int | Relocation, name: str) -> Op:
    if op.pair is not None:
        return replace(op, pair=(_with_value(op.pair[0], value, name), _with_value(op.pair[1], value, name)))
    operands = list(op.operands)
    for index, operand in enumerate(operands):
        if is_open(op, index):
            operands[index] = _valued(operand, value, name, op.desc.operands[index].type in _SINGLE)
    return replace(op, operands=tuple(operands))


def _valued(operand: Operand, value: int | Relocation, name: str, plain: bool) -> Operand:
    """An open operand closed; ``plain``: the literal's bits are the value, and an inline constant would be the same."""
    if isinstance(value, int) and plain:
        return replace(operand, kind=OperandKind.INT, text=hex(value), value=value)
    # How a literal becomes 64 bits, or two halves, is the instruction's business: equal ones become equal.
    return replace(operand, text=hex(value) if isinstance(value, int) else name, value=None)
