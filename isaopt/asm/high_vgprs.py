"""VGPRs above 255, which text and encoding name by their low eight bits.

An instruction sets two bits for each operand position; instructions after it add these bits above the eight
(``HighVgprs`` in :mod:`isaopt.target.arch`). By LLVM's convention all of them are zero at the start of a block that is
jumped to, and the jumping code ensures this, so the state at an instruction is the one set last before it in the text.
A jump whose state differs from that of its label blocks the kernel.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from isaopt.asm.bind import regs_of_refs
from isaopt.ir.program import Instruction, Item, Kernel, Label, Module, Op, RegUse
from isaopt.isa.hardware_registers import MODE, hardware_field
from isaopt.isa.registers import NUM_VGPRS, high_vgpr
from isaopt.target.arch import HighVgprs, read_only_row


def with_high_vgprs(module: Module) -> Module:
    """The module with the registers that its instructions refer to, on a target with more registers than they can
    name."""
    row = read_only_row(module.arch)
    how = row.get("high_vgprs") if row else None
    if how is None:
        return module
    place, items, state, states = _Places(how), list[Item](), 0, dict[int, int]()
    for index, item in enumerate(module.items):
        if isinstance(item, Instruction):
            if item.op.mnemonic == how["instruction"]:
                state = int(item.op.operands[0].value or 0) & 0xFF
            elif item.op.operation == how["mode_write"]["instruction"]:
                state = _after_mode(item.op, how["mode_write"]["bit"], state)
            elif state:
                item = replace(item, op=place.moved(item.op, state))
            if "terminator" in item.op.desc.flags and not item.op.desc.branches:
                states[index], state = state, 0
                items.append(item)
                continue
        states[index] = state
        items.append(item)
    kernels = tuple(replace(k, blocked=(*k.blocked, *_jumps(items, k, states))) for k in module.kernels)
    return replace(module, items=tuple(items), kernels=kernels)


def _after_mode(op: Op, bit: int, state: int) -> int:
    """The state after a write of a constant to a hardware register: a write anywhere in MODE also sets the state, with
    the destination's bits lowest."""
    written = op.operands[1].value
    field = hardware_field(op.operands[0].text, op.operands[0].value)
    if field is None or field.name != MODE:
        return state
    bits = int(written or 0) >> bit & 0xFF
    return bits >> 2 | (bits & 3) << 6


def _jumps(items: list[Item], kernel: Kernel, states: dict[int, int]) -> list[str]:
    """Why the registers above 255 are unknown: a jump reaches its label with another state."""
    body = range(kernel.first, kernel.last)
    at = {item.name: states[i] for i in body if isinstance(item := items[i], Label)}
    for index in body:
        item = items[index]
        if isinstance(item, Instruction) and item.op.desc.branches:
            target = item.op.operands[-1].text
            if at.get(target, states[index]) != states[index]:
                return [f"line {item.line} reaches '{target}' with other high bits of VGPRs than the code before it"]
    return []


class _Places:
    """The bits of the state that apply to each register operand."""

    def __init__(self, how: HighVgprs) -> None:
        self._how = how
        self.moved = cache(self._moved)

    def _moved(self, op: Op, state: int) -> Op:
        if op.pair is not None:
            x, y = (self._moved(half, state) for half in op.pair)
            refs = x.refs + y.refs
            pair: tuple[Op, Op] | None = (x, y)
        else:
            refs, pair = tuple(self._use(op, use, state) for use in op.refs), None
        defs, uses = regs_of_refs(refs, op.desc.partial)
        return replace(op, refs=refs, defs=defs, uses=uses, pair=pair)

    def _use(self, op: Op, use: RegUse, state: int) -> RegUse:
        if not use.reg.is_vgpr or op.operation in self._how["never"]:
            return use
        name = use.desc.name
        if op.operation in self._how["third"] and name in ("src1", "vsrc1"):
            name = name.replace("1", "2")
        encoding = op.desc.encoding.partition("_")[0]
        fields = self._how["fields"].get(encoding) or self._how["fields"]["VOPD" if encoding == "VOPD3" else "VOP"]
        high = state >> 2 * fields.index(name) & 3 if name in fields else 0
        return replace(use, reg=high_vgpr(use.reg, NUM_VGPRS * high)) if high else use
