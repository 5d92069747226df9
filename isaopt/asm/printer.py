"""IR to text: the canonical spelling of an op, and the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from isaopt.ir.edit import spliced
from isaopt.ir.program import Instruction, Module, Op, Operand, OperandKind


def print_operand(operand: Operand) -> str:
    """The canonical spelling of one operand, with its sign and bars."""
    if operand.kind is OperandKind.REG:
        text = str(operand.regs[0])
        # Facts that the register's number does not give, and names that only gfx9 has.
        if operand.text == "src_scc" or operand.text.startswith(("flat_scratch", "xnack_mask", "sext(")):
            text = operand.text
    elif operand.kind is OperandKind.REGLIST:
        text = "[" + ", ".join(str(r) for r in operand.regs) + "]"
    else:
        text = operand.text
    if operand.absolute:
        text = f"|{text}|"
    elif operand.neg and operand.kind in (OperandKind.INT, OperandKind.FLOAT):
        # A sign modifier on a constant: `-1` would be a different constant.
        return f"neg({text})"
    return f"-{text}" if operand.neg else text


def print_op(op: Op) -> str:
    """The canonical text of an instruction, without indentation."""
    if op.pair is not None:
        return f"{print_op(op.pair[0])} :: {print_op(op.pair[1])}"
    operands = [print_operand(o) for o in op.operands]
    text = op.mnemonic
    if text in ("exp", "export"):
        text += f" {operands[0]} " + ", ".join(operands[1:])
    elif operands:
        text += " " + ", ".join(operands)
    for modifier in op.modifiers:
        text += f" {modifier.name}" + (f":{modifier.value}" if modifier.value is not None else "")
    return text


def print_module(module: Module, normalize: bool = False) -> str:
    """The file's text: byte for byte, or with every instruction printed from the IR."""
    if not normalize:
        return module.text()
    parts = []
    for item in module.items:
        if isinstance(item, Instruction):
            parts.append(item.text[: item.start] + print_op(item.op) + item.text[item.end :])
        else:
            parts.append(item.moved or item.text)
    return "".join(parts)


def new_instruction(op: Op, line: int) -> Instruction:
    """An instruction on its own line; ``line`` is the line of the input from which it comes."""
    text = print_op(op)
    return Instruction(f"\t{text}\n", line, 2, op, start=1, end=1 + len(text))


def with_instructions(module: Module, new: Mapping[int, Sequence[Op]]) -> Module:
    """The module with new instructions, on lines of their own, in place of the one at each of these item indices."""
    lines = {i: [new_instruction(op, module.items[i].line) for op in ops] for i, ops in new.items()}
    return spliced(module, {(i, i + 1): items for i, items in lines.items()})
